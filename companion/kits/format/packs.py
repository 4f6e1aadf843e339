"""The packs of cards for every kit, such as ``pack = "52"``.

The tarot is the pack of 78 cards for the game of that name.
"""

from __future__ import annotations

from collections.abc import Mapping

SUITS = ("spades", "hearts", "diamonds", "clubs")
_LOW = ("two", "three", "four", "five", "six")
_HIGH = ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_TRUMPS = tuple(f"trump-{number}" for number in range(1, 22))


def _suited(*ranks: str) -> tuple[str, ...]:
    return tuple(f"{rank}-of-{suit}" for suit in SUITS for rank in ranks)


PACKS: Mapping[str, tuple[str, ...]] = {
    "52": _suited(*_LOW, *_HIGH),
    "54": (*_suited(*_LOW, *_HIGH), "red-joker", "black-joker"),
    "32": _suited(*_HIGH),
    "tarot": (*_suited("ace", *_LOW, *_HIGH[:5], "knight", "queen", "king"), *_TRUMPS, "excuse"),
}
"""The cards of each pack; their texts are ``packs.CARD``."""
PACKED = frozenset(card for cards in PACKS.values() for card in cards)
