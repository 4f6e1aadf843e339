"""The table's screen in a trial, as pictures."""

from __future__ import annotations

from companion.engine.values.seats import CHANCE
from companion.maker.trial import TrialGame
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker, starting
from companion.stage.idle_screen import IdleScreen
from hardware.cues import StageCue
from hardware.oled.drawing import motion
from hardware.oled.drawing.bitmap import png

MAX_S = 10.0
"""Seconds after which every scene is at rest."""


def resting(published: Snapshot, say: Speaker) -> bytes:
    """Return the screen at rest as PNG."""
    screen = IdleScreen(lambda: ("", ""))
    screen.take(published)
    return _png(screen.cue(say))


def moving(trial: TrialGame, say: Speaker) -> bytes:
    """Return the screen during the last roll, spin or draw.

    It is b"" without one.
    """
    answered = next((step for step in reversed(trial.table.steps) if step.command.seat == CHANCE), None)
    due = None if answered is None else answered.before.due()
    if answered is None or due is None:
        return b""
    seat = answered.before.due_for()
    name = say(trial.state.names[seat]) if 0 <= seat < trial.state.people else ""
    cue = starting(trial.game, answered.before, due.purpose, name, say=say)
    return b"" if cue is None else _png(cue)


def _png(cue: StageCue) -> bytes:
    return png(motion.showing(cue).draw(MAX_S).tobytes(), 1)
