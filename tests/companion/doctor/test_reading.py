"""What the doctor reads, on pretended computers: a folder in the place of the root."""

from __future__ import annotations

import errno
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from companion.doctor import board, card, memory, parts, pins, screen
from companion.doctor.checks import CHECKS, Check, Doctor
from companion.doctor.fixes import COPIES, FIXES, copy_to_stick
from companion.doctor.place import Held, SystemPlace
from companion.engine.values.message import Message
from companion.journal.journal import FILE, Journal
from companion.journal.rows import Batch
from companion.model.reports.findings import Finding
from companion.runtime.clock import SystemClock
from companion.settings.tables import DiceTraySettings
from firmware_host.line import Greeting
from hardware.ports import DeviceStatus
from tests.support.tables import settings

Write = Callable[[str, bytes], None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


@pytest.fixture
def write(root: Path) -> Write:
    def write_it(name: str, content: bytes) -> None:
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

    return write_it


@pytest.fixture
def place(tmp_path: Path, root: Path) -> SystemPlace:
    own = settings(tmp_path)
    return SystemPlace(own, own.table.data, SystemClock(root), root)


def as_pi(write: Write) -> None:
    write("proc/device-tree/model", b"Raspberry Pi Zero 2 W Rev 1.0\0")


def held(screen: str = "", buttons: str = "", **more: object) -> Held:
    names = {"screen": screen, "buttons": buttons, "pins": ""}
    parts = {name: DeviceStatus(name, False, not trouble, trouble) for name, trouble in names.items()}
    return Held(**{**parts, **more})  # type: ignore[arg-type]


# ---------------------------------------------------------------------- the computer
def test_the_voltage_is_read_from_the_firmwares_file(place: SystemPlace, write: Write) -> None:
    assert board.read_power(place).bits is None
    write(board.THROTTLED, b"50005\n")
    assert board.read_power(place).bits == 0x50005


def test_the_voltage_is_read_from_the_firmwares_mailbox(write: Write, root: Path) -> None:
    def answer(_: int, number: int, message: bytearray) -> None:
        assert (number >> 30, number >> 8 & 0xFF, struct.unpack_from("=I", message, 8)) == (3, 100, (0x00030046,))
        struct.pack_into("=II", message, 4, 0x80000000, 0x00030046)
        struct.pack_into("=I", message, 20, 0x50000)

    write("dev/vcio", b"")
    assert board._of_mailbox(root, answer) == 0x50000  # noqa: SLF001
    assert board._of_mailbox(root) is None  # noqa: SLF001  # a plain file has no mailbox


def test_the_voltage_is_read_from_the_kernels_watch(place: SystemPlace, write: Write) -> None:
    write("sys/class/hwmon/hwmon0/name", b"cpu_thermal\n")
    write("sys/class/hwmon/hwmon1/name", b"rpi_volt\n")
    write("sys/class/hwmon/hwmon1/in0_lcrit_alarm", b"1\n")
    assert board.read_power(place).bits == board.UNDER_VOLTAGE


def test_the_temperature_is_read(place: SystemPlace, write: Write) -> None:
    assert board.read_heat(place).celsius is None
    write(board.ZONE, b"48312\n")
    assert board.read_heat(place).celsius == 48.312


def test_a_pi_without_a_clock_knows_no_date_until_the_network_has_set_it(
    place: SystemPlace, write: Write, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.runtime.clock._is_synchronized", lambda: False)
    assert board.read_calendar(place).is_set
    as_pi(write)
    sick = replace(place, clock=SystemClock(root))
    assert board.read_calendar(sick) == board.Calendar(False, "")
    told = SystemClock(root)
    assert told.tell("2030-01-02T03:04:05.000Z")
    assert (told.utc_text()[:10], told.sure_text()) == ("2030-01-02", "")
    write("run/systemd/timesync/synchronized", b"")
    assert board.read_calendar(sick).is_set
    assert told.utc_text()[:10] == told.sure_text()[:10] != "", "the network has the last word"


def test_a_pi_with_a_clock_of_its_own_knows_the_date(write: Write, root: Path) -> None:
    as_pi(write)
    write("sys/class/rtc/rtc0/hctosys", b"1\n")
    assert SystemClock(root).is_set()


# ---------------------------------------------------------------------- the card
def test_what_the_card_says_of_itself_is_read(root: Path, write: Write) -> None:
    disk = "sys/devices/mmcblk0"
    write(f"{disk}/device/life_time", b"0x03 0x09\n")
    write(f"{disk}/device/pre_eol_info", b"0x02\n")
    write(f"{disk}/mmcblk0p2/partition", b"2\n")
    write("sys/fs/ext4/mmcblk0p2/errors_count", b"4\n")
    block = root / "sys/dev/block/179:2"
    block.parent.mkdir(parents=True)
    block.symlink_to(root / disk / "mmcblk0p2")
    assert card.words_of(root, block) == (9, 2, 4)


def test_the_room_that_is_left_is_read_where_the_folder_is_yet_to_be_made(place: SystemPlace) -> None:
    found = card.read_card(place)
    assert not place.data.exists()
    assert found.free_mb is not None
    assert not found.read_only


# ---------------------------------------------------------------------- the journal
@pytest.fixture
def journal(place: SystemPlace) -> Iterator[Journal]:
    journal = Journal(place.data)
    journal.open()
    journal.commit(Batch(id="x", version=1, settings={"lang": "fr"}))
    yield journal
    journal.close()


def test_a_journal_is_read_whole_beside_who_writes_it(place: SystemPlace, journal: Journal) -> None:
    assert memory.read_memory(place) == memory.Memory("sound")
    (place.data / "journal.damaged-1.sqlite").write_bytes(b"")
    assert memory.read_memory(place).aside == 1


def test_a_damaged_journal_and_a_newer_one_are_found(place: SystemPlace, journal: Journal) -> None:
    assert memory.read_memory(replace(place, data=place.data / "elsewhere")).state == "none"
    journal.close()
    whole = (place.data / FILE).read_bytes()
    (place.data / FILE).write_bytes(whole[:4096] + bytes(4096) + whole[8192:])
    assert memory.read_memory(place).state == "damaged"
    (place.data / FILE).write_bytes(whole)
    with closing(sqlite3.connect(place.data / FILE)) as newer:
        newer.execute("PRAGMA user_version=99")
    assert memory.read_memory(place).state == "too-new"


def test_the_games_are_copied_to_a_stick_and_that_is_known_then(
    place: SystemPlace, journal: Journal, tmp_path: Path
) -> None:
    stick = tmp_path / "mnt/stick"
    stick.mkdir(parents=True)
    mounts = tmp_path / "mounts"
    mounts.write_text("proc /proc proc rw 0 0\n")
    assert memory.read_copies(place).at is None
    copies_to = {"backup": lambda place: copy_to_stick(place, mounts)}
    check = Check("backup", Message("doctor.backup"), lambda place: memory.Copies(None, 1), memory.judge_copies)
    doctor = Doctor(place, copies_to, (check,))
    (found,) = doctor.examine().checks
    assert found.fix is not None
    with pytest.raises(Exception, match="doctor.backup-no-stick"):
        doctor.fix(found.fix.line)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.health.places.BELOW", (str(stick.parent),))
        mounts.write_text(f"/dev/sda1 {stick} vfat rw 0 0\n")
        assert doctor.fix(found.fix.line)
        assert doctor.fix(found.fix.line)
    copied = sorted((stick / COPIES).iterdir())
    assert [each.name for each in copied] == ["journal-1.sqlite", "journal-2.sqlite"]
    with closing(sqlite3.connect(copied[0])) as copy:
        assert copy.execute("SELECT value FROM setting WHERE name = 'lang'").fetchone() == ("fr",)
    assert copied[0].stat().st_mode & 0o077 == 0
    assert memory.read_copies(place).at
    assert not doctor.fix("fix kits")
    assert set(FIXES) <= {check.key for check in CHECKS}


# ---------------------------------------------------------------------- pins and the screen
def test_the_bus_is_looked_for_where_the_pi_has_it(place: SystemPlace, write: Write) -> None:
    assert not screen.read_bus(place).is_pi
    as_pi(write)
    assert screen.read_bus(place) == screen.BusFile(is_there=False, may_use=False, asked=False)
    write("boot/firmware/config.txt", b"# dtparam=i2c_arm=on\ndtparam=i2c_arm=off\n")
    assert not screen.read_bus(place).asked
    write("boot/firmware/config.txt", b"dtparam=audio=on\ndtparam=i2c_arm=on\n")
    assert screen.read_bus(place).asked
    write("dev/i2c-1", b"")
    assert screen.read_bus(place) == screen.BusFile()


def test_the_speed_of_the_bus_is_the_device_trees(place: SystemPlace, write: Write) -> None:
    as_pi(write)
    assert screen.read_speed(place).hertz is None
    write("sys/class/i2c-adapter/i2c-1/of_node/clock-frequency", (100_000).to_bytes(4, "big"))
    assert screen.read_speed(place).hertz == 100_000


def test_both_addresses_and_that_of_the_settings_are_asked(
    place: SystemPlace, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def answers(bus: int, address: int) -> bool:
        asked.append(address)
        return address == 0x3D

    as_pi(write)
    monkeypatch.setattr(screen, "acknowledges", answers)
    own = structs.replace(place.settings, oled=structs.replace(place.settings.oled, address=0x3F))
    assert screen.read_answers(replace(place, settings=own)) == screen.Answers((0x3D,), 0x3F)
    assert asked == [0x3C, 0x3D, 0x3F]
    busy = replace(place, held=lambda: held("device.oled.silent"))
    assert screen.read_answers(busy).trouble == "device.oled.silent"


def test_nobody_at_an_address_is_an_answer_and_no_bus_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bus:
        def i2c_rdwr(self, *_: object) -> None:
            raise OSError(errno.EREMOTEIO, "nobody")

        def close(self) -> None:
            pass

    monkeypatch.setattr(screen, "open_i2c", lambda number: Bus())
    assert not screen.acknowledges(1, 0x3C)

    def refuse(number: int) -> Bus:
        raise PermissionError(errno.EACCES, "may not")

    monkeypatch.setattr(screen, "open_i2c", refuse)
    with pytest.raises(OSError, match="may not"):
        screen.acknowledges(1, 0x3C)


def test_a_running_table_tells_itself_which_button_is_stuck(place: SystemPlace) -> None:
    running = replace(place, held=lambda: held(buttons="device.stuck.draw"))
    assert (pins.read_lines(running).stuck, pins.read_lines(running).is_ours) == ("draw", True)
    assert pins.read_lines(replace(place, held=held)).stuck == ""
    assert pins.read_lines(place).stuck is None


def test_without_pins_there_is_no_chip(place: SystemPlace, write: Write) -> None:
    assert pins.read_chip(place).state == "not-a-pi"
    as_pi(write)
    assert pins.read_chip(place).state == "missing"
    assert pins.read_lines(place).seen is None


def test_a_running_table_tells_the_trays_firmware(place: SystemPlace) -> None:
    greeted = held(greeting=Greeting(1, 3, 33, "tidetable 1", "1.27"))
    assert parts.read_tray(replace(place, held=lambda: greeted)).firmware == "tidetable 1"
    gone = held(tray=DeviceStatus("dicetray", False, False, parts.GONE))
    assert parts.read_tray(replace(place, held=lambda: gone)) == parts.TrayReading(trouble=parts.GONE)


def test_a_tray_that_the_settings_name_and_that_is_not_plugged_in_is_absent(place: SystemPlace, tmp_path: Path) -> None:
    wanted = structs.replace(place.settings, dicetray=DiceTraySettings(str(tmp_path / "ttyACM7")))
    finding = parts.judge_tray(parts.read_tray(replace(place, settings=wanted)))
    assert (finding.level, finding.reason.key) == ("fault", "doctor.tray-absent")


def test_a_check_that_fails_is_a_fault_and_stops_no_other(place: SystemPlace, caplog: pytest.LogCaptureFixture) -> None:
    def breaks(_: SystemPlace) -> None:
        raise ZeroDivisionError

    rows = (Check("power", Message("doctor.power"), breaks, judge), *(c for c in CHECKS if c.key in ("kits", "i2c")))
    found = Doctor(place, checks=rows).examine().checks
    assert [(each.key, each.level) for each in found] == [("power", "fault"), ("kits", "ok"), ("i2c", "none")]
    assert "the check power failed" in caplog.text


def judge(_: object) -> Finding:
    raise AssertionError("nothing was read")
