"""The table's dice tray: cues, sounds and lamps out, presses in.

It also holds the reveal. It implements the ports of `hardware.ports`: a screen for its windows and ring, lamps beside
its buttons, and a buzzer. No method blocks; without a tray nothing happens, and its picture is kept until one comes.
"""

from __future__ import annotations

import logging
import os
import struct
import threading
from collections.abc import Callable, Mapping, Sequence

from firmware_host import tlink
from firmware_host.firmware.servo import LARGEST_DEG
from firmware_host.line import Greeting
from firmware_host.link import HINTS, SILENT, STARTING, USUAL_TIMINGS, Link, LinkTimings
from firmware_host.pictures import DARK, LAND_MS, TrayPicture, picture_of
from firmware_host.port import PortNews, plugged_in
from firmware_host.stand_in import NAME, TRAY_LAMPS
from hardware.cues import StageCue
from hardware.ports import (
    SOUND_NAMES,
    USUAL_BRIGHTNESS,
    Brightness,
    ButtonEdge,
    ButtonEvent,
    ButtonName,
    DeviceStatus,
    InputHandler,
    LampName,
    SoundName,
)

log = logging.getLogger(__name__)

BUTTON_NAMES: tuple[ButtonName, ...] = ("roll", "spin", "draw", "ok")
IDOLS_FIRST = 1 << 31
"""From here on motions are the idol's."""
EDGES = {tlink.RELEASED: ButtonEdge.RELEASED, tlink.PRESSED: ButtonEdge.PRESSED, tlink.HELD: ButtonEdge.HELD}


class DiceTray:
    """A tray that is looked for from `start` to `close`.

    *handler* gets its buttons' events, on the tray's own thread. *find*, *timings* and *open_news* are `Link`'s.
    *wanted* says that a tray should be there: without one that was never seen, all is well.
    """

    def __init__(
        self,
        handler: InputHandler,
        find: Callable[[], Sequence[str]] = plugged_in,
        *,
        simulated: bool = False,
        wanted: bool = False,
        timings: LinkTimings = USUAL_TIMINGS,
        open_news: Callable[[], PortNews] | None = None,
    ) -> None:
        self._handler = handler
        self.simulated = simulated
        self._seen = wanted
        self._lock = threading.Lock()  # guards all that follows
        self._greeting: Greeting | None = None
        self._trouble = ""
        self._motion = self._aimed = int.from_bytes(os.urandom(3), "little")
        self._picture: TrayPicture | None = None
        self._is_public = True
        self._landing: tuple[int, Callable[[], None]] | None = None
        self._muted = False
        self._lit: frozenset[LampName] = frozenset()
        self._closed = False
        self.lamps: Mapping[LampName, TrayLamp] = {name: TrayLamp(self, name) for name in TRAY_LAMPS}
        self._link = Link(
            self,
            find,
            timings=timings,
            silent=STARTING if simulated else SILENT,
            open_news=open_news,
        )

    def start(self) -> None:
        """Start looking for it."""
        self._link.start()

    def close(self) -> None:
        """Close it; without the host it goes dark by itself."""
        with self._lock:
            self._closed = True
            landed = self._taken_landing()
        self._link.close()
        landed()

    @property
    def status(self) -> DeviceStatus | None:
        """How it is; None while none was ever there or wanted."""
        with self._lock:
            if not self._seen:
                return None
            return DeviceStatus(NAME, self.simulated, self._greeting is not None, self._trouble)

    @property
    def greeting(self) -> Greeting | None:
        """The tray's greeting; None while none is there."""
        with self._lock:
            return self._greeting

    @property
    def is_public(self) -> bool:
        """Whether its lights show only public results.

        Look at the lights first, then here.
        """
        with self._lock:
            return self._is_public

    # ------------------------------------------------------------------ a screen
    def show(self, cue: StageCue) -> None:
        """Show *cue* if it is for windows, lamps or ring.

        Any other leaves them as they are.
        """
        picture = picture_of(cue)
        with self._lock:
            landed = self._taken_landing()
            self._is_public = True
            if picture is not None and picture != DARK:
                self._show(picture)
            elif picture == DARK or (self._picture is not None and not self._picture.values):
                self._clear()
        landed()

    def clear(self) -> None:
        """Clear the tray; another game begins."""
        with self._lock:
            landed = self._taken_landing()
            self._is_public = True
            self._clear()
        landed()

    def land(self, cue: StageCue, landed: Callable[[], None]) -> bool:
        """Slow down onto *cue* and return True; False if no tray can.

        *landed* is called once, when it has landed. It is called at once if something newer is shown, or the tray is
        unplugged.
        """
        picture = picture_of(cue)
        with self._lock:
            overtaken = self._taken_landing()
            self._is_public = False
            holds = False
            # What was in motion goes on until the reveal if it comes to nothing that a tray can show.
            if picture is not None and picture != DARK:
                holds = self._greeting is not None and picture.fits(self._greeting) and not self._closed
                self._land(picture)
                self._landing = (self._motion, landed) if holds else None
        overtaken()
        return holds

    def set_brightness(self, level: Brightness = USUAL_BRIGHTNESS) -> None:
        """Be as bright as *level*."""
        self._link.post("brightness", tlink.BRIGHTNESS, struct.pack(tlink.BRIGHTNESS_REQUEST, level))

    # ------------------------------------------------------------------ a buzzer, an idol, lamps
    def play(self, sound: SoundName) -> None:
        """Play *sound*, in place of one that still sounds; nothing while muted."""
        if not self._muted:
            number = SOUND_NAMES.index(sound)
            self._link.post("sound", tlink.SOUND, struct.pack(tlink.SOUND_REQUEST, number), lasts=False)

    def set_muted(self, muted: bool) -> None:
        """Mute or unmute; a sounding tone is cut off."""
        self._muted = muted
        if muted:
            self._link.post("sound", tlink.SOUND, struct.pack(tlink.SOUND_REQUEST, tlink.SILENCE), lasts=False)

    def aim(self, degrees: int, push: bool) -> None:
        """Turn the idol to *degrees*, 0 to 180, and *push* there.

        Without a tray nothing is done, now or later.

        :raises ValueError: it can't turn that far.
        """
        if not 0 <= degrees <= LARGEST_DEG:
            raise ValueError(f"the idol turns to 0 to {LARGEST_DEG} degrees, not to {degrees}")
        with self._lock:
            # Its numbers are another half of all, so that an idol that stands is never taken for dice that lie.
            self._aimed = (self._aimed + 1) % IDOLS_FIRST
            asked = struct.pack(tlink.IDOL_REQUEST, IDOLS_FIRST + self._aimed, degrees, push)
            self._link.post("idol", tlink.IDOL, asked, lasts=False)

    def set_lamp(self, name: LampName, lit: bool) -> None:
        """Light the lamp beside a button, or put it out."""
        with self._lock:
            self._lit = self._lit | {name} if lit else self._lit - {name}
            bits = sum(1 << place for place, each in enumerate(TRAY_LAMPS) if each in self._lit)
            self._link.post("lamps", tlink.LAMPS, struct.pack(tlink.LAMPS_REQUEST, bits))

    # ------------------------------------------------------------------ the link's side
    def greeted(self, greeting: Greeting) -> None:
        """A tray is there."""
        with self._lock:
            self._greeting, self._seen, self._trouble = greeting, True, ""

    def lost(self, trouble: str) -> None:
        """The tray is gone: a pending landing counts as landed."""
        with self._lock:
            self._greeting, self._trouble = None, trouble
            self._seen = self._seen or trouble in HINTS
            landed = self._taken_landing()
        landed()

    def button(self, button: int, what: int, at_s: float) -> None:
        """A button of the tray did something."""
        if what not in EDGES:
            return
        event = ButtonEvent(BUTTON_NAMES[button], EDGES[what], at_s)
        try:
            self._handler(event)
        except Exception:
            log.exception("%s of the dice tray was not handled", event)

    def landed(self, motion: int) -> None:
        """*motion* has stopped; one that nobody waits for is dropped."""
        with self._lock:
            if self._landing is None or self._landing[0] != motion:
                return
            landed = self._taken_landing()
        landed()

    # ------------------------------------------------------------------ under the lock
    def _taken_landing(self) -> Callable[[], None]:
        """Return the callback of the landing and forget it.

        It does nothing if nobody waits.
        """
        landing, self._landing = self._landing, None
        if landing is None:
            return _nobody
        assert self._picture is not None
        self._link.keep("picture", tlink.LAND, self._picture.land_request(landing[0], 0), instead=tlink.CLEAR)
        return landing[1]

    def _next_motion(self) -> int:
        self._motion = (self._motion + 1) % IDOLS_FIRST or 1
        return self._motion

    def _show(self, picture: TrayPicture) -> None:
        if picture.values and picture == self._picture:
            return
        self._picture = picture
        motion = self._next_motion()
        if picture.values:
            self._post(tlink.LAND, picture.land_request(motion, 0))
        else:
            self._post(tlink.START, picture.start_request(motion))

    def _land(self, picture: TrayPicture) -> None:
        before, self._picture = self._picture, picture
        if before is None or before.values or (before.what, before.count) != (picture.what, picture.count):
            self._next_motion()
        self._post(tlink.LAND, picture.land_request(self._motion, LAND_MS[picture.what]))

    def _post(self, kind: int, payload: bytes) -> None:
        # A tray that can't show this must not go on showing what was before.
        self._link.post("picture", kind, payload, instead=tlink.CLEAR)

    def _clear(self) -> None:
        self._picture = None
        self._link.post("picture", tlink.CLEAR, b"")


class TrayLamp:
    """A lamp beside one of the tray's buttons: a `hardware.ports.Lamp`."""

    def __init__(self, tray: DiceTray, name: LampName) -> None:
        self._tray = tray
        self._name = name
        self._lit: bool | None = None

    def set(self, lit: bool) -> None:
        """Light it or put it out."""
        if lit != self._lit:
            self._lit = lit
            self._tray.set_lamp(self._name, lit)


def _nobody() -> None:
    """Nobody waits."""
