"""Moments: what of all that happened is worth a scene of its own, on phones, television and the table's own page.

A game names the facts that are one in its ``moments`` (:class:`~companion.engine.game.GameRules`). A moment is made of
what a watcher may know, is sent with the sentence of the log that tells the same, and so never before its reveal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from companion.engine.values.message import Message

Kind: TypeAlias = Literal[
    "deal", "flood", "sink", "rise", "treasure", "attack", "shot", "blast", "strike", "gain", "loss", "won", "lost",
]  # fmt: skip
"""How it looks, sounds and feels: what begins (deal), what the sea does (flood, sink, rise), what is found or taken
(treasure, gain), who is meant (attack), what comes of it (shot, blast, strike, loss), and how it ends (won, lost)."""


class Moment(Struct, frozen=True, omit_defaults=True):
    """A scene: its *title* in two or three words and one line of *detail*.

    *at* of *of* is how high something stands that climbs in it; *sign* is what is shown; *seats* are meant by it.
    """

    kind: Kind
    title: Message | str
    detail: Message | str = ""
    sign: str = ""
    seats: tuple[int, ...] = ()
    at: int = 0
    of: int = 0


Moments: TypeAlias = Mapping[type, Callable[[Any, Any], Moment | None]]
"""What makes a moment of each kind of fact and of the state after the whole step, None where it is none this time."""
