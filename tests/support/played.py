"""Journals with something in them, for tests of what lies on the disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.journal.journal import Journal
from companion.journal.rows import Batch, GameRow, LineRow
from companion.model.entry import Entry

AT = "2026-11-21T20:15:03.120Z"
GAME = GameRow(0, "fireship", "kit", ("Ann", "Zoë\u2028"), {"chance": "dealer"}, AT)

UNSUMMED = "UPDATE line SET sum = NULL;"
"""What takes the sums of a journal's lines away: an older program wrote none, and whatever stands there is taken."""


def line(n: int, facts: bytes | None = None, **more: Any) -> LineRow:
    return LineRow(Entry(n=n, seat=0, do="roll dice", by="phone", at=AT, **more), n, n + 1, facts)


def played(folder: Path, lines: int = 3, synchronous: str = "FULL") -> None:
    """Leave a journal with one game of so many *lines* in *folder*."""
    journal = Journal(folder)
    journal.open()
    journal.connection.execute(f"PRAGMA synchronous={synchronous}")
    journal.commit(Batch(id="new", version=1, new_game=GAME))
    for n in range(1, lines + 1):
        journal.commit(Batch(id=f"id-{n}", version=n + 1, game=1, lines=(line(n, facts=b"[]" * 400),)))
    journal.close()


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.suffix != ".sqlite-shm"
    }
