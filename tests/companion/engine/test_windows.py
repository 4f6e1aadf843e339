from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.engine.chance import Card
from companion.engine.command import Command, Refused
from companion.engine.corrections import Correct
from companion.engine.fact import Fact, Facts, hidden_from
from companion.engine.game import write_facts
from companion.engine.interrupts import Interrupt, Settled, push
from companion.engine.laws.laws import shown_to, told_to
from companion.engine.state import Ask, asked
from companion.engine.table import Table
from companion.engine.values.seats import ALL_SEEING, CHANCE, TABLE, WATCHER
from companion.engine.windows import AnswerWindow, Pass, Passed, PassFor, TimeIsUp, TimeUp, open_window
from tests.companion.engine.positions import duel, duel_table
from tests.support.games.duel import DUEL, Cancelled, Declared, Duel, Guard, Guarded, Hit, Rest, Strike, Struck
from tests.support.rows import each_row

HANDS = (("strike", "guard"), ("guard", "charm"), ("charm",))
OTHERS = (1, 2, TABLE, WATCHER)


@pytest.fixture
def table() -> Table:
    """Seat 0 has struck at seat 1, and all three still hold a card."""
    opened = duel_table(*HANDS)
    opened.do(Strike(0, 1))
    return opened


def window(table: Table) -> Declared:
    top = open_window(table.state)
    assert isinstance(top, Declared)
    return top


def lives(table: Table) -> tuple[int, ...]:
    assert isinstance(table.state, Duel)
    return table.state.lives


def refused(table: Table, command: Command) -> str:
    before, steps = table.state, table.steps
    with pytest.raises(Refused) as caught:
        table.do(command)
    assert (table.state, table.steps) == (before, steps)
    return caught.value.refusal.reason.key


def test_a_window_asks_everybody_at_once(table: Table) -> None:
    assert table.state.asks() == (
        Ask(0, (Guard, Pass)),
        Ask(1, (Guard, Pass)),
        Ask(2, (Guard, Pass)),
        Ask(TABLE, (TimeUp, PassFor, Correct)),
    )


def test_nobody_goes_on_while_a_window_is_open(table: Table) -> None:
    assert refused(table, Rest(0)) == "refused.not-asked"
    assert table.state.due() is None


def test_a_window_closes_when_the_last_of_those_asked_has_passed(table: Table) -> None:
    table.do(Pass(1))
    table.do(Pass(0))
    assert lives(table) == (3, 3, 3)
    assert table.do(Pass(2)).facts == (Passed(2), Settled(), Hit(1))
    assert lives(table) == (3, 2, 3)
    assert table.state.pending == ()


@pytest.mark.parametrize("passed", [(), (0,), (0, 2)])
def test_a_window_closes_at_its_deadline_however_many_have_passed(table: Table, passed: tuple[int, ...]) -> None:
    for seat in passed:
        table.do(Pass(seat))
    assert table.do(TimeUp(TABLE, window(table).number)).facts == (TimeIsUp(), Settled(), Hit(1))
    assert lives(table) == (3, 2, 3)


def test_a_window_waits_fifteen_seconds_if_nothing_else_is_said(table: Table) -> None:
    assert window(table).answer_s == 15.0


def test_a_window_without_a_time_limit_has_no_deadline(table: Table) -> None:
    waiting = replace(table.state, pending=(replace(window(table), answer_s=0),))
    patient = Table(waiting)
    assert refused(patient, TimeUp(TABLE, window(table).number)) == "refused.no-window"
    for seat in range(3):
        patient.do(Pass(seat))
    assert patient.state.pending == ()


@each_row("late", [-1, 1])
def test_the_deadline_of_another_window_is_refused(table: Table, late: int) -> None:
    assert refused(table, TimeUp(TABLE, window(table).number + late)) == "refused.no-window"


def test_the_deadline_of_a_window_answered_meanwhile_is_refused(table: Table) -> None:
    old = window(table).number
    table.do(Guard(1))
    assert refused(table, TimeUp(TABLE, old)) == "refused.no-window"
    table.do(TimeUp(TABLE, window(table).number))
    assert refused(table, TimeUp(TABLE, old)) == "refused.no-window"


@each_row("seat", [0, 1, CHANCE, WATCHER])
def test_only_the_tables_clock_says_that_the_time_is_up(table: Table, seat: int) -> None:
    assert refused(table, TimeUp(seat, window(table).number)) == "refused.no-window"


def test_nobody_passes_twice(table: Table) -> None:
    table.do(Pass(1))
    assert refused(table, Pass(1)) == "refused.not-asked"
    assert refused(table, Guard(1)) == "refused.not-asked"
    assert asked(table.state, 1) == ()


@each_row("seat", [TABLE, CHANCE, WATCHER, 3])
def test_who_is_not_asked_cannot_pass(table: Table, seat: int) -> None:
    assert refused(table, Pass(seat)) == "refused.not-asked"


def test_who_has_no_card_left_is_not_asked() -> None:
    table = duel_table(("strike",), ("guard",))
    table.do(Strike(0, 1))
    assert window(table).asked == (1,)
    assert refused(table, Pass(0)) == "refused.not-asked"


def test_a_window_that_asks_nobody_closes_at_once() -> None:
    table = duel_table(("strike",), ())
    assert table.do(Strike(0, 1)).facts == (Struck(0, 1), Settled(), Hit(1))


@each_row("command", [Pass(0), PassFor(TABLE, 0), TimeUp(TABLE, 1)])
def test_without_a_window_there_is_nothing_to_pass(command: Command) -> None:
    assert refused(duel_table(*HANDS), command) == "refused.no-window"
    assert list(type(command).tries(duel(*HANDS), command.seat)) == []


def test_the_table_passes_for_a_seat_that_cannot_answer_and_it_is_recorded_so(table: Table) -> None:
    assert table.do(PassFor(TABLE, 1)).facts == (Passed(1, for_absent=True),)
    assert refused(table, Pass(1)) == "refused.not-asked"
    table.do(Pass(0))
    table.do(PassFor(TABLE, 2))
    assert lives(table) == (3, 2, 3)


def test_passing_for_a_seat_that_has_passed_or_is_not_asked_changes_and_betrays_nothing() -> None:
    table = duel_table(("strike", "guard"), ("guard",), ())
    table.do(Strike(0, 1))
    table.do(Pass(1))
    before = table.state
    for absent in (1, 2):
        assert table.do(PassFor(TABLE, absent)).facts == (Passed(absent, for_absent=True),)
        assert table.state == before


def test_the_table_may_pass_for_every_seat_that_there_is(table: Table) -> None:
    assert list(PassFor.tries(table.state, TABLE)) == [PassFor(TABLE, absent) for absent in range(3)]
    assert refused(table, PassFor(TABLE, 3)) == "refused.no-seat"
    assert refused(table, PassFor(TABLE, -1)) == "refused.no-seat"


@each_row("seat", [0, 2])
def test_no_seat_passes_for_another(table: Table, seat: int) -> None:
    assert refused(table, PassFor(seat, 1)) == "refused.only-table"
    assert list(PassFor.tries(table.state, seat)) == []


@pytest.mark.parametrize("viewer", OTHERS)
@pytest.mark.parametrize("command", [Pass(0), PassFor(TABLE, 0)], ids=["by itself", "for somebody"])
def test_nobody_else_can_notice_a_pass(table: Table, command: Command, viewer: int) -> None:
    before = table.state
    step = table.do(command)
    assert table.state != before
    assert table.state.seen_by(viewer) == before.seen_by(viewer)
    assert table.state.seen_by(viewer).asks() == before.seen_by(viewer).asks()
    assert shown_to(DUEL, table.state, viewer) == shown_to(DUEL, before, viewer)
    assert told_to(step.facts, viewer) == told_to((), viewer)
    assert hidden_from(step.facts, viewer)


def test_who_passed_knows_it_and_so_does_an_opened_record(table: Table) -> None:
    step = table.do(Pass(0))
    for viewer in (0, ALL_SEEING):
        assert not hidden_from(step.facts, viewer)
        seen = open_window(table.state.seen_by(viewer))
        assert seen is not None
        assert seen.passed == (0,)


@each_row("viewer", OTHERS)
def test_nobody_sees_who_may_answer_nor_how_many(table: Table, viewer: int) -> None:
    seen = open_window(table.state.seen_by(viewer))
    assert seen is not None
    assert set(seen.asked) <= {viewer}
    assert {ask.seat for ask in table.state.seen_by(viewer).asks()} <= {viewer, TABLE}


def test_two_windows_that_ask_others_look_the_same() -> None:
    few = push(duel(*HANDS), Declared(asked=(0, 1), number=1, target=1))
    many = push(duel(*HANDS), Declared(asked=(0, 1, 2), passed=(2,), number=1, target=1))
    for viewer in (0, 1, TABLE, WATCHER):
        assert shown_to(DUEL, few, viewer) == shown_to(DUEL, many, viewer)


def test_a_pass_is_never_a_new_question(table: Table) -> None:
    before = table.state.questions
    table.do(Pass(0))
    table.do(PassFor(TABLE, 1))
    assert table.state.questions == before
    assert table.state.question() == window(table).number


def test_each_window_of_a_game_has_a_number_of_its_own(table: Table) -> None:
    numbers = [window(table).number]
    for command in (Guard(0), Guard(1)):
        table.do(command)
        numbers.append(window(table).number)
    table.do(TimeUp(TABLE, numbers[-1]))
    numbers.append(window(table).number)
    assert numbers == sorted(set(numbers))


def test_a_guard_takes_the_strike_off(table: Table) -> None:
    table.do(Pass(2))
    assert table.do(Guard(1)).facts == (Guarded(1),)
    assert [interrupt.target for interrupt in table.state.pending] == [1, -1]  # type: ignore[attr-defined]
    for seat in (0, 1):
        table.do(Pass(seat))
    assert table.do(Pass(2)).facts == (Passed(2), Settled(), Cancelled())
    assert lives(table) == (3, 3, 3)
    assert table.state.pending == ()


def test_a_guard_against_a_guard_lets_the_strike_stand_and_asks_about_it_afresh(table: Table) -> None:
    table.do(Pass(2))
    table.do(Guard(1))
    table.do(Guard(0))
    assert len(table.state.pending) == 3
    assert window(table).asked == (1, 2), "seat 0 has laid down its last card"
    table.do(TimeUp(TABLE, window(table).number))
    assert len(table.state.pending) == 1
    assert (window(table).target, window(table).passed) == (1, ())
    table.do(TimeUp(TABLE, window(table).number))
    assert lives(table) == (3, 2, 3)
    assert open_window(table.state) is None


def test_only_the_top_of_the_stack_is_asked_about(table: Table) -> None:
    table.do(Guard(1))
    below, top = table.state.pending
    assert table.state.asks() == top.asks(table.state)
    assert table.state.question() == top.question(table.state) != below.question(table.state)


def test_a_declared_strike_is_undone_to_before_the_strike(table: Table) -> None:
    table.do(Pass(0))
    table.do(Guard(1))
    table.undo(1)
    assert table.state == duel(*HANDS)


class Drawing(Interrupt, frozen=True):
    """Something pending that waits for chance, then settles by itself."""

    drawn: bool = False

    def due(self, state: Any) -> Card | None:
        return None if self.drawn else Card("draw", cards=("charm",))

    def chosen(self, state: Any, answer: tuple[int | str, ...]) -> Facts:
        return (Settled(),)

    def then(self, state: Any) -> Facts:
        return (Settled(),) if self.drawn else ()


def test_the_top_of_the_stack_decides_what_chance_owes_and_what_follows() -> None:
    waiting = push(duel(*HANDS), Drawing())
    assert waiting.due() == Card("draw", cards=("charm",))
    assert waiting.asks() == (Ask(TABLE, (Correct,)),)
    assert waiting.then() == ()
    assert waiting.chosen(("charm",)) == (Settled(),)
    assert push(waiting, Drawing(drawn=True)).then() == (Settled(),)
    assert push(waiting, Drawing(drawn=True)).due() is None


def test_an_interrupt_that_leaves_chance_unanswered_says_so() -> None:
    with pytest.raises(TypeError, match="Interrupt doesn't say what"):
        Interrupt().chosen(duel(*HANDS), ("charm",))


def test_an_interrupt_asks_for_corrections_alone_and_hides_nothing_of_its_own_accord() -> None:
    pending = Interrupt()
    assert pending.asks(duel()) == (Ask(TABLE, (Correct,)),)
    assert (pending.due(None), pending.then(None)) == (None, ())
    assert pending.seen_by(WATCHER) is pending


def test_what_an_interrupt_covered_is_asked_anew_as_a_question_of_its_own() -> None:
    state = push(duel(*HANDS), Declared(asked=(0, 1), target=1))
    state = Passed(1).apply(state)
    uncovered = Settled().apply(push(state, Drawing())).pending[-1]
    assert (uncovered.passed, uncovered.number) == ((), state.questions + 2)


def test_settling_takes_the_top_off_as_a_new_question() -> None:
    state = push(push(duel(*HANDS), Interrupt()), Drawing())
    settled = Settled().apply(state)
    assert settled.pending == (Interrupt(),)
    assert settled.questions == state.questions + 1 == 3


@each_row("fact", [Passed(1), TimeIsUp()])
def test_without_a_window_a_late_fact_of_one_folds_to_nothing(fact: Fact) -> None:
    assert fact.apply(duel(*HANDS)) == duel(*HANDS)


@pytest.mark.parametrize("viewer", [0, 1, TABLE, WATCHER])
def test_a_window_is_imagined_with_other_passes_that_could_have_been(table: Table, viewer: int) -> None:
    table.do(Pass(0))
    found = set()
    for bits in range(8):
        imagined = window(table).resampled_for(viewer, _bits(bits))
        assert imagined.seen_by(viewer) == window(table).seen_by(viewer)
        assert set(imagined.passed) < {0, 1, 2}
        found.add(frozenset(imagined.passed))
    assert len(found) > 2


def _bits(number: int) -> Callable[[int], int]:
    left = [number >> place & 1 for place in range(3)]
    return lambda n: left.pop()


def test_a_windows_facts_come_back_from_their_json() -> None:
    facts: Facts = (Passed(1, for_absent=True), TimeIsUp(), Settled())
    assert DUEL.read_facts(write_facts(facts)) == facts
    assert msgspec.json.decode(write_facts(facts))[0] == {"type": "Passed", "seat": 1, "for_absent": True}


def test_a_window_that_is_not_on_top_is_not_open() -> None:
    state = push(duel(*HANDS), AnswerWindow(asked=(0,), number=1))
    assert open_window(state) is not None
    assert open_window(push(state, Interrupt())) is None
    assert open_window(duel(*HANDS)) is None
