"""One table, a Fireship for two, from its start to its ends: each test finds it where the one before left it."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from tests.kernel.guest.chip import held_lines
from tests.kernel.guest.rig import HELD_S, OLED, OUTPUTS, PIN, Rig
from tests.kernel.guest.table import Table
from tests.kernel.guest.waiting import eventually
from tests.support.running import woken

FIRESHIP = ("--kit", "fireship", "--seats", "Ann,Ben")
Noted = Callable[[str], None]
REST_S, MOST_WAKEUPS = 8.0, 1.5
"""The dice tray is asked every two seconds how it is, and its answer waited for: one a second. Nothing else polls."""
ENDS_S = 30.0
SETTLED_S = 1.0


class Evening:
    """The table that is on now."""

    table: Table
    start_s: float

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.table = Table(Path("/run/data"), FIRESHIP)
        self.start_s = self.table.ready()


@pytest.fixture(scope="module")
def evening(rig: Rig) -> Iterator[Evening]:
    evening = Evening()
    yield evening
    if evening.table.process.poll() is None:
        evening.table.end(signal.SIGKILL)
    print(evening.table.log)


@pytest.fixture
def table(evening: Evening) -> Table:
    return evening.table


def rolled(rig: Rig, table: Table, press: Callable[[], None]) -> list[str]:
    """Wait for ROLL's lamp, *press*, wait until it has landed; return what the buttons have done meanwhile."""
    eventually(lambda: rig.is_lit("roll"))
    before = len(table.pressed())
    press()
    eventually(lambda: len(table.pressed()) > before)
    eventually(lambda: rig.is_lit("roll"))
    return table.pressed()[before:]


def test_a_plain_user_in_a_folder_it_cannot_write_has_all_real_devices(evening: Evening, rig: Rig, note: Noted) -> None:
    table = evening.table
    note(f"READY after {evening.start_s:.1f} s")
    eventually(lambda: table.works("screen") and table.works("pins"))
    held = " ".join(held_lines())
    assert [name for name, pin in PIN.items() if f"GPIO{pin} " not in held] == []
    table.shows_as_mirrored(rig)


def test_a_level_of_rolls_line_reaches_journal_page_and_glass(rig: Rig, table: Table, note: Noted) -> None:
    times = {}

    def press() -> None:
        dark = rig.picture()
        begun_s = time.monotonic()
        rig.down("roll")
        eventually(lambda: rig.picture() != dark)
        times["glass"] = time.monotonic() - begun_s
        rig.up("roll")

    done = rolled(rig, table, press)
    assert done == ["roll dice"]
    dealt = [do for _, do, _, _ in table.journal() if do and do.startswith("roll ") and do != "roll dice"]
    eventually(table.dice)
    assert dealt[-1] == " ".join(["roll", *map(str, table.dice())])
    table.shows_as_mirrored(rig)
    note(f"press to glass {1000 * times['glass']:.0f} ms")


def test_bouncing_contacts_are_one_roll(rig: Rig, table: Table) -> None:
    def press() -> None:
        rig.bounce("roll", True, 5)
        time.sleep(HELD_S)
        rig.bounce("roll", False, 5)

    assert rolled(rig, table, press) == ["roll dice"]


def test_a_glitch_of_a_millisecond_is_one_roll_at_most(rig: Rig, table: Table) -> None:
    def press() -> None:
        rig.down("roll")
        time.sleep(0.001)
        rig.up("roll")

    assert rolled(rig, table, press) == ["roll dice"]


def test_presses_while_the_dice_roll_are_no_more_rolls(rig: Rig, table: Table) -> None:
    def press() -> None:
        for _ in range(4):
            rig.press("roll", 0.05)

    assert rolled(rig, table, press) == ["roll dice"]


def test_back_held_asks_and_two_buttons_held_agree_to_take_back(rig: Rig, table: Table) -> None:
    rig.down("back")
    eventually(lambda: table.shown["consent"])
    rig.up("back")
    rig.down("roll")
    rig.down("spin")
    eventually(lambda: any(undo for *_, undo in table.journal()))
    rig.up("roll")
    rig.up("spin")
    eventually(lambda: not table.shown["consent"])


def test_the_knob_walks_the_menu_there_and_back(rig: Rig, table: Table) -> None:
    def turned(detents: int) -> bytes:
        before = rig.picture()
        rig.turn(detents)
        eventually(lambda: rig.picture() != before)
        return at_rest(rig)

    first, second = turned(1), turned(1)
    assert first != second
    assert turned(-1) == first
    table.shows_as_mirrored(rig)
    rig.press("back")


def at_rest(rig: Rig) -> bytes:
    """Return the picture once nothing moves in it."""

    def stays() -> bytes | None:
        before = rig.picture()
        time.sleep(SETTLED_S)
        return before if rig.picture() == before else None

    return eventually(stays) or b""


def test_at_rest_it_hardly_wakes_up(table: Table, rig: Rig, note: Noted) -> None:
    eventually(lambda: rig.is_lit("roll"))

    def a_second() -> float:
        before, begun_s = table.wakeups, time.monotonic()
        time.sleep(REST_S)
        return woken(before, table.wakeups) / (time.monotonic() - begun_s)

    rate = eventually(lambda: next((each for each in [a_second()] if each <= MOST_WAKEUPS), None))
    note(f"{rate:.1f} wake-ups a second")


def test_a_tray_on_usb_is_found_and_rolls(rig: Rig, table: Table) -> None:
    eventually(lambda: table.works("dicetray"))
    assert rolled(rig, table, lambda: rig.press("roll")) == ["roll dice"]


def test_a_tray_pulled_out_while_dice_roll_is_told_and_found_again(rig: Rig, table: Table, note: Noted) -> None:
    def press() -> None:
        rig.press("roll")
        rig.pico.pull_out()

    assert rolled(rig, table, press) == ["roll dice"]
    eventually(lambda: not table.works("dicetray"))
    assert rolled(rig, table, lambda: rig.press("roll")) == ["roll dice"]
    rig.pico.plug_in()
    rig.allow()
    begun_s = time.monotonic()
    eventually(lambda: table.works("dicetray"))
    note(f"found again after {time.monotonic() - begun_s:.1f} s")
    assert rolled(rig, table, lambda: rig.press("roll")) == ["roll dice"]


def test_a_tray_whose_port_another_program_has_is_told_and_found_once_it_is_free(rig: Rig, table: Table) -> None:
    rig.pico.pull_out()
    eventually(lambda: not table.works("dicetray"))
    rig.pico.plug_in()
    with serial.Serial(str(rig.pico.path), exclusive=True):
        rig.allow()  # from now on the table may open it
        eventually(lambda: "Another program uses" in table.devices["dicetray"]["text"])
        assert "in use by another program" in table.log
        assert rolled(rig, table, lambda: rig.press("roll")) == ["roll dice"]
    eventually(lambda: table.works("dicetray"))
    assert rolled(rig, table, lambda: rig.press("roll")) == ["roll dice"]


def test_a_display_that_falls_silent_while_dice_roll_comes_back_with_the_whole_picture(rig: Rig, table: Table) -> None:
    def press() -> None:
        rig.press("roll")
        rig.bus.absent.add(OLED)

    assert rolled(rig, table, press) == ["roll dice"]
    eventually(lambda: not table.works("screen"))
    rig.glass.power_cycle()
    rig.bus.absent.clear()
    eventually(lambda: table.works("screen"))
    table.shows_as_mirrored(rig)


def test_a_bus_that_goes_while_dice_roll_comes_back_with_the_whole_picture(rig: Rig, table: Table) -> None:
    def press() -> None:
        rig.press("roll")
        rig.bus.pull_out()

    assert rolled(rig, table, press) == ["roll dice"]
    eventually(lambda: not table.works("screen"))
    assert rig.bus.faults == []
    rig.plug_in_glass()
    eventually(lambda: table.works("screen"))
    table.shows_as_mirrored(rig)


def test_killed_while_dice_roll_it_gives_the_lines_back_and_goes_on_with_the_same_dice(
    rig: Rig, evening: Evening, note: Noted
) -> None:
    eventually(lambda: rig.is_lit("roll"))
    before = len(evening.table.pressed())
    rig.down("roll")
    eventually(lambda: len(evening.table.pressed()) > before)
    evening.table.end(signal.SIGKILL)
    rig.up("roll")
    assert held_lines() == []
    journal = evening.table.journal()
    evening.begin()
    note(f"READY after {evening.start_s:.1f} s")
    eventually(lambda: rig.is_lit("roll"))
    assert evening.table.journal()[: len(journal)] == journal
    dealt = [do for _, do, _, _ in evening.table.journal() if do and do.startswith("roll ") and do != "roll dice"]
    assert dealt[-1] == " ".join(["roll", *map(str, evening.table.dice())])
    evening.table.shows_as_mirrored(rig)


def test_switched_off_it_ends_well_dark_and_with_no_line_held(rig: Rig, table: Table) -> None:
    begun_s = time.monotonic()
    assert table.end(signal.SIGTERM) == 0, table.log
    assert time.monotonic() - begun_s < ENDS_S
    assert held_lines() == []
    assert not rig.glass.on
    assert [name for name in OUTPUTS if rig.chip.is_high(PIN[name])] == []
    assert rig.bus.faults == []
    assert "Traceback" not in table.log
