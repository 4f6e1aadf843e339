"""The tray's stand-in: it keeps calls until the tray is looked for.

The kept calls are then made in the same order. A table looks once it answers, and many have no tray: everything that
speaks to one is imported with the first look.

Law: it keeps only the calls that a tray plugged in later needs, and none if no tray can come.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, TypeVar

from hardware.cues import StageCue, TurnCue
from hardware.ports import USUAL_BRIGHTNESS, Brightness, DeviceStatus, LampName, SoundName

if TYPE_CHECKING:
    from firmware_host.dicetray import DiceTray
    from firmware_host.line import Greeting

NAME = "dicetray"
"""Its name as a device and as a holder of the reveal."""

FAILED = "device.dicetray.failed"
"""The trouble of a tray that can't even be looked for."""

TRAY_LAMPS: tuple[LampName, ...] = ("roll", "spin", "draw", "ok")
Told = TypeVar("Told")


class AwaitedTray:
    """The tray from *make*, made at `start`; None ignores all calls.

    It acts as a tray for the table: a `hardware.ports.Tray`, a ``Buzzer``, an ``Idol``, lamps. *simulated* and *wanted*
    are as the tray's.
    """

    def __init__(self, make: Callable[[], DiceTray] | None, *, simulated: bool, wanted: bool) -> None:
        self.simulated, self._wanted = simulated, wanted
        self._lock = threading.Lock()  # guards all that follows
        self._make = make
        self._tray: DiceTray | None = None
        self._trouble = ""
        # By what the newest replaces, in the order of the newest; None once nothing is kept any more.
        self._kept: dict[Hashable, Callable[[DiceTray], object]] | None = None if make is None else {}
        self.lamps: Mapping[LampName, AwaitedLamp] = {name: AwaitedLamp(self, name) for name in TRAY_LAMPS}

    def start(self) -> None:
        """Start looking for it, if one is wanted; repeated calls do nothing.

        Any failure is raised, `status` shows it, and nothing is left of the tray.
        """
        with self._lock:
            make, self._make = self._make, None
        if make is None:
            return
        try:
            with ExitStack() as undone:
                tray = make()  # many imports: whoever tells something meanwhile doesn't wait for them
                undone.callback(tray.close)
                if self._starts(tray):
                    undone.pop_all()
        except Exception:
            with self._lock:
                self._kept, self._trouble = None, FAILED
            raise

    def _starts(self, tray: DiceTray) -> bool:
        """Make the kept calls to *tray* and start it.

        Returns False if this was closed before the tray was made.
        """
        with self._lock:
            if self._kept is None:
                return False
            for tell in self._kept.values():
                tell(tray)
            tray.start()
            self._tray, self._kept = tray, None
            return True

    def close(self) -> None:
        """Release it; one that is being made is released then."""
        with self._lock:
            tray, self._make, self._kept = self._tray, None, None
        if tray is not None:
            tray.close()

    @property
    def status(self) -> DeviceStatus | None:
        """Its status; None while none was ever there, wanted or failed."""
        if self._tray is not None:
            return self._tray.status
        missed = self._wanted or self._trouble
        return DeviceStatus(NAME, self.simulated, working=False, trouble=self._trouble) if missed else None

    @property
    def greeting(self) -> Greeting | None:
        """The tray's greeting; None while none is there."""
        return self._tray.greeting if self._tray is not None else None

    @property
    def is_public(self) -> bool:
        """Whether its lights show only public results.

        Look at the lights first, then here.
        """
        return self._tray is None or self._tray.is_public

    def show(self, cue: StageCue) -> None:
        """Show *cue* if it is for windows, lamps or ring.

        Any other leaves them as they are.
        """
        self._tell(("show", _sort_of(cue)), lambda tray: tray.show(cue))

    def clear(self) -> None:
        """Clear the tray; another game begins."""
        self._tell("clear", lambda tray: tray.clear())

    def land(self, cue: StageCue, landed: Callable[[], None]) -> bool:
        """Slow down onto *cue* and return True; False if no tray can.

        *landed* is called once, when it has landed. It is called at once if something newer is shown, or the tray is
        unplugged.
        """
        kept = ("land", _sort_of(cue))
        return self._tell(kept, lambda tray: tray.land(cue, landed), lambda tray: tray.land(cue, _nobody)) or False

    def set_brightness(self, level: Brightness = USUAL_BRIGHTNESS) -> None:
        """Be as bright as *level*."""
        self._tell("brightness", lambda tray: tray.set_brightness(level))

    def play(self, sound: SoundName) -> None:
        """Play *sound*, in place of one that still sounds; nothing while muted."""
        if self._tray is not None:
            self._tray.play(sound)

    def set_muted(self, muted: bool) -> None:
        """Mute or unmute; a sounding tone is cut off."""
        self._tell("muted", lambda tray: tray.set_muted(muted))

    def aim(self, degrees: int, push: bool) -> None:
        """Turn the idol to *degrees*, 0 to 180, and *push* there.

        Without a tray nothing is done, now or later.

        :raises ValueError: it can't turn that far.
        """
        if self._tray is not None:
            self._tray.aim(degrees, push)

    def set_lamp(self, name: LampName, lit: bool) -> None:
        """Light the lamp beside a button, or put it out."""
        self._tell(("lamp", name), lambda tray: tray.lamps[name].set(lit))

    def _tell(
        self,
        key: Hashable,
        tell: Callable[[DiceTray], Told],
        instead: Callable[[DiceTray], object] | None = None,
    ) -> Told | None:
        """Call *tell* with the tray and return its answer.

        Before the tray is made, keep *tell* or *instead*, replacing an earlier call with the same *key*.
        """
        with self._lock:
            tray = self._tray
            if tray is None:
                if self._kept is not None:
                    self._kept.pop(key, None)
                    self._kept[key] = instead or tell
                return None
        return tell(tray)


class AwaitedLamp:
    """A lamp beside one of the tray's buttons: a `hardware.ports.Lamp`."""

    def __init__(self, tray: AwaitedTray, name: LampName) -> None:
        self._tray, self._name = tray, name

    def set(self, lit: bool) -> None:
        """Light it or put it out."""
        self._tray.set_lamp(self._name, lit)


def _sort_of(cue: StageCue) -> Hashable:
    """Return a key of cues that a tray treats alike.

    It either shows all of them or leaves all of them alone.
    """
    return type(cue), cue.private, isinstance(cue, TurnCue) and bool(cue.levels)


def _nobody() -> None:
    """Do nothing: an absent tray holds no reveal."""
