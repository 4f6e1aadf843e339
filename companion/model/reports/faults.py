"""Faults: problems of a table that still plays, by audience."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.values.message import Message


class Mend(Struct, frozen=True):
    """A repair offered on the owner's page: its *line* and button label."""

    line: str
    label: Message


class Fault(Struct, frozen=True):
    """One problem, by its *key*, such as ``oled.driver``.

    *text* may be shown to everybody and holds no value. *told* says what was found and what is expected, and *remedy*
    what helps: both are for the owner and for people at the table, whose small screen shows *title* and *short*.
    """

    key: str
    title: Message
    short: Message
    text: Message
    told: Message
    remedy: Message
    mends: tuple[Mend, ...] = ()
    ok: Mend | None = None
    """The repair that the table's OK chooses.

    None if OK only confirms that it was read.
    """
    form: str = ""
    """Input for a new value on the owner's page.

    A ``text``, or ``names`` with commas between; "" for none.
    """
    waits: bool = False
    """Whether the table's own screen shows it only on request."""
    yields_to_game: bool = False
    """Whether the screen shows it only before a game's first line."""
