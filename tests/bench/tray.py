"""The dice tray's wire: round trips of a ping and of a roll, beside Firmata's, and the least that the wire takes."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
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
IN_A_TURN = 20


@dataclass(frozen=True)
class Trip:
    """A way to the tray and back; whatever comes of it is over when *settle* returns."""

    go: Callable[[], object]
    settle: Callable[[], object] = lambda: None

    def made(self) -> float:
        """Make it; return how long it took, in ms."""
        begun_s = time.perf_counter()
        self.go()
        taken_ms = 1000 * (time.perf_counter() - begun_s)
        self.settle()
        return taken_ms


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure on the same MicroPython, each program alone at the other end of a pseudo-terminal.

    :raises NotMeasured: there is no Node, or no MicroPython for it.
    """
    try:
        find_node()
        find_micropython()
    except NoEmulator as missing:
        raise NotMeasured(str(missing)) from missing
    with _wire() as wire_trip, _ours() as (ping_trip, roll_trip), _firmata() as (firmata_ping_trip, firmata_roll_trip):
        trips = (wire_trip, ping_trip, firmata_ping_trip, roll_trip, firmata_roll_trip)
        wire, ping, firmata_ping, roll, firmata_roll = _by_turns(sizes.round_trips, trips)
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


def _by_turns(times_each: int, trips: Sequence[Trip]) -> list[list[float]]:
    """Make *times_each* of each of *trips*, some of one and some of the next; return how long each took, in ms.

    So whatever else the machine does meanwhile falls on all of them. The first of each turn isn't counted.
    """
    taken: list[list[float]] = [[] for _ in trips]
    for first in range(0, times_each, IN_A_TURN):
        for trip, samples in zip(trips, taken, strict=True):
            turn = [trip.made() for _ in range(first, min(first + IN_A_TURN, times_each) + 1)]
            samples += turn[1:]
    return taken


@contextmanager
def _port(files: dict[str, bytes] | None = None) -> Iterator[tuple[str, SerialPort]]:
    emulator = Emulator(files=files)
    port = SerialPort(emulator.path)
    try:
        yield emulator.path, port
    finally:
        port.close()
        emulator.close()


@contextmanager
def _wire() -> Iterator[Trip]:
    with _port({"main.py": ECHO}) as (_, port):

        def there_and_back() -> None:
            port.write(b"x")
            if not port.wait(PATIENCE_S):
                raise RuntimeError("the emulated Pico doesn't give a byte back")
            port.read()

        yield Trip(there_and_back)


@contextmanager
def _ours() -> Iterator[tuple[Trip, Trip]]:
    with _port() as (_, port):
        line = Line(port, try_s=PATIENCE_S)
        greet(line, 1)
        motions = count(1)
        yield (
            Trip(lambda: line.ping()),
            Trip(lambda: line.request(tlink.LAND, _roll(next(motions))), lambda: _await_landed(line)),
        )


def _await_landed(line: Line) -> None:
    """Wait until the tray has drawn the dice, which it does after it has answered, and is idle again."""
    if not any(kind == tlink.LANDED for kind, _, _ in line.events(PATIENCE_S)):
        raise RuntimeError("the emulated tray doesn't land")
    line.ping()


def _roll(motion: int) -> bytes:
    values = bytes(1 + (value + motion) % 10 for value in DICE)
    return struct.pack(tlink.LAND_REQUEST, motion, 0, tlink.DICE, len(DICE)) + values


@contextmanager
def _firmata() -> Iterator[tuple[Trip, Trip]]:
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
        dice = bytes(part for value in DICE for part in (value & 0x7F, value >> 7))
        yield (
            Trip(lambda: ask(pyfirmata2.pyfirmata2.REPORT_FIRMWARE, b"")),
            Trip(lambda: ask(USER_COMMAND, dice)),
        )
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
