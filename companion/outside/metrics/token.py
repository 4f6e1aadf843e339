"""The token of the metrics page."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from companion.health.faults import Faults
from companion.outside.faults import metrics_fault
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
    log.error("%s must hold a token of at least %d letters and nothing else", settings.token_file, SHORTEST)
    faults.add(metrics_fault("token", letters=SHORTEST, file=str(settings.token_file)))
    return ""


def _read(file: Path) -> str:
    try:
        with open_file(file) as opened:
            return opened.read(2 * LONGEST).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
