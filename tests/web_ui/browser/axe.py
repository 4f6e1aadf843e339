"""axe-core on a page: what it finds against people who hear, enlarge or don't tell colours apart."""

from __future__ import annotations

from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.support.packages import packages

_RUN = """async (only) => {
    const rules = only ? { runOnly: { type: 'rule', values: only } } : {};
    const options = { resultTypes: ['violations'], preload: false, ...rules }; // no rule needs what would be preloaded
    const found = await axe.run(document, options);
    return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target} ${node.html}`));
}"""


@cache
def script() -> str:
    """Return axe-core."""
    return (packages() / "axe-core" / "axe.min.js").read_text("utf-8")


def faults(page: Page, *only: str) -> list[str]:
    """Return what axe finds on *page* as it stands, by *only* these of its rules if any are given."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(script())
    found: list[Any] = page.evaluate(_RUN, list(only) or None)
    return [str(each) for each in found]
