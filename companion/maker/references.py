"""References to a thing of a kit that gets another name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from companion.kits.format.spec import TOLD
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.lexer import tokens_of
from companion.maker.blocks import Path
from companion.maker.fields import KeySpec
from companion.maker.shape import key_of, place_of

_THINGS: Mapping[str, tuple[str, ...]] = {
    "roll": ("dice",), "show": ("dice",), "spin": ("wheel",), "draw": ("deck",), "deal": ("deck",), "peek": ("deck",),
    "pass": ("deck",), "start": ("timer",), "pause": ("timer",), "extend": ("timer",), "timer": ("timer",),
    "do": ("action",), "step": ("counter",), "raise": ("counter",), "lower": ("counter",), "counter": ("counter",),
    "set": ("counter", "token"), "advance": ("token",), "gain": ("badge",), "sheet": ("sheet",),
}  # fmt: skip
"""The kinds of thing that a verb is about."""
_NUMBERS = frozenset({"counter", "sheet", "value", "row"})
_EXPLAINED = frozenset({"action", "row", "word"})
"""The kinds of thing with a text that explains them."""
_PREFIXES: Mapping[str, str] = {"counter": "counter:", "token": "tokens:", "list": "list:"}
_AFTER = "after "


class NameChange(Struct, frozen=True):
    """A thing of *kind* has the name *new* in place of *old*.

    *event* is the event whose conditions name a card or segment.
    """

    kind: str
    old: str
    new: str
    event: str = ""


class ValueChange(Struct, frozen=True):
    """The *value* at *path*, or a new *key* for the old value.

    Without both, it is removed.
    """

    path: Path
    value: Any = None
    key: str = ""


def change_of(path: Path, new: str) -> NameChange:
    """Return the change that renames the thing at *path* to *new*."""
    kind, old = path[0], path[-1]
    if place_of(path).kind in ("sheet.rows", "sheet.bonus") and len(path) > 3:
        return NameChange("row", old, new)
    if len(path) > 2 and kind in ("deck", "wheel"):
        return NameChange("word", old, new, f"{'draw' if kind == 'deck' else 'spin'} {path[1]}")
    return NameChange("dice" if kind == "pool" else kind, old, new)


def changes(data: Mapping[str, Any], change: NameChange) -> Iterator[ValueChange]:
    """Yield every value and key of *data* that *change* concerns, values first."""
    for path, value, spec in _values(data):
        renamed = _value(value, spec, change)
        if renamed != value:
            yield ValueChange(path, renamed)
    for event, rules in _tables(data.get("on")):
        for condition in rules if isinstance(rules, Mapping) else ():
            is_own = change.kind != "word" or event == change.event
            renamed = _expression(condition, change) if is_own else condition
            if renamed != condition:
                yield ValueChange(("on", event, condition), key=renamed)
    for event, _ in _tables(data.get("on")):
        renamed = _line(event, change)
        if renamed != event:
            yield ValueChange(("on", event), key=renamed)
    yield from _texts(data, change)


def _texts(data: Mapping[str, Any], change: NameChange) -> Iterator[ValueChange]:
    is_shared = any(_names(data, change.old))
    endings = ("", TOLD) if change.kind in _EXPLAINED else ("",)
    for language, words in _tables(data.get("text")):
        for ending in endings if isinstance(words, Mapping) else ():
            old, new = f"{change.old}{ending}", f"{change.new}{ending}"
            path = ("text", language)
            if old in words and new not in words:
                yield ValueChange((*path, new), words[old]) if is_shared else ValueChange((*path, old), key=new)
            elif words.get(old, "") == words.get(new) and not is_shared:
                yield ValueChange((*path, old))


def _names(data: Any, name: str) -> Iterator[bool]:
    """Yield True for each other thing of *data* with this *name*."""
    for kind, tables in data.items():
        if kind in ("on", "text", "rules", "button"):
            continue
        for key, table in _tables(tables):
            yield key == name
            for inner in ("segment", "card", "segments", "cards", "faces", "states", "names", "rows", "bonus"):
                words = table.get(inner) if isinstance(table, Mapping) else None
                yield isinstance(words, list | Mapping) and name in words


def _tables(given: Any) -> list[tuple[str, Any]]:
    return list(given.items()) if isinstance(given, Mapping) else []


def _values(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any, KeySpec]]:
    """Yield each value of *data* with its path and field."""
    for key, value in _tables(data):
        way = (*path, key)
        spec = key_of(way)[1]
        if spec is not None:
            yield way, value, spec
        elif isinstance(value, Mapping):
            yield from _values(value, way)


def _value(value: Any, spec: KeySpec, change: NameChange) -> Any:
    old, new = change.old, change.new
    if isinstance(value, list):
        return [_value(each, spec, change) if isinstance(each, str) else each for each in value]
    if isinstance(value, Mapping):
        if spec.kind == "signs" and change.kind == "token":
            return {new if key == old else key: each for key, each in value.items()}
        return {key: _value(each, spec, change) for key, each in value.items()} if spec.kind == "rows" else value
    if not isinstance(value, str):
        return value
    match spec.kind:
        case "effects" | "effect":
            return _effect(value, change)
        case "expression" | "rows":
            return _expression(value, change)
        case "notation" if change.kind == "dice":
            return value.replace(f"[{old}]", f"[{new}]")
        case "pool" if change.kind == "dice":
            return re.sub(rf"^(\d+) {re.escape(old)}$", rf"\g<1> {new}", value)
        case "reference" | "number" if spec.of == change.kind and value == old:
            return new
    prefix = _PREFIXES.get(change.kind, "")
    return f"{prefix}{new}" if prefix and value == f"{prefix}{old}" else value


def _effect(line: str, change: NameChange) -> str:
    """Return an effect's *line* with the new name."""
    owner, colon, rest = line.partition(": ")
    if colon:
        is_deck = change.kind == "deck" and owner == change.old
        return f"{change.new if is_deck else owner}: {_effect(rest, change)}"
    verb, *words = line.split(" ")
    if verb == "say" and words == [change.old]:
        return f"say {change.new}"
    if verb in ("raise", "lower", "set", "extend") and len(words) > 1:
        return f"{_line(f'{verb} {words[0]}', change)} {_expression(' '.join(words[1:]), change)}"
    if verb == "peek" and len(words) > 1:
        deck = _line(f"peek {words[-1]}", change).removeprefix("peek ")
        return f"peek {_expression(' '.join(words[:-1]), change)} {deck}"
    if verb == "skip" and words:
        return f"skip {_expression(' '.join(words), change)}"
    if verb == "step" and len(words) == 2:
        return f"{_line(f'step {words[0]}', change)} {words[1]}"
    return _line(line, change)


def _line(line: str, change: NameChange) -> str:
    """Return *line* with its last word renamed if *change* concerns it."""
    way = _AFTER if line.startswith(_AFTER) else ""
    verb, _, rest = line.removeprefix(way).partition(" ")
    *between, name = rest.split(" ")
    if name != change.old or change.kind not in _THINGS.get(verb, ()):
        return line
    return " ".join([f"{way}{verb}", *between, change.new])


def _expression(text: str, change: NameChange) -> str:
    """Return a formula with the new name."""
    try:
        tokens = tokens_of(text)
    except BadFormula:
        return text
    for at in range(len(tokens) - 1, -1, -1):
        if tokens[at].kind == "name" and tokens[at].text == change.old:
            before = tokens[at - 1].text if at else ""
            is_cup = at > 1 and tokens[at - 2].text == "count"
            kinds = {"deck"} if before == "left" else {"dice"} if is_cup else {*_NUMBERS, "word"}
            if change.kind in kinds:
                text = f"{text[: tokens[at].at]}{change.new}{text[tokens[at].end :]}"
    return text
