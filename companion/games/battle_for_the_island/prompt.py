"""Prompts: the next action in the wording for each reader.

A prompt asks only for possible actions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.values.message import Message
from companion.games.battle_for_the_island.rules.blocks import TurningOver
from companion.games.battle_for_the_island.rules.components import SQUARES
from companion.games.battle_for_the_island.rules.moves import Advance, Nominate, Turn, is_stuck
from companion.games.battle_for_the_island.rules.state import Battle

NOW: Mapping[str, str] = {
    "first": "battle-for-the-island.now-first",
    "blocks": "battle-for-the-island.now-blocks",
    "units": "battle-for-the-island.now-units",
    "pads": "battle-for-the-island.now-pads",
    "roll": "battle-for-the-island.now-roll",
    "advance": "battle-for-the-island.now-advance",
    "zero": "battle-for-the-island.now-zero",
    "move": "battle-for-the-island.now-move",
    "stuck": "battle-for-the-island.now-stuck",
    "stuck-unarmed": "battle-for-the-island.now-stuck-unarmed",
    "moved": "battle-for-the-island.now-moved",
    "moved-unarmed": "battle-for-the-island.now-moved-unarmed",
    "slide": "battle-for-the-island.now-slide",
    "removal": "battle-for-the-island.now-removal",
    "pad-removal": "battle-for-the-island.now-pad-removal",
}
"""The next action, by the step of set-up or turn.

*unarmed*: the player has no target.
"""
WAITING: Mapping[str, str] = {
    "blocks": "battle-for-the-island.waiting-blocks",
    "units": "battle-for-the-island.waiting-units",
    "pads": "battle-for-the-island.waiting-pads",
    "roll": "battle-for-the-island.waiting-roll",
    "advance": "battle-for-the-island.waiting-advance",
    "zero": "battle-for-the-island.waiting-zero",
    "move": "battle-for-the-island.waiting-move",
    "stuck": "battle-for-the-island.waiting-moved",
    "stuck-unarmed": "battle-for-the-island.waiting-over",
    "moved": "battle-for-the-island.waiting-moved",
    "moved-unarmed": "battle-for-the-island.waiting-over",
    "slide": "battle-for-the-island.waiting-slide",
    "removal": "battle-for-the-island.waiting-removal",
    "pad-removal": "battle-for-the-island.waiting-pad-removal",
}
"""The other player's sentence, by the step of set-up or turn."""


def now(state: Battle) -> Message:
    """Return the next action."""
    if state.turn < 0:
        placing = state.placing()
        if state.rolling:
            return Message("battle-for-the-island.now-tossing")
        return Message(NOW[placing], {"name": state.called(state.placer())} if placing != "first" else {})
    who: dict[str, Any] = {"name": state.called(state.turn), "other": state.called(1 - state.turn), "die": state.die}
    over = state.top()
    if isinstance(over, TurningOver) and (block := over.next_block(state)) is not None:
        return Message("battle-for-the-island.now-block", {"square": SQUARES[block]})
    if state.rolling:
        return Message("battle-for-the-island.now-rolling", who)
    if state.step == "zero":
        who["options"] = _options(state)
    return Message(NOW[due(state)], who)


def due(state: Battle) -> str:
    """Return the active player's possible action, a key of ``NOW``."""
    if state.pending or state.rolling:
        return state.step
    if is_stuck(state):
        return "stuck" if shots_of(state) else "stuck-unarmed"
    return "moved-unarmed" if state.step == "moved" and not shots_of(state) else state.step


def _options(state: Battle) -> tuple[Message, ...]:
    """Return the options of a zero (BI-Z1, BI-Z6)."""
    options = (
        (Turn, "battle-for-the-island.zero-turn"),
        (Advance, "battle-for-the-island.zero-advance"),
        (Nominate, "battle-for-the-island.zero-pad"),
    )
    return tuple([Message(key) for kind, key in options if [*kind.tries(state, state.turn)]])


ASKED: Mapping[str, str] = {
    "battle-for-the-island.now-blocks": "battle-for-the-island.own-blocks",
    "battle-for-the-island.now-units": "battle-for-the-island.own-units",
    "battle-for-the-island.now-pads": "battle-for-the-island.own-pads",
    "battle-for-the-island.now-roll": "battle-for-the-island.own-roll",
    "battle-for-the-island.now-advance": "battle-for-the-island.own-advance",
    "battle-for-the-island.now-zero": "battle-for-the-island.own-zero",
    "battle-for-the-island.now-move": "battle-for-the-island.own-move",
    "battle-for-the-island.now-stuck": "battle-for-the-island.own-stuck",
    "battle-for-the-island.now-stuck-unarmed": "battle-for-the-island.own-stuck-unarmed",
    "battle-for-the-island.now-moved": "battle-for-the-island.own-moved",
    "battle-for-the-island.now-moved-unarmed": "battle-for-the-island.own-moved-unarmed",
    "battle-for-the-island.now-slide": "battle-for-the-island.own-slide",
    "battle-for-the-island.now-removal": "battle-for-the-island.own-removal",
    "battle-for-the-island.now-pad-removal": "battle-for-the-island.own-pad-removal",
}
"""The asked player's sentence, by the sentence that all others read.

The latter has the player's name.
"""
REMOVALS = (NOW["removal"], NOW["pad-removal"])
"""The opponent's actions."""


def asks(state: Battle) -> dict[str, Any] | None:
    """Return the asked seat with its text.

    None if no seat is asked alone.
    """
    told = now(state)
    if told.key not in ASKED:
        return None
    seat = state.placer() if state.turn < 0 else state.turn
    if told.key in REMOVALS:
        seat = 1 - seat
    return {"seat": seat, "text": Message(ASKED[told.key], told.values)}


def waiting(state: Battle, step: str) -> Message | str:
    """Describe the action that the other player waits for."""
    if isinstance(state.top(), TurningOver):
        return now(state)
    if step not in WAITING:
        return ""
    seat = state.placer() if state.turn < 0 else state.turn
    values: dict[str, Any] = {"name": state.called(seat), "other": state.called(1 - seat), "die": state.die}
    return Message(WAITING[step], values)


def shots_of(state: Battle) -> Sequence[tuple[int, int]]:
    """Return the possible shots: from a square, at a square."""
    return state.shots(state.turn) if state.turn >= 0 and not state.pending and state.may_shoot() else ()
