from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest

from companion.club.live import GATHERING_S, LiveTables
from companion.club.tables import SILENT_S
from companion.club.tile import Tile
from companion.outside.messages import Status, encode
from companion.outside.mqtt import topics
from companion.outside.mqtt.client.letter import Heard
from companion.runtime.clock import ManualClock
from tests.support.club_tables import EVENINGS, id_of, letters_of
from tests.support.waiting import TIMEOUT_S, eventually
from web_ui.http.settings import WebSettings


class Watching:
    """What one page is sent."""

    def __init__(self, live: LiveTables, key: str = "page") -> None:
        self.may_look = True
        self.watcher = live.admit(key, is_keeper=False, may_look=lambda: self.may_look)
        ours, self.theirs = socket.socketpair()
        self.theirs.settimeout(TIMEOUT_S)
        live.start(self.watcher, ours, b"")
        self.rest = b""

    def events(self, wanted: str) -> list[Any]:
        """Wait for an event called *wanted*; return its data and those of all of that name before it."""
        found: list[Any] = []
        while not found:
            while b"\n\n" not in self.rest:
                received = self.theirs.recv(65536)
                assert received, "the stream has ended"
                self.rest += received
            frame, _, self.rest = self.rest.partition(b"\n\n")
            name, _, data = frame.decode().partition("\ndata: ")
            if name == f"event: {wanted}":
                found.append(json.loads(data))
        return found


Watch = Callable[..., Watching]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def live(clock: ManualClock) -> Iterator[LiveTables]:
    numbers: dict[str, int] = {}
    live = LiveTables(lambda table: numbers.setdefault(table, len(numbers) + 1), WebSettings(), "p1", clock.monotonic_s)
    yield live
    live.close()


@pytest.fixture
def watch(live: LiveTables) -> Iterator[Watch]:
    """Opens pages; all are closed at the end."""
    with ExitStack() as pages:

        def opened(key: str = "page") -> Watching:
            page = Watching(live, key)
            pages.callback(page.theirs.close)
            return page

        yield opened


def hear(live: LiveTables, number: int, status: Status) -> None:
    live.hear(Heard(topics.told(id_of(number), "status"), encode(status), retained=True))


def tell_evenings(live: LiveTables) -> None:
    for number, evening in enumerate(EVENINGS, 1):
        for letter in letters_of(number, evening):
            live.hear(Heard(*letter))


def test_a_page_is_sent_all_tables_and_then_only_what_has_changed(
    live: LiveTables, watch: Watch, clock: ManualClock
) -> None:
    tell_evenings(live)
    page = watch()
    [whole] = page.events("table")
    assert [tile["number"] for tile in sorted(whole["tiles"], key=lambda tile: tile["number"])] == list(range(1, 21))
    clock.advance(2 * GATHERING_S)
    hear(live, 6, Status(True, "By the door"))
    [changed] = page.events("tiles")
    assert [(tile["number"], tile["name"]) for tile in changed] == [(6, "By the door")]


def test_who_falls_behind_is_sent_the_newest_of_each_tile_once(
    live: LiveTables, watch: Watch, clock: ManualClock
) -> None:
    page = watch()
    page.events("table")
    for number in range(1000):
        hear(live, 1 + number % 2, Status(True, f"{number}"))  # the moment stands still: all of it is gathered
    clock.advance(2 * GATHERING_S)
    hear(live, 3, Status(True, "last"))
    names: dict[int, str] = {}
    sent = 0
    while names.get(3) != "last":
        for changed in page.events("tiles"):
            sent += len(changed)
            names |= {tile["number"]: tile["name"] for tile in changed}
    assert names == {1: "998", 2: "999", 3: "last"}
    assert sent <= 6, "each step was told, not the newest"


def test_a_tile_is_encoded_once_for_all_pages_whenever_they_open(
    live: LiveTables, watch: Watch, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded: list[str] = []
    encode_whole = msgspec.json.encode

    def counted(value: object) -> bytes:
        if isinstance(value, Tile):
            encoded.append(value.id)
        return encode_whole(value)

    monkeypatch.setattr("companion.club.live.msgspec.json.encode", counted)
    tell_evenings(live)
    pages = [watch(f"page{number}") for number in range(20)]
    for page in pages:
        page.events("table")
    assert sorted(encoded) == [id_of(number) for number in range(1, 21)]
    clock.advance(2 * GATHERING_S)
    hear(live, 6, Status(True, "By the door"))
    for page in pages:
        page.events("tiles")
    assert encoded[20:] == [id_of(6)]


def test_a_page_that_takes_nothing_holds_nobody_up_and_is_kept_little_for(
    live: LiveTables, watch: Watch, clock: ManualClock
) -> None:
    stalled, page = watch("stalled"), watch()
    page.events("table")
    for number in range(300):
        clock.advance(2 * GATHERING_S)
        hear(live, 1 + number % 20, Status(True, f"{number}", trouble=("x" * 900,)))
        page.events("tiles")
    assert len(stalled.watcher.rest) < 64 * 1024
    eventually(lambda: page.watcher.rest == b"")


def test_a_heartbeat_says_the_moment_the_pages_that_are_served_and_whether_the_broker_is_there(
    live: LiveTables, watch: Watch, clock: ManualClock
) -> None:
    page = watch()
    [whole] = page.events("table")
    assert (whole["now"], whole["connected"], whole["page"]) == (0.0, False, "p1")
    clock.advance(2.0)
    live.ping(lambda: None)
    assert page.events("club") == [{"now": 2.0, "connected": False, "page": "p1"}]


def test_a_page_whose_keeper_has_signed_out_is_told_nothing_more(
    live: LiveTables, watch: Watch, clock: ManualClock
) -> None:
    page = watch()
    page.events("table")
    page.may_look = False
    clock.advance(2.0)
    live.ping(lambda: None)
    assert page.theirs.recv(65536) == b""
    eventually(lambda: live.open_streams == 0)


def test_what_nobody_can_read_is_counted_and_told_to_nobody(live: LiveTables, caplog: pytest.LogCaptureFixture) -> None:
    for payload in (b"secret bytes", b"\xff" * 100_000):
        live.hear(Heard(topics.told(id_of(1), "status"), payload, retained=False))
    live.hear(Heard("tidetable/somebody/status", b"{}", retained=False))
    assert live.refused == {"message": 2, "topic": 1}
    assert len(caplog.records) == 1
    assert "secret" not in caplog.text


class Wire:
    """A broker's place: it keeps who hears what, and what is done once it is there or gone."""

    def __init__(self) -> None:
        self.hears: dict[str, Callable[[Heard], None]] = {}
        self.done: dict[str, Callable[[], None]] = {}

    def hear(self, topic_filter: str, heard: Callable[[Heard], None], enough: int) -> None:
        self.hears[topic_filter] = heard

    def on_connected(self, connected: Callable[[], None]) -> None:
        self.done["connected"] = connected

    def on_lost(self, lost: Callable[[], None]) -> None:
        self.done["lost"] = lost


def test_a_club_that_comes_back_to_its_broker_waits_for_each_tables_next_word(
    live: LiveTables, clock: ManualClock
) -> None:
    wire = Wire()
    live.listen_to(wire)  # type: ignore[arg-type]
    assert sorted(wire.hears) == sorted(f"tidetable/+/{name}" for name in topics.TOLD if name != "record")
    wire.done["connected"]()
    hear(live, 1, Status(True, "Window"))
    wire.done["lost"]()
    clock.advance(3600.0)

    def is_online() -> bool:
        details = live.details(id_of(1))
        assert details is not None
        return details.tile.is_online

    assert is_online(), "the club was deaf, the table needn't have been silent"
    wire.done["connected"]()
    clock.advance(SILENT_S - 1)
    assert is_online()
    clock.advance(1)
    assert not is_online()
