"""Facts to cues: what the table's own screen shows of a game, a table for each kind of game.

A cue for a result is made before the reveal and is for the stage only; cues can't leave the process. The picture of
one may, later: so each is made of what a watcher without a seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.fact import Fact, Facts
from companion.engine.said import Said
from companion.engine.seats import WATCHER
from companion.engine.state import State
from companion.kits.play import KitState, Result, Rolled
from companion.texts.say import Texts
from hardware.ports import BLANK_DICE, MessageCue, RollCue, RollingCue, RollingVerdictCue, StageCue, VerdictCue


class Speaker:
    """Says texts in the table's language."""

    def __init__(self, texts: Texts, lang: str) -> None:
        self._texts = texts
        self._lang = lang

    def __call__(self, said: Said) -> str:
        return self._texts.say(self._lang, said.key, **said.values)


def starting(state: State, purpose: str, name: str, say: Speaker) -> StageCue | None:
    """Return the cue for chance set in motion for *purpose*, the same whatever comes of it."""
    seen = state.seen_by(WATCHER)
    if not isinstance(seen, KitState):
        return None
    dice = seen.kit.named(purpose)
    if dice is None:
        return None
    label = say(seen.kit.text(dice.name))
    if dice.is_win_lose:
        return RollingVerdictCue(caption=label, name=name)
    look = BLANK_DICE if dice.is_verdict else dice.look
    return RollingCue(count=dice.count, caption=label, name=name, look=look)


def showing(facts: Facts, state: State, name: str, say: Speaker) -> StageCue | None:
    """Return the cue for the last of *facts* that a watcher may know and that has one.

    *state* is the one after them all; it is shown as a watcher sees it.
    """
    seen = state.seen_by(WATCHER)
    for fact in reversed([told for fact in facts if (told := fact.seen_by(WATCHER)) is not None]):
        make = _CUES.get(type(fact))
        cue = make(fact, seen, name, say) if make else None
        if cue is not None:
            return cue
    return None


def _rolled(fact: Rolled, state: KitState, name: str, say: Speaker) -> StageCue | None:
    result = state.result(fact.dice)
    return None if result is None else _result(result, state, name, say)


def _result(result: Result, state: KitState, name: str, say: Speaker) -> StageCue | None:
    dice = state.kit.named(result.dice)
    if dice is None:
        return None
    label = say(state.kit.text(dice.name))
    numbers = tuple(face for face in result.faces if isinstance(face, int))
    if len(numbers) == len(result.faces):
        caption = say(Said("stage.roll", {"number": result.number}))
        total = sum(numbers) if len(numbers) > 1 else None
        return RollCue(values=numbers, caption=caption, total=total, name=name, look=dice.look)
    words = [say(state.kit.text(str(face))) for face in result.faces]
    if dice.is_win_lose:
        ways = Said("stage.odds", {"ways": dice.faces.count("won"), "of": len(dice.faces)})
        return VerdictCue(won=result.faces[0] == "won", title=words[0].upper(), detail=f"{label} {say(ways)}")
    return MessageCue(title=", ".join(words), lines=(label,))


_CUES: Mapping[type[Fact], Callable[[Any, Any, str, Speaker], StageCue | None]] = {Rolled: _rolled}
