"""A published change, and whether the table itself draws it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.values.message import Message
from companion.model.consent import UndoRequest
from companion.model.publication import Published
from companion.model.reports.faults import Fault
from companion.model.roster import NOBODY, Phone
from companion.model.snapshot import Motion, Snapshot
from tests.support.session_bench import Bench
from tests.support.snapshots import replace

BEFORE = Snapshot(version=3, trouble=Message("session.unwritable.full"))
MOTION = Motion(4, 0, "roll", "dice", Message("dice"), 3)
WORDS = Message("fault")
FAULT = Fault("oled", WORDS, WORDS, WORDS, WORDS, WORDS)


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 4},
        {"state": object()},
        {"reveal": MOTION},
        {"consent": UndoRequest(0, "", "phone", 10.0, n=1, version=1)},
        {"trouble": None},
        {"other_folders": (Message("stick"),)},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_change_of_the_table_is_shown(changes: dict[str, Any]) -> None:
    assert Published(BEFORE, replace(BEFORE, **changes)).is_shown


@pytest.mark.parametrize(
    "changes",
    [{"roster": NOBODY.with_phone("ann", Phone((0,), "Ann"))}, {"faults": (FAULT,)}, {"arrived": {"": ("one",)}}],
    ids=lambda changes: next(iter(changes)),
)
def test_names_and_faults_leave_the_tables_screen_to_itself(changes: dict[str, Any]) -> None:
    assert not Published(BEFORE, replace(BEFORE, **changes)).is_shown


class Follower:
    """Keeps every change."""

    def __init__(self) -> None:
        self.heard: list[Published] = []

    def hear(self, published: Published) -> None:
        self.heard.append(published)


def test_a_roll_is_heard_in_motion_without_its_result_and_then_with_its_facts(tmp_path: Path) -> None:
    bench, follower = Bench(tmp_path, [(3, 7, 10)]).new(), Follower()
    bench.session.subscribe(follower)
    bench.say("roll dice")
    (moving,) = follower.heard
    assert moving.motion is moving.after.reveal is not None
    assert (moving.facts, moving.durable_s, moving.after.open.state) == ((), None, moving.before.open.state)
    bench.pass_time(2)
    (_, revealed) = follower.heard
    assert (revealed.motion, revealed.after.version, revealed.before.reveal) == (None, 2, moving.motion)
    assert revealed.facts == revealed.after.open.log[-2].facts + revealed.after.open.log[-1].facts
    assert revealed.durable_s is not None


def test_a_change_without_a_command_took_no_time_to_become_durable(tmp_path: Path) -> None:
    bench, follower = Bench(tmp_path).new(), Follower()
    bench.session.subscribe(follower)
    bench.session.table.show(faults=(FAULT,))
    assert [published.durable_s for published in follower.heard] == [None]
