"""A whole table with a dice tray: the real firmware on the real MicroPython, behind a pseudo-terminal."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.journal.journal import open_for_reading
from companion.runtime.clock import ManualClock
from companion.session.game.reveal import TIMES_S
from firmware_host.bench.emulator import Emulator, VirtualPico
from firmware_host.firmware import wiring
from tests.support.tables import Table, dice, scripted
from tests.support.trays import lit, windows
from tests.support.waiting import eventually
from tests.support.wording import TEXTS

CALM = ("lose-plane", "boom")
"""Segments of the wheel that set nothing else in motion."""
PLUGGED_AGAIN = [2, pytest.param(10, marks=pytest.mark.long), pytest.param(1000, marks=pytest.mark.soak)]
LEDS_A_SEGMENT = wiring.RING_LEDS // 11


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path, tray="emulated") as made:
        ready(made)
        yield made


def ready(table: Table) -> None:
    eventually(lambda: tray_of(table).get("working") is True)


def tray_of(table: Table) -> dict[str, Any]:
    return next((device for device in table.table["devices"] if device["name"] == "dicetray"), {})


def emulator_of(table: Table) -> Emulator:
    emulator = table.daemon.devices.tray.emulator
    assert emulator is not None
    return emulator


def wheel(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = table.table["state"]["wheels"][0]
    return found


def spun(folder: Path) -> list[str]:
    """The segments that stand in the journal, in order."""
    journal = open_for_reading(folder / "data")
    lines = [row.entry.do.split() for row in journal.lines(1) if row.entry.do]
    journal.close()
    return [words[1] for words in lines if words[0] == "spin" and words[1] != "wheel"]


def sector(at: int) -> list[int]:
    return [LEDS_A_SEGMENT * at + place for place in range(LEDS_A_SEGMENT)]


@pytest.mark.long
def test_a_roll_lights_the_windows_with_what_phones_show(table: Table) -> None:
    for number in (1, 2):
        table.press("roll")
        shown = table.roll(number)["values"]
        eventually(lambda shown=shown: windows(emulator_of(table).board) == list(map(str, shown)))  # type: ignore[misc]


@pytest.mark.long
def test_the_trays_own_button_rolls_and_its_lamp_says_that_it_would(table: Table) -> None:
    emulator = emulator_of(table)
    eventually(lambda: emulator.board.levels[wiring.LAMPS[0]] == 1)
    emulator.pull(wiring.BUTTONS[0], True)  # until it is heard: a busy machine looks at its pins more seldom
    assert len(table.roll(1)["values"]) == 3
    emulator.pull(wiring.BUTTONS[0], False)
    eventually(lambda: len(table.table["log"]) == 1)


@pytest.mark.long
def test_the_wheel_lands_on_the_segment_that_the_journal_holds(tmp_path: Path) -> None:
    with Table(tmp_path, scripted(*((name,) for name in CALM)), tray="emulated") as table:
        ready(table)
        names = [segment["name"] for segment in wheel(table)["segments"]]
        for number in range(1, len(CALM) + 1):
            table.press("spin")
            eventually(lambda number=number: wheel(table)["roll"] == number)  # type: ignore[misc]
            at = names.index(spun(tmp_path)[-1])
            assert wheel(table)["at"] == at
            eventually(lambda at=at: lit(emulator_of(table).board, wiring.RING) == sector(at))  # type: ignore[misc]
    assert spun(tmp_path) == list(CALM)


class Plugged:
    """A tray whose port comes back under another name each time; the settings name a link to it, as udev makes one."""

    def __init__(self, folder: Path) -> None:
        self.link = folder / "dicetray"
        self.emulator: Emulator | None = None

    def plug(self) -> None:
        self.emulator = Emulator()
        self.link.symlink_to(self.emulator.path)

    def unplug(self) -> None:
        if self.emulator is not None:
            # The link goes first, as udev's does: the table would look at it for its tray, and once the port is closed
            # another program may be given its very name.
            self.link.unlink(missing_ok=True)
            self.emulator.close()

    @property
    def board(self) -> VirtualPico:
        assert self.emulator is not None
        return self.emulator.board


@contextmanager
def plugged(folder: Path) -> Iterator[Plugged]:
    made = Plugged(folder)
    made.plug()
    try:
        yield made
    finally:
        made.unplug()


def unplug_in_mid_spin(folder: Path, times: int) -> None:
    answers = [(CALM[time % len(CALM)],) for time in range(times)]
    with plugged(folder) as tray, Table(folder, scripted(*answers), tray=str(tray.link)) as table:
        names = [segment["name"] for segment in wheel(table)["segments"]]
        for number in range(1, times + 1):
            ready(table)
            table.press("spin")
            eventually(lambda: not table.daemon.devices.tray.tray.is_public)
            tray.unplug()
            eventually(lambda number=number: wheel(table)["roll"] == number)  # type: ignore[misc]
            tray.plug()
            at = names.index(CALM[(number - 1) % len(CALM)])
            eventually(lambda at=at: lit(tray.board, wiring.RING) == sector(at))  # type: ignore[misc]
        assert spun(folder) == [name for (name,) in answers]


@pytest.fixture
def brief_spins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no wheel turn for longer than a second."""
    monkeypatch.setitem(TIMES_S, "spin", (0.5, 1.0))


@pytest.mark.long
@pytest.mark.usefixtures("brief_spins")
@pytest.mark.parametrize("times", PLUGGED_AGAIN)
def test_unplugged_in_mid_spin_again_and_again_nothing_is_lost_and_nothing_done_twice(
    tmp_path: Path, times: int
) -> None:
    unplug_in_mid_spin(tmp_path, times)


def paused(emulator: Emulator) -> Callable[[], None]:
    """Let the tray hang; return what lets it go on."""
    os.kill(emulator.pid, signal.SIGSTOP)
    return lambda: os.kill(emulator.pid, signal.SIGCONT)


@pytest.mark.long
def test_a_tray_that_hangs_holds_no_roll_up_and_is_told(table: Table) -> None:
    go_on = paused(emulator_of(table))
    try:
        table.press("roll")
        assert len(table.roll(1)["values"]) == 3
        eventually(lambda: tray_of(table)["text"] == TEXTS.say("en", "device.dicetray.gone"))
    finally:
        go_on()
    ready(table)
    shown = list(map(str, dice(table.table)["values"]))
    eventually(lambda: windows(emulator_of(table).board) == shown)


def test_a_table_whose_tray_is_missing_says_so_and_plays(tmp_path: Path) -> None:
    with Table(tmp_path, tray=str(tmp_path / "nothing")) as table:
        table.press("roll")
        assert len(table.roll(1)["values"]) == 3
        eventually(lambda: tray_of(table).get("text") == TEXTS.say("en", "device.dicetray.absent"))


def test_a_table_that_wants_no_tray_says_nothing_of_one(tmp_path: Path) -> None:
    for word in ("none", "auto"):
        (tmp_path / word).mkdir()
        with Table(tmp_path / word, tray=word) as table:
            assert tray_of(table) == {}


@pytest.mark.long
def test_the_page_of_the_simulated_table_shows_the_trays_own_lights(table: Table) -> None:
    def lights() -> Any:
        return table.get("/api/v1/tray").json["leds"]

    def digits(pin: int) -> list[bool]:
        pixels = emulator_of(table).board.pixels[pin]
        return [any(pixels[at : at + 3]) for at in range(0, len(pixels), 3)]

    table.press("roll")
    eventually(lambda: lights()["moves"])
    table.roll(1)
    eventually(lambda: not lights()["moves"] and digits(wiring.WINDOWS[0]) != [False] * 14)
    shown = [[led != "000000" for led in window] for window in lights()["windows"]]
    assert shown == [digits(pin) for pin in wiring.WINDOWS]


def test_a_result_is_in_no_light_that_the_network_sees_before_its_reveal(tmp_path: Path) -> None:
    clock = ManualClock()
    with Table(tmp_path, scripted((3, 7, 10)), tray="emulated", clock=clock) as table:
        ready(table)
        assert table.command("roll dice").status == 200
        board = emulator_of(table).board
        eventually(lambda: windows(board) == ["3", "7", "10"])
        seen = table.get("/api/v1/tray").json["leds"]
        assert seen["moves"]
        real = [[board.pixels[pin][at : at + 3].hex() for at in range(0, 42, 3)] for pin in wiring.WINDOWS]
        assert seen["windows"] != real
        clock.advance(9.0)
        table.roll(1)
        eventually(lambda: windows(board) == ["3", "7", "10"] and not table.get("/api/v1/tray").json["leds"]["moves"])


@pytest.mark.long
def test_the_panel_draws_the_lights(table: Table, browser: Browser) -> None:
    page = browser.new_page()
    try:
        page.goto(f"http://127.0.0.1:{table.port}/panel")
        expect(page.locator("#tray .digits")).to_have_count(3)
        expect(page.locator("#tray circle")).to_have_count(2 + wiring.RING_LEDS)
        table.press("roll")
        values = table.roll(1)["values"]
        eventually(lambda: windows(emulator_of(table).board) == list(map(str, values)))
        lights = sum(len(lit(emulator_of(table).board, pin)) for pin in wiring.WINDOWS)
        expect(page.locator("#tray .digits path[stroke]")).to_have_count(lights)
        idol = page.locator("#tray .idol")
        expect(idol).to_have_count(0)
        for degrees, push in ((90, False), (0, True)):
            table.daemon.devices.tray.tray.aim(degrees, push)
            turned = idol.locator(f".turning[style*='rotate({180 - degrees}deg)']")
            expect(turned).to_have_count(1)
        expect(idol.locator(".spat")).to_have_count(1)
    finally:
        page.close()
