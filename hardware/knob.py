"""The knob: a rotary encoder's two contacts, decoded to detents by a table of our own.

gpiozero.RotaryEncoder bears bounce as well, but it decodes inside gpiozero's only thread, takes both contacts for
open at the start, and never looks at the levels again after an edge was lost. Here a lost edge costs its own detent
at most, and never turns the knob the wrong way.
Pure: no pin, no clock, no thread.
"""

from __future__ import annotations

from typing import Literal

from hardware.ports import KnobEvent

Contact = Literal["knob_a", "knob_b"]

QUARTER = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}
"""How far the knob is through a detent, in quarters clockwise, by (A closed, B closed); at rest both are open."""

MOVED = {0: 0, 1: 1, 2: 0, 3: -1}
"""Quarters moved by the difference of two places, modulo 4; two at once tell no direction and count as none."""

QUARTERS_A_DETENT = 4


class Knob:
    """Edges of the two contacts in, events out.

    A bouncing contact moves one quarter to and fro, which cancels out, so nothing is ever waited for. *settle_s*
    after the last edge `due_s` asks for a `look` at the real levels, in case the last edge was lost.
    """

    def __init__(self, a: bool, b: bool, settle_s: float = 0.03) -> None:
        self._closed: dict[Contact, bool] = {"knob_a": a, "knob_b": b}
        self._settle_s = settle_s
        self._place = QUARTER[a, b]
        self._quarters = 0
        self._due_s: float | None = None

    @property
    def due_s(self) -> float | None:
        """When the levels want to be read again, in monotonic seconds; None when nothing is under way."""
        return self._due_s

    def edge(self, contact: Contact, closed: bool, at_s: float) -> list[KnobEvent]:
        """Take in that *contact* closed or opened at *at_s*."""
        self._due_s = at_s + self._settle_s
        self._closed[contact] = closed
        return self._turned(at_s)

    def look(self, a: bool, b: bool, at_s: float) -> list[KnobEvent]:
        """Take in the levels as they were read at *at_s*."""
        self._due_s = None
        self._closed = {"knob_a": a, "knob_b": b}
        return self._turned(at_s)

    def _turned(self, at_s: float) -> list[KnobEvent]:
        place = QUARTER[self._closed["knob_a"], self._closed["knob_b"]]
        self._quarters += MOVED[(place - self._place) % QUARTERS_A_DETENT]
        self._place = place
        if place != 0:
            return []
        detents = (abs(self._quarters) + QUARTERS_A_DETENT // 2) // QUARTERS_A_DETENT
        steps = detents if self._quarters > 0 else -detents
        self._quarters = 0
        return [KnobEvent(steps, at_s)] if steps else []
