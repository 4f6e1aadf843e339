"""The dice tray and wheel on a Pico: both ends' code.

It is a Raspberry Pi Pico on USB serial.

Law: the host's end gives the table the devices of ``hardware.ports`` and imports nothing else of the program. The
firmware on the Pico never decides chance.
"""
