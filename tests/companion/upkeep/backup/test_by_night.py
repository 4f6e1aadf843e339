"""Backups by night into a folder: one a night that has something new, seven kept, nothing lost where one fails."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from companion.doctor.memory import read_copies
from companion.doctor.place import Place
from companion.runtime.clock import night_of
from companion.upkeep.backup import keeping
from companion.upkeep.backup.remembering import FILE, Remembered, remembered
from tests.companion.upkeep.backup.nights import EVENING, NightTable, names, numbers
from tests.companion.upkeep.backup.tables import TABLE, tree
from tests.support.tables import settings

PARIS = ZoneInfo("Europe/Paris")
OTHERS = ("holiday.jpg", "tidetable-ffffffffffff-000001-undated.zip", f"tidetable-{TABLE}-1-undated.zip", "journal.sqlite")
"""What else may lie in a folder: another's photo, another table's backup, and what is called almost so."""


@pytest.fixture(autouse=True)
def in_paris(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def into(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


def local(*when: int) -> datetime:
    return datetime(*when, tzinfo=PARIS).astimezone(UTC)  # type: ignore[arg-type,misc]  # a year, a month and so on


def test_a_night_comes_at_four_here_whatever_the_season() -> None:
    def night(*when: int) -> str:
        return night_of(local(*when).isoformat())

    assert night(2026, 11, 22, 3, 59) == "2026-11-21"
    assert night(2026, 11, 22, 4, 0) == "2026-11-22"
    assert (night(2027, 3, 28, 3, 59), night(2027, 3, 28, 4, 0)) == ("2027-03-27", "2027-03-28"), "two became three"
    assert (night(2026, 10, 25, 3, 59), night(2026, 10, 25, 4, 0)) == ("2026-10-24", "2026-10-25"), "three became two"
    assert night_of("") == ""


def test_each_night_with_something_new_has_one_backup_and_seven_are_kept(tmp_path: Path, into: Path) -> None:
    for name in OTHERS:
        (into / name).write_text(name)
    table = NightTable(tmp_path, into)
    for day in range(1, 10):
        table.roll()
        table.until(EVENING + timedelta(days=day))
    assert numbers(into) == [3, 4, 5, 6, 7, 8, 9], "the first evening's, and eight nights'" if False else numbers(into)
    made = [name for name in names(into) if name not in OTHERS]
    assert len(made) == keeping.KEPT
    assert made[-1].endswith("T030000Z.zip"), "four in the morning, in winter"
    assert {name: (into / name).read_text() for name in OTHERS} == {name: name for name in OTHERS}
    assert table.faults.now == ()
