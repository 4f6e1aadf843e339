"""Placements: each seat's set-up, as commands in a game's own notation.

A new game has those of an earlier one among its options.
"""

from __future__ import annotations

from collections.abc import Sequence

LAST_SETUP = "last_setup"
"""The option of a game that holds them.

It is in no menu.
"""
LONGEST = 2000
"""The maximum length of that option."""
_SEATS, _LINES, _WORDS = ";", ",", ":"
"""The signs between seats, commands and words.

No option holds a space.
"""

Placements = tuple[tuple[str, ...], ...]
"""The commands of each seat, in order."""


def write_placements(placements: Sequence[Sequence[str]]) -> str:
    """Return *placements* as the value of the option."""
    return _SEATS.join(_LINES.join(line.replace(" ", _WORDS) for line in lines) for lines in placements)


def read_placements(text: str) -> Placements:
    """Return the placements in *text*, an option's value."""
    seats = [seat.split(_LINES) if seat else [] for seat in text.split(_SEATS)]
    return tuple(tuple(line.replace(_WORDS, " ") for line in lines) for lines in seats)
