"""Fireballs: naming, ways, targets and hits (FB-F)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

from msgspec.structs import asdict, replace

from companion.engine.corrections import Correct
from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Interrupt
from companion.engine.referees.frame import NOBODY
from companion.engine.referees.pending_steps import PendingStep, StepOpened
from companion.engine.state import Ask, swap
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.games.fireball_island.rules.board import FireballBoard, Place
from companion.games.fireball_island.rules.components import WATER, name
from companion.games.fireball_island.rules.state import FireballIsland, Loosed
from companion.games.fireball_island.rules.windows import Cause, FireballWindowClosed, NamedFireball, on_route, opened


class FireballNaming(PendingStep, frozen=True, kw_only=True):
    """The choice of a Fireball and its way by *by*.

    *cause* is its cause.
    """

    cause: Cause

    def then(self, state: FireballIsland) -> Facts:
        if any(map(state.in_reach, range(state.seats()))):
            return ()
        return (FireballNamed(self.by, self.cause, next(iter(state.rules.board.routes)), NOBODY),)


class Reporting(PendingStep, frozen=True, kw_only=True):
    """The table's report of the hits by *roller*'s real marble."""

    roller: int

    def asks(self, state: FireballIsland) -> tuple[Ask, ...]:
        return (Ask(TABLE, (*self.answers, Correct)),)

    def then(self, state: FireballIsland) -> Facts:
        return () if any(map(state.in_reach, range(state.seats()))) else (HitsReported(()),)


# ---------------------------------------------------------------------- who may be its target
def targets(state: FireballIsland, by: int) -> tuple[int, ...]:
    """Return the seats at which *by* may aim a Fireball (FB-F2).

    They are opponents in reach, or itself if there are none.
    """
    reach = [seat for seat in range(state.seats()) if state.in_reach(seat)]
    others = tuple([seat for seat in reach if seat != by])
    return others or tuple(reach)


def routes(state: FireballIsland, by: int) -> tuple[str, ...]:
    """Return the Fireball ways that hit a possible target of *by*."""
    return _hitting(state.rules.board, frozenset([state.places[seat] for seat in targets(state, by)]))


@lru_cache(maxsize=1 << 9)
def _hitting(board: FireballBoard, places: frozenset[Place]) -> tuple[str, ...]:
    """Return the ways of Fireballs that hit one of *places*."""
    return tuple([route for route, spaces in board.routes.items() if not places.isdisjoint(spaces)])


def named_target(state: FireballIsland, by: int, route: str) -> int:
    """Return the target of *by*'s Fireball on *route*: itself or ``NOBODY``.

    For Fireballs that the program rolls.
    """
    return by if set(on_route(state, route)) == {by} else NOBODY


# ---------------------------------------------------------------------- facts
class FireballDue(StepOpened, frozen=True):
    """*by* has to roll a Fireball, for a *cause*."""

    by: int
    cause: Cause
    step: ClassVar[type[Interrupt]] = FireballNaming


class FireballNamed(Fact, frozen=True):
    """*by* named a Fireball and its *route*.

    *target* is the seat that it must hit, or ``NOBODY``.
    """

    by: int
    cause: Cause
    route: str
    target: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        loosed = replace(FireballWindowClosed().apply(state), loosed=Loosed(state.questions + 1, self.by, self.route))
        return opened(loosed, NamedFireball, **asdict(self))

    def said(self, state: Any) -> Message:
        who = {"name": state.called(self.by), "way": name(self.route)}
        return Message("fireball-island.declared-fireball", who)


class FireballStopped(FireballWindowClosed, frozen=True, tag="FireballStopped"):
    """A Talisman stopped the named Fireball."""

    def apply(self, state: FireballIsland) -> FireballIsland:
        after = super().apply(state)
        return after if after.loosed is None else replace(after, loosed=replace(after.loosed, stopped=True))

    def said(self, state: Any) -> Message:
        return Message("fireball-island.fireball-stopped")


class ReportDue(StepOpened, frozen=True):
    """*roller* rolls the marble, and the table has to report the hits."""

    by: int
    roller: int
    step: ClassVar[type[Interrupt]] = Reporting


class HitsReported(FireballWindowClosed, frozen=True, tag="HitsReported"):
    """The table reported the marble's hits."""

    seats: tuple[int, ...]

    def said(self, state: Any) -> Message | None:
        return None if self.seats else Message("fireball-island.nobody-hit")


class FireballRolled(Fact, frozen=True):
    """An unstopped Fireball rolls on its *route*.

    It *missed* if it is known to hit nobody.
    """

    route: str
    missed: bool = False

    def apply(self, state: FireballIsland) -> FireballIsland:
        return state

    def said(self, state: Any) -> Message | None:
        return Message("fireball-island.nobody-hit") if self.missed else None


class FireballHit(Fact, frozen=True, tag="Hit"):
    """A Fireball hit *seat*'s piece.

    It is in *pit* now, or in the water. *jewel* is the space where the jewel that it had is now.
    """

    seat: int
    pit: Place
    jewel: Place

    def apply(self, state: FireballIsland) -> FireballIsland:
        falls, loosed = self.pit != WATER, state.loosed
        if loosed is not None:
            struck = (self.seat, state.places[self.seat], self.pit, self.jewel)
            loosed = replace(loosed, hits=(*loosed.hits, struck))
        after = replace(
            state,
            loosed=loosed,
            places=swap(state.places, self.seat, self.pit),
            lying=swap(state.lying, self.seat, falls),
            traces=swap(state.traces, self.seat, ()),
            jewel=self.jewel or state.jewel,
            owner=NOBODY if self.jewel else state.owner,
        )
        if not falls or self.seat != state.turn:
            return after
        return lose_turn(after)

    def said(self, state: Any) -> Message:
        who = {"name": state.called(self.seat), "place": name(self.pit)}
        if not self.jewel:
            return Message("fireball-island.hit", who)
        return Message("fireball-island.hit-with-jewel", {**who, "space": state.place_name(self.jewel)})


def lose_turn(state: FireballIsland) -> FireballIsland:
    """Return *state* with the turn lost except for passing the die (FB-F8)."""
    return replace(state, lost=True, step="pass", die=0, doubled=False, caving=False, ahead=0, backs=())


def hit(state: FireballIsland, seat: int) -> FireballHit:
    """Return the hit on *seat*'s piece in *state* (FB-F4, F6, F7)."""
    board, place = state.rules.board, state.places[seat]
    pit = board.pit[place]
    jewel = "" if state.owner != seat else place if pit == WATER else board.chips[pit]
    return FireballHit(seat, pit, jewel)


def hits(state: FireballIsland, seats: tuple[int, ...]) -> Facts:
    """Return the hits on the pieces of *seats*, except safe ones."""
    return tuple([hit(state, seat) for seat in seats if state.places[seat] in state.rules.board.pit])


def rolled(named: NamedFireball, state: FireballIsland) -> Facts:
    """Return the effects of an unstopped Fireball (FB-F3)."""
    if state.rules.at_table:
        in_reach = any(map(state.in_reach, range(state.seats())))
        return (FireballRolled(named.route), ReportDue(TABLE, named.by)) if in_reach else ()
    found = hits(state, on_route(state, named.route))
    return (FireballRolled(named.route, missed=not found), *found)


FACTS: tuple[type[Fact], ...] = (
    FireballDue, FireballNamed, FireballStopped, ReportDue, HitsReported, FireballRolled, FireballHit,
)  # fmt: skip
