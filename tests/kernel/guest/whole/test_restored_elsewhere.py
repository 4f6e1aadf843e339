"""Another computer, with a card of its own: a phone puts the first table's backup in its place."""

from __future__ import annotations

import json
from http.client import HTTPException

from tests.kernel.guest.rig import Rig
from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import CARRIED, DATA, LONG_S, OwnTable
from tests.kernel.guest.whole.evening import asked
from tests.kernel.guest.whole.phone import Phone


def test_its_questions_are_left_out_by_back(rig: Rig, table: OwnTable) -> None:
    table.until_ready()
    eventually(lambda: table.works("screen") and table.works("pins"), LONG_S)
    assert asked() == "language"

    def is_left_out() -> bool:
        rig.press("back")
        return asked() == "done"

    eventually(is_left_out, poll_s=1.0)
    assert table.journal() == []


def has_game(table: OwnTable) -> bool:
    """Tell whether a game is open; while the table starts again nobody answers."""
    try:
        return table.shown["state"] is not None
    except (OSError, HTTPException):
        return False


def test_the_owners_phone_sends_the_backup_and_the_tables_ok_puts_it_in_its_place(
    table: OwnTable, phone: Phone
) -> None:
    dice = json.loads((CARRIED / "dice.json").read_text())
    assert dice
    phone.come_in("Ben")
    phone.become_the_owners()
    within = phone.send((CARRIED / "backup.zip").read_bytes())
    assert (within["games"], within["goes_on"], within["broken"]) == (1, 1, 0), within
    assert table.journal() == [], "nothing counts before OK"
    phone.restore("second", lambda: has_game(table))
    table.until_ready()
    eventually(lambda: table.dice() == dice)
    assert [each.name for each in DATA.parent.iterdir() if ".before-restore-" in each.name]


def test_the_game_goes_on_there(rig: Rig, table: OwnTable) -> None:
    before = len(table.pressed())
    eventually(lambda: table.works("pins") and rig.is_lit("roll"), LONG_S)
    rig.press("roll")
    eventually(lambda: len(table.pressed()) > before)
    eventually(lambda: rig.is_lit("roll"))
    table.shows_as_mirrored(rig)
