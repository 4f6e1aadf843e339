"""Who sees the same of a table is given the very same things, so that they are made and said once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.engine.values.seats import TABLE, WATCHER
from companion.model.snapshot import Snapshot
from tests.support.games.duel import DUEL
from tests.support.session_bench import FIRESHIP, Bench
from tests.support.snapshots import snapshot

SEATS = (0, 1, 2)
HANDS = (("strike", "guard", "charm"), ("guard", "strike", "charm"))


def test_seats_that_see_the_same_share_it(tmp_path: Path) -> None:
    shared = Bench(tmp_path).new(FIRESHIP, 3).published
    assert {id(shared.open.state_for(seat)) for seat in (*SEATS, WATCHER)} == {id(shared.open.state_for(TABLE))}
    seen = [shared.seen_by(seat, frozenset({seat})) for seat in SEATS]
    assert seen[0].state is seen[1].state is shared.seen_by(WATCHER, frozenset()).state
    assert seen[0].log is seen[1].log
    assert seen[0].plays != seen[1].plays


def test_a_roll_of_a_kit_leaves_everybody_the_very_same_plays(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(1, 2, 3)]).new(FIRESHIP, 3)
    callers = [(seat, frozenset({seat})) for seat in SEATS] + [(TABLE, frozenset({TABLE, *SEATS}))]
    before = [bench.published.seen_by(*caller).plays for caller in callers]
    bench.roll("roll dice")
    after = [bench.published.seen_by(*caller).plays for caller in callers]
    assert all(one is other for one, other in zip(before, after, strict=True))


def test_hidden_hands_are_shared_by_nobody(tmp_path: Path) -> None:
    published = Bench(tmp_path, HANDS).new(DUEL).published
    states: list[Any] = [published.seen_by(seat, frozenset({seat})).state for seat in (0, 1, WATCHER)]
    assert len({str(state) for state in states}) == len(states)


def test_a_page_without_forms_is_told_that_there_is_one(tmp_path: Path) -> None:
    published = Bench(tmp_path).new(FIRESHIP, 3).published
    everybody = frozenset({TABLE, *SEATS})
    (whole,) = (play for play in published.seen_by(TABLE, everybody).plays if play.word == "correct")
    (empty,) = (play for play in published.seen_by(TABLE, everybody, has_forms=False).plays if play.word == "correct")
    assert whole.form and empty.form == ()
    asked = published.form("correct", TABLE)
    assert asked is not None and asked.form == whole.form


class Meddling:
    """A state that, while it is compared, is looked at by somebody else, as another thread may do."""

    def __init__(self) -> None:
        self.table: Snapshot | None = None

    def seen_by(self, viewer: int) -> Meddling:
        seen = Meddling()
        seen.table = self.table
        return seen

    def named(self, names: object) -> Meddling:
        return self

    def __eq__(self, other: object) -> bool:
        table, self.table = self.table, None
        if table is not None:
            table.open.state_for(len(table.open._states) + 10)
        return False

    def __hash__(self) -> int:
        return id(self)


def test_several_threads_may_look_at_once() -> None:
    state: Any = Meddling()
    state.table = table = snapshot(state=state)
    for seat in (0, 1, 2):
        assert table.open.state_for(seat) is table.open.state_for(seat)
