"""Hidden hands: cards visible to one viewer and hidden from others.

A bag seen by a viewer holds all cards that the viewer can't place, hidden hands and draw pile together. Otherwise the
odds of the next card would betray the hands.
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
"""Cards, in order of arrival or in none."""


@lru_cache(maxsize=64)  # each push asks for every viewer, and most commands move no card
def unplaced_by(viewer: int, hands: tuple[Cards, ...], piles: tuple[Cards, ...]) -> Bag:
    """Return the cards out of *viewer*'s sight: other hands and *piles*."""
    return bag([*_others(viewer, hands), *(card for cards in piles for card in cards)])


def hands_seen_by(viewer: int, hands: Sequence[Cards]) -> tuple[Cards, ...]:
    """Return *hands* with those of others face down."""
    return tuple(hand if seat == viewer else face_down(hand) for seat, hand in enumerate(hands))


def dealt_anew(
    viewer: int, hands: Sequence[Cards], piles: Sequence[Cards], below: Below
) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Deal hands and piles of the same sizes with *below*.

    Redeals all cards that *viewer* can't place.
    """
    pool = [*_others(viewer, hands), *(card for cards in piles for card in cards)]

    def some(count: int) -> Cards:
        return tuple([pool.pop(below(len(pool))) for _ in range(count)])

    dealt = tuple([hand if seat == viewer else some(len(hand)) for seat, hand in enumerate(hands)])
    return dealt, tuple([some(len(cards)) for cards in piles])


def _others(viewer: int, hands: Sequence[Cards]) -> list[str]:
    return [card for seat, hand in enumerate(hands) if seat != viewer for card in hand]


class HiddenHands(RefereeState, frozen=True, kw_only=True, gc=False):
    """A referee's state with hidden *hands* and an unordered *deck*.

    Only its own seat sees a hand. *unplaced* is empty in the true state; in a viewer's state it holds every card that
    the viewer can't place.
    """

    hands: tuple[Bag, ...] = ()
    deck: Bag = ()
    unplaced: Bag = ()

    def holders(self) -> tuple[int, ...]:
        """Return the seats with hidden cards: everybody sees how many."""
        return tuple([seat for seat, cards in enumerate(self.hands) if cards])

    def drawable(self) -> Bag:
        """Return the possible next cards, as far as the viewer can tell."""
        return self.unplaced or self.deck

    def not_held(self, seat: int, card: str) -> Refusal | None:
        """Return why *seat* can't play *card*, None if it holds it."""
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
        """Redeal all cards that *viewer* can't place, keeping hand sizes.

        Resting seats stay the same: a window that waits for nobody closes at once, and would give them away.
        """
        hands, (deck,) = dealt_anew(viewer, self.hands, (self.deck,), below)
        return replace(super().resampled_for(viewer, below), hands=tuple(map(bag, hands)), deck=bag(deck))
