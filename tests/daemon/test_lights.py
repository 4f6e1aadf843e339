"""A phone that falls asleep while its person is waited for: the table's own screen says so, with no page open."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.daemon import Opening
from hardware.oled.screens import still
from hardware.ports import MessageCue
from tests.web.browsing import WATCHERS_HOST
from tests.web.sse import Reader
from tests.web.waiting import eventually
from tests.web.whole import whole_table
from web_ui.seats import COOKIE

pytestmark = pytest.mark.whole


def test_the_screen_says_whose_phone_sleeps_until_it_wakes(tmp_path: Path) -> None:
    with whole_table(tmp_path, Opening("forbidden-island", "referee", ("Ann", "Ben"))) as table:
        table.do("deal rest")
        eventually(lambda: table.table["state"]["turn"]["step"] == "actions")
        turn = table.table["state"]["turn"]["seat"]
        name = ("Ann", "Ben")[turn]
        cookie = f"{COOKIE}={table.join([turn])}"
        told = MessageCue(title="", lines=(f"{name}’s phone sleeps.", f"OK: act for {name}"))
        asleep = still(told).tobytes()
        eventually(lambda: table.screen == asleep)
        with Reader(table.port, Cookie=cookie, Host=f"{WATCHERS_HOST}:{table.port}") as own:
            own.next("table")
            eventually(lambda: table.screen != asleep)
        eventually(lambda: table.screen == asleep)
