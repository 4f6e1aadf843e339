"""A kit's components in play, its queue of jobs, and its views.

``play`` makes a state of it. Actions are a queue of *jobs*, the next one first: a job that needs chance waits for its
answer, every other one is done automatically. So a card that spins a wheel, or a wheel that draws a card, needs no code
of its own.
"""

from __future__ import annotations

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Below, Card, ChanceRequest, Deal, Dice, Wheel, Word
from companion.engine.command import Refusal
from companion.engine.game import BEGINS, SEAT
from companion.engine.state import State, swap
from companion.engine.values.bags import HIDDEN, bag
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import ALL_SEEING, TABLE
from companion.kits.format.spec import CounterSpec, DeckSpec, DiceSpec, Kit, SegmentSpec
from companion.kits.formulas.terms import MAX_DICE
from companion.kits.things.clocks import KitClock
from companion.kits.things.course import GameCourse
from companion.kits.things.jobs import Fallen, Job
from companion.kits.things.packs import Pack
from companion.kits.things.throws import KitResult, again, all_dice, formula_of, to_throw

PEEKED = 3
"""How many cards people look at."""
Row = tuple[int, ...]


class KitEnding(Struct, frozen=True):
    """The end of a game: *owner*'s number of *counter* reached its target.

    *value* is the best number, *winners* are the people with it.
    """

    counter: str
    owner: int
    value: int
    winners: tuple[int, ...] = ()


class Board(State, frozen=True):
    """A kit's components in play, in rows of the kit's order.

    *counters* has a row for each counter, with the number of each owner: a person, a team, or everybody. The number of
    a counter with ticks is an index from 0, like those of *tokens*. *packs* has a row for each deck, with a pack for
    each person if it is their own. *badges* says for each kind how many each hand holds. There is a hand for each of
    *names*, or one for the whole table if nobody has sat down. *sheets* has each person's rows.
    """

    kit: Kit
    names: tuple[str | Message, ...] = ()
    rolls: int = 0
    results: tuple[KitResult, ...] = ()
    packs: tuple[tuple[Pack, ...], ...] = ()
    counters: tuple[Row, ...] = ()
    tokens: Row = ()
    badges: tuple[Row, ...] = ()
    queue: tuple[Job, ...] = ()
    fallen: Fallen | None = None
    """The last result, until somebody acts on it."""
    course: GameCourse = GameCourse()
    sheets: tuple[tuple[tuple[int | None, ...], ...], ...] = ()
    clocks: tuple[tuple[KitClock, ...], ...] = ()
    """A row of clocks for each timer, one for each owner."""
    teams: Row = ()
    """The team of each person."""
    written: tuple[tuple[str, ...], ...] = ()
    """The words on each wheel in place of people, () without any."""
    recent: tuple[str, ...] = ()
    """The formulas chosen for free dice, the newest first."""
    ending: KitEnding | None = None
    chain: int = 0
    """How many jobs have been done since somebody's last command."""

    @property
    def people(self) -> int:
        """The number of people seated."""
        return len(self.names)

    def seats(self) -> int:
        return self.people

    def end(self) -> Message | None:
        if self.ending is None:
            return None
        about: dict[str, Value] = {"counter": self.kit.text(self.ending.counter), "value": self.ending.value}
        names = tuple(self.names[seat] for seat in self.ending.winners)
        return Message("kit.ended-won", {**about, "names": names}) if names else Message("kit.ended-together", about)

    def winners(self) -> tuple[int, ...]:
        return self.ending.winners if self.ending else ()

    # ------------------------------------------------------------------ chance
    def open_due(self) -> ChanceRequest | None:
        if not self.queue:
            return None
        job = self.queue[0]
        if job.whom:
            return None
        match job.kind:
            case "roll":
                return self._dice_due(job)
            case "spin":
                return Wheel(job.name, segments=tuple((each.name, each.weight) for each in self.segments(job.name)))
            case "draw" | "draw-bottom":
                return self._card_due(job)
            case "deal":
                return self._deal_due(job)
            case "peek":
                return self._peek_due(job)
            case "begin":
                return self._begin_due(job)
        return None

    def _dice_due(self, job: Job) -> Dice | None:
        job = self.sized(job)
        before, spec = self.thrown_before(job), self.kit.dice_named[job.name]
        formula = None if before or spec.is_hidden else formula_of(self.kit, spec, job.formula)
        thrown = to_throw(self.kit, job, before)
        return Dice(job.name, dice=thrown, formula=formula.spelled() if formula else "") if thrown else None

    def _card_due(self, job: Job) -> ChanceRequest | None:
        pack, ways = self.pack(job.name, job.seat), self.deck(job.name).ways
        if not pack.left:
            return None
        if ways and not job.answers:
            return Wheel(job.name, segments=tuple((way, 1) for way in ways))
        return Card(job.name, cards=pack.top if job.kind == "draw" else pack.pile[-1])

    def _deal_due(self, job: Job) -> ChanceRequest | None:
        if self.deck(job.name).each_person and not job.by:
            return None  # a deal for each person yet
        count = self.dealt_each(job.name) * len(self.dealt_to(job))
        pack = self.pack(job.name, job.seat).gathered()
        return Deal(job.name, cards=pack.pile[0], count=count) if count else None

    def _peek_due(self, job: Job) -> ChanceRequest | None:
        pack = self.pack(job.name, job.seat)
        known = pack.known_top()
        if job.amount is not None or min(job.by, pack.left) <= known:
            return None
        cards = pack.pile[-1] if HIDDEN in pack.pile[known] else pack.pile[known]
        return Deal(job.name, cards=cards, count=min(min(job.by, pack.left) - known, len(cards)))

    def _begin_due(self, job: Job) -> ChanceRequest | None:
        if job.word == "chosen":
            return None
        if job.word == "random":
            return Wheel(BEGINS, segments=tuple((f"{SEAT}{seat + 1}", 1) for seat in range(self.people)))
        return Dice(BEGINS, dice=(tuple(range(1, 7)),) * len(job.counts))

    def due_for(self) -> int:
        return self.queue[0].seat if self.queue else TABLE

    def segments(self, wheel: str) -> tuple[SegmentSpec, ...]:
        """Return *wheel*'s own segments, or one for each of ``on_wheel``."""
        spec = self.kit.wheel_named[wheel]
        if not spec.is_of_people:
            return spec.segments
        return tuple(SegmentSpec(f"{SEAT}{seat + 1}") for seat in range(len(self.on_wheel(wheel))))

    def on_wheel(self, wheel: str) -> tuple[str | Message, ...]:
        """Return the words written on a *wheel* of people, else the people."""
        at = self.kit.wheel_at[wheel]
        return (self.written[at] if self.written else ()) or self.names

    def dealt_each(self, deck: str) -> int:
        """Return how many cards of *deck* each person is dealt."""
        table = dict(self.deck(deck).deal)
        wanted = table.get(self.people, table.get(0, 0))
        spec = self.deck(deck)
        cards = len(spec.all_cards) - len(self.packs[self.kit.deck_at[deck]][0].removed)
        return min(wanted, cards if spec.each_person else cards // max(1, self.people))

    def dealt_to(self, job: Job) -> tuple[int, ...]:
        """Return the hands that *job* deals to."""
        if self.deck(job.name).each_person:
            return (self.hand_of(job.seat) or 0,)
        return tuple(range(len(self.holders())))

    def sized(self, job: Job) -> Job:
        """Return *job*, a roll with as many dice as their counter says."""
        dice = self.kit.dice_named.get(job.name) if job.kind == "roll" else None
        if dice is None or not dice.counted_by or job.counts:
            return job
        return replace(job, counts=(self.count_of(dice, job.seat),))

    def count_of(self, dice: DiceSpec, seat: int) -> int:
        """Return how many of *dice* the *seat* rolls at first."""
        if not dice.counted_by:
            return dice.count
        counter = self.kit.counters[self.kit.counter_at[dice.counted_by]]
        owner = self.owner_of(counter, seat)
        number = 0 if owner is None else self.counters[self.kit.counter_at[counter.name]][owner]
        return max(0, min(MAX_DICE, number))

    def thrown_before(self, job: Job) -> KitResult | None:
        """Return the result that *job* rolls again in part, else None."""
        dice = self.kit.dice_named[job.name]
        before = again(dice, self.result(job.name, job.seat))
        if before is None or (job.formula, job.counts) != (before.formula, before.counts):
            return None
        return before

    # ------------------------------------------------------------------ people
    @property
    def active(self) -> int:
        """The active seat; the table's without people."""
        return self.course.seat if self.people else TABLE

    @property
    def has_turns(self) -> bool:
        """Whether people act one after the other."""
        return self.kit.turn is not None and self.people > 1

    def person(self, seat: int) -> int:
        """Return the person behind *seat*: the active one for the table."""
        return self.active if seat == TABLE and self.kit.turn is not None else seat

    def owner_of(self, counter: CounterSpec, seat: int) -> int | None:
        """Return the place of *seat*'s number of *counter*, or None."""
        if not counter.each:
            return 0
        if counter.each == "team":
            return self.teams[seat] if 0 <= seat < len(self.teams) else None
        return self.hand_of(seat)

    def owner_name(self, counter: CounterSpec, owner: int) -> str | Message:
        """Return the name of *counter*'s *owner*, "" if it is shared."""
        if counter.each == "team":
            return self.kit.text(self.kit.teams[owner])
        return self.names[owner] if counter.each == "person" and owner < self.people else ""

    # ------------------------------------------------------------------ where things are
    def result(self, name: str, seat: int = TABLE) -> KitResult | None:
        """Return the last result of the dice or wheel called *name*.

        Of hidden dice, *seat*'s own.
        """
        dice = self.kit.dice_named.get(name)
        of_seat = dice is not None and dice.is_hidden
        found = (each for each in self.results if each.name == name and (not of_seat or each.seat == seat))
        return next(found, None)

    def deck(self, name: str) -> DeckSpec:
        """Return the deck called *name*."""
        return self.kit.decks[self.kit.deck_at[name]]

    def pack(self, deck: str, seat: int = TABLE) -> Pack:
        """Return the cards of *deck*, *seat*'s own if it has some."""
        row = self.packs[self.kit.deck_at[deck]]
        return row[seat if 0 < seat < len(row) else 0]

    def with_pack(self, deck: str, pack: Pack, seat: int = TABLE) -> Self:
        """Return the state with *pack* as the cards of *deck*."""
        at = self.kit.deck_at[deck]
        row = self.packs[at]
        return replace(self, packs=swap(self.packs, at, swap(row, seat if 0 < seat < len(row) else 0, pack)))

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

    def tick(self, counter: str, owner: int = 0) -> Word:
        """Return the present tick or number of *counter*."""
        at = self.kit.counter_at[counter]
        ticks, value = self.kit.counters[at].ticks, self.counters[at][owner]
        return ticks[value] if ticks else value

    def with_counter(self, counter: str, owner: int, value: int) -> Self:
        """Return the state with *value* as *owner*'s number of *counter*."""
        at = self.kit.counter_at[counter]
        return replace(self, counters=swap(self.counters, at, swap(self.counters[at], owner, value)))

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
        if viewer == ALL_SEEING:
            return seen
        if any(not each.is_open and each.seat != viewer for each in self.results):
            seen = replace(seen, results=tuple(_result_seen(each, viewer) for each in self.results))
        if not any(map(self.hides, self.kit.decks)) and not any(pack.peeks for row in self.packs for pack in row):
            return seen
        rows = zip(self.kit.decks, self.packs, strict=True)
        packs = tuple(
            tuple(pack.seen_by(deck, viewer, hides=self.hides(deck)) for pack in row) for deck, row in rows
        )  # fmt: skip
        return replace(seen, packs=packs)

    def resampled_for(self, viewer: int, below: Below) -> Self:
        imagined = super().resampled_for(viewer, below)
        rows = zip(self.kit.decks, self.packs, strict=True)
        packs = tuple(
            tuple(pack.resampled_for(deck, viewer, below, hides=self.hides(deck)) for pack in row)
            for deck, row in rows
        )  # fmt: skip
        results = tuple(self._rerolled(each, viewer, below) for each in self.results)
        return replace(imagined, packs=packs, results=results)

    def _rerolled(self, result: KitResult, viewer: int, below: Below) -> KitResult:
        """Return *result*, with other faces if *viewer* can't see it."""
        if result.is_open or result.seat == viewer:
            return result
        dice = all_dice(self.kit, self.kit.dice_named[result.name], result.formula, result.counts)
        return replace(result, faces=tuple(die[below(len(die))] for die in dice))

    def named(self, names: tuple[str | Message, ...]) -> Self:
        return self if names == self.names or len(names) != len(self.names) else replace(self, names=names)

    # ------------------------------------------------------------------ setting right
    def faults(self) -> tuple[Refusal, ...]:
        for deck, row in zip(self.kit.decks, self.packs, strict=True):
            for owner, pack in enumerate(row):
                if self._all_of(deck, owner, pack) != deck.all_cards:
                    return (Refusal(Message("kit.cards-lost", {"deck": self.kit.text(deck.name)})),)
        for badge in self.kit.badges:
            if self.stock(badge.name) < 0:
                said = Message("kit.too-many-badges", {"badge": self.kit.text(badge.name), "stock": badge.stock})
                return (Refusal(said),)
        return ()

    def _all_of(self, deck: DeckSpec, owner: int, pack: Pack) -> tuple[str, ...]:
        """Return every card of *pack*, those in use included."""
        in_use = [
            job.card
            for job in self.queue
            if (job.kind, job.deck) == ("put", deck.name) and (not deck.each_person or max(0, job.seat) == owner)
        ]
        piles = (*pack.pile, pack.discard, pack.removed, *pack.hands, in_use)
        return bag(card for cards in piles for card in cards if card != HIDDEN)


def _result_seen(result: KitResult, viewer: int) -> KitResult:
    if result.is_open or result.seat == viewer:
        return result
    return replace(result, faces=(HIDDEN,) * len(result.faces))
