"""The dice tray's wire: round trips of a ping and of a roll, beside Firmata's, and the least that the wire takes."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from math import ceil
from pathlib import Path
from typing import Any

import pyfirmata2
import pyfirmata2.pyfirmata2

from firmware_host import tlink
from firmware_host.bench.emulator import Emulator, NoEmulator, find_micropython, find_node
from firmware_host.line import SerialLine
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
UNREAD = b"""
import micropython, select, sys
micropython.kbd_intr(-1)
ready = select.poll()
ready.register(sys.stdin, select.POLLIN)
come = 0
while True:
    if ready.poll(1):
        sys.stdin.buffer.read(1)
        come += 1
        if come == %d:
            come = 0
            sys.stdout.buffer.write(b"x" * %d)
"""
"""The least for so many bytes there, taken one by one as a Pico's can only be, and so many back."""
USER_COMMAND = 0x01
SERIAL_BAUD = 115_200
BITS_A_BYTE = 10
TURNS = 5
WARMING_UP = 1000
"""Trips before those that count: Node compiles meanwhile."""
QUIET_S = 0.002
WIRE, PING, ROLL = "a byte and back: the wire's own limit", "a ping", "a roll of three dice, after a pause"
RESTED = "a byte and back, after a pause"
THEIRS = {PING: "a ping: Firmata", ROLL: "a roll of three dice, after a pause: Firmata"}
LIMITS = {PING: WIRE, ROLL: RESTED}
FRAMES = "as many bytes as a ping's, unread"
NAMES = (WIRE, FRAMES, PING, THEIRS[PING], RESTED, ROLL, THEIRS[ROLL])


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


Opened = tuple[int, Mapping[str, Trip]]
"""The process at the other end of a port, and the trips there by their names."""


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure on the same MicroPython, each program alone at the other end of a pseudo-terminal.

    :raises NotMeasured: there is no Node, or no MicroPython for it.
    """
    try:
        find_node()
        find_micropython()
    except NoEmulator as missing:
        raise NotMeasured(str(missing)) from missing
    taken, worked = _by_turns(sizes.round_trips)
    yield Section(
        "The dice tray's wire",
        [_row(name, "ms", taken) for name in NAMES],
        "Ours is checked by CRC-32 and done once if it is asked again, and lights the windows when it has answered; "
        "Firmata's is neither, and says the dice back. A roll comes after a pause, as at a table, for each of them: "
        "ours has to draw before the next, and whatever sleeps in between is slower than what is asked at once.",
    )
    yield Section(
        "The processor's time for that, of both ends",
        [_row(name, "us", worked) for name in (WIRE, FRAMES, PING, THEIRS[PING])],
        "A turn's mean; the emulation is in it. A roll's isn't told: ours draws dice, and the pause is in it.",
    )
    yield _bytes()


def _row(name: str, unit: str, all_samples: Mapping[str, Sequence[float]]) -> Row:
    row = Row(name, unit, all_samples[name])
    if name not in THEIRS:
        return row
    others = (THEIRS[name], LIMITS[name], FRAMES)
    theirs, limit, frames = (Row("", "", all_samples[other]).middle for other in others)
    beside = f"{times(row.middle, theirs)} times Firmata's; {times(row.middle, limit)} the limit"
    if name == PING:
        beside += f"; {times(row.middle, frames)} the same bytes unread"
    return replace(row, beside=beside)


def _by_turns(times_each: int) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Make each trip that often, in turns; return how long each took, in ms, and a turn's mean of CPU time, in us.

    So whatever else the machine does meanwhile falls on all of them.
    """
    taken: dict[str, list[float]] = {name: [] for name in NAMES}
    worked: dict[str, list[float]] = {name: [] for name in NAMES}
    in_a_turn = ceil(times_each / TURNS)
    for _ in range(0, times_each, in_a_turn):
        for opened in (_wire, _unread, _ours, _firmata):
            with opened() as (pid, trips):
                for name, trip in trips.items():
                    for _ in range(min(5 * in_a_turn, WARMING_UP)):
                        trip.made()
                    begun_ns = _worked_ns(pid)
                    taken[name] += [trip.made() for _ in range(in_a_turn)]
                    worked[name].append((_worked_ns(pid) - begun_ns) / in_a_turn / 1000)
    return taken, worked


def _worked_ns(pid: int) -> int:
    """Return how long this thread has computed, and all threads of the process *pid*."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return time.thread_time_ns() + sum(int(thread.read_text().split()[0]) for thread in threads)


@contextmanager
def _port(
    files: dict[str, bytes] | None = None, on_event: Callable[[object], None] = lambda event: None
) -> Iterator[tuple[int, SerialPort]]:
    emulator = Emulator(files=files, on_event=on_event)
    port = SerialPort(emulator.path)
    try:
        yield emulator.pid, port
    finally:
        port.close()
        emulator.close()


@contextmanager
def _wire() -> Iterator[Opened]:
    with _port({"main.py": ECHO}) as (pid, port):
        echoed = partial(_there_and_back, port, b"x", 1)
        yield pid, {WIRE: Trip(echoed), RESTED: Trip(echoed, partial(_pause, echoed))}


@contextmanager
def _unread() -> Iterator[Opened]:
    asked = tlink.pack(tlink.PING, 1)
    answered = len(tlink.pack(tlink.PING | tlink.ANSWER, 1, struct.pack(tlink.PING_ANSWER, 1, 1)))
    with _port({"main.py": UNREAD % (len(asked), answered)}) as (pid, port):
        yield pid, {FRAMES: Trip(lambda: _there_and_back(port, asked, answered))}


def _pause(ping: Callable[[], object]) -> None:
    """Wait as our tray is waited for that draws its dice, then *ping*: the next trip is as warm as ours."""
    time.sleep(QUIET_S)
    ping()


def _there_and_back(port: SerialPort, asked: bytes, answered: int) -> None:
    port.write(asked)
    come = 0
    while come < answered:
        if not port.wait(PATIENCE_S):
            raise RuntimeError("the emulated Pico gives nothing back")
        come += len(port.read())


class _Drawn:
    """The moment of the last event of an emulated board's pins."""

    def __init__(self) -> None:
        self.last_s = 0.0

    def take(self, event: object) -> None:
        """Take in an event, whatever it says."""
        self.last_s = time.perf_counter()


@contextmanager
def _ours() -> Iterator[Opened]:
    drawn = _Drawn()
    with _port(on_event=drawn.take) as (pid, port):
        line = SerialLine(port, try_s=PATIENCE_S)
        greet(line, 1)
        motions = count(1)
        rolled = Trip(lambda: line.request(tlink.LAND, _roll(next(motions))), lambda: _await_landed(line, drawn))
        yield pid, {PING: Trip(line.ping), ROLL: rolled}


def _await_landed(line: SerialLine, drawn: _Drawn) -> None:
    """Wait until the tray has drawn the dice, which it does after it has answered, and all have heard of it."""
    if not any(kind == tlink.LANDED for kind, _, _ in line.events(PATIENCE_S)):
        raise RuntimeError("the emulated tray doesn't land")
    while time.perf_counter() - drawn.last_s < QUIET_S:
        time.sleep(QUIET_S)
    line.ping()  # as warm as any other trip


def _roll(motion: int) -> bytes:
    values = bytes(1 + (value + motion) % 10 for value in DICE)
    return struct.pack(tlink.LAND_REQUEST, motion, 0, tlink.DICE, len(DICE)) + values


@contextmanager
def _firmata() -> Iterator[Opened]:
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
        ping = partial(ask, pyfirmata2.pyfirmata2.REPORT_FIRMWARE, b"")
        rolled = Trip(partial(ask, USER_COMMAND, dice), partial(_pause, ping))
        yield emulator.pid, {THEIRS[PING]: Trip(ping), THEIRS[ROLL]: rolled}
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
