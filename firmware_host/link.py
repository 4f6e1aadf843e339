"""The link to a dice tray: found, greeted, kept, and found again.

It may come back under another name. One thread does all of that. Requests for the tray are left here in slots, each of
which holds the newest one; the thread sends them. Lasting ones are sent again after each greeting, so a tray that was
unplugged shows the current picture.
"""

from __future__ import annotations

import errno
import logging
import os
import select
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from msgspec import Struct

from firmware_host import tlink
from firmware_host.line import TRY_S, Event, Greeting, SerialLine, TrayState
from firmware_host.port import NOT_ALLOWED, PortNews, SerialPort, plugged_in
from firmware_host.strangers import Strangers

log = logging.getLogger(__name__)

POLL_S = 0.25
RARELY_S = 2.0
SELDOM_S = 60.0
OFTEN_FOR_S = 5.0
"""Seconds of frequent searches after the start, a loss or news.

Then it is looked for rarely; if there are news, but seldom.
"""
PING_S = 2.0
CLOSE_S = 3.0
LATE_S = 1.0
"""Seconds after which a press is too old to count."""

ABSENT = "device.dicetray.absent"
SILENT, CLOSED, FORBIDDEN = "device.dicetray.silent", "device.dicetray.closed", "device.dicetray.forbidden"
STARTING = "device.dicetray.starting"
HINTS = {
    SILENT: "a Pico is plugged in that isn't a dice tray yet: run `tidetable dicetray flash`",
    STARTING: "the emulated dice tray doesn't answer yet",
    CLOSED: "the dice tray's port is in use by another program: it is tried again until that has ended",
    FORBIDDEN: "the dice tray's port may not be opened: the user who runs the table must be in the group dialout",
}
"""Hints for a port without a tray."""

FAULTS = (OSError, tlink.TrayRefused)
"""Errors of a vanished port, of endless noise, and of a stranger."""


class LinkListener(Protocol):
    """A listener to the tray, called on the link's thread.

    No method blocks.
    """

    def greeted(self, greeting: Greeting) -> None:
        """A tray is there."""

    def lost(self, trouble: str) -> None:
        """It is gone, or none is found; called at each change.

        *trouble* is a text key.
        """

    def button(self, button: int, what: int, at_s: float) -> None:
        """A button was PRESSED, HELD or RELEASED at *at_s*, monotonic seconds."""

    def landed(self, motion: int) -> None:
        """*motion* has stopped."""


class _Slot(Struct, frozen=True):
    kind: int
    payload: bytes
    lasts: bool
    instead: int | None = None


class LinkTimings(Struct, frozen=True):
    """Seconds between looks for a tray, between pings, and before a repeat."""

    poll_s: float = POLL_S
    ping_s: float = PING_S
    try_s: float = TRY_S


USUAL_TIMINGS = LinkTimings()


class Link:
    """Keeps a tray; *find* gives likely paths, best first, at any time.

    *silent* is the trouble with one that doesn't answer. *open_news* opens what tells of paths that come, None where
    nothing does.
    """

    def __init__(
        self,
        listener: LinkListener,
        find: Callable[[], Sequence[str]] = plugged_in,
        *,
        timings: LinkTimings = USUAL_TIMINGS,
        silent: str = SILENT,
        open_news: Callable[[], PortNews] | None = None,
    ) -> None:
        self._silent = silent
        self._open_news = open_news
        self._listener, self._find, self._timings = listener, find, timings
        self._clock = time.monotonic
        self._lock = threading.Lock()  # guards the slots, the end and the two ends of the pipe
        self._slots: dict[str, _Slot] = {}
        self._due: dict[str, None] = {}
        self._wake, self._waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._closing = self._closed = False
        # What follows belongs to the thread.
        self._news: PortNews | None = None
        self._trouble = ""
        self._hint = ""
        self._strangers = Strangers(self._clock)
        self._refused: set[str] = set()
        self._last_event = 0
        self._presses: list[int] = []
        self._down: list[bool] = []
        self._thread = threading.Thread(target=self._run, name="dicetray", daemon=True)

    def start(self) -> None:
        """Start looking for the tray."""
        self._thread.start()

    def post(self, slot: str, kind: int, payload: bytes, *, lasts: bool = True, instead: int | None = None) -> None:
        """Queue the request *kind* in place of *slot*'s last one.

        If it *lasts*, it is repeated after each greeting. *instead* is sent, without a payload, to a tray that can't do
        it.
        """
        with self._lock:
            self._slots[slot] = _Slot(kind, payload, lasts, instead)
            self._due.pop(slot, None)
            self._due[slot] = None
        self._awaken()

    def keep(self, slot: str, kind: int, payload: bytes, *, instead: int | None = None) -> None:
        """Queue the request *kind* for after the next greeting.

        It isn't sent before: the tray shows it already.
        """
        with self._lock:
            if slot not in self._due:
                self._slots[slot] = _Slot(kind, payload, lasts=True, instead=instead)

    def close(self) -> None:
        """Release the tray in bounded time. May be called again."""
        with self._lock:
            if self._closing:
                return
            self._closing = True
            started = self._thread.ident is not None
        self._awaken()
        if started:
            self._thread.join(CLOSE_S)
        else:
            self._free()

    def _free(self) -> None:
        """Close the pipe.

        The thread does so, since it may still sleep by it when nobody waits for its end any more.
        """
        with self._lock:
            self._closed = True
            os.close(self._waker)
            os.close(self._wake)

    def _awaken(self) -> None:
        with self._lock, suppress(BlockingIOError):  # if it is full, the thread has enough to wake up by
            if not self._closed:
                os.write(self._waker, b"!")

    # ------------------------------------------------------------------ the thread
    def _run(self) -> None:
        try:
            self._news = self._opened_news()
            self._look()
        finally:
            if self._news is not None:
                self._news.close()
            self._free()

    def _opened_news(self) -> PortNews | None:
        try:
            return self._open_news() if self._open_news is not None else None
        except OSError as fault:
            log.info("nothing tells of ports that come (%s): the dice tray is looked for again and again", fault)
            return None

    def _look(self) -> None:
        """Look for the tray and serve it, repeatedly until the end."""
        lost_s = self._clock()
        while not self._closing:
            self._hint = ""
            for path in self._paths():
                if not self._strangers.is_due(path):
                    self._hint = self._silent
                elif self._serves(path):
                    lost_s = self._clock()
                if self._closing:
                    return
            soon = self._clock() - lost_s < OFTEN_FOR_S
            self._say_what_is_missing(soon)
            # One that is there, but not to be had, may be at any time.
            rarely_s = SELDOM_S if self._news is not None and not self._hint else RARELY_S
            if self._rest(self._timings.poll_s if soon else rarely_s):
                lost_s = self._clock()

    def _say_what_is_missing(self, soon: bool) -> None:
        """Report why there is no tray.

        A Pico that is *soon* ready, having just been plugged in, is no trouble yet.
        """
        if self._hint and not soon:
            self._lose(self._hint, logging.WARNING, HINTS[self._hint])
        elif not self._trouble or (self._trouble in HINTS and not self._hint):
            self._lose(ABSENT, logging.INFO, "no dice tray is plugged in: it is looked for")

    def _paths(self) -> Sequence[str]:
        try:
            return self._find()
        except Exception:
            log.exception("the dice tray can't be looked for")
            return ()

    def _rest(self, seconds: float) -> bool:
        """Wait for news and return True if any came.

        Posted requests wait too. Closing ends the wait.
        """
        due_s = self._clock() + seconds
        files = [self._wake] if self._news is None else [self._wake, self._news.fileno()]
        while not self._closing and (left_s := due_s - self._clock()) > 0:
            select.select(files, [], [], left_s)
            self._drain()
            if self._news is not None and self._news.heard():
                return True
        return False

    def _serves(self, path: str) -> bool:
        """Do as `_serve`; an unexpected error ends only this connection."""
        try:
            return self._serve(path)
        except Exception:
            log.exception("the link to the dice tray failed: it begins anew")
            self._lose("device.dicetray.gone", logging.INFO, f"the dice tray at {path} is let go of")
            return False

    def _serve(self, path: str) -> bool:
        """Serve the tray at *path* until it is gone; False without one."""
        try:
            port = SerialPort(path)
        except OSError as fault:
            log.debug("%s can't be opened: %s", path, fault)
            if fault.errno != errno.ENOENT:
                self._hint = FORBIDDEN if fault.errno in NOT_ALLOWED else CLOSED
            return False
        greeted = False
        try:
            line = SerialLine(port, self._clock, self._timings.try_s)
            greeting = line.greet()
            self._begin(line, greeting, path)
            self._strangers.answered(path)
            greeted = True
            while not self._closing:
                self._go_on(line)
        except FAULTS as fault:
            self._explain(path, fault, greeted)
        finally:
            port.close()
        return greeted

    def _explain(self, path: str, fault: Exception, greeted: bool) -> None:
        if isinstance(fault, tlink.TrayRefused) and fault.reason == tlink.WRONG_VERSION:
            advice = f"the dice tray at {path} speaks another version: run `tidetable dicetray flash`"
            self._lose("device.dicetray.version", logging.WARNING, advice)
        elif greeted:
            self._lose("device.dicetray.gone", logging.WARNING, f"the dice tray at {path} is gone ({fault})")
        else:
            log.debug("%s is no dice tray: %s", path, fault)
            self._hint = self._silent
            if self._silent == SILENT:  # the program's own tray may take its time
                self._strangers.was_silent(path)

    def _begin(self, line: SerialLine, greeting: Greeting, path: str) -> None:
        state = line.state()
        self._know(state)
        log.info("the dice tray is at %s: firmware %s, MicroPython %s", path, greeting.firmware, greeting.micropython)
        self._trouble = ""
        self._refused.clear()
        with self._lock:
            self._slots = {name: slot for name, slot in self._slots.items() if slot.lasts}
            self._due = dict.fromkeys(self._slots)
        self._listener.greeted(greeting)

    def _go_on(self, line: SerialLine) -> None:
        """Send the due requests, then wait for events.

        The wait ends with a new request, or when it is time to ping the tray.
        """
        while (taken := self._take()) is not None:
            self._bring(line, *taken)
        events = line.events(self._timings.ping_s, self._wake)
        if not events and not self._drain():
            missed = line.ping() != self._last_event
            events = line.events()
            # An answer is behind all events that it counts.
            if missed and not events:
                self._catch_up(line)
        for event in events:
            self._hear(line, event)

    def _drain(self) -> bool:
        """Return whether somebody wanted the thread's attention."""
        try:
            return bool(os.read(self._wake, 4096))
        except BlockingIOError:
            return False

    def _take(self) -> tuple[str, _Slot] | None:
        with self._lock:
            for name in self._due:
                del self._due[name]
                return name, self._slots[name]
        return None

    def _bring(self, line: SerialLine, name: str, slot: _Slot) -> None:
        try:
            line.request(slot.kind, slot.payload)
        except tlink.TrayRefused as refusal:
            if refusal.reason == tlink.NO_HELLO:
                raise  # it has started anew: greet it again
            if slot.instead is not None:
                line.request(slot.instead)
            elif name not in self._refused:
                self._refused.add(name)
                log.warning("the dice tray can't do what was asked (%s, reason %d)", name, refusal.reason)

    def _hear(self, line: SerialLine, event: Event) -> None:
        """Take an event once: a newer state may have included it already."""
        kind, number, payload = event
        ahead = (number - self._last_event) % 256
        if not 1 <= ahead < 128:
            return
        self._last_event = number
        if kind == tlink.LANDED:
            ((motion,), _) = tlink.read(tlink.LANDED_EVENT, payload)
            self._listener.landed(motion)
        elif kind == tlink.BUTTON:
            ((button, what, tray_ms), _) = tlink.read(tlink.BUTTON_EVENT, payload)
            if button < len(self._presses):
                self._press(button, what, line.moment_s(tray_ms))
        if ahead > 1:
            self._catch_up(line)

    def _press(self, button: int, what: int, at_s: float) -> None:
        if what == tlink.PRESSED:
            self._presses[button] = (self._presses[button] + 1) % 256
        self._down[button] = what != tlink.RELEASED
        late_s = self._clock() - at_s
        if what != tlink.RELEASED and late_s > LATE_S:
            log.warning("%s on the dice tray was heard %.1f s late and is left out", tlink.BUTTONS[button], late_s)
        else:
            self._listener.button(button, what, at_s)

    def _catch_up(self, line: SerialLine) -> None:
        """Ask for the state to make up for lost events."""
        state = line.state()
        now_s = self._clock()
        presses, down = self._presses, self._down
        self._know(state)
        self._listener.landed(state.landed)
        for place, button in enumerate(state.buttons):
            if button.presses != presses[place]:
                self._presses[place] = (button.presses - 1) % 256
                self._press(place, tlink.PRESSED, now_s - button.since_s)
            if not button.down and (down[place] or button.presses != presses[place]):
                self._press(place, tlink.RELEASED, now_s)

    def _know(self, state: TrayState) -> None:
        self._last_event = state.event
        self._presses = [button.presses for button in state.buttons]
        self._down = [button.down for button in state.buttons]

    def _lose(self, trouble: str, level: int, line: str) -> None:
        if trouble != self._trouble:
            log.log(level, "%s", line)
            self._trouble = trouble
            self._listener.lost(trouble)
