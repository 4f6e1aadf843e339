"""The tray's buttons: the first edge counts at once.

Then 30 ms of bouncing don't; a hold counts after a second.
"""

import time

import machine
from tlink import HELD, PRESSED, RELEASED

DEBOUNCE_MS = 30
HOLD_MS = 1000
LONG_AGO_MS = 65535
"""The longest time that is counted, in milliseconds.

The Pico's clock wraps around, so older events can't be dated.
"""


class PicoButton:
    """One button to ground, ignored until released if down at the start."""

    def __init__(self, pin: int) -> None:
        self._pin = machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
        self.down = self._pin.value() == 0
        self.may_hold = False
        self.presses = 0
        self.pressed_ms = 0
        self._ignored = self.down
        self._changed_ms = time.ticks_ms()
        self._is_debouncing = self._is_recent = False
        self._rests = False

    def look(self, now_ms: int) -> int:
        """Return its new event, -1 for none."""
        down = self._pin.value() == 0
        if self._rests and not down:
            return -1
        since_ms = time.ticks_diff(now_ms, self._changed_ms)
        self._is_debouncing = self._is_debouncing and since_ms < DEBOUNCE_MS
        self._is_recent = self._is_recent and time.ticks_diff(now_ms, self.pressed_ms) < LONG_AGO_MS
        self._rests = not (down or self.down or self._is_debouncing or self._is_recent)
        if down == self.down or self._is_debouncing:
            if self.down and self.may_hold and since_ms >= HOLD_MS:
                self.may_hold = False
                return HELD
            return -1
        self.down, self._changed_ms, self.may_hold, self._is_debouncing = down, now_ms, down, True
        if down:
            self.presses = (self.presses + 1) % 256
            self.pressed_ms, self._is_recent = now_ms, True
            return PRESSED
        ignored, self._ignored = self._ignored, False
        return -1 if ignored else RELEASED

    def since_press(self, now_ms: int) -> int:
        """Return the milliseconds since its last press; 65535 for longer, or never."""
        return time.ticks_diff(now_ms, self.pressed_ms) if self._is_recent else LONG_AGO_MS


class PicoButtons:
    """All buttons; two that are down together cancel each other's hold."""

    def __init__(self, pins: "tuple[int, ...]") -> None:
        self.each = [PicoButton(pin) for pin in pins]

    def look(self, now_ms: int) -> "list[tuple[int, int]]":
        """Return the new events, as number and PRESSED, HELD or RELEASED."""
        done = []
        down = 0
        for place, button in enumerate(self.each):
            what = button.look(now_ms)
            if what >= 0:
                done.append((place, what))
            down += button.down
        if down > 1:
            for button in self.each:
                button.may_hold = False
        return done

    def down(self) -> int:
        """Return the pressed buttons, a bit each."""
        bits = 0
        for place, button in enumerate(self.each):
            bits |= button.down << place
        return bits
