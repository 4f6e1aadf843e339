"""The fields that the faults of a kit are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.values.message import Message
from companion.kits.format.checks import KitFault, cut
from companion.maker.blocks import Path, lines_of
from companion.maker.shape import depth, place_of
from companion.maker.wire import SeenFault

_SAMPLE_NAMES = ("NAME", "EVENT")
"""Names of the format for any name."""
_ROWS = ("sheet.rows", "sheet.bonus")


def seen_faults(faults: tuple[KitFault, ...], text: str, data: Mapping[str, Any]) -> tuple[SeenFault, ...]:
    """Return the *faults* of a kit, each with its field and line.

    *text* is the kit's, *data* the same parsed.
    """
    places = dict(_places(data, ()))
    lines = lines_of(text) if data else {}
    found = []
    for fault in faults:
        path = _path(fault.where, places) if fault.where else _unknown(fault.said, data)
        found.append(SeenFault(path, _line_in(fault.said) or _line(path, lines), fault.said))
    return tuple(found)


def _places(data: Any, path: Path) -> Iterator[tuple[str, Path]]:
    """Yield each place of *data* as faults write it, with its path."""
    for key, value in data.items():
        way = (*path, str(key))
        yield _written(way), way
        if len(way) == 4 and place_of(way).kind in _ROWS:
            yield f"[{cut(way[0])}.{cut(way[1])}] {cut(key)}", way  # a row whose name is taken
        if isinstance(value, Mapping):
            for name in _SAMPLE_NAMES:
                yield f"[{'.'.join(way)}.{name}]", way
            yield from _places(value, way)
        elif isinstance(value, list):
            yield from ((f"{_written(way)} {cut(repr(line))}", way) for line in value if isinstance(line, str))


def _written(path: Path) -> str:
    """Return the place of *path* as faults write it."""
    at = depth(path)
    if not at:
        return " ".join(path)
    if path[0] == "on" and len(path) > 1:
        header = f'[on."{cut(path[1])}"]'
        return " ".join([header, *(cut(repr(key)) for key in path[2:])])
    at = min(at, 2) if place_of(path).kind in _ROWS else at  # a row is named after its sheet
    return " ".join([f"[{'.'.join(cut(key) for key in path[:at])}]", *map(cut, path[at:])])


def _path(where: str, places: Mapping[str, Path]) -> Path:
    """Return the path of *where*; a missing key belongs to its table."""
    if where in places:
        return places[where]
    known = [place for place in places if where.startswith(f"{place} ")]
    if not known:
        return ()
    longest = max(known, key=len)
    rest = where.removeprefix(f"{longest} ")
    return (*places[longest], rest) if rest.replace("-", "").isalnum() else places[longest]


def _unknown(said: Message, data: Mapping[str, Any]) -> Path:
    """Return the path of an unknown table.

    It is () for other faults of the whole file.
    """
    inner = said.values.get("fault")
    key = (inner if isinstance(inner, Message) else said).values.get("key")
    return (key,) if isinstance(key, str) and key in data else ()


def _line(path: Path, lines: Mapping[Path, int]) -> int:
    """Return the line of *path*, else of the table around it."""
    while path:
        if path in lines:
            return lines[path]
        inside = [line for known, line in lines.items() if known[: len(path)] == path]
        if inside:
            return min(inside)
        path = path[:-1]
    return 0


def _line_in(said: Message) -> int:
    """Return the line named in a whole file's fault, else 0."""
    for value in said.values.values():
        if isinstance(value, Message) and (line := _line_in(value)):
            return line
    named = said.values.get("line")
    return named if said.key.startswith("kit-fault.") and isinstance(named, int) else 0
