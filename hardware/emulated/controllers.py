"""Strict emulations of the SSD1306, SSD1309 and SH1106 on I2C.

They are 1-bit OLED controllers.

Sources: Solomon Systech SSD1306 rev 1.1 (sections 8.1.5, 9 and 10), Sino Wealth SH1106 v2.3 (the command table).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

WIDTH = 128
HEIGHT = 64
PAGES = 8
LIT = tuple(bytes(255 if byte >> bit & 1 else 0 for byte in range(256)) for bit in range(8))
INVERTED = bytes(255 - byte for byte in range(256))


class ProtocolError(ValueError):
    """Bytes that the data sheet doesn't allow, or that would be lost."""


class Controller(ABC):
    """The common part of both chips: RAM in pages of eight rows.

    The upper row is in the lowest bit. The glass is mounted as on the usual modules: segments and rows both remapped
    (A1, C8) give an upright picture.
    """

    columns: ClassVar[int] = WIDTH
    first_visible: ClassVar[int] = 0
    arguments: ClassVar[Mapping[int, int]] = {}
    """How many bytes follow a command of more than one byte."""

    is_forgiving = False
    """Whether it wraps or loses bytes beyond its size, as chips do.

    Otherwise such bytes, which are meant for another chip, are an error.
    """

    def __init__(self) -> None:
        self.ram = bytearray(self.columns * PAGES)
        self.power_cycle()

    def power_cycle(self) -> None:
        """Power off and on: reset registers, and garbage in the RAM."""
        self.ram[:] = bytes(at * 73 + (at >> 3) * 41 & 0xFF for at in range(len(self.ram)))
        self.on = False
        self.all_lit = False
        self.inverted = False
        self.contrast = 0x7F
        self.start_line = 0
        self.offset = 0
        self.rows = HEIGHT
        self.segments_remapped = False
        self.rows_remapped = False
        self.column = 0
        self.page = 0
        self._waiting: list[int] = []

    def write(self, payload: bytes) -> None:
        """Eat one write transaction, without its address byte.

        :raises ProtocolError: a control byte, command, argument or place that the chip doesn't know.
        """
        at = 0
        while at < len(payload):
            control = payload[at]
            if control & 0x3F:
                raise ProtocolError(f"control byte 0x{control:02X}: its low six bits must be 0")
            single = control & 0x80
            run = payload[at + 1 : at + 2] if single else payload[at + 1 :]
            if not run:
                raise ProtocolError(f"control byte 0x{control:02X} with nothing after it")
            at += 1 + len(run)
            if control & 0x40:
                self._store_all(run)
            else:
                for byte in run:
                    self._take_command(byte)

    def picture(self) -> bytes:
        """Return the visible picture.

        It has 64 rows of 128 bytes from the top left, 0 dark or 255 lit.
        """
        if not self.on:
            return bytes(WIDTH * HEIGHT)
        if self.all_lit:
            return b"\xff" * (WIDTH * HEIGHT)
        dark = bytes(WIDTH)
        return b"".join(self._row(y) if y < self.rows else dark for y in range(HEIGHT))

    def _row(self, y: int) -> bytes:
        driven = y if self.rows_remapped else self.rows - 1 - y
        line = (driven + self.start_line + self.offset) % HEIGHT
        begin = (line >> 3) * self.columns + self.first_visible
        row = self.ram[begin : begin + WIDTH].translate(LIT[line & 7])
        if self.inverted:
            row = row.translate(INVERTED)
        return bytes(row if self._reads_left_to_right() else row[::-1])

    def _take_command(self, byte: int) -> None:
        self._waiting.append(byte)
        command, *arguments = self._waiting
        if len(arguments) == self.arguments.get(command, 0):
            self._waiting = []
            if not (self._place(command) or self._switch(command) or self._set(command, arguments)):
                raise ProtocolError(f"command 0x{command:02X} {arguments}: {type(self).__name__} doesn't know it")

    def _place(self, command: int) -> bool:
        if command <= 0x0F:
            self.column = self.column & 0xF0 | command
        elif command <= 0x1F:
            self.column = self.column & 0x0F | (command & 0x0F) << 4
        elif 0xB0 <= command <= 0xB7:
            self.page = command & 7
        elif 0x40 <= command <= 0x7F:
            self.start_line = command & 0x3F
        else:
            return False
        return True

    def _switch(self, command: int) -> bool:
        if command in (0xA0, 0xA1):
            self.segments_remapped = bool(command & 1)
        elif command in (0xA4, 0xA5):
            self.all_lit = bool(command & 1)
        elif command in (0xA6, 0xA7):
            self.inverted = bool(command & 1)
        elif command in (0xAE, 0xAF):
            self.on = bool(command & 1)
        elif command in (0xC0, 0xC8):
            self.rows_remapped = bool(command & 8)
        else:
            return command == 0xE3  # no operation
        return True

    def _set(self, command: int, arguments: list[int]) -> bool:
        if command == 0x81:
            self.contrast = arguments[0]
        elif command == 0xA8:
            self.rows = arguments[0] + 1
            if not 16 <= self.rows <= HEIGHT:
                raise ProtocolError(f"{self.rows} rows driven: expected 16 to {HEIGHT}")
        elif command == 0xD3:
            self.offset = arguments[0] & 0x3F
        else:
            return command in (0xD5, 0xD9, 0xDA, 0xDB)  # clock, charge, wiring and voltage: nothing to be seen
        return True

    def _store_all(self, run: bytes) -> None:
        for byte in run:
            self._store(byte)

    def _store(self, byte: int) -> None:
        if self._waiting:
            raise ProtocolError(f"data in the middle of command 0x{self._waiting[0]:02X}")
        if self.column >= self.columns and self.is_forgiving:
            self._store_beyond(byte)
            return
        if self.column >= self.columns:
            raise ProtocolError(f"data for column {self.column} of {self.columns}: the chip would lose it")
        self.ram[self.page * self.columns + self._column_in_ram()] = byte
        self._advance()

    @abstractmethod
    def _store_beyond(self, byte: int) -> None:
        """Handle a *byte* beyond the last column as the chip does."""

    @abstractmethod
    def _reads_left_to_right(self) -> bool:
        """Return True if the RAM's first column is at the glass's left."""

    @abstractmethod
    def _column_in_ram(self) -> int:
        """Return the next byte's place in the RAM's page."""

    @abstractmethod
    def _advance(self) -> None:
        """Move to the place after the next byte."""


class SSD1306(Controller):
    """128 columns; page, horizontal and vertical addressing.

    Its segment remap works when a byte is written.
    """

    arguments = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def power_cycle(self) -> None:
        """Power off and on: page addressing, the whole RAM as the window."""
        super().power_cycle()
        self.addressing = 2
        self.column_window = (0, WIDTH - 1)
        self.page_window = (0, PAGES - 1)
        self.charge_pump = False

    def _set(self, command: int, arguments: list[int]) -> bool:
        if command == 0x20:
            self.addressing = arguments[0] & 3
        elif command == 0x21:
            self.column_window = self._window(arguments, WIDTH)
            self.column = arguments[0]
        elif command == 0x22:
            self.page_window = self._window(arguments, PAGES)
            self.page = arguments[0]
        elif command == 0x8D:
            self.charge_pump = bool(arguments[0] & 4)
        else:
            return super()._set(command, arguments)
        return True

    def _window(self, arguments: list[int], size: int) -> tuple[int, int]:
        first, last = arguments
        if not first <= last < size:
            raise ProtocolError(f"window from {first} to {last}: expected rising numbers below {size}")
        return first, last

    def _store_all(self, run: bytes) -> None:
        """Store *run* at once if it doesn't cross into a new row.

        Most of a picture sent by pages doesn't.
        """
        end = self.column + len(run)
        if self._waiting or self.addressing != 2 or end > self.column_window[1]:
            super()._store_all(run)
            return
        begin = self.page * WIDTH + (WIDTH - end if self.segments_remapped else self.column)
        self.ram[begin : begin + len(run)] = run[::-1] if self.segments_remapped else run
        self.column = end

    def _store_beyond(self, byte: int) -> None:
        self.column %= self.columns
        self._store(byte)

    def _reads_left_to_right(self) -> bool:
        return False

    def _column_in_ram(self) -> int:
        return WIDTH - 1 - self.column if self.segments_remapped else self.column

    def _advance(self) -> None:
        column_ends, page_ends = self.column == self.column_window[1], self.page == self.page_window[1]
        vertical = self.addressing == 1
        if page_ends or not vertical:
            self.column = self.column_window[0] if column_ends else (self.column + 1) % WIDTH
        if vertical or (column_ends and self.addressing == 0):
            self.page = self.page_window[0] if page_ends else (self.page + 1) % PAGES


class SH1106(Controller):
    """132 columns, of which the glass shows the middle 128.

    It has page addressing only. Its remap works at the output. The column counter stops behind the last column. 0x20
    and 0x8D are no commands of this chip; luma's start-up sequence sends both, and panels live with it, so they are
    ignored here too.
    """

    columns = 132
    first_visible = 2
    arguments = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def _set(self, command: int, arguments: list[int]) -> bool:
        return command in (0x20, 0x8D, 0xAD) or super()._set(command, arguments)

    def _store_beyond(self, byte: int) -> None:
        """Lose it."""

    def _reads_left_to_right(self) -> bool:
        return self.segments_remapped

    def _column_in_ram(self) -> int:
        return self.column

    def _advance(self) -> None:
        self.column += 1


class SSD1309(SSD1306):
    """An SSD1306 without a charge pump.

    Real panels ignore the commands for one.
    """


CONTROLLERS: Mapping[str, type[Controller]] = {"ssd1306": SSD1306, "sh1106": SH1106, "ssd1309": SSD1309}
