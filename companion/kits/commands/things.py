"""Commands about counters, score sheets, tokens, badges and actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

from companion.engine.command import PartLine, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.values.forms import Field
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import TABLE
from companion.kits.commands.base import KitCommand, number_label, person_label, unknown
from companion.kits.facts.consequences import counted
from companion.kits.facts.course import ActionDone
from companion.kits.facts.queue import Asked, BegunBeside
from companion.kits.facts.things import Badged, Entered
from companion.kits.facts.turns import first_clocks
from companion.kits.format.flow import SheetSpec
from companion.kits.format.spec import CounterSpec, Kit
from companion.kits.formulas.canonical_text import spelled
from companion.kits.formulas.evaluation import DividedByZero
from companion.kits.things.board import Board
from companion.kits.things.jobs import Job, jobs_of
from companion.kits.things.scene import can_do, last_result, offer

TABLE_WORD = "table"
"""The owner of a shared number in the notation."""
MOST_TYPED = 9999
"""The greatest number to type in a row of a score sheet."""
MOST_OFFERED, LEAST_OFFERED = 200, 50
"""The numbers that a list of them goes to; others are typed."""


class Raise(KitCommand, frozen=True):
    """Move the marker of a counter one tick on."""

    counter: str
    verb: ClassVar[str] = "raise"
    needs: ClassVar[str] = "counters"
    by: ClassVar[int] = 1

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("counter", self.counter, state.kit.counter_at)
        if missing is not None:
            return missing
        spec = state.kit.counters[state.kit.counter_at[self.counter]]
        owner = state.owner_of(spec, state.person(self.seat))
        if owner is None or (spec.each and not spec.ticks):
            return Refusal(Message("kit.count-whose"))
        return None if _can_change(state, spec, owner, self.by) else Refusal(Message("kit.no-tick"))

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("step", self.counter, by=self.by, seat=state.person(self.seat)),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, counter) for counter in state.kit.counter_at)


class Lower(Raise, frozen=True):
    """Move the marker of a counter one tick back."""

    verb: ClassVar[str] = "lower"
    by: ClassVar[int] = -1


class KitTurn(KitCommand, frozen=True):
    """Bring a token into another state."""

    token: str
    state: str
    verb: ClassVar[str] = "set"
    role: ClassVar[Role] = "board"
    needs: ClassVar[str] = "groups"

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("token", self.token, state.kit.token_at)
        if missing is not None:
            return missing
        if state.token(self.token) == self.state:
            return Refusal(Message("kit.is-so"))
        states = state.kit.group_of[self.token].states
        if all(each.name != self.state for each in states):
            return Refusal(Message("kit.no-state", {"names": tuple(state.kit.text(each.name) for each in states)}))
        return None

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("set", self.token, self.state, seat=state.person(self.seat)),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, token, each.name) for token, group in state.kit.group_of.items() for each in group.states)


class Gain(KitCommand, frozen=True):
    """Take a badge from the stock."""

    badge: str
    verb: ClassVar[str] = "gain"
    needs: ClassVar[str] = "badges"
    takes: ClassVar[bool] = True

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("badge", self.badge, state.kit.badge_at)
        hand = state.hand_of(self.seat)
        if missing is not None:
            return missing
        if hand is None:
            return Refusal(Message("kit.whose"))
        held = state.badges[state.kit.badge_at[self.badge]][hand]
        left = state.stock(self.badge) if self.takes else held
        return None if left else Refusal(Message("kit.no-badge"))

    def facts(self, state: Board) -> Facts:
        return (Badged(self.badge, self.seat, self.takes),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, badge) for badge in state.kit.badge_at)


class Spend(Gain, frozen=True):
    """Give a badge back to the stock."""

    verb: ClassVar[str] = "spend"
    takes: ClassVar[bool] = False


class CountBy(KitCommand, frozen=True):
    """Change a person's, a team's or a shared number by a step."""

    counter: str
    who: str
    step: str
    verb: ClassVar[str] = "count"
    needs: ClassVar[str] = "counters"

    @classmethod
    def fits(cls, kit: Kit) -> bool:
        return any(not counter.ticks for counter in kit.counters)

    def refused(self, state: Board) -> Refusal | None:
        numbers = {counter.name: counter for counter in state.kit.counters if not counter.ticks}
        missing = unknown("counter", self.counter, numbers)
        if missing is not None:
            return missing
        spec = numbers[self.counter]
        owners = owner_words(state, spec)
        if self.who not in owners:
            return Refusal(Message("kit.no-owner", {"names": owners}))
        steps = tuple(f"{step:+d}" for step in spec.steps)
        if self.step not in steps:
            return Refusal(Message("kit.no-step", {"names": steps}))
        can = _can_change(state, spec, owners.index(self.who), int(self.step))
        return None if can else Refusal(Message("kit.no-tick"))

    def facts(self, state: Board) -> Facts:
        spec = state.kit.counters[state.kit.counter_at[self.counter]]
        owner = owner_words(state, spec).index(self.who)
        jobs = counted(state, self.counter, int(self.step), seat=state.person(self.seat), owner=owner)
        return (BegunBeside(), *jobs)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        for counter in state.kit.counters:
            for who in owner_words(state, counter) if not counter.ticks else ():
                yield from (cls(seat, counter.name, who, f"{step:+d}") for step in counter.steps)

    def labels(self, state: Board, words: tuple[str, ...]) -> tuple[Message, ...]:
        *named, who, step = words
        label = state.kit.text(who) if who in state.kit.teams else person_label(state, who)
        whose = Message("play.table") if who == TABLE_WORD else label
        return (*super().labels(state, tuple(named)), whose, number_label(step))


class Enter(KitCommand, frozen=True):
    """Enter the last result, or a number, in a sheet."""

    sheet: str
    row: str
    number: tuple[int, ...] = ()
    verb: ClassVar[str] = "enter"
    role: ClassVar[Role] = "first"
    needs: ClassVar[str] = "sheets"
    in_turn: ClassVar[bool] = True

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("sheet", self.sheet, state.kit.sheet_at)
        if missing is not None:
            return missing
        spec = state.kit.sheets[state.kit.sheet_at[self.sheet]]
        names = tuple(row.name for row in spec.rows)
        if self.row not in names:
            return Refusal(Message("kit.no-row", {"names": tuple(map(state.kit.text, names))}))
        column = state.hand_of(state.person(self.seat))
        if column is None:
            return Refusal(Message("kit.whose"))
        if state.sheets[state.kit.sheet_at[self.sheet]][column][names.index(self.row)] is not None:
            return Refusal(Message("kit.row-full"))
        return self._refused_value(state, spec, names.index(self.row))

    def _refused_value(self, state: Board, spec: SheetSpec, row: int) -> Refusal | None:
        if spec.rows[row].value is None:
            good = len(self.number) == 1 and abs(self.number[0]) <= MOST_TYPED
            return None if good else Refusal(Message("kit.row-typed", {"maximum": MOST_TYPED}))
        if self.number:
            return Refusal(Message("kit.row-worked-out"))
        if spec.dice and last_result(state, TABLE, spec.dice) is None:
            return Refusal(Message("kit.nothing-rolled"))
        try:
            offer(state, spec, row, state.person(self.seat))
        except DividedByZero as error:
            return Refusal(error.said)
        return None

    def facts(self, state: Board) -> Facts:
        spec = state.kit.sheets[state.kit.sheet_at[self.sheet]]
        row = next(place for place, each in enumerate(spec.rows) if each.name == self.row)
        seat = state.person(self.seat)
        value = self.number[0] if self.number else offer(state, spec, row, seat)
        return (Entered(self.sheet, self.row, value or 0, seat),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        for sheet in state.kit.sheets:
            yield from (cls(seat, sheet.name, row.name) for row in sheet.rows if row.value is not None)

    @classmethod
    def part_lines(cls, state: Board, seat: int) -> Iterable[PartLine]:
        for sheet in state.kit.sheets:
            for row in sheet.rows:
                if row.value is None and cls(seat, sheet.name, row.name, (0,)).why_not(state) is None:
                    words = (cls.verb, sheet.name, row.name)
                    labels = (Message(f"play.{cls.verb}"), *map(state.kit.text, words[1:]))
                    field = Field("number", Message("kit.number"), minimum=-LEAST_OFFERED, maximum=MOST_OFFERED)
                    yield PartLine(words, labels, (field,))

    def labels(self, state: Board, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (*super().labels(state, words[:3]), *map(number_label, words[3:]))


class Do(KitCommand, frozen=True):
    """Choose an action of the kit."""

    action: str
    verb: ClassVar[str] = "do"
    role: ClassVar[Role] = "first"
    needs: ClassVar[str] = "actions"

    def is_in_turn(self, state: Board) -> bool:
        action = state.kit.action_named.get(self.action)
        return action is None or not action.is_anybodys

    def refused(self, state: Board) -> Refusal | None:
        return unknown("action", self.action, state.kit.action_named) or self._not_now(state)

    def _not_now(self, state: Board) -> Refusal | None:
        """Refuse an action with an unmet condition."""
        action = state.kit.action_named[self.action]
        try:
            if action.when is None or can_do(state, action, state.person(self.seat)):
                return None
        except DividedByZero as error:
            return Refusal(error.said)
        about: dict[str, Value] = {"action": state.kit.text(self.action), "condition": spelled(action.when)}
        return Refusal(Message("kit.action-not-now", about))

    def facts(self, state: Board) -> Facts:
        seat = state.person(self.seat)
        jobs = jobs_of(state.kit.action_named[self.action].does, seat)
        return (ActionDone(self.action), *first_clocks(state), Asked(jobs))

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, action) for action in state.kit.action_named)

    @classmethod
    def greyed(cls, state: Board, seat: int) -> Iterable[Self]:
        """List the actions refused by their condition alone."""
        refused = ((each, each.why_not(state)) for each in cls.spelled(state, seat))
        return (each for each, why in refused if why is not None and why == each._not_now(state))


def owner_words(state: Board, counter: CounterSpec) -> tuple[str, ...]:
    """Return each owner of *counter* in the notation."""
    if counter.each == "team":
        return state.kit.teams
    people = tuple(str(seat + 1) for seat in range(state.people))
    return people if counter.each == "person" and people else (TABLE_WORD,)


def _can_change(state: Board, spec: CounterSpec, owner: int, by: int) -> bool:
    now = state.counters[state.kit.counter_at[spec.name]][owner]
    if spec.ticks:
        return 0 <= now + by < len(spec.ticks)
    return max(spec.lowest, min(spec.highest, now + by)) != now
