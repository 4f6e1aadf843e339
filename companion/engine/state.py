"""States: the whole position of a game at one moment, frozen, and the questions everything else asks of it."""

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
"""What tells one turn from every other of its game."""


class TimeLimit(Struct, frozen=True, gc=False):
    """After *seconds* of play the table's clock gives *command*, as soon as the rules let it."""

    seconds: int
    command: Command


class State(Struct, frozen=True, kw_only=True):
    """The engine's view of a game's state. Games add their own fields.

    *pending* is the stack of what interrupts the ordinary course, the last on top: while there is any, the top
    one decides who is asked. *questions* counts the questions put so far (see :meth:`question`).
    """

    pending: tuple[Interrupt, ...] = ()
    questions: int = 0
    grounds: ClassVar[Mapping[str, str]] = {}
    """By which rule the commands that every game has are refused, by their verbs, and ``ENDED`` all of them after the
    end. A kit has no rules."""

    def seats(self) -> int:
        """Return how many people play."""
        return 0

    def asks(self) -> tuple[Ask, ...]:
        """Return who may speak now: lamps, the mark of a turn, staleness and the order of listing come from here."""
        if self.end() is not None:
            return ()
        return self.pending[-1].asks(self) if self.pending else self.open_asks()

    def top(self) -> Interrupt | None:
        """Return the interrupt that is on top, None while nothing is pending."""
        return self.pending[-1] if self.pending else None

    def question(self) -> int:
        """Return the number of the question that is put now.

        While it stands, what a seat answers is still an answer to the same thing; once it has changed, an answer to
        the older question is stale.
        """
        return self.pending[-1].question(self) if self.pending else self.questions

    def due(self) -> ChanceRequest | None:
        """Return what chance is asked, or None while it isn't."""
        if self.end() is not None:
            return None
        return self.pending[-1].due(self) if self.pending else self.open_due()

    def due_for(self) -> int:
        """Return the seat for which chance is asked, ``TABLE`` for nobody in particular."""
        return TABLE

    def chosen(self, answer: Answer) -> Facts:
        """Return what chance's *answer* to ``due`` makes happen."""
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
        """Return how the game ended, None while it goes on."""
        return None

    def winners(self) -> tuple[int, ...]:
        """Return the seats that won; none where all win or lose together, or the rules name nobody."""
        return ()

    def timed_turn(self) -> Turn | None:
        """Return the turn that is under way and timed, None while no time counts."""
        return None

    def time_limit(self) -> TimeLimit | None:
        """Return after how much play the clock speaks, None where it never does."""
        return None

    def seen_by(self, viewer: int) -> Self:
        """Return the state as *viewer* may know it: the same type, hidden things only counted."""
        if not self.pending:
            return self
        return replace(self, pending=tuple(interrupt.seen_by(viewer) for interrupt in self.pending))

    def named(self, names: tuple[str | Message, ...]) -> Self:
        """Return the state with its people called *names*, from seat 0, where it says names at all."""
        return self

    def resampled_for(self, viewer: int, below: Below) -> Self:
        """Return another state that *viewer* can't tell from this one, drawn with *below*.

        The law of the two worlds rests on it, so it is written from the rules, never from ``seen_by``.
        """
        if not self.pending:
            return self
        return replace(self, pending=tuple(interrupt.resampled_for(viewer, below) for interrupt in self.pending))

    def faults(self) -> tuple[Refusal, ...]:
        """Return everything that is impossible about this state, with its rule; () for what play can reach."""
        return ()

    def correctables(self) -> Mapping[str, Correctable]:
        """Return what a correction may set, by its name in the notation."""
        return {}

    def can_be_corrected(self) -> bool:
        """Tell whether there is anything that a correction may set: each push asks, and listing it takes long."""
        return bool(self.correctables())

    def board_things(self) -> tuple[BoardThing, ...]:
        """Return what two taps on the board set right; everything else is corrected in a form."""
        return ()


def refuse(state: State, verb: str, reason: Message) -> Refusal:
    """Return the refusal of a command that every game has, called *verb*: for *reason*, or as the game has ended."""
    if state.end() is not None:
        return Refusal(Message("refused.ended"), state.grounds.get(ENDED))
    return Refusal(reason, state.grounds.get(verb))


def asked(state: State, seat: int) -> Kinds:
    """Return the kinds of command *seat* may give now."""
    return next((ask.kinds for ask in state.asks() if ask.seat == seat), ())


def legal(state: State, seat: int) -> Iterator[Command]:
    """List every command that *seat* may give now, forms excepted."""
    for kind in asked(state, seat):
        yield from kind.tries(state, seat)


Asked = TypeVar("Asked", bound=State)
Told = TypeVar("Told")


def kept_for_last(question: Callable[[Asked], Told]) -> Callable[[Asked], Told]:
    """Keep the answer of *question* for the state it was asked of last: listing and refusing ask the same of one state.

    States never change, so the answer holds; callers leave it as it is.
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
