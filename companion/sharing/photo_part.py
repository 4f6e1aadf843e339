"""The reader of photos, as an optional part.

Its library has no wheels for some computers.
"""

from __future__ import annotations

from companion.parts.table import Parts
from companion.sharing.photo import PhotoReader


def make(table: Parts) -> PhotoReader:
    """Return a reader of photos."""
    return PhotoReader()
