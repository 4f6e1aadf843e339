"""Boarding: declared before everybody, answered with fog, and decided by a die that is owed."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import asdict, replace

from companion.engine.chance import Answer, ChanceRequest, Dice
from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Interrupt, Settled
from companion.engine.referees import declarations
from companion.engine.referees.declarations import Declaration, Rested, declare
from companion.engine.referees.pending_steps import InMotion, PendingStep, StepOpened
from companion.engine.values.message import Message

from .facts import Sailed, Towed, arrived, without
from .places import CAPTURES, DIE, FOG, Place, name
from .state import Harbour


class DeclaredBoarding(Declaration, frozen=True, kw_only=True):
    """*by* wants to sail to the *place* where the boat of *target* lies."""

    target: int
    place: Place

    def aimed_at(self, state: Harbour) -> int | None:
        return self.target

    def sentence(self, state: Harbour) -> Message:
        return Message("harbour.boards", {"name": state.called(self.by), "other": state.called(self.target)})

    def word(self, state: Harbour) -> str:
        return "boarding"


class DeclaredFog(Declaration, frozen=True, kw_only=True):
    """Fog, over what it calls off."""

    def sentence(self, state: Harbour) -> Message:
        return Message("harbour.fog-played", {"name": state.called(self.by)})

    def word(self, state: Harbour) -> str:
        return FOG


class Boarding(PendingStep, frozen=True, kw_only=True):
    """*by* rolls for the boat of *target* at *place*."""

    target: int
    place: Place

    def request(self, state: Harbour) -> ChanceRequest:
        return Dice("boarding", "HB-B4", dice=(DIE,))

    def chosen(self, state: Harbour, answer: Answer) -> Facts:
        value = int(answer[0])
        fell = DieFell(self.by, value)
        if value < CAPTURES:
            return (Settled(), fell, Repelled(self.by, self.target))
        captured = (Towed(self.target, self.by), Cleared(self.by, self.place))
        after = state
        for fact in captured:
            after = fact.apply(after)
        return (Settled(), fell, *captured, *arrived(after, self.by, self.place))


# ---------------------------------------------------------------------- facts
class Boarded(Fact, frozen=True):
    """*by* declared that it boards the boat of *target* at *place*: that is its way to sail."""

    by: int
    target: int
    place: Place
    signed: ClassVar[bool] = True

    def apply(self, state: Harbour) -> Harbour:
        sailing = replace(state, sails=state.sails - 1)
        return _declared(sailing, DeclaredBoarding(asked=(), **asdict(self)))

    def said(self, state: Any) -> Message:
        return Message("harbour.boarded", {"other": state.called(self.target)})


class FogPlayed(Fact, frozen=True):
    """*by* played fog over what is open."""

    by: int
    signed: ClassVar[bool] = True

    def apply(self, state: Harbour) -> Harbour:
        return _declared(without(state, self.by, FOG), DeclaredFog(asked=(), by=self.by))

    def said(self, state: Any) -> Message:
        return name(FOG)


def _declared(state: Harbour, declaration: Declaration) -> Harbour:
    after: Harbour = declare(state, declaration, float(state.rules.answer_s))
    return after


class CalledOff(declarations.Cancelled, frozen=True):
    """Fog called off *what* lay below it."""

    def said(self, state: Any) -> Message:
        return Message("harbour.called-off", {"what": name(self.what)})


class BoardingOpened(StepOpened, frozen=True):
    """Nobody called the boarding off: *by* is to roll for it."""

    by: int
    target: int
    place: Place
    step: ClassVar[type[Interrupt]] = Boarding


class DieFell(Fact, frozen=True):
    """The die of *seat* fell."""

    seat: int
    value: int

    def apply(self, state: Harbour) -> Harbour:
        return replace(state, die=self.value, rolls=state.rolls + 1)


class Repelled(Fact, frozen=True):
    """*by* didn't capture the boat of *target*: nobody moves."""

    by: int
    target: int
    signed: ClassVar[bool] = True

    def apply(self, state: Harbour) -> Harbour:
        return state

    def said(self, state: Any) -> Message:
        return Message("harbour.repelled", {"other": state.called(self.target)})


class Cleared(Sailed, frozen=True):
    """*seat*'s boat came to the *place* that it had cleared; the way there was spent when it was declared."""

    def apply(self, state: Harbour) -> Harbour:
        after: Harbour = replace(super().apply(state), sails=state.sails)
        return after


def _boards(boarding: DeclaredBoarding, state: Harbour) -> Facts:
    return (BoardingOpened(boarding.by, boarding.target, boarding.place),)


def _calls_off(fog: DeclaredFog, state: Harbour) -> Facts:
    below: Any = state.pending[-2]
    return (CalledOff(below.word(state)),)


DeclaredBoarding.effect = _boards
DeclaredFog.effect = _calls_off
FACTS: tuple[type[Fact], ...] = (
    Boarded, FogPlayed, CalledOff, Rested, BoardingOpened, InMotion, DieFell, Repelled, Cleared,
)  # fmt: skip
