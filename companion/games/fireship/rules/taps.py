"""Corrections by two taps on the sea.

They move pieces, whirlpools and flags to their possible places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from companion.engine.state import kept_for_last
from companion.engine.values.message import Message
from companion.engine.values.spot import BoardThing, Spot
from companion.games.fireship.rules.board.components import (
    ISLANDS,
    KINDS,
    THINGS,
    WHITE,
    WHITE_WORD,
    cell_name,
    name,
    place_of,
)
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.state import Sea

_SHADES: Mapping[str, Message] = {
    "blue": Message("fireship.shade-blue"),
    "red": Message("fireship.shade-red"),
    "green": Message("fireship.shade-green"),
    "yellow": Message("fireship.shade-yellow"),
    WHITE_WORD: Message("fireship.shade-white"),
}
_PIECES: Mapping[str, str] = {
    "boat": "fireship.a-boat",
    "plane": "fireship.a-plane",
    "battleship": "fireship.a-battleship",
}
_OFF = Spot((".column=0",), Message("fireship.off-board"), "fireship.put-off")


@kept_for_last
def board_things(state: Sea) -> tuple[BoardThing, ...]:
    """Return every piece, whirlpool and island of *state*.

    Empty before play has begun.
    """
    if state.turn < 0:
        return ()
    water = _water(state.free())
    return (*_at_sea(state, water), *_at_home(state, water), *_whirls(state, water), *_flags(state))


@lru_cache(maxsize=4)
def _water(cells: int) -> tuple[Spot, ...]:
    """Return the free *cells* as spots."""
    return tuple([_on(cell) for cell in cells_of(cells)])


@lru_cache(maxsize=1024)
def _on(cell: int) -> Spot:
    column, row = place_of(cell)
    return Spot((f".column={column}", f".row={row}"), cell_name(cell), "fireship.put", THINGS[cell])


def _a_piece(colour: str, kind: int) -> Message:
    """Name a piece within a sentence: ``a red boat``."""
    return Message(_PIECES[KINDS[kind]], {"colour": _SHADES[colour]})


def _at_sea(state: Sea, water: tuple[Spot, ...]) -> Iterator[BoardThing]:
    for cell in cells_of(state.occupied()):
        side, kind = state.pawn_at(cell)
        colour = state.colour_word(side)
        others = (_OFF,) if side == WHITE else (_home(state, side, kind), _OFF)
        yield BoardThing(THINGS[cell], THINGS[cell], state.thing_name(cell), _a_piece(colour, kind), (water, others))


def _home(state: Sea, side: int, kind: int) -> Spot:
    colour = state.colour_word(side)
    words = (".column=0", f"{colour}.{KINDS[kind]}={state.home[side][kind] + 1}")
    label = Message("fireship.page.square", {"colour": state.colour(side)})
    return Spot(words, label, "fireship.put-home", f"square-{colour}")


def _at_home(state: Sea, water: tuple[Spot, ...]) -> Iterator[BoardThing]:
    """Yield a piece of each kind at home, to go to sea.

    The square then has one fewer.
    """
    for side, home in enumerate(state.home):
        colour = state.colour_word(side)
        for kind, count in enumerate(home):
            if count:
                mark, left = f"{colour}-{KINDS[kind]}", f"{colour}.{KINDS[kind]}={count - 1}"
                label = Message("fireship.pawns-home", {"kind": name(KINDS[kind]), "colour": state.colour(side)})
                yield BoardThing("new", mark, label, _a_piece(colour, kind), (water,), (f"new.pawn={mark}", left))


def _whirls(state: Sea, water: tuple[Spot, ...]) -> Iterator[BoardThing]:
    for at, (cell, _) in enumerate(state.whirls):
        what = Message("fireship.the-whirlpool")
        yield BoardThing(f"whirlpool-{at + 1}", f"whirlpool-{THINGS[cell]}", name("whirlpool"), what, (water, (_OFF,)))


def _flags(state: Sea) -> Iterator[BoardThing]:
    sides = (*state.living(), WHITE)
    for island in range(ISLANDS):
        flags = tuple(
            Spot((f"={state.colour_word(side)}",), state.colour(side), "fireship.put-flag")
            for side in sides if side != state.flags[island]
        )  # fmt: skip
        label = state.rules.board.island_name(island)
        yield BoardThing(f"island-{island + 1}", f"island-{island + 1}", label, label, (flags,))
