"""What every table of a kit file is checked for; each fault is a sentence that names its table and key."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from companion.kits.spec import TOLD

MOST_OF_A_KIND = 12
"""No kit has more dice, wheels, decks, counters, groups of tokens or kinds of badge than this."""
SIGNS = (
    "boat", "no-boat", "plane", "no-plane", "cards", "again", "kraken", "boom", "stream", "fog", "updraft", "skull",
    "earth", "wind", "fire", "ocean", "lift", "sand", "wave", "gem", "block", "spark", "no", "plus", "whirl", "hole",
    "ball", "charm", "arrow", "person",
)  # fmt: skip
"""The small pictures that there are."""
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_OWN_NAME = "name"


class Checks:
    """Checks the values of one kit file. Where something is wrong it says so and hands back something harmless."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def fault(self, where: str, told: str) -> None:
        """Say what is wrong at *where*."""
        self.faults.append(f"{where}: {told}")

    def expect(self, good: bool, where: str, expected: str, given: Any) -> bool:
        """Return *good*; unless it is, say what was *expected* at *where* and what was *given*."""
        if not good:
            self.fault(where, f"expected {expected}, got {given!r}")
        return good

    def known(self, where: str, table: Mapping[str, Any], keys: Iterable[str]) -> None:
        """Say which keys of *table* aren't among *keys*."""
        known = list(keys)
        for key in table:
            if key not in known:
                self.fault(f"{where} {key}", f"unknown{suggestion(key, known)}")

    def name(self, where: str, name: Any) -> str:
        """Return *name* as the name of a thing, whose text can be told from all other texts."""
        good = isinstance(name, str) and _NAME.fullmatch(name) is not None
        if not self.expect(good, where, "a name of small letters, digits and hyphens", name):
            return "unnamed"
        if name == _OWN_NAME:
            self.fault(where, f"{name!r} is the kit's own name; choose another")
        elif name.endswith(TOLD):
            self.fault(where, f"{name!r} is where the texts tell what {name.removesuffix(TOLD)} does; choose another")
        return str(name)

    def names(self, where: str, given: Any, least: int, most: int) -> tuple[str, ...]:
        """Return the list *given* of *least* to *most* different names."""
        good = isinstance(given, list) and least <= len(given) <= most
        if not self.expect(good, where, f"a list of {least} to {most} names", given):
            return ()
        found = tuple(self.name(where, name) for name in given)
        self.fault_twice(where, found)
        return found

    def fault_twice(self, where: str, names: tuple[str, ...]) -> None:
        """Say which of *names* stand there more than once."""
        for name in dict.fromkeys(names):
            if names.count(name) > 1:
                self.fault(where, f"{name!r} stands there {names.count(name)} times; give each another name")

    def number(self, where: str, given: Any, least: int, most: int) -> int:
        """Return the whole number *given*, from *least* to *most*."""
        good = type(given) is int and least <= given <= most
        return given if self.expect(good, where, f"a number from {least} to {most}", given) else least

    def flag(self, where: str, given: Any) -> bool:
        """Return *given*, yes or no."""
        self.expect(isinstance(given, bool), where, "true or false", given)
        return given is True

    def one_of(self, where: str, given: Any, words: Collection[str]) -> str:
        """Return *given*, one of *words*."""
        if isinstance(given, str) and given in words:
            return given
        self.fault(where, f"expected one of {', '.join(words)}, got {given!r}{suggestion(given, words)}")
        return next(iter(words), "")

    def sign(self, where: str, given: Any) -> str:
        """Return the name *given* of a small picture; "" is none."""
        return "" if given == "" else self.one_of(where, given, SIGNS)

    def tables(self, where: str, given: Any) -> Mapping[str, Mapping[str, Any]]:
        """Return the tables *given*, by their names."""
        good = isinstance(given, Mapping) and all(isinstance(table, Mapping) for table in given.values())
        return given if self.expect(good, where, "tables", given) else {}

    def components(
        self, kind: str, data: Mapping[str, Any], keys: Iterable[str]
    ) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        """Give each component of *kind*: where it stands, its name and its table, whose keys are among *keys*."""
        tables = self.tables(f"[{kind}.NAME]", data.get(kind, {}))
        if len(tables) > MOST_OF_A_KIND:
            self.fault(f"[{kind}.NAME]", f"expected at most {MOST_OF_A_KIND}, got {len(tables)}")
        for name, table in tables.items():
            where = f"[{kind}.{name}]"
            self.known(where, table, keys)
            yield where, self.name(where, name), table


def suggestion(given: Any, known: Iterable[str]) -> str:
    """Return what *given* is probably meant to be, as the end of a sentence; "" where nothing is close to it."""
    close = get_close_matches(given, list(known), n=1) if isinstance(given, str) else []
    return f"; did you mean {close[0]}?" if close else ""
