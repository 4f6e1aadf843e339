"""The real board in words, for people to match a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.values.message import Message
from companion.games.fireship.rules.board.components import (
    BADGES,
    BOAT,
    KINDS,
    THE_PIECE,
    WHITE,
    cell_name,
    mark_of,
    name,
)
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.state import Sea


def differences(before: Sea, state: Sea) -> tuple[Message, ...]:
    """Return the changes of the real board from *before* to *state*.

    These are flags, pawns, squares, whirlpools and badges. Before the set-up only the white boats are on it.
    """
    found = [
        Message("fireship.shows-flag", {"island": state.rules.board.island_name(n), "colour": state.colour(flag)})
        for n, (flag, was) in enumerate(zip(state.flags, before.flags, strict=True))
        if flag != was
    ]
    return (*found, *_pawns(before, state), *_homes(before, state), *_whirls(before, state), *_badges(before, state))


def _pawns(before: Sea, state: Sea) -> Iterator[Message]:
    stood, stands = _standing(before), _standing(state)
    for cell, (side, kind) in stands.items():
        if stood.get(cell) != (side, kind):
            yield Message("fireship.shows-pawn", {"pawn": state.pawn_name(cell, side, kind)})
    for cell, (side, kind) in stood.items():
        if cell not in stands:
            what: dict[str, Any] = {"who": before.called(side), "what": THE_PIECE[kind], "cell": cell_name(cell)}
            yield Message("fireship.shows-gone", what)


def _standing(state: Sea) -> dict[int, tuple[int, int]]:
    """Return side and kind of the pawn on each cell."""
    if not state.pawns:
        return dict.fromkeys(state.rules.board.dots, (WHITE, BOAT))
    return {cell: state.pawn_at(cell) for cell in cells_of(state.occupied())}


def _homes(before: Sea, state: Sea) -> Iterator[Message]:
    named, people = (state if state.home else before), range(max(len(state.home), len(before.home)))
    for seat in people:
        # Until it is set out a square is empty: what isn't there at first isn't told.
        counts = state.home[seat] if state.home else (0,) * len(KINDS)
        were = before.home[seat] if before.home else (0,) * len(KINDS)
        for kind, count, was in zip(KINDS, counts, were, strict=True):
            if count != was:
                who: dict[str, Any] = {"kind": name(kind), "colour": named.colour(seat)}
                yield Message("fireship.shows-home", {**who, "count": count})


def _whirls(before: Sea, state: Sea) -> Iterator[Message]:
    lay, lie = ([cell for cell, _ in each.whirls] for each in (before, state))
    for key, cells, others in (("fireship.shows-whirl", lie, lay), ("fireship.shows-no-whirl", lay, lie)):
        for cell in (each for each in cells if each not in others):
            yield Message(key, mark_of(cell))


def _badges(before: Sea, state: Sea) -> Iterator[Message]:
    named = state if state.badges else before
    for seat in range(len(named.badges)):
        counts, were = (each.badges[seat] if each.badges else (0,) * len(BADGES) for each in (state, before))
        for word, count, was in zip(BADGES, counts, were, strict=True):
            if count != was:
                values: dict[str, Any] = {"colour": named.colour(seat), "badge": name(word)}
                yield Message("fireship.shows-badges", {**values, "count": count})
