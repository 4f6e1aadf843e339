"""What can happen in Harbour, but for what is declared and what it leads to."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.fact import Fact
from companion.engine.referees import frame
from companion.engine.referees.declarations import next_turn
from companion.engine.referees.frame import Ending
from companion.engine.state import swap
from companion.engine.values.bags import HIDDEN, face_down, less, plus
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING

from .places import QUAYS, WIND, Place, name
from .state import Harbour


class Dealt(Fact, frozen=True):
    """*seat* was dealt its hidden *cards*."""

    seat: int
    cards: tuple[str, ...]

    def apply(self, state: Harbour) -> Harbour:
        deck, hand = state.deck, state.hands[self.seat]
        for card in self.cards:
            deck, hand = less(deck, card), plus(hand, card)
        return replace(state, deck=deck, hands=swap(state.hands, self.seat, hand), questions=state.questions + 1)

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, ALL_SEEING) else replace(self, cards=face_down(self.cards))


class TurnBegan(Fact, frozen=True):
    """*seat*'s turn began: it needn't be waited for no longer."""

    seat: int

    def apply(self, state: Harbour) -> Harbour:
        resting = next_turn(swap(state.resting, self.seat, ""))
        return replace(state, turn=self.seat, sails=1, resting=resting, questions=state.questions + 1)


class Sailed(Fact, frozen=True):
    """*seat*'s boat sailed to a *place*."""

    seat: int
    place: Place
    signed: ClassVar[bool] = True

    def apply(self, state: Harbour) -> Harbour:
        boats = swap(state.boats, self.seat, self.place)
        return replace(state, boats=boats, sails=state.sails - 1, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("harbour.sailed", {"place": name(self.place)})


class CrateTaken(Fact, frozen=True):
    """*seat*'s boat took a crate at the wreck."""

    seat: int
    signed: ClassVar[bool] = True

    def apply(self, state: Harbour) -> Harbour:
        return replace(state, laden=swap(state.laden, self.seat, True))

    def said(self, state: Any) -> Message:
        return Message("harbour.crate-taken", {"left": state.at_the_wreck()})


class CrateLanded(Fact, frozen=True):
    """*seat* landed its crate, and draws a card if there is one."""

    seat: int
    signed: ClassVar[bool] = True

    def apply(self, state: Harbour) -> Harbour:
        return replace(
            state,
            laden=swap(state.laden, self.seat, False),
            landed=swap(state.landed, self.seat, state.landed[self.seat] + 1),
            drawing=bool(state.deck),
            unjudged=True,
        )

    def said(self, state: Any) -> Message:
        return Message("harbour.crate-landed", {"count": state.landed[self.seat]})


class Drew(Fact, frozen=True):
    """*seat* drew a hidden *card* for a crate."""

    seat: int
    card: str
    signed: ClassVar[bool] = True

    def apply(self, state: Harbour) -> Harbour:
        hands = swap(state.hands, self.seat, plus(state.hands[self.seat], self.card))
        deck = less(state.deck, self.card)
        return replace(state, hands=hands, deck=deck, drawing=False, questions=state.questions + 1)

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, ALL_SEEING) else replace(self, card=HIDDEN)

    def said(self, state: Any) -> Message:
        return Message("harbour.drew")


class WindPlayed(Fact, frozen=True):
    """*seat* played wind: it may sail once more."""

    seat: int
    signed: ClassVar[bool] = True

    def apply(self, state: Harbour) -> Harbour:
        return replace(without(state, self.seat, WIND), sails=state.sails + 1, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("harbour.wind-played")


class Stayed(Fact, frozen=True):
    """*seat* ended its turn where its boat lies."""

    seat: int
    signed: ClassVar[bool] = True

    def apply(self, state: Harbour) -> Harbour:
        return replace(state, sails=0, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("harbour.stayed")


class Towed(Fact, frozen=True):
    """*by* captured the boat of *seat*, which was towed to its quay; its crate went to *by*, or back to the wreck."""

    seat: int
    by: int
    signed: ClassVar[bool] = True

    def apply(self, state: Harbour) -> Harbour:
        loot = state.laden[self.seat] or state.laden[self.by]
        laden = swap(swap(state.laden, self.seat, False), self.by, loot)
        return replace(state, boats=swap(state.boats, self.seat, QUAYS[self.seat]), laden=laden)

    def said(self, state: Any) -> Message:
        return Message("harbour.captured", {"other": state.called(self.seat)})


class Won(frame.Ended, frozen=True):
    """Somebody has won."""

    winners: tuple[int, ...] = ()

    def ending(self) -> Ending:
        return Ending(self.reason, self.winners)


def without(state: Harbour, seat: int, card: str) -> Harbour:
    """Return *state* after *seat* laid down a *card*."""
    hands = swap(state.hands, seat, less(state.hands[seat], card))
    return replace(state, hands=hands, discard=plus(state.discard, card))


def arrived(state: Harbour, seat: int, place: Place) -> tuple[Fact, ...]:
    """Return what follows as *seat*'s boat comes to *place* in *state*, which is the one after."""
    if place == "wreck" and not state.laden[seat] and state.at_the_wreck():
        return (CrateTaken(seat),)
    return (CrateLanded(seat),) if place == QUAYS[seat] and state.laden[seat] else ()


FACTS: tuple[type[Fact], ...] = (
    Dealt, TurnBegan, Sailed, CrateTaken, CrateLanded, Drew, WindPlayed, Stayed, Towed, Won,
)  # fmt: skip
