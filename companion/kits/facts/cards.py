"""Facts about cards."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.fact import Fact
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import ALL_SEEING, TABLE
from companion.kits.facts.changes import dealt, event_of, hand_at, queued, uses, without
from companion.kits.format.spec import DeckSpec, Where
from companion.kits.things.board import Board
from companion.kits.things.jobs import Fallen, Job
from companion.kits.things.packs import Pack


class Drawn(Fact, frozen=True, omit_defaults=True):
    """*card* of *deck* was drawn for *seat*, openly, in a *way*.

    It *counts* for the cards of a round unless an effect drew it.
    """

    deck: str
    card: str
    seat: int
    way: str = ""
    is_bottom: bool = False
    counts: bool = True
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        deck = state.deck(self.deck)
        card = deck.card(self.card)
        pack = _next_in_round(state, deck, self.seat) if self.counts else state.pack(self.deck, self.seat)
        pack = pack.without_bottom(self.card) if self.is_bottom else pack.without_top(self.card)
        is_hidden = card.secret and state.hides(deck)
        if card.kept:
            pack = dealt(pack, hand_at(state, self.seat), self.card)
        if not is_hidden:
            pack = replace(pack, shown=self.card, way=self.way)
        drawn = state.with_pack(self.deck, pack, self.seat)
        event: tuple[Job, ...] = ()
        if not is_hidden:
            again = f"draw {self.deck}" if pack.drawn < pack.round else ""
            drawn = replace(drawn, fallen=Fallen(self.card, self.seat, card.asks or again, self.deck))
            event = event_of(state, "draw", self.deck, self.seat, card=self.card)
        return queued(drawn, event if card.kept else (*event, *uses(deck, card, self.seat, is_drawn=True)))

    def said(self, state: Any) -> Message | None:
        deck = state.deck(self.deck)
        if any(effect.kind in ("advance", "set") for effect in deck.each):
            return None
        return Message("kit.drawn", {"deck": state.kit.text(self.deck), "card": self._label(state)})

    def _label(self, state: Any) -> Message:
        card: Message = state.kit.text(self.card)
        return Message("kit.card-way", {"card": card, "way": state.kit.text(self.way)}) if self.way else card


class DrawnInSecret(Drawn, frozen=True, omit_defaults=True):
    """A card secret to *seat* was drawn."""

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, ALL_SEEING) else replace(self, card=HIDDEN)

    def said(self, state: Any) -> Message | None:
        deck = state.kit.text(self.deck)
        if self.card == HIDDEN:
            return Message("kit.drawn-secret", {"deck": deck})
        return Message("kit.drawn", {"deck": deck, "card": self._label(state)})


class Dealt(Fact, frozen=True):
    """*cards* of *deck* were dealt evenly to the hands at *places*.

    The other cards were shuffled first.
    """

    deck: str
    cards: tuple[str, ...]
    places: tuple[int, ...]

    def apply(self, state: Board) -> Board:
        seat = self.places[0]
        pack = state.pack(self.deck, seat).gathered()
        each = len(self.cards) // len(self.places)
        for card in self.cards:
            pack = pack.without_top(card)
        for turn, place in enumerate(self.places):
            for card in self.cards[turn * each : (turn + 1) * each]:
                pack = dealt(pack, place, card)
        return state.with_pack(self.deck, pack, seat)

    def said(self, state: Any) -> Message | None:
        each = len(self.cards) // len(self.places)
        return Message("kit.dealt", {"deck": state.kit.text(self.deck), "count": each})


class DealtInSecret(Dealt, frozen=True):
    """Cards were dealt that only their holders see."""

    def seen_by(self, viewer: int) -> Self:
        if viewer == ALL_SEEING:
            return self
        each = len(self.cards) // len(self.places)
        owners = [place for place in self.places for _ in range(each)]
        cards = (card if owner == viewer else HIDDEN for card, owner in zip(self.cards, owners, strict=True))
        return replace(self, cards=tuple(cards))


class Peeked(Fact, frozen=True):
    """*seat* looked at the top *count* cards of *deck*.

    *cards* are those that nobody had looked at before, *known* all of them.
    """

    deck: str
    seat: int
    count: int
    cards: tuple[str, ...]
    known: tuple[str, ...]
    signed: ClassVar[bool] = True
    reveals: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        pack = state.pack(self.deck, self.seat).peeked(self.seat, self.cards, self.count)
        return state.with_pack(self.deck, pack, self.seat)

    def seen_by(self, viewer: int) -> Self:
        if viewer in (self.seat, ALL_SEEING):
            return self
        return replace(self, cards=(HIDDEN,) * len(self.cards), known=(HIDDEN,) * len(self.known))

    def said(self, state: Any) -> Message | None:
        deck = state.kit.text(self.deck)
        if HIDDEN in self.known:
            return Message("kit.peeked-secret", {"deck": deck, "count": self.count})
        return Message("kit.peeked", {"deck": deck, "cards": tuple(map(state.kit.text, self.known))})


class Put(Fact, frozen=True, omit_defaults=True):
    """*card* of *deck* was used; it is discarded or removed."""

    deck: str
    card: str
    where: Where
    seat: int = TABLE

    def apply(self, state: Board) -> Board:
        pack = state.pack(self.deck, self.seat)
        if self.where == "removed":
            pack = replace(pack, removed=(*pack.removed, self.card))
        else:
            pack = replace(pack, discard=(*pack.discard, self.card))
        return state.with_pack(self.deck, pack, self.seat)


class Left(Put, frozen=True, omit_defaults=True):
    """*card* of *deck* left the game at once.

    It isn't put away after its effects.
    """

    def apply(self, state: Board) -> Board:
        queue = list(state.queue)
        queue.remove(next(job for job in queue if (job.kind, job.deck, job.card) == ("put", self.deck, self.card)))
        return super().apply(replace(state, queue=tuple(queue)))


class Shuffled(Fact, frozen=True, omit_defaults=True):
    """The discard of *deck* was shuffled into its pile or *on_top*."""

    deck: str
    on_top: bool
    seat: int = TABLE

    def apply(self, state: Board) -> Board:
        pack = state.pack(self.deck, self.seat).shuffled(is_on_top=self.on_top)
        return state.with_pack(self.deck, pack, self.seat)

    def said(self, state: Any) -> Message | None:
        return Message("kit.shuffled", {"deck": state.kit.text(self.deck)})


class Discarded(Fact, frozen=True):
    """*seat* played *card* of *deck* from its hand; it takes effect."""

    deck: str
    card: str
    seat: int
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        deck = state.deck(self.deck)
        pack = without(state.pack(self.deck, self.seat), hand_at(state, self.seat), self.card)
        pack = replace(pack, shown=self.card, way="") if pack.way else replace(pack, shown=self.card)
        laid = queued(state.with_pack(self.deck, pack, self.seat), uses(deck, deck.card(self.card), self.seat))
        fallen = Fallen(self.card, self.seat, deck.card(self.card).asks, self.deck)
        return replace(laid, questions=laid.questions + 1, fallen=fallen, chain=0)

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
        pack = without(state.pack(self.deck), hand_at(state, self.seat), self.card)
        given = state.with_pack(self.deck, dealt(pack, hand_at(state, self.to), self.card))
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


class HandsPassed(Fact, frozen=True):
    """Each hand of *deck* went to the next person."""

    deck: str
    reveals: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        pack = state.pack(self.deck)
        hands = (*pack.hands[-1:], *pack.hands[:-1])
        return state.with_pack(self.deck, replace(pack, hands=hands))

    def said(self, state: Any) -> Message | None:
        return Message("kit.hands-passed", {"deck": state.kit.text(self.deck)})


class HandFull(Fact, frozen=True):
    """*seat* has *count* cards of *deck*, more than its limit."""

    deck: str
    seat: int
    count: int

    def apply(self, state: Board) -> Board:
        return state

    def said(self, state: Any) -> Message | None:
        spec: DeckSpec = state.deck(self.deck)
        name: Value = state.names[self.seat] if 0 <= self.seat < len(state.names) else state.kit.text(self.deck)
        return Message("kit.hand-full", {"name": name, "count": self.count, "limit": spec.hand})


def _next_in_round(state: Board, deck: DeckSpec, seat: int) -> Pack:
    pack = state.pack(deck.name, seat)
    if pack.drawn < pack.round:
        return replace(pack, drawn=pack.drawn + 1)
    return replace(pack, drawn=1, round=state.round_of(deck))


CARD_FACTS: tuple[type[Fact], ...] = (
    Drawn, DrawnInSecret, Dealt, DealtInSecret, Peeked, Put, Left, Shuffled, Discarded, Gave, GaveInSecret,
    HandsPassed, HandFull,
)  # fmt: skip
