"""Cards that come to a hand, drawn or taken (FB-K1, FB-K8).

They are drawn from the pile, or taken unseen from another hand.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.chance import Answer, Card, ChanceRequest, Hidden
from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Interrupt
from companion.engine.referees.pending_steps import PendingStep, StepOpened
from companion.engine.state import swap
from companion.engine.values.bags import HIDDEN, less
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING
from companion.games.fireball_island.rules.components import name
from companion.games.fireball_island.rules.state import FireballIsland
from companion.games.fireball_island.rules.windows import FireballWindowClosed


class FireballDrawing(PendingStep, frozen=True, kw_only=True):
    """A draw of cards by *by* until it holds *up_to*."""

    up_to: int

    def request(self, state: FireballIsland) -> ChanceRequest | None:
        return Card("cards", "FB-K1", cards=state.drawable()) if state.deck else None

    def chosen(self, state: FireballIsland, answer: Answer) -> Facts:
        return (FireballDrew(self.by, str(answer[0])),)

    def then(self, state: FireballIsland) -> Facts:
        if len(state.hands[self.by]) >= self.up_to:
            return (FireballWindowClosed(),)
        return () if state.deck else (FireballReshuffled(),)


class Taking(PendingStep, frozen=True, kw_only=True):
    """The taking of an unseen card of *target* by *by*."""

    target: int

    def request(self, state: FireballIsland) -> ChanceRequest:
        return Hidden("taken", "FB-K8", hand=state.hands[self.target])

    def chosen(self, state: FireballIsland, answer: Answer) -> Facts:
        place = int(answer[0])
        return (CardTaken(self.by, self.target, place, state.hands[self.target][place - 1]), FireballWindowClosed())


class DrawingBegan(StepOpened, frozen=True):
    """*by* has to draw cards until it holds *up_to*."""

    by: int
    up_to: int
    asked: bool = True
    step: ClassVar[type[Interrupt]] = FireballDrawing


class TakingBegan(StepOpened, frozen=True):
    """*by* has to take a card of *target*."""

    by: int
    target: int
    asked: bool = True
    step: ClassVar[type[Interrupt]] = Taking


class FireballReshuffled(Fact, frozen=True, tag="Reshuffled"):
    """The discard was shuffled: it is the pile now."""

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, deck=state.discard, discard=())

    def said(self, state: Any) -> Message:
        return Message("fireball-island.reshuffled")


class FireballDrew(Fact, frozen=True, tag="Drew"):
    """*seat* drew a *card*, unseen by the others."""

    seat: int
    card: str

    def apply(self, state: FireballIsland) -> FireballIsland:
        hands = swap(state.hands, self.seat, (*state.hands[self.seat], self.card))
        return replace(state, hands=hands, deck=less(state.deck, self.card), questions=state.questions + 1)

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, ALL_SEEING) else replace(self, card=HIDDEN)

    def said(self, state: Any) -> Message:
        return Message("fireball-island.drew", {"name": state.called(self.seat)})


class CardTaken(Fact, frozen=True):
    """*by* took the *card* at *place* in *target*'s hand.

    *place* counts from 1. Those two alone see the card.
    """

    by: int
    target: int
    place: int
    card: str

    def apply(self, state: FireballIsland) -> FireballIsland:
        losing = state.hands[self.target]
        left = (*losing[: self.place - 1], *losing[self.place :])
        hands = swap(state.hands, self.target, left)
        return replace(state, hands=swap(hands, self.by, (*hands[self.by], self.card)))

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.by, self.target, ALL_SEEING) else replace(self, card=HIDDEN)

    def said(self, state: Any) -> Message:
        who = {"name": state.called(self.by), "other": state.called(self.target)}
        if self.card == HIDDEN:
            return Message("fireball-island.card-taken", who)
        return Message("fireball-island.card-taken-seen", {**who, "card": name(self.card)})


FACTS: tuple[type[Fact], ...] = (DrawingBegan, TakingBegan, FireballReshuffled, FireballDrew, CardTaken)
