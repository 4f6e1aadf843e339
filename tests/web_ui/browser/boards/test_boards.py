"""A board of the picture that no game dresses: drawn, chosen by touch and by keys, and said."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import PHONE, Pages
from tests.support.waiting import eventually

HARBOUR: dict[str, Any] = {
    "name": "harbour",
    "layout": "graph",
    "label": "The harbour",
    "width": 720,
    "height": 480,
    "cells": [
        {"id": "quay", "label": "Quay", "place": [60, 60], "to": ["buoy", "reef"], "notes": ["Busy"]},
        {"id": "buoy", "label": "Buoy", "place": [660, 60], "shape": "diamond", "to": ["quay"]},
        {"id": "reef", "label": "Reef", "place": [60, 420], "shape": "box", "sign": "gem", "look": "water"},
    ],
    "pieces": [
        {"id": "tug", "cell": "quay", "label": "Tug", "look": "blue", "owner": 0},
        {"id": "crate", "cell": "quay", "label": "Crate", "count": 3, "notes": ["Wet"]},
    ],
}
CHESS: dict[str, Any] = {
    "name": "chess",
    "layout": "grid",
    "label": "The board",
    "columns": 4,
    "rows": 3,
    "plain": "column {column}, row {row}",
    "cells": [{"id": "castle", "label": "Castle", "place": [2, 2], "covers": [[2, 2], [3, 2]]}],
    "pieces": [{"id": "1-1", "cell": "1-1", "label": "Rook", "owner": 1}],
}
DRAW = """async ([path, kind, board, offers]) => {
    const from = document.querySelector('script[type=module][src]').src;
    const module = await import(new URL(path, from));
    const { LOOKING } = await import(new URL('../boards/board.js', from));
    window.picked = [];
    window.refused = [];
    window.offers = offers;
    const reach = {
        ...LOOKING,
        offers: (id) => window.offers[id] ?? '',
        barred: (id) => window.offers[id] === 'No',
        pick: (id) => window.picked.push(id),
        refuse: (id) => window.refused.push(id),
    };
    window.board = new module[kind](reach, { near: 'Nearer', whole: 'All of it' });
    const place = document.createElement('section');
    place.id = 'own';
    place.append(...(window.board.lens ? [window.board.lens] : []), window.board.element);
    place.style.cssText = 'position: fixed; inset: 0; z-index: 9; overflow: auto';
    document.body.append(place);
    window.board.show(board, [{ seat: 0, name: 'Ada' }, { seat: 1, name: 'Ben' }]);
}"""
SHOW = "(board) => window.board.show(board, [{ seat: 0, name: 'Ada' }, { seat: 1, name: 'Ben' }])"


def drawn(pages: Pages, kind: str, board: dict[str, Any], **offers: str) -> Page:
    """Open a page with *board* on it, of which what is among *offers* can be chosen."""
    page = pages.open(size=PHONE)
    page.evaluate(DRAW, [f"../boards/{kind.lower()}.js", kind, board, offers])
    return page


def cell(name: str) -> str:
    return f'#own [data-token="{name}"]'


@pytest.mark.long
def test_a_graph_is_drawn_with_each_line_once_and_each_cell_says_what_lies_there(pages: Pages) -> None:
    page = drawn(pages, "Graph", HARBOUR, buoy="Sail", reef="No")
    (way,) = page.locator("#own .way").evaluate_all("all => all.map((each) => each.getAttribute('d'))")
    assert (way.count("M"), way.count("C")) == (1, 2)
    said = page.locator("#own [data-token]").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
    assert said == ["Quay. Busy. Tug. Crate 3. Wet", "Buoy. Sail", "Reef. No"]
    roles = page.locator("#own [data-token]").evaluate_all("all => all.map((each) => each.getAttribute('role'))")
    assert roles == ["img", "button", "button"]
    assert page.locator(cell("reef")).get_attribute("aria-disabled") == "true"
    letters = page.locator("#own .pieces text").all_text_contents()
    assert letters == ["A", "3"]


def test_a_graph_is_walked_by_keys_alone(pages: Pages) -> None:
    page = drawn(pages, "Graph", HARBOUR, buoy="Sail", quay="Stay", reef="Dive")
    page.locator(cell("quay")).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(cell("buoy"))).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    expect(page.locator(cell("reef"))).to_be_focused()
    page.keyboard.press("Space")
    assert page.evaluate("picked") == ["buoy", "reef"]
    page.evaluate("(board) => { window.offers = { quay: 'Stay' }; window.board.show(board, []); }", HARBOUR)
    expect(page.locator(cell("quay"))).to_be_focused()  # where it was can't be chosen any more


def test_a_tap_on_a_small_graph_chooses_or_says_why_not_and_the_lens_makes_cells_as_large_as_a_finger(
    pages: Pages,
) -> None:
    page = drawn(pages, "Graph", HARBOUR, buoy="Sail")
    page.locator(cell("buoy")).click()
    eventually(lambda: page.evaluate("picked") == ["buoy"])
    page.locator(cell("quay")).click()
    eventually(lambda: page.evaluate("refused") == ["quay"])
    assert page.evaluate("picked") == ["buoy"]
    page.get_by_role("button", name="Nearer").click()
    expect(page.get_by_role("button", name="All of it")).to_be_visible()
    sizes = page.locator("#own .face").evaluate_all("all => all.map((each) => each.getBoundingClientRect().width)")
    assert min(sizes) >= 43.9


def test_a_piece_of_a_graph_stays_itself_while_it_moves_and_one_that_is_gone_leaves(pages: Pages) -> None:
    page = drawn(pages, "Graph", HARBOUR)
    page.evaluate("() => { window.tug = document.querySelector('#own .pieces .blue'); }")
    before = page.evaluate("tug.style.transform")
    moved = {**HARBOUR, "pieces": [{**HARBOUR["pieces"][0], "cell": "buoy"}]}
    page.evaluate(SHOW, moved)
    assert page.evaluate("tug === document.querySelector('#own .pieces .blue')") is True
    assert page.evaluate("tug.style.transform") != before
    expect(page.locator("#own .pieces > g")).to_have_count(1)


def test_plain_squares_of_a_grid_are_silent_until_they_can_be_chosen(pages: Pages) -> None:
    page = drawn(pages, "Grid", CHESS, **{"4-3": "Go"})
    assert page.locator("#own [data-token]").count() == 4 * 3 - 2 + 1
    named = page.locator("#own [aria-label][data-token]").evaluate_all(
        "all => all.map((each) => [each.dataset.token, each.getAttribute('aria-label')])"
    )
    assert dict(named) == {
        "1-1": "column 1, row 1. Rook",
        "4-3": "column 4, row 3. Go",
        "castle": "Castle",
    }
