"""Migrates a journal and is killed half way, again and again: ``migrating FOLDER KILLS`` prints JSON.

A process of its own, because it forks: its children start warm, so that a kill falls into every part of their lives.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import sys
import time
from pathlib import Path

from companion.journal import schema
from companion.journal.journal import FILE, Journal, open_for_reading
from tests.support.played import played
from tests.support.sources import seeded

LINES = 300
LONGEST_LIFE_US = 30_000
FURTHER = (
    "ALTER TABLE line ADD COLUMN weight INTEGER; UPDATE line SET weight = n * 2, sum = NULL",
    "CREATE TABLE note (n INTEGER PRIMARY KEY, weight INTEGER) WITHOUT ROWID; "
    "INSERT INTO note SELECT n, weight FROM line; UPDATE line SET facts = facts || ' ', sum = NULL",
)
"""Steps of schemas to come, for the tests: each writes to every line."""


def migrate_until_killed(folder: Path, life_us: int) -> None:
    """Let a child migrate the journal in *folder* for *life_us*."""
    child = os.fork()
    if child == 0:
        Journal(folder).open()
        signal.pause()
    time.sleep(life_us / 1_000_000)  # how long it may live is the point, nothing waits for it
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def steps_taken(path: Path, first: int) -> int:
    """Return how many of the further steps the journal has taken from schema *first*; check that it took them whole."""
    database = sqlite3.connect(path)
    try:
        taken = schema.schema_of(database) - first
        columns = {row[1] for row in database.execute("PRAGMA table_info(line)")}
        assert ("weight" in columns) is (taken >= 1)
        if taken >= 1:
            assert database.execute("SELECT count(*) FROM line WHERE weight = n * 2").fetchone() == (LINES,)
        notes = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'note'").fetchone()[0]
        assert bool(notes) is (taken >= 2)
        if taken >= 2:
            assert database.execute("SELECT count(*) FROM note").fetchone() == (LINES,)
        return taken
    finally:
        database.close()


def opens_whole(folder: Path) -> None:
    """Check that the journal in *folder* can be read beside a writer, and opened, with all that was in it."""
    reader = open_for_reading(folder)
    assert len(reader.lines(1)) == LINES
    reader.close()
    journal = Journal(folder)
    journal.open()
    assert journal.set_aside is None
    assert (len(journal.lines(1)), journal.receipt(f"id-{LINES}")) == (LINES, LINES + 1)
    journal.close()


def main(folder: Path, kills: int) -> None:
    """Kill *kills* times and print how often no, one and both of the steps had been taken."""
    played(folder / "old", LINES)
    first = schema.newest()
    schema.STEPS += FURTHER
    below = seeded("migrating")
    found = [0] * (len(FURTHER) + 1)
    for _ in range(kills):
        shutil.rmtree(folder / "new", ignore_errors=True)
        shutil.copytree(folder / "old", folder / "new")
        migrate_until_killed(folder / "new", below(LONGEST_LIFE_US))
        shutil.copytree(folder / "new", folder / "seen", dirs_exist_ok=False)
        found[steps_taken(folder / "seen" / FILE, first)] += 1
        shutil.rmtree(folder / "seen")
        opens_whole(folder / "new")
        assert steps_taken(folder / "new" / FILE, first) == len(FURTHER)
    print(json.dumps({"kills": kills, "found": found}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
