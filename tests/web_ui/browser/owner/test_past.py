"""Past games in a real browser: every draw checked on the page, moves watched, a roll taken back by two phones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.library.games import Library
from companion.opening import Opening
from companion.runtime.clock import SystemClock
from companion.upkeep.backup.creation import make
from companion.upkeep.backup.restoring.restore import restore
from companion.upkeep.backup.source import Source
from tests.support.browsing import PHONE, Pages
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.support.wording import say
from tests.web_ui.browser.axe import faults

pytestmark = pytest.mark.whole

MAX_TABS = 40
PLAYED = ("roll dice", "roll blue", "roll dice", "roll plain", "roll dice")


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[Whole]:
    with whole_table(tmp_path, Opening("fireship", "kit", ("Ann", "Ben"))) as table:
        yield table


@pytest.fixture
def pages(browser: Browser, whole: Whole) -> Iterator[Pages]:
    opened = Pages(browser, whole.daemon.server)
    yield opened
    opened.close()
    assert opened.complaints == []


def opened(pages: Pages, path: str, **more: Any) -> Page:
    page = pages.open("/", **more)
    page.goto(f"http://127.0.0.1:{pages.server.port}{path}")
    return page


def play(whole: Whole) -> str:
    """Play a game to its end; return its record."""
    for at, line in enumerate(PLAYED):
        whole.do(line, at % 2)
    whole.do("finish")
    return whole.get("/api/v1/records/1").body.decode()


@pytest.mark.long
def test_a_page_makes_every_draw_once_more_and_tells_how_often_what_came(whole: Whole, pages: Pages) -> None:
    watched = pages.open("/")  # this device sees the promise before the first draw
    watched.wait_for_function("() => localStorage.getItem('promises')")
    play(whole)
    watched.goto(f"http://127.0.0.1:{pages.server.port}/verify")
    asked: list[str] = []
    watched.on("request", lambda request: asked.append(request.url))
    watched.get_by_role("button", name="Check").first.click()
    expect(watched.locator("#verdict")).to_have_text(f"All is fair. Draws checked: {len(PLAYED)}.")
    commitment = json.loads(whole.get("/api/v1/records").body)[0]["commitment"]
    expect(watched.locator("#promised")).to_contain_text(commitment)
    expect(watched.locator("#promised")).to_contain_text("This device saw that promise")
    watched.get_by_text("Every draw").click()
    expect(watched.locator("#draws li")).to_have_count(len(PLAYED))
    expect(watched.get_by_role("table")).to_have_count(3)
    rows = watched.locator(".odds").first.locator("tbody tr")
    counts = [int(text.split()[0]) for text in rows.locator("td:nth-child(3)").all_inner_texts()]
    assert (len(counts), sum(counts)) == (10, 9)
    assert all(str(pages.server.port) in url for url in asked), "nothing from anywhere else"
    assert faults(watched) == []


@pytest.mark.long
@pytest.mark.parametrize("seat", [None, "changed"])
def test_a_record_that_was_pasted_is_checked_by_the_page_itself(whole: Whole, pages: Pages, seat: str | None) -> None:
    rows = [json.loads(line) for line in play(whole).splitlines()]
    if seat:
        (drawn, *_) = [row for row in rows if row.get("seat") == "chance"]
        drawn["do"] = "roll 1 1 1" if drawn["do"] != "roll 1 1 1" else "roll 2 2 2"
    page = opened(pages, "/verify")
    page.locator("#text").fill("\n".join(map(json.dumps, rows)))
    page.locator("#check").click()
    verdict = say("verify.differs", n=2) if seat else say("verify.all", count=5)
    expect(page.locator("#verdict")).to_have_text(verdict)
    expect(page.locator("#draws .bad")).to_have_count(1 if seat else 0)
    expect(page.locator("#verdict")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#result') !== null"), "what it rests on comes next"


@pytest.mark.long
def test_a_record_is_chosen_as_a_file_by_a_button_that_speaks_the_pages_language(
    whole: Whole, pages: Pages, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.tide"
    kept.write_text(play(whole), "utf-8")
    page = opened(pages, "/verify?lang=fr")
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Ou choisis le fichier d’une partie").click()
    chooser.value.set_files(kept)
    expect(page.locator("#verdict")).to_have_text("Tout est équitable. Tirages vérifiés : 5.")
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "file":
            break
    label = page.locator("label[for=file]")
    assert label.evaluate("(each) => getComputedStyle(each).outlineStyle") == "solid", "the focus is seen"
    assert faults(page) == []


UNCHECKABLE: dict[str, tuple[Callable[[list[Any]], object], str]] = {
    "nothing": (lambda rows: rows.clear(), say("verify.none")),
    "unpromised": (lambda rows: rows[0].pop("commitment"), "Nothing was promised in this game"),
    "sealed": (lambda rows: rows.pop(), "This game isn’t over"),
    "another seed": (lambda rows: rows[-1].update(seed="00" * 32), "isn’t the one that was promised!"),
    "another table's": (
        lambda rows: (
            rows[0].update(commitment="630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd")
            or rows[-1].update(seed=bytes(range(32)).hex())
        ),
        "this table doesn’t know the game",
    ),
}


@pytest.mark.long
def test_what_cannot_be_checked_says_why(whole: Whole, pages: Pages) -> None:
    record = play(whole)
    page = opened(pages, "/verify")
    for name, (change, verdict) in UNCHECKABLE.items():
        rows = [json.loads(line) for line in record.splitlines()]
        change(rows)
        page.reload()  # nothing is left of the one before
        page.locator("#text").fill("\n".join(map(json.dumps, rows)))
        page.locator("#check").click()
        expect(page.locator("#verdict"), name).to_contain_text(verdict)
        expect(page.locator("#result"), name).to_have_attribute("data-good", "false")


@pytest.mark.long
def test_a_past_game_is_watched_move_by_move_by_slider_buttons_and_keys(whole: Whole, pages: Pages) -> None:
    play(whole)
    page = opened(pages, "/records")
    row = page.locator(".kept button")
    expect(row).to_have_count(1)
    for told in ("Fireship", say("watch.stopped"), "Ann, Ben"):
        expect(row).to_contain_text(told)
    assert row.locator("img").evaluate("each => each.decode().then(() => each.naturalWidth > 0)")
    assert faults(page) == []
    row.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_contain_text("Move 10 of 10")
    expect(page.locator("#watched")).to_be_focused()  # and not lost with the row
    expect(page.get_by_role("link", name=say("watch.check"))).to_have_attribute("href", "/verify?check=1")
    page.get_by_role("button", name=say("watch.again")).click()
    expect(page.locator("#place")).to_contain_text("Move 0 of 10")
    expect(page.locator("#said")).to_have_text(say("watch.start"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#place")).to_contain_text("Move 2 of 10")
    expect(page.locator("#said")).to_contain_text("Roll 1")
    first = page.locator("#board").inner_html()
    page.locator("#on").click()
    page.locator("#on").click()
    page.locator("#back").click()
    expect(page.locator("#place")).to_contain_text("Move 3 of 10")
    page.locator("#at").fill("10")
    expect(page.locator("#place")).to_contain_text("Move 10 of 10")
    expect(page.locator("#on")).to_be_disabled()
    assert page.locator("#board").inner_html() != first
    page.reload()
    expect(page.locator("#place")).to_contain_text("Move 10 of 10")
    assert faults(page) == []


@pytest.mark.long
def test_two_phones_take_a_roll_back_and_one_alone_does_not(whole: Whole, pages: Pages) -> None:
    ann, ben = (whole.open(pages, whole.join([seat], name), size=PHONE) for seat, name in ((0, "Ann"), (1, "Ben")))
    whole.do("roll dice", 0)
    ann.locator("#more").click()
    ann.get_by_role("button", name=say("undo.two")).click()
    expect(ann.locator("#consent")).to_contain_text("Asking Ben")
    expect(ann.locator("#consent .answers")).to_contain_text("thinking")
    expect(ann.locator("#settings")).to_be_hidden()
    expect(ann.get_by_role("button", name="I agree")).to_have_count(0)
    expect(ben.locator("#consent")).to_contain_text(say("consent.undo", who="Ann"))
    ben.get_by_role("button", name="I agree").click()
    expect(ben.locator("#consent")).to_have_count(0)
    eventually(lambda: whole.table["log"][-1]["undone"] is False and whole.table["state"]["dice"][0]["values"] is None)
    ben.locator("#more").click()
    ben.get_by_role("button", name="Redo").click()
    eventually(lambda: whole.table["state"]["dice"][0]["values"] is not None)


@pytest.mark.long
def test_what_to_put_back_on_the_board_is_listed(whole: Whole, pages: Pages) -> None:
    whole.do("new forbidden-island kit seats=2")
    page = pages.open("/")
    far = pages.open("/tv")
    expect(page.locator("#put-back")).to_be_hidden()
    whole.do("raise water")
    whole.do("undo")
    for each in (page, far):
        expect(each.locator("#put-back li")).to_have_count(1)
    expect(far.locator("#put-back button")).to_have_count(0)
    page.locator("#put-back input").check()
    page.locator("#put-back .first").click()
    for each in (page, far):
        expect(each.locator("#put-back")).to_have_count(0)
    whole.do("raise water")
    whole.do("undo")
    expect(page.locator("#put-back li")).to_have_count(1)
    whole.do("raise water")
    expect(page.locator("#put-back")).to_be_hidden()


@pytest.mark.long
def test_a_game_of_a_restored_table_is_checked_against_both_of_its_promises(browser: Browser, tmp_path: Path) -> None:
    with whole_table(tmp_path / "old", Opening("fireship", "kit", ("Ann", "Ben"))) as table:
        for line in PLAYED[:2]:
            table.do(line)
    file, clock = tmp_path / "one.zip", SystemClock()
    make(file, Source(tmp_path / "old" / "data"), clock)
    restore(file, tmp_path / "new" / "data", Library().find, clock, identity="second")
    with whole_table(tmp_path / "new", None) as table:
        for line in PLAYED[2:]:
            table.do(line)
        table.do("finish")
        (game,) = json.loads(table.get("/api/v1/records").body)
        assert game["promise"] != game["commitment"]
        pages = Pages(browser, table.daemon.server)
        page = opened(pages, f"/verify?check={game['promise']}")
        expect(page.locator("#verdict")).to_have_text(f"All is fair. Draws checked: {len(PLAYED)}.")
        expect(page.locator("#promised")).to_contain_text(game["commitment"])
        expect(page.locator("#promised")).to_contain_text("From line 5 on a new promise counts")
        expect(page.locator("#promised")).to_contain_text(game["promise"])
        rows = [json.loads(line) for line in table.get("/api/v1/records/1").body.decode().splitlines()]
        rows[-1]["seeds"] = [rows[-1]["seed"]]
        page.locator("#text").fill("\n".join(map(json.dumps, rows)))
        page.locator("#check").click()
        expect(page.locator("#verdict")).to_have_text(say("verify.wrong-seed"))
        pages.close()
        assert pages.complaints == []
