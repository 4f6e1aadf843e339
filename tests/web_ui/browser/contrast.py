"""Contrast measured on the pixels behind each word, which finds what rules on colours can't: waves, halos, fades.

Each word's box is photographed with the words made transparent, and the word's colour compared with every pixel there
(WCAG 2.2, relative luminance and contrast ratio). Of a word's pixels the worst twentieth counts: a line that only
touches the box is no ground.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from tests.support.windows import window_of

MIN_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3: text of usual size."""
WORST = 0.05
"""The share of a word's pixels that counts: the worst twentieth."""
TRIES = 8
"""So often a page is photographed that moves between two looks at its words: what is measured must lie still."""
PHOTOGRAPHS = 40
"""So many are taken at most until one shows the page as it is now."""

_WORDS = """() => {
    const opacityOf = (each) => {
        let opacity = 1;
        for (let at = each; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
        return opacity;
    };
    const isClipped = (each) => Boolean(each)
        && (getComputedStyle(each).clipPath.startsWith('inset(50%') || isClipped(each.parentElement));
    // Whether a point lies within every frame that cuts off what doesn't fit.
    const isFramed = (each, [x, y]) => {
        for (let at = each.parentElement; at; at = at.parentElement) {
            const { left, top, right, bottom } = at.getBoundingClientRect();
            const cuts = at !== document.body && getComputedStyle(at).overflowX !== 'visible';
            if (cuts && (x < left || x > right || y < top || y > bottom)) return false;
        }
        return true;
    };
    const cornersOf = ({ left, top, right, bottom }) => [[left + 1, top + 1], [right - 1, bottom - 1]];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words = [];
    while (walker.nextNode()) {
        const node = walker.currentNode, holder = node.parentElement;
        if (!node.data.trim() || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (isClipped(holder)) continue; // it is for listeners alone
        const style = getComputedStyle(holder), range = document.createRange();
        range.selectNodeContents(node);
        const colour = holder instanceof SVGElement ? style.fill : style.color;
        // A range doesn't know that SVG squeezes a line to its textLength.
        const length = holder.textLength ? holder.getComputedTextLength() * holder.getScreenCTM().a : Infinity;
        for (const box of range.getClientRects()) {
            const middle = [box.x + box.width / 2, box.y + box.height / 2];
            const top = document.elementFromPoint(...middle);
            // What another thing lies upon isn't read, and neither is what is outside of the window.
            const isSeen = top && (top === holder || holder.contains(top) || top.contains(holder)
                || holder.closest('svg')?.contains(top) || style.pointerEvents === 'none');
            if (!isSeen || box.width < 2 || box.height < 2) continue;
            if (!cornersOf(box).every((corner) => isFramed(holder, corner))) continue;
            words.push({ text: node.data.trim(), colour, opacity: opacityOf(holder),
                         box: [box.left, box.top, Math.min(box.right, box.left + length), box.bottom] });
        }
    }
    return words;
}"""
_HIDE = """
* { color: transparent !important; caret-color: transparent !important; text-shadow: none !important;
    transition: none !important; animation: none !important; }
text, tspan { fill: transparent !important; }
"""
# A sheet that is built is allowed where the page's policy forbids styles in its text. A browser that is kept busy
# photographs what it drew last, which may be the other theme: a mark, above all else, tells that it is this frame.
_ADD = """([css, colour]) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    const mark = document.createElement('i');
    mark.id = 'mark-of-a-photograph';
    mark.popover = 'manual';
    const [side, from] = ['4px', '0'];
    Object.assign(mark.style, { position: 'fixed', inset: 'auto', left: from, top: from, width: side, height: side,
                                margin: 0, padding: 0, border: 0, background: `rgb(${colour})` });
    document.body.append(mark);
    mark.showPopover();
}"""
_REMOVE = """() => {
    document.adoptedStyleSheets.pop();
    document.getElementById('mark-of-a-photograph').remove();
}"""
_DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
_MARKS = itertools.count(1)


@dataclass(frozen=True)
class Word:
    """Some text on a page, and its contrast to the worst twentieth of what is behind it."""

    text: str
    contrast: float


def words(page: Page) -> list[Word]:
    """Measure every word that can be read on *page* as it stands in its window, the faintest first."""
    found: list[dict[str, Any]] = page.evaluate(_WORDS)
    for _ in range(TRIES):
        before, picture = found, _without_words(page)
        found = page.evaluate(_WORDS)
        if [_looks(each) for each in found] == [_looks(each) for each in before]:
            break
    return sorted(_measured(picture, found), key=lambda word: word.contrast)


def _looks(word: dict[str, Any]) -> tuple[Any, ...]:
    """Return what of *word* is measured: while seconds are counted its letters become others."""
    return word["colour"], word["opacity"], word["box"]


def _without_words(page: Page) -> Image.Image:
    mark = (255, next(_MARKS) % 256, 254)
    page.evaluate(_ADD, [_HIDE, ", ".join(map(str, mark))])
    try:
        for _ in range(PHOTOGRAPHS):
            page.evaluate(_DRAWN)
            picture = window_of(page).photograph()
            if picture.getpixel((1, 1)) == mark:
                return picture
        raise AssertionError(f"{PHOTOGRAPHS} photographs, and none of the page as it is now")
    finally:
        page.evaluate(_REMOVE)


def _measured(picture: Image.Image, found: Sequence[dict[str, Any]]) -> Iterator[Word]:
    for each in found:
        left, top, right, bottom = each["box"]
        box = (max(ceil(left), 0), max(ceil(top), 0), min(int(right), picture.width), min(int(bottom), picture.height))
        width, height = box[2] - box[0], box[3] - box[1]
        if width < 2 or height < 2:
            continue
        red, green, blue, alpha = _parsed(each["colour"])
        colours: Any = picture.crop(box).getcolors(width * height)
        ratios = sorted(
            (ratio(_mixed((red, green, blue), pixel, alpha * each["opacity"]), pixel), count)
            for count, pixel in colours
        )
        yield Word(each["text"], _worst(ratios))


def _worst(ratios: Sequence[tuple[float, int]]) -> float:
    left = WORST * sum(count for _, count in ratios)
    for ratio, count in ratios:
        left -= count
        if left <= 0:
            return ratio
    raise AssertionError("a word without a pixel")


def _parsed(colour: str) -> tuple[float, float, float, float]:
    """Read a colour as the browser computes it, ``rgb(1, 2, 3)`` or ``rgba(1, 2, 3, 0.5)``."""
    kind, _, rest = colour.partition("(")
    assert kind in ("rgb", "rgba"), colour
    numbers = [float(number) for number in rest.rstrip(")").split(",")]
    red, green, blue, *alpha = numbers
    return red, green, blue, alpha[0] if alpha else 1.0


def _mixed(colour: Sequence[float], ground: Sequence[float], alpha: float) -> list[float]:
    return [alpha * one + (1 - alpha) * other for one, other in zip(colour, ground, strict=True)]


def ratio(one: Sequence[float], other: Sequence[float]) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Sequence[float]) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
