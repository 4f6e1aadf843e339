"""The dice tray without a Pico: the real firmware on the official MicroPython, behind a pseudo-terminal."""
