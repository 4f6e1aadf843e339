"""Speakers and viewers: people's seats from 0, and a few special ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from companion.engine.values.message import Message

CHANCE = -1
"""Dice, wheels and decks.

Asked by the state, answered by a dealer, a sensor or a typing person.
"""
TABLE = -2
"""Nobody in particular: set-up, corrections, deadlines, a kit's actions by button."""
WATCHER = -3
"""A viewer without a seat: sees open things, can't act."""
ALL_SEEING = -4
"""The viewer of a finished or opened record: sees everything."""

_WORDS: dict[int, Literal["chance", "table"]] = {CHANCE: "chance", TABLE: "table"}
_SEATS: dict[str, int] = {word: seat for seat, word in _WORDS.items()}


def seat_word(seat: int) -> int | Literal["chance", "table"]:
    """Return *seat* as written in records and on the wire.

    A number, ``"chance"`` or ``"table"``.
    """
    return _WORDS.get(seat, seat)


def read_seat(word: int | str) -> int:
    """Read the output of :func:`seat_word`.

    :raises ValueError: *word* is neither a number from 0, ``"chance"`` nor ``"table"``.
    """
    if isinstance(word, str):
        if word not in _SEATS:
            raise ValueError(f"a seat is a number from 0, 'chance' or 'table', not {word!r}")
        return _SEATS[word]
    if word < 0:
        raise ValueError(f"a seat is a number from 0, 'chance' or 'table', not {word}")
    return word


def told_names(people: Iterable[str]) -> tuple[str | Message, ...]:
    """Return the names of *people* for sentences, from seat 0.

    A person without a name is a player by their number.
    """
    return tuple(
        Message("seat.number", {"number": name}) if name == str(seat + 1) else name for seat, name in enumerate(people)
    )
