"""Bringing a friend: who is told where the table is, who the link, and how the phone's menu shows both."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.model.roster import NOBODY
from companion.phones.membership import Phones
from companion.runtime.clock import ManualClock
from companion.texts.say import Texts
from tests.support.browsing import WATCHERS_HOST, Pages
from tests.support.callers import CALLERS, ELSEWHERE, call, cookie_of, seat_down
from tests.support.fakes import FakePanel, FakeTable, mirrored, settings
from tests.support.sse import Reader
from tests.support.wording import say
from tests.web_ui.api.test_join import join
from tests.web_ui.browser import axe
from web_ui.api.context import context_of
from web_ui.http.access.callers import COOKIE
from web_ui.http.server.server import Server

ADDRESS = f"http://{ELSEWHERE[1]}/"
LET_IN = ("seat", "other seat", "guest", "owner")
OWN_COMPUTER = "this computer"


def invited(client: FlaskClient, who: Any = "seat") -> Any:
    return call(client, who, "GET", "/api/v1/invite").get_json()


def token_of(phones: Phones) -> str:
    assert phones.window.shown is not None
    return phones.window.shown.token


def test_a_phone_that_has_joined_is_told_where_and_while_the_window_is_open_the_link(
    client: FlaskClient, phones: Phones, clock: ManualClock
) -> None:
    shut = {"address": ADDRESS, "name": None, "link": None, "digits": None, "code": None}
    assert [invited(client, who) for who in LET_IN] == [shut] * 4
    phones.window.open()
    link = f"{ADDRESS}J/{token_of(phones)}"
    assert [invited(client, who)["link"] for who in LET_IN] == [link] * 4
    clock.advance(120)
    assert invited(client) == shut


def test_the_link_holds_the_token_that_is_good_now(client: FlaskClient, phones: Phones) -> None:
    phones.window.open()
    for _ in range(2):
        token = invited(client)["link"].rpartition("/")[2]
        assert join(client, token=token).status_code == 200
        assert invited(client)["link"] != f"{ADDRESS}J/{token}"
    wrong_digits(client, phones, 5)
    assert phones.window.digits is None
    assert invited(client)["link"] == f"{ADDRESS}J/{token_of(phones)}"


def test_the_short_name_is_told_once_the_network_knows_it(app: Flask, client: FlaskClient) -> None:
    hosts = context_of(app).hosts
    hosts.port = 8080
    hosts.also("Tidetable.local")
    assert invited(client)["name"] == "http://tidetable.local:8080/"
    by_name = {"Host": "tidetable.local:8080"}
    told = call(client, "seat", "GET", "/api/v1/invite", headers=by_name).get_json()
    own = {"digits": None, "code": None}
    assert told == {"address": "http://tidetable.local:8080/", "name": None, "link": None, **own}


@pytest.mark.parametrize("is_open", [False, True])
def test_no_other_bytes_hold_the_token_and_a_watcher_never_has_it(
    client: FlaskClient, phones: Phones, server: Server, is_open: bool
) -> None:
    """The same bytes whatever the token is: but for phones that are in, on the one address, while it is open."""
    addresses = ["/", "/?lang=fr", "/owner", "/panel", "/J/AAAAAAAAAAA"]
    addresses += [f"/api/v1/{each}" for each in ("table", "join", "records", "records/7", "openapi.json", "healthz")]
    told = []
    for _ in range(2):
        phones.window.open()
        token = token_of(phones)
        if not is_open:
            phones.window.close()
        bodies = {(who, each): call(client, who, "GET", each).data for who in CALLERS for each in addresses}
        bodies |= {(who, "invite"): call(client, who, "GET", "/api/v1/invite").data for who in CALLERS}
        with Reader(server.port, Cookie=f"{COOKIE}={cookie_of('seat')}", Host="table.local") as reader:
            reader.next("heartbeat")
            bodies["seat", "stream"] = bytes(reader.received)
        with Reader(server.port, Host="table.local") as reader:
            reader.next("heartbeat")
            bodies["watcher", "stream"] = bytes(reader.received)
        told.append({where for where, body in bodies.items() if token.encode() in body})
        phones.window.close()
    assert told == [{(who, "invite") for who in (*LET_IN, OWN_COMPUTER)} if is_open else set()] * 2


def test_the_tables_own_page_alone_is_told_the_digits_and_the_code(client: FlaskClient, phones: Phones) -> None:
    assert (invited(client, OWN_COMPUTER)["digits"], "<svg" in invited(client, OWN_COMPUTER)["code"]) == (None, True)
    assert call(client, "watcher", "GET", "/api/v1/invite").status_code == 403
    shut = invited(client, OWN_COMPUTER)["code"]
    phones.window.open()
    own = invited(client, OWN_COMPUTER)
    assert own["digits"] == phones.window.digits
    assert own["link"].endswith(token_of(phones))
    assert own["code"] != shut
    codes = [(invited(client, who)["digits"], invited(client, who)["code"]) for who in LET_IN]
    assert codes == [(None, None)] * len(LET_IN)


# ---------------------------------------------------------------------- five wrong digits by a stranger
def wrong_digits(client: FlaskClient, phones: Phones, times: int) -> list[int]:
    wrong = "000000" if phones.window.digits != "000000" else "111111"
    return [join(client, pin=wrong).status_code for _ in range(times)]


def test_who_shut_the_window_by_wrong_digits_cannot_shut_the_next(
    client: FlaskClient, phones: Phones, clock: ManualClock
) -> None:
    phones.window.open()
    assert wrong_digits(client, phones, 5) == [403] * 5
    assert not phones.window.is_open
    clock.advance(30)
    phones.window.open()
    assert wrong_digits(client, phones, 4) == [403, 403, 429, 429]
    clock.advance(60)
    assert wrong_digits(client, phones, 2) == [403, 429]
    clock.advance(59)
    assert phones.window.is_open
    body = {"pin": phones.window.digits}
    headers = {"Host": ELSEWHERE[1], "Origin": f"http://{ELSEWHERE[1]}"}
    elsewhere = {"REMOTE_ADDR": "192.168.1.51"}
    assert client.post("/api/v1/join", json=body, headers=headers, environ_overrides=elsewhere).status_code == 200
    assert join(client, token=token_of(phones)).status_code == 200, "the code is nobody's to shut"


def test_who_mistyped_five_times_may_give_the_next_digits_at_once(client: FlaskClient, phones: Phones) -> None:
    phones.window.open()
    wrong_digits(client, phones, 5)
    phones.window.open()
    assert join(client, pin=phones.window.digits).status_code == 200


def test_right_digits_cost_nothing_of_the_share_for_wrong_ones(client: FlaskClient, phones: Phones) -> None:
    phones.window.open()
    assert [join(client, pin=phones.window.digits).status_code for _ in range(9)] == [200] * 9


# ---------------------------------------------------------------------- in a browser
def brought(table: FakeTable, pages: Pages, *seats: int, lang: str = "en", port: int | None = None) -> Page:
    """Open the page of a phone that has joined."""
    cookie = seat_down(table, "ada", *seats, name="Ada")

    def bring(page: Page) -> None:
        page.context.add_cookies([{"name": COOKIE, "value": cookie, "domain": WATCHERS_HOST, "path": "/"}])

    if port is None:
        return pages.open(f"/?lang={lang}", host=WATCHERS_HOST, prepare=bring)
    page = pages.open(host=WATCHERS_HOST, prepare=bring)
    page.goto(f"http://{WATCHERS_HOST}:{port}/?lang={lang}")
    return page


@pytest.mark.long
def test_the_menu_shows_the_address_and_the_link_as_the_window_opens_and_shuts(
    pages: Pages, table: FakeTable, phones: Phones
) -> None:
    page = brought(table, pages, 0)
    page.get_by_role("button", name="Menu").click()
    friend = page.locator("#friend")
    address = f"http://{WATCHERS_HOST}:{pages.server.port}/"
    expect(friend.get_by_text(address, exact=True)).to_be_visible()
    expect(friend.get_by_role("link")).to_have_count(0)
    phones.window.open()
    link = f"{address}J/{token_of(phones)}"
    expect(friend.get_by_role("link")).to_have_text(link)
    assert axe.faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    other = pages.open(link.removeprefix(address[:-1]), host=WATCHERS_HOST)
    other.get_by_role("dialog").get_by_role("button", name="Join").click()
    expect(other.locator("#joined-as")).to_have_text("You play \u2068Ben\u2069.")  # the free seat is chosen already
    expect(friend.get_by_role("link")).to_have_text(f"{address}J/{token_of(phones)}")
    phones.window.close()
    expect(friend.get_by_role("link")).to_have_count(0)


def test_who_watches_finds_neither_friend_nor_owner_in_the_menu(pages: Pages, table: FakeTable) -> None:
    page = pages.open(host=WATCHERS_HOST)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("heading", name=say("page.language"))).to_be_visible()
    expect(page.locator("#friend")).to_be_hidden()
    expect(page.locator("#to-owner")).to_be_hidden()


@pytest.mark.long
def test_the_menu_leads_to_the_owners_page_which_says_how_to_ask(pages: Pages, table: FakeTable) -> None:
    page = brought(table, pages, 0, lang="fr")
    page.locator("#more").click()
    page.get_by_role("link", name=say("page.to_owner", "fr")).click()
    expect(page.get_by_text("quelqu’un doit appuyer sur OK à la table")).to_be_visible()
    expect(page.get_by_role("button", name=say("owner.ask", "fr"))).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("is_hidden", [False, True])
def test_where_nobody_may_watch_a_phone_that_is_signed_out_is_shown_the_join_page_at_once(
    pages: Pages, table: FakeTable, panel: FakePanel, texts: Texts, phones: Phones, is_hidden: bool
) -> None:
    app = mirrored(table, panel.source, texts, settings(watching=False), phones=phones)
    server = Server(app, settings())
    server.start()
    try:
        page = brought(table, pages, 0, port=server.port)
        expect(page.locator("#joined-as")).to_have_text("You play \u2068Ada\u2069.")
        expect(page.locator("#link")).to_be_visible()
        if is_hidden:
            page.evaluate("document.dispatchEvent(new Event('freeze'))")
        table.keep(lambda _: NOBODY)
        if is_hidden:
            page.evaluate("document.dispatchEvent(new Event('resume'))")
        expect(page.get_by_text("Only who has joined may watch this table.")).to_be_visible()
        expect(page.get_by_role("button", name=say("join.open"))).to_be_visible()
        assert "Fireship" not in page.content()
        page.goto("about:blank")
    finally:
        server.close()
        context_of(app).stream.close()
