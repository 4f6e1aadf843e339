from __future__ import annotations

import pytest
from smbus2 import i2c_msg

from hardware.emulated.bus import Bus
from hardware.emulated.controllers import SSD1306

LIGHT = [0x00, 0xAF]


def light(bus: Bus) -> None:
    bus.i2c_rdwr(i2c_msg.write(0x3C, LIGHT))


def test_a_bus_counts_transactions_and_bytes_with_their_address() -> None:
    bus = Bus({0x3C: SSD1306()})
    light(bus)
    bus.write_i2c_block_data(0x3C, 0x00, [0xA4, 0xA6])
    assert (bus.transactions, bus.bytes_written) == (2, 7)
    bus.reset_counts()
    assert (bus.transactions, bus.bytes_written) == (0, 0)


def test_a_block_has_at_most_32_bytes() -> None:
    with pytest.raises(ValueError, match="33 bytes in one block: SMBus carries 32"):
        Bus({0x3C: SSD1306()}).write_i2c_block_data(0x3C, 0x40, bytes(33))


def test_nobody_answers_at_another_address() -> None:
    with pytest.raises(OSError, match="nobody acknowledges address 0x3D"):
        Bus({0x3C: SSD1306()}).i2c_rdwr(i2c_msg.write(0x3D, LIGHT))


def test_a_failure_comes_once_at_the_transaction_asked_for() -> None:
    bus = Bus({0x3C: SSD1306()})
    bus.fail_at(2)
    light(bus)
    with pytest.raises(OSError, match="nobody acknowledges"):
        light(bus)
    light(bus)
    assert bus.transactions == 2


def test_what_is_plugged_in_again_has_lost_its_memory() -> None:
    chip = SSD1306()
    bus = Bus({0x3C: chip})
    light(bus)
    bus.unplug()
    for _ in range(2):
        with pytest.raises(OSError, match="nobody acknowledges"):
            light(bus)
    assert chip.on
    bus.plug_in()
    assert not chip.on
    light(bus)
    assert chip.on


def test_a_tape_hears_each_payload_before_the_controller_does() -> None:
    chip = SSD1306()
    heard: list[tuple[bytes, bool]] = []
    bus = Bus({0x3C: chip}, lambda payload: heard.append((payload, chip.on)))
    light(bus)
    bus.fail_at(1)
    with pytest.raises(OSError, match="nobody acknowledges"):
        light(bus)
    assert heard == [(bytes(LIGHT), False)]


def test_a_closed_bus_can_be_opened_again() -> None:
    chip = SSD1306()
    bus = Bus({0x3C: chip})
    bus.close()
    assert not chip.on
    light(bus)
    assert chip.on
