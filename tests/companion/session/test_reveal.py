"""The reveal: durable before shown, one moment for everybody, never held up for ever."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.chance import VERBS, Answer
from companion.engine.values.seats import CHANCE, TABLE
from companion.model.snapshot import Snapshot
from companion.session.game.reveal import TIMES_S
from companion.session.session import Session
from tests.support.games.duel import DUEL
from tests.support.games.spinner import SPINNER
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, Bench, Tape, TapedMirror

DOUBLE: list[Answer] = [(4, 4), ("again",), ("five",)]


def test_the_order_is_started_commit_durable_stage_reveal(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)], holders=("screen",)).new()
    assert bench.say("roll dice") == 2
    assert bench.tape.names() == ["stage.started", "mirror.started", "commit", "durable", "stage.go"]
    bench.tape.clear()
    bench.clock.advance(0.9)
    bench.stage.landings[0]("screen")
    bench.session.run_pending()
    assert bench.tape.names() == ["stage.show", "mirror.changed"]
    assert bench.published.version == 2
    assert bench.state.result("dice").faces == (3, 7, 10)


def test_an_end_that_is_yet_to_be_revealed_is_not_told_by_what_can_be_undone(tmp_path: Path) -> None:
    told: list[list[Any]] = []
    for segment in ("five", "nothing"):
        bench = Bench(tmp_path / segment, [(4, 4), (segment,)]).new(SPINNER, options={"target": 10})
        opened = bench.session.table.store.opened()
        opened.seed = bytes(32)
        bench.say("roll")
        bench.pass_time(20)
        dice, wheel = (published.open for published, _ in bench.tape.of("mirror.changed"))
        told.append([dice.why_not_undo, dice.can_redo, dice.undo_needs_two, dice.seed])
        assert (wheel.seed is None, wheel.why_not_undo is None) == (segment == "nothing", segment == "nothing")
    assert told == [[None, False, True, None]] * 2


@pytest.mark.parametrize(
    ("game", "do", "worlds"),
    [
        (FIRESHIP, "roll dice", [[(3, 7, 10)], [(1, 1, 1)]]),
        (FIRESHIP, "roll plain", [[("won",)], [("lost",)]]),
        (SPINNER, "roll", [[(1, 2)], [(4, 4), ("five",)]]),
        (SPINNER, "roll", [[(4, 4), ("five",)], [(6, 6), ("again",), ("nothing",)]]),
        (DUEL, "rest", [[("charm",)], [("strike",)]]),
    ],
)
def test_before_the_reveal_nothing_that_leaves_the_table_depends_on_the_result(
    game: Any, do: str, worlds: list[list[Answer]], tmp_path: Path
) -> None:
    hands: list[Answer] = [("guard",) * 3, ("guard",) * 3]
    told: list[list[Any]] = []
    for number, answers in enumerate(worlds):
        before = hands if game is DUEL else []
        bench = Bench(tmp_path / str(number), [*before, *answers], holders=("screen",)).new(game)
        heard: list[Any] = [bench.say(do, id="asked")]
        for _ in range(8):
            heard += [bench.published.version, bench.published.reveal, bench.views()]
            heard.append(repr(bench.published) if game is not DUEL else bench.published.open.log)
            bench.clock.advance(0.1)
            bench.session.run_pending()
        heard += [event for event in bench.tape if event[0].startswith("mirror.")]
        assert len(bench.tape.of("stage.go")) == 1
        told.append([repr(part) for part in heard])
        bench.pass_time(20)
        told[-1].sort()
        assert bench.published.reveal is None
    assert told[0] == told[1]


def test_the_stage_alone_is_told_the_result_before_the_reveal(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)], holders=("screen",)).new()
    bench.say("roll dice")
    (_, facts) = bench.tape.of("stage.go")[0]
    assert facts[-1].faces == (3, 7, 10)
    assert bench.state.result("dice") is None


def test_a_double_is_revealed_beat_by_beat_each_as_a_version_of_its_own(tmp_path: Path) -> None:
    bench = Bench(tmp_path, DOUBLE).new(SPINNER)
    assert bench.say("roll") == 2
    seen: list[tuple[int, int, str]] = []
    for _ in range(40):
        reveal = bench.published.reveal
        seen.append((bench.published.version, bench.state.scores[0], reveal.purpose if reveal else ""))
        bench.pass_time(0.25)
    assert list(dict.fromkeys(seen)) == [(1, 0, "dice"), (2, 8, "wheel"), (3, 8, "wheel"), (4, 13, "")]
    assert [motion.number for (motion,) in bench.tape.of("stage.started")] == [2, 3, 4]
    assert {motion.seat for (motion,) in bench.tape.of("stage.started")} == {0}
    assert len(bench.tape.of("commit")) == 1


def test_all_of_a_batch_is_told_of_the_seat_that_asked(tmp_path: Path) -> None:
    bench = Bench(tmp_path, DOUBLE).new(SPINNER)
    bench.roll("roll")
    assert {line.seat for line in bench.published.open.log} == {0}
    again = bench.again()
    again.pass_time(20)
    assert [(line.n, line.version, line.seat) for line in again.published.open.log] == [
        (line.n, line.version, line.seat) for line in bench.published.open.log
    ]


def test_every_kind_of_chance_has_its_times() -> None:
    assert set(TIMES_S) == VERBS
    assert all(0 < minimum < longest for minimum, longest in TIMES_S.values())
    assert (TIMES_S["roll"], TIMES_S["spin"], TIMES_S["draw"]) == ((0.9, 3.0), (2.5, 6.0), (0.4, 2.0))


@pytest.mark.parametrize(
    ("holders", "landings_s", "revealed_s"),
    [
        ((), {}, 0.9),
        (("screen",), {"screen": 0.1}, 0.9),
        (("screen",), {"screen": 0.9}, 0.9),
        (("screen",), {"screen": 1.5}, 1.5),
        (("screen",), {}, 3.0),
        (("screen", "tray"), {"screen": 0.2, "tray": 2.0}, 2.0),
        (("screen", "tray"), {"screen": 0.2}, 3.0),
        (("screen",), {"stranger": 1.0}, 3.0),
        (("screen",), {"screen": 9.0}, 3.0),
    ],
)
def test_the_reveal_waits_for_its_holders_between_the_least_and_the_longest_time(
    holders: tuple[str, ...], landings_s: dict[str, float], revealed_s: float, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)], holders=holders).new()
    bench.say("roll dice")
    for tenth in range(1, 31):
        bench.clock.advance(0.1)
        now_s = round(tenth * 0.1, 1)
        for holder, landed_s in landings_s.items():
            if now_s == landed_s:
                bench.stage.landings[0](holder)
        bench.session.run_pending()
        assert (bench.published.version == 2) is (now_s >= revealed_s), now_s


def test_a_holder_that_never_lands_is_dropped_and_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)], holders=("tray", "screen")).new()
    bench.say("roll dice")
    bench.stage.landings[0]("screen")
    with caplog.at_level(logging.WARNING):
        bench.pass_time(3)
    assert [record.getMessage() for record in caplog.records] == ["tray didn't land in time: revealed without it"]


def test_a_late_landing_counts_for_no_later_reveal(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10), (1, 2, 3)], holders=("screen",)).new()
    bench.roll("roll dice")
    bench.say("roll dice")
    bench.stage.landings[0]("screen")
    bench.pass_time(2.75)
    assert bench.published.version == 2
    bench.stage.landings[1]("screen")
    bench.stage.landings[1]("screen")
    bench.session.run_pending()
    assert bench.published.version == 3


def test_a_stage_that_lands_at_once_and_twice_is_no_trouble(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)], holders=("screen",)).new()
    bench.stage.go = lambda motion, facts, state, landed: (landed("screen"), landed("screen"), ("screen",))[2]  # type: ignore[method-assign, func-returns-value]
    bench.say("roll dice")
    bench.session.run_pending()
    assert bench.published.version == 1
    bench.pass_time(1)
    assert bench.published.version == 2


def _raises(*_: object) -> Any:
    raise OSError("the cable is loose")


@pytest.mark.parametrize("methods", [("hear",), ("go",), ("hear", "go")])
def test_a_stage_that_raises_harms_nothing(
    methods: tuple[str, ...], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)], holders=("screen",)).new()
    for method in methods:
        setattr(bench.stage, method, _raises)
    bench.say("roll dice")
    bench.pass_time(3)
    assert bench.published.version == 2
    assert "the cable is loose" in caplog.text


def test_a_mirror_that_raises_harms_neither_the_table_nor_other_mirrors(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)])
    broken, after = TapedMirror(Tape()), TapedMirror(Tape())
    setattr(broken, "hear", _raises)  # noqa: B010
    bench.session.subscribe(broken)
    bench.session.subscribe(after)
    bench.new().roll("roll dice")
    assert after.tape.names() == ["mirror.changed", "mirror.started", "mirror.changed"]
    assert bench.published.version == 2


def test_an_answer_that_nobody_can_take_harms_nothing(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.session.post(bench.request("roll dice"), _raises)
    bench.pass_time(2)
    assert bench.published.version == 2


def test_a_wheel_turns_longer_than_dice_roll(tmp_path: Path) -> None:
    bench = Bench(tmp_path, DOUBLE).new(SPINNER)
    bench.say("roll")
    bench.pass_time(1)
    assert bench.published.version == 2
    bench.pass_time(2.25)
    assert bench.published.version == 2
    bench.pass_time(0.25)
    assert bench.published.version == 3


def test_what_is_in_motion_says_who_what_and_how_many(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.say("roll dice", TABLE)
    reveal = seen_plain(bench.published, 1, frozenset())["reveal"]
    assert {name: reveal[name] for name in ("number", "seat", "purpose", "count", "verb")} == {
        "number": 2, "seat": "table", "purpose": "dice", "count": 3, "verb": "roll",
    }  # fmt: skip
    bench.pass_time(1)
    assert seen_plain(bench.published, 1, frozenset())["reveal"] is None


def test_a_published_state_is_never_a_mixture_of_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path, [(3, 7, 10), ("won",), (1, 2, 3)])
    replaced: list[Snapshot] = []
    table = bench.session.table
    update: Callable[..., None] = table.update

    def spied(**changes: object) -> None:
        update(**changes)
        replaced.append(table.published)

    monkeypatch.setattr(table, "update", spied)
    bench.new(options={"chance": "typed"})
    bench.say("roll dice")
    bench.say("undo")
    bench.say("redo")
    bench.say("roll 1 2 3", CHANCE)
    bench.say("new fireship kit seats=1", TABLE)
    bench.roll("roll dice")
    bench.session.load()
    for one in replaced:
        assert (one.open.game is None) is (one.open.state is None)
        shown = [line.version for line in one.open.log]
        assert shown == sorted(shown)
        assert not shown or one.version in (shown[-1], shown[-1] + 1)
    assert [one.version for one in replaced] == sorted(one.version for one in replaced)


def test_a_fault_in_the_reveal_itself_is_mended_from_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.say("roll dice")
    table = bench.session.table
    publish = table.publish

    def fails_once(*given: Any, **more: Any) -> None:
        monkeypatch.setattr(table, "publish", publish)
        raise KeyError("a fault of the program")

    monkeypatch.setattr(table, "publish", fails_once)
    bench.pass_time(1)
    assert "a fault of the program" in caplog.text
    assert (bench.published.version, bench.published.reveal is None) == (1, False)
    bench.pass_time(1)
    assert (bench.published.version, bench.state.result("dice").faces) == (2, (3, 7, 10))
    assert isinstance(bench.session, Session)
