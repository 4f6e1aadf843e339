"""The place of a dice tray, before and after one is looked for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import product
from threading import Event, Thread
from typing import Any, cast

import pytest

from firmware_host.dicetray import DiceTray
from firmware_host.stand_in import FAILED, TRAY_LAMPS, AwaitedTray
from hardware.cues import MenuCue, RollCue, RollingCue, StageCue, StartCue, TurnCue, VerdictCue
from hardware.ports import DeviceStatus
from tests.support.paths import ROOT
from tests.support.waiting import TIMEOUT_S

ROLL = RollCue(values=(3, 7, 10), caption="")
MENU = MenuCue(selected="")


class Recorded:
    """A tray that notes what it is told; what it *refuses* fails."""

    def __init__(self, refuses: str = "") -> None:
        self.refuses = refuses
        self.told: list[tuple[Any, ...]] = []
        self.status = DeviceStatus("dicetray", simulated=False, working=True)
        self.lamps = dict.fromkeys(TRAY_LAMPS, self)

    def __getattr__(self, name: str) -> Callable[..., bool]:
        def tell(*said: object) -> bool:
            self.told.append((name, *said))
            if name == self.refuses:
                raise OSError(f"it refuses to {name}")
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


def test_of_what_was_told_before_only_the_newest_of_each_kind_is_kept() -> None:
    tray = Recorded()
    place = awaited(tray)
    for number in range(1000):
        place.clear()
        place.land(ROLL, print)
        place.show(RollCue(values=(number % 10,), caption=""))
        place.set_lamp("roll", number % 2 == 0)
        place.set_lamp("ok", number % 2 == 1)
        place.set_muted(number % 2 == 0)
        place.set_brightness(1 if number % 2 else 5)
    place.start()
    assert [said if name != "land" else said[:1] for name, *said in tray.told] == [
        [],
        [ROLL],
        [RollCue(values=(9,), caption="")],
        [False],
        [True],
        [False],
        [1],
        [],
    ]


Tell = Callable[[Any], object]
CUES: tuple[StageCue, ...] = (
    ROLL,
    RollingCue(count=2, caption=""),
    VerdictCue(won=True, title=""),
    VerdictCue(won=False, title="", private=True),
    TurnCue(title="", step="", level=2, levels=5),
    TurnCue(title="", step=""),
    StartCue(address=""),
    MENU,
)
SHOWS: list[Tell] = [lambda tray, cue=cue: tray.show(cue) for cue in CUES]  # type: ignore[misc]
LANDS: list[Tell] = [lambda tray, cue=cue: tray.land(cue, print) for cue in CUES]  # type: ignore[misc]
PICTURES: list[Tell] = [*SHOWS, *LANDS, lambda tray: tray.clear()]


def test_a_tray_that_comes_later_shows_what_one_would_that_was_told_everything() -> None:
    for told in product(PICTURES, repeat=3):
        with closing(DiceTray(print, list)) as later, closing(DiceTray(print, list)) as at_once:
            later.start = lambda: None  # type: ignore[method-assign]
            place = AwaitedTray(lambda later=later: later, simulated=False, wanted=False)  # type: ignore[misc]
            for tell in told:
                tell(place)
                tell(at_once)
            place.start()
            assert (later._picture, later.is_public) == (at_once._picture, at_once.is_public), told


@pytest.mark.parametrize("wanted", [True, False])
def test_a_tray_that_cannot_be_made_is_told_and_nothing_is_kept_for_it(wanted: bool) -> None:
    tries = []

    def make() -> DiceTray:
        tries.append("made")
        raise ImportError("no module for this")

    place = AwaitedTray(make, simulated=False, wanted=wanted)
    place.show(ROLL)
    with pytest.raises(ImportError):
        place.start()
    place.start()
    assert tries == ["made"]
    assert place.status == DeviceStatus("dicetray", simulated=False, working=False, trouble=FAILED)
    place.show(ROLL)
    assert not place._kept


@pytest.mark.parametrize("refused", ["set_muted", "start"])
def test_a_tray_that_refuses_what_it_is_told_first_is_closed_and_no_other_is_made(refused: str) -> None:
    made: list[Recorded] = []

    def make() -> DiceTray:
        made.append(Recorded(refused))
        return cast(DiceTray, made[-1])

    place = AwaitedTray(make, simulated=False, wanted=False)
    place.set_muted(True)
    with pytest.raises(OSError, match=f"it refuses to {refused}"):
        place.start()
    place.start()
    place.show(ROLL)
    place.close()
    assert [[name for name, *_ in tray.told[-2:]] for tray in made] == [[refused, "close"]]
    assert place.status == DeviceStatus("dicetray", simulated=False, working=False, trouble=FAILED)


def test_while_a_tray_is_made_nobody_waits_who_tells_it_something() -> None:
    tray, begun, goes_on = Recorded(), Event(), Event()

    def make() -> DiceTray:
        begun.set()
        assert goes_on.wait(TIMEOUT_S)
        return cast(DiceTray, tray)

    place = AwaitedTray(make, simulated=False, wanted=False)
    starting = Thread(target=place.start)
    starting.start()
    assert begun.wait(TIMEOUT_S)
    telling = Thread(target=place.show, args=(ROLL,), daemon=True)
    telling.start()
    telling.join(TIMEOUT_S)
    waits = telling.is_alive()
    goes_on.set()
    starting.join(TIMEOUT_S)
    assert (waits, tray.told) == (False, [("show", ROLL), ("start",)])


def test_a_tray_that_is_made_while_its_place_is_closed_is_closed() -> None:
    tray = Recorded()

    def make() -> DiceTray:
        place.close()
        return cast(DiceTray, tray)

    place = AwaitedTray(make, simulated=False, wanted=False)
    place.show(ROLL)
    place.start()
    assert (tray.told, place.status) == ([("close",)], None)


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
