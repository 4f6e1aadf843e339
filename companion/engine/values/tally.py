"""Tallies: a finished game in four numbers and one best deed.

They are computed from its facts. A game names the facts that count in its ``tally``
(:class:`~companion.engine.game.GameRules`): its ``counted`` gives a key for each event of a step, and the engine counts
the keys. Keys are few, however long a game is. Nobody is named for a loss: a deed always helped its doer, or everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from companion.engine.values.message import Message

Label: TypeAlias = Message | str
Key: TypeAlias = tuple[str | int, ...]
"""A countable event: its kind, its seat and its subject."""
Counts: TypeAlias = Mapping[Key, int]


class Figure(Struct, frozen=True):
    """One of the numbers: *value*, explained by *label*."""

    value: int
    label: Label


def figure(value: int, key: str) -> Figure:
    """Return *value* labelled by the sentence *key*, possibly a plural."""
    return Figure(value, Message(key, {"count": value}))


class Deed(Struct, frozen=True):
    """The best deed of *seat*; *text* follows the name."""

    seat: int
    text: Label


class Medal(Struct, frozen=True, omit_defaults=True):
    """A prize: won, missing, or out of reach (*look*)."""

    sign: str
    label: Label
    look: Literal["got", "missing", "gone"] = "got"
    owner: int | None = None
    """The owning seat, None if it is everybody's."""


class Tally(Struct, frozen=True, omit_defaults=True):
    """The outcome of a game.

    *ringed* is the id of the cell by which it was lost.
    """

    numbers: tuple[Figure, Figure, Figure, Figure]
    best: Deed | None = None
    medals: tuple[Medal, ...] = ()
    ringed: str = ""


class Tallying(Struct, frozen=True):
    """Functions that compute a game's tally.

    *counted* gives the keys of a step's facts and of the state before it. *told* makes the tally of the counted keys
    and the state at the end. Both use only what a watcher knows.
    """

    counted: Callable[[tuple[Any, ...], Any], Iterable[Key]]
    told: Callable[[Counts, Any], Tally]


def best_of(counts: Counts, kinds: Iterable[str]) -> tuple[Key, int] | None:
    """Return the most frequent key of the first matching kind.

    Tries *kinds* in order. Returns the key and its count; None for none. Ties are broken by the keys' own order, so
    that the same game always gives the same tally.
    """
    for kind in kinds:
        found = [(times, key) for key, times in counts.items() if key[0] == kind]
        if found:
            times, key = min(found, key=lambda each: (-each[0], each[1][1:]))
            return key, times
    return None


def deed_of(counts: Counts, sentences: Mapping[str, str]) -> Deed | None:
    """Return the best deed of the first matching kind, None for none.

    Tries the kinds in *sentences* in order. Their keys are a kind and a seat, and their sentences get the ``count``.
    """
    found = best_of(counts, sentences)
    if found is None:
        return None
    (kind, seat), times = found
    return Deed(int(seat), Message(sentences[str(kind)], {"count": times}))


def sum_of(counts: Counts, kind: str) -> int:
    """Count the keys of *kind*, of all seats."""
    return sum(times for key, times in counts.items() if key[0] == kind)
