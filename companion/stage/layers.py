"""Layers: the screens of the table at rest, each above the next.

Menus, hands, the digits for phones, pages and the last event are all layers. The topmost layer that is up is on show.
A press or a turn goes to the topmost layer that handles it.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from hardware.cues import StageCue
from hardware.ports import LampName


class Chosen(Struct, frozen=True):
    """A complete *line*, chosen by hand for *seat*.

    It is from the offers of *version*. *why* it isn't allowed is for people.
    """

    line: str
    seat: int
    version: int
    why: Message | None = None


UNUSED = Chosen("", TABLE, 0)
"""The answer of a layer that doesn't handle an event."""
MENU = Chosen("menu", TABLE, 0)
"""The answer of a layer over which the menu opens."""
CORRECTIONS = Chosen("corrections", TABLE, 0)
"""The answer of a layer over which the corrections open."""


class Layer(Protocol):
    """One screen of the table at rest.

    A turn, a push or a BACK returns the chosen line. It returns None if the layer handled it alone: draw it again.
    """

    @property
    def is_up(self) -> bool:
        """Whether it has anything to show."""

    @property
    def has_back(self) -> bool:
        """Whether BACK leads anywhere from it."""

    def turn(self, steps: int) -> Chosen | None:
        """Turn by *steps* of the knob."""

    def push(self) -> Chosen | None:
        """Enter, answer or dismiss the layer."""

    def back(self) -> Chosen | None:
        """Go up, or dismiss the layer."""

    def cue(self, say: Speaker) -> StageCue | None:
        """Return its cue, None for nothing."""


class Overlay(Layer, Protocol):
    """A layer over all others: a menu or a hand of cards."""

    @property
    def is_held(self) -> bool:
        """Whether a finger holds it open; then only a result dismisses it."""


class StateLayer(Layer, Protocol):
    """A layer that follows the published state."""

    def take(self, published: Snapshot) -> None:
        """Take *published* as the current state."""


class GuidePages(StateLayer, Protocol):
    """Pages that lead through questions, and light their own lamps."""

    @property
    def lit(self) -> frozenset[LampName]:
        """The page's lamps besides OK and BACK."""
