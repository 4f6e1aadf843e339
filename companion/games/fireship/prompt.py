"""Prompts: the next action in the wording for each reader.

A prompt asks only for actions that are possible as far as everybody can see: hidden cards change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.referees.declarations import Declaration
from companion.engine.referees.frame import NOBODY
from companion.engine.referees.pending_steps import PendingStep
from companion.engine.values.message import Message, Value
from companion.games.fireship.rules.actions import Attack
from companion.games.fireship.rules.board.components import ONE_PIECE, THE_PIECE
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.moves import Pick
from companion.games.fireship.rules.pending_steps import (
    Fight,
    FireshipDrawing,
    Losing,
    RaisingKraken,
    Spinning,
    Testing,
)
from companion.games.fireship.rules.setup import chooses, first_roller
from companion.games.fireship.rules.state import NOTHING, Sea

DUE: Mapping[str, str] = {
    "roll": "fireship.due-roll",
    "moves": "fireship.due-moves",
    "where": "fireship.due-where",
    "stuck": "fireship.due-stuck",
    "no-way": "fireship.due-no-way",
    "no-steps": "fireship.due-no-steps",
    "no-pieces": "fireship.due-no-pieces",
    "attacks": "fireship.due-attacks",
    "no-attacks": "fireship.due-no-attacks",
    "cells-next": "fireship.due-cells-next",
    "cells": "fireship.due-cells",
    "no-cells": "fireship.due-no-cells",
    "last": "fireship.due-last",
}
"""The sentence for each step of a turn, by the possible action."""
PENDING: Mapping[type[PendingStep], str] = {
    Testing: "fireship.due-test",
    Spinning: "fireship.due-spin",
    FireshipDrawing: "fireship.due-draw",
    Losing: "fireship.due-lose",
    RaisingKraken: "fireship.due-kraken",
}
"""The sentence for each pending step, except a battle's die."""
WAITING: Mapping[str, str] = {
    "roll": "fireship.waiting-roll",
    "attacks": "fireship.waiting-attacks",
    "no-attacks": "fireship.waiting-last",
    "cells-next": "fireship.waiting-cells",
    "cells": "fireship.waiting-cells",
    "no-cells": "fireship.waiting-last",
    "last": "fireship.waiting-last",
}
"""The sentence for the other players meanwhile."""
WAITING_FOR: Mapping[type[PendingStep], str] = {
    Testing: "fireship.waiting-test",
    Spinning: "fireship.waiting-spin",
    FireshipDrawing: "fireship.waiting-draw",
    Losing: "fireship.waiting-lose",
    RaisingKraken: "fireship.waiting-kraken",
}
"""The sentence for the other players during a pending step."""


def due(state: Sea) -> str:
    """Return the active player's possible action, a key of ``DUE``."""
    match state.step:
        case "moves":
            return _due_in_moves(state)
        case "attacks":
            if any(True for _ in Attack.tries(state, state.turn)):
                return "attacks"
            standing = state.side_at_sea(state.turn) & state.rules.board.specials
            return "cells-next" if any(map(state.may_use, cells_of(standing))) else "no-attacks"
        case "cells":
            return "cells" if state.usable else "no-cells"
        case step:
            return step


def _due_in_moves(state: Sea) -> str:
    if not state.units:
        return "no-steps"
    may_pick = any(True for _ in Pick.tries(state, state.turn))
    if state.picked_up == NOTHING:
        return "moves" if may_pick else "no-pieces"
    if state.goals or state.may_go_home:
        return "where"
    return "stuck" if may_pick else "no-way"


def asks(state: Sea) -> dict[str, Any] | None:
    """Return the next seat in the roll for first, and its text.

    None if everybody reads the same text.
    """
    seat = NOBODY if state.pending or state.ending is not None or chooses(state) else first_roller(state)
    return None if seat == NOBODY else {"seat": seat, "text": Message("fireship.asked-first")}


def now(state: Sea) -> Message:
    """Return the next action, as everybody may read it."""
    end = state.end()
    if end is not None:
        return end
    if state.pending:
        top = state.pending[-1]
        if isinstance(top, Declaration):
            return Message("fireship.due-answers")
        if isinstance(top, Fight):
            return Message("fireship.powers", {"attack": top.attack, "defence": top.defence})
        return Message(next(PENDING[kind] for kind in PENDING if isinstance(top, kind)), _lost(top, THE_PIECE))
    if state.turn < 0:
        if chooses(state):
            return Message("fireship.due-colours")
        seat = first_roller(state)
        return Message("fireship.due-first", {"colour": state.called(seat)}) if seat >= 0 else Message(DUE["roll"])
    values: dict[str, Any] = {}
    if state.step == "moves":
        values["count"] = state.units
    if state.picked_up != NOTHING:
        values["pawn"] = state.thing_name(state.picked_up)
    return Message(DUE.get(due(state), DUE["roll"]), values)


def waiting(state: Sea) -> Message | str:
    """Describe the action that the other players wait for."""
    top = state.pending[-1] if state.pending else None
    if top is None and state.step == "moves":
        return Message("fireship.page.has-left", {"name": "{name}", "count": state.units})
    if isinstance(top, PendingStep):
        key, seat = next((WAITING_FOR[kind] for kind in WAITING_FOR if isinstance(top, kind)), ""), top.by
    else:
        key, seat = WAITING.get(due(state), "") if top is None else "", state.turn
    return Message(key, {"name": state.called(seat), **_lost(top, ONE_PIECE)}) if key else ""


def _lost(top: Any, words: tuple[Message, ...]) -> dict[str, Value]:
    """Name the pawn to give up, by the *words* of each kind.

    Empty if *top* is another step.
    """
    return {"what": words[top.kind]} if isinstance(top, Losing) else {}


def waiting_first(state: Sea, seat: int) -> Message:
    """Return the others' text while *seat* rolls for the first turn."""
    return Message("fireship.waiting-first", {"name": state.called(seat)})
