"""Kits shared and taken by phone: the code of the real page, photographed, is read back byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image, ImageOps
from playwright.sync_api import Page, expect

from companion.sharing.code import kit_in
from companion.sharing.photo import PhotoReader
from tests.support.browsing import Pages
from tests.support.photos import bent, blurred, in_file, noisy, on_table
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.support.wording import say
from tests.web_ui.browser.fitness import Good

TELEVISION = {"width": 1280, "height": 720}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("share"), None) as table:
        yield table


def to(page: Page, path: str) -> Page:
    page.goto(f"{page.url.split('/', 3)[0]}//{page.url.split('/', 3)[2]}{path}")
    return page


def picture_of(page: Page, selector: str) -> Image.Image:
    return Image.open(BytesIO(page.locator(selector).screenshot())).convert("L")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_code_photographed_from_the_page_is_read_byte_for_byte(table: Whole, pages: Pages, scheme: str) -> None:
    cookie = table.join([0], "Ann")
    page = table.open(pages, cookie, device_scale_factor=3, color_scheme=scheme)
    kit = table.get("/api/v1/games/yacht/kit.toml").body
    to(page, "/k/yacht")
    assert fits(page)
    drawn = picture_of(page, ".qr")
    flat = on_table(drawn)
    photos = {
        "as it is": drawn,
        **{f"turned by {degrees}": on_table(drawn, 0.7, degrees) for degrees in (7, 90, 180)},
        "blurred": blurred(flat, 1.2),
        "bent": bent(flat, 0.08),
        "noisy": noisy(flat, 60),
        "light on dark": ImageOps.invert(flat),
    }
    for name, photo in photos.items():
        assert kit_in(PhotoReader().read(in_file(photo))) == kit, name
    table.daemon.phones.leave(cookie)


def test_a_phone_photographs_a_code_and_the_table_takes_the_game(
    table: Whole, pages: Pages, tmp_path_factory: pytest.TempPathFactory
) -> None:
    cookie = table.join([0], "Ben")
    kit = b'slug = "otter"\nversion = 2\nauthor = "Robin"\n[dice.die]\nroll = "1d6"\n'
    with whole_table(tmp_path_factory.mktemp("other"), None) as other:
        page = table.open(pages, cookie)
        page.locator(".shelf > a", has_text=say("share.take")).click()
        expect(page.locator("h1")).to_have_text(say("share.take"))
        files = [{"name": "otter.toml", "content": kit.decode()}]
        other.ask("POST", "/api/v1/games/files", {"id": "test-0001", "files": files})
        shown = pages.browser.new_page(viewport={"width": 360, "height": 800}, device_scale_factor=3)
        shown.goto(f"http://127.0.0.1:{other.port}/k/otter")
        photo = in_file(on_table(picture_of(shown, ".qr"), 0.7, 7).resize((4000, 3000)))
        shown.close()
    page.locator("#photo").set_input_files({"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo})
    expect(page.locator("#offer h2")).to_have_text("Otter")
    expect(page.locator("#offer [role=status]")).to_have_text(say("share.new"))
    assert fits(page)
    page.locator("#offer .first").click()
    expect(page.locator("#offer [role=status]")).to_have_text(say("share.outcome-waiting"))

    def is_answered() -> bool:
        table.daemon.asking.answer(True)
        return table.daemon.asking.question is None

    eventually(is_answered)
    expect(page.locator("#offer [role=status]")).to_have_text(say("share.outcome-taken"))
    page.locator("main > p > a").click()
    expect(page.locator("[data-game=otter]")).to_be_visible()
    page.locator("[data-game=otter]").click()
    page.locator(".set-up a", has_text=say("share.share")).click()
    expect(page.locator("main .quiet").first).to_have_text(say("shelf.version-by", version=2, author="Robin"))
    assert pages.complaints == []
    table.daemon.phones.leave(cookie)


def test_the_pages_of_sharing_are_fit_for_everybody(table: Whole, pages: Pages, good: Good) -> None:
    page = pages.open("/")
    good(to(page, "/k/yacht"), "a kit's own page")
    to(page, "/take?lang=fr")
    changed = table.get("/api/v1/games/pig/kit.toml").body.replace(b"slug", b"version = 2\nslug", 1)
    page.locator("#file").set_input_files({"name": "pig.toml", "mimeType": "application/toml", "buffer": changed})
    page.locator("#offer h2").wait_for()
    good(page, "a game on offer")


def test_a_television_shows_the_code_a_phone_puts_there(table: Whole, pages: Pages) -> None:
    cookie = table.join([0], "Cleo")
    television = pages.open("/tv", TELEVISION)
    page = to(table.open(pages, cookie), "/k/pig")
    page.locator("#on-tv").click()
    expect(page.locator("#on-tv")).to_have_text(say("share.off-tv"))
    television.locator(".shared-code img").wait_for()
    read = kit_in(PhotoReader().read(in_file(picture_of(television, ".shared-code .qr"))))
    assert read == table.get("/api/v1/games/pig/kit.toml").body
    page.locator("#on-tv").click()
    expect(television.locator(".shared-code")).to_have_count(0)
    table.daemon.phones.leave(cookie)


def test_the_owner_shares_each_kit_that_is_on_the_shelf(table: Whole, pages: Pages) -> None:
    assert table.ask("POST", "/api/v1/games/own", {"id": "test-0001", "do": "off pig"}).status == 200
    page = pages.open("/")
    to(page, "/owner")
    page.locator("#all-games summary").click()
    expect(page.locator("#all-games a[href='/k/yacht']")).to_be_visible()
    expect(page.locator("a[href='/k/pig']")).to_have_count(0)
    assert table.get("/k/pig").status == 404
    assert table.ask("POST", "/api/v1/games/own", {"id": "test-0002", "do": "on pig"}).status == 200
    page.locator("#add-games a[href='/take']").click()
    expect(page.locator("#photo")).to_have_count(1)
