from __future__ import annotations

import os
import re
import socket
import struct
import threading
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.model.snapshot import Snapshot
from companion.phones.confirmation import Confirmation
from companion.phones.membership import Phones
from companion.phones.pairing import PairingWindow
from companion.runtime.clock import ManualClock
from companion.runtime.timers import TimerThread
from companion.texts.say import Texts
from hardware.ports import DeviceStatus, LampName
from tests.support.callers import call, seat_down
from tests.support.fakes import FakePanel, FakePublished, FakeTable, mirrored, settings
from tests.support.sse import ChangesReader, Reader
from tests.support.waiting import TIMEOUT_S, eventually
from web_ui.api.context import context_of
from web_ui.api.services import Panel
from web_ui.http.access.callers import Caller, ViewKey
from web_ui.http.server.server import Server
from web_ui.http.stream.stream import Stream

pytestmark = pytest.mark.whole


@pytest.fixture
def stream(app: Flask) -> Stream:
    return context_of(app).stream


@pytest.fixture
def many() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def limited(table: FakeTable, texts: Texts, many: ExitStack, panel: Panel | None = None, **limits: Any) -> Server:
    """Start a server with limits and devices of its own."""
    chosen = settings(**limits)
    clock, timers = ManualClock(), TimerThread()
    many.callback(timers.close)
    phones = Phones(table, PairingWindow(clock, timers.after), Confirmation(clock, timers.after))
    server = Server(mirrored(table, panel, texts, chosen, phones=phones), chosen)
    server.start()
    many.callback(server.close)
    return server


def test_a_stream_begins_with_the_whole_table(server: Server, client: FlaskClient) -> None:
    with Reader(server.port) as reader:
        event = reader.next()
        assert (event.name, event.id) == ("table", "14")
        assert event.json == call(client, "this computer", "GET", "/api/v1/table").get_json()
        assert b"retry: 1000\n\n" in reader.received


def test_a_streams_answer_has_the_headers_of_every_other(server: Server) -> None:
    with Reader(server.port) as reader:
        assert reader.status == 200
        assert reader.headers["Content-Type"].startswith("text/event-stream")
        assert reader.headers["Cache-Control"] == "no-store"
        assert reader.headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in reader.headers["Content-Security-Policy"]
        assert "Content-Length" not in reader.headers


def test_a_change_is_pushed_with_its_version(server: Server, table: FakeTable) -> None:
    with Reader(server.port) as reader:
        reader.next("table")
        table.change(values=(1, 2, 9))
        event = reader.next("table")
        assert (event.id, event.json["state"]["dice"][0]["total"]) == ("15", 12)


@pytest.mark.parametrize("seen", ["14", "9", "99999999999999999999", "-1", "x", ""])
def test_whatever_was_seen_last_the_stream_resumes_with_the_whole_table(server: Server, seen: str) -> None:
    with Reader(server.port, Last_Event_ID=seen) as reader:
        assert reader.next().json["version"] == 14


def test_each_listener_sees_with_their_own_eyes(server: Server, table: FakeTable) -> None:
    watcher = Reader(server.port, "/api/v1/stream?lang=fr", Host="table.local")
    with Reader(server.port) as own, watcher:
        for reader in (own, watcher):
            reader.next("table")
        table.change()
        assert own.next("table").json["seats"] == ["table", 0, 1]
        seen = watcher.next("table").json
        assert (seen["seats"], seen["plays"], seen["lang"]) == ([], [], "fr")


def test_without_a_choice_a_stream_follows_the_tables_language(server: Server, table: FakeTable) -> None:
    with Reader(server.port) as reader:
        assert reader.next("table").json["lang"] == "en"
        table.change(lang="fr")
        assert reader.next("table").json["lang"] == "fr"


def test_what_starts_is_told_without_its_result(server: Server, table: FakeTable) -> None:
    with Reader(server.port) as reader:
        reader.next("table")
        table.start()
        cue = reader.next("cue")
        motion = {"seat": "table", "verb": "roll", "purpose": "dice", "label": "Three ten-sided dice", "count": 3}
        motion["text"] = ""
        assert (cue.id, cue.json) == (None, {"version": 14, "reveal": {"number": 15, **motion}, "lamps": ["roll"]})


@pytest.mark.parametrize("arrival", ["before", "during"])
def test_no_byte_before_the_reveal_depends_on_the_result(table: FakeTable, texts: Texts, arrival: str) -> None:
    def bytes_until_reveal(values: tuple[int, ...]) -> bytes:
        table = FakeTable()
        with ExitStack() as many:
            server = limited(table, texts, many)
            early = many.enter_context(Reader(server.port))
            early.next("table")
            table.start()
            reader = early if arrival == "before" else many.enter_context(Reader(server.port))
            reader.next("cue" if arrival == "before" else "table")
            before = reader.received
            table.change(values=values, roll=15)
            assert reader.next("table").json["state"]["dice"][0]["values"] == list(values)
            return re.sub(rb"Date: [^\r]*", b"", before)

    assert bytes_until_reveal((1, 1, 1)) == bytes_until_reveal((10, 9, 8))


def test_who_comes_while_something_moves_sees_it_move(server: Server, table: FakeTable) -> None:
    table.start()
    with Reader(server.port) as reader:
        assert reader.next().json["reveal"]["number"] == 15


def test_the_heart_beats_with_the_version(server: Server) -> None:
    with Reader(server.port) as reader:
        for _ in range(3):
            assert reader.next("heartbeat").json == {"version": 14}


def heard_of(connection: socket.socket, event: bytes) -> None:
    """Read *connection* until *event* has come."""
    heard = b""
    while b"event: " + event not in heard:
        heard += connection.recv(65536)


def test_all_hearts_beat_at_once_whenever_they_came(table: FakeTable, app: Flask, many: ExitStack) -> None:
    clock = ManualClock()
    stream = Stream(table.published, context_of(app).views, settings(heartbeat_s=2.0), clock.monotonic_s)
    many.callback(stream.close)
    ends = []
    for came_s in (0.0, 1.5, 0.5):  # the third wakes the thread when the first heart is to beat
        clock.advance(came_s)
        theirs, ours = socket.socketpair()
        many.callback(theirs.close)
        theirs.settimeout(TIMEOUT_S)
        stream.start(stream.admit(Caller(this_computer=True, key=str(came_s)), None, screen=False), ours, b"")
        heard_of(theirs, b"table")
        ends.append(theirs)
    for theirs in ends[:2]:
        heard_of(theirs, b"heartbeat")


def test_one_view_is_serialised_once(server: Server, table: FakeTable, many: ExitStack) -> None:
    readers = [many.enter_context(Reader(server.port)) for _ in range(2)]
    readers += [many.enter_context(Reader(server.port, "/api/v1/stream?lang=fr")) for _ in range(2)]
    for reader in readers:
        reader.next("table")
    asked = []

    class Counting(FakePublished):
        def seen_by(self, viewer: int, speaks_for: frozenset[int], has_forms: bool = True) -> Any:
            asked.append(viewer)
            return super().seen_by(viewer, speaks_for, has_forms)

    table.published = Counting()
    table.change()
    assert [reader.next("table").id for reader in readers] == ["15"] * 4
    assert len(asked) == 2


def test_nobody_is_told_the_next_state_before_all_have_been_told_this_one(
    server: Server, app: Flask, table: FakeTable, many: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers = [many.enter_context(Reader(server.port, f"/api/v1/stream?lang={lang}")) for lang in ("en", "fr")]
    for reader in readers:
        reader.next("table")
    views = context_of(app).views
    table_as_it_is, made = views.plain, list[str]()

    def table_while_much_happens(published: Snapshot, view: ViewKey, lamps: Sequence[LampName]) -> dict[str, object]:
        made.append(view.lang)
        if len(made) < 8:
            table.change()
        return table_as_it_is(published, view, lamps)

    monkeypatch.setattr(views, "plain", table_while_much_happens)
    table.change()
    eventually(lambda: len(made) >= 8)
    assert made[:8] in (["en", "fr"] * 4, ["fr", "en"] * 4)


def test_a_stalled_reader_harms_nobody_and_gets_the_newest_when_it_wakes(server: Server, table: FakeTable) -> None:
    with Reader(server.port) as quick, Reader(server.port) as stalled:
        stalled.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for reader in (quick, stalled):
            reader.next("table")
        for version in range(15, 415):
            table.change()
            assert quick.next("table").id == str(version)
        seen = [14]
        while seen[-1] != 414:
            seen.append(int(stalled.next("table").id or 0))
        assert seen == sorted(seen)
        assert len(seen) < 200


def test_who_asks_for_changes_is_told_the_table_once_and_then_what_has_changed(
    server: Server, table: FakeTable, client: FlaskClient
) -> None:
    with ChangesReader(server.port) as reader:
        assert reader.next().json == call(client, "this computer", "GET", "/api/v1/table").get_json()
        table.change(values=(1, 2, 9))
        event = reader.next("table")
        assert event.id == "15"
        assert event.json == call(client, "this computer", "GET", "/api/v1/table").get_json()
        assert reader.received.count(b"event: table") == 1
        change = reader.received.partition(b"event: change")[2]
        assert b'"total":[12]' in change
        assert b"faces" not in change


def test_what_moves_comes_between_two_tables_and_changes_neither(server: Server, table: FakeTable) -> None:
    with ChangesReader(server.port) as reader:
        reader.next("table")
        table.start()
        assert reader.next("cue").json["reveal"]["purpose"] == "dice"
        table.change(values=(1, 2, 9))
        told = reader.next("table").json
        assert (told["reveal"], told["state"]["dice"][0]["total"]) == (None, 12)


def test_a_change_is_made_once_for_all_who_see_alike_and_whoever_comes_later_begins_with_the_whole(
    server: Server, table: FakeTable, many: ExitStack
) -> None:
    early = [many.enter_context(ChangesReader(server.port)) for _ in range(2)]
    for reader in early:
        reader.next("table")
    table.change(values=(1, 2, 9))
    for reader in early:
        reader.next("table")
    late = many.enter_context(ChangesReader(server.port))
    assert late.next("table").id == "15"
    table.change(values=(4, 4, 4))
    told = [reader.next("table").json for reader in (*early, late)]
    assert [each["state"]["dice"][0]["total"] for each in told] == [12] * 3
    assert late.received.count(b"event: table") == 1


def test_who_falls_behind_is_sent_the_whole_again(server: Server, table: FakeTable, many: ExitStack) -> None:
    with ChangesReader(server.port) as stalled:
        stalled.next("table")  # it came first, so it is served first: what the other has read, it has begun to be sent
        quick = many.enter_context(Reader(server.port))
        quick.next("table")
        for version in ("15", "16"):
            table.change(people=(version + 300_000 * "a", "Ben"))  # far more than waits on the way
            assert quick.next("table").id == version
        assert [stalled.next("table").id for _ in range(2)] == ["15", "16"]
        assert (stalled.received.count(b"event: table"), stalled.received.count(b"event: change")) == (2, 1)
        table.change()
        assert stalled.next("table").id == "17"
        assert stalled.received.count(b"event: change") == 2


def test_a_reader_that_vanishes_frees_its_place_at_once(server: Server, stream: Stream) -> None:
    readers = [Reader(server.port) for _ in range(4)]
    for reader in readers:
        reader.next("table")
    assert stream.open_streams == 4
    for reader in readers:
        reader.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        reader.close()
    eventually(lambda: stream.open_streams == 0)


def test_a_reader_that_talks_is_cut_off(server: Server, stream: Stream) -> None:
    with Reader(server.port) as reader:
        reader.next("table")
        reader.connection.sendall(b"GET / HTTP/1.1\r\n\r\n")
        eventually(lambda: stream.open_streams == 0)


def test_a_clients_fifth_stream_ends_its_oldest_and_nobody_elses(
    server: Server, table: FakeTable, stream: Stream, many: ExitStack
) -> None:
    phone = Reader(server.port, Cookie=f"tidetable={seat_down(table, 'Ada', 0)}")
    readers = [many.enter_context(Reader(server.port)) for _ in range(4)]
    for reader in (many.enter_context(phone), *readers):
        reader.next("table")
    fifth = many.enter_context(Reader(server.port))
    assert (fifth.status, fifth.next("table").id) == (200, "14")
    readers[0].rest()  # until its end
    for reader in (*readers[1:], fifth, phone):
        reader.next("heartbeat")
    assert stream.open_streams == 5


def test_a_client_that_opens_streams_without_end_has_four(server: Server, stream: Stream, many: ExitStack) -> None:
    readers = [many.enter_context(Reader(server.port)) for _ in range(20)]
    assert {reader.status for reader in readers} == {200}
    for reader in readers[:16]:
        reader.rest()
    for reader in readers[16:]:
        reader.next("heartbeat")
    assert stream.open_streams == 4


def test_all_clients_together_have_a_limit(table: FakeTable, texts: Texts, many: ExitStack) -> None:
    server = limited(table, texts, many, streams=2, streams_each=9)
    for _ in range(2):
        many.enter_context(Reader(server.port)).next("table")
    with Reader(server.port) as third:
        assert third.status == 503


def test_asking_for_the_head_takes_no_place(client: FlaskClient, stream: Stream) -> None:
    assert client.head("/api/v1/stream").status_code == 200
    assert stream.open_streams == 0


def test_the_screen_is_shown_when_it_changes_to_those_who_ask(server: Server, panel: FakePanel) -> None:
    with Reader(server.port, "/api/v1/stream?screen=1") as watching, Reader(server.port) as other:
        assert b64decode(watching.next("screen").data) == bytes(1024)
        panel.picture = b"\xaa" * 1024
        assert b64decode(watching.next("screen").data) == b"\xaa" * 1024
        for _ in range(4):
            assert watching.next().name == "heartbeat"
        for _ in range(4):
            other.next("heartbeat")
        assert b"event: screen" not in other.received


def test_the_screens_own_picture_is_sent_to_those_at_the_simulated_table_alone(
    server: Server, panel: FakePanel, many: ExitStack
) -> None:
    own, public, other = (
        many.enter_context(Reader(server.port, f"/api/v1/stream?screen={asked}")) for asked in ("own", "1", "yes")
    )
    assert b64decode(own.next("private-screen").data) == bytes(1024)
    panel.own, panel.picture, panel.lamps = b"\x11" * 1024, b"\xee" * 1024, {"ok"}
    assert b64decode(own.next("private-screen").data) == b"\x11" * 1024
    assert own.next("table").json["lamps"] == ["ok"]
    assert b64decode(public.next("screen").data) == bytes(1024)
    assert b64decode(public.next("screen").data) == b"\xee" * 1024
    for reader in (own, public, other):
        for _ in range(4):
            reader.next("heartbeat")
    assert b"event: screen" not in own.received
    assert b"event: private-screen" not in public.received + other.received


def test_a_lamp_that_changes_alone_is_told_to_those_who_watch_the_screen(server: Server, panel: FakePanel) -> None:
    with Reader(server.port, "/api/v1/stream?screen=1") as watching, Reader(server.port) as other:
        for reader in (watching, other):
            assert reader.next("table").json["lamps"] == ["roll"]
        for lamps in (["ok", "back"], ["roll"]):
            panel.lamps = set(lamps)
            told = watching.next("table")
            assert (told.id, told.json["lamps"]) == ("14", lamps)
        for _ in range(4):
            assert watching.next("table", "heartbeat").name == "heartbeat"
        for _ in range(4):
            other.next("heartbeat")
        assert other.received.count(b"event: table") == 1


def test_what_starts_and_what_comes_of_it_tell_everyone_their_lamps(
    server: Server, table: FakeTable, panel: FakePanel, many: ExitStack
) -> None:
    readers = [many.enter_context(Reader(server.port, path)) for path in ("/api/v1/stream", "/api/v1/stream?screen=1")]
    for reader in readers:
        reader.next("table")
    panel.lamps = set()
    table.start()
    assert [reader.next("cue").json["lamps"] for reader in readers] == [[], []]
    panel.lamps = {"draw", "ok"}
    table.change()
    for reader in readers:
        told = reader.next("table")
        assert (told.id, told.json["lamps"]) == ("15", ["draw", "ok"])


def test_who_comes_is_told_the_lamps_of_now(server: Server, panel: FakePanel) -> None:
    with Reader(server.port) as early:
        assert early.next("table").json["lamps"] == ["roll"]
        panel.lamps = {"spin"}
        with Reader(server.port) as late:
            assert late.next("table").json["lamps"] == ["spin"]


def test_lamps_in_the_middle_of_a_change_are_not_told(
    table: FakeTable, panel: FakePanel, texts: Texts, many: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[set[str]] = []

    def changing() -> set[str]:
        looks.append({"roll"} if len(looks) % 2 else set())
        return looks[-1]

    monkeypatch.setattr(panel.source, "lamps", changing)
    server = limited(table, texts, many, panel.source)
    with Reader(server.port, "/api/v1/stream?screen=1") as watching:
        watching.next("table")
        seen = len(looks)
        eventually(lambda: len(looks) > seen + 4)
        panel.picture = b"\xaa" * 1024
        assert b64decode(watching.next("screen").data) == bytes(1024)
        assert b64decode(watching.next("screen").data) == b"\xaa" * 1024
        assert watching.received.count(b"event: table") == 1


def test_a_device_that_fails_or_comes_back_is_told_to_everyone(server: Server, panel: FakePanel) -> None:
    with Reader(server.port) as reader:
        assert [device["working"] for device in reader.next("table").json["devices"]] == [True, True]
        panel.devices = [DeviceStatus("screen", simulated=True, working=False, trouble="test.unplugged")]
        told = reader.next("table").json["devices"]
        assert [(device["working"], device["text"]) for device in told] == [
            (False, "The screen is not connected; its cable may be loose.")
        ]


def test_a_fault_cuts_the_streams_and_not_their_thread(
    server: Server, table: FakeTable, stream: Stream, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(FakePublished):
        def seen_by(self, viewer: int, speaks_for: frozenset[int], has_forms: bool = True) -> Any:
            raise KeyError("no text")

    with Reader(server.port) as reader:
        reader.next("table")
        whole = table.published
        table.published = Broken()
        table.change()
        reader.rest()
    assert "all streams were cut" in caplog.text
    eventually(lambda: stream.open_streams == 0)
    table.published = whole
    table.change(version=20)
    with Reader(server.port) as reader:
        assert reader.next("table").id == "20"


def test_another_server_gets_the_stream_as_an_ordinary_answer(client: FlaskClient, stream: Stream) -> None:
    response = client.get("/api/v1/stream", buffered=False)
    body = response.iter_encoded()
    text = b""
    while b"event: table" not in text:
        text += next(body)
    assert text.startswith(b"retry: 1000\n\n")
    response.close()
    eventually(lambda: stream.open_streams == 0)


def test_the_thread_that_is_awake_already_ends_after_it_was_woken_for_the_end(
    server: Server, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Reader(server.port) as reader:
        reader.next("table")
    eventually(lambda: not stream.open_streams)
    awaken = os.eventfd_write

    def woken_before(number: int, value: int) -> None:
        awaken(number, value)  # by something else, just before
        for thread in [each for each in threading.enumerate() if each.name == "stream"]:
            thread.join(0.2)
        awaken(number, value)

    monkeypatch.setattr(os, "eventfd_write", woken_before)
    stream.close()


def test_after_the_end_no_stream_opens(client: FlaskClient, stream: Stream) -> None:
    stream.close()
    stream.close()
    assert client.get("/api/v1/stream").status_code == 503
