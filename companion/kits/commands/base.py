"""The base of a kit's commands, and their common refusals."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import ClassVar, Literal, Self

from companion.engine.command import Command, Refusal
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.kits.format.spec import Kit
from companion.kits.things.board import Board

Part = Literal["dice", "wheel", "deck", "counter", "token", "badge", "sheet", "timer", "team", "action"]


class KitCommand(Command, frozen=True):
    """The base of every command of a kit.

    *needs* is the part of the kit that it is for. With *in_turn*, it belongs to the active person and to the table.
    """

    needs: ClassVar[str]
    in_turn: ClassVar[bool] = False

    @classmethod
    def fits(cls, kit: Kit) -> bool:
        """Return True if *kit* has anything for this kind of command."""
        return bool(getattr(kit, cls.needs))

    def why_not(self, state: Board) -> Refusal | None:
        if state.ending is not None:
            return Refusal(Message("refused.ended"))
        if state.queue:
            return Refusal(Message("refused.chance-pending"))
        if self.seat != TABLE and not 0 <= self.seat < state.people:
            return Refusal(Message("refused.no-seat"))
        if not state.course.is_begun and self.is_in_turn(state):
            return Refusal(Message("kit.begin-first"))
        if state.has_turns and self.seat not in (TABLE, state.course.seat) and self.is_in_turn(state):
            return Refusal(Message("kit.not-your-turn", {"name": state.names[state.course.seat]}))
        return self.refused(state)

    def is_in_turn(self, state: Board) -> bool:
        """Return True if only the active person may do this."""
        return self.in_turn

    def refused(self, state: Board) -> Refusal | None:
        """Return the reason why *state* refuses this, else None.

        The seat may act now.
        """
        raise TypeError(f"{type(self).__name__} doesn't say when it is refused")

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        """Yield every command of this kind about things of the kit."""
        raise TypeError(f"{cls.__name__} doesn't say what it can name")

    @classmethod
    def tries(cls, state: Board, seat: int) -> Iterable[Self]:
        return tuple(each for each in cls.spelled(state, seat) if each.why_not(state) is None)

    def labels(self, state: Board, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (Message(f"play.{self.verb}"), *(state.kit.text(word) for word in words[1:]))


def unknown(part: Part, name: str, known: Collection[str]) -> Refusal | None:
    """Refuse a *name* that isn't among the *known* ones."""
    if name in known:
        return None
    names = tuple(known)
    return Refusal(Message(f"kit.no-{part}", {"names": names}) if names else Message("kit.nothing-like-it"))


def number_label(word: str) -> Message:
    """Return a number as the name of itself."""
    return Message("play.number", {"number": word})


def person_label(state: Board, number: str) -> Message:
    """Return the name of the person with this *number*, from 1."""
    at = int(number) - 1 if number.isdecimal() else -1
    return Message("play.name", {"name": state.names[at]}) if 0 <= at < state.people else number_label(number)
