"""Drawings of the table's own screen: from cues to pictures and scenes.

Modules that only some cues need are imported with the first of them: a game shows few of all.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.oled.drawing import cards as cards
    from hardware.oled.drawing import figure as figure
    from hardware.oled.drawing import guide_screens as guide_screens
    from hardware.oled.drawing import join_screens as join_screens
    from hardware.oled.drawing import qr as qr
    from hardware.oled.drawing import scores as scores
    from hardware.oled.drawing import signs as signs
    from hardware.oled.drawing import tiles as tiles
    from hardware.oled.drawing import turns as turns
    from hardware.oled.drawing.chance import dice as dice
    from hardware.oled.drawing.chance import throws as throws
    from hardware.oled.drawing.chance import wheel as wheel

OF_CHANCE = frozenset({"dice", "throws", "wheel"})
LATE = OF_CHANCE | {
    "cards", "figure", "join_screens", "qr", "guide_screens", "scores", "signs", "tiles", "turns",
}  # fmt: skip


def __getattr__(name: str) -> ModuleType:
    """Import the module *name* of this package at its first use.

    :raises AttributeError: it is none of those that are imported late.
    """
    if name not in LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = f"{__name__}.chance" if name in OF_CHANCE else __name__
    module = globals()[name] = import_module(f"{room}.{name}")  # a module of `chance` isn't bound here by its import
    return module
