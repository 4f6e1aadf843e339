"""A table whose devices or memory fail: play goes on, or stops with a sentence; nothing is lost or doubled."""

from __future__ import annotations

import errno
import resource
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.engine.game import BadSetup
from companion.journal.errors import JournalInUse
from companion.journal.journal import FILE
from companion.opening import Opening
from companion.parts.table import Parts
from hardware.board.pins import choose_pins, open_real_pins
from hardware.board.wiring import Wiring
from hardware.emulated.bus import Bus
from hardware.emulated.controllers import CONTROLLERS
from tests.support.chips import FakeChip
from tests.support.tables import Process, Table, dice, of_roll, of_trouble, picture, running, scripted
from tests.support.waiting import eventually
from tests.support.wording import TEXTS

DATA = 0x40
"""The first byte of a transaction that carries pixels."""


class Cable:
    """The cable of a table's screen. Once *torn*, it comes off in the middle of the next picture."""

    def __init__(self) -> None:
        self.daemon: Parts | None = None
        self.torn = threading.Event()
        self._spans = 0

    def hear(self, payload: bytes) -> None:
        if self.torn.is_set() and payload[0] == DATA:
            self._spans += 1
            if self._spans == 3 and self.daemon is not None and self.daemon.devices.screen.bus is not None:
                self.daemon.devices.screen.bus.unplug()


def screen_of(table: Table) -> dict[str, Any]:
    return next(device for device in table.table["devices"] if device["name"] == "screen")


def test_a_screen_unplugged_in_the_middle_of_a_picture_holds_no_roll_up_and_is_whole_when_it_is_back(
    tmp_path: Path,
) -> None:
    cable = Cable()
    with Table(tmp_path, scripted((3, 7, 10)), tape=cable.hear) as table:
        cable.daemon = table.daemon
        eventually(lambda: bool(screen_of(table)["working"]) and any(table.private_screen))
        cable.torn.set()
        table.press("roll")
        assert table.roll(1)["values"] == [3, 7, 10]
        eventually(lambda: screen_of(table)["text"] == TEXTS.say("en", "device.oled.silent"))
        assert table.get("/api/v1/healthz").status == 200
        assert table.daemon.devices.screen.bus is not None
        table.daemon.devices.screen.bus.plug_in()
        table.glass_shows(of_roll(table.table))
        eventually(lambda: bool(screen_of(table)["working"]))


def test_a_table_without_a_screen_starts_and_plays(tmp_path: Path) -> None:
    def pull_the_cable(daemon: Parts) -> None:
        assert daemon.devices.screen.bus is not None
        daemon.devices.screen.bus.unplug()

    with Table(tmp_path, scripted((3, 7, 10)), prepare=pull_the_cable) as table:
        table.press("roll")
        assert table.roll(1)["values"] == [3, 7, 10]
        assert not screen_of(table)["working"]
        table.shows(of_roll(table.table))


def test_a_games_file_that_is_taken_away_stops_play_with_a_sentence_until_it_is_put_back(tmp_path: Path) -> None:
    with Table(tmp_path, scripted((3, 7, 10), (2, 2, 2), (8, 1, 1))) as table:
        table.press("roll")
        shown = table.roll(1)
        file = tmp_path / "data" / FILE
        file.rename(tmp_path / "elsewhere")
        for number in range(2):
            answer = table.command("roll dice", id=f"lost-{number}")
            assert (answer.status, answer.json["error"]) == (503, "unwritable")
            assert answer.json["text"] == table.table["trouble"] == TEXTS.say("en", "session.unwritable.gone")
        table.shows(of_trouble("session.unwritable.gone"))
        assert (dice(table.table), table.table["reveal"], file.exists()) == (shown, None, False)
        (tmp_path / "elsewhere").rename(file)
        assert table.command("roll dice").status == 200
        assert table.roll(2)["values"] == [8, 1, 1]
        assert table.table["trouble"] is None
    with Table(tmp_path, scripted(), opening=None) as table:
        assert table.roll(2)["values"] == [8, 1, 1]


@pytest.mark.long
def test_a_games_file_that_is_overwritten_stops_play_with_a_sentence_until_a_restart(tmp_path: Path) -> None:
    file, copy = tmp_path / "data" / FILE, tmp_path / "copy"
    with Table(tmp_path, scripted((3, 7, 10))) as table:
        table.press("roll")
        copied = table.roll(1)["values"]
    shutil.copyfile(file, copy)
    with Table(tmp_path, scripted((2, 2, 2), (8, 1, 1)), opening=None) as table:
        assert table.roll(1)["values"] == copied
        assert table.command("roll dice").status == 200
        shown = table.roll(2)["values"]
        shutil.copyfile(copy, file)
        for number in range(2):
            answer = table.command("roll dice", id=f"lost-{number}")
            assert (answer.status, answer.json["error"]) == (503, "unwritable")
            assert answer.json["text"] == table.table["trouble"] == TEXTS.say("en", "session.unwritable.gone")
        table.shows(of_trouble("session.unwritable.gone"))
        assert dice(table.table)["values"] == shown
    assert file.read_bytes() == copy.read_bytes()
    with Table(tmp_path, scripted((9, 9, 9)), opening=None) as table:
        assert (table.roll(1)["values"], table.table["trouble"]) == (copied, None)
        assert table.command("roll dice").status == 200
        assert table.roll(2)["values"] == [9, 9, 9]


def test_where_a_raspberry_pi_refuses_its_pins_the_real_screen_works_and_no_tray_is_emulated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chip = FakeChip()
    chip.refuses_opening = PermissionError(errno.EACCES, "Permission denied")
    root = tmp_path / "pi"
    (root / "dev").mkdir(parents=True)
    (root / "proc/device-tree").mkdir(parents=True)
    (root / "proc/device-tree/model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    chip.install(monkeypatch, root / "dev")
    monkeypatch.setattr("companion.parts.devices.choose_pins", lambda choice, clock: choose_pins("auto", root))
    controller = CONTROLLERS["ssd1306"]()
    bus = Bus({0x3C: controller})
    monkeypatch.setattr("hardware.oled.panel.driver.open_i2c", lambda number: bus)
    monkeypatch.setattr("firmware_host.choice.plugged_in", list)
    with Table(tmp_path, scripted((3, 7, 10)), tray="auto") as table:
        assert table.daemon.devices.screen.bus is None, "the screen's bus is the computer's own"
        assert table.daemon.devices.tray.emulator is None
        devices = {device["name"]: device for device in table.table["devices"]}
        assert devices["pins"]["text"] == TEXTS.say("en", "device.pins.forbidden")
        assert "dicetray" not in devices
        eventually(lambda: bool(screen_of(table)["working"]))
        assert not screen_of(table)["simulated"]
        table.press("roll")
        assert table.roll(1)["values"] == [3, 7, 10]
        wanted = picture(of_roll(table.table))
        eventually(lambda: Image.frombytes("L", (128, 64), controller.picture()).convert("1").tobytes() == wanted)


def test_real_pins_play_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chip = FakeChip()
    chip.install(monkeypatch, tmp_path)
    monkeypatch.setattr("companion.parts.devices.choose_pins", lambda choice, clock: open_real_pins(tmp_path))
    monkeypatch.setattr("hardware.oled.panel.driver.open_i2c", lambda number: Bus({}))
    roll = Wiring().roll
    with Table(tmp_path, scripted((3, 7, 10))) as table:
        eventually(lambda: chip.level(Wiring().lamp_roll))
        chip.drive(roll, False)
        chip.drive(roll, True)
        assert table.roll(1)["values"] == [3, 7, 10]
        devices = {device["name"]: device for device in table.table["devices"]}
        assert [name for name, device in devices.items() if device["simulated"]] == []
        assert all(devices[name]["working"] for name in ("pins", "buttons", "lamps"))
        assert len(chip.held) == len(Wiring().by_name)
    assert (chip.held, chip.opened) == ({}, 0)


def unwritable(folder: Path, how: str) -> None:
    """Put something in the way of the data folder."""
    data = folder / "data"
    if how == "is a file":
        data.write_text("not a folder")
    elif how == "leads nowhere":
        data.symlink_to("/proc/no-such-thing/data")
    else:
        data.mkdir()
        (data / "journal.sqlite").mkdir()


@pytest.mark.parametrize("how", ["is a file", "leads nowhere", "holds a folder for a journal"])
def test_without_a_memory_the_table_runs_says_so_and_plays_once_it_is_mended(tmp_path: Path, how: str) -> None:
    unwritable(tmp_path, how)
    data = tmp_path / "data"
    with Table(tmp_path, scripted((3, 7, 10)), language="fr") as table:
        trouble = table.daemon.session.published.trouble
        assert trouble is not None
        sentence = TEXTS.say("fr", trouble.key)
        assert table.table["trouble"] == sentence
        table.glass_shows(of_trouble(trouble.key, "fr"))
        assert table.get("/api/v1/healthz").status == 503
        assert (table.command("new fireship kit").status, dice(table.table)["roll"]) == (503, None)
        if data.is_dir():
            (data / "journal.sqlite").rmdir()
        else:
            data.unlink()
        assert table.command("new fireship kit").status == 200
        assert table.get("/api/v1/healthz").status == 200
        table.press("roll")
        assert table.roll(1)["values"] == [3, 7, 10]
        assert table.table["trouble"] is None


@pytest.mark.parametrize("opening", [Opening("fireship", "kit"), Opening("fireship", "kit", ("Ann", "Ben"))])
def test_a_damaged_memory_is_set_aside_told_and_play_begins_anew(tmp_path: Path, opening: Opening | None) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "journal.sqlite").write_bytes(b"neither chart nor log " * 400)
    with Table(tmp_path, scripted((3, 7, 10)), opening=opening) as table:
        assert table.table["trouble"] == TEXTS.say("en", "session.set-aside")
        table.glass_shows(of_trouble("session.set-aside"))
        assert table.get("/api/v1/healthz").status == 200
        table.press("roll")
        assert table.roll(1)["values"] == [3, 7, 10]
        table.glass_shows(of_roll(table.table))
    aside = tmp_path / "data" / "journal.damaged-1.sqlite"
    assert aside.read_bytes().startswith(b"neither chart nor log")


def test_a_table_that_cannot_start_leaves_everything_as_it_was(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        with pytest.raises(JournalInUse, match="stop it, or choose another --data"):
            Table(tmp_path)
        with pytest.raises(BadSetup):
            (tmp_path / "third").mkdir()
            Table(tmp_path / "third", opening=Opening("fireship", "kit", ("A", "B", "C", "D", "E")))
        assert table.get("/api/v1/healthz").status == 200


def test_five_starts_in_a_row_change_nothing(tmp_path: Path) -> None:
    seen = []
    for opening in (Opening("fireship", "kit"), None, Opening("fireship", "kit"), None, None):
        with Table(tmp_path, opening=opening) as table:
            seen.append({name: table.table[name] for name in ("version", "game", "log", "people", "reveal")})
    assert seen == [seen[0]] * 5


@pytest.mark.long
def test_a_disk_that_is_full_stops_play_with_a_sentence_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        table.press("roll")
        first = table.roll(1)
        limit(table, 0)
        refused = table.command("roll dice", id="while-full")
        assert refused.status == 503
        now = table.table
        assert now["trouble"] == refused.json["text"]
        assert dice(now) == first
        table.shows(of_trouble("session.unwritable.full"))
        assert table.get("/api/v1/healthz").status == 503
        limit(table, resource.RLIM_INFINITY)
        assert table.command("roll dice", id="while-full").status == 200
        second = table.roll(2)
        assert len(table.table["log"]) == 2
        table.shows(of_roll(table.table))
        assert table.table["trouble"] is None
        assert table.stop() == 0
    with running(tmp_path) as table:
        assert table.roll(2) == second
        assert len(table.table["log"]) == 2


def limit(table: Process, size: int) -> None:
    """Let the table's process write no file beyond *size* bytes: what a full disk is to it."""
    _, maximum = resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, (size, maximum))
