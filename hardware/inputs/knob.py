"""The knob: a rotary encoder's two contacts, decoded by a table.

gpiozero.RotaryEncoder bears bounce as well, but it decodes inside gpiozero's only thread, takes both contacts for open
at the start, and never looks at the levels again after an edge was lost. Here a lost edge costs its own detent at most,
and several at once never turn the knob the wrong way: an ambiguous change counts as none. Pure: no pin, no clock, no
thread.
"""

from __future__ import annotations

from math import inf
from typing import Literal

from hardware.ports import KnobEvent

Contact = Literal["knob_a", "knob_b"]

QUARTER = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}
"""Quarters of a detent, clockwise, by (A closed, B closed).

At rest both are open.
"""

MOVED = {0: 0, 1: 1, 2: 0, 3: -1}
"""Quarters moved by the difference of two places, modulo 4.

Two at once give no direction.
"""

QUARTERS_A_DETENT = 4
"""A knob of half steps has two."""

HAND_S = 0.005
"""Minimum seconds that a hand takes to move both contacts.

If a level comes twice so soon after the other contact moved, the kernel saw two edges as one, and the direction is
unknown; later than this it is a mere bounce.
"""


class Knob:
    """Edges of the two contacts in, events out.

    A bouncing contact moves one quarter to and fro, which cancels out, so nothing is ever waited for. *settle_s*
    after the last edge `due_s` asks for a `look` at the real levels, in case the last edge was lost. A knob of
    *half* steps rests with both contacts open after one click and with both closed after the next.
    """

    def __init__(self, a: bool, b: bool, settle_s: float = 0.03, *, half: bool = False) -> None:
        self._a_detent = QUARTERS_A_DETENT // 2 if half else QUARTERS_A_DETENT
        self._closed: dict[Contact, bool] = {"knob_a": a, "knob_b": b}
        self._settle_s = settle_s
        self._place = QUARTER[a, b]
        self._quarters = 0
        self._is_sure = True
        self._last: Contact | None = None
        self._last_s = -inf
        self._due_s: float | None = None

    @property
    def due_s(self) -> float | None:
        """Time of the next look in monotonic seconds; None if unneeded."""
        return self._due_s

    def edge(self, contact: Contact, closed: bool, at_s: float, lost: int = 0) -> list[KnobEvent]:
        """Take the edge of *contact*, closed or opened at *at_s*.

        *lost* edges of it before that were dropped.
        """
        self._due_s = at_s + self._settle_s
        again = closed == self._closed[contact] and contact != self._last and at_s - self._last_s < HAND_S
        self._is_sure = self._is_sure and not lost and not again
        self._last, self._last_s = contact, at_s
        self._closed[contact] = closed
        return self._turned(at_s)

    def look(self, a: bool, b: bool, at_s: float, lost: int = 0) -> list[KnobEvent]:
        """Take the levels read at *at_s*.

        *lost* edges before that were dropped.
        """
        self._due_s = None
        self._is_sure = self._is_sure and not lost
        self._closed = {"knob_a": a, "knob_b": b}
        return self._turned(at_s)

    def _turned(self, at_s: float) -> list[KnobEvent]:
        place = QUARTER[self._closed["knob_a"], self._closed["knob_b"]]
        moved = (place - self._place) % QUARTERS_A_DETENT
        self._quarters += MOVED[moved]
        self._is_sure = self._is_sure and moved != QUARTERS_A_DETENT // 2
        self._place = place
        if place % self._a_detent:
            return []
        quarters = self._quarters if self._is_sure else 0
        detents = (abs(quarters) + self._a_detent // 2) // self._a_detent
        steps = detents if quarters > 0 else -detents
        self._quarters, self._is_sure = 0, True
        return [KnobEvent(steps, at_s)] if steps else []
