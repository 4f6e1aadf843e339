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


class Constant:
    """A *value* with sentences in it that is sent again and again, always the same: it is said once in each language.

    It is made once, as other constants are, and not for each picture.
    """

    __slots__ = ("__weakref__", "value")

    def __init__(self, value: object) -> None:
        self.value = value
