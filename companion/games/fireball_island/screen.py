"""Cues of Fireball Island for the table's own screen."""

from __future__ import annotations

from typing import Any

from companion.engine.fact import Fact, Facts
from companion.engine.game import Say
from companion.engine.values.message import Message
from companion.games.fireball_island.picture import now
from companion.games.fireball_island.rules.components import name
from companion.games.fireball_island.rules.draws import CardTaken, Drew
from companion.games.fireball_island.rules.facts import DieFell, RolledFirst, TurnBegan, Won
from hardware.cues import DrawingCue, MessageCue, RollCue, RollingCue, StageCue, TurnCue, VerdictCue

ENDS: tuple[type[Fact], ...] = (Won,)
CARDS = ("cards", "taken")
"""Purposes of chance that are no die."""


def starting(state: Any, purpose: str, who: str, say: Say) -> StageCue:
    """Return the cue for a die that rolls, or a card on its way."""
    if purpose in CARDS:
        return DrawingCue(caption=say(name(purpose)), name=who)
    return RollingCue(count=1, caption=say(name(purpose)), name=who, look="d6")


def showing(public: Facts, state: Any, who: str, say: Say) -> StageCue | None:
    """Return the end, the die, what the log says, or whose turn it is; hidden cards stay hidden."""
    for fact in reversed(public):
        if isinstance(fact, Won):
            return VerdictCue(won=True, title=say(state.called(fact.winner)), detail=say(fact.said(state) or ""))
        if isinstance(fact, DieFell | RolledFirst):
            return RollCue(values=(fact.value,), caption=say(name("die")), name=who, look="d6")
    lines = [
        said for fact in public if not isinstance(fact, Drew | CardTaken) and (said := fact.said(state)) is not None
    ]
    if lines:
        return MessageCue(title=who, lines=(say(lines[-1]), say(now(state))))
    return _turn(state, say) if any(isinstance(fact, TurnBegan) for fact in public) else None


def _turn(state: Any, say: Say) -> StageCue:
    place: Message = state.place_name(state.places[state.turn])
    return TurnCue(title=say(state.called(state.turn)), step=say(now(state)), foot=say(place))
