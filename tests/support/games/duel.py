"""A duel of hidden cards: strike another seat, rob it of a card unseen, and guard against anything declared.

A strike or a guard is declared, and everybody who holds cards may answer it with a guard, which cancels it unless
another guard answers that in turn. Each turn ends with a card drawn. Who has no life left has lost the duel.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Self

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.chance import Answer, Below, Card, ChanceRequest, Deal, Hidden
from companion.engine.command import Command, Refusal
from companion.engine.corrections import Correct, Correctable
from companion.engine.fact import Fact, Facts
from companion.engine.game import Game, Setup
from companion.engine.interrupts import Settled, push
from companion.engine.state import Ask, State, swap
from companion.engine.values.bags import Bag, Pile, bag, face_down, on_top, plus, size, take
from companion.engine.values.forms import Field
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING, TABLE
from companion.engine.windows import AnswerWindow

CARDS = bag(("strike",) * 6 + ("guard",) * 6 + ("charm",) * 4)
HAND = 3
Seat = Annotated[int, Meta(ge=0, le=3)]
NOT_NOW = Refusal(Message("refused.not-asked"), "DU-1")
NO_CARD = Refusal(Message("duel.no-card"), "DU-2")
NO_TARGET = Refusal(Message("duel.no-target"), "DU-3")


class Duel(State, frozen=True):
    """Hands lie in the order of arrival. *step* says what the turn waits for: deal, act, rob or draw.

    *unplaced* is empty in the true state; in one seen by a viewer it holds every card that viewer can't place.
    """

    hands: tuple[tuple[str, ...], ...]
    lives: tuple[int, ...]
    pile: Pile = (CARDS,)
    discard: Bag = ()
    turn: int = 0
    step: str = "deal"
    robbed: int = -1
    unplaced: Bag = ()
    actions: ClassVar[tuple[type[Command], ...]] = ()

    def seats(self) -> int:
        return len(self.hands)

    def open_asks(self) -> tuple[Ask, ...]:
        if self.end() is not None:
            return ()
        corrections = Ask(TABLE, (Correct,))
        if self.step != "act":
            return (corrections,)
        return (Ask(self.turn, self.actions), corrections)

    def open_due(self) -> ChanceRequest | None:
        if self.end() is not None:
            return None
        cards = self.unplaced or (self.pile[0] if self.pile else ())
        if self.step == "deal":
            return Deal("deal", "DU-4", cards=cards, count=HAND)
        if self.step == "rob":
            return Hidden("rob", "DU-5", hand=self.hands[self.robbed])
        return Card("draw", "DU-6", cards=cards) if self.step == "draw" else None

    def open_chosen(self, answer: Answer) -> Facts:
        if self.step == "deal":
            return (Dealt(self.turn, tuple(map(str, answer))),)
        if self.step == "rob":
            place = int(answer[0])
            return (Robbed(self.turn, self.robbed, place, self.hands[self.robbed][place - 1]),)
        return (Drew(self.turn, str(answer[0])),)

    def open_then(self) -> Facts:
        return (Reshuffled(),) if self.step == "draw" and not self.pile else ()

    def end(self) -> Message | None:
        return Message("duel.lost") if min(self.lives) < 1 else None

    def seen_by(self, viewer: int) -> Self:
        if viewer == ALL_SEEING:
            return self
        hidden = [card for seat, hand in enumerate(self.hands) if seat != viewer for card in hand]
        return replace(
            super().seen_by(viewer),
            hands=tuple(hand if seat == viewer else face_down(hand) for seat, hand in enumerate(self.hands)),
            pile=tuple(map(face_down, self.pile)),
            unplaced=bag([*hidden, *(card for cards in self.pile for card in cards)]),
        )

    def resampled_for(self, viewer: int, below: Below) -> Self:
        """Deal anew, in the same shapes, all cards but the viewer's own hand and the discard."""
        pool = [card for seat, hand in enumerate(self.hands) if seat != viewer for card in hand]
        pool += [card for cards in self.pile for card in cards]

        def some(count: int) -> tuple[str, ...]:
            return tuple(pool.pop(below(len(pool))) for _ in range(count))

        hands = tuple(hand if seat == viewer else some(len(hand)) for seat, hand in enumerate(self.hands))
        pile = tuple(bag(some(len(cards))) for cards in self.pile)
        return replace(super().resampled_for(viewer, below), hands=hands, pile=pile)

    def faults(self) -> tuple[Refusal, ...]:
        count = sum(map(len, self.hands)) + size(self.pile) + len(self.discard)
        return () if count == len(CARDS) else (Refusal(Message("duel.count")),)

    def correctables(self) -> dict[str, Correctable]:
        return {f"life-{seat}": _life_of(seat, now) for seat, now in enumerate(self.lives)}


def _life_of(seat: int, now: int) -> Correctable:
    field = Field(f"life-{seat}", Message("duel.life", {"seat": seat}), minimum=0, maximum=9, word=str(now))
    return Correctable(field, lambda state, word: replace(state, lives=swap(state.lives, seat, int(word))))


def _without(state: Duel, seat: int, card: str) -> Duel:
    """The state after *seat* laid down the first *card* of its hand."""
    at = state.hands[seat].index(card)
    hand = state.hands[seat][:at] + state.hands[seat][at + 1 :]
    return replace(state, hands=swap(state.hands, seat, hand), discard=plus(state.discard, card))


class Declared(AnswerWindow, frozen=True):
    """A strike at *target*, or (target -1) a guard against what lies below."""

    target: int = -1

    def closed(self, state: Duel) -> Facts:
        return (Hit(self.target),) if self.target >= 0 else (Cancelled(),)


class Dealt(Fact, frozen=True):
    """*seat* was dealt its hand."""

    seat: int
    cards: tuple[str, ...]

    def apply(self, state: Duel) -> Duel:
        pile = state.pile
        for card in self.cards:
            pile = take(pile, card)
        last = self.seat == len(state.hands) - 1
        hands = swap(state.hands, self.seat, self.cards)
        after = replace(state, hands=hands, pile=pile, turn=0 if last else self.seat + 1)
        return replace(after, step="act" if last else "deal", questions=state.questions + 1)

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, ALL_SEEING) else replace(self, cards=face_down(self.cards))


class Struck(Fact, frozen=True):
    """*seat* declared a strike, and everybody with cards is asked."""

    seat: int
    target: int

    def apply(self, state: Duel) -> Duel:
        after = replace(_without(state, self.seat, "strike"), step="draw")
        return _open(after, self.target)


class Guarded(Fact, frozen=True):
    """*seat* declared a guard against what is open."""

    seat: int

    def apply(self, state: Duel) -> Duel:
        return _open(_without(state, self.seat, "guard"), -1)


def _open(state: Duel, target: int) -> Duel:
    asked = tuple(seat for seat, hand in enumerate(state.hands) if hand)
    opened: Duel = push(state, Declared(asked=asked, target=target))
    return opened


class Hit(Fact, frozen=True):
    """A strike took a life."""

    target: int

    def apply(self, state: Duel) -> Duel:
        return replace(state, lives=swap(state.lives, self.target, state.lives[self.target] - 1))


class Cancelled(Fact, frozen=True):
    """A guard took what lay below it off; what lies below that is asked about afresh."""

    def apply(self, state: Duel) -> Duel:
        uncovered: Duel = Settled().apply(state)
        return uncovered


class Robbing(Fact, frozen=True):
    """*victim* is about to lose a card."""

    victim: int

    def apply(self, state: Duel) -> Duel:
        return replace(state, step="rob", robbed=self.victim, questions=state.questions + 1)


class Robbed(Fact, frozen=True):
    """The card at *place* of *victim*'s hand went to *seat*; only these two know which."""

    seat: int
    victim: int
    place: int
    card: str

    def apply(self, state: Duel) -> Duel:
        lost = state.hands[self.victim]
        hands = swap(state.hands, self.victim, lost[: self.place - 1] + lost[self.place :])
        hands = swap(hands, self.seat, (*hands[self.seat], self.card))
        return replace(state, hands=hands, step="draw", robbed=-1, questions=state.questions + 1)

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, self.victim, ALL_SEEING) else replace(self, card="?")


class Rested(Fact, frozen=True):
    """The turn's action was left out."""

    def apply(self, state: Duel) -> Duel:
        return replace(state, step="draw", questions=state.questions + 1)


class Drew(Fact, frozen=True):
    """*seat* drew a card, and the turn passed on."""

    seat: int
    card: str

    def apply(self, state: Duel) -> Duel:
        hands = swap(state.hands, self.seat, (*state.hands[self.seat], self.card))
        turn = (self.seat + 1) % len(state.hands)
        after = replace(state, pile=take(state.pile, self.card), hands=hands, turn=turn, step="act")
        return replace(after, questions=state.questions + 1)

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, ALL_SEEING) else replace(self, card="?")


class Reshuffled(Fact, frozen=True):
    """The pile had run out: the discard is shuffled; if that is empty too, the oldest card of a hand joins it."""

    def apply(self, state: Duel) -> Duel:
        if state.discard:
            return replace(state, pile=on_top(state.pile, state.discard), discard=())
        giver = max(range(len(state.hands)), key=lambda seat: len(state.hands[seat]))
        hand = state.hands[giver]
        return replace(state, pile=((hand[0],),), hands=swap(state.hands, giver, hand[1:]))


def _acting(state: Duel, seat: int) -> bool:
    return state.step == "act" and not state.pending and seat == state.turn and state.end() is None


class Strike(Command, frozen=True):
    """Strike another seat."""

    target: Seat
    verb: ClassVar[str] = "strike"

    def why_not(self, state: Duel) -> Refusal | None:
        if not _acting(state, self.seat):
            return NOT_NOW
        if "strike" not in state.hands[self.seat]:
            return NO_CARD
        return None if self.target != self.seat and self.target < len(state.hands) else NO_TARGET

    def facts(self, state: Duel) -> Facts:
        return (Struck(self.seat, self.target),)

    @classmethod
    def tries(cls, state: Duel, seat: int) -> Iterable[Self]:
        if not _acting(state, seat) or "strike" not in state.hands[seat]:
            return ()
        return tuple(cls(seat, target) for target in range(len(state.hands)) if target != seat)


class Rob(Command, frozen=True):
    """Take a card of another seat unseen."""

    victim: Seat
    verb: ClassVar[str] = "rob"

    def why_not(self, state: Duel) -> Refusal | None:
        if not _acting(state, self.seat):
            return NOT_NOW
        good = self.victim != self.seat and self.victim < len(state.hands) and state.hands[self.victim]
        return None if good else NO_TARGET

    def facts(self, state: Duel) -> Facts:
        return (Robbing(self.victim),)

    @classmethod
    def tries(cls, state: Duel, seat: int) -> Iterable[Self]:
        if not _acting(state, seat):
            return ()
        return tuple(cls(seat, victim) for victim, hand in enumerate(state.hands) if hand and victim != seat)


class Rest(Command, frozen=True):
    """Leave the action out."""

    verb: ClassVar[str] = "rest"

    def why_not(self, state: Duel) -> Refusal | None:
        return None if _acting(state, self.seat) else NOT_NOW

    def facts(self, state: Duel) -> Facts:
        return (Rested(),)

    @classmethod
    def tries(cls, state: Duel, seat: int) -> Iterable[Self]:
        return (cls(seat),) if _acting(state, seat) else ()


class Guard(Command, frozen=True):
    """Answer what is declared with a guard."""

    verb: ClassVar[str] = "guard"

    def why_not(self, state: Duel) -> Refusal | None:
        top = state.pending[-1] if state.pending else None
        if not isinstance(top, Declared) or self.seat not in top.asked or self.seat in top.passed:
            return NOT_NOW
        return None if "guard" in state.hands[self.seat] else NO_CARD

    def facts(self, state: Duel) -> Facts:
        return (Guarded(self.seat),)

    @classmethod
    def tries(cls, state: Duel, seat: int) -> Iterable[Self]:
        return () if cls(seat).why_not(state) else (cls(seat),)


Duel.actions = (Strike, Rob, Rest)
Declared.answers = (Guard,)


def _start(setup: Setup) -> Duel:
    return Duel(hands=((),) * len(setup.seats), lives=(3,) * len(setup.seats))


def _picture(state: Any) -> dict[str, Any]:
    return {
        "hands": state.hands,
        "lives": state.lives,
        "pile": [len(cards) for cards in state.pile],
        "discard": state.discard,
        "turn": state.turn,
        "step": state.step,
        "declared": [interrupt.target for interrupt in state.pending],
    }


DUEL = Game(
    slug="duel",
    mode="referee",
    name=Message("duel.name"),
    seats=(2, 4),
    kinds=(Strike, Rob, Rest, Guard),
    known_facts=(Dealt, Struck, Guarded, Hit, Cancelled, Robbing, Robbed, Rested, Drew, Reshuffled),
    start=_start,
    picture=_picture,
)
