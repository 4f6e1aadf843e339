"""The set-up, part by part (FI-S1 to FI-S8).

Each part is dealt by chance or typed in from the real tiles and cards. It runs in one order. At each part the table
names its content, or has it dealt: that alone, or all the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self, cast

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.chance import Answer, ChanceRequest, Deal, Dice
from companion.engine.command import Command, Kinds, Refusal, Role
from companion.engine.fact import Fact, Facts
from companion.engine.values.bags import Bag, bag
from companion.engine.values.forms import Choice, Field
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.games.forbidden_island.rules import refusals
from companion.games.forbidden_island.rules.components import (
    ADVENTURERS,
    ALL_TILES,
    CARDS,
    FIRST_FLOODS,
    FIRST_HAND,
    HANDED_OUT,
    PEOPLE,
    SPECIALS,
    START_TILES,
    TILE_NUMBER,
    TILES,
)
from companion.games.forbidden_island.rules.layouts import LAYOUTS, geometry
from companion.games.forbidden_island.rules.masks import mask_of
from companion.games.forbidden_island.rules.state import TEXTS, ForbiddenIsland, Lack, name
from companion.games.forbidden_island.rules.words import Adventurer, Card, Tile


def request_for(state: ForbiddenIsland) -> ChanceRequest | None:
    """Return the request to chance for the next part of the set-up."""
    return _request(state.lacks(), state.rules.people)


@cache
def _request(lacks: Lack, people: int) -> ChanceRequest | None:
    if lacks == "first":
        return Dice("first", "FI-S6", dice=(tuple(range(1, people + 1)),))
    if lacks == "tiles":
        return Deal("tiles", "FI-S1", cards=TILES, count=len(TILES))
    if lacks == "floods":
        return Deal("first-floods", "FI-S2", cards=TILES, count=FIRST_FLOODS)
    if lacks == "adventurers":
        return Deal("adventurers", "FI-S3", cards=ADVENTURERS, count=people)
    return Deal("hands", "FI-S4", cards=HANDED_OUT, count=FIRST_HAND * people) if lacks else None


def supplied(state: ForbiddenIsland, answer: Answer) -> Facts:
    """Return the facts of chance's *answer* in the set-up.

    Dealing goes round from the first seat (FI-S8).
    """
    lacks, words = state.lacks(), cast(tuple[str, ...], answer)
    if lacks == "first":
        return (ForbiddenFirstNamed(int(answer[0]) - 1),)
    if lacks == "tiles":
        return (Laid(tuple([TILE_NUMBER[word] for word in words])),)
    if lacks == "floods":
        return (FirstFloods(tuple([TILE_NUMBER[word] for word in words])),)
    if lacks == "adventurers":
        roles = tuple(map(ADVENTURERS.index, words))
        return (ForbiddenJoined(_by_seat(state, roles)),)
    hands = [bag(words[at : at + FIRST_HAND]) for at in range(0, len(words), FIRST_HAND)]
    return (HandsDealt(_by_seat(state, hands)),)


def _by_seat(state: ForbiddenIsland, dealt: Sequence[Any]) -> tuple[Any, ...]:
    """Return the things *dealt* from the first seat on, by seat."""
    return (*dealt[len(dealt) - state.first :], *dealt[: len(dealt) - state.first])


# ---------------------------------------------------------------------- facts
class DealAsked(Fact, frozen=True):
    """Chance has a request for the ``next`` part, or all the ``rest``.

    These are the parts that the set-up still lacks.
    """

    what: str

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(state, dealing=self.what, questions=state.questions + 1)


class ForbiddenFirstNamed(Fact, frozen=True, tag="FirstNamed"):
    """*seat* begins."""

    seat: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(state, first=self.seat, **_supplied(state))

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.first", {"name": state.called(self.seat)})


class Laid(Fact, frozen=True):
    """The tiles are on the layout's places, in their order."""

    tiles: tuple[int, ...]

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        laid = geometry(LAYOUTS[state.rules.layout], self.tiles)
        return replace(state, tiles=self.tiles, geometry=laid, **_supplied(state))

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.laid")


class FirstFloods(Fact, frozen=True):
    """The first tiles are flooded (FI-S2)."""

    tiles: tuple[int, ...]

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        wet = mask_of(self.tiles)
        return replace(state, wet=wet, spent=wet, pile=(ALL_TILES ^ wet,), **_supplied(state))

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.first-floods", {"tiles": tuple(name(TILES[tile]) for tile in self.tiles)})


class ForbiddenJoined(Fact, frozen=True, tag="Joined"):
    """Each seat, in order, has its adventurer (FI-S3).

    The pawn is on its starting tile.
    """

    roles: tuple[int, ...]

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        pawns = tuple([START_TILES[role] for role in self.roles])
        return replace(state, roles=self.roles, pawns=pawns, **_supplied(state))

    def said(self, state: Any) -> Message | None:
        pawns = tuple(
            Message("forbidden-island.plays-as", {"name": state.called(seat), "pawn": name(ADVENTURERS[role])})
            for seat, role in enumerate(self.roles)
        )
        return Message("forbidden-island.joined", {"pawns": pawns})


class HandsDealt(Fact, frozen=True):
    """Each seat, in order, has its first hand (FI-S4)."""

    hands: tuple[Bag, ...]

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        deck = list(state.deck)
        for hand in self.hands:
            for card in hand:
                deck.remove(card)
        hands, specials = zip(*map(_parted, self.hands), strict=True)
        return replace(state, hands=hands, specials=specials, deck=tuple(deck), **_supplied(state))


@cache
def _parted(hand: Bag) -> tuple[Bag, Bag]:
    """Return the treasure cards of a first *hand*, and its special cards."""
    return tuple(card for card in hand if card not in SPECIALS), tuple(card for card in hand if card in SPECIALS)


def _supplied(state: ForbiddenIsland) -> dict[str, Any]:
    """Return the changes after any part of the set-up."""
    return {"dealing": "" if state.dealing == "next" else state.dealing, "questions": state.questions + 1}


# ---------------------------------------------------------------------- commands
class SetUp(Command, frozen=True):
    """A step of the table before the game.

    *part* is the part it supplies; "" for any.
    """

    texts: ClassVar[str] = TEXTS
    by_any_seat: ClassVar[bool] = True
    part: ClassVar[Lack] = ""

    def why_not(self, state: ForbiddenIsland) -> Refusal | None:
        if self.seat != TABLE:
            return refusals.ONLY_TABLE
        if state.turn >= 0:
            return refusals.SET_UP_DONE
        if state.dealing:
            return refusals.CARD_FIRST
        if self.part and state.lacks() != self.part:
            return refusals.SET_UP_ORDER
        return self.wrong(state)

    def wrong(self, state: ForbiddenIsland) -> Refusal | None:
        """Return the fault of this part, or None."""
        return None


class DealOut(SetUp, frozen=True):
    """Have chance deal the ``next`` part, or all the ``rest`` (FI-S8)."""

    what: Literal["next", "rest"]
    verb: ClassVar[str] = "deal"
    role: ClassVar[Role] = "first"

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (DealAsked(self.what),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        both = (cls(seat, "rest"), cls(seat, "next"))
        return () if both[0].why_not(state) else both


class ForbiddenNameFirst(SetUp, frozen=True):
    """Name the first seat, by its number from 1 (FI-S6)."""

    number: Annotated[int, Meta(ge=1, le=PEOPLE[1])]
    verb: ClassVar[str] = "first"
    part: ClassVar[Lack] = "first"

    def wrong(self, state: ForbiddenIsland) -> Refusal | None:
        return None if 1 <= self.number <= state.rules.people else refusals.NOBODY_THERE

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (ForbiddenFirstNamed(self.number - 1),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        found = [cls(seat, number) for number in range(1, state.rules.people + 1)]
        return () if found[0].why_not(state) else found


class ForbiddenForm(SetUp, frozen=True):
    """A part of the set-up typed in, word by word (FI-S7)."""

    is_form: ClassVar[bool] = True

    @classmethod
    def form(cls, state: ForbiddenIsland, seat: int) -> tuple[Field, ...] | None:
        if seat != TABLE or state.turn >= 0 or state.dealing or state.lacks() != cls.part:
            return None
        return cls.fields(state)

    @classmethod
    def fields(cls, state: ForbiddenIsland) -> tuple[Field, ...]:
        """Return the fields of its form, a word each."""
        raise TypeError(f"{cls.__name__} doesn't say what is typed in")


def _field(number: int, label: Message, words: Iterable[str]) -> Field:
    return Field(f"place-{number}", label, choices=tuple(Choice(word, name(word)) for word in words))


def _wrong_row(row: Sequence[int], count: int, refusal: Refusal) -> Refusal | None:
    """Refuse *row* unless it names *count* different things."""
    return None if len(row) == len(set(row)) == count else refusal


class Lay(ForbiddenForm, frozen=True):
    """Name the tile on each place (FI-S1, FI-S7).

    They go row by row from the top left.
    """

    tiles: tuple[Tile, ...]
    verb: ClassVar[str] = "lay"
    part: ClassVar[Lack] = "tiles"

    def wrong(self, state: ForbiddenIsland) -> Refusal | None:
        return _wrong_row(self.tiles, len(TILES), refusals.EACH_TILE_ONCE)

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (Laid(self.tiles),)

    @classmethod
    def fields(cls, state: ForbiddenIsland) -> tuple[Field, ...]:
        places = LAYOUTS[state.rules.layout].places
        return tuple(
            _field(number, Message("forbidden-island.place", {"row": row + 1, "column": column + 1}), TILES)
            for number, (row, column) in enumerate(places, 1)
        )


class FloodFirst(ForbiddenForm, frozen=True):
    """Name the first six flood cards (FI-S2, FI-S7)."""

    tiles: tuple[Tile, ...]
    verb: ClassVar[str] = "flood-first"
    part: ClassVar[Lack] = "floods"

    def wrong(self, state: ForbiddenIsland) -> Refusal | None:
        return _wrong_row(self.tiles, FIRST_FLOODS, refusals.SIX_FLOODS)

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (FirstFloods(self.tiles),)

    @classmethod
    def fields(cls, state: ForbiddenIsland) -> tuple[Field, ...]:
        return tuple(
            _field(number, Message("forbidden-island.flood-card", {"number": number}), TILES)
            for number in range(1, FIRST_FLOODS + 1)
        )


class Cast(ForbiddenForm, frozen=True):
    """Name the adventurer of each seat, seat by seat (FI-S3, FI-S7)."""

    roles: tuple[Adventurer, ...]
    verb: ClassVar[str] = "cast"
    part: ClassVar[Lack] = "adventurers"

    def wrong(self, state: ForbiddenIsland) -> Refusal | None:
        return _wrong_row(self.roles, state.rules.people, refusals.ONE_ADVENTURER_EACH)

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (ForbiddenJoined(self.roles),)

    @classmethod
    def fields(cls, state: ForbiddenIsland) -> tuple[Field, ...]:
        return tuple(
            _field(number, Message("forbidden-island.seat", {"number": number}), ADVENTURERS)
            for number in range(1, state.rules.people + 1)
        )


class HandOut(ForbiddenForm, frozen=True):
    """Name the cards dealt, two a seat, seat by seat (FI-S4, FI-S7)."""

    cards: tuple[Card, ...]
    verb: ClassVar[str] = "hand-out"
    part: ClassVar[Lack] = "hands"

    def wrong(self, state: ForbiddenIsland) -> Refusal | None:
        dealt = Counter(CARDS[card] for card in self.cards)
        good = len(self.cards) == FIRST_HAND * state.rules.people and not dealt - Counter(HANDED_OUT)
        return None if good else refusals.FIRST_HANDS

    def facts(self, state: ForbiddenIsland) -> Facts:
        words = [CARDS[card] for card in self.cards]
        return (HandsDealt(tuple(bag(words[at : at + FIRST_HAND]) for at in range(0, len(words), FIRST_HAND))),)

    @classmethod
    def fields(cls, state: ForbiddenIsland) -> tuple[Field, ...]:
        words = tuple(dict.fromkeys(HANDED_OUT))
        return tuple(
            _field(FIRST_HAND * seat + number, Message(said, {"number": seat + 1}), words)
            for seat in range(state.rules.people)
            for number, said in enumerate(("forbidden-island.card-1-of", "forbidden-island.card-2-of"), 1)
        )


COMMANDS: Kinds = (DealOut, ForbiddenNameFirst, Lay, FloodFirst, Cast, HandOut)
FACTS: tuple[type[Fact], ...] = (DealAsked, ForbiddenFirstNamed, Laid, FirstFloods, ForbiddenJoined, HandsDealt)
