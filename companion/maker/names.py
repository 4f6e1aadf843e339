"""New names in a kit's text, changed everywhere in one pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.maker.blocks import Path, Statement, blocks
from companion.maker.references import ValueChange
from companion.maker.toml_text import NotTomlValue, key_of, with_order, with_value
from companion.runtime.foreign_file import toml_of

MAX_READ = 64 * 1024
"""Maximum number of letters read again for one name.

A line is read once for each place in it.
"""
LEAST_READ = 256
"""Minimum number of letters that a line counts as."""
Splice = tuple[int, int, str]
"""The letters from a start to before an end become others."""


class TooManyPlaces(NotTomlValue):
    """A name used in too many places to change at once."""


class _Lines:
    """The statements of *text*, with their new lines."""

    def __init__(self, text: str) -> None:
        self._text = text
        found = [(block.path, own) for block in blocks(text) for own in block.keys]
        self._known = {(*table, *own.path): (table, own) for table, own in found}
        self._headers = [block.header for block in blocks(text) if block.header is not None]
        self._lines: dict[int, str] = {}
        self._words: dict[int, list[Splice]] = {}
        self._read = 0

    def put(self, change: ValueChange) -> bool:
        """Note a *change*; False if no statement has its place."""
        path = change.path
        place = next((self._known[path[:at]] for at in range(len(path), 0, -1) if path[:at] in self._known), None)
        if change.key:
            return self._put_key(path, change.key, place)
        if place is None or change.value is None:
            return False
        table, own = place
        self._lines[own.start] = with_value(self._read_again(own), path[len(table) :], change.value)
        return True

    def _put_key(self, path: Path, name: str, place: tuple[Path, Statement] | None) -> bool:
        at = len(path) - 1
        for header in self._headers:
            if header.path[: len(path)] == path:
                self._words.setdefault(header.start, []).append(_word(header, at, name))
        for whole, (table, own) in self._known.items():
            if len(table) <= at and whole[: len(path)] == path:
                self._words.setdefault(own.start, []).append(_word(own, at - len(table), name))
        if place is not None and len(place[0]) + len(place[1].path) <= at:
            table, own = place
            *way, old = path[len(table) :]
            line = self._read_again(own)
            keys: Any = toml_of(line)
            for key in way:
                keys = keys[key]
            names = {key: name if key == old else key for key in keys}
            self._lines[own.start] = with_order(line, tuple(way), names)
        return True

    def _read_again(self, own: Statement) -> str:
        line = self._line(own)
        self._read += max(len(line), LEAST_READ)
        if self._read > MAX_READ:
            raise TooManyPlaces
        return line

    def _line(self, own: Statement) -> str:
        return self._lines.get(own.start, self._text[own.start : own.end])

    def text(self) -> str:
        """Return the text after all changes."""
        pieces, at = [], 0
        statements = [*self._headers, *(own for _, own in self._known.values())]
        for own in sorted(statements, key=lambda own: own.start):
            line = self._line(own)
            for start, end, name in sorted(self._words.get(own.start, ()), reverse=True):
                line = f"{line[: start - own.start]}{name}{line[end - own.start :]}"
            pieces += [self._text[at : own.start], line]
            at = own.end
        return "".join([*pieces, self._text[at:]])


def with_names(text: str, changes: Iterable[ValueChange]) -> tuple[str, tuple[ValueChange, ...]]:
    """Return *text* after *changes*, and the changes without a statement.

    :raises TooManyPlaces: too much has to be read again for them.
    """
    lines = _Lines(text)
    rest = tuple(change for change in changes if not lines.put(change))
    return lines.text(), rest


def _word(own: Statement, at: int, name: str) -> Splice:
    word = own.keys[at]
    return word.start, word.end, key_of(name)
