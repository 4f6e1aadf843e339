"""One line of a chip: requests to the kernel, and its edges."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass

import gpiod
from gpiod.line import Direction, Value

from hardware.gpio.faults import KERNEL_FAULTS, LineBusy, refusals

log = logging.getLogger(__name__)

CONSUMER = "tidetable"
"""The holder's name that other programs see on the table's lines."""

EVENT_BUFFER = 256
"""Edges that the kernel buffers for a line.

It takes 16 unless asked, at most 1024, and drops the oldest silently.
"""


@dataclass(frozen=True, slots=True)
class LineEdge:
    """A line went *high* or low at *at_s*.

    This is the kernel's own time in monotonic seconds. *lost* counts the edges just before it that the kernel had to
    drop.
    """

    at_s: float
    high: bool
    lost: int = 0


class Line:
    """A line, requested at its first set-up and held until `release`.

    Methods that call the kernel raise LineFault when it refuses. It isn't thread-safe: the factory's lock guards it.
    """

    def __init__(self, chip: gpiod.Chip, offset: int) -> None:
        self.name = f"GPIO{offset}"
        self._chip = chip
        self._offset = offset
        self._request: gpiod.LineRequest | None = None
        self._settings = gpiod.LineSettings()
        self._seqno = 0

    @property
    def is_held(self) -> bool:
        """Whether it is requested from the kernel."""
        return self._request is not None

    @property
    def fd(self) -> int:
        """The file descriptor, readable once an edge has come."""
        return self._held().fd

    def set_up(self, settings: gpiod.LineSettings) -> None:
        """Configure the line by *settings* in one call.

        A held line keeps its edges in the kernel's buffer.

        :raises LineBusy: another program holds it.
        """
        with refusals(self.name):
            if self._request is None:
                self._request = self._requested(settings)
                self._seqno = 0
            else:
                self._request.reconfigure_lines({self._offset: settings})
        self._settings = settings

    def get(self) -> bool:
        """Return whether the line is high."""
        with refusals(self.name):
            return self._held().get_value(self._offset) is Value.ACTIVE

    def set(self, high: bool) -> None:
        """Drive the line high or low."""
        with refusals(self.name):
            self._held().set_value(self._offset, Value.ACTIVE if high else Value.INACTIVE)

    def read(self) -> Sequence[LineEdge]:
        """Return the edges in the kernel's buffer, oldest first, without waiting."""
        with refusals(self.name):
            try:
                events = self._held().read_edge_events(EVENT_BUFFER)
            except BlockingIOError:
                return ()
        return [self._edge(event) for event in events]

    def forget_edges(self) -> None:
        """Drop the edges in the kernel's buffer."""
        while self.read():
            pass

    def release(self) -> None:
        """Release the line to the kernel as an input.

        Some kernels would let an output go on driving.
        """
        request, self._request = self._request, None
        if request is None:
            return
        try:
            if self._settings.direction is Direction.OUTPUT:
                request.reconfigure_lines({self._offset: gpiod.LineSettings(direction=Direction.INPUT)})
        except KERNEL_FAULTS as fault:
            log.warning("%s could not be made an input as it was given back (%s)", self.name, fault)
        finally:
            request.release()

    def _held(self) -> gpiod.LineRequest:
        if self._request is None:
            raise gpiod.RequestReleasedError
        return self._request

    def _requested(self, settings: gpiod.LineSettings) -> gpiod.LineRequest:
        try:
            request = self._chip.request_lines(
                {self._offset: settings}, consumer=CONSUMER, event_buffer_size=EVENT_BUFFER
            )
        except OSError as fault:
            if fault.errno != errno.EBUSY:
                raise
            raise LineBusy(self.name, self._chip.get_line_info(self._offset).consumer) from fault
        # Who reads may be woken for a line that was given back meanwhile: it must not wait for another's edge.
        os.set_blocking(request.fd, False)
        return request

    def _edge(self, event: gpiod.EdgeEvent) -> LineEdge:
        lost, self._seqno = event.line_seqno - self._seqno - 1, event.line_seqno
        high = event.event_type is gpiod.EdgeEvent.Type.RISING_EDGE
        return LineEdge(event.timestamp_ns / 1_000_000_000, high, lost)
