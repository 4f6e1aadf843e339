"""The tray: requests to lights, lamps, idol and buzzer, and timed work."""

import struct
import sys
import time

import about
import machine
import tlink
import wiring
from buttons import PicoButtons
from buzzer import TUNES, PicoBuzzer
from idol import PicoIdol
from leds import SHARES, PicoLeds
from motions import Gauge, PicoDice, PicoMotion, PicoWheel, Verdict

FRAME_MS = 20
SILENT_MS = 10000
"""Heard of no host for so long, the tray goes dark."""
REST_MS = 900000
"""Time without use until the lights go out, like the table's screen.

The lamps stay.
"""

KINDS: dict[int, type[PicoMotion]] = {
    tlink.DICE: PicoDice,
    tlink.VERDICT: Verdict,
    tlink.WHEEL: PicoWheel,
    tlink.GAUGE: Gauge,
}


class PicoTray:
    """Everything on the board.

    *events* are those still to be sent, each as kind and its number with the payload.
    """

    def __init__(self) -> None:
        self.leds = PicoLeds(wiring.WINDOWS, wiring.VERDICT, wiring.RING, wiring.ring_leds())
        self.lamps = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in wiring.LAMPS]
        self.buttons = PicoButtons(wiring.BUTTONS)
        self.idol = PicoIdol(wiring.IDOL_TURNS, wiring.IDOL_PUSHES)
        self.buzzer = PicoBuzzer(wiring.BUZZER)
        self.events: list[tuple[int, bytes]] = []
        self.event = 0
        self.stops = False
        self._do = {
            tlink.PING: self._ping,
            tlink.STATE: self._state,
            tlink.START: self._start,
            tlink.LAND: self._land,
            tlink.CLEAR: self._clear,
            tlink.LAMPS: self._light_lamps,
            tlink.SOUND: self._sound,
            tlink.BRIGHTNESS: self._set_brightness,
            tlink.IDOL: self._move_idol,
            tlink.STOP: self._stop,
        }
        self._doing = tlink.DARK
        self._moving: PicoMotion | None = None
        self._shape = (0, 0)
        self._values = b""
        self._motion = self._landed = self._landings = 0
        self._since_ms = self._frame_ms = 0
        self._is_new = self._is_due = False
        self._in_ms = 0
        self._idol: tuple[int, int] | None = None
        self._idol_done = 0
        self._tune_ms = -1
        self._lit = 0
        self._asleep = True
        self._rests = False
        self._heard_ms = self._used_ms = time.ticks_ms()
        self._ticked_ms = -1

    # ------------------------------------------------------------------ what the host asks
    def hello(self) -> bytes:
        """Return the payload of a greeting's answer."""
        names = "{} {}".format(about.VERSION, ".".join(str(part) for part in sys.implementation.version[:3]))
        return bytes((len(self.leds.windows), self.leds.ring.leds)) + names.encode()

    def heard(self) -> None:
        """Note that the host is there."""
        self._heard_ms = time.ticks_ms()
        if self._asleep:
            self._sleep(False)

    def do(self, kind: int, payload: bytes) -> bytes:
        """Carry a request out and return its answer's payload.

        :raises tlink.TrayRefused: there is no such request.
        :raises ValueError: it asks for what this tray can't do.
        """
        if kind not in self._do:
            raise tlink.TrayRefused(tlink.UNKNOWN)
        if kind not in tlink.ASKING:
            self._use()
        return self._do[kind](payload)

    def quiet(self) -> None:
        """Put everything out and let the servos go."""
        self.leds.clear()
        self.idol.stop()
        self.buzzer.stop()
        for lamp in self.lamps:
            lamp.value(0)

    def _ping(self, payload: bytes) -> bytes:
        return struct.pack(tlink.PING_ANSWER, time.ticks_ms(), self.event) + payload[:200]

    def _state(self, payload: bytes) -> bytes:
        now_ms = time.ticks_ms()
        told = struct.pack(
            tlink.STATE_ANSWER,
            now_ms,
            self.event,
            self._doing,
            self._motion,
            self._landed,
            self._landings & 0xFFFF,
            self.buttons.down(),
        )
        for button in self.buttons.each:
            told += struct.pack(tlink.STATE_BUTTON, button.presses, button.since_press(now_ms))
        return told

    def _start(self, payload: bytes) -> bytes:
        (motion, what, count), _ = tlink.read(tlink.START_REQUEST, payload)
        if motion != self._motion:
            self._begin(what, count)
            self._motion, self._doing = motion, tlink.MOVING
        return b""

    def _land(self, payload: bytes) -> bytes:
        (motion, in_ms, what, count), values = tlink.read(tlink.LAND_REQUEST, payload)
        if motion == self._motion and self._doing != tlink.MOVING:
            return b""
        if (what, count) != self._shape or self._doing != tlink.MOVING:
            self._begin(what, count)
        assert self._moving is not None
        self._moving.check(values)
        self._motion, self._values, self._in_ms = motion, values, in_ms
        self._since_ms, self._doing = time.ticks_ms(), tlink.LANDING
        self._is_due = True
        return b""

    def _begin(self, what: int, count: int) -> None:
        if what not in KINDS:
            raise ValueError
        self._moving = KINDS[what](self.leds, count)
        self._shape = (what, count)
        self._since_ms = time.ticks_ms()
        self._is_new = self._is_due = True

    def _clear(self, payload: bytes) -> bytes:
        self._doing, self._moving, self._shape = tlink.DARK, None, (0, 0)
        self.leds.clear()
        return b""

    def _light_lamps(self, payload: bytes) -> bytes:
        ((self._lit,), _) = tlink.read(tlink.LAMPS_REQUEST, payload)
        self._set_lamps()
        return b""

    def _set_lamps(self) -> None:
        for place, lamp in enumerate(self.lamps):
            lamp.value(0 if self._asleep else self._lit >> place & 1)

    def _sound(self, payload: bytes) -> bytes:
        ((sound,), _) = tlink.read(tlink.SOUND_REQUEST, payload)
        if sound == tlink.SILENCE:
            self._tune_ms = -1
            self.buzzer.stop()
        elif sound < len(TUNES):
            self._tune_ms = time.ticks_ms()
            self.buzzer.play(sound)
        else:
            raise ValueError
        return b""

    def _set_brightness(self, payload: bytes) -> bytes:
        ((level,), _) = tlink.read(tlink.BRIGHTNESS_REQUEST, payload)
        if not 1 <= level <= len(SHARES):
            raise ValueError
        self.leds.set_brightness(level)
        return b""

    def _move_idol(self, payload: bytes) -> bytes:
        (motion, degrees, push), _ = tlink.read(tlink.IDOL_REQUEST, payload)
        if motion != self._idol_done and (self._idol is None or self._idol[0] != motion):
            self.idol.begin(degrees, bool(push))
            self._idol = (motion, time.ticks_ms())
        return b""

    def _stop(self, payload: bytes) -> bytes:
        self.stops = True
        return b""

    # ------------------------------------------------------------------ what time brings
    def tick(self, now_ms: int) -> None:
        """Do the due work; called in each loop.

        Within a millisecond it does nothing twice.
        """
        if now_ms == self._ticked_ms and not self._is_due:
            return
        self._ticked_ms = now_ms
        for place, what in self.buttons.look(now_ms):
            self._use()
            self._tell(tlink.BUTTON, struct.pack(tlink.BUTTON_EVENT, place, what, now_ms))
        if self._is_due or time.ticks_diff(now_ms, self._frame_ms) >= FRAME_MS:
            self._frame(now_ms)
        if self._tune_ms >= 0 and self.buzzer.go_on(time.ticks_diff(now_ms, self._tune_ms)):
            self._tune_ms = -1
        if self._idol is not None and self.idol.go_on(time.ticks_diff(now_ms, self._idol[1])):
            self._idol_done, self._idol = self._idol[0], None
            self._tell(tlink.LANDED, struct.pack(tlink.LANDED_EVENT, self._idol_done))
        if not self._asleep and time.ticks_diff(now_ms, self._heard_ms) >= SILENT_MS:
            self._sleep(True)
        if not self._rests and time.ticks_diff(now_ms, self._used_ms) >= REST_MS:
            self._rests = True
            self.leds.sleep(True)

    def _frame(self, now_ms: int) -> None:
        # Drawing waits until the request was answered: nobody waits for lights to know that it came.
        self._frame_ms, self._is_due = now_ms, False
        ms = time.ticks_diff(now_ms, self._since_ms)
        if self._moving is None:
            return
        if self._is_new:
            self._is_new = False
            self.leds.clear()
        if self._doing == tlink.MOVING:
            self._moving.move(ms)
        elif self._doing == tlink.LANDING:
            self._moving.land(self._values, ms, self._in_ms)
            if ms >= self._in_ms:
                self._stand()

    def _stand(self) -> None:
        """Report that the motion has stopped."""
        self._doing, self._landed = tlink.RESTING, self._motion
        self._landings += 1
        self._tell(tlink.LANDED, struct.pack(tlink.LANDED_EVENT, self._motion))

    def _tell(self, kind: int, payload: bytes) -> None:
        """Send an event if the host is there.

        A host that comes later asks for the state.
        """
        self.event = (self.event + 1) % 256
        if not self._asleep:
            self.events.append((kind, bytes((self.event,)) + payload))

    def _sleep(self, asleep: bool) -> None:
        self._asleep = asleep
        self.leds.sleep(asleep or self._rests)
        self._set_lamps()

    def _use(self) -> None:
        self._used_ms = time.ticks_ms()
        if self._rests:
            self._rests = False
            self.leds.sleep(self._asleep)
