"""Pages that guide hands through questions, as the stage sees them.

The questions belong to another room.
"""

from __future__ import annotations

from typing import Protocol

from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from companion.stage.fault_pages import Pages
from hardware.cues import StageCue
from hardware.ports import LampName


class GuidePages(Pages, Protocol):
    """Pages that take a published state and light their own lamps."""

    @property
    def lit(self) -> frozenset[LampName]:
        """The page's lamps besides OK and BACK."""

    def take(self, published: Snapshot) -> None:
        """Take *published* as the current state."""


class NotGuided:
    """No such pages."""

    asks = False
    tells = False
    lit: frozenset[LampName] = frozenset()

    def turn(self, steps: int) -> None:
        """Nothing turns."""

    def put_away(self) -> None:
        """Nothing is to be put away."""

    def take(self, published: Snapshot) -> None:
        """Nothing counts."""

    def cue(self, say: Speaker) -> StageCue | None:
        """Return no page."""
        return None
