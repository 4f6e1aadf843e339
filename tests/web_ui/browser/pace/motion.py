"""How long anything on a page moves, as the browser computes it for every element."""

from __future__ import annotations

from playwright.sync_api import Page

LONGEST_MS = 1200
"""Nothing moves longer (experience.md)."""

_MOVES = """() => {
    const listed = (text) => text.split(', ').map((each) => parseFloat(each) * (each.endsWith('ms') ? 1 : 1000));
    const last = (times, delays) => Math.max(...listed(times).map((time, at) => {
        const wait = listed(delays);
        return time ? time + Math.max(0, wait[at % wait.length]) : 0;
    }));
    const found = {};
    for (const each of document.body.querySelectorAll('*')) {
        for (const part of [null, '::before', '::after']) {
            const style = getComputedStyle(each, part);
            const runs = style.animationName === 'none' ? 0 : last(style.animationDuration, style.animationDelay);
            const longest = Math.max(runs, last(style.transitionDuration, style.transitionDelay));
            const name = `${each.localName}.${each.getAttribute('class') ?? ''}`;
            if (longest) found[name] = Math.max(longest, found[name] ?? 0);
        }
    }
    return found;
}"""


def moves(page: Page) -> dict[str, float]:
    """Return what on *page* is animated or would change smoothly, and for how many milliseconds at most."""
    found: dict[str, float] = page.evaluate(_MOVES)
    return found


def too_long(page: Page) -> dict[str, float]:
    """Return what of it takes too long; the animations of what is in motion count once round."""
    return {name: ms for name, ms in moves(page).items() if ms > LONGEST_MS}
