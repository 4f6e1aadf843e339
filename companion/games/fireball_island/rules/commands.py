"""The players' commands: rolls, declarations, ways, Fireballs, cards and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.command import Command, Kinds, Refusal, Role
from companion.engine.fact import Fact, Facts
from companion.engine.notation import Names
from companion.engine.referees.declarations import Answer, Declaration, PassUntil
from companion.engine.referees.frame import NOBODY
from companion.engine.referees.hands import Cards
from companion.engine.referees.pending_steps import PendingStep, StepCommand
from companion.engine.state import swap
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING
from companion.games.fireball_island.rules import movement, refusals
from companion.games.fireball_island.rules.cards import TIMINGS, FireballCardPlayed, WhyNot, not_now, not_taken_from
from companion.games.fireball_island.rules.components import HAND, HELD, MAX_PEOPLE, TAKE_CARD, TEXTS, name
from companion.games.fireball_island.rules.draws import DrawingBegan
from companion.games.fireball_island.rules.facts import CaveDeclared, FireballDieAsked, TokenTraded, begin_turn
from companion.games.fireball_island.rules.fireballs import (
    FireballNamed,
    FireballNaming,
    HitsReported,
    Reporting,
    hits,
    named_target,
    routes,
    targets,
)
from companion.games.fireball_island.rules.movement import Walking
from companion.games.fireball_island.rules.state import TO_ROLL, FireballIsland
from companion.games.fireball_island.rules.windows import target_of

Seat = Annotated[int, Meta(ge=1, le=MAX_PEOPLE)]
"""A seat, counted from 1."""
NONE_HIT = "nobody"
HIT_WORDS = tuple(
    "+".join(str(seat + 1) for seat in range(MAX_PEOPLE) if mask >> seat & 1) or NONE_HIT
    for mask in range(1 << MAX_PEOPLE)
)
"""The word of each set of hit seats, by its mask."""
HitWord = Annotated[int, Names(HIT_WORDS)]
PlainCard = Literal[
    "fireball", "fake-jewel", "cancel", "magic-talisman", "reroll", "take-another-turn", "double", "move-ahead-4",
    "move-ahead-5", "move-ahead-6", "move-back-1", "move-back-2", "move-back-3",
]  # fmt: skip
"""A card played without a target."""


def first_roller(state: FireballIsland) -> int:
    """Return the next seat to roll for the first turn, or ``NOBODY``."""
    return state.totals.index(TO_ROLL) if TO_ROLL in state.totals and state.turn == NOBODY else NOBODY


# ---------------------------------------------------------------------- the turn
class FireballRoll(Command, frozen=True):
    """Roll the die for the first turn, a move, or a cave."""

    verb: ClassVar[str] = "roll"
    always: ClassVar[bool] = True
    role: ClassVar[Role] = "first"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: FireballIsland) -> Refusal | None:
        if state.ending is None and state.turn == NOBODY and state.step == "contest" and not state.rolling:
            return None if first_roller(state) == self.seat else refusals.ROLL_BY_TURN
        no = state.not_in_turn(self.seat)
        return no or (None if state.step == "roll" else refusals.NO_ROLL_NOW)

    def facts(self, state: FireballIsland) -> Facts:
        return (FireballDieAsked(),)

    @classmethod
    def tries(cls, state: FireballIsland, seat: int) -> Iterable[Self]:
        return (cls(seat),)


class Declare(Command, frozen=True):
    """Declare the way out of a cave, or another cave (FB-V4)."""

    way: Literal["out", "cave"]
    verb: ClassVar[str] = "declare"
    always: ClassVar[bool] = True
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: FireballIsland) -> Refusal | None:
        no = state.not_in_turn(self.seat)
        return no or (None if state.step == "declare" else refusals.NOTHING_DECLARED)

    def facts(self, state: FireballIsland) -> Facts:
        return (CaveDeclared(self.seat, self.way == "out"),)

    @classmethod
    def tries(cls, state: FireballIsland, seat: int) -> Iterable[Self]:
        return (cls(seat, "out"), cls(seat, "cave"))


class PassDie(Command, frozen=True):
    """Pass the die: the turn is over (FB-M10)."""

    verb: ClassVar[str] = "pass-die"
    always: ClassVar[bool] = True
    role: ClassVar[Role] = "end"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: FireballIsland) -> Refusal | None:
        no = state.not_in_turn(self.seat)
        return no or (None if state.step == "pass" else refusals.NO_PASS_NOW)

    def facts(self, state: FireballIsland) -> Facts:
        return begin_turn(state)

    @classmethod
    def tries(cls, state: FireballIsland, seat: int) -> Iterable[Self]:
        return (cls(seat),)


# ---------------------------------------------------------------------- ways and Fireballs
class FireballMove(StepCommand, frozen=True):
    """Go the way that ends at *to*.

    *via* selects one of several ways to the same end.
    """

    to: str
    via: tuple[str, ...] = ()
    verb: ClassVar[str] = "move"
    role: ClassVar[Role] = "board"
    texts: ClassVar[str] = TEXTS
    step: ClassVar[type[PendingStep]] = Walking
    not_due: ClassVar[Refusal] = refusals.NO_MOVE_NOW

    def refused(self, state: FireballIsland, step: Walking) -> Refusal | None:
        options = movement.ways(state)
        if (self.to, *self.via) in options:
            return None
        if any(words[0] == self.to for words in options):
            return refusals.WHICH_WAY
        board = state.rules.board
        return refusals.DOCK_SHUT if self.to == board.dock and state.owner != step.seat else refusals.NO_WAY

    def facts(self, state: FireballIsland) -> Facts:
        step: Any = state.top()
        return movement.walked(state, step, movement.ways(state)[(self.to, *self.via)])

    def labels(self, state: FireballIsland, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(self.verb), *map(state.place_name, words[1:]))

    @classmethod
    def tries(cls, state: FireballIsland, seat: int) -> Iterable[Self]:
        return [cls(seat, words[0], words[1:]) for words in movement.ways(state)]


class SendFireball(StepCommand, frozen=True):
    """Name a Fireball and its way, for the program to roll (FB-F2)."""

    route: str
    verb: ClassVar[str] = "send"
    texts: ClassVar[str] = TEXTS
    step: ClassVar[type[PendingStep]] = FireballNaming
    not_due: ClassVar[Refusal] = refusals.NO_FIREBALL_DUE

    def refused(self, state: FireballIsland, step: FireballNaming) -> Refusal | None:
        if state.rules.at_table or self.route not in state.rules.board.routes:
            return refusals.NO_ROUTE
        return None if self.route in routes(state, self.seat) else refusals.MUST_HIT

    def facts(self, state: FireballIsland) -> Facts:
        step: Any = state.top()
        target = named_target(state, self.seat, self.route)
        return (FireballNamed(self.seat, step.cause, self.route, target),)

    @classmethod
    def tries(cls, state: FireballIsland, seat: int) -> Iterable[Self]:
        return () if state.rules.at_table else [cls(seat, route) for route in routes(state, seat)]


class AimFireball(StepCommand, frozen=True):
    """Name a Fireball, its way and its target (FB-F2).

    The marble is rolled on the real board.
    """

    target: Seat
    route: str
    verb: ClassVar[str] = "aim"
    texts: ClassVar[str] = TEXTS
    step: ClassVar[type[PendingStep]] = FireballNaming
    not_due: ClassVar[Refusal] = refusals.NO_FIREBALL_DUE

    def refused(self, state: FireballIsland, step: FireballNaming) -> Refusal | None:
        if not state.rules.at_table or self.route not in state.rules.board.routes:
            return refusals.NO_ROUTE
        return None if self.target - 1 in targets(state, self.seat) else refusals.NOT_IN_REACH

    def facts(self, state: FireballIsland) -> Facts:
        step: Any = state.top()
        return (FireballNamed(self.seat, step.cause, self.route, self.target - 1),)

    def labels(self, state: FireballIsland, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(self.verb), _called(state, self.target - 1), name(self.route))

    @classmethod
    def tries(cls, state: FireballIsland, seat: int) -> Iterable[Self]:
        if not state.rules.at_table:
            return ()
        return [cls(seat, target + 1, route) for target in targets(state, seat) for route in state.rules.board.routes]


class ReportHits(StepCommand, frozen=True):
    """Report the hits of the real marble (FB-F3)."""

    who: HitWord
    verb: ClassVar[str] = "hit"
    texts: ClassVar[str] = TEXTS
    by_any_seat: ClassVar[bool] = True
    step: ClassVar[type[PendingStep]] = Reporting
    not_due: ClassVar[Refusal] = refusals.NO_REPORT_DUE

    def refused(self, state: FireballIsland, step: Reporting) -> Refusal | None:
        return (
            None
            if all(seat < state.seats() and state.in_reach(seat) for seat in self.seats())
            else (refusals.SAFE_FROM_HITS)
        )

    def seats(self) -> tuple[int, ...]:
        """Return the seats that were hit."""
        return tuple([seat for seat in range(MAX_PEOPLE) if self.who >> seat & 1])

    def facts(self, state: FireballIsland) -> Facts:
        return (HitsReported(self.seats()), *hits(state, self.seats()))

    def labels(self, state: FireballIsland, words: tuple[str, ...]) -> tuple[Message, ...]:
        if not self.who:
            return (name(self.verb), name(NONE_HIT))
        names = tuple(map(state.called, self.seats()))
        return (name(self.verb), Message("fireball-island.all-of", {"names": names}))

    @classmethod
    def tries(cls, state: FireballIsland, seat: int) -> Iterable[Self]:
        step: Any = state.top()
        commands = (cls(seat, mask) for mask in range(1 << state.seats()))
        return [command for command in commands if command.refused(state, step) is None]


def _called(state: FireballIsland, seat: int) -> Message:
    return Message("fireball-island.called", {"name": state.called(seat)})


# ---------------------------------------------------------------------- cards
def answers(state: FireballIsland, seat: int) -> list[OwnAnswer]:
    """List *seat*'s possible answers: its cards, targets and token.

    *seat* must be asked. A target is a player from whom it may take a card.
    """
    found: list[OwnAnswer] = []
    if seat != state.turn or not state.standing:
        top: Any = state.pending[-1]
        for play, not_there in _fitting(seat, state.hands[seat], top.when, state.rules.people):
            if not_there(state, seat) is None:
                found.append(play)
    if seat == state.turn and state.may_trade(seat):
        found.append(Trade(seat))
    return found


@lru_cache(maxsize=1 << 9)
def _fitting(seat: int, hand: Cards, when: str, people: int) -> tuple[tuple[OwnAnswer, WhyNot], ...]:
    """Return the plays of *hand* in a window of *when*, each once.

    With each comes the check that may still forbid it there.
    """
    timings = {card: TIMINGS[card] for card in hand if card in TIMINGS}
    played: Any = [(card, timing.there) for card, timing in timings.items() if when in timing.windows]
    others = range(people) if TAKE_CARD in hand else ()
    return (
        *((FireballPlayCard(seat, card), not_there) for card, not_there in played),
        *((TakeCard(seat, other + 1), partial(not_taken_from, other)) for other in others),
    )


class OwnAnswer(Answer, frozen=True):
    """An answer with a card or token, listed together for each seat."""

    together: ClassVar[Callable[[Any, int], Sequence[Command]]] = staticmethod(answers)

    @classmethod
    def tries(cls, state: FireballIsland, seat: int) -> Iterable[Self]:
        return [play for play in answers(state, seat) if isinstance(play, cls)]


class FireballPlayCard(OwnAnswer, frozen=True):
    """Play a card of the own hand into the open window (FB-K13)."""

    card: PlainCard
    verb: ClassVar[str] = "play"
    texts: ClassVar[str] = TEXTS

    def refused(self, state: FireballIsland, declaration: Any) -> Refusal | None:
        return _not_played(state, self.seat, self.card) or not_now(state, self.seat, self.card)

    def facts(self, state: FireballIsland) -> Facts:
        return (FireballCardPlayed(self.seat, self.card, target_of(state, self.card)),)


class TakeCard(OwnAnswer, frozen=True):
    """Take a card of the seat *target*, counted from 1, unseen (FB-K8)."""

    target: Seat
    verb: ClassVar[str] = TAKE_CARD
    texts: ClassVar[str] = TEXTS

    def refused(self, state: FireballIsland, declaration: Any) -> Refusal | None:
        return _not_played(state, self.seat, TAKE_CARD) or not_taken_from(self.target - 1, state, self.seat)

    def facts(self, state: FireballIsland) -> Facts:
        return (FireballCardPlayed(self.seat, TAKE_CARD, self.target - 1),)

    def labels(self, state: FireballIsland, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(self.verb), _called(state, self.target - 1))


def _not_played(state: FireballIsland, seat: int, card: str) -> Refusal | None:
    """Return the reason why *seat*, if asked, can't play *card* now."""
    return refusals.STANDS_UP if state.standing and seat == state.turn else state.not_held(seat, card)


class Trade(OwnAnswer, frozen=True):
    """Bring the Magic Charm token back, for cards up to four (FB-M7)."""

    verb: ClassVar[str] = "trade"
    texts: ClassVar[str] = TEXTS

    def refused(self, state: FireballIsland, declaration: Any) -> Refusal | None:
        if self.seat != state.turn:
            return refusals.OWN_TURN_TRADE
        if state.tokens[self.seat] != HELD:
            return refusals.NO_TOKEN
        return None if state.may_trade(self.seat) else refusals.HAND_FULL

    def facts(self, state: FireballIsland) -> Facts:
        return (TokenTraded(self.seat), DrawingBegan(self.seat, HAND))


class Interrupted(Fact, frozen=True):
    """*seat* holds a quiet window open: all are asked."""

    seat: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        top: Any = state.pending[-1]
        number = state.questions + 1
        held = replace(top, held=True, passed=(), number=number, answer_s=state.rules.answer_s)
        return replace(state, pending=(*state.pending[:-1], held), questions=number)

    def said(self, state: Any) -> Message:
        return Message("fireball-island.interrupted", {"name": state.called(self.seat)})


class HoldOpen(Answer, frozen=True):
    """Hold open a window in which nobody is asked (FB-K14).

    Every holder of a card may do so, whatever the card.
    """

    verb: ClassVar[str] = "interrupt"
    always: ClassVar[bool] = True
    texts: ClassVar[str] = TEXTS

    def refused(self, state: FireballIsland, declaration: Any) -> Refusal | None:
        return None if declaration.is_quiet else refusals.NOT_QUIET

    def facts(self, state: FireballIsland) -> Facts:
        return (Interrupted(self.seat),)


class AnswersAgain(Fact, frozen=True):
    """*seat* has to be waited for again, unnoticed by the others."""

    seat: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        resting = swap(state.resting, self.seat, "")
        top = state.pending[-1] if state.pending else None
        if not isinstance(top, Declaration) or self.seat not in top.resting:
            return replace(state, resting=resting)
        window = replace(top, resting=tuple([seat for seat in top.resting if seat != self.seat]))
        return replace(state, resting=resting, pending=(*state.pending[:-1], window))

    def seen_by(self, viewer: int) -> Self | None:
        return self if viewer in (self.seat, ALL_SEEING) else None


class AnswerAgain(Command, frozen=True):
    """Stop letting windows pass (FB-K13)."""

    verb: ClassVar[str] = "answer-again"
    always: ClassVar[bool] = True
    role: ClassVar[Role] = "aside"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: FireballIsland) -> Refusal | None:
        if state.ending is not None:
            return state.refusals.ended
        rests = 0 <= self.seat < len(state.resting) and state.resting[self.seat] and state.may_speak()
        return None if rests else refusals.NOT_RESTING

    def facts(self, state: FireballIsland) -> Facts:
        return (AnswersAgain(self.seat),)

    @classmethod
    def tries(cls, state: FireballIsland, seat: int) -> Iterable[Self]:
        return (cls(seat),)


COMMANDS: Kinds = (
    FireballRoll, Declare, FireballMove, SendFireball, AimFireball, ReportHits, FireballPlayCard, TakeCard, Trade,
    HoldOpen, PassUntil, AnswerAgain, PassDie,
)  # fmt: skip
ANSWERS: Kinds = (FireballPlayCard, TakeCard, Trade, PassUntil)
