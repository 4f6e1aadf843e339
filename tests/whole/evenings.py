"""An evening at the table as people at it live it: fingers on simulated pins, eyes on the emulated screen."""

from __future__ import annotations

from typing import Any

from PIL import Image

from hardware.board.wiring import Wiring
from hardware.cues import MenuCue, StageCue
from hardware.oled.drawing.screens import still
from tests.support.tables import SIZE, Table
from tests.support.waiting import eventually

DOWN_MS = 60
HELD_MS = 1300
MAX_TURNS = 90
BARS = tuple(range(top, top + 24) for top in (20, 24))
"""The rows in which the chosen word of a menu stands: without a title above it, and with one."""


def bar_of(cue: MenuCue, rows: range) -> bytes:
    return _cut(still(cue), rows)


def _cut(picture: Image.Image, rows: range) -> bytes:
    return picture.crop((0, rows.start, SIZE[0], rows.stop)).convert("1").tobytes()


class Evening:
    """Presses and turns at *table*, and reads its screen; *say* gives a text of the table's language by its key."""

    def __init__(self, table: Table, lang: str) -> None:
        self.table = table
        self.lang = lang
        self._pins: Any = table.daemon.devices.pins.factory
        self._cue: StageCue | None = None
        self._pressed_on: StageCue | None = None
        devices = table.daemon.stage._devices
        self._show = devices.show
        devices.show = self._shown  # type: ignore[method-assign]

    def say(self, key: str, **values: object) -> str:
        return self.table.daemon.library.texts.say(self.lang, key, **values)

    def press(self, button: str) -> None:
        """Press and let go, as a finger does."""
        self._pressed_on = self._cue
        self.table.press(button, DOWN_MS)
        self._let_go(button)

    def hold(self, button: str) -> None:
        """Hold for longer than a second, and let go."""
        self.table.press(button, HELD_MS)
        self._let_go(button)

    def down(self, button: str) -> None:
        self._pin(button).drive_low()

    def up(self, button: str) -> None:
        self._pin(button).drive_high()

    def sees(self, cue: StageCue) -> None:
        """Wait until the screen shows just *cue*."""
        self.table.glass_shows(cue)

    def choose(self, label: str) -> None:
        """Turn the knob until the bar of the menu reads *label*, and push it.

        What the last press opened, and what each turn does, is waited for by what the screen is told to show: its
        picture changes by itself where a row is too long for it.
        """
        eventually(lambda: self._cue != self._pressed_on)
        for _ in range(MAX_TURNS):
            if isinstance(self._cue, MenuCue) and self._cue.selected == label:
                break
            before = self._cue
            self.table.turn(1)
            eventually(lambda before=before: self._cue != before)  # type: ignore[misc]
        else:
            raise AssertionError(f"the menu has no row {label!r}")
        eventually(lambda: self.reads(label))
        self.press("push")

    def walk(self, *labels: str) -> None:
        """Open the menu and choose one row after the other."""
        before = self._cue
        self.table.turn(1)
        eventually(lambda: self._cue != before)
        for label in labels:
            self.choose(label)

    def reads(self, label: str) -> bool:
        """Tell whether the bar of a menu on the screen reads *label*."""
        glass = Image.frombytes("1", SIZE, self.table.private_screen)
        bare, titled = MenuCue(selected=label), MenuCue(selected=label, title="?")
        return any(_cut(glass, rows) == bar_of(cue, rows) for cue, rows in zip((bare, titled), BARS, strict=True))

    def _shown(self, cue: StageCue) -> None:
        self._cue = cue
        self._show(cue)

    def _pin(self, button: str) -> Any:
        return self._pins.pin(Wiring().by_name[button])

    def _let_go(self, button: str) -> None:
        eventually(lambda: bool(self._pin(button).state))
