"""A press of one of the game's buttons: the session finds its line, and who may give it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.engine.values.seats import CHANCE, TABLE
from companion.model.requests import Ambiguous, RequestRefused
from tests.companion.session.test_rest import DRAWS, ISLAND, TREASURES, drawn, island, left
from tests.support.games.duel import DUEL
from tests.support.session_bench import Bench

GUARDED = replace(DUEL, buttons=lambda state: {"draw": "guard", "roll": "rest"})
HANDS = (("strike", "guard", "charm"), ("guard", "strike", "charm"))


def press(bench: Bench, button: str, **more: Any) -> int:
    return bench.say(f"press {button}", TABLE, by="button", **more)


def test_a_press_is_done_for_the_table_and_written_as_its_line(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    press(bench, "roll")
    bench.pass_time(2)
    assert bench.published.version == 2
    assert [(line.do, line.seat, line.by) for line in bench.lines()][0] == ("roll dice", "table", "button")


def test_what_one_person_alone_may_do_is_done_for_that_person(tmp_path: Path) -> None:
    bench = island(tmp_path, *TREASURES)
    press(bench, "draw")
    bench.pass_time(20)
    assert drawn(bench) == ["crystal-of-fire", "statue-of-the-wind"], "all that the step has"
    assert left(bench) == ("flood", DRAWS["count"])
    assert {line.seat for line in bench.published.open.log if line.entry.do == "draw"} == {0}


def test_where_several_people_may_the_answer_names_them(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(people=3)
    before = bench.published
    with pytest.raises(Ambiguous) as caught:
        press(bench, "spin")
    assert (caught.value.line, caught.value.seats) == ("spin wheel", (0, 1, 2))
    assert bench.published is before


def test_where_nobody_may_the_table_is_told_why(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new(options={"chance": "typed"})
    press(bench, "roll")
    assert bench.state.due() is not None
    assert press(bench, "roll") == bench.published.version, "the button means nothing while chance is asked"
    bench.roll("roll 3 7 10", CHANCE)
    assert bench.state.due() is None
    game = Bench(tmp_path / "island", library=(ISLAND,)).new(ISLAND)
    assert press(game, "spin") == game.published.version, "the game has no such button"


def test_a_button_is_refused_by_the_rules_with_their_reason(tmp_path: Path) -> None:
    bench = Bench(tmp_path, HANDS, library=(GUARDED,)).new(GUARDED)
    with pytest.raises(RequestRefused) as caught:
        press(bench, "draw")
    assert caught.value.reason == "refused"
    assert not isinstance(caught.value, Ambiguous)


def test_only_hands_press(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new()
    with pytest.raises(RequestRefused) as caught:
        bench.say("press roll", TABLE)
    assert caught.value.reason == "unreadable"


def test_a_press_while_something_moves_rolls_nothing(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)], holders=("screen",)).new()
    press(bench, "roll")
    with pytest.raises(RequestRefused) as caught:
        press(bench, "roll")
    assert caught.value.reason == "rolling"


def test_a_press_at_what_has_changed_since_is_stale(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.say("gain fog", 0)
    bench.roll("roll dice")
    with pytest.raises(RequestRefused) as caught:
        press(bench, "roll", seen=1)
    assert caught.value.reason == "stale"
