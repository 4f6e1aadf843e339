"""A peek at the hands: what the knob shows while it is held, and turning it leafs through."""

from __future__ import annotations

from companion.cues import Speaker
from companion.session import Published
from hardware.ports import HandCue


class Peek:
    """The hands of *published*, card after card and seat after seat, from the hand of *seat* if it has any."""

    def __init__(self, published: Published, seat: int) -> None:
        self._published = published
        game, state = published.game, published.state
        seats = range(len(published.people)) if game is not None and state is not None else ()
        self._hands = {
            each: cards
            for each in seats
            if game is not None and state is not None and (cards := game.hand(state.seen_by(each), each))
        }
        self._places = [(each, at) for each, cards in self._hands.items() for at in range(len(cards))]
        self._place = next((place for place, (each, _) in enumerate(self._places) if each == seat), 0)

    @property
    def is_empty(self) -> bool:
        """Whether nobody holds a card."""
        return not self._places

    def turn(self, steps: int) -> None:
        """Leaf on."""
        self._place = (self._place + steps) % len(self._places)

    def cue(self, say: Speaker) -> HandCue:
        """Return the hand, for the eyes at the table only."""
        seat, at = self._places[self._place]
        cards = tuple(map(say, self._hands[seat]))
        return HandCue(title=self._published.name_of(seat), cards=cards, at=at, private=True)
