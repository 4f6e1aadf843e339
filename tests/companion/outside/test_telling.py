"""What is told of one state after the other: each result once, and what was missed is counted."""

from __future__ import annotations

from pathlib import Path

from companion.library.games import Library
from companion.model.snapshot import LOG_KEPT
from companion.outside.messages import ResultMessage
from companion.outside.watcher_messages import About, Telling, status_of
from companion.stage.cues import Speaker
from tests.support.session_bench import FIRESHIP, Bench
from tests.support.snapshots import replace
from tests.support.wording import say

IN_ENGLISH = Speaker(Library().texts, "en")
ROLL = (3, 7, 10)


def a_table(folder: Path, rolls: int = 1) -> tuple[Bench, Telling]:
    bench = Bench(folder, [ROLL] * rolls).new(FIRESHIP)
    telling = Telling(by_name=False)
    telling.begin(bench.published)
    return bench, telling


def results(bench: Bench, telling: Telling) -> tuple[ResultMessage, ...]:
    return telling.results(telling.view(bench.published, IN_ENGLISH))


def test_each_result_is_told_once_however_often_the_state_is_looked_at(tmp_path: Path) -> None:
    bench, telling = a_table(tmp_path, 3)
    assert results(bench, telling) == ()
    for number in (1, 2):
        bench.roll("roll dice")
        assert [each.text for each in results(bench, telling)] == [f"Roll {number}: 3, 7, 10, together 20"]
        assert results(bench, telling) == ()


def test_what_was_rolled_before_the_table_began_to_tell_is_not_told(tmp_path: Path) -> None:
    bench, _ = a_table(tmp_path, 2)
    bench.roll("roll dice")
    telling = Telling(by_name=False)
    telling.begin(bench.published)
    bench.roll("roll dice")
    assert [each.text for each in results(bench, telling)] == ["Roll 2: 3, 7, 10, together 20"]


def test_results_between_two_looks_are_all_told_as_far_as_the_log_has_them_and_else_counted(tmp_path: Path) -> None:
    rolls = LOG_KEPT // 2 + 5  # a press and chance's word are two lines
    bench, telling = a_table(tmp_path, rolls + 1)
    for _ in range(rolls):
        bench.roll("roll dice")
    told = results(bench, telling)
    assert len(told) == LOG_KEPT // 2
    assert telling.missed == 10
    assert told[-1].text.startswith(f"Roll {rolls}:")
    bench.roll("roll dice")
    assert len(results(bench, telling)) == 1
    assert telling.missed == 10


def test_a_roll_that_was_taken_back_before_it_could_be_told_is_not_told(tmp_path: Path) -> None:
    bench, telling = a_table(tmp_path)
    bench.roll("roll dice")
    undone = tuple(replace(line, undone=True) for line in bench.published.open.log)
    assert telling.results(telling.view(replace(bench.published, log=undone), IN_ENGLISH)) == ()


def test_a_new_game_begins_anew(tmp_path: Path) -> None:
    bench, telling = a_table(tmp_path, 2)
    bench.roll("roll dice")
    first = telling.game(telling.view(bench.published, IN_ENGLISH), ())
    bench.new(FIRESHIP, id="again")
    second = telling.game(telling.view(bench.published, IN_ENGLISH), ())
    assert first is not None
    assert second is not None
    assert (first.number, second.number) == (1, 2)
    assert "" < first.began < second.began
    assert telling.missed == 0


def test_a_game_taken_up_late_began_when_it_was_set_up(tmp_path: Path) -> None:
    rolls = LOG_KEPT
    bench, telling = a_table(tmp_path, rolls)
    began = bench.published.open.began
    for _ in range(rolls):
        bench.roll("roll dice")
    assert began
    assert bench.published.open.log[0].n > 1
    later = bench.again()
    for each in (bench, later):
        game = Telling(by_name=False).view(each.published, IN_ENGLISH).game_now(())
        assert game is not None
        assert (game.began, game.number) == (began, 1)


def test_a_kit_has_a_phase_too_what_can_be_pressed_and_what_fell_last(tmp_path: Path) -> None:
    bench, telling = a_table(tmp_path)
    game = telling.view(bench.published, IN_ENGLISH).game_now(())
    assert game is not None
    assert game.phase == say("kit.press", buttons="ROLL, SPIN, DRAW")
    bench = Bench(tmp_path / "wheel", [("gain-boat",)]).new(FIRESHIP)
    bench.roll("spin wheel")
    game = telling.view(bench.published, IN_ENGLISH).game_now(())
    assert game is not None
    assert game.phase == f"Player 1, {say('fireship.words.gain-boat')}: {say('fireship.words.gain-boat-does')}."


def test_the_status_says_whether_there_is_more_to_hear(tmp_path: Path) -> None:
    bench, _ = a_table(tmp_path)
    told = status_of(bench.published, About("Oak", "http://192.0.2.7/", watching=False), IN_ENGLISH)
    assert (told.online, told.name, told.page, told.watching, told.trouble) == (
        True,
        "Oak",
        "http://192.0.2.7/",
        False,
        (),
    )
