"""A contact to ground on a pin, heard edge by edge with the pin's own times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero import InputDevice

OnEdge = Callable[[bool, float, int], None]
"""Called with whether the contact closed, when, in monotonic seconds, and how many edges before it were dropped."""

OnDeaf = Callable[[Exception], None]
"""Called once if no more edges can be told, with the reason: the input is to be closed, and may be built anew."""


class EdgeInput(InputDevice):  # type: ignore[misc]
    """An input that is pulled up, and so active while its contact is closed.

    gpiozero's own input devices tell edges at the time of their callback, which may be long after the edge.

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
