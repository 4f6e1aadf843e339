"""Topics of MQTT: a table's messages, its orders, and discovery.

A table publishes only below its own id, so one line of a broker's access list covers all tables. Requests to a table
are below ``do``. The table subscribes to those and to Home Assistant's status, and to nothing else.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

ROOT = "tidetable"
TABLE_ID = re.compile(r"[0-9a-f]{12}")
"""A table's id: random, made once.

Its *name* is free text.
"""
Told = Literal["status", "game", "turn", "people", "result", "answer", "finished", "record"]
TOLD: tuple[Told, ...] = ("status", "game", "turn", "people", "result", "answer", "finished", "record")
"""Topics that a table publishes."""
RETAINED: frozenset[Told] = frozenset({"status", "game", "turn"})
"""Topics that the broker retains.

The game's are cleared when it ends or MQTT is switched off.
"""
MUST_ARRIVE: frozenset[Told] = frozenset({"finished", "record"})
"""Topics kept in the journal until the broker's acknowledgement."""
Asked = Literal["press", "message", "kit", "record", "coming"]
ASKED: tuple[Asked, ...] = ("press", "message", "kit", "record", "coming")
"""Topics of orders to a table.

A press comes from outside, the rest from the club's keeper.
"""
STATUS_EVERY_S = 60.0
"""Interval of the table's status, even without changes.

A restarted broker keeps the last one for ever, though the table may be gone.
"""
HOME_ASSISTANT_STATUS = "homeassistant/status"
"""Topic of Home Assistant's start. The discovery is then sent again."""


class Address(NamedTuple):
    """A parsed topic: its *table* and its *name*.

    The name is one of `TOLD`, or of `ASKED` if *is_asked*.
    """

    table: str
    name: str
    is_asked: bool


def told(table: str, name: Told) -> str:
    """Return the topic of *name* from *table*."""
    return f"{ROOT}/{table}/{name}"


def asked(table: str, name: Asked) -> str:
    """Return the topic of the order *name* to *table*."""
    return f"{ROOT}/{table}/do/{name}"


def all_told() -> tuple[str, ...]:
    """Return the topic filters of all tables' messages."""
    return tuple(f"{ROOT}/+/{name}" for name in TOLD)


def discovery(table: str) -> str:
    """Return the topic of *table*'s Home Assistant discovery."""
    return f"homeassistant/device/{ROOT}-{table}/config"


def address_of(topic: str) -> Address | None:
    """Return *topic* parsed, None if it isn't a table's."""
    root, _, rest = topic.partition("/")
    table, _, name = rest.partition("/")
    is_asked = name.startswith("do/")
    name = name.removeprefix("do/")
    if root != ROOT or TABLE_ID.fullmatch(table) is None or name not in (ASKED if is_asked else TOLD):
        return None
    return Address(table, name, is_asked)
