"""A servo's pulses, written by the idol and read by the bench."""

FREQUENCY_HZ = 50
PERIOD_US = 1_000_000 // FREQUENCY_HZ
SHORTEST_US = 1000
LONGEST_US = 2000
LARGEST_DEG = 180
PUSHED_DEG = 90
"""How far the arm goes."""


def duty(degrees: int) -> int:
    """Return the duty, of 65535, for *degrees*, 0 to 180."""
    pulse_us = SHORTEST_US + degrees * (LONGEST_US - SHORTEST_US) // LARGEST_DEG
    return pulse_us * 65535 // PERIOD_US


def degrees(duty: int) -> int:
    """Return to how many degrees a *duty*, of 65535, turns a servo."""
    return round((duty * PERIOD_US / 65535 - SHORTEST_US) * LARGEST_DEG / (LONGEST_US - SHORTEST_US))
