"""The place of a dice tray: what is told to it before anybody looks for one is told to it then, in the same order.

A table looks once it answers, and many have no tray: all that speaks to one is imported with the first look.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from hardware.cues import StageCue
from hardware.ports import USUAL_BRIGHTNESS, Brightness, DeviceStatus, LampName, SoundName

if TYPE_CHECKING:
    from firmware_host.dicetray import DiceTray
    from firmware_host.line import Greeting

NAME = "dicetray"
"""What it is called as a device and as a holder of the reveal."""

LAMP_NAMES: tuple[LampName, ...] = ("roll", "spin", "draw", "ok")
Told = TypeVar("Told")


class AwaitedTray:
    """The tray that *make* makes, from `start` on; None where none is looked for, and what is told to it is forgotten.

    It is what a tray is for the table: a `hardware.ports.Tray`, a ``Buzzer``, an ``Idol``, lamps. *simulated* and
    *wanted* are as the tray's.
    """

    def __init__(self, make: Callable[[], DiceTray] | None, *, simulated: bool, wanted: bool) -> None:
        self._make = make
        self.simulated, self._wanted = simulated, wanted
        self._lock = threading.Lock()
        self._tray: DiceTray | None = None
        self._told: list[Callable[[DiceTray], object]] = []
        self.lamps: Mapping[LampName, AwaitedLamp] = {name: AwaitedLamp(self, name) for name in LAMP_NAMES}

    def start(self) -> None:
        """Start looking for it, if one is looked for."""
        if self._make is None:
            return
        with self._lock:
            tray = self._make()
            for tell in self._told:
                tell(tray)
            self._told.clear()
            self._tray = tray
        tray.start()

    def close(self) -> None:
        """Let go of it."""
        if self._tray is not None:
            self._tray.close()

    @property
    def status(self) -> DeviceStatus | None:
        """How it is; None while none was ever there or wanted."""
        if self._tray is not None:
            return self._tray.status
        return DeviceStatus(NAME, self.simulated, working=False) if self._wanted else None

    @property
    def greeting(self) -> Greeting | None:
        """The tray's greeting; None while none is there."""
        return self._tray.greeting if self._tray is not None else None

    @property
    def is_public(self) -> bool:
        """Whether its lights tell nothing that isn't revealed. Look at the lights first, then here."""
        return self._tray is None or self._tray.is_public

    def show(self, cue: StageCue) -> None:
        """Show *cue*, if it is one for windows, lamps or ring; any other leaves them as they are."""
        self._tell(lambda tray: tray.show(cue))

    def clear(self) -> None:
        """Show nothing, whatever was shown: another game begins."""
        self._tell(lambda tray: tray.clear())

    def land(self, cue: StageCue, landed: Callable[[], None]) -> bool:
        """Slow down onto *cue*, then call *landed* once, and return True; False if no tray is there that can show it.

        *landed* is called at once if something newer is shown, or the tray is unplugged.
        """
        return self._tell(lambda tray: tray.land(cue, landed), instead=lambda tray: tray.land(cue, _nobody)) or False

    def set_brightness(self, level: Brightness = USUAL_BRIGHTNESS) -> None:
        """Be as bright as *level*."""
        self._tell(lambda tray: tray.set_brightness(level))

    def play(self, sound: SoundName) -> None:
        """Play *sound*, in place of one that still sounds; nothing while muted."""
        if self._tray is not None:
            self._tray.play(sound)

    def set_muted(self, muted: bool) -> None:
        """Be silent from now on, or no longer; what sounds is cut off."""
        self._tell(lambda tray: tray.set_muted(muted))

    def aim(self, degrees: int, push: bool) -> None:
        """Turn the idol to *degrees*, 0 to 180, and *push* there; without a tray nothing is done, now or later.

        :raises ValueError: it can't turn that far.
        """
        if self._tray is not None:
            self._tray.aim(degrees, push)

    def set_lamp(self, name: LampName, lit: bool) -> None:
        """Light the lamp beside a button, or put it out."""
        self._tell(lambda tray: tray.lamps[name].set(lit))

    def _tell(
        self, tell: Callable[[DiceTray], Told], instead: Callable[[DiceTray], object] | None = None
    ) -> Told | None:
        """Have the tray hear what *tell* tells it and return its answer; before it is made, keep that or *instead*."""
        with self._lock:
            tray = self._tray
            if tray is None:
                if self._make is not None:
                    self._told.append(instead or tell)
                return None
        return tell(tray)


class AwaitedLamp:
    """A lamp beside one of the tray's buttons: a `hardware.ports.Lamp`."""

    def __init__(self, tray: AwaitedTray, name: LampName) -> None:
        self._tray, self._name = tray, name

    def set(self, lit: bool) -> None:
        """Light it or put it out."""
        self._tray.set_lamp(self._name, lit)


def _nobody() -> None:
    """Nobody waits: no reveal is held by a tray that isn't there."""
