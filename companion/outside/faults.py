"""The faults of all ways out of the table, as its owner is told of them; play goes on with any of them."""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.model.faults import Fault

BROKER = "house.broker"
"""The key of the fault of a broker that can't be reached or doesn't let the table in; it goes once it does."""
DROPPED = "house.outbox"
"""The key of the fault of an outbox that had no more room; it goes once all that was left has arrived."""

TOO_LONG = "house.too-long"
"""The key of the fault of a message that is longer than the broker takes; it goes once nothing such waits."""


def house_fault(word: str, key: str = "", **values: str) -> Fault:
    """Return the fault that the texts call *word*, by its own *key*; *values* are for its owner alone."""
    text, told = Message(f"house.{word}-text"), Message(f"house.{word}", dict(values))
    short, remedy = Message(f"house.{word}-short", dict(values)), Message(f"house.{word}-remedy")
    return Fault(key or f"house.{word}", Message("stage.house"), short, text, told, remedy, waits=True)
