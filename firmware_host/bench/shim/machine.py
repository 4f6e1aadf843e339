"""A stand-in for the Pico's `machine`, reporting each change to the bench.

It has just the parts that the firmware uses.
"""

import _bench


class Pin:
    """A pin; the bench sets an input's level, 1 unless pulled down."""

    IN = 0
    OUT = 1
    PULL_UP = 1

    def __init__(self, id: int, mode: int = -1, pull: int = -1, *, value: int = 0) -> None:
        self.id = id
        self._is_out = mode == Pin.OUT
        self._level = 0
        if self._is_out:
            self.value(value)

    def value(self, x: int = -1) -> int:
        """Return the level, or set it to *x*."""
        if x < 0:
            return self._level if self._is_out else int(_bench.level(self.id))
        self._level = x
        _bench.tell("pin", self.id, x)
        return x


class PWM:
    """A pin with pulses."""

    def __init__(self, dest: Pin, *, freq: int = 0, duty_u16: int = 0) -> None:
        self._pin = dest
        self.freq(freq)
        self.duty_u16(duty_u16)

    def freq(self, value: int) -> None:
        """Pulse *value* times a second."""
        _bench.tell("freq", self._pin.id, value)

    def duty_u16(self, value: int) -> None:
        """Be high for *value* of 65535 of the time."""
        _bench.tell("duty", self._pin.id, value)


class WDT:
    """The watchdog: resets the board unless it is fed every *timeout* milliseconds."""

    def __init__(self, id: int = 0, timeout: int = 5000) -> None:
        _bench.watch(timeout)

    def feed(self) -> None:
        """Be fed."""
        _bench.feed()


def reset() -> None:
    """Start again, as if the power had gone."""
    _bench.reset()
