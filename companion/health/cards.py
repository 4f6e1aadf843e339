"""The card of a rehearsal, stored in the data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import msgspec

from companion.engine.values.message import Message
from companion.model.reports.rehearsal import RehearsalCard, Result
from companion.runtime.atomic_file import keep

CARD = "rehearsal.json"


class Cards:
    """The last card of a rehearsal, stored in the folder *data*."""

    def __init__(self, data: Path) -> None:
        self._file = data / CARD

    def keep(self, card: RehearsalCard) -> None:
        """Store *card* as the last one.

        :raises OSError: if it can't be written.
        """
        keep(self._file, msgspec.json.encode(card))

    def last(self) -> RehearsalCard | None:
        """Return the last card, None if there is no readable one."""
        try:
            card = msgspec.json.decode(self._file.read_bytes(), type=RehearsalCard)
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
