"""The owner's settings of the display."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Driver = Literal["ssd1306", "sh1106", "ssd1309"]
USUAL_OFFSETS: Mapping[str, int] = {"ssd1306": 0, "sh1106": 2, "ssd1309": 0}
SPARE_COLUMNS: Mapping[str, int] = {"ssd1306": 0, "sh1106": 4, "ssd1309": 0}


class OledSettings(Struct, frozen=True):
    """The display's controller, bus and geometry.

    :param driver: the controller chip.
    :param bus: number of the I2C bus: 1 is ``/dev/i2c-1``.
    :param address: 7-bit address.
    :param rotate: quarter turns clockwise, 0 or 2: the screens are drawn lying.
    :param offset: the chip's column at the glass's left edge; None is what its modules usually have.
    :raises ValueError: a value that no such display has.
    """

    driver: Driver = "ssd1306"
    bus: int = 1
    address: int = 0x3C
    rotate: int = 0
    offset: int | None = None

    def __post_init__(self) -> None:
        if self.driver not in USUAL_OFFSETS:
            raise ValueError(f"OLED driver {self.driver!r}: expected {' or '.join(USUAL_OFFSETS)}")
        if not 0x08 <= self.address <= 0x77:
            raise ValueError(f"OLED address 0x{self.address:02X}: expected 0x08 to 0x77, most have 0x3C")
        if self.rotate not in (0, 2):
            raise ValueError(f"OLED rotate {self.rotate}: expected 0, or 2 for upside down (quarter turns)")
        if not 0 <= self.first_column <= SPARE_COLUMNS[self.driver]:
            raise ValueError(
                f"OLED offset {self.offset}: expected 0 to {SPARE_COLUMNS[self.driver]} for the {self.driver}"
            )

    @property
    def first_column(self) -> int:
        """The chip's column at the left edge of the glass."""
        return USUAL_OFFSETS[self.driver] if self.offset is None else self.offset
