"""The parts of a kit, as its file describes them.

Frozen data; ``kit_file`` makes it, ``board`` plays with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from companion.engine.chance import Word
from companion.engine.values.bags import Bag, bag
from companion.engine.values.message import Message
from companion.kits.format.flow import (
    ActionSpec,
    CompareSpec,
    Effect,
    EventKind,
    PoolDie,
    RoundSpec,
    Rule,
    SheetSpec,
    TimerSpec,
    TurnSpec,
    ValueSpec,
    Whose,
)

if TYPE_CHECKING:
    from companion.kits.formulas.terms import DiceFormula

Where = Literal["discard", "removed"]
Refills = Literal["at once", "when drawn"]
Wins = Literal["highest", "lowest", "first"]
TOLD = "-does"
"""Suffix of a word for the key of its explanation."""
SYMBOLS = "+"
"""Joins the symbols of a face that has several."""
BLANK = "blank"
"""The face without a symbol."""


def symbols_of(face: str) -> tuple[str, ...]:
    """Return the symbols of a *face*: one, or several."""
    return tuple(face.split(SYMBOLS))


class DiceSpec(Struct, frozen=True, dict=True):
    """Dice rolled together: *count* of them with the same *faces*.

    *look* is their drawing. Instead of faces there may be a *formula*; a *pool* of different dice, whose symbols
    *cancel* each other in pairs; or, with *is_free*, a formula chosen at the roll. A face of several symbols joins them
    by ``+``. With more than one of *rolls*, people keep some dice and roll the rest again. With *is_hidden*, each
    person has such dice and sees only their own. *counted_by* names the counter for the number of dice, which *count*
    is then at first.
    """

    name: str
    faces: tuple[Word, ...] = ()
    count: int = 1
    look: str = "plain"
    formula: DiceFormula | None = None
    pool: tuple[PoolDie, ...] = ()
    cancel: tuple[tuple[str, str], ...] = ()
    is_free: bool = False
    rolls: int = 1
    is_hidden: bool = False
    counted_by: str = ""

    @property
    def all_faces(self) -> tuple[Word, ...]:
        """The faces of its dice, or of all dice of its pool."""
        return self.faces or tuple(face for die in self.pool for face in die.faces)

    @cached_property
    def is_verdict(self) -> bool:
        """Whether it shows words rather than numbers."""
        return any(isinstance(face, str) for face in self.faces)

    @cached_property
    def is_win_lose(self) -> bool:
        """Whether it is a single die with won and lost only."""
        return self.count == 1 and not self.counted_by and set(self.faces) == {"won", "lost"}


class SegmentSpec(Struct, frozen=True):
    """One sector of a wheel.

    *sign* names its small picture; *asks* is the action it asks of people, in the notation.
    """

    name: str
    weight: int = 1
    sign: str = ""
    does: tuple[Effect, ...] = ()
    asks: str = ""


class WheelSpec(Struct, frozen=True):
    """A wheel and its *segments*, clockwise.

    With *is_of_people*, the people at the table are the segments.
    """

    name: str
    segments: tuple[SegmentSpec, ...] = ()
    is_of_people: bool = False

    def at(self, segment: str) -> int:
        """Return the place of *segment*, from 0.

        :raises LookupError: the wheel has no such segment, or not any more.
        """
        for place, each in enumerate(self.segments):
            if each.name == segment:
                return place
        raise LookupError(f"the wheel {self.name} has no segment {segment!r}")


class CardSpec(Struct, frozen=True):
    """A kind of card, *count* of them.

    A *kept* card goes to the hand of the player drawing it, and takes effect when it is played; any other takes effect
    at once. Only its holder sees a *secret* card, which is always kept. *asks* is the action it then asks of people, in
    the notation.
    """

    name: str
    count: int = 1
    sign: str = ""
    does: tuple[Effect, ...] = ()
    kept: bool = False
    secret: bool = False
    asks: str = ""


class DeckSpec(Struct, frozen=True, dict=True):
    """A deck of *cards*.

    *each* is the effect of drawing any card, before the card's own. A used card goes to the discard, or to the place in
    *leaves* for the state of the token of its name, or to *last*. With *refills*, an empty pile is refilled by the
    shuffled discard, at once or at the next draw. *draws* names the counter for the number of cards in a round, *first*
    is the number in the first round. *tokens* names the group of tokens to which these cards belong. *each_person* has
    a deck of their own. *deal* is the number of cards dealt to a person, by the number of people, 0 for any; *hand* is
    the limit of a hand, 0 for none. A drawn card comes up in one of *ways*, if there are any. With *counts_all*, cards
    drawn by an effect count towards a round's draws. *is_pack* is for a standard pack of playing cards.
    """

    name: str
    cards: tuple[CardSpec, ...]
    each: tuple[Effect, ...] = ()
    leaves: tuple[tuple[str, Where], ...] = ()
    last: Where = "discard"
    refills: Refills | None = None
    draws: str = ""
    first: int = 0
    tokens: str = ""
    each_person: bool = False
    deal: tuple[tuple[int, int], ...] = ()
    hand: int = 0
    ways: tuple[str, ...] = ()
    counts_all: bool = False
    is_pack: bool = False

    @property
    def all_cards(self) -> Bag:
        """Every card of the deck."""
        return bag(card.name for card in self.cards for _ in range(card.count))

    @cached_property
    def has_kept(self) -> bool:
        """Whether its cards may be in a hand."""
        return any(card.kept for card in self.cards)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether it has secret cards."""
        return any(card.secret for card in self.cards)

    @property
    def is_of_table(self) -> bool:
        """Whether people deal it, peek at it and draw its bottom."""
        return self.is_pack or self.each_person or bool(self.deal or self.hand or self.ways)

    def arranged(self, hand: Sequence[str]) -> Sequence[str]:
        """Return a standard pack's *hand* by suit and rank, another's unchanged."""
        if not self.is_pack:
            return hand
        order = {card.name: at for at, card in enumerate(self.cards)}
        return sorted(hand, key=lambda card: order.get(card, len(order)))

    def card(self, name: str) -> CardSpec:
        """Return the card called *name*.

        :raises LookupError: the deck has none, or none any more.
        """
        for card in self.cards:
            if card.name == name:
                return card
        raise LookupError(f"the deck {self.name} has no card {name!r}")

    def goes(self, state: str) -> Where:
        """Return the place for a card with its token in *state*."""
        return dict(self.leaves).get(state, self.last)


class CounterSpec(Struct, frozen=True):
    """A row of *ticks* with a marker, or a number.

    Ticks are numbers or words. *starts* gives the marker's first tick, from 1, for each choice of the game's *option*;
    the first choice is the default. Without an option there is a single start, under "". A counter without ticks is a
    number from *lowest* to *highest*, at first *start*, which people change by *steps*; *each* person or team may have
    one. Whoever reaches *target* is announced; *wins* names the best number. With *ends*, that ends the game.
    """

    name: str
    ticks: tuple[Word, ...] = ()
    starts: tuple[tuple[str, int], ...] = (("", 1),)
    option: str = ""
    each: Whose = ""
    lowest: int = -999_999
    highest: int = 999_999
    start: int = 0
    steps: tuple[int, ...] = (1, -1)
    target: int | None = None
    wins: Wins = "highest"
    ends: bool = False


class StateSpec(Struct, frozen=True):
    """One state of tokens; *look* is how it is drawn."""

    name: str
    look: str = "plain"


class TokenSpec(Struct, frozen=True):
    """One token; *sign* names its small picture."""

    name: str
    sign: str = ""


class GroupSpec(Struct, frozen=True):
    """Tokens with the same *states*, in order, from the first.

    *shape* gives the rows in which they are drawn, a place for each letter x; () for no shape.
    """

    name: str
    tokens: tuple[TokenSpec, ...]
    states: tuple[StateSpec, ...]
    shape: tuple[str, ...] = ()

    def state(self, name: str) -> int:
        """Return the place of the state called *name*, from 0.

        :raises LookupError: there is none, or none any more.
        """
        for place, each in enumerate(self.states):
            if each.name == name:
                return place
        raise LookupError(f"the tokens {self.name} have no state {name!r}")


class BadgeSpec(Struct, frozen=True):
    """Badges of one kind, with *stock* of them to take and return."""

    name: str
    stock: int
    sign: str = ""


class Kit(Struct, frozen=True, dict=True):
    """A kit as its file describes it.

    *buttons* are pairs of a button's name and its action in the notation; *told* are the names with an explanation in
    the file; *packed* are cards of a standard pack with its texts. For the shelf: whether it *has_line*, its *minutes*,
    0 if unknown, and its *cover*: a file, the name of a drawing, or "". *has_breaks* means that long names may be
    broken. A kit that *is_tool* helps with any game: it is opened at once, as it was left.
    *shelf_group* is its heading on the shelf, "" for none; *rule_lines* is the number of lines of its rules.
    Its *version* counts from 1, and its *author* is "" if the file names none.
    """

    slug: str
    seats: tuple[int, int]
    dice: tuple[DiceSpec, ...] = ()
    wheels: tuple[WheelSpec, ...] = ()
    decks: tuple[DeckSpec, ...] = ()
    counters: tuple[CounterSpec, ...] = ()
    groups: tuple[GroupSpec, ...] = ()
    badges: tuple[BadgeSpec, ...] = ()
    buttons: tuple[tuple[str, str], ...] = ()
    told: tuple[str, ...] = ()
    compare: CompareSpec | None = None
    has_line: bool = False
    has_breaks: bool = False
    minutes: int = 0
    cover: str = ""
    sheets: tuple[SheetSpec, ...] = ()
    timers: tuple[TimerSpec, ...] = ()
    teams: tuple[str, ...] = ()
    turn: TurnSpec | None = None
    round: RoundSpec | None = None
    rules: tuple[Rule, ...] = ()
    actions: tuple[ActionSpec, ...] = ()
    packed: tuple[str, ...] = ()
    is_tool: bool = False
    values: tuple[ValueSpec, ...] = ()
    shelf_group: str = ""
    rule_lines: int = 0
    version: int = 1
    author: str = ""

    def text(self, word: str) -> Message:
        """Return the name of *word*: the kit's own, or a standard pack's."""
        texts = self._texts
        if word not in texts:
            texts[word] = Message(f"packs.{word}" if word in self.packed else f"kit.{self.slug}.{word}")
        return texts[word]

    @cached_property
    def _texts(self) -> dict[str, Message]:
        """Cache of names; each view of a table needs hundreds."""
        return {}

    def detail(self, word: str) -> Message | str:
        """Return the explanation of *word*, "" if the file has none.

        *word* is a card, segment or state.
        """
        return self.text(f"{word}{TOLD}") if word in self.told else ""

    def effects(self) -> Iterator[Effect]:
        """Yield the effects of all cards, segments, rules and actions."""
        for wheel in self.wheels:
            yield from (effect for segment in wheel.segments for effect in segment.does)
        for deck in self.decks:
            yield from (*deck.each, *(effect for card in deck.cards for effect in card.does))
        for rule in self.rules:
            yield from rule.does
        for action in self.actions:
            yield from action.does

    @cached_property
    def dice_named(self) -> dict[str, DiceSpec]:
        """The dice by their name."""
        return {dice.name: dice for dice in self.dice}

    @cached_property
    def wheel_named(self) -> dict[str, WheelSpec]:
        """The wheels by their name."""
        return {wheel.name: wheel for wheel in self.wheels}

    @cached_property
    def wheel_at(self) -> dict[str, int]:
        """The place of each wheel by its name."""
        return {wheel.name: place for place, wheel in enumerate(self.wheels)}

    @cached_property
    def deck_at(self) -> dict[str, int]:
        """The place of each deck by its name."""
        return {deck.name: place for place, deck in enumerate(self.decks)}

    @cached_property
    def counter_at(self) -> dict[str, int]:
        """The place of each counter by its name."""
        return {counter.name: place for place, counter in enumerate(self.counters)}

    @cached_property
    def badge_at(self) -> dict[str, int]:
        """The place of each kind of badge by its name."""
        return {badge.name: place for place, badge in enumerate(self.badges)}

    @cached_property
    def group_of(self) -> dict[str, GroupSpec]:
        """The group of each token by the token's name."""
        return {token.name: group for group in self.groups for token in group.tokens}

    @cached_property
    def token_at(self) -> dict[str, int]:
        """The place of each token among all tokens by its name."""
        return {name: place for place, name in enumerate(self.group_of)}

    @cached_property
    def rules_at(self) -> dict[tuple[EventKind, str], tuple[Rule, ...]]:
        """The rules of each event with any, in the file's order."""
        found: dict[tuple[EventKind, str], tuple[Rule, ...]] = {}
        for rule in self.rules:
            event = (rule.event, rule.name)
            found[event] = (*found.get(event, ()), rule)
        return found

    @cached_property
    def has_lasting_results(self) -> bool:
        """Whether the dice on the table decide the possible commands."""
        lasting = any(dice.rolls > 1 or dice.is_hidden or dice.is_free for dice in self.dice)
        return lasting or bool(self.sheets or self.rules or self.actions)

    @cached_property
    def sheet_at(self) -> dict[str, int]:
        """The place of each score sheet by its name."""
        return {sheet.name: place for place, sheet in enumerate(self.sheets)}

    @cached_property
    def timer_at(self) -> dict[str, int]:
        """The place of each timer by its name."""
        return {timer.name: place for place, timer in enumerate(self.timers)}

    @cached_property
    def action_named(self) -> dict[str, ActionSpec]:
        """The actions by their name."""
        return {action.name: action for action in self.actions}

    @cached_property
    def value_named(self) -> dict[str, ValueSpec]:
        """The named formulas by their name."""
        return {value.name: value for value in self.values}

    @cached_property
    def own_faces(self) -> dict[str, tuple[Word, ...]]:
        """The faces of the kit's own dice by their name."""
        return {dice.name: dice.faces for dice in self.dice if dice.faces}

    @cached_property
    def dealing(self) -> frozenset[str]:
        """The decks and wheels with a possible card for a hand.

        It may come by way of other decks and wheels, and of rules about them.
        """
        leads = {deck.name: _sources(deck.each, *(card.does for card in deck.cards)) for deck in self.decks}
        leads |= {f"do {action.name}": _sources(action.does) for action in self.actions}
        leads |= {wheel.name: _sources(*(each.does for each in wheel.segments)) for wheel in self.wheels}
        for rule in self.rules:
            if rule.name in leads:
                leads[rule.name] |= _sources(rule.does)
        found = {deck.name for deck in self.decks if deck.has_kept}
        while more := {name for name, sources in leads.items() if name not in found and sources & found}:
            found |= more
        return frozenset(name for name in found if name in self.deck_at or name in self.wheel_named)


def _sources(*effects: tuple[Effect, ...]) -> set[str]:
    """Return the decks, wheels and actions that *effects* use for their doer."""
    own = [each for some in effects for each in some if each.whom != "everyone"]
    sources = {each.name for each in own if each.kind in ("draw", "draw-bottom", "spin")}
    return sources | {f"do {each.name}" for each in own if each.kind == "do"}
