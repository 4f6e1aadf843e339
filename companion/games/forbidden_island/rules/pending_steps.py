"""Steps due before all others: discards and swims (FI-T5).

A discard goes down to the hand limit, a swim leads off a sunk tile. Both are interrupts, with the facts that open and
answer them. Of several the one on top comes first; play alone never brings a discard and a sunk tile together, but a
correction can. The game's declaration lists the commands that answer them, since commands are made of facts.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.command import Kinds
from companion.engine.corrections import Correct
from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Interrupt, Settled, change, push
from companion.engine.referees.pending_steps import PendingStep
from companion.engine.state import Ask, swap
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.games.forbidden_island.rules.components import ADVENTURERS, LIFT, TILES
from companion.games.forbidden_island.rules.facts import ForbiddenEnded
from companion.games.forbidden_island.rules.state import ForbiddenIsland, name


class DiscardDue(PendingStep, frozen=True, kw_only=True):
    """A discard by a seat with too many cards (FI-H1).

    It comes before play goes on.
    """

    def asks(self, state: Any) -> tuple[Ask, ...]:
        asks: tuple[Ask, ...] = state.asked_beside(self.by, self.answers)
        return asks

    def then(self, state: ForbiddenIsland) -> Facts:
        return () if state.room(self.by) < 0 else (Settled(),)


class Sinking(Interrupt, frozen=True):
    """The sinking of *tile* under pawns (FI-F4, FI-F6).

    While *window* is open they may be lifted off; then each swims.
    """

    tile: int
    window: bool
    by_lift: ClassVar[Kinds] = ()
    by_swimming: ClassVar[Kinds] = ()
    by_nothing: ClassVar[Kinds] = ()

    def asks(self, state: ForbiddenIsland) -> tuple[Ask, ...]:
        swimmer = self.next_swimmer(state)
        if swimmer >= 0:
            return self.asked_beside(state, swimmer, self.by_swimming)
        return self.asked_beside(state, state.turn, self.by_nothing)

    def asked_beside(self, state: ForbiddenIsland, seat: int, kinds: Kinds) -> tuple[Ask, ...]:
        """Return the questions while *seat* has to do one of *kinds*.

        Besides, only lifts are played, in the window alone.
        """
        asked = {seat: kinds}
        for holder, cards in enumerate(state.specials):
            if self.window and LIFT in cards:
                asked[holder] = (*asked.get(holder, ()), *self.by_lift)
        return (*(Ask(each, asked[each]) for each in asked), Ask(TABLE, (Correct,)))

    def then(self, state: ForbiddenIsland) -> Facts:
        swimmers = state.swimmers()
        if not swimmers:
            return (Settled(),)
        if self.window:
            return () if state.lift_held() else (ForbiddenWindowClosed(),)
        for seat in swimmers:
            if not state.refuge(seat):
                return (ForbiddenEnded("pawn", ADVENTURERS[state.roles[seat]]),)
        return ()

    def next_swimmer(self, state: ForbiddenIsland) -> int:
        """Return the next seat to swim, -1 if nobody can.

        While lifts may come, a seat that can't swim is skipped.
        """
        return next((seat for seat in state.swimmers() if not self.window or state.refuge(seat)), -1)


def sinking(state: ForbiddenIsland) -> Sinking | None:
    """Return the sunk tile that pawns must still leave, or None.

    A correction may overfill a hand meanwhile: then the discard is on top, and comes first.
    """
    sunk = next((each for each in state.pending if isinstance(each, Sinking)), None)
    return sunk if sunk is not None and state.swimmers() else None


class DiscardOwed(Fact, frozen=True):
    """*seat* has more cards than the hand limit."""

    seat: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return push(state, DiscardDue(by=self.seat))

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.discard-owed", {"name": state.called(self.seat)})


class Stranded(Fact, frozen=True):
    """Pawns were on *tile* when it sank.

    In the *window* they may be lifted off before they swim.
    """

    tile: int
    window: bool

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return push(state, Sinking(tile=self.tile, window=self.window))

    def said(self, state: Any) -> Message | None:
        return Message(
            "forbidden-island.window-open" if self.window else "forbidden-island.must-swim",
            {"tile": name(TILES[self.tile])},
        )


class ForbiddenWindowClosed(Fact, frozen=True, tag="WindowClosed"):
    """No Helicopter Lift comes for the pawns off the sunk tile."""

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return _closed(state)

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.window-closed")


class Swam(Fact, frozen=True):
    """The pawn of *seat* swam to *to*; the window is closed."""

    seat: int
    to: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return _closed(replace(state, pawns=swap(state.pawns, self.seat, self.to), questions=state.questions + 1))

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.swam", {"name": state.called(self.seat), "tile": name(TILES[self.to])})


def _closed(state: ForbiddenIsland) -> ForbiddenIsland:
    top = state.top()
    if not isinstance(top, Sinking) or not top.window:
        return state
    after: ForbiddenIsland = change(state, replace(top, window=False))
    return replace(after, questions=after.questions + 1)
