"""Restored settings: the table's own part of a backup, on any computer.

Law: a backup is a stranger's file. Only a closed list of its settings counts, only valid values, and only where this
computer's settings say nothing. The list has no path, port, pin or address outside.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.runtime.foreign_file import read_bytes
from companion.settings.checks import faults_in
from companion.settings.reader import read, without

log = logging.getLogger(__name__)

FILE = "settings.restored.toml"
"""The file with restored settings, in the data folder."""
OF_TABLE: Mapping[str, tuple[str, ...]] = {"table": ("name", "language")}
"""Keys that belong to a table, by their tables in the file.

Games' options do too.
"""
MAX_GAMES, MAX_OPTIONS, LONGEST = 100, 40, 200
"""Maximum games, options of each, and letters of one."""
Fits = Callable[[str, str, Any], bool]
"""Returns True if the slug's game has the option and value."""


def of_table(document: Mapping[str, Any], fits: Fits = lambda slug, name, value: True) -> dict[str, Any]:
    """Return the valid settings in *document* that belong to a table.

    Anybody may have written *document*.
    """
    kept: dict[str, Any] = {}
    for table, names in OF_TABLE.items():
        content = document.get(table)
        found = {name: content[name] for name in names if name in content} if isinstance(content, dict) else {}
        kept |= {table: found} if found else {}
    games = document.get("game")
    options = {slug: _options(slug, each, fits) for slug, each in _first(games, MAX_GAMES)}
    kept |= {"game": {slug: each for slug, each in options.items() if each}} if any(options.values()) else {}
    return without(kept, faults_in(None, kept), {})


def _options(slug: str, options: object, fits: Fits) -> dict[str, Any]:
    return {name: value for name, value in _first(options, MAX_OPTIONS) if _is_plain(value) and fits(slug, name, value)}


def _first(content: object, maximum: int) -> list[tuple[str, Any]]:
    """Return the first *maximum* entries of *content* with names short enough.

    Nothing if it isn't a table.
    """
    named = [*content.items()][:maximum] if isinstance(content, dict) else []
    return [(name, value) for name, value in named if len(name) <= LONGEST and name.isprintable()]


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST and value.isprintable()
    return type(value) is bool or (type(value) is int and abs(value) < 2**31)


def under(document: Mapping[str, Any], home: Path) -> dict[str, Any]:
    """Return *document*, the computer's settings, over those restored in *home*.

    *document* has no faults.
    """
    restored = _restored(home)
    own = {name: {**restored.get(name, {}), **document.get(name, {})} for name in OF_TABLE if name in restored}
    games: dict[str, Any] = {**document.get("game", {})}
    for slug, options in restored.get("game", {}).items():
        games[slug] = {**options, **games.get(slug, {})}
    return {**document, **own, **({"game": games} if games else {})}


def _restored(home: Path) -> dict[str, Any]:
    file = home / FILE
    try:
        document = read(file, read_bytes(file)).document
    except OSError:
        return {}
    if document is None:
        log.error("%s can't be read: what it says doesn't count", file)
        return {}
    return of_table(document)
