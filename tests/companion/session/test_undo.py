"""Undo and redo through the session, and typed chance."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE, WATCHER
from companion.model.requests import RequestRefused
from companion.records import record
from companion.session.game import open_game
from tests.support.games.duel import DUEL
from tests.support.games.spinner import SPINNER
from tests.support.sample_kit import SAMPLE
from tests.support.session_bench import FIRESHIP, Bench

TYPED = {"chance": "typed"}


def replayed(bench: Bench) -> object:
    """The state that the exported record leads to, read from its text."""
    row = bench.journal.games()[-1]
    read = record.read(record.write(record.of_journal(row, bench.lines())))
    return record.replay(bench.published.open.game, read).state if bench.published.open.game else None


def test_before_chance_has_spoken_anybody_may_undo_and_redo(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    start = bench.state
    assert bench.say("roll dice", 0) == 2
    rolling = bench.state
    assert bench.say("undo", 1) == 3
    assert bench.state == start
    assert bench.say("redo", TABLE) == 4
    assert bench.state == rolling
    assert [(line.n, line.speaker, line.do, line.undo, line.redo) for line in bench.lines()] == [
        (1, 0, "roll dice", None, None),
        (2, 1, None, 1, None),
        (3, TABLE, None, None, 2),
    ]
    assert [row.version for row in bench.rows()] == [2, 3, 4]


def test_a_correction_may_be_undone_by_its_number_in_the_log(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(1, 2)]).new(SPINNER)
    bench.roll("roll", 0)
    for score in (5, 6):
        bench.say(f"correct score-0={score}", TABLE)
    assert [n for n, _, undone in bench.log()] == [3, 4]
    bench.say("undo 3", TABLE)
    assert bench.state.scores == (3, 0)
    assert bench.log() == [(3, "log.set-right", True), (4, "log.set-right", True), (5, "log.undone", False)]
    with pytest.raises(RequestRefused, match="undo-what"):
        bench.say("undo 4", TABLE)
    bench.say("redo", TABLE)
    assert bench.state.scores == (6, 0)
    assert [undone for _, _, undone in bench.log()] == [False] * 4


def test_after_chance_has_spoken_nobody_undoes_alone(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(1, 2)]).new(SPINNER)
    bench.roll("roll", 0)
    bench.say("correct score-0=9", TABLE)
    bench.say("undo", TABLE)
    with pytest.raises(RequestRefused) as refused:
        bench.say("undo", 0)
    assert refused.value.said.key == "session.undo-needs-consent"
    assert bench.state.scores == (3, 0)


def test_what_chance_alone_has_said_is_no_step_to_agree_on(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(4, 4), ("five",)]).new(SPINNER)
    bench.roll("roll", 0)
    with pytest.raises(RequestRefused, match="undo-what"):
        bench.say(f"undo {bench.published.version}", TABLE)
    assert bench.published.consent is None


def test_typed_chance_ends_free_undo_too(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    bench.say("roll dice")
    bench.say("roll 1 2 3", CHANCE)
    with pytest.raises(RequestRefused, match="undo-needs-consent"):
        bench.say("undo")


def test_after_a_secret_nobody_undoes_alone_but_a_pass_is_no_secret(tmp_path: Path) -> None:
    hands = [("strike", "guard", "charm"), ("guard", "strike", "charm")]
    bench = Bench(tmp_path, [*hands, ("charm",)]).new(DUEL)
    with pytest.raises(RequestRefused, match="undo-what"):
        bench.say("undo")
    bench.say("strike 1", 0)
    bench.say("pass", 1)
    bench.say("undo", 1)
    assert bench.state.pending == ()
    bench.say("rest", 0)
    bench.pass_time(5)
    with pytest.raises(RequestRefused, match="undo-needs-consent"):
        bench.say("undo")


def test_nothing_can_be_undone_or_redone_while_something_is_in_motion(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.say("roll dice")
    for do in ("undo", "redo", "lang fr", "new fireship kit"):
        with pytest.raises(RequestRefused, match="rolling"):
            bench.say(do, TABLE)


def test_redo_ends_once_something_else_was_done(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    bench.say("roll dice")
    bench.say("undo")
    bench.say("roll plain")
    with pytest.raises(RequestRefused, match="redo-what"):
        bench.say("redo")


def test_numbers_only_grow_and_an_export_replays_to_the_same_state(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    for do, seat in [
        ("roll dice", 0), ("undo", 1), ("redo", 0), ("undo", 0), ("roll plain", 1), ("roll won", CHANCE),
        ("roll blue", 0), ("undo", 0), ("roll dice", TABLE), ("roll 3 7 10", CHANCE), ("roll dice", 0), ("undo", 1),
    ]:  # fmt: skip
        bench.say(do, seat)
    lines = bench.lines()
    assert [line.n for line in lines] == list(range(1, 13))
    assert [row.version for row in bench.rows()] == list(range(2, 14))
    assert replayed(bench) == bench.state


def test_the_log_reads_the_same_after_a_restart(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    for do, seat in [
        ("roll dice", 0),
        ("roll 3 7 10", CHANCE),
        ("roll plain", 1),
        ("undo", 1),
        ("redo", 0),
        ("undo", 0),
    ]:
        bench.say(do, seat)
    again = bench.again()
    assert again.state == bench.state
    assert again.published.open.log == bench.published.open.log
    assert again.log() == bench.log() != []


def test_a_long_log_keeps_its_last_sentences_over_undo_and_restart(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    for roll in range(30):
        bench.say("roll plain", roll % 2)
        bench.say("roll won" if roll % 3 else "roll lost", CHANCE)
    bench.say("roll dice")
    bench.say("undo")
    assert len(bench.log()) == 20
    assert bench.log()[-1] == (63, "log.undone", False)
    again = bench.again()
    assert again.log() == bench.log()
    assert again.published.open.log == bench.published.open.log
    again.say("redo")
    assert again.published.open.log[-2].undone is False


def test_an_ended_game_says_so_in_the_journal_and_an_undo_takes_that_back(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER, options={"target": 10})
    bench.say("correct score-0=10", TABLE)
    ended = '{"reason":"spinner.won","values":{},"winners":[0]}'
    assert [game.ended for game in bench.journal.games()] == [ended]
    bench.say("undo", 1)
    assert [game.ended for game in bench.journal.games()] == [None]
    bench.say("redo", 1)
    assert [game.ended for game in bench.journal.games()] == [ended]
    assert replayed(bench) == bench.state


# ---------------------------------------------------------------------- typed chance


def test_after_a_roll_the_question_stays_open_until_somebody_types_what_came(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    assert bench.say("roll dice", 0) == 2
    assert (bench.published.version, bench.published.reveal) == (2, None)
    assert bench.say("roll 3 7 10", CHANCE) == 3
    assert bench.published.version == 3
    assert bench.state.result("dice").faces == (3, 7, 10)
    assert [line.by for line in bench.lines()] == ["phone", "typed"]
    assert bench.tape.of("stage.started") == []


def test_the_form_for_typing_is_offered_to_the_table_with_the_kits_own_words(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    bench.say("roll dice", 0)
    (play,) = bench.published.open.plays((TABLE, 0))
    assert (play.line, play.seats, play.label.key) == ("roll", (CHANCE,), "kit.fireship.dice")
    assert [(part.minimum, part.maximum) for part in play.form or ()] == [(1, 10)] * 3
    assert bench.published.open.plays((0,)) == bench.published.open.plays((WATCHER,)) == []
    bench.say("roll 1 2 3", CHANCE)
    bench.say("roll blue", 0)
    (play,) = bench.published.open.plays((TABLE,))
    assert [(choice.word, choice.label.key) for part in play.form or () for choice in part.choices] == [
        ("won", "kit.fireship.won"),
        ("lost", "kit.fireship.lost"),
    ]


def test_only_who_speaks_for_the_table_types_for_chance(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    bench.say("roll dice", 0)
    for speaks_for in (frozenset({0, 1}), frozenset({CHANCE}), frozenset[int]()):
        with pytest.raises(RequestRefused, match="forbidden"):
            bench.say("roll 3 7 10", CHANCE, speaks_for=speaks_for)
    assert bench.say("roll 3 7 10", CHANCE, speaks_for=frozenset({TABLE})) == 3


@pytest.mark.parametrize("do", ["roll 1 2", "roll 0 1 2", "roll 1 2 11", "roll won 1 2", "roll 01 2 3", "spin 1 2 3"])
def test_what_cannot_have_come_is_refused_and_the_question_stays(do: str, tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    bench.say("roll dice", 0)
    with pytest.raises(RequestRefused) as refused:
        bench.say(do, CHANCE)
    assert refused.value.said.key == "refused.chance-cannot"
    assert bench.say("roll 1 2 3", CHANCE) == 3


def test_nothing_else_is_rolled_while_the_question_is_open(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    bench.say("roll dice", 0)
    with pytest.raises(RequestRefused, match="chance-pending"):
        bench.say("roll dice", 1)
    assert bench.published.open.game is FIRESHIP
    assert FIRESHIP.buttons(bench.state) == {}


def test_a_restart_keeps_the_question_open_and_reveals_nothing_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options=TYPED)
    bench.say("roll dice", 0)
    bench = bench.again()
    assert (bench.published.version, bench.published.reveal, bench.state.due().purpose) == (2, None, "dice")
    bench.say("roll 3 7 10", CHANCE)
    again = bench.again()
    assert (again.published.version, again.published.reveal) == (3, None)
    assert again.state.result("dice").faces == (3, 7, 10)


def test_where_a_dealer_speaks_nobody_types(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.say("roll dice")
    bench.pass_time(1)
    with pytest.raises(RequestRefused, match="forbidden"):
        bench.say("roll 3 7 10", CHANCE)


def test_what_lies_too_far_back_is_refused_with_the_reason_and_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_game, "STEPS_KEPT", 3)
    bench = Bench(tmp_path, library=(SAMPLE,)).new(SAMPLE)
    for _ in range(4):
        bench.say("raise water", TABLE)
        bench.say("lower water", TABLE)
    for _ in range(5):
        assert bench.published.open.why_not_undo is None
        bench.say("undo", TABLE)
    for _ in range(2):
        lines, state = bench.lines(), bench.state
        assert bench.published.open.why_not_undo == Message("session.undo-too-far")
        for do in ("undo", "undo 2"):
            with pytest.raises(RequestRefused, match="undo-too-far"):
                bench.say(do, TABLE)
        assert (bench.lines(), bench.state) == (lines, state)
        bench = bench.again(library=(SAMPLE,))


def test_before_anything_was_done_there_is_nothing_to_undo_rather_than_too_far_back(tmp_path: Path) -> None:
    bench = Bench(tmp_path, library=(SAMPLE,)).new(SAMPLE)
    bench.say("raise water", TABLE)
    bench.say("undo", TABLE)
    assert bench.published.open.why_not_undo == Message("refused.undo-what")
    with pytest.raises(RequestRefused, match="undo-what"):
        bench.say("undo", TABLE)
