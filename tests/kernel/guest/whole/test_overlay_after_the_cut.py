"""After the power cut: the root is as it ever was, and the game goes on."""

from __future__ import annotations

import json

from tests.kernel.guest.rig import Rig
from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import CARRIED, LONG_S, ROOT, OwnTable
from tests.kernel.guest.whole.evening import setting


def test_the_game_is_as_it_was_shown_and_the_root_as_it_was_closed(table: OwnTable) -> None:
    table.until_ready()
    dice, journal = json.loads((CARRIED / "shown.json").read_text())
    eventually(lambda: table.dice() == dice)
    assert [list(line) for line in table.journal()][: len(journal)] == journal
    assert setting("muted") == "on"
    assert not (ROOT / "etc/written").exists()


def test_it_plays_on(rig: Rig, table: OwnTable) -> None:
    before = len(table.pressed())
    eventually(lambda: rig.is_lit("roll"), LONG_S)
    rig.press("roll")
    eventually(lambda: len(table.pressed()) > before)
    table.shows_as_mirrored(rig)
