"""What the kernel's own display has told on the console, as a person sees it on the glass."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from hardware.emulated.controllers import SSD1306

_LINE = re.compile(r"pi_glass: (\d+) (write|more) ((?:[0-9a-f]{2})+)")


class Written(NamedTuple):
    """One write to the display, by the process with this number."""

    process: int
    message: bytes


def written(console: str) -> list[Written]:
    """Return every write that is told on *console*, in its order."""
    writes: list[Written] = []
    for process, word, told in _LINE.findall(console):
        message = bytes.fromhex(told)
        if word == "more":
            message = writes.pop().message + message
        writes.append(Written(int(process), message))
    return writes


def of_last_process(writes: Iterable[Written]) -> list[Written]:
    """Return the *writes* of the process that wrote last."""
    each = list(writes)
    return [write for write in each if write.process == each[-1].process]


def glass_after(writes: Iterable[Written]) -> SSD1306:
    """Return a display, just powered, after these *writes*."""
    glass = SSD1306()
    for write in writes:
        glass.write(write.message)
    return glass
