"""Records: a whole game as a text file of JSON lines.

Any other program can read and check it. The first line describes the game, then comes a line for each command
(`companion.model.entry.Entry`) in order, undos and redos included. A finished game, ended by its rules or closed by
people, has a last line with its end and the seed of its draws. A line may have a commitment of its own, a new promise:
the table was put back from a copy, and from that line on draws come from another seed, told at the end too. Without a
commitment chance is as given on the lines. While a game can go on its record is sealed: it can be read, not replayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from companion.chance.fairness import commitment
from companion.engine.command import Refused
from companion.engine.game import BadSetup, Game, Mode, OptionValue
from companion.engine.notation import Unreadable
from companion.engine.state import State
from companion.engine.table import Table
from companion.engine.values.message import Message
from companion.engine.values.seats import read_seat
from companion.journal.rows import GameRow
from companion.model.entry import By, Entry
from companion.runtime.foreign_file import open_file

FORMAT = 1
MAX_LINES = 20_000
"""Maximum number of lines; a whole evening has some hundreds."""
MAX_BYTES = 16 * 2**20
CLOSED = "closed"
"""The reason for an ending by people instead of by rules."""
SEALED = "?"
"""The word for hidden parts while the game goes on."""
_LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\u0085\u2028\u2029"}
"""Escapes for characters that some programs take as line ends.

JSON allows them unescaped.
"""
_HEX = re.compile("([0-9a-fA-F]{2})*")
_SHA256 = re.compile("[0-9a-f]{64}")
Part = TypeVar("Part", bound=Struct)
Step: TypeAlias = tuple[int, Entry, State]
"""A record's line: its number, its entry, and the state before.

The number is its line in the file.
"""


class Header(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line of a record: game, options and seats."""

    tidetable: int
    game: str
    mode: Mode
    options: dict[str, OptionValue]
    seats: list[str]
    commitment: str | None = None


class RecordEnding(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The last line of a finished game: its *end*, and *seed*.

    *seeds* are those of promises made on lines, in order.
    """

    end: dict[str, Any]
    seed: str | None = None
    seeds: list[str] = []


class Record(Struct, frozen=True):
    """A parsed record."""

    header: Header
    lines: tuple[Entry, ...]
    ending: RecordEnding | None = None


class BadRecord(ValueError):
    """A record can't be read or replayed.

    *line* counts the file's lines from 1. *said* is the rules' sentence if they refused the line, with their *rule*.
    """

    def __init__(self, line: int, problem: str, rule: str | None = None, said: Message | None = None) -> None:
        super().__init__(f"line {line}: {problem}" + (f" ({rule})" if rule else ""))
        self.line = line
        self.problem = problem
        self.rule = rule
        self.said = said


def write(record: Record) -> Iterator[str]:
    """Yield the lines of *record*'s file, each with its newline."""
    parts: list[Struct] = [record.header, *record.lines]
    if record.ending is not None:
        parts.append(record.ending)
    for part in parts:
        yield msgspec.json.encode(part).decode().translate(_LINE_ENDS) + "\n"


def read_file(path: Path) -> Record:
    """Read the record file at *path*.

    Reads at most ``MAX_BYTES`` and ``MAX_LINES``.

    :raises BadRecord: as ``read``, or it is longer.
    :raises OSError: it can't be read, or isn't a regular file: a pipe may never begin.
    """
    with open_file(path) as file:
        return read(_lines_of(file))


def _lines_of(file: IO[bytes]) -> Iterator[bytes]:
    left, number = MAX_BYTES, 0
    while line := file.readline(left + 1):
        left, number = left - len(line), number + 1
        if left < 0:
            raise BadRecord(number, f"the file is longer than the {MAX_BYTES >> 20} MB that are read of a record")
        yield line


def read(lines: Iterable[str | bytes]) -> Record:
    """Read a record file from its *lines*, text or UTF-8.

    Empty lines may come at the end only.

    :raises BadRecord: a line isn't what the format says, or is one more than ``MAX_LINES``; the error names it.
    """
    rows = list(islice(lines, MAX_LINES + 1))
    if len(rows) > MAX_LINES:
        raise BadRecord(len(rows), f"the record is longer than the {MAX_LINES:,} lines that are read of one")
    while rows and not rows[-1].strip():
        rows.pop()
    if not rows:
        raise BadRecord(1, "the file is empty; a record begins with a line that names its game")
    version = _decode(1, rows[0], _Version).tidetable
    if version != FORMAT:
        raise BadRecord(1, f"format {version} is unknown; this program reads format {FORMAT}")
    header = _decode(1, rows[0], Header)
    ending = None
    if len(rows) > 1 and _decode(len(rows), rows[-1], _IsEnding).end is not None:
        ending = _decode(len(rows), rows.pop(), RecordEnding)
    return Record(header, tuple(_decode(number, text, Entry) for number, text in enumerate(rows[1:], 2)), ending)


class _Version(Struct):
    tidetable: int


class _IsEnding(Struct):
    end: Any = None


def _decode(number: int, text: str | bytes, kind: type[Part]) -> Part:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadRecord(number, f"not a line of a record: {error}") from error


def replay(game: Game, record: Record, at: int | None = None) -> Table:
    """Take *record*'s commands through the rules, up to line *at*.

    All of them by default.

    :raises BadRecord: the first line that the rules refuse, with its rule and reason; or the record says that it ended
        where by the rules it goes on.
    """
    table = table_of(game, record)
    for number, line in enumerate(record.lines, 2):
        if at is not None and line.n > at:
            break
        take_line(game, table, line, number)
    else:
        check_ending(table, record)
    return table


def steps_of(game: Game, record: Record, table: Table | None = None) -> Iterator[Step]:
    """Yield each line of *record* with number and previous state, checked.

    The number is its line in the file. The lines are taken at *table*, which must be as *record* begins; pass it to get
    the state at the end.

    :raises BadRecord: as ``replay``.
    """
    table = table_of(game, record) if table is None else table
    for number, line in enumerate(record.lines, 2):
        before = table.state
        take_line(game, table, line, number)
        yield number, line, before
    check_ending(table, record)


def table_of(game: Game, record: Record) -> Table:
    """Return a table of *game* as *record* begins.

    :raises BadRecord: it can't begin like this.
    """
    try:
        setup = game.kept_setup(tuple(record.header.seats), record.header.options)
    except BadSetup as error:
        raise BadRecord(1, _plain(error.reason), said=error.reason) from error
    return Table(game.start(setup))


def check_ending(table: Table, record: Record) -> None:
    """Refuse an ending before the game's own.

    A record without an ending may simply stop. Only the word after a reason's last dot is compared: older programs had
    other names before it.
    """
    end = table.state.end()
    by_rules = end.key if end else CLOSED
    if record.ending is not None and _last_word(record.ending.end.get("reason")) != _last_word(by_rules):
        come_to = f"ended with {end.key!r}" if end else "goes on"
        raise BadRecord(len(record.lines) + 2, f"the record ends here, but by the rules the game {come_to}")


def _last_word(reason: object) -> tuple[str, ...]:
    return str(reason).rpartition(".")[1:]


def take_line(game: Game, table: Table, line: Entry, number: int) -> None:
    """Take *line*, number *number* of its file, through the rules.

    The rules judge it at *table*.

    :raises BadRecord: they refuse it.
    """
    if line.n != table.last_n + 1:
        raise BadRecord(number, f"line n={line.n} stands where n={table.last_n + 1} was expected")
    if (line.do or "").endswith(f" {SEALED}"):
        raise BadRecord(number, "this is sealed while the game goes on: it can be read, not replayed")
    if [line.do, line.undo, line.redo].count(None) != 2 or (line.do is not None and line.seat is None):
        raise BadRecord(number, "a line says who does what, or names the line it undoes, or the undo it takes back")
    _check_with(line, table.state.seats(), number)
    if line.commitment is not None and not _SHA256.fullmatch(line.commitment):
        raise BadRecord(number, "the commitment isn't a SHA-256 in hex, 64 digits")
    if line.entropy is not None and not _HEX.fullmatch(line.entropy):
        raise BadRecord(number, "the entropy isn't written in hex, two digits a byte")
    try:
        seat, *_ = [read_seat(each) for each in (0 if line.seat is None else line.seat, *line.agreed)]
        if line.undo is not None:
            table.undo(line.undo)
        elif line.redo is not None:
            table.redo(line.redo)
        else:
            table.do(game.notation.read(seat, line.do or ""))
    except Refused as error:
        raise BadRecord(number, _plain(error.refusal.reason), error.refusal.rule, error.refusal.reason) from error
    except Unreadable as error:
        raise BadRecord(number, _plain(error.reason), said=error.reason) from error
    except ValueError as error:
        raise BadRecord(number, str(error)) from error


def _check_with(line: Entry, people: int, number: int) -> None:
    """Refuse a meaningless *with* on *line*.

    On an undo it names the agreeing seats; on a line by a phone for the table it names the phone's seats.

    :raises BadRecord: it is on any other line, or names a seat that isn't there.
    """
    by_phone = line.undo is None and line.redo is None and line.seat == "table" and line.by == "phone"
    if line.agreed and line.undo is None and not by_phone:
        raise BadRecord(number, "only an undo is agreed on; and only what a phone did as the table has its seats")
    known = (*range(people), *(() if by_phone else ("table",)))
    if not set(line.agreed) <= set(known):
        raise BadRecord(number, f"a seat is a number from 0 to {people - 1}: 'with' names one that isn't there")


def _plain(said: Message) -> str:
    return said.key + (f" {said.values}" if said.values else "")


def of_journal(row: GameRow, entries: Iterable[Entry]) -> Record:
    """Return the record of one game of the journal with these *entries*.

    :raises msgspec.MsgspecError: an entry is damaged.
    """
    header = Header(
        tidetable=FORMAT,
        game=row.slug,
        mode=row.mode,
        options=row.options,
        seats=list(row.people),
        commitment=promise_of(row),
    )
    lines = tuple(map(_sound, entries))
    if row.ended is None:
        return Record(header, lines)
    made = {line.commitment for line in lines}  # from some nothing was drawn: they aren't in the record
    seeds = [each.seed for each in row.promises if each.commitment in made]
    end = msgspec.json.decode(row.ended)
    end.pop("winners", None)  # the rules say that of the lines
    return Record(header, lines, RecordEnding(end=end, seed=row.seed, seeds=seeds))


def promise_of(row: GameRow) -> str | None:
    """Return the commitment to the draws of the game in *row*."""
    return None if row.seed is None else commitment(bytes.fromhex(row.seed))


def _sound(entry: Entry) -> Entry:
    msgspec.convert(entry.by, type=By | None)
    return entry
