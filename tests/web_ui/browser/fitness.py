"""Whether a page is fit for everybody: axe, the contrast of each word, and nothing to be scrolled sideways."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page

from tests.support.browsing import DESK, PHONE
from tests.web_ui.browser import axe, contrast

NARROW = {"width": 320, "height": 640}
TALL = {"width": PHONE["width"], "height": 1600}
"""So high that most of a page can be read at once."""
COLOURS = (axe.CONTRAST,)
HANGS_OVER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
NO_SCENES = """() => {
    if (globalThis.hasNoScenes) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.moment { display: none !important }');
    document.adoptedStyleSheets.push(sheet);
    globalThis.hasNoScenes = true;
}"""

AT_REST = """() => document.getAnimations().every((each) => each.playState !== 'running'
    || each.effect.getComputedTiming().iterations === Infinity)"""
"""Another theme's colours have faded in."""

Look = tuple[str, dict[str, int], Callable[[Page], list[str]] | None]
"""A theme, a size, and what axe looks at there."""
Good = Callable[[Page, str], None]
"""Fail unless a page, in a state, is fit for everybody."""

FEW_LOOKS: tuple[Look, ...] = (
    ("light", DESK, None),
    ("light", NARROW, partial(axe.faults, without=COLOURS)),
    ("dark", NARROW, None),
)
"""Each of axe's rules once; colours are measured word by word while a page is narrow."""
ALL_LOOKS: tuple[Look, ...] = (
    ("dark", NARROW, partial(axe.faults, without=COLOURS)),
    ("light", NARROW, None),
    ("light", DESK, axe.faults),
    ("dark", DESK, partial(axe.faults, only=COLOURS)),
)
"""A theme changes colours alone: in the other one axe looks at these."""


def good_in(looks: tuple[Look, ...], page: Page, state: str) -> None:
    """Fail unless *page*, in *state*, is fit for everybody in all *looks*; scenes are left out."""
    page.evaluate(NO_SCENES)
    for theme, size, look in looks:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.wait_for_function(AT_REST)
        found = look(page) if look else []
        assert found == [], f"{state}, {theme}, {size['width']}"
        assert not page.evaluate(HANGS_OVER), f"{state} hangs over, {size['width']}"
        if size == NARROW:
            page.set_viewport_size(TALL)  # type: ignore[arg-type]
            page.wait_for_function(AT_REST)
            faint = [word for word in contrast.words(page) if word.contrast < contrast.MIN_CONTRAST]
            assert faint == [], f"{state}, {theme}"
