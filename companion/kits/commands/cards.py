"""Commands about cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

from companion.engine.command import Refusal, Role
from companion.engine.fact import Facts
from companion.engine.values.forms import NUMBER
from companion.engine.values.message import Message
from companion.kits.commands.base import KitCommand, person_label, unknown
from companion.kits.facts.cards import Discarded, Gave, GaveInSecret
from companion.kits.facts.queue import Asked
from companion.kits.format.spec import Kit
from companion.kits.things.board import PEEKED, Board
from companion.kits.things.jobs import Job, JobKind


class Draw(KitCommand, frozen=True):
    """Draw a card.

    A person has to draw it if it may go to a hand.
    """

    deck: str
    verb: ClassVar[str] = "draw"
    role: ClassVar[Role] = "first"
    needs: ClassVar[str] = "decks"
    in_turn: ClassVar[bool] = True
    job: ClassVar[JobKind] = "draw"

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("deck", self.deck, state.kit.deck_at) or whose(state, self.deck, self.seat)
        if missing is not None:
            return missing
        pack, deck = state.pack(self.deck, state.person(self.seat)), state.deck(self.deck)
        return None if pack.left or (deck.refills and pack.discard) else Refusal(Message("kit.no-cards"))

    def facts(self, state: Board) -> Facts:
        return (Asked((Job(self.job, self.deck, seat=state.person(self.seat)),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, deck) for deck in state.kit.deck_at)


class Bottom(Draw, frozen=True):
    """Draw the card at the bottom of a pile."""

    verb: ClassVar[str] = "bottom"
    role: ClassVar[Role] = ""
    job: ClassVar[JobKind] = "draw-bottom"

    @classmethod
    def fits(cls, kit: Kit) -> bool:
        return any(deck.is_of_table for deck in kit.decks)

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("deck", self.deck, tuple(deck.name for deck in state.kit.decks if deck.is_of_table))
        return missing or super().refused(state)


class LookAtTop(Bottom, frozen=True):
    """Look at the top cards of a pile, for oneself alone."""

    verb: ClassVar[str] = "peek"
    in_turn: ClassVar[bool] = False

    def refused(self, state: Board) -> Refusal | None:
        if self.deck in state.kit.deck_at and state.hand_of(state.person(self.seat)) is None:
            return Refusal(Message("kit.whose"))
        return super().refused(state)

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("peek", self.deck, by=PEEKED, seat=state.person(self.seat)),)),)


class DealHands(KitCommand, frozen=True):
    """Shuffle all cards of a deck and deal each hand."""

    deck: str
    verb: ClassVar[str] = "deal"
    needs: ClassVar[str] = "decks"

    @classmethod
    def fits(cls, kit: Kit) -> bool:
        return any(deck.deal for deck in kit.decks)

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("deck", self.deck, state.kit.deck_at)
        if missing is not None:
            return missing
        return None if state.dealt_each(self.deck) else Refusal(Message("kit.no-deal"))

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("deal", self.deck, seat=state.person(self.seat)),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, deck) for deck in state.kit.deck_at)


class PassHands(DealHands, frozen=True):
    """Pass all hands of a deck to the left."""

    verb: ClassVar[str] = "pass-left"

    @classmethod
    def fits(cls, kit: Kit) -> bool:
        return any(deck.is_of_table and deck.has_kept for deck in kit.decks)

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("deck", self.deck, state.kit.deck_at)
        if missing is not None:
            return missing
        deck, pack = state.deck(self.deck), state.pack(self.deck)
        can = state.people > 1 and deck.is_of_table and not deck.each_person and any(pack.hands)
        return None if can else Refusal(Message("kit.nothing-to-pass"))

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("pass-left", self.deck, seat=state.person(self.seat)),)),)


class Discard(KitCommand, frozen=True):
    """Discard a card of one's own hand, which takes effect."""

    deck: str
    card: str
    verb: ClassVar[str] = "discard"
    role: ClassVar[Role] = "hand"
    needs: ClassVar[str] = "decks"

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("deck", self.deck, state.kit.deck_at)
        return missing or _not_in_hand(state, self.seat, self.deck, self.card)

    def facts(self, state: Board) -> Facts:
        return (Discarded(self.deck, self.card, self.seat),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, deck, card) for deck, card in _cards_in_hand(state, seat))


class Give(KitCommand, frozen=True):
    """Give a card of one's own hand to seat *to*, from 1."""

    deck: str
    card: str
    to: int
    verb: ClassVar[str] = "give"
    role: ClassVar[Role] = "hand"
    needs: ClassVar[str] = "decks"

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("deck", self.deck, state.kit.deck_at)
        missing = missing or _not_in_hand(state, self.seat, self.deck, self.card)
        if missing is not None:
            return missing
        if state.deck(self.deck).each_person:
            return Refusal(Message("kit.own-deck"))
        good = 1 <= self.to <= state.people and self.to - 1 != self.seat
        return None if good else Refusal(Message("refused.no-seat"))

    def facts(self, state: Board) -> Facts:
        deck = state.deck(self.deck)
        gave = GaveInSecret if deck.card(self.card).secret and state.hides(deck) else Gave
        return (gave(self.deck, self.card, self.seat, self.to - 1),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        people = range(1, state.people + 1)
        return (cls(seat, deck, card, to) for deck, card in _cards_in_hand(state, seat) for to in people)

    def labels(self, state: Board, words: tuple[str, ...]) -> tuple[Message, ...]:
        *named, to = words
        return (*super().labels(state, tuple(named)), person_label(state, to))


class Shuffle(KitCommand, frozen=True):
    """Shuffle the used cards of a deck into its pile."""

    deck: str
    verb: ClassVar[str] = "shuffle"
    needs: ClassVar[str] = "decks"

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("deck", self.deck, state.kit.deck_at)
        if missing is not None:
            return missing
        return None if state.pack(self.deck, state.person(self.seat)).discard else Refusal(Message("kit.nothing-used"))

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("into", self.deck, seat=state.person(self.seat)),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, deck) for deck in state.kit.deck_at)


def whose(state: Board, source: str, seat: int) -> Refusal | None:
    """Refuse a seat without a hand to draw cards for hands."""
    needs_hand = source in state.kit.dealing and state.hand_of(state.person(seat)) is None
    return Refusal(Message("kit.whose")) if needs_hand else None


def _not_in_hand(state: Board, seat: int, deck: str, card: str) -> Refusal | None:
    hand = state.hand_of(seat)
    has = hand is not None and NUMBER.fullmatch(card) is None and card in state.pack(deck, seat).hands[hand]
    return None if has and card != "?" else Refusal(Message("kit.not-in-hand"))


def _cards_in_hand(state: Board, seat: int) -> Iterable[tuple[str, str]]:
    """Yield each card of *seat*'s hand, and its deck, once."""
    hand = state.hand_of(seat)
    if hand is None:
        return ()
    decks = (deck.name for deck in state.kit.decks if deck.has_kept)
    return ((deck, card) for deck in decks for card in dict.fromkeys(state.pack(deck, seat).hands[hand]))
