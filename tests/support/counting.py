"""A referee beside a second, naive program of the same rules: both reach the same positions, ply by ply."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence, Set
from itertools import product
from typing import Any

from companion.engine.chance import ChanceAnswer, Dice
from companion.engine.state import State, legal
from companion.engine.table import follow
from companion.engine.values.seats import CHANCE


def next_states(state: State) -> list[Any]:
    """Return every state that one ply leads to."""
    request = state.due()
    if request is not None:
        answers = product(*request.dice) if isinstance(request, Dice) else (answer for answer, _ in request.odds())
        commands: list[Any] = [ChanceAnswer(CHANCE, request.verb, answer) for answer in answers]
    else:
        commands = [command for ask in state.asks() for command in legal(state, ask.seat)]
    return [follow(state, command.facts(state))[0] for command in commands]


def reaches(start: State, expected: Sequence[Set[Any]], key: Callable[[Any], Hashable]) -> None:
    """Fail unless *start* leads to just the positions *expected* of each ply, told apart by their *key*."""
    layer: dict[Any, Any] = {key(start): start}
    for ply, positions in enumerate(expected, 1):
        layer = {key(after): after for before in layer.values() for after in next_states(before)}
        assert (ply, len(layer)) == (ply, len(positions))
        assert layer.keys() == positions
