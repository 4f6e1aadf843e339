"""A part of a picture is drawn once for all states that show the same, and knows of nothing else in them."""

from __future__ import annotations

import pytest

from companion.engine.referees.picture_parts import drawn_from
from tests.support.games.spinner import Scores


def test_what_a_part_shows_is_drawn_once_for_all_states_that_share_it() -> None:
    drawn: list[Scores] = []

    @drawn_from("scores", "target")
    def board(state: Scores) -> str:
        drawn.append(state)
        return f"{state.scores} of {state.target}"

    told = [board(Scores(scores, turn=turn, owed="dice")) for scores in ((1, 2), (3, 2)) for turn in (0, 1)]
    assert told == ["(1, 2) of 30", "(1, 2) of 30", "(3, 2) of 30", "(3, 2) of 30"]
    assert drawn == [Scores((1, 2)), Scores((3, 2))], "whose turn it is was not handed on"


def test_the_newest_are_kept() -> None:
    drawn: list[tuple[int, ...]] = []

    @drawn_from("scores", "target", kept=2)
    def board(state: Scores) -> None:
        drawn.append(state.scores)

    for score in (1, 2, 1, 3, 1, 2):
        board(Scores((score, 0)))
    assert drawn == [(1, 0), (2, 0), (3, 0), (2, 0)]


def test_a_field_that_no_state_has_is_told() -> None:
    @drawn_from("scores", "hands")
    def board(state: Scores) -> None:
        raise AssertionError

    with pytest.raises(AttributeError, match="hands"):
        board(Scores((1, 2)))
