"""The pins' own process: the table's hardware package alone, telling what it hears with the kernel's times."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.kernel.guest.rig import GPIO, PI
from tests.kernel.guest.waiting import eventually
from tests.support.paths import ROOT

LISTENER = """
import json, logging, sys, time
from hardware.board.pins import choose_pins
from hardware.board.wiring import Wiring
from hardware.inputs.buttons import Buttons
from hardware.ports import ButtonEvent, ChordHeld, KnobEvent

def say(**told):
    print(json.dumps(told), flush=True)

class Told(logging.Handler):
    def emit(self, record):
        say(log=record.getMessage())

logging.basicConfig(level=logging.INFO, handlers=[Told()])

def hear(event):
    now_s = time.monotonic()
    if isinstance(event, KnobEvent):
        say(knob=event.steps, at_s=event.at_s, heard_s=now_s)
    elif isinstance(event, ChordHeld):
        say(chord=sorted(event.buttons), at_s=event.at_s, heard_s=now_s)
    else:
        say(button=event.button, edge=event.edge.name, at_s=event.at_s, heard_s=now_s)
        if event.button in sys.argv[1:]:
            raise RuntimeError("a handler that fails")

pins = choose_pins("auto")
status = pins.status
say(pins=not pins.simulated, trouble=status.trouble)
if pins.simulated:
    sys.exit(0)
buttons = Buttons(pins, Wiring(), hear)
say(up=True, trouble=buttons.status.trouble)
sys.stdin.read()
buttons.close()
pins.close()
"""


@dataclass(frozen=True, slots=True)
class Heard:
    """A button's *edge* at *at_s* by the kernel, which the handler had at *heard_s*; monotonic seconds."""

    button: str
    edge: str
    at_s: float
    heard_s: float


class Fingers:
    """The listening process. Its handler raises at each event of the buttons *failing*."""

    def __init__(self, failing: Sequence[str] = (), user: int = PI, groups: Sequence[int] = (GPIO,)) -> None:
        self.told: list[dict[str, Any]] = []
        self._process = subprocess.Popen(
            [sys.executable, "-c", LISTENER, *failing],
            cwd="/",
            env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/nonexistent"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            user=user,
            group=user,
            extra_groups=groups,
        )
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def ready(self) -> dict[str, Any]:
        """Wait until it has its pins, or has said why it hasn't; return its last word."""
        return eventually(lambda: next((told for told in self.told if "up" in told or told.get("pins") is False), {}))

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.told.append(json.loads(line))

    @property
    def buttons(self) -> list[Heard]:
        """Every button's event so far."""
        told = [each for each in list(self.told) if "button" in each]
        return [Heard(each["button"], each["edge"], each["at_s"], each["heard_s"]) for each in told]

    @property
    def words(self) -> list[str]:
        """Every button's event so far, in words."""
        return [f"{heard.button} {heard.edge}" for heard in self.buttons]

    @property
    def logged(self) -> str:
        """All that it has logged."""
        return "\n".join(str(told["log"]) for told in list(self.told) if "log" in told)

    def detents(self) -> int:
        """How far the knob has turned so far."""
        return sum(int(told["knob"]) for told in list(self.told) if "knob" in told)

    def settle(self) -> None:
        """Wait until nothing more has come for a while."""
        count = -1
        while count != len(self.told):
            count = len(self.told)
            time.sleep(0.5)

    def close(self) -> int:
        """Let it give its pins back and end; return its code."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        code = self._process.wait(60)
        self._thread.join()
        self._process.stdout.close()
        return code
