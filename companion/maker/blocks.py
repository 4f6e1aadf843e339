"""A kit's text in blocks: tables with their comments, and lines.

It takes valid TOML only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from companion.runtime.foreign_file import toml_of

Path = tuple[str, ...]
_HIDDEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?!")|\'\'\'.*?\'\'\'(?!\')|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)
"""Strings and comments: signs in them have no meaning."""
_KEY = re.compile(r'[ \t]*("(?:\\.|[^"\\])*"|\'[^\']*\'|[A-Za-z0-9_-]+)[ \t]*')
_MARKS = re.compile(r"[\n\[\]{}]")


class KeyWord(Struct, frozen=True):
    """A key as it is written, from letter *start* to before *end*."""

    name: str
    start: int
    end: int


class Statement(Struct, frozen=True):
    """A line of the text, or several of one value.

    It reaches to after its line's end. *keys* are those of a header or key.
    """

    kind: Literal["blank", "comment", "header", "key"]
    start: int
    end: int
    line: int
    keys: tuple[KeyWord, ...] = ()

    @property
    def path(self) -> Path:
        """Its keys' names."""
        return tuple(key.name for key in self.keys)


class Block(Struct, frozen=True):
    """A table: its *path*, () for the lines above all tables.

    It begins with the blank lines and comments right above its *header*. At *body* its own lines begin, at *end* its
    last one ends; a comment after a blank line is no longer its own.
    """

    path: Path
    header: Statement | None
    start: int
    body: int
    end: int
    keys: tuple[Statement, ...]


def statements(text: str) -> Iterator[Statement]:
    """Yield the statements of *text* in its order."""
    masked = _HIDDEN.sub(_mask, text)
    at, line = 0, 1
    for end in _ends(masked):
        first = masked[at:end].lstrip(" \t\r\n")[:1]
        if first in ("", "#"):
            yield Statement("comment" if first else "blank", at, end, line)
        elif first == "[":
            opening = masked.index("[", at) + 1
            opening += masked[opening] == "["
            yield Statement("header", at, end, line, _keys(text, opening))
        else:
            yield Statement("key", at, end, line, _keys(text, at))
        line += text.count("\n", at, end)
        at = end


@lru_cache(maxsize=8)
def blocks(text: str) -> tuple[Block, ...]:
    """Return the tables of *text*, first the lines above all of them."""
    found = list(statements(text))
    headers = [at for at, each in enumerate(found) if each.kind == "header"]
    starts = [0, *(_first_of(found, at) for at in headers)]
    ends = [*starts[1:], len(found)]
    return tuple(
        _block(found[start:end], None if number == 0 else found[headers[number - 1]])
        for number, (start, end) in enumerate(zip(starts, ends, strict=True))
    )


def lines_of(text: str) -> dict[Path, int]:
    """Return the line of each table and key of *text*."""
    found: dict[Path, int] = {}
    for block in blocks(text):
        if block.header is not None:
            found.setdefault(block.path, block.header.line)
        for key in block.keys:
            found.setdefault((*block.path, *key.path), key.line)
    return found


def _mask(found: re.Match[str]) -> str:
    return found[0][0] * len(found[0])


def _ends(masked: str) -> Iterator[int]:
    """Yield the end of each statement."""
    depth = 0
    for mark in _MARKS.finditer(masked):
        if mark[0] != "\n":
            depth += 1 if mark[0] in "[{" else -1
        elif depth <= 0:
            depth = 0
            yield mark.end()
    if not masked.endswith("\n"):
        yield len(masked)


def _keys(text: str, at: int) -> tuple[KeyWord, ...]:
    found = []
    while (match := _KEY.match(text, at)) is not None:
        found.append(KeyWord(_name(match[1]), match.start(1), match.end(1)))
        if text[match.end() : match.end() + 1] != ".":
            break
        at = match.end() + 1
    return tuple(found)


def _name(written: str) -> str:
    if written[0] == '"' and "\\" in written:
        return str(toml_of(f"key = {written}")["key"])
    return written[1:-1] if written[0] in "\"'" else written


def _first_of(found: Sequence[Statement], header: int) -> int:
    """Return the first statement of the table with this *header*."""
    at = header
    while at > 0 and found[at - 1].kind == "comment":
        at -= 1
    while at > 0 and found[at - 1].kind == "blank":
        at -= 1
    return at


def _block(own: Sequence[Statement], header: Statement | None) -> Block:
    start = own[0].start if own else 0
    body = start if header is None else header.end
    end = body
    for each in own:
        if each.kind == "key" or (each.kind == "comment" and each.start == end):
            end = max(end, each.end)
    keys = tuple(each for each in own if each.kind == "key")
    return Block(() if header is None else header.path, header, start=start, body=body, end=end, keys=keys)
