"""One tape: no byte that leaves by the network tells whether a block is live before its reveal."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.runtime.clock import ManualClock
from hardware.cues import TokenCue
from tests.support.battles import SHOT, may_shoot, put
from tests.support.drafts import Draft, keep
from tests.support.tables import Table, scripted
from tests.whole import tapes
from tests.whole.tapes import Tried

pytestmark = pytest.mark.whole
WORDS = {"live": ("Live", "blast"), "safe": ("Safe", "land")}
WIPED_S = 0.2
"""So long after its beginning a part of what lay under a block is to be seen."""


def resume(table: Table, clock: ManualClock) -> None:
    assert table.command("resume 1", id="resumed").status == 200


def lands_on(answer: tuple[object, ...]) -> TokenCue:
    word, look = WORDS[str(answer[0])]
    return TokenCue(title="c5", word=word, look=look)


TURNED_OVER = Tried(SHOT, 0, dealers=lambda answer: scripted(answer), begin=resume, cue=lands_on, half_s=WIPED_S)


@pytest.mark.rule("BI-S3")
def test_whether_a_block_is_live_is_in_no_byte_by_the_network_before_its_reveal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = Draft()
    may_shoot(draft)
    put(draft, "block-2=off", "block-4=off", "live=5", "safe=3")  # so that none touches the one that is shot at
    for name in ("one", "other"):
        keep(tmp_path / name / "data", [draft.record])
    made = tapes.both(tmp_path, TURNED_OVER, (("live",), ("safe",)), monkeypatch)
    tapes.tells_nothing_before_its_reveal(made)
    for tape in made:
        tapes.goes_in_order(tape)
