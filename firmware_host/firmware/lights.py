"""The lights: dice windows, verdict lamps and the wheel's ring, each drawn whole at every change."""

import machine
import neopixel

SEGMENTS = (
    # a, b, c, d, e, f, g of each digit, a in the lowest bit
    (0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F)
)
DASH = 0x40
SHARES = (10, 26, 60, 130, 255)
"""How much of its colour a light gets at brightness 1 to 5, of 255."""

SAND = (180, 130, 60)
WON = (40, 180, 70)
LOST = (200, 30, 20)
BRASS = (200, 120, 20)


class Strip:
    """LEDs on one data line that are written only when they change, and stay dark while asleep."""

    def __init__(self, pin: int, leds: int) -> None:
        self.leds = leds
        self.asleep = False
        self.share = SHARES[2]
        self._pixels = neopixel.NeoPixel(machine.Pin(pin, machine.Pin.OUT), leds)
        self._lit: dict[int, tuple[int, int, int]] = {}
        self._written = b""
        self.write()

    def draw(self, lit: "dict[int, tuple[int, int, int]]") -> None:
        """Light the LEDs in *lit* in their colours, and no others."""
        if lit != self._lit:
            self._lit = lit
            self.write()

    def write(self) -> None:
        """Send the LEDs what they don't show yet."""
        for led in range(self.leds):
            red, green, blue = (0, 0, 0) if self.asleep else self._lit.get(led, (0, 0, 0))
            self._pixels[led] = (red * self.share // 255, green * self.share // 255, blue * self.share // 255)
        shown = bytes(self._pixels.buf)
        if shown != self._written:
            self._written = shown
            self._pixels.write()


def number(value: int) -> "dict[int, tuple[int, int, int]]":
    """Return the LEDs of a window that show *value*, 0 to 99; 100 is 00, as on real dice."""
    tens = value // 10 % 10 if value >= 10 else -1
    digits = (SEGMENTS[tens] if tens >= 0 else 0, SEGMENTS[value % 10])
    return _segments(digits)


def dashes() -> "dict[int, tuple[int, int, int]]":
    """Return the LEDs of a window that shows no number."""
    return _segments((DASH, DASH))


def _segments(digits: "tuple[int, int]") -> "dict[int, tuple[int, int, int]]":
    lit = {}
    for place, segments in enumerate(digits):
        for segment in range(7):
            if segments >> segment & 1:
                lit[7 * place + segment] = SAND
    return lit


def sector(at: int, count: int, leds: int) -> "dict[int, tuple[int, int, int]]":
    """Return the LEDs of a ring of *leds* for the sector *at* of *count* equal ones; what is left over stays dark."""
    each = leds // count
    return {at * each + place: BRASS for place in range(each)}


class Lights:
    """All lights of the tray."""

    def __init__(self, windows: "tuple[int, ...]", verdict: int, ring: int, ring_leds: int) -> None:
        self.windows = [Strip(pin, 14) for pin in windows]
        self.verdict = Strip(verdict, 2)
        self.ring = Strip(ring, ring_leds)
        self._all = self.windows + [self.verdict, self.ring]  # noqa: RUF005  # MicroPython's lists join like this

    def clear(self) -> None:
        """Put everything out."""
        for strip in self._all:
            strip.draw({})

    def sleep(self, asleep: bool) -> None:
        """Be dark without forgetting what was lit, or light it again."""
        for strip in self._all:
            strip.asleep = asleep
            strip.write()

    def set_brightness(self, level: int) -> None:
        """Be as bright as *level*, 1 to 5."""
        for strip in self._all:
            strip.share = SHARES[level - 1]
            strip.write()
