"""Settings in a backup, without secrets and this computer's paths.

A password is never in the settings, but a path to it is, and an address of a webhook often is one. Comments stay behind
too, since nobody knows their content. Only the settings of the table itself are valid after a restore
(``companion.settings.backup_part``): the rest is for people to read in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from companion.runtime.foreign_file import read_bytes
from companion.settings.backup_part import Fits, of_table
from companion.settings.keys import KEYS
from companion.settings.reader import read
from companion.upkeep.backup.errors import BackupError

PATHS = frozenset(key.called for key in KEYS if key.is_path)
"""Keys of paths on this computer."""
SECRET = frozenset({"webhook"})
"""Tables left out as a whole: a webhook's address is a secret."""


def leaving(document: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Return a backup's text of *document*, and the keys left out.

    *document* is settings without faults.
    """
    kept: dict[str, dict[str, Any]] = {}
    left = sorted(SECRET & document.keys())
    for table, content in document.items():
        if table not in SECRET:
            left += [f"{table}.{name}" for name, value in content.items() if value and f"{table}.{name}" in PATHS]
            kept[table] = {name: value for name, value in content.items() if f"{table}.{name}" not in PATHS}
    return written(kept), tuple(left)


def arriving(file: Path, fits: Fits) -> str:
    """Return the settings in *file* that are valid on any computer.

    They are the text of a settings file. *fits* judges options.

    :raises BackupError: if it isn't TOML.
    :raises OSError: if the file can't be read.
    """
    document = read(file, read_bytes(file)).document
    if document is None:
        raise BackupError("bad-settings")
    return written(of_table(document, fits))


def written(document: Mapping[str, Mapping[str, Any]]) -> str:
    """Return *document* as the text of a settings file, without empty tables."""
    tables = {name: table for name, table in document.items() if table}
    return f"# The settings of a table, out of its backup.\n\n{tomli_w.dumps(tables)}"
