"""PROTOCOL.md says what both ends do: its tables and its worked exchange are read out of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_host import tlink
from firmware_host.bench.emulator import FIRMWARE, Emulator
from firmware_host.firmware.about import VERSION
from firmware_host.line import SerialLine
from firmware_host.port import SerialPort
from tests.support.trays import land

pytestmark = pytest.mark.whole

TRAY = (FIRMWARE / "tray.py").read_text("utf-8")
SILENT_MS, REST_MS = (int(re.findall(rf"^{name} = (\d+)$", TRAY, re.MULTILINE)[0]) for name in ("SILENT_MS", "REST_MS"))
TEXT = (Path(tlink.__file__).parent / "PROTOCOL.md").read_text("utf-8")
PATIENCE_S = 5.0


def exchange() -> list[tuple[str, bytes]]:
    """The worked exchange: who sends, and which bytes."""
    lines = re.findall(r"^([<>]) ((?:[0-9a-f]{2} )+) *#", TEXT, re.MULTILINE)
    return [(who, bytes.fromhex(frame)) for who, frame in lines]


def sent_by(who: str) -> list[tuple[int, int, bytes]]:
    data = b"".join(frame for each, frame in exchange() if each == who)
    return tlink.Decoder().feed(data)


class Scripted:
    """A port at whose other end the page's own answers come."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self._answers = [frame for who, frame in exchange() if who == "<"]
        self._waiting = b""

    def wait(self, timeout_s: float, wake: int | None = None) -> bool:
        return bool(self._waiting)

    def read(self) -> bytes:
        waiting, self._waiting = self._waiting, b""
        return waiting

    def write(self, data: bytes) -> None:
        self.asked.append(data)
        answer = self._answers.pop(0)
        if len(self.asked) != 3:  # the first answer to LAND is lost
            self._waiting += answer
        if len(self.asked) == 4:
            self._waiting += self._answers.pop(0)

    def close(self) -> None:
        """Nothing to close."""


def test_the_worked_exchange_is_what_the_host_says() -> None:
    port = Scripted()
    line = SerialLine(port, try_s=0.001)
    greeting = line.greet(42)
    assert (greeting.boot, greeting.windows, greeting.ring_leds) == (0x5EAF00D5, 3, 33)
    assert (greeting.firmware, greeting.micropython) == (VERSION, "1.27.0")
    line.request(tlink.START, bytes((5, 0, 0, 0, tlink.DICE, 3)))
    line.request(tlink.LAND, land(5, tlink.DICE, 3, 3, 7, 10, in_ms=400))
    assert line.events() == [(tlink.LANDED, 1, bytes((5, 0, 0, 0)))]
    assert port.asked == [frame for who, frame in exchange() if who == ">"]


def test_the_worked_exchange_is_what_the_firmware_says() -> None:
    emulator = Emulator()
    try:
        port = SerialPort(emulator.path)
        heard = b""
        for who, frame in exchange():
            if who == ">":
                port.write(frame)
                continue
            while len(heard) < len(frame):
                assert port.wait(PATIENCE_S)
                heard += port.read()
            (told,), (wanted,) = tlink.Decoder().feed(heard[: len(frame)]), tlink.Decoder().feed(frame)
            if wanted[0] == tlink.HELLO | tlink.ANSWER:
                told, wanted = ((*each[:2], each[2][:1] + each[2][5:]) for each in (told, wanted))
            assert told == wanted
            heard = heard[len(frame) :]
        port.close()
    finally:
        emulator.close()


def rows(head: str) -> list[list[str]]:
    (table,) = re.findall(rf"^## {head}\n\n\| Kind .*\n\|[-|]+\|\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]


@pytest.mark.parametrize("head", ["Requests", "Events"])
def test_each_message_has_the_kind_that_the_page_says(head: str) -> None:
    told = {row[1].strip("`"): int(row[0].strip("`"), 16) for row in rows(head)}
    assert told == {name: getattr(tlink, name) for name in told}
    minimum, maximum = (0x01, 0x3F) if head == "Requests" else (0x40, 0x7F)
    assert all(minimum <= kind <= maximum for kind in told.values())
    assert len(told) == (tlink.STOP if head == "Requests" else 3)


@pytest.mark.parametrize(
    "said",
    [
        f"a body has at most {tlink.LARGEST_BODY} bytes",
        f"payload (0 to {tlink.LONGEST_PAYLOAD} bytes)",
        ", ".join(f"{number} {tint}" for number, tint in enumerate(tlink.TINTS)),
        f"{tlink.SILENCE} silence",
        f"{SILENT_MS // 1000} seconds goes dark",
        f"for {REST_MS // 60000} minutes",
        f"remembers its last {tlink.REMEMBERED} answers",
        ", ".join(f"{place} {sound}" for place, sound in enumerate(tlink.SOUNDS)),
        ", ".join(f"{name.upper()} {1 << place}" for place, name in enumerate(tlink.BUTTONS)),
        ", ".join(f"{place} {name.upper()}" for place, name in enumerate(tlink.BUTTONS)),
    ],
)
def test_the_page_says_the_numbers_of_the_program(said: str) -> None:
    assert said.lower() in TEXT.lower()
