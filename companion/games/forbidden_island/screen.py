"""Forbidden Island's facts as cues: draws, the water and the end.

Between them the screen shows the turn. Drawn cards count most: people carry them out on the board. An automatic
consequence, the next turn or a swim that is due, is a line below, until the next action by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.corrections import Corrected
from companion.engine.fact import Fact, Facts
from companion.engine.game import Say
from companion.engine.values.message import Message
from companion.games.forbidden_island.picture import SIGNS
from companion.games.forbidden_island.rules.cards import cards_left
from companion.games.forbidden_island.rules.components import (
    ACTIONS,
    ADVENTURERS,
    FLOODS_AT_TICK,
    HAND_LIMIT,
    SKULL,
    SPECIALS,
    TILES,
    TREASURES,
    WATERS_RISE,
)
from companion.games.forbidden_island.rules.facts import (
    ActionsEnded,
    Captured,
    Flew,
    Flooded,
    FloodStepBegan,
    ForbiddenDiscarded,
    ForbiddenDrew,
    ForbiddenEnded,
    ForbiddenGave,
    ForbiddenMoved,
    ForbiddenTurnBegan,
    Lifted,
    Sandbagged,
    Sank,
    Shored,
    WaterRose,
)
from companion.games.forbidden_island.rules.pending_steps import (
    DiscardDue,
    ForbiddenWindowClosed,
    Sinking,
    Swam,
    sinking,
)
from companion.games.forbidden_island.rules.setup import (
    FirstFloods,
    ForbiddenFirstNamed,
    ForbiddenJoined,
    HandsDealt,
    Laid,
)
from companion.games.forbidden_island.rules.state import ForbiddenIsland, name
from hardware.cues import CardCue, DrawingCue, MessageCue, MeterCue, StageCue, TokenCue, TurnCue, VerdictCue

ENDS = (ForbiddenEnded,)


def starting(state: ForbiddenIsland, purpose: str, who: str, say: Say) -> StageCue:
    """Return the cue for cards on their way, for *purpose*.

    *who* made the request to chance.
    """
    return DrawingCue(caption=say(name(purpose)), name=who)


def showing(public: Facts, state: ForbiddenIsland, who: str, say: Say) -> StageCue | None:
    """Return the cue of the *public* facts that led to *state*.

    None if they have none.
    """
    for kinds in (_RESULTS, _DEEDS, _COURSE):
        for fact in reversed(public):
            if make := kinds.get(type(fact)):
                return make(fact, public, state, say)
    return None


# ---------------------------------------------------------------------- what is drawn, and the end
def _ended(fact: ForbiddenEnded, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    end = state.end()
    if fact.reason == "won" or end is None:
        return VerdictCue(
            won=True,
            title=say(Message("forbidden-island.stage-won")),
            detail=say(Message("forbidden-island.stage-all-off")),
        )
    return VerdictCue(
        won=False,
        title=say(Message("forbidden-island.stage-lost")),
        detail=say(Message(_LOST[fact.reason], end.values)),
    )


def _captured(fact: Captured, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    treasure, word = say(name(TREASURES[fact.treasure])), say(Message("forbidden-island.stage-captured"))
    return TokenCue(title=treasure, word=word, look="lit", foot=_now(state, say))


def _drew(fact: ForbiddenDrew, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    lines = (say(name(f"{fact.card}-does")),) if fact.card in SPECIALS else ()
    return CardCue(title=say(name(fact.card)), lines=lines, caption=_now(state, say), sign=SIGNS[fact.card])


def _water_rose(fact: WaterRose, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    ticks = (*(str(count) for count in FLOODS_AT_TICK), say(name("skull")))
    count = FLOODS_AT_TICK[min(state.water, len(FLOODS_AT_TICK)) - 1]
    line = say(Message("forbidden-island.stage-meter", {"count": count}))
    return MeterCue(title=say(name(WATERS_RISE)), ticks=ticks, at=state.water - 1, line=line)


def _flooded_or_sank(fact: Flooded | Sank, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    is_sunk = isinstance(fact, Sank)
    of = FLOODS_AT_TICK[min(state.water, len(FLOODS_AT_TICK)) - 1]
    is_last = any(isinstance(each, ForbiddenTurnBegan) for each in public)
    left = 0 if is_last else min(max(state.floods, 0), of)
    return TokenCue(
        title=say(name(TILES[fact.tile])),
        word=say(Message("forbidden-island.stage-sinks" if is_sunk else "forbidden-island.stage-floods")),
        place=f"{of - left}/{of}",
        look="hole" if is_sunk else "water",
        foot=_now(state, say) if is_last or state.pending else "",
    )


def _now(state: ForbiddenIsland, say: Say) -> str:
    """Name in a few words the action that the table waits for."""
    if state.pending:
        return say(_owed_now(state))
    step = state.step()
    if step == "actions":
        pawn = name(ADVENTURERS[state.roles[state.turn]])
        return say(Message("forbidden-island.now-actions", {"pawn": pawn, "count": state.actions}))
    left, of = cards_left(state)
    key = "forbidden-island.now-treasure" if step == "treasure" else "forbidden-island.now-flood"
    return say(Message(key, {"at": of - left + 1, "of": of}))


def _owed_now(state: ForbiddenIsland) -> Message:
    top = state.pending[-1]
    if isinstance(top, DiscardDue):
        over = len(state.hand(top.by)) - HAND_LIMIT
        return Message("forbidden-island.now-discard", {"pawn": name(ADVENTURERS[state.roles[top.by]]), "count": over})
    return Message("forbidden-island.now-swim", {"pawn": name(ADVENTURERS[state.roles[_swimmer(state)]])})


def _swimmer(state: ForbiddenIsland) -> int:
    """Return the seat of the next pawn in the water to settle."""
    sunk = sinking(state)
    following = sunk.next_swimmer(state) if sunk is not None else -1
    return following if following >= 0 else state.swimmers()[0]


# ---------------------------------------------------------------------- whose turn it is
def _turn(state: ForbiddenIsland, foot: str, say: Say) -> StageCue:
    """Return the turn, or the step due first, with the water's height."""
    title, step, left, of = _waits_for(state, say)
    return TurnCue(title=title, step=step, left=left, of=of, foot=foot, level=state.water, levels=SKULL)


def _waits_for(state: ForbiddenIsland, say: Say) -> tuple[str, str, int, int]:
    seat, said, count = state.turn, name(state.step()), 0
    top = state.top()
    if isinstance(top, DiscardDue):
        seat, said, count = top.by, Message("forbidden-island.stage-discard"), len(state.hand(top.by)) - HAND_LIMIT
    elif isinstance(top, Sinking):
        seat, said = (
            _swimmer(state),
            Message("forbidden-island.stage-rescue" if top.window else "forbidden-island.stage-swim"),
        )
        count = len(state.swimmers())
    left, of = (count, count) if top else (state.actions, ACTIONS) if state.actions else cards_left(state)
    return say(name(ADVENTURERS[state.roles[seat]])), say(said), left, of


def _did(fact: Fact, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    """Return the turn, with the last action below it."""
    return _turn(state, say(_SHORT[type(fact)](fact)), say)


def _set_right(fact: Corrected, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    """Return the turn, with the log's sentence of the correction below it."""
    return _turn(state, say(Message("log.set-right", {"changes": fact.changes_in(state)})), say)


def _went_on(fact: Fact, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    """Return the turn, with the effect of a button below it."""
    return _turn(state, _hint(state, say), say)


def _hint(state: ForbiddenIsland, say: Say) -> str:
    """Return the effect of a button, "" for none."""
    top = state.top()
    if isinstance(top, Sinking) and top.window and top.next_swimmer(state) < 0:
        return say(Message("forbidden-island.stage-no-lift", {"button": Message("panel.spin")}))
    if state.pending:
        return ""
    if state.actions:
        return say(Message("forbidden-island.stage-end-actions", {"button": Message("panel.spin")}))
    left, _ = cards_left(state)
    return say(Message("forbidden-island.stage-draw", {"button": Message("panel.draw"), "count": left}))


def _dealt(fact: HandsDealt, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue | None:
    return None if state.turn < 0 else _turn(state, say(Message("forbidden-island.stage-hands")), say)


def _laid(fact: Laid, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    lines = (say(Message("forbidden-island.laid")), say(Message("forbidden-island.stage-laid")))
    return MessageCue(title="", lines=lines)


def _first(fact: ForbiddenFirstNamed, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    return MessageCue(title="", lines=(say(fact.said(state) or ""),))


def _first_floods(fact: FirstFloods, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    return MessageCue(
        title="", lines=(say(Message("forbidden-island.stage-first-floods", {"tiles": tuple(map(_at, fact.tiles))})),)
    )


def _joined(fact: ForbiddenJoined, public: Facts, state: ForbiddenIsland, say: Say) -> StageCue:
    return MessageCue(title="", lines=tuple(say(name(ADVENTURERS[role])) for role in fact.roles))


def _at(tile: int) -> Message:
    return name(TILES[tile])


_LOST: Mapping[str, str] = {
    "treasure": "forbidden-island.lost-treasure-short",
    "landing": "forbidden-island.lost-landing-short",
    "pawn": "forbidden-island.lost-pawn-short",
    "skull": "forbidden-island.lost-skull-short",
}
"""The reason for each loss of the game, in one line."""
_RESULTS: Mapping[type[Fact], Callable[[Any, Facts, ForbiddenIsland, Say], StageCue | None]] = {
    ForbiddenEnded: _ended,
    Captured: _captured,
    ForbiddenDrew: _drew,
    WaterRose: _water_rose,
    Flooded: _flooded_or_sank,
    Sank: _flooded_or_sank,
    HandsDealt: _dealt,
    ForbiddenJoined: _joined,
    FirstFloods: _first_floods,
    ForbiddenFirstNamed: _first,
    Laid: _laid,
}
"""Cues that come before all others of the same time.

Of several the last one is shown.
"""
_SHORT: Mapping[type[Fact], Callable[[Any], Message]] = {
    ForbiddenMoved: lambda fact: _at(fact.to),
    Flew: lambda fact: _at(fact.to),
    Swam: lambda fact: _at(fact.to),
    Lifted: lambda fact: _at(fact.to),
    Shored: lambda fact: Message("forbidden-island.stage-shored", {"tiles": tuple(map(_at, fact.tiles))}),
    Sandbagged: lambda fact: Message("forbidden-island.stage-shored", {"tiles": (_at(fact.tile),)}),
    ForbiddenGave: lambda fact: name(fact.card),
    ForbiddenDiscarded: lambda fact: name(fact.card),
}
"""A word or two for each action."""
_DEEDS: Mapping[type[Fact], Callable[[Any, Facts, ForbiddenIsland, Say], StageCue]] = {
    **dict.fromkeys(_SHORT, _did),
    Corrected: _set_right,
}
_COURSE: Mapping[type[Fact], Callable[[Any, Facts, ForbiddenIsland, Say], StageCue]] = dict.fromkeys(
    (ActionsEnded, FloodStepBegan, ForbiddenTurnBegan, ForbiddenWindowClosed), _went_on
)
