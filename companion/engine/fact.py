"""Facts: what happened, in the past tense. The log is made of them, and resuming only folds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from msgspec import Struct

from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING

if TYPE_CHECKING:
    from companion.engine.state import State


class Fact(Struct, frozen=True, gc=False, tag=True):
    """Something that happened at the table. Its JSON is tagged with the name of its class.

    What a person did is told of that person: by name, or by ``DOER`` where the fact knows none. Where its sentence
    has no room for that it is *signed*: the log adds who had it done. What the game did is nobody's.
    """

    signed: ClassVar[bool] = False

    def apply(self, state: Any) -> Any:
        """Return *state* with this fact folded in; decides nothing, so that resuming never judges again."""
        raise TypeError(f"{type(self).__name__} doesn't say what it changes")

    def seen_by(self, viewer: int) -> Self | None:
        """Return the fact as *viewer* may know it: itself, a redacted copy, or None when it can't be noticed."""
        return self

    def said(self, state: State) -> Message | None:
        """Return the line of the log that tells this fact, *state* being the one after the whole step."""
        return None

    def came_out(self) -> tuple[str, ...]:
        """Return a result as a word for its kind and those for its things, ``sunk misty-marsh``; () for none."""
        return ()


Facts = tuple[Fact, ...]


def hidden_from(facts: Facts, viewer: int) -> bool:
    """Tell whether *viewer* can't notice any of *facts*."""
    return all(fact.seen_by(viewer) is None for fact in facts)


def keep_a_secret_from(facts: Facts, viewer: int) -> bool:
    """Tell whether *viewer* isn't told all of *facts*."""
    return any(fact.seen_by(viewer) != fact.seen_by(ALL_SEEING) for fact in facts)
