"""An idol on the board: one servo turns it, another pushes. Without it nothing happens and nothing is wrong."""

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
    """Turns to an angle, and pushes there if asked; then both servos are let go, so that they don't hum or burn.

    It never turns with its arm out: whoever asks for more while it pushes has the arm drawn in first.
    """

    def __init__(self, turns: int, pushes: int) -> None:
        self._turns = machine.PWM(machine.Pin(turns), freq=FREQUENCY_HZ, duty_u16=0)
        self._pushes = machine.PWM(machine.Pin(pushes), freq=FREQUENCY_HZ, duty_u16=0)
        self._steps: list[tuple[int, machine.PWM, int]] = []
        self._ends_ms = 0
        self._is_out = False

    def begin(self, degrees: int, push: bool) -> None:
        """Turn to *degrees*; *push* says whether to push there."""
        if degrees > 180:
            raise ValueError
        self._steps, self._ends_ms = [], 0
        if self._is_out:
            self._then(self._pushes, 0, PUSH_MS)
        self._then(self._turns, degrees, TURN_MS)
        if push:
            self._then(self._pushes, PUSHED_DEG, PUSH_MS)
            self._then(self._pushes, 0, PUSH_MS)
        self.go_on(0)

    def _then(self, servo: machine.PWM, degrees: int, ms: int) -> None:
        self._steps.append((self._ends_ms, servo, degrees))
        self._ends_ms += ms

    def go_on(self, ms: int) -> bool:
        """Do what is due *ms* after it began; return whether that was all."""
        while self._steps and ms >= self._steps[0][0]:
            _, servo, degrees = self._steps.pop(0)
            servo.duty_u16(duty(degrees))
            if servo is self._pushes:
                self._is_out = degrees > 0
        if ms < self._ends_ms:
            return False
        self.stop()
        return True

    def stop(self) -> None:
        """Let both servos go."""
        self._steps = []
        self._turns.duty_u16(0)
        self._pushes.duty_u16(0)
