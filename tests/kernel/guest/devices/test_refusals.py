"""What the kernel refuses: pins and a display that can't be had, made by a process that makes nothing else."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import gpiod

from tests.kernel.guest.chip import SimulatedChip
from tests.kernel.guest.fingers import Fingers
from tests.kernel.guest.rig import GPIO, PIN, Rig
from tests.kernel.guest.table import Table
from tests.kernel.guest.waiting import eventually

Noted = Callable[[str], None]


@contextmanager
def listening(groups: tuple[int, ...] | None = None) -> Iterator[Fingers]:
    fingers = Fingers() if groups is None else Fingers(groups=groups)
    try:
        yield fingers
    finally:
        assert fingers.close() == 0


def test_a_line_in_use_is_told_with_its_user_and_taken_once_it_is_free(rig: Rig) -> None:
    rig.let_go()
    held = gpiod.request_lines(str(rig.chip.path), consumer="another-program", config={PIN["roll"]: None})
    with listening() as fingers:
        at_once = fingers.ready()["trouble"]
        # The buttons' own thread judges that: on a busy machine a moment later.
        eventually(lambda: "device.pins.buttons" in (at_once, *(told.get("status") for told in list(fingers.told))))
        assert "GPIO17 is in use by another program, another-program" in fingers.logged
        rig.press("spin")
        eventually(lambda: fingers.words == ["spin PRESSED", "spin RELEASED"])
        held.release()
        eventually(lambda: {"status": ""} in fingers.told)
        rig.press("roll")
        eventually(lambda: fingers.words[2:] == ["roll PRESSED", "roll RELEASED"])


def test_a_user_who_is_not_in_the_group_is_told_what_to_do(rig: Rig) -> None:
    with listening(groups=()) as fingers:
        assert fingers.ready() == {"pins": False, "trouble": "device.pins.forbidden"}
        assert "must be in the group gpio" in fingers.logged


def test_a_table_whose_user_is_in_no_group_of_the_devices_starts_and_names_each_group(rig: Rig, note: Noted) -> None:
    rig.let_go()
    begun_s = time.monotonic()
    # Without pins all is simulated, and an emulated tray takes this computer long.
    starts_and_names(Table(Path("/run/in-none"), groups=(), tray="none"), {"pins": "gpio"})
    starts_and_names(Table(Path("/run/in-gpio"), groups=(GPIO,)), {"screen": "i2c", "dicetray": "dialout"})
    note(f"{time.monotonic() - begun_s:.0f} s for both starts")


def starts_and_names(table: Table, missing: Mapping[str, str]) -> None:
    """See that *table* plays, and tells for each device in which *missing* group its user has to be."""

    def told(name: str) -> str:
        return str(table.devices.get(name, {}).get("text"))

    try:
        table.ready()
        eventually(lambda: all(f"the group {group}." in told(name) for name, group in missing.items()))
        assert [group for group in missing.values() if f"must be in the group {group}" not in table.log] == []
        assert table.works("pins") == ("pins" not in missing)
        assert "version" in table.post("/api/v1/commands", seat="table", do="new fireship kit")
    finally:
        code = table.end(signal.SIGTERM)
    assert code == 0, table.log


def test_a_pi_without_its_chip_is_told(rig: Rig) -> None:
    rig.chip.remove()
    try:
        with listening() as fingers:
            assert fingers.ready() == {"pins": False, "trouble": "device.pins.no_gpio"}
            assert "Raspberry Pi 4 Model B" in fingers.logged
    finally:
        rig.chip = SimulatedChip()
        rig.let_go()
        rig.allow()


def test_another_chip_than_the_headers_is_told_by_its_name(rig: Rig) -> None:
    rig.chip.remove()
    rig.chip = SimulatedChip(label="raspberrypi-exp-gpio", lines=28)
    rig.allow()
    try:
        with listening() as fingers:
            assert fingers.ready() == {"pins": False, "trouble": "device.pins.refused"}
            assert "raspberrypi-exp-gpio" in fingers.logged
    finally:
        rig.chip.remove()
        rig.chip = SimulatedChip()
        rig.let_go()
        rig.allow()
