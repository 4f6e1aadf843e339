"""The table's display: a 128 x 64 OLED on the I2C bus.

Its controller is an SSD1306 or SH1106.

Law: a cue becomes frames (`drawing`), frames become bytes on the wire (`panel`), and one thread does both
(`panel.display`). The same code drives an emulated controller and never asks for the difference. Only
`Display.public_bitmap` may leave the process. If the hardware is simulated, `Display.own_bitmap` may reach this
computer too.
"""
