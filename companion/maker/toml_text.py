"""Values as a person writes them in TOML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array, InlineTable, Integer, Item, SingleKey, String, StringType
from tomlkit.toml_document import TOMLDocument

from companion.maker.blocks import Path
from companion.runtime.foreign_file import toml_of

LONGEST_LINE = 110
"""Maximum length of a list on one line."""
MAX_VALUES = 1_000
"""Maximum number of values in one: a deck has 400 cards."""
MAX_KEPT = 150
"""Maximum length of a list that keeps its lines and comments.

Longer ones take too long.
"""
MAX_DEPTH = 4
_INDENT = "  "


class NotTomlValue(ValueError):
    """A value that no kit can hold."""


def spelled(value: Any) -> str:
    """Return *value* in TOML, a long list with an entry a line.

    :raises NotTomlValue: it is too long, or null or a fraction.
    """
    if _count(value, 0) > MAX_VALUES:
        raise NotTomlValue
    return _spelled(value)


def key_of(name: str) -> str:
    """Return the key *name* as TOML, in quotes if necessary."""
    return SingleKey(name).as_string()


def statement(name: str, value: Any) -> str:
    """Return the line that sets the key *name* to *value*.

    :raises NotTomlValue: as `spelled`.
    """
    return f"{key_of(name)} = {spelled(value)}\n"


def with_value(text: str, keys: Path, value: Any) -> str:
    """Return the statement *text* with another *value* at *keys*.

    Its comment stays, and so do quotes and the lines of a list where they can. None removes the innermost key.

    :raises NotTomlValue: as `spelled`, or there is no such place.
    """
    document = _parsed(text)
    *way, last = keys
    table = _walk(document, way)
    if value is None:
        if last not in table:
            raise NotTomlValue
        del table[last]
    elif last in table:
        table[last] = _like(table[last], value)
    else:
        table[last] = tomlkit.value(spelled(value))
    return _checked(document, keys, value)


def with_order(text: str, keys: Path, names: Mapping[str, str]) -> str:
    """Return the statement *text* with its table at *keys* reordered.

    The table's keys have the order of *names*, new names by the old ones.

    :raises NotTomlValue: there is no such place.
    """
    document = _parsed(text)
    *way, last = keys
    holder = _walk(document, way)
    old = holder.get(last)
    if not isinstance(old, InlineTable) or sorted(old) != sorted(names):
        raise NotTomlValue
    inner = ", ".join(f"{key_of(new)} = {old[name].as_string().strip()}" for name, new in names.items())
    spaced = old.as_string().startswith("{ ")
    holder[last] = tomlkit.value(f"{{ {inner} }}" if spaced else f"{{{inner}}}")
    return document.as_string()


def _parsed(text: str) -> TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise NotTomlValue from error


def _walk(document: TOMLDocument, way: list[str]) -> Any:  # a table of tomlkit of any kind
    table: Any = document
    for key in way:
        table = table.get(key) if hasattr(table, "get") else None
    if not isinstance(table, TOMLDocument | Mapping):
        raise NotTomlValue
    return table


def _checked(document: TOMLDocument, keys: Path, value: Any) -> str:
    """Return *document* as text, after a look whether it says *value*."""
    text = document.as_string()
    read: Any = toml_of(text)
    for key in keys[:-1]:
        read = read[key]
    if read.get(keys[-1]) != value:
        raise NotTomlValue
    return text


def _like(old: Any, value: Any) -> Item:
    """Return *value* as an item that is written like *old*."""
    if isinstance(old, String) and isinstance(value, str):
        is_literal = old.as_string()[:1] == "'" and old.as_string()[:3] != "'''" and value.isprintable()
        if is_literal and "'" not in value:
            return String(StringType.SLL, value, value, tomlkit.items.Trivia())
    if isinstance(old, Integer) and "_" in old.as_string() and type(value) is int:
        return tomlkit.value(f"{value:_}")
    if isinstance(old, Array) and isinstance(value, list) and 0 < len(value) <= MAX_KEPT and 0 < len(old) <= MAX_KEPT:
        return _list_like(old, value)
    if isinstance(old, InlineTable) and isinstance(value, Mapping) and value and list(old) == list(value):
        for key, inner in value.items():
            old[key] = _like(old[key], inner)
        return old
    if isinstance(old, InlineTable) and isinstance(value, Mapping) and value and not old.as_string().startswith("{ "):
        return tomlkit.value(f"{{{spelled(value)[2:-2]}}}")
    return tomlkit.value(spelled(value))


def _list_like(old: Array, value: list[Any]) -> Item:
    """Return *old* with the entries of *value*, keeping lines and comments."""
    before = old.unwrap()
    if len(before) == len(value):
        for at, (was, new) in enumerate(zip(before, value, strict=True)):
            if was != new:
                old[at] = _like(old[at], new)
        return old
    if "\n" not in old.as_string():
        return tomlkit.value(spelled(value))
    first = next((at for at, pair in enumerate(zip(before, value, strict=False)) if pair[0] != pair[1]), None)
    first = min(len(before), len(value)) if first is None else first
    last = 0
    while last < min(len(before), len(value)) - first and before[-1 - last] == value[-1 - last]:
        last += 1
    for _ in range(len(before) - last - first):
        del old[first]
    for at, new in enumerate(value[first : len(value) - last], first):
        old.insert(at, tomlkit.value(spelled(new)))
    return old


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return String.from_raw(value).as_string()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key_of(str(key))} = {_spelled(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        entries = [_spelled(each) for each in value]
        line = f"[{', '.join(entries)}]"
        if len(line) <= LONGEST_LINE:
            return line
        return "[\n" + "".join(f"{_INDENT}{each},\n" for each in entries) + "]"
    raise NotTomlValue


def _count(value: Any, depth: int) -> int:
    """Return how many values *value* holds, with itself."""
    if depth > MAX_DEPTH:
        raise NotTomlValue
    if isinstance(value, Mapping):
        return 1 + sum(_count(each, depth + 1) for each in value.values())
    if isinstance(value, list):
        return 1 + sum(_count(each, depth + 1) for each in value)
    return 1
