"""The motions: tumbling dice, a flickering verdict, a spinning wheel.

None of it decides anything. A motion runs until it is told where to land; then it slows down onto that, in the time
that it is given.
"""

from leds import BRASS, LOST, SEA, WON, PicoLeds, dashes, filled, number, sector

TUMBLE_MS = 80
TUMBLES = (4, 9, 1, 7, 10, 3, 6, 2, 8, 5)
APART = 3
"""How many faces of the sequence neighbouring dice are apart."""

COLOURS = (SEA, LOST, WON, BRASS)
"""Colours of a gauge, in the order of tlink's TINTS."""

TURN_MS = 900
TURNS = 2
"""Minimum turns of a wheel once it knows where to land."""


def slowed(done: float) -> float:
    """Return the progress of an evenly slowing thing.

    *done* is the share of its time; both are 0 to 1.
    """
    return 1 - (1 - done) * (1 - done)


class PicoMotion:
    """A motion of *count* dice or segments that can land.

    :raises ValueError: it can't show so many, or can't land there.
    """

    def __init__(self, leds: PicoLeds, count: int) -> None:
        raise NotImplementedError

    def move(self, ms: int) -> None:
        """Show how it moves, *ms* after it was set in motion."""

    def check(self, values: bytes) -> None:
        """Check that it can land on *values*."""

    def land(self, values: bytes, ms: int, in_ms: int) -> None:
        """Show the landing on *values*, *ms* of *in_ms* after its start."""


class PicoDice(PicoMotion):
    """One to three dice in the windows."""

    def __init__(self, leds: PicoLeds, count: int) -> None:
        self._windows = leds.windows
        if not 1 <= count <= len(self._windows):
            raise ValueError
        self._count = count

    def move(self, ms: int) -> None:
        for place in range(self._count):
            self._tumble(place, ms // TUMBLE_MS)

    def land(self, values: bytes, ms: int, in_ms: int) -> None:
        """Land the dice one after the other."""
        for place in range(self._count):
            own_ms = in_ms * (self._count + place + 1) // (2 * self._count)
            if ms >= own_ms:
                self._windows[place].draw(number(values[place]))
            else:
                self._tumble(place, int(slowed(ms / own_ms) * own_ms / TUMBLE_MS))

    def check(self, values: bytes) -> None:
        if len(values) != self._count or max(values) > 100:
            raise ValueError

    def _tumble(self, place: int, step: int) -> None:
        self._windows[place].draw(number(TUMBLES[(step + APART * place) % len(TUMBLES)]))


class Verdict(PicoMotion):
    """A win/lose die, by the two lamps.

    The windows show dashes while it is in the air.
    """

    def __init__(self, leds: PicoLeds, count: int) -> None:
        if count != 1:
            raise ValueError
        self._leds = leds

    def move(self, ms: int) -> None:
        self._light(ms // TUMBLE_MS % 2)
        for window in self._leds.windows:
            window.draw(dashes())

    def land(self, values: bytes, ms: int, in_ms: int) -> None:
        """Land on 1, won, or 0, lost."""
        if ms < in_ms:
            self._light(int(slowed(ms / in_ms) * in_ms / TUMBLE_MS) % 2)
            return
        for window in self._leds.windows:
            window.draw({})
        self._light(0 if values[0] else 1)

    def check(self, values: bytes) -> None:
        if len(values) != 1 or values[0] > 1:
            raise ValueError

    def _light(self, place: int) -> None:
        self._leds.verdict.draw({place: WON if place == 0 else LOST})


class PicoWheel(PicoMotion):
    """A lit sector going round the ring."""

    def __init__(self, leds: PicoLeds, count: int) -> None:
        if not 2 <= count <= leds.ring.leds:
            raise ValueError
        self._ring = leds.ring
        self._count = count
        self._from = 0

    def move(self, ms: int) -> None:
        self._from = ms * self._count // TURN_MS % self._count
        self._light(self._from)

    def land(self, values: bytes, ms: int, in_ms: int) -> None:
        """Slow down and stop on the segment that *values* name."""
        way = TURNS * self._count + (values[0] - self._from) % self._count
        self._light(self._from + (way if ms >= in_ms else int(way * slowed(ms / in_ms))))

    def check(self, values: bytes) -> None:
        if len(values) != 1 or values[0] >= self._count:
            raise ValueError

    def _light(self, at: int) -> None:
        self._ring.draw(sector(at % self._count, self._count, self._ring.leds))


class Gauge(PicoMotion):
    """A ring that fills to a meter of *count* ticks.

    While the result is unknown, a light runs round it.
    """

    def __init__(self, leds: PicoLeds, count: int) -> None:
        if count < 1:
            raise ValueError
        self._ring = leds.ring
        self._count = count

    def move(self, ms: int) -> None:
        self._ring.draw({ms * self._ring.leds // TURN_MS % self._ring.leds: SEA})

    def land(self, values: bytes, ms: int, in_ms: int) -> None:
        """Fill to the tick and in the tint that *values* name."""
        full = self._ring.leds * (values[0] + 1) // self._count
        self._ring.draw(filled(full if ms >= in_ms else int(full * slowed(ms / in_ms)), COLOURS[values[1]]))

    def check(self, values: bytes) -> None:
        if len(values) != 2 or values[0] >= self._count or values[1] >= len(COLOURS):
            raise ValueError
