"""Hidden hands: who sees which cards, and what a viewer can't place.

A bag seen by a viewer is everything that viewer can't place, hidden hands and draw pile together, or the odds of the
next card would betray the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Self

from msgspec.structs import replace

from companion.engine.chance import Below
from companion.engine.command import Refusal
from companion.engine.referees.frame import RefereeState
from companion.engine.values.bags import Bag, bag, face_down
from companion.engine.values.seats import ALL_SEEING

Cards = tuple[str, ...]
"""Cards in whatever order they are kept in: that of arrival, or none."""


@lru_cache(maxsize=64)  # each push asks for every viewer, and most commands move no card
def unplaced_by(viewer: int, hands: tuple[Cards, ...], piles: tuple[Cards, ...]) -> Bag:
    """Return the cards that *viewer* can't place: in other hands, or face down in *piles*."""
    return bag([*_others(viewer, hands), *(card for cards in piles for card in cards)])


def hands_seen_by(viewer: int, hands: Sequence[Cards]) -> tuple[Cards, ...]:
    """Return *hands* with those of others face down."""
    return tuple(hand if seat == viewer else face_down(hand) for seat, hand in enumerate(hands))


def dealt_anew(
    viewer: int, hands: Sequence[Cards], piles: Sequence[Cards], below: Below
) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Return hands and piles of the same sizes, all cards that *viewer* can't place dealt again with *below*."""
    pool = [*_others(viewer, hands), *(card for cards in piles for card in cards)]

    def some(count: int) -> Cards:
        return tuple([pool.pop(below(len(pool))) for _ in range(count)])

    dealt = tuple([hand if seat == viewer else some(len(hand)) for seat, hand in enumerate(hands)])
    return dealt, tuple([some(len(cards)) for cards in piles])


def _others(viewer: int, hands: Sequence[Cards]) -> list[str]:
    return [card for seat, hand in enumerate(hands) if seat != viewer for card in hand]


class HiddenHands(RefereeState, frozen=True, kw_only=True, gc=False):
    """A referee's state with *hands* that only their seats see, by seat, and a *deck* without an order.

    *unplaced* is empty in the true state; in one seen by a viewer it holds every card that the viewer can't place.
    """

    hands: tuple[Bag, ...] = ()
    deck: Bag = ()
    unplaced: Bag = ()

    def holders(self) -> tuple[int, ...]:
        """Return the seats with hidden cards: everybody sees how many."""
        return tuple([seat for seat, cards in enumerate(self.hands) if cards])

    def drawable(self) -> Bag:
        """Return the cards that the next one drawn may be, as far as the viewer can tell."""
        return self.unplaced or self.deck

    def not_held(self, seat: int, card: str) -> Refusal | None:
        """Return why *seat* can't play *card* from its hand, None if it holds it."""
        return None if card in self.hands[seat] else self.refusals.not_held

    def seen_by(self, viewer: int) -> Self:
        if viewer == ALL_SEEING:
            return self
        return replace(
            super().seen_by(viewer),
            hands=hands_seen_by(viewer, self.hands),
            deck=face_down(self.deck),
            unplaced=unplaced_by(viewer, self.hands, (self.deck,)),
            resting=tuple([until if seat == viewer else "" for seat, until in enumerate(self.resting)]),
        )

    def resampled_for(self, viewer: int, below: Below) -> Self:
        """Deal anew, as many as there are, all cards that *viewer* can't place.

        Who rests isn't imagined anew: a window that nobody need be waited for closes at once, and so tells it.
        """
        hands, (deck,) = dealt_anew(viewer, self.hands, (self.deck,), below)
        return replace(super().resampled_for(viewer, below), hands=tuple(map(bag, hands)), deck=bag(deck))
