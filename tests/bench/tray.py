"""The dice tray's wire: round trips of a ping and of a roll, beside Firmata's, and the least that the wire takes."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyfirmata2
import pyfirmata2.pyfirmata2

from firmware_host import tlink
from firmware_host.bench.emulator import Emulator, NoEmulator, find_micropython, find_node
from firmware_host.line import Line
from firmware_host.port import SerialPort
from tests.bench.figures import NotMeasured, Row, Section, times
from tests.bench.sizes import Sizes
from tests.support.trays import greet

DICE = (3, 7, 10)
PATIENCE_S = 5.0
ECHO = b"""
import micropython, select, sys
micropython.kbd_intr(-1)
ready = select.poll()
ready.register(sys.stdin, select.POLLIN)
while True:
    if ready.poll(1):
        sys.stdout.buffer.write(sys.stdin.buffer.read(1))
"""
"""The least that any program for the Pico can do: to give each byte back."""
USER_COMMAND = 0x01
SERIAL_BAUD = 115_200
BITS_A_BYTE = 10


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure on the same MicroPython, each program alone at the other end of a pseudo-terminal.

    :raises NotMeasured: there is no Node, or no MicroPython for it.
    """
    try:
        find_node()
        find_micropython()
    except NoEmulator as missing:
        raise NotMeasured(str(missing)) from missing
    wire, ping, roll = _wire(sizes.round_trips), *_ours(sizes.round_trips)
    firmata_ping, firmata_roll = _firmata(sizes.round_trips)
    yield Section(
        "The dice tray's wire",
        [
            Row("a byte and back: the wire's own limit", "ms", wire),
            Row("a ping", "ms", ping, _beside(ping, firmata_ping, wire)),
            Row("a ping: Firmata", "ms", firmata_ping),
            Row("a roll of three dice", "ms", roll, _beside(roll, firmata_roll, wire)),
            Row("a roll of three dice: Firmata", "ms", firmata_roll),
        ],
        "Ours is checked by CRC-32 and done once if it is asked again, and lights the windows when it has answered; "
        "Firmata's is neither, and says the dice back.",
    )
    yield _bytes()


def _beside(ours: list[float], theirs: list[float], wire: list[float]) -> str:
    own = Row("", "", ours).middle
    return f"{times(own, Row('', '', theirs).middle)} times Firmata's; {times(own, Row('', '', wire).middle)} the limit"


def _measured(count: int, trip: Callable[[int], object], settle: Callable[[], object] = lambda: None) -> list[float]:
    """Make *count* round trips, after one that isn't counted; return how long each took, in ms.

    Whatever comes of one is over before the next, when *settle* returns.
    """
    taken = []
    for number in range(count + 1):
        begun_s = time.perf_counter()
        trip(number)
        taken.append(1000 * (time.perf_counter() - begun_s))
        settle()
    return taken[1:]


@contextmanager
def _port(files: dict[str, bytes] | None = None) -> Iterator[tuple[str, SerialPort]]:
    emulator = Emulator(files=files)
    port = SerialPort(emulator.path)
    try:
        yield emulator.path, port
    finally:
        port.close()
        emulator.close()


def _wire(count: int) -> list[float]:
    with _port({"main.py": ECHO}) as (_, port):

        def trip(number: int) -> None:
            port.write(b"x")
            if not port.wait(PATIENCE_S):
                raise RuntimeError("the emulated Pico doesn't give a byte back")
            port.read()

        return _measured(count, trip)


def _ours(count: int) -> tuple[list[float], list[float]]:
    with _port() as (_, port):
        line = Line(port, try_s=PATIENCE_S)
        greet(line, 1)
        pings = _measured(count, lambda number: line.ping())
        rolls = _measured(
            count,
            lambda number: line.request(tlink.LAND, _roll(number + 1)),
            lambda: _await_landed(line),
        )
        return pings, rolls


def _await_landed(line: Line) -> None:
    """Wait until the tray has drawn the dice, which it does after it has answered."""
    if not any(kind == tlink.LANDED for kind, _, _ in line.events(PATIENCE_S)):
        raise RuntimeError("the emulated tray doesn't land")


def _roll(motion: int) -> bytes:
    values = bytes(1 + (value + motion) % 10 for value in DICE)
    return struct.pack(tlink.LAND_REQUEST, motion, 0, tlink.DICE, len(DICE)) + values


def _firmata(count: int) -> tuple[list[float], list[float]]:
    device = (Path(__file__).parent / "firmata_device.py").read_bytes()
    emulator = Emulator(files={"main.py": device})
    # It would wait five seconds for an Arduino to start.
    pyfirmata2.pyfirmata2.BOARD_SETUP_WAIT_TIME = 0
    board: Any = pyfirmata2.Board(emulator.path, layout=pyfirmata2.BOARDS["arduino"], timeout=PATIENCE_S)
    heard: list[tuple[int, ...]] = []
    for command in (USER_COMMAND, pyfirmata2.pyfirmata2.REPORT_FIRMWARE):
        board.add_cmd_handler(command, lambda *data: heard.append(data))

    def ask(command: int, data: bytes) -> None:
        heard.clear()
        board.send_sysex(command, data)
        due_s = time.perf_counter() + PATIENCE_S
        while not heard:
            board.iterate()
            if time.perf_counter() > due_s:
                raise RuntimeError("the emulated Firmata doesn't answer")

    try:
        pings = _measured(count, lambda number: ask(pyfirmata2.pyfirmata2.REPORT_FIRMWARE, b""))
        dice = bytes(part for value in DICE for part in (value & 0x7F, value >> 7))
        return pings, _measured(count, lambda number: ask(USER_COMMAND, dice))
    finally:
        board.exit()
        emulator.close()


def _bytes() -> Section:
    """Say how long each message is: what counts on a serial line, and hardly on a Pico's USB."""
    asked, answered = len(tlink.pack(tlink.LAND, 1, _roll(1))), len(tlink.pack(tlink.LAND | tlink.ANSWER, 1))
    ours = asked + answered
    firmata = 2 * (3 + 2 * len(DICE))
    at_baud = f"{1000 * BITS_A_BYTE * ours / SERIAL_BAUD:.2g} ms at {SERIAL_BAUD:,} baud; one packet each way on USB"
    rows = [Row("a roll and its answer", "bytes", [ours], at_baud), Row("the same: Firmata", "bytes", [firmata])]
    return Section("Bytes on the dice tray's wire", rows)
