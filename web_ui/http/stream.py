"""Server-sent events for every phone from one thread: the newest wins, no reader waits for another.

Each listener has a non-blocking socket and at most the unsent rest of one frame. While a rest is pending nothing more
is made for that listener; when it is through, the newest state goes: whole, or, to a page that asks for changes, as
what has changed since the one it was sent before. A frame is serialised once for each distinct view, and each state
that such listeners have. The session's thread only leaves the newest state here and wakes the thread.
"""

from __future__ import annotations

import logging
import os
import select
import socket
import threading
import time
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from hardware.ports import DeviceStatus, LampName
from web_ui.http.admission import first_to_go
from web_ui.http.callers import Caller, View
from web_ui.http.changes import difference
from web_ui.http.errors import Problem
from web_ui.http.presence import PhonePresence
from web_ui.http.settings import WebSettings
from web_ui.source import Snapshot

log = logging.getLogger(__name__)

HAND_OVER = "tidetable.hand_over"
"""In the WSGI environment: a function that duplicates the connection and gives it to a `Receiver` after the response.

It raises OSError when the connection is gone already. Without it (another server, a test client) a view answers itself.
"""
Receiver = Callable[[socket.socket, bytes], None]
"""Takes a connection and the head of the response, not yet sent."""

_RETRY = b"retry: 1000\n\n"
_PICTURE_PERIOD_S = 0.1
_GONE = select.EPOLLIN | select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR


class Views(Protocol):
    """Makes what is sent: each published state as one caller may see it, and what the devices show."""

    @property
    def presence(self) -> PhonePresence:
        """The phones' last beats."""

    def view(self, published: Snapshot, caller: Caller, lang: str | None) -> View:
        """Return how *caller* sees *published*; equal views are sent equal bytes."""

    def table(self, published: Snapshot, view: View, lamps: Sequence[LampName]) -> object:
        """Return the data of a ``table`` event, to be encoded as JSON."""

    def cue(self, published: Snapshot, view: View, lamps: Sequence[LampName]) -> object:
        """Return the data of a ``cue`` event, to be encoded as JSON."""

    def devices(self) -> Sequence[DeviceStatus]:
        """Return how the table's devices are now."""

    def lamps(self) -> tuple[LampName, ...]:
        """Return the lamps that are lit now."""

    def bitmap(self) -> bytes | None:
        """Return the screen's public picture, None without a screen."""

    def own_bitmap(self) -> bytes | None:
        """Return the screen's own picture, None where nobody may see it."""


@dataclass(frozen=True, eq=False, slots=True)
class SentTable:
    """A table as some have been sent it, as plain data; each is like itself alone."""

    table: object


@dataclass(eq=False, slots=True)
class Listener:
    """One open stream: who listens, what of the newest they have been sent, and the rest of a frame under way."""

    caller: Caller
    lang: str | None
    screen: bool
    own: bool = False
    """Whether the screen's own picture is sent, in place of its public one."""
    changes: bool = False
    """Whether a table is sent as what has changed since the one before."""
    sent: SentTable | None = None
    """That one; None where the next is sent whole."""
    connection: socket.socket | None = None
    rest: bytes = b""
    waiting: bool = False
    edition: int = -1
    picture: bytes | None = None
    lamps: tuple[LampName, ...] = ()
    beat: int = 0
    """The last heartbeat sent to it; see `Stream._beat`."""
    over: bool = False


@dataclass(frozen=True, slots=True)
class _Edition:
    """The newest thing to tell; *started* if it only says that something is in motion."""

    number: int
    published: Snapshot
    started: bool


class Stream:
    """The fan-out: a ``Mirror`` of the session on one side, sockets on the other.

    :param clock: monotonic seconds, for heartbeats.
    """

    def __init__(
        self,
        published: Snapshot,
        views: Views,
        settings: WebSettings,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._views = views
        self._settings = settings
        self._clock = clock
        self._lock = threading.Lock()  # guards _newest, _open, _closed, _ping, _wake and the start of the thread
        self._newest = _Edition(1, published, started=False)
        self._open: list[Listener] = []  # the oldest first
        self._closed = False
        self._ping: Callable[[], None] | None = None
        self._thread: threading.Thread | None = None
        self._arrivals: deque[Listener] = deque()
        self._wake = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        # What follows belongs to the thread alone.
        self._edition = self._newest
        self._epoll = select.epoll()
        self._listeners: dict[int, Listener] = {}
        self._frames: dict[tuple[bool, View, SentTable | None], bytes] = {}
        self._tables: dict[View, SentTable] = {}
        self._framed_edition = 0
        self._framed_s = 0
        self._devices = views.devices()
        # All hearts beat as one: the thread sleeps in between, however many listen.
        self._beat = 0
        self._beat_s = clock()
        # By whether they are the screen's own.
        self._pictures: dict[bool, bytes | None] = {False: None, True: None}
        self._picture_frames: dict[bool, bytes] = {}
        self._picture_s = 0.0
        self._lamps = self._glimpsed_lamps = views.lamps()
        self._presence = views.presence.of(published)

    def started(self, published: Snapshot) -> None:
        """Tell every listener that something is in motion."""
        self._announce(published, started=True)

    def changed(self, published: Snapshot) -> None:
        """Send every listener the new state."""
        self._announce(published, started=False)

    def admit(
        self, caller: Caller, lang: str | None, screen: bool, *, own: bool = False, changes: bool = False
    ) -> Listener:
        """Keep a place for a new stream; it must be started or released. *own*: only for hands at a simulated table.

        After the first table those who ask for *changes* are sent what has changed, and not the whole again.

        A client that has all its places taken gives up its oldest: hidden pages have none, so few notice. A stranger's
        very first stays, it may be a television's. Where all places are taken a stranger's goes.

        :raises Problem: 503, when it is this one that has to go.
        """
        listener = Listener(caller, lang, screen, own, changes)
        with self._lock:
            if self._closed:
                raise Problem(503, "full")
            self._open.append(listener)
            one_too_many = self._one_too_many(listener)
            if one_too_many is not None:
                one_too_many.over = True
                self._leave(one_too_many)
                self._awaken()
        if one_too_many is listener:
            raise Problem(503, "full")
        return listener

    def _one_too_many(self, newest: Listener) -> Listener | None:
        """Return who has to go now that *newest* has come; None where there is room for all."""
        published, key = self._newest.published, newest.caller.key
        theirs = [each for each in self._open if each.caller.key == key]
        if len(theirs) > self._settings.streams_each:
            return theirs[1 if newest.caller.is_stranger(published) else 0]
        if len(self._open) <= self._settings.streams:
            return None
        strangers = [each for each in self._open if each.caller.is_stranger(published)]
        return first_to_go(strangers, lambda each: each.caller.key) or newest

    def start(self, listener: Listener, connection: socket.socket, head: bytes) -> None:
        """Feed *listener* through *connection*, which is ours from now on; *head* goes out before the events."""
        connection.setblocking(False)
        listener.connection = connection
        listener.rest = head + _RETRY
        with self._lock:
            if self._closed:
                connection.close()
                return
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="stream", daemon=True)
                self._thread.start()
            self._arrivals.append(listener)
            self._awaken()

    def release(self, listener: Listener) -> None:
        """Give back the place of a *listener* that is gone or never came."""
        with self._lock:
            self._leave(listener)

    def _leave(self, listener: Listener) -> None:
        if listener in self._open:  # or its place has been given to another
            self._open.remove(listener)

    @property
    def open_streams(self) -> int:
        """How many streams have a place now."""
        with self._lock:
            return len(self._open)

    def close(self, timeout_s: float = 1.0) -> None:
        """End every stream and the thread; called again it does nothing."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            thread = self._thread
            self._awaken()
        if thread is not None:
            thread.join(timeout_s)
        else:
            self._tidy()

    def ping(self, answered: Callable[[], None]) -> None:
        """Call *answered* on the streams' own thread, if there is one; the newest alone."""
        with self._lock:
            rests = self._thread is None or self._closed
            if not rests:
                self._ping = answered
                self._awaken()
        if rests:
            answered()

    def nudge(self) -> None:
        """Tell everybody what is true now: what isn't the session's to publish has changed."""
        with self._lock:
            self._newest = _Edition(self._newest.number + 1, self._newest.published, started=False)
            if not self._closed:
                self._awaken()

    def _announce(self, published: Snapshot, started: bool) -> None:
        with self._lock:
            self._newest = _Edition(self._newest.number + 1, published, started)
            if not self._closed:
                self._awaken()

    def _awaken(self) -> None:
        os.eventfd_write(self._wake, 1)

    def _run(self) -> None:
        self._epoll.register(self._wake, select.EPOLLIN)
        while not self._closed:
            events = self._epoll.poll(self._pause_s())
            try:
                self._turn(events)
            except Exception:
                log.exception("all streams were cut; phones connect again by themselves")
                self._drop_all()
        self._tidy()

    def _turn(self, events: list[tuple[int, int]]) -> None:
        for number, event in events:
            if number == self._wake:
                os.eventfd_read(self._wake)
                self._answer()
            elif event & _GONE:
                self._drop(number)
        while self._arrivals:
            self._welcome(self._arrivals.popleft())
        self._look_around()
        # One state for all: what comes meanwhile is told in the next turn, so that nobody is told it before others
        # have heard of this one.
        self._edition = self._newest
        published = self._edition.published
        # Whoever has joined is told first: strangers may be many.
        for number, listener in sorted(self._listeners.items(), key=lambda each: each[1].caller.is_stranger(published)):
            if listener.over or listener.caller.was_sent_away(published):
                self._drop(number)
            else:
                self._serve(number)

    def _answer(self) -> None:
        """Give a sign of life, if one is asked for."""
        with self._lock:
            ping, self._ping = self._ping, None
        if ping:
            ping()

    def _welcome(self, listener: Listener) -> None:
        assert listener.connection is not None
        number = listener.connection.fileno()
        listener.beat = self._beat
        self._listeners[number] = listener
        self._epoll.register(number, select.EPOLLIN | select.EPOLLRDHUP)
        self._set_lamps(self._views.lamps())

    def _serve(self, number: int) -> None:
        """Send *number*'s listener all that it takes now."""
        listener = self._listeners[number]
        connection = listener.connection
        assert connection is not None
        was_waiting = listener.waiting
        if was_waiting and listener.edition != self._edition.number:
            listener.sent = None  # who falls behind is sent the whole: nothing old is kept for them
        listener.rest = listener.rest or self._next_frame(listener)
        while listener.rest:
            try:
                sent = connection.send(listener.rest)
            except BlockingIOError:
                break
            except OSError:
                self._drop(number)
                return
            if sent == len(listener.rest):
                self._views.presence.beat(listener.caller.phone)
            listener.rest = listener.rest[sent:] or self._next_frame(listener)
        listener.waiting = bool(listener.rest)
        if listener.waiting != was_waiting:
            writable = select.EPOLLOUT if listener.waiting else 0
            self._epoll.modify(number, select.EPOLLIN | select.EPOLLRDHUP | writable)

    def _next_frame(self, listener: Listener) -> bytes:
        newest, frame = self._edition, b""
        if listener.edition != newest.number or (listener.screen and listener.lamps != self._lamps):
            cue = newest.started and listener.edition == newest.number - 1
            listener.edition = newest.number
            frame = self._table_frame(newest, listener, cue)
            listener.lamps = self._lamps
        elif listener.screen and listener.picture is not self._pictures[listener.own]:
            listener.picture = self._pictures[listener.own]
            frame = self._picture_frames[listener.own]
        elif listener.beat != self._beat:
            listener.beat = self._beat
            frame = b'event: heartbeat\ndata: {"version":%d}\n\n' % newest.published.version
        return frame

    def _table_frame(self, edition: _Edition, listener: Listener, cue: bool) -> bytes:
        second = int(self._clock())
        if edition.published.played is not None and self._framed_s != second:
            # Who comes later is told a later time.
            self._framed_s = second
            self._forget_frames()
        if self._framed_edition != edition.number:
            self._forget_frames()
            self._framed_edition = edition.number
            self._set_lamps(self._views.lamps())
        view = self._views.view(edition.published, listener.caller, listener.lang)
        before = None if cue else listener.sent
        if (cue, view, before) not in self._frames:
            self._frames[cue, view, before] = self._made(edition.published, view, before, cue)
        if listener.changes and not cue:
            listener.sent = self._sent_table(edition.published, view)
        return self._frames[cue, view, before]

    def _made(self, published: Snapshot, view: View, before: SentTable | None, cue: bool) -> bytes:
        """Return the frame that tells of *published* to who has been told *before*."""
        if cue:
            return b"event: cue\ndata: %s\n\n" % msgspec.json.encode(self._views.cue(published, view, self._lamps))
        table = self._sent_table(published, view).table
        name, data = (b"table", table) if before is None else (b"change", difference(before.table, table))
        return b"event: %s\nid: %d\ndata: %s\n\n" % (name, published.version, msgspec.json.encode(data))

    def _sent_table(self, published: Snapshot, view: View) -> SentTable:
        if view not in self._tables:
            self._tables[view] = SentTable(msgspec.to_builtins(self._views.table(published, view, self._lamps)))
        return self._tables[view]

    def _forget_frames(self) -> None:
        self._frames.clear()
        self._tables.clear()

    def _set_lamps(self, lamps: tuple[LampName, ...]) -> None:
        """Tell of *lamps* as lit from now on."""
        self._glimpsed_lamps = lamps
        if lamps != self._lamps:
            self._lamps = lamps
            self._forget_frames()

    def _look_around(self) -> None:
        """See what nobody tells us of: the screen's picture, the lamps and the devices' health."""
        now = self._clock()
        presence = self._views.presence.of(self._newest.published)
        if presence != self._presence:
            self._presence = presence
            self._views.presence.announce()
            self.nudge()
        if self._watches_screen() and now - self._picture_s >= _PICTURE_PERIOD_S:
            self._picture_s = now
            self._look_at_lamps()
            self._look_at(self._views.bitmap(), own=False)
            self._look_at(self._views.own_bitmap(), own=True)
        if now - self._beat_s >= self._settings.heartbeat_s:
            self._beat += 1
            self._beat_s = now
            devices = self._views.devices()
            if devices != self._devices:
                self._devices = devices
                self.nudge()

    def _look_at(self, picture: bytes | None, *, own: bool) -> None:
        if picture is not None and picture != self._pictures[own]:
            self._pictures[own] = picture
            name = b"private-screen" if own else b"screen"
            self._picture_frames[own] = b"event: %s\ndata: %s\n\n" % (name, b64encode(picture))

    def _look_at_lamps(self) -> None:
        lamps = self._views.lamps()
        # They change one by one, and just before the session says why: only what has stood since the last look counts.
        if lamps == self._glimpsed_lamps:
            self._set_lamps(lamps)
        self._glimpsed_lamps = lamps

    def _watches_screen(self) -> bool:
        return any(listener.screen for listener in self._listeners.values())

    def _pause_s(self) -> float | None:
        if not self._listeners:
            return self._views.presence.lasts_s()  # the last page has gone, and its presence is yet to change
        now = self._clock()
        pause = max(0.0, self._beat_s + self._settings.heartbeat_s - now)
        if self._watches_screen():
            pause = min(pause, max(0.0, self._picture_s + _PICTURE_PERIOD_S - now))
        return pause

    def _drop(self, number: int) -> None:
        listener = self._listeners.pop(number)
        assert listener.connection is not None
        self._epoll.unregister(number)
        listener.connection.close()
        self._views.presence.ended(listener.caller.phone)
        self.release(listener)

    def _drop_all(self) -> None:
        for number in list(self._listeners):
            self._drop(number)

    def _tidy(self) -> None:
        while self._arrivals:
            self._welcome(self._arrivals.popleft())
        self._drop_all()
        self._epoll.close()
        with self._lock:  # whoever closes the stream may not have woken the thread yet that is up already
            os.close(self._wake)
