"""The commands of a kit.

Anybody may do anything at any time, unless chance is pending.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import ClassVar, Literal, Self

from companion.engine.command import Command, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.values.forms import NUMBER
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.kits.board import Board, Job
from companion.kits.facts import Asked, Badged, Discarded, Gave, GaveInSecret


class KitCommand(Command, frozen=True):
    """The base of every command of a kit.

    *needs* is the part of the kit that it is for.
    """

    needs: ClassVar[str]

    def why_not(self, state: Board) -> Refusal | None:
        if state.queue:
            return Refusal(Message("refused.chance-pending"))
        if self.seat != TABLE and not 0 <= self.seat < state.people:
            return Refusal(Message("refused.no-seat"))
        return self.refused(state)

    def refused(self, state: Board) -> Refusal | None:
        """Return the reason why *state* refuses this, else None.

        The seat may act now.
        """
        raise TypeError(f"{type(self).__name__} doesn't say when it is refused")

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        """Yield every command of this kind about things of the kit."""
        raise TypeError(f"{cls.__name__} doesn't say what it can name")

    @classmethod
    def tries(cls, state: Board, seat: int) -> Iterable[Self]:
        return tuple(each for each in cls.spelled(state, seat) if each.why_not(state) is None)

    def labels(self, state: Board, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (Message(f"play.{self.verb}"), *(state.kit.text(word) for word in words[1:]))


class KitRoll(KitCommand, frozen=True):
    """Roll the dice of one name."""

    dice: str
    verb: ClassVar[str] = "roll"
    role: ClassVar[Role] = "first"
    needs: ClassVar[str] = "dice"

    def refused(self, state: Board) -> Refusal | None:
        return _unknown("dice", self.dice, state.kit.dice_named)

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("roll", self.dice, seat=self.seat),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, dice) for dice in state.kit.dice_named)


class Spin(KitCommand, frozen=True):
    """Spin a wheel.

    A person has to spin it if it may deal a card to a hand.
    """

    wheel: str
    verb: ClassVar[str] = "spin"
    role: ClassVar[Role] = "first"
    needs: ClassVar[str] = "wheels"

    def refused(self, state: Board) -> Refusal | None:
        return _unknown("wheel", self.wheel, state.kit.wheel_named) or _whose(state, self.wheel, self.seat)

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("spin", self.wheel, seat=self.seat),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, wheel) for wheel in state.kit.wheel_named)


class Draw(KitCommand, frozen=True):
    """Draw a card.

    A person has to draw it if it may go to a hand.
    """

    deck: str
    verb: ClassVar[str] = "draw"
    role: ClassVar[Role] = "first"
    needs: ClassVar[str] = "decks"

    def refused(self, state: Board) -> Refusal | None:
        unknown = _unknown("deck", self.deck, state.kit.deck_at) or _whose(state, self.deck, self.seat)
        if unknown is not None:
            return unknown
        pack, deck = state.pack(self.deck), state.kit.decks[state.kit.deck_at[self.deck]]
        return None if pack.left or (deck.refills and pack.discard) else Refusal(Message("kit.no-cards"))

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("draw", self.deck, seat=self.seat),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, deck) for deck in state.kit.deck_at)


class Discard(KitCommand, frozen=True):
    """Discard a card of one's own hand, which takes effect."""

    deck: str
    card: str
    verb: ClassVar[str] = "discard"
    role: ClassVar[Role] = "hand"
    needs: ClassVar[str] = "decks"

    def refused(self, state: Board) -> Refusal | None:
        unknown = _unknown("deck", self.deck, state.kit.deck_at)
        return unknown or _not_in_hand(state, self.seat, self.deck, self.card)

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
        missing = _unknown("deck", self.deck, state.kit.deck_at)
        missing = missing or _not_in_hand(state, self.seat, self.deck, self.card)
        if missing is not None:
            return missing
        good = 1 <= self.to <= state.people and self.to - 1 != self.seat
        return None if good else Refusal(Message("refused.no-seat"))

    def facts(self, state: Board) -> Facts:
        deck = state.kit.decks[state.kit.deck_at[self.deck]]
        gave = GaveInSecret if deck.card(self.card).secret and state.hides(deck) else Gave
        return (gave(self.deck, self.card, self.seat, self.to - 1),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        people = range(1, state.people + 1)
        return (cls(seat, deck, card, to) for deck, card in _cards_in_hand(state, seat) for to in people)

    def labels(self, state: Board, words: tuple[str, ...]) -> tuple[Message, ...]:
        *named, to = words
        known = 1 <= self.to <= state.people
        name = (
            Message("play.name", {"name": state.names[self.to - 1]})
            if known
            else Message("play.number", {"number": to})
        )
        return (*super().labels(state, tuple(named)), name)


class Raise(KitCommand, frozen=True):
    """Move the marker of a counter one tick on."""

    counter: str
    verb: ClassVar[str] = "raise"
    needs: ClassVar[str] = "counters"
    by: ClassVar[int] = 1

    def refused(self, state: Board) -> Refusal | None:
        unknown = _unknown("counter", self.counter, state.kit.counter_at)
        if unknown is not None:
            return unknown
        at = state.kit.counter_at[self.counter]
        after = state.counters[at] + self.by
        return None if 0 <= after < len(state.kit.counters[at].ticks) else Refusal(Message("kit.no-tick"))

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("step", self.counter, by=self.by, seat=self.seat),)),)

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
        unknown = _unknown("token", self.token, state.kit.token_at)
        if unknown is not None:
            return unknown
        if state.token(self.token) == self.state:
            return Refusal(Message("kit.is-so"))
        states = state.kit.group_of[self.token].states
        if all(each.name != self.state for each in states):
            return Refusal(Message("kit.no-state", {"names": tuple(state.kit.text(each.name) for each in states)}))
        return None

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("set", self.token, self.state, seat=self.seat),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, token, each.name) for token, group in state.kit.group_of.items() for each in group.states)


class Shuffle(KitCommand, frozen=True):
    """Shuffle the used cards of a deck into its pile."""

    deck: str
    verb: ClassVar[str] = "shuffle"
    needs: ClassVar[str] = "decks"

    def refused(self, state: Board) -> Refusal | None:
        unknown = _unknown("deck", self.deck, state.kit.deck_at)
        if unknown is not None:
            return unknown
        return None if state.pack(self.deck).discard else Refusal(Message("kit.nothing-used"))

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("into", self.deck, seat=self.seat),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, deck) for deck in state.kit.deck_at)


class Gain(KitCommand, frozen=True):
    """Take a badge from the stock."""

    badge: str
    verb: ClassVar[str] = "gain"
    needs: ClassVar[str] = "badges"
    takes: ClassVar[bool] = True

    def refused(self, state: Board) -> Refusal | None:
        unknown = _unknown("badge", self.badge, state.kit.badge_at)
        hand = state.hand_of(self.seat)
        if unknown is not None:
            return unknown
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


Part = Literal["dice", "wheel", "deck", "counter", "token", "badge"]


def _unknown(part: Part, name: str, known: Collection[str]) -> Refusal | None:
    if name in known:
        return None
    names = tuple(known)
    return Refusal(Message(f"kit.no-{part}", {"names": names}) if names else Message("kit.nothing-like-it"))


def _whose(state: Board, source: str, seat: int) -> Refusal | None:
    """Refuse a seat without a hand to draw cards for hands."""
    needs_hand = source in state.kit.dealing and state.hand_of(seat) is None
    return Refusal(Message("kit.whose")) if needs_hand else None


def _not_in_hand(state: Board, seat: int, deck: str, card: str) -> Refusal | None:
    hand = state.hand_of(seat)
    has = hand is not None and NUMBER.fullmatch(card) is None and card in state.pack(deck).hands[hand]
    return None if has and card != "?" else Refusal(Message("kit.not-in-hand"))


def _cards_in_hand(state: Board, seat: int) -> Iterable[tuple[str, str]]:
    """Yield each card of *seat*'s hand, and its deck, once."""
    hand = state.hand_of(seat)
    if hand is None:
        return ()
    decks = (deck.name for deck in state.kit.decks if deck.has_kept)
    return ((deck, card) for deck in decks for card in dict.fromkeys(state.pack(deck).hands[hand]))
