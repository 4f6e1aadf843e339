"""A look at lines without holding them: their users and levels.

A contact may pull a line to ground.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import gpiod
from gpiod.line import Bias, Direction, Value

from hardware.gpio.faults import refusals

ASKER = "tidetable doctor"
"""The holder's name that other programs see during a look."""


@dataclass(frozen=True, slots=True)
class LineSeen:
    """A line as another program finds it.

    *user* holds it, "" if nobody does, "?" if that gives no name.
    """

    user: str = ""
    is_down: bool = False


def look(chip_path: str, lines: Mapping[str, int], inputs: frozenset[str]) -> Mapping[str, LineSeen]:
    """Return the state of *lines*, by name.

    Free *inputs* are read, with their pull-up, and released.

    :raises LineFault: the kernel refuses.
    :raises OSError: the chip can't be opened.
    """
    seen: dict[str, LineSeen] = {}
    with gpiod.Chip(chip_path) as chip:
        for name, offset in lines.items():
            with refusals(name):
                info = chip.get_line_info(offset)
                if info.used:
                    seen[name] = LineSeen(info.consumer or "?")
                else:
                    seen[name] = LineSeen(is_down=name in inputs and _is_down(chip, offset))
    return seen


def _is_down(chip: gpiod.Chip, offset: int) -> bool:
    settings = gpiod.LineSettings(direction=Direction.INPUT, bias=Bias.PULL_UP)
    with chip.request_lines({offset: settings}, consumer=ASKER) as request:
        return request.get_value(offset) is Value.INACTIVE
