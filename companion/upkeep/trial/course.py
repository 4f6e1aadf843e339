"""The course of a trial on disk.

It is proposed, tried by one start, then confirmed or undone. Each step is one file replaced at once. What a cut leaves
undone, the next start does.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path

from msgspec.structs import replace

from companion.engine.values.message import Message
from companion.health.display_driver import DISPLAY
from companion.model.reports.faults import Fault
from companion.runtime.atomic_file import keep
from companion.settings.choices import ChosenWiring, WiringChoice, load, save

log = logging.getLogger(__name__)


class TrialStart(Enum):
    """How a start stands to a trial."""

    USUAL = "usual"
    """There is no trial."""
    TRIES = "tries"
    """This start tries the new choices."""
    RETURNS = "returns"
    """Nobody confirmed the last trial: the choices before it count."""


def propose(data: Path, now: Mapping[str, WiringChoice], *, replaces_display: bool) -> None:
    """Store the choices *now*, to be tried by the next start.

    One that *replaces_display* counts over the display's driver chosen by hand.

    :raises OSError: they can't be written; nothing has changed.
    """
    found = load(data)
    display = found.display or (_read(data / DISPLAY) if replaces_display else "")
    save(data, ChosenWiring(dict(now), before=dict(found.confirmed), display=display))


def begin(data: Path) -> TrialStart:
    """Begin a start: mark a proposed trial as tried, or undo one.

    A trial that can't be marked isn't tried, for it could not be undone after a crash.
    """
    found = load(data)
    if found.before is None:
        return TrialStart.USUAL
    try:
        if not found.is_tried:
            save(data, replace(found, is_tried=True))
            if found.display:
                (data / DISPLAY).unlink(missing_ok=True)
            log.info("new choices of pins, screen and tray are on trial: %s", ", ".join(_changed(found)))
            return TrialStart.TRIES
        undo(data)
    except OSError as error:
        log.error("the trial of new choices can't be noted: %s", error.strerror or error)
    log.error("nobody confirmed the new choices of pins, screen and tray: those before count again")
    return TrialStart.RETURNS


def confirm(data: Path) -> bool:
    """Keep the choices on trial for good; return True if any.

    :raises OSError: it can't be written; they are still on trial.
    """
    found = load(data)
    if found.before is None or not found.is_tried:
        return False
    save(data, ChosenWiring(found.now))
    return True


def undo(data: Path) -> None:
    """Put back the choices before the trial.

    :raises OSError: it can't be written. They count at the next start all the same.
    """
    found = load(data)
    if found.before is None:
        return
    if found.display:
        keep(data / DISPLAY, found.display)
    refused = {key: choice.value for key, choice in found.now.items() if found.before.get(key) != choice}
    save(data, ChosenWiring(found.before, refused=refused))


def returned_fault() -> Fault:
    """Return the fault of a trial that nobody confirmed."""
    told, short = Message("health.trial-over"), Message("stage.fault-trial-over")
    return Fault("wiring.trial", Message("stage.settings"), short, told, told, Message("health.trial-over-remedy"))


def _changed(found: ChosenWiring) -> list[str]:
    before = found.before or {}
    return sorted({key for key in {*found.now, *before} if found.now.get(key) != before.get(key)})


def _read(file: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return file.read_text("utf-8")
    return ""
