"""A kit's components in play, its queue of jobs, and its views.

``play`` makes a state of it. Actions are a queue of *jobs*, the next one first: a job that needs chance waits for its
answer, every other one is done automatically. So a card that spins a wheel, or a wheel that draws a card, needs no code
of its own.
"""

from __future__ import annotations

from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Answer, Below, Card, ChanceRequest, Dice, Wheel, Word
from companion.engine.command import Refusal
from companion.engine.state import State, swap
from companion.engine.values.bags import HIDDEN, Pile, bag, less, size
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING, TABLE
from companion.kits.format.flow import EffectKind
from companion.kits.format.spec import DeckSpec, Kit

JobKind = EffectKind | Literal["put"]
CHANCE_JOBS = frozenset({"roll", "spin", "draw"})
"""The jobs in need of chance's answer."""


class Job(Struct, frozen=True):
    """A job for *seat*: an effect, a roll, or a used card.

    *deck* and *card* are its source. A used card is to be put away.
    """

    kind: JobKind
    name: str = ""
    word: str = ""
    by: int = 0
    deck: str = ""
    card: str = ""
    seat: int = TABLE


class Fallen(Struct, frozen=True):
    """The last segment or open card, called *word*, for *seat*.

    It *asks* for an action, in the notation. *deck* is the card's, "" for a segment.
    """

    word: str
    seat: int
    asks: str = ""
    deck: str = ""


class KitResult(Struct, frozen=True):
    """The last result of the dice or wheel called *name*.

    *number* counts the results of the game.
    """

    name: str
    faces: Answer
    number: int


class Pack(Struct, frozen=True):
    """The cards of one deck: pile, discard, removed, and hands.

    *drawn* of *round* cards have been drawn in this round; *shown* is the last card drawn openly.
    """

    pile: Pile
    discard: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    drawn: int = 0
    round: int = 0
    shown: str = ""

    @property
    def left(self) -> int:
        """Number of cards face down in the pile.

        In a viewer's state the pile also holds the hidden cards of hands; they aren't counted.
        """
        return size(self.pile) - sum(hand.count(HIDDEN) for hand in self.hands)


class Board(State, frozen=True):
    """A kit's components in play, in rows of the kit's order.

    *counters* are indexes of ticks, *tokens* indexes of states, both from 0; *badges* says for each kind how many each
    hand holds. There is a hand for each of *names*, or one for the whole table if nobody has sat down.
    """

    kit: Kit
    names: tuple[str | Message, ...] = ()
    rolls: int = 0
    results: tuple[KitResult, ...] = ()
    packs: tuple[Pack, ...] = ()
    counters: tuple[int, ...] = ()
    tokens: tuple[int, ...] = ()
    badges: tuple[tuple[int, ...], ...] = ()
    queue: tuple[Job, ...] = ()
    fallen: Fallen | None = None
    """The last result, until somebody acts on it."""

    @property
    def people(self) -> int:
        """The number of people seated."""
        return len(self.names)

    def seats(self) -> int:
        return self.people

    def open_due(self) -> ChanceRequest | None:
        if not self.queue:
            return None
        job = self.queue[0]
        if job.kind == "roll":
            dice = self.kit.dice_named[job.name]
            return Dice(dice.name, dice=(dice.faces,) * dice.count)
        if job.kind == "spin":
            wheel = self.kit.wheel_named[job.name]
            return Wheel(wheel.name, segments=tuple((each.name, each.weight) for each in wheel.segments))
        if job.kind == "draw" and self.pack(job.name).left:
            return Card(job.name, cards=self.pack(job.name).pile[0])
        return None

    def due_for(self) -> int:
        return self.queue[0].seat if self.queue else TABLE

    # ------------------------------------------------------------------ where things are
    def result(self, name: str) -> KitResult | None:
        """Return the last result of the dice or wheel called *name*."""
        return next((result for result in self.results if result.name == name), None)

    def pack(self, deck: str) -> Pack:
        """Return the cards of *deck*."""
        return self.packs[self.kit.deck_at[deck]]

    def with_pack(self, deck: str, pack: Pack) -> Self:
        """Return the state with *pack* as the cards of *deck*."""
        return replace(self, packs=swap(self.packs, self.kit.deck_at[deck], pack))

    def token(self, name: str) -> str:
        """Return the state of the token called *name*."""
        return self.kit.group_of[name].states[self.tokens[self.kit.token_at[name]]].name

    def holders(self) -> tuple[int, ...]:
        """Return the seats with hands; only the table's without people."""
        return tuple(range(self.people)) or (TABLE,)

    def hand_of(self, seat: int) -> int | None:
        """Return the index of *seat*'s hand, None if it has none."""
        return self.holders().index(seat) if seat in self.holders() else None

    def round_of(self, deck: DeckSpec) -> int:
        """Return the number of cards in a new round of *deck*."""
        if not deck.draws:
            return 0
        tick = self.tick(deck.draws)
        return tick if isinstance(tick, int) else 0

    def tick(self, counter: str) -> Word:
        """Return the present tick of *counter*."""
        at = self.kit.counter_at[counter]
        return self.kit.counters[at].ticks[self.counters[at]]

    def stock(self, badge: str) -> int:
        """Return the number of these badges in the stock."""
        at = self.kit.badge_at[badge]
        return self.kit.badges[at].stock - sum(self.badges[at])

    # ------------------------------------------------------------------ who sees what
    def hides(self, deck: DeckSpec) -> bool:
        """Return True if cards of *deck* may be hidden in hands.

        Never without people.
        """
        return deck.has_secrets and self.people > 0

    def seen_by(self, viewer: int) -> Self:
        seen = super().seen_by(viewer)
        if viewer == ALL_SEEING or not any(map(self.hides, self.kit.decks)):
            return seen
        return replace(seen, packs=tuple(self._pack_seen(at, viewer) for at in range(len(self.packs))))

    def _pack_seen(self, at: int, viewer: int) -> Pack:
        """Return a pack as *viewer* may know it.

        All cards that the viewer can't place go into one bag: the odds of the pile alone would betray the hands.
        """
        deck, pack = self.kit.decks[at], self.packs[at]
        if not self.hides(deck):
            return pack
        unplaced = [card for cards in pack.pile for card in cards]
        hands = list(pack.hands)
        for seat, hand in enumerate(hands):
            if seat != viewer:
                unplaced += [card for card in hand if deck.card(card).secret]
                hands[seat] = tuple(HIDDEN if deck.card(card).secret else card for card in hand)
        return replace(pack, pile=(bag(unplaced),) if unplaced else (), hands=tuple(hands))

    def resampled_for(self, viewer: int, below: Below) -> Self:
        imagined = super().resampled_for(viewer, below)
        packs = tuple(self._pack_resampled(at, viewer, below) for at in range(len(self.packs)))
        return replace(imagined, packs=packs)

    def _pack_resampled(self, at: int, viewer: int, below: Below) -> Pack:
        deck, pack = self.kit.decks[at], self.packs[at]
        if not self.hides(deck):
            return pack
        unseen = {seat for seat in range(self.people) if seat != viewer}
        secret = [card for seat in unseen for card in pack.hands[seat] if deck.card(card).secret]
        pool = bag([*secret, *(card for cards in pack.pile for card in cards)])
        hands = list(pack.hands)
        for seat in unseen:
            hand = []
            for card in hands[seat]:
                if deck.card(card).secret:
                    fitting = tuple(each for each in pool if deck.card(each).secret)
                    card = fitting[below(len(fitting))]
                    pool = less(pool, card)
                hand.append(card)
            hands[seat] = tuple(hand)
        return replace(pack, pile=(pool,) if pool else (), hands=tuple(hands))

    def named(self, names: tuple[str | Message, ...]) -> Self:
        return self if names == self.names or len(names) != len(self.names) else replace(self, names=names)

    # ------------------------------------------------------------------ setting right
    def faults(self) -> tuple[Refusal, ...]:
        for deck in self.kit.decks:
            pack = self.pack(deck.name)
            in_use = [job.card for job in self.queue if (job.kind, job.deck) == ("put", deck.name)]
            piles = (*pack.pile, pack.discard, pack.removed, *pack.hands, in_use)
            if bag(card for cards in piles for card in cards if card != HIDDEN) != deck.all_cards:
                return (Refusal(Message("kit.cards-lost", {"deck": self.kit.text(deck.name)})),)
        for badge in self.kit.badges:
            if self.stock(badge.name) < 0:
                said = Message("kit.too-many-badges", {"badge": self.kit.text(badge.name), "stock": badge.stock})
                return (Refusal(said),)
        return ()
