"""An idol on the board: one servo turns it, another pushes.

Without it nothing happens and nothing is wrong.
"""

import machine
from servo import FREQUENCY_HZ, LARGEST_DEG, PUSHED_DEG, duty

TURN_MS = 700
PUSH_MS = 350


class PicoIdol:
    """Turns to an angle, pushes there if asked, and releases the servos.

    Released servos don't hum or burn. It never turns with its arm out: a new request while it pushes draws the arm in
    first. After a start nobody knows where the arm is, so it is drawn in first. Each step has all of its time, however
    late the loop comes to it.
    """

    def __init__(self, turns: int, pushes: int) -> None:
        self._turns = machine.PWM(machine.Pin(turns), freq=FREQUENCY_HZ, duty_u16=0)
        self._pushes = machine.PWM(machine.Pin(pushes), freq=FREQUENCY_HZ, duty_u16=0)
        self._steps: list[tuple[machine.PWM, int, int]] = []
        self._due_ms = 0
        self._may_be_out = True

    def begin(self, degrees: int, push: bool) -> None:
        """Turn to *degrees*, and push there if *push*."""
        if degrees > LARGEST_DEG:
            raise ValueError
        drawn_in = (self._pushes, 0, PUSH_MS)
        self._steps = [drawn_in] if self._may_be_out else []
        self._steps.append((self._turns, degrees, TURN_MS))
        if push:
            self._steps += [(self._pushes, PUSHED_DEG, PUSH_MS), drawn_in]
        self._due_ms = 0
        self.go_on(0)

    def go_on(self, ms: int) -> bool:
        """Do the due step after *ms*; return True after the last one."""
        if ms < self._due_ms:
            return False
        if not self._steps:
            self._may_be_out = False
            self.stop()
            return True
        servo, degrees, takes_ms = self._steps.pop(0)
        # Whatever moves the arm, it is in again only once the next step is due.
        self._may_be_out = servo is self._pushes
        servo.duty_u16(duty(degrees))
        self._due_ms = ms + takes_ms
        return False

    def stop(self) -> None:
        """Release both servos."""
        self._steps = []
        self._turns.duty_u16(0)
        self._pushes.duty_u16(0)
