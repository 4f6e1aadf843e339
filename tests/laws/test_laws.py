"""Every law on every game and kit of :mod:`tests.laws.games`; what a law says, ``companion.engine.laws.check`` asks."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from companion.engine.laws import laws
from companion.engine.laws.check import LAWS, Course, Law
from companion.engine.values.seats import WATCHER
from tests.laws.games import ALL
from tests.support.cases import Case
from tests.support.sources import seeded

pytestmark = [pytest.mark.law, pytest.mark.parametrize("case", ALL, ids=str)]


@cache
def course(case: int) -> Course:
    """Return the games of ``ALL[case]``, each played to its end or as far as the case says."""
    said = ALL[case]
    return Course(said.game, said.setup(), seeded, said.universe, said.seeds, said.maximum, str(said))


def course_of(case: Case) -> Course:
    return course(ALL.index(case))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_each_law_is_kept(case: Case, law: Law) -> None:
    law(course_of(case))


def test_the_games_go_on_and_do_not_all_go_alike(case: Case) -> None:
    tables = course_of(case).tables
    assert len({repr(table.state) for table in tables}) > case.seeds // 2
    assert all(table.steps for table in tables)


def test_where_there_are_secrets_the_two_worlds_go_on_together(case: Case) -> None:
    below = seeded(f"worlds/{case}")
    alike = (
        laws.two_worlds_look_the_same(case.game, state, viewer, below)
        for state in course_of(case).reached(every=6 if case.secrets else 30)
        for viewer in laws.viewers_of(state)
    )
    assert any(alike) is case.secrets


def test_where_there_are_secrets_other_worlds_are_imagined(case: Case) -> None:
    below = seeded(f"imagined/{case}")
    others = {
        viewer
        for state in course_of(case).reached(every=4)
        for viewer in laws.viewers_of(state)
        if state.resampled_for(viewer, below) != state
    }
    assert others == (set(laws.viewers_of(course_of(case).tables[0].state)) if case.secrets else set())


def test_what_the_real_board_has_to_show_again_after_a_step_is_told_just_where_the_step_changed_it(case: Case) -> None:
    differences, start = case.game.differences, case.game.start(case.setup()).seen_by(WATCHER)
    for table in course_of(case).tables:
        states = [*(table.state_before(step.n) for step in table.steps), table.state]
        seen = [state.seen_by(WATCHER) for state in states]
        shown = [differences(start, state) for state in seen]
        for (before, after), (lay, lies) in zip(pairwise(seen), pairwise(shown), strict=True):
            assert bool(differences(after, before)) is bool(differences(before, after)) is (lay != lies)
