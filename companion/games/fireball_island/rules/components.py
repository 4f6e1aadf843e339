"""The contents of the box: cards, die and tokens (FB-C).

The words for caves and pits are here, too.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.values.bags import Bag, bag
from companion.engine.values.message import Message

TEXTS = "fireball-island.words"
"""Prefix of the texts for cards, places and verbs."""
MAX_PEOPLE = 4
DIE = (1, 2, 3, 4, 5, 6)
HAND = 4
"""The limit of a hand (FB-K1)."""
BONUS_TURNS = 3

FIREBALL, FAKE_JEWEL, CANCEL, TALISMAN = "fireball", "fake-jewel", "cancel", "magic-talisman"
REROLL, ANOTHER_TURN, TAKE_CARD, DOUBLE = "reroll", "take-another-turn", "take-one-card", "double"
AHEAD: Mapping[str, int] = {f"move-ahead-{count}": count for count in (4, 5, 6)}
BACK: Mapping[str, int] = {f"move-back-{count}": count for count in (1, 2, 3)}
CARD_COUNTS: Mapping[str, int] = {
    FIREBALL: 4, FAKE_JEWEL: 2, CANCEL: 4, TALISMAN: 4, REROLL: 4, ANOTHER_TURN: 4, TAKE_CARD: 4, DOUBLE: 4,
    **dict.fromkeys((*AHEAD, *BACK), 3),
}  # fmt: skip
CARDS: Bag = bag(card for card, count in CARD_COUNTS.items() for _ in range(count))

CAVES = tuple(f"cave-{number}" for number in DIE)
SHUT_CAVE = "cave-4"
"""The cave without a way out to a trail (FB-C3)."""
PITS = tuple(f"pit-{letter}" for letter in "abcdef")
WATER = "water"
OFF_TRAIL = frozenset((*CAVES, *PITS, WATER))
"""Places beside the trails: nothing hits, passes or moves a piece there."""
NOT_YET, HELD, TRADED = "not-yet", "held", "traded"
"""States of a player's one Magic Charm token (FB-M7)."""


def name(word: str) -> Message:
    """Return the name of a card, a place or a verb."""
    return Message(f"{TEXTS}.{word}")
