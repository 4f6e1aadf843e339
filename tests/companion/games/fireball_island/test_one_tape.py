"""One tape: no byte that leaves by the network tells what the die shows before its reveal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from companion.engine.command import Refused
from companion.runtime.clock import ManualClock
from hardware.cues import RollCue
from tests.support.drafts import Draft, keep
from tests.support.tables import Table, scripted
from tests.support.volcanoes import passed, put
from tests.whole import tapes
from tests.whole.tapes import Tried

pytestmark = pytest.mark.whole
MAX_CONTESTS = 4
TUMBLES_S = 0.8
"""So long a lone die tumbles at least, and shows nothing of what it comes to rest on."""


def resume(table: Table, clock: ManualClock) -> None:
    assert table.command("resume 1", id="resumed").status == 200


def may_roll(draft: Draft) -> None:
    """Have everybody roll for the first turn, and seat 0's turn come to its roll."""
    draft.do("new fireball-island referee seats=2 answer_s=0")
    for _ in range(MAX_CONTESTS):
        for seat in (0, 1):
            with suppress(Refused):  # who rolled higher already isn't asked again
                draft.do("roll", seat)
    put(draft, "turn=2")
    put(draft, "turn=1")
    passed(draft)


ROLLED = Tried(
    "roll",
    0,
    dealers=lambda answer: scripted(answer),
    begin=resume,
    cue=lambda answer: RollCue(values=(int(answer[0]),), caption="Die", name="Player 1", look="d6"),
    half_s=TUMBLES_S,
)


@pytest.mark.rule("FB-M1")
def test_what_the_die_shows_is_in_no_byte_by_the_network_before_its_reveal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = Draft()
    may_roll(draft)
    for name in ("one", "other"):
        keep(tmp_path / name / "data", [draft.record])
    made = tapes.both(tmp_path, ROLLED, ((2,), (5,)), monkeypatch)
    tapes.leaves_nothing_before_its_reveal(made)
    for tape in made:
        tapes.goes_in_order(tape)
