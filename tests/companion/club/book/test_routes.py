"""The book's pages: for who may look, in their language; the keeper alone has names forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.club.app import create_club
from companion.club.book.database import Database, store_in
from companion.club.book.store import Book
from companion.club.book.verification import check_all
from companion.club.book_routes import create_routes
from companion.club.context import context_of
from companion.runtime.clock import ManualClock
from companion.texts.say import Texts
from tests.companion.club.test_app import Gate
from tests.support.evenings import OAK, changed, finished, promised, record, shipped
from web_ui.http.settings import WebSettings

RACE = {"slug": "fireball-island", "people": ("Ann", "<b>Ben"), "result": "Ann has won. <i>"}
Client = Callable[..., FlaskClient]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    book = Book(Database(store_in(tmp_path)), ManualClock())
    text = promised("fireball-island", policy="racer")
    book.finish(OAK, finished(text, **RACE))  # type: ignore[arg-type]
    book.keep(OAK, record(text))
    book.finish(OAK, finished(game=2, mood="bad"))
    false = changed(text, '"seat":0,"do":"', '"seat":1,"do":"')
    book.finish(OAK, finished(false, game=3, **RACE))  # type: ignore[arg-type]
    book.keep(OAK, record(false, game=3))
    check_all(book, shipped)
    yield book
    book.close()


@pytest.fixture
def client(book: Book) -> Iterator[Client]:
    apps = []

    def client(watching: bool = False, keeps: bool = False) -> FlaskClient:
        settings = WebSettings(host="127.0.0.1", watching=watching)
        app = create_club(lambda table: 1, settings, gate=Gate())
        app.register_blueprint(create_routes(book, context_of(app)))
        apps.append(app)
        asking = app.test_client()
        if keeps:
            asking.set_cookie("keeper", "signed in", domain="localhost")
        return asking

    yield client
    for app in apps:
        context_of(app).live.close()


def forget(client: FlaskClient, body: Any, origin: str | None = "http://localhost") -> tuple[int, Any]:
    headers = {} if origin is None else {"Origin": origin}
    answer = client.post("/api/book/forget", json=body, headers=headers)
    return answer.status_code, answer.json


@pytest.mark.parametrize("path", ["/book", "/api/book"])
def test_who_may_not_look_is_told_nothing_of_the_book(client: Client, path: str) -> None:
    answer = client().get(path)
    assert answer.status_code == 403
    assert "Ann" not in answer.text
    assert client(watching=True).get(path).status_code == client(keeps=True).get(path).status_code == 200


def test_programs_read_standings_and_evenings(client: Client) -> None:
    told = client(watching=True).get("/api/book").json
    assert told is not None
    assert (told["of"], told["shown"], len(told["evenings"])) == (3, 3, 1)
    (fireball, island) = told["standings"]
    assert sorted((each["name"], each["played"]) for each in fireball["people"]) == [("<b>Ben", 1), ("Ann", 1)]
    assert sum(each["won"] for each in fireball["people"]) == 1
    assert (island["won"], island["lost"]) == (0, 1)
    assert [(game["game"], game["verdict"], game["why"]) for game in told["evenings"][0]["games"]] == [
        (1, "yes", ""), (2, "not yet", "no-record"), (3, "no", "refused"),
    ]  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_says_all_of_it_and_no_name_is_markup(client: Client, lang: str) -> None:
    page = client(watching=True).get(f"/book?lang={lang}").text
    texts = Texts.load()
    for key in ("club.book.title", "club.book.yes", "club.book.why.no-record", "club.book.why.refused"):
        assert texts.say(lang, key) in page
    assert "&lt;b&gt;Ben" in page
    assert "<b>Ben" not in page
    assert 'id="forget"' not in page
    assert f'lang="{lang}"' in page


def test_the_page_shows_the_newest_and_says_of_how_many(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.club.book_routes.SHOWN", 2)
    page = client(watching=True).get("/book").text
    assert Texts.load().say("en", "club.book.newest", shown=2, of=3) in page


def test_the_keeper_alone_has_a_name_forgotten(client: Client, book: Book) -> None:
    assert forget(client(watching=True), {"name": "Ann"})[0] == 403
    keeper = client(keeps=True)
    assert 'id="forget"' in keeper.get("/book").text
    assert forget(keeper, {"name": "Ann"}, origin=None)[0] == 403
    assert forget(keeper, {"name": "Ann"}, origin="http://elsewhere.example")[0] == 403
    assert forget(keeper, {"name": ""})[0] == forget(keeper, {})[0] == 400
    assert "Ann" in keeper.get("/book").text
    assert forget(keeper, {"name": "Ann"}) == (200, {"games": 3})
    page = keeper.get("/book").text
    assert "Ann" not in page
    assert Texts.load().say("en", "club.book.altered", at="").split(".")[0].strip(" on") in page
