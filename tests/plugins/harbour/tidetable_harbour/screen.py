"""What the table's own screen shows of Harbour."""

from __future__ import annotations

from typing import Any

from companion.engine.fact import Fact, Facts
from companion.engine.game import Say
from companion.engine.values.message import Message
from hardware.cues import DrawingCue, MessageCue, RollCue, RollingCue, StageCue, TurnCue, VerdictCue

from .picture import now
from .rules.boarding import DieFell
from .rules.facts import Drew, TurnBegan, Won
from .rules.places import name

ENDS: tuple[type[Fact], ...] = (Won,)


def starting(state: Any, purpose: str, who: str, say: Say) -> StageCue:
    """Return the cue for a die that rolls, or a card on its way."""
    if purpose == "card":
        return DrawingCue(caption=say(name("card")), name=who)
    return RollingCue(count=1, caption=say(name("boarding")), name=who, look="d6")


def showing(public: Facts, state: Any, who: str, say: Say) -> StageCue | None:
    """Return the end, the die, what the log says, or whose turn it is; a drawn card stays hidden."""
    for fact in reversed(public):
        if isinstance(fact, Won):
            return VerdictCue(won=True, title=say(state.called(fact.winners[0])), detail=say(fact.said(state) or ""))
        if isinstance(fact, DieFell):
            return RollCue(values=(fact.value,), caption=say(name("boarding")), name=who, look="d6")
    lines = [said for fact in public if not isinstance(fact, Drew) and (said := fact.said(state)) is not None]
    if lines:
        return MessageCue(title=who, lines=(say(lines[-1]), say(now(state))))
    return _turn(state, say) if any(isinstance(fact, TurnBegan) for fact in public) else None


def _turn(state: Any, say: Say) -> StageCue:
    landed = Message("harbour.landed-of", {"count": state.landed[state.turn], "of": state.rules.crates})
    return TurnCue(title=say(state.called(state.turn)), step=say(name("sail")), foot=say(landed))
