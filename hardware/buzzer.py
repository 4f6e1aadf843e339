"""The buzzer: short sounds on one pin, from tables of tones.

A passive piezo buzzer between the pin and ground needs the tone itself, as pulses: lgpio times them in its own thread,
well enough for a beep. The pin is one with hardware PWM, for whoever drives it by that one day.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from gpiozero import PWMOutputDevice

from hardware.pins import Pins
from hardware.ports import DeviceStatus, SoundName
from hardware.wiring import Wiring

log = logging.getLogger(__name__)

Tone = tuple[float, float]
"""A frequency in hertz, 0 for silence, and how long it lasts in seconds."""

SOUNDS: Mapping[SoundName, Sequence[Tone]] = {
    "start": ((880, 0.05),),
    "land": ((1047, 0.06), (1568, 0.1)),
    "flood": ((784, 0.1), (659, 0.1), (587, 0.16)),
    "sink": ((523, 0.14), (392, 0.14), (294, 0.16), (196, 0.3)),
    "refusal": ((220, 0.09), (0, 0.05), (220, 0.12)),
    "win": ((1047, 0.1), (1319, 0.1), (1568, 0.1), (0, 0.05), (1568, 0.08), (2093, 0.3)),
}
HALF = 0.5
"""The share of its time that a sounding pin is high: what is loudest."""

CLOSE_S = 1.0


class PinBuzzer:
    """A `hardware.ports.Buzzer` on a pin. `play` and `set_muted` never wait, from whatever thread.

    A pin that fails is logged once and told in `status`: nothing is raised, and the next sound tries again.

    :param clock: monotonic seconds.
    """

    def __init__(self, pins: Pins, wiring: Wiring, clock: Callable[[], float] = time.monotonic) -> None:
        self._simulated = pins.simulated
        self._errors = pins.errors
        self._clock = clock
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._closed = False
        self._muted = False
        self._wanted: Sequence[Tone] | None = None
        self._tones: Sequence[Tone] = ()
        self._ends_s: Sequence[float] = ()
        self._sounding = 0.0
        self._working = True
        self._device: Any = None
        try:
            self._device = PWMOutputDevice(wiring.buzzer, pin_factory=pins.factory)
        except self._errors as fault:
            self._failed(fault)

    def start(self) -> None:
        """Start the thread that plays."""
        self._thread.start()

    @property
    def status(self) -> DeviceStatus:
        """How the buzzer is."""
        trouble = "" if self._working else "device.pins.buzzer"
        return DeviceStatus("buzzer", self._simulated, self._working, trouble)

    def play(self, sound: SoundName) -> None:
        """Play *sound*, in place of one that still sounds; nothing while muted or once closed."""
        with self._changed:
            if not (self._muted or self._closed):
                self._wanted = SOUNDS[sound]
                self._changed.notify()

    def set_muted(self, muted: bool) -> None:
        """Be silent from now on, or no longer; what sounds is cut off."""
        with self._changed:
            self._muted = muted
            if muted:
                self._wanted = ()
                self._changed.notify()

    def step(self) -> float | None:
        """Do what is due by the clock: the thread's work, and a test's way to do it without one.

        :returns: seconds until the tone changes, unless another sound comes before; None if it is silent till then.
        """
        now_s = self._clock()
        with self._changed:
            wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self._tones = wanted
            self._ends_s = tuple(accumulate((seconds for _, seconds in wanted), initial=now_s))[1:]
        at = sum(end_s <= now_s for end_s in self._ends_s)
        if at == len(self._tones):
            self._sound(0)
            return None
        self._sound(self._tones[at][0])
        return self._ends_s[at] - now_s

    def close(self) -> None:
        """Be silent and give the pin back, in at most a second. May be called again."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)
        self._tones = self._ends_s = ()
        device, self._device = self._device, None
        if device is not None:
            try:
                device.close()
            except self._errors as fault:
                self._failed(fault)

    def _sound(self, hertz: float) -> None:
        device = self._device
        if device is None or hertz == self._sounding:
            return
        try:
            if hertz:
                device.frequency = hertz
            device.value = HALF if hertz else 0
        except self._errors as fault:
            self._failed(fault)
        else:
            self._working, self._sounding = True, hertz

    def _failed(self, fault: Exception) -> None:
        if self._working:
            log.warning("the buzzer can't be used (%s: %s): play goes on", type(fault).__name__, fault)
        self._working = False

    def _run(self) -> None:
        while not self._closed:
            wait_s = self.step()
            with self._changed:
                if self._wanted is None and not self._closed:
                    self._changed.wait(wait_s)
        self._sound(0)
