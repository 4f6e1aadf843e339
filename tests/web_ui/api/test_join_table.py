"""Phones at a whole table: what a seat may, another's seat, the table's; and what a restart leaves."""

from __future__ import annotations

import http.client
import json
import socket
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from companion.opening import Opening
from hardware.oled.drawing.screens import placeholder
from tests.support.sse import Reader
from tests.support.tables import Table
from tests.support.waiting import TIMEOUT_S, eventually

pytestmark = pytest.mark.whole

OPENING = Opening("fireship", "kit", ("Ann", "Ben"))


class Phone:
    """A phone on the table's network, by the table's name; it keeps its cookie as a browser does."""

    def __init__(self, table: Table, cookie: str = "") -> None:
        self.port = table.daemon.server.port
        self.cookie = cookie

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        host = f"{socket.gethostname()}:{self.port}"
        headers = {"Host": host, "Origin": f"http://{host}", "Cookie": f"tidetable={self.cookie}"}
        headers["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S)
        try:
            connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            given = response.headers["Set-Cookie"]
            if given is not None:
                self.cookie = given.partition(";")[0].removeprefix("tidetable=")
            return response.status, json.loads(response.read())
        finally:
            connection.close()

    def say(self, seat: int | str, do: str, id: str) -> int:
        seen = self.ask("GET", "table")[1]["version"]
        return self.ask("POST", "commands", {"id": id, "seen": seen, "seat": seat, "do": do})[0]


def sit_down(table: Table, *seats: int, name: str) -> Phone:
    phone = Phone(table)
    table.daemon.window.open()
    body = {"pin": table.daemon.window.digits, "seats": seats, "name": name}
    assert phone.ask("POST", "join", body) == (200, {"seats": list(seats), "name": name})
    return phone


@pytest.mark.parametrize(
    ("seat", "do", "status"),
    [
        (0, "roll dice", 200),
        (1, "roll dice", 403),
        ("table", "roll dice", 403),
        ("table", "lang fr", 403),
        ("table", "new fireship kit", 403),
        ("chance", "roll 1 2 3", 403),
        (0, "lang fr", 422),
        (0, "new fireship kit", 200),
        (0, "new fireship kit hold=9", 422),
        (0, "new chess", 422),
    ],
)
def test_a_seat_may_what_is_its_own_and_nothing_else(tmp_path: Path, seat: int | str, do: str, status: int) -> None:
    with Table(tmp_path, opening=OPENING) as table:
        assert sit_down(table, 0, name="Ada").say(seat, do, "a") == status


def test_two_phones_play_under_their_names_and_a_third_gets_no_seat(tmp_path: Path) -> None:
    with Table(tmp_path, opening=OPENING) as table:
        ada, ben = sit_down(table, 0, name="Ada"), sit_down(table, 1, name="Ben")
        pin = table.daemon.window.digits
        assert Phone(table).ask("POST", "join", {"pin": pin, "seats": [1]})[0] == 202
        table.press("back")
        eventually(lambda: table.daemon.asking.question is None)
        assert ada.say(0, "roll dice", "first") == 200
        eventually(lambda: ben.ask("GET", "table")[1]["reveal"] is None)
        told = ben.ask("GET", "table")[1]
        assert [person["name"] for person in told["people"]] == ["Ada", "Ben"]
        assert told["log"][-1]["who"] == "Ada"


def test_a_restart_knows_its_phones_and_their_names(tmp_path: Path) -> None:
    with Table(tmp_path, opening=OPENING) as table:
        cookie = sit_down(table, 1, name="Chloé").cookie
    with Table(tmp_path, opening=None) as table:
        status, told = Phone(table, cookie).ask("GET", "table")
        assert (status, told["joined"], told["seats"]) == (200, True, [1])
        assert [person["name"] for person in told["people"]] == ["Ann", "Chloé"]
        assert Phone(table, cookie).say(1, "roll dice", "again") == 200


def test_no_phone_is_shown_the_screens_own_picture(tmp_path: Path) -> None:
    with Table(tmp_path, opening=OPENING) as table:
        for phone in (Phone(table), sit_down(table, 0, name="Ada")):
            status, told = phone.ask("GET", "stream?screen=own")
            assert (status, told["error"]) == (403, "panel-elsewhere")


def test_the_digits_stand_on_the_tables_glass_and_its_panel_and_not_in_its_mirrored_picture(tmp_path: Path) -> None:
    with Table(tmp_path, opening=OPENING) as table:
        table.daemon.window.open()
        eventually(lambda: table.screen == placeholder().tobytes())
        assert table.private_screen != table.screen
        with Reader(table.port, "/api/v1/stream?screen=own") as here:
            assert b64decode(here.next("private-screen").data) == table.private_screen
        table.daemon.window.close()
        eventually(lambda: table.screen != placeholder().tobytes())
