"""Facts about cards, badges and their effects (FS-K7 to FS-K16).

Fog, holes and whirlpools among them. As ``facts``.
"""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import replace

from companion.engine.fact import Fact
from companion.engine.state import swap
from companion.engine.values.bags import HIDDEN, less, plus
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING
from companion.games.fireship.rules.board.components import BADGES, HOLE, MYSTERY_DRAW, mark_of, name
from companion.games.fireship.rules.state import Sea
from companion.games.fireship.rules.values import FireshipResult


class FireshipKept(Fact, frozen=True, tag="Kept"):
    """*seat* drew *card* and keeps it hidden from the others (FS-K13)."""

    seat: int
    card: str

    def apply(self, state: Sea) -> Sea:
        question = state.questions + 1
        return replace(
            state,
            deck=less(state.deck, self.card),
            hands=swap(state.hands, self.seat, plus(state.hands[self.seat], self.card)),
            result=FireshipResult(MYSTERY_DRAW, (), question),
            questions=question,
        )

    def seen_by(self, viewer: int) -> Self | None:
        return self if viewer in (self.seat, ALL_SEEING) else replace(self, card=HIDDEN)

    def said(self, state: Any) -> Message | None:
        if self.card == HIDDEN:
            return Message("fireship.kept", {"colour": state.called(self.seat)})
        return Message("fireship.kept-own", {"colour": state.called(self.seat), "card": name(self.card)})


class FireshipTurned(Fact, frozen=True, tag="Turned"):
    """*seat* drew *card* openly, to be carried out at once.

    A Deep Hole stays on the square until it is over.
    """

    seat: int
    card: str

    def apply(self, state: Sea) -> Sea:
        deck, question = less(state.deck, self.card), state.questions + 1
        result = FireshipResult(MYSTERY_DRAW, (self.card,), question)
        return replace(state, deck=deck, discard=plus(state.discard, self.card), result=result, questions=question)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.turned", {"colour": state.called(self.seat), "card": name(self.card)})


class FireshipReshuffled(Fact, frozen=True, tag="Reshuffled"):
    """The discard was shuffled into a new deck (FS-K16).

    The old one had run out.
    """

    def apply(self, state: Sea) -> Sea:
        return replace(state, deck=state.discard, discard=())

    def said(self, state: Any) -> Message | None:
        return Message("fireship.reshuffled")


class BadgeGiven(Fact, frozen=True):
    """*seat* has another *badge* (FS-W8)."""

    seat: int
    badge: int

    def apply(self, state: Sea) -> Sea:
        row = state.badges[self.seat]
        badges = swap(state.badges, self.seat, swap(row, self.badge, row[self.badge] + 1))
        return replace(state, badges=badges, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.badge", {"colour": state.called(self.seat), "badge": name(BADGES[self.badge])})


class Doubled(Fact, frozen=True):
    """Planes, or else ships, go two steps a unit (FS-K9, FS-W9).

    For the active player and this turn only.
    """

    planes: bool

    def apply(self, state: Sea) -> Sea:
        if self.planes:
            return replace(state, planes_double=True, questions=state.questions + 1)
        return replace(state, ships_double=True, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.doubled-planes" if self.planes else "fireship.doubled-ships")


class Fogged(Fact, frozen=True):
    """*seat* is in fog until its next turn begins (FS-K10)."""

    seat: int

    def apply(self, state: Sea) -> Sea:
        return replace(state, fog=state.fog | 1 << self.seat, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.fogged", {"colour": state.called(self.seat)})


class HoleOpened(Fact, frozen=True):
    """*seat* misses another turn, its card on the colour square (FS-K11)."""

    seat: int

    def apply(self, state: Sea) -> Sea:
        holes = swap(state.holes, self.seat, state.holes[self.seat] + 1)
        return replace(state, holes=holes, discard=less(state.discard, HOLE), questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.hole", {"colour": state.called(self.seat)})


class WhirlPlaced(Fact, frozen=True):
    """*seat* put a whirlpool on *cell* (FS-K12)."""

    seat: int
    cell: int

    def apply(self, state: Sea) -> Sea:
        whirls = (*state.whirls, (self.cell, self.seat))
        return replace(state, whirls=whirls, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.whirl", mark_of(self.cell))


class WhirlGone(Fact, frozen=True):
    """The whirlpool left *cell*."""

    cell: int

    def apply(self, state: Sea) -> Sea:
        whirls = tuple(whirl for whirl in state.whirls if whirl[0] != self.cell)
        return replace(state, whirls=whirls, questions=state.questions + 1)


FACTS: tuple[type[Fact], ...] = (
    FireshipKept, FireshipTurned, FireshipReshuffled, BadgeGiven, Doubled, Fogged, HoleOpened, WhirlPlaced, WhirlGone,
)  # fmt: skip
