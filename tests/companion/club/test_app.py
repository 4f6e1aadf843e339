from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.club.app import create_club
from companion.club.context import context_of
from companion.outside.mqtt.client.letter import Heard
from tests.support.club_tables import EVENINGS, id_of, letters_of
from tests.support.wording import say
from web_ui.http.settings import WebSettings

KEEPER = {"keeper": "signed in"}


class Gate:
    """A gate for tests: whoever has the cookie is the keeper."""

    def keeper_of(self, cookies: Mapping[str, str]) -> str:
        return "k1" if cookies.get("keeper") == KEEPER["keeper"] else ""

    def is_signed_in(self, keeper: str) -> bool:
        return keeper == "k1"


def club(watching: bool = False) -> Flask:
    numbers: dict[str, int] = {}
    settings = WebSettings(host="127.0.0.1", watching=watching)
    app = create_club(lambda table: numbers.setdefault(table, len(numbers) + 1), settings, name="Harbour", gate=Gate())
    for number, evening in enumerate(EVENINGS, 1):
        for letter in letters_of(number, evening):
            context_of(app).live.hear(Heard(*letter))
    return app


@pytest.fixture
def app() -> Iterator[Flask]:
    app = club()
    yield app
    context_of(app).live.close()


@pytest.fixture
def anybody(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def keeper(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.set_cookie("keeper", KEEPER["keeper"], domain="localhost")
    return client


SHOWN = ("/table", "/stream", f"/api/tables/{id_of(1)}", "/sheet")


@pytest.mark.parametrize("path", SHOWN)
def test_where_nobody_may_watch_a_stranger_sees_nothing(anybody: FlaskClient, path: str) -> None:
    answer = anybody.get(path)
    assert answer.status_code == 403
    assert "Ann" not in answer.text


def test_where_nobody_may_watch_the_page_asks_for_the_password_and_names_nobody(anybody: FlaskClient) -> None:
    page = anybody.get("/")
    assert page.status_code == 200
    assert 'type="password"' in page.text
    assert not any(name in page.text for evening in EVENINGS for name in evening.people)


def test_the_keeper_sees_all_tables_and_is_offered_what_keepers_do(keeper: FlaskClient) -> None:
    page = keeper.get("/")
    assert 'id="message"' in page.text
    tiles = json.loads(keeper.get("/table").text)["tiles"]
    assert {tile["number"]: tile.get("people", []) for tile in tiles} == {
        number: list(evening.people) for number, evening in enumerate(EVENINGS, 1)
    }


def test_where_everybody_may_watch_they_see_the_tables_and_nothing_of_the_keepers() -> None:
    app = club(watching=True)
    client = app.test_client()
    assert [client.get(path).status_code for path in ("/table", f"/api/tables/{id_of(1)}", "/sheet")] == [200, 200, 403]
    page = client.get("/").text
    assert not any(f'id="{each}"' in page for each in ("message", "one-message", "one-record", "sign-out"))
    context_of(app).live.close()


def test_one_table_is_told_whole(keeper: FlaskClient) -> None:
    told: dict[str, Any] = json.loads(keeper.get(f"/api/tables/{id_of(5)}").text)
    assert (told["tile"]["number"], told["tile"]["need"]) == (5, "call")
    assert [(each["name"], each["presence"]) for each in told["people"]] == [("Max", "here"), ("Nils", "here")]
    assert [each["text"] for each in told["results"]] == ["Max rolls 3."]


@pytest.mark.parametrize("name", [id_of(99), "x", "../table", "0" * 13])
def test_a_table_that_isnt_there_is_unknown(keeper: FlaskClient, name: str) -> None:
    assert keeper.get(f"/api/tables/{name}").status_code == 404


def test_the_sheet_has_a_code_for_each_table_that_says_where_its_page_is(keeper: FlaskClient) -> None:
    sheet = keeper.get("/sheet").text
    assert re.findall(r"<h2>(.*)</h2>", sheet) == [f"Table {number}" for number in range(1, 21)]
    assert sheet.count("<svg") == 20
    assert "http://192.168.7.20:8080/" in sheet


def test_a_foreign_page_or_name_is_turned_away(keeper: FlaskClient) -> None:
    assert keeper.get("/table", headers={"Host": "evil.example"}).status_code == 400
    assert keeper.get("/table", headers={"Origin": "http://evil.example"}).status_code == 403


def test_answers_keep_a_browser_safe_and_errors_repeat_nothing(anybody: FlaskClient) -> None:
    answer = anybody.get("/api/tables/<script>")
    assert "script" not in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert set(json.loads(answer.text)) == {"error", "text"}


def test_a_page_speaks_the_language_that_is_asked_for(keeper: FlaskClient) -> None:
    assert say("club.page.message", "fr") in keeper.get("/?lang=fr").text
    assert say("club.page.message") in keeper.get("/?lang=xx").text


def test_health_is_told_to_anybody_and_says_whether_the_broker_is_there(anybody: FlaskClient) -> None:
    assert anybody.get("/healthz").status_code == 503
