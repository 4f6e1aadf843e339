"""A calendar that starts in 1970 and jumps by decades: nothing is lost, reordered or stuck."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from companion.runtime.clock import ManualClock, SystemClock, utc_text
from tests.support.session_bench import Bench
from tests.support.sources import seeded
from tests.support.tables import Table, dice, of_roll, scripted
from tests.support.waiting import eventually

BEFORE_THE_NETWORK = datetime(1970, 1, 1, 0, 0, 20, tzinfo=UTC)
YEAR = timedelta(days=365)


class Jumping(SystemClock):
    """Goes on as time does, under a calendar that a test sets."""

    def __init__(self, today: datetime = BEFORE_THE_NETWORK) -> None:
        super().__init__()
        self.today = today

    def utc_text(self) -> str:
        return utc_text(self.today)


class Wild(ManualClock):
    """A calendar that lies by up to twenty years, and otherwise each time it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self._below = seeded("calendar")

    def utc_text(self) -> str:
        return utc_text(BEFORE_THE_NETWORK + 20 * YEAR + timedelta(seconds=self._below(40 * 365 * 86_400)))


def rolls(table: Table) -> list[str]:
    return [str(line["text"]) for line in table.table["log"]]


@pytest.mark.long
def test_a_table_that_starts_in_1970_and_jumps_decades_loses_and_reorders_nothing(tmp_path: Path) -> None:
    answers = [(3, 7, 10), (1, 1, 1), (2, 2, 2), (9, 9, 9)]
    clock = Jumping()
    with Table(tmp_path, scripted(*answers), clock=clock) as table:
        for number, today in enumerate((2046, 1976, 2026), 1):
            before = table.table["version"]
            table.press("roll")
            eventually(lambda before=before: table.table["version"] > before)  # type: ignore[misc]
            clock.today = datetime(today, 11, 21, tzinfo=UTC)
            assert table.roll(number)["values"] == list(answers[number - 1])
        assert table.get("/api/v1/healthz").status == 200
        told = rolls(table)
        last = dice(table.table)
    with Table(tmp_path, scripted(answers[3]), clock=Jumping(), opening=None) as table:
        assert table.roll(3) == last
        assert rolls(table) == told
        table.press("roll")
        assert table.roll(4)["values"] == list(answers[3])
        table.glass_shows(of_roll(table.table))
        (game,) = table.daemon.session.records()
        assert game.number == 1
        lines = table.daemon.session.record(1).splitlines()
    moments = [line.partition('"at":"')[2][:4] for line in lines[1:]]
    assert sorted(set(moments)) != list(dict.fromkeys(moments)), "the calendar didn't jump"


def test_dozens_of_jumps_reorder_nothing(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(1, 2, 3)] * 60, clock=Wild()).new()
    for number in range(60):
        bench.say("roll dice", number % 2)
        bench.pass_time(1)
    lines = bench.lines()
    assert [line.n for line in lines] == list(range(1, 121))
    assert sum(later < sooner for sooner, later in pairwise(str(line.at) for line in lines[::2])) > 20
    state = bench.state
    bench.session.close()
    bench = Bench(tmp_path, clock=Wild())
    bench.pass_time(1)
    assert (bench.state, bench.published.version, len(bench.lines())) == (state, 61, 120)


def test_the_newest_game_is_the_one_opened_last_whatever_the_calendar_says(tmp_path: Path) -> None:
    clock = Jumping(datetime(2046, 1, 1, tzinfo=UTC))
    with Table(tmp_path, clock=clock) as table:
        clock.today = BEFORE_THE_NETWORK
        assert table.command("new battle-for-the-island kit").status == 200
        assert [game.number for game in table.daemon.session.records()] == [2, 1]
    with Table(tmp_path, clock=Jumping(), opening=None) as table:
        assert table.table["game"] == "battle-for-the-island"
