"""The cards of a deck in play, and each viewer's part."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Below
from companion.engine.values.bags import HIDDEN, Bag, Pile, bag, less, on_top, size, take
from companion.engine.values.seats import ALL_SEEING
from companion.kits.format.spec import DeckSpec


class Pack(Struct, frozen=True):
    """The cards of one deck: pile, discard, removed, and hands.

    *drawn* of *round* cards have been drawn in this round; *shown* is the last card drawn openly, and *way* how it came
    up. *peeks* are the seats that know each bag of the pile, from the top: a bag of one card that they looked at, or ()
    for an ordinary bag.
    """

    pile: Pile
    discard: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    drawn: int = 0
    round: int = 0
    shown: str = ""
    way: str = ""
    peeks: tuple[tuple[int, ...], ...] = ()

    @property
    def left(self) -> int:
        """Number of cards face down in the pile.

        In a viewer's state the pile also holds the hidden cards of hands; they aren't counted.
        """
        hidden = sum(hand.count(HIDDEN) for hand in self.hands)
        if self.peeks:
            hidden += sum(cards == (HIDDEN,) for cards in self.pile)
        return size(self.pile) - hidden

    @property
    def top(self) -> Bag:
        """The cards that may be the next one."""
        if self.peeks and self.pile[0] == (HIDDEN,):
            return self.pile[-1]
        return self.pile[0]

    def without_top(self, card: str) -> Pack:
        """Return the pack without *card* of its top bag."""
        pile = take(self.pile, card)
        peeks = self.peeks[1:] if len(pile) < len(self.pile) else self.peeks
        return replace(self, pile=pile, peeks=_ended(peeks))

    def without_bottom(self, card: str) -> Pack:
        """Return the pack without *card* of its bottom bag."""
        rest = less(self.pile[-1], card)
        pile = (*self.pile[:-1], rest) if rest else self.pile[:-1]
        return replace(self, pile=pile, peeks=_ended(self.peeks[: len(pile)]))

    def shuffled(self, *, is_on_top: bool) -> Pack:
        """Return the pack with its discard shuffled into the pile."""
        if is_on_top:
            peeks = ((), *self.peeks) if self.peeks and self.discard else self.peeks
            return replace(self, pile=on_top(self.pile, bag(self.discard)), discard=(), peeks=peeks)
        pile = on_top((), bag([*(card for cards in self.pile for card in cards), *self.discard]))
        return replace(self, pile=pile, discard=(), peeks=())

    def gathered(self) -> Pack:
        """Return the pack with all cards in play in its pile."""
        in_hands = (card for hand in self.hands for card in hand)
        cards = [*(card for cards in self.pile for card in cards), *self.discard, *in_hands]
        hands = ((),) * len(self.hands)
        return Pack(on_top((), bag(cards)), removed=self.removed, hands=hands, round=self.round)

    def forgotten(self) -> Pack:
        """Return the pack as if nobody had looked at its cards."""
        if not self.peeks:
            return self
        return replace(self, pile=on_top((), bag(card for cards in self.pile for card in cards)), peeks=())

    # ------------------------------------------------------------------ looked at
    def known_top(self) -> int:
        """Count the single cards on top that somebody looked at."""
        found = 0
        while found < len(self.peeks) and self.peeks[found]:
            found += 1
        return found

    def peeked(self, seat: int, cards: tuple[str, ...], count: int) -> Pack:
        """Return the pack after *seat* saw its top *count* cards.

        *cards* are those that nobody had seen before, in order.
        """
        known, pile = self.known_top(), self.pile
        singles = list(pile[:known])
        rest = pile[known:]
        for card in cards:
            singles.append((card,))
            rest = take(rest, card)
        peeks = (*self.peeks[:known], *((),) * len(cards), *self.peeks[known:])
        seen = tuple(tuple(sorted({*each, seat})) if at < count else each for at, each in enumerate(peeks))
        return replace(self, pile=(*singles, *rest), peeks=seen)

    def seen_by(self, deck: DeckSpec, viewer: int, *, hides: bool) -> Pack:
        """Return the pack as *viewer* knows it; it *hides* hands.

        All cards that the viewer can't place go into one bag: the odds of the pile alone would betray the hands.
        """
        if viewer == ALL_SEEING or not (hides or self.peeks):
            return self
        hands, unplaced = list(self.hands), []
        for seat, hand in enumerate(hands if hides else ()):
            if seat != viewer:
                unplaced += [card for card in hand if deck.card(card).secret]
                hands[seat] = tuple(HIDDEN if deck.card(card).secret else card for card in hand)
        singles = [self._single_for(viewer, at) for at in range(len(self.peeks))]
        ordinary = [at for at in range(len(self.pile)) if at >= len(singles) or not singles[at]]
        unplaced += [card for at, seen in enumerate(singles) if seen == (HIDDEN,) for card in self.pile[at]]
        if hides:
            known = [seen for seen in singles if seen]
            unplaced += [card for at in ordinary for card in self.pile[at]]
            peeks = tuple(seats for seats in self.peeks if seats)
            return replace(self, pile=(*known, *_bags(unplaced)), hands=tuple(hands), peeks=peeks)
        shown = tuple(singles[at] if at < len(singles) and singles[at] else cards for at, cards in enumerate(self.pile))
        return replace(self, pile=_with_last(shown, unplaced, len(singles)))

    def _single_for(self, viewer: int, at: int) -> Bag:
        """Return *viewer*'s view of single card *at*, () without one."""
        if not self.peeks[at]:
            return ()
        return self.pile[at] if viewer in self.peeks[at] else (HIDDEN,)

    def resampled_for(self, deck: DeckSpec, viewer: int, below: Below, *, hides: bool) -> Pack:
        """Return a pack that *viewer* can't tell from this one."""
        places = [at for at, seats in enumerate(self.peeks) if seats and viewer not in seats]
        known = [at for at, seats in enumerate(self.peeks) if seats and viewer in seats]
        if not (hides or places):
            return self
        unseen = [seat for seat in range(len(self.hands)) if seat != viewer] if hides else []
        secret = [card for seat in unseen for card in self.hands[seat] if deck.card(card).secret]
        if hides:
            loose = [card for at, cards in enumerate(self.pile) if at not in known for card in cards]
        else:
            last = [] if len(self.pile) == len(self.peeks) else list(self.pile[-1])
            loose = [*(card for at in places for card in self.pile[at]), *last]
        pool = bag([*secret, *loose])
        hands = list(self.hands)
        for seat in unseen:
            hand = []
            for card in hands[seat]:
                if deck.card(card).secret:
                    card, pool = _drawn(pool, tuple(each for each in pool if deck.card(each).secret), below)
                hand.append(card)
            hands[seat] = tuple(hand)
        pile = list(self.pile)
        for at in places:
            card, pool = _drawn(pool, pool, below)
            pile[at] = (card,)
        if hides and not self.peeks:
            return replace(self, pile=(pool,) if pool else (), hands=tuple(hands))
        return replace(self, pile=self._refilled(pile, pool, hides=hides), hands=tuple(hands))

    def _refilled(self, pile: list[Bag], pool: Bag, *, hides: bool) -> Pile:
        """Return *pile* with *pool* in its ordinary bags."""
        bags = [at for at in range(len(pile)) if at >= len(self.peeks) or not self.peeks[at]]
        if not hides:
            bags = bags[-1:] if len(pile) > len(self.peeks) else []
        left = list(pool)
        for at in bags:
            count = len(self.pile[at])
            pile[at] = bag(left[:count])
            left = left[count:]
        return tuple(pile)


def _drawn(pool: Bag, fitting: tuple[str, ...], below: Below) -> tuple[str, Bag]:
    card = fitting[below(len(fitting))]
    return card, less(pool, card)


def _bags(cards: list[str]) -> Pile:
    return (bag(cards),) if cards else ()


def _with_last(pile: Pile, cards: list[str], singles: int) -> Pile:
    """Return *pile* with *cards* at the bottom, below *singles*."""
    if not cards:
        return pile
    if len(pile) > singles:
        return (*pile[:-1], bag([*pile[-1], *cards]))
    return (*pile, bag(cards))


def _ended(peeks: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return *peeks* without ordinary bags at their end."""
    while peeks and not peeks[-1]:
        peeks = peeks[:-1]
    return peeks
