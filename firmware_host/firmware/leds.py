"""The lights: dice windows, verdict lamps and ring, drawn whole each time.

At any brightness they never draw more than a USB port gives.
"""

import machine
import neopixel

SEGMENTS = (
    # a, b, c, d, e, f, g of each digit, a in the lowest bit
    (0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F)
)
DASH = 0x40
WINDOW_LEDS = 14
VERDICT_LEDS = 2
SHARES = (10, 25, 60, 85, 110)
"""Shares of full colour at brightness 1 to 5, of 255.

At 110, USB can just feed three usual dice.
"""

USB_MA = 500
BOARD_MA = 120
"""The Pico, its four lamps and the buzzer, at most.

The servos have a supply of their own.
"""
DARK_LED_MA = 1
"""A dark WS2812.

The three lights in it take 20 mA each at their brightest, 255.
"""
CHANNEL_MA = 20

SAND = (180, 130, 60)
WON = (40, 180, 70)
LOST = (200, 30, 20)
BRASS = (200, 120, 20)
SEA = (0, 70, 150)


class PicoPower:
    """The limit of current for all strips together.

    The more of them is lit, the less of its colour each light gets.
    """

    def __init__(self, leds: int) -> None:
        self.strips: list[Strip] = []
        self.share = self._wanted = SHARES[2]
        # In parts of colour, as they stand in the pixels' bytes.
        self._maximum = (USB_MA - BOARD_MA - DARK_LED_MA * leds) * 255 // CHANNEL_MA

    def want(self, share: int) -> None:
        """Give every light *share* of its colour, of 255, if power allows."""
        self._wanted = share
        self.share = self._fitting()
        for strip in self.strips:
            strip.write()

    def changes(self, changed: "Strip") -> None:
        """Write the strip that *changed*, and the others if their share changes.

        Strips that dim go first.
        """
        before, self.share = self.share, self._fitting()
        others = [strip for strip in self.strips if strip is not changed] if self.share != before else []
        for strip in others + [changed] if self.share < before else [changed] + others:  # noqa: RUF005
            strip.write()

    def _fitting(self) -> int:
        parts = sum(strip.parts for strip in self.strips)
        return min(self._wanted, self._maximum * 255 // parts) if parts else self._wanted


class Strip:
    """LEDs on one data line, written on changes and dark while asleep.

    *parts* is the sum of their colours before *power* limits it.
    """

    def __init__(self, pin: int, leds: int, power: PicoPower) -> None:
        self.leds = leds
        self.asleep = False
        self.parts = 0
        self._power = power
        self._pixels = neopixel.NeoPixel(machine.Pin(pin, machine.Pin.OUT), leds)
        self._lit: dict[int, tuple[int, int, int]] = {}
        self._written = b""
        power.strips.append(self)
        self.write()

    def draw(self, lit: "dict[int, tuple[int, int, int]]") -> None:
        """Light the LEDs in *lit* in their colours, and no others."""
        if lit != self._lit:
            self._lit = lit
            self.parts = sum(sum(colour) for colour in lit.values())
            self._power.changes(self)

    def write(self) -> None:
        """Send the LEDs their changes."""
        share = self._power.share
        for led in range(self.leds):
            red, green, blue = (0, 0, 0) if self.asleep else self._lit.get(led, (0, 0, 0))
            self._pixels[led] = (red * share // 255, green * share // 255, blue * share // 255)
        shown = bytes(self._pixels.buf)
        if shown != self._written:
            self._written = shown
            self._pixels.write()


def number(value: int) -> "dict[int, tuple[int, int, int]]":
    """Return the LEDs of a window that show *value*, 0 to 99.

    100 is 00, as on real dice.
    """
    tens = value // 10 % 10 if value >= 10 else -1
    digits = (SEGMENTS[tens] if tens >= 0 else 0, SEGMENTS[value % 10])
    return _segments(digits)


def dashes() -> "dict[int, tuple[int, int, int]]":
    """Return the LEDs of an empty window."""
    return _segments((DASH, DASH))


def _segments(digits: "tuple[int, int]") -> "dict[int, tuple[int, int, int]]":
    lit = {}
    for place, segments in enumerate(digits):
        for segment in range(7):
            if segments >> segment & 1:
                lit[7 * place + segment] = SAND
    return lit


def sector(at: int, count: int, leds: int) -> "dict[int, tuple[int, int, int]]":
    """Return the LEDs for the sector *at* of *count* equal ones.

    The ring has *leds*; the remainder stays dark.
    """
    each = leds // count
    return {at * each + place: BRASS for place in range(each)}


def filled(leds: int, colour: "tuple[int, int, int]") -> "dict[int, tuple[int, int, int]]":
    """Return the first *leds* LEDs of a ring in one *colour*."""
    return dict.fromkeys(range(leds), colour)


class PicoLeds:
    """All lights of the tray."""

    def __init__(self, windows: "tuple[int, ...]", verdict: int, ring: int, ring_leds: int) -> None:
        self._power = PicoPower(WINDOW_LEDS * len(windows) + VERDICT_LEDS + ring_leds)
        self.windows = [Strip(pin, WINDOW_LEDS, self._power) for pin in windows]
        self.verdict = Strip(verdict, VERDICT_LEDS, self._power)
        self.ring = Strip(ring, ring_leds, self._power)

    def clear(self) -> None:
        """Put everything out."""
        for strip in self._power.strips:
            strip.draw({})

    def sleep(self, asleep: bool) -> None:
        """Turn dark without forgetting the lights, or light them again."""
        for strip in self._power.strips:
            strip.asleep = asleep
            strip.write()

    def set_brightness(self, level: int) -> None:
        """Be as bright as *level*, 1 to 5."""
        self._power.want(SHARES[level - 1])
