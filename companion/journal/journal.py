"""The journal: one SQLite file for all games of a table.

Each command or group of commands is one transaction. WAL with ``synchronous=FULL`` is the only mode of SQLite that lost
nothing when the power was cut at every possible moment, and the file stays small enough for the cache. A write is
durable when ``commit`` returns, or it raises; nothing may be shown before. Lines are only added, and deleted with their
whole game; no game's number is reused. A row of the outbox is written with its event, and deleted once it has arrived.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import msgspec

from companion.journal import outbox
from companion.journal.batches import put, put_date, undated
from companion.journal.connection import are_as_written, open_database, prove, read_only
from companion.journal.deletion import ARE_DELETED, IS_DELETED, WHEN_DELETED, due, purge
from companion.journal.errors import (
    REASONS_BY_ERRNO,
    JournalInUse,
    JournalTooNew,
    JournalUnwritable,
    is_refusal,
    sqlite_errors,
)
from companion.journal.files import LOCK, FileOverwritten, KnownFiles, is_at, make_private, make_private_file
from companion.journal.lock import take_lock
from companion.journal.rows import COLUMNS, Batch, GameRow, LineRow, OutboxRow, game_row, is_as_written, line_row
from companion.journal.salvage import finish, make_folder, mend, set_log_aside

log = logging.getLogger(__name__)

FILE = "journal.sqlite"
_LASTED = "(SELECT lasted_ms FROM line WHERE game = game.id ORDER BY n DESC LIMIT 1)"
_PROMISES = """(SELECT json_group_array(json_object('n', n, 'commitment', commitment, 'seed', seed))
 FROM (SELECT n, commitment, promise.seed AS seed FROM promise WHERE promise.game = game.id ORDER BY n))"""
_SELECT_GAME = f"SELECT id, slug, mode, seats, options, at, ended, seed, called, {_LASTED}, {_PROMISES} FROM game"
_PROMISED = "(SELECT commitment FROM promise WHERE promise.game = line.game AND promise.n = line.n)"


class Journal:
    """The journal in *folder*.

    Only one process opens it for writing; one thread at a time uses it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._database: sqlite3.Connection | None = None
        self._lock: int | None = None
        self._known: KnownFiles | None = None
        self.set_aside: Path | None = None
        """The new path of a damaged journal, None if it was sound.

        It was moved when this one was opened.
        """

    keeps = True
    """Whether anything of it is left once the program ends."""

    def open(self) -> None:
        """Open it, creating it if needed; reopening starts from the disk.

        Everything readable afterwards is durable, and something can be written: both were just done. An open one that
        was moved away stays as it is: it may still be put back. One that was overwritten is closed, and can only be
        opened again after a
        :meth:`close`, as a program that starts does.

        :raises JournalInUse: another process has it.
        :raises JournalTooNew: its schema isn't known here; nothing was touched.
        :raises JournalUnwritable: the disk refuses.
        """
        with sqlite_errors(self._folder):
            self._must_be(KnownFiles.must_be_in_place)
        self._close_database()
        self._known = None
        try:
            make_folder(self._folder)
            self._take_lock()
            make_private(self._folder / FILE)
            with sqlite_errors(self._folder):
                self._database = self._connect()
                prove(self._database)
                self._known = KnownFiles(self._folder / FILE)
        except JournalTooNew:
            self.close()
            raise
        except (JournalInUse, JournalUnwritable):
            self._close_database()
            raise
        except OSError as error:
            reason = REASONS_BY_ERRNO.get(error.errno or 0, "broken")
            raise JournalUnwritable(reason, f"{self._folder}: {error.strerror}") from error

    def close(self) -> None:
        """Close it and let others have it."""
        self._close_database()
        self._known = None
        self._release_lock()

    def commit(self, batch: Batch) -> int:
        """Make *batch* durable, whole or not at all.

        Returns the number of its game, 0 if it has none.

        :raises JournalUnwritable: as ``commit_all``.
        """
        return self.commit_all((batch,))[0]

    def commit_all(self, batches: Sequence[Batch]) -> list[int]:
        """Make *batches* durable in order, all or none of them.

        Returns the number of each one's game, 0 for none.

        :raises JournalUnwritable: they may or may not have become durable; open the journal again to know. ``gone``:
            somebody removed, replaced or overwrote one of its files since it was opened.
        """
        with self._writing() as database:
            return [put(database, batch) for batch in batches]

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction, checking its files before and after.

        :raises JournalUnwritable: as ``commit``.
        """
        with sqlite_errors(self._folder):
            self._must_be(KnownFiles.must_be_untouched)
            try:
                with self.connection as database:
                    database.execute("BEGIN IMMEDIATE")
                    yield database
            finally:
                self._must_be(KnownFiles.must_hold_what_was_written)

    def outbox(self) -> list[OutboxRow]:
        """Return the queued messages, oldest first, without those of deleted games."""
        with sqlite_errors(self._folder):
            return outbox.waiting(self.connection, without=ARE_DELETED)

    def outbox_dropped(self) -> int:
        """Return the number of messages dropped since the queue was empty.

        They were dropped for lack of room.
        """
        with sqlite_errors(self._folder):
            return outbox.dropped(self.connection)

    def arrived(self, row: OutboxRow) -> None:
        """Remove *row* from the queue: it has arrived.

        If it isn't queued any more, nothing changes.

        :raises JournalUnwritable: it waits still, or not; the journal's next opening tells.
        """
        with self._writing() as database:
            outbox.remove(database, row)

    def fill_dates(self, date: Callable[[str], str]) -> bool:
        """Date the undated rows by *date* of their marks.

        A row for which it returns "" stays without a date. Returns True if there was any mark.

        :raises JournalUnwritable: it can't be written.
        """
        with sqlite_errors(self._folder):
            marks = undated(self.connection)
        if not marks:
            return False
        with self._writing() as database:
            for setting, mark in marks:
                put_date(database, setting, date(mark))
        return True

    def is_sound(self) -> bool:
        """Read the whole file and return True if it is sound.

        Its pages must fit together and each line match its checksum.

        :raises JournalUnwritable: it can't be read.
        """
        with sqlite_errors(self._folder):
            return bool(self._rows("PRAGMA integrity_check(1)")[0][0] == "ok") and are_as_written(self.connection)

    def copy_to(self, path: Path) -> None:
        """Write a snapshot to a new private file at *path*.

        :raises JournalUnwritable: it can't be written, or can't be read.
        """
        with sqlite_errors(path.parent):
            make_private_file(path)
            with closing(sqlite3.connect(path)) as copy:
                self.connection.backup(copy)

    def receipt(self, command_id: str) -> int | None:
        """Return the version of the command with this id, None if unknown.

        It is unknown if it never was accepted.
        """
        rows = self._rows("SELECT version FROM receipt WHERE id = ?", command_id)
        return int(rows[0][0]) if rows else None

    def last_version(self) -> int:
        """Return the highest version given so far, 0 in a new journal."""
        query = "SELECT max((SELECT ifnull(max(version), 0) FROM receipt), (SELECT ifnull(max(version), 0) FROM line))"
        return int(self._rows(query)[0][0])

    def setting(self, name: str) -> str | None:
        """Return the last setting under *name*."""
        rows = self._rows("SELECT value FROM setting WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    def games(self, newest: int = -1, deleted: bool = False) -> list[GameRow]:
        """Return all games or the *newest* ones, oldest first.

        One that damage made unreadable is left out. If *deleted*, return the deleted ones instead, the first deleted
        first.
        """
        which = f"WHERE {'' if deleted else 'NOT '}{IS_DELETED}"
        order = WHEN_DELETED if deleted else "id DESC"
        rows = []
        for row in reversed(self._rows(f"{_SELECT_GAME} {which} ORDER BY {order} LIMIT ?", newest)):
            try:
                rows.append(game_row(row))
            except msgspec.MsgspecError as error:
                log.warning("game %s of the journal can't be read: %s", row[0], error)
        return rows

    def each_game(self) -> Iterator[GameRow]:
        """Yield all games, deleted ones too, by number, reading lazily.

        :raises msgspec.MsgspecError: damage made one unreadable.
        """
        with sqlite_errors(self._folder):
            for row in self.connection.execute(f"{_SELECT_GAME} ORDER BY id"):
                yield game_row(row)

    def forget_deleted(self, before: str, now: str) -> bool:
        """Purge games deleted *before* a moment; return True if any is gone.

        A deletion without a true date counts from *now* on.

        :raises JournalUnwritable: it can't be written.
        """
        with sqlite_errors(self._folder):
            found = due(self.connection, before, now)
        if any(found):
            with self._writing() as database:
                purge(database, found, now)
        return bool(found.old)

    def game(self, number: int) -> GameRow:
        """Return game *number*.

        :raises LookupError: there is none, or it is deleted.
        :raises msgspec.MsgspecError: damage made it unreadable.
        """
        with suppress(OverflowError):  # no game has a number that long
            for row in self._rows(f"{_SELECT_GAME} WHERE id = ? AND NOT {IS_DELETED}", number):
                return game_row(row)
        raise LookupError(f"the journal has no game {number}")

    def lines(self, game: int) -> list[LineRow]:
        """Return the lines of *game* in order.

        :raises msgspec.MsgspecError: damage made one unreadable.
        """
        return list(self.each_line(game))

    def last_line(self, game: int) -> int:
        """Return the number of the last line of *game*, 0 for none."""
        return int(self._rows("SELECT ifnull(max(n), 0) FROM line WHERE game = ?", game)[0][0])

    def version_of(self, game: int, n: int) -> int:
        """Return the version of line *n* of *game*.

        :raises LookupError: there is no such line.
        """
        for row in self._rows("SELECT version FROM line WHERE game = ? AND n = ?", game, n):
            return int(row[0])
        raise LookupError(f"game {game} has no line {n}")

    def each_line(self, game: int) -> Iterator[LineRow]:
        """Yield the lines of *game* in order, reading lazily.

        :raises msgspec.MsgspecError: damage made one unreadable.
        """
        with sqlite_errors(self._folder):
            for *columns, written, promised in self.connection.execute(
                f"SELECT {', '.join(COLUMNS)}, sum, {_PROMISED} FROM line WHERE game = ? ORDER BY n", (game,)
            ):
                if not is_as_written(game, columns, written):
                    raise msgspec.ValidationError(f"line {columns[0]} of game {game} isn't as it was written")
                yield line_row((*columns, promised))

    def _rows(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        with sqlite_errors(self._folder):
            return self.connection.execute(query, values).fetchall()

    @property
    def connection(self) -> sqlite3.Connection:
        """The open file, as SQLite's own connection.

        :raises JournalUnwritable: it isn't open.
        """
        if self._database is None:
            self._must_be(KnownFiles.must_be_in_place)
            raise JournalUnwritable("broken", "it isn't open")
        return self._database

    def _must_be(self, seen: Callable[[KnownFiles], None]) -> None:
        """Check the files with *seen*, and let go of an overwritten journal."""
        if self._known is not None:
            try:
                seen(self._known)
            except FileOverwritten:
                self._close_database()
                raise

    def _close_database(self) -> None:
        if self._database is None:
            return
        with nullcontext() if self._known is None else self._kept_as_it_lies(self._known):
            self._database.close()
        self._database = None

    @contextmanager
    def _kept_as_it_lies(self, known: KnownFiles) -> Iterator[None]:
        """Leave another file in the journal's place for the next start."""
        stale = known.stale_log()
        if stale:
            try:
                log.error("another journal replaced %s: the old one's log is kept as %s", FILE, set_log_aside(stale))
            except OSError as error:
                log.error("another journal replaced %s. Move %s away before the next start: %s", FILE, stale[0], error)
        with known.kept_as_it_lies():
            yield

    def _take_lock(self) -> None:
        if self._lock is not None and is_at(self._lock, self._folder / LOCK):
            return
        self._release_lock()
        self._lock = take_lock(self._folder)

    def _release_lock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _connect(self) -> sqlite3.Connection:
        path = self._folder / FILE
        self.set_aside = finish(path) or self.set_aside
        try:
            return open_database(path)
        except Exception as error:
            if is_refusal(error):
                raise
            self.set_aside = mend(path)
            log.error("journal damaged (%s): set aside as %s", error, self.set_aside)
            return open_database(path)


def open_for_reading(folder: Path, connect: Callable[[Path], sqlite3.Connection] = read_only) -> Journal:
    """Open the journal in *folder* for reading, beside its writer.

    *connect* opens its file.

    :raises FileNotFoundError: there is none.
    :raises JournalTooNew: its schema isn't known here.
    :raises JournalUnwritable: it can't be read.
    """
    path = folder / FILE
    if not path.exists():
        raise FileNotFoundError(f"no journal in {folder}: no game was played there yet")
    journal = Journal(folder)
    with sqlite_errors(folder):
        journal._database = connect(path)
    return journal
