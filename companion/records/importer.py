"""The importer: another table's record as a game of this journal.

Its facts come from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.game import Game, write_facts
from companion.engine.values.seats import TABLE, seat_word
from companion.journal.rows import GameRow, LineRow, Promise, json_text
from companion.records.record import CLOSED, BadRecord, Record, check_ending, table_of, take_line
from companion.records.verification import promises_of, seeds_of

LONGEST_NAME = 40
"""Twice the maximum for seats' names; longer ones fill the screen."""


def game_row_of(record: Record) -> GameRow:
    """Return the journal's row of *record*'s game.

    The promises of its draws are stored with the seeds in the record, and lost without them: a resumed game then has no
    commitment.

    :raises Differs: the seed isn't the one that was promised.
    :raises BadRecord: somebody has a name that can't be shown.
    """
    header = record.header
    if not all(len(name) <= LONGEST_NAME and name.isprintable() for name in header.seats):
        raise BadRecord(1, f"the name of a seat has signs that can't be shown, or more than {LONGEST_NAME}")
    has_seed = header.commitment is not None and record.ending is not None and record.ending.seed is not None
    seeds = [each.hex() for each in seeds_of(record)] if has_seed else []
    anew = zip(promises_of(record)[1:], seeds[1:], strict=False)  # without seeds nothing is kept of any
    promises = tuple(Promise(record.lines[line - 2].n, commitment, seed) for (line, commitment), seed in anew)
    ended = None if record.ending is None else _ending(record.ending.end)
    at = next((line.at for line in record.lines if line.at), "")
    seats, options, seed = tuple(header.seats), dict(header.options), next(iter(seeds), None)
    return GameRow(
        0, header.game, header.mode, seats=seats, options=options, at=at, ended=ended, seed=seed, promises=promises
    )


def _ending(end: Mapping[str, Any]) -> str:
    """Return *end* as the journal stores it.

    Other values are dropped for a game closed by people, which can't be resumed.
    """
    reason = end.get("reason")
    values = {} if reason == CLOSED else end.get("values", {})
    return json_text({"reason": reason, "values": values})


def rows_of(game: Game, record: Record, version: int) -> Iterator[LineRow]:
    """Yield the journal's rows of *record*'s lines, following *version*.

    :raises BadRecord: the rules of *game* refuse a line.
    """
    table, batch = table_of(game, record), 0
    has_drawn = True
    for number, line in enumerate(record.lines, 2):
        take_line(game, table, line, number)
        is_chance = line.seat == "chance"
        if not is_chance or not batch:
            batch = line.n
        if not is_chance or has_drawn:
            version += 1
        has_drawn = is_chance
        entry = replace(line, at=line.at or "", seat=seat_word(TABLE) if line.seat is None else line.seat)
        facts = None if line.do is None else write_facts(next(table.latest()).facts)
        yield LineRow(entry, batch, version, facts)
    check_ending(table, record)
