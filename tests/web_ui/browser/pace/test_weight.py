"""What a page fetches by itself when it opens, in a real browser: every game, both languages, without a tap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

from companion.engine.game import Game
from tests.support import fireships
from tests.support.browsing import Pages
from tests.support.cases import own_of
from tests.support.long_forms import few_of
from tests.support.referees import REFEREES
from tests.support.seating import joined
from tests.support.whole import KITS, Whole, table_of

MAX_BYTES = 61_000
MAX_REQUESTS = 53
"""Bodies as they travel, without HTTP's heads; the state by the stream isn't among them."""
COMPLETE = "() => performance.getEntriesByType('resource').some((each) => each.name.endsWith('dock.js'))"
"""What shows what can be done comes last."""
IDLE = (
    "link/unsent.js",
    "dock/in-words.js",
    "css/worded.css",
    "link/sender.js",
    "core/words.js",
    "menu/sheets.js",
    "join/join.js",
    "api/v1/words?lang=en",
    "api/v1/words?lang=fr",
    "scenes/scenes.js",
    "scenes/moments.js",
    "core/sounds.js",
    "css/moments.css",
    "scenes/scene-drawing.js",
    "scenes/small-board.js",
    "page/flights.js",
    "scenes/afar.js",
    "help/help.js",
    "help/press.js",
    "core/storage.js",
    "help/about.js",
)
"""What sends a command, and a late one, what shows scenes, and what a tap on the row that says as whom one plays does:
fetched when a page that is drawn has nothing better to do; the row is drawn as well."""
GAMES = [*((slug, "kit") for slug in KITS), *((game.slug, "referee") for game in REFEREES)]
LATER = {
    *("join-sheet.js", "form.js", "headings.js", "invite.js", "devices.js", "undo.js", "asking.js"),
    *(
        "opening.js",
        "window.js",
        "end.js",
        "ending-card.js",
        "ending.css",
        "ending-picture.js",
        "kraken.js",
        "card.js",
        "chance.js",
    ),
}
"""What nobody needs before a tap, or before something happens."""

DRAWINGS = (".svg",)
"""Drawings and covers are weighed by themselves: a browser keeps them, and a page is drawn before they are here."""
MAX_DRAWINGS = 40_000

table = table_of()


def weigh(open_page: Callable[[Callable[[Page], None]], Page], ready: Callable[[Page], None]) -> set[str]:
    """Open a page and wait until it is *ready*: it is light enough. Return the names of what it fetched."""
    came: list[Response] = []

    def listen(page: Page) -> None:
        page.on("response", lambda response: came.append(response))

    page = open_page(listen)
    ready(page)
    page.wait_for_load_state("load")
    fetched = [each.request for each in came if "/api/v1/stream" not in each.url]
    sizes = {each.url.partition("/static/")[2].partition("/")[2] or each.url: each.sizes() for each in fetched}
    bodies = {name: size["responseBodySize"] for name, size in sizes.items() if not name.endswith((*IDLE, *DRAWINGS))}
    heads = sum(size["responseHeadersSize"] for size in sizes.values())
    total = sum(bodies.values())
    print(f"{page.url}: {total} bytes in {len(bodies)} requests, and {heads} of heads")
    assert total <= MAX_BYTES, sorted(bodies.items(), key=lambda each: -each[1])
    pictures = {name: size["responseBodySize"] for name, size in sizes.items() if name.endswith(".svg")}
    assert sum(pictures.values()) <= MAX_DRAWINGS, pictures
    assert len(bodies) <= MAX_REQUESTS, sorted(bodies)
    return {name.rpartition("/")[2] for name in sizes}


@pytest.mark.long
@pytest.mark.parametrize(
    ("slug", "mode", "lang"),
    [(*game, lang) for game in GAMES for lang in ("en", "fr")],
)
def test_a_first_load_is_small(pages: Pages, table: Whole, everybody: str, slug: str, mode: str, lang: str) -> None:
    table.do(f"new {slug} {mode} seats=2")

    def ready(page: Page) -> None:
        joined(page)
        page.wait_for_function(COMPLETE)

    names = weigh(lambda prepare: table.open(pages, everybody, f"/?lang={lang}", prepare=prepare), ready)
    assert {"phone.js", "join.js", "tokens.css"} <= names
    assert not LATER & names


@pytest.mark.long
def test_a_first_load_is_small_with_a_hidden_hand(pages: Pages, table: Whole, everybody: str) -> None:
    fireships.begin(table)
    fireships.deal(table, "no", "boom")
    names = weigh(
        lambda prepare: table.open(pages, everybody, "/?lang=fr", prepare=prepare),
        lambda page: expect(page.locator(".own .back")).to_have_count(2),
    )
    assert {"hand.js", "cards.css"} <= names


@pytest.mark.long
def test_a_first_load_is_small_in_the_midst_of_an_answer_window_with_a_hidden_hand(
    pages: Pages, table: Whole, everybody: str
) -> None:
    fireships.begin(table)
    fireships.deal(table, "no", "boom")
    fireships.attacks(table)
    table.do("attack 9-9 10-9", 0)

    def ready(page: Page) -> None:
        expect(page.locator(".own .back")).to_have_count(2)
        expect(page.locator(".window .due")).to_be_visible()

    names = weigh(lambda prepare: table.open(pages, everybody, "/?lang=fr", prepare=prepare), ready)
    assert {"hand.js", "cards.css", "fray.js", "battle.js", "battle.css"} <= names


@pytest.mark.parametrize("game", REFEREES, ids=lambda game: game.slug)
@pytest.mark.parametrize("path", ["/tv", "/panel"])
@pytest.mark.long
def test_a_first_load_of_what_is_only_looked_at_is_small(pages: Pages, table: Whole, game: Game, path: str) -> None:
    table.do(f"new {game.slug} referee seats={game.default_people}")
    drawn = own_of(game).drawn
    weigh(
        lambda prepare: pages.open(f"{path}?lang=fr", prepare=prepare),
        lambda page: expect(page.locator(drawn)).to_be_attached(),
    )


@pytest.mark.parametrize("path", few_of(["/verify"], ["/owner", "/records", "/verify"]))
def test_a_first_load_of_the_other_pages_is_small(pages: Pages, path: str) -> None:
    def open_page(prepare: Callable[[Page], None]) -> Page:
        pages.contexts.append(pages.browser.new_context())
        page = pages.contexts[-1].new_page()
        prepare(page)
        page.goto(f"http://127.0.0.1:{pages.server.port}{path}?lang=fr")
        return page

    def ready(page: Page) -> None:
        if path != "/owner":  # which keeps a stream open
            page.wait_for_load_state("networkidle")

    weigh(open_page, ready)
