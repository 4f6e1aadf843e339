from __future__ import annotations

import warnings
from typing import Any

import luma.oled.device
import pytest
import smbus2
from luma.core.interface.serial import i2c
from PIL import Image, ImageChops

from hardware.cues import FrameCue
from hardware.emulated.bus import Bus
from hardware.emulated.controllers import CONTROLLERS
from hardware.oled.drawing.screens import still
from hardware.oled.panel.driver import changed_spans, make_panel
from hardware.oled.panel.settings import OledSettings
from hardware.oled.panel.wire import PanelWire
from tests.support.oleds import ADDRESS, CHIPS, Numbers, Panel, drawings, pixels
from tests.support.rows import each_row

BLANK = Image.new("1", (128, 64))
START_LINE_BYTES = 3
WHOLE_PICTURE_BYTES = {"ssd1306": 8 * (5 + 130) + 4, "sh1106": 8 * (5 + 130)}
STOCK_BYTES = {"ssd1306": 1034, "sh1106": 1080}
FURTHER_SPAN_BYTES = (1 + 1 + 2) + (1 + 1)


def stock_device(chip: str, bus: Bus, monkeypatch: pytest.MonkeyPatch) -> Any:
    """luma's own class on a bus that luma has opened itself."""
    monkeypatch.setattr(smbus2, "SMBus", lambda port: bus)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        device = getattr(luma.oled.device, chip)(i2c(port=1, address=ADDRESS))
    device.persist = True
    return device


def noise(seed: str) -> Image.Image:
    return Image.frombytes("1", (128, 64), Numbers(seed).data(1024))


@each_row("rotate", range(4))
@each_row("chip", CHIPS)
def test_the_picture_on_the_glass_is_the_frame_whatever_fails_on_the_way(chip: str, rotate: int) -> None:
    panel = Panel(chip, rotate)
    device, numbers = panel.device, Numbers(f"faults {chip} {rotate}")
    before = Image.new("1", device.size)
    device.reinit(before)
    failures = 0
    for image in drawings(f"{chip} {rotate}", 60, device.size):
        if numbers.below(6) == 0:
            panel.bus.fail_at(1 + numbers.below(4))
            try:
                device.display(image)
            except OSError:
                failures += 1
                device.display(before)
                assert panel.controller.picture() == panel.wants(before)
            panel.bus.fail_at(0)
        panel.bus.reset_counts()
        device.display(image)
        assert panel.controller.picture() == panel.wants(image)
        assert panel.bus.bytes_written <= WHOLE_PICTURE_BYTES[chip]
        before = image
    assert failures


@each_row("chip", CHIPS)
def test_a_change_never_sends_more_than_stock_luma(chip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = Panel(chip)
    panel.device.reinit(BLANK)
    stock_bus = Bus({ADDRESS: CONTROLLERS[chip]()})
    stock = stock_device(chip, stock_bus, monkeypatch)
    for image in drawings(f"against stock {chip}", 60, (128, 64), noise=False):
        for bus in (panel.bus, stock_bus):
            bus.reset_counts()
        panel.device.display(image)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            stock.display(image)
        assert panel.bus.bytes_written <= stock_bus.bytes_written == STOCK_BYTES[chip]


def test_only_a_whole_picture_on_an_ssd1306_costs_more_than_stock_luma() -> None:
    assert WHOLE_PICTURE_BYTES["sh1106"] == STOCK_BYTES["sh1106"]
    assert WHOLE_PICTURE_BYTES["ssd1306"] == STOCK_BYTES["ssd1306"] + 50


@each_row("chip", CHIPS)
def test_the_start_up_is_what_luma_says_itself_on_a_bus_of_its_own(chip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stock_tape: list[bytes] = []
    stock_device(chip, Bus({ADDRESS: CONTROLLERS[chip]()}, stock_tape.append), monkeypatch)
    panel = Panel(chip)
    assert panel.tape == []
    panel.device.reinit(BLANK)
    assert panel.tape[0] == b"\x00\xe3"
    assert panel.tape[1:3] == stock_tape[:2]
    assert panel.tape[-1] == stock_tape[-1] == b"\x00\xaf"
    assert panel.controller.contrast == 0x7F


@each_row("chip", CHIPS)
def test_the_glass_stays_dark_until_a_whole_picture_is_there(chip: str) -> None:
    panel = Panel(chip)
    seen: set[bytes] = set()
    panel.on_tape = lambda payload: seen.add(panel.controller.picture())
    panel.device.reinit(noise("dark"))
    assert seen == {bytes(8192)}
    assert panel.controller.picture() == pixels(noise("dark"))


@each_row("chip", CHIPS)
def test_a_panel_that_lost_its_power_is_set_up_again_by_the_same_object(chip: str) -> None:
    panel = Panel(chip)
    panel.device.reinit(noise("before"))
    panel.bus.unplug()
    for attempt in (panel.device.display, panel.device.reinit):
        with pytest.raises(OSError, match="nobody acknowledges"):
            attempt(BLANK)
    panel.bus.plug_in()
    panel.device.reinit(noise("after"))
    assert panel.controller.picture() == pixels(noise("after"))


@each_row("chip", CHIPS)
def test_power_lost_between_two_frames_costs_no_part_of_the_picture(chip: str) -> None:
    panel = Panel(chip)
    panel.device.reinit(noise("same"))
    panel.bus.plug_in()
    panel.device.reinit(noise("same"))
    assert panel.controller.picture() == pixels(noise("same"))


@each_row("chip", CHIPS)
def test_a_picture_that_is_there_already_sends_nothing(chip: str) -> None:
    panel = Panel(chip)
    panel.device.reinit(noise("same"))
    panel.bus.reset_counts()
    panel.device.display(noise("same"))
    assert panel.bus.transactions == 0


@each_row("chip", CHIPS)
def test_an_invalidated_picture_is_sent_whole(chip: str) -> None:
    panel = Panel(chip)
    panel.device.reinit(BLANK)
    panel.bus.reset_counts()
    panel.device.invalidate()
    panel.device.display(BLANK)
    assert panel.bus.bytes_written == START_LINE_BYTES + WHOLE_PICTURE_BYTES[chip]


@each_row("chip", CHIPS)
def test_a_picture_moved_up_costs_three_bytes_and_comes_in_at_the_other_edge(chip: str) -> None:
    panel = Panel(chip)
    image = noise("same")
    panel.device.reinit(image)
    panel.bus.reset_counts()
    panel.device.display(image, 3)
    assert panel.bus.bytes_written == START_LINE_BYTES
    assert panel.controller.picture() == pixels(ImageChops.offset(image, 0, -3))
    panel.device.display(image, -2)
    assert panel.controller.picture() == pixels(ImageChops.offset(image, 0, 2))
    panel.device.display(image)
    assert panel.controller.picture() == pixels(image)


@each_row("chip", CHIPS)
def test_light_travels_only_when_it_changes_and_anew_after_all_is_forgotten(chip: str) -> None:
    panel = Panel(chip)
    panel.device.reinit(BLANK, 0x3F, lit=False)
    assert (panel.controller.contrast, panel.controller.on) == (0x3F, False)
    panel.device.shine(0x3F)
    assert (panel.controller.contrast, panel.controller.on) == (0x3F, True)
    panel.bus.reset_counts()
    panel.device.shine(0x3F)
    assert panel.bus.transactions == 0
    panel.device.shine(0x01)
    assert (panel.controller.contrast, panel.bus.transactions) == (0x01, 1)
    panel.controller.contrast = 0x55
    panel.device.invalidate()
    panel.device.shine(0x01)
    assert panel.controller.contrast == 0x01


def columns(picture: bytes, first: int, last: int) -> list[bytes]:
    """Columns *first* to *last* (not included) of each row of a picture."""
    return [picture[128 * row + first : 128 * row + last] for row in range(64)]


@each_row(("chip", "actual"), [("ssd1306", "sh1106"), ("sh1106", "sh1106")])
def test_two_columns_beside_the_usual_the_picture_is_whole_and_merely_shifted(chip: str, actual: str) -> None:
    panel = Panel(chip, first_column=0, actual_chip=actual)
    panel.device.reinit(noise("shifted"))
    assert columns(panel.controller.picture(), 0, 126) == columns(pixels(noise("shifted")), 2, 128)


@each_row("actual", ["ssd1306", "sh1106", "ssd1309"])
@each_row("chip", ["ssd1306", "sh1106", "ssd1309"])
def test_a_frame_is_whole_on_the_right_controller_alone(chip: str, actual: str) -> None:
    glass = CONTROLLERS[actual]()
    glass.is_forgiving = True
    bus = Bus({0x3C: glass})
    driver: Any = chip
    panel = make_panel(OledSettings(driver), lambda: bus)
    frame = still(FrameCue(title="?", name=chip))
    panel.reinit(noise("before"))
    panel.display(frame)
    is_right = chip == actual or "sh1106" not in (chip, actual)
    assert (glass.picture() == pixels(frame)) == is_right


def test_spans_are_the_optimum() -> None:
    numbers = Numbers("spans")
    width = 48
    for _ in range(300):
        density = 2 + numbers.below(12)
        old = bytes(width)
        new = bytes(int(numbers.below(density) == 0) for _ in range(width))
        spans = changed_spans(old, new, width)
        cost = sum(FURTHER_SPAN_BYTES + end - begin for _, begin, end in spans)
        assert all(any(begin <= at < end for _, begin, end in spans) for at in range(width) if new[at])
        assert cost == least_cost(new)


def least_cost(changed: bytes) -> int:
    """The least number of bytes that sends every changed column, by trying every end of every span."""
    best = [0]
    for end in range(1, len(changed) + 1):
        ways = [best[begin] + FURTHER_SPAN_BYTES + end - begin for begin in range(end)]
        if not changed[end - 1]:
            ways.append(best[end - 1])
        best.append(min(ways))
    return best[-1]


def test_a_bus_that_failed_is_opened_anew() -> None:
    class Gone:
        closed = False

        def i2c_rdwr(self, *messages: object) -> None:
            raise OSError("no such device")

        def close(self) -> None:
            self.closed = True
            raise OSError("already gone")

    gone, good = Gone(), Bus({ADDRESS: CONTROLLERS["ssd1306"]()})
    buses: list[Any] = [gone, good]
    wire = PanelWire(lambda: buses.pop(0), ADDRESS)
    with pytest.raises(OSError, match="no such device"):
        wire.command(0xE3)
    assert gone.closed
    wire.command(0xE3)
    assert good.transactions == 1
    wire.cleanup()
    wire.cleanup()


def test_without_a_bus_of_this_computer_a_panel_is_made_and_fails_when_used() -> None:
    panel = make_panel(OledSettings(bus=9999))
    with pytest.raises(OSError, match="i2c-9999"):
        panel.reinit(BLANK)


@each_row(
    ("wrong", "message"),
    [
        ({"driver": "ssd1327"}, "OLED driver 'ssd1327': expected ssd1306 or sh1106 or ssd1309"),
        ({"address": 0x80}, "OLED address 0x80: expected 0x08 to 0x77"),
        ({"rotate": 1}, "OLED rotate 1: expected 0, or 2"),
        ({"offset": 2}, "OLED offset 2: expected 0 to 0 for the ssd1306"),
        ({"driver": "sh1106", "offset": 5}, "OLED offset 5: expected 0 to 4 for the sh1106"),
    ],
)
def test_settings_that_no_display_has_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        OledSettings(**wrong)


@each_row(("chip", "column"), [("ssd1306", 0), ("sh1106", 2)])
def test_without_an_offset_the_chip_has_its_usual_one(chip: Any, column: int) -> None:
    assert OledSettings(driver=chip).first_column == column
