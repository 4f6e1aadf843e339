"""Findings: how each part of the table is, as it is told to whoever asked for it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.values.message import Message, Value
from companion.model.faults import Mend

Level = Literal["fault", "warning", "ok", "none"]
LEVELS: tuple[Level, ...] = ("fault", "warning", "ok", "none")
"""The worst first; ``none`` is for what can't be read here, or isn't there and needn't be."""


class Finding(Struct, frozen=True):
    """One judgement: its *level*, the *reason* for it, and the *remedy* where something is wrong."""

    level: Level
    reason: Message
    remedy: Message | None = None


class Checked(Struct, frozen=True):
    """One part of the table by its *key*, called *title*, with what was found; *fix* puts it right, if that is safe."""

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
    """A fix that can't be done now; *why* says so."""

    def __init__(self, why: Message) -> None:
        super().__init__(why.key)
        self.why = why


def ok(key: str, **values: Value) -> Finding:
    """Return the finding that all is well, as the text ``doctor.KEY`` says."""
    return Finding("ok", Message(f"doctor.{key}", values))


def none(key: str, **values: Value) -> Finding:
    """Return the finding that there is nothing to judge, as the text ``doctor.KEY`` says."""
    return Finding("none", Message(f"doctor.{key}", values))


def warning(key: str, **values: Value) -> Finding:
    """Return a warning, as the text ``doctor.KEY`` says; ``doctor.KEY-remedy`` says what helps."""
    return Finding("warning", *_with_remedy(key, values))


def fault(key: str, **values: Value) -> Finding:
    """Return a fault, as the text ``doctor.KEY`` says; ``doctor.KEY-remedy`` says what helps."""
    return Finding("fault", *_with_remedy(key, values))


def _with_remedy(key: str, values: dict[str, Value]) -> tuple[Message, Message]:
    return Message(f"doctor.{key}", values), Message(f"doctor.{key}-remedy", values)
