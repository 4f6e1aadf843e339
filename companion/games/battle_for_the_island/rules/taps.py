"""Corrections by two taps on the island.

They move units and blocks to their possible places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from companion.engine.state import kept_for_last
from companion.engine.values.message import Message
from companion.engine.values.spot import BoardThing, Spot
from companion.games.battle_for_the_island.rules.characters import OFF, UNPLACED, Character
from companion.games.battle_for_the_island.rules.components import (
    FACINGS,
    KINDS,
    PAD_COLUMNS,
    PEOPLE,
    SQUARES,
    column_of,
    name,
    row_of,
)
from companion.games.battle_for_the_island.rules.state import Battle

_A_UNIT: Mapping[str, str] = {
    "soldier": "battle-for-the-island.a-soldier",
    "jeep": "battle-for-the-island.a-jeep",
    "tank": "battle-for-the-island.a-tank",
}
_OFF = Spot(("=off",), Message("battle-for-the-island.off-board"), "battle-for-the-island.put-off")
_FACING = {
    facing: Spot(
        (f".facing={facing}",),
        Message("battle-for-the-island.toward", {"facing": name(facing)}),
        "battle-for-the-island.put-facing",
    )
    for facing in FACINGS
}


@kept_for_last
def board_things(state: Battle) -> tuple[BoardThing, ...]:
    """Return the units on island and pads, and the blocks.

    Empty before play has begun.
    """
    return (*_units(state), *_blocks(state)) if state.turn >= 0 else ()


@lru_cache(maxsize=256)
def _on(square: int) -> Spot:
    """Return a square as a spot.

    The correction places the character on the island first, then sets its column and row.
    """
    at = SQUARES[square]
    words = ("=island", f".column={at[0]}", f".row={at[1:]}")
    label = Message("battle-for-the-island.words.square", {"square": at})
    return Spot(words, label, "battle-for-the-island.put", at)


@lru_cache(maxsize=16)
def _on_pad(seat: int, column: int) -> Spot:
    told = "battle-for-the-island.put-on-pad"
    return Spot((f"=pad-{column}",), name(f"pad-{column}"), told, f"pad-{seat + 1}-{column}")


def _taken(state: Battle) -> set[int]:
    return {each.place for unit in state.units for each in unit} | set(state.blocks_left())


def _units(state: Battle) -> Iterator[BoardThing]:
    taken = _taken(state)
    land = tuple(_on(square) for square in state.grid.squares if square not in taken)
    for seat in range(PEOPLE):
        columns = () if state.rules.no_pads else range(1, PAD_COLUMNS + 1)
        pad = tuple(_on_pad(seat, column) for column in columns if state.on_pad(seat, column) is None)
        numbers = dict.fromkeys(range(len(KINDS)), 0)
        for at, each in enumerate(state.units[seat]):
            numbers[each.kind] += 1
            if each.place not in (OFF, UNPLACED):
                spots = (land, (*pad, *_turned(each), _OFF))
                yield _unit(state, seat, at, numbers[each.kind], spots=spots)


def _unit(state: Battle, seat: int, at: int, number: int, *, spots: tuple[tuple[Spot, ...], ...]) -> BoardThing:
    kind, called = KINDS[state.units[seat][at].kind], state.called(seat)
    label = Message("battle-for-the-island.character", {"name": called, "kind": name(kind), "number": number})
    what = Message(_A_UNIT[kind], {"name": called})
    return BoardThing(f"{seat + 1}-{kind}-{number}", f"{seat + 1}-{at + 1}", label, what, spots)


def _turned(each: Character) -> Iterator[Spot]:
    """Yield a character's other facings."""
    return (spot for facing, spot in _FACING.items() if facing != FACINGS[each.facing])


def _blocks(state: Battle) -> Iterator[BoardThing]:
    """Yield the blocks with their possible squares.

    A block has its row and column alone, and its square is free of characters.
    """
    taken, left = _taken(state), state.blocks_left()
    for at, block in enumerate(state.blocks):
        if block in left:
            others = [other for other in left if other != block]
            rows, columns = {row_of(other) for other in others}, {column_of(other) for other in others}
            land = tuple(
                _on(square) for square in state.grid.squares
                if square not in taken and row_of(square) not in rows and column_of(square) not in columns
            )  # fmt: skip
            label = Message("battle-for-the-island.block-number", {"number": at + 1})
            what = Message("battle-for-the-island.a-block")
            yield BoardThing(f"block-{at + 1}", f"block-{at + 1}", label, what, (land, tuple(_gone(state))))


def _gone(state: Battle) -> Iterator[Spot]:
    """Yield the ways to take a block off: as live or safe.

    The kind's count goes down by one.
    """
    if state.live:
        words = ("=off", f"live={state.live - 1}")
        yield Spot(words, Message("battle-for-the-island.was-live"), "battle-for-the-island.put-live")
    if state.safe:
        words = ("=off", f"safe={state.safe - 1}")
        yield Spot(words, Message("battle-for-the-island.was-safe"), "battle-for-the-island.put-safe")
