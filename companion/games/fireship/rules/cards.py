"""Cards and badges: own plays and answers to declarations (FS-K, FS-W)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self, get_args

from companion.engine.command import Command, Kinds, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.referees.declarations import Answer, Declaration, PassUntil
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.games.fireship.rules import refusals
from companion.games.fireship.rules.board.components import (
    BADGES,
    BOAT,
    BOOM,
    FOG,
    GULF_STREAM,
    NO,
    PLUS_ONE,
    TEXTS,
    UPDRAFT,
    WHIRLPOOL,
    WHITE,
    home_thing,
    name,
)
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.board.words import Source, Thing
from companion.games.fireship.rules.declarations import Answered, DeclaredAttack, FireshipCardPlayed
from companion.games.fireship.rules.facts import StepBegan, TimeOver
from companion.games.fireship.rules.moves import AtCell, not_free
from companion.games.fireship.rules.state import Sea
from companion.games.fireship.rules.values import IN_MINUTES

SOURCES: tuple[Source, ...] = get_args(Source)
FIGHTING = ("attacks", "cells")


def not_held(state: Sea, seat: int, card: str, source: str) -> Refusal | None:
    """Return the refusal if *seat* lacks *card* in *source*, else None."""
    if source == "badge":
        return None if state.badges[seat][BADGES.index(card)] else refusals.NO_BADGE
    return state.not_held(seat, card)


def sources(state: Sea, seat: int, card: str) -> list[Source]:
    """Return *seat*'s sources of *card*: hand, badges, or both."""
    return [source for source in SOURCES if not_held(state, seat, card, source) is None]


class FireshipPlayCard(Command, frozen=True):
    """Play an own card or badge in the own turn (FS-K14)."""

    source: Source
    texts: ClassVar[str] = TEXTS
    role: ClassVar[Role] = "hand"
    card: ClassVar[str] = ""
    steps: ClassVar[tuple[str, ...]] = ("roll",)
    wrong_step: ClassVar[Refusal] = refusals.BEFORE_ROLL

    def why_not(self, state: Sea) -> Refusal | None:
        if (no := state.not_acting(self.seat, self.steps, self.wrong_step)) is not None:
            return no
        return not_held(state, self.seat, self.card, self.source)

    def facts(self, state: Sea) -> Facts:
        return (FireshipCardPlayed(self.seat, self.card, self.source == "badge"),)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        return [cls(seat, source) for source in sources(state, seat, cls.card)]


class Updraft(FireshipPlayCard, frozen=True):
    """Planes go two steps for a unit this turn (FS-K9)."""

    verb: ClassVar[str] = UPDRAFT
    card: ClassVar[str] = UPDRAFT


class GulfStream(FireshipPlayCard, frozen=True):
    """Boats and battleships go two steps for a unit this turn (FS-W9)."""

    verb: ClassVar[str] = GULF_STREAM
    card: ClassVar[str] = GULF_STREAM


class PlayFog(FireshipPlayCard, frozen=True):
    """Forbid attacks until the own next turn, as this turn's end (FS-K10)."""

    verb: ClassVar[str] = FOG
    card: ClassVar[str] = FOG
    steps: ClassVar[tuple[str, ...]] = ("cells", "last")
    wrong_step: ClassVar[Refusal] = refusals.FOG_AT_END

    def facts(self, state: Sea) -> Facts:
        return (StepBegan("last"), FireshipCardPlayed(self.seat, FOG, self.source == "badge"))


class PlayBoom(Command, frozen=True):
    """Destroy a boat of any other colour (FS-K7)."""

    source: Source
    target: Thing
    verb: ClassVar[str] = BOOM
    role: ClassVar[Role] = "hand"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: Sea) -> Refusal | None:
        if (no := state.not_acting(self.seat, FIGHTING, refusals.WITH_ATTACKS)) is not None:
            return no
        if (no := not_held(state, self.seat, BOOM, self.source)) is not None:
            return no
        side = state.owner(self.target)
        if side is None or state.kind_of(self.target) != BOAT:
            return refusals.ONLY_BOATS
        if side == self.seat:
            return refusals.OWN_BOAT
        return refusals.IN_FOG if state.fogged(side) else None

    def facts(self, state: Sea) -> Facts:
        return (FireshipCardPlayed(self.seat, BOOM, self.source == "badge", self.target),)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        found = sources(state, seat, BOOM)
        return [cls(seat, source, thing) for source in found for thing in boats_in_reach(state, seat)] if found else ()

    def labels(self, state: Sea, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(self.verb), name(self.source), state.thing_name(self.target))


def boats_in_reach(state: Sea, seat: int) -> list[int]:
    """Return the boats that a Boom of *seat*'s may destroy."""
    others = [side for side in range(state.rules.people) if side != seat and not state.fogged(side)]
    cells = 0
    for side in (*others, WHITE):
        cells |= state.pawns[side][BOAT]
    homes = [home_thing(state.colours[side], BOAT) for side in others if state.home[side][BOAT]]
    return cells_of(cells) + homes


class PlayWhirlpool(AtCell, frozen=True):
    """Put a whirlpool on a free cell (FS-K12)."""

    verb: ClassVar[str] = WHIRLPOOL
    role: ClassVar[Role] = "hand"

    def why_not(self, state: Sea) -> Refusal | None:
        if (no := state.not_acting(self.seat, FIGHTING, refusals.WITH_ATTACKS)) is not None:
            return no
        if (no := state.not_held(self.seat, WHIRLPOOL)) is not None:
            return no
        bit = 1 << self.cell
        if state.free() & bit:
            return None
        return refusals.NO_CELL if not_free(state, bit) is refusals.NO_CELL else refusals.WHIRL_WHERE

    def facts(self, state: Sea) -> Facts:
        return (FireshipCardPlayed(self.seat, WHIRLPOOL, target=self.cell),)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        return cls.among(seat, state.free()) if WHIRLPOOL in state.hands[seat] else ()


# ---------------------------------------------------------------------- answers
class SayNo(Answer, frozen=True):
    """Cancel a declaration (FS-K6)."""

    verb: ClassVar[str] = NO
    texts: ClassVar[str] = TEXTS

    def refused(self, state: Sea, declaration: Declaration) -> Refusal | None:
        return state.not_held(self.seat, NO)

    def facts(self, state: Sea) -> Facts:
        return (Answered(self.seat, NO),)


class PlayPlusOne(Answer, frozen=True):
    """Add one power for the attacker's or the target's owner (FS-K8)."""

    verb: ClassVar[str] = PLUS_ONE
    texts: ClassVar[str] = TEXTS

    def refused(self, state: Sea, declaration: Declaration) -> Refusal | None:
        if not isinstance(declaration, DeclaredAttack):
            return refusals.NO_ATTACK_HERE
        if self.seat not in (declaration.by, state.owner(declaration.target)):
            return refusals.NOT_IN_ATTACK
        return state.not_held(self.seat, PLUS_ONE)

    def facts(self, state: Sea) -> Facts:
        return (Answered(self.seat, PLUS_ONE),)


# ---------------------------------------------------------------------- the clock
class CallTime(Command, frozen=True):
    """Report that the minutes are over (FS-E3).

    The table's clock does so, or somebody with a watch.
    """

    verb: ClassVar[str] = "time-over"
    role: ClassVar[Role] = "end"
    texts: ClassVar[str] = TEXTS
    of_clock: ClassVar[bool] = True

    def why_not(self, state: Sea) -> Refusal | None:
        if state.ending is not None:
            return refusals.ENDED
        if self.seat != TABLE:
            return refusals.ONLY_TABLE
        if state.rules.limit != IN_MINUTES:
            return refusals.NO_MINUTES
        if state.turn < 0:
            return refusals.SET_UP_FIRST
        if state.time_over:
            return refusals.TIME_OVER
        return refusals.WINDOW_FIRST if state.pending or state.rolling else None

    def facts(self, state: Sea) -> Facts:
        return (TimeOver(),)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        return () if (command := cls(seat)).why_not(state) else (command,)


COMMANDS: Kinds = (
    Updraft, GulfStream, PlayFog, PlayBoom, PlayWhirlpool, SayNo, PlayPlusOne, PassUntil, CallTime,
)  # fmt: skip
