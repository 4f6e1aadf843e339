"""The table's buttons and knob over gpiozero: one thread, one handler, no edge lost.

gpiozero's own debounce means something else on each back end and delays every press, and one exception in one of
its callbacks stops all buttons for good. So its callbacks only put an edge in a queue; `Presses` and `Knob` decide
in a thread of ours what the edges mean.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from gpiozero import DigitalInputDevice

from hardware.knob import Contact, Knob
from hardware.pins import Pins
from hardware.ports import BUTTON_NAMES, ButtonName, DeviceStatus, InputEvent, InputHandler
from hardware.presses import Presses, Timing
from hardware.wiring import Wiring

log = logging.getLogger(__name__)

Line = ButtonName | Contact
LINES: tuple[Line, ...] = (*BUTTON_NAMES, "knob_a", "knob_b")
StatusHandler = Callable[[DeviceStatus], None]

QUEUED_EDGES = 4096
"""Edges that may wait; a wire that picks up noise can't fill the memory. What is dropped is seen at the next look."""

CLOSE_S = 2.0
"""How long `close` waits for a handler that is still at work."""


class Buttons:
    """All buttons and the knob of the table, heard from the moment this is built until `close`.

    *handler* gets every event and *on_status* every change of `status`, both in the one thread of this object; if
    they raise, that is logged. A pin that can't be opened or read is logged and reported, and the others go on.
    *clock* gives monotonic seconds and may be called from any thread.
    """

    def __init__(
        self,
        pins: Pins,
        wiring: Wiring,
        handler: InputHandler,
        *,
        on_status: StatusHandler = lambda status: None,
        clock: Callable[[], float] = time.monotonic,
        timing: Timing | None = None,
    ) -> None:
        timing = timing or Timing()
        self._pins, self._handler, self._on_status, self._clock = pins, handler, on_status, clock
        self._edges: queue.Queue[tuple[Line, bool, float] | None] = queue.Queue(QUEUED_EDGES)
        self._closing = threading.Event()
        self._failed: set[Line] = set()
        self._stuck: frozenset[ButtonName] = frozenset()
        self._status = DeviceStatus("buttons", pins.simulated, working=True)
        pin_of = wiring.by_name
        self._devices = {line: self._open(line, pin_of[line]) for line in LINES}
        self._presses = Presses({name: self._read(name) is True for name in BUTTON_NAMES}, clock(), timing)
        self._knob = Knob(self._read("knob_a") is True, self._read("knob_b") is True, timing.deaf_s)
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    @property
    def status(self) -> DeviceStatus:
        """How the buttons are, all together: the first trouble found, as a text key."""
        return self._status

    def close(self) -> None:
        """Stop hearing and give the pins back. May be called from the handler, and more than once."""
        self._closing.set()
        with suppress(queue.Full):
            self._edges.put_nowait(None)
        if threading.current_thread() is not self._thread:
            self._thread.join(CLOSE_S)
        for device in self._devices.values():
            if device is not None:
                with suppress(*self._pins.errors):
                    device.close()

    def _open(self, line: Line, pin: int) -> Any:
        """Return gpiozero's device for *line*, its callbacks set; None if the pin can't be had.

        Not gpiozero.Button: that starts a thread for each button to time its holds.
        """
        try:
            device = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=self._pins.factory)
        except self._pins.errors as fault:
            self._fails(line, fault)
            return None
        device.when_activated = partial(self._enqueue, line, True)
        device.when_deactivated = partial(self._enqueue, line, False)
        return device

    def _enqueue(self, line: Line, closed: bool) -> None:
        """Note an edge. Runs in gpiozero's thread: never blocks for long, never raises."""
        with suppress(queue.Full):
            self._edges.put_nowait((line, closed, self._clock()))

    def _run(self) -> None:
        self._report()
        while not self._closing.is_set():
            due_s = min((due for due in (self._presses.due_s, self._knob.due_s) if due is not None), default=None)
            try:
                edge = self._edges.get(timeout=None if due_s is None else max(0.0, due_s - self._clock()))
            except queue.Empty:
                events = self._look()
            else:
                events = self._edge(*edge) if edge else []
            for event in events:
                self._tell(event)
            self._report()

    def _edge(self, line: Line, closed: bool, at_s: float) -> list[InputEvent]:
        if line == "knob_a" or line == "knob_b":
            return [*self._knob.edge(line, closed, at_s)]
        return [*self._presses.edge(line, closed, at_s)]

    def _look(self) -> list[InputEvent]:
        """Read the levels again: whatever edge got lost is seen here. The knob's only once it has come to rest."""
        down = {name: level for name in BUTTON_NAMES if (level := self._read(name)) is not None}
        at_s = self._clock()
        events: list[InputEvent] = [*self._presses.look(down, at_s)]
        if self._knob.due_s is not None and self._knob.due_s <= at_s:
            events += self._knob.look(self._read("knob_a") is True, self._read("knob_b") is True, at_s)
        return events

    def _read(self, line: Line) -> bool | None:
        """Whether the contact of *line* is closed; None if that can't be read."""
        device = self._devices[line]
        if device is None:
            return None
        try:
            closed = bool(device.is_active)
        except self._pins.errors as fault:
            self._fails(line, fault)
            return None
        self._failed.discard(line)
        return closed

    def _fails(self, line: Line, fault: Exception) -> None:
        if line not in self._failed:
            self._failed.add(line)
            log.warning("%s can't be read (%s: %s): the others go on", line, type(fault).__name__, fault)

    def _tell(self, event: InputEvent) -> None:
        try:
            self._handler(event)
        except Exception:
            log.exception("%s was not handled", event)

    def _report(self) -> None:
        """Log what has changed about stuck buttons, and hand on a new status."""
        stuck, before = self._presses.stuck, self._stuck
        self._stuck = stuck
        for name in sorted(stuck - before):
            log.warning("button %s is stuck, or its wire touches ground: ignored until it is let go", name)
        for name in sorted(before - stuck):
            log.info("button %s works again", name)
        trouble = "device.pins.buttons" if self._failed else ""
        if stuck:
            trouble = f"device.stuck.{min(stuck, key=BUTTON_NAMES.index)}"
        if trouble == self._status.trouble:
            return
        self._status = DeviceStatus("buttons", self._pins.simulated, not trouble, trouble)
        try:
            self._on_status(self._status)
        except Exception:
            log.exception("the status of the buttons was not handled")
