"""Which pin is what, and what is said when two things meet."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from hardware.wiring import LAST_PIN, RESERVED, Wiring, WiringError


def test_the_default_wiring_has_a_pin_of_its_own_for_each_of_thirteen_things() -> None:
    pins = Wiring().by_name
    assert len(pins) == 13
    assert len(set(pins.values())) == 13
    assert all(0 <= pin <= LAST_PIN for pin in pins.values())


def test_the_default_wiring_leaves_the_pins_of_other_boards_and_of_hardware_pwm_free() -> None:
    spi, pwm = {7, 8, 9, 10, 11}, {12, 13, 18}
    assert not set(Wiring().by_name.values()) & (set(RESERVED) | spi | pwm)


def test_buttons_and_lamps_are_found_by_their_names() -> None:
    wiring = Wiring(roll=4, lamp_back=18)
    assert wiring.buttons == {"roll": 4, "spin": 27, "draw": 22, "ok": 23, "back": 24, "push": 19}
    assert wiring.lamps == {"roll": 25, "spin": 16, "draw": 20, "ok": 21, "back": 18}


def test_settings_change_only_the_pins_they_name() -> None:
    assert Wiring.from_settings({}) == Wiring()
    assert Wiring.from_settings({"knob_a": 12}) == Wiring(knob_a=12)


def test_a_wiring_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Wiring().roll = 4  # type: ignore[misc]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"roll": 27}, ["roll and spin are both on pin 27", "choose a free pin: 4,"]),
        ({"lamp_roll": 17}, ["roll and lamp_roll are both on pin 17", "free pin"]),
        ({"ok": 2}, ["ok is on pin 2", "the OLED's I2C data line", "free pin"]),
        ({"ok": 3}, ["ok is on pin 3", "the OLED's I2C clock line"]),
        ({"knob_b": 0}, ["knob_b is on pin 0", "the ID chip"]),
        ({"draw": 14}, ["draw is on pin 14", "the serial console"]),
        ({"back": 28}, ["back is on pin 28", "does not exist (0 to 27, BCM)", "free pin"]),
        ({"back": -1}, ["back is on pin -1", "does not exist"]),
        ({"back": "GPIO24"}, ["back is on pin 'GPIO24'", "does not exist"]),
        ({"back": True}, ["back is on pin True", "does not exist"]),
        ({"back": 24.0}, ["back is on pin 24.0", "does not exist"]),
        ({"lamp_rol": 4}, ["'lamp_rol'", "did you mean 'lamp_roll'?"]),
        ({"zzz": 4}, ["'zzz'", "known are roll, spin,"]),
    ],
)
def test_a_wiring_that_cannot_work_is_refused_in_words(settings: dict[str, object], said: list[str]) -> None:
    with pytest.raises(WiringError) as refusal:
        Wiring.from_settings(settings)
    assert len(refusal.value.faults) == 1
    for words in said:
        assert words in str(refusal.value)


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(WiringError) as refusal:
        Wiring.from_settings({"roll": 2, "spin": 99, "draw": 24})
    assert [fault.split(":")[0] for fault in refusal.value.faults] == [
        "[pins] roll is on pin 2, which belongs to the OLED's I2C data line",
        "[pins] spin is on pin 99, which does not exist (0 to 27, BCM)",
        "[pins] draw and back are both on pin 24",
    ]


def test_the_free_pins_that_are_advised_can_be_taken() -> None:
    with pytest.raises(WiringError) as refusal:
        Wiring.from_settings({"roll": 27})
    advised = str(refusal.value).rsplit("choose a free pin: ", 1)[1].rstrip(".").split(", ")
    assert all(Wiring(roll=int(pin)).roll == int(pin) for pin in advised)
