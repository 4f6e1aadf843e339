"""Faults: what is wrong with the table although it plays, as it is told to those who may know how much of it."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.values.message import Message


class Mend(Struct, frozen=True):
    """One way to put a fault right from the owner's page: the *line* it sends, and what its button is called."""

    line: str
    label: Message


class Fault(Struct, frozen=True):
    """One thing that is wrong, by its *key*, such as ``oled.driver``.

    *text* may be told to everybody and holds no value; *told* says what it was and what is expected, and *remedy* what
    helps: both for the owner and for who stands at the table, whose small screen says *title* and *short*.
    """

    key: str
    title: Message
    short: Message
    text: Message
    told: Message
    remedy: Message
    mends: tuple[Mend, ...] = ()
    ok: Mend | None = None
    """The one that the table's OK chooses, None where OK only says that it was read."""
    form: str = ""
    """What the owner's page lets write in its place: a ``text``, or ``names`` with commas between; "" for nothing."""
    waits: bool = False
    """Whether the table's own screen tells of it only to who asks for what it keeps from them."""
