"""Faults of the ways out of the table.

They are for its owner; none stops play.
"""

from __future__ import annotations

from companion.engine.values.message import Message, Value
from companion.model.reports.faults import Fault

BROKER = "house.broker"
"""Key of the fault of an unreachable or refusing broker.

It is cleared on connection.
"""
DROPPED = "house.outbox"
"""Key of the fault of a full outbox.

It is cleared once everything left has arrived.
"""

TOO_LONG = "house.too-long"
"""Key of the fault of a message too long for the broker.

It is cleared once none waits.
"""


def house_fault(word: str, key: str = "", **values: str) -> Fault:
    """Return the fault called *word* in the texts, with its own *key*.

    *values* are for its owner alone.
    """
    text, told = Message(f"house.{word}-text"), Message(f"house.{word}", dict(values))
    short, remedy = Message(f"house.{word}-short", dict(values)), Message(f"house.{word}-remedy")
    return Fault(key or f"house.{word}", Message("stage.house"), short, text, told, remedy, waits=True)


def metrics_fault(word: str, **values: Value) -> Fault:
    """Return the fault called *word* in the texts of the metrics.

    *values* are for its owner alone.
    """
    text, told = Message("metrics.text"), Message(f"metrics.{word}", values)
    short, remedy = Message(f"metrics.{word}-short"), Message(f"metrics.{word}-remedy")
    return Fault(f"house.metrics-{word}", Message("stage.house"), short, text, told, remedy, waits=True)
