"""The header's pins: the chip, its permission, its lines, pressed buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gpiozero.exc import GPIOZeroError

from companion.doctor.place import SystemPlace
from companion.engine.values.message import Message
from companion.model.reports.findings import Finding, fault, none, ok
from hardware.board.wiring import Wiring
from hardware.gpio.chip import find_chip
from hardware.gpio.faults import NoChip
from hardware.gpio.line import CONSUMER
from hardware.gpio.line_survey import LineSeen, look
from hardware.ports import BUTTON_NAMES

STUCK = "device.stuck."


@dataclass(frozen=True)
class Chip:
    """State of the chip with the header's pins."""

    state: Literal["not-a-pi", "missing", "forbidden", "there"]


def read_chip(place: SystemPlace) -> Chip:
    """Look for the chip; a running table has it already."""
    if not place.is_pi:
        return Chip("not-a-pi")
    try:
        find_chip(place.root / "dev")
    except NoChip as error:
        return Chip("forbidden" if error.forbidden else "missing")
    return Chip("there")


def judge_chip(chip: Chip) -> Finding:
    """Judge whether there are pins for buttons and lamps."""
    if chip.state == "not-a-pi":
        return none("not-a-pi")
    if chip.state == "missing":
        return fault("gpio-missing")
    return fault("gpio-forbidden") if chip.state == "forbidden" else ok("gpio-ok")


@dataclass(frozen=True)
class Lines:
    """The wired lines by name, None if unreadable; *pins* are their numbers.

    *is_ours* means that this is the running table, which holds them itself.
    """

    seen: Mapping[str, LineSeen] | None
    pins: Mapping[str, int]
    is_ours: bool = False
    stuck: str | None = None
    """Stuck button of a running table, "" for none.

    It is None if no table runs.
    """


def read_lines(place: SystemPlace) -> Lines:
    """Read all wired lines, and the levels of the free ones."""
    wiring = Wiring.from_settings(place.settings.pins.lines)
    held = place.held() if place.held is not None else None
    stuck = None
    if held is not None:
        trouble = held.buttons.trouble
        stuck = trouble.removeprefix(STUCK) if trouble.startswith(STUCK) else ""
    seen = _look(place.root / "dev", wiring) if place.is_pi else None
    return Lines(seen, wiring.by_name, held is not None, stuck)


def _look(dev: Path, wiring: Wiring) -> Mapping[str, LineSeen] | None:
    try:
        return look(find_chip(dev), wiring.by_name, frozenset(BUTTON_NAMES))
    except (NoChip, OSError, GPIOZeroError):
        return None


def judge_lines(lines: Lines) -> Finding:
    """Judge whether another program uses a wired line.

    The running table's own use doesn't count.
    """
    if lines.seen is None:
        return none("lines-unread")
    ours = {CONSUMER} if lines.is_ours else set()
    others = {name: each.user for name, each in lines.seen.items() if each.user and each.user not in ours}
    if not others:
        return ok("lines-ok", count=len(lines.seen))
    told = tuple(
        Message("doctor.line-used", {"name": name, "pin": str(lines.pins[name]), "user": user})
        for name, user in others.items()
    )
    return fault("lines-used", lines=told)


def judge_buttons(lines: Lines) -> Finding:
    """Judge whether a button is stuck, or its wire touches ground."""
    if lines.stuck is not None:
        return fault("buttons-stuck", buttons=_called(lines.stuck)) if lines.stuck else ok("buttons-ok")
    if lines.seen is None:
        return none("buttons-unread")
    down = [name for name in BUTTON_NAMES if name in lines.seen and lines.seen[name].is_down]
    return fault("buttons-stuck", buttons=tuple(map(_called, down))) if down else ok("buttons-ok")


def _called(button: str) -> str:
    return button.upper()
