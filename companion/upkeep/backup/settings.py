"""Settings in a backup: the file as it counts, without secrets, and without paths of this computer.

A password is never in the settings, but a path to it is, and an address of a webhook often is one. Comments stay
behind too: nobody knows what is written there. Of all that comes back only what belongs to a table counts
(``companion.settings.restored``): the rest is for people to read in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from companion.runtime.foreign_file import read_bytes
from companion.settings.reading import read
from companion.settings.restored import Fits, of_table
from companion.upkeep.backup.errors import BackupError

PATHS = frozenset(
    {"table.data", "table.fallback", "web.proxy_socket", "kits.folder", "mqtt.password_file", "mqtt.ca"}
    | {"backup.folder", "metrics.token_file"}
)
"""Keys whose value is a path of this computer."""
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
    document = read(file, read_bytes(file)).document
    if document is None:
        raise BackupError("bad-settings")
    return written(of_table(document, fits))


def written(document: Mapping[str, Mapping[str, Any]]) -> str:
    """Return *document* as a settings file has it, tables without anything in them left out."""
    tables = {name: table for name, table in document.items() if table}
    return f"# The settings of a table, out of its backup.\n\n{tomli_w.dumps(tables)}"
