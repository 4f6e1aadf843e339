"""The first evening's questions, as the computer's journal has them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.kernel.guest.whole.computer import DATA

JOURNAL = DATA / "journal.sqlite"


def asked() -> str:
    """Return the question that stands; before the first answer there is no journal."""
    if not JOURNAL.exists():
        return "language"
    return setting("first-evening") or "language"


def setting(name: str) -> str:
    """Return the table's own setting *name*, "" where there is none."""
    with closing(sqlite3.connect(f"file:{JOURNAL}?mode=ro", uri=True)) as database:
        row = database.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
    return str(row[0]) if row else ""
