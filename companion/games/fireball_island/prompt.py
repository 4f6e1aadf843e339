"""Prompts: the next action in the wording for each reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.referees.declarations import Declaration
from companion.engine.referees.frame import NOBODY
from companion.engine.values.message import Message
from companion.engine.values.picture import COLOURS, Head
from companion.games.fireball_island.rules.components import name
from companion.games.fireball_island.rules.draws import FireballDrawing, Taking
from companion.games.fireball_island.rules.fireballs import FireballNaming, Reporting
from companion.games.fireball_island.rules.movement import Walking
from companion.games.fireball_island.rules.state import TO_ROLL, FireballIsland
from companion.games.fireball_island.rules.windows import Window

PHASES: Mapping[str, str] = {
    "declare": "fireball-island.stage-declare",
    "roll": "fireball-island.stage-roll",
    "pass": "fireball-island.stage-pass",
}
"""The phase of the turn in a few words, by its step."""
WAITING: Mapping[str, str] = {
    "first": "fireball-island.waiting-first",
    "declare": "fireball-island.waiting-declare",
    "roll": "fireball-island.waiting-roll",
    "move": "fireball-island.waiting-move",
    "back": "fireball-island.waiting-back",
    "name": "fireball-island.waiting-name",
    "cards": "fireball-island.waiting-cards",
    "pass": "fireball-island.waiting-pass",
}
"""The other players' sentence, by the current action."""
NOW: Mapping[str, str] = {
    "rolling": "fireball-island.now-rolling",
    "first": "fireball-island.now-first",
    "declare": "fireball-island.now-declare",
    "roll": "fireball-island.now-roll",
    "cave-roll": "fireball-island.now-cave-roll",
    "pass": "fireball-island.now-pass",
}
"""The sentence for each step that waits for an action."""
ASKED: Mapping[str, str] = {
    "fireball-island.now-first": "fireball-island.asked-first",
    "fireball-island.now-declare": "fireball-island.asked-declare",
    "fireball-island.now-roll": "fireball-island.asked-roll",
    "fireball-island.now-cave-roll": "fireball-island.asked-cave-roll",
    "fireball-island.now-move": "fireball-island.asked-move",
    "fireball-island.now-back": "fireball-island.asked-back",
    "fireball-island.now-name": "fireball-island.asked-name",
    "fireball-island.now-pass": "fireball-island.asked-pass",
}
"""The asked player's sentence, by the sentence that all others read.

The latter has the player's name.
"""


def now(state: FireballIsland) -> Message:
    """Return the next action, as everybody may read it."""
    top = state.top()
    if isinstance(top, Declaration):
        key = "fireball-island.now-quiet" if is_quiet(top) else "fireball-island.now-answer"
        return Message(key, {"what": top.sentence(state), "names": holders(state)})
    if isinstance(top, Walking):
        who: dict[str, Any] = {"name": state.called(top.by), "other": state.called(top.seat), "count": top.left}
        return Message("fireball-island.now-back" if top.by != top.seat else "fireball-island.now-move", who)
    if isinstance(top, FireballNaming):
        return Message("fireball-island.now-name", {"name": state.called(top.by)})
    if isinstance(top, Reporting):
        return Message("fireball-island.now-report")
    if isinstance(top, FireballDrawing | Taking) or state.step == "deal":
        return Message("fireball-island.now-cards")
    return _now_in_turn(state)


def _now_in_turn(state: FireballIsland) -> Message:
    rolling, seat = _is_first(state), _roller(state)
    step: str = "rolling" if state.rolling else "first" if rolling else state.step
    if step == "roll" and state.caving:
        step = "cave-roll"
    return Message(NOW[step], {"name": state.called(seat)})


def asks(state: FireballIsland) -> dict[str, Any] | None:
    """Return the asked seat with its text.

    None if no seat is asked alone.
    """
    told = now(state)
    if told.key not in ASKED:
        return None
    seat = chooser(state)
    if seat is None:
        seat = _roller(state)
    return {"seat": seat, "text": Message(ASKED[told.key], told.values)}


def chooser(state: FireballIsland) -> int | None:
    """Return the seat that chooses a way or a Fireball, or None."""
    top = state.top()
    return top.by if isinstance(top, Walking | FireballNaming) else None


def _is_first(state: FireballIsland) -> bool:
    return state.turn == NOBODY and TO_ROLL in state.totals


def _roller(state: FireballIsland) -> int:
    return state.totals.index(TO_ROLL) if _is_first(state) else state.turn


def is_quiet(declared: Declaration) -> bool:
    """Return True if everybody may interrupt *declared*, and nobody is asked."""
    return isinstance(declared, Window) and declared.is_quiet


def holders(state: FireballIsland) -> tuple[str | Message, ...]:
    """Name the players with cards.

    It is secret which of them passed.
    """
    return tuple(map(state.called, state.holders()))


def head(state: FireballIsland) -> Head | None:
    """Return the active player with the phase.

    Before the first turn: the next to roll for it.
    """
    if state.ending is not None:
        return None
    if state.turn < 0:
        return _contest(state) if _is_first(state) else None
    phase = Message(PHASES[state.step]) if state.step in PHASES else ""
    after = state.turn if state.owed else (state.turn + 1) % state.seats()
    return Head(state.turn, COLOURS[state.turn], phase, waiting=_waiting(state), next=after)


def _contest(state: FireballIsland) -> Head:
    """Return the next seat to roll for the first turn."""
    seat, coming = _roller(state), state.totals[_roller(state) + 1 :]
    after = seat + 1 + coming.index(TO_ROLL) if TO_ROLL in coming else None
    return Head(seat, COLOURS[seat], name("first"), waiting=_waits_for("first", state, seat), next=after)


def _waiting(state: FireballIsland) -> Message | str:
    """Describe the action that the other players wait for."""
    top = state.top()
    if isinstance(top, Walking):
        return _waits_for("move" if top.by == top.seat else "back", state, top.by, top.seat)
    if isinstance(top, FireballNaming):
        return _waits_for("name", state, top.by)
    if isinstance(top, FireballDrawing | Taking):
        return _waits_for("cards", state, top.by)
    if top is not None or state.step not in PHASES:
        return ""
    return _waits_for(state.step, state, state.turn)


def _waits_for(what: str, state: FireballIsland, seat: int, other: int = NOBODY) -> Message:
    called: dict[str, Any] = {"name": state.called(seat), "other": "" if other == NOBODY else state.called(other)}
    return Message(WAITING[what], called)
