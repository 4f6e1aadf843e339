from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from os.path import normpath
from pathlib import PurePosixPath
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image

from hardware.ports import DeviceStatus
from tests.support import kit_pictures as boards
from tests.support.callers import CALLERS, Caller, call
from tests.support.fakes import FakePanel, FakeTable
from tests.support.paths import STATIC
from tests.support.served import sources
from tests.support.wording import say

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
MARKUP = "<img src=x onerror=alert(1)></script><b>&\"'"


def page(client: FlaskClient, path: str = "/", who: Caller = "this computer") -> str:
    response = call(client, who, "GET", path)
    assert response.status_code == 200
    return response.get_data(as_text=True)


def linked(html: str) -> set[str]:
    return set(re.findall(r'(?:href|src)="(/static/[^"]+)"', html))


@pytest.mark.parametrize(
    "path", ["/", "/panel", "/tv", "/nowhere", "/api/v1/table", "/api/v1/screen.png", "/api/v1/nowhere"]
)
def test_every_answer_has_the_security_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in headers
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("board", [boards.island, boards.fireship_more])
def test_everything_a_page_needs_is_here_small_and_kept_for_ever(
    client: FlaskClient, table: FakeTable, board: Callable[[], dict[str, Any]], who: Caller, lang: str
) -> None:
    table.change(board=lambda viewer: board(), plays=boards.island_plays(), table_menu=boards.table_menu(), lang=lang)
    for path in ("/", "/panel", "/tv") if who == "this computer" else ("/",):
        assert weight(client, path, who) < 60_000


def weight(client: FlaskClient, path: str, who: Caller) -> int:
    """Return how many bytes of a page and all that it needs at first travel."""
    html = page(client, path, who)
    assert not re.search(r'(?:href|src)="(?:https?:)?//', html)
    total = len(html.encode())
    # A phone asks for the icon of its home screen only when somebody puts the page there.
    for address in linked(re.sub('<link rel="apple-touch-icon"[^>]*>', "", html)):
        response = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        total += len(response.data)
        response.close()
    return total


@pytest.mark.parametrize(
    ("path", "entries"),
    [
        ("/", ["pages/phone", "pages/picture"]),
        ("/panel", ["pages/panel", "pages/picture"]),
        ("/tv", ["pages/tv", "pages/tv-picture"]),
    ],
)
def test_a_page_asks_for_all_its_modules_at_once(client: FlaskClient, path: str, entries: list[str]) -> None:
    def needed(module: str) -> set[str]:
        source = (STATIC / module).read_text(encoding="utf-8")
        imported = re.findall(r"^import (?:.* from )?'(\.[\w/.-]+\.js)';$", source, re.M)
        below = {normpath(f"{PurePosixPath(module).parent}/{each}") for each in imported}
        below |= {"parts/dice.js"} if module == "pages/picture.js" else set()  # the game that is open has dice
        return {module}.union(*(needed(each) for each in below))

    asked = {address.split("/", 3)[3] for address in linked(page(client, path)) if address.endswith(".js")}
    assert asked == {"core/too-old.js"}.union(*(needed(f"{entry}.js") for entry in entries))


def test_the_first_answer_tells_the_table_in_words_and_keeps_room_for_what_is_drawn(client: FlaskClient) -> None:
    html = page(client)
    assert re.findall(r'<svg class="d10" viewBox="0 0 100 100" aria-hidden="true">(.*?)</svg>', html) == [""] * 3
    assert "Roll 14: 3, 7, 10, together 20 · Ben" in html
    assert "<s>Roll 13: Blue die, Lost</s> <span>undone</span>" in html
    assert "Three ten-sided dice</small></button>" in html


def test_what_is_in_motion_is_said_in_the_first_answer(client: FlaskClient, table: FakeTable) -> None:
    table.start(values=None)
    assert "Three ten-sided dice: rolling" in page(client)


def notices(html: str) -> dict[str, str]:
    """Return what the first answer says is wrong, by where it says so; hidden notices are left out."""
    return dict(re.findall(r'<div class="notice" id="(\w+)" role="\w+">(.*?)</div>', html))


@pytest.mark.parametrize("path", ["/", "/panel", "/tv"])
def test_trouble_and_missing_devices_are_said_from_the_first_answer(
    client: FlaskClient, table: FakeTable, panel: FakePanel, path: str
) -> None:
    assert notices(page(client, path)) == {}
    panel.devices = [
        DeviceStatus("screen", simulated=True, working=False, trouble="test.unplugged"),
        DeviceStatus("lamps", simulated=True, working=False, trouble="device.pins.lamps"),
        DeviceStatus("pins", simulated=True, working=True, trouble="device.pins.asked"),
    ]
    missing = f"The screen is not connected; its cable may be loose. {say('device.pins.lamps')}"
    assert notices(page(client, path)) == {"missing": missing}
    table.change(trouble=True)
    trouble = "The journal can’t be written: nothing is played until it can."
    assert notices(page(client, path)) == {"trouble": trouble, "missing": missing}


def test_the_first_answer_already_shows_the_lamps(client: FlaskClient, panel: FakePanel) -> None:
    panel.lamps = {"spin", "ok"}
    lamps = re.findall(r'class="lamp( lit)?" role="img" data-lamp="(\w+)" aria-label="([^"]*)"', page(client, "/panel"))
    assert {name: said for lit, name, said in lamps if lit} == {"spin": "lamp lit", "ok": "lamp lit"}
    assert {name: said for lit, name, said in lamps if not lit} == dict.fromkeys(("roll", "draw", "back"), "lamp out")


@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize(("asked", "lang", "start"), [("", "en", "/"), ("?lang=fr", "fr", "/?lang=fr")])
def test_a_home_screen_gets_a_name_and_icons(
    client: FlaskClient, who: Caller, asked: str, lang: str, start: str
) -> None:
    html = page(client, f"/{asked}", who)
    assert f'<link rel="manifest" href="/manifest.webmanifest{asked}">' in html
    response = call(client, who, "GET", f"/manifest.webmanifest{asked}")
    assert response.mimetype == "application/manifest+json"
    manifest = response.get_json()
    assert (manifest["name"], manifest["lang"], manifest["start_url"]) == ("Tidetable", lang, start)
    assert "Ce que montre" in manifest["description"] if lang == "fr" else "What the games" in manifest["description"]
    assert (manifest["display"], manifest["scope"]) == ("standalone", "/")
    for icon in manifest["icons"][1:]:
        with client.get(icon["src"]) as sent:
            picture = Image.open(io.BytesIO(sent.data))
        assert "{}x{}".format(*picture.size) == icon["sizes"]
        assert picture.convert("RGB").getpixel((0, 0)) == (0x0B, 0x25, 0x30)
        assert picture.convert("RGB").getpixel((picture.width // 2, picture.height // 4)) != (0x0B, 0x25, 0x30)
    (touch,) = re.findall('<link rel="apple-touch-icon" href="([^"]+)">', html)
    with client.get(touch) as sent:
        assert sent.mimetype == "image/png"
    assert html.count('<meta name="theme-color"') == 2


@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", (say("menu.what-to-play"), "Last results")), ("fr", ("À quoi jouons-nous ?", "Derniers résultats"))],
)
def test_a_page_speaks_the_language_asked_for(
    client: FlaskClient, table: FakeTable, who: Caller, lang: str, words: tuple[str, ...]
) -> None:
    table.change(menu=True)
    html = page(client, f"/?lang={lang}", who)
    assert f'<html lang="{lang}" ' in html
    assert all(word in html for word in words)


def test_a_watcher_is_told_so_and_offered_nothing(client: FlaskClient) -> None:
    html = page(client, who="watcher")
    assert say("page.watching") in html
    assert "main-actions" not in html
    assert "/panel" not in html


def test_names_with_markup_stay_text(client: FlaskClient, table: FakeTable) -> None:
    table.change(people=(MARKUP, "Ben"))
    html = page(client)
    assert MARKUP not in html
    start = re.search(r'<script type="application/json" id="start">(.*?)</script>', html, re.S)
    assert start is not None
    assert json.loads(start[1])["table"]["people"][0]["name"] == MARKUP


def test_no_module_makes_markup_from_data() -> None:
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|https?://(?!www\.w3\.org)"
    )
    for name, path in sources().items():
        source = path.read_text(encoding="utf-8") if name.endswith(".js") else ""
        assert not forbidden.search(source), name
        assert source.count("\n") < 400, name


def test_the_tokens_are_the_only_place_of_colours() -> None:
    for name, path in sources().items():
        if name.endswith(".css") and not name.endswith("/tokens.css"):
            assert not re.search(r"#[0-9a-f]{3,6}\b", path.read_text(encoding="utf-8")), name
