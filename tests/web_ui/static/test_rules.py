"""A rule that asks what something holds ends in what it means: else each row that comes has all of it looked at anew.

A browser keeps for `:has()` one list of what such rules end in. If one of them ends in anything at all, the list is
"everything inside", and then a second that passes, or a letter that changes, has a whole page of a board dressed anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club import __file__ as club
from tests.support.served import lay_out

NAMED = re.compile(r"^[a-z]|[.#\[][a-zA-Z]")
"""An element, a class, an id or an attribute."""


def at_top(text: str, ends: str) -> list[str]:
    """Return *text* parted at each of *ends* that stands in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and letter in ends:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def selectors(sheet: str) -> Iterator[str]:
    """Give each selector of *sheet*."""
    bare = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    for prelude in re.findall(r"([^{};]+)\{", bare):
        if not prelude.strip().startswith("@"):
            yield from at_top(prelude, ",")


def means_anything(compound: str) -> bool:
    """Tell whether *compound* may be any element: one of its own names, or every way it may go, says which it is."""
    own = compound
    for inside in re.findall(r":(?:is|where)(\((?:[^()]|\([^()]*\))*\))", compound):
        own = own.replace(inside, "")
        if not any(means_anything(at_top(each, " >+~")[-1]) for each in at_top(inside[1:-1], ",")):
            return False
    return (
        NAMED.search(re.sub(r":(?:not|has)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|:[a-z-]+(\([^()]*\))?", "", own))
        is None
    )


def unsaid(sheet: str) -> list[str]:
    """Return the selectors of *sheet* that ask what something holds, and end in anything."""
    found = [(each, at_top(each, " >+~")) for each in selectors(sheet)]
    return [each for each, parts in found if ":has(" in "".join(parts[:-1]) and means_anything(parts[-1])]


def test_rules_that_ask_what_something_holds_end_in_what_they_mean(tmp_path: Path) -> None:
    lay_out(tmp_path / "static")
    sheets = [*(tmp_path / "static").rglob("*.css"), *Path(club).parent.rglob("*.css")]
    found = {sheet.name: unsaid(sheet.read_text("utf-8")) for sheet in sheets}
    assert len(sheets) > 30
    assert sum(text.count(":has(") for text in (sheet.read_text("utf-8") for sheet in sheets)) > 100
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize(
    ("rule", "is_found"),
    [
        (".screen:has(.stage) > * { flex: none; }", True),
        ("@media (min-width: 1px) { .a, .dock:has(> .b ~ .c) > :not(.b, .c) { top: 0; } }", True),
        (".a:has(.b) :is(.c, :not(.d)) { top: 0; }", True),
        (".a:has(.b) > ::before { top: 0; }", True),
        (".a:has(.b) > :first-child { top: 0; }", True),
        (".a:has(.b) > .c:not(.d) { top: 0; }", False),
        (".a:has(.b) :is(.c, p) > :where(.d, li:not(.e)) { top: 0; }", False),
        (".a:has(> :nth-child(4):last-child) { top: 0; }", False),
        (".a > * { top: 0; } .a:has(*) p::before { top: 0; }", False),
        (".a:has(.b) [data-key] { top: 0; }", False),
    ],
)
def test_a_rule_that_ends_in_anything_is_found(rule: str, is_found: bool) -> None:
    assert bool(unsaid(rule)) is is_found
