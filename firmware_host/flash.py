"""Flashing: mpremote copies the firmware, and its version is read back."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from firmware_host import tlink
from firmware_host.bench.emulator import disk_files
from firmware_host.firmware.about import VERSION
from firmware_host.line import Greeting, SerialLine, Silent
from firmware_host.port import SerialPort, plugged_in

log = logging.getLogger(__name__)

MICROPYTHON = (1, 27)
"""The tested MicroPython version; newer ones are accepted too."""

CHORE_S = 60.0
AGAIN_S = 30.0
"""Maximum seconds until a Pico answers, also after a reset."""
POLL_S = 0.3
NO_PROMPT = "could not enter raw repl"
LEAVE = b"\r\x03\x03\x02"
"""Clears a prompt's input in any mode and makes it answer."""
PROMPT = b">>> "
DISARM = b"import os, machine\rif 'tlink.py' in os.listdir(): open('stopped', 'w').close(); machine.reset()\r\r"
"""Makes a Pico restart once without the firmware.

The watchdog of broken-off firmware, which nothing else stops, would cut the copying short.
"""

IS_FOREIGN = (
    "import os; names = os.listdir(); "
    "print('main.py' in names and 'tlink.py' not in names and os.stat('main.py')[6] > 0)"
)
"""Asks a Pico whether its program is foreign; an empty one isn't."""
FOREIGN = "the Pico at {port} has a main.py that isn't the dice tray's. To replace it, add --replaces; it is lost then"
NO_PICO = """no Pico with MicroPython is plugged in. What to do:
 1. Plug it in with a USB cable that carries data, not only power.
 2. A new Pico needs MicroPython first: hold its button BOOTSEL while you plug it in, and copy the file for the
    Raspberry Pi Pico from https://micropython.org/download/RPI_PICO/ to the drive RPI-RP2 that appears.
 3. Still nothing? Unplug it, plug it in again, and look with: ls /dev/ttyACM*"""
NOT_ALLOWED = "{port} can't be opened: {why}. Your user must be in the group dialout: sudo adduser $USER dialout"
BUSY = "another program has {port}, perhaps a running table: end that one, then try again"


class NotFlashed(OSError):  # noqa: N818  # as people say it
    """The Pico isn't flashed; the message says why and names the remedy."""


def flash(
    port: str | None,
    ring_leds: int | None = None,
    say: Callable[[str], None] = lambda line: None,
    may_replace: Callable[[], bool] = lambda: False,
) -> Greeting:
    """Flash the Pico at *port*, or the only one; return its greeting.

    *ring_leds* is the length of its ring, None to keep it; *say* hears of each step. *may_replace* is asked if a
    foreign program is on it.

    :raises NotFlashed: why, and what to do.
    """
    path = port or _only_one()
    say(f"The Pico is at {path}.")
    _check_port(path)
    if _bring_to_prompt(path):
        say("It runs the dice tray's firmware: stopped.")
    say(f"MicroPython {_check_micropython(path)}: good.")
    if mpremote(path, "exec", IS_FOREIGN).strip() == "True" and not may_replace():
        mpremote(path, "reset")  # it runs on
        raise NotFlashed(FOREIGN.format(port=path))
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
    """Run mpremote with *words* on the Pico at *path*; return its output.

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


def _check_port(path: str) -> None:
    try:
        SerialPort(path).close()
    except OSError as fault:
        if fault.errno is None or "exclusively lock" in str(fault):
            raise NotFlashed(BUSY.format(port=path)) from fault
        raise NotFlashed(NOT_ALLOWED.format(port=path, why=fault.strerror or fault)) from fault


def _bring_to_prompt(path: str) -> bool:
    """Wait until MicroPython's prompt answers; return True after stopping a tray.

    A dice tray that answers instead is stopped. A Pico that was just plugged in may do neither yet, so both are tried
    again and again.
    """
    ran = is_safe = False

    def answers() -> bool:
        nonlocal ran, is_safe
        port = SerialPort(path)
        try:
            # The prompt first: to a tray this is noise, but to a prompt the tray's frames may be commands.
            if _is_prompt(port):
                if is_safe:
                    return True
                port.write(DISARM)
                is_safe = True
            elif _stop(port):
                ran = is_safe = True
            return False
        finally:
            port.close()

    if not _in_time(answers):
        raise NotFlashed(f"the Pico at {path} doesn't answer: unplug it, plug it in, try again")
    return ran


def _is_prompt(port: SerialPort) -> bool:
    port.write(LEAVE)
    heard = b""
    due_s = time.monotonic() + POLL_S
    while (left_s := due_s - time.monotonic()) > 0:
        if port.wait(left_s):
            heard = (heard + port.read())[-len(PROMPT) :]
            if heard == PROMPT:
                return True
    return False


def _stop(port: SerialPort) -> bool:
    """Restart a tray at *port* at its prompt; return False without one."""
    try:
        line = SerialLine(port)
        line.greet()
        line.request(tlink.STOP)
    except tlink.TrayRefused:
        raise NotFlashed("the firmware on it is of another age: hold BOOTSEL, begin with a fresh MicroPython") from None
    except Silent:
        return False
    return True


def _check_micropython(path: str) -> str:
    answer = mpremote(path, "exec", "import sys; print(sys.implementation.version)")
    found = re.search(r"\((\d+), (\d+), (\d+)", answer)
    if found is None:
        raise NotFlashed(f"{path} doesn't say which MicroPython it has, but {answer.strip()[:60]!r}")
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
    """Greet the restarted Pico at *path*."""
    found: list[Greeting] = []

    def answers() -> bool:
        port = SerialPort(path)
        try:
            found.append(SerialLine(port).greet())
        finally:
            port.close()
        return True

    if not _in_time(answers):
        raise NotFlashed(f"the Pico was flashed, but doesn't answer at {path}: unplug it, plug it in")
    return found[0]


def _in_time(answers: Callable[[], bool]) -> bool:
    """Retry until it *answers*; return False after the time limit.

    Its port may come and go meanwhile.
    """
    due_s = time.monotonic() + AGAIN_S
    pause = threading.Event()
    while time.monotonic() < due_s:
        try:
            if answers():
                return True
        except NotFlashed:
            raise
        except OSError as fault:
            log.debug("not yet: %s", fault)
        pause.wait(POLL_S)
    return False
