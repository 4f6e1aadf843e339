"""The display's driver, chosen at the table and kept over restarts."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, cast

import msgspec

from companion.runtime.atomic_file import keep
from hardware.oled.panel.settings import OledSettings

log = logging.getLogger(__name__)

DISPLAY = "display.json"


def keep_display(data: Path, written: OledSettings, chosen: OledSettings) -> None:
    """Store the display's driver *chosen* in place of the settings' *written*.

    It is valid as long as the settings stay the same.

    :raises OSError: if it can't be written.
    """
    keep(data / DISPLAY, msgspec.json.encode({"was": _driven(written), "is": _driven(chosen)}))


def chosen_display(data: Path, written: OledSettings) -> OledSettings:
    """Return the display's driver: chosen by hand, else as *written*.

    A later edit of the settings has the last word.
    """
    try:
        kept = msgspec.json.decode((data / DISPLAY).read_bytes(), type=dict[str, tuple[str, int | None]])
        driver, offset = kept["is"]
        if kept["was"] != _driven(written):
            return written
        return msgspec.structs.replace(written, driver=cast(Any, driver), offset=offset)
    except FileNotFoundError:
        return written
    except (OSError, ValueError, KeyError, RecursionError) as error:
        log.warning("how the display was chosen to be driven can't be read: %s", error)
        return written


def _driven(settings: OledSettings) -> tuple[str, int | None]:
    return settings.driver, settings.offset
