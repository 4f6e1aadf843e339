"""Tallies: the outcome of a game in four numbers and one best deed, worked out from its facts.

A game names what of its facts counts in its ``tally`` (:class:`~companion.engine.game.GameRules`): its ``counted``
gives a key for each thing that a step did, and the engine counts how often each key came. Keys are few, however long a
game is. Nobody is named for a loss: a deed is always something that helped whoever did it, or everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from companion.engine.values.message import Message

Label: TypeAlias = Message | str
Key: TypeAlias = tuple[str | int, ...]
"""Something that can happen more than once: its kind, and of whom and of what it is."""
Counts: TypeAlias = Mapping[Key, int]


class Figure(Struct, frozen=True):
    """One of the numbers: *value* of what *label* says."""

    value: int
    label: Label


def figure(value: int, key: str) -> Figure:
    """Return *value* as a number whose label is the sentence *key*, which may have a plural."""
    return Figure(value, Message(key, {"count": value}))


class Deed(Struct, frozen=True):
    """The best thing that *seat* did: *text* goes on behind the name."""

    seat: int
    text: Label


class Medal(Struct, frozen=True, omit_defaults=True):
    """Something that was to be won: *look* tells whether it was won, is missing, or can't be won any more."""

    sign: str
    label: Label
    look: Literal["got", "missing", "gone"] = "got"
    owner: int | None = None
    """The seat whose it is, where it isn't everybody's."""


class Tally(Struct, frozen=True, omit_defaults=True):
    """The outcome of a game; *ringed* is the id of the cell by which it was lost."""

    numbers: tuple[Figure, Figure, Figure, Figure]
    best: Deed | None = None
    medals: tuple[Medal, ...] = ()
    ringed: str = ""


class Tallying(Struct, frozen=True):
    """A game's way to its tally: *counted* gives the keys of a step's facts and of the state before it.

    *told* makes the tally of how often each key came and of the state at the end. Both use only what a watcher knows.
    """

    counted: Callable[[tuple[Any, ...], Any], Iterable[Key]]
    told: Callable[[Counts, Any], Tally]


def best_of(counts: Counts, kinds: Iterable[str]) -> tuple[Key, int] | None:
    """Return the key of the first of *kinds* that came at all and how often, the most frequent one; None for none.

    Keys that came equally often stand in their own order, so that the same game is always told alike.
    """
    for kind in kinds:
        found = [(times, key) for key, times in counts.items() if key[0] == kind]
        if found:
            times, key = min(found, key=lambda each: (-each[0], each[1][1:]))
            return key, times
    return None


def deed_of(counts: Counts, sentences: Mapping[str, str]) -> Deed | None:
    """Return the best deed by the first of the kinds in *sentences* that came at all; None for none.

    Its keys are a kind and a seat, and its sentence is told with their ``count``.
    """
    found = best_of(counts, sentences)
    if found is None:
        return None
    (kind, seat), times = found
    return Deed(int(seat), Message(sentences[str(kind)], {"count": times}))


def sum_of(counts: Counts, kind: str) -> int:
    """Return how often keys of *kind* came, of whomever they are."""
    return sum(times for key, times in counts.items() if key[0] == kind)
