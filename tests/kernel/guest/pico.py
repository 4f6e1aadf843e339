"""A Pico on USB: the kernel's ACM gadget on a port that loops back; behind it the firmware, which runs on the host."""

from __future__ import annotations

import os
import select
import threading
import tty
from contextlib import suppress
from pathlib import Path

from tests.kernel.guest.waiting import eventually

GADGET = Path("/sys/kernel/config/usb_gadget/pico")
STRINGS = {"serialnumber": "SIM0001", "manufacturer": "MicroPython", "product": "Board in FS mode"}
RASPBERRY_PI, MICROPYTHON_BOARD = "0x2e8a", "0x0005"
CONTROLLER = "dummy_udc.0"
SIZE = 4096
POLL_S = 0.2


class Pico:
    """A Pico that can be plugged in and out; its board goes on running, as one with a power supply of its own."""

    path = Path("/dev/ttyACM0")

    def __init__(self) -> None:
        if not GADGET.exists():
            _make_gadget()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._carry, name="pico", daemon=True)
        self._thread.start()

    def plug_in(self) -> None:
        """Plug it into the computer."""
        (GADGET / "UDC").write_text(CONTROLLER)
        eventually(self.path.exists)

    def pull_out(self) -> None:
        """Pull it out."""
        (GADGET / "UDC").write_text("\n")
        eventually(lambda: not self.path.exists())

    def close(self) -> None:
        """Carry nothing any more."""
        self._over.set()
        self._thread.join()

    def _carry(self) -> None:
        """Carry bytes both ways between the board on the host and the gadget's end of the cable."""
        board = os.open(_port(), os.O_RDWR)
        cable = -1
        while not self._over.is_set():
            if cable < 0:
                cable = _open_cable()
            ends = [board] if cable < 0 else [board, cable]
            ready = select.select(ends, [], [], POLL_S)[0]
            if board in ready:
                sent = os.read(board, SIZE)
                with suppress(OSError):  # nobody hears a board that isn't plugged in
                    os.write(cable, sent)
            if cable in ready and not _pass_on(cable, board):
                os.close(cable)
                cable = -1
        os.close(board)


def _port() -> Path:
    """Return the port to the host by its name: no udev makes a link here."""
    named = Path("/sys/class/virtio-ports").glob("vport*")
    return next(Path("/dev") / port.name for port in named if (port / "name").read_text().strip() == "pico")


def _open_cable() -> int:
    """Open the gadget's end of the cable; -1 while there is none."""
    try:
        cable = os.open("/dev/ttyGS0", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(cable)
    except OSError:
        return -1
    return cable


def _pass_on(cable: int, board: int) -> bool:
    """Pass on what has come by *cable*; return False once it is out."""
    try:
        heard = os.read(cable, SIZE)
    except BlockingIOError:
        return True
    except OSError:
        return False
    os.write(board, heard)
    return bool(heard)


def _make_gadget() -> None:
    GADGET.mkdir()
    (GADGET / "idVendor").write_text(RASPBERRY_PI)
    (GADGET / "idProduct").write_text(MICROPYTHON_BOARD)
    words = GADGET / "strings/0x409"
    words.mkdir()
    for name, text in STRINGS.items():
        (words / name).write_text(text)
    function, configuration = GADGET / "functions/acm.0", GADGET / "configs/c.1"
    function.mkdir()
    configuration.mkdir()
    (configuration / "acm.0").symlink_to(function)
