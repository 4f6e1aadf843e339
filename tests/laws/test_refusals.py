"""Whatever is refused by a referee is refused with a rule of its catalogue, in every step of a game and after it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.engine.command import Command
from companion.engine.corrections import Correct
from companion.engine.game import Game
from companion.engine.laws import laws
from companion.engine.notation import Unreadable
from companion.engine.referees.frame import RefereeState
from companion.engine.state import State
from companion.engine.values.seats import TABLE
from companion.engine.windows import Pass, PassFor, TimeUp, open_window
from companion.library.catalogue import rules_of
from companion.records.record import read, replay, table_of, take_line
from companion.texts.say import LANGUAGES
from tests.companion.games.fireship import sea
from tests.companion.games.forbidden_island import island
from tests.laws.games import ALL
from tests.support.cases import Case
from tests.support.paths import RECORDS
from tests.support.referees import GAMES, REFEREES, TEXTS

pytestmark = pytest.mark.law

CASES = [next(case for case in ALL if case.game is game) for game in REFEREES]
EVERY = 29
"""One of so many states of a record is looked at: no divisor of a round's steps, so that all kinds of steps come."""


def states(case: Case) -> Iterator[State]:
    """Give states from all over some golden records of the case's game, its first and its last among them."""
    for file in sorted(RECORDS.glob(f"{case.game.slug}*.tide"))[::3]:
        record = read(file.read_bytes().splitlines())
        table = table_of(case.game, record)
        for number, line in enumerate(record.lines, 2):
            if number % EVERY == 2:
                yield table.state
            take_line(case.game, table, line, number)
        yield table.state


def engines_own(state: State, seat: int) -> Iterator[Command]:
    """Give the commands that every game has, in the name of *seat*, the entries that no universe spells among them."""
    window = open_window(state)
    yield Pass(seat)
    yield from (PassFor(seat, absent) for absent in (0, 15))
    yield from (TimeUp(seat, number) for number in (0, window.number if window is not None else 1))
    yield from (Correct(seat, changes) for changes in ((), ("turn=1",), ("turn=9",), ("no-such-thing=1",)))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_refusal_of_a_referee_names_a_rule_of_its_catalogue(case: Case) -> None:
    rules = {rule.id for rule in rules_of(case.game)}
    kinds = [kind for kind in case.game.kinds if not kind.is_form]
    refused = 0
    for state in states(case):
        for seat in laws.seats_of(state):
            commands = [command for kind in kinds for command in case.universe(state, kind, seat)]
            for command in (*commands, *engines_own(state, seat)):
                refusal = command.why_not(state)
                assert refusal is None or refusal.rule in rules, (command, refusal, state)
                refused += refusal is not None
    assert refused > 1000


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.slug}-{game.mode}")
def test_a_line_that_spells_no_command_is_told_so_in_every_language(game: Game) -> None:
    for kind in game.all_kinds:
        for line in (
            kind.verb,
            f"{kind.verb} %",
            *(" ".join([kind.verb, *["no-such-word"] * more]) for more in (1, 2, 9)),
        ):
            try:
                game.notation.read(TABLE, line)
            except Unreadable as error:
                said = [TEXTS.say(lang, error.reason.key, **error.reason.values) for lang in LANGUAGES]
                assert len(set(said)) == len(LANGUAGES), line


@pytest.mark.rule("FI-T4", "FI-T6")
def test_on_the_island_nobody_passes_and_nothing_is_set_right_in_a_seats_name() -> None:
    table = island.playing()
    for line, seat in (("pass", 0), ("pass", TABLE), ("pass-for 1", TABLE), ("pass-for 1", 0), ("time-up 1", TABLE)):
        assert table.why_not(line, seat) == ("FI-T4", "refused.no-window")
    assert table.why_not("correct water=3", 0) == ("FI-T6", "refused.only-table")
    assert table.why_not("correct water=17", TABLE) == ("FI-T6", "refused.correct-word")
    table = island.playing(step="treasure-2")
    table.do("draw")
    assert table.why_not("correct water=3", TABLE) == ("FI-T6", "refused.not-asked")


@pytest.mark.rule("FS-K15", "FS-T6")
def test_at_sea_who_passes_outside_a_window_is_told_so_and_nothing_is_set_right_in_a_seats_name() -> None:
    table = sea.playing("b", "b")
    for line, seat in (("pass", 0), ("pass", 1), ("pass-for 1", TABLE), ("pass-for 1", 0), ("time-up 1", TABLE)):
        assert table.why_not(line, seat) == ("FS-K15", "refused.no-window")
    assert table.why_not("correct units=3", 0) == ("FS-T6", "refused.only-table")
    table.do("correct units=3", TABLE)
    assert table.now.units == 3


@pytest.mark.rule("FI-E6", "FS-E5")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_after_the_end_the_end_is_what_refuses_them(case: Case) -> None:
    file = sorted(RECORDS.glob(f"{case.game.slug}*.tide"))[0]
    state = replay(case.game, read(file.read_bytes().splitlines())).state
    assert isinstance(state, RefereeState)
    rule = state.refusals.ended.rule
    for seat in laws.seats_of(state):
        for command in engines_own(state, seat):
            refusal = command.why_not(state)
            assert refusal is not None
            assert (refusal.rule, refusal.reason.key) == (rule, "refused.ended")
