"""Kits in the midst of a game, for whoever looks at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tests.support.whole import Whole

DRAWS = 3
"""So many cards are drawn for a hand."""


def play(table: Whole, slug: str) -> None:
    """Have a game of *slug* lie on the table in its midst: dice thrown, cards drawn, tiles turned."""
    table.do(f"new {slug} kit seats=2")
    for button in table.table["state"]["buttons"]:
        line = button["do"]
        for _ in range(DRAWS if line.startswith("draw") else 1):
            # What a wheel or card brings may come first, and take away what was offered.
            for seat in [*speakers(table.table["plays"], line)][:1]:
                table.do(line, seat)


def speakers(plays: Iterable[dict[str, Any]], line: str) -> Iterator[int | str]:
    """Give who may say *line*, the table first if it may."""
    for each in plays:
        if each.get("do") == line:
            yield from sorted(each.get("seats", ()), key=lambda seat: seat != "table")
        yield from speakers(each.get("then", ()), line)
