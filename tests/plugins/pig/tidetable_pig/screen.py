"""What the table's own screen shows of Pig."""

from __future__ import annotations

from typing import Any

from companion.engine.fact import Fact, Facts
from companion.engine.game import Say
from companion.engine.values.message import Message
from hardware.cues import DrawingCue, MessageCue, RollCue, RollingCue, StageCue, TurnCue, VerdictCue

from .picture import name
from .rules import Dealt, Rolled, TurnBegan, Won

ENDS: tuple[type[Fact], ...] = (Won,)


def starting(state: Any, purpose: str, who: str, say: Say) -> StageCue:
    """Return the cue for dice that roll, or a card on its way."""
    if purpose == "card":
        return DrawingCue(caption=say(name("card")), name=who)
    return RollingCue(count=2, caption=say(name("dice")), name=who, look="d6")


def showing(public: Facts, state: Any, who: str, say: Say) -> StageCue | None:
    """Return the end, the dice, or whose turn it is."""
    for kind in (Won, Rolled, TurnBegan):
        for fact in reversed(public):
            if isinstance(fact, kind):
                return _of(fact, state, who, say)
    lines = [said for fact in public if not isinstance(fact, Dealt) and (said := fact.said(state)) is not None]
    return MessageCue(title="", lines=(say(lines[-1]),)) if lines else None


def _of(fact: Fact, state: Any, who: str, say: Say) -> StageCue:
    if isinstance(fact, Won):
        return VerdictCue(won=True, title=say(state.called(fact.winners[0])), detail=say(fact.said(state) or ""))
    if isinstance(fact, Rolled):
        total = fact.first + fact.second
        return RollCue(values=(fact.first, fact.second), caption=say(name("dice")), total=total, name=who, look="d6")
    points = Message("play.number", {"number": str(state.scores[state.turn])})
    return TurnCue(title=say(state.called(state.turn)), step=say(name("roll")), foot=say(points))
