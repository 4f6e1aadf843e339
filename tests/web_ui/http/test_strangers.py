"""How strangers share what there is, through the real server, and that whoever has joined shares nothing with them."""

from __future__ import annotations

import hashlib
import http.client
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.model.roster import MAX_TELEVISIONS
from companion.phones.membership import Phones
from companion.runtime.clock import ManualClock
from companion.texts.say import Texts
from tests.support.callers import CALLERS, ELSEWHERE, Caller, call, cookie_of, hash_of, seat_down
from tests.support.fakes import FakePanel, FakeTable, mirrored, settings
from tests.support.ports import port_of_process
from tests.support.sse import Reader
from tests.support.waiting import TIMEOUT_S
from tests.support.wording import say
from web_ui.api.context import context_of
from web_ui.http.access.admission import ARRIVALS, OWN_REQUESTS, SHARED_REQUESTS
from web_ui.http.server.server import Server

STRANGER = "table.local"
"""A name by which nobody is this computer."""
ALLOWED = OWN_REQUESTS[0] + SHARED_REQUESTS[0]
"""So many requests a stranger has at once."""
TENTHS = 100
"""So many static files are asked for, of which ten count as one request."""


@pytest.fixture
def many() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def small(
    table: FakeTable, panel: FakePanel, texts: Texts, phones: Phones, clock: ManualClock, many: ExitStack
) -> Server:
    """A server with six places for streams."""
    chosen = settings(streams=6, heartbeat_s=0.05, clock=clock.monotonic_s)
    server = Server(mirrored(table, panel.source, texts, chosen, phones=phones), chosen)
    server.start()
    many.callback(server.close)
    return server


def ask(client: FlaskClient, who: Caller, path: str, times: int) -> list[int]:
    return [call(client, who, "GET", path).status_code for _ in range(times)]


# ---------------------------------------------------------------------- requests
def test_a_stranger_is_told_when_to_ask_again_and_then_may(client: FlaskClient, clock: ManualClock) -> None:
    assert ask(client, "watcher", "/api/v1/healthz", ALLOWED) == [200] * ALLOWED
    refused = call(client, "watcher", "GET", "/api/v1/healthz")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "5")
    assert refused.get_json()["text"] == say("error.too-fast", count=5)
    page = call(client, "watcher", "GET", "/?lang=fr")
    assert (page.status_code, page.headers["Retry-After"]) == (429, "5")
    assert say("error.too-fast", "fr", count=5) in page.get_data(as_text=True)
    for method in ("POST", "HEAD", "PUT"):
        assert call(client, "watcher", method, "/nowhere").status_code == 429
    clock.advance(5.0)
    assert call(client, "watcher", "GET", "/").status_code == 200


@pytest.mark.long
def test_whoever_has_joined_asks_as_often_as_they_like(client: FlaskClient) -> None:
    assert 429 in ask(client, "watcher", "/api/v1/healthz", ALLOWED + 1)
    statuses = {who: set(ask(client, who, "/api/v1/healthz", ALLOWED + 50)) for who in CALLERS if who != "watcher"}
    assert len(statuses) > 4
    assert statuses == dict.fromkeys(statuses, {200})


def test_static_files_count_a_tenth(client: FlaskClient, app: Flask) -> None:
    page = call(client, "watcher", "GET", "/").get_data(as_text=True)
    file = page.partition('<link rel="icon" href="')[2].partition('"')[0]
    left = ALLOWED - 1 - TENTHS // 10  # the page was one
    assert set(ask(client, "watcher", file, TENTHS)) == {200}
    assert ask(client, "watcher", "/api/v1/healthz", left + 1) == [200] * left + [429]


@pytest.mark.long
def test_a_stranger_who_must_wait_isnt_read_until_then(small: Server, clock: ManualClock) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", small.port, TIMEOUT_S, ("127.0.2.1", 0))

    def status() -> int:
        connection.request("GET", "/api/v1/healthz", headers={"Host": STRANGER})
        answer = connection.getresponse()
        answer.read()
        return answer.status

    while status() != 429:
        pass
    connection.request("GET", "/api/v1/healthz", headers={"Host": STRANGER})
    assert connection.sock is not None
    connection.sock.settimeout(0.05)
    with pytest.raises(TimeoutError):
        connection.sock.recv(1)
    connection.sock.settimeout(TIMEOUT_S)
    clock.advance(5.0)
    assert connection.getresponse().status == 200
    connection.close()


def test_who_must_wait_holds_nobody_up_who_comes_by_the_same_proxy(app: Flask, clock: ManualClock) -> None:
    proxy_port = port_of_process()
    server = Server(app, settings(proxy_port=proxy_port, clock=clock.monotonic_s))
    server.start()
    connection = http.client.HTTPConnection("127.0.0.1", proxy_port, timeout=TIMEOUT_S)

    def status(caller: str) -> int:
        connection.request("GET", "/api/v1/healthz", headers={"Host": "tide.example", "X-Forwarded-For": caller})
        answer = connection.getresponse()
        answer.read()
        return answer.status

    while status("192.0.2.66") != 429:
        pass
    assert status("192.0.2.7") == 200
    connection.close()
    server.close()


# ---------------------------------------------------------------------- streams
def stranger(server: Server, address: str, many: ExitStack) -> Reader:
    return many.enter_context(Reader(server.port, source=address, Host=STRANGER))


def test_where_all_places_are_taken_the_busiest_strangers_newest_goes(small: Server, many: ExitStack) -> None:
    busy = [stranger(small, "127.0.2.1", many) for _ in range(3)]
    quiet = [stranger(small, f"127.0.{net}.1", many) for net in (3, 4, 5)]
    late = stranger(small, "127.0.6.1", many)
    assert late.status == 200
    busy[2].rest()
    for reader in (*busy[:2], *quiet, late):
        reader.next("heartbeat")
    assert stranger(small, "127.0.2.1", many).status == 503, "its own would be the busiest address's newest"


def test_whoever_has_joined_is_let_in_and_the_first_of_each_address_stays(
    small: Server, table: FakeTable, many: ExitStack
) -> None:
    television, *_ = others = [stranger(small, "127.0.2.1", many) for _ in range(4)]
    alone = stranger(small, "127.0.3.1", many)
    cookie = f"tidetable={seat_down(table, 'Ada', 0)}"
    phone = [many.enter_context(Reader(small.port, source="127.0.2.1", Cookie=cookie, Host=STRANGER)) for _ in "abc"]
    own = many.enter_context(Reader(small.port))
    assert [reader.status for reader in (*phone, own)] == [200] * 4
    for reader in others[1:]:
        reader.rest()
    for reader in (television, alone, *phone, own):
        reader.next("heartbeat")


def test_a_strangers_fifth_stream_leaves_the_first_where_it_is(server: Server, many: ExitStack) -> None:
    readers = [stranger(server, "127.0.2.1", many) for _ in range(5)]
    readers[1].rest()
    for reader in (readers[0], *readers[2:]):
        reader.next("heartbeat")


# ---------------------------------------------------------------------- our television
def test_our_television_keeps_its_place_and_plays_nothing(
    small: Server, client: FlaskClient, table: FakeTable, phones: Phones, many: ExitStack
) -> None:
    cookie = f"tidetable-tv={phones.new_television()}"
    for _ in range(6):
        many.enter_context(Reader(small.port))
    for number in range(6):
        stranger(small, f"127.0.{10 + number}.1", many)
    television = many.enter_context(Reader(small.port, source="127.0.9.1", Cookie=cookie, Host=STRANGER))
    told = television.next("table").json
    assert (told["seats"], told["joined"], told["plays"]) == ([], False, [])
    headers = {"Cookie": cookie}
    assert set(ask_with(client, headers, "/api/v1/table", 500)) == {200}
    assert call(client, "watcher", "POST", "/api/v1/commands", json={}, headers=headers).status_code == 403
    for path in ("/owner", "/api/v1/records", "/api/v1/invite"):
        assert call(client, "watcher", "GET", path, headers=headers).status_code == 403
    phones.forget_televisions()
    television.rest()


def ask_with(client: FlaskClient, headers: dict[str, str], path: str, times: int) -> list[int]:
    return [call(client, "watcher", "GET", path, headers=headers).status_code for _ in range(times)]


def test_the_owner_names_a_television_by_an_address_that_is_opened_there(client: FlaskClient, table: FakeTable) -> None:
    body = {"id": "b7c41f0e93", "seen": 14, "do": "television"}
    told = call(client, "owner", "POST", "/api/v1/owner", json=body).get_json()
    assert told["address"] == f"http://{ELSEWHERE[1]}{told['path']}"
    token = told["path"].removeprefix("/tv/")
    assert table.published.roster.televisions == (hashlib.sha256(token.encode()).hexdigest(),)
    opened = call(client, "watcher", "GET", f"{told['path']}?lang=fr")
    assert (opened.status_code, opened.headers["Location"]) == (303, "/tv?lang=fr")
    cookie = opened.headers["Set-Cookie"]
    assert cookie == f"tidetable-tv={token}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict"
    page = call(client, "owner", "GET", "/owner").get_data(as_text=True)
    assert say("owner.televisions", count=1) in page and token not in page
    call(client, "owner", "POST", "/api/v1/owner", json={**body, "do": "forget-televisions"})
    assert not table.published.roster.televisions
    assert call(client, "watcher", "GET", told["path"]).status_code == 404


def test_where_nobody_may_watch_our_television_may(
    table: FakeTable, panel: FakePanel, texts: Texts, phones: Phones
) -> None:
    app = mirrored(table, panel.source, texts, settings(watching=False), phones=phones)
    client = app.test_client(use_cookies=False)
    headers = {"Cookie": f"tidetable-tv={phones.new_television()}"}
    assert [call(client, "watcher", "GET", "/tv", headers=each).status_code for each in ({}, headers)] == [403, 200]
    unknown = call(client, "watcher", "GET", "/tv/AAAAAAAAAAA").get_data(as_text=True)
    assert "This isn’t the address of a television of this table." in unknown
    context_of(app).stream.close()


def test_one_television_too_many_is_refused_and_those_that_are_known_stay(
    table: FakeTable, client: FlaskClient, phones: Phones
) -> None:
    tokens = [phones.new_television() for _ in range(MAX_TELEVISIONS)]
    body = {"id": "b7c41f0e93", "seen": 14, "do": "television"}
    refused = [call(client, "owner", "POST", f"/api/v1/owner?lang={lang}", json=body) for lang in ("en", "fr")]
    assert [(answer.status_code, answer.get_json()["error"]) for answer in refused] == [(409, "full")] * 2
    assert [answer.get_json()["text"] for answer in refused] == [
        say("owner.televisions-full", count=8),
        say("owner.televisions-full", "fr", count=8),
    ]
    assert all(phones.television_of(token) for token in tokens)
    call(client, "owner", "POST", "/api/v1/owner", json={**body, "do": "forget-televisions"})
    assert call(client, "owner", "POST", "/api/v1/owner", json=body).status_code == 200


# ---------------------------------------------------------------------- who was in
def answered(server: Server, address: str, cookie: str = "", times: int = 1) -> int:
    """Call *times* from *address*, on a connection each; return how many were answered, whatever with."""
    count = 0
    for _ in range(times):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, TIMEOUT_S, (address, 0))
        with closing(connection), suppress(ConnectionError):
            connection.request("GET", "/api/v1/healthz", headers={"Host": STRANGER, "Cookie": cookie})
            connection.getresponse()
            count += 1
    return count


def test_who_was_signed_out_arrives_no_oftener_than_a_stranger(small: Server, table: FakeTable) -> None:
    cookie = f"tidetable={seat_down(table, 'Ada', 0)}"
    often = ARRIVALS[0] + 10
    assert answered(small, "127.0.2.1", cookie, often) == often
    table.keep(lambda roster: roster.without(hash_of(cookie_of("Ada"))))
    assert answered(small, "127.0.2.1", cookie, often) == ARRIVALS[0] - 1, "its very first was a stranger's too"


def test_a_television_that_was_forgotten_arrives_no_oftener_than_a_stranger(small: Server, phones: Phones) -> None:
    cookie = f"tidetable-tv={phones.new_television()}"
    assert answered(small, "127.0.2.1", cookie) == 1
    phones.forget_televisions()
    assert answered(small, "127.0.2.1", cookie, ARRIVALS[0] + 10) == ARRIVALS[0] - 1


def test_while_another_phone_at_its_address_is_in_the_address_is_known(small: Server, table: FakeTable) -> None:
    ada, ben = (f"tidetable={seat_down(table, who, seat)}" for seat, who in enumerate(("Ada", "Ben")))
    assert answered(small, "127.0.2.1", ben) == answered(small, "127.0.2.1", ada) == 1
    table.keep(lambda roster: roster.without(hash_of(cookie_of("Ada"))))
    often = ARRIVALS[0] + 10
    assert answered(small, "127.0.2.1", ada, often) == often
