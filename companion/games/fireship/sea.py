"""The sea as pages draw it, the same for all viewers.

It has a grid, islands, colour squares, pawns and whirlpools.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.engine.referees.picture_parts import drawn_from
from companion.engine.values.message import Constant, Message
from companion.engine.values.picture import BoardPicture, Cell, Piece, Place, as_dict
from companion.games.fireship import notes as told
from companion.games.fireship.rules.board.board import FireshipBoard as BoardMap
from companion.games.fireship.rules.board.components import (
    COLOURS,
    ISLANDS,
    KINDS,
    THINGS,
    WHITE,
    mark_of,
    name,
    place_of,
)
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.state import Sea
from companion.games.fireship.words import SIGNS, WORDS


@drawn_from(
    "rules", "colours", "flags", "pawns", "home", "whirls", "fog", "picked_up", "led", "led_islands",
)  # fmt: skip
def board_of(state: Sea) -> Constant:
    """Return the board: special cells, dots, islands and colour squares.

    All other cells are open sea.
    """
    board = state.rules.board
    islands = (_island(state, island) for island in range(ISLANDS))
    squares = (_square(state, colour) for colour in range(len(COLOURS)))
    shown = BoardPicture(
        board.slug,
        "grid",
        WORDS["sea"],
        cells=(),
        pieces=(),
        columns=board.width,
        rows=board.height,
        plain=WORDS["cell"],
    )
    pieces = _pieces(state)
    on_it = {"pieces": pieces} if pieces else {}
    return Constant(as_dict(shown, cells=(*_marks(board), *islands, *squares), **on_it))


@lru_cache(maxsize=4)
def _marks(board: BoardMap) -> tuple[Constant, ...]:
    """Return the print of *board*: special cells and dots."""
    dots = (Cell(_id(dot), "", place_of(dot), look="dot") for dot in board.dots if dot not in board.special_kind)
    specials = (_special(cell, kind) for cell, kind in sorted(board.special_kind.items()))
    return tuple(map(Constant, (*specials, *dots)))


def _id(cell: int) -> str:
    return THINGS[cell]


@lru_cache(maxsize=64)
def _places(mask: int) -> tuple[Place, ...]:
    """Return the cells of an island or a colour square as places."""
    return tuple(map(place_of, cells_of(mask)))


def _special(cell: int, kind: str) -> Cell:
    return Cell(_id(cell), name(kind), place_of(cell), look="special", sign=SIGNS[kind], about=told.ABOUT[kind])


def _island(state: Sea, island: int) -> Constant:
    side = state.flags[island]
    owner = None if side == WHITE else side
    conditions = _conditions(led=bool(state.led_islands >> island & 1), fog=state.fogged(side))
    return _island_of(state.rules.board, island, state.colour_word(side), owner, conditions=conditions)


@lru_cache(maxsize=256)
def _island_of(board: BoardMap, island: int, look: str, owner: int | None, *, conditions: tuple[str, ...]) -> Constant:
    places = _places(board.islands[island])
    flag = Message("fireship.page.flag", {"colour": name(look)})
    return Constant(
        Cell(
            f"island-{island + 1}",
            board.island_name(island),
            places[0],
            places,
            look=look,
            notes=(flag, *_notes(conditions)),
            owner=owner,
            about=told.ABOUT["island"],
        )
    )


def _square(state: Sea, colour: int) -> Constant:
    seat = state.seat_of(colour)
    conditions = _conditions(fog=seat >= 0 and state.fogged(seat))
    return _square_of(state.rules.board, colour, seat if seat >= 0 else None, conditions)


@lru_cache(maxsize=64)
def _square_of(board: BoardMap, colour: int, owner: int | None, conditions: tuple[str, ...]) -> Constant:
    places, word = _places(board.squares[colour]), COLOURS[colour]
    label = Message("fireship.page.square", {"colour": name(word)})
    cell = Cell(
        f"square-{word}",
        label,
        places[0],
        places,
        look=word,
        notes=_notes(conditions),
        owner=owner,
        about=told.ABOUT["square"],
    )
    return Constant(as_dict(cell, colour_label=name(word)))


def _conditions(**held: bool) -> tuple[str, ...]:
    """Return the names of the conditions that hold."""
    return tuple([word for word, so in held.items() if so])


def _notes(conditions: tuple[str, ...]) -> tuple[Message, ...]:
    """Return the notes that say *conditions*."""
    return tuple([WORDS[word] for word in conditions])


def _pieces(state: Sea) -> tuple[Constant | Piece, ...]:
    """Return the pawns and whirlpools on the sea.

    Pawns in the squares are one piece a kind.
    """
    if not state.pawns:
        return ()
    pawns = (_pawn(state, *each) for each in sorted(_pawns(state)))
    stock = (each for colour in range(len(COLOURS)) for each in _stock(state, colour))
    whirls = (
        Piece(
            f"whirlpool-{_id(cell)}",
            _id(cell),
            WORDS["whirlpool"],
            "whirl",
            "whirl",
            seat,
            about=told.ABOUT["whirlpool"],
        )
        for cell, seat in state.whirls
    )
    return (*pawns, *stock, *whirls)


def _pawns(state: Sea) -> Iterator[tuple[int, int, int]]:
    """Yield cell, side and kind of each pawn on the sea."""
    for side, fleet in zip((*range(state.rules.people), WHITE), state.pawns, strict=True):
        for kind in range(len(KINDS)):
            for cell in cells_of(fleet[kind]):
                yield cell, side, kind


def _pawn(state: Sea, cell: int, side: int, kind: int) -> Constant:
    owner = None if side == WHITE else side
    conditions = _conditions(picked_up=cell == state.picked_up, led=bool(state.led >> cell & 1), fog=state.fogged(side))
    return _pawn_of(cell, state.colour_word(side), KINDS[kind], owner, conditions=conditions)


@lru_cache(maxsize=256)
def _pawn_of(cell: int, colour: str, kind: str, owner: int | None, *, conditions: tuple[str, ...]) -> Constant:
    label = Message("fireship.pawn-at", {"kind": name(kind), "colour": name(colour), **mark_of(cell)})
    return Constant(
        Piece(
            _id(cell),
            _id(cell),
            label,
            f"{colour} {kind}",
            SIGNS[kind],
            owner,
            selected="picked_up" in conditions,
            notes=_notes(conditions),
            about=told.ABOUT[kind],
        )
    )


def _stock(state: Sea, colour: int) -> Iterator[Piece]:
    seat, word = state.seat_of(colour), COLOURS[colour]
    counts = state.home[seat] if seat >= 0 and state.home else ()
    for kind, count in zip(KINDS, counts, strict=False):
        if count:
            yield Piece(
                f"{word}-{kind}",
                f"square-{word}",
                name(kind),
                look=f"{word} {kind}",
                sign=SIGNS[kind],
                owner=seat,
                count=count,
                about=told.ABOUT[kind],
            )
