"""Backs up or restores, and is killed before each thing it asks of the system.

``killing backup|restore|night FOLDER EVERY`` kills at each step, or at one in EVERY so many.

A process of its own, because it forks: each child is killed one step later than the one before, until one lives on.
The steps are Python's own audit events (files opened, renamed and removed, folders made and looked into, databases
opened, the exchange of two folders), and every sync, before and after it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.chance.fairness import commitment
from companion.journal.journal import FILE
from companion.runtime.clock import ManualClock
from companion.upkeep.backup.inspection import look
from companion.upkeep.backup.last_note import LAST_BACKUP
from companion.upkeep.backup.leftovers import forget_unfinished
from companion.upkeep.backup.nights.memory import FILE as NIGHTS
from companion.upkeep.backup.nights.retention import KEPT
from companion.upkeep.backup.restoring.exchange import settle
from tests.companion.upkeep.backup.nights.night_table import NightTable, names, numbers
from tests.companion.upkeep.backup.tables import ANOTHER, SEED, backed_up, fair, find, furnished, play, put_back
from tests.support.session_bench import Bench

STEPS = frozenset(
    {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "shutil.rmtree", "sqlite3.connect"}
    | {"os.link", "shutil.copyfile", "ctypes.dlsym", "fcntl.flock", "tempfile.mkdtemp", "os.listdir", "os.scandir"}
)
MAX_STEPS = 2000


def killed_at(step: int, do: Callable[[], object]) -> bool:
    """Do *do* in a child that is killed before its step number *step*; tell whether it was."""
    child = os.fork()
    if child == 0:
        left = step

        def count() -> None:
            nonlocal left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        def hook(event: str, _: object) -> None:
            if event in STEPS:
                count()

        _count_syncs(count)
        sys.addaudithook(hook)
        status = 1
        try:
            do()
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, f"step {step} failed by itself"
    return os.WIFSIGNALED(status)


def _count_syncs(count: Callable[[], None]) -> None:
    """Make what no audit event tells of a step too: every sync, before and after it."""
    fsync = os.fsync

    def synced(descriptor: int) -> None:
        count()
        fsync(descriptor)
        count()

    os.fsync = synced  # type: ignore[assignment]


@contextmanager
def table(folder: Path, seed: bytes) -> Iterator[Bench]:
    """Start the table in *folder* as a start does, and end it."""
    forget_unfinished(folder)
    settle(folder, ManualClock())
    bench = Bench(folder, dealer=fair())
    bench.pass_time(20)
    assert (bench.published.trouble, bench.published.notice, bench.journal.set_aside) == (None, None, None)
    assert bench.published.open.commitment == commitment(seed)
    yield bench
    bench.session.close()


def kill_backups(folder: Path, every: int) -> int:
    """Kill backups at every step; return how many there were. The file is the old backup or the new one, whole."""
    data, file = folder / "data", folder / "one.zip"
    furnished(data).session.close()
    backed_up(data, file, name="first")
    for step in range(0, MAX_STEPS, every):
        if not killed_at(step, lambda: backed_up(data, file, name="second")):
            assert look(file, find).manifest.name == "second"
            return step
        told = look(file, find)
        assert (told.games, told.broken) == (1, ())
        assert told.manifest.name in ("first", "second")
        with table(data, SEED) as bench:
            assert len(bench.lines()) == 6
        assert not list(data.glob("backup-making-*"))
        assert (data / LAST_BACKUP).read_text() == ManualClock().utc_text()
        backed_up(data, file, name="first")
    raise AssertionError("it never ends")


def kill_restores(folder: Path, every: int) -> int:
    """Kill restores at every step; return how many there were. The old folder or the new one is whole and starts."""
    data, old, file = folder / "data", folder / "old", folder / "one.zip"
    furnished(folder / "source").session.close()
    backed_up(folder / "source", file)
    play(old, 1).session.close()
    seen: set[int] = set()
    for step in range(0, MAX_STEPS, every):
        for left in folder.glob("data*"):
            shutil.rmtree(left)
        shutil.copytree(old, data)
        was_killed = killed_at(step, lambda: put_back(file, data))
        assert (data / FILE).is_file(), "at any moment a whole folder lies there"
        is_new = (data / "kits" / "ours.toml").is_file()
        seen.add(is_new)
        with table(data, ANOTHER if is_new else SEED) as bench:
            assert len(bench.lines()) == (6 if is_new else 2)
        beside = [each.name.rpartition(".")[2].partition("-")[0] for each in folder.glob("data.*")]
        assert beside == (["before"] if is_new else []), f"step {step} leaves {beside}"
        if is_new:
            (kept,) = folder.glob("data.*")
            assert (kept / FILE).is_file()
        if not was_killed:
            assert seen == {False, True}
            return step
    raise AssertionError("it never ends")


def kill_nights(folder: Path, every: int) -> int:
    """Kill backups by night at every step; return how many there were. Seven whole ones lie there, or one more."""
    into, before = folder / "into", folder / "before"
    into.mkdir()
    table = NightTable(folder, into)
    for _ in range(KEPT):
        table.roll()
        table.next_night()
    old = numbers(into)
    new = old[-1] + 1
    table.roll()
    table.bench.session.close()
    note = table.data / NIGHTS
    shutil.copytree(into, before)
    noted, seen = note.read_bytes(), set()
    for step in range(0, MAX_STEPS, every):
        shutil.rmtree(into)
        shutil.copytree(before, into)
        note.write_bytes(noted)
        was_killed = killed_at(step, table.next_night)
        there = numbers(into)
        assert there in (old, [*old, new], [*old[1:], new]), f"step {step} leaves {there}"
        seen.add(tuple(there))
        forget_unfinished(table.data)
        table.next_night()
        after = numbers(into)
        assert after == [*range(after[-1] - KEPT + 1, after[-1] + 1)]
        assert new <= after[-1] <= new + 1, "it may not be known that it was made"
        assert len(names(into)) == KEPT, "what was begun is gone"
        assert not list(table.data.glob("backup-making-*"))
        if not was_killed:
            # One of the three lasts for a step only.
            assert len(seen) >= (3 if every == 1 else 2)
            return step
    raise AssertionError("it never ends")


def main(what: str, folder: Path, every: int) -> None:
    """Kill at the steps, and print how many there are as ``{"steps"}``."""
    kill = {"backup": kill_backups, "restore": kill_restores, "night": kill_nights}[what]
    print(json.dumps({"steps": kill(folder, every)}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
