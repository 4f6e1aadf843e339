"""The keeper's routes: who may come in, and what goes to which tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.club.app import create_club
from companion.club.context import context_of
from companion.club.keeper import COOKIE, FILE, Keeper
from companion.club.keeper_routes import BODY_BYTES, create_keepers_routes
from companion.club.orders import FRESH_S
from companion.outside.messages import (
    MAX_BYTES,
    Call,
    Coming,
    KeeperMessage,
    KitMessage,
    Status,
    WantedRecord,
    encode,
    read,
)
from companion.outside.mqtt.client.letter import Heard, Letter
from companion.outside.mqtt.topics import told
from tests.support.wording import say
from web_ui.http.settings import WebSettings

PASSWORD = "oak and brass 1"
HOST = "localhost"
ORIGIN = f"http://{HOST}"
TABLE_ID, SECOND_ID, THIRD_ID = "00000000000a", "00000000000b", "00000000000c"
ALL_ORDERS = ("message", "kit", "record")
KIT_TEXT = 'slug = "harbour"\n'


class Carrier:
    """A broker that takes *room* letters at once, and has each once the test says so."""

    def __init__(self) -> None:
        self.is_connected = True
        self.room = 1000
        self.letters: list[Letter] = []
        self.owed: list[Callable[[], None]] = []

    def deliver(self, letter: Letter, acknowledged: Callable[[], None]) -> bool:
        if not self.is_connected or len(self.owed) >= self.room:
            return False
        self.letters.append(letter)
        self.owed.append(acknowledged)
        return True

    def acknowledge(self) -> None:
        self.owed.pop(0)()

    @property
    def topics(self) -> list[str]:
        return [letter.topic for letter in self.letters]


@cache
def kept() -> bytes:
    """Return what a keeper's folder has of ``PASSWORD``, made once: a hash takes as long as all else in a test."""
    with TemporaryDirectory() as folder:
        Keeper(Path(folder), float).set_password(PASSWORD)
        return (Path(folder) / FILE).read_bytes()


class Club:
    """A club of three tables, of which the third obeys nothing; its keeper has a password."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 0.0
        self.keeper = Keeper(folder, lambda: self.now_s)
        (folder / FILE).write_bytes(kept())
        self.carrier = Carrier()
        settings = WebSettings(hostname=HOST, addresses=lambda: (), watching=False, clock=lambda: self.now_s)
        broker: Any = self.carrier
        numbers = {TABLE_ID: 1, SECOND_ID: 2, THIRD_ID: 3}
        app = create_club(numbers.get, settings, gate=self.keeper)
        context = context_of(app)
        app.register_blueprint(create_keepers_routes(context, self.keeper, broker, lambda: self.now_s))
        self.live = context.live
        self.tell(TABLE_ID, obeys=ALL_ORDERS)
        self.tell(SECOND_ID, obeys=ALL_ORDERS)
        self.tell(THIRD_ID)
        self.browser: FlaskClient = app.test_client()

    def close(self) -> None:
        self.live.close()

    def tell(self, table: str, **status: Any) -> None:
        """Let *table* tell how it is."""
        self.live.hear(Heard(told(table, "status"), encode(Status(online=True, **status)), True))

    def post(self, address: str, body: Any = None, **more: Any) -> TestResponse:
        headers = {"Origin": ORIGIN, **more.pop("headers", {})}
        return self.browser.post(address, json={} if body is None else body, headers=headers, base_url=ORIGIN, **more)

    def sign_in(self, password: str = PASSWORD, **more: Any) -> TestResponse:
        return self.post("/sign-in", {"password": password}, **more)


@pytest.fixture
def club(tmp_path: Path) -> Any:
    club = Club(tmp_path)
    yield club
    club.close()


ORDERS = [
    ("/api/tables/message", {"text": "Closing", "tables": "all"}),
    ("/api/tables/kit", {"slug": "harbour", "text": KIT_TEXT}),
    (f"/api/tables/{TABLE_ID}/record", {}),
    (f"/api/tables/{TABLE_ID}/coming", {}),
]


@pytest.mark.parametrize(("address", "body"), ORDERS)
def test_nobody_but_the_keeper_gives_orders(club: Club, address: str, body: Any) -> None:
    assert (club.post(address, body).status_code, club.carrier.letters) == (403, [])
    club.browser.set_cookie(COOKIE, "x" * 43, domain=HOST)
    assert (club.post(address, body).status_code, club.carrier.letters) == (403, [])


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://localhost", "http://localhost:81"])
@pytest.mark.parametrize(("address", "body"), [*ORDERS, ("/sign-in", {"password": PASSWORD}), ("/sign-out", {})])
def test_nor_does_another_page_in_their_name(club: Club, address: str, body: Any, origin: str | None) -> None:
    club.tell(TABLE_ID, obeys=ALL_ORDERS, call=Call("call-1"))
    club.sign_in()
    headers = {} if origin is None else {"Origin": origin}
    answer = club.browser.post(address, json=body, headers=headers, base_url=ORIGIN)
    assert (answer.status_code, club.carrier.letters) == (403, [])
    assert "Set-Cookie" not in answer.headers
    assert club.post(address, body).status_code == 200


def test_the_cookie_is_for_this_site_alone_and_no_script(club: Club) -> None:
    (cookie,) = club.sign_in().headers.getlist("Set-Cookie")
    name, *attributes = cookie.split("; ")
    assert name.startswith(f"{COOKIE}=")
    assert sorted(each for each in attributes if not each.startswith("Expires")) == [
        "HttpOnly",
        "Max-Age=43200",
        "Path=/",
        "SameSite=Strict",
    ]


def test_over_tls_it_travels_by_tls_alone(club: Club) -> None:
    answer = club.browser.post(
        "/sign-in", json={"password": PASSWORD}, headers={"Origin": f"https://{HOST}"}, base_url=f"https://{HOST}"
    )
    assert "; Secure" in answer.headers["Set-Cookie"]


def test_signing_out_ends_the_session_and_takes_the_cookie(club: Club) -> None:
    club.sign_in()
    kept = club.browser.get_cookie(COOKIE, domain=HOST)
    assert kept is not None
    answer = club.post("/sign-out")
    assert (answer.status_code, club.browser.get_cookie(COOKIE, domain=HOST)) == (200, None)
    club.browser.set_cookie(COOKIE, kept.value, domain=HOST)
    assert club.post("/api/tables/message", {"text": "Closing"}).status_code == 403


def test_a_wrong_password_is_told_and_the_sixth_waits(club: Club) -> None:
    for _ in range(5):
        answer = club.sign_in("oak and brass 2")
        assert (answer.status_code, answer.json and answer.json["error"]) == (403, "wrong-password")
        assert "Set-Cookie" not in answer.headers
        assert b"oak" not in answer.data
    answer = club.sign_in()
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert answer.json == {
        "error": "too-many-tries",
        "text": say("error.too-many-tries", count=60),
    }
    club.now_s += 60
    assert club.sign_in().status_code == 200


@pytest.mark.parametrize("body", [{}, {"password": 7}, {"password": "x" * 3000}, [], "x"])
def test_what_is_no_password_counts_as_no_try(club: Club, body: Any) -> None:
    for _ in range(6):
        assert club.post("/sign-in", body).status_code == 400
    assert club.sign_in().status_code == 200


def test_without_a_password_it_says_how_one_is_set(tmp_path: Path, club: Club) -> None:
    (tmp_path / "keeper.json").unlink()
    answer = club.sign_in()
    assert (answer.status_code, answer.json and answer.json["error"]) == (409, "no-password")


def test_a_message_goes_to_all_that_obey_and_to_each_once(club: Club) -> None:
    club.sign_in()
    answer = club.post("/api/tables/message", {"text": "Closing", "tables": "all", "minutes": 15})
    assert answer.json is not None
    assert (answer.status_code, answer.json["tables"]) == (200, 2)
    assert club.carrier.topics == [f"tidetable/{TABLE_ID}/do/message", f"tidetable/{SECOND_ID}/do/message"]
    assert [letter.retained for letter in club.carrier.letters] == [False, False]
    assert {letter.payload for letter in club.carrier.letters} == {
        encode(KeeperMessage(answer.json["id"], "Closing", 15))
    }
    again = club.post("/api/tables/message", {"text": "Closing"})
    assert again.json is not None
    assert again.json["id"] != answer.json["id"]


def test_or_to_those_that_are_named(club: Club) -> None:
    club.sign_in()
    twice = {"text": "Hi", "tables": [SECOND_ID, SECOND_ID, THIRD_ID]}
    assert club.post("/api/tables/message", twice).json["tables"] == 1  # type: ignore[index]
    assert club.carrier.topics == [f"tidetable/{SECOND_ID}/do/message"]
    assert club.post("/api/tables/message", {"text": "Hi", "tables": [THIRD_ID]}).status_code == 409


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": ""},
        {"text": "x" * 121},
        {"text": "x", "minutes": 0},
        {"text": "x", "minutes": 241},
        {"text": "x", "tables": "some"},
        {"text": "x", "tables": ["../../x"]},
        {"text": "x", "tables": ["#"]},
    ],
)
def test_what_no_table_could_read_isnt_sent(club: Club, body: Any) -> None:
    club.sign_in()
    assert (club.post("/api/tables/message", body).status_code, club.carrier.letters) == (400, [])


def test_a_record_is_asked_for_where_that_is_obeyed(club: Club) -> None:
    club.sign_in()
    answer = club.post(f"/api/tables/{TABLE_ID}/record", {"game": 3})
    assert answer.json is not None
    wanted = encode(WantedRecord(answer.json["id"], 3))
    assert club.carrier.letters == [Letter(f"tidetable/{TABLE_ID}/do/record", wanted)]
    assert club.post(f"/api/tables/{THIRD_ID}/record").status_code == 409
    assert club.post("/api/tables/00000000000f/record").status_code == 404
    assert club.post("/api/tables/x/record").status_code == 404


def test_the_keeper_comes_for_the_call_that_stands(club: Club) -> None:
    club.sign_in()
    assert club.post(f"/api/tables/{THIRD_ID}/coming").status_code == 409
    club.tell(THIRD_ID, call=Call("call-1", "Ann"))
    assert club.post(f"/api/tables/{THIRD_ID}/coming").status_code == 200
    assert read(club.carrier.letters[0].payload, Coming).call == "call-1"


def test_a_kit_goes_to_all_that_obey(club: Club) -> None:
    club.sign_in()
    answer = club.post("/api/tables/kit", {"slug": "harbour", "text": KIT_TEXT + "#" * 50_000})
    assert answer.json is not None
    assert (answer.status_code, answer.json["tables"]) == (200, 2)
    assert read(club.carrier.letters[1].payload, KitMessage) == KitMessage(
        answer.json["id"], "harbour", KIT_TEXT + "#" * 50_000
    )


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"slug": "harbour", "text": "slug = "}, 422),
        ({"slug": "harbour", "text": ""}, 422),
        ({"slug": "harbour", "text": 'slug = "other"'}, 422),
        ({"text": 'slug = "../x"'}, 422),
        ({"slug": "../x", "text": 'slug = "../x"'}, 400),
        ({"slug": "harbour", "text": KIT_TEXT + "#" * MAX_BYTES}, 413),
        ({"slug": "harbour", "text": ".".join("a" * 20_000) + " = 1"}, 422),
        ({"slug": "harbour", "text": KIT_TEXT + "#" * BODY_BYTES}, 413),
    ],
    ids=["no-toml", "empty", "another", "own-path", "path", "long", "dots", "endless"],
)
def test_what_is_no_kit_isnt_sent(club: Club, body: Any, status: int) -> None:
    club.sign_in()
    assert (club.post("/api/tables/kit", body).status_code, club.carrier.letters) == (status, [])


def test_without_a_broker_nothing_is_kept_for_later(club: Club) -> None:
    club.sign_in()
    club.carrier.is_connected = False
    assert club.post("/api/tables/message", {"text": "Closing"}).status_code == 503
    club.carrier.is_connected = True
    assert club.post("/api/tables/message", {"text": "Last orders"}).status_code == 200
    assert {read(letter.payload, KeeperMessage).text for letter in club.carrier.letters} == {"Last orders"}


def test_orders_wait_for_room_and_go_stale(club: Club) -> None:
    club.sign_in()
    club.carrier.room = 1
    club.post("/api/tables/message", {"text": "One"})
    assert len(club.carrier.letters) == 1
    club.carrier.acknowledge()
    assert [read(letter.payload, KeeperMessage).text for letter in club.carrier.letters] == ["One", "One"]
    club.post("/api/tables/message", {"text": "Two"})
    club.now_s += FRESH_S
    club.carrier.acknowledge()
    assert len(club.carrier.letters) == 2
