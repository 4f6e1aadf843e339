"""The maker's addresses: who may use them, how much, and what they answer."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from companion.maker.maker import Maker
from companion.maker.wire import MAX_EDITS, MAX_PRESSES, MAX_TEXT
from companion.texts.say import Texts
from tests.support.callers import Caller, call
from tests.support.fakes import FakeServices
from tests.support.rows import each_row
from tests.support.whole import Whole, whole_table
from web_ui.api.context import context_of
from web_ui.http.content.headers import LARGE_BODIES, MAKER_PATH

ADDRESS = "/api/v1/maker"
EMPTY = 'slug = "harbour"\n'
TWO_DICE = {"do": "add", "table": "dice", "name": "two", "value": {"roll": "2d6"}}
AT_ONCE = 40


@pytest.fixture
def client(app: Flask, texts: Texts) -> FlaskClient:
    services = cast("FakeServices", context_of(app).services)
    services.maker = Maker(Texts.load(), lambda: None)
    return app.test_client(use_cookies=False)


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[Whole]:
    with whole_table(tmp_path, None) as table:
        yield table


def make(client: FlaskClient, text: str = EMPTY, who: Caller = "this computer", **more: Any) -> Any:
    return call(client, who, "POST", ADDRESS, json={"text": text, **more})


def picture(sent: str) -> Image.Image:
    return Image.open(BytesIO(b64decode(sent)))


def test_an_edit_gives_the_text_the_phone_and_the_screen(client: FlaskClient) -> None:
    made = make(client, edits=[TWO_DICE], presses=["press roll"], people=2, seed=7).get_json()
    assert made["text"] == f'{EMPTY}\n[dice.two]\nroll = "2d6"\n'
    assert (made["slug"], made["title"], made["faults"], made["fault"]) == ("harbour", "Harbour", [], None)
    assert made["data"] == {"slug": "harbour", "dice": {"two": {"roll": "2d6"}}}
    assert made["buttons"] == [{"button": "roll", "line": "roll two", "title": "Two"}]
    state = made["phone"]["state"]
    assert (state["rolls"], [each["label"] for each in state["dice"]]) == (1, ["Two"])
    assert [picture(made[key]).size for key in ("oled", "oled_moving")] == [(128, 64), (128, 64)]
    assert picture(made["oled"]).mode == "1"
    assert made["oled"] != made["oled_moving"]


def test_the_same_presses_with_the_same_seed_give_the_same_game_whatever_the_kit_is_called(client: FlaskClient) -> None:
    text = f'{EMPTY}[dice.two]\nroll = "2d6"\n'
    same = [make(client, each, presses=["press roll"] * 3, seed=7).get_json() for each in (text, text, text)]
    other = make(client, text, presses=["press roll"] * 3, seed=8).get_json()
    renamed = make(client, text, edits=[{"do": "name", "slug": "port"}], presses=["press roll"] * 3, seed=7).get_json()
    assert same[0] == same[1] == same[2]
    assert same[0]["phone"]["state"]["dice"] != other["phone"]["state"]["dice"]
    assert renamed["slug"] == "port"
    assert [each["faces"] for each in renamed["phone"]["state"]["dice"]] == [
        each["faces"] for each in same[0]["phone"]["state"]["dice"]
    ]


def test_a_wrong_kit_has_its_faults_in_the_callers_language_and_no_trial(client: FlaskClient) -> None:
    text = f'{EMPTY}[dice.two]\nroll = "2d"\n'
    said = {}
    for lang in ("en", "fr"):
        made = call(client, "this computer", "POST", f"{ADDRESS}?lang={lang}", json={"text": text}).get_json()
        (fault,) = made["faults"]
        assert (fault["path"], fault["line"]) == (["dice", "two", "roll"], 3)
        assert (made["phone"], made["oled"], made["buttons"]) == (None, "", [])
        said[lang] = fault["said"]
    assert said["en"] != said["fr"]


def test_of_edits_with_a_wrong_one_none_is_made(client: FlaskClient) -> None:
    made = make(client, edits=[TWO_DICE, {"do": "remove", "path": ["wheel", "no"]}]).get_json()
    assert made["text"] == EMPTY
    assert "wheel no" in made["fault"]


def test_a_press_that_nobody_may_do_is_refused_in_words(client: FlaskClient) -> None:
    made = make(client, f'{EMPTY}[dice.two]\nroll = "2d6"\n', presses=["press roll", "spin two"]).get_json()
    assert made["refused"]
    assert made["phone"]["state"]["rolls"] == 1


@each_row("lang", ["en", "fr"])
def test_the_shape_is_told_in_the_callers_language(client: FlaskClient, lang: str) -> None:
    told = client.get(f"{ADDRESS}?lang={lang}", environ_overrides={"REMOTE_ADDR": "127.0.0.1"}).get_json()
    assert told["lang"] == lang
    assert [each["section"] for each in told["shape"]["sections"]][:7] == [
        *("dice", "wheel", "cards", "counters", "score", "turn", "clock"),
    ]
    assert told["shape"]["tables"]["dice"]["fields"][0]["title"] == {"en": "Dice", "fr": "Dés"}[lang]


@each_row(
    ("who", "status"),
    [("this computer", 200), ("owner", 200), ("seat", 403), ("guest", 403), ("watcher", 403)],
)
def test_only_an_owner_makes_kits(client: FlaskClient, who: Caller, status: int) -> None:
    assert make(client, who=who).status_code == status
    assert call(client, who, "GET", ADDRESS).status_code == status


@each_row(
    "body",
    [
        {"text": "x" * (MAX_TEXT + 1)},
        {"text": "", "edits": [TWO_DICE] * (MAX_EDITS + 1)},
        {"text": "", "presses": ["press roll"] * (MAX_PRESSES + 1)},
        {"text": "", "people": 13},
        {"text": "", "seed": -1},
        {"text": "", "edits": [{"do": "set", "path": ["a"] * 9}]},
        {"text": "", "edits": [{"do": "burn"}]},
        {"text": 1},
        {},
    ],
)
def test_a_body_out_of_bounds_is_refused(client: FlaskClient, body: dict[str, Any]) -> None:
    assert call(client, "this computer", "POST", ADDRESS, json=body).status_code == 400


def test_a_body_that_is_too_long_isnt_read(client: FlaskClient) -> None:
    assert make(client, "x" * LARGE_BODIES[MAKER_PATH]).status_code == 413


def test_a_phone_makes_so_many_edits_at_once_and_no_more(client: FlaskClient) -> None:
    statuses = [make(client, who="owner").status_code for _ in range(AT_ONCE + 2)]
    assert statuses == [200] * AT_ONCE + [429] * 2


def test_a_real_table_takes_a_long_kit_and_opens_no_game(whole: Whole) -> None:
    long = EMPTY + "# A comment.\n" * 2_000
    reply = whole.ask("POST", ADDRESS, {"text": long, "edits": [TWO_DICE], "presses": ["press roll"]})
    assert reply.status == 200
    made = json.loads(reply.body)
    assert made["text"].startswith(long)
    assert made["phone"]["game"] == "harbour"
    assert whole.table["game"] is None
