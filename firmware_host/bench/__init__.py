"""The dice tray without a Pico: real firmware behind a pseudo-terminal.

It runs on the official MicroPython.
"""
