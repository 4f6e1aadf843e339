"""The first evening: its questions answered by hands at the table, a phone comes in, rolls, and downloads a backup."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.kernel.guest.rig import Rig
from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import CARRIED, LONG_S, UNIT, OwnTable, told, uptime_s
from tests.kernel.guest.whole.evening import asked
from tests.kernel.guest.whole.phone import Phone

Noted = Callable[[str], None]


def test_its_questions_are_answered_by_the_knob_and_its_first_roll_by_the_button(
    rig: Rig, table: OwnTable, note: Noted
) -> None:
    table.until_ready()
    note(f"power-on to READY {uptime_s():.0f} s")
    eventually(lambda: table.works("screen") and table.works("pins"), LONG_S)
    for step in ("language", "frame", "name"):
        eventually(lambda step=step: asked() == step)  # type: ignore[misc]
        shown = rig.picture()
        rig.press("ok")
        eventually(lambda shown=shown: rig.picture() != shown)  # type: ignore[misc]
    eventually(lambda: asked() == "roll" and rig.is_lit("roll"))
    rig.press("roll")
    eventually(lambda: asked() == "done")
    note(f"first roll {uptime_s():.0f} s")
    rig.press("ok")


def test_a_phone_comes_in_by_the_digits_and_rolls(table: OwnTable, phone: Phone) -> None:
    # The question may be put away only now: what is asked meanwhile is stale.
    eventually(lambda: "version" in table.post("/api/v1/commands", seat="table", do="new fireship kit"))
    phone.come_in("Ann", 0)
    assert "version" in phone.command("/api/v1/commands", seat=0, do="roll dice").told
    eventually(table.dice)


def test_the_owners_phone_downloads_a_backup_while_the_game_goes_on(table: OwnTable, phone: Phone, note: Noted) -> None:
    phone.become_the_owners()
    backup = phone.backup()
    assert backup.startswith(b"PK")
    note(f"{len(backup)} bytes")
    assert told(UNIT, "ActiveState") == "active"
    CARRIED.mkdir(exist_ok=True)
    (CARRIED / "backup.zip").write_bytes(backup)
    (CARRIED / "dice.json").write_text(json.dumps(table.dice()))
