"""The card of a game that is over: what it tells, what can be done with it, and the picture that is made of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support import islands
from tests.support.browsing import Pages
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say
from tests.web_ui.browser.axe import faults

LOST = ["coral-palace=sunk", "flood.coral-palace=out", "tidal-palace=sunk", "flood.tidal-palace=out"]
# The picture of the card: its size, and how many different colours a grid of its points has.
PICTURE = """async (from) => {
    const module = document.querySelector('script[type=module]').src;
    const { draw } = await import(new URL('../ending/ending-picture.js', module));
    const canvas = await draw(document.querySelector('.end-card'), (key) => key);
    const pen = canvas.getContext('2d');
    const colours = (y0, y1) => {
        const found = new Set();
        for (let x = 5; x < canvas.width; x += 25) {
            for (let y = y0; y < y1; y += 15) found.add(pen.getImageData(x, y, 1, 1).data.join());
        }
        return found.size;
    };
    const blob = await new Promise((done) => canvas.toBlob(done));
    const sizes = [canvas.width, canvas.height, colours(60, 560), colours(600, 1100), colours(1150, 1350)];
    return [...sizes, blob.type, [...new Uint8Array(await blob.slice(0, 4).arrayBuffer())].join()];
}"""

# The page is drawn a piece at a time: here each takes so long that all else has come long before.
SLOW_FRAMES = """{
    const soon = window.setTimeout;
    window.requestAnimationFrame = () => 0;
    window.setTimeout = (go, ms, ...rest) => soon(go, ms === 60 ? 700 : ms, ...rest);
}"""

table = table_of()


@pytest.mark.long
def test_a_lost_game_ends_on_a_card_that_can_be_checked_kept_and_played_again(pages: Pages, table: Whole) -> None:
    islands.begin(table)
    cookie = table.join([0], "Ada")
    page = table.open(pages, cookie)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    assert page.locator(".end-card").count() == 0
    islands.put(table, LOST)
    expect(page.locator(".ending h2")).to_be_visible()
    expect(page.locator(".tally dd")).to_have_count(4)
    expect(page.locator(".medals .gone")).to_have_count(1)
    expect(page.locator(".end-people bdi")).to_have_text(["Ada", "Player 2"])
    commitment = table.table["commitment"]
    expect(page.locator(".fair")).to_contain_text(commitment[:8])
    assert page.locator(".end-code").evaluate("each => each.decode().then(() => each.naturalWidth > 100)")
    assert page.locator(".end-board [role=button], .end-board [tabindex]").count() == 0
    broken = page.locator(".end-board .hyphen")  # of names that aren't written there: unseen like these
    assert broken.evaluate_all("all => all.length > 0 && all.every((each) => !each.checkVisibility())")
    assert faults(page) == []
    assert not any("ending-picture" in url for url in fetched), "what makes a picture comes with the wish for one"
    width, height, board, words, code, kind, head = page.evaluate(PICTURE)
    assert (width, height, kind, head) == (1080, 1350, "image/png", "137,80,78,71")
    assert board > 20 and words > 5 and code > 1, (board, words, code)
    with page.expect_download() as kept:
        page.get_by_role("button", name=say("ending.save")).click()
    assert kept.value.suggested_filename == "tidetable.png"
    page.get_by_role("button", name=say("ending.board")).click()
    expect(page.locator(".end-card")).to_be_hidden()
    expect(page.locator(f"#board .stage {islands.tile('fools-landing')}")).to_be_visible()
    page.get_by_role("button", name=say("ending.card")).click()
    page.get_by_role("button", name=re.compile("Play again")).click()
    eventually(lambda: table.table["state"]["end"] is None)
    assert [each["name"] for each in table.table["people"]] == ["Ada", "Player 2"]
    expect(page.locator(".ending")).to_be_hidden()
    assert page.get_attribute("body", "data-ended") is None
    table.daemon.phones.leave(cookie)


@pytest.mark.parametrize("promise", ["x" * 64, "ab"])
def test_only_a_promise_has_a_code(table: Whole, promise: str) -> None:
    assert table.get(f"/check/{promise}.svg").status == 404
    assert table.get(f"/C/{promise}").status == 404


def test_a_code_that_is_scanned_opens_the_check_with_the_whole_fingerprint(table: Whole) -> None:
    promise = "0123456789abcdef" * 4
    code, opened = table.get(f"/check/{promise}.svg"), table.get(f"/C/{promise.upper()}")
    assert code.status == 200 and b"<svg" in code.body
    assert opened.status == 303
    assert f"/verify?check={promise}".encode() in opened.raw


@pytest.mark.long
def test_who_opens_a_game_that_is_over_sees_its_board_on_the_card(pages: Pages, table: Whole) -> None:
    islands.begin(table)
    islands.put(table, LOST)
    cookie = table.join([0], "Ada")
    page = table.open(pages, cookie, prepare=lambda page: page.add_init_script(SLOW_FRAMES))
    expect(page.locator(".ending h2")).to_be_visible()
    expect(page.locator(".end-board [data-token].tile")).to_have_count(24)
    table.daemon.phones.leave(cookie)
