"""The keeper's whole way, through a real Mosquitto: from the club's page to a table's own screen, and back."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.club.keeper import Keeper
from companion.club.keeper_routes import BODY_BYTES, create_keepers_routes
from companion.club.service import Club, ClubOptions
from companion.model.requests import CommandRequest
from companion.opening import Opening
from companion.outside.messages import RecordMessage, read
from companion.settings.tables import Settings
from hardware.cues import MessageCue
from tests.companion.outside.mqtt.test_arriving_kits import HARBOUR
from tests.support.houses import House, told_to
from tests.support.mosquitto import LOCALHOST, Mosquitto, mosquitto_in
from tests.support.tables import FIRESHIP, Table, dice, picture, scripted
from tests.support.waiting import eventually
from tests.support.wording import say
from web_ui.http.settings import WebSettings

PASSWORD = "oak and brass 1"
ALL_ORDERS = ("message", "kit", "record")
DELAYS_S = (0.05, 0.2)


class Page:
    """The club's page in the hands of its keeper: signed in over HTTP."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._cookie = ""
        status, _ = self.post("/sign-in", {"password": PASSWORD})
        assert status == 200

    @property
    def table(self) -> dict[str, Any]:
        """The one table of the club, as its tile shows it."""
        tiles = json.loads(self._club.context.live.whole())["tiles"]
        return tiles[0] if tiles else {}

    def post(self, address: str, body: object = None) -> tuple[int, Any]:
        here = f"{LOCALHOST}:{self._club.server.port}"
        connection = http.client.HTTPConnection(here)
        headers = {"Origin": f"http://{here}", "Content-Type": "application/json", "Cookie": self._cookie}
        connection.request("POST", address, json.dumps(body or {}), headers)
        answer = connection.getresponse()
        if answer.headers["Set-Cookie"]:
            self._cookie = answer.headers["Set-Cookie"].partition(";")[0]
        told = answer.status, json.loads(answer.read())
        connection.close()
        return told


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto_in(tmp_path / "broker") as broker:
        yield broker


@pytest.fixture
def page(tmp_path: Path, mosquitto: Mosquitto) -> Iterator[Page]:
    keeper = Keeper(tmp_path / "club")
    keeper.set_password(PASSWORD)
    web = WebSettings(host=LOCALHOST, port=0, watching=False, body_bytes=BODY_BYTES)
    options = ClubOptions(mosquitto.address("club"), f"sqlite:///{tmp_path / 'book.sqlite'}", web)
    club = Club(options, {}, lambda slug, mode: None, keeper, delays_s=DELAYS_S)
    club.app.register_blueprint(create_keepers_routes(club.context, keeper, club.broker))
    try:
        club.start()
        eventually(lambda: club.broker.is_connected)
        yield Page(club)
    finally:
        club.close()


@contextmanager
def table_of(
    folder: Path, mosquitto: Mosquitto, page: Page, obey: tuple[str, ...] = ALL_ORDERS, names: bool = False, **more: Any
) -> Iterator[Table]:
    """A table that obeys what *obey* names, once the club knows it."""

    def change(settings: Settings) -> Settings:
        own = told_to(mosquitto, names=names)(settings)
        return replace(own, club=replace(own.club, obey=obey))

    with Table(folder / "table", change=change, **more) as table:
        eventually(lambda: page.table.get("is_online", False))
        yield table


def closing(text: str) -> MessageCue:
    return MessageCue(title=say("stage.keeper"), lines=(text, say("stage.keeper-how")))


def test_a_message_is_on_the_screen_and_the_pages_until_a_button_reads_it(
    tmp_path: Path, mosquitto: Mosquitto, page: Page
) -> None:
    with table_of(tmp_path, mosquitto, page) as table:
        words = {"text": "Closing in <15>\nminutes 🚀", "tables": "all", "minutes": 15}
        status, told = page.post("/api/tables/message", words)
        assert (status, told["tables"]) == (200, 1)
        table.shows(closing("Closing in <15> minutes ?"))
        keeper = table.table["keeper"]
        assert (keeper["number"], keeper["says"]) == (told["id"], "The keeper: Closing in <15> minutes ?")
        assert b"&lt;15&gt;" in table.get("/").body
        table.press("ok")
        eventually(lambda: table.screen != picture(closing("Closing in <15> minutes ?")))
        assert table.table["keeper"]["says"] == keeper["says"]


def test_a_table_that_isnt_asked_to_obey_doesnt(tmp_path: Path, mosquitto: Mosquitto, page: Page) -> None:
    with table_of(tmp_path, mosquitto, page, obey=("record",)) as table:
        assert page.post("/api/tables/message", {"text": "Closing"})[0] == 409
        ear = House(mosquitto)
        ear.tell(f"tidetable/{page.table['id']}/do/message", b'{"id":"m1","text":"Closing"}')
        ear.tell(f"tidetable/{page.table['id']}/do/record", b'{"id":"r1"}')
        eventually(lambda: bool(ear.of("record")))  # which came after it
        ear.close()
        assert table.table["keeper"]["says"] == ""


def test_a_call_goes_to_the_club_and_its_answer_comes_back(tmp_path: Path, mosquitto: Mosquitto, page: Page) -> None:
    with table_of(tmp_path, mosquitto, page) as table:
        assert table.command("call-keeper").status == 200
        eventually(lambda: page.table.get("need") == "call")
        assert page.post(f"/api/tables/{page.table['id']}/coming")[0] == 200
        table.shows(MessageCue(title=say("stage.keeper-coming"), lines=(say("stage.keeper-how"),)))
        assert table.table["keeper"]["told"] == say("keeper.coming")
        eventually(lambda: page.table.get("need") == "coming")
        assert table.command("all-right").status == 200
        eventually(lambda: "need" not in page.table)
        assert page.post(f"/api/tables/{page.table['id']}/coming")[0] == 409


@pytest.mark.parametrize(("names", "who"), [(False, "Player 2"), (True, "Ben")])
def test_who_calls_is_told_by_name_only_where_names_are(
    tmp_path: Path, mosquitto: Mosquitto, page: Page, names: bool, who: str
) -> None:
    opening = Opening("fireship", "kit", ("Ann", "Ben"))
    with table_of(tmp_path, mosquitto, page, names=names, opening=opening) as table:
        session = table.daemon.session
        session.submit(
            CommandRequest("call", session.published.version, 1, "call-keeper", "phone", frozenset({1}), b"", "p")
        )
        eventually(lambda: page.table.get("need") == "call")
        assert page.table["call"]["who"] == who


def test_a_kit_is_asked_about_at_the_table_and_is_there_at_once(
    tmp_path: Path, mosquitto: Mosquitto, page: Page
) -> None:
    with table_of(tmp_path, mosquitto, page, opening=None) as table:
        kits = tmp_path / "table" / "data" / "kits"
        kit = {"slug": "harbour", "text": HARBOUR + "#" * 50_000}
        assert page.post("/api/tables/kit", kit)[0] == 200
        asked = say("stage.ask-kit", name="Harbour Days")
        table.shows(MessageCue(title="", lines=(asked, say("stage.right-how"))))
        assert not kits.exists()

        def is_taken() -> bool:
            table.press("ok")  # which counts once somebody can have read the question
            return (kits / "harbour.toml").exists()

        eventually(is_taken)
        eventually(lambda: "harbour" in [game["slug"] for game in table.table["menu"]["shelf"]["games"]])
        assert page.post("/api/tables/kit", kit)[0] == 200
        assert table.daemon.asking.question is None


def test_the_record_of_a_game_that_goes_on_is_the_sealed_one(tmp_path: Path, mosquitto: Mosquitto, page: Page) -> None:
    with table_of(tmp_path, mosquitto, page, opening=FIRESHIP, dealers=scripted((3, 7, 10))) as table:
        ear = House(mosquitto)
        table.command("roll dice")
        eventually(lambda: dice(table.table)["roll"] == 1)
        status, told = page.post(f"/api/tables/{page.table['id']}/record", {"game": 0})
        assert status == 200
        eventually(lambda: bool(ear.of("record")))
        (letter,) = [each for each in ear.heard if each.topic.endswith("/record") and "/do/" not in each.topic]
        record = read(letter.payload, RecordMessage)
        ear.close()
    assert record.asked == told["id"]
    assert '"seed"' not in record.text
    assert "roll dice" in record.text


def test_the_server_takes_no_more_than_a_kit(page: Page) -> None:
    status, _ = page.post("/api/tables/kit", {"slug": "harbour", "text": "#" * BODY_BYTES})
    assert status == 413
