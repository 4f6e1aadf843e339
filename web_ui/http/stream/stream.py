"""The table's state for every phone: the newest wins, filtered for each.

The newest state is sent whole or, to a page that asks for changes, as the changes since the one it was sent before. A
frame is serialised once for each distinct view, and each state that such listeners have. The session's thread only
leaves the newest state here and wakes the thread.
"""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct

from companion.engine.values.seats import WATCHER
from companion.model.publication import Published
from companion.model.snapshot import Snapshot
from hardware.ports import DeviceStatus, LampName
from web_ui.http.access.callers import Caller, ViewKey
from web_ui.http.access.presence import PhonePresence
from web_ui.http.settings import WebSettings
from web_ui.http.stream.changes import Changes
from web_ui.http.stream.fan_out import FanOut, Listening

_PICTURE_PERIOD_S = 0.1


class StreamSource(Protocol):
    """Makes a stream's data: callers' views of published states, and the devices."""

    @property
    def presence(self) -> PhonePresence:
        """The phones' last beats."""

    def view(self, published: Snapshot, caller: Caller, lang: str | None) -> ViewKey:
        """Return how *caller* sees *published*; equal views are sent equal bytes."""

    def plain(self, published: Snapshot, view: ViewKey, lamps: Sequence[LampName]) -> Mapping[str, object]:
        """Return the plain data of a ``table`` event.

        Parts that didn't change may be the same object as before.
        """

    def cue(self, published: Snapshot, view: ViewKey, lamps: Sequence[LampName]) -> object:
        """Return the data of a ``cue`` event, to be encoded as JSON."""

    def devices(self) -> Sequence[DeviceStatus]:
        """Return how the table's devices are now."""

    def choosing(self, published: Snapshot) -> Sequence[str]:
        """Return the phones that are choosing a game.

        "" is somebody at the table.
        """

    def lamps(self) -> tuple[LampName, ...]:
        """Return the lit lamps."""

    def bitmap(self) -> bytes | None:
        """Return the screen's public picture, None without a screen."""

    def own_bitmap(self) -> bytes | None:
        """Return the screen's own picture, None if nobody may see it."""


class SentTable(Struct, frozen=True, eq=False):
    """A table that some listeners were sent, as plain data.

    It is compared by identity.
    """

    table: Mapping[str, object]


class Listener(Listening, eq=False):
    """One open stream: its caller and the newest data they were sent."""

    caller: Caller
    lang: str | None
    screen: bool
    own: bool = False
    """Whether the screen's own picture is sent instead of its public one."""
    changes: bool = False
    """Whether a table is sent as its changes since the one before."""
    sent: SentTable | None = None
    """The table sent last; None sends the next one whole."""
    edition: int = -1
    picture: bytes | None = None
    lamps: tuple[LampName, ...] = ()


class _Edition(Struct, frozen=True):
    """The newest state to send; *started* if something is only in motion."""

    number: int
    published: Snapshot
    started: bool


class Stream(FanOut[Listener]):
    """The fan-out: a follower of the session, and the listeners' sockets.

    :param clock: monotonic seconds, for heartbeats.
    """

    def __init__(
        self,
        published: Snapshot,
        views: StreamSource,
        settings: WebSettings,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(settings, clock)
        self._views = views
        self._newest = _Edition(1, published, started=False)  # guarded by _lock
        # What follows belongs to the thread alone.
        self._edition = self._newest
        self._frames: dict[tuple[bool, ViewKey, SentTable | None], bytes] = {}
        self._tables: dict[ViewKey, SentTable] = {}
        self._seen_by: dict[tuple[object, ...], ViewKey] = {}
        self._changes = Changes()
        self._framed_edition = 0
        self._framed_s = 0
        self._devices = views.devices()
        self._choosing = views.choosing(published)
        # By whether they are the screen's own.
        self._pictures: dict[bool, bytes | None] = {False: None, True: None}
        self._picture_frames: dict[bool, bytes] = {}
        self._picture_s = 0.0
        self._lamps = self._glimpsed_lamps = views.lamps()
        self._presence = views.presence.of(published)

    def hear(self, published: Published) -> None:
        """Send every listener the new state, or notify them of a motion."""
        with self._lock:
            self._newest = _Edition(self._newest.number + 1, published.after, started=published.motion is not None)
            if not self._closed:
                self._awaken()

    def say_off(self) -> None:
        """Send everybody a last message that the table was switched off.

        Call it before closing.
        """
        self._last_word = b"event: off\ndata: {}\n\n"

    def admit(
        self, caller: Caller, lang: str | None, screen: bool, *, own: bool = False, changes: bool = False
    ) -> Listener:
        """Keep a place for a new stream, to be started or released.

        *own* is only for hands at a simulated table. After the first table, listeners that ask for *changes* are sent
        these instead of the whole table.

        :raises Problem: 503, when it is this one that has to go.
        """
        listener = Listener(caller, lang, screen, own, changes)
        self._keep_place(listener)
        return listener

    def _key_of(self, listener: Listener) -> str:
        return listener.caller.key

    def _is_stranger(self, listener: Listener) -> bool:
        return listener.caller.is_stranger(self._newest.published)

    def nudge(self) -> None:
        """Send everybody the current state: something outside the session has changed."""
        with self._lock:
            self._newest = _Edition(self._newest.number + 1, self._newest.published, started=False)
            if not self._closed:
                self._awaken()

    def _in_order(self) -> Iterable[tuple[int, Listener]]:
        published = self._edition.published
        # Whoever has joined is told first: strangers may be many.
        return sorted(self._listeners.items(), key=lambda each: each[1].caller.is_stranger(published))

    def _is_over(self, listener: Listener) -> bool:
        return listener.over or listener.caller.was_sent_away(self._edition.published)

    def _welcomed(self, listener: Listener) -> None:
        self._set_lamps(self._views.lamps())

    def _fell_behind(self, listener: Listener) -> None:
        if listener.edition != self._edition.number:
            listener.sent = None  # who falls behind is sent the whole: nothing old is kept for them

    def _has_taken(self, listener: Listener) -> None:
        self._views.presence.beat(listener.caller.phone)

    def _has_gone(self, listener: Listener) -> None:
        self._views.presence.ended(listener.caller.phone)

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
        if edition.published.open.played is not None and self._framed_s != second:
            # Who comes later is told a later time.
            self._framed_s = second
            self._forget_frames()
        if self._framed_edition != edition.number:
            self._forget_frames()
            self._framed_edition = edition.number
            self._set_lamps(self._views.lamps())
        view = self._view_of(edition.published, listener)
        if cue:
            view = ViewKey(WATCHER, frozenset(), view.lang)  # a motion is told to all alike
        before = None if cue else listener.sent
        frame = self._frames.get((cue, view, before))
        if frame is None:
            frame = self._frames[cue, view, before] = self._made(edition.published, view, before, cue)
        if listener.changes and not cue:
            listener.sent = self._sent_table(edition.published, view)
        return frame

    def _view_of(self, published: Snapshot, listener: Listener) -> ViewKey:
        """Return *listener*'s view of *published*.

        It is looked up once for all callers that are the same to the table.
        """
        caller = listener.caller
        who = (caller.this_computer, caller.phone, caller.looks, caller.watches, listener.lang, listener.changes)
        view = self._seen_by.get(who)
        if view is None:
            view = self._views.view(published, caller, listener.lang)._replace(has_forms=not listener.changes)
            self._seen_by[who] = view
        return view

    def _made(self, published: Snapshot, view: ViewKey, before: SentTable | None, cue: bool) -> bytes:
        """Return the frame about *published* for listeners that were sent *before*."""
        if cue:
            return b"event: cue\ndata: %s\n\n" % msgspec.json.encode(self._views.cue(published, view, self._lamps))
        table = self._sent_table(published, view).table
        name, data = (b"table", table) if before is None else (b"change", self._changes.since(before.table, table))
        return b"event: %s\nid: %d\ndata: %s\n\n" % (name, published.version, msgspec.json.encode(data))

    def _sent_table(self, published: Snapshot, view: ViewKey) -> SentTable:
        if view not in self._tables:
            self._tables[view] = SentTable(self._views.plain(published, view, self._lamps))
        return self._tables[view]

    def _forget_frames(self) -> None:
        self._frames.clear()
        self._tables.clear()
        self._seen_by.clear()
        self._changes = Changes()

    def _set_lamps(self, lamps: tuple[LampName, ...]) -> None:
        """Publish *lamps* as lit from now on."""
        self._glimpsed_lamps = lamps
        if lamps != self._lamps:
            self._lamps = lamps
            self._forget_frames()

    def _look_around(self) -> None:
        # What nobody tells us of: the screen's picture, the lamps and the devices' health.
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
        if self._beats():
            devices, choosing = self._views.devices(), self._views.choosing(self._newest.published)
            if (devices, choosing) != (self._devices, self._choosing):
                self._devices, self._choosing = devices, choosing
                self.nudge()
        # One state for all: what comes meanwhile is told in the next turn, so that nobody is told it before others
        # have heard of this one.
        self._edition = self._newest

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
        pause = super()._pause_s()
        if pause is None:
            return self._views.presence.lasts_s()  # the last page has gone, and its presence is yet to change
        if self._watches_screen():
            pause = min(pause, max(0.0, self._picture_s + _PICTURE_PERIOD_S - self._clock()))
        return pause
