"""Comparing two typed numbers, such as the powers in a battle.

The result picks the die, and it is rolled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Self

from msgspec import Meta

from companion.engine.command import Refusal
from companion.engine.fact import Fact, Facts
from companion.engine.values.forms import Field
from companion.engine.values.message import Message, Value
from companion.kits.commands.base import KitCommand
from companion.kits.facts.queue import Asked
from companion.kits.format.flow import HIGHEST_COMPARED, CompareSpec
from companion.kits.things.board import Board
from companion.kits.things.jobs import Job

Number = Annotated[int, Meta(ge=0, le=HIGHEST_COMPARED)]


class Compared(Fact, frozen=True):
    """*number* was compared *against* another; *dice* are rolled for it."""

    number: int
    against: int
    dice: str
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        return state

    def said(self, state: Any) -> Message | None:
        compare: CompareSpec | None = state.kit.compare
        if compare is None:
            return None
        values = _told(state, compare, self.number, self.against)
        return Message("kit.compared", {**values, "dice": state.kit.text(self.dice)})


class Compare(KitCommand, frozen=True):
    """Compare two numbers and roll the matching die."""

    number: Number
    against: Number
    verb: ClassVar[str] = "compare"
    needs: ClassVar[str] = "compare"
    is_form: ClassVar[bool] = True

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        """Return nothing: the two numbers are typed."""
        return ()

    def refused(self, state: Board) -> Refusal | None:
        compare = state.kit.compare
        if compare is None:
            return Refusal(Message("kit.nothing-like-it"))
        if max(self.number, self.against) > compare.maximum:
            return Refusal(Message("kit.too-high", {"maximum": compare.maximum}))
        if compare.dice(self.number, self.against):
            return None
        return Refusal(Message("kit.too-low", _told(state, compare, self.number, self.against)))

    def facts(self, state: Board) -> Facts:
        compare = state.kit.compare
        assert compare is not None
        dice = compare.dice(self.number, self.against)
        return (Compared(self.number, self.against, dice), Asked((Job("roll", dice, seat=state.person(self.seat)),)))

    @classmethod
    def form(cls, state: Board, seat: int) -> tuple[Field, ...] | None:
        compare = state.kit.compare
        if compare is None or state.queue:
            return None
        names = zip(("number", "against"), compare.between, strict=True)
        return tuple(Field(name, state.kit.text(word), minimum=0, maximum=compare.maximum) for name, word in names)


def _told(state: Board, compare: CompareSpec, one: int, other: int) -> dict[str, Value]:
    first, second = map(state.kit.text, compare.between)
    return {"first": first, "one": one, "second": second, "other": other}
