"""The table's buttons and knob over gpiozero: one thread, no edge lost.

gpiozero's own debounce means something else on each back end and delays every press. So the pins only queue each edge
with its time; `Presses` and `Knob` interpret the edges in a thread of their own. All durations are measured by those
times: however late a thread is, a bounce is no press.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from hardware.board.pins import Pins
from hardware.board.wiring import Wiring
from hardware.inputs.edge_input import EdgeInput
from hardware.inputs.knob import Contact, Knob
from hardware.inputs.presses import Presses, Timing
from hardware.ports import BUTTON_NAMES, ButtonName, DeviceStatus, InputEvent, InputHandler

log = logging.getLogger(__name__)

Line = ButtonName | Contact
LINES: tuple[Line, ...] = (*BUTTON_NAMES, "knob_a", "knob_b")

QUEUED_EDGES = 4096
"""Maximum number of queued edges: a noisy wire can't fill the memory.

The next look corrects dropped ones.
"""

RETRY_S = 5.0
"""Seconds between attempts to open a missing pin.

The other program may have ended.
"""

CLOSE_S = 2.0
"""Seconds for which `close` waits for a busy handler."""


class ContactEdge(NamedTuple):
    """*line*'s contact closed or opened at *at_s*.

    *lost* edges of it before that were dropped.
    """

    line: Line
    closed: bool
    at_s: float
    lost: int


class Buttons:
    """All buttons and the knob of the table, read until `close`.

    *handler* gets every event, in the one thread of this object; if it raises, that is logged.
    *on_edge* gets each edge of a contact there before it is judged, and must not raise. A pin that
    can't be opened or read is logged and reported, and the others go on; it is tried again until it can.
    *half_steps* is for a knob whose clicks are half a turn of its contacts.
    """

    def __init__(
        self,
        pins: Pins,
        wiring: Wiring,
        handler: InputHandler,
        *,
        on_edge: Callable[[Line, bool], None] = lambda line, closed: None,
        timing: Timing | None = None,
        half_steps: bool = False,
    ) -> None:
        self._on_edge = on_edge
        self._half_steps = half_steps
        self._timing = timing or Timing()
        self._pins, self._handler = pins, handler
        self._clock: Callable[[], float] = pins.factory.ticks
        self._pin_of = wiring.by_name
        self._edges: queue.Queue[ContactEdge | None] = queue.Queue(QUEUED_EDGES)
        self._counting = threading.Lock()
        self._dropped: Counter[Line] = Counter()
        self._deaf: queue.SimpleQueue[tuple[Line, Exception]] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._failed: set[Line] = set()
        self._stuck: frozenset[ButtonName] = frozenset()
        self._status = DeviceStatus("buttons", pins.simulated, working=True)
        self._devices = {line: self._open(line) for line in LINES}
        down = {name: self._read(name) is True for name in BUTTON_NAMES}
        self._presses = Presses(down, self._clock(), self._timing)
        self._knob = self._new_knob()
        self._retry_s = self._clock() + RETRY_S
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    @property
    def status(self) -> DeviceStatus:
        """The status of all buttons: the first trouble, as a text key."""
        return self._status

    def close(self) -> None:
        """Stop reading and release the pins.

        May be called from the handler, and more than once.
        """
        self._closing.set()
        with suppress(queue.Full):
            self._edges.put_nowait(None)
        if threading.current_thread() is not self._thread:
            self._thread.join(CLOSE_S)
        for line in LINES:
            self._close(line)

    def _open(self, line: Line) -> EdgeInput | None:
        """Return the opened device of *line*, None if that fails.

        Not gpiozero.Button: that starts a thread for each button to time its holds.
        """
        try:
            heard, deaf = partial(self._enqueue, line), partial(self._deafen, line)
            return EdgeInput(self._pin_of[line], heard, self._pins.factory, deaf)
        except self._pins.errors as fault:
            self._fails(line, fault)
            return None

    def _close(self, line: Line) -> None:
        device, self._devices[line] = self._devices[line], None
        if device is not None:
            with suppress(*self._pins.errors):
                device.close()

    def _new_knob(self) -> Knob:
        a, b = self._read("knob_a") is True, self._read("knob_b") is True
        return Knob(a, b, self._timing.debounce_s, half=self._half_steps)

    def _enqueue(self, line: Line, closed: bool, at_s: float, lost: int) -> None:
        """Queue an edge.

        Runs in the pins' thread: never blocks for long, never raises.
        """
        with self._counting:
            try:
                self._edges.put_nowait(ContactEdge(line, closed, at_s, lost + self._dropped[line]))
            except queue.Full:
                self._dropped[line] += 1 + lost
            else:
                self._dropped[line] = 0

    def _deafen(self, line: Line, fault: Exception) -> None:
        """Note that *line* reports no more edges.

        Runs in the pins' thread: never blocks for long, never raises.
        """
        self._deaf.put((line, fault))
        with suppress(queue.Full):  # a thread with so much to do needn't be woken
            self._edges.put_nowait(None)

    def _drops_of_knob(self) -> int:
        """Return the knob's dropped edges that weren't reported yet.

        They count as reported now.
        """
        with self._counting:
            return self._dropped.pop("knob_a", 0) + self._dropped.pop("knob_b", 0)

    def _run(self) -> None:
        self._report()
        while not self._closing.is_set():
            due_s = min(self._due_s(), default=None)
            events = self._next(None if due_s is None else max(0.0, due_s - self._clock()))
            for event in [*events, *self._give_up_deaf()]:
                self._tell(event)
            self._report()

    def _due_s(self) -> list[float]:
        """Return when there is something to do though no edge comes."""
        missing = None if all(self._devices.values()) else self._retry_s
        return [due_s for due_s in (self._presses.due_s, self._knob.due_s, missing) if due_s is not None]

    def _next(self, wait_s: float | None) -> list[InputEvent]:
        """Wait for the next edge or *wait_s* seconds; return its events.

        None waits for ever.
        """
        try:
            edge = self._edges.get(timeout=wait_s)
        except queue.Empty:
            # An edge from before now may still be on its way, and must not be overtaken by what is due.
            now_s = self._clock()
            self._pins.deliver()
            return [*self._waiting(), *self._look(now_s)]
        return self._edge(edge) if edge else []

    def _waiting(self) -> list[InputEvent]:
        """Return the events of all queued edges; only this thread takes them."""
        waiting = [self._edges.get_nowait() for _ in range(self._edges.qsize())]
        return [event for edge in waiting if edge for event in self._edge(edge)]

    def _edge(self, edge: ContactEdge) -> list[InputEvent]:
        self._on_edge(edge.line, edge.closed)
        if edge.line == "knob_a" or edge.line == "knob_b":
            return [*self._knob.edge(edge.line, edge.closed, edge.at_s, edge.lost)]
        return [*self._presses.edge(edge.line, edge.closed, edge.at_s)]

    def _look(self, at_s: float) -> list[InputEvent]:
        """Read the levels again, to correct lost edges.

        The knob's are read only once it has come to rest.
        """
        again = self._try_again(at_s) if self._retry_s <= at_s else []
        down = {name: level for name in BUTTON_NAMES if (level := self._read(name)) is not None}
        self._pins.deliver()
        if not self._edges.empty():
            return again  # what was read may be newer than these edges: they come first, and then it looks again
        events: list[InputEvent] = [*again, *self._presses.look(down, at_s)]
        if self._knob.due_s is not None and self._knob.due_s <= at_s:
            a, b = self._read("knob_a") is True, self._read("knob_b") is True
            self._pins.deliver()
            if self._edges.empty():  # or it turned meanwhile, and the two levels may never have been so together
                events += self._knob.look(a, b, at_s, self._drops_of_knob())
        return events

    def _give_up_deaf(self) -> list[InputEvent]:
        """Close the pins without edges; return all events so far.

        The pins are retried later.
        """
        if self._deaf.empty():
            return []
        now_s = self._clock()
        self._pins.deliver()
        events = self._waiting()
        while not self._deaf.empty():
            line, fault = self._deaf.get()
            self._fails(line, fault)
            self._close(line)
            events += self._begin(line, now_s)
        self._retry_s = now_s + RETRY_S
        return events

    def _try_again(self, at_s: float) -> list[InputEvent]:
        """Open the missing pins if possible.

        A button that is down then is ignored as at the start.
        """
        self._retry_s = at_s + RETRY_S
        events: list[InputEvent] = []
        for line in [line for line, device in self._devices.items() if device is None]:
            self._devices[line] = self._open(line)
            if self._devices[line] is None:
                continue
            log.info("%s can be read", line)
            events += self._begin(line, at_s)
        return events

    def _begin(self, line: Line, at_s: float) -> list[InputEvent]:
        """Restart *line* as at the beginning; return its final events."""
        if line == "knob_a" or line == "knob_b":
            self._knob = self._new_knob()
            return []
        return [*self._presses.begin(line, self._read(line) is True, at_s)]

    def _read(self, line: Line) -> bool | None:
        """Return True if *line*'s contact is closed; None if it is unreadable."""
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
            log.warning(
                "%s can't be read (%s: %s): the others go on, and it is tried again", line, type(fault).__name__, fault
            )

    def _tell(self, event: InputEvent) -> None:
        try:
            self._handler(event)
        except Exception:
            log.exception("%s was not handled", event)

    def _report(self) -> None:
        """Log changes of stuck buttons, and set the status."""
        stuck, before = self._presses.stuck, self._stuck
        self._stuck = stuck
        for name in sorted(stuck - before):
            log.warning("button %s is stuck, or its wire touches ground: ignored until it is let go", name)
        for name in sorted(before - stuck):
            log.info("button %s works again", name)
        trouble = "device.pins.buttons" if self._failed else ""
        if stuck:
            trouble = f"device.stuck.{min(stuck, key=BUTTON_NAMES.index)}"
        if trouble != self._status.trouble:
            self._status = DeviceStatus("buttons", self._pins.simulated, not trouble, trouble)
