"""The Pico's wiring, by GP number, and the numbers of LEDs."""

WINDOWS = (2, 3, 4)
"""Data in of each dice window.

Two digits of seven WS2812, tens first, segments a to g.
"""

VERDICT = 5
"""Data in of two RGB WS2812: first for won, second for lost."""

RING = 6
"""Data in of the wheel's ring of WS2812."""

RING_LEDS = 33
"""The usual length of a ring; `ring.txt` on the Pico overrides it."""

BUTTONS = (10, 11, 12, 13)
"""ROLL, SPIN, DRAW and OK again, each to ground."""

LAMPS = (18, 19, 20, 21)
"""The lamps beside them, each through 330 ohms to ground."""

# A PWM slice has one frequency for both of its pins: the servos share slice 0, the buzzer is alone on slice 3.
IDOL_TURNS = 16
IDOL_PUSHES = 17
BUZZER = 22

# GP14 and GP15 (I2C1) stay free for the absolute encoder of a wheel that people spin by hand.


def ring_leds() -> int:
    """Return how many LEDs the ring has."""
    try:
        with open("ring.txt") as file:
            return max(1, min(255, int(file.read())))
    except (OSError, ValueError):
        return RING_LEDS
