"""A contact to ground on a pin, with the kernel's edge times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero import InputDevice

OnEdge = Callable[[bool, float, int], None]
"""Callback: the contact closed or opened, its time, and the dropped edges.

The time is in monotonic seconds; the drops are those just before it.
"""

OnDeaf = Callable[[Exception], None]
"""Callback for the reason why no more edges can be read.

It is called once. The input is to be closed, and may be built again.
"""


class EdgeInput(InputDevice):  # type: ignore[misc]
    """An input with a pull-up, active while its contact is closed.

    gpiozero's own input devices report edges at the time of their callback, which may be long after the edge.

    :param on_edge: runs in the pins' thread, as *on_deaf* does: they must not block.
    """

    def __init__(self, pin: int, on_edge: OnEdge, pin_factory: Any, on_deaf: OnDeaf | None = None) -> None:
        super().__init__(pin, pull_up=True, pin_factory=pin_factory)
        self._on_edge = on_edge
        self._lost = self.pin.lost
        try:
            self.pin.edges = "both"
            self.pin.when_deaf = on_deaf
            self.pin.when_changed = self._changed
        except BaseException:
            self.close()
            raise

    def _changed(self, at_s: float, high: bool) -> None:
        before, self._lost = self._lost, self.pin.lost
        self._on_edge(not high, at_s, self._lost - before)
