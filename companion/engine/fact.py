"""Facts: events in the past tense, folded into states.

The log consists of facts, and resuming only folds them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from msgspec import Struct

from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING

if TYPE_CHECKING:
    from companion.engine.state import State


class Fact(Struct, frozen=True, gc=False, tag=True):
    """An event at the table; its JSON is tagged by class name.

    A person's deed is told of that person: by name, or by ``DOER`` if the fact has no name. If the sentence has no room
    for a name, the fact is *signed*: the log adds the doer. The game's own events belong to nobody.
    """

    signed: ClassVar[bool] = False
    reveals: ClassVar[bool] = False
    """Whether it shows somebody a thing that was hidden from them."""

    def apply(self, state: Any) -> Any:
        """Return *state* with this fact folded in.

        It decides nothing, so that resuming never judges again.
        """
        raise TypeError(f"{type(self).__name__} doesn't say what it changes")

    def seen_by(self, viewer: int) -> Self | None:
        """Return the fact as *viewer* may know it.

        That is the fact itself, a redacted copy, or None if the viewer can't notice it.
        """
        return self

    def said(self, state: State) -> Message | None:
        """Return the log line for this fact, None for none.

        *state* is the state after the whole step.
        """
        return None

    def came_out(self) -> tuple[str, ...]:
        """Return a result as words: its kind, then its things.

        For example ``sunk misty-marsh``; () for none.
        """
        return ()


Facts = tuple[Fact, ...]


def hidden_from(facts: Facts, viewer: int) -> bool:
    """Return True if *viewer* can notice none of *facts*."""
    return all(fact.seen_by(viewer) is None for fact in facts)


def keep_a_secret_from(facts: Facts, viewer: int) -> bool:
    """Return True if *viewer* is denied any part of *facts*."""
    return any(fact.seen_by(viewer) != fact.seen_by(ALL_SEEING) for fact in facts)
