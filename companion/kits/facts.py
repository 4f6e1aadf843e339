"""The facts of a kit, and the consequences of results and jobs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.chance import Answer
from companion.engine.fact import Fact, Facts
from companion.engine.state import swap
from companion.engine.values.bags import HIDDEN, bag, on_top, take
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import ALL_SEEING
from companion.kits.board import CHANCE_JOBS, Board, Fallen, Job, KitResult, Pack
from companion.kits.format.flow import Effect
from companion.kits.format.spec import CardSpec, DeckSpec, Where


class Asked(Fact, frozen=True):
    """An action was started: its *jobs* come before the queue."""

    jobs: tuple[Job, ...]

    def apply(self, state: Board) -> Board:
        return replace(state, queue=(*self.jobs, *state.queue), questions=state.questions + 1, fallen=None)


class Taken(Fact, frozen=True):
    """The next job was taken; its results are the following facts."""

    def apply(self, state: Board) -> Board:
        return replace(state, queue=state.queue[1:], questions=state.questions + 1)


class Rolled(Fact, frozen=True):
    """*dice* fell and show *faces*."""

    dice: str
    faces: Answer
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        unknown = set(self.faces) - set(state.kit.dice_named[self.dice].faces)
        if unknown:
            raise LookupError(f"the dice {self.dice!r} of the kit {state.kit.slug} have no face {unknown.pop()!r}")
        return _shown(state, self.dice, self.faces)

    def said(self, state: Any) -> Message | None:
        dice = state.kit.dice_named.get(self.dice)
        values: dict[str, Value] = {
            "number": _number(state, self.dice),
            "dice": state.kit.text(self.dice),
            "faces": tuple(face if isinstance(face, int) else state.kit.text(face) for face in self.faces),
        }
        if dice is None or dice.is_verdict or dice.count == 1:
            return Message("kit.rolled", values)
        total = sum(face for face in self.faces if isinstance(face, int))
        return Message("kit.rolled-several", {**values, "total": total})


class Spun(Fact, frozen=True):
    """*wheel* stopped on *segment*, spun for *seat*."""

    wheel: str
    segment: str
    seat: int
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        wheel = state.kit.wheel_named[self.wheel]
        segment = wheel.segments[wheel.at(self.segment)]
        fallen = Fallen(self.segment, self.seat, segment.asks)
        shown = replace(_shown(state, self.wheel, (self.segment,)), fallen=fallen)
        return _queue(shown, _jobs(segment.does, self.seat))

    def said(self, state: Any) -> Message | None:
        values: dict[str, Value] = {"number": _number(state, self.wheel), "segment": state.kit.text(self.segment)}
        return Message("kit.spun", values)


class Drawn(Fact, frozen=True):
    """*card* of *deck* was drawn for *seat*, openly."""

    deck: str
    card: str
    seat: int
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        deck = state.kit.decks[state.kit.deck_at[self.deck]]
        card = deck.card(self.card)
        pack = _next_in_round(state, deck)
        pack = replace(pack, pile=take(pack.pile, self.card))
        if card.kept:
            pack = _dealt(pack, _hand(state, self.seat), self.card)
        if not (card.secret and state.hides(deck)):
            pack = replace(pack, shown=self.card)
        drawn = state.with_pack(self.deck, pack)
        if not card.secret or not state.hides(deck):
            again = f"draw {self.deck}" if pack.drawn < pack.round else ""
            drawn = replace(drawn, fallen=Fallen(self.card, self.seat, card.asks or again, self.deck))
        return drawn if card.kept else _queue(drawn, _uses(deck, card, self.seat, deck.each))

    def said(self, state: Any) -> Message | None:
        deck = state.kit.decks[state.kit.deck_at[self.deck]]
        if any(effect.kind in ("advance", "set") for effect in deck.each):
            return None
        return Message("kit.drawn", {"deck": state.kit.text(self.deck), "card": state.kit.text(self.card)})


class DrawnInSecret(Drawn, frozen=True):
    """A card secret to *seat* was drawn."""

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, ALL_SEEING) else replace(self, card=HIDDEN)

    def said(self, state: Any) -> Message | None:
        deck = state.kit.text(self.deck)
        if self.card == HIDDEN:
            return Message("kit.drawn-secret", {"deck": deck})
        return Message("kit.drawn", {"deck": deck, "card": state.kit.text(self.card)})


class Put(Fact, frozen=True):
    """*card* of *deck* was used; it is discarded or removed."""

    deck: str
    card: str
    where: Where

    def apply(self, state: Board) -> Board:
        pack = state.pack(self.deck)
        if self.where == "removed":
            pack = replace(pack, removed=(*pack.removed, self.card))
        else:
            pack = replace(pack, discard=(*pack.discard, self.card))
        return state.with_pack(self.deck, pack)


class Left(Put, frozen=True):
    """*card* of *deck* left the game at once.

    It isn't put away after its effects.
    """

    def apply(self, state: Board) -> Board:
        queue = list(state.queue)
        queue.remove(next(job for job in queue if (job.kind, job.deck, job.card) == ("put", self.deck, self.card)))
        return super().apply(replace(state, queue=tuple(queue)))


class Stepped(Fact, frozen=True):
    """The marker of *counter* is on the tick at *place*, from 0."""

    counter: str
    place: int

    def apply(self, state: Board) -> Board:
        return replace(state, counters=swap(state.counters, state.kit.counter_at[self.counter], self.place))

    def said(self, state: Any) -> Message | None:
        counter = state.kit.counters[state.kit.counter_at[self.counter]]
        tick = counter.ticks[self.place]
        said: Value = tick if isinstance(tick, int) else state.kit.text(tick)
        return Message("kit.stepped", {"counter": state.kit.text(self.counter), "tick": said})


class TokenSet(Fact, frozen=True):
    """*token* is in *state* now.

    Its cards leave the game or come back, as their deck says for that state.
    """

    token: str
    state: str

    def apply(self, state: Board) -> Board:
        return with_token(state, self.token, self.state)

    def said(self, state: Any) -> Message | None:
        return Message("kit.token", {"token": state.kit.text(self.token), "state": state.kit.text(self.state)})

    def came_out(self) -> tuple[str, ...]:
        return (self.state, self.token)


class Shuffled(Fact, frozen=True):
    """The discard of *deck* was shuffled into its pile or *on_top*."""

    deck: str
    on_top: bool

    def apply(self, state: Board) -> Board:
        pack = state.pack(self.deck)
        if self.on_top:
            pile = on_top(pack.pile, bag(pack.discard))
        else:
            pile = on_top((), bag([*(card for cards in pack.pile for card in cards), *pack.discard]))
        return state.with_pack(self.deck, replace(pack, pile=pile, discard=()))

    def said(self, state: Any) -> Message | None:
        return Message("kit.shuffled", {"deck": state.kit.text(self.deck)})


class Announced(Fact, frozen=True):
    """A card or segment told the text of *word*."""

    word: str

    def apply(self, state: Board) -> Board:
        return state

    def said(self, state: Any) -> Message | None:
        word: Message = state.kit.text(self.word)
        return word


class Discarded(Fact, frozen=True):
    """*seat* played *card* of *deck* from its hand; it takes effect."""

    deck: str
    card: str
    seat: int
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        deck = state.kit.decks[state.kit.deck_at[self.deck]]
        pack = replace(_without(state.pack(self.deck), _hand(state, self.seat), self.card), shown=self.card)
        jobs = _uses(deck, deck.card(self.card), self.seat, ())
        laid = _queue(state.with_pack(self.deck, pack), jobs)
        fallen = Fallen(self.card, self.seat, deck.card(self.card).asks, self.deck)
        return replace(laid, questions=laid.questions + 1, fallen=fallen)

    def said(self, state: Any) -> Message | None:
        return Message("kit.discarded", {"card": state.kit.text(self.card)})


class Gave(Fact, frozen=True):
    """*seat* gave *card* of *deck* to seat *to*."""

    deck: str
    card: str
    seat: int
    to: int
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        pack = _without(state.pack(self.deck), _hand(state, self.seat), self.card)
        given = state.with_pack(self.deck, _dealt(pack, _hand(state, self.to), self.card))
        return replace(given, questions=given.questions + 1)

    def said(self, state: Any) -> Message | None:
        name = state.names[self.to]
        if self.card == HIDDEN:
            return Message("kit.gave-secret", {"name": name})
        return Message("kit.gave", {"name": name, "card": state.kit.text(self.card)})


class GaveInSecret(Gave, frozen=True):
    """A card, secret to its holder, changed hands."""

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, self.to, ALL_SEEING) else replace(self, card=HIDDEN)


class Badged(Fact, frozen=True):
    """*seat* took *badge* from the stock, or gave it back."""

    badge: str
    seat: int
    taken: bool
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        at, hand = state.kit.badge_at[self.badge], _hand(state, self.seat)
        held = state.badges[at]
        row = swap(held, hand, held[hand] + (1 if self.taken else -1))
        return replace(state, badges=swap(state.badges, at, row), questions=state.questions + 1, fallen=None)

    def said(self, state: Any) -> Message | None:
        key = "kit.badge-taken" if self.taken else "kit.badge-used"
        return Message(key, {"badge": state.kit.text(self.badge)})


KIT_FACTS: tuple[type[Fact], ...] = (
    Asked, Taken, Rolled, Spun, Drawn, DrawnInSecret, Put, Left, Stepped, TokenSet, Shuffled, Announced, Discarded,
    Gave, GaveInSecret, Badged,
)  # fmt: skip


# ---------------------------------------------------------------------- what follows
def chosen(state: Board, answer: Answer) -> Facts:
    """Return the facts of chance's *answer* to the first job."""
    job, word = state.queue[0], str(answer[0])
    if job.kind == "roll":
        return (Taken(), Rolled(job.name, answer))
    if job.kind == "spin":
        return (Taken(), Spun(job.name, word, job.seat))
    deck = state.kit.decks[state.kit.deck_at[job.name]]
    drawn = DrawnInSecret if deck.card(word).secret and state.hides(deck) else Drawn
    return (Taken(), drawn(job.name, word, job.seat))


def follows(state: Board) -> Facts:
    """Return the automatic facts: a refilled pile, then the next job."""
    for deck in state.kit.decks:
        pack = state.pack(deck.name)
        if not pack.pile and pack.discard and _refills_now(state, deck):
            return (Shuffled(deck.name, on_top=False),)
    if not state.queue or state.due() is not None:
        return ()
    return (Taken(), *_done(state, state.queue[0]))


def _refills_now(state: Board, deck: DeckSpec) -> bool:
    """Return True if an empty pile of *deck* is refilled now.

    The effects of its last card come first.
    """
    job = state.queue[0] if state.queue else None
    if deck.refills == "when drawn":
        return job is not None and (job.kind, job.name) == ("draw", deck.name)
    return deck.refills == "at once" and (job is None or job.kind in CHANCE_JOBS)


def _done(state: Board, job: Job) -> Facts:
    """Return the facts of *job*, which doesn't need chance.

    Drawing from an empty deck gives none.
    """
    match job.kind:
        case "step":
            counter = state.kit.counter_at[job.name]
            last = len(state.kit.counters[counter].ticks) - 1
            return (Stepped(job.name, max(0, min(last, state.counters[counter] + job.by))),)
        case "advance":
            token = job.name or job.card
            group = state.kit.group_of[token]
            after = min(group.state(state.token(token)) + 1, len(group.states) - 1)
            return (TokenSet(token, group.states[after].name),)
        case "set":
            return (TokenSet(job.name or job.card, job.word),)
        case "on-top" | "into":
            deck = job.name or job.deck
            return (Shuffled(deck, job.kind == "on-top"),) if state.pack(deck).discard else ()
        case "put":
            spec = state.kit.decks[state.kit.deck_at[job.deck]]
            where = spec.goes(state.token(job.card)) if spec.tokens else spec.last
            return (Put(job.deck, job.card, where),)
        case "leave":
            return (Left(job.deck, job.card, "removed"),)
        case "say":
            return (Announced(job.word),)
        case _:
            return ()


# ---------------------------------------------------------------------- how things change
def with_token(state: Board, token: str, word: str) -> Board:
    """Return *state* with *token* in state *word*.

    The token's cards go to their place for that state.
    """
    group = state.kit.group_of[token]
    tokens = swap(state.tokens, state.kit.token_at[token], group.state(word))
    state = replace(state, tokens=tokens)
    for deck in state.kit.decks:
        if deck.tokens == group.name:
            state = state.with_pack(deck.name, _belonging(state.pack(deck.name), token, deck.goes(word)))
    return state


def _belonging(pack: Pack, card: str, where: Where) -> Pack:
    if where == "discard" and card in pack.removed:
        back = tuple(each for each in pack.removed if each != card)
        return replace(pack, removed=back, discard=(*pack.discard, card))
    if where == "removed" and (card in pack.discard or any(card in cards for cards in pack.pile)):
        pile = tuple(rest for cards in pack.pile if (rest := tuple(each for each in cards if each != card)))
        discard = tuple(each for each in pack.discard if each != card)
        return replace(pack, pile=pile, discard=discard, removed=(*pack.removed, card))
    return pack


def _shown(state: Board, name: str, faces: Answer) -> Board:
    number = state.rolls + 1
    others = tuple(result for result in state.results if result.name != name)
    return replace(state, rolls=number, results=(*others, KitResult(name, faces, number)))


def _number(state: Board, name: str) -> int:
    result = state.result(name)
    return result.number if result else state.rolls


def _queue(state: Board, jobs: tuple[Job, ...]) -> Board:
    return replace(state, queue=(*jobs, *state.queue))


def _jobs(effects: Iterable[Effect], seat: int, deck: str = "", card: str = "") -> tuple[Job, ...]:
    return tuple(Job(each.kind, each.name, each.word, each.by, deck, card, seat) for each in effects)


def _uses(deck: DeckSpec, card: CardSpec, seat: int, first: tuple[Effect, ...]) -> tuple[Job, ...]:
    """Return the jobs of *card*: effects *first* and its own, put away."""
    return (*_jobs((*first, *card.does), seat, deck.name, card.name), Job("put", deck=deck.name, card=card.name))


def _next_in_round(state: Board, deck: DeckSpec) -> Pack:
    pack = state.pack(deck.name)
    if pack.drawn < pack.round:
        return replace(pack, drawn=pack.drawn + 1)
    return replace(pack, drawn=1, round=state.round_of(deck))


def _hand(state: Board, seat: int) -> int:
    """Return the place of *seat*'s hand.

    :raises LookupError: it has none; nothing is dealt to somebody else instead.
    """
    at = state.hand_of(seat)
    if at is None:
        raise LookupError(f"seat {seat} has no hand among {len(state.names)} people")
    return at


def _dealt(pack: Pack, hand: int, card: str) -> Pack:
    return replace(pack, hands=swap(pack.hands, hand, (*pack.hands[hand], card)))


def _without(pack: Pack, hand: int, card: str) -> Pack:
    cards = list(pack.hands[hand])
    cards.remove(card)
    return replace(pack, hands=swap(pack.hands, hand, tuple(cards)))
