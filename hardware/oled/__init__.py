"""The table's small display: a 128 x 64 OLED with an SSD1306 or SH1106 on the I2C bus.

Law: a cue becomes frames (`screens`, `motion`), frames become bytes on the wire (`driver`, `wire`), and one thread
does both (`display`). The same code runs with an emulated controller; nothing in here asks whether it is one. Only
`Display.public_picture` may ever leave the process; where the hardware is simulated, `Display.own_picture` may reach
this computer too.
"""

from __future__ import annotations

from hardware.oled.display import Display as Display
from hardware.oled.driver import make_panel as make_panel
from hardware.oled.picture import png as png
from hardware.oled.settings import OledSettings as OledSettings
