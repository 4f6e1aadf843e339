"""The idol of Fireball Island: one servo turns it, another pushes. Without it nothing happens and nothing is wrong."""

import machine

FREQUENCY_HZ = 50
PERIOD_US = 1_000_000 // FREQUENCY_HZ
SHORTEST_US = 1000
LONGEST_US = 2000
TURN_MS = 700
PUSH_MS = 350
PUSHED_DEG = 90


def duty(degrees: int) -> int:
    """Return a servo's duty, of 65535, that turns it to *degrees*, 0 to 180."""
    pulse_us = SHORTEST_US + degrees * (LONGEST_US - SHORTEST_US) // 180
    return pulse_us * 65535 // PERIOD_US


class Idol:
    """Turns to an angle, and pushes there if asked; then both servos are let go, so that they don't hum."""

    def __init__(self, turns: int, pushes: int) -> None:
        self._turns = machine.PWM(machine.Pin(turns), freq=FREQUENCY_HZ, duty_u16=0)
        self._pushes = machine.PWM(machine.Pin(pushes), freq=FREQUENCY_HZ, duty_u16=0)
        self._push = False

    def begin(self, degrees: int, push: bool) -> None:
        """Turn to *degrees*; *push* says whether to push there."""
        if degrees > 180:
            raise ValueError
        self._turns.duty_u16(duty(degrees))
        self._push = push

    def go_on(self, ms: int) -> bool:
        """Do what is due *ms* after it began; return whether that was all."""
        if self._push and ms >= TURN_MS:
            back = ms >= TURN_MS + PUSH_MS
            self._pushes.duty_u16(duty(0 if back else PUSHED_DEG))
        if ms < TURN_MS + (2 * PUSH_MS if self._push else 0):
            return False
        self.stop()
        return True

    def stop(self) -> None:
        """Let both servos go."""
        self._turns.duty_u16(0)
        self._pushes.duty_u16(0)
