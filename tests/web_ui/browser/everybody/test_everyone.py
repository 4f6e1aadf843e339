"""Every page of a whole table in each of its states: axe finds nothing, and nothing has to be scrolled sideways."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support import fireships, islands
from tests.support.browsing import DESK, PHONE, WATCHERS_HOST, Pages
from tests.support.long_forms import few_of
from tests.support.midgame import play
from tests.support.seating import open_join
from tests.support.whole import KITS, Whole, table_of
from tests.support.windows import window_of
from tests.support.wording import say
from tests.web_ui.browser import axe, contrast
from tests.web_ui.browser.fitness import HANGS_OVER, TALL, Good

table = table_of()


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def sheets(page: Page, slug: str, good: Good) -> None:
    """Look at every sheet that the phone's page has for this game."""
    used = page.locator(".used:visible")
    if used.count():
        used.first.click()
        good(page, f"{slug}, used cards")
        close(page)
    if page.locator(".peek:visible").count():
        page.locator(".peek").press("Enter")
        good(page, f"{slug}, hand shown")
        page.locator(".peek").press("Enter")
    if page.locator("[data-key=more]").count():
        page.locator("[data-key=more]").click()
        good(page, f"{slug}, all the rest")
    for form in page.locator("[data-key='open correct']").all()[:1]:
        form.click()
        elsewhere = page.locator("#dock [data-key=else]")
        page.locator(".form").or_(elsewhere).first.wait_for()
        if elsewhere.count():
            good(page, f"{slug}, board to be set right")
            elsewhere.click()
        page.locator(".form").wait_for()
        good(page, f"{slug}, form")
        page.locator(".form .plain").click()


@pytest.mark.parametrize("slug", few_of(["fireship"], KITS))
def test_every_state_of_a_phone_is_fit_for_everybody(
    pages: Pages, table: Whole, everybody: str, good: Good, slug: str
) -> None:
    play(table, slug)
    page = table.open(pages, everybody)
    page.locator("#dock button:visible").first.wait_for()
    good(page, slug)
    sheets(page, slug, good)


@pytest.mark.long
def test_the_other_sheets_and_pages_are_fit_for_everybody(
    pages: Pages, table: Whole, everybody: str, good: Good
) -> None:
    play(table, "fireship")
    watcher, own, panel = pages.open(host=WATCHERS_HOST), pages.open(), pages.open("/panel", DESK)
    good(watcher, "watching")
    open_join(watcher)
    good(watcher, "joining")
    watcher.locator("#join-enter").click()
    good(watcher, "joining, refused")
    own.locator("#more").click()
    own.locator("#table-menu button").first.wait_for()
    good(own, "menu")
    good(panel, "panel")
    phone = table.open(pages, everybody)
    open_join(phone)
    good(phone, "seats and name")
    phone.goto(phone.url.replace("/?", "/nowhere?") if "?" in phone.url else f"{phone.url}nowhere")
    good(phone, "error")


@pytest.mark.long
@pytest.mark.parametrize(
    ("begin", "drawn"),
    [
        (lambda table: play(table, "fireship"), ".wheel"),
        (islands.begin, ".pawns"),
        (fireships.begin, ".fleet"),
    ],
    ids=["kit", "island", "sea"],
)
def test_every_word_of_the_panel_can_be_read(
    pages: Pages, table: Whole, begin: Callable[[Whole], None], drawn: str
) -> None:
    begin(table)
    panel = pages.open("/panel", DESK)
    expect(panel.locator(drawn)).to_be_attached()
    for theme in ("dark", "light"):
        for size in (TALL, DESK):
            panel.emulate_media(color_scheme=theme, reduced_motion="reduce")
            panel.set_viewport_size(size)  # type: ignore[arg-type]
            faint = [word for word in contrast.words(panel) if word.contrast < contrast.MIN_CONTRAST]
            assert faint == [], f"{theme}, {size['width']}"


def look_after(page: Page) -> Page:
    """Go to the owner's page, and wait until it has drawn itself anew for the first time."""
    with page.expect_event("requestfinished", lambda request: request.resource_type == "fetch"):
        page.goto(page.evaluate("`${location.origin}/owner`"))
    return page


@pytest.mark.long
def test_the_owners_page_and_the_scanned_code_are_fit_for_everybody(
    pages: Pages, table: Whole, everybody: str, good: Good
) -> None:
    play(table, "fireship")
    window = table.daemon.window
    window.open()
    try:
        owner = look_after(pages.open())
        expect(owner.get_by_text("Zoë").first).to_be_visible()
        good(owner, "owner")
        good(look_after(table.open(pages, everybody)), "asking to be the owner")
        assert window.shown is not None
        scanned = pages.open(f"/J/{window.shown.token}", host=WATCHERS_HOST)
        scanned.get_by_role("dialog", name=say("join.title")).wait_for()
        good(scanned, "scanned")
    finally:
        window.close()


@pytest.mark.long
def test_out_of_touch_and_in_trouble_are_fit_for_everybody(
    pages: Pages, table: Whole, everybody: str, good: Good
) -> None:
    page = table.open(pages, everybody, prepare=lambda page: page.clock.install())
    page.route("**/api/v1/*", lambda route: route.abort())
    page.clock.fast_forward(3_600_000)
    page.locator("body.stale").wait_for()
    page.unroute("**/api/v1/*")
    page.evaluate("document.body.classList.remove('stale')")  # what is old is faded on purpose
    good(page, "out of touch")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("slug", KITS)
def test_a_phone_shows_it_all_without_words_cut_off(
    pages: Pages, table: Whole, everybody: str, slug: str, lang: str
) -> None:
    play(table, slug)
    page = table.open(pages, everybody, f"/?lang={lang}", color_scheme="dark", reduced_motion="reduce")
    page.locator("#dock button:visible").first.wait_for()
    picture = window_of(page).photograph()
    assert picture.size == (PHONE["width"], PHONE["height"])
    assert len(picture.getcolors(2**18) or ()) > 32, "an empty picture"
    cut_off = """all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
    assert page.locator("button:visible, h1, h3, p:visible").evaluate_all(cut_off) == []
    # Twice as large, as a browser enlarges it: half as wide.
    page.set_viewport_size({"width": PHONE["width"] // 2, "height": PHONE["height"] // 2})
    assert not page.evaluate(HANGS_OVER)


PALE = "(() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('.ask { color: COLOUR }'); return sheet; })()"
"""A rule of style that holds whenever the page draws anew."""
FAINT = {"dark": "#283c46", "light": "#b9c6cc"}


def pale(theme: str) -> str:
    """Return what makes what is asked of somebody too faint in *theme*."""
    return f"document.adoptedStyleSheets = [{PALE.replace('COLOUR', FAINT[theme])}]"


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        ("document.getElementById('more').removeAttribute('aria-label')", "button-name"),
        ("document.querySelector('meta[name=viewport]').content = 'user-scalable=no'", "meta-viewport"),
        (pale("dark"), "color-contrast"),
    ],
)
def test_a_planted_fault_is_found(pages: Pages, table: Whole, fault: str, rule: str) -> None:
    play(table, "fireship")
    page = pages.open(color_scheme="dark")
    page.locator(".ask").wait_for()
    page.evaluate(fault)
    assert [each.partition(":")[0] for each in axe.faults(page)] == [rule]


@pytest.mark.long
@pytest.mark.parametrize("theme", FAINT)
def test_a_word_that_is_too_faint_is_found(pages: Pages, table: Whole, theme: str) -> None:
    play(table, "fireship")
    page = pages.open(size=TALL, color_scheme=theme, reduced_motion="reduce")
    page.locator(".ask").wait_for()
    asked = page.locator(".ask").inner_text()
    assert [word.text for word in contrast.words(page) if word.contrast < contrast.MIN_CONTRAST] == []
    page.evaluate(pale(theme))
    faint = [word.text for word in contrast.words(page) if word.contrast < contrast.MIN_CONTRAST]
    assert faint
    assert all(word in asked for word in faint)
