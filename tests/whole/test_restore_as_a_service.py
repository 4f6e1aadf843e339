"""A restore by page where the table is a service: its data lies within the folder that it may write, and nowhere else.

What is done between the table's OK and its next start is cut off, or fails, by a few words before the program.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support import tables
from tests.support.running import HURRIED
from tests.support.tables import Process, running
from tests.support.waiting import eventually
from tests.support.wording import say
from tests.whole.health.test_settings import health, health_or_none, owners_page
from tests.whole.test_backup_by_page import has_lines, press_ok_until
from tests.whole.test_large_backups import expected, send

IMPORTED = "import os, signal, errno, companion.upkeep.backup.restoring.restore as it\n"
KILLED = IMPORTED + "it.restore = lambda *given, **how: os.kill(os.getpid(), signal.SIGKILL)\n"
FULL = IMPORTED + "def full(*given):\n    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))\nit.unpacked = full\n"
TORN = (
    IMPORTED + "done = it.restore\n"
    "def restore(file, *given, **how):\n    os.truncate(file, 100)\n    return done(file, *given, **how)\n"
    "it.restore = restore\n"
)
FOREIGN = "ours.txt"
DATE_OR_NUMBER = r"(?<=restore)-2.*|(?<=uploaded)[.-].*"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The folder that the service manager gives the table, with something of the family's in it."""
    state = tmp_path / "lib" / "tidetable"
    (state / "table").mkdir(parents=True, mode=0o700)
    (state / "club").mkdir()
    return state


@contextmanager
def served(state: Path, monkeypatch: pytest.MonkeyPatch, before: str = "") -> Iterator[Process]:
    """Run the table as its unit does, with a few words *before* its program."""
    monkeypatch.setattr(tables, "HURRIED", before + HURRIED)
    where = ("--data", str(state / "table"), "--data-before", str(state))
    with running(state.parent.parent, *where, hurried=True) as table:
        yield table


def rolled(table: Process, count: int) -> None:
    table.press("roll")
    eventually(lambda: has_lines(table, count) and table.table["reveal"] is None)


def kept(state: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Play a game of one roll and return its backup; roll once more."""
    with served(state, monkeypatch) as table:
        assert table.command("new fireship kit").status == 200
        rolled(table, 1)
        assert table.ask("POST", "/api/v1/backup", {"do": "ask"}).status == 202
        given: list[bytes] = []

        def is_given() -> bool:
            answer = table.get("/api/v1/backup")
            given.extend([answer.body] if answer.status == 200 else [])
            return bool(given)

        press_ok_until(table, is_given)
        (backup,) = given
        rolled(table, 2)
        assert table.stop() == 0
    return backup


def asked(table: Process, backup: bytes) -> None:
    """Send *backup* and have the table asked, once it has shown its last roll again."""
    eventually(lambda: has_lines(table, 2))
    assert send(table, expected(table), backup).status == 200
    assert table.ask("POST", "/api/v1/backup", {"do": "restore replaces"}).status == 202


def lies_there(state: Path, *names: str) -> None:
    """Wait until just these *names* are in *state*, dates and numbers aside: what is left may go soon after a start."""
    eventually(lambda: sorted(re.sub(DATE_OR_NUMBER, "", each.name) for each in state.iterdir()) == [*names])


@pytest.mark.long
def test_it_is_put_back_within_the_services_folder_and_nobody_else_can_read_what_lies_there(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = kept(state, monkeypatch)
    with served(state, monkeypatch) as table:
        asked(table, backup)
        press_ok_until(table, lambda: has_lines(table, 1))
        lies_there(state, "club", "table", "table.before-restore")
        open_to_others = [path for path in state.glob("table*") if stat.S_IMODE(path.stat().st_mode) & 0o077]
        assert open_to_others == []
        rolled(table, 2)
        assert table.stop() == 0
    assert sorted(each.name for each in state.parent.iterdir()) == ["tidetable"], "nothing lies outside of it"
    with served(state, monkeypatch) as table:
        eventually(lambda: has_lines(table, 2))
        lies_there(state, "club", "table", "table.before-restore")
        assert table.stop() == 0


@pytest.mark.long
def test_killed_between_the_tables_ok_and_its_start_all_is_as_it_was(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = kept(state, monkeypatch)
    with served(state, monkeypatch, KILLED) as table:
        asked(table, backup)
        press_ok_until(table, lambda: table.process.poll() is not None)
        assert table.process.returncode == -9
        lies_there(state, "club", "table", "table.uploaded")
        table.kill()
    with served(state, monkeypatch) as table:
        eventually(lambda: has_lines(table, 2))
        lies_there(state, "club", "table")
        assert health(table) == {}
        assert table.stop() == 0


@pytest.mark.long
@pytest.mark.parametrize(("fails", "why"), [(FULL, "backup.full"), (TORN, "backup.no-backup")], ids=["full", "torn"])
def test_what_fails_then_is_told_after_the_start_and_all_is_as_it_was(
    fails: str, why: str, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = kept(state, monkeypatch)
    with served(state, monkeypatch, fails) as table:
        asked(table, backup)
        press_ok_until(table, lambda: bool(health_or_none(table)))
        told = say("backup.not-restored-why", why=say(why))
        assert health(table) == {"restore": told}
        page = owners_page(table)
        assert told in page
        assert say("backup.as-it-was") in page
        eventually(lambda: has_lines(table, 2))
        lies_there(state, "club", "table")
        rolled(table, 3)
        assert table.stop() == 0
