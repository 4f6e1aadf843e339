"""States: a game's whole position, frozen, and its queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Answer, Below, ChanceRequest
from companion.engine.command import Command, Kinds, Refusal
from companion.engine.fact import Facts
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE

if TYPE_CHECKING:
    from companion.engine.corrections import Correctable
    from companion.engine.interrupts import Interrupt
    from companion.engine.values.spot import BoardThing


class Ask(Struct, frozen=True, gc=False, cache_hash=True):
    """*seat* may speak, with these *kinds* of command."""

    seat: int
    kinds: Kinds


ENDED = "ended"
Turn = tuple[int, ...]
"""A key, unique to each turn of a game."""


class TimeLimit(Struct, frozen=True, gc=False):
    """After *seconds* of play the table's clock gives *command*.

    It waits until the rules allow it.
    """

    seconds: int
    command: Command


class Countdown(Struct, frozen=True, gc=False):
    """A timer of *seconds*; each fresh start has a new *number*.

    While it *runs* the table's clock counts it down, and gives *command* at zero. Its used time belongs to *key* and
    *number*: a pause keeps it, longer *seconds* add to what is left, and a number without one has all its time.
    """

    key: str
    number: int
    seconds: int
    runs: bool
    command: Command


class State(Struct, frozen=True, kw_only=True):
    """The engine's view of a game's state. Games add their own fields.

    *pending* is the stack of interrupts, the last on top: while there is any, the top one decides which seats are
    active. *questions* counts the questions put so far (see :meth:`question`).
    """

    pending: tuple[Interrupt, ...] = ()
    questions: int = 0
    grounds: ClassVar[Mapping[str, str]] = {}
    """Rule ids for refusing every game's common commands, by verb.

    ``ENDED`` is the rule for all of them after the end. A kit has no rules.
    """

    def seats(self) -> int:
        """Return how many people play."""
        return 0

    def asks(self) -> tuple[Ask, ...]:
        """Return the active seats, each with its kinds of command.

        Lamps, the turn mark, staleness and the listing order come from here.
        """
        if self.end() is not None:
            return ()
        return self.pending[-1].asks(self) if self.pending else self.open_asks()

    def top(self) -> Interrupt | None:
        """Return the top interrupt, None while nothing is pending."""
        return self.pending[-1] if self.pending else None

    def question(self) -> int:
        """Return the number of the current question.

        While it stays the same, a seat's answer still fits. Once it has changed, an answer to the older question is
        stale.
        """
        return self.pending[-1].question(self) if self.pending else self.questions

    def due(self) -> ChanceRequest | None:
        """Return the pending chance request, None for none."""
        if self.end() is not None:
            return None
        return self.pending[-1].due(self) if self.pending else self.open_due()

    def due_for(self) -> int:
        """Return the seat behind the chance request, ``TABLE`` for none."""
        return TABLE

    def chosen(self, answer: Answer) -> Facts:
        """Return the facts following chance's *answer* to ``due``."""
        return self.pending[-1].chosen(self, answer) if self.pending else self.open_chosen(answer)

    def then(self) -> Facts:
        """Return the next automatic facts, () once nothing follows by itself."""
        return self.pending[-1].then(self) if self.pending else self.open_then()

    def open_asks(self) -> tuple[Ask, ...]:
        """Answer ``asks`` while nothing is pending."""
        raise TypeError(f"{type(self).__name__} doesn't say whom it asks")

    def open_due(self) -> ChanceRequest | None:
        """Answer ``due`` while nothing is pending."""
        return None

    def open_chosen(self, answer: Answer) -> Facts:
        """Answer ``chosen`` while nothing is pending."""
        raise TypeError(f"{type(self).__name__} doesn't say what {answer} means")

    def open_then(self) -> Facts:
        """Answer ``then`` while nothing is pending."""
        return ()

    def end(self) -> Message | None:
        """Return the game's end as a sentence, None before it."""
        return None

    def winners(self) -> tuple[int, ...]:
        """Return the winning seats.

        Empty if all win or lose together, or if the rules name nobody.
        """
        return ()

    def timed_turn(self) -> Turn | None:
        """Return the current timed turn, None while no time counts."""
        return None

    def time_limit(self) -> TimeLimit | None:
        """Return the limit on play time, None for none."""
        return None

    def countdowns(self) -> tuple[Countdown, ...]:
        """Return the timers, running or not, each key once.

        They must be the same for every viewer.
        """
        return ()

    def seen_by(self, viewer: int) -> Self:
        """Return the state as *viewer* may know it.

        It has the same type; hidden things are only counted.
        """
        if not self.pending:
            return self
        return replace(self, pending=tuple(interrupt.seen_by(viewer) for interrupt in self.pending))

    def without_results(self) -> Self:
        """Return the state without the parts that no play needs.

        States that are equal then have the same plays, forms and labels.
        """
        return self

    def named(self, names: tuple[str | Message, ...]) -> Self:
        """Return the state with its people named *names*, from seat 0.

        A state without names stays as it is.
        """
        return self

    def resampled_for(self, viewer: int, below: Below) -> Self:
        """Return a state indistinguishable to *viewer*, drawn with *below*.

        The law of the two worlds relies on it, so write it from the rules, never from ``seen_by``.
        """
        if not self.pending:
            return self
        return replace(self, pending=tuple(interrupt.resampled_for(viewer, below) for interrupt in self.pending))

    def faults(self) -> tuple[Refusal, ...]:
        """Return every impossibility of this state, with its rule.

        Empty for any state that play can reach.
        """
        return ()

    def correctables(self) -> Mapping[str, Correctable]:
        """Return the correctable things, by name in the notation."""
        return {}

    def can_be_corrected(self) -> bool:
        """Return True if anything can be corrected.

        Called on each push, where listing ``correctables`` would take too long.
        """
        return bool(self.correctables())

    def board_things(self) -> tuple[BoardThing, ...]:
        """Return the things correctable by two taps on the board.

        Everything else is corrected in a form.
        """
        return ()


def refuse(state: State, verb: str, reason: Message) -> Refusal:
    """Return the refusal of the common command *verb*.

    Its reason is *reason*, or the end of the game.
    """
    if state.end() is not None:
        return Refusal(Message("refused.ended"), state.grounds.get(ENDED))
    return Refusal(reason, state.grounds.get(verb))


def asked(state: State, seat: int) -> Kinds:
    """Return the kinds of command *seat* may give now."""
    return next((ask.kinds for ask in state.asks() if ask.seat == seat), ())


def legal(state: State, seat: int) -> Iterator[Command]:
    """List the legal commands of *seat*, forms excepted."""
    for kind in asked(state, seat):
        yield from kind.tries(state, seat)


Asked = TypeVar("Asked")
Told = TypeVar("Told")


def kept_for_last(question: Callable[[Asked], Told]) -> Callable[[Asked], Told]:
    """Cache the answer of *question* for the last state, or anything frozen.

    Listing and refusing ask the same of one state. States never change, so the answer holds; callers must not change
    it.
    """
    last: tuple[Asked | None, Any] = (None, None)

    @wraps(question)
    def answer(state: Asked) -> Told:
        nonlocal last
        kept = last  # read once: another thread may ask of another state meanwhile
        if kept[0] is not state:
            last = kept = (state, question(state))
        told: Told = kept[1]
        return told

    return answer


def swap(row: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """Return *row* with *value* at index *at*."""
    changed = list(row)
    changed[at] = value
    return tuple(changed)
