"""Server-sent events for many listeners from one thread: nobody waits for another.

Each listener has a non-blocking socket and at most the unsent rest of one frame. While a rest is pending nothing more
is made for that listener; then the next frame is made of the newest state. A publisher only leaves its news and wakes
the thread.
"""

from __future__ import annotations

import logging
import os
import select
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Generic, TypeVar

from msgspec import Struct

from web_ui.http.access.admission import first_to_go
from web_ui.http.content.errors import Problem
from web_ui.http.settings import WebSettings

log = logging.getLogger(__name__)

HAND_OVER = "tidetable.hand_over"
"""The WSGI environment's key of the function that hands a connection over.

The function duplicates the connection and gives it to a `Receiver` after the response. It raises OSError when the
connection is gone already. Without it (another server, a test client) a view answers itself.
"""
Receiver = Callable[[socket.socket, bytes], None]
"""Takes a connection and the head of the response, not yet sent."""

_RETRY = b"retry: 1000\n\n"
_GONE = select.EPOLLIN | select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR


class Listening(Struct, eq=False, kw_only=True):
    """One open stream: its connection and the unsent rest of a frame."""

    connection: socket.socket | None = None
    rest: bytes = b""
    waiting: bool = False
    beat: int = 0
    """The last heartbeat sent to it."""
    over: bool = False


AnyListener = TypeVar("AnyListener", bound=Listening)


class FanOut(ABC, Generic[AnyListener]):
    """One thread and the sockets of all listeners.

    :param clock: monotonic seconds, for heartbeats.
    """

    def __init__(self, settings: WebSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._lock = threading.Lock()  # guards _open, _closed, _ping, _wake and the start of the thread
        self._open: list[AnyListener] = []  # the oldest first
        self._closed = False
        self._last_word = b""
        self._ping: Callable[[], None] | None = None
        self._thread: threading.Thread | None = None
        self._arrivals: deque[AnyListener] = deque()
        self._wake = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        # What follows belongs to the thread alone.
        self._epoll = select.epoll()
        self._listeners: dict[int, AnyListener] = {}
        # All hearts beat as one: the thread sleeps in between, however many listen.
        self._beat = 0
        self._beat_s = clock()

    @abstractmethod
    def _key_of(self, listener: AnyListener) -> str:
        """Return the client's key, by which places are shared out."""

    @abstractmethod
    def _is_stranger(self, listener: AnyListener) -> bool:
        """Return True if *listener* has to make room for others now."""

    @abstractmethod
    def _next_frame(self, listener: AnyListener) -> bytes:
        """Return the next bytes for *listener*, none without news for it."""

    def _look_around(self) -> None:
        """Load the newest state before it is sent; on the thread."""

    def _is_over(self, listener: AnyListener) -> bool:
        """Return True if *listener* is sent nothing more."""
        return listener.over

    def _welcomed(self, listener: AnyListener) -> None:
        """Note that *listener* is there."""

    def _fell_behind(self, listener: AnyListener) -> None:
        """Note that *listener* had not taken the frame before."""

    def _has_taken(self, listener: AnyListener) -> None:
        """Note that *listener* has taken a whole frame."""

    def _has_gone(self, listener: AnyListener) -> None:
        """Note that *listener* is gone."""

    def _keep_place(self, listener: AnyListener) -> None:
        """Keep a place for *listener*; it must be started or released.

        A client that has all its places taken gives up its oldest: hidden pages have none, so few notice. A stranger's
        very first stays, it may be a television's. Where all places are taken a stranger's goes.

        :raises Problem: 503, when it is this one that has to go.
        """
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

    def _one_too_many(self, newest: AnyListener) -> AnyListener | None:
        """Choose the stream to evict for *newest*; None if there is room."""
        key = self._key_of(newest)
        theirs = [each for each in self._open if self._key_of(each) == key]
        if len(theirs) > self._settings.streams_each:
            return theirs[1 if self._is_stranger(newest) else 0]
        if len(self._open) <= self._settings.streams:
            return None
        strangers = [each for each in self._open if self._is_stranger(each)]
        return first_to_go(strangers, self._key_of) or newest

    def start(self, listener: AnyListener, connection: socket.socket, head: bytes) -> None:
        """Feed *listener* through *connection*, and send *head* before the events.

        The stream owns *connection* from now on.
        """
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

    def release(self, listener: AnyListener) -> None:
        """Free the place of a *listener* that is gone or never came."""
        with self._lock:
            self._leave(listener)

    def _leave(self, listener: AnyListener) -> None:
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
        """Call *answered* on the streams' own thread, if there is one.

        Only the newest one is called.
        """
        with self._lock:
            rests = self._thread is None or self._closed
            if not rests:
                self._ping = answered
                self._awaken()
        if rests:
            answered()

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
        for number, listener in self._in_order():
            if self._is_over(listener):
                self._drop(number)
            else:
                self._serve(number)

    def _in_order(self) -> Iterable[tuple[int, AnyListener]]:
        """Return all listeners by their sockets' numbers, strangers last.

        Strangers may be many.
        """
        return sorted(self._listeners.items(), key=lambda each: self._is_stranger(each[1]))

    def _answer(self) -> None:
        """Answer a ping, if any."""
        with self._lock:
            ping, self._ping = self._ping, None
        if ping:
            ping()

    def _welcome(self, listener: AnyListener) -> None:
        assert listener.connection is not None
        number = listener.connection.fileno()
        listener.beat = self._beat
        self._listeners[number] = listener
        self._epoll.register(number, select.EPOLLIN | select.EPOLLRDHUP)
        self._welcomed(listener)

    def _serve(self, number: int) -> None:
        """Send *number*'s listener as much as it takes now."""
        listener = self._listeners[number]
        connection = listener.connection
        assert connection is not None
        was_waiting = listener.waiting
        if was_waiting:
            self._fell_behind(listener)
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
                self._has_taken(listener)
            listener.rest = listener.rest[sent:] or self._next_frame(listener)
        listener.waiting = bool(listener.rest)
        if listener.waiting != was_waiting:
            writable = select.EPOLLOUT if listener.waiting else 0
            self._epoll.modify(number, select.EPOLLIN | select.EPOLLRDHUP | writable)

    def _beats(self) -> bool:
        """Start a new heartbeat if it is due; return True then."""
        now = self._clock()
        if now - self._beat_s < self._settings.heartbeat_s:
            return False
        self._beat += 1
        self._beat_s = now
        return True

    def _pause_s(self) -> float | None:
        """Return the seconds to sleep, None until woken."""
        if not self._listeners:
            return None
        return max(0.0, self._beat_s + self._settings.heartbeat_s - self._clock())

    def _drop(self, number: int) -> None:
        listener = self._listeners.pop(number)
        assert listener.connection is not None
        self._epoll.unregister(number)
        listener.connection.close()
        self._has_gone(listener)
        self.release(listener)

    def _say_last(self) -> None:
        """Send the last message, if any, to listeners without an unsent rest."""
        for listener in self._listeners.values():
            if self._last_word and not listener.rest and listener.connection is not None:
                with suppress(OSError):  # who can't be told finds out
                    listener.connection.send(self._last_word)

    def _drop_all(self) -> None:
        for number in list(self._listeners):
            self._drop(number)

    def _tidy(self) -> None:
        while self._arrivals:
            self._welcome(self._arrivals.popleft())
        self._say_last()
        self._drop_all()
        self._epoll.close()
        with self._lock:  # whoever closes the stream may not have woken the thread yet that is up already
            os.close(self._wake)
