"""Flashing: the firmware goes to a Pico by mpremote, and its version is read back."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from firmware_host import tlink
from firmware_host.bench.emulator import disk_files
from firmware_host.firmware.about import VERSION
from firmware_host.line import Greeting, Line, Silent
from firmware_host.port import SerialPort, plugged_in

MICROPYTHON = (1, 27)
"""What the firmware is tested with; a newer one is taken too."""

CHORE_S = 60.0
AGAIN_S = 15.0
"""How long a Pico may take to come back after a reset."""
LOOK_S = 0.2
NO_PROMPT = "could not enter raw repl"
LEAVE = b"\x03\x03\r"
"""Ends whatever a prompt has begun to read: what was still on its way to the tray may have begun something."""
SESSION = 1

NO_PICO = """no Pico with MicroPython is plugged in. What to do:
 1. Plug it in with a USB cable that carries data, not only power.
 2. A new Pico needs MicroPython first: hold its button BOOTSEL while you plug it in, and copy the file for the
    Raspberry Pi Pico from https://micropython.org/download/RPI_PICO/ to the drive RPI-RP2 that appears.
 3. Still nothing? Unplug it, plug it in again, and look with: ls /dev/ttyACM*"""
NOT_ALLOWED = "{port} can't be opened: {why}. Your user must be in the group dialout: sudo adduser $USER dialout"
BUSY = "another program has {port}, perhaps a running table: end that one, then try again"


class NotFlashed(OSError):  # noqa: N818  # as people say it
    """The Pico isn't flashed; the message says why and what to do."""


def flash(port: str | None, ring_leds: int | None = None, say: Callable[[str], None] = lambda line: None) -> Greeting:
    """Put the firmware on the Pico at *port*, or on the only one there is, and return what it then says of itself.

    *ring_leds* is the length of its ring, None for what it was; *say* hears of each step.

    :raises NotFlashed: why, and what to do.
    """
    path = port or _only_one()
    say(f"The Pico is at {path}.")
    if _stop(path):
        say("It runs the dice tray's firmware: stopped.")
    say(f"MicroPython {_check_micropython(path)}: good.")
    _copy(path, ring_leds)
    say("Copied; it starts again.")
    mpremote(path, "reset")
    greeting = _greeted(path)
    if greeting.firmware != VERSION:
        raise NotFlashed(f"the Pico says that its firmware is {greeting.firmware}, not {VERSION}: try once more")
    say(f"The dice tray answers: firmware {greeting.firmware}, a ring of {greeting.ring_leds} LEDs.")
    return greeting


def _only_one() -> str:
    paths = plugged_in()
    if not paths:
        raise NotFlashed(NO_PICO)
    if len(paths) > 1:
        raise NotFlashed(f"several Picos are plugged in ({', '.join(paths)}): name one with --port")
    return paths[0]


def mpremote(path: str, *words: str) -> str:
    """Have mpremote do a chore on the Pico at *path*; return what it prints.

    :raises NotFlashed: it couldn't.
    """
    command = [sys.executable, "-m", "mpremote", "connect", path, "resume", *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=CHORE_S, check=False)
        if NO_PROMPT in done.stderr:  # nothing was done yet, so it may be tried again
            done = subprocess.run(command, capture_output=True, text=True, timeout=CHORE_S, check=False)
    except subprocess.TimeoutExpired as fault:
        raise NotFlashed(f"the Pico at {path} doesn't answer: unplug it, plug it in, try again") from fault
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
        raise NotFlashed(f"mpremote {words[0]} failed at {path}: {last}. Unplug the Pico, plug it in, try again")
    return done.stdout


def _stop(path: str) -> bool:
    """Bring a Pico that runs the dice tray to its prompt; return whether it ran that."""
    try:
        port = SerialPort(path)
    except OSError as fault:
        if fault.errno is None or "exclusively lock" in str(fault):
            raise NotFlashed(BUSY.format(port=path)) from fault
        raise NotFlashed(NOT_ALLOWED.format(port=path, why=fault.strerror or fault)) from fault
    try:
        line = Line(port)
        line.greet(SESSION)
        line.request(tlink.STOP)
    except tlink.Refused:
        raise NotFlashed("the firmware on it is of another age: hold BOOTSEL, begin with a fresh MicroPython") from None
    except Silent:
        return False
    finally:
        port.close()
    _await_prompt(path)
    return True


def _await_prompt(path: str) -> None:
    """Wait until the Pico has started again and its prompt answers."""

    def answers() -> bool:
        port = SerialPort(path)
        try:
            port.write(LEAVE)
            return port.wait(LOOK_S) and b">>>" in port.read()
        finally:
            port.close()

    if not _in_time(answers):
        raise NotFlashed(f"the Pico at {path} didn't come back to its prompt: unplug it, plug it in, try again")


def _check_micropython(path: str) -> str:
    told = mpremote(path, "exec", "import sys; print(sys.implementation.version)")
    found = re.search(r"\((\d+), (\d+), (\d+)", told)
    if found is None:
        raise NotFlashed(f"{path} doesn't say which MicroPython it has, but {told.strip()[:60]!r}")
    version = tuple(int(part) for part in found.groups())
    name = ".".join(found.groups())
    if version < MICROPYTHON:
        wanted = ".".join(map(str, MICROPYTHON))
        raise NotFlashed(f"its MicroPython is {name}; {wanted} or newer is needed.\n{NO_PICO.partition('do:')[2]}")
    return name


def _copy(path: str, ring_leds: int | None) -> None:
    files = disk_files()
    if ring_leds is not None:
        files["ring.txt"] = str(ring_leds).encode()
    with tempfile.TemporaryDirectory(prefix="tidetable-flash-") as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        # main.py last: a copy that is cut short leaves a Pico that waits at its prompt.
        names = sorted(files, key=lambda name: name == "main.py")
        mpremote(path, "fs", "cp", "-f", *(f"{folder}/{name}" for name in names), ":")


def _greeted(path: str) -> Greeting:
    """Greet the Pico that starts again at *path*."""
    found: list[Greeting] = []

    def answers() -> bool:
        port = SerialPort(path)
        try:
            found.append(Line(port).greet(SESSION))
        finally:
            port.close()
        return True

    if not _in_time(answers):
        raise NotFlashed(f"the Pico was flashed, but doesn't answer at {path}: unplug it, plug it in")
    return found[0]


def _in_time(answers: Callable[[], bool]) -> bool:
    """Ask again and again whether it *answers*, while its port comes and goes; return whether it did in time."""
    due_s = time.monotonic() + AGAIN_S
    pause = threading.Event()
    while time.monotonic() < due_s:
        with suppress(OSError):
            if answers():
                return True
        pause.wait(LOOK_S)
    return False
