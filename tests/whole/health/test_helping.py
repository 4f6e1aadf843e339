"""A table with a helper: the owner has I2C switched on after the OK of the table, and sticks are mounted."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.app import build, close
from companion.doctor.place import Held, SystemPlace
from companion.doctor.table_doctor import TableDoctor
from companion.health.helper import Helper
from companion.helper.requests import I2C_IS_OFF, LINE, NO_BUS, HelperRequests
from companion.model.reports.findings import CannotFix
from companion.parts.optional import HELPER
from companion.parts.options import TableOptions
from companion.parts.table import Parts
from companion.phones import confirmation
from companion.runtime.clock import SystemClock
from companion.service.helper import loose_sticks
from companion.stage.idle_screen import IdleScreen
from companion.start import start
from hardware.ports import DeviceStatus
from tests.support.helpers import Pretended, helper_at
from tests.support.tables import Phone, settings
from tests.support.waiting import TIMEOUT_S, eventually
from tests.support.wording import say
from tests.whole.health.test_settings import do, health, owners_page

WITHOUT_I2C = DeviceStatus("screen", False, False, NO_BUS)
"""How the screen is on a Raspberry Pi whose I2C is off."""


@pytest.fixture
def pi(tmp_path: Path) -> Pretended:
    return Pretended(tmp_path / "root")


@pytest.fixture
def helper(pi: Pretended, tmp_path: Path) -> Iterator[Helper]:
    with helper_at(tmp_path / "helper", pi) as found:
        yield found


@pytest.fixture
def daemon(tmp_path: Path, helper: Helper, monkeypatch: pytest.MonkeyPatch) -> Iterator[Parts]:
    monkeypatch.setattr(confirmation, "READ_S", 0.0)
    own = settings(tmp_path)
    daemon = build(own, own.table.data, TableOptions(helper=helper))
    try:
        start(daemon)
        yield daemon
    finally:
        close(daemon)


def test_i2c_is_switched_on_from_the_owners_page_once_the_table_has_said_ok(daemon: Parts, pi: Pretended) -> None:
    table = Phone(daemon.server.port)
    assert health(table) == {}
    assert do(table, LINE) == 400, "nothing is wrong"
    daemon.optional.get(HELPER).look_at(WITHOUT_I2C)
    eventually(lambda: health(table) == {I2C_IS_OFF: say("health.i2c")})
    assert say("health.i2c-offer") in owners_page(table)
    assert f'data-do="{LINE}"' in owners_page(table)
    assert do(table, LINE) == 200
    eventually(lambda: say("health.i2c-asked") in owners_page(table))
    assert pi.ran == [], "nobody at the table has said OK"
    assert isinstance(daemon.stage.top, IdleScreen), "a dark screen tells nothing that OK would have to put away"
    table.press("back")
    eventually(lambda: say("health.i2c-offer") in owners_page(table))
    assert do(table, LINE) == 409, "who was told no waits a while"


@pytest.mark.parametrize(
    ("fails", "then"), [("", ""), ("dtparam", "health.i2c-next-start"), ("modprobe", "health.i2c-failed")]
)
def test_what_came_of_it_is_told(daemon: Parts, pi: Pretended, fails: str, then: str) -> None:
    table, pi.fails = Phone(daemon.server.port), {fails}
    daemon.optional.get(HELPER).look_at(WITHOUT_I2C)
    eventually(lambda: health(table) != {})
    assert do(table, LINE) == 200
    table.press("ok")
    if then:
        eventually(lambda: say(then) in owners_page(table))
    else:
        eventually(lambda: health(table) == {})
        assert "i2c_arm=on" in pi.config
    daemon.optional.get(HELPER).look_at(DeviceStatus("screen", False, True))
    eventually(lambda: health(table) == {})


def test_the_doctors_fix_is_asked_at_the_table_too(
    daemon: Parts, helper: Helper, pi: Pretended, tmp_path: Path
) -> None:
    def held() -> Held:
        raise AssertionError("the bus is a file")

    table, faults, fixes = Phone(daemon.server.port), daemon.health.faults, daemon.optional.get(HELPER).fixes()
    pi.write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4")
    place = SystemPlace(settings(tmp_path), tmp_path / "data", SystemClock(), pi.root, held=held)
    doctor = TableDoctor(place, faults, fixes=fixes)
    with pytest.raises(CannotFix) as told:
        doctor.fix("fix i2c")
    assert told.value.why.key == "health.i2c-asked"
    assert pi.ran == []
    table.press("ok")
    eventually(lambda: "i2c_arm=on" in pi.config)
    assert HelperRequests(Helper(tmp_path / "none"), faults, daemon.asking).fixes() == {}, "there is no helper"


def test_a_stick_that_is_in_is_mounted_once_when_games_need_another_folder(
    daemon: Parts, helper: Helper, pi: Pretended
) -> None:
    mounted = threading.Semaphore(0)
    helping = HelperRequests(helper, daemon.health.faults, daemon.asking, lambda: loose_sticks(pi.root))
    helping.mount_sticks(lambda: mounted.release())
    assert mounted.acquire(timeout=TIMEOUT_S)
    assert [command[-1] for command in pi.ran] == ["/media/stick-sdb1", "/media/stick-sdb2"]
    helping.mount_sticks(lambda: mounted.release())
    (pi.root / "sys/class/block/sdb1").rename(pi.root / "sys/class/block/sdd1")
    helping.mount_sticks(lambda: mounted.release())
    assert mounted.acquire(timeout=TIMEOUT_S)
    assert len(pi.ran) == 3, "only what is new is tried"


def test_a_stick_that_is_in_is_mounted_before_the_games_are_copied_to_it(
    daemon: Parts, helper: Helper, pi: Pretended, tmp_path: Path
) -> None:
    pi.fails = {"systemd-mount"}
    helping = HelperRequests(helper, daemon.health.faults, daemon.asking, lambda: loose_sticks(pi.root))
    copied: list[list[str]] = []
    copy = helping.with_sticks(lambda place: copied.append([command[-1] for command in pi.ran]))
    for _ in range(2):
        pi.ran.clear()
        copy(None)
    assert copied == [["/media/stick-sdb1", "/media/stick-sdb2"]] * 2, "each time anew: somebody asks for it"
    HelperRequests(Helper(tmp_path / "none"), daemon.health.faults, daemon.asking).with_sticks(copied.append)([])
    assert copied[-1] == [], "there is no helper"


def test_the_computers_clock_is_set_to_the_date_of_an_owners_phone_once_the_table_has_said_ok(
    daemon: Parts, pi: Pretended, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.runtime.clock._is_synchronized", lambda: False)
    pi.write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4")
    clock = SystemClock(pi.root)
    ask = partial(daemon.optional.get(HELPER).ask_for_clock, clock.utc_text)
    place = SystemPlace(settings(tmp_path), tmp_path / "data", clock, held=lambda: pytest.fail())
    doctor = TableDoctor(place, daemon.health.faults, told_date=ask)
    assert doctor.tell_date("2026-11-24T01:00:00.000Z")
    assert clock.is_set(), "the table itself knows it at once"
    assert pi.ran == []
    Phone(daemon.server.port).press("ok")
    eventually(lambda: len(pi.ran) == 1)
    (command,) = pi.ran
    assert command[:2] == ("/usr/bin/date", "--utc")
    seconds = int(command[2].removeprefix("--set=@"))
    assert 0 <= seconds - 1795482000 < TIMEOUT_S
