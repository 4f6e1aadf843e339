"""Sentences by key: engine and games contain no language of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    Value: TypeAlias = "str | int | Message | tuple[Value, ...]"
else:
    Value = Any  # msgspec can't read a type that names itself


class Message(Struct, frozen=True):
    """A sentence or name, to be rendered later in one language.

    *key* names the text, *values* fill its places. A string or number among *values* is used as it is, a ``Message`` is
    rendered first, a tuple is rendered as a list.
    """

    key: str
    values: dict[str, Value] = {}


DOER = Message("log.doer")
"""Placeholder in a fact's sentence for the person behind it.

The log fills in their name; rendered by itself, it reads as the table.
"""


def done_by(said: Message, who: str | Message) -> Message:
    """Return *said* with the doer's name in it.

    Unchanged if it names none, or if *who* is empty.
    """
    if not who or DOER not in said.values.values():
        return said
    return Message(said.key, {name: who if value == DOER else value for name, value in said.values.items()})


def together(names: tuple[str | Message, ...]) -> str | Message:
    """Return several *names* as one."""
    return names[0] if len(names) == 1 else Message("log.names", {"names": names})


def with_open_places(key: str, *places: str) -> Message:
    """Return the sentence of *key* with *places* for a page to fill."""
    return Message(key, {place: f"{{{place}}}" for place in places})


class Constant:
    """A constant *value* with sentences, rendered once per language.

    For values that are sent again and again. Build it once, as other constants, and not for each picture.
    """

    __slots__ = ("__weakref__", "value")

    def __init__(self, value: object) -> None:
        self.value = value
