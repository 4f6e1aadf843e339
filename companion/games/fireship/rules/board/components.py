"""The contents of the box, as numbers (FS-C1 to FS-C7).

A cell is a number, row by row, ``STRIDE`` numbers a row; a set of cells is a mask, one bit a cell. A *thing* leads or
suffers an attack: a cell means the pawn on it, then come the islands, then each colour's kinds of pawn in its colour
square.
"""

from __future__ import annotations

from companion.engine.values.bags import Bag, bag
from companion.engine.values.message import Message, Value

TEXTS = "fireship.words"
"""Prefix of the texts for islands, cards, pawns and verbs."""

STRIDE = 32
"""Cells a row, one more than the widest board has.

So no step wraps round from one side to the other.
"""
MAX_SIDE = STRIDE - 1
CELLS = STRIDE * STRIDE

ISLANDS = 9
COLOURS = ("blue", "red", "green", "yellow")
WHITE_WORD = "white"
WHITE = -1
"""The white side, which nobody plays.

It is last in every row by side.
"""

KINDS = ("boat", "plane", "battleship")
BOAT, PLANE, BATTLESHIP = range(3)
MAX_PAWNS = (15, 3, 2)
"""The number of pawns of each kind in a colour (FS-C6)."""
START_HOME = (3, 1, 0)
POWER = (1, 2, 4)
ISLAND_POWER = 2

FIRST_ISLAND = CELLS
FIRST_HOME = FIRST_ISLAND + ISLANDS
THINGS = (
    *(f"{cell % STRIDE + 1}-{cell // STRIDE + 1}" for cell in range(CELLS)),
    *(f"island-{number}" for number in range(1, ISLANDS + 1)),
    *(f"{colour}-{kind}" for colour in COLOURS for kind in KINDS),
)
"""The word of each thing: ``7-5`` (column, row), ``island-3``, ``blue-boat``."""

WON, LOST = "won", "lost"
PLAIN, BLUE = "plain-die", "blue-die"
DIE_FACES = 6
PLAIN_WINS, BLUE_WINS = 3, 4
"""The number of winning faces on each win/lose die (FS-C2)."""
DICE = 3
MOVE_DICE, WHEEL_SPIN, MYSTERY_DRAW = "dice", "wheel", "mystery"
"""Purposes of requests to chance, besides the dice ``PLAIN`` and ``BLUE``."""
FACES = {"1-10": tuple(range(1, 11)), "0-9": tuple(range(10))}

BATTLESHIP_CELL, WHEEL_CELL, MYSTERY_CELL = "battleship-cell", "wheel-cell", "mystery-cell"

GAIN_BOAT, GAIN_PLANE, LOSE_BOAT, LOSE_PLANE = "gain-boat", "gain-plane", "lose-boat", "lose-plane"
DRAW_CARD, SPIN_AGAIN, KRAKEN = "draw-card", "spin-again", "kraken"
BOOM, GULF_STREAM, FOG, UPDRAFT = "boom", "gulf-stream", "fog", "updraft"
WHEEL = (
    GAIN_BOAT, GAIN_PLANE, LOSE_BOAT, LOSE_PLANE, DRAW_CARD, SPIN_AGAIN, KRAKEN, BOOM, GULF_STREAM, FOG, UPDRAFT,
)  # fmt: skip
"""The eleven actions of the wheel (FS-C3)."""
BADGES = (BOOM, GULF_STREAM, FOG, UPDRAFT)
BADGE_STOCK = 6

SPIN_WHEEL, NO, PLUS_ONE, HOLE, WHIRLPOOL = "spin-wheel", "no", "plus-one", "deep-hole-bermuda", "whirlpool"
CARD_COUNTS = {
    SPIN_WHEEL: 5, GAIN_BOAT: 6, GAIN_PLANE: 4, LOSE_BOAT: 5, LOSE_PLANE: 3, NO: 5, BOOM: 5, PLUS_ONE: 6, UPDRAFT: 4,
    FOG: 4, GULF_STREAM: 4, HOLE: 2, WHIRLPOOL: 2,
}  # fmt: skip
"""The mystery cards (FS-C4)."""
KEPT = frozenset((NO, BOOM, PLUS_ONE, UPDRAFT, FOG, GULF_STREAM, WHIRLPOOL))
"""The cards kept hidden for later (FS-K13)."""

FLIGHT = 4
"""Units for an overflight of an island (FS-T3)."""
ROUNDS, MINUTES = 20, 60
ANSWER_S = 15
"""Default seconds of an answer window (FS-K15)."""


THE_PIECE = tuple(Message(f"fireship.battle.the-{kind}") for kind in KINDS)
ONE_PIECE = tuple(Message(f"fireship.battle.one-{kind}") for kind in KINDS)
"""The names of a piece of each kind within a sentence."""


def name(word: str) -> Message:
    """Return the name of a card, pawn, colour or verb."""
    return Message(f"{TEXTS}.{word}")


def deck_of(counts: dict[str, int]) -> Bag:
    """Return the deck with *counts* of each card."""
    return bag(card for card, count in counts.items() for _ in range(count))


def home_thing(colour: int, kind: int) -> int:
    """Return the thing for pawns of *kind* in the square of *colour*."""
    return FIRST_HOME + colour * len(KINDS) + kind


def home_of(thing: int) -> tuple[int, int]:
    """Return colour and kind of *thing*, pawns in a colour square."""
    return divmod(thing - FIRST_HOME, len(KINDS))


def cell_at(column: int, row: int) -> int:
    """Return the cell at *column* and *row*, both from 1."""
    return (row - 1) * STRIDE + column - 1


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters_of(column: int) -> str:
    """Return the letters above *column*: A to Z, then AA, AB, ..."""
    rounds, letter = divmod(column - 1, len(ALPHABET))
    return (ALPHABET[rounds - 1] if rounds else "") + ALPHABET[letter]


def mark_of(cell: int) -> dict[str, Value]:
    """Return the values that name *cell* in a sentence.

    The column by letters, the row by number.
    """
    column, row = place_of(cell)
    return {"column": letters_of(column), "row": row}


def cell_name(cell: int) -> Message:
    """Return the name of *cell* on the board: ``K4``."""
    return Message("fireship.cell", mark_of(cell))


def place_of(cell: int) -> tuple[int, int]:
    """Return the column and the row of *cell*, both from 1."""
    row, column = divmod(cell, STRIDE)
    return column + 1, row + 1
