"""A card's second start: it has installed its table by itself at its first, and nobody has typed anything."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

from companion.upkeep.card.answers import LOCALES
from tests.kernel.card import LANGUAGE
from tests.kernel.guest import pwm
from tests.kernel.guest.rig import Rig
from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import CARD, LONG_S, PROGRAM, ROOT, OwnTable, call, told, uptime_s

Noted = Callable[[str], None]


def test_the_table_is_ready_and_its_glass_and_its_page_show_it(rig: Rig, table: OwnTable, note: Noted) -> None:
    table.until_ready()
    note(f"power-on to READY {uptime_s():.0f} s")
    eventually(lambda: table.works("screen") and table.works("pins"), LONG_S)
    table.shows_as_mirrored(rig)
    assert b"<html" in table.get("/")


def test_no_network_is_there_but_the_computers_own() -> None:
    assert [path.name for path in Path("/sys/class/net").iterdir()] == ["lo"]


def test_it_speaks_the_cards_language_and_so_do_the_computers_own_programs(table: OwnTable) -> None:
    assert f'<html lang="{LANGUAGE}"'.encode() in table.get("/")
    assert LOCALES[LANGUAGE].replace("UTF-8", "utf8") in call("locale", "-a").split()
    assert f"LANG={LOCALES[LANGUAGE]}" in (ROOT / "etc/default/locale").read_text().splitlines()


def test_no_start_waits_for_a_network() -> None:
    waits = "systemd-networkd-wait-online.service"
    assert (told(waits, "UnitFileState"), told(waits, "ActiveState")) == ("disabled", "inactive")


def test_its_devices_are_their_groups_by_its_own_udev(rig: Rig, table: OwnTable) -> None:
    eventually(lambda: table.works("dicetray"), LONG_S)
    groups = {rig.chip.path: "gpio", rig.bus.path: "i2c", rig.pico.path: "dialout"}
    assert {path: _rights(path) for path in groups} == {path: (group, 0o660) for path, group in groups.items()}
    for file in (pwm.CHIP / "export", pwm.CHIP / "unexport"):
        assert _rights(file) == ("gpio", 0o220), file


def test_a_tray_that_is_plugged_in_later_is_its_groups_too_and_nothing_that_looks_for_modems_writes_to_it(
    rig: Rig, table: OwnTable
) -> None:
    rig.pico.pull_out()
    eventually(lambda: not rig.pico.path.exists() and not table.works("dicetray"))
    rig.pico.plug_in()
    eventually(lambda: table.works("dicetray"), LONG_S)
    assert _rights(rig.pico.path) == ("dialout", 0o660)
    assert "ID_MM_DEVICE_IGNORE=1" in call("udevadm", "info", str(rig.pico.path))


def _rights(path: Path) -> tuple[str, int]:
    """Return the name that the computer gives to the group of *path*, and its mode."""
    found = path.stat()
    rows = (line.split(":") for line in (ROOT / "etc/group").read_text().splitlines())
    group = next((row[0] for row in rows if int(row[2]) == found.st_gid), str(found.st_gid))
    return group, stat.S_IMODE(found.st_mode)


def test_a_roll_sounds_by_the_kernels_pwm_whose_channel_udev_gave(rig: Rig, table: OwnTable) -> None:
    before = pwm.tones()
    assert "version" in table.post("/api/v1/commands", seat="table", do="new fireship kit")
    eventually(lambda: rig.is_lit("roll"))
    rig.press("roll")
    eventually(lambda: table.dice() and rig.is_lit("roll"))
    eventually(lambda: pwm.tones() > before and pwm.is_silent())
    assert "the buzzer sounds by the kernel's PWM" in table.log
    for name in ("period", "duty_cycle", "enable"):
        assert _rights(pwm.CHANNEL / name) == ("gpio", 0o664), name
    table.shows_as_mirrored(rig)


def test_once_more_installed_nothing_is_changed() -> None:
    said = call(PROGRAM, "install").splitlines()
    assert said[-1] == "No change needed."
    assert {line.partition(": ")[0] for line in said[:-1]} == {"up to date"}


def test_what_cloud_init_was_told_is_harmless_now() -> None:
    assert (CARD / "user-data").read_text() == "#cloud-config\n{}\n"
    assert (CARD / "network-config").read_text() == "network:\n  version: 2\n"
    status = call("cloud-init", "status", "--wait", "--long")
    assert "status: done" in status, status


def test_nobody_can_log_in() -> None:
    shadow = dict(line.split(":")[:2] for line in (ROOT / "etc/shadow").read_text().splitlines())
    assert [name for name, password in shadow.items() if password[:1] not in ("*", "!")] == []
    assert told("ssh.service", "ActiveState") == "inactive"
    assert " 00000000:0016 " not in Path("/proc/net/tcp").read_text()
    assert [file for file in (ROOT / "etc/sudoers.d").glob("*") if "pi " in file.read_text()] == []
