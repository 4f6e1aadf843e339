"""Trays to try: the real firmware on the real MicroPython, a line that spoils what it carries, and what was heard."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from firmware_host import tlink
from firmware_host.bench.emulator import Emulator
from firmware_host.dicetray import DiceTray
from firmware_host.firmware import wiring
from firmware_host.line import Greeting, SerialLine, Silent
from firmware_host.link import LinkTimings
from firmware_host.port import SerialPort
from hardware.cues import RollCue, RollingCue, SpinningCue, WheelCue
from hardware.ports import InputEvent
from tests.support.waiting import eventually

GLYPHS = {(0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F)[digit]: str(digit) for digit in range(10)} | {
    0: "",
    0x40: "-",
}
"""What each set of lit segments reads as."""
LEDS_IN_A_WINDOW = 14
BRISK = LinkTimings(poll_s=0.05, ping_s=0.2)
"""The timings of a tray in tests."""


def lit(board: Any, pin: int) -> list[int]:
    """The places of the LEDs on *pin* that are lit."""
    pixels = board.pixels.get(pin, b"")
    return [place for place in range(len(pixels) // 3) if any(pixels[3 * place : 3 * place + 3])]


def windows(board: Any) -> list[str]:
    """What people read in the three windows."""
    return [window(board, pin) for pin in wiring.WINDOWS]


def window(board: Any, pin: int) -> str:
    bits = sum(1 << place for place in lit(board, pin))
    return GLYPHS.get(bits & 0x7F, "?") + GLYPHS.get(bits >> 7, "?")


USB_MA = 500
CHANNEL_MA, DARK_LED_MA = 20, 1
OTHERS_MA = 95 + 4 * 5 + 5
"""What else hangs on the USB port, at most: a busy Pico, four lamps, the buzzer."""


def current_ma(board: Any) -> float:
    """What the tray draws from its USB port, in mA, by the data sheet of the WS2812."""
    shown = board.pixels.values()
    leds = sum(len(pixels) // 3 for pixels in shown)
    return OTHERS_MA + DARK_LED_MA * leds + CHANNEL_MA * sum(map(sum, shown)) / 255


class HasPath(Protocol):
    """What has a port at *path*."""

    path: str


class Heard:
    """A handler that keeps what it hears."""

    def __init__(self) -> None:
        self.events: list[InputEvent] = []

    def __call__(self, event: InputEvent) -> None:
        self.events.append(event)

    @property
    def words(self) -> list[str]:
        return [f"{event.button} {event.edge.value}" for event in self.events]  # type: ignore[union-attr]


class Socket:
    """Where a tray is plugged in: each time under another name, as a Pico may be."""

    def __init__(self, **how: Any) -> None:
        self._how = how
        self._before = ""
        self.emulator: Emulator | None = None

    def find(self) -> list[str]:
        return [self.emulator.path] if self.emulator else []

    def plug(self) -> Emulator:
        emulator = Emulator(**self._how)
        if emulator.path == self._before:
            same, emulator = emulator, Emulator(**self._how)
            same.close()
        self.emulator, self._before = emulator, emulator.path
        return emulator

    def unplug(self) -> None:
        emulator, self.emulator = self.emulator, None
        if emulator is not None:
            emulator.close()


class Rig:
    """A socket with a tray in it, and the host's end of it."""

    def __init__(self, tray: dict[str, Any], board: dict[str, Any]) -> None:
        self.heard = Heard()
        self.socket = Socket(**board)
        self.socket.plug()
        self.tray = DiceTray(self.heard, self.socket.find, **{"timings": BRISK, **tray})
        self.tray.start()
        self.landed: list[str] = []

    @property
    def board(self) -> Any:
        assert self.socket.emulator is not None
        return self.socket.emulator.board

    def await_tray(self) -> None:
        eventually(lambda: self.tray.greeting is not None)

    def press(self, button: int, down: bool) -> None:
        assert self.socket.emulator is not None
        self.socket.emulator.pull(wiring.BUTTONS[button], down)

    def rolls(self, *values: int) -> bool:
        self.tray.show(RollingCue(count=len(values), caption=""))
        return self.lands(*values)

    def lands(self, *values: int) -> bool:
        return self.tray.land(RollCue(values=values, caption=""), lambda: self.landed.append("dice"))

    def spins(self, count: int) -> None:
        self.tray.show(SpinningCue(count=count, caption=""))

    def stops(self, count: int, at: int) -> bool:
        return self.tray.land(wheel(count, at), lambda: self.landed.append("wheel"))

    def close(self) -> None:
        self.tray.close()
        self.socket.unplug()


def wheel(count: int, at: int) -> WheelCue:
    return WheelCue(names=tuple(map(str, range(count))), at=at)


@contextmanager
def rig(tray: dict[str, Any] | None = None, **board: Any) -> Iterator[Rig]:
    """Give a tray that is plugged in and greeted; *board* is the emulator's."""
    made = Rig(tray or {}, board)
    try:
        made.await_tray()
        yield made
    finally:
        made.close()


@contextmanager
def line_to(emulator: HasPath, session: int = 42) -> Iterator[SerialLine]:
    """Give a line to a tray that was greeted over it."""
    port = SerialPort(emulator.path)
    try:
        line = SerialLine(port)
        greet(line, session)
        yield line
    finally:
        port.close()


def greet(line: SerialLine, session: int) -> Greeting:
    """Greet a tray that may still be starting; return its answer."""
    found: list[Greeting] = []

    def answers() -> bool:
        try:
            found.append(line.greet(session))
        except Silent:
            return False
        return True

    eventually(answers)
    return found[0]


def land(motion: int, what: int, count: int, *values: int, in_ms: int = 0) -> bytes:
    return struct.pack(tlink.LAND_REQUEST, motion, in_ms, what, count) + bytes(values)


class SpoiltPort(SerialPort):
    """A port whose line flips a bit of some of what it carries, and loses some, either way."""

    def __init__(self, path: str, corrupts: float, drops: float, seed: int = 4) -> None:
        super().__init__(path)
        self._chance = random.Random(seed)
        self.corrupts, self.drops = corrupts, drops

    def read(self) -> bytes:
        return self._carried(super().read())

    def write(self, data: bytes) -> None:
        if carried := self._carried(data):
            super().write(carried)

    def _carried(self, data: bytes) -> bytes:
        fate = self._chance.random()
        if fate < self.drops:
            return b""
        if fate < self.drops + self.corrupts:
            spoilt = bytearray(data)
            spoilt[self._chance.randrange(len(spoilt))] ^= 1 << self._chance.randrange(8)
            return bytes(spoilt)
        return data


def opener(corrupts: float, drops: float) -> Callable[[str], SpoiltPort]:
    return lambda path: SpoiltPort(path, corrupts, drops)
