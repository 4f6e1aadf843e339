"""Two roads on a page to every command of every kit, each walked from the tree of plays.

By touch; and by a keyboard, with what a screen reader is told. By the knob: ``test_roads_by_knob``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browsing import Pages
from tests.support.long_forms import few_of
from tests.support.midgame import play
from tests.support.whole import KITS, Whole, table_of

# Taps its way through all that the dock offers and says which lines and forms there were; nothing is sent.
WALK = """async () => {
    const dock = document.getElementById('dock');
    const found = { lines: new Set(), forms: new Set(), small: [] };
    const look = (button) => {
        const box = button.getBoundingClientRect();
        if (box.width && Math.min(box.width, box.height) < 48) found.small.push(button.textContent);
    };
    const keys = () => [...dock.querySelectorAll('[data-key]')].map((each) => each.dataset.key);
    const tap = (key) => dock.querySelector(`[data-key="${CSS.escape(key)}"]`).click();
    const pause = () => new Promise((resume) => setTimeout(resume));
    const seen = () => keys().join('|') + dock.querySelector('form');
    async function level(depth) {
        const here = seen();
        for (const button of dock.querySelectorAll('button')) look(button);
        for (const key of keys().filter((each) => each.startsWith('do '))) found.lines.add(key.slice(3));
        for (const key of keys().filter((each) => each === 'more' || each.startsWith('open '))) {
            tap(key);
            for (let wait = 0; wait < 50 && seen() === here; wait += 1) await pause();
            const elsewhere = dock.querySelector('[data-key=else]'); // what is on the board is set right there
            elsewhere?.click();
            for (let wait = 0; elsewhere && wait < 50 && !document.querySelector('.form'); wait += 1) await pause();
            const form = document.querySelector('.form');
            if (form) {
                found.forms.add(key.slice(5));
                form.querySelector('button.plain').click();
            } else if (depth < 9) {
                await level(depth + 1);
                tap('back');
            }
            for (let wait = 0; wait < 50 && seen() !== here; wait += 1) await pause();
        }
    }
    await level(0);
    for (const card of dock.querySelectorAll('.hand button')) {
        card.click();
        for (const key of keys().filter((each) => each.startsWith('do '))) found.lines.add(key.slice(3));
        tap('back');
    }
    return { lines: [...found.lines], forms: [...found.forms], small: found.small };
}"""
FOCUSED = "document.activeElement.dataset.key ?? ''"
MAX_TABS = 80

table = table_of()


@pytest.fixture(scope="module")
def everybody(table: Whole) -> str:
    table.do("new fireship kit seats=2")
    return table.join([0, 1])


def offered(plays: list[dict[str, Any]], ours: list[Any]) -> Iterator[dict[str, Any]]:
    """Give every line and form below *plays* that one of *ours* may say now."""
    for each in plays:
        if each.get("do") and not each.get("why") and set(each.get("seats") or ours) & set(ours):
            yield each
        yield from offered(each.get("then") or [], ours)


def wanted(page: Page) -> tuple[set[str], set[str]]:
    """Return the lines that the table offers this phone, and the words of those that have forms."""
    seen = page.evaluate("fetch('/api/v1/table').then((answer) => answer.json())")
    plays = list(offered(seen["plays"], [*seen["seats"], "table"]))  # what any seat may do is the table's
    return {each["do"] for each in plays if "form" not in each}, {each["word"] for each in plays if "form" in each}


@pytest.mark.parametrize("slug", few_of(["fireship"], KITS))
def test_every_command_is_reached_by_touch(pages: Pages, table: Whole, everybody: str, slug: str) -> None:
    play(table, slug)
    page = table.open(pages, everybody)
    page.locator("#dock button:visible").first.wait_for()
    lines, forms = wanted(page)
    assert len(lines) > 1
    walked = page.evaluate(WALK)
    assert lines - set(walked["lines"]) == set()
    assert forms - set(walked["forms"]) == set()
    assert walked["small"] == []


def go_to(page: Page, key: str) -> None:
    """Press Tab until the control *key* has the focus."""
    for _ in range(MAX_TABS):
        if page.evaluate(FOCUSED) == key:
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no Tab leads to {key!r}")


def walk_by_keys(page: Page, lines: set[str], forms: set[str]) -> None:
    """Press Tab and Enter through all below the level on show; take out of *lines* and *forms* what is reached."""
    dock = page.locator("#dock")
    keys: list[str] = dock.locator("[data-key]:visible").evaluate_all("all => all.map((each) => each.dataset.key)")
    told = dock.aria_snapshot()
    for key in keys:
        button = dock.locator(f"[data-key={key!r}]")
        said = button.get_attribute("aria-label") or " ".join(button.inner_text().split())
        assert f'button "{said}"' in told, f"{key!r} has no name of its own"
        if key.startswith("do "):
            go_to(page, key)
            lines.discard(key.removeprefix("do "))
        elif key.removeprefix("open ") in forms:
            go_to(page, key)
            fill_by_keys(page)
            forms.discard(key.removeprefix("open "))
        elif key == "more" or key.startswith("open "):
            go_to(page, key)
            page.keyboard.press("Enter")
            walk_by_keys(page, lines, forms)
            go_to(page, "back")
            page.keyboard.press("Enter")


def fill_by_keys(page: Page) -> None:
    """Press Enter for a form, hear what each of its fields is called, and leave it by its way back."""
    opener = page.evaluate(FOCUSED)
    page.keyboard.press("Enter")
    form, elsewhere = page.locator(".form"), page.locator("#dock [data-key=else]")
    form.or_(elsewhere).first.wait_for()
    if elsewhere.count():  # what is on the board is set right there
        go_to(page, "else")
        page.keyboard.press("Enter")
    form.wait_for()
    nameless = "all => all.filter((each) => !each.labels?.[0]?.textContent.trim()).map((each) => each.name)"
    assert form.locator("input, select").evaluate_all(nameless) == []
    page.wait_for_function("() => document.activeElement.closest('.form') !== null")
    way_back = form.locator("button.plain")
    for _ in range(MAX_TABS):
        if way_back.evaluate("(each) => each === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    form.wait_for(state="detached")
    assert page.evaluate(FOCUSED) == opener


@pytest.mark.long
@pytest.mark.parametrize("slug", KITS)
def test_every_command_is_reached_by_keyboard_under_a_name(
    pages: Pages, table: Whole, everybody: str, slug: str
) -> None:
    play(table, slug)
    page = table.open(pages, everybody)
    page.locator("#dock button:visible").first.wait_for()
    lines, forms = wanted(page)
    walk_by_keys(page, lines, forms)
    hand = page.locator("#dock .hand button")
    for at in range(hand.count()):
        hand.nth(at).focus()
        page.keyboard.press("Enter")
        walk_by_keys(page, lines, forms)
        page.keyboard.press("Escape")
    assert (lines, forms) == (set(), set())
