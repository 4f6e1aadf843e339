"""The token of the metrics page, and the faults of missing metrics.

This module doesn't import their library.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path

from companion.engine.values.message import Message, Value
from companion.health.faults import Faults
from companion.model.faults import Fault
from companion.runtime.foreign_file import open_file
from companion.settings.tables import MetricsSettings

log = logging.getLogger(__name__)

SHORTEST = 16
"""Minimum length of a token, against guessing by a stranger."""
LONGEST = 1000
TOKEN = re.compile(rf"[!-~]{{{SHORTEST},{LONGEST}}}")


def token_of(settings: MetricsSettings, faults: Faults) -> str:
    """Return the token in the file of *settings*, "" for none.

    Problems with it are reported in *faults*.
    """
    if settings.token_file is None:
        return ""
    token = _read(settings.token_file)
    if TOKEN.fullmatch(token):
        return token
    log.error("no token of %d letters at least stands alone in %s", SHORTEST, settings.token_file)
    faults.add(_fault("token", letters=SHORTEST, file=str(settings.token_file)))
    return ""


def _read(file: Path) -> str:
    try:
        with open_file(file) as opened:
            return opened.read(2 * LONGEST).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def missing_fault() -> Fault:
    """Return the fault of metrics without their library."""
    return _fault("missing")


def _fault(word: str, **values: Value) -> Fault:
    told, short, remedy = (Message(f"metrics.{word}{end}") for end in ("", "-short", "-remedy"))
    told = Message(told.key, values)
    return Fault(
        f"house.metrics-{word}", Message("stage.house"), short, Message("metrics.text"), told, remedy, waits=True
    )
