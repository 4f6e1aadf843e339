"""Facts about counters, score sheets, tokens and badges."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.fact import Fact
from companion.engine.state import swap
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import TABLE
from companion.kits.facts.changes import event_of, hand_at, passing, queued, with_token
from companion.kits.things.board import Board, KitEnding


class Stepped(Fact, frozen=True, omit_defaults=True):
    """The marker of *counter* is on the tick at *place*, from 0.

    *owner* is the place of the person or team whose counter it is; *seat* did it.
    """

    counter: str
    place: int
    owner: int = 0
    seat: int = TABLE

    def apply(self, state: Board) -> Board:
        return _counted(state, self.counter, self.owner, self.place, seat=self.seat)

    def said(self, state: Any) -> Message | None:
        counter = state.kit.counters[state.kit.counter_at[self.counter]]
        tick = counter.ticks[self.place]
        said: Value = tick if isinstance(tick, int) else state.kit.text(tick)
        return Message("kit.stepped", {"counter": counter_label(state, self.counter, self.owner), "tick": said})


class Scored(Fact, frozen=True, omit_defaults=True):
    """A new *value* of *owner*'s *counter*.

    It is *by* more than before; *seat* did it.
    """

    counter: str
    value: int
    owner: int = 0
    seat: int = TABLE
    by: int = 0
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        return _counted(state, self.counter, self.owner, self.value, seat=self.seat)

    def said(self, state: Any) -> Message | None:
        return Message("kit.stepped", {"counter": counter_label(state, self.counter, self.owner), "tick": self.value})


class TargetReached(Fact, frozen=True, omit_defaults=True):
    """*owner*'s number of *counter* has reached its target, *value*."""

    counter: str
    value: int
    owner: int = 0

    def apply(self, state: Board) -> Board:
        return state

    def said(self, state: Any) -> Message | None:
        values: dict[str, Value] = {"counter": state.kit.text(self.counter), "value": self.value}
        name = state.owner_name(state.kit.counters[state.kit.counter_at[self.counter]], self.owner)
        return Message("kit.target-of", {**values, "name": name}) if name else Message("kit.target", values)


class KitEnded(Fact, frozen=True):
    """The game is over."""

    ending: KitEnding

    def apply(self, state: Board) -> Board:
        return replace(state, ending=self.ending, questions=state.questions + 1, fallen=None)

    def said(self, state: Any) -> Message | None:
        said: Message | None = state.end()
        return said


class Entered(Fact, frozen=True):
    """*seat* entered *value* in *row* of the score sheet called *sheet*."""

    sheet: str
    row: str
    value: int
    seat: int
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        at, column = state.kit.sheet_at[self.sheet], hand_at(state, self.seat)
        spec = state.kit.sheets[at]
        row = next((place for place, each in enumerate(spec.rows) if each.name == self.row), None)
        if row is None:
            raise LookupError(f"the sheet {self.sheet} has no row {self.row!r}")
        columns = swap(state.sheets[at], column, swap(state.sheets[at][column], row, self.value))
        # The dice begin anew, so that no result counts twice.
        results = tuple(each for each in state.results if each.name != spec.dice)
        entered = replace(
            state,
            sheets=swap(state.sheets, at, columns),
            results=results,
            questions=state.questions + 1,
            fallen=None,
            chain=0,
        )
        return queued(entered, passing(state, "after sheet", self.sheet))

    def said(self, state: Any) -> Message | None:
        return Message("kit.entered", {"row": state.kit.text(self.row), "value": self.value})


class TokenSet(Fact, frozen=True):
    """*token* is in *state* now.

    Its cards leave the game or come back, as their deck says for that state.
    """

    token: str
    state: str

    def apply(self, state: Board) -> Board:
        return with_token(state, self.token, self.state)

    def said(self, state: Any) -> Message | None:
        return Message("kit.token", {"token": state.kit.text(self.token), "state": state.kit.text(self.state)})

    def came_out(self) -> tuple[str, ...]:
        return (self.state, self.token)


class Badged(Fact, frozen=True):
    """*seat* took *badge* from the stock, or gave it back."""

    badge: str
    seat: int
    taken: bool
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        at, hand = state.kit.badge_at[self.badge], hand_at(state, self.seat)
        held = state.badges[at]
        row = swap(held, hand, held[hand] + (1 if self.taken else -1))
        return replace(state, badges=swap(state.badges, at, row), questions=state.questions + 1, fallen=None)

    def said(self, state: Any) -> Message | None:
        key = "kit.badge-taken" if self.taken else "kit.badge-used"
        return Message(key, {"badge": state.kit.text(self.badge)})


def counter_label(state: Any, counter: str, owner: int) -> Message:
    """Return the name of *counter*, and its owner's if not shared."""
    label: Message = state.kit.text(counter)
    name = state.owner_name(state.kit.counters[state.kit.counter_at[counter]], owner)
    return Message("kit.counter-of", {"counter": label, "name": name}) if name else label


def _counted(state: Board, counter: str, owner: int, value: int, *, seat: int) -> Board:
    has_changed = state.counters[state.kit.counter_at[counter]][owner] != value
    counted = state.with_counter(counter, owner, value)
    if not has_changed:
        return counted
    is_person = state.kit.counters[state.kit.counter_at[counter]].each == "person" and state.people
    return queued(counted, event_of(state, "counter", counter, owner if is_person else seat))


THING_FACTS: tuple[type[Fact], ...] = (Stepped, Scored, TargetReached, KitEnded, Entered, TokenSet, Badged)
