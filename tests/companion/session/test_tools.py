"""Tools: opening one asks nothing, finds it as it was left, and takes nobody's game away for good."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.values.seats import TABLE
from companion.kits.play import game_of
from companion.model.requests import RequestRefused
from companion.model.roster import Phone
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, KITS, LIBRARY, Bench

ANY_DICE, WHO_BEGINS = (game_of(KITS[slug].kit) for slug in ("any-dice", "who-begins"))
SHELF = (ANY_DICE, WHO_BEGINS, *LIBRARY)


def table(folder: Path, *answers: tuple[int | str, ...]) -> Bench:
    return Bench(folder, answers, library=SHELF)


def join(bench: Bench, name: str, seat: int) -> None:
    bench.session.keep(lambda roster: roster.with_phone(name.lower(), Phone((seat,), name)), wait_s=0)
    bench.session.run_pending()


def number(bench: Bench) -> int:
    return int(bench.journal.setting("game") or 0)


def test_a_tool_is_opened_as_it_was_left(tmp_path: Path) -> None:
    bench = table(tmp_path, (5, 6))
    bench.say("open any-dice", TABLE)
    bench.roll("throw any 2d6", TABLE)
    bench.say("new fireship kit seats=0", TABLE)
    bench.say("open any-dice", TABLE)
    assert (number(bench), bench.state.recent) == (1, ("2d6",))
    assert bench.state.result("any").faces == (5, 6)
    assert [row.slug for row in bench.journal.games()] == ["any-dice", "fireship"]


def test_a_finished_tool_and_another_number_of_people_begin_anew(tmp_path: Path) -> None:
    bench = table(tmp_path)
    bench.say("open any-dice", TABLE)
    bench.say("finish", TABLE)
    bench.say("open any-dice", TABLE)
    assert number(bench) == 2
    bench.say("finish", TABLE)
    bench.new(FIRESHIP, 3)
    bench.say("open any-dice", TABLE)
    assert (number(bench), bench.published.open.people) == (4, ("Ann", "Ben", "Cleo"))


def test_the_wheel_has_the_people_who_sit_here_now(tmp_path: Path) -> None:
    bench = table(tmp_path).new(FIRESHIP, 2)
    bench.say("open who-begins", TABLE)
    assert bench.published.open.people == ("Ann", "Ben")
    bench.say("finish", TABLE)
    bench.session.keep(lambda roster: roster.called_as({}), wait_s=0)
    join(bench, "Zoe", 0)
    join(bench, "Yan", 1)
    bench.say("open who-begins", TABLE)
    assert bench.published.open.people == ("Zoe", "Yan")
    bench.say("new fireship kit seats=2", TABLE)
    bench.say("open who-begins", TABLE)
    assert (bench.published.open.people, bench.published.roster.phones["zoe"].seats) == (("Zoe", "Yan"), (0,))


def test_a_tool_that_is_resumed_asks_for_no_comparison_of_the_board(tmp_path: Path) -> None:
    bench = table(tmp_path, ("seat-1",))
    bench.say("open who-begins", TABLE)
    bench.say("among names 3", TABLE)
    bench.roll("spin names", TABLE)
    bench = bench.again(library=SHELF)
    bench.pass_time(5)
    assert bench.published.compare == ()
    assert seen_plain(bench.published, TABLE, frozenset({TABLE}))["put_aside"] is None


def test_two_agree_to_leave_a_game_for_a_tool_but_nobody_is_asked_to_leave_the_tool(tmp_path: Path) -> None:
    bench = table(tmp_path).new(FIRESHIP, 2)
    join(bench, "Ann", 0)
    join(bench, "Ben", 1)
    with pytest.raises(RequestRefused) as refused:
        ask(bench, "open any-dice", "ann")
    assert refused.value.reason == "consent"
    ask(bench, "consent", "ben")
    assert bench.published.shelf(frozenset({0}), "ann").leaving == "free"
    ask(bench, "new fireship kit seats=2", "ann")
    assert bench.published.shelf(frozenset({0}), "ann").leaving == "agree"


def ask(bench: Bench, do: str, phone: str) -> None:
    seat = bench.published.roster.phones[phone].seats[0]
    bench.session.handle(replace(bench.request(do, seat, speaks_for=frozenset({seat})), phone=phone))


@pytest.mark.parametrize("line", ["open", "open fireship", "open chess", "open any-dice kit"])
def test_only_tools_are_opened_so(tmp_path: Path, line: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        table(tmp_path).say(line, TABLE)
    assert refused.value.said.key == "session.no-such-game"
