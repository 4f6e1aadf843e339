"""The position of Harbour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.referees import frame
from companion.engine.referees.declarations import Declaration
from companion.engine.referees.frame import Ending
from companion.engine.referees.hands import HiddenHands
from companion.engine.referees.refusals import Refusals, refusal
from companion.engine.values.message import Message, Value

from .places import QUAYS, Place, neighbours


class Rules(frame.Rules, frozen=True):
    """What was chosen: how many *crates* win, and how many seconds there are to answer."""

    crates: int
    answer_s: int

    @property
    def stock(self) -> int:
        """How many crates there are: so many that somebody wins, however they are shared out (HB-S2)."""
        return self.people * (self.crates - 1) + 1


class Harbour(HiddenHands, frozen=True, kw_only=True, gc=False):
    """Where *boats* lie, which are *laden*, and how many crates are *landed*: each by seat.

    *sails* is how often the boat whose turn it is may still sail in it; *drawing*: its player draws a card for a crate
    that was landed. The *die* shows what it showed last, 0 before, *rolls* counts its rolls. *names* are those of
    the players.
    """

    rules: Rules
    boats: tuple[Place, ...]
    laden: tuple[bool, ...]
    landed: tuple[int, ...]
    sails: int = 0
    drawing: bool = False
    die: int = 0
    rolls: int = 0
    discard: tuple[str, ...] = ()
    names: tuple[str | Message, ...] = ()
    endings: ClassVar[Mapping[str, tuple[str, str]]] = {"landed": ("harbour.won", "HB-E1")}
    refusals: ClassVar[Refusals] = Refusals(
        ended=refusal("refused.ended", "HB-E1"),
        not_your_turn=refusal("refused.not-your-turn", "HB-S4"),
        step_first=refusal("harbour.roll-first", "HB-B4"),
        answers_first=refusal("refused.answers-first", "HB-B1"),
        in_motion=refusal("refused.chance-pending", "HB-T4"),
        no_window=refusal("refused.no-window", "HB-B2"),
        not_asked=refusal("refused.not-asked", "HB-B2"),
        not_held=refusal("refused.not-held", "HB-S3"),
    )
    at_the_end: ClassVar[Mapping[str, Any]] = {"sails": 0, "drawing": False, "pending": ()}

    def named(self, names: tuple[str | Message, ...]) -> Self:
        return replace(self, names=names)

    def called(self, seat: int) -> str | Message:
        """Return the name of the player in *seat*."""
        return self.names[seat] if seat < len(self.names) else Message("seat.number", {"number": seat + 1})

    def ending_values(self, ending: Ending) -> dict[str, Value]:
        (winner,) = ending.winners
        return {"name": self.called(winner), "crates": self.landed[winner]}

    def at_the_wreck(self) -> int:
        """Return how many crates are left there."""
        return self.rules.stock - sum(self.landed) - sum(self.laden)

    def boat_at(self, place: str) -> int | None:
        """Return the seat whose boat lies at *place*, None if there is none."""
        return self.boats.index(place) if place in self.boats else None

    def reachable(self, seat: int) -> tuple[Place, ...]:
        """Return where *seat*'s boat may sail: neighbouring places, but not the quays of others."""
        closed = set(QUAYS) - {QUAYS[seat]}
        return tuple(place for place in neighbours(self.rules.people)[self.boats[seat]] if place not in closed)

    def holders(self) -> tuple[int, ...]:
        """Return who is asked about what was declared: who holds hidden cards, but not who declared it (HB-B2)."""
        top = self.top()
        declared_by = top.by if isinstance(top, Declaration) else None
        return tuple(seat for seat in super().holders() if seat != declared_by)
