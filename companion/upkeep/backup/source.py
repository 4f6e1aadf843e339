"""The source of a backup: a table on the disk."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

KITS, LANGUAGES = "kits", "languages"
"""Folders of the family's own files, in the data and the archive."""


class Source(Struct, frozen=True):
    """A table to back up: its *data* folder and its *name*.

    *kits* is the folder of its kits, None for the one in *data*. *settings* is its valid settings
    (:func:`companion.health.settings.counting`).
    """

    data: Path
    kits: Path | None = None
    name: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def own_folders(self) -> Mapping[str, Path]:
        """Folders of the family's own files, by their names in an archive."""
        return {KITS: self.kits or self.data / KITS, LANGUAGES: self.data / LANGUAGES}
