from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

import pytest

from companion.engine import laws
from companion.engine.chance import ChanceAnswer
from companion.engine.command import Command
from companion.engine.corrections import Correct
from companion.engine.declarations import Declaration
from companion.engine.fact import Facts
from companion.engine.hands import HiddenHands
from companion.engine.pending import PendingStep
from companion.engine.referee import RefereeState
from companion.engine.seats import CHANCE, TABLE, WATCHER
from companion.engine.state import State, legal
from companion.engine.table import Table
from tests.laws.games import ALL, Case
from tests.support.sources import seeded

pytestmark = [pytest.mark.law, pytest.mark.parametrize("case", ALL, ids=str)]


@cache
def tables(case: int) -> tuple[Table, ...]:
    """Play the games of ``ALL[case]``, each to its end or as far as the case says."""
    played = ALL[case]
    return tuple(
        list(laws.played(played.game, played.setup(), seeded(f"{played}/{seed}"), played.maximum))[-1]
        for seed in range(played.seeds)
    )


def tables_of(case: Case) -> tuple[Table, ...]:
    return tables(ALL.index(case))


def reached(case: Case, every: int = 1) -> Iterator[State]:
    """Give every state, or one of *every* so many, of the case's games, and the last of each."""
    for table in tables_of(case):
        for step in table.steps[::every]:
            yield table.state_before(step.n)
        yield table.state


def commands_in(case: Case, state: State, seat: int) -> Iterable[Command]:
    """Return all that *seat* could spell in *state*, entries excepted."""
    ordinary = [kind for kind in case.game.all_kinds if not kind.entry]
    return (command for kind in ordinary for command in case.universe(state, kind, seat))


def test_the_games_go_on_and_do_not_all_go_alike(case: Case) -> None:
    ends = {repr(table.state) for table in tables_of(case)}
    assert len(ends) > case.seeds // 2
    assert all(table.steps for table in tables_of(case))


def test_a_game_is_never_stuck_and_ends_for_good(case: Case) -> None:
    for state in reached(case):
        laws.never_stuck(state)


def test_each_state_is_settled_and_possible(case: Case) -> None:
    for state in reached(case):
        laws.settles(state)


def test_resuming_equals_playing(case: Case) -> None:
    for table in tables_of(case):
        laws.resume_equals_play(case.game, case.setup(), table)


def test_replaying_equals_playing(case: Case) -> None:
    for table in tables_of(case):
        laws.replay_equals_play(case.game, case.setup(), table)


def test_undoing_restores_the_very_same_state(case: Case) -> None:
    for table in tables_of(case):
        for step in table.steps[:: max(1, len(table.steps) // 12)]:
            if step.command.seat != CHANCE:
                laws.undo_restores(table, step.n)


def test_each_command_is_read_back_from_its_own_line(case: Case) -> None:
    for table in tables_of(case):
        laws.notation_round_trips(case.game.notation, (step.command for step in table.steps))
    for state in reached(case, every=5):
        for seat in laws.seats_of(state):
            laws.notation_round_trips(case.game.notation, legal(state, seat))


def test_a_command_is_listed_if_and_only_if_it_is_not_refused(case: Case) -> None:
    for state in reached(case):
        laws.listed_iff_allowed(state, case.game.all_kinds, case.universe)


def test_a_refusal_depends_on_nothing_that_the_seat_cannot_see(case: Case) -> None:
    for state in reached(case, every=2):
        for seat in laws.seats_of(state):
            laws.refusals_need_no_secret(state, commands_in(case, state, seat))


def test_a_refused_correction_tells_nothing_that_lies_hidden(case: Case) -> None:
    for state in reached(case, every=20):
        fields = [entry.field for entry in state.correctables().values()]
        words = (f"{field.name}={word}" for field in fields for word in field.all_words())
        laws.refusals_need_no_secret(state, (Correct(TABLE, (word,)) for word in words))


def test_two_worlds_look_the_same_to_who_cannot_tell_them_apart(case: Case) -> None:
    below = seeded(f"worlds/{case}")
    taken = 0
    for state in reached(case, every=6 if case.secrets else 30):
        for viewer in laws.viewers_of(state):
            taken += laws.two_worlds_look_the_same(case.game, state, viewer, below)
    assert bool(taken) is case.secrets, "the two worlds never went on together"


def test_a_fact_tells_no_secret_that_the_state_keeps(case: Case) -> None:
    below = seeded(f"facts/{case}")
    for state in reached(case):
        for viewer in laws.viewers_of(state):
            laws.facts_keep_secrets(case.game, state, viewer, below)


def test_where_there_are_secrets_other_worlds_are_imagined(case: Case) -> None:
    below = seeded(f"imagined/{case}")
    others = {
        viewer
        for state in reached(case, every=4)
        for viewer in laws.viewers_of(state)
        if state.resampled_for(viewer, below) != state
    }
    assert others == (set(laws.viewers_of(tables_of(case)[0].state)) if case.secrets else set())


def test_an_opened_record_shows_the_very_state(case: Case) -> None:
    for state in reached(case):
        laws.everything_is_seen_by_all_seeing(state)


def test_a_correction_is_refused_or_gives_a_state_that_goes_on(case: Case) -> None:
    for state in reached(case, every=20):
        laws.corrections_are_judged(state)


def test_after_a_correction_another_one_can_be_made(case: Case) -> None:
    below = seeded(f"corrections/{case}")
    made = sum(laws.corrections_go_on(state, below) for state in reached(case, every=20))
    settable = any(state.correctables() for state in reached(case, every=20))
    assert bool(made) is settable


def test_setting_things_to_what_they_are_changes_nothing(case: Case) -> None:
    settable = [laws.what_is_so_stays_so(state) for state in reached(case, every=20)]
    assert any(settable) is any(state.correctables() for state in reached(case, every=20))


def test_the_log_only_grows_and_folds_to_the_state(case: Case) -> None:
    for seed in range(2):
        told: Facts = ()
        for table in laws.played(case.game, case.setup(), seeded(f"log/{case}/{seed}"), case.maximum // 2):
            told = laws.log_only_grows(told, table, table.state_before(1) if table.steps else table.state)


def test_a_referees_frame_holds(case: Case) -> None:
    for state in reached(case):
        if isinstance(state, RefereeState):
            laws.frame_holds(state)


def test_hidden_hands_stay_hidden_and_are_dealt_anew_as_they_were(case: Case) -> None:
    below = seeded(f"hands/{case}")
    for state in reached(case, every=3):
        if isinstance(state, HiddenHands):
            for viewer in laws.viewers_of(state):
                laws.hands_stay_hidden(state, viewer, below)


def test_silence_over_a_declaration_is_a_pass(case: Case) -> None:
    declared = sum(map(laws.silence_is_a_pass, reached(case)))
    assert bool(declared) is any(isinstance(state.top(), Declaration) for state in reached(case))


def test_a_pending_step_leads_on(case: Case) -> None:
    owed = sum(map(laws.pending_steps_lead_on, reached(case)))
    assert bool(owed) is any(isinstance(state.top(), PendingStep) for state in reached(case))


def test_whoever_is_asked_can_answer(case: Case) -> None:
    for state in reached(case):
        laws.asked_kinds_are_known(case.game, state)


def test_chance_is_asked_for_nothing_that_it_cannot_say_in_a_line(case: Case) -> None:
    below = seeded(f"chance/{case}")
    for state in reached(case):
        request = state.due()
        if request is not None:
            outcome = ChanceAnswer(CHANCE, request.verb, request.sample(below))
            assert outcome.why_not(state) is None
            laws.notation_round_trips(case.game.notation, [outcome])
            fields = request.form()
            assert all(field.accepts(str(word)) for field, word in zip(fields, outcome.answer, strict=True))


def test_what_the_real_board_has_to_show_again_after_a_step_is_told_just_where_the_step_changed_it(case: Case) -> None:
    differences, start = case.game.differences, case.game.start(case.setup()).seen_by(WATCHER)
    for table in tables_of(case):
        states = [*(table.state_before(step.n) for step in table.steps), table.state]
        seen = [state.seen_by(WATCHER) for state in states]
        shown = [differences(start, state) for state in seen]
        for (before, after), (lay, lies) in zip(pairwise(seen), pairwise(shown), strict=True):
            assert bool(differences(after, before)) is bool(differences(before, after)) is (lay != lies)
