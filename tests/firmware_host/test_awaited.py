"""The place of a dice tray, before and after one is looked for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any, cast

import pytest

from firmware_host.awaited import LAMP_NAMES, AwaitedTray
from firmware_host.dicetray import DiceTray
from hardware.cues import RollCue
from hardware.ports import DeviceStatus
from tests.support.paths import ROOT

ROLL = RollCue(values=(3, 7, 10), caption="")


class Recorded:
    """A tray that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.status = DeviceStatus("dicetray", simulated=False, working=True)
        self.lamps = dict.fromkeys(LAMP_NAMES, self)

    def __getattr__(self, name: str) -> Callable[..., bool]:
        def tell(*said: object) -> bool:
            self.told.append((name, *said))
            return name == "land"

        return tell


def awaited(tray: Recorded, *, wanted: bool = False) -> AwaitedTray:
    return AwaitedTray(lambda: cast(DiceTray, tray), simulated=False, wanted=wanted)


def test_what_was_told_before_is_told_in_the_same_order_and_then_all_at_once() -> None:
    tray = Recorded()
    place = awaited(tray)
    place.set_brightness(2)
    place.show(ROLL)
    place.clear()
    place.lamps["ok"].set(True)
    place.set_muted(True)
    assert tray.told == []
    place.start()
    assert tray.told == [
        ("set_brightness", 2),
        ("show", ROLL),
        ("clear",),
        ("set", True),
        ("set_muted", True),
        ("start",),
    ]
    place.show(ROLL)
    place.aim(90, True)
    place.play("land")
    place.close()
    assert tray.told[6:] == [("show", ROLL), ("aim", 90, True), ("play", "land"), ("close",)]


def test_nobody_waits_for_what_lands_before_a_tray_is_looked_for() -> None:
    tray, landed = Recorded(), []
    place = awaited(tray)
    assert place.land(ROLL, lambda: landed.append("before")) is False
    place.aim(90, True)
    place.play("land")
    place.start()
    ((name, cue, nobody), started) = tray.told
    nobody()
    assert (name, cue, started, landed) == ("land", ROLL, ("start",), [])
    assert place.land(ROLL, lambda: landed.append("after")) is True
    tray.told[-1][2]()
    assert landed == ["after"]


@pytest.mark.parametrize("wanted", [True, False])
def test_a_tray_that_should_be_there_is_missed_before_it_is_looked_for(wanted: bool) -> None:
    tray = Recorded()
    place = awaited(tray, wanted=wanted)
    assert place.status == (DeviceStatus("dicetray", simulated=False, working=False) if wanted else None)
    assert (place.greeting, place.is_public) == (None, True)
    place.start()
    assert place.status is tray.status


NONE = """
import sys
from firmware_host.choice import TrayChoice
choice = TrayChoice("{port}", print, simulated=True, asked=True)
choice.tray.clear()
{start}
print("firmware_host.dicetray" in sys.modules, "firmware_host.link" in sys.modules)
choice.close()
"""


@pytest.mark.parametrize(
    ("port", "start", "imported"),
    [("none", "choice.start()", False), ("/dev/none", "", False), ("/dev/none", "choice.start()", True)],
)
def test_what_speaks_to_a_tray_is_imported_once_one_is_looked_for(port: str, start: str, imported: bool) -> None:
    line = [sys.executable, "-c", NONE.format(port=port, start=start)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == f"{imported} {imported}\n"
