from __future__ import annotations

import json
import re
from typing import Any

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient

from tests.support import kit_pictures as boards
from tests.support.callers import CALLERS, Caller, call
from tests.support.fakes import FakeTable
from tests.support.wording import say
from web_ui.api.context import context_of
from web_ui.http.access.hosts import Hosts
from web_ui.pages.tv import code_of

SECRET = "Whirlpool"


def page(client: FlaskClient, path: str = "/tv", who: Caller = "watcher") -> str:
    response = call(client, who, "GET", path)
    assert response.status_code == 200
    return response.get_data(as_text=True)


def start(html: str) -> dict[str, Any]:
    """Return what a page leaves for its modules."""
    found = re.search(r'<script type="application/json" id="start">(.*?)</script>', html, re.S)
    assert found is not None
    table: dict[str, Any] = json.loads(found[1])["table"]
    return table


@pytest.fixture
def secrets(table: FakeTable) -> FakeTable:
    """A table at which Ada holds what nobody else may know."""
    table.change(board=lambda viewer: boards.fireship_more(10, viewer))
    return table


@pytest.mark.parametrize("who", CALLERS)
def test_whoever_opens_it_a_television_shows_what_a_watcher_may_see(
    client: FlaskClient, secrets: FakeTable, who: Caller
) -> None:
    own = call(client, who, "GET", "/api/v1/table?seat=none").get_json()
    seen = call(client, "watcher", "GET", "/api/v1/table?seat=none").get_json()
    assert {**own, "joined": False, "people": 0, "held_seats": 0} == {
        **seen,
        "joined": False,
        "people": 0,
        "held_seats": 0,
    }
    assert (own["seats"], own["plays"], own["table_menu"], own["looks"]) == ([], [], [], None)
    html = page(client, who=who)
    assert start(html)["state"] == start(page(client))["state"]
    assert SECRET not in html + json.dumps(own)


def test_only_who_asks_as_a_seat_is_shown_its_cards(client: FlaskClient, secrets: FakeTable) -> None:
    assert SECRET in call(client, "seat", "GET", "/api/v1/table").get_data(as_text=True)


def test_a_stream_without_a_seat_is_a_watchers(client: FlaskClient, secrets: FakeTable) -> None:
    response = call(client, "seat", "GET", "/api/v1/stream?seat=none")
    told = b""
    for chunk in response.response:
        told += chunk if isinstance(chunk, bytes) else chunk.encode()
        if b"event: table" in told and told.endswith(b"\n\n"):
            break
    response.close()
    assert SECRET.encode() not in told
    assert b'"seats":[]' in told


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("localhost:8080", "192.168.1.23:8080"),
        ("127.0.0.1:8080", "192.168.1.23:8080"),
        ("tide.example:8080", "tide.example:8080"),
        ("192.168.1.23:8080", "192.168.1.23:8080"),
    ],
)
def test_it_tells_the_address_by_which_phones_find_the_table(app: Flask, host: str, told: str) -> None:
    context_of(app).hosts.port = 8080
    html = app.test_client().get("/tv", headers={"Host": host}).get_data(as_text=True)
    assert f"<b>{told.partition(':')[0]}<wbr>:8080</b>" in html
    assert code_of(f"http://{told}/") in html


def test_without_a_network_the_address_is_the_one_that_was_used() -> None:
    hosts = Hosts("table", (), lambda: ())
    hosts.port = 8080
    assert hosts.for_phones("localhost:8080") == "localhost:8080"


def test_the_code_is_drawn_module_for_module() -> None:
    text = "http://192.168.1.20:8080/"
    drawing = code_of(text)
    drawn: set[tuple[int, int]] = set()
    x, y = 0, 0
    for step, given, down in re.findall(r"([Mmh])(-?\d+)(?: (-?[\d.]+))?", drawing[drawing.index(' d="') :]):
        if step == "h":
            drawn |= {(x + each, y) for each in range(int(given))}
        x = int(given) if step == "M" else x + int(given)
        y += int(float(down or 0))
    wanted = segno.make(text, error="m", micro=False).matrix
    side = len(wanted) + 4
    assert drawing.startswith(f'<svg viewBox="0 0 {side} {side}">'), "a border of two modules on each side"
    assert drawn == {(x + 2, y + 2) for y, row in enumerate(wanted) for x, dark in enumerate(row) if dark}


@pytest.mark.parametrize(
    ("lang", "above", "result"),
    [("en", "Roll 14 · Ben", "3, 7, 10, together 20"), ("fr", "Lancer 14 · Ben", "3, 7, 10, ensemble 20")],
)
def test_the_first_answer_shows_the_last_result_large(client: FlaskClient, lang: str, above: str, result: str) -> None:
    html = page(client, f"/tv?lang={lang}")
    assert f"<small>{above}</small><b class=long>{result}</b>" in html


@pytest.mark.parametrize(("letters", "size"), [(7, ""), (8, " class=long"), (12, " class=longer")])
def test_a_long_word_is_written_smaller_from_the_first_answer(
    client: FlaskClient, table: FakeTable, letters: int, size: str
) -> None:
    word = "x" * letters
    table.change(log=[{"n": 3, "seat": 0, "who": "Ada", "text": f"Card: {word}", "undone": False}])
    assert f"<small>Card · Ada</small><b{size}>{word}</b>" in page(client)


def test_what_is_in_motion_is_said_without_its_result(client: FlaskClient, table: FakeTable) -> None:
    table.start(values=None)
    html = page(client)
    assert "<small>Three ten-sided dice</small><b>rolling</b>" in html


def test_before_a_game_it_asks_what_to_play(client: FlaskClient, table: FakeTable) -> None:
    table.change(menu=True)
    html = page(client)
    assert f"<h2>{say('menu.what-to-play')}</h2>" in html
    assert "192.168.1.50" not in html


def test_it_offers_nothing_to_press(client: FlaskClient) -> None:
    html = page(client, who="this computer")
    assert not re.search(r"<(?:button|form|input|a) ", html)
