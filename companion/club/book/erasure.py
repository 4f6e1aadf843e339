"""Deletion of names from results and from the headers of kept records.

Such records are marked as altered. A person without a name is the number of their seat in a record, as at the table
itself. In the sentence of a result an ellipsis replaces the name. The fingerprint stays as it was sent. A later message
of such a game loses the same names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Select, and_, exists, select, union

from companion.club.book.schema import PERSON, RECORD, RESULT
from companion.outside.messages import Finished

GONE = "…"
EVERY_SEAT = range(64)


def games_with(name: str) -> Any:
    """Return the query for the games of *name*, as table and game.

    It includes records that may contain it.
    """
    recorded = select(RECORD.c.place, RECORD.c.game).where(RECORD.c.text.contains(_in_json(name), autoescape=True))
    return union(select(PERSON.c.place, PERSON.c.game).where(PERSON.c.name == name), recorded)


def games_before(moment: str) -> Select[tuple[int, int]]:
    """Return the query for games with a name that ended before *moment*."""
    named = select(PERSON.c.place, PERSON.c.game).where(PERSON.c.name != "").distinct()
    ended = and_(RESULT.c.place == PERSON.c.place, RESULT.c.game == PERSON.c.game)
    return named.join(RESULT, ended).where(RESULT.c.ended < moment)


def drop_lone_records(connection: Connection, before: str) -> None:
    """Drop records without a finished game that arrived *before* a moment."""
    connection.execute(RECORD.delete().where(_is_lone(), RECORD.c.arrived < before))


def forget(connection: Connection, game: tuple[int, int], name: str | None, now: str) -> bool:
    """Delete *name* from *game*, or all names without one.

    *game* is a table's and a game's number. Return True if there was anything to delete.
    """
    here = and_(PERSON.c.place == game[0], PERSON.c.game == game[1])
    named = here if name is None else and_(here, PERSON.c.name == name)
    found = connection.execute(select(PERSON.c.seat, PERSON.c.name).where(named, PERSON.c.name != "")).all()
    connection.execute(PERSON.update().where(named).values(name="", is_forgotten=1))
    row = and_(RESULT.c.place == game[0], RESULT.c.game == game[1])
    said = connection.scalar(select(RESULT.c.result).where(row))
    if said is not None:
        connection.execute(RESULT.update().where(row).values(result=_unsaid(said, [each.name for each in found])))
    seats = EVERY_SEAT if name is None else {each.seat for each in found}
    return alter_record(connection, game, seats, now, name=name) or bool(found)


def alter_record(
    connection: Connection, game: tuple[int, int], seats: Collection[int], now: str, *, name: str | None = None
) -> bool:
    """Delete the names of *seats*, and *name* anywhere, from a kept record.

    The record of *game* is then marked as altered. Return True if it had any.
    """
    here = and_(RECORD.c.place == game[0], RECORD.c.game == game[1])
    text = connection.scalar(select(RECORD.c.text).where(here))
    altered = None if text is None else _without_names(text, seats, name)
    if altered is not None:
        connection.execute(RECORD.update().where(here).values(text=altered, altered=now))
    return altered is not None


def forgotten_people(connection: Connection, place: int, game: int) -> frozenset[int]:
    """Return the seats of *game* with deleted names."""
    gone = select(PERSON.c.seat).where(PERSON.c.place == place, PERSON.c.game == game, PERSON.c.is_forgotten == 1)
    return frozenset(connection.scalars(gone))


def without(finished: Finished, seats: Collection[int]) -> Finished:
    """Return *finished* without the names of *seats*."""
    names = [name for seat, name in enumerate(finished.people) if seat in seats]
    return replace(finished, result=_unsaid(finished.result, names)) if names else finished


def _is_lone() -> Any:
    return ~exists().where(RESULT.c.place == RECORD.c.place, RESULT.c.game == RECORD.c.game)


def _in_json(name: str) -> str:
    return msgspec.json.encode(name).decode()


def _unsaid(said: str, names: Iterable[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        said = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", GONE, said)
    return said


def _without_names(text: str, seats: Collection[int], name: str | None) -> str | None:
    """Return the record *text* without names of *seats* and without *name*.

    None if it has none of them. Only the first line has names. One that can't be read is removed as a whole.
    """
    first, newline, rest = text.partition("\n")
    try:
        header = msgspec.json.decode(first, type=dict[str, Any])
        people: list[str] = msgspec.convert(header["seats"], list[str])
    except (msgspec.MsgspecError, KeyError, RecursionError):
        return newline + rest if first else None
    told = [str(seat + 1) if seat in seats or who == name else who for seat, who in enumerate(people)]
    if told == people:
        return None
    return msgspec.json.encode({**header, "seats": told}).decode() + newline + rest
