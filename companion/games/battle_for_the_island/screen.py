"""What the table's own screen shows of Battle for the Island."""

from __future__ import annotations

from typing import Any

from companion.engine.fact import Fact, Facts
from companion.engine.game import Say
from companion.engine.message import Message
from companion.games.battle_for_the_island.picture import now
from companion.games.battle_for_the_island.rules.blocks import BlockTurned
from companion.games.battle_for_the_island.rules.components import SQUARES, name
from companion.games.battle_for_the_island.rules.facts import DieFell, Ended, TurnBegan
from companion.games.battle_for_the_island.rules.setup import Tossed
from hardware.cues import DrawingCue, MessageCue, RollCue, RollingCue, StageCue, TokenCue, TurnCue, VerdictCue

ENDS: tuple[type[Fact], ...] = (Ended,)


def starting(state: Any, purpose: str, who: str, say: Say) -> StageCue:
    """Return the cue for a die that rolls, or a block on its way."""
    if purpose == "block":
        return DrawingCue(caption=say(name("block")), name=who)
    return RollingCue(count=2 if purpose == "first" else 1, caption=say(name(purpose)), name=who, look="d6")


def showing(told: Facts, state: Any, who: str, say: Say) -> StageCue | None:
    """Return the end, a block that was turned over, the die, what the log says, or whose turn it is."""
    for fact in reversed(told):
        if isinstance(fact, Ended):
            title = say(state.called(fact.winners[0])) if fact.winners else say(Message("battle-for-the-island.draw"))
            return VerdictCue(won=bool(fact.winners), title=title, detail=say(fact.said(state) or ""))
        if isinstance(fact, BlockTurned):
            return TokenCue(
                title=say(Message("battle-for-the-island.words.square", {"square": SQUARES[fact.square]})),
                word=say(name("live" if fact.live else "safe")),
                place="",
                look="hole" if fact.live else "water",
                foot="",
            )
        if isinstance(fact, DieFell):
            return RollCue(values=(fact.value,), caption=say(now(state)), name=who, look="d6")
        if isinstance(fact, Tossed):
            return RollCue(values=fact.values, caption=say(name("first")), name=who, look="d6")
    lines = [said for fact in told if (said := fact.said(state)) is not None]
    if lines:
        return MessageCue(title=who, lines=(say(lines[-1]), say(now(state))))
    if any(isinstance(fact, TurnBegan) for fact in told):
        return TurnCue(title=say(state.called(state.turn)), step=say(name("roll")), foot="")
    return None
