"""A stand-in for MicroPython's `neopixel`, reporting each write to the bench.

It has just the parts that the firmware uses.
"""

import binascii

import _bench
from machine import Pin


class NeoPixel:
    """*n* WS2812 on *pin*."""

    ORDER = (1, 0, 2, 3)

    def __init__(self, pin: Pin, n: int) -> None:
        self.pin = pin
        self.n = n
        self.buf = bytearray(3 * n)

    def __setitem__(self, i: int, v: "tuple[int, int, int]") -> None:
        for place, part in enumerate(v):
            self.buf[3 * i + self.ORDER[place]] = part

    def write(self) -> None:
        """Send the colours; the wire's order is green, red, blue."""
        _bench.tell("pixels", self.pin.id, binascii.hexlify(self.buf).decode())
