"""Things can be set right whatever is owed: random corrections in every interrupt of the games that have a referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from companion.engine.corrections import Correct
from companion.engine.game import Game
from companion.engine.interrupts import Interrupt
from companion.engine.laws import laws
from companion.engine.referees.declarations import Declaration
from companion.engine.referees.pending_steps import PendingStep
from companion.engine.state import State, asked
from companion.engine.values.seats import TABLE
from companion.games.fireship.rules import pending_steps
from companion.games.forbidden_island.rules.pending_steps import DiscardDue, Sinking
from companion.records.record import read, table_of, take_line
from tests.support.paths import RECORDS
from tests.support.referees import REFEREES
from tests.support.sources import seeded

pytestmark = pytest.mark.law

STATES = 6
"""In so many states of each interrupt corrections are drawn."""
TRIES = 25
FIRESHIP = pending_steps.__package__


def concrete(kind: type[Interrupt]) -> set[str]:
    """Return the names of Fireship's interrupts that derive from *kind*, and from which none derives."""
    below = kind.__subclasses__()
    own = {kind.__name__} if kind.__module__.startswith(FIRESHIP) and not below else set()
    return own.union(*map(concrete, below))


KINDS: Mapping[str, set[str]] = {
    "forbidden-island": {DiscardDue.__name__, *(f"{Sinking.__name__} {window}" for window in ("open", "closed"))},
    "fireship": concrete(Declaration) | concrete(PendingStep),
}

INTERRUPTS = [(slug, kind) for slug, kinds in KINDS.items() for kind in sorted(kinds)]


def kind_of(interrupt: Interrupt) -> str:
    name = type(interrupt).__name__
    return f"{name} {'open' if interrupt.window else 'closed'}" if isinstance(interrupt, Sinking) else name


def interrupted(game: Game) -> Iterator[tuple[str, State]]:
    """Give each state of *game*'s golden records that waits on an interrupt where things can be set right."""
    for file in sorted(RECORDS.glob(f"{game.slug}*.tide")):
        record = read(file.read_bytes().splitlines())
        table = table_of(game, record)
        for number, line in enumerate(record.lines, 2):
            take_line(game, table, line, number)
            if table.state.pending and Correct in asked(table.state, TABLE):
                yield kind_of(table.state.pending[-1]), table.state


@cache
def states(slug: str) -> Mapping[str, list[State]]:
    """Return states of the game *slug* by the interrupt that they wait on, from all over its golden records."""
    found: dict[str, list[State]] = {}
    for kind, state in interrupted(next(game for game in REFEREES if game.slug == slug)):
        found.setdefault(kind, []).append(state)
    return {kind: each[:: max(1, len(each) // STATES)][:STATES] for kind, each in found.items()}


@pytest.mark.parametrize("slug", KINDS)
def test_the_golden_records_have_every_interrupt(slug: str) -> None:
    assert states(slug).keys() == KINDS[slug]


@pytest.mark.long
@pytest.mark.parametrize(("slug", "kind"), INTERRUPTS)
def test_things_can_be_set_right_again_and_again_whatever_is_owed(slug: str, kind: str) -> None:
    below = seeded(f"corrections/{slug}/{kind}")
    made = sum(laws.corrections_go_on(state, below, TRIES) for state in states(slug)[kind])
    assert made > STATES, "hardly any correction was taken"


@pytest.mark.parametrize(("slug", "kind"), INTERRUPTS)
def test_what_is_set_to_what_it_is_calls_nothing_off_whatever_is_owed(slug: str, kind: str) -> None:
    assert all(laws.what_is_so_stays_so(state) for state in states(slug)[kind])
