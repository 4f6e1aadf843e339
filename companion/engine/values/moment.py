"""Moments: what of all that happened is worth a scene of its own, on phones, television and the table's own page.

A game names the facts that are one in its ``moments`` (:class:`~companion.engine.game.GameRules`). A moment is made of
what a watcher may know, is sent with the sentence of the log that tells the same, and so never before its reveal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.values.message import Message, done_by

Kind: TypeAlias = Literal[
    "deal", "flood", "sink", "rise", "treasure", "attack", "shot", "blast", "strike", "gain", "loss", "won", "lost",
]  # fmt: skip
"""How it looks, sounds and feels: what begins (deal), what the sea does (flood, sink, rise), what is found or taken
(treasure, gain), who is meant (attack), what comes of it (shot, blast, strike, loss), and how it ends (won, lost)."""


class Introduced(Struct, frozen=True, omit_defaults=True):
    """Somebody who is introduced as a game begins: the *seat*, as whom (*label*), in which colour, with which sign."""

    seat: int
    label: Message | str
    look: str = ""
    sign: str = ""


class Moment(Struct, frozen=True, omit_defaults=True):
    """A scene: its *title* in two or three words and one line of *detail*.

    *at* of *of* is how high something stands that climbs in it, its marks called as *track* says, from the lowest;
    *sign* is what is shown; *seats* are meant by it. *marked* are cells of the game's first board, and *note* tells
    what is with them; *people* are introduced.
    """

    kind: Kind
    title: Message | str
    detail: Message | str = ""
    sign: str = ""
    seats: tuple[int, ...] = ()
    at: int = 0
    of: int = 0
    track: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    note: Message | str = ""
    people: tuple[Introduced, ...] = ()

    def done_by(self, who: str | Message) -> Moment:
        """Return the scene with *who* as the doer of what its detail tells."""
        return self if isinstance(self.detail, str) else replace(self, detail=done_by(self.detail, who))


Moments: TypeAlias = Mapping[type, Callable[[Any, Any], Moment | None]]
"""What makes a moment of each kind of fact and of the state after the whole step, None where it is none this time."""
