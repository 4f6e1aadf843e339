"""The owner's page: who may, what it shows, what it does; records; who is here and who sleeps."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec import structs
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.kits.play import game_of
from companion.model.reports.rehearsal import RehearsalCard, Result
from companion.phones.membership import Phones
from companion.records.finished_games import Past
from companion.records.record import read
from companion.runtime.clock import ManualClock
from tests.support.browsing import WATCHERS_HOST, Pages
from tests.support.callers import CALLERS, Caller, call, cookie_of, hash_of, seat_down
from tests.support.fakes import FakeServices, FakeTable, said
from tests.support.games.spinner import SPINNER
from tests.support.sample_kit import SAMPLE_KIT
from tests.support.sse import Reader
from tests.support.waiting import eventually
from tests.support.wording import say
from web_ui.api.context import context_of
from web_ui.http.access.callers import COOKIE
from web_ui.http.access.presence import AWAY_S, BEAT_LASTS_S, PhonePresence
from web_ui.http.server.server import Server


def do(client: FlaskClient, who: Caller, line: str) -> TestResponse:
    return call(client, who, "POST", "/api/v1/owner", json={"id": "b7c41f0e93", "seen": 14, "do": line})


def test_the_owner_sees_joining_phones_devices_and_games(client: FlaskClient, table: FakeTable) -> None:
    seat_down(table, "phone", 0, name="<i>Ada</i>")
    page = call(client, "owner", "GET", "/owner").get_data(as_text=True)
    texts = ("No phone can join now", "&lt;i&gt;Ada&lt;/i&gt;", "asleep", "Fireship", "/api/v1/records/7", "&lt;b&gt;")
    for text in texts:
        assert text in page
    assert "<i>" not in page and "<b>" not in page
    french = call(client, "owner", "GET", "/owner?lang=fr").get_data(as_text=True)
    assert "Aucun téléphone ne peut rejoindre." in french


@pytest.mark.parametrize(
    ("people", "at", "is_over", "about"),
    [
        (("Ada", "Bo"), "21.11. 20:15", False, "21.11. 20:15, <bdi>Ada</bdi>, <bdi>Bo</bdi>, unfinished"),
        ((), "21.11. 20:15", False, "21.11. 20:15, unfinished"),
        ((), "21.11. 20:15", True, "21.11. 20:15"),
        (("Ada",), "", True, "<bdi>Ada</bdi>"),
        ((), "", False, "unfinished"),
    ],
)
def test_of_a_kept_game_is_said_what_is_known(
    people: tuple[str, ...], at: str, is_over: bool, about: str, client: FlaskClient, table: FakeTable
) -> None:
    table.kept = (structs.replace(table.kept[0], people=people, at=at, is_over=is_over),)
    page = call(client, "owner", "GET", "/owner").get_data(as_text=True)
    assert f'<span class="quiet">{about}</span>' in page


@pytest.mark.parametrize("who", ["seat", "guest"])
def test_who_is_not_the_owner_is_shown_how_to_become_it_and_nothing_else(client: FlaskClient, who: Caller) -> None:
    page = call(client, who, "GET", "/owner").get_data(as_text=True)
    assert 'data-do="ask"' in page
    for word in ("sign-out", "records", "mute", "Phones"):
        assert word not in page


def test_the_table_makes_a_phone_the_owner_and_leaving_ends_it(
    client: FlaskClient, table: FakeTable, phones: Phones, clock: ManualClock
) -> None:
    assert do(client, "seat", "mute on").get_json()["error"] == "not-owner"
    assert (do(client, "seat", "ask").status_code, table.published.roster.owners) == (202, ())
    assert call(client, "seat", "GET", "/api/v1/join").get_json()["asked"] == "waiting"
    assert do(client, "other seat", "ask").status_code == 409
    clock.advance(1)
    phones.asking.answer(True)
    assert call(client, "seat", "GET", "/api/v1/join").get_json() == {"joined": True, "owner": True, "asked": "yes"}
    assert do(client, "seat", "mute on").status_code == 200
    assert do(client, "other seat", "mute on").status_code == 403
    call(client, "seat", "POST", "/api/v1/leave", json={})
    assert do(client, "seat", "mute on").status_code == 403


def test_the_owner_does_what_the_table_may_and_no_more(client: FlaskClient, table: FakeTable) -> None:
    for line in ("lang fr", "mute on", "new fireship kit", "resume 7", "delete 7"):
        assert do(client, "owner", line).status_code == 200
    told = [(request.do, request.seat, request.speaks_for, request.by) for request in table.requests]
    assert told[0] == ("lang fr", TABLE, frozenset({TABLE}), "phone")
    assert len(told) == 5
    assert [table.published.roster.owners] == [(request.phone,) for request in table.requests[-1:]], (
        "a voice has a phone"
    )
    for line in ("roll dice", "undo", "correct x=1", "open", "sign-out", "sign-out x", "close x"):
        assert do(client, "owner", line).status_code == 400
    assert len(table.requests) == 5


def test_the_owner_ends_the_pairing_and_nobody_opens_it_from_a_page(client: FlaskClient, phones: Phones) -> None:
    phones.window.open()
    assert 'data-do="close"' in call(client, "owner", "GET", "/owner").get_data(as_text=True)
    assert do(client, "owner", "close").status_code == 200
    assert phones.window.shown is None
    for who in CALLERS:
        do(client, who, "open")
    assert phones.window.shown is None


def test_the_owner_signs_a_phone_out(client: FlaskClient, table: FakeTable) -> None:
    cookie = seat_down(table, "phone", 1)
    assert do(client, "owner", f"sign-out {hash_of(cookie)[:16]}").status_code == 200
    assert hash_of(cookie) not in table.published.roster.phones
    assert do(client, "owner", f"sign-out {hash_of(cookie)[:16]}").status_code == 422
    assert cookie_of("owner") not in call(client, "owner", "GET", "/owner").get_data(as_text=True)


def test_a_record_has_the_picture_that_its_game_has_on_the_shelf(client: FlaskClient, table: FakeTable) -> None:
    drawn = replace(game_of(SAMPLE_KIT), slug="fireship", cover="drawn/boat")
    for library, picture in (((drawn,), "covers/drawn/boat.svg"), ((), "covers/any.svg")):
        table.published = replace(table.published, library=library)
        assert picture in call(client, "seat", "GET", "/records").get_data(as_text=True)


def test_records_are_listed_and_taken_away(client: FlaskClient) -> None:
    row = {"id": 7, "game": "fireship", "mode": "kit", "name": "Fireship", "seats": ["Ada", "<b>"]}
    told = {**row, "at": "21.11. 20:15", "ended": True, "commitment": None, "result": "", "mood": "", "minutes": 0}
    told["promise"] = None
    assert call(client, "seat", "GET", "/api/v1/records").get_json() == [told]
    assert f'/records?game=7">{say("watch.again")}</a>' in call(client, "owner", "GET", "/owner").get_data(as_text=True)
    response = call(client, "seat", "GET", "/api/v1/records/7")
    assert response.get_data(as_text=True) == '{"tidetable":7}\n'
    assert response.headers["Content-Disposition"] == 'attachment; filename="tidetable-7.tide"'
    for number in ("8", "0", "9" * 30):
        assert call(client, "seat", "GET", f"/api/v1/records/{number}").status_code == 404
    for path in ("-1", "x", "7.tide"):
        assert call(client, "seat", "GET", f"/api/v1/records/{path}").status_code == 404


def watched(table: FakeTable, *lines: str) -> None:
    """Let game 7 have these *lines* after its first."""
    header = '{"tidetable":1,"game":"spinner","mode":"referee","options":{"target":10},"seats":["Ada","Ben"]}'
    past = Past(replace(SPINNER, name=said("title")), read([header, *lines]))
    table.past = lambda number: past  # type: ignore[method-assign]


def corrected(n: int) -> str:
    return f'{{"n":{n},"seat":"table","do":"correct score-0={n % 9 + 1}"}}'


def test_the_moves_of_a_game_are_told_a_hundred_at_a_time_with_the_address_of_the_rest(
    client: FlaskClient, table: FakeTable
) -> None:
    watched(table, *map(corrected, range(1, 231)))
    address: str | None = "/api/v1/records/7/moves"
    told: list[int] = []
    for count in (100, 100, 31):
        page = call(client, "seat", "GET", address or "").get_json()
        assert (page["of"], len(page["moves"])) == (230, count)
        told += [move["at"] for move in page["moves"]]
        address = page["next"]
    assert (told, address) == (list(range(231)), None)
    for wrong in ("231", "-1", "x", "9" * 30, ""):
        assert call(client, "seat", "GET", f"/api/v1/records/7/moves?from={wrong}").status_code == 404


@pytest.mark.parametrize("route", ["moves", "moves/0", "draws"])
@pytest.mark.parametrize("bad", ['{"n":2,"seat":0,"do":"<b>"}', '{"n":9,"seat":0,"do":"roll"}', '{"n":2,"undo":7}'])
def test_a_damaged_record_is_a_conflict_that_names_its_line(
    client: FlaskClient, table: FakeTable, route: str, bad: str
) -> None:
    watched(table, corrected(1), bad)
    response = call(client, "seat", "GET", f"/api/v1/records/7/{route}")
    assert (response.status_code, response.get_json()["error"]) == (409, "damaged")
    assert "from its line 3 on" in response.get_json()["text"]
    assert "<b>" not in response.get_data(as_text=True)


# ---------------------------------------------------------------------- in a browser
def test_a_phone_asks_then_looks_after_the_table(
    pages: Pages, table: FakeTable, phones: Phones, clock: ManualClock
) -> None:
    cookie = seat_down(table, "ada", 0, name="Ada")

    def bring(page: Any) -> None:
        page.context.add_cookies([{"name": COOKIE, "value": cookie, "domain": WATCHERS_HOST, "path": "/"}])
        page.goto(f"http://{WATCHERS_HOST}:{pages.server.port}/api/v1/healthz")

    page = pages.open(host=WATCHERS_HOST, prepare=bring)
    page.goto(f"http://{WATCHERS_HOST}:{pages.server.port}/owner")
    page.get_by_role("button", name=say("owner.ask")).click()
    expect(page.get_by_role("status")).to_have_text(say("owner.asked"))
    clock.advance(1)
    phones.asking.answer(True)
    expect(page.get_by_role("heading", name="Phones")).to_be_visible()
    expect(page.get_by_text("Ada, here, owner")).to_be_visible()
    phones.window.open()
    page.get_by_role("button", name=say("owner.close")).click()
    expect(page.get_by_text("No phone can join now.")).to_be_visible()
    page.get_by_role("button", name="Français").click()
    eventually(lambda: [request.do for request in table.requests] == ["lang fr"])
    expect(page.get_by_role("alert")).to_be_hidden()


# ---------------------------------------------------------------------- lights
def test_a_light_burns_as_long_as_beats_go_out(table: FakeTable, clock: ManualClock) -> None:
    presences = PhonePresence(clock.monotonic_s)
    assert presences.of(table.published) == ("gone", "gone")
    key = hash_of(seat_down(table, "phone", 1, 5))
    assert presences.of(table.published) == ("gone", "asleep")
    presences.beat(key)
    presences.beat("")
    assert (presences.of(table.published), presences.of_phone(key)) == (("gone", "here"), "here")
    clock.advance(BEAT_LASTS_S)
    assert presences.of(table.published) == ("gone", "asleep")
    presences.beat(key)
    presences.ended(key)
    assert presences.of(table.published) == ("gone", "here"), "a page that opens its next stream was never away"
    clock.advance(AWAY_S)
    assert presences.of(table.published) == ("gone", "asleep")


def test_a_light_says_for_how_long_it_burns_yet(table: FakeTable, clock: ManualClock) -> None:
    presences = PhonePresence(clock.monotonic_s)
    assert presences.lasts_s() is None
    first, second = (hash_of(seat_down(table, who, seat)) for seat, who in enumerate(("phone", "other")))
    presences.beat(first)
    clock.advance(1.0)
    presences.beat(second)
    assert presences.lasts_s() == BEAT_LASTS_S - 1.0
    presences.ended(second)
    assert presences.lasts_s() == AWAY_S
    clock.advance(BEAT_LASTS_S)
    assert presences.lasts_s() is None


def test_who_wants_to_know_is_told_that_the_last_phone_went_away(server: Server, app: Flask, table: FakeTable) -> None:
    cookie = seat_down(table, "phone", 0)
    told: list[tuple[str, ...]] = []
    presences = context_of(app).views.presence
    presences.subscribe(lambda: told.append(presences.of(table.published)))
    with Reader(server.port, Cookie=f"{COOKIE}={cookie}", Host="table.local") as own:
        own.next("table")
        eventually(lambda: told[-1:] == [("here", "gone")])
    eventually(lambda: told[-2:] == [("here", "gone"), ("asleep", "gone")])


def test_everybody_is_told_who_is_here_and_no_version_passes(server: Server, table: FakeTable) -> None:
    cookie = seat_down(table, "phone", 0)
    version = table.published.version

    def lit(reader: Reader, *presences: str) -> None:
        while True:
            told = reader.next("table").json
            assert told["version"] == version
            if [person["presence"] for person in told["people"]] == list(presences):
                return

    with Reader(server.port, Host="table.local") as other:
        lit(other, "asleep", "gone")
        with Reader(server.port, Cookie=f"{COOKIE}={cookie}", Host="table.local") as own:
            lit(own, "here", "gone")
            lit(other, "here", "gone")
        lit(other, "asleep", "gone")


def test_the_owner_begins_a_rehearsal_and_reads_its_card(client: FlaskClient, app: Flask) -> None:
    begun: list[str] = []
    told, repair = Message("rehearsal.broken"), Message("rehearsal.mend-dice")
    broken = Result("draw", Message("panel.draw"), "broken", told, repair)
    cards: list[RehearsalCard] = []

    def begin() -> bool:
        begun.append("begin")
        return True

    rehearsals, last = SimpleNamespace(begin=begin), SimpleNamespace(last=lambda: cards[0] if cards else None)
    context = context_of(app)
    structs.force_setattr(context, "services", FakeServices(rehearsals=rehearsals, cards=last))
    assert say("rehearsal.hint") in call(client, "owner", "GET", "/owner").get_data(as_text=True)
    assert do(client, "seat", "rehearse").status_code == 403
    assert (do(client, "owner", "rehearse").status_code, begun) == (200, ["begin"])
    cards.append(RehearsalCard("2026-11-24T01:31:50.941Z", True, (broken,)))
    page = call(client, "owner", "GET", "/owner").get_data(as_text=True)
    assert f"<b>DRAW</b>: {say('rehearsal.mend-dice')}" in page
    assert say("rehearsal.red", count=1) in page
    assert say("rehearsal.mend-dice") not in call(client, "seat", "GET", "/owner").get_data(as_text=True)
    structs.force_setattr(context, "services", FakeServices())
    assert do(client, "owner", "rehearse").status_code == 409
