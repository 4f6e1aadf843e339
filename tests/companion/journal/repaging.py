"""Opens an older program's journal and is killed before each thing it asks of the system: ``repaging OLDER FOLDER``.

A process of its own, because it forks; it prints JSON: how many steps there were, and the sizes of pages it was left
with.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from companion.journal.journal import FILE, Journal
from tests.companion.upkeep.backup.killing import killed_at

MAX_STEPS = 200


def main(older: Path, folder: Path) -> None:
    sizes: list[int] = []
    with closing(Journal(older)) as journal:
        before = contents(older)
    for step in range(MAX_STEPS):
        place = folder / f"killed-{step}"
        shutil.copytree(older, place)
        is_killed = killed_at(step, Journal(place).open)
        sizes.append(int.from_bytes((place / FILE).read_bytes()[16:18], "big"))
        assert contents(place) == before, f"killed at step {step}"
        journal = Journal(place)
        journal.open()
        assert journal.set_aside is None, f"killed at step {step}"
        journal.close()
        assert contents(place) == before, f"killed at step {step}"
        assert int.from_bytes((place / FILE).read_bytes()[16:18], "big") == 1024
        if not is_killed:
            break
    print(json.dumps({"steps": step, "sizes": sizes}))


def contents(folder: Path) -> list[tuple[object, ...]]:
    """Return every line and receipt that lies in *folder*."""
    with closing(sqlite3.connect(f"{(folder / FILE).as_uri()}?mode=rw", uri=True)) as database:
        rows = database.execute("SELECT game, n, version, do, facts FROM line ORDER BY 1, 2").fetchall()
        return rows + database.execute("SELECT id, version FROM receipt ORDER BY 1").fetchall()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
