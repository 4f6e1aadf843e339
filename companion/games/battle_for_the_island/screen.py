"""The table's own screen: the die, blocks, hits and the end.

Of simultaneous facts the last result is shown. Without one it shows the log's sentence or the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.corrections import Corrected
from companion.engine.fact import Fact, Facts
from companion.engine.game import Say
from companion.engine.values.message import Message, done_by
from companion.games.battle_for_the_island.prompt import due, now
from companion.games.battle_for_the_island.rules.blocks import Blasted, BlockTurned
from companion.games.battle_for_the_island.rules.components import PEOPLE, SQUARES, name
from companion.games.battle_for_the_island.rules.facts import (
    BattleEnded,
    DieFell,
    Hit,
    Removed,
    RemovedFromPad,
    TurnBegan,
)
from companion.games.battle_for_the_island.rules.setup import Tossed
from companion.games.battle_for_the_island.rules.state import Battle
from hardware.cues import DrawingCue, MessageCue, RollCue, RollingCue, StageCue, TokenCue, TurnCue, VerdictCue

ENDS: tuple[type[Fact], ...] = (BattleEnded,)
DIE = "d6"


def starting(state: Battle, purpose: str, who: str, say: Say) -> StageCue:
    """Return the cue for a rolling die, or for a block.

    The block is being turned over.
    """
    if purpose == "block":
        return DrawingCue(caption=say(name("block")), name=who)
    return RollingCue(count=PEOPLE if purpose == "first" else 1, caption=say(name(purpose)), name=who, look=DIE)


def showing(public: Facts, state: Battle, who: str, say: Say) -> StageCue | None:
    """Return the cue of the *public* facts that led to *state*.

    None if they have none.
    """
    for kinds in (_END, _RESULTS):
        for fact in reversed(public):
            if make := kinds.get(type(fact)):
                return make(fact, state, who, say)
    if lines := [said for fact in public if (said := fact.said(state)) is not None]:
        return MessageCue(title=who, lines=(say(done_by(lines[-1], who)), say(now(state))))
    if state.turn >= 0 and any(isinstance(fact, TurnBegan | Corrected) for fact in public):
        return TurnCue(title=say(state.called(state.turn)), step=say(step(state)))
    return None


def step(state: Battle) -> Message:
    """Name in a few words the action that the turn waits for.

    The screen has room for no more beside a die.
    """
    if state.pending:
        return now(state)
    values: dict[str, Any] = {"die": state.die, "other": state.called(1 - state.turn)}
    return Message(STEPS[due(state)], values)


STEPS: Mapping[str, str] = {
    "roll": "battle-for-the-island.stage-roll",
    "advance": "battle-for-the-island.stage-advance",
    "zero": "battle-for-the-island.stage-zero",
    "move": "battle-for-the-island.stage-move",
    "stuck": "battle-for-the-island.stage-stuck",
    "stuck-unarmed": "battle-for-the-island.stage-stuck",
    "moved": "battle-for-the-island.stage-moved",
    "moved-unarmed": "battle-for-the-island.stage-moved-unarmed",
    "slide": "battle-for-the-island.stage-slide",
    "removal": "battle-for-the-island.stage-removal",
    "pad-removal": "battle-for-the-island.stage-removal",
}


def _ended(fact: BattleEnded, state: Battle, who: str, say: Say) -> StageCue:
    draw = Message("battle-for-the-island.draw")
    title = say(state.called(fact.winners[0])) if fact.winners else say(draw)
    return VerdictCue(won=bool(fact.winners), title=title, detail=say(fact.said(state) or draw))


def _rolled(fact: DieFell, state: Battle, who: str, say: Say) -> StageCue:
    return RollCue(values=(fact.value,), caption=say(step(state)), name=who, look=DIE)


def _tossed(fact: Tossed, state: Battle, who: str, say: Say) -> StageCue:
    begins = say(state.called(state.first)) if state.first >= 0 else ""
    return RollCue(values=fact.values, caption=say(name("first")), name=begins, look=DIE)


def _turned(fact: BlockTurned, state: Battle, who: str, say: Say) -> StageCue:
    return _token(say, fact.square, "live" if fact.live else "safe", "blast" if fact.live else "land")


def _blasted(fact: Blasted, state: Battle, who: str, say: Say) -> StageCue:
    """Show the activated block's kind and the losses.

    A safe one harms nobody.
    """
    square = fact.blocks[0]
    if not fact.live:
        return _token(say, square, "safe", "land")
    gone = len(fact.removed)
    foot = say(Message("battle-for-the-island.stage-gone", {"count": gone})) if gone else ""
    return _token(say, square, "live", "blast", foot=foot)


def _hit(fact: Hit, state: Battle, who: str, say: Say) -> StageCue:
    between = len(fact.removed) - 1
    foot = say(Message("battle-for-the-island.in-crossfire", {"count": between})) if between else ""
    return _token(say, fact.target, "hit", "shot", foot=foot)


def _removed(fact: Removed, state: Battle, who: str, say: Say) -> StageCue:
    return _token(say, fact.square, "removed", "plain")


def _removed_from_pad(fact: RemovedFromPad, state: Battle, who: str, say: Say) -> StageCue:
    return TokenCue(title=say(name(f"pad-{fact.column}")), word=say(name("removed")))


def _token(say: Say, square: int, word: str, look: str, *, foot: str = "") -> TokenCue:
    where = Message("battle-for-the-island.words.square", {"square": SQUARES[square]})
    return TokenCue(title=say(where), word=say(name(word)), look=look, foot=foot)


Make = Callable[[Any, Battle, str, Say], StageCue]
_END: Mapping[type[Fact], Make] = {BattleEnded: _ended}
_RESULTS: Mapping[type[Fact], Make] = {
    DieFell: _rolled,
    Tossed: _tossed,
    BlockTurned: _turned,
    Blasted: _blasted,
    Hit: _hit,
    Removed: _removed,
    RemovedFromPad: _removed_from_pad,
}
