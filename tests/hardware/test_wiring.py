"""Which pin is what, and what is said when two things meet."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from hardware.board.diagram import diagram
from hardware.board.pins import MOCK_REVISION
from hardware.board.wiring import HEADER, LAST_PIN, RESERVED, Wiring, WiringError, header_pin, leads, table
from tests.support.rows import each_row


def test_the_default_wiring_has_a_pin_of_its_own_for_each_of_fourteen_things() -> None:
    pins = Wiring().by_name
    assert len(pins) == 14
    assert len(set(pins.values())) == 14
    assert all(0 <= pin <= LAST_PIN for pin in pins.values())


def test_the_default_wiring_leaves_the_pins_of_other_boards_and_of_a_servo_free() -> None:
    spi, servo = {7, 8, 9, 10, 11}, {12, 13}
    assert not set(Wiring().by_name.values()) & (set(RESERVED) | spi | servo)


def test_the_buzzer_has_a_pin_with_hardware_pwm() -> None:
    assert Wiring().buzzer in {12, 13, 18, 19}


def test_buttons_and_lamps_are_found_by_their_names() -> None:
    wiring = Wiring(roll=4, lamp_back=12)
    assert wiring.buttons == {"roll": 4, "spin": 27, "draw": 22, "ok": 23, "back": 24, "push": 19}
    assert wiring.lamps == {"roll": 25, "spin": 16, "draw": 20, "ok": 21, "back": 12}


def test_settings_change_only_the_pins_they_name() -> None:
    assert Wiring.from_settings({}) == Wiring()
    assert Wiring.from_settings({"knob_a": 12}) == Wiring(knob_a=12)


def test_a_wiring_does_not_change() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        Wiring().roll = 4  # type: ignore[misc]


@each_row(
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
        ({"buzzer": 26}, ["lamp_back and buzzer are both on pin 26"]),
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


SVG = "{http://www.w3.org/2000/svg}"
FREE = [pin for pin in range(LAST_PIN + 1) if pin not in RESERVED]
NAMES = tuple(Wiring().by_name)
wirings = st.permutations(FREE).map(lambda pins: Wiring(**dict(zip(NAMES, pins, strict=False))))


def test_the_header_is_that_of_a_raspberry_pi() -> None:
    board = MockFactory(revision=MOCK_REVISION).board_info
    for number, carries in enumerate(HEADER, 1):
        name = {"3.3 V": "3V3", "5 V": "5V"}.get(str(carries), f"GPIO{carries}" if isinstance(carries, int) else "GND")
        assert board.headers["J8"].pins[number].name == name


def test_every_thing_is_joined_once_and_the_display_with_four_wires() -> None:
    wiring = Wiring(roll=12)
    found = leads(wiring)
    assert sorted(lead.bcm for lead in found if lead.bcm is not None) == sorted([2, 3, *wiring.by_name.values()])
    assert [(lead.end, HEADER[lead.pin - 1]) for lead in found if lead.thing == "OLED"] == [
        ("VCC", "3.3 V"), ("SDA", 2), ("SCL", 3), ("GND", "GND"),
    ]  # fmt: skip
    assert all(lead.pin == header_pin(lead.bcm) for lead in found if lead.bcm is not None)


def test_the_table_says_where_each_wire_goes_and_what_is_on_its_way() -> None:
    rows = [re.split(r"  +", line) for line in table(Wiring()).splitlines()]
    assert ["ROLL lamp", "long leg", "GPIO25", "22", "330 Ω on the way, short leg to ground"] in rows
    assert ["OLED", "VCC", "3.3 V", "1"] in rows
    assert ["Buzzer", "one leg, +", "GPIO18", "12", "other leg to ground (a passive piezo)"] in rows
    assert len([row for row in rows if len(row) >= 4]) == 1 + 4 + 14


Stretch = tuple[float, float, float, float]


def stretches(path: str) -> list[Stretch]:
    """The straight stretches of a wire, each as left, top, right and bottom."""
    x, y = map(float, re.findall(r"[-\d.]+", path.partition("H")[0]))
    found = []
    for step, value in re.findall(r"([HV])([-\d.]+)", path):
        to_x, to_y = (float(value), y) if step == "H" else (x, float(value))
        found.append((min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y)))
        x, y = to_x, to_y
    return found


def meet(one: Stretch, other: Stretch) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


@given(wirings)
def test_in_the_diagram_every_wire_is_named_and_none_touches_another(wiring: Wiring) -> None:
    root = ElementTree.fromstring(diagram(wiring))
    words = [text.text for text in root.iter(f"{SVG}text")]
    for lead in leads(wiring):
        assert any(word == f"pin {lead.pin}, GPIO{lead.bcm}" for word in words) or lead.bcm is None
        assert lead.thing in words
    assert words.count("330 Ω") == 5
    paths = [path.attrib for path in root.iter(f"{SVG}path") if path.attrib.get("class") == "wire"]
    signals = [stretches(path["d"]) for path in paths if path["stroke"] != "#222222"]
    grounds = [stretches(path["d"]) for path in paths if path["stroke"] == "#222222"]
    for one, other in combinations([*signals, [stretch for ground in grounds for stretch in ground]], 2):
        assert not any(meet(mine, theirs) for mine in one for theirs in other)


@pytest.mark.parametrize("wiring", [Wiring(), Wiring(roll=4), Wiring(lamp_ok=4)])
def test_the_display_is_one_box_whatever_is_between_its_pins(wiring: Wiring) -> None:
    root = ElementTree.fromstring(diagram(wiring))
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words.count("OLED") == 1


def test_the_diagram_marks_pin_1_and_the_edge_it_is_at() -> None:
    root = ElementTree.fromstring(diagram(Wiring()))
    words = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert any(word.startswith("pin 1") for word in words)
    assert any("microSD" in word for word in words)
    assert {str(pin) for pin in range(1, 41)} <= set(words)
