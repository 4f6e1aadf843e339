"""Sentences by key: the engine and the games never write a word in a person's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    Value: TypeAlias = "str | int | Message | tuple[Value, ...]"
else:
    Value = Any  # msgspec can't read a type that names itself


class Message(Struct, frozen=True):
    """A sentence or name to be said later in somebody's language: a text *key* and what fills its places.

    A string or number among *values* is said as it is, a ``Message`` is said first, a tuple is said as a list.
    """

    key: str
    values: dict[str, Value] = {}


DOER = Message("log.doer")
"""In a fact's sentence: whoever had it done, as the log calls them; for who tells the fact by itself, the table."""


def done_by(said: Message, who: str | Message) -> Message:
    """Return the sentence *said* with *who* as its doer, if it names one and there is somebody."""
    if not who or DOER not in said.values.values():
        return said
    return Message(said.key, {name: who if value == DOER else value for name, value in said.values.items()})


def together(names: tuple[str | Message, ...]) -> str | Message:
    """Return several *names* as one."""
    return names[0] if len(names) == 1 else Message("log.names", {"names": names})


class Constant:
    """A *value* with sentences in it that is sent again and again, always the same: it is said once in each language.

    It is made once, as other constants are, and not for each picture.
    """

    __slots__ = ("__weakref__", "value")

    def __init__(self, value: object) -> None:
        self.value = value
