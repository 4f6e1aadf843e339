from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.engine.values.seats import CHANCE, TABLE
from companion.model.requests import CommandRequest, RequestRefused
from companion.phones.membership import Phones
from hardware.ports import DeviceStatus
from tests.support.callers import CALLERS, call, command, cookie_of, hash_of
from tests.support.fakes import FakePanel, FakeTable, said
from tests.support.rows import each_row
from web_ui.api.openapi import describe
from web_ui.api.routes import ApiRoute
from web_ui.application import API

MARK = "CALLERSOWNBYTES"
DESCRIPTION: Any = json.loads(msgspec.json.encode(describe(API)))


def post(client: FlaskClient, path: str, body: Any = None, **more: Any) -> Any:
    return call(client, "this computer", "POST", path, **({"json": body} if body is not None else {}), **more)


def test_the_table_is_told_in_the_tables_language(client: FlaskClient, table: FakeTable) -> None:
    assert client.get("/api/v1/table").get_json()["log"][-1]["text"] == "Roll 14: 3, 7, 10, together 20"
    table.change(lang="fr")
    seen = client.get("/api/v1/table").get_json()
    assert (seen["lang"], seen["log"][-1]["text"]) == ("fr", "Lancer 14 : 3, 7, 10, ensemble 20")


def test_odds_are_told_of_a_formula_and_the_letter_of_one_that_cant_be_read(client: FlaskClient) -> None:
    told = client.get("/api/v1/odds?roll=2d6").get_json()
    assert (told["text"], told["at"]) == ("", None)
    odds = told["odds"]
    assert (odds["least"], odds["most"], odds["mean"], odds["spread"]) == (2, 12, 7.0, 2.4152)
    assert [(bar["low"], round(bar["share"] * 36)) for bar in odds["bars"]][:3] == [(2, 1), (3, 2), (4, 3)]
    faulty = client.get("/api/v1/odds?roll=2d6q1&lang=fr").get_json()
    assert (faulty["odds"], faulty["at"]) == (None, 3)
    assert faulty["text"]


def test_odds_are_bounded_and_asked_for_only_so_often(client: FlaskClient) -> None:
    statuses = [client.get(f"/api/v1/odds?roll={number}d6!").status_code for number in range(1, 20)]
    assert statuses[:10] == [200] * 10
    assert statuses[10:] == [429] * 9


def test_many_totals_are_told_in_a_few_bars(client: FlaskClient) -> None:
    bars = client.get("/api/v1/odds?roll=1d1000").get_json()["odds"]["bars"]
    assert (len(bars), bars[0]["low"], bars[-1]["high"]) == (40, 1, 1000)


@each_row(("asked", "told"), [("fr", "fr"), ("en", "en"), ("de", "en"), ("", "en"), (MARK, "en")])
def test_a_phone_may_choose_its_language(client: FlaskClient, asked: str, told: str) -> None:
    assert client.get(f"/api/v1/table?lang={asked}").get_json()["lang"] == told


def test_the_panel_and_nobody_else_gets_the_lights_of_an_emulated_tray(client: FlaskClient, panel: FakePanel) -> None:
    assert client.get("/api/v1/tray").get_json() == {"leds": None}
    dark = {"windows": [["000000"] * 14] * 3, "verdict": ["000000"] * 2, "ring": ["180a00"] * 33, "lamps": [True] * 4}
    panel.tray = {**dark, "idol": {"turned": 45, "struck": 2, "moves": True}, "moves": False}
    assert client.get("/api/v1/tray").get_json() == {"leds": panel.tray}
    assert set(panel.tray) == set(DESCRIPTION["components"]["schemas"]["LedsBody"]["properties"])
    told = call(client, "watcher", "GET", "/api/v1/tray")
    assert (told.status_code, b"180a00" in told.data) == (404, False)


def test_the_table_names_its_devices_and_what_ails_them(client: FlaskClient, panel: FakePanel) -> None:
    panel.devices = [DeviceStatus("screen", simulated=False, working=False, trouble="test.unplugged")]
    devices = client.get("/api/v1/table?lang=fr").get_json()["devices"]
    text = "L’écran n’est pas branché ; son câble est peut-être lâche."
    assert devices == [{"name": "screen", "label": "Écran", "simulated": False, "working": False, "text": text}]


def test_health_lists_devices_that_fail_and_games_that_are_not_kept(
    client: FlaskClient, panel: FakePanel, table: FakeTable
) -> None:
    assert client.get("/api/v1/healthz").get_json()["faults"] == []
    panel.devices = [DeviceStatus("screen", simulated=False, working=False, trouble="test.unplugged")]
    table.published = replace(table.published, keeps_nothing=True)
    faults = client.get("/api/v1/healthz?lang=fr").get_json()["faults"]
    assert [fault["key"] for fault in faults] == ["journal", "device.screen"]
    assert faults[1]["text"] == "L’écran n’est pas branché ; son câble est peut-être lâche."


def test_the_table_names_the_lamps_that_are_lit_as_the_buttons_stand(client: FlaskClient, panel: FakePanel) -> None:
    assert client.get("/api/v1/table").get_json()["lamps"] == ["roll"]
    panel.lamps = {"back", "ok", "spin"}
    assert client.get("/api/v1/table").get_json()["lamps"] == ["spin", "ok", "back"]


def test_a_command_reaches_the_session_whole(client: FlaskClient, table: FakeTable) -> None:
    response = post(client, "/api/v1/commands", command(seat=1, entropy="00ff10"))
    assert (response.status_code, response.get_json()) == (200, {"version": 14})
    request = CommandRequest("b7c41f0e93", 14, 1, "roll dice", "phone", frozenset({TABLE, 0, 1}), b"\x00\xff\x10")
    assert table.requests == [request]


def test_each_caller_is_told_the_ids_of_its_own_commands_alone(client: FlaskClient, table: FakeTable) -> None:
    own, others = hash_of(cookie_of("seat")), hash_of(cookie_of("other seat"))
    table.change(arrived={own: ("a1", "a2"), others: ("b1",), "": ("t1",)})
    told = {who: call(client, who, "GET", "/api/v1/table").get_json()["arrived"] for who in CALLERS}
    assert told == {
        **dict.fromkeys(CALLERS, []),
        "this computer": ["t1"],
        "seat": ["a1", "a2"],
        "other seat": ["b1"],
    }
    television = call(client, "this computer", "GET", "/api/v1/table?seat=none").get_json()
    assert television["arrived"] == []


@each_row(("word", "seat"), [("table", TABLE), ("chance", CHANCE)])
def test_the_seats_without_a_chair_have_words(client: FlaskClient, table: FakeTable, word: str, seat: int) -> None:
    assert post(client, "/api/v1/commands", command(seat=word)).status_code == 200
    assert table.requests.pop().seat == seat


STALE = "Somebody was quicker: look again."


@each_row(
    ("reason", "rule", "status", "body"),
    [
        ("stale", None, 409, {"error": "stale", "reason": "stale", "text": STALE}),
        ("rolling", None, 409, {"error": "rolling", "reason": "rolling", "text": STALE}),
        ("refused", "FI-A1", 422, {"error": "refused", "rule": "FI-A1", "reason": STALE, "text": STALE}),
        ("refused", None, 422, {"error": "refused", "rule": None, "reason": STALE, "text": STALE}),
        ("unreadable", None, 422, {"error": "unreadable", "rule": None, "reason": STALE, "text": STALE}),
        ("forbidden", None, 403, {"error": "forbidden", "text": STALE}),
        ("unwritable", None, 503, {"error": "unwritable", "text": STALE}),
        ("busy", None, 503, {"error": "busy", "text": STALE}),
        ("no-game", None, 422, {"error": "no-game", "rule": None, "reason": STALE, "text": STALE}),
        ("failed", None, 500, {"error": "failed", "text": STALE}),
    ],
)
def test_a_refusal_is_a_status_and_a_sentence(
    client: FlaskClient, table: FakeTable, reason: str, rule: str | None, status: int, body: dict[str, Any]
) -> None:
    table.refuse = RequestRefused(said("stale"), reason, rule)
    response = post(client, "/api/v1/commands", command())
    assert (response.status_code, response.get_json()) == (status, body)


def test_a_refusal_is_said_in_the_phones_language(client: FlaskClient, table: FakeTable) -> None:
    table.refuse = RequestRefused(said("stale"), "stale")
    text = post(client, "/api/v1/commands?lang=fr", command()).get_json()["text"]
    assert text == "Quelqu’un a été plus rapide : regarde à nouveau."


BAD_COMMANDS = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"17",
    b'"x"',
    b"\xff\xfe",
    b"[" * 4000,
    b"NaN",
    *(
        (f'{{"id": {id_}, "seen": {seen}, "seat": {seat}, "do": {do}{more}}}').encode()
        for id_, seen, seat, do, more in [
            ('""', 14, '"table"', '"roll"', ""),
            (f'"{"x" * 65}"', 14, '"table"', '"roll"', ""),
            ('"a b"', 14, '"table"', '"roll"', ""),
            ('"a\\n"', 14, '"table"', '"roll"', ""),
            ('"é"', 14, '"table"', '"roll"', ""),
            ("7", 14, '"table"', '"roll"', ""),
            ("null", 14, '"table"', '"roll"', ""),
            ('"a"', -1, '"table"', '"roll"', ""),
            ('"a"', 1.5, '"table"', '"roll"', ""),
            ('"a"', '"14"', '"table"', '"roll"', ""),
            ('"a"', "true", '"table"', '"roll"', ""),
            ('"a"', "1e999", '"table"', '"roll"', ""),
            ('"a"', "9" * 400, '"table"', '"roll"', ""),
            ('"a"', 14, -1, '"roll"', ""),
            ('"a"', 14, 64, '"roll"', ""),
            ('"a"', 14, '"watcher"', '"roll"', ""),
            ('"a"', 14, "null", '"roll"', ""),
            ('"a"', 14, "[0]", '"roll"', ""),
            ('"a"', 14, 0, '""', ""),
            ('"a"', 14, 0, f'"{"x" * 501}"', ""),
            ('"a"', 14, 0, '"roll\\u0000"', ""),
            ('"a"', 14, 0, '"roll\\n"', ""),
            ('"a"', 14, 0, "7", ""),
            ('"a"', 14, 0, '"roll"', ', "entropy": "0"'),
            ('"a"', 14, 0, '"roll"', ', "entropy": "0g"'),
            ('"a"', 14, 0, '"roll"', ', "entropy": "AB"'),
            ('"a"', 14, 0, '"roll"', f', "entropy": "{"00" * 33}"'),
            ('"a"', 14, 0, '"roll"', ', "entropy": null'),
            ('"a"', 14, 0, '"roll"', f', "{MARK}": 1'),
        ]
    ),
    b'{"seen": 14, "seat": 0, "do": "roll"}',
    b'{"id": "a", "seat": 0, "do": "roll"}',
    b'{"id": "a", "seen": 14, "do": "roll"}',
    b'{"id": "a", "seen": 14, "seat": 0}',
    b'{"do": "\xff"}',
    b'{"\xff": 1}',
    b'{"id\xff": "a"}',
    b'{"id": "\xff", "seen": 14, "seat": 0, "do": "roll"}',
    b'{"id": "a", "seen": 14, "seat": "\xff", "do": "roll"}',
    b'{"id": "a", "seen": 14, "seat": 0, "do": "roll\xe2\x82"}',
    b'{"id": "a", "seen": 14, "seat": 0, "do": "roll\xc0\x80"}',
    b'{"id": "a", "seen": 14, "seat": 0, "do": "roll\xed\xa0\x80"}',
    b'{"id": "a", "seen": 14, "seat": 0, "do": "roll\\ud800"}',
    b'{"id": "a", "seen": 14, "seat": 0, "do": "roll", "entropy": "\xff"}',
]


@each_row("body", BAD_COMMANDS)
def test_a_body_out_of_shape_is_refused_before_the_session(client: FlaskClient, table: FakeTable, body: bytes) -> None:
    response = post(client, "/api/v1/commands", data=body, content_type="application/json")
    assert (response.status_code, response.get_json()["error"]) == (400, "body")
    assert table.requests == []
    assert MARK not in response.get_data(as_text=True)


@each_row("kind", ["text/plain", "application/x-www-form-urlencoded", "application/json-seq", "text/json", "", MARK])
def test_only_json_is_read(client: FlaskClient, table: FakeTable, kind: str) -> None:
    body = b'{"id": "a", "seen": 14, "seat": 0, "do": "roll"}'
    response = post(client, "/api/v1/commands", data=body, content_type=kind)
    assert (response.status_code, response.get_json()["error"]) == (415, "not-json")
    assert (table.requests, MARK in response.get_data(as_text=True)) == ([], False)


def test_a_body_over_four_kib_is_refused(client: FlaskClient, table: FakeTable) -> None:
    response = post(client, "/api/v1/commands", data=b" " * 4097, content_type="application/json")
    assert (response.status_code, response.get_json()["error"]) == (413, "too-large")
    assert table.requests == []


@pytest.mark.parametrize(
    ("body", "pressed", "turned"),
    [
        ({"button": "roll"}, [(("roll",), 100)], []),
        ({"button": "push", "for_ms": 1200}, [(("push",), 1200)], []),
        ({"buttons": ["ok", "back"], "for_ms": 3000}, [(("ok", "back"), 3000)], []),
        ({"turn": -2}, [], [-2]),
    ],
)
def test_a_press_moves_the_simulated_hands(
    client: FlaskClient, panel: FakePanel, body: dict[str, Any], pressed: list[Any], turned: list[int]
) -> None:
    assert post(client, "/api/v1/press", body).status_code == 200
    assert (panel.input.pressed, panel.input.turned) == (pressed, turned)


@each_row(
    "body",
    [
        {},
        {"for_ms": 100},
        {"button": "knob"},
        {"button": ["roll"]},
        {"buttons": []},
        {"buttons": ["roll"] * 7},
        {"button": "roll", "buttons": ["ok"]},
        {"button": "roll", "turn": 1},
        {"button": "roll", "for_ms": 19},
        {"button": "roll", "for_ms": 10_001},
        {"button": "roll", "for_ms": "100"},
        {"turn": 0},
        {"turn": 25},
        {"turn": 1.5},
        {"button": "roll", MARK: 1},
    ],
)
def test_a_press_that_no_hand_can_do_is_refused(client: FlaskClient, panel: FakePanel, body: dict[str, Any]) -> None:
    response = post(client, "/api/v1/press", body)
    assert response.status_code == 400
    assert (panel.input.pressed, panel.input.turned) == ([], [])
    assert MARK not in response.get_data(as_text=True)


@each_row("scale", range(1, 9))
def test_the_screens_picture_comes_at_any_scale(client: FlaskClient, scale: int) -> None:
    response = client.get(f"/api/v1/screen.png?scale={scale}")
    assert (response.mimetype, response.data) == ("image/png", b"\x89PNG" + bytes((scale, 4)))


@each_row("scale", ["0", "9", "-1", "01", "1.0", "", "two", "1e1", MARK])
def test_another_scale_is_refused(client: FlaskClient, scale: str) -> None:
    response = client.get(f"/api/v1/screen.png?scale={scale}")
    assert (response.status_code, response.get_json()["error"]) == (400, "scale")


@each_row("path", [f"/{MARK}", f"/api/v1/{MARK}", f"/api/{MARK}?{MARK}={MARK}", f"/static/{MARK}"])
@each_row("who", CALLERS)
def test_an_unknown_address_is_not_repeated(client: FlaskClient, who: Any, path: str) -> None:
    response = call(client, who, "GET", path)
    assert response.status_code == 404
    assert MARK not in response.get_data(as_text=True)
    assert response.is_json == path.startswith("/api")


def test_a_fault_of_ours_is_logged_and_not_shown(
    client: FlaskClient, table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(request: CommandRequest) -> None:
        raise RuntimeError(MARK)

    table.on_submit = fail
    response = post(client, "/api/v1/commands", command())
    assert (response.status_code, response.get_json()["error"]) == (500, "broken")
    assert MARK not in response.get_data(as_text=True)
    assert "a request failed" in caplog.text


def test_it_is_healthy_once_it_plays(client: FlaskClient) -> None:
    assert client.get("/api/v1/healthz").get_json() == {"version": 14, "faults": []}


def test_it_is_not_healthy_while_nothing_can_be_played(client: FlaskClient, table: FakeTable) -> None:
    table.change(trouble=True)
    response = client.get("/api/v1/healthz")
    assert (response.status_code, response.get_json()["error"]) == (503, "not-playing")


def test_the_description_names_every_route_and_method(app: Flask, client: FlaskClient) -> None:
    described = client.get("/api/v1/openapi.json").get_json()
    assert described == DESCRIPTION
    routes = {
        (method.lower(), re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD"}
        if rule.rule.startswith("/api/")
    }
    assert {(method, path) for path, methods in described["paths"].items() for method in methods} == routes


def test_the_description_refers_to_nothing_it_lacks() -> None:
    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            found = [value["$ref"]] if "$ref" in value else []
            return found + [each for inner in value.values() for each in references(inner)]
        return [each for inner in value for each in references(inner)] if isinstance(value, list) else []

    schemas = {f"#/components/schemas/{name}" for name in DESCRIPTION["components"]["schemas"]}
    assert set(references(DESCRIPTION)) == schemas


@each_row("path", ["commands", "join", "leave", "press"])
def test_the_descriptions_examples_are_accepted(
    client: FlaskClient, phones: Phones, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda _: 417098)
    phones.window.open()
    post_ = DESCRIPTION["paths"][f"/api/v1/{path}"]["post"]
    name = post_["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    assert name in DESCRIPTION["components"]["schemas"]
    response = post(client, f"/api/v1/{path}", post_["requestBody"]["content"]["application/json"]["example"])
    assert response.status_code == 200


def test_the_description_has_every_field_of_the_table(client: FlaskClient) -> None:
    fields = DESCRIPTION["components"]["schemas"]["TableBody"]["properties"]
    assert set(client.get("/api/v1/table").get_json()) == set(fields)


ADDRESSES = {
    "form": "/form?do=correct",
    "rule": "/rules/fireship/FS-A1",
    "how_to_play": "/how-to-play/spinner",
    "shared_kit": "/games/spinner/share",
    "record": "/records/7",
    "draws": "/records/7/draws",
    "moves": "/records/7/moves",
    "move": "/records/7/moves/0",
    "report": "/records/7/report",
}
"""How those routes are asked that have places in their address."""


@each_row("menu", [False, True])
@each_row(
    "route",
    [route for route in API if route.method == "GET" and route.answers[0].media == "application/json"],
    ids=lambda route: route.name,
)
def test_an_answer_holds_what_its_routes_type_names_and_nothing_else(
    client: FlaskClient, phones: Phones, table: FakeTable, route: ApiRoute, menu: bool
) -> None:
    if menu:
        table.change(menu=True, over={"again": said("undo"), "name": "", "check": None})
    who: Any = "phone" if route.name == "invite" else "this computer"
    response = call(client, who, "GET", "/api/v1" + ADDRESSES.get(route.name, route.path))
    assert response.status_code == 200, response.data
    read = msgspec.json.decode(response.data, type=route.answers[0].kind)
    assert json.loads(msgspec.json.encode(read)) == response.get_json()


@each_row(
    ("path", "method", "statuses"),
    [
        ("/api/v1/table", "get", {"200", "400", "403", "429"}),
        ("/api/v1/records/{number}/moves/{at}", "get", {"200", "400", "403", "404", "409", "429", "503"}),
        ("/api/v1/join", "post", {"200", "202", "400", "403", "409", "413", "415", "422", "429", "503"}),
    ],
)
def test_the_description_tells_every_status(path: str, method: str, statuses: set[str]) -> None:
    assert set(DESCRIPTION["paths"][path][method]["responses"]) == statuses
