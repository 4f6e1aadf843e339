from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.chance import ChanceAnswer
from companion.engine.command import Command, Refusal, Refused
from companion.engine.fact import Fact, Facts
from companion.engine.laws.laws import choices
from companion.engine.state import State
from companion.engine.table import NeverSettles, Step, Table, fold, follow
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE, read_seat, seat_word
from companion.engine.windows import Pass
from tests.companion.engine.positions import duel_table, spinner_table
from tests.support.games.duel import Drew, Duel, Rest, Rested, Strike
from tests.support.games.spinner import Roll, RollAsked, Rolled, Scores
from tests.support.rows import each_row
from tests.support.sources import seeded

SEVEN = ChanceAnswer(CHANCE, "roll", (3, 4))
EIGHT = ChanceAnswer(CHANCE, "roll", (3, 5))


@pytest.fixture
def table() -> Table:
    """Two people have rolled once each: lines 1 to 4."""
    rolled = spinner_table()
    for command in (Roll(0), SEVEN, Roll(1), EIGHT):
        rolled.do(command)
    return rolled


def scores(table: Table) -> tuple[int, ...]:
    assert isinstance(table.state, Scores)
    return table.state.scores


def numbers(steps: tuple[Step, ...]) -> list[int]:
    return [step.n for step in steps]


def test_each_accepted_command_is_a_numbered_step_with_all_its_facts(table: Table) -> None:
    assert [(step.n, step.command, step.facts) for step in table.steps] == [
        (1, Roll(0), (RollAsked(),)),
        (2, SEVEN, (Rolled(3, 4),)),
        (3, Roll(1), (RollAsked(),)),
        (4, EIGHT, (Rolled(3, 5),)),
    ]
    assert table.last_n == 4
    assert scores(table) == (7, 8)


def test_a_new_table_has_no_steps() -> None:
    table = spinner_table()
    assert (table.steps, table.last_n, table.last_undo) == ((), 0, None)


def test_a_refused_command_changes_nothing_and_names_its_rule(table: Table) -> None:
    before, steps = table.state, table.steps
    with pytest.raises(Refused) as caught:
        table.do(Roll(1))
    assert caught.value.refusal == Refusal(Message("refused.not-asked"), "SP-4")
    assert caught.value.command == Roll(1)
    assert "SP-4" in str(caught.value)
    assert (table.state, table.steps, table.last_n) == (before, steps, 4)


def test_a_refused_command_does_not_use_up_the_redo(table: Table) -> None:
    table.undo(3)
    with pytest.raises(Refused):
        table.do(Roll(0))
    assert numbers(table.redo(5)) == [3, 4]


def test_the_state_before_a_step_is_kept(table: Table) -> None:
    before = table.state_before(3)
    assert isinstance(before, Scores)
    assert before.scores == (7, 0)


@each_row("n", [0, 5, -1])
def test_the_state_before_a_step_that_does_not_stand_is_an_error(table: Table, n: int) -> None:
    with pytest.raises(KeyError):
        table.state_before(n)


def test_undoing_takes_back_a_command_and_all_after_it_with_chances_answers(table: Table) -> None:
    assert numbers(table.undo(1)) == [1, 2, 3, 4]
    assert scores(table) == (0, 0)
    assert table.steps == ()


def test_undoing_gives_the_very_state_before(table: Table) -> None:
    before = table.state_before(3)
    assert numbers(table.undo(3)) == [3, 4]
    assert table.state is before


def test_numbers_only_grow(table: Table) -> None:
    table.undo(3)
    assert table.last_n == 5
    assert table.do(Roll(1)).n == 6
    table.undo(6)
    table.redo(7)
    assert table.last_n == 8
    assert table.do(EIGHT).n == 9
    assert numbers(table.steps) == [1, 2, 6, 9]


@each_row("n", [2, 4], ids=["in the middle", "the last"])
def test_chances_line_is_never_undone_by_itself(table: Table, n: int) -> None:
    before = table.state
    with pytest.raises(Refused) as caught:
        table.undo(n)
    assert caught.value.refusal.reason.key == "refused.undo-what"
    assert (table.state, table.last_n, len(table.steps)) == (before, 4, 4)


@each_row("n", [0, 5, 9, -1])
def test_a_line_that_does_not_stand_is_not_undone(table: Table, n: int) -> None:
    with pytest.raises(Refused):
        table.undo(n)


def test_an_undone_line_is_not_undone_again(table: Table) -> None:
    table.undo(3)
    with pytest.raises(Refused):
        table.undo(3)
    assert table.last_n == 5


def test_an_undo_is_taken_back_while_nothing_followed(table: Table) -> None:
    after, steps = table.state, table.steps
    table.undo(1)
    assert table.last_undo == 5
    assert numbers(table.redo(5)) == [1, 2, 3, 4]
    assert (table.state, table.steps, table.last_n) == (after, steps, 6)
    assert table.last_undo is None


def test_only_the_last_undo_is_taken_back_and_then_the_one_before(table: Table) -> None:
    after = table.state
    table.undo(3)
    table.undo(1)
    with pytest.raises(Refused) as caught:
        table.redo(5)
    assert caught.value.refusal.reason.key == "refused.redo-what"
    table.redo(6)
    assert scores(table) == (7, 0)
    table.redo(5)
    assert table.state == after
    assert numbers(table.steps) == [1, 2, 3, 4]


def test_an_undo_is_not_taken_back_twice(table: Table) -> None:
    table.undo(3)
    table.redo(5)
    with pytest.raises(Refused):
        table.redo(5)


def test_once_something_followed_an_undo_stays(table: Table) -> None:
    table.undo(3)
    table.do(Roll(1))
    assert table.last_undo is None
    with pytest.raises(Refused):
        table.redo(5)


@each_row("line", [0, 3, 99])
def test_what_was_never_undone_is_not_redone(table: Table, line: int) -> None:
    with pytest.raises(Refused):
        table.redo(line)


def test_lines_keep_the_numbers_that_the_journal_gave_them() -> None:
    table = spinner_table()
    table.resume(3, Roll(0), (RollAsked(),))
    table.resume(8, SEVEN, (Rolled(3, 4),))
    table.undo(3, line=10)
    assert table.last_undo == table.last_n == 10
    table.redo(10, line=12)
    assert table.last_n == 12
    assert table.do(Roll(1)).n == 13


def test_resuming_gives_the_same_steps_and_states(table: Table) -> None:
    again = spinner_table()
    for step in table.steps:
        assert again.resume(step.n, step.command, step.facts) == step
    assert (again.state, again.steps, again.last_n) == (table.state, table.steps, table.last_n)


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["play", "play", "play", "undo", "redo"]), max_size=30), st.integers(0, 99))
def test_a_journal_with_undos_and_redos_resumes_to_the_same_table(doings: list[str], seed: int) -> None:
    table, again, below = spinner_table(target=100), spinner_table(target=100), seeded(seed)
    for doing in doings:
        last_n, people = table.last_n, [step.n for step in table.steps if step.command.seat != CHANCE]
        if doing == "redo" and table.last_undo is not None:
            undo = table.last_undo
            assert table.redo(undo) == again.redo(undo, line=last_n + 1)
        elif doing == "undo" and people:
            n = people[below(len(people))]
            assert table.undo(n) == again.undo(n, line=last_n + 1)
        else:
            found = choices(table.state, below)
            step = table.do(found[below(len(found))])
            again.resume(step.n, step.command, step.facts)
        assert table.last_n == again.last_n == last_n + 1
        assert (again.state, again.steps) == (table.state, table.steps)
        assert again.last_undo == table.last_undo


def test_resuming_never_judges() -> None:
    table = spinner_table()
    with pytest.raises(Refused):
        table.do(Roll(1))
    table.resume(1, Roll(1), (RollAsked(),))
    table.resume(2, ChanceAnswer(CHANCE, "roll", (9, 90)), (Rolled(9, 90),))
    assert scores(table) == (99, 0)


class Count(State, frozen=True):
    """A number that grows by itself up to *maximum*."""

    number: int = 0
    maximum: int = 0

    def open_then(self) -> Facts:
        return (Counted(self.number + 1),) if self.number < self.maximum else ()


class Counted(Fact, frozen=True):
    """The next number was said."""

    number: int

    def apply(self, state: Count) -> Count:
        return Count(number=self.number, maximum=state.maximum)


class Begin(Command, frozen=True):
    """Let the numbers grow."""

    maximum: int

    def why_not(self, state: Count) -> Refusal | None:
        return None

    def facts(self, state: Count) -> Facts:
        return (Begun(self.maximum),)


class Begun(Fact, frozen=True):
    """The numbers may grow up to *maximum*."""

    maximum: int

    def apply(self, state: Count) -> Count:
        return Count(number=state.number, maximum=self.maximum)


def test_what_follows_by_itself_belongs_to_the_same_step() -> None:
    table = Table(Count())
    assert table.do(Begin(0, 3)).facts == (Begun(3), Counted(1), Counted(2), Counted(3))
    assert table.state == Count(number=3, maximum=3)


def test_resuming_folds_what_followed_and_lets_nothing_follow_again() -> None:
    table = Table(Count())
    table.resume(1, Begin(0, 3), (Begun(3), Counted(1)))
    assert table.state == Count(number=1, maximum=3)


def test_what_never_settles_is_an_error_that_names_the_facts() -> None:
    table = Table(Count())
    with pytest.raises(NeverSettles, match=r"1000 consequences.*Counted\(number=999\), Counted\(number=1000\)"):
        table.do(Begin(0, 10_000))
    assert (table.state, table.steps, table.last_n) == (Count(), (), 0)


def test_a_long_chain_that_does_settle_is_no_error() -> None:
    state, facts = follow(Count(maximum=900), ())
    assert state == Count(number=900, maximum=900)
    assert fold(Count(maximum=900), facts) == state


def test_drawing_from_an_empty_pile_shuffles_the_discard_first() -> None:
    hands = (("charm",), ("charm", "charm"))
    table = duel_table(*hands, pile=(), discard=("guard", "strike"))
    assert [type(fact).__name__ for fact in table.do(Rest(0)).facts] == ["Rested", "Reshuffled"]
    assert isinstance(table.state, Duel)
    assert (table.state.pile, table.state.discard) == ((("guard", "strike"),), ())


def test_a_step_of_chance_moves_the_turn_on() -> None:
    table = duel_table(("charm",), ("charm",))
    assert table.do(Rest(0)).facts == (Rested(),)
    assert table.do(ChanceAnswer(CHANCE, "draw", ("guard",))).facts == (Drew(0, "guard"),)
    assert isinstance(table.state, Duel)
    assert (table.state.turn, table.state.hands[0]) == (1, ("charm", "guard"))


def test_undoing_a_pass_asks_the_seat_again() -> None:
    table = duel_table(("strike",), ("guard",), ("charm",))
    table.do(Strike(0, 1))
    before = table.state.asks(), table.state.question()
    table.do(Pass(1))
    table.undo(2)
    assert (table.state.asks(), table.state.question()) == before


@each_row(("seat", "word"), [(0, 0), (5, 5), (CHANCE, "chance"), (TABLE, "table")])
def test_a_seat_is_written_as_a_number_or_a_word(seat: int, word: int | str) -> None:
    assert seat_word(seat) == word
    assert read_seat(word) == seat


@each_row("word", ["0", "", "Table", "watcher", -1, -2])
def test_anything_else_is_no_seat(word: int | str) -> None:
    with pytest.raises(ValueError, match="a seat is a number from 0, 'chance' or 'table'"):
        read_seat(word)


def test_a_table_that_keeps_few_steps_forgets_the_oldest_and_nothing_else() -> None:
    few, all_of_it = Table(spinner_table().state, kept=2), spinner_table()
    for turn in range(4):
        for command in (Roll(turn % 2), SEVEN):
            few.do(command)
            all_of_it.do(command)
        assert few.state == all_of_it.state
        assert 2 <= len(few.steps) < 4
        assert few.steps == all_of_it.steps[-len(few.steps) :]
        assert few.state_before(few.steps[0].n) == all_of_it.state_before(few.steps[0].n)
    with pytest.raises(Refused):
        few.undo(5)
    with pytest.raises(KeyError):
        few.state_before(5)
    few.undo(7)
    all_of_it.undo(7)
    assert (few.steps, few.state, few.last_n) == ((), all_of_it.state, 9)
