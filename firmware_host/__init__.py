"""The dice tray and the wheel on a Raspberry Pi Pico over USB serial: both ends of one wire.

Law: the host's end gives the table the devices of ``hardware.ports`` and imports nothing else of ours; what is flashed
onto the Pico never decides chance.
"""
