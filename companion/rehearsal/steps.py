"""The steps of a rehearsal, a row each, the screen first.

All other steps are shown on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine.values.message import Message
from hardware.ports import BUTTON_NAMES, LAMP_NAMES

Kind = Literal["frame", "press", "turn", "lamp", "sound", "windows", "ring", "idol", "dice", "phone"]


@dataclass(frozen=True)
class RehearsalStep:
    """One part to try: its *name*, its *kind* of trial, its question.

    *what* tells the parts of a kind apart.
    """

    key: str
    kind: Kind
    name: Message
    asks: Message
    word: Message
    what: str = ""


def _button(name: str) -> RehearsalStep:
    word = Message(f"panel.{name}") if name != "push" else Message("rehearsal.knob")
    return RehearsalStep(name, "press", word if name != "push" else Message("rehearsal.push"), _PRESS, word, name)


def _lamp(name: str) -> RehearsalStep:
    word = Message(f"panel.{name}")
    return RehearsalStep(
        f"lamp-{name}", "lamp", Message("rehearsal.lamp", {"name": word}), Message("rehearsal.lit"), word, name
    )


def _named(key: str, kind: Kind, name: Message, asks: Message) -> RehearsalStep:
    return RehearsalStep(key, kind, name, asks, name)


_PRESS = Message("rehearsal.press")
STEPS: tuple[RehearsalStep, ...] = (
    _named("screen", "frame", Message("rehearsal.screen"), Message("rehearsal.whole")),
    *map(_button, BUTTON_NAMES),
    RehearsalStep(
        "right", "turn", Message("rehearsal.knob"), Message("rehearsal.turn"), Message("rehearsal.right"), "1"
    ),
    RehearsalStep(
        "left", "turn", Message("rehearsal.knob"), Message("rehearsal.turn"), Message("rehearsal.left"), "-1"
    ),
    *map(_lamp, LAMP_NAMES),
    _named("sound", "sound", Message("rehearsal.sound"), Message("rehearsal.heard")),
    _named("windows", "windows", Message("rehearsal.windows"), Message("rehearsal.eights")),
    _named("ring", "ring", Message("rehearsal.ring"), Message("rehearsal.all-round")),
    _named("idol", "idol", Message("rehearsal.idol"), Message("rehearsal.moved")),
    _named("dice", "dice", Message("rehearsal.dice"), Message("rehearsal.rolling")),
    _named("phone", "phone", Message("rehearsal.phone"), Message("rehearsal.scan")),
)
