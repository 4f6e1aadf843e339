"""Backups by night into a folder: one a night that has something new, seven kept, nothing lost where one fails."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from companion.doctor.memory import read_copies
from companion.doctor.place import SystemPlace
from companion.runtime.clock import night_of
from companion.upkeep.backup.nights import retention
from companion.upkeep.backup.nights.by_night import LOOK_S, RARELY_S
from companion.upkeep.backup.nights.memory import FILE, Remembered, remembered
from companion.upkeep.backup.sticks.sticks import Stick, Sticks
from companion.upkeep.quiet import QUIET_S
from tests.companion.upkeep.backup.nights.night_table import EVENING, Calendar, NightTable, NoHelper, names, numbers
from tests.companion.upkeep.backup.tables import TABLE, tree
from tests.support.tables import settings

PARIS = ZoneInfo("Europe/Paris")
OTHERS = (
    "holiday.jpg",
    "tidetable-ffffffffffff-000001-undated.zip",
    f"tidetable-{TABLE}-1-undated.zip",
    "journal.sqlite",
)
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
    table.rest()
    assert numbers(into) == [1], "a folder that has none yet doesn't wait for the night"
    for day in range(1, 10):
        table.roll()
        table.until(EVENING + timedelta(days=day))
    assert numbers(into) == [4, 5, 6, 7, 8, 9, 10]
    made = [name for name in names(into) if name not in OTHERS]
    assert len(made) == retention.KEPT
    assert all("T030" in name for name in made), "four in the morning, in winter"
    assert {name: (into / name).read_text() for name in OTHERS} == {name: name for name in OTHERS}
    assert (table.faults.now, table.said) == ((), [])


def test_a_night_without_anything_new_has_none_unless_the_last_one_is_gone(tmp_path: Path, into: Path) -> None:
    table = NightTable(tmp_path, into)
    table.rest()
    before = tree(into)
    table.until(EVENING + timedelta(days=3))
    assert tree(into) == before
    table.start_again()
    table.rest()
    assert tree(into) == before, "nor has a start"
    (into / names(into)[0]).unlink()
    table.until(EVENING + timedelta(days=4))
    assert len(names(into)) == 1
    for change in ("de.toml", "it.toml"):
        (table.data / "languages" / change).write_text("x = 2\n")
        table.until(table.now + timedelta(days=1))
    assert numbers(into) == [1, 2, 3], "a family's own files are new too"


def test_nobody_who_plays_or_presses_is_disturbed(tmp_path: Path, into: Path) -> None:
    table = NightTable(tmp_path, into)
    table.busy = True
    table.until(EVENING + timedelta(days=1))
    assert names(into) == [], "its own screen asks something"
    table.busy = False
    for _ in range(100):
        table.clock.advance(60)
        table.quiet.touch()
        table.look()
    assert names(into) == [], "somebody presses"
    for _ in range(10):
        table.roll()
        table.look()
    assert names(into) == [], "they play"
    table.rest()
    assert numbers(into) == [1]


def test_a_table_that_was_off_at_the_hour_makes_it_up_once_it_is_at_rest(tmp_path: Path, into: Path) -> None:
    table = NightTable(tmp_path, into)
    table.rest()
    table.roll()
    table.clock.advance(20 * 3600)
    table.quiet.touch()
    table.start_again()
    table.look()
    assert numbers(into) == [1], "it has just started"
    table.rest()
    assert numbers(into) == [1, 2]
    table.roll()
    table.start_again()
    table.rest()
    assert numbers(into) == [1, 2], "this night has had its own"


def test_a_clock_that_is_stepped_over_a_week_and_back_costs_nothing(tmp_path: Path, into: Path) -> None:
    table = NightTable(tmp_path, into)
    table.rest()
    before = tree(into)
    for day in (7, -7, 300, -30, 1):
        table.clock.step(EVENING + timedelta(days=day))
        table.rest()
    assert tree(into) == before, "nothing was new"
    table.roll()
    table.clock.step(EVENING - timedelta(days=14))
    table.rest()
    assert numbers(into) == [1, 2]
    assert "20261107" in names(into)[1], "the newest is the newest, whatever date it has"
    for day in range(8):
        table.roll()
        table.clock.step(EVENING - timedelta(days=20 + day))
        table.rest()
    assert numbers(into) == [4, 5, 6, 7, 8, 9, 10]


def test_summer_time_comes_and_goes_with_one_backup_a_night(tmp_path: Path, into: Path) -> None:
    for day, hours in ((datetime(2027, 3, 27, 12, tzinfo=UTC), 2), (datetime(2027, 10, 30, 12, tzinfo=UTC), 3)):
        table = NightTable(tmp_path / f"{day:%m}", into := tmp_path / f"{day:%m}" / "into", clock=Calendar(day))
        into.mkdir()
        table.rest()
        for later in (1, 2):
            table.roll()
            table.until(day + timedelta(days=later))
        assert [name.split("T")[-1][:2] for name in names(into)] == ["12", f"{hours:02}", f"{hours:02}"]


def test_a_date_that_nobody_is_sure_of_is_not_written_and_a_day_counts(tmp_path: Path, into: Path) -> None:
    table = NightTable(tmp_path, into)
    table.clock.is_sure = False
    table.rest()
    assert names(into) == [f"tidetable-{TABLE}-000001-undated.zip"]
    (place,) = table.nights.told().places
    assert (place.at, table.nights.told().dated) == ("", False)
    table.roll()
    table.until(EVENING + timedelta(hours=20))
    assert numbers(into) == [1]
    table.until(EVENING + timedelta(hours=25))
    assert numbers(into) == [1, 2]
    table.roll()
    table.clock.is_sure = True
    table.rest()
    assert numbers(into) == [1, 2, 3], "now it is known that a night has come"
    assert table.nights.told().places[0].at == table.clock.utc_text()


def test_the_doctor_and_the_owner_know_of_it(tmp_path: Path, into: Path) -> None:
    table = NightTable(tmp_path, into)
    assert table.nights.told().places[0].at is None
    table.rest()
    (place,) = table.nights.told().places
    assert (place.kind, place.name, place.there, place.failed) == ("folder", str(into), True, None)
    assert place.at == table.clock.utc_text()
    doctor = read_copies(SystemPlace(settings(tmp_path), table.data, table.clock))
    assert doctor.at == table.clock.utc_text()
    table.start_again()
    assert table.nights.told().places == (place,)


def test_a_folder_that_cannot_be_written_is_told_and_the_next_night_tries_again(tmp_path: Path, into: Path) -> None:
    table = NightTable(tmp_path, into)
    table.rest()
    before = tree(into)
    into.rename(tmp_path / "unplugged")
    table.roll()
    table.until(EVENING + timedelta(days=1))
    assert table.failing == {"backup.folder": "backup.folder-gone"}
    assert not into.exists(), "what is mounted there is made by nobody else"
    told = table.nights.told().places[0]
    assert told.failed is not None
    assert (told.failed.key, told.at is not None, told.failed_at[:10]) == ("backup.folder-gone", True, "2026-11-22")
    assert tree(tmp_path / "unplugged") == before
    (tmp_path / "unplugged").rename(into)
    table.rest()
    assert table.failing == {"backup.folder": "backup.folder-gone"}, "once a night"
    table.until(EVENING + timedelta(days=2))
    assert (numbers(into), table.failing, table.nights.told().places[0].failed) == ([1, 2], {}, None)


def test_a_folder_inside_the_games_own_is_refused(tmp_path: Path) -> None:
    table = NightTable(tmp_path, tmp_path / "data" / "kits" / ".." / "backups")
    (tmp_path / "data" / "backups").mkdir()
    table.rest()
    assert table.failing == {"backup.folder": "backup.folder-inside"}
    assert names(tmp_path / "data" / "backups") == []


@pytest.mark.parametrize("made", ["link", "folder", "pipe", "unfinished-link"])
def test_what_is_called_like_a_backup_and_is_none_is_neither_followed_nor_removed(
    tmp_path: Path, into: Path, made: str
) -> None:
    mine = tmp_path / "mine"
    mine.write_text("mine")
    odd = into / f"tidetable-{TABLE}-000001-undated.zip{'.new' * (made == 'unfinished-link')}"
    make: dict[str, Callable[[], object]] = {"folder": odd.mkdir, "pipe": lambda: os.mkfifo(odd)}
    make.get(made, lambda: odd.symlink_to(mine))()
    table = NightTable(tmp_path, into)
    table.rest()
    assert table.failing == {"backup.folder": "backup.in-the-way"}
    assert table.faults.now[0].told.values == {"name": odd.name}
    assert (names(into), mine.read_text()) == ([odd.name], "mine")


def test_odd_names_and_too_many_of_them_harm_nothing(
    tmp_path: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = [b"\xff\xfe", b"a\nb", b"\x1b[31m", f"tidetable-{TABLE}-00000\u0661-undated.zip".encode()]
    for name in odd:
        (Path(os.fsdecode(bytes(into) + b"/" + name))).touch()
    table = NightTable(tmp_path, into)
    table.rest()
    assert {os.fsencode(name) for name in names(into)} - {*odd} == {
        f"tidetable-{TABLE}-000001-20261121T201705Z.zip".encode()
    }
    monkeypatch.setattr(retention, "MAX_NAMES", 4)
    table.roll()
    table.until(EVENING + timedelta(days=1))
    assert table.failing == {"backup.folder": "backup.crowded"}


def test_no_number_is_left_after_the_last(tmp_path: Path, into: Path) -> None:
    (into / f"tidetable-{TABLE}-999999-undated.zip").touch()
    table = NightTable(tmp_path, into)
    table.rest()
    assert table.failing == {"backup.folder": "backup.in-the-way"}
    assert len(names(into)) == 1


def test_what_is_remembered_and_cannot_be_read_is_as_if_it_never_was(tmp_path: Path, into: Path) -> None:
    table = NightTable(tmp_path, into)
    table.rest()
    assert remembered(table.data).made["folder"].file == names(into)[0]
    for content in (b"", b"\xff", b"[]", json.dumps({"sticks": 3}).encode(), b"[" * 100_000):
        (table.data / FILE).write_bytes(content)
        assert remembered(table.data) == Remembered()


def test_a_table_that_is_switched_off_meanwhile_leaves_nothing(tmp_path: Path, into: Path) -> None:
    table = NightTable(tmp_path, into)
    table.look()
    table.nights.close()
    table.clock.advance(QUIET_S)
    table.nights.look()
    assert (names(into), table.faults.now) == ([], ())
    assert list(table.data.glob("backup-making-*")) == []


def test_while_games_are_kept_elsewhere_none_is_made_and_it_is_told(tmp_path: Path, into: Path) -> None:
    table = NightTable(tmp_path, into)
    table.plays_elsewhere = True
    table.rest()
    assert (names(into), table.failing) == ([], {"backup.folder": "keeping.not-now"})
    table.plays_elsewhere = False
    table.next_night()
    table.rest()
    assert (numbers(into), table.failing) == ([1], {})


def test_a_folder_that_is_there_again_is_no_longer_told_of_although_nothing_is_new(tmp_path: Path, into: Path) -> None:
    table = NightTable(tmp_path, into)
    table.rest()
    into.rename(tmp_path / "elsewhere")
    table.until(EVENING + timedelta(days=1))
    assert table.nights.told().places[0].failed is not None
    (tmp_path / "elsewhere").rename(into)
    table.until(EVENING + timedelta(days=2))
    assert (numbers(into), table.failing, table.nights.told().places[0].failed) == ([1], {}, None)
    assert remembered(tmp_path / "data").failed == {}


class CountedSticks(Sticks):
    """The sticks that are *inside*, and when it was looked for them."""

    def __init__(self, clock: Calendar) -> None:
        super().__init__(NoHelper())
        self.clock = clock
        self.inside: list[Stick] = []
        self.looked_s: list[float] = []

    def seen(self) -> list[Stick]:
        self.looked_s.append(self.clock.monotonic_s())
        return list(self.inside)

    def looked_in(self, table: NightTable, seconds: int) -> list[float]:
        """Let so many *seconds* pass, one by one; return after how many of them it was looked."""
        begun_s = self.clock.monotonic_s()
        self.looked_s.clear()
        for _ in range(seconds):
            self.clock.advance(1)
            table.nights.worker.run_pending()
        return [at_s - begun_s for at_s in self.looked_s]


@pytest.mark.parametrize(("is_told", "looks"), [(True, RARELY_S), (False, LOOK_S)])
def test_where_sticks_are_told_of_it_looks_rarely_but_at_once_and_once_more_for_one_that_comes(
    tmp_path: Path, is_told: bool, looks: float
) -> None:
    clock = Calendar()
    sticks = CountedSticks(clock)
    table = NightTable(tmp_path, sticks=sticks, clock=clock)
    table.nights.is_told = is_told
    sticks.looked_in(table, int(2 * LOOK_S))
    assert len(sticks.looked_in(table, 600)) == 600 / looks
    sticks.looked_in(table, 1)
    sticks.inside = [Stick("sda1", "1234-ABCD", "GAMES")]
    table.nights.worker.put(table.nights.look)
    assert sticks.looked_in(table, 60)[:2] == [1, 1 + LOOK_S]
    assert table.asking.question is not None
    sticks.looked_in(table, 60)
    assert len(sticks.looked_in(table, 600)) == 600 / looks, "there is one chain of looks"
