from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient

from companion.phones.confirmation import Confirmation
from companion.phones.membership import Phones
from companion.phones.pairing import PairingWindow
from companion.runtime.clock import ManualClock
from companion.runtime.timers import TimerThread
from companion.texts.say import Texts
from tests.support.callers import CALLERS, Caller, call, command
from tests.support.fakes import FakePanel, FakeTable, mirrored, settings
from tests.support.rows import each_row
from tests.support.wording import say
from web_ui.api.context import context_of

# (method, address): a status for each of CALLERS. A route that isn't here fails a test below.
ALL, NONE = (200, 200, 200, 200, 200, 200), (404, 404, 404, 404, 404, 404)
ALL_BUT_WATCHERS = (200, 403, 200, 200, 200, 200)
MATRIX: dict[tuple[str, str], tuple[int, int, int, int, int, int]] = {
    ("GET", "/"): ALL,
    ("GET", "/J/<token>"): ALL,
    ("GET", "/owner"): ALL_BUT_WATCHERS,
    ("GET", "/verify"): ALL,
    ("GET", "/records"): ALL,
    ("GET", "/check/<string(length=64):promise>.svg"): ALL,
    ("GET", "/C/<string(length=64):promise>"): (303, 303, 303, 303, 303, 303),
    ("GET", "/panel"): (200, 404, 404, 404, 404, 404),
    ("GET", "/tv"): ALL,
    ("GET", "/tv/<token>"): NONE,
    ("GET", "/manifest.webmanifest"): ALL,
    ("GET", "/static/<version>/<path:filename>"): ALL,
    ("GET", "/api/v1/table"): ALL,
    ("GET", "/api/v1/stream"): ALL,
    ("GET", "/api/v1/shelf"): ALL,
    ("GET", "/fair"): ALL,
    ("GET", "/devices"): ALL,
    ("GET", "/R/<string(length=4):mark>"): NONE,
    ("GET", "/api/v1/form"): (200, 403, 200, 200, 403, 403),
    ("GET", "/api/v1/odds"): (200, 403, 200, 200, 403, 403),
    ("POST", "/api/v1/commands"): (200, 403, 200, 200, 403, 403),
    ("POST", "/api/v1/choosing"): (200, 403, 200, 200, 403, 403),
    ("GET", "/api/v1/join"): ALL,
    ("POST", "/api/v1/join"): (403, 403, 200, 200, 200, 200),
    ("POST", "/api/v1/leave"): ALL,
    ("GET", "/api/v1/invite"): ALL_BUT_WATCHERS,
    ("POST", "/api/v1/owner"): (200, 403, 403, 403, 403, 200),
    ("POST", "/api/v1/games/files"): (201, 403, 403, 403, 403, 201),
    ("GET", "/api/v1/games/own"): (200, 403, 403, 403, 403, 200),
    ("POST", "/api/v1/games/own"): (200, 403, 403, 403, 403, 200),
    ("GET", "/k/<game>"): ALL,
    ("GET", "/take"): ALL_BUT_WATCHERS,
    ("GET", "/api/v1/games/<game>/kit.toml"): ALL,
    ("GET", "/api/v1/games/<game>/share"): ALL,
    ("POST", "/api/v1/games/<game>/share"): ALL_BUT_WATCHERS,
    ("GET", "/api/v1/games/offer"): ALL_BUT_WATCHERS,
    # What is offered is a photo or a text.
    ("POST", "/api/v1/games/offer"): (415, 403, 415, 415, 415, 415),
    ("POST", "/api/v1/games/take"): ALL_BUT_WATCHERS,
    ("GET", "/maker"): ALL_BUT_WATCHERS,
    ("GET", "/api/v1/maker"): (200, 403, 403, 403, 403, 200),
    # What is made is tried by tests/web_ui/maker: nothing that isn't JSON is read.
    ("POST", "/api/v1/maker"): (415, 403, 403, 403, 403, 415),
    # This table, which is none, has no backups: tests/whole has one that does.
    ("POST", "/api/v1/backup"): (404, 403, 403, 403, 403, 404),
    ("GET", "/api/v1/backup"): (404, 403, 403, 403, 403, 404),
    ("POST", "/api/v1/backup/<word>"): (404, 403, 403, 403, 403, 404),
    ("GET", "/first"): ALL,
    ("POST", "/api/v1/first-evening"): (200, 403, 403, 403, 403, 200),
    ("POST", "/api/v1/first-evening/enter"): (403, 403, 403, 403, 403, 403),
    ("GET", "/wiring"): (200, 403, 403, 403, 403, 200),
    ("POST", "/api/v1/wiring"): (200, 403, 403, 403, 403, 200),
    ("GET", "/doctor"): (200, 403, 403, 403, 403, 200),
    ("GET", "/api/v1/doctor"): (200, 403, 403, 403, 403, 200),
    ("GET", "/api/v1/rehearsal"): (200, 403, 403, 403, 403, 200),
    ("GET", "/api/v1/records"): ALL_BUT_WATCHERS,
    ("GET", "/api/v1/records/<int:number>"): ALL_BUT_WATCHERS,
    ("GET", "/api/v1/records/<int:number>/draws"): ALL_BUT_WATCHERS,
    ("GET", "/api/v1/records/<int:number>/moves"): ALL_BUT_WATCHERS,
    ("GET", "/api/v1/records/<int:number>/moves/<int:at>"): ALL_BUT_WATCHERS,
    ("GET", "/api/v1/records/<int:number>/report"): ALL_BUT_WATCHERS,
    ("GET", "/api/v1/words"): ALL,
    ("GET", "/api/v1/rules/<game>/<name>"): ALL,
    ("GET", "/api/v1/how-to-play/<game>"): ALL,
    ("POST", "/api/v1/press"): (200, 403, 403, 403, 403, 403),
    ("GET", "/api/v1/screen.png"): ALL,
    ("GET", "/api/v1/tray"): (200, 404, 404, 404, 404, 404),
    ("GET", "/api/v1/openapi.json"): ALL,
    ("GET", "/api/v1/healthz"): ALL,
}
# What else there is where only who has joined may watch; all other cells are as above.
NOT_WATCHED = {
    ("GET", "/api/v1/shelf"): 403,
    ("GET", "/fair"): 403,
    ("GET", "/devices"): 403,
    ("GET", "/panel"): 403,
    ("GET", "/verify"): 403,
    ("GET", "/records"): 403,
    ("GET", "/check/<string(length=64):promise>.svg"): 403,
    ("GET", "/C/<string(length=64):promise>"): 403,
    ("GET", "/api/v1/words"): 403,
    ("GET", "/api/v1/rules/<game>/<name>"): 403,
    ("GET", "/api/v1/how-to-play/<game>"): 403,
    ("GET", "/tv"): 403,
    ("GET", "/api/v1/table"): 403,
    ("GET", "/api/v1/stream"): 403,
    ("GET", "/api/v1/screen.png"): 403,
    ("GET", "/api/v1/tray"): 403,
}
BODIES: dict[str, dict[str, Any]] = {
    "/api/v1/commands": command(),
    "/api/v1/press": {"button": "roll", "for_ms": 100},
    "/api/v1/join": {"name": "Chloé"},
    "/api/v1/choosing": {"choosing": True},
    "/api/v1/leave": {},
    "/api/v1/backup": {"do": "ask"},
    "/api/v1/backup/<word>": {},
    "/api/v1/games/files": {"id": "b7c41f0e95", "files": []},
    "/api/v1/games/<game>/share": {"shown": False},
    "/api/v1/games/offer": {},
    "/api/v1/games/take": {"do": "put-away"},
    "/api/v1/games/own": {"id": "b7c41f0e96", "do": "off spinner"},
    "/api/v1/owner": {"id": "b7c41f0e93", "seen": 14, "do": "mute on"},
    "/api/v1/first-evening": {"id": "b7c41f0e94", "seen": 14, "do": "answer language fr"},
    "/api/v1/first-evening/enter": {"digits": "123456"},
    "/api/v1/wiring": {"do": "save", "values": {"pins.roll": "4"}},
}
PROMISE = ("<string(length=64):promise>", "a" * 64)
RULE = ("<game>/<name>", "forbidden-island/FI-C1")
# What moves something, for those who may.
MOVING = ("/api/v1/commands", "/api/v1/press", "/api/v1/owner", "/api/v1/first-evening")
ROWS = [
    pytest.param(method, path, who, statuses[column], id=f"{method} {path} by {who}")
    for (method, path), statuses in MATRIX.items()
    for column, who in enumerate(CALLERS)
]
FORWARDING = {
    "X-Forwarded-For": "127.0.0.1",
    "X-Forwarded-Host": "localhost",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Port": "80",
    "X-Forwarded-Server": "localhost",
    "X-Forwarded-By": "127.0.0.1",
    "Forwarded": "for=127.0.0.1;host=localhost",
    "X-Real-IP": "127.0.0.1",
    "X-Client-IP": "127.0.0.1",
    "True-Client-IP": "127.0.0.1",
    "CF-Connecting-IP": "127.0.0.1",
    "Via": "1.1 localhost",
}


def routes(app: Flask) -> set[tuple[str, str]]:
    """Return every method and address of *app*, the version of static files left out."""
    found = set()
    for rule in app.url_map.iter_rules():
        path = re.sub("^/static/[0-9a-f]+", "/static/<version>", rule.rule)
        found |= {(method, path) for method in (rule.methods or set()) - {"HEAD"}}
    return found


def address(app: Flask, path: str) -> str:
    """Return *path* as somebody asks for it."""
    if path.endswith("/form"):
        return f"{path}?do=correct"
    if not path.startswith("/static/"):
        return (
            path.replace("<int:number>", "7")
            .replace("<int:at>", "0")
            .replace("<token>", "A" * 11)
            .replace("<string(length=4):mark>", "AAAA")
            .replace(*RULE)
            .replace("<game>", "spinner")
            .replace(*PROMISE)
        )
    with app.test_request_context():
        return url_for("static", filename="pages/phone.js")


def test_the_matrix_states_every_route(app: Flask) -> None:
    assert routes(app) == set(MATRIX)


@contextmanager
def mirror(texts: Texts, watching: bool = True) -> Iterator[FlaskClient]:
    """A mirror of a table that nobody has asked anything yet."""
    table, clock, timers = FakeTable(), ManualClock(), TimerThread()
    phones = Phones(table, PairingWindow(clock, timers.after), Confirmation(clock, timers.after))
    app = mirrored(table, FakePanel().source, texts, settings(watching=watching), phones=phones)
    try:
        yield app.test_client(use_cookies=False)
    finally:
        context_of(app).stream.close()
        timers.close()


@each_row(("method", "path", "who", "status"), ROWS)
def test_each_caller_gets_what_the_matrix_states(
    texts: Texts, method: str, path: str, who: Caller, status: int
) -> None:
    with mirror(texts) as client:
        response = call(client, who, method, address(client.application, path), json=BODIES.get(path))
        assert response.status_code == status
        response.close()


@pytest.mark.long
@each_row(("method", "path", "who", "status"), ROWS)
def test_where_nobody_may_watch_who_is_not_in_gets_only_what_lets_them_in(
    texts: Texts, method: str, path: str, who: Caller, status: int
) -> None:
    with mirror(texts, watching=False) as client:
        response = call(client, who, method, address(client.application, path), json=BODIES.get(path))
        assert response.status_code == (NOT_WATCHED.get((method, path), status) if who == "watcher" else status)
        if who == "watcher" and response.status_code == 403 and (method, path) in NOT_WATCHED:
            assert "Only who has joined may watch this table." in response.get_data(as_text=True)
        response.close()


@each_row("path", ["/", "/J/AAAAAAAAAAA"])
def test_where_nobody_may_watch_the_way_in_tells_nothing_of_the_game(
    table: FakeTable, panel: FakePanel, texts: Texts, phones: Phones, path: str
) -> None:
    app = mirrored(table, panel.source, texts, settings(watching=False), phones=phones)
    client = app.test_client(use_cookies=False)
    table.change(people=("Ada", "Ben"))
    page = call(client, "watcher", "GET", path).get_data(as_text=True)
    assert say("join.open") in page
    for word in ("Fireship", "Ada", "Ben", "Roll 14", "together"):
        assert word not in page
    before = page
    table.change(values=(1, 1, 1), roll=15)
    assert call(client, "watcher", "GET", path).get_data(as_text=True) == before
    context_of(app).stream.close()


def test_a_watcher_moves_nothing(client: FlaskClient, table: FakeTable, panel: FakePanel) -> None:
    for path in MOVING:
        assert call(client, "watcher", "POST", path, json=BODIES[path]).status_code == 403
    assert (table.requests, panel.input.pressed) == ([], [])


def test_a_watcher_is_shown_no_play_and_no_seat(client: FlaskClient) -> None:
    seen = call(client, "watcher", "GET", "/api/v1/table").get_json()
    assert (seen["seats"], seen["plays"]) == ([], [])
    own = call(client, "this computer", "GET", "/api/v1/table").get_json()
    assert own["seats"] == ["table", 0, 1]
    assert own["plays"][0]["then"][0]["do"] == "roll dice"


@each_row("method", ["GET", "HEAD"])
@each_row(("who", "status"), [*zip(CALLERS, (200, *(403,) * 5), strict=True)])
def test_the_screens_own_picture_is_for_this_computer(
    client: FlaskClient, method: str, who: Caller, status: int
) -> None:
    response = call(client, who, method, "/api/v1/stream?screen=own")
    assert response.status_code == status
    response.close()


@each_row("name", FORWARDING)
def test_no_forwarding_header_makes_a_watcher_anything_else(client: FlaskClient, name: str) -> None:
    headers = {name: FORWARDING[name]}
    assert call(client, "watcher", "POST", "/api/v1/commands", json=command(), headers=headers).status_code == 403
    assert call(client, "watcher", "GET", "/api/v1/table", headers=headers).get_json()["seats"] == []
    assert call(client, "watcher", "GET", "/api/v1/stream?screen=own", headers=headers).status_code == 403


def test_a_loopback_name_from_elsewhere_is_a_watcher(client: FlaskClient) -> None:
    headers = {"Host": "localhost", "Origin": "http://localhost"}
    response = call(client, "watcher", "POST", "/api/v1/commands", json=command(), headers=headers)
    assert response.status_code == 403


def test_loopback_by_another_name_is_a_watcher(client: FlaskClient) -> None:
    headers = {"Host": "table.local", "Origin": "http://table.local"}
    response = call(client, "this computer", "POST", "/api/v1/commands", json=command(), headers=headers)
    assert (response.status_code, response.get_json()["error"]) == (403, "watching")


@each_row("peer", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_every_loopback_address_is_this_computer(client: FlaskClient, peer: str) -> None:
    headers = {"Host": "[::1]", "Origin": "http://[::1]"}
    environ = {"REMOTE_ADDR": peer}
    response = client.post("/api/v1/commands", json=command(), headers=headers, environ_overrides=environ)
    assert response.status_code == 200


@each_row(
    ("host", "allowed"),
    [
        ("localhost", True),
        ("LOCALHOST", True),
        ("127.0.0.1", True),
        ("[::1]", True),
        ("table", True),
        ("Table.Local", True),
        ("tide.example", True),
        ("192.168.1.23", True),
        ("[fd00::17]", True),
        ("", False),
        ("evil.example", False),
        ("evil.table.local", False),
        ("table.local.evil.example", False),
        ("table.local.", True),  # the root's own dot
        ("localhost@evil.example", False),
        ("evil.example/localhost", False),
        ("localhost:1", False),
        ("localhost:", False),
        ("localhost:80:80", False),
        ("localhost, evil.example", False),
        ("192.168.1.24", False),
        ("0.0.0.0", False),
        ("[::1", False),
        ("a..b", False),
        ("..", False),
        ("x" * 64 + ".b", False),
        ("<script>alert(1)</script>", False),
    ],
)
@each_row("path", ["/", "/api/v1/table", "/api/v1/stream", "/api/v1/healthz"])
def test_only_names_of_this_machine_are_answered(client: FlaskClient, path: str, host: str, allowed: bool) -> None:
    response = client.get(path, headers={"Host": host})
    assert response.status_code == (200 if allowed else 400)
    if not allowed:
        body = response.get_data(as_text=True)
        assert "evil" not in body and "<script>alert" not in body
    response.close()


@each_row(
    ("origin", "status"),
    [
        ("http://localhost", 200),
        ("HTTP://LocalHost", 200),
        (None, 403),
        ("", 403),
        ("null", 403),
        ("http://127.0.0.1", 403),
        ("https://localhost", 403),
        ("http://localhost:8080", 403),
        ("http://localhost.evil.example", 403),
        ("http://evil.example", 403),
        ("http://localhost, http://evil.example", 403),
    ],
)
@each_row("path", MOVING)
def test_a_post_needs_the_pages_own_origin(client: FlaskClient, path: str, origin: str | None, status: int) -> None:
    headers = {"Host": "localhost", **({} if origin is None else {"Origin": origin})}
    response = client.post(path, json=BODIES[path], headers=headers)
    assert response.status_code == status


def test_a_foreign_page_opens_no_stream(client: FlaskClient) -> None:
    response = client.get("/api/v1/stream", headers={"Host": "localhost", "Origin": "http://evil.example"})
    assert (response.status_code, response.get_json()["error"]) == (403, "origin")


@each_row("path", ["/", "/panel", "/api/v1/table", "/api/v1/press", "/nowhere", "/api/v1/nowhere"])
@each_row("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_an_unknown_method_changes_nothing(
    client: FlaskClient, table: FakeTable, panel: FakePanel, method: str, path: str
) -> None:
    response = call(client, "this computer", method, path)
    assert response.status_code in (404, 405)
    assert response.is_json == path.startswith("/api/")
    assert (table.requests, panel.input.pressed) == ([], [])


def test_get_never_presses_or_plays(client: FlaskClient, table: FakeTable, panel: FakePanel) -> None:
    for path in set(BODIES) - {
        "/api/v1/join",
        "/api/v1/backup",
        "/api/v1/games/offer",
        "/api/v1/games/<game>/share",
        "/api/v1/games/own",
    }:
        assert client.get(path, headers={"Host": "localhost"}).status_code == 405
    assert (table.requests, panel.input.pressed) == ([], [])


@each_row("who", CALLERS)
def test_real_hardware_has_no_panel(table: FakeTable, texts: Texts, phones: Phones, who: Caller) -> None:
    client = mirrored(table, FakePanel(simulated=False).source, texts, settings(), phones=phones).test_client()
    assert call(client, who, "GET", "/panel").status_code == 404
    assert call(client, who, "POST", "/api/v1/press", json={"button": "roll"}).status_code == 404
    assert call(client, who, "GET", "/api/v1/stream?screen=own").status_code == 404
    page = call(client, who, "GET", "/panel").get_data(as_text=True)
    assert say("error.no-panel") in page
