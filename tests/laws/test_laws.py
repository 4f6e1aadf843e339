"""Every law on every game and kit of :mod:`tests.laws.games`; what a law says, ``companion.engine.laws.check`` asks.

One test plays a case's games once and checks all laws on them. Its failure names each law that is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, pairwise

import pytest

from companion.engine.laws import laws
from companion.engine.laws.check import LAWS, LawCourse
from companion.engine.state import State
from companion.engine.values.seats import WATCHER
from tests.laws.games import ALL
from tests.support.cases import Case
from tests.support.rows import all_rows
from tests.support.sources import seeded

pytestmark = pytest.mark.law

STATES_TO_ONE_SEEN = 3
FIRST = [next(cases) for _, cases in groupby(ALL, key=lambda case: (case.game.slug, case.game.mode))]
"""The first case of each game."""
CaseLaw = Callable[[Case, LawCourse], None]


class ShortCourse(LawCourse):
    """The same games, of which a law sees one of each ``STATES_TO_ONE_SEEN`` states, and the last of each game."""

    def reached(self, every: int = 1) -> Iterator[State]:
        return super().reached(every * STATES_TO_ONE_SEEN)


def course_of(case: Case, kind: type[LawCourse]) -> LawCourse:
    return kind(case.game, case.setup(), seeded, case.universe, case.seeds, case.maximum, str(case))


def games_go_on_and_not_all_alike(case: Case, course: LawCourse) -> None:
    tables = course.tables
    assert len({repr(table.state) for table in tables}) > course.seeds // 2
    assert all(table.steps for table in tables)


def two_worlds_go_on_together_where_there_are_secrets(case: Case, course: LawCourse) -> None:
    below = seeded(f"worlds/{case}")
    alike = (
        laws.two_worlds_look_the_same(case.game, state, viewer, below)
        for state in course.reached(every=6 if case.secrets else 30)
        for viewer in laws.viewers_of(state)
    )
    assert any(alike) is case.secrets


def other_worlds_are_imagined_where_there_are_secrets(case: Case, course: LawCourse) -> None:
    below = seeded(f"imagined/{case}")
    others = {
        viewer
        for state in course.reached(every=4)
        for viewer in laws.viewers_of(state)
        if state.resampled_for(viewer, below) != state
    }
    assert others == (set(laws.viewers_of(course.tables[0].state)) if case.secrets else set())


def what_the_board_shows_again_is_told_just_where_a_step_changed_it(case: Case, course: LawCourse) -> None:
    differences, start = case.game.differences, case.game.start(case.setup()).seen_by(WATCHER)
    for table in course.tables:
        states = [*(table.state_before(step.n) for step in table.steps), table.state]
        seen = [state.seen_by(WATCHER) for state in states]
        shown = [differences(start, state) for state in seen]
        for (before, after), (lay, lies) in zip(pairwise(seen), pairwise(shown), strict=True):
            assert bool(differences(after, before)) is bool(differences(before, after)) is (lay != lies)


OF_CASES: tuple[CaseLaw, ...] = (
    games_go_on_and_not_all_alike,
    two_worlds_go_on_together_where_there_are_secrets,
    other_worlds_are_imagined_where_there_are_secrets,
    what_the_board_shows_again_is_told_just_where_a_step_changed_it,
)


def check_all(case: Case, course: LawCourse) -> None:
    with all_rows() as found:
        for law in LAWS:
            with found.row(law.__name__):
                law(course)
        for of_case in OF_CASES:
            with found.row(of_case.__name__):
                of_case(case, course)


@pytest.mark.parametrize("case", FIRST, ids=str)
def test_each_law_is_kept_by_states_from_all_over_the_games(case: Case) -> None:
    check_all(case, course_of(case, ShortCourse))


@pytest.mark.long
@pytest.mark.parametrize("case", ALL, ids=str)
def test_each_law_is_kept_by_every_state(case: Case) -> None:
    check_all(case, course_of(case, LawCourse))
