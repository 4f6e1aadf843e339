"""Tunes for moments with a recipe on pages, sounds for other cues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.fact import Facts
from companion.engine.game import Game
from companion.engine.state import State
from companion.engine.values.moment import Kind
from companion.engine.values.seats import WATCHER
from hardware.cues import AimCue, CardCue, MeterCue, RollCue, StageCue, TokenCue, VerdictCue, WheelCue
from hardware.ports import SoundName

TUNES: Mapping[Kind, SoundName] = {
    "deal": "land", "flood": "flood", "sink": "sink", "rise": "flood", "treasure": "win", "attack": "start",
    "shot": "flood", "blast": "sink", "strike": "sink", "gain": "win", "loss": "sink", "won": "win", "lost": "sink",
}  # fmt: skip
"""The tune of each kind of moment.

Pages play the recipe of the same name.
"""
KNOCK: SoundName = "start"
RING: SoundName = "flood"
"""The sound of a countdown that is over."""
AGAIN_S = 0.18
"""Seconds between the two knocks of a request for consent.

They are the same here and on every page.
"""


def kind_of(game: Game | None, facts: Facts, state: State) -> Kind | None:
    """Return the kind of the last public moment in *facts*, else None."""
    moments = {} if game is None else game.moments
    seen = [each for each in (fact.seen_by(WATCHER) for fact in facts) if type(each) in moments]
    open_state = state.seen_by(WATCHER) if seen else state
    made = [moments[type(fact)](fact, open_state) for fact in seen]
    return next((moment.kind for moment in reversed(made) if moment is not None), None)


def sound_of(cue: StageCue | None, ended: bool, kind: Kind | None = None) -> SoundName:
    """Return the sound of a result: its moment's *kind* or *cue*.

    *ended* means that the game ended with it: it is won unless the cue shows a loss.
    """
    if kind is not None:
        return TUNES[kind]
    if ended:
        return "sink" if isinstance(cue, VerdictCue) and not cue.won else "win"
    sound = _SOUNDS.get(type(cue))
    return "land" if sound is None else sound(cue)


_LOOKS: Mapping[str, SoundName] = {"water": "flood", "hole": "sink", "shot": "flood", "blast": "sink"}
_SOUNDS: Mapping[type, Callable[[Any], SoundName]] = {
    RollCue: lambda cue: "land",
    WheelCue: lambda cue: "land",
    CardCue: lambda cue: "land",
    MeterCue: lambda cue: "flood",
    AimCue: lambda cue: _LOOKS.get(cue.look, "land"),
    TokenCue: lambda cue: _LOOKS.get(cue.look, "land"),
    VerdictCue: lambda cue: "win" if cue.won else "land",
}
