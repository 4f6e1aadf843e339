"""Virtual hands for a table without a Raspberry Pi.

They press and turn simulated pins, so that the whole real path runs.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from typing import Any, Literal

from hardware.board.pins import Pins
from hardware.board.wiring import Wiring
from hardware.ports import BUTTON_NAMES, ButtonName

SHORTEST_MS, LONGEST_MS = 20, 10_000
MAX_STEPS = 24

InputRefusal = Literal["buttons", "for_ms", "turn"]


class InputRefused(ValueError):  # noqa: N818  # a refusal, not a fault of the program
    """The requested input can't be pressed or turned.

    *reason* is the name of the wrong field.
    """

    def __init__(self, reason: InputRefusal, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class VirtualInput:
    """Presses buttons and turns the knob by driving simulated pins.

    Any thread may call it; nothing blocks.

    :raises ValueError: *pins* are real.
    """

    def __init__(self, pins: Pins, wiring: Wiring, clock: Callable[[], float] = time.monotonic) -> None:
        if not pins.simulated:
            raise ValueError("the pins are real: only simulated ones can be pressed by a program")
        pin: Callable[[int], Any] = pins.factory.pin
        self._buttons = {name: pin(number) for name, number in wiring.buttons.items()}
        self._knob = (pin(wiring.knob_a), pin(wiring.knob_b))
        self._clock = clock
        self._let_go_at_s: dict[ButtonName, float] = {}
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._let_go, name="simulated-hands", daemon=True)
        self._thread.start()

    def press(self, buttons: str | Collection[str], for_ms: int) -> None:
        """Press *buttons* in order and release them *for_ms* later; returns at once.

        A button that is down already stays down until the later of its two times.

        :raises InputRefused: no button or an unknown one, or a time outside 20 to 10,000 ms.
        """
        names = [buttons] if isinstance(buttons, str) else list(buttons)
        if not names or not all(name in BUTTON_NAMES for name in names):
            raise InputRefused("buttons", f"buttons are some of: {', '.join(BUTTON_NAMES)}")
        _check_whole_number("for_ms", for_ms, SHORTEST_MS, LONGEST_MS)
        let_go_at_s = self._clock() + for_ms / 1000
        with self._changed:
            if self._closed:
                return
            for name in (each for each in names if each in self._buttons):
                self._let_go_at_s[name] = max(let_go_at_s, self._let_go_at_s.get(name, let_go_at_s))
                self._buttons[name].drive_low()
            self._changed.notify()

    def turn(self, steps: int) -> None:
        """Turn the knob by *steps* detents, clockwise if positive.

        Returns when it has been turned.

        :raises InputRefused: *steps* is 0 or more than 24 either way.
        """
        _check_whole_number("turn", steps, -MAX_STEPS, MAX_STEPS)
        if steps == 0:
            raise InputRefused("turn", "the knob turns by at least one step")
        first, second = self._knob if steps > 0 else reversed(self._knob)
        with self._changed:
            if self._closed:
                return
            for _ in range(abs(steps)):
                first.drive_low()
                second.drive_low()
                first.drive_high()
                second.drive_high()

    def close(self) -> None:
        """Release everything; later presses and turns do nothing."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _let_go(self) -> None:
        """Release each button when its time has come.

        Runs in a thread of its own.
        """
        with self._changed:
            while not self._closed:
                now_s = self._clock()
                for name in [name for name, at_s in self._let_go_at_s.items() if at_s <= now_s]:
                    self._release(name)
                due_s = min(self._let_go_at_s.values(), default=None)
                self._changed.wait(None if due_s is None else max(0.0, due_s - now_s))
            for name in [*self._let_go_at_s]:
                self._release(name)

    def _release(self, name: ButtonName) -> None:
        del self._let_go_at_s[name]
        self._buttons[name].drive_high()


def _check_whole_number(field: InputRefusal, value: int, minimum: int, maximum: int) -> None:
    """Check that *value* is a whole number from *minimum* to *maximum*.

    :raises InputRefused: it isn't.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= maximum:
        raise InputRefused(field, f"{field} is a whole number from {minimum} to {maximum}")
