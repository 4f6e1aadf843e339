"""Boards as data: a grid of letters and its faults (FS-B1).

A family can draw one. A digit is a cell of that island, its small letter (``a`` for island 1) its green dot; ``B R G
Y`` are the colour squares, ``#`` a battleship cell, ``@`` a wheel, ``?`` a mystery card, ``.`` the open sea.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.values.message import Message
from companion.games.fireship.rules.board.components import (
    BATTLESHIP_CELL,
    CELLS,
    COLOURS,
    ISLANDS,
    KINDS,
    MAX_SIDE,
    MYSTERY_CELL,
    STRIDE,
    WHEEL_CELL,
    name,
    place_of,
)
from companion.games.fireship.rules.board.masks import around, beside, cells_of

SEA = "."
ISLAND_LETTERS = "123456789"
DOT_LETTERS = "abcdefghi"
SQUARE_LETTERS = "BRGY"
SPECIALS = {"#": BATTLESHIP_CELL, "@": WHEEL_CELL, "?": MYSTERY_CELL}
LETTERS = frozenset((SEA, *ISLAND_LETTERS, *DOT_LETTERS, *SQUARE_LETTERS, *SPECIALS))
MIN_SIDE = 5


class BadFireshipBoard(ValueError):
    """A board is unplayable; *faults* are all its faults."""

    def __init__(self, name: str, faults: tuple[Message, ...]) -> None:
        super().__init__(f"board {name!r}: {', '.join(f'{fault.key} {fault.values}' for fault in faults)}")
        self.faults = faults


class FireshipBoard:
    """A board drawn as *rows* of letters.

    *island_names* are a family's own, in order, or none. A redrawn board keeps its *slug* and has a higher *version*,
    counted from 1.

    Masks: *all* cells, *open* those a pawn may enter outside the squares, *islands* and *squares* the cells of each,
    *all_squares* of these together, *specials* the special cells and *chance_cells* those of them that have a wheel or
    a mystery card; *near*, by thing, its cells and those within one of them (FS-B4), *near_islands* those of the
    islands alone and *ashore* of all islands together. *islands_near* gives, by thing, the islands among its near
    cells, *special_kind* the kind of each special cell, and *dots* are the cells with the islands' green dots.

    :raises BadFireshipBoard: it has faults.
    """

    def __init__(
        self, slug: str, rows: Sequence[str], label: Message, island_names: Sequence[str] = (), *, version: int = 1
    ) -> None:
        self.slug, self.version, self.label, self.rows = slug, version, label, tuple(rows)
        self._own_names = tuple(island_names)
        if faults := tuple(faults_of(rows, island_names)):
            raise BadFireshipBoard(slug, faults)
        self.height, self.width = len(rows), len(rows[0])
        at = _masks(rows)
        self.islands = tuple(at[letter] for letter in ISLAND_LETTERS)
        self.squares = tuple(at[letter] for letter in SQUARE_LETTERS)
        self.all_squares = sum(self.squares)
        self.dots = tuple(at[letter].bit_length() - 1 for letter in DOT_LETTERS)
        self.special_kind = {cell: kind for letter, kind in SPECIALS.items() for cell in cells_of(at[letter])}
        self.specials = sum(1 << cell for cell in self.special_kind)
        self.chance_cells = self.specials & ~at["#"]
        self.all = sum(at.values())
        self.open = self.all & ~sum(self.islands) & ~sum(self.squares)
        self.near_islands = tuple(around(mask) & self.all for mask in self.islands)
        self.ashore = around(sum(self.islands)) & self.all
        cells = (around(1 << cell) & self.all for cell in range(CELLS))
        homes = (around(mask) & self.all for mask in self.squares for _ in KINDS)
        self.near = (*cells, *self.near_islands, *homes)
        self.islands_near = tuple(map(self._islands_in, self.near))

    @property
    def word(self) -> str:
        """The board option's value for this board.

        ``archipelago:2``, or the slug alone for version 1.
        """
        return self.slug if self.version == 1 else f"{self.slug}:{self.version}"

    def island_name(self, island: int) -> Message:
        """Return the name of *island*, from 0."""
        if self._own_names:
            return Message("fireship.own-name", {"name": self._own_names[island]})
        return name(f"island-{island + 1}")

    def _islands_in(self, cells: int) -> tuple[int, ...]:
        return tuple(island for island, mask in enumerate(self.islands) if mask & cells)

    def kraken(self, cell: int) -> int:
        """Return the five-by-five square around *cell*, cut by the edge (FS-W7)."""
        return around(self.near[cell]) & self.all


def _masks(rows: Sequence[str]) -> dict[str, int]:
    masks = dict.fromkeys((SEA, *ISLAND_LETTERS, *DOT_LETTERS, *SQUARE_LETTERS, *SPECIALS), 0)
    for row, text in enumerate(rows):
        for column, letter in enumerate(text):
            masks[letter] |= 1 << row * STRIDE + column
    return masks


# ---------------------------------------------------------------------- what can be wrong
_BY_RULE = {"rule": "FS-B1"}
"""The rule about a board's contents."""


def faults_of(rows: Sequence[str], island_names: Sequence[str] = ()) -> Iterator[Message]:
    """Yield every fault of a board drawn as *rows*.

    Faults of the grid's shape and letters come first, then those of its contents.
    """
    shape = [*_shape_faults(rows)]
    yield from shape
    if shape:
        return
    if island_names and len(island_names) != ISLANDS:
        yield Message("fireship.board-names", {"given": len(island_names)})
    at = _masks(rows)
    yield from _island_faults(at)
    for colour, letter in zip(COLOURS, SQUARE_LETTERS, strict=True):
        if not at[letter]:
            yield Message("fireship.board-no-square", {**_BY_RULE, "colour": name(colour), "letter": letter})
        elif not _in_one_piece(at[letter]):
            yield Message("fireship.board-square-apart", {**_BY_RULE, "colour": name(colour), "letter": letter})
    yield from _sea_faults(at)


def _shape_faults(rows: Sequence[str]) -> Iterator[Message]:
    width = len(rows[0]) if rows else 0
    if not MIN_SIDE <= len(rows) <= MAX_SIDE or not MIN_SIDE <= width <= MAX_SIDE:
        sides = {"columns": width, "rows": len(rows), "minimum": MIN_SIDE, "maximum": MAX_SIDE}
        yield Message("fireship.board-size", {**sides})
    for number, text in enumerate(rows, 1):
        if len(text) != width:
            yield Message("fireship.board-row", {"row": number, "given": len(text), "expected": width})
        for column, letter in enumerate(text, 1):
            if letter not in LETTERS:
                yield Message(
                    "fireship.board-letter", {"row": number, "column": column, "letters": tuple(sorted(LETTERS))}
                )


def _island_faults(at: dict[str, int]) -> Iterator[Message]:
    for letter, dot in zip(ISLAND_LETTERS, DOT_LETTERS, strict=True):
        if not at[letter]:
            yield Message("fireship.board-no-island", {**_BY_RULE, "number": int(letter)})
        elif not _in_one_piece(at[letter]):
            yield Message("fireship.board-island-apart", {**_BY_RULE, "number": int(letter)})
        if at[dot].bit_count() != 1:
            yield Message(
                "fireship.board-dots", {**_BY_RULE, "number": int(letter), "letter": dot, "given": at[dot].bit_count()}
            )
        elif at[letter] and not beside(at[letter]) & at[dot]:
            yield Message("fireship.board-dot-far", {**_BY_RULE, "number": int(letter), "letter": dot})


def _sea_faults(at: dict[str, int]) -> Iterator[Message]:
    """Yield a fault for cells and squares cut off from the sea."""
    sea = sum(mask for letter, mask in at.items() if letter not in ISLAND_LETTERS + SQUARE_LETTERS)
    reached = _piece(sea)
    lost = [*cells_of(sea & ~reached)]
    if lost:
        column, row = place_of(lost[0])
        yield Message("fireship.board-unreached", {**_BY_RULE, "count": len(lost), "column": column, "row": row})
    for colour, letter in zip(COLOURS, SQUARE_LETTERS, strict=True):
        if at[letter] and not beside(at[letter]) & reached:
            yield Message("fireship.board-square-shut", {**_BY_RULE, "colour": name(colour), "letter": letter})


def _piece(mask: int) -> int:
    """Return the connected part of *mask* around its first cell."""
    reached, edge = 0, mask & -mask
    while edge:
        reached |= edge
        edge = beside(edge) & mask & ~reached
    return reached


def _in_one_piece(mask: int) -> bool:
    return _piece(mask) == mask
