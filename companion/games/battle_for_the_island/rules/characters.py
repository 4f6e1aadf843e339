"""Characters: their places, and the squares that they would hit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.engine.values.message import Message
from companion.games.battle_for_the_island.rules.components import KINDS, PAD_COLUMNS, SQUARES, Grid, name

ON_PAD = -1
"""The place of a character on the pad's first column.

On the next column it is one less, and so on.
"""
COLUMNS: Mapping[int, int] = {ON_PAD + 1 - column: column for column in range(1, PAD_COLUMNS + 1)}
"""The columns of the pad by these places."""
UNPLACED, OFF = -8, -9
"""The places of a character not set up, and of one lost."""


class Character(Struct, frozen=True, gc=False):
    """A character: its *kind*, *place* and *facing*.

    The *place* is a square, or another code off the island. *hit* is the square that it would hit, as a mask, 0 for
    none: it follows from the rest (``aiming``).
    """

    kind: int
    place: int = UNPLACED
    facing: int = 0
    hit: int = 0

    def gone(self) -> Character:
        """Return the character once it has left the game."""
        return Character(self.kind, OFF, self.facing)


WAITING = tuple(map(Character, range(len(KINDS))))
"""A character of each kind that isn't set up yet."""
Unit = tuple[Character, ...]


def aiming(kind: int, place: int, facing: int, grid: Grid) -> Character:
    """Return the character at *place* with its aim from there.

    *place* is a square of *grid*, or none.
    """
    return Character(kind, place, facing, grid.aims[place][facing][kind].hit if place >= 0 else 0)


def all_hit_by(unit: Iterable[Character]) -> int:
    """Return the squares under *unit*'s aim, as a mask."""
    squares = 0
    for each in unit:
        squares |= each.hit
    return squares


def unit_on(kind: int, square: int) -> Message:
    """Name a *kind* on *square*, without its player."""
    return Message("battle-for-the-island.unit", {"kind": name(KINDS[kind]), "square": SQUARES[square]})
