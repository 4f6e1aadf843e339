"""The exact order in which a command is judged."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.engine.values.seats import CHANCE, TABLE, WATCHER
from companion.model.requests import RequestRefused
from tests.support.games.spinner import SPINNER
from tests.support.rows import each_row
from tests.support.session_bench import Bench

NOBODY = frozenset[int]()
ANSWERS = [(3, 7, 10), ("won",), (1, 2, 3), (4, 5, 6)]


@dataclass(frozen=True)
class Fault:
    """What is wrong with a command, in every combination: the first that is checked decides."""

    foreign: bool
    rolling: bool
    stale: bool
    against_rules: bool


FAULTS = [Fault(a, b, c, d) for a in (True, False) for b in (True, False) for c in (True, False) for d in (True, False)]


@each_row("fault", FAULTS, ids=str)
def test_authority_comes_before_rolling_before_stale_before_the_rules(fault: Fault, tmp_path: Path) -> None:
    bench = Bench(tmp_path, ANSWERS).new()
    bench.roll("roll dice")
    if fault.rolling:
        bench.say("roll plain")
    do = "roll plum" if fault.against_rules else "roll blue"
    request = bench.request(
        do, 0, seen=1 if fault.stale else None, speaks_for=NOBODY if fault.foreign else frozenset({0})
    )
    first = [
        reason
        for wrong, reason in [
            (fault.foreign, "forbidden"),
            (fault.rolling, "rolling"),
            (fault.stale, "stale"),
            (fault.against_rules, "refused"),
        ]
        if wrong
    ]
    if not first:
        assert bench.session.handle(request) == 3
        return
    with pytest.raises(RequestRefused) as refused:
        bench.session.handle(request)
    assert refused.value.reason == first[0]


@each_row("fault", FAULTS, ids=str)
def test_a_known_id_gets_its_first_answer_whatever_else_is_wrong_with_it(fault: Fault, tmp_path: Path) -> None:
    bench = Bench(tmp_path, ANSWERS).new()
    first = bench.roll("roll dice", id="known")
    if fault.rolling:
        bench.say("roll plain")
    again = bench.request(
        "nonsense!" if fault.against_rules else "roll dice",
        WATCHER if fault.foreign else 0,
        id="known",
        seen=99 if fault.stale else None,
        speaks_for=NOBODY if fault.foreign else frozenset({0}),
    )
    assert bench.session.handle(again) == first == 2
    assert len(bench.lines()) == (4 if fault.rolling else 2)


def test_a_refused_id_is_not_used_up(tmp_path: Path) -> None:
    bench = Bench(tmp_path, ANSWERS).new()
    with pytest.raises(RequestRefused):
        bench.say("roll plum", id="once")
    assert bench.say("roll dice", id="once") == 2


@each_row(
    ("do", "seat", "reason", "key"),
    [
        ("", 0, "unreadable", "unreadable.line"),
        ("roll  dice", 0, "unreadable", "unreadable.line"),
        ("roll " + "x" * 500, 0, "unreadable", "unreadable.line"),
        ("jump", 0, "unreadable", "unreadable.verb"),
        ("roll", 0, "unreadable", "unreadable.missing"),
        ("roll dice dice", 0, "unreadable", "unreadable.too-many"),
        ("roll plum", 0, "refused", "kit.no-dice"),
        ("roll dice", 3, "refused", "refused.no-seat"),
        ("time-up 1", TABLE, "forbidden", "session.forbidden"),
        ("pass", 0, "refused", "refused.no-window"),
        ("roll 1 2 3", CHANCE, "forbidden", "session.forbidden"),
        ("roll dice", WATCHER, "forbidden", "session.forbidden"),
        ("roll dice", -4, "forbidden", "session.forbidden"),
        ("undo", 0, "refused", "refused.undo-what"),
        ("undo 7", 0, "refused", "refused.undo-what"),
        ("undo 1", 0, "refused", "refused.undo-what"),
        ("undo \u00b2", 0, "unreadable", "unreadable.number"),
        ("undo x", 0, "unreadable", "unreadable.number"),
        ("undo 1 2", 0, "unreadable", "unreadable.too-many"),
        ("redo", 0, "refused", "refused.redo-what"),
        ("redo 1", 0, "unreadable", "unreadable.too-many"),
        ("lang de", TABLE, "refused", "session.no-such-language"),
        ("lang", TABLE, "refused", "session.no-such-language"),
        ("lang fr", 0, "refused", "refused.only-table"),
        ("new", TABLE, "refused", "session.no-such-game"),
        ("new fireship", TABLE, "refused", "session.no-such-game"),
        ("new fireship referee", TABLE, "refused", "session.no-such-game"),
        ("new fireship kit hold=1", 0, "refused", "join.no-seat"),
        ("new fireship kit hold=x", 0, "unreadable", "unreadable.number"),
        ("new fireship kit hold=0", 0, "unreadable", "unreadable.number"),
        ("new fireship kit seats=9", 0, "refused", "setup.seats"),
        ("new chess", 0, "refused", "session.no-such-game"),
        ("decline", 0, "refused", "session.consent-what"),
        ("new fireship kit seats=\u00b2", TABLE, "unreadable", "unreadable.number"),
        ("new fireship kit seats=99999", TABLE, "refused", "setup.seats"),
        ("new fireship kit seats=-1", TABLE, "unreadable", "unreadable.number"),
        ("new fireship kit seats=1 seats=2", TABLE, "unreadable", "unreadable.too-many"),
        ("new fireship kit chance=sometimes", TABLE, "refused", "setup.bad-option"),
        ("new fireship kit colour=red", TABLE, "refused", "setup.unknown-option"),
        ("new duel referee seats=1", TABLE, "refused", "setup.seats"),
    ],
)
def test_every_other_fault_is_refused_by_its_reason(do: str, seat: int, reason: str, key: str, tmp_path: Path) -> None:
    bench = Bench(tmp_path, ANSWERS).new()
    before = bench.views()
    with pytest.raises(RequestRefused) as refused:
        bench.say(do, seat)
    assert (refused.value.reason, refused.value.said.key) == (reason, key)
    assert bench.views() == before
    assert bench.tape == []
    assert bench.lines() == []


def test_without_a_game_only_the_sessions_own_commands_are_taken(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    for do in ("roll dice", "undo", "redo"):
        with pytest.raises(RequestRefused, match="no-game"):
            bench.say(do)
    assert bench.say("lang fr", TABLE) == 1
    assert bench.published.lang == "fr"
    assert bench.say("new fireship kit seats=3 chance=typed", TABLE) == 2
    assert (bench.published.open.people, bench.published.open.typed) == (("1", "2", "3"), True)


def test_an_option_is_read_by_its_value_in_any_case(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.say("new spinner referee seats=2 target=40", TABLE)
    assert bench.published.open.setup.options["target"] == 40
    bench.say("new fireship kit chance=TYPED", TABLE)
    assert bench.published.open.setup.options["chance"] == "typed"


def test_a_rule_is_named_with_its_refusal(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    with pytest.raises(RequestRefused) as refused:
        bench.say("roll", 1)
    assert (refused.value.rule, refused.value.said.key) == ("SP-4", "refused.not-asked")


def test_who_speaks_for_a_seat_speaks_for_no_other(tmp_path: Path) -> None:
    bench = Bench(tmp_path, ANSWERS).new()
    with pytest.raises(RequestRefused, match="forbidden"):
        bench.say("roll dice", TABLE, speaks_for=frozenset({0, 1}))
    with pytest.raises(RequestRefused, match="forbidden"):
        bench.say("roll dice", 1, speaks_for=frozenset({0}))
    assert bench.say("roll dice", 0, speaks_for=frozenset({0})) == 2
