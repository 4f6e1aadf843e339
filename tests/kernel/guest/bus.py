"""An I2C adapter of the kernel's own whose slaves are Python objects.

The kernel sees an i2c-tiny-usb dongle plugged into a USB port over the network: vhci-hcd takes the one end of a socket,
and this process is the dongle at the other. Sources: the kernel's Documentation/usb/usbip_protocol.rst and
drivers/i2c/busses/i2c-tiny-usb.c.
"""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from tests.kernel.guest.waiting import eventually

VHCI = Path("/sys/devices/platform/vhci_hcd.0")
DEVICE_ID = 0x0001_0002
FULL_SPEED = 2
FREE_PORT = "004"

DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0110, 0xFF, 0, 0, 64, 0x0403, 0xC631, 0x0205, 0, 0, 0, 1)
CONFIGURATION = struct.pack("<BBHBBBBB", 9, 2, 18, 1, 1, 0, 0x80, 50) + struct.pack("<9B", 9, 4, 0, 0, 0, 0, 0, 0, 0)
DESCRIPTORS = {1: DEVICE, 2: CONFIGURATION}

SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4
GET_STATUS, GET_DESCRIPTOR = 0, 6
CLASS_OR_VENDOR = 0x60
STALL = -32
FUNCTIONS = 0x0EFF_0009
"""What the adapter says that it can: I2C, and SMBus made of it."""

GET_FUNCTIONS, SET_DELAY, GET_RESULT, TRANSFER = 1, 2, 3, 4
READ = 0x80
ACKNOWLEDGED, NOT_ACKNOWLEDGED = 1, 2


class Control(NamedTuple):
    """A control transfer as USB has it; *payload* is what is written."""

    kind: int
    request: int
    value: int
    address: int
    length: int
    payload: bytes


class Slave(Protocol):
    """What hangs on the bus at an address."""

    def write(self, payload: bytes) -> None:
        """Eat one write transaction, without its address byte."""


class Adapter:
    """The bus ``/dev/i2c-N`` with *slaves* by address; *absent* are those that don't acknowledge now."""

    def __init__(self, slaves: Mapping[int, Slave]) -> None:
        self._slaves = dict(slaves)
        self.absent: set[int] = set()
        self.faults: list[Exception] = []
        self._result = ACKNOWLEDGED
        before = _buses()
        kernels, self._socket = socket.socketpair()
        self._port = _free_port()
        self._thread = threading.Thread(target=self._serve, name="i2c-dongle", daemon=True)
        self._thread.start()
        with kernels:
            (VHCI / "attach").write_text(f"{self._port} {kernels.fileno()} {DEVICE_ID} {FULL_SPEED}")
        self.path: Path = eventually(lambda: _buses() - before).pop()

    def pull_out(self) -> None:
        """Pull the dongle out of its port: the bus is gone."""
        (VHCI / "detach").write_text(str(self._port))
        eventually(lambda: not self.path.exists())
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        """Answer the kernel until the dongle is out."""
        try:
            while head := self._read(48):
                command, number, _, is_in, _ = struct.unpack(">5I", head[:20])
                if command == UNLINK:
                    self._socket.sendall(struct.pack(">5Ii24x", UNLINKED, number, 0, 0, 0, 0))
                    continue
                length = struct.unpack(">i", head[24:28])[0]
                payload = b"" if is_in else self._read(length)
                kind, request, value, index, wanted = struct.unpack("<BBHHH", head[40:48])
                status, answer = self._control(Control(kind, request, value, index, wanted, payload))
                moved = len(answer) if is_in else len(payload)
                reply = struct.pack(">5Iiiiii8x", SUBMITTED, number, 0, 0, 0, status, moved, 0, 0, 0)
                self._socket.sendall(reply + (answer if is_in else b""))
        except OSError:
            return  # it is out

    def _read(self, count: int) -> bytes:
        """Read *count* bytes from the kernel; nothing once the dongle is out."""
        read = b""
        while len(read) < count:
            more = self._socket.recv(count - len(read))
            if not more:
                return b""
            read += more
        return read

    def _control(self, asked: Control) -> tuple[int, bytes]:
        """Answer what is *asked* with a status, 0 for good, and what is read."""
        if not asked.kind & CLASS_OR_VENDOR:
            if asked.request == GET_DESCRIPTOR:
                found = DESCRIPTORS.get(asked.value >> 8)
                return (STALL, b"") if found is None else (0, found[: asked.length])
            return 0, bytes(2)[: asked.length] if asked.request == GET_STATUS else b""
        if asked.request == GET_FUNCTIONS:
            return 0, struct.pack("<I", FUNCTIONS)[: asked.length]
        if asked.request == GET_RESULT:
            return 0, bytes([self._result])
        if asked.request & ~3 == TRANSFER:
            is_read = bool(asked.kind & READ)
            self._transfer(asked.address, None if is_read else asked.payload)
            return 0, bytes(asked.length) if is_read else b""
        return (0, b"") if asked.request == SET_DELAY else (STALL, b"")

    def _transfer(self, address: int, payload: bytes | None) -> None:
        slave = None if address in self.absent else self._slaves.get(address)
        self._result = NOT_ACKNOWLEDGED if slave is None else ACKNOWLEDGED
        if slave is not None and payload is not None:
            try:
                slave.write(payload)
            except Exception as fault:  # kept for the test, which judges it
                self.faults.append(fault)


def _buses() -> set[Path]:
    return set(Path("/dev").glob("i2c-*"))


def _free_port() -> int:
    rows = [row.split() for row in (VHCI / "status").read_text().splitlines()[1:]]
    return next(int(row[1]) for row in rows if row[0] == "hs" and row[2] == FREE_PORT)
