"""luma.oled's SSD1306, SSD1309 and SH1106, sending only the changed spans of pages.

Page addressing serves every controller of the family. It is also the kindest to an owner who chose the wrong chip: the
picture is whole, merely two columns off, where other ways of addressing show rubbish.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from luma.core.device import device as luma_device
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image
from smbus2 import i2c_msg

from hardware.oled.drawing.bitmap import pack_pages
from hardware.oled.panel.settings import OledSettings
from hardware.oled.panel.wire import I2cBus, PanelWire, open_i2c

NO_OPERATION = 0xE3
DISPLAY_OFF = 0xAE
SET_CONTRAST = 0x81
START_LINE = 0x40
LINES = 64
SET_PAGE = 0xB0
SET_COLUMN_LOW = 0x00
SET_COLUMN_HIGH = 0x10
PAGE_ADDRESSING = (0x20, 0x02)
CONTRAST_IN_PLAY = 0x7F

FURTHER_SPAN_BYTES = 6
"""Cost in bytes of a further span on its page.

Address, control byte, its column's two halves; address, control byte of data. Only a page's first span names the page
too. Both halves are always sent: controllers differ in whether an omitted half is that of the column reached, or of the
one that was sent last.
"""
CHANGED_SPANS = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % FURTHER_SPAN_BYTES)
"""Changed bytes, joined over gaps that are cheaper sent than skipped.

Each gap decides for itself, so the spans of a page are the exact optimum. A gap that costs the same is sent, for fewer
transactions.
"""


_OF_LUMAS_DISPLAY = ("_mask", "_offsets")
"""Tables for luma's own ``display`` alone: a third of a megabyte."""


class PageSpans(luma_device):  # type: ignore[misc]
    """Comes before a device class of luma and replaces its ``display``.

    Nothing is sent while it is made: luma's start-up commands are recorded, and `reinit` sends them, the first time as
    well as after the cable was out. So an absent panel is no special case; and since luma keeps every device that it
    has made until the process ends, one object serves all the reconnecting.

    Every method that uses the bus raises OSError or luma.core.error.Error when it fails.

    :param wire: luma's serial interface.
    :param rotate: quarter turns clockwise, 0 to 3.
    :param first_column: the controller's column at the left edge of the glass.
    """

    _recording = True
    _shown: bytes | None = None
    _start_line: int | None = None
    _light: tuple[int, bool] | None = None
    before_whole_picture: tuple[int, ...] = ()
    """The command at the beginning of a whole picture."""

    def __init__(self, wire: PanelWire, *, rotate: int, first_column: int) -> None:
        self._start_up: list[tuple[int, ...]] = []
        self._first_column = first_column
        super().__init__(wire, rotate=rotate)
        self._recording = False
        for unused in _OF_LUMAS_DISPLAY:
            self.__dict__.pop(unused, None)
        self.persist = True  # or luma would write to the panel again when the process ends

    def command(self, *command: int) -> None:
        """Send a command, or record it while luma's constructor speaks."""
        if self._recording:
            self._start_up.append(command)
        else:
            super().command(*command)

    def show(self) -> None:
        """Light the panel, but not in luma's constructor.

        `reinit` lights it over a whole picture.
        """
        if not self._recording:
            super().show()

    def reinit(self, image: Image.Image, contrast: int = CONTRAST_IN_PLAY, *, lit: bool = True) -> None:
        """Initialize a panel that may just have got its power; show *image*.

        It checks first that the panel is there.

        :param contrast: how bright, 0 to 255.
        :param lit: whether it is to be seen at all.
        """
        self.command(NO_OPERATION)
        for command in self._start_up:
            self.command(*command)
        self.invalidate()
        self.display(image)
        self.shine(contrast, lit=lit)

    def shine(self, contrast: int, *, lit: bool = True) -> None:
        """Set the *contrast*, 0 to 255, and *lit* or dark.

        The picture is kept in the dark.
        """
        was, self._light = self._light, None
        if was is None or was[0] != contrast:
            self.contrast(contrast)
        if was is None or was[1] != lit:
            (self.show if lit else self.hide)()
        self._light = contrast, lit

    def refresh(self) -> None:
        """Initialize the panel again, but leave it lit.

        The next picture is sent whole, and its light again. This repairs the effects of a disturbance on the wire, and
        a panel that lost its power while nothing was sent.
        """
        for command in self._start_up:
            if command[0] != SET_CONTRAST:
                self.command(*command[command[0] == DISPLAY_OFF :])
        self.invalidate()

    def invalidate(self) -> None:
        """Forget the panel's picture and light: both are sent whole next time."""
        self._shown = self._start_line = self._light = None

    def display(self, image: Image.Image, up: int = 0) -> None:
        """Show a 1-bit *image* of the panel's size.

        If the bus fails, the next picture is sent whole.

        :param up: rows that the glass shows it moved up by; what leaves at one edge comes in at the other. This costs
            three bytes on the wire, whatever the picture.
        """
        if self._recording:
            return
        new, old = pack_pages(self.preprocess(image)), self._shown
        line, was = up % LINES, self._start_line
        self._shown = self._start_line = None
        if line != was:
            self.command(START_LINE | line)
        self._send(old, new)
        self._shown, self._start_line = new, line

    def _send(self, old: bytes | None, new: bytes) -> None:
        if old is None and self.before_whole_picture:
            self.command(*self.before_whole_picture)
        told_page = None
        for page, begin, end in changed_spans(old, new, self._w):
            column = self._first_column + begin
            place = (SET_COLUMN_LOW | column & 0x0F, SET_COLUMN_HIGH | column >> 4)
            self.command(*place if page == told_page else (SET_PAGE | page, *place))
            told_page = page
            self.data(new[page * self._w + begin : page * self._w + end])


class PageSSD1306(PageSpans, ssd1306):  # type: ignore[misc]
    """An SSD1306.

    luma sets it up for another way of addressing, so each whole picture corrects that.
    """

    before_whole_picture = PAGE_ADDRESSING


class PageSSD1309(PageSpans, ssd1309):  # type: ignore[misc]
    """An SSD1309; it takes the commands of an SSD1306."""

    before_whole_picture = PAGE_ADDRESSING


class PageSH1106(PageSpans, sh1106):  # type: ignore[misc]
    """An SH1106, which knows page addressing only."""


def changed_spans(old: bytes | None, new: bytes, width: int) -> list[tuple[int, int, int]]:
    """Return the spans to send, in order; everything if *old* is None.

    A span is (page, first column, column after the last).

    :param old: the pages that the panel shows, as `pack_pages` gives them; *new*: those it shall show.
    """
    pages = range(len(new) // width)
    if old is None:
        return [(page, 0, width) for page in pages]
    changed = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
    difference = changed.to_bytes(len(new), "big")
    return [
        (page, span.start() - page * width, span.end() - page * width)
        for page in pages
        for span in CHANGED_SPANS.finditer(difference, page * width, (page + 1) * width)
    ]


class _Recorder:
    """A bus that records its messages."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        """Keep *messages*."""
        self.messages += [bytes(message) for message in messages]

    def close(self) -> None:
        """Do nothing."""


def messages_for(settings: OledSettings, image: Image.Image, contrast: int) -> list[bytes]:
    """Return the messages that initialize the display and show *image*.

    They serve callers without a driver; *settings* describe the display.

    :param contrast: how bright, 0 to 255.
    :returns: each message that is to be written to the display's address, in order.
    """
    bus = _Recorder()
    panel = make_panel(settings, lambda: bus)
    panel.reinit(image, contrast)
    return bus.messages


def make_panel(settings: OledSettings, open_bus: Callable[[], I2cBus] | None = None) -> Any:
    """Make the driver of the display in *settings*.

    Nothing is sent before its `reinit`.

    :param open_bus: gives an emulated bus; without it, the computer's own is opened when it is first needed.
    :returns: a `PageSpans` over luma's class, untyped as luma is.
    """
    wire = PanelWire(open_bus or partial(open_i2c, settings.bus), settings.address)
    chip = {"ssd1306": PageSSD1306, "sh1106": PageSH1106, "ssd1309": PageSSD1309}[settings.driver]
    return chip(wire, rotate=settings.rotate, first_column=settings.first_column)
