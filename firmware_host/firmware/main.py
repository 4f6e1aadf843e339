"""The Pico's program: one loop for port, answers and tray.

Law: nothing in here waits, and nothing decides chance.
"""

import os
import select
import struct
import sys
import time

import machine
import micropython
import tlink
from tray import PicoTray

try:
    from collections.abc import Iterator
except ImportError:  # MicroPython has none, and doesn't look at annotations
    pass

STOPPED = "stopped"
"""A file that keeps the Pico at its prompt once.

At the next start there is no watchdog then, so that files can be copied.
"""

END = b"\0"
"""A frame's last byte."""

PATIENCE_MS = 8000
"""The longest a Pico's watchdog waits."""


def was_stopped() -> bool:
    """Return True if the host asked for the prompt, and forget it."""
    try:
        os.remove(STOPPED)
    except OSError:
        return False
    return True


def stop() -> None:
    """Start again at the prompt."""
    with open(STOPPED, "w"):
        pass
    time.sleep_ms(50)  # the answer is still on its way
    machine.reset()


class Loop:
    """The port on one side, the tray on the other."""

    def __init__(self) -> None:
        self.tray = tray = PicoTray()
        self._responder = tlink.Responder(tray.do, tray.hello, struct.unpack("<I", os.urandom(4))[0])
        self._decoder = tlink.Decoder()
        self._came = bytearray()
        self._is_put_off = False
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._watchdog = machine.WDT(timeout=PATIENCE_MS)

    def go_round(self) -> None:
        """Read, do the due work and send the events, once.

        A request is answered before it is drawn. Drawing waits until nothing more has come for a millisecond, or until
        the next request.
        """
        self._is_put_off = self._hear()
        if not self._is_put_off:
            self._go_on()
        self._watchdog.feed()

    def _go_on(self) -> None:
        self.tray.tick(time.ticks_ms())
        self._say()

    def _hear(self) -> bool:
        """Read a request and answer it, if one has come.

        Its work is due before the next one. Return True if it asks for any.
        """
        ready, read, came, end = self._poll.poll, sys.stdin.buffer.read, self._came, END
        if not ready(1):
            return False
        for _ in range(tlink.LARGEST_BODY):
            # One byte at a time: a read of more would wait until they are all there. They are looked at together.
            byte = read(1)
            came += byte
            if byte == end and len(came) > 1:
                break
            if not ready(0):
                if len(came) <= tlink.LARGEST_BODY:
                    return False
                break  # of what has no end the decoder keeps as much as shows that it is no frame
        self._came = bytearray()
        asked = False
        for kind, number, payload in self._decoder.feed(came):
            if self._is_put_off:
                self._go_on()
            sys.stdout.buffer.write(self._responder.answer(kind, number, payload))
            self.tray.heard()
            asked = kind not in tlink.ASKING
        return asked

    def _say(self) -> None:
        events, self.tray.events = self.tray.events, []
        for kind, numbered in events:
            if self._responder.session:
                sys.stdout.buffer.write(tlink.pack(kind, numbered[0], numbered[1:]))


def rounds() -> "Iterator[None]":
    """Run the tray until the host asks for the prompt.

    It yields after each round. The bench may do something in between; a Pico doesn't.
    """
    if was_stopped():
        return
    micropython.kbd_intr(-1)  # 03 is a byte like any other on this port
    loop = Loop()
    try:
        try:
            while not loop.tray.stops:
                loop.go_round()
                yield
        finally:
            # Whatever went wrong, nothing pushes or sounds until the watchdog starts it again.
            loop.tray.quiet()
        stop()
    finally:
        micropython.kbd_intr(3)


if __name__ == "__main__":
    for _ in rounds():
        pass
