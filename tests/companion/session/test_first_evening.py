"""The first evening's questions as the session keeps them: which stands, who was first, what a pulled plug leaves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.values.seats import TABLE
from companion.journal.errors import JournalUnwritable
from companion.model.reports.first_evening import STEPS, FirstEvening
from companion.model.requests import RequestRefused
from tests.support.session_bench import Bench


def new_table(folder: Path, **more: Any) -> Bench:
    return Bench(folder, first_evening=True, **more)


def asked(bench: Bench) -> str | None:
    now = bench.published.asks_first
    return now.step if now is not None else None


def do(bench: Bench, deed: str, **more: Any) -> int:
    return bench.say(f"first-evening {deed}", TABLE, **more)


def refused(bench: Bench, deed: str, **more: Any) -> RequestRefused:
    before = bench.published
    with pytest.raises(RequestRefused) as refusal:
        do(bench, deed, **more)
    assert bench.published is before
    return refusal.value


def test_a_new_table_asks_one_question_after_the_other_and_then_nothing(tmp_path: Path) -> None:
    bench = new_table(tmp_path)
    found = []
    for deed in ("answer language fr", "answer frame", "answer name La Grotte d’Émile", "skip roll"):
        found.append(asked(bench))
        do(bench, deed)
    assert tuple(found) == STEPS
    assert (asked(bench), bench.published.lang, bench.published.name) == (None, "fr", "La Grotte d’Émile")
    bench = bench.again(first_evening=True)
    assert (asked(bench), bench.published.lang, bench.published.name) == (None, "fr", "La Grotte d’Émile")


def test_an_answer_and_that_it_was_given_are_durable_in_one_and_before_anybody_is_told(tmp_path: Path) -> None:
    bench = new_table(tmp_path)
    bench.tape.clear()
    do(bench, "answer language fr")
    assert bench.tape.names() == ["commit", "durable", "stage.show", "mirror.changed"]
    assert bench.tape[0][1].settings == {"first-evening": "frame", "lang": "fr"}


@pytest.mark.parametrize("answered", [("answer language fr",), ("answer language fr", "skip frame", "answer name A")])
def test_a_table_whose_plug_was_pulled_goes_on_at_the_next_question(tmp_path: Path, answered: tuple[str, ...]) -> None:
    bench = new_table(tmp_path)
    for deed in answered:
        do(bench, deed)
    bench = bench.again(first_evening=True)
    assert (asked(bench), bench.published.lang) == (STEPS[len(answered)], "fr")


def test_the_first_of_several_hands_counts_and_the_others_are_told(tmp_path: Path) -> None:
    bench = new_table(tmp_path)
    do(bench, "answer language fr", by="button")
    for late in ("answer language en", "skip language"):
        refusal = refused(bench, late)
        assert (refusal.reason, refusal.said.key) == ("stale", "first-evening.answered")
    assert (asked(bench), bench.published.lang) == ("frame", "fr")


@pytest.mark.parametrize(
    "deed",
    [
        "", "answer", "dance", "answer language", "answer language xx", "answer language fr de", "skip", "skip all",
        "ask dance", "leave now", "answer frame yes", "skip language now",
    ],
)  # fmt: skip
def test_what_is_no_answer_changes_nothing(tmp_path: Path, deed: str) -> None:
    bench = new_table(tmp_path)
    refusal = refused(bench, deed)
    assert refusal.reason in ("unreadable", "refused", "stale")
    assert asked(bench) == "language"


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\x07b", "a\u2028b"])
def test_a_name_that_no_table_can_have_is_refused(tmp_path: Path, name: str) -> None:
    bench = new_table(tmp_path)
    do(bench, "skip language")
    do(bench, "skip frame")
    assert refused(bench, f"answer name {name}").said.key == "first-evening.bad-name"
    assert bench.published.name == "Tidetable"


def test_a_seat_answers_nothing(tmp_path: Path) -> None:
    bench = new_table(tmp_path)
    with pytest.raises(RequestRefused):
        bench.say("first-evening answer language fr", 0)
    assert asked(bench) == "language"


def test_all_can_be_left_and_one_question_is_asked_again_alone(tmp_path: Path) -> None:
    bench = new_table(tmp_path)
    do(bench, "leave")
    bench = bench.again(first_evening=True)
    assert asked(bench) is None
    do(bench, "ask name")
    assert bench.published.asks_first == FirstEvening("name", alone=True)
    bench = bench.again()
    assert bench.published.asks_first == FirstEvening("name", alone=True), "it was asked for by hand"
    do(bench, "answer name Attic")
    assert (asked(bench), bench.published.name) == (None, "Attic")
    do(bench, "ask")
    assert bench.published.asks_first == FirstEvening("language")


def test_a_table_that_has_held_a_game_asks_nothing_by_itself(tmp_path: Path) -> None:
    bench = new_table(tmp_path)
    bench.new()
    assert asked(bench) is None
    bench = bench.again(first_evening=True)
    assert bench.published.first_evening is None
    assert refused(bench, "answer language fr").reason == "stale"
    do(bench, "ask name")
    assert asked(bench) == "name", "one alone is asked in a game too"
    do(bench, "skip name")
    assert asked(bench.again(first_evening=True)) is None


def test_a_table_that_is_not_to_ask_does_not(tmp_path: Path) -> None:
    assert asked(Bench(tmp_path)) is None


def test_what_was_rolled_makes_way_for_a_game(tmp_path: Path) -> None:
    bench = new_table(tmp_path)
    for step in STEPS[:-1]:
        do(bench, f"skip {step}")
    do(bench, "roll 4", by="clock")
    do(bench, "rolled", by="clock")
    assert bench.published.asks_first == FirstEvening(None, rolled=4)
    bench.new()
    assert bench.published.asks_first is None
    do(bench, "ask roll")
    do(bench, "roll 5", by="clock")
    do(bench, "rolled", by="clock")
    assert bench.published.asks_first == FirstEvening(None, alone=True, rolled=5), "it was asked for in the game"
    do(bench, "close")
    assert bench.published.asks_first is None


def test_what_was_rolled_is_durable_but_told_nobody_before_it_lies(tmp_path: Path) -> None:
    worlds = []
    for value in (2, 5):
        bench = new_table(tmp_path / str(value))
        for step in STEPS[:-1]:
            do(bench, f"skip {step}")
        bench.tape.clear()
        do(bench, f"roll {value}", by="clock")
        assert bench.journal.setting("first-evening-roll") == str(value)
        worlds.append((bench.published.asks_first, *(bytes(view) for view in bench.views().values())))
        assert refused(bench, "roll 6", by="clock").reason == "rolling"
        assert refused(bench, "leave").reason == "rolling"
        bench = bench.again(first_evening=True)
        assert bench.published.asks_first == FirstEvening("roll", is_rolling=True), "the plug was pulled"
        do(bench, "rolled", by="clock")
        assert bench.published.asks_first == FirstEvening(None, rolled=value)
        do(bench, "rolled", by="clock")
        do(bench, "close")
        assert asked(bench) is None
        assert bench.published.asks_first is None
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("by", ["button", "phone", "typed", "mqtt"])
def test_nobody_but_the_table_itself_says_what_was_rolled(tmp_path: Path, by: str) -> None:
    bench = new_table(tmp_path)
    for step in STEPS[:-1]:
        do(bench, f"skip {step}")
    for deed in ("roll 6", "rolled"):
        assert refused(bench, deed, by=by).reason == "forbidden"
    for deed in ("roll 0", "roll 7", "roll x"):
        assert refused(bench, deed, by="clock").reason == "unreadable"
    assert refused(bench, "answer roll 6").reason == "unreadable"


def test_whoever_edits_the_name_in_the_settings_has_the_last_word(tmp_path: Path) -> None:
    bench = new_table(tmp_path)
    do(bench, "ask name")
    do(bench, "answer name Attic")
    bench = bench.again()
    assert bench.published.name == "Attic"
    assert bench.again(name="Cellar").published.name == "Cellar"


def test_nothing_is_asked_while_nothing_can_be_written(tmp_path: Path) -> None:
    bench = new_table(tmp_path)

    def full(commit: object) -> list[int]:
        raise JournalUnwritable("full", "no room")

    bench.journal.fault = full
    with pytest.raises(RequestRefused):
        do(bench, "answer language fr")
    assert (bench.published.lang, asked(bench)) == ("en", None)
