"""Fireship's facts as cues: dice, wheel, cards, battles and the end.

Between them the screen shows the turn. Of simultaneous facts the last result is shown. A declaration open to answers is
a message, the same for everybody who may answer it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.corrections import Corrected
from companion.engine.fact import Fact, Facts
from companion.engine.game import Say
from companion.engine.referees.declarations import Declaration
from companion.engine.referees.pending_steps import PendingStep
from companion.engine.values.message import Message, done_by
from companion.games.fireship.rules.board.components import (
    BADGES,
    BATTLESHIP_CELL,
    BLUE,
    DICE,
    DIE_FACES,
    MOVE_DICE,
    MYSTERY_CELL,
    MYSTERY_DRAW,
    PLAIN,
    WHEEL,
    WHEEL_CELL,
    WHEEL_SPIN,
    name,
)
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.card_facts import BadgeGiven, FireshipKept, FireshipTurned
from companion.games.fireship.rules.declarations import (
    Answered,
    Attacked,
    CalledOff,
    CellUsed,
    FireshipCancelled,
    FireshipCardPlayed,
    WheelStopped,
)
from companion.games.fireship.rules.facts import (
    Destroyed,
    FireshipEnded,
    FireshipRolled,
    FireshipTurnBegan,
    FlagPlaced,
    Gained,
    Missed,
    NoEffect,
    PawnMoved,
    PawnPickedUp,
    PlayerEliminated,
    StepBegan,
)
from companion.games.fireship.rules.pending_steps import (
    DieOwed,
    Fight,
    FireshipDieFell,
    FireshipDrawing,
    Losing,
    RaisingKraken,
    Spinning,
    Testing,
)
from companion.games.fireship.rules.setup import ColourChosen, FirstFound, Tied, TotalRolled
from companion.games.fireship.rules.state import Sea
from companion.games.fireship.words import SIGNS
from hardware.cues import (
    CardCue,
    DrawingCue,
    MessageCue,
    RollCue,
    RollingCue,
    RollingVerdictCue,
    SpinningCue,
    StageCue,
    TurnCue,
    VerdictCue,
    WheelCue,
)

ENDS = (FireshipEnded,)


def starting(state: Sea, purpose: str, who: str, say: Say) -> StageCue:
    """Return the cue for a roll, spin or draw for *purpose*.

    *who* names the player. The cue is the same for every result.
    """
    caption = say(name(purpose))
    if purpose in (PLAIN, BLUE):
        return RollingVerdictCue(caption=caption, name=who)
    if purpose == WHEEL_SPIN:
        return SpinningCue(count=len(WHEEL), caption=caption, name=who)
    if purpose == MYSTERY_DRAW:
        return DrawingCue(caption=caption, name=who)
    return RollingCue(count=DICE, caption=caption, name=who)


def showing(public: Facts, state: Sea, who: str, say: Say) -> StageCue | None:
    """Return the cue of the *public* facts that led to *state*.

    None if they have none.
    """
    for kinds in (_FIRST, _RESULTS, _DEEDS, _COURSE):
        for fact in reversed(public):
            if make := kinds.get(type(fact)):
                return make(fact, state, who, say)
    return None


# ---------------------------------------------------------------------- results
def _ended(fact: FireshipEnded, state: Sea, who: str, say: Say) -> StageCue:
    winners = Message("fireship.stage-winners", {"who": tuple(map(state.colour, fact.winners))})
    return VerdictCue(won=True, title=say(Message("fireship.stage-won")), detail=say(winners))


def _rolled(fact: FireshipRolled | TotalRolled, state: Sea, who: str, say: Say) -> StageCue:
    return RollCue(values=fact.dice, caption=say(name(MOVE_DICE)), total=sum(fact.dice), name=who)


def _die(fact: FireshipDieFell, state: Sea, who: str, say: Say) -> StageCue:
    wins = state.rules.blue_wins if fact.die == BLUE else state.rules.plain_wins
    odds = say(Message("stage.odds", {"ways": wins, "of": DIE_FACES}))
    word = say(name("won" if fact.won else "lost")).upper()
    return VerdictCue(won=fact.won, title=word, detail=f"{say(name(fact.die))} {odds}")


def _stopped(fact: WheelStopped, state: Sea, who: str, say: Say) -> StageCue:
    return WheelCue(
        names=tuple(say(name(segment)) for segment in WHEEL),
        at=WHEEL.index(fact.segment),
        sign=SIGNS[fact.segment],
        detail=say(name(f"{fact.segment}-does")),
        name=who,
    )


def _turned(fact: FireshipTurned, state: Sea, who: str, say: Say) -> StageCue:
    lines = (say(name(f"{fact.card}-does")),)
    return CardCue(title=say(name(fact.card)), lines=lines, caption=_left(state, say), sign=SIGNS[fact.card])


def _kept(fact: FireshipKept, state: Sea, who: str, say: Say) -> StageCue:
    lines = (say(Message("stage.secret-card")),)
    return CardCue(title=say(name(MYSTERY_DRAW)), lines=lines, caption=_left(state, say))


def _left(state: Sea, say: Say) -> str:
    return say(Message("stage.left", {"left": len(state.deck)}))


def _played(fact: FireshipCardPlayed | Answered, state: Sea, who: str, say: Say) -> StageCue:
    sentence = fact.said(state)
    lines = (say(sentence),) if sentence is not None else ()
    return CardCue(title=say(name(fact.card)), lines=lines, caption=_foot(state, say), sign=SIGNS[fact.card])


def _badge(fact: BadgeGiven, state: Sea, who: str, say: Say) -> StageCue:
    word = BADGES[fact.badge]
    lines = (say(Message("stage.stock", {"left": state.badge_stock(fact.badge)})),)
    return CardCue(title=say(name(word)), lines=lines, caption=who, sign=SIGNS[word])


def _told(fact: Fact, state: Sea, who: str, say: Say) -> StageCue | None:
    """Return the log's sentence as a cue."""
    sentence = fact.said(state)
    if sentence is None:
        return None
    return MessageCue(title="", lines=(say(done_by(sentence, who)),), sign=_sign(fact, state))


_PIECES = ("boat", "plane", "ship")
"""The pieces' small pictures, by kind.

A lost piece has its picture struck out.
"""


def _sign(fact: Fact, state: Sea) -> str:
    """Return the small picture for *fact*, "" for none."""
    match fact:
        case FlagPlaced():
            return "flag"
        case Destroyed(lost=((_, _, kind), *_)):
            return f"no-{_PIECES[kind]}"
        case Gained(kind=kind):
            return _PIECES[kind]
        case Attacked(leader=leader):
            kind = state.kind_of(leader)
            return _PIECES[kind] if kind >= 0 else "flag"
        case CellUsed(at=at):
            return SIGNS[state.rules.board.special_kind[at]] or "ship"
        case PlayerEliminated():
            return "skull"
        case _:
            return ""


# ---------------------------------------------------------------------- whose turn it is
def _turn(fact: Fact, state: Sea, who: str, say: Say) -> StageCue | None:
    """Return the turn and its step, with the round beside it."""
    if state.turn < 0:
        return _told(fact, state, who, say)
    step = Message("fireship.stage-units", {"left": state.units})
    return TurnCue(
        title=say(state.colour(state.turn)),
        step=say(step if state.step == "moves" else name(state.step)),
        foot=_foot(state, say),
    )


def _foot(state: Sea, say: Say) -> str:
    """Name in a few words the action that the table waits for."""
    top = state.top()
    if isinstance(top, Declaration):
        return say(Message("fireship.now-answer"))
    if isinstance(top, PendingStep):
        return say(Message(_OWED[type(top)]))
    if state.step == "cells" and state.usable:
        return say(Message(_CELLS[state.rules.board.special_kind[cells_of(state.usable)[0]]]))
    return say(Message("fireship.now-roll")) if state.step == "roll" else ""


_OWED: Mapping[type[PendingStep], str] = {
    Fight: "fireship.now-die",
    Testing: "fireship.now-die",
    Spinning: "fireship.now-spin",
    FireshipDrawing: "fireship.now-draw",
    Losing: "fireship.now-lose",
    RaisingKraken: "fireship.now-kraken",
}
_CELLS: Mapping[str, str] = {
    WHEEL_CELL: "fireship.now-spin",
    MYSTERY_CELL: "fireship.now-draw",
    BATTLESHIP_CELL: "fireship.now-die",
}
"""The same for a usable special cell."""
Make = Callable[[Any, Sea, str, Say], StageCue | None]
_FIRST: Mapping[type[Fact], Make] = {
    FireshipEnded: _ended,
    FireshipRolled: _rolled,
    TotalRolled: _rolled,
    FireshipDieFell: _die,
    WheelStopped: _stopped,
    FireshipTurned: _turned,
    FireshipKept: _kept,
}
"""Results of chance, and the end."""
_RESULTS: Mapping[type[Fact], Make] = {
    FlagPlaced: _told,
    Destroyed: _told,
    BadgeGiven: _badge,
    Gained: _told,
    FireshipCancelled: _told,
    CalledOff: _told,
    PlayerEliminated: _told,
    Missed: _told,
    NoEffect: _told,
}
_DEEDS: Mapping[type[Fact], Make] = {
    FireshipCardPlayed: _played,
    Answered: _played,
    DieOwed: _told,
    Attacked: _told,
    CellUsed: _told,
}
_COURSE: Mapping[type[Fact], Make] = dict.fromkeys(
    (FireshipTurnBegan, StepBegan, PawnPickedUp, PawnMoved, Corrected, ColourChosen, FirstFound, Tied), _turn
)
