"""Findings: the condition of each part of the table."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.values.message import Message, Value
from companion.model.reports.faults import Mend

Level = Literal["fault", "warning", "ok", "none"]
LEVELS: tuple[Level, ...] = ("fault", "warning", "ok", "none")
"""The worst first.

``none`` is for parts that can't be read here, or are absent and not needed.
"""


class Finding(Struct, frozen=True):
    """A judgement: *level*, *reason*, and *remedy* if something is wrong."""

    level: Level
    reason: Message
    remedy: Message | None = None


class Checked(Struct, frozen=True):
    """A checked part of the table, by its *key*.

    *title* is its name; *fix* repairs it, if that is safe.
    """

    key: str
    title: Message
    level: Level
    reason: Message
    remedy: Message | None = None
    fix: Mend | None = None


class Examined(Struct, frozen=True):
    """All parts of the table, the worst first."""

    checks: tuple[Checked, ...]


class CannotFix(Exception):  # noqa: N818  # the state of things, as people say it
    """A fix is impossible now; *why* explains it."""

    def __init__(self, why: Message) -> None:
        super().__init__(why.key)
        self.why = why


def ok(key: str, **values: Value) -> Finding:
    """Return the finding that all is well, with the text ``doctor.KEY``."""
    return Finding("ok", Message(f"doctor.{key}", values))


def none(key: str, **values: Value) -> Finding:
    """Return the finding that there is nothing to judge.

    Its text is ``doctor.KEY``.
    """
    return Finding("none", Message(f"doctor.{key}", values))


def warning(key: str, **values: Value) -> Finding:
    """Return a warning with the text ``doctor.KEY``.

    ``doctor.KEY-remedy`` is its remedy.
    """
    return Finding("warning", *_with_remedy(key, values))


def fault(key: str, **values: Value) -> Finding:
    """Return a fault with the text ``doctor.KEY``.

    ``doctor.KEY-remedy`` is its remedy.
    """
    return Finding("fault", *_with_remedy(key, values))


def _with_remedy(key: str, values: dict[str, Value]) -> tuple[Message, Message]:
    return Message(f"doctor.{key}", values), Message(f"doctor.{key}-remedy", values)
