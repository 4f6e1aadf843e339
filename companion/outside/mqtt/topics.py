"""The topics of MQTT: where a table tells what, where it is asked, and where Home Assistant looks for it.

A table speaks only below its own id, so that one line of a broker's access list holds for all tables. Everything that
others ask of it stands below ``do``: the table reads there and nowhere else, but for Home Assistant's own status.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

ROOT = "tidetable"
TABLE_ID = re.compile(r"[0-9a-f]{12}")
"""A table's id: random, made once; its name is text."""
Told = Literal["status", "game", "turn", "people", "result", "answer", "finished", "record"]
TOLD: tuple[Told, ...] = ("status", "game", "turn", "people", "result", "answer", "finished", "record")
"""What a table tells."""
RETAINED: frozenset[Told] = frozenset({"status", "game", "turn"})
"""What a broker keeps for who comes later; the present game's is cleared when it ends or when MQTT is switched off."""
MUST_ARRIVE: frozenset[Told] = frozenset({"finished", "record"})
"""What waits in the journal until the broker has acknowledged it."""
Asked = Literal["press", "message", "kit", "record", "coming"]
ASKED: tuple[Asked, ...] = ("press", "message", "kit", "record", "coming")
"""What others ask of a table: a press of a button by the house; the rest by the club's keeper."""
STATUS_EVERY_S = 60.0
"""A table tells its status at least so often, also where nothing has changed: a broker that starts again keeps the last
one for ever, though the table may be gone."""
HOME_ASSISTANT_STATUS = "homeassistant/status"
"""Where Home Assistant says that it has started: then the discovery is told again."""


class Address(NamedTuple):
    """A topic taken apart: which *table*, and its *name*: one of `TOLD`, or of `ASKED` where *is_asked*."""

    table: str
    name: str
    is_asked: bool


def told(table: str, name: Told) -> str:
    """Return where *table* tells *name*."""
    return f"{ROOT}/{table}/{name}"


def asked(table: str, name: Asked) -> str:
    """Return where others ask *name* of *table*."""
    return f"{ROOT}/{table}/do/{name}"


def all_told() -> tuple[str, ...]:
    """Return the filters for all that tables tell."""
    return tuple(f"{ROOT}/+/{name}" for name in TOLD)


def discovery(table: str) -> str:
    """Return where Home Assistant finds the device that is *table*."""
    return f"homeassistant/device/{ROOT}-{table}/config"


def address_of(topic: str) -> Address | None:
    """Return *topic* taken apart, None if it is none of a table's."""
    root, _, rest = topic.partition("/")
    table, _, name = rest.partition("/")
    is_asked = name.startswith("do/")
    name = name.removeprefix("do/")
    if root != ROOT or TABLE_ID.fullmatch(table) is None or name not in (ASKED if is_asked else TOLD):
        return None
    return Address(table, name, is_asked)
