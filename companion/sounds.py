"""Sounds: which one goes with what the table's screen shows, a table by kind of cue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.cues import Speaker, showing
from companion.session import Published
from hardware.ports import CardCue, MeterCue, RollCue, SoundName, StageCue, TokenCue, VerdictCue, WheelCue


def sound_of(cue: StageCue | None, ended: bool) -> SoundName:
    """Return the sound of a result that *cue* shows; *ended* tells that the game ended with it."""
    if ended:
        return "win"
    sound = _SOUNDS.get(type(cue))
    return "land" if sound is None else sound(cue)


def sound_of_news(published: Published, before: Published, say: Speaker) -> SoundName | None:
    """Return the sound of what happened since *before* without anything in motion, None if that was nothing."""
    line = published.log[-1] if published.log else None
    is_news = line is not None and line.version == published.version > before.version > 0
    if line is None or not is_news or line.note is not None or published.state is None:
        return None
    return sound_of(showing(line.facts, line.state, "", say), published.state.end() is not None)


_LOOKS: Mapping[str, SoundName] = {"water": "flood", "hole": "sink"}
_SOUNDS: Mapping[type, Callable[[Any], SoundName]] = {
    RollCue: lambda cue: "land",
    WheelCue: lambda cue: "land",
    CardCue: lambda cue: "land",
    MeterCue: lambda cue: "flood",
    TokenCue: lambda cue: _LOOKS.get(cue.look, "land"),
    VerdictCue: lambda cue: "win" if cue.won else "land",
}
