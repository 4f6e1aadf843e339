"""What players may do in Harbour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from companion.engine.command import Command, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.referees.declarations import Answer, Declaration, PassUntil
from companion.engine.referees.pending_steps import PendingStep, SetInMotion
from companion.engine.referees.refusals import refusal

from .boarding import Boarded, Boarding, DeclaredBoarding, DeclaredFog, FogPlayed
from .facts import Sailed, Stayed, WindPlayed, arrived
from .places import FOG, QUAYS, WIND, Place
from .state import Harbour

TEXTS = "harbour.words"
NO_WAY = refusal("harbour.no-way", "HB-T1")
CLOSED = refusal("harbour.closed", "HB-T2")
NOT_OWED = refusal("harbour.not-owed", "HB-B4")


class _InTurn(Command, frozen=True):
    """What the player whose turn it is may do."""

    texts: ClassVar[str] = TEXTS

    def why_not(self, state: Harbour) -> Refusal | None:
        return state.not_in_turn(self.seat) or self.refused(state)

    def refused(self, state: Harbour) -> Refusal | None:
        """Return why the player whose turn it is can't do this."""
        return None

    @classmethod
    def tries(cls, state: Harbour, seat: int) -> Iterable[Self]:
        return () if (command := cls(seat)).why_not(state) else (command,)


class Sail(_InTurn, frozen=True):
    """Sail to a neighbouring *place*; where another boat lies that is a boarding."""

    place: Place
    verb: ClassVar[str] = "sail"
    role: ClassVar[Role] = "board"

    def refused(self, state: Harbour) -> Refusal | None:
        if self.place in state.reachable(self.seat):
            return None
        return CLOSED if self.place in QUAYS and self.place != QUAYS[self.seat] else NO_WAY

    def facts(self, state: Harbour) -> Facts:
        other = state.boat_at(self.place)
        if other is not None:
            return (Boarded(self.seat, other, self.place),)
        sailed = Sailed(self.seat, self.place)
        return (sailed, *arrived(sailed.apply(state), self.seat, self.place))

    @classmethod
    def tries(cls, state: Harbour, seat: int) -> Iterable[Self]:
        return () if state.not_in_turn(seat) else tuple(cls(seat, place) for place in state.reachable(seat))


class PlayWind(_InTurn, frozen=True):
    """Play wind, to sail once more in this turn."""

    verb: ClassVar[str] = WIND
    role: ClassVar[Role] = "hand"

    def refused(self, state: Harbour) -> Refusal | None:
        return state.not_held(self.seat, WIND)

    def facts(self, state: Harbour) -> Facts:
        return (WindPlayed(self.seat),)


class Stay(_InTurn, frozen=True):
    """Stay where the boat lies, and end the turn."""

    verb: ClassVar[str] = "stay"
    role: ClassVar[Role] = "end"

    def facts(self, state: Harbour) -> Facts:
        return (Stayed(self.seat),)


class PlayFog(Answer, frozen=True):
    """Call off what was declared."""

    verb: ClassVar[str] = FOG
    texts: ClassVar[str] = TEXTS

    def refused(self, state: Harbour, declaration: Any) -> Refusal | None:
        return state.not_held(self.seat, FOG)

    def facts(self, state: Harbour) -> Facts:
        return (FogPlayed(self.seat),)


class Roll(SetInMotion, frozen=True):
    """Roll the die for the boat that is boarded."""

    verb: ClassVar[str] = "roll"
    role: ClassVar[Role] = "first"
    texts: ClassVar[str] = TEXTS
    step: ClassVar[type[PendingStep]] = Boarding
    not_due: ClassVar[Refusal] = NOT_OWED


DECLARATIONS: tuple[type[Declaration], ...] = (DeclaredBoarding, DeclaredFog)
for each in DECLARATIONS:
    each.answers = (PlayFog, PassUntil)
Boarding.answers = (Roll,)
IN_TURN: tuple[type[Command], ...] = (Sail, PlayWind, Stay)
COMMANDS: tuple[type[Command], ...] = (*IN_TURN, PlayFog, PassUntil, Roll)
