"""The harbour's places and cards: the same in every game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from companion.engine.values.bags import bag
from companion.engine.values.message import Message

Place = Literal["north", "south", "east", "west", "reef", "buoy", "sandbank", "lighthouse", "wreck"]
QUAYS: tuple[Place, ...] = ("north", "south", "east", "west")
"""By seat."""
WRECK: Place = "wreck"
WAYS: tuple[tuple[Place, Place], ...] = (
    ("north", "reef"), ("north", "buoy"), ("south", "lighthouse"), ("south", "sandbank"),
    ("east", "buoy"), ("east", "sandbank"), ("west", "reef"), ("west", "lighthouse"),
    ("reef", "buoy"), ("buoy", "sandbank"), ("sandbank", "lighthouse"), ("lighthouse", "reef"),
    ("wreck", "reef"), ("wreck", "buoy"), ("wreck", "sandbank"), ("wreck", "lighthouse"),
)  # fmt: skip
FOG, WIND = "fog", "wind"
CARDS = bag((FOG,) * 6 + (WIND,) * 6)
HAND = 2
DIE = (1, 2, 3, 4, 5, 6)
CAPTURES = 3
"""What the die has to show at least."""


def name(word: str) -> Message:
    """Return the name of a place, a card or a verb."""
    return Message(f"harbour.words.{word}")


@cache
def places(people: int) -> tuple[Place, ...]:
    """Return the places where *people* play: a quay for each, and all that is no quay."""
    used = QUAYS[:people]
    return (*used, *dict.fromkeys(place for way in WAYS for place in way if place not in QUAYS))


@cache
def neighbours(people: int) -> Mapping[str, tuple[Place, ...]]:
    """Return for each place where *people* play those that one can sail to from it, quays of others among them."""
    here = places(people)
    both = (*WAYS, *((there, place) for place, there in WAYS))
    return {each: tuple(there for place, there in both if place == each and there in here) for each in here}
