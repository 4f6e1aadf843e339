"""The owner's settings of the display."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Driver = Literal["ssd1306", "sh1106", "ssd1309"]
USUAL_OFFSETS: Mapping[str, int] = {"ssd1306": 0, "sh1106": 2, "ssd1309": 0}
SPARE_COLUMNS: Mapping[str, int] = {"ssd1306": 0, "sh1106": 4, "ssd1309": 0}
ADDRESSES = range(0x08, 0x78)
"""The 7-bit addresses that a chip may have."""
Rotation: TypeAlias = Annotated[Literal[0, 2], Meta(extra={"kind": "rotation", "on_page": True})]
Column: TypeAlias = Annotated[
    int, Meta(ge=0, le=max(SPARE_COLUMNS.values()), extra={"kind": "offset", "none": "auto", "on_page": True})
]


class OledSettings(Struct, frozen=True):
    """The display's controller, bus and geometry.

    :param driver: the controller chip.
    :param bus: number of the I2C bus: 1 is ``/dev/i2c-1``.
    :param address: 7-bit address.
    :param rotate: quarter turns clockwise, 0 or 2: the screens are drawn lying.
    :param offset: the chip's column at the glass's left edge; None is what its modules usually have.
    :raises ValueError: a value that no such display has.
    """

    driver: Annotated[Driver, Meta(extra={"on_page": True})] = "ssd1306"
    bus: Annotated[int, Meta(ge=0, le=255)] = 1
    address: Annotated[int, Meta(ge=ADDRESSES[0], le=ADDRESSES[-1], extra={"written": "0x{:02X}"})] = 0x3C
    rotate: Rotation = 0
    offset: Column | None = None

    def __post_init__(self) -> None:
        if self.driver not in USUAL_OFFSETS:
            raise ValueError(f"OLED driver {self.driver!r}: expected {' or '.join(USUAL_OFFSETS)}")
        if self.address not in ADDRESSES:
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
