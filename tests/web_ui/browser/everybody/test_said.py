"""Whatever a page shows or tells is said by the texts: in a language whose vowels have marks no plain one is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.pictures.scenes import CREW, staged
from tests.support.browsing import PHONE
from tests.support.languages import long_winded, marked, put
from tests.support.whole import Whole, whole_table

SCENES = (
    *("menu", "watching", "joining-refused", "full-table", "set-up-typed", "correction", "old-page", "out-of-touch"),
    *("my-turn", "refusal", "won", "sea-moves", "sea-answers", "closed-kit", "owner", "records", "panel", "error"),
    *("kit-fireball-island", "kit-battle-for-the-island", "tv-menu", "tv-fireship", "tv-island", "tv-lost"),
)
A_LONG_NAME = "Englishskorrekturmöglich"
NO_TEXTS = {
    *(word for name in CREW for word in name.split("-")),
    "English",
    "Français",
    A_LONG_NAME,
    "tide",
    "example",
    "toml",
}
"""People's names, the languages' own names, the table's address, and the end of a file's name."""
A_RULE = re.compile(r"\b(FI|FS)-[A-Z]\d+\b|\b[0-9a-f]{8} …")
"""A rule's id, and the first digits of a promise; a date is the browser's own."""
A_WORD = re.compile(r"[^\W\d_]{2,}")
A_PLAIN_VOWEL = re.compile("[aeiouyAEIOUY]")
# Each text on the page, seen or not, and what is told of its parts.
ALL_SAID = """() => {
    const said = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        if (!walk.currentNode.parentElement.closest('script, noscript, time')) said.push(walk.currentNode.data);
    }
    const told = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder', 'label'];
    for (const each of document.querySelectorAll('*')) {
        said.push(...told.map((name) => each.getAttribute(name) ?? ''));
        said.push(...['::before', '::after'].map((part) => getComputedStyle(each, part).content));
    }
    return said.filter((each) => each.trim() && each !== 'none' && each !== 'normal');
}"""

# What is wider than the page, and buttons that are narrower than their words.
TOO_WIDE = """() => [
    ...(document.documentElement.scrollWidth > innerWidth ? ['page'] : []),
    ...[...document.querySelectorAll('main .button')]
        .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
]"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    folder: Path = tmp_path_factory.mktemp("said")
    put(folder / "data", marked())
    put(folder / "data", long_winded(), "nds.toml")
    (folder / "data" / "kits").mkdir()
    (folder / "data" / "kits" / "bd.toml").write_text("= ", "utf-8")
    with whole_table(folder, None) as table:
        table.do("lang de")
        yield table


LONG_WORDED = ("menu", "my-turn", "refusal", "lost", "sea-won", "owner", "verify")


def unsaid(page: Page) -> list[str]:
    """Return what *page* shows or tells that no text says."""
    words = {text: A_WORD.findall(A_RULE.sub("", text)) for text in page.evaluate(ALL_SAID)}
    return [
        text
        for text, found in words.items()
        if any(A_PLAIN_VOWEL.search(word) and word not in NO_TEXTS for word in found)
    ]


@pytest.mark.long
@pytest.mark.parametrize("scene", SCENES)
def test_all_that_a_page_says_comes_from_the_texts(browser: Browser, table: Whole, scene: str) -> None:
    with staged(browser, table, scene, "de") as page:
        assert unsaid(page) == []
        page.evaluate("document.querySelector('main').append('Roll')")
        assert unsaid(page) == ["Roll"]


@pytest.mark.long
@pytest.mark.parametrize("scene", LONG_WORDED)
def test_long_words_stay_within_a_phone(browser: Browser, table: Whole, scene: str) -> None:
    with staged(browser, table, scene, "nds") as page:
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        assert page.evaluate(TOO_WIDE) == []
