"""axe-core on a page: what it finds against people who hear, enlarge or don't tell colours apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.support.packages import packages

CONTRAST = "color-contrast"
"""The rule that takes as long as all others together."""
_RUN = """async ({ only, without }) => {
    const some = only.length ? { runOnly: { type: 'rule', values: only } } : {};
    const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
    const options = { resultTypes: ['violations'], preload: false, ...some, rules }; // no rule needs a preload
    const found = await axe.run(document, options);
    return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target} ${node.html}`));
}"""


@cache
def script() -> str:
    """Return axe-core."""
    return (packages() / "axe-core" / "axe.min.js").read_text("utf-8")


def faults(page: Page, only: Sequence[str] = (), without: Sequence[str] = ()) -> list[str]:
    """Return what axe finds on *page* as it stands, by *only* these of its rules if any are given, *without* those."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(script())
    found: list[Any] = page.evaluate(_RUN, {"only": only, "without": without})
    return [str(each) for each in found]
