# What answers pyfirmata2 in the bench: a MicroPython program with Firmata's framing and, as it is, no checks.
# F0 01 (a user's command) takes dice in pairs of 7 bits and says them back; F0 79 asks for the firmware's name.
# Like the tray's it goes in rounds, a message each: this MicroPython collects garbage only in between.
import select
import sys

import micropython

START, END, USER, FIRMWARE = 0xF0, 0xF7, 0x01, 0x79


def rounds():
    micropython.kbd_intr(-1)
    ready = select.poll()
    ready.register(sys.stdin, select.POLLIN)
    message = None
    while True:
        if not ready.poll(1):
            yield
            continue
        byte = sys.stdin.buffer.read(1)[0]
        if byte == START:
            message = bytearray()
        elif byte != END:
            if message is not None:
                message.append(byte)
        elif message:
            if message[0] == FIRMWARE:
                sys.stdout.buffer.write(bytes((START, FIRMWARE, 2, 5, END)))
            elif message[0] == USER:
                sys.stdout.buffer.write(bytes((START,)) + message + bytes((END,)))
            message = None
            yield
