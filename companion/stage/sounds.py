"""Sounds for the cues of the table's screen, a table by kind of cue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hardware.cues import AimCue, CardCue, MeterCue, RollCue, StageCue, TokenCue, VerdictCue, WheelCue
from hardware.ports import SoundName


def sound_of(cue: StageCue | None, ended: bool) -> SoundName:
    """Return the sound of the result in *cue*; *ended* tells that the game ended with it.

    A game is won unless the cue says that it is lost.
    """
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
