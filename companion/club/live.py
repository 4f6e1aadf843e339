"""The club's live tables, sent to pages by server-sent events.

The cost of an update grows with the number of changes. Each changed tile is encoded once for all pages. A page that
falls behind gets the newest version of each tile that it missed. Changes are gathered for a moment, so that a thousand
tables don't wake each page a thousand times.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec

from companion.club.tables import Tables, Why
from companion.club.tile import LAST_RESULTS, Details, Tile
from companion.outside.messages import BadMessage
from companion.outside.mqtt import topics
from companion.outside.mqtt.client.broker import Broker
from companion.outside.mqtt.client.letter import Heard
from web_ui.http.settings import WebSettings
from web_ui.http.stream.fan_out import FanOut, Listening

log = logging.getLogger(__name__)

GATHERING_S = 0.05
"""Time for which news is gathered before it is sent."""
LOOK_S = 1.0
"""Interval of checks for changes by time alone."""
ENOUGH: Mapping[topics.Told, int] = {
    "status": 1,
    "game": 1,
    "turn": 1,
    "people": 1,
    "result": LAST_RESULTS,
    "answer": LAST_RESULTS,
    "finished": 1,
}
"""Number of a table's newest messages to show, by topic.

Under load the rest may be skipped.
"""
LOGGED_S = 60.0
"""Interval of log lines about refused messages."""


class Watcher(Listening, eq=False):
    """One open page: *key* tells clients apart, *is_keeper* gives priority.

    *may_look* returns False once its permission has ended.
    """

    key: str
    is_keeper: bool
    may_look: Callable[[], bool]
    edition: int = -1
    told: tuple[bool, int] = (False, -1)
    """Connection to the broker, and heartbeat, as last sent."""


@dataclass(frozen=True, slots=True)
class _News:
    """Encoded tiles since an edition, and the edition that they lead to."""

    frame: bytes
    edition: int


class LiveTables(FanOut[Watcher]):
    """The tables of a club, read and sent on two threads.

    One is the broker's, the other is that of the watchers.

    :param number_of: gives a table its number for good, None where there is no room; on the broker's thread.
    :param page: a name for exactly the pages that are served now.
    :param clock: monotonic seconds.
    """

    def __init__(
        self,
        number_of: Callable[[str], int | None],
        settings: WebSettings,
        page: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(settings, clock)
        self._page = page
        self._start_s = clock()
        self._tables_lock = threading.Lock()
        self._named: list[Callable[[str, str], None]] = []
        self._tables = Tables(number_of, self._tell_name)  # guarded by _tables_lock, as all that follows
        self._is_connected = False
        self._looked_s, self._logged_s = 0.0, -LOGGED_S
        self._lines: dict[str, tuple[int, bytes]] = {}
        self._has_news = threading.Event()
        # What follows belongs to the streams' thread alone.
        self._told_s = -GATHERING_S
        self._edition = 0
        self._news: dict[int, _News] = {}

    def on_named(self, named: Callable[[str, str], None]) -> None:
        """Call *named* with a table's id and each new name.

        It is called on the broker's thread.
        """
        self._named.append(named)

    def _tell_name(self, table: str, name: str) -> None:
        for named in self._named:
            named(table, name)

    def listen_to(self, broker: Broker) -> None:
        """Subscribe to all messages of tables at *broker*, before it starts."""
        for name in topics.TOLD:
            if name in ENOUGH:  # a record has megabytes, and nothing of it is shown here
                broker.hear(f"{topics.ROOT}/+/{name}", self.hear, enough=ENOUGH[name])
        broker.on_connected(lambda: self._set_connected(True))
        broker.on_lost(lambda: self._set_connected(False))

    def expect(self, table: str, name: str = "") -> None:
        """Reserve a place for *table* with its earlier *name*."""
        with self._tables_lock:
            self._tables.expect(table, name)

    def hear(self, heard: Heard) -> None:
        """Process a message; count and drop any that isn't a table's."""
        with self._tables_lock:
            before = self._tables.edition
            try:
                self._tables.hear(heard.topic, heard.payload, self._now_s())
            except BadMessage as why:
                self._log_refused(why)
            is_news = self._tables.edition != before
        if is_news:
            self._tell_news()

    def details(self, table: str) -> Details | None:
        """Return the details of *table*, None if it is unknown."""
        with self._tables_lock:
            self._look()
            return self._tables.details(table)

    def names(self) -> tuple[str, ...]:
        """Return the ids of all tables, in order of their numbers."""
        with self._tables_lock:
            tiles = [tile for tile, _ in self._tables.changed_since(-1)]
        return tuple(tile.id for tile in sorted(tiles, key=lambda tile: tile.number))

    def whole(self) -> bytes:
        """Return the data of a ``table`` event: all tiles, in JSON."""
        with self._tables_lock:
            self._look()
            lines = [self._line(tile, edition) for tile, edition in self._tables.changed_since(-1)]
            about = msgspec.json.encode(self._about())
        return b'%s,"tiles":[%s]}' % (about[:-1], b",".join(lines))

    def _about(self) -> dict[str, object]:
        """Return the time, and a page's data besides the tiles."""
        return {"now": self._now_s(), "connected": self._is_connected, "page": self._page}

    @property
    def is_connected(self) -> bool:
        """Whether the broker can be reached now."""
        return self._is_connected

    @property
    def refused(self) -> dict[Why, int]:
        """Number of dropped messages, by reason."""
        with self._tables_lock:
            return dict(self._tables.refused)

    def admit(self, key: str, *, is_keeper: bool, may_look: Callable[[], bool]) -> Watcher:
        """Reserve a place for a new page.

        It must be started or released. It ends once it no longer *may_look*.

        :raises Problem: 503, when all places are taken.
        """
        watcher = Watcher(key=key, is_keeper=is_keeper, may_look=may_look)
        self._keep_place(watcher)
        return watcher

    def _now_s(self) -> float:
        """Return the club's own time, in hundredths of a second."""
        return round(self._clock() - self._start_s, 2)

    def _set_connected(self, is_connected: bool) -> None:
        with self._tables_lock:
            self._is_connected = is_connected
            if is_connected:
                self._tables.back_in_touch(self._now_s())
        self._tell_news()

    def _look(self) -> None:
        """Check for changes by time alone.

        No table counts as silent while the club itself is disconnected.
        """
        now_s = self._now_s()
        if self._is_connected and now_s - self._looked_s >= LOOK_S:
            self._looked_s = now_s
            self._tables.look(now_s)

    def _log_refused(self, why: BadMessage) -> None:
        now_s = self._now_s()
        if now_s - self._logged_s >= LOGGED_S:
            self._logged_s = now_s
            log.warning("a message from outside is left: %s; so far %d", why, self._tables.refused.total())

    def _tell_news(self) -> None:
        if self._has_news.is_set():
            return  # the thread is awake, or will be
        self._has_news.set()
        with self._lock:
            if not self._closed:
                self._awaken()

    def _key_of(self, listener: Watcher) -> str:
        return listener.key

    def _is_stranger(self, listener: Watcher) -> bool:
        return not listener.is_keeper

    def _is_over(self, listener: Watcher) -> bool:
        is_due = listener.beat != self._beat
        return listener.over or (is_due and not listener.may_look())

    def _look_around(self) -> None:
        self._beats()
        now_s = self._clock()
        if now_s - self._told_s >= GATHERING_S:
            self._has_news.clear()
            with self._tables_lock:
                self._look()
                edition = self._tables.edition
            if edition != self._edition:
                self._told_s, self._edition = now_s, edition
                self._news.clear()

    def _pause_s(self) -> float | None:
        pause = super()._pause_s()
        if pause is not None and self._has_news.is_set():
            pause = min(pause, max(0.0, self._told_s + GATHERING_S - self._clock()))
        return pause

    def _next_frame(self, listener: Watcher) -> bytes:
        if listener.edition == -1:
            listener.edition = self._edition
            listener.told, listener.beat = (self._is_connected, self._beat), self._beat
            return b"event: table\ndata: %s\n\n" % self.whole()
        if listener.edition < self._edition:
            if listener.edition not in self._news:
                self._news[listener.edition] = self._news_since(listener.edition)
            news = self._news[listener.edition]
            listener.edition = news.edition
            return news.frame
        told = (self._is_connected, self._beat)
        if listener.told != told:
            listener.told, listener.beat = told, self._beat
            return b"event: club\ndata: %s\n\n" % msgspec.json.encode(self._about())
        return b""

    def _news_since(self, edition: int) -> _News:
        with self._tables_lock:
            lines = [self._line(tile, number) for tile, number in self._tables.changed_since(edition)]
            newest = self._tables.edition
        return _News(b"event: tiles\ndata: [%s]\n\n" % b",".join(lines), newest)

    def _line(self, tile: Tile, edition: int) -> bytes:
        """Return *tile* in JSON, encoded once for each edition; needs the lock."""
        kept = self._lines.get(tile.id)
        if kept is None or kept[0] != edition:
            kept = self._lines[tile.id] = (edition, msgspec.json.encode(tile))
        return kept[1]
