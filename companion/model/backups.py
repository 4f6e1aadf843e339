"""Backups as pages show them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Identity = Literal["replaces", "second"]
"""Whether a restored table is the old one from now on, or a second beside it, with an id of its own."""
MAX_UPLOAD = 64 * 2**20
"""So many bytes a backup has at most that a page sends; thousands of evenings have fewer."""


class InBackup(Struct, frozen=True):
    """The contents of a backup that a page has sent: whose table it is, when it was made, and counts of what is in it.

    *at* is "" where nobody knew the date. *broken* games aren't as they were played, and are left out.
    """

    name: str
    at: str
    games: int
    goes_on: int
    kits: tuple[str, ...]
    boards: tuple[str, ...]
    languages: tuple[str, ...]
    broken: int = 0
