"""Where everything of a kit lies, what is owed, and who may see it. ``play`` makes a state of it.

What is done is a queue of *jobs*, the next one first: a job that needs chance waits for its answer, every other one
is taken by itself. So a card that spins a wheel, or a wheel that draws a card, needs no code of its own.
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
from companion.kits.spec import DeckSpec, EffectKind, Kit

JobKind = EffectKind | Literal["roll", "put"]
CHANCE_JOBS = frozenset({"roll", "spin", "draw"})
"""The jobs that wait for chance's answer."""


class Job(Struct, frozen=True):
    """One thing to be done for *seat*: an effect, a roll, or a card to be put away.

    *deck* and *card* are what it comes from.
    """

    kind: JobKind
    name: str = ""
    word: str = ""
    by: int = 0
    deck: str = ""
    card: str = ""
    seat: int = TABLE


class Fallen(Struct, frozen=True):
    """The segment or the open card called *word* that fell last, for *seat*: it *asks* for this, in the notation.

    *deck* is the card's, "" for a segment.
    """

    word: str
    seat: int
    asks: str = ""
    deck: str = ""


class Result(Struct, frozen=True):
    """The last showing of the dice or the wheel called *name*, as result *number* of the game."""

    name: str
    faces: Answer
    number: int


class Pack(Struct, frozen=True):
    """The cards of one deck in play: face down, used, out of the game, and in each hand.

    *drawn* of *round* cards have been drawn in this round; *shown* is the card last drawn openly.
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
        """How many cards lie face down; those that a viewer can't tell from hidden ones in a hand lie there too."""
        return size(self.pile) - sum(hand.count(HIDDEN) for hand in self.hands)


class Board(State, frozen=True):
    """A kit's things in play; the rows stand in the kit's order.

    *counters* are places on their ticks, *tokens* places in their states, both from 0; *badges* says for each kind
    how many each hand holds. There is a hand for each of *names*, or one for the whole table where nobody has sat down.
    """

    kit: Kit
    names: tuple[str | Message, ...] = ()
    rolls: int = 0
    results: tuple[Result, ...] = ()
    packs: tuple[Pack, ...] = ()
    counters: tuple[int, ...] = ()
    tokens: tuple[int, ...] = ()
    badges: tuple[tuple[int, ...], ...] = ()
    queue: tuple[Job, ...] = ()
    fallen: Fallen | None = None
    """What fell last and nobody has gone on from."""

    @property
    def people(self) -> int:
        """How many people have sat down."""
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
    def result(self, name: str) -> Result | None:
        """Return what the dice or the wheel called *name* last showed."""
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
        """Return the seats that have hands: everybody's, or the table's where nobody has sat down."""
        return tuple(range(self.people)) or (TABLE,)

    def hand_of(self, seat: int) -> int | None:
        """Return the place of *seat*'s hand in a row of hands, None if it has none."""
        return self.holders().index(seat) if seat in self.holders() else None

    def round_of(self, deck: DeckSpec) -> int:
        """Return how many cards a round of *deck* has that begins now."""
        if not deck.draws:
            return 0
        tick = self.tick(deck.draws)
        return tick if isinstance(tick, int) else 0

    def tick(self, counter: str) -> Word:
        """Return what the counter called *counter* shows."""
        at = self.kit.counter_at[counter]
        return self.kit.counters[at].ticks[self.counters[at]]

    def stock(self, badge: str) -> int:
        """Return how many badges of this kind nobody holds."""
        at = self.kit.badge_at[badge]
        return self.kit.badges[at].stock - sum(self.badges[at])

    # ------------------------------------------------------------------ who sees what
    def hides(self, deck: DeckSpec) -> bool:
        """Tell whether cards of *deck* may lie unseen in a hand: where nobody has sat down, none does."""
        return deck.has_secrets and self.people > 0

    def seen_by(self, viewer: int) -> Self:
        seen = super().seen_by(viewer)
        if viewer == ALL_SEEING or not any(map(self.hides, self.kit.decks)):
            return seen
        return replace(seen, packs=tuple(self._pack_seen(at, viewer) for at in range(len(self.packs))))

    def _pack_seen(self, at: int, viewer: int) -> Pack:
        """Pack all cards that *viewer* can't place into one bag: the odds of the pile alone would betray the hands."""
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
