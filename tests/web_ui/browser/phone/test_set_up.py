"""A phone with a seat sets the game up, sets things right and says that the board is right, by touch or keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.support import fireships
from tests.support.browsing import DESK, WATCHERS_HOST, Pages
from tests.support.islands import LAID, begin
from tests.support.waiting import eventually
from tests.support.whole import KITS, Whole, whole_table
from tests.support.wording import say
from tests.web_ui.browser.everybody.test_sizes import FRAMES

SET_RIGHT = "#dock [data-key='open correct']"
SET_RIGHT_IN_FRENCH = "Corrigé\u00a0: Carte Inondation\u00a0: {tile}\u00a0: {where}".format(
    tile=say("forbidden-island.words.cave-of-embers", "fr"), where=say("forbidden-island.on-discard", "fr")
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("set-up"), None) as table:
        table.do("new forbidden-island referee seats=2")
        yield table


@pytest.fixture(scope="module")
def ann(table: Whole) -> str:
    """The cookie of the phone of the first seat."""
    return table.join([0], "Ann")


@pytest.fixture(scope="module")
def ben(table: Whole) -> str:
    """The cookie of the phone of the second seat."""
    return table.join([1], "Ben")


def key(page: Page, name: str) -> Locator:
    return page.locator(f"#dock [data-key='{name}']")


def open_correction(page: Page) -> None:
    """Open the form of what two taps on the board don't set right, as far as there is a board."""
    more = key(page, "more")
    expect(page.locator(SET_RIGHT).or_(more).first).to_be_visible()
    if not page.locator(SET_RIGHT).count():
        more.tap()
    page.locator(SET_RIGHT).tap()
    elsewhere = key(page, "else")
    expect(page.locator(".form").or_(elsewhere)).to_be_visible()
    if elsewhere.count():
        elsewhere.tap()
    expect(page.locator(".form")).to_be_visible()


def fits(page: Page, what: Locator) -> bool:
    """Tell whether *what* lies in the page's width, and no text of it is cut."""
    box = what.bounding_box()
    assert box is not None
    cut = what.evaluate("(each) => each.scrollWidth > each.clientWidth")
    return box["x"] >= 0 and box["x"] + box["width"] <= (page.viewport_size or {"width": 0})["width"] and not cut


# ---------------------------------------------------------------------- the set-up
@pytest.mark.long
def test_after_play_again_the_next_button_deals_the_island(pages: Pages, table: Whole, ann: str, ben: str) -> None:
    begin(table)
    page = table.open(pages, ann, has_touch=True)
    other = table.open(pages, ben)
    table.do("correct water=10")
    page.locator(".end-acts [data-key='do again']").tap()
    expect(key(page, "do deal rest")).to_have_class("button first")
    key(page, "do deal rest").tap()
    expect(page.locator(".tile[data-token]:not(.ghost)")).to_have_count(24)
    eventually(lambda: table.table["state"]["turn"]["step"] == "actions")
    first = table.table["people"][table.table["state"]["turn"]["seat"]]["name"]
    for each in (page, other):
        expect(each.locator("#caption")).to_contain_text(first)


@pytest.mark.long
def test_by_keyboard_alone_a_phone_deals_the_next_thing_and_then_all_the_rest(
    pages: Pages, table: Whole, ben: str
) -> None:
    table.do("new forbidden-island referee seats=2")
    page = table.open(pages, ben)
    for name, laid in (("do deal next", 0), ("do deal rest", 24)):
        expect(key(page, name)).to_be_enabled()
        key(page, name).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".tile[data-token]:not(.ghost)")).to_have_count(laid)
        eventually(lambda: table.table["log"] != [])
    eventually(lambda: table.table["state"]["turn"]["step"] == "actions")


@pytest.mark.long
def test_a_phone_types_in_how_the_tiles_lie_and_a_refused_form_keeps_what_was_filled_in(
    pages: Pages, table: Whole, ann: str
) -> None:
    table.do("new forbidden-island referee seats=2")
    page = table.open(pages, ann, has_touch=True)
    key(page, "open first").tap()
    key(page, "do first 2").tap()
    key(page, "open lay").tap()
    fields = page.locator(".form select")
    expect(fields).to_have_count(24)
    tiles = fields.first.locator("option").evaluate_all("all => all.map((each) => each.value).filter(Boolean)")
    for at, tile in enumerate([tiles[1], *tiles[1:]]):
        fields.nth(at).select_option(tile)
    page.locator(".form .button.first").tap()
    expect(page.locator("#answer[open]")).to_contain_text("24 tiles")
    page.locator("#answer-close").tap()
    assert [fields.nth(at).input_value() for at in range(24)] == [tiles[1], *tiles[1:]]
    fields.first.select_option(tiles[0])
    page.locator(".form .button.first").tap()
    expect(page.locator(".form")).to_have_count(0)
    assert [cell["id"] for cell in table.table["state"]["boards"][0]["cells"]] == tiles
    assert [line["who"] for line in table.table["log"]] == ["", ""]


@pytest.mark.long
def test_a_phone_gives_out_the_colours_of_fireship(pages: Pages, table: Whole, ben: str) -> None:
    table.do("new fireship referee seats=2")
    page = table.open(pages, ben, has_touch=True)
    key(page, "do give-colours").tap()
    expect(key(page, "do give-colours")).to_have_count(0)
    given = [each["text"].split(" plays ")[0] for each in table.table["log"][:2]]
    assert given == [each["name"] for each in table.table["people"]]


# ---------------------------------------------------------------------- setting things right
@pytest.mark.long
def test_what_one_phone_sets_right_every_screen_tells_and_one_tap_on_another_takes_back(
    pages: Pages, table: Whole, ann: str, ben: str
) -> None:
    table.do("lang fr")  # its words are the longer ones
    begin(table)
    page = table.open(pages, ann, has_touch=True)
    other = table.open(pages, ben, has_touch=True)
    watcher = pages.open("/", host=WATCHERS_HOST)
    television = pages.open("/tv", size=DESK)
    open_correction(page)
    expect(page.locator("dialog .form summary")).to_have_count(6)
    page.locator("dialog .form summary").nth(1).tap()
    page.locator("select[name='flood.cave-of-embers']").select_option("discard")
    page.locator(".form .button.first").tap()
    expect(page.locator(".form")).to_have_count(0)
    eventually(lambda: table.table["log"][-1]["who"] == "Ann")
    told = table.table["log"][-1]["text"]
    assert told == SET_RIGHT_IN_FRENCH
    for each in (page, other):
        expect(each.locator("#set-right summary")).to_have_text(f"{told} · Ann")
        expect(each.locator("#set-right button")).to_have_text("Annuler")
        assert fits(each, each.locator("#set-right"))
    for each in (watcher, television):
        expect(each.locator("#caption")).to_have_text(f"{told} · Ann")
    expect(watcher.locator("#set-right")).to_be_hidden()
    other.locator("#set-right button").tap()
    for each in (page, other):
        expect(each.locator("#set-right")).to_be_hidden()
    assert table.table["log"][-2]["undone"]
    table.do("lang en")


@pytest.mark.long
def test_the_form_comes_only_when_it_is_opened_and_is_short_of_nothing_then(
    pages: Pages, table: Whole, ann: str
) -> None:
    begin(table)
    asked: list[str] = []
    page = table.open(pages, ann, has_touch=True)
    page.on("request", lambda request: asked.append(request.url) if "/api/v1/form" in request.url else None)
    expect(page.locator(SET_RIGHT).or_(key(page, "more")).first).to_be_visible()
    assert asked == []
    open_correction(page)
    form = next(play for play in table.table["plays"] if play["word"] == "correct")["form"]
    board = set(LAID) | {f"pawn.{seat}" for seat in (1, 2)}
    rest = [field["name"] for field in form if field["name"] not in board]
    expect(page.locator(".form .field")).to_have_count(len(rest))
    assert len(asked) == 1


@pytest.mark.long
def test_a_form_that_is_gone_when_it_is_opened_is_said_in_words(pages: Pages, table: Whole, ann: str) -> None:
    begin(table)
    page = table.open(pages, ann, has_touch=True)
    refused = '{"error": "no-form", "text": "There is nothing to fill in there now."}'
    page.route(
        "**/api/v1/form*", lambda route: route.fulfill(status=404, content_type="application/json", body=refused)
    )
    more = key(page, "more")
    expect(page.locator(SET_RIGHT).or_(more).first).to_be_visible()
    if more.count():
        more.tap()
    page.locator(SET_RIGHT).tap()
    expect(page.locator("#answer[open]")).to_contain_text("nothing to fill in")
    expect(page.locator(".form")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("slug", KITS)
def test_a_phone_sets_a_kit_right_and_takes_it_back(pages: Pages, table: Whole, ann: str, slug: str) -> None:
    table.do(f"new {slug} kit seats=2")
    page = table.open(pages, ann, has_touch=True)
    open_correction(page)
    for group in page.locator("dialog .form summary").all():
        group.tap()
    field = page.locator(".form .field").first
    if field.evaluate("each => each.localName") == "select":
        field.select_option(index=1)
    else:
        field.fill("1")
    page.locator(".form .button.first").tap()
    expect(page.locator("#set-right summary")).to_contain_text("Ann")
    page.locator("#set-right button").tap()
    expect(page.locator("#set-right")).to_be_hidden()
    assert table.table["log"][-2]["undone"]


@pytest.mark.long
def test_a_phone_sets_the_sea_right(pages: Pages, table: Whole, ben: str) -> None:
    fireships.begin(table)
    page = table.open(pages, ben, has_touch=True)
    open_correction(page)
    for group in page.locator("dialog .form summary").all():
        group.tap()
    page.locator("input[name='round']").fill("7")
    page.locator(".form .button.first").tap()
    expect(page.locator("#set-right summary")).to_contain_text("7 · Ben")
    eventually(lambda: table.table["log"][-1]["who"] == "Ben")


# ---------------------------------------------------------------------- a form that is on its way
class Forms:
    """Holds back the answers with the table's forms that *page* asks for, until they are let go."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.held: list[Route] = []
        page.route("**/api/v1/form*", lambda route: self.held.append(route))

    def wait(self, count: int = 1) -> None:
        eventually(lambda: self._page.evaluate("true") and len(self.held) >= count)

    def let_go(self) -> None:
        """Let them come, and wait until the page has had them."""
        for route in self.held:
            with self._page.expect_event("requestfinished", lambda request: "/api/v1/form" in request.url):
                route.continue_()
        self.held.clear()
        self._page.evaluate(FRAMES)


@pytest.fixture
def asking(pages: Pages, table: Whole, ann: str) -> tuple[Page, Forms]:
    """A phone's page whose correction was tapped and is waited for; nothing else that it needs has to be fetched."""
    begin(table)
    page = table.open(pages, ann, has_touch=True)
    open_correction(page)
    page.keyboard.press("Escape")
    forms = Forms(page)
    page.locator(SET_RIGHT).click()
    forms.wait()
    return page, forms


@pytest.mark.long
def test_a_form_that_is_on_its_way_is_asked_for_once_and_its_row_says_that_it_waits(
    asking: tuple[Page, Forms],
) -> None:
    page, forms = asking
    expect(page.locator(SET_RIGHT)).to_have_attribute("aria-busy", "true")
    page.locator(SET_RIGHT).dblclick()
    page.evaluate(FRAMES)
    assert len(forms.held) == 1
    forms.let_go()
    expect(key(page, "else")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(SET_RIGHT)).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("dialog")).to_have_count(page.locator("dialog[id]").count())
    expect(page.locator(SET_RIGHT)).to_be_focused()


def go_back(page: Page, table: Whole) -> None:
    key(page, "back").click()


def open_menu(page: Page, table: Whole) -> None:
    page.locator("#more").click()
    expect(page.locator("#settings")).to_be_visible()


def begin_anew(page: Page, table: Whole) -> None:
    promised = table.table["commitment"]
    begin(table)
    assert table.table["commitment"] != promised
    page.wait_for_function("() => document.querySelector('#dock .actions')")
    expect(page.locator("#caption")).to_have_attribute("data-n", str(table.table["log"][-1]["n"]))


@pytest.mark.long
@pytest.mark.parametrize("go_on", [go_back, open_menu, begin_anew], ids=lambda each: each.__name__)
def test_a_form_that_comes_after_somebody_went_on_is_not_opened(
    asking: tuple[Page, Forms], table: Whole, go_on: Callable[[Page, Whole], None]
) -> None:
    page, forms = asking
    go_on(page, table)
    forms.let_go()
    expect(key(page, "else")).to_have_count(0)
    expect(page.locator("dialog[open]:not(#settings)")).to_have_count(0)
    expect(page.locator("#dock [aria-busy]")).to_have_count(0)


# ---------------------------------------------------------------------- after a power cut
@pytest.mark.long
@pytest.mark.parametrize("is_right", [True, False])
def test_the_board_check_is_every_seats_and_whoever_answers_first_settles_it(
    pages: Pages, tmp_path: Path, is_right: bool
) -> None:
    with whole_table(tmp_path, None) as before:
        begin(before)
        cookies = [before.join([0], "Ann"), before.join([1], "Ben")]
    with whole_table(tmp_path, None) as table:
        own = Pages(pages.browser, table.daemon.server)
        try:
            ann, ben = (table.open(own, cookie, has_touch=True) for cookie in cookies)
            watcher = own.open("/", host=WATCHERS_HOST)
            for page in (ann, ben):
                expect(page.locator("#compare")).to_be_visible()
            expect(watcher.locator("#caption")).to_be_visible()
            expect(watcher.locator("#compare")).to_be_hidden()
            if is_right:
                ben.locator("#compare .button.first").tap()
                for page in (ann, ben):
                    expect(page.locator("#compare")).to_be_hidden()
                assert table.table["compare"] == []
            else:
                ann.locator("#compare .button:not(.first)").tap()
                expect(key(ann, "else")).to_be_visible()
                expect(ben.locator("#compare")).to_be_visible()
            assert own.complaints == []
        finally:
            own.close()
