"""A peek at the hands while the knob is held.

Turning it leafs through them. If several people hold cards, a page with only a name comes before each hand, so that
nobody sees another's cards by turning the knob.
"""

from __future__ import annotations

from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from companion.stage.layers import UNUSED, Chosen
from hardware.cues import HandCue

_NAME = -1
"""The page before a hand's first card; it only names its owner."""


class Peek:
    """The hands of *published*, one at a time, *seat*'s first."""

    is_held = True
    is_up = True
    has_back = False

    def __init__(self, published: Snapshot, seat: int) -> None:
        self._published = published
        game = published.open.game if published.open.state is not None else None
        seats = sorted(range(len(published.open.people)), key=lambda each: each != seat)
        hands = [] if game is None else [(each, game.hand(published.open.state_for(each), each)) for each in seats]
        self._hands = [(each, cards) for each, cards in hands if cards]
        self._first = _NAME if len(self._hands) > 1 else 0
        self._whose, self._at = 0, self._first

    @property
    def is_empty(self) -> bool:
        """Whether nobody holds a card."""
        return not self._hands

    def turn(self, steps: int) -> Chosen | None:
        """Leaf by *steps* through the hand and on to others.

        It goes to the hand's end; back, and from its name on to the next person's.
        """
        last = len(self._hands[self._whose][1]) - 1
        if steps > 0:
            self._at = min(self._at + steps, last)
        elif self._at > self._first:
            self._at = max(self._at + steps, self._first)
        else:
            self._whose = (self._whose + 1) % len(self._hands)
        return None

    def push(self) -> Chosen | None:
        """Show on: the knob is still held."""
        return None

    def back(self) -> Chosen | None:
        """Leave it to the layers below."""
        return UNUSED

    def cue(self, say: Speaker) -> HandCue:
        """Return the page, for the eyes at the table only."""
        seat, cards = self._hands[self._whose]
        shown = () if self._at == _NAME else tuple(map(say, cards))
        return HandCue(title=say(self._published.open.name_of(seat)), cards=shown, at=max(self._at, 0), private=True)
