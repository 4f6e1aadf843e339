"""Rows: the journal's contents, as frozen values."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.game import Mode, OptionValue
from companion.engine.values.seats import read_seat, seat_word
from companion.model.entry import Entry


class Promise(Struct, frozen=True):
    """A new promise of a game's draws from line *n* on.

    Their secret is *seed*, promised as *commitment*, both in hex. A table that was restored from a backup makes one: by
    its old secret it would draw again results that were seen since.
    """

    n: int
    commitment: str
    seed: str


class GameRow(Struct, frozen=True):
    """One game of the journal.

    *ended* is the JSON of its end, None while it goes on. *seed* is the secret of its draws in hex, None if nothing was
    promised; it is public once the game is over. *promises* are the later ones, in the order of their lines. *seats*
    are its people as it was set up, *called* their last names, empty if they weren't saved; *lasted_ms* is how long it
    has been on the table, None if that wasn't counted.
    """

    id: int
    slug: str
    mode: Mode
    seats: tuple[str, ...]
    options: dict[str, OptionValue]
    at: str
    ended: str | None = None
    seed: str | None = None
    called: tuple[str, ...] = ()
    lasted_ms: int | None = None
    promises: tuple[Promise, ...] = ()

    @property
    def secret(self) -> str | None:
        """The secret of its next draws, in hex; None without a promise."""
        return self.promises[-1].seed if self.promises else self.seed

    @property
    def last_promise(self) -> str | None:
        """The commitment made last on one of its lines, else None."""
        return self.promises[-1].commitment if self.promises else None

    @property
    def people(self) -> tuple[str, ...]:
        """The names of its people, as far as they are known."""
        return self.called or self.seats


class LineRow(Struct, frozen=True):
    """One *entry* of a game, with the journal's own columns.

    Records don't have these. Those of one *batch* became durable together, revealed as *version*; *facts* are the JSON
    of its facts; *played_ms* is how long the game had been played by then by its rules, *lasted_ms* how long it had
    been on the table; None if no time was saved.
    """

    entry: Entry
    batch: int
    version: int
    facts: bytes | None = None
    played_ms: int | None = None
    lasted_ms: int | None = None


COLUMNS: tuple[str, ...] = (
    "n", "batch", "version", "seat", "do", "by", "at", "entropy", "facts", "undo", "redo", "agreed", "played_ms",
    "lasted_ms",
)  # fmt: skip
"""The columns of a ``LineRow`` in the journal's table ``line``."""


_AT = COLUMNS.index("at")


def sum_of(game: int, columns: Sequence[Any]) -> int:
    """Return the checksum of a line of *game*.

    It is a CRC-32 of its *columns* as MessagePack. Its date isn't in it, since that may be filled in later.
    """
    return zlib.crc32(msgspec.msgpack.encode((game, *columns[:_AT], *columns[_AT + 1 :])))


def is_as_written(game: int, columns: Sequence[Any], written: int | None) -> bool:
    """Return True if a line's *columns* match the checksum *written*.

    None: an older program wrote none.
    """
    return written is None or written == sum_of(game, columns)


def columns_of(row: LineRow) -> tuple[Any, ...]:
    """Return *row* as its ``COLUMNS``.

    Seats are the engine's numbers; the list of those who agreed is JSON.
    """
    entry = row.entry
    seat = None if entry.seat is None else read_seat(entry.seat)
    agreed = json_text(entry.agreed) if entry.agreed else None
    return (
        entry.n, row.batch, row.version, seat, entry.do, entry.by, entry.at or "", entry.entropy, row.facts, entry.undo,
        entry.redo, agreed, row.played_ms, row.lasted_ms,
    )  # fmt: skip


def line_row(columns: tuple[Any, ...]) -> LineRow:
    """Return the row of *columns*, in the order of ``COLUMNS``.

    One more column is the commitment newly made from this line on.

    :raises msgspec.MsgspecError: they are damaged.
    """
    n, batch, version, seat, do, by, at, entropy, facts, undo, redo, agreed, played_ms, lasted_ms, promised = columns
    entry = Entry(
        n=n,
        at=at or None,  # what happened while nobody knew the date has none
        seat=None if seat is None else seat_word(seat),
        do=do,
        by=by,
        entropy=entropy,
        undo=undo,
        redo=redo,
        agreed=msgspec.json.decode(agreed, type=tuple[int | str, ...]) if agreed else (),
        commitment=promised,
    )
    return LineRow(entry, batch, version, facts, played_ms, lasted_ms)


class OutboxRow(Struct, frozen=True, kw_only=True):
    """A message to the outside: its *kind* and *game* at *version*.

    It holds no content: that is made when it is sent. *asked* is the id of the request for it, "" without one. The
    journal gives *id*, which rises, and *game*.
    """

    kind: str
    version: int
    asked: str = ""
    game: int = 0
    id: int = 0


class Batch(Struct, frozen=True, kw_only=True):
    """All changes by one command.

    A *new_game* gets the lines and becomes the current game. *called* are the new names of the people of the *game*, or
    of the *new_game*. *undated* marks the moment if nobody knew the date, "" if it is in the rows:
    :meth:`Journal.fill_dates` gets it back. *outbox* are messages about the game, *promises* those that were newly made
    among the lines.
    """

    id: str
    version: int
    game: int | None = None
    new_game: GameRow | None = None
    lines: tuple[LineRow, ...] = ()
    ended: str | None = None
    settings: dict[str, str] = {}
    called: tuple[str, ...] = ()
    undated: str = ""
    outbox: tuple[OutboxRow, ...] = ()
    promises: tuple[Promise, ...] = ()


def game_row(row: tuple[Any, ...]) -> GameRow:
    """Return the game of *row*, its columns in order.

    :raises msgspec.MsgspecError: it can't be read.
    """
    number, slug, mode, seats, options, at, ended, seed, called, lasted_ms, promised = row
    names = msgspec.json.decode(seats, type=tuple[str, ...])
    chosen = msgspec.json.decode(options, type=dict[str, OptionValue])
    now_called = msgspec.json.decode(called, type=tuple[str, ...]) if called else ()
    promises = msgspec.json.decode(promised, type=tuple[Promise, ...])
    return GameRow(
        number,
        slug,
        mode,
        seats=names,
        options=chosen,
        at=at,
        ended=ended,
        seed=seed,
        called=now_called,
        lasted_ms=lasted_ms,
        promises=promises,
    )


def json_text(value: Any) -> str:
    """Return *value* as JSON."""
    return msgspec.json.encode(value).decode()
