"""A phone that falls asleep while its person is waited for: the table's own screen says so, with no page open."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from companion.opening import Opening
from hardware.cues import TurnCue
from hardware.oled.drawing.screens import still
from tests.support.browsing import WATCHERS_HOST
from tests.support.sse import Reader
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.support.wording import say
from web_ui.http.access.callers import COOKIE

pytestmark = pytest.mark.whole
BELOW = (0, 51, 110, 64)
"""Where a turn has its foot, beside the water's height."""


def foot(table: Whole) -> bytes:
    """Return what stands at the foot of the screen."""
    return Image.frombytes("1", (128, 64), table.screen).crop(BELOW).tobytes()


def deal(table: Whole) -> int | None:
    """Begin; return who is waited for, None if somebody else may play a special card as well."""
    table.do("deal rest")
    eventually(lambda: table.table["state"]["turn"]["step"] == "actions")
    asked = [ask["seat"] for ask in table.table["asks"] if ask["seat"] != "table"]
    return asked[0] if len(asked) == 1 else None


ASLEEP = still(TurnCue(title="", step="", foot=say("stage.asleep"))).crop(BELOW).tobytes()


@pytest.mark.long
def test_the_screen_says_whose_phone_sleeps_until_it_wakes(tmp_path: Path) -> None:
    with whole_table(tmp_path, Opening("forbidden-island", "referee", ("Ann", "Ben"))) as table:
        turn = deal(table)
        while turn is None:
            table.do("new forbidden-island referee seats=2")
            turn = deal(table)
        cookie = f"{COOKIE}={table.join([turn])}"
        eventually(lambda: foot(table) == ASLEEP)
        with Reader(table.port, Cookie=cookie, Host=f"{WATCHERS_HOST}:{table.port}") as own:
            own.next("table")
            eventually(lambda: foot(table) != ASLEEP)
        eventually(lambda: foot(table) == ASLEEP)
