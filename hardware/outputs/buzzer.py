"""The buzzer: short sounds on one pin, from tables of tones.

A passive piezo buzzer between the pin and ground needs the tone itself, as pulses. The kernel's PWM makes them where
the pin has it; else a thread of the pin's does, only while something sounds, and so slowly that the OLED goes on.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Protocol

from hardware.board.pins import Pins
from hardware.board.wiring import Wiring
from hardware.gpio import MAX_HZ
from hardware.outputs.kernel_pwm import KernelTone, find_channel
from hardware.outputs.pin_outputs import ToneOutput
from hardware.ports import DeviceStatus, SoundName

log = logging.getLogger(__name__)

Tone = tuple[float, float]
"""A frequency in hertz, 0 for silence, and a duration in seconds."""

SOUNDS: Mapping[SoundName, Sequence[Tone]] = {
    "start": ((880, 0.05),),
    "land": ((1047, 0.06), (1568, 0.1)),
    "flood": ((784, 0.1), (659, 0.1), (587, 0.16)),
    "sink": ((523, 0.14), (392, 0.14), (294, 0.16), (196, 0.3)),
    "refusal": ((220, 0.09), (0, 0.05), (220, 0.12)),
    "win": ((1047, 0.1), (1319, 0.1), (1568, 0.1), (0, 0.05), (1568, 0.08), (2093, 0.3)),
}
HALF = 0.5
"""The duty cycle of a sounding pin: the loudest one."""

CLOSE_S = 1.0


class Voice(Protocol):
    """A maker of tones on a pin."""

    def sound(self, hertz: float) -> None:
        """Sound at *hertz* from now on, 0 for silence."""

    def close(self) -> None:
        """Be silent and give the pin back."""


class SoftwareTone:
    """A tone of at most `MAX_HZ` on *pin*, by software."""

    def __init__(self, pin: int, pins: Pins) -> None:
        self._device = ToneOutput(pin, pin_factory=pins.factory)

    def sound(self, hertz: float) -> None:
        if hertz:
            self._device.frequency = by_software(hertz)
        self._device.value = HALF if hertz else 0

    def close(self) -> None:
        self._device.close()


def by_software(hertz: float) -> float:
    """Return the tone that software plays for *hertz*.

    It is the same, or as many octaves lower as it takes.
    """
    while hertz > MAX_HZ:
        hertz /= 2
    return hertz


class PinBuzzer:
    """A `hardware.ports.Buzzer` on a pin. `play` and `set_muted` never block.

    They are callable from any thread. The first `step` takes its pin, and may last as long as a `KernelTone` takes. A
    pin that fails is logged once and shown in `status`: nothing is raised, and the next tone takes it again.

    :param clock: monotonic seconds.
    :param root: where the kernel's `sys` is looked for.
    """

    def __init__(
        self, pins: Pins, wiring: Wiring, clock: Callable[[], float] = time.monotonic, root: Path = Path("/")
    ) -> None:
        self._pins = pins
        self._pin = wiring.buzzer
        self._root = root
        self._errors = pins.errors
        self._clock = clock
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._closed = False
        self._muted = False
        self._wanted: Sequence[Tone] | None = None
        self._tones: Sequence[Tone] = ()
        self._ends_s: Sequence[float] = ()
        self._sounding: float | None = None
        self._working = True
        self._voice: Voice | None = None

    def start(self) -> None:
        """Start the thread for the pin."""
        self._thread.start()

    @property
    def status(self) -> DeviceStatus:
        """How the buzzer is."""
        trouble = "" if self._working else "device.pins.buzzer"
        return DeviceStatus("buzzer", self._pins.simulated, self._working, trouble)

    def play(self, sound: SoundName) -> None:
        """Play *sound*, replacing the current one.

        Nothing plays while muted or once closed.
        """
        with self._changed:
            if not (self._muted or self._closed):
                self._wanted = SOUNDS[sound]
                self._changed.notify()

    def set_muted(self, muted: bool) -> None:
        """Mute or unmute; a sounding tone is cut off."""
        with self._changed:
            self._muted = muted
            if muted:
                self._wanted = ()
                self._changed.notify()

    def step(self) -> float | None:
        """Do the due work; the thread or a test calls it.

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
        """Turn silent and release the pin, in about a second at most.

        May be called again.
        """
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)
        else:
            self._tones, self._ends_s = (), ()
            self._drop_voice()

    def _open(self) -> Voice:
        """Take the pin, by the kernel's PWM if possible."""
        if self._pins.simulated:
            return SoftwareTone(self._pin, self._pins)
        channel = find_channel(self._pin, self._root)
        if channel is not None:
            try:
                tone = KernelTone(channel)
            except OSError as fault:
                log.warning("the kernel's PWM can't be used (%s): software makes the buzzer's tones", fault)
                if isinstance(fault, PermissionError):
                    log.warning("for the kernel's PWM, the user who runs the table must be in the group gpio")
            else:
                log.info("the buzzer sounds by the kernel's PWM, %s", channel.folder)
                return tone
        return SoftwareTone(self._pin, self._pins)

    def _sound(self, hertz: float) -> None:
        if hertz == self._sounding:
            return
        try:
            if self._voice is None:
                self._voice = self._open()
            self._voice.sound(hertz)
        except self._errors as fault:
            self._failed(fault)
            self._drop_voice()
        else:
            self._working, self._sounding = True, hertz

    def _drop_voice(self) -> None:
        """Release the pin if possible, so that the next tone can retry.

        Another holder may let it go, and a broken one may work again.
        """
        self._sounding = 0.0
        voice, self._voice = self._voice, None
        if voice is not None:
            try:
                voice.close()
            except self._errors as fault:
                self._failed(fault)

    def _failed(self, fault: Exception) -> None:
        if self._working:
            log.warning("the buzzer can't be used (%s: %s): play goes on", type(fault).__name__, str(fault))
        self._working = False

    def _run(self) -> None:
        while not self._closed:
            wait_s = self.step()
            with self._changed:
                if self._wanted is None and not self._closed:
                    self._changed.wait(wait_s)
        self._drop_voice()
