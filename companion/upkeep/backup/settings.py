"""Settings in a backup: the file as it counts, without secrets, and without paths of this computer.

A password is never in the settings, but a path to it is, and an address of a webhook often is one. Comments stay
behind too: nobody knows what is written there. Of all that comes back only what belongs to a table counts
(``companion.settings.restored``): the rest is for people to read in the file.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.settings.reading import read
from companion.settings.restored import Fits, of_table
from companion.upkeep.backup.errors import BackupError

PATHS = frozenset(
    {"table.data", "table.fallback", "web.proxy_socket", "kits.folder", "mqtt.password_file", "mqtt.ca"}
    | {"backup.folder", "metrics.token_file"}
)
"""Keys whose value is a path of this computer."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
SECRET = frozenset({"webhook"})
"""Tables that are left out whole: who knows a webhook's address may call it."""


def leaving(document: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Return the text of what leaves of *document*, settings without faults, and the keys that stay behind."""
    kept: dict[str, dict[str, Any]] = {}
    left = sorted(SECRET & document.keys())
    for table, content in document.items():
        if table not in SECRET:
            left += [f"{table}.{name}" for name, value in content.items() if value and f"{table}.{name}" in PATHS]
            kept[table] = {name: value for name, value in content.items() if f"{table}.{name}" not in PATHS}
    return written(kept), tuple(left)


def arriving(file: Path, fits: Fits) -> str:
    """Return the text of what counts of a backup's settings *file* wherever it is put back; *fits* judges options.

    :raises BackupError: it isn't TOML.
    :raises OSError: it can't be read.
    """
    document = read(file, file.read_bytes()).document
    if document is None:
        raise BackupError("bad-settings")
    return written(of_table(document, fits))


def written(document: Mapping[str, Mapping[str, Any]]) -> str:
    """Return *document* as a settings file has it."""
    text = "\n".join(_lines(document)) + "\n"
    assert tomllib.loads(text) == {name: table for name, table in document.items() if table}
    return text


def _lines(document: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield "# The settings of a table, out of its backup."
    for table, content in document.items():
        plain = {name: value for name, value in content.items() if not isinstance(value, dict)}
        if plain:
            yield from ("", f"[{table}]", *(f"{_key(name)} = {_value(value)}" for name, value in plain.items()))
        for name, inner in content.items():
            if isinstance(inner, dict):
                yield from ("", f"[{table}.{_key(name)}]")
                yield from (f"{_key(key)} = {_value(value)}" for key, value in inner.items())


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(text: str) -> str:
    # JSON's texts are TOML's, but for the one control character that JSON lets stand.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
