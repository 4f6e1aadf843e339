"""Every table of a kit: its place, keys and values."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from msgspec import Struct

from companion.kits.format.checks import KEYS, NAME, slug_of
from companion.kits.format.kit_file import BUTTONS
from companion.kits.format.words import LANGUAGES
from companion.maker.blocks import Path
from companion.maker.fields import FREE, KEY_SPECS, KeySpec

SECTIONS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "dice": {"dice": {"roll": "1d6"}, "pool": {"dice": []}},
    "wheel": {"wheel": {"segments": ["A", "B", "C"]}, "wheel.segment": {"weight": 1}},
    "cards": {"deck": {"cards": ["A", "B", "C"]}, "deck.card": {"count": 1}},
    "counters": {"counter": {"start": 0}},
    "score": {"sheet": {"rows": {"result": ""}}},
    "turn": {"turn": {}, "round": {}, "team": {"names": ["A", "B"]}},
    "clock": {"timer": {"seconds": 60}},
    "follows": {"on": {}, "action": {"does": []}, "value": {"is": "0"}},
    "pieces": {"token": {"states": ["off", "on"]}, "badge": {"stock": 1}},
    "buttons": {"button": {"does": "next"}},
    "words": {"text": {}, "rules": {}, "list": {"names": ["A", "B"]}},
    "shelf": {},
    "more": {"compare": {"between": ["attack", "defence"]}},
}
"""The sections of the maker's page.

Each has the tables that it adds, with their first content.
"""
STARTS = {table: starts for adds in SECTIONS.values() for table, starts in adds.items()}
"""The first content of each table."""
SINGLE = frozenset({"turn", "round", "team", "compare", "rules"})
"""The tables without a name of their own."""
INNER: Mapping[str, tuple[str, ...]] = {"wheel": ("segment",), "deck": ("card",), "sheet": ("rows", "bonus")}
"""The tables inside a table of each kind."""
NAMED_INSIDE = frozenset({"wheel.segment", "deck.card"})
"""Those of them of which there are several, each with a name."""
ORDER = (
    *("", "list", "value", "dice", "pool", "wheel", "deck", "counter", "token", "badge", "sheet", "timer", "team"),
    *("turn", "round", "compare", "action", "on", "button", "rules", "text"),
)
"""The kinds of table, in a file's order."""


class TablePlace(Struct, frozen=True):
    """A table's *kind*, and how many keys lead to it."""

    kind: str
    depth: int


def place_of(path: Path) -> TablePlace:
    """Return the innermost table on the way of *path*."""
    if not path or path[0] not in ORDER:
        return TablePlace("", 0)
    first = path[0]
    if first in SINGLE:
        return TablePlace(first, 1)
    if len(path) > 2 and path[2] in INNER.get(first, ()):
        kind = f"{first}.{path[2]}"
        return TablePlace(kind, min(len(path), 4 if kind in NAMED_INSIDE else 3))
    return TablePlace(first, min(len(path), 2))


def depth(path: Path) -> int:
    """Return how many keys of *path* a table's header has."""
    return place_of(path).depth


def key_of(path: Path) -> tuple[str, KeySpec | None]:
    """Return the key of the value at *path*, and its field."""
    place = place_of(path)
    if len(path) <= place.depth:
        return "", None
    key = path[place.depth]
    return key, KEY_SPECS.get(place.kind, {}).get(key) or FREE.get(place.kind)


def keys_of(path: Path) -> tuple[str, ...]:
    """Return the known keys of the table at *path*, in order."""
    kind = place_of(path).kind
    return KEYS.get(kind) or tuple(KEY_SPECS.get(kind, ()))


def rank(kind: str) -> int:
    """Return the rank of tables of *kind* in a file, from 0."""
    return ORDER.index(kind) if kind in ORDER else len(ORDER)


def path_of(table: str, owner: str) -> Path:
    """Return the path of a new *table*, without its name.

    *owner* is the deck or wheel of a table inside it.
    """
    kind, _, inner = table.partition(".")
    return (kind, owner, inner) if inner else (kind,)


def is_named(table: str) -> bool:
    """Return True if there may be several of this *table*."""
    return table not in SINGLE


def free_name(wanted: str, data: Mapping[str, Any], way: Path) -> str:
    """Return a name like *wanted* that nothing in *data* has.

    *way* leads to the tables beside the new one.
    """
    if way[0] in ("on", "text", "button"):
        choices = {"text": LANGUAGES, "button": BUTTONS}.get(way[0], (wanted,))
        return wanted if wanted in choices else next((each for each in choices if each not in data.get(way[0], {})), "")
    name = name_of(wanted) or way[0]
    taken = {each for tables in data.values() if isinstance(tables, Mapping) for each in tables}
    if len(way) > 1:
        taken = set(data.get(way[0], {}).get(way[1], {}).get(way[2], ()))
    return name if name not in taken else next(each for at in count(2) if (each := f"{name}-{at}") not in taken)


def name_of(words: str) -> str:
    """Return a valid name for *words*, "" without any."""
    if NAME.fullmatch(words):
        return words
    return slug_of(words) if words.strip() else ""
