"""Stored data of a rehearsal: its card, and the display's chosen driver."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, cast

import msgspec

from companion.engine.values.message import Message
from companion.model.rehearsed import Card, Result
from companion.runtime.keeping import keep
from hardware.oled.panel.settings import OledSettings

log = logging.getLogger(__name__)

CARD = "rehearsal.json"
DISPLAY = "display.json"


def keep_card(data: Path, card: Card) -> None:
    """Store *card* as the last one.

    :raises OSError: if it can't be written.
    """
    keep(data / CARD, msgspec.json.encode(card))


def last_card(data: Path) -> Card | None:
    """Return the last card, None if there is no readable one."""
    try:
        card = msgspec.json.decode((data / CARD).read_bytes(), type=Card)
        return msgspec.structs.replace(card, results=tuple(map(_revived, card.results)))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _revived(result: Result) -> Result:
    """Return *result* with its nested sentences, plain objects in JSON, restored."""
    told = {name: _message(said) for name in ("name", "told", "repair", "short") if (said := getattr(result, name))}
    return msgspec.structs.replace(result, **told)


def _message(said: Message) -> Message:
    return Message(said.key, {name: _value(value) for name, value in said.values.items()})


def _value(value: object) -> Any:
    if isinstance(value, dict):
        return _message(Message(str(value["key"]), cast(dict[str, Any], value["values"])))
    return tuple(map(_value, value)) if isinstance(value, list) else value


def keep_display(data: Path, written: OledSettings, chosen: OledSettings) -> None:
    """Store the display's driver *chosen* in place of the settings' *written*.

    It is valid as long as the settings stay the same.

    :raises OSError: if it can't be written.
    """
    keep(data / DISPLAY, msgspec.json.encode({"was": _driven(written), "is": _driven(chosen)}))


def display(data: Path, written: OledSettings) -> OledSettings:
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
