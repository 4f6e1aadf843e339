from __future__ import annotations

import errno
import gzip
import os
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.library.games import Library
from companion.library.packages import MAX_COVER, covers
from companion.runtime.parse_cache import KEPT_IN
from tests.support.callers import call
from tests.support.paths import STATIC
from web_ui.http.content.assets import Assets
from web_ui.http.content.delivery import Delivery, own_page
from web_ui.http.content.errors import Problem


@pytest.mark.parametrize(("name", "kind"), [("icon.svg", "image/svg+xml"), ("icons/icon-192.png", "image/png")])
def test_files_are_sent_as_they_are(client: FlaskClient, name: str, kind: str) -> None:
    page = call(client, "this computer", "GET", "/").get_data(as_text=True)
    folder = page.partition('href="/static/')[2].partition("/")[0]
    response = call(client, "this computer", "GET", f"/static/{folder}/{name}")
    assert (response.status_code, response.mimetype) == (200, kind)
    assert response.data == (STATIC / name).read_bytes()
    assert call(client, "this computer", "GET", f"/static/{folder}/../app.py").status_code == 404


def test_a_browser_that_has_a_file_is_not_sent_it_again(client: FlaskClient) -> None:
    page = call(client, "this computer", "GET", "/").get_data(as_text=True)
    address = "/static/" + page.partition('href="/static/')[2].partition('"')[0]
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    assert client.head(address).headers["ETag"] == first.headers["ETag"]


@pytest.mark.parametrize("name", ["pages/picture.js", "css/kit.css", "icon.svg"])
def test_text_travels_compressed_to_whoever_can_take_it(client: FlaskClient, name: str) -> None:
    page = call(client, "this computer", "GET", "/").get_data(as_text=True)
    address = "/static/" + page.partition('href="/static/')[2].partition("/")[0] + "/" + name
    plain = client.get(address, headers={"Accept-Encoding": "identity"})
    small = client.get(address, headers={"Accept-Encoding": "br, gzip;q=0.8"})
    assert plain.content_encoding is None and small.content_encoding == "gzip"
    assert len(small.data) < len(plain.data) and gzip.decompress(small.data) == plain.data
    assert plain.headers["ETag"] != small.headers["ETag"]
    assert {each.headers["Vary"] for each in (plain, small)} == {"Accept-Encoding"}
    assert client.get(address, headers={"Accept-Encoding": "gzip;q=0"}).content_encoding is None


def test_a_picture_is_compressed_already(client: FlaskClient) -> None:
    page = call(client, "this computer", "GET", "/").get_data(as_text=True)
    address = "/static/" + page.partition('href="/static/')[2].partition("/")[0] + "/icons/icon-192.png"
    assert client.get(address, headers={"Accept-Encoding": "gzip"}).content_encoding is None


def test_no_answer_keeps_a_file_open(client: FlaskClient) -> None:
    page = call(client, "this computer", "GET", "/").get_data(as_text=True)
    before = open_files()
    answers = [client.get(address) for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', page)]
    assert len(answers) > 20
    assert open_files() == before


def open_files() -> set[str]:
    return {str(each.readlink()) for each in Path("/proc/self/fd").iterdir() if each.exists()}


@pytest.fixture
def pig(tmp_path: Path) -> Assets:
    """The assets of a page and of one game with a page of its own."""
    shared, own = tmp_path / "static", tmp_path / "game" / "page"
    for name, source in {
        shared / "pages/phone.js": "import {\n  el,\n} from '../core/dom.js';\n\nimport('../core/late.js');\n",
        shared / "core/dom.js": "export const el = 1;\n",
        shared / "core/late.js": "",
        own / "index.js": (
            "export const sheets = ['../../css/cards.css', './view.css'];\n"
            "export const view = async () => (await import('./view.js')).View;\n"
        ),
        own / "view.js": "import './board.js';\nimport { el } from '../../core/dom.js';\n\nexport class View {}\n",
        own / "board.js": "// import '../../core/never.js';\n",
    }.items():
        name.parent.mkdir(parents=True, exist_ok=True)
        name.write_text(source, "utf-8")
    return Assets(shared, games={"pig": own})


@pytest.fixture
def delivery(pig: Assets) -> Delivery:
    return Delivery(pig)


def test_a_page_asks_at_once_for_what_its_modules_and_the_games_import(pig: Assets, delivery: Delivery) -> None:
    assert own_page(pig, "pig", "view") == ["games/pig/index.js", "games/pig/view.js"]
    assert own_page(pig, "pig", "television") == ["games/pig/index.js"]
    needed, sheets = delivery.needed_by("pages/phone.js", *own_page(pig, "pig", "view"))
    assert needed == (
        *("pages/phone.js", "core/dom.js"),
        *("games/pig/index.js", "games/pig/view.js", "games/pig/board.js"),
    )
    assert sheets == ("css/cards.css", "games/pig/view.css")


def test_only_what_lies_in_a_games_page_is_served(pig: Assets, tmp_path: Path) -> None:
    assert "games/pig/view.js" in pig
    (tmp_path / "game" / "play.py").write_text("", "utf-8")
    again = Assets(tmp_path / "static", games={"pig": tmp_path / "game" / "page"})
    assert again.version == pig.version
    for name in ("games/pig/play.py", "games/pig/../play.py", "games/hog/view.js"):
        assert name not in again
        with pytest.raises(Problem):
            Delivery(again).answer(name)


def test_the_version_names_the_games_pages_too(pig: Assets, tmp_path: Path) -> None:
    (tmp_path / "game" / "page" / "view.js").write_text("export class View { }\n", "utf-8")
    again = Assets(tmp_path / "static", games={"pig": tmp_path / "game" / "page"})
    assert again.version != pig.version


def test_a_page_travels_compressed_to_whoever_can_take_it(client: FlaskClient) -> None:
    plain = client.get("/")
    small = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert plain.content_encoding is None and small.content_encoding == "gzip"
    assert gzip.decompress(small.data) == plain.data
    assert int(small.headers["Content-Length"]) == len(small.data) < len(plain.data) / 2
    assert {each.headers["Vary"] for each in (plain, small)} == {"Accept-Encoding"}
    short = client.get("/nowhere", headers={"Accept-Encoding": "gzip", "Host": "elsewhere.example"})
    assert (short.status_code, short.content_encoding) == (400, None)


def test_modules_and_sheets_travel_without_what_only_their_writers_read(tmp_path: Path) -> None:
    (tmp_path / "way.js").write_text(
        "/** @file Ways. */\n// Why.\nexport const way = (from) => `a  //  ${from}`;\nexport const slash = /[/*]/;\n",
        "utf-8",
    )
    (tmp_path / "way.css").write_text("/* Ways. */\n.way  { width: calc(100% - 2px); }\n", "utf-8")
    (tmp_path / "way.svg").write_text("<svg>  <!-- kept --> </svg>", "utf-8")
    delivery = Delivery(Assets(tmp_path))
    with Flask("pages").test_request_context():
        sent = {name: delivery.answer(name).get_data(as_text=True) for name in ("way.js", "way.css", "way.svg")}
    assert sent == {
        "way.js": "export const way=(from)=>`a  //  ${from}`;export const slash=/[/*]/;",
        "way.css": ".way{width:calc(100% - 2px)}",
        "way.svg": "<svg>  <!-- kept --> </svg>",
    }


def test_covers_lie_under_their_games_names_and_every_game_that_ships_has_one(tmp_path: Path) -> None:
    found = covers(Library().games)
    assert sorted(found) == ["battle-for-the-island", "fireball-island", "fireship", "forbidden-island"]
    assert all(file.stat().st_size < MAX_COVER for file in found.values())
    cover = tmp_path / "pig.svg"
    cover.write_text("<svg/>", "utf-8")
    assets = Assets(STATIC, covers={"pig": cover})
    assert "covers/pig.svg" in assets and "covers/any.svg" in assets
    assert assets.version != Assets(STATIC).version


def test_what_was_put_in_a_files_place_since_is_sent_and_kept_by_nobody(delivery: Delivery, tmp_path: Path) -> None:
    file = tmp_path / "game" / "page" / "board.js"
    with Flask("pages").test_request_context():
        assert "immutable" in delivery.answer("games/pig/index.js").headers["Cache-Control"]
        before = file.stat()
        file.write_text(file.read_text("utf-8").replace("never", "often"), "utf-8")
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))  # as packages do
        assert delivery.answer("games/pig/board.js").headers["Cache-Control"] == "no-store"
        (tmp_path / "game" / "page" / "view.js").unlink()
        with pytest.raises(Problem) as refused:
            delivery.answer("games/pig/view.js")
        assert refused.value.status == 404
    assert delivery.needed_by("games/pig/view.js") == (("games/pig/view.js",), ())


def test_files_are_read_once_and_not_before_they_are_asked_for(delivery: Delivery, tmp_path: Path) -> None:
    file = tmp_path / "static" / "core" / "dom.js"
    with Flask("pages").test_request_context():
        sent = delivery.answer("core/dom.js").get_data()
        file.unlink()
        assert delivery.answer("core/dom.js").get_data() == sent


@pytest.mark.parametrize("mode", ["in place", "by another"])
def test_a_file_that_changes_while_it_is_served_is_sent_as_it_is_now(
    delivery: Delivery, tmp_path: Path, mode: str
) -> None:
    file = tmp_path / "game" / "page" / "board.js"
    before = file.stat()

    def write(text: str) -> None:
        if mode == "in place":
            file.write_text(text, "utf-8")
        else:
            (tmp_path / "other").write_text(text, "utf-8")
            (tmp_path / "other").replace(file)
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))  # as packages do

    with Flask("pages").test_request_context():
        for text in ("export const v=1", "export const v=1;", "export const v=23;"):
            write(text)
            for _ in range(2):
                answer = delivery.answer("games/pig/board.js")
                assert answer.get_data(as_text=True) == text
                assert answer.headers["Cache-Control"] == "no-store"
        file.unlink()
        with pytest.raises(Problem) as refused:
            delivery.answer("games/pig/board.js")
        assert refused.value.status == 404


def test_a_changed_file_is_read_again_only_once_it_has_changed_again(
    delivery: Delivery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game" / "page" / "board.js"
    file.write_text("export const v=1", "utf-8")
    read: list[Path] = []
    read_bytes = Path.read_bytes

    def noted(path: Path) -> bytes:
        read.append(path)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", noted)
    with Flask("pages").test_request_context():
        for _ in range(3):
            delivery.answer("games/pig/board.js")
        assert read == [file]
        file.write_text("export const v=23", "utf-8")
        for _ in range(3):
            delivery.answer("games/pig/board.js")
    assert read == [file] * 2


def test_what_pages_need_is_found_anew_while_a_module_is_another_than_its_address_names(
    delivery: Delivery, tmp_path: Path
) -> None:
    board = tmp_path / "game" / "page" / "board.js"
    view = ("games/pig/view.js", "games/pig/board.js", "core/dom.js")
    board.write_text("import './ha", "utf-8")
    assert delivery.needed_by("games/pig/view.js") == (view, ())
    board.write_text("import '../../core/late.js';\n", "utf-8")
    assert delivery.needed_by("games/pig/view.js") == ((*view[:2], "core/late.js", "core/dom.js"), ())
    board.unlink()
    assert delivery.needed_by("games/pig/view.js") == (view, ())


def test_a_read_that_fails_is_told_and_tried_again(
    pig: Assets, delivery: Delivery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Flask("pages").test_request_context(), monkeypatch.context() as failing:

        def fail(*_: object) -> str:
            raise OSError(errno.EMFILE, "Too many open files")

        failing.setattr(Path, "read_text", fail)
        failing.setattr(Path, "read_bytes", fail)
        for ask in (delivery.needed_by, delivery.answer):
            with pytest.raises(OSError, match="Too many"):
                ask("games/pig/view.js")
        with pytest.raises(OSError, match="Too many"):
            own_page(pig, "pig", "view")
    assert delivery.needed_by("games/pig/view.js")[0] == ("games/pig/view.js", "games/pig/board.js", "core/dom.js")
    with Flask("pages").test_request_context():
        assert "immutable" in delivery.answer("games/pig/view.js").headers["Cache-Control"]


def test_what_pages_need_is_found_once(delivery: Delivery, monkeypatch: pytest.MonkeyPatch) -> None:
    found = delivery.needed_by("games/pig/view.js")
    monkeypatch.delattr(Path, "read_text")
    assert delivery.needed_by("games/pig/view.js") is found


def test_what_is_made_of_files_and_kept_beside_them_is_neither_sent_nor_named(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("a page", "utf-8")
    before = Assets(tmp_path)
    (tmp_path / KEPT_IN).mkdir()
    (tmp_path / KEPT_IN / "page.html.made").write_text("compiled", "utf-8")
    after = Assets(tmp_path)
    assert after.version == before.version
    assert f"{KEPT_IN}/page.html.made" not in after
