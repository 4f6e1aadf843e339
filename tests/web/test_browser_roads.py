"""Three roads to every command of every game that ships, each walked from the tree of plays.

By the knob and its push alone; by touch; and by a keyboard, with what a screen reader is told. They are walked in a few
states of whole games, so chosen that each command can be given in one of them. Who holds every seat gives those of the
seats, and the table's own computer those of the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.library import Library
from companion.menu import BACK, Menu
from companion.offers import tree_for_table
from companion.session import Play
from tests.web.browsing import Pages
from tests.web.courses import VERBS, Reached, Slug, game_of, keep, reached
from tests.web.islands import script
from tests.web.whole import Whole, whole_table
from web_ui.server import Server

LEAST = 48
"""What is touched is so large, in CSS pixels."""
MOST_ROWS = 400
MOST_TABS = 120
MOST_ARROWS = 60
NOW = "fetch('/api/v1/table').then((answer) => answer.json())"
IS_ON = "(name) => document.activeElement === controls().get(name)"
IS_AMONG = "[...controls()].some(([name, each]) => name.startsWith('place ') && each === document.activeElement)"
# Which arrow leads towards a place: that of the longer way, or of the other.
ARROW = """([name, other]) => {
    const middle = (each) => { const box = each.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [from, to] = [middle(document.activeElement), middle(controls().get(name))];
    const [right, down] = [to[0] - from[0], to[1] - from[1]];
    return (Math.abs(right) > Math.abs(down)) !== other ? (right > 0 ? 'ArrowRight' : 'ArrowLeft') : (down > 0 ? 'ArrowDown' : 'ArrowUp');
}"""

Path = list[str]
"""What is pressed one after the other, each by the name that ``crawl.js`` gives it."""


@pytest.fixture(scope="module", params=sorted(VERBS), ids="-".join)
def slug(request: pytest.FixtureRequest) -> Slug:
    found: Slug = request.param
    return found


@pytest.fixture(scope="module")
def table(slug: Slug, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    folder = tmp_path_factory.mktemp("roads")
    keep(folder / "data", slug)
    with whole_table(folder, None) as table:
        yield table


@pytest.fixture(scope="module")
def server(table: Whole) -> Server:
    return table.daemon.server


# ---------------------------------------------------------------------- every command
def test_every_command_of_every_game_is_named() -> None:
    assert {(game.slug, game.mode) for game in Library().games} == set(VERBS)
    kits = {verb for (_, mode), verbs in VERBS.items() if mode == "kit" for verb in verbs}
    for slug, verbs in VERBS.items():
        assert {kind.verb for kind in game_of(slug).kinds} <= (kits if slug[1] == "kit" else verbs), slug


def test_every_command_that_is_named_can_be_given_in_one_of_the_states(slug: Slug) -> None:
    assert {verb for each in reached(slug) for verb in each.verbs} == VERBS[slug]


# ---------------------------------------------------------------------- by the knob
def turned(tree: Sequence[Play], path: tuple[int, ...]) -> Menu:
    """Return the menu after turns and pushes alone: at each level of *path* so many steps, then a push."""
    menu = Menu()
    menu.open(tree)
    for steps in path:
        menu.turn(steps)
        menu.push()
    return menu


def rows_of(menu: Menu) -> int:
    """Count the rows on show by turning until the first comes again."""
    first = menu.selected
    for count in range(1, MOST_ROWS):
        menu.turn(1)
        if menu.selected is first:
            return count
    pytest.fail("the rows never come round")


def by_knob(tree: Sequence[Play], path: tuple[int, ...] = ()) -> Iterator[str]:
    """Give every line, and the line of every form, that turning and pushing lead to."""
    for at in range(rows_of(turned(tree, path))):
        menu = turned(tree, path)
        menu.turn(at)
        row, above = menu.selected, menu.above
        assert row is not None
        chosen = menu.push()
        if chosen is not None and chosen.why is None:
            yield chosen.line
        elif chosen is None and row.form:
            assert menu.is_open and menu.selected is not None
            yield row.line
        elif chosen is None and row is not BACK and row.below and menu.above is not above:
            yield from by_knob(tree, (*path, at))


def complete(tree: Sequence[Play]) -> Iterator[str]:
    """Give every line, and the line of every form, of *tree*."""
    for each in tree:
        if each.line and each.why is None:
            yield each.line
        yield from complete(each.below)


def verbs_of(lines: Iterator[str] | Mapping[str, Any] | set[str]) -> set[str]:
    return {line.split(" ")[0] for line in lines}


def test_every_command_is_reached_by_the_knob(table: Whole, slug: Slug) -> None:
    for number, each in enumerate(reached(slug), 1):
        table.do(f"resume {number}")
        tree = tree_for_table(table.daemon.session.published)
        every = set(complete(tree))
        assert each.verbs <= verbs_of(every)
        assert every - set(by_knob(tree)) == set()


# ---------------------------------------------------------------------- on a page
def offered(plays: list[dict[str, Any]], ours: list[Any]) -> Iterator[dict[str, Any]]:
    """Give every line and form below *plays* that one of *ours* may say now."""
    for each in plays:
        if each.get("do") and not each.get("why") and set(each.get("seats") or ours) & set(ours):
            yield each
        yield from offered(each.get("then") or [], ours)


def wanted(page: Page, verbs: frozenset[str]) -> tuple[set[str], set[str]]:
    """Return the lines that the table offers this page, and the words of those that have forms; *verbs* among them."""
    seen = page.evaluate(NOW)
    plays = list(offered(seen["plays"], seen["seats"]))
    lines, forms = {each["do"] for each in plays if not each.get("form")}, {each["word"] for each in plays if each.get("form")}
    assert verbs <= verbs_of(lines) | forms
    return lines, forms


def standing(pages: Pages, table: Whole, slug: Slug) -> Iterator[tuple[Page, Reached]]:
    """Give a page for each state, on which its commands can be given: of who holds all seats, or of the table."""
    here: dict[int, Page] = {}
    states = sorted(enumerate(reached(slug), 1), key=lambda each: len(each[1].record.header.seats))
    for number, each in states:
        table.do(f"resume {number}")
        people = 0 if each.table else len(each.record.header.seats)
        if people not in here:
            here[people] = table.open(pages, table.join(range(people))) if people else pages.open()
        else:
            here[people].reload()
        here[people].locator("#dock .ask").wait_for()
        here[people].locator("#dock button:visible").first.wait_for()
        yield here[people], each


def test_every_command_is_reached_by_touch(pages: Pages, table: Whole, slug: Slug) -> None:
    for page, each in standing(pages, table, slug):
        lines, forms = wanted(page, each.verbs)
        walked = page.evaluate(script("crawl"), {"byKeys": False, "least": LEAST})
        assert (lines - set(walked["lines"]), forms - set(walked["forms"]), walked["amiss"]) == (set(), set(), [])


def test_every_command_is_reached_by_keyboard_under_a_name(pages: Pages, table: Whole, slug: Slug) -> None:
    for page, each in standing(pages, table, slug):
        lines, forms = wanted(page, each.verbs)
        walked = page.evaluate(script("crawl"), {"byKeys": True, "least": LEAST})
        assert (lines - set(walked["lines"]), forms - set(walked["forms"]), walked["amiss"]) == (set(), set(), [])
        for verb in sorted(each.verbs):
            line = min((line for line in walked["lines"] if line.split(" ")[0] == verb), default=None)
            if line is None:
                press_all(page, walked["forms"][verb])
                assert page.evaluate("document.activeElement.closest('form, dialog') !== null")
            else:
                press_all(page, walked["lines"][line])
                page.wait_for_function("(line) => sent.at(-1) === line", arg=line)


def press_all(page: Page, path: Path) -> None:
    """Go to each of *path* by Tab and arrows, hear what it is called, and press Enter there."""
    page.evaluate("home()")
    for name in path:
        page.wait_for_function("(name) => controls().has(name)", arg=name)
        go_to(page, name)
        told = page.locator(":focus").aria_snapshot()
        assert re.match(r'- button "\S', told), f"{name} is called {told}"
        page.keyboard.press("Enter")


def go_to(page: Page, name: str) -> None:
    """Press Tab until *name* has the focus; on the board, then the arrow keys."""
    for _ in range(MOST_TABS):
        if page.evaluate(IS_ON, name):
            return
        if name.startswith("place ") and page.evaluate(IS_AMONG):
            walk_to(page, name)
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no Tab leads to {name!r}")


def walk_to(page: Page, name: str) -> None:
    """Press arrow keys until the place *name* has the focus."""
    stuck = 0
    for _ in range(MOST_ARROWS):
        if page.evaluate(IS_ON, name):
            return
        before = page.evaluate("document.activeElement.dataset.token")
        page.keyboard.press(page.evaluate(ARROW, [name, stuck % 2 == 1]))
        stuck = stuck + 1 if page.evaluate("document.activeElement.dataset.token") == before else 0
    pytest.fail(f"no arrow leads to {name!r}")
