"""Checks for every table of a kit file.

A fault names its table and key, and has a sentence by key.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from msgspec import Struct

from companion.engine.values.message import Message, Value
from companion.kits.format.spec import TOLD

MAX_OF_A_KIND = 12
"""Maximum number of components of a kind.

Kinds are dice, wheels, decks, counters, groups of tokens and kinds of badge.
"""
SIGNS = (
    "boat", "no-boat", "plane", "no-plane", "ship", "no-ship", "flag", "cards", "again", "kraken", "boom", "stream",
    "fog", "updraft", "skull", "earth", "wind", "fire", "ocean", "lift", "sand", "wave", "gem", "block", "spark", "no",
    "plus", "whirl", "hole", "ball", "charm", "arrow", "person",
)  # fmt: skip
"""The known small pictures."""
UNNAMED = "unnamed"
"""Placeholder for an invalid name."""
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_OWN_NAME = "name"
_LONGEST_SHOWN = 100


class KitFault(Struct, frozen=True):
    """A fault of a kit file: *said* about *where*.

    *where* is the table and key as written in the file; "" for the whole file.
    """

    where: str
    said: Message


class Checks:
    """Checks the values of one kit file.

    It records a fault for a wrong value and returns a harmless one.
    """

    def __init__(self) -> None:
        self.faults: list[KitFault] = []

    def fault(self, where: str, said: Message) -> None:
        """Record a fault at *where*."""
        self.faults.append(KitFault(where, said))

    def expect(self, good: bool, where: str, expected: Message, given: Any) -> bool:
        """Return *good*, and record a fault unless it is True.

        The fault names the *expected* and the *given* value at *where*.
        """
        if not good:
            self.fault(where, unexpected(expected, given))
        return good

    def known(self, where: str, table: Mapping[str, Any], keys: Iterable[str]) -> None:
        """Record a fault for each key of *table* not among *keys*.

        Without *where*, *table* is the whole file.
        """
        known = list(keys)
        for key in table:
            if key not in known:
                said = Message("kit-fault.unknown") if where else Message("kit-fault.unknown-table", {"key": key})
                self.fault(f"{where} {key}" if where else "", meant(said, key, known))

    def name(self, where: str, name: Any) -> str:
        """Return *name* if it is valid for a component, else a placeholder.

        Its text's key has to differ from all other keys.
        """
        good = isinstance(name, str) and _NAME.fullmatch(name) is not None
        if not self.expect(good, where, Message("kit-fault.name"), name):
            return UNNAMED
        if name == _OWN_NAME:
            self.fault(where, Message("kit-fault.own-name", {"name": repr(name)}))
        elif name.endswith(TOLD):
            about: dict[str, Value] = {"name": repr(name), "thing": name.removesuffix(TOLD)}
            self.fault(where, Message("kit-fault.own-text", about))
        return str(name)

    def names(self, where: str, given: Any, minimum: int, maximum: int) -> tuple[str, ...]:
        """Return the list *given* of *minimum* to *maximum* different names."""
        good = isinstance(given, list) and minimum <= len(given) <= maximum
        if not self.expect(good, where, Message("kit-fault.names", {"minimum": minimum, "maximum": maximum}), given):
            return ()
        found = tuple(self.name(where, name) for name in given)
        self.fault_twice(where, found)
        return found

    def fault_twice(self, where: str, names: tuple[str, ...]) -> None:
        """Record a fault for each repeated one of *names*."""
        for name in dict.fromkeys(names):
            if names.count(name) > 1:
                times: dict[str, Value] = {"name": repr(name), "times": names.count(name)}
                self.fault(where, Message("kit-fault.twice", times))

    def number(self, where: str, given: Any, minimum: int, maximum: int) -> int:
        """Return the whole number *given*, from *minimum* to *maximum*."""
        good = type(given) is int and minimum <= given <= maximum
        expected = Message("kit-fault.number", {"minimum": minimum, "maximum": maximum})
        return given if self.expect(good, where, expected, given) else minimum

    def flag(self, where: str, given: Any) -> bool:
        """Return *given*, yes or no."""
        self.expect(isinstance(given, bool), where, Message("kit-fault.flag"), given)
        return given is True

    def one_of(self, where: str, given: Any, words: Collection[str]) -> str:
        """Return *given*, one of *words*."""
        if isinstance(given, str) and given in words:
            return given
        self.fault(where, meant(unexpected(one_of(words), given), given, words))
        return next(iter(words), "")

    def sign(self, where: str, given: Any) -> str:
        """Return the name *given* of a small picture; "" is none."""
        return "" if given == "" else self.one_of(where, given, SIGNS)

    def tables(self, where: str, given: Any) -> Mapping[str, Mapping[str, Any]]:
        """Return the tables *given*, by their names."""
        good = isinstance(given, Mapping) and all(isinstance(table, Mapping) for table in given.values())
        return given if self.expect(good, where, Message("kit-fault.tables"), given) else {}

    def components(
        self, kind: str, data: Mapping[str, Any], keys: Iterable[str]
    ) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        """Yield each component of *kind* as place, name and table.

        Its table's keys have to be among *keys*.
        """
        tables = self.tables(f"[{kind}.NAME]", data.get(kind, {}))
        if len(tables) > MAX_OF_A_KIND:
            count: dict[str, Value] = {"maximum": MAX_OF_A_KIND, "given": len(tables)}
            self.fault(f"[{kind}.NAME]", Message("kit-fault.too-many", count))
        for name, table in tables.items():
            where = f"[{kind}.{name}]"
            self.known(where, table, keys)
            yield where, self.name(where, name), table


def one_of(words: Iterable[str]) -> Message:
    """Return the expectation "one of *words*"."""
    return Message("kit-fault.one-of", {"words": tuple(words)})


def unexpected(expected: Message, given: Any) -> Message:
    """Return the fault that *given* isn't as *expected*."""
    return Message("kit-fault.expected", {"expected": expected, "given": shown(given)})


def shown(given: Any) -> Value:
    """Return *given* as a value for sentences, as written in the file.

    Long values are cut short.
    """
    if given is None:
        return Message("kit-fault.nothing")
    text = repr(given)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def meant(said: Message, given: Any, known: Iterable[str]) -> Message:
    """Return the fault *said*, with a suggestion for *given*.

    The suggestion is the closest of *known*, if there is any.
    """
    close = get_close_matches(given, list(known), n=1) if isinstance(given, str) else []
    return Message("kit-fault.meant", {"fault": said, "word": close[0]}) if close else said
