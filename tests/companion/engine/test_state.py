"""What is asked of a state several times is worked out once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.engine.state import State, kept_for_last


@pytest.fixture
def worked_out() -> list[State]:
    """The states for which the question was worked out, in their order."""
    return []


@pytest.fixture
def question(worked_out: list[State]) -> Callable[[State], int]:
    """A question whose answer is the number of the state's own question."""

    @kept_for_last
    def number(state: State) -> int:
        worked_out.append(state)
        return state.questions

    return number


def test_the_answer_for_the_last_state_is_kept(question: Callable[[State], int], worked_out: list[State]) -> None:
    state = State(questions=3)
    assert [question(state) for _ in range(3)] == [3, 3, 3]
    assert worked_out == [state]


def test_another_state_is_asked_anew_and_so_is_the_one_before(
    question: Callable[[State], int], worked_out: list[State]
) -> None:
    one, other = State(questions=1), State(questions=2)
    assert [question(state) for state in (one, other, other, one)] == [1, 2, 2, 1]
    assert worked_out == [one, other, one]


def test_a_state_that_only_equals_the_last_one_is_asked_anew(
    question: Callable[[State], int], worked_out: list[State]
) -> None:
    assert [question(State(questions=1)), question(State(questions=1))] == [1, 1]
    assert len(worked_out) == 2
