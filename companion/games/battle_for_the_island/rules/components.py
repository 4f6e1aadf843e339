"""The contents of the box, and the island's squares.

Squares are counted by rows from seat 0's left and named a1 to z26.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from string import ascii_lowercase
from typing import Literal

from msgspec import Struct

from companion.engine.values.message import Message

SLUG = "battle-for-the-island"
TEXTS = "battle-for-the-island.words"
PEOPLE = 2
LARGEST, USUAL_SIZE = 26, 12
"""Squares a side.

Ten blocks need ten rows and columns of their own, and letters name the columns (BI-S1).
"""
KINDS = ("soldier", "jeep", "tank")
RANGES = (2, 3, 4)
"""The range of each kind, in the order of kinds (BI-S2)."""
UNIT = 10
"""The number of each player's characters (BI-S2)."""
FIRST_ON_ISLAND = 5
BLOCKS, LIVE_BLOCKS = 10, 6
LIVE, SAFE = "live", "safe"
PAD_COLUMNS = 5
MISSILE = 2
"""The pad's column with the missile mark, counted from 0 (BI-S5)."""
DIE = (0, 1, 2, 3, 4, 5)
FIVE = 5
"""The number of losses that lose the game, if chosen (BI-E7)."""
NORTH, EAST, SOUTH, WEST = range(4)
FACINGS = ("north", "east", "south", "west")
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""One square forward for each facing, in rows and columns.

North is away from seat 0.
"""
FORWARD_OF = (NORTH, SOUTH)
"""The facing of characters from each player's pad."""
Way = Literal["ahead", "left", "right"]
AHEAD: Way = "ahead"
LEFT: Way = "left"
RIGHT: Way = "right"
QUARTER: Mapping[str, int] = {AHEAD: 0, LEFT: -1, RIGHT: 1}

SQUARES = tuple(f"{column}{row + 1}" for row in range(LARGEST) for column in ascii_lowercase)
"""The names of all squares of the largest island.

A square is its index here, whatever the size of the island.
"""


def square_at(row: int, column: int) -> int:
    """Return the square in *row* and *column*, both from 0."""
    return row * LARGEST + column


def row_of(square: int) -> int:
    """Return the row of *square*, from 0."""
    return square // LARGEST


def column_of(square: int) -> int:
    """Return the column of *square*, from 0."""
    return square % LARGEST


def name(word: str) -> Message:
    """Return the name of a word of the notation."""
    return Message(f"{TEXTS}.{word}")


_NAMED = frozenset(SQUARES)


def labels_of(words: tuple[str, ...]) -> tuple[Message, ...]:
    """Return labels for *words* of the notation.

    Squares and numbers are their own labels.
    """
    return tuple(map(_label_of, words))


def _label_of(word: str) -> Message:
    if word in _NAMED:
        return Message(f"{TEXTS}.square", {"square": word})
    return Message("play.number", {"number": word}) if word.isdigit() else name(word)


class Aim(Struct, frozen=True, gc=False):
    """A shot from a square: its *target*, *hit* and *before*.

    *hit* is the target as a mask, empty off the grid; *before* are the squares on the way, as a mask.
    """

    target: int
    hit: int
    before: int


OFF_GRID = Aim(-1, 0, 0)


class Grid(Struct, frozen=True, eq=False):
    """An island of a *size*: lines ahead and neighbours of each square.

    The lines are by facing. There is one grid of each size, which only equals itself.
    """

    size: int
    squares: tuple[int, ...]
    ahead: dict[int, tuple[tuple[int, ...], ...]]
    """By square and facing, up to five squares ahead, the nearest first."""
    around: dict[int, frozenset[int]]
    """The eight squares around each, fewer at the edge."""
    aims: dict[int, tuple[tuple[Aim, ...], ...]]
    """The shot by square, facing and kind.

    ``OFF_GRID`` if it leaves the grid.
    """
    home_rows: tuple[tuple[int, ...], ...]
    """For each seat the squares of its two nearest rows (BI-S6)."""
    ahead_of_pads: tuple[tuple[tuple[int | None, ...], ...], ...]
    """The first square straight ahead of each column of a pad.

    By seat, column of the grid at its missile, and column of its pad. None where the pad overhangs (BI-Z3).
    """

    def __repr__(self) -> str:
        return f"Grid({self.size})"


@cache
def grid_of(size: int) -> Grid:
    """Return the island with *size* squares a side."""
    squares = tuple(square_at(row, column) for row in range(size) for column in range(size))
    ahead = {square: tuple(_ray(square, facing, size) for facing in range(4)) for square in squares}
    return Grid(
        size,
        squares,
        ahead,
        around={square: frozenset(_around(square, size)) for square in squares},
        aims={square: tuple(tuple(_aim(ray, reach) for reach in RANGES) for ray in ahead[square]) for square in ahead},
        home_rows=tuple(
            tuple(square_at(row, column) for row in rows for column in range(size))
            for rows in ((0, 1), (size - 1, size - 2))
        ),
        ahead_of_pads=tuple(tuple(_ahead_of_pad(seat, mark, size) for mark in range(size)) for seat in range(PEOPLE)),
    )


def mask_of(squares: Iterable[int]) -> int:
    """Return *squares* as a mask, a bit a square."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def _ray(square: int, facing: int, size: int) -> tuple[int, ...]:
    down, across = STEPS[facing]
    places = [(row_of(square) + down * step, column_of(square) + across * step) for step in range(1, max(DIE) + 1)]
    return tuple(square_at(*place) for place in places if all(0 <= each < size for each in place))


def _aim(ray: tuple[int, ...], reach: int) -> Aim:
    if len(ray) < reach:
        return OFF_GRID
    target = ray[reach - 1]
    return Aim(target, 1 << target, mask_of(ray[: reach - 1]))


def _ahead_of_pad(seat: int, mark: int, size: int) -> tuple[int | None, ...]:
    row, across = (0, 1) if seat == 0 else (size - 1, -1)
    columns = [mark + across * (column - MISSILE) for column in range(PAD_COLUMNS)]
    return tuple([square_at(row, column) if 0 <= column < size else None for column in columns])


def _around(square: int, size: int) -> list[int]:
    rows = range(max(row_of(square) - 1, 0), min(row_of(square) + 2, size))
    columns = range(max(column_of(square) - 1, 0), min(column_of(square) + 2, size))
    return [each for row in rows for column in columns if (each := square_at(row, column)) != square]
