"""Settings in a backup: the file as it counts, without secrets, and without paths of this computer.

A password is never in the settings, but a path to it is, and an address of a webhook often is one. Comments stay
behind too: nobody knows what is written there.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

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
    text = "\n".join(_lines(kept)) + "\n"
    assert tomllib.loads(text) == {name: table for name, table in kept.items() if table}
    return text, tuple(left)


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
