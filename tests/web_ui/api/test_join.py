"""Phones come in, act for their seats, and go, over HTTP."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from companion.engine.values.seats import TABLE, WATCHER
from companion.model.roster import NOBODY, Phone
from companion.phones.membership import Phones
from companion.runtime.clock import ManualClock
from tests.support.callers import CALLERS, ELSEWHERE, SEATS, Caller, call, command, cookie_of, hash_of, seat_down
from tests.support.fakes import FakePublished, FakeTable
from tests.support.rows import each_row
from tests.support.sse import Reader
from tests.support.waiting import eventually
from tests.support.wording import say
from web_ui.api.context import context_of
from web_ui.app import COMMANDS, JOINS
from web_ui.http.access.callers import COOKIE
from web_ui.http.server.server import Server

COOKIE_LINE = re.compile(r"tidetable=([A-Za-z0-9_-]{43}); Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict")
WATCHING = {"Host": "table.local"}


def join(client: FlaskClient, cookie: str = "", **body: Any) -> TestResponse:
    """Ask to join from a phone with *cookie*."""
    return call(client, "watcher", "POST", "/api/v1/join", json=body, headers={"Cookie": f"{COOKIE}={cookie}"})


def enter(client: FlaskClient, phones: Phones, **body: Any) -> str:
    """Join by the right digits; return the cookie."""
    phones.window.open()
    match = COOKIE_LINE.fullmatch(join(client, pin=phones.window.digits, **body).headers["Set-Cookie"])
    assert match is not None
    return match[1]


def seen(client: FlaskClient, cookie: str, query: str = "") -> Any:
    return call(client, "watcher", "GET", f"/api/v1/table{query}", headers={"Cookie": f"{COOKIE}={cookie}"}).get_json()


def error(response: TestResponse) -> tuple[int, str, str]:
    body = response.get_json()
    assert "Set-Cookie" not in response.headers
    return response.status_code, body["error"], body["text"]


# ---------------------------------------------------------------------- coming in
def test_the_digits_let_a_phone_in_and_it_gets_a_cookie(client: FlaskClient, phones: Phones, table: FakeTable) -> None:
    phones.window.open()
    response = join(client, pin=phones.window.digits, seats=[1], name=" Chloé ")
    assert (response.status_code, response.get_json()) == (200, {"seats": [1], "name": "Chloé"})
    match = COOKIE_LINE.fullmatch(response.headers["Set-Cookie"])
    assert match is not None
    assert table.published.roster.phones == {hash_of(match[1]): Phone((1,), "Chloé")}


def test_a_cookie_is_known_by_its_hash_alone(client: FlaskClient, phones: Phones, table: FakeTable) -> None:
    cookie = enter(client, phones, seats=[0])
    assert seen(client, cookie)["joined"]
    assert not seen(client, hash_of(cookie))["joined"]
    assert cookie not in repr(table.published.roster)


def test_while_no_window_is_open_it_says_how_to_open_one(client: FlaskClient, table: FakeTable) -> None:
    text = say("join.no-window")
    assert error(join(client, pin="417098")) == (403, "no-window", text)
    assert table.published.roster == NOBODY


def test_after_its_two_minutes_the_right_digits_are_refused(
    client: FlaskClient, phones: Phones, clock: ManualClock
) -> None:
    phones.window.open()
    digits = phones.window.digits
    clock.advance(120)
    assert error(join(client, pin=digits))[:2] == (403, "no-window")


def test_wrong_digits_are_told_with_the_tries_that_are_left(client: FlaskClient, phones: Phones) -> None:
    phones.window.open()
    digits = phones.window.digits
    wrong = "000000" if digits != "000000" else "111111"
    told = [error(join(client, pin=wrong)) for _ in range(5)]
    said = "These aren’t the digits on the table’s screen. {} left."
    counts = ["4 tries", "3 tries", "2 tries", "1 try"]
    assert told[:4] == [(403, "wrong-pin", said.format(count)) for count in counts]
    assert told[4][2] == say("join.last-wrong")
    assert error(join(client, pin=digits))[:2] == (403, "no-window")


def asked(client: FlaskClient, cookie: str) -> Any:
    return call(client, "watcher", "GET", "/api/v1/join", headers={"Cookie": f"{COOKIE}={cookie}"}).get_json()


@pytest.mark.parametrize("answer", [True, False])
def test_a_taken_seat_is_given_by_the_table_alone(
    client: FlaskClient, phones: Phones, table: FakeTable, clock: ManualClock, answer: bool
) -> None:
    old = enter(client, phones, seats=[1], name="Ada")
    response = join(client, pin=phones.window.digits, seats=[0, 1], name="Ben")
    assert (response.status_code, response.get_json()) == (202, {"asked": True})
    match = COOKIE_LINE.fullmatch(response.headers["Set-Cookie"])
    assert match is not None
    new = match[1]
    assert asked(client, new) == {"joined": False, "owner": False, "asked": "waiting"}
    assert seen(client, new)["seats"] == []
    assert error(join(client, pin=phones.window.digits, seats=[1]))[:2] == (409, "asking")
    clock.advance(1)
    phones.asking.answer(answer)
    assert asked(client, new) == {"joined": answer, "owner": False, "asked": "yes" if answer else "no"}
    assert asked(client, old) == {"joined": not answer, "owner": False, "asked": ""}
    assert seen(client, new)["seats"] == ([0, 1] if answer else [])


def test_a_phone_that_has_joined_changes_its_seats_without_digits(client: FlaskClient, phones: Phones) -> None:
    cookie = enter(client, phones, seats=[0], name="Ada")
    response = join(client, cookie, seats=[0, 1])
    assert (response.status_code, response.get_json()) == (200, {"seats": [0, 1], "name": "Ada"})
    assert response.headers["Set-Cookie"].startswith(f"{COOKIE}={cookie}; Max-Age=34560000;")
    phones.window.close()
    assert join(client, cookie, seats=[1]).get_json() == {"seats": [1], "name": "Ada"}
    response = join(client, cookie, seats=[0, 1])
    assert (response.status_code, response.get_json()) == (202, {"asked": True})
    assert seen(client, cookie)["seats"] == [1]


def test_who_leaves_is_a_watcher_again_and_the_seat_is_free(client: FlaskClient, phones: Phones) -> None:
    cookie = enter(client, phones, seats=[0])
    for _ in range(2):
        header = {"Cookie": f"{COOKIE}={cookie}"}
        response = call(client, "watcher", "POST", "/api/v1/leave", json={}, headers=header)
        assert (response.status_code, response.get_json()) == (200, {})
        assert response.headers["Set-Cookie"] == f"{COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"
    table = seen(client, cookie)
    assert (table["joined"], table["seats"], table["held_seats"]) == (False, [], [])


@pytest.mark.parametrize(
    "body",
    [
        {"pin": "12345"},
        {"pin": "1234567"},
        {"pin": "12345x"},
        {"pin": "１２３４５６"},
        {"pin": 417098},
        {"pin": ["417098"]},
        {"seats": 0},
        {"seats": [-1]},
        {"seats": [64]},
        {"seats": ["table"]},
        {"seats": [0] * 65},
        {"name": 7},
        {"name": "x" * 201},
        {"token": "x"},
        [],
    ],
)
def test_a_body_out_of_shape_costs_no_try(client: FlaskClient, phones: Phones, body: Any) -> None:
    phones.window.open()
    for _ in range(6):
        response = call(client, "watcher", "POST", "/api/v1/join", json=body)
        assert response.status_code == 400
    assert phones.window.is_open


@each_row("who", CALLERS)
@each_row("origin", ["http://evil.example", "null", "http://192.168.1.23:81", None])
@each_row("path", ["join", "leave"])
def test_a_foreign_page_neither_joins_nor_leaves(
    client: FlaskClient, phones: Phones, table: FakeTable, who: Caller, origin: str | None, path: str
) -> None:
    phones.window.open()
    if who in SEATS:
        seat_down(table, who, SEATS[who])
    before = table.published.roster
    peer, host = ("127.0.0.1", "localhost") if who == "this computer" else ELSEWHERE
    headers = {"Host": host, "Cookie": f"{COOKIE}={cookie_of(who)}"} | ({"Origin": origin} if origin else {})
    body = {"pin": phones.window.digits} if path == "join" else {}
    environ = {"REMOTE_ADDR": peer}
    response = client.post(f"/api/v1/{path}", json=body, headers=headers, environ_overrides=environ)
    assert error(response)[:2] == (403, "origin")
    assert table.published.roster is before


def test_get_never_joins(client: FlaskClient, phones: Phones, table: FakeTable) -> None:
    phones.window.open()
    digits = phones.window.digits
    for path in ("/api/v1/join", "/api/v1/leave", "/", "/api/v1/table"):
        response = call(client, "watcher", "GET", f"{path}?pin={digits}&seats=0&name=Ada")
        assert "Set-Cookie" not in response.headers
    assert table.published.roster == NOBODY


def test_the_digits_are_told_to_nobody_over_the_network(app: Flask, client: FlaskClient, phones: Phones) -> None:
    phones.window.open()
    digits = phones.window.digits
    assert digits is not None
    token = token_of(phones)
    for path in ("/", "/api/v1/table", "/api/v1/healthz", "/panel"):
        for who in CALLERS:
            text = call(client, who, "GET", path).get_data(as_text=True)
            assert digits not in text and token not in text


# ---------------------------------------------------------------------- by the code
def token_of(phones: Phones) -> str:
    assert phones.window.shown is not None
    return phones.window.shown.token


def test_the_codes_token_lets_one_phone_in(client: FlaskClient, phones: Phones, table: FakeTable) -> None:
    phones.window.open()
    token = token_of(phones)
    assert join(client, token=token, seats=[1], name="Chloé").status_code == 200
    assert [phone.seats for phone in table.published.roster.phones.values()] == [(1,)]
    text = say("join.wrong-token")
    assert error(join(client, token=token, seats=[0])) == (403, "wrong-token", text)
    assert join(client, token=token_of(phones), seats=[0]).status_code == 200


def test_looking_at_the_codes_address_uses_nothing_up(client: FlaskClient, phones: Phones, table: FakeTable) -> None:
    phones.window.open()
    token = token_of(phones)
    for who in CALLERS:
        for method in ("GET", "HEAD"):
            assert call(client, who, method, f"/J/{token}").status_code == 200
    assert "Set-Cookie" not in call(client, "watcher", "GET", f"/J/{token}").headers
    assert token_of(phones) == token
    assert join(client, token=token).status_code == 200


def test_the_page_says_nothing_of_the_token_nor_whether_it_is_good(client: FlaskClient, phones: Phones) -> None:
    phones.window.open()
    right, wrong = (call(client, "watcher", "GET", f"/J/{each}") for each in (token_of(phones), "AAAAAAAAAAA"))
    assert right.data == wrong.data
    assert token_of(phones).encode() not in right.data


def test_a_token_works_after_five_wrong_digits_and_wrong_ones_only_cost_time(
    client: FlaskClient, phones: Phones, clock: ManualClock
) -> None:
    phones.window.open()
    digits = phones.window.digits
    wrong = "000000" if digits != "000000" else "111111"
    for _ in range(5):
        join(client, pin=wrong)
    for _ in range(5):
        assert error(join(client, token="A" * 11))[:2] == (403, "wrong-token")
    assert error(join(client, token="A" * 11))[:2] == (429, "too-fast")
    clock.advance(12)
    assert error(join(client, pin=digits))[:2] == (403, "no-window")
    assert join(client, token=token_of(phones)).status_code == 200


@each_row("token", ["", "abcdefghjkm", "A" * 12, "A" * 10, 11, "AAAAAAAAAA\n", "AAAAA-AAAAA"])
def test_what_is_no_token_at_all_is_malformed(client: FlaskClient, phones: Phones, token: object) -> None:
    phones.window.open()
    assert error(join(client, token=token))[:2] == (400, "body")


# ---------------------------------------------------------------------- as whom
def test_a_phone_speaks_for_its_own_seats_and_never_for_the_table(client: FlaskClient, table: FakeTable) -> None:
    for seat in (0, 1, "table", "chance"):
        call(client, "seat", "POST", "/api/v1/commands", json=command(seat=seat))
    assert {request.speaks_for for request in table.requests} == {frozenset({0})}


def test_a_phone_without_a_seat_may_only_watch(client: FlaskClient, table: FakeTable) -> None:
    cookie = seat_down(table, "anybody")
    header = {"Cookie": f"{COOKIE}={cookie}"}
    response = call(client, "watcher", "POST", "/api/v1/commands", json=command(seat=0), headers=header)
    assert error(response)[:2] == (403, "watching")
    told = seen(client, cookie)
    assert (told["joined"], told["seats"], told["looks"], told["plays"]) == (True, [], None, [])


def test_a_seat_that_this_game_lacks_is_not_spoken_for(client: FlaskClient, table: FakeTable) -> None:
    cookie = seat_down(table, "anybody", 1, 5)
    told = seen(client, cookie)
    assert (told["seats"], told["held_seats"]) == ([1], [1])


class Looking(FakePublished):
    """Tells as whom it was looked at."""

    def seen_by(self, viewer: int, speaks_for: frozenset[int], has_forms: bool = True) -> Any:
        return replace(super().seen_by(viewer, speaks_for, has_forms), state={"kind": "test", "viewer": viewer})


@each_row(
    ("seats", "query", "viewer", "looks"),
    [
        ((), "", WATCHER, None),
        ((), "?seat=0", WATCHER, None),
        ((1,), "", 1, 1),
        ((1,), "?seat=0", 1, 1),
        ((1,), "?seat=-2", 1, 1),
        ((0, 1), "", 0, 0),
        ((0, 1), "?seat=1", 1, 1),
        ((0, 1), "?seat=²", 0, 0),
        ((0, 1), "?seat=", 0, 0),
        ((0, 1), "?seat=table", 0, 0),
    ],
)
def test_a_phone_looks_through_one_of_its_own_seats(
    client: FlaskClient, table: FakeTable, seats: tuple[int, ...], query: str, viewer: int, looks: int | None
) -> None:
    table.published = Looking()
    told = seen(client, seat_down(table, "anybody", *seats), query)
    assert (told["state"]["viewer"], told["looks"]) == (viewer, looks)


@each_row(("query", "viewer", "looks"), [("", TABLE, None), ("?seat=1", 1, 1), ("?seat=2", TABLE, None)])
def test_this_computer_may_look_through_any_seat(
    client: FlaskClient, table: FakeTable, query: str, viewer: int, looks: int | None
) -> None:
    table.published = Looking()
    told = call(client, "this computer", "GET", f"/api/v1/table{query}").get_json()
    assert (told["state"]["viewer"], told["looks"], told["seats"]) == (viewer, looks, ["table", 0, 1])


def test_a_watcher_looks_through_no_seat(client: FlaskClient, table: FakeTable) -> None:
    table.published = Looking()
    told = call(client, "watcher", "GET", "/api/v1/table?seat=0").get_json()
    assert (told["state"]["viewer"], told["looks"], told["joined"]) == (WATCHER, None, False)


def test_the_table_says_whether_phones_may_come_in(client: FlaskClient, phones: Phones, clock: ManualClock) -> None:
    assert not seen(client, "")["may_join"]
    phones.window.open()
    assert seen(client, "")["may_join"]
    clock.advance(120)
    assert not seen(client, "")["may_join"]


# ---------------------------------------------------------------------- the stream
def until(reader: Reader, **wanted: Any) -> None:
    """Read on until a table says what is *wanted*; devices may have made others come between."""
    while True:
        told = reader.next("table").json
        if {name: told[name] for name in wanted} == wanted:
            return


def test_open_and_shut_are_pushed(server: Server, phones: Phones) -> None:
    with Reader(server.port, **WATCHING) as reader:
        until(reader, may_join=False)
        phones.window.open()
        until(reader, may_join=True)
        phones.window.close()
        until(reader, may_join=False)


def test_a_phones_new_seat_is_pushed_to_everybody(server: Server, table: FakeTable) -> None:
    cookie = seat_down(table, "phone", 0)
    with Reader(server.port, **WATCHING) as other, Reader(server.port, Cookie=f"{COOKIE}={cookie}", **WATCHING) as own:
        until(own, seats=[0])
        seat_down(table, "phone", 0, 1)
        until(other, seats=[], held_seats=[0, 1])
        until(own, seats=[0, 1])


@pytest.mark.parametrize("how", ["leaves", "is signed out"])
def test_the_stream_of_a_phone_that_is_out_ends(server: Server, table: FakeTable, phones: Phones, how: str) -> None:
    cookie = seat_down(table, "phone", 0)
    with Reader(server.port, **WATCHING) as other, Reader(server.port, Cookie=f"{COOKIE}={cookie}", **WATCHING) as own:
        until(own, seats=[0])
        before = len(own.received)
        if how == "leaves":
            phones.leave(cookie)
        else:
            table.keep(lambda _: NOBODY)
        with pytest.raises(EOFError):
            own.next("nothing but the end")
        assert b'"seats":[0]' not in own.received[before:]
        until(other, held_seats=[])
    eventually(lambda: context_of(server.app).stream.open_streams == 0)


# ---------------------------------------------------------------------- how often
def test_an_address_may_try_to_join_ten_times_a_minute(client: FlaskClient, phones: Phones, clock: ManualClock) -> None:
    assert JOINS == (10, 10 / 60)
    for _ in range(10):
        assert join(client, pin="000000").status_code == 403
    response = join(client, pin="000000")
    assert error(response) == (429, "too-fast", say("error.too-fast", count=6))
    assert response.headers["Retry-After"] == "6"
    phones.window.open()
    assert join(client, pin=phones.window.digits).status_code == 429
    elsewhere = {"REMOTE_ADDR": "192.168.1.51"}
    headers = {"Host": ELSEWHERE[1], "Origin": f"http://{ELSEWHERE[1]}"}
    body = {"pin": phones.window.digits}
    assert client.post("/api/v1/join", json=body, headers=headers, environ_overrides=elsewhere).status_code == 200
    clock.advance(6)
    assert join(client, pin=phones.window.digits).status_code == 200


def test_a_phone_may_send_twenty_commands_at_once_then_five_a_second(
    client: FlaskClient, table: FakeTable, clock: ManualClock
) -> None:
    assert COMMANDS == (20, 5.0)

    def send(who: Caller) -> TestResponse:
        return call(client, who, "POST", "/api/v1/commands", json=command(seat=SEATS.get(who, 0)))

    for _ in range(20):
        assert send("seat").status_code == 200
    response = send("seat")
    assert error(response) == (429, "too-fast", say("error.too-fast", count=1))
    assert response.headers["Retry-After"] == "1"
    assert len(table.requests) == 20
    assert send("other seat").status_code == 200
    assert send("this computer").status_code == 200
    clock.advance(0.2)
    assert (send("seat").status_code, send("seat").status_code) == (200, 429)


def test_the_tables_own_hands_are_never_too_fast(client: FlaskClient) -> None:
    for _ in range(100):
        assert call(client, "this computer", "POST", "/api/v1/commands", json=command()).status_code == 200
