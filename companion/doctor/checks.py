"""The checks, a row each, and the examination by all of them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.doctor import board, card, memory, parts, pins, screen
from companion.doctor.place import SystemPlace
from companion.engine.values.message import Message
from companion.model.reports.faults import Mend
from companion.model.reports.findings import LEVELS, Checked, Examined, Finding

log = logging.getLogger(__name__)

Fix = Callable[[SystemPlace], None]
"""Function that repairs a check's finding; raises :class:`CannotFix`."""
FIX = "fix "
"""Prefix of a fix's line, before the check's key."""


@dataclass(frozen=True)
class Check:
    """A check: *read* reads a state, *judge* returns the finding."""

    key: str
    title: Message
    read: Callable[[SystemPlace], Any]
    judge: Callable[[Any], Finding]


CHECKS: tuple[Check, ...] = (
    Check("settings", Message("doctor.settings"), parts.read_settings, parts.judge_settings),
    Check("power", Message("doctor.power"), board.read_power, board.judge_power),
    Check("heat", Message("doctor.heat"), board.read_heat, board.judge_heat),
    Check("card", Message("doctor.card"), card.read_card, card.judge_card),
    Check("journal", Message("doctor.journal"), memory.read_memory, memory.judge_memory),
    Check("backup", Message("doctor.backup"), memory.read_copies, memory.judge_copies),
    Check("clock", Message("doctor.clock"), board.read_calendar, board.judge_calendar),
    Check("i2c", Message("doctor.i2c"), screen.read_bus, screen.judge_bus),
    Check("i2c-speed", Message("doctor.i2c-speed"), screen.read_speed, screen.judge_speed),
    Check("screen", Message("doctor.screen"), screen.read_answers, screen.judge_answers),
    Check("gpio", Message("doctor.gpio"), pins.read_chip, pins.judge_chip),
    Check("lines", Message("doctor.lines"), pins.read_lines, pins.judge_lines),
    Check("buttons", Message("doctor.buttons"), pins.read_lines, pins.judge_buttons),
    Check("tray", Message("doctor.tray"), parts.read_tray, parts.judge_tray),
    Check("network", Message("doctor.network"), parts.read_network, parts.judge_network),
    Check("house", Message("doctor.house"), parts.read_house, parts.judge_house),
    Check("kits", Message("doctor.kits"), parts.read_kits, parts.judge_kits),
)


class Doctor:
    """The doctor of one *place*; *fixes* repair a finding, by key."""

    def __init__(
        self, place: SystemPlace, fixes: Mapping[str, Fix] | None = None, checks: Sequence[Check] | None = None
    ) -> None:
        self._place = place
        self._fixes = fixes or {}
        self._checks = CHECKS if checks is None else checks

    def examine(self, without: Collection[str] = ()) -> Examined:
        """Run all checks *without* those of these keys, the worst first.

        A check that fails is a fault of its own and stops no other.
        """
        found = [self._checked(check) for check in self._checks if check.key not in without]
        return Examined(tuple(sorted(found, key=lambda each: LEVELS.index(each.level))))

    def fix(self, line: str) -> bool:
        """Run the fix *line* if it fits a current finding.

        Return True if it did.

        :raises CannotFix: if it can't be done.
        """
        check = next((each for each in self._checks if f"{FIX}{each.key}" == line), None)
        if check is None or self._checked(check).fix is None:
            return False
        self._fixes[check.key](self._place)
        return True

    def _checked(self, check: Check) -> Checked:
        try:
            finding = check.judge(check.read(self._place))
        except Exception:
            log.exception("the check %s failed", check.key)
            finding = Finding("fault", Message("doctor.failed"), Message("doctor.failed-remedy"))
        is_bad = finding.level in ("fault", "warning")
        mend = Mend(f"{FIX}{check.key}", Message(f"doctor.fix-{check.key}"))
        can = is_bad and check.key in self._fixes and finding.reason.key in FIXABLE[check.key]
        fix = mend if can else None
        return Checked(check.key, check.title, finding.level, finding.reason, finding.remedy, fix)


FIXABLE: Mapping[str, frozenset[str]] = {
    "i2c": frozenset({"doctor.i2c-off", "doctor.i2c-no-module"}),
    "backup": frozenset({"doctor.backup-never"}),
}
"""Reasons of a check that its fix helps against."""
