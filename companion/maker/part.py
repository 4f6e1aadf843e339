"""The maker of a table, as an optional part."""

from __future__ import annotations

from companion.maker.maker import Maker
from companion.parts.table import Parts


def make(table: Parts) -> Maker:
    """Return the maker of *table*'s kits."""
    return Maker(table.mirror.texts, lambda: table.library.folder)
