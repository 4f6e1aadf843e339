"""A root that is never written: a table plays, and the power is cut right after a roll."""

from __future__ import annotations

import json

from tests.kernel.guest.rig import Rig
from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import CARRIED, LONG_S, ROOT, OwnTable, mounted
from tests.kernel.guest.whole.evening import setting


def test_only_the_games_partition_is_written(table: OwnTable) -> None:
    table.until_ready()
    assert mounted("/") == ("overlayroot", "overlay")
    assert mounted("/var/lib/tidetable") == ("/dev/vdc", "ext4")
    (ROOT / "etc/written").touch()


def test_what_the_owners_page_sets_lies_with_the_games(table: OwnTable) -> None:
    assert "error" not in table.post("/api/v1/owner", do="mute on")
    assert setting("muted") == "on"


def test_a_roll_is_in_the_journal_when_it_is_shown(rig: Rig, table: OwnTable) -> None:
    before = table.journal()
    assert before != [], "the game that was begun before the root was closed"
    eventually(lambda: rig.is_lit("roll"), LONG_S)
    rig.press("roll")
    eventually(lambda: len(table.journal()) == len(before) + 2)
    _, dealt, _, _ = table.journal()[-1]
    eventually(lambda: dealt == " ".join(["roll", *map(str, table.dice())]))
    CARRIED.mkdir(exist_ok=True)
    (CARRIED / "shown.json").write_text(json.dumps([table.dice(), table.journal()]))
