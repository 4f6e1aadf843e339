"""The vocabulary of pictures for tokens and badges.

As in ``picture``, a page draws them without a module of the game's own.
"""

from __future__ import annotations

from msgspec import Struct

from companion.engine.values.picture import Label


class GroupState(Struct, frozen=True):
    """A possible state of a group's tokens."""

    name: str
    label: Label
    look: str


class Token(Struct, frozen=True):
    """A token of a group, in one of the group's states.

    *state* is that state's name, *look* its look.
    """

    name: str
    label: Label
    state: str
    look: str
    sign: str = ""


class GroupPicture(Struct, frozen=True):
    """Tokens of one kind.

    *shape* has one string for each row, with an ``x`` for each place.
    """

    name: str
    label: Label
    shape: tuple[str, ...] | None
    states: tuple[GroupState, ...]
    tokens: tuple[Token, ...]
    broken: Label = ""
    """Long words with hyphens at possible breaks, separated by blanks."""


class HeldPicture(Struct, frozen=True):
    """How many a seat has."""

    seat: int | str
    count: int


class Badge(Struct, frozen=True):
    """Badges of one kind: the stock left, and each seat's count."""

    name: str
    label: Label
    sign: str
    stock: int
    held: tuple[HeldPicture, ...]
