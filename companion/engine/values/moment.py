"""Moments: events with a scene of their own.

Phones, televisions and the table's own page show them. A game names the facts in its ``moments``
(:class:`~companion.engine.game.GameRules`). A moment contains only what a watcher may know. It is sent with the log's
sentence of the same event, and so never before its reveal.
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
"""The look, sound and feel of a moment.

A start (deal), the sea (flood, sink, rise), a find or gain (treasure, gain), a target (attack), its outcome (shot,
blast, strike, loss), and the end (won, lost).
"""


class Introduced(Struct, frozen=True, omit_defaults=True):
    """A person introduced at the start of a game.

    *label* is their role or name, *look* their colour, *sign* their picture.
    """

    seat: int
    label: Message | str
    look: str = ""
    sign: str = ""


class Moment(Struct, frozen=True, omit_defaults=True):
    """A scene with a short *title* and one line of *detail*.

    The *title* has two or three words. Something that climbs in it has reached *at* of *of*; *track* names its marks
    from the lowest. *sign* is its picture, *seats* are the people concerned. *marked* are cells of the game's first
    board, and *note* explains them. *people* are introduced.
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
        """Return the scene with a doer in its detail."""
        return self if isinstance(self.detail, str) else replace(self, detail=done_by(self.detail, who))


Moments: TypeAlias = Mapping[type, Callable[[Any, Any], Moment | None]]
"""Makers of a moment, by kind of fact.

Called with the fact and the state after the whole step; None for no moment this time.
"""
