from __future__ import annotations

import pytest
from PIL import Image

from hardware.emulated.controllers import SH1106, SSD1306, Controller, ProtocolError
from hardware.oled.drawing.bitmap import pack_pages
from tests.support.oleds import Numbers, pixels
from tests.support.rows import each_row

COMMANDS = 0x00
DATA = 0x40
UPRIGHT = bytes([COMMANDS, 0xA1, 0xC8, 0xAF])
NOISE = Image.frombytes("1", (128, 64), Numbers("controller").data(1024))
WINDOW = bytes([COMMANDS, 0x21, 0, 127, 0x22, 0, 7])


def lit_ssd1306() -> SSD1306:
    chip = SSD1306()
    chip.write(UPRIGHT)
    chip.write(bytes([COMMANDS, 0x20, 0]) + WINDOW[1:])
    chip.write(bytes([DATA]) + pack_pages(NOISE))
    return chip


def test_an_ssd1306_takes_a_whole_picture_in_one_window() -> None:
    assert lit_ssd1306().picture() == pixels(NOISE)


@each_row("remap", [0xA0, 0xA1])
@each_row(("column", "count"), [(3, 20), (3, 124), (3, 125), (3, 130), (0, 128)])
def test_an_ssd1306_stores_a_run_as_it_stores_its_bytes_one_by_one(remap: int, column: int, count: int) -> None:
    place = bytes([COMMANDS, remap, 0xB2, column & 0x0F, 0x10 | column >> 4])
    run = Numbers("run").data(count)
    at_once, one_by_one = SSD1306(), SSD1306()
    for chip in (at_once, one_by_one):
        chip.write(place)
    at_once.write(bytes([DATA]) + run)
    for each in run:
        one_by_one.write(bytes([DATA, each]))
    assert (at_once.ram, at_once.page, at_once.column) == (one_by_one.ram, one_by_one.page, one_by_one.column)


def test_an_ssd1306_takes_a_picture_column_by_column() -> None:
    chip = SSD1306()
    chip.write(UPRIGHT)
    chip.write(bytes([COMMANDS, 0x20, 1]) + WINDOW[1:])
    columns = NOISE.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    chip.write(bytes([DATA]) + columns)
    assert chip.picture() == pixels(NOISE)


def test_page_addressing_stays_in_its_page() -> None:
    chip = SSD1306()
    chip.write(bytes([COMMANDS, 0xB3, 0x0E, 0x17]))
    chip.write(bytes([DATA, 1, 2, 3]))
    assert (chip.page, chip.column) == (3, 1)
    assert (chip.ram[3 * 128 + 126], chip.ram[3 * 128 + 127], chip.ram[3 * 128]) == (1, 2, 3)


@each_row("chip", [SSD1306(), SH1106()])
def test_commands_may_come_one_byte_at_a_time(chip: Controller) -> None:
    chip.write(bytes([0x80, 0xB2, 0x80, 0x05, 0x80, 0x12, 0x40, 9, 8]))
    assert bytes(chip.ram[2 * chip.columns + 0x25 : 2 * chip.columns + 0x27]) == b"\x09\x08"


def test_what_the_sh1106_shows_begins_at_its_third_column() -> None:
    chip = SH1106()
    chip.write(UPRIGHT)
    for page in range(8):
        chip.write(bytes([COMMANDS, 0xB0 | page, 0x02, 0x10]))
        chip.write(bytes([DATA]) + pack_pages(NOISE)[128 * page : 128 * page + 128])
    assert chip.picture() == pixels(NOISE)
    chip.write(bytes([COMMANDS, 0xA0, 0xC0]))
    assert chip.picture() == pixels(NOISE.transpose(Image.Transpose.ROTATE_180))


def test_an_ssd1306_remaps_columns_only_as_they_are_written() -> None:
    chip = lit_ssd1306()
    chip.write(bytes([COMMANDS, 0xA0, 0xC0]))
    assert chip.picture() == pixels(NOISE.transpose(Image.Transpose.FLIP_TOP_BOTTOM))
    chip.write(bytes([DATA]) + pack_pages(NOISE))
    assert chip.picture() == pixels(NOISE.transpose(Image.Transpose.ROTATE_180))


@each_row(
    ("command", "seen"),
    [
        (0xAE, bytes(8192)),
        (0xA5, b"\xff" * 8192),
        (0xA7, bytes(255 - pixel for pixel in pixels(NOISE))),
        (0x48, pixels(NOISE)[128 * 8 :] + pixels(NOISE)[: 128 * 8]),
    ],
)
def test_a_switch_changes_what_is_seen_and_not_the_ram(command: int, seen: bytes) -> None:
    chip = lit_ssd1306()
    chip.write(bytes([COMMANDS, command]))
    assert chip.picture() == seen
    chip.write(bytes([COMMANDS, 0xAF, 0xA4, 0xA6, 0x40]))
    assert chip.picture() == pixels(NOISE)


def test_rows_that_are_not_driven_stay_dark() -> None:
    chip = lit_ssd1306()
    chip.write(bytes([COMMANDS, 0xA8, 31]))
    assert chip.picture() == pixels(NOISE)[: 128 * 32] + bytes(128 * 32)


def test_power_brings_rubbish_and_a_dark_glass() -> None:
    chip = lit_ssd1306()
    chip.power_cycle()
    assert not any(chip.picture())
    assert len(set(chip.ram)) > 100
    assert (chip.addressing, chip.contrast, chip.charge_pump) == (2, 0x7F, False)


@each_row(
    ("chip", "payload", "message"),
    [
        (SSD1306(), [0x41, 0], "control byte 0x41: its low six bits must be 0"),
        (SSD1306(), [0x80], "control byte 0x80 with nothing after it"),
        (SSD1306(), [0x00], "control byte 0x00 with nothing after it"),
        (SSD1306(), [0x00, 0x21, 90, 10], "window from 90 to 10"),
        (SSD1306(), [0x00, 0x22, 0, 8], "window from 0 to 8"),
        (SSD1306(), [0x00, 0xA8, 3], "4 rows driven: expected 16 to 64"),
        (SSD1306(), [0x80, 0x81, 0x40, 1], "data in the middle of command 0x81"),
        (SSD1306(), [0x00, 0x2F], "command 0x2F .*SSD1306 doesn't know it"),
        (SH1106(), [0x00, 0x21], "command 0x21 .*SH1106 doesn't know it"),
    ],
)
def test_what_the_data_sheet_does_not_allow_is_refused(chip: Controller, payload: list[int], message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        chip.write(bytes(payload))


def test_an_sh1106_would_lose_data_behind_its_last_column() -> None:
    chip = SH1106()
    chip.write(bytes([COMMANDS, 0x02, 0x18]))
    with pytest.raises(ProtocolError, match="data for column 132 of 132"):
        chip.write(bytes([DATA, 1, 2, 3]))


def test_a_forgiving_chip_wraps_or_loses_what_has_no_room_as_a_real_one_does() -> None:
    small, large = SSD1306(), SH1106()
    small.is_forgiving = large.is_forgiving = True
    before = bytes(large.ram)
    small.write(b"\x00\xb0\x01\x18")
    large.write(b"\x00\xb0\x04\x18")
    small.write(b"\x40\xa5")
    large.write(b"\x40\xa5")
    assert (small.ram[1], bytes(large.ram)) == (0xA5, before)
