"""Card commands outside the actions: draws, specials and discards.

The ways off a sunk tile are here, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import ClassVar, Self

from companion.engine.command import Command, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.referees.pending_steps import PendingStep, StepCommand
from companion.engine.values.lazy_sequence import LazySequence
from companion.engine.values.message import Message
from companion.games.forbidden_island.rules import refusals
from companion.games.forbidden_island.rules.command_cache import Fields, OntoTiles, commands_for_tiles
from companion.games.forbidden_island.rules.components import (
    ADVENTURERS,
    CARDS,
    DIVER,
    EXPLORER,
    FLOODS_AT_TICK,
    FOOLS_LANDING,
    LIFT,
    PILOT,
    SANDBAGS,
    SKULL,
    TREASURE_DRAWS,
)
from companion.games.forbidden_island.rules.facts import (
    CardAsked,
    ForbiddenDiscarded,
    ForbiddenEnded,
    Lifted,
    LiftedOff,
    Sandbagged,
)
from companion.games.forbidden_island.rules.masks import PARTS
from companion.games.forbidden_island.rules.pending_steps import DiscardDue, ForbiddenWindowClosed, Swam, sinking
from companion.games.forbidden_island.rules.state import TEXTS, ForbiddenIsland, name
from companion.games.forbidden_island.rules.words import Card, Pawns, Tile

CARD_ASKED: Facts = (CardAsked(),)


def cards_left(state: ForbiddenIsland) -> tuple[int, int]:
    """Return the cards left to draw in *state*'s step, and their total."""
    if state.draws:
        return state.draws, TREASURE_DRAWS
    of = FLOODS_AT_TICK[min(state.water, SKULL - 1) - 1]
    return max(state.floods, 0), max(of, state.floods)


def draw_label(state: ForbiddenIsland) -> Message:
    """Return the label for drawing all cards left in *state*'s step.

    For the last card it names the card's number.
    """
    left, of = cards_left(state)
    key = "forbidden-island.draw-treasure" if state.draws else "forbidden-island.draw-flood"
    return Message(key, {"count": max(left, 1), "at": of, "of": of})


class ForbiddenDraw(Command, frozen=True):
    """Ask for the next treasure or flood card (FI-T4)."""

    verb: ClassVar[str] = "draw"
    always: ClassVar[bool] = True
    role: ClassVar[Role] = "first"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: ForbiddenIsland) -> Refusal | None:
        if state.ending is not None:
            return refusals.ENDED
        if state.turn < 0:
            return refusals.SET_UP_FIRST
        if state.pending:
            return refusals.PENDING_FIRST
        if self.seat != state.turn:
            return refusals.NOT_YOUR_DRAW
        if state.actions:
            return refusals.ACTIONS_FIRST
        return refusals.CARD_FIRST if state.asked else None

    def facts(self, state: ForbiddenIsland) -> Facts:
        return CARD_ASKED

    def left(self, state: ForbiddenIsland) -> int:
        return max(cards_left(state)[0], 1)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        return (cls(seat),)

    def labels(self, state: ForbiddenIsland, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (draw_label(state),)


class ForbiddenDiscard(StepCommand, frozen=True):
    """Discard a card from a hand over the limit (FI-H1, FI-H2)."""

    card: Card
    verb: ClassVar[str] = "discard"
    role: ClassVar[Role] = "hand"
    texts: ClassVar[str] = TEXTS
    step: ClassVar[type[PendingStep]] = DiscardDue
    not_due: ClassVar[Refusal] = refusals.NO_DISCARD_DUE

    def refused(self, state: ForbiddenIsland, step: DiscardDue) -> Refusal | None:
        return None if CARDS[self.card] in state.hand(self.seat) else refusals.DISCARD_WHAT

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (ForbiddenDiscarded(self.seat, CARDS[self.card]),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        hand = state.hand(seat)
        return [cls(seat, card) for card, word in enumerate(CARDS) if word in hand]


# ---------------------------------------------------------------------- special cards, at any time
def not_playing(state: ForbiddenIsland, seat: int, card: str) -> Refusal | None:
    """Return the reason why *seat* can't play *card* now (FI-X1, FI-T5).

    It is a special card.
    """
    if state.ending is not None:
        return refusals.ENDED
    if state.turn < 0:
        return refusals.SET_UP_FIRST
    if not state.holds(seat, card):
        return refusals.NOT_HELD
    return refusals.CARD_FIRST if state.asked else None


class Lift(Command, frozen=True):
    """Fly pawns from one tile to another by Helicopter Lift (FI-X2, FI-F6)."""

    pawns: Pawns
    to: Tile
    verb: ClassVar[str] = "lift"
    role: ClassVar[Role] = "hand"
    lazy: ClassVar[bool] = True
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: ForbiddenIsland) -> Refusal | None:
        if (no := not_playing(state, self.seat, LIFT)) is not None:
            return no
        groups = _groups(state.pawns, state.roles)
        start = next((tile for tile, group in groups.items() if self.pawns & ~group == 0), None)
        if start is None or not self.pawns:
            return refusals.PAWNS_TOGETHER
        if state.pending and (sunk := sinking(state)) is not None:
            if not sunk.window:
                return refusals.NO_SPECIALS_NOW
            if start != sunk.tile:
                return refusals.ONLY_OFF_THE_SUNK
        return None if self.to != start and state.stands(self.to) else refusals.LIFT_WHERE

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (Lifted(self.seat, self.pawns, self.to),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> LazySequence[Self]:
        groups = _groups(state.pawns, state.roles)
        if state.pending and (sunk := sinking(state)) is not None:
            groups = {sunk.tile: groups[sunk.tile]}
        land = state.land
        return OntoTiles(cls, [(_parts(seat, group), land & ~(1 << start)) for start, group in groups.items()])

    def labels(self, state: ForbiddenIsland, words: tuple[str, ...]) -> tuple[Message, ...]:
        verb, _, tile = words
        pawns = tuple(name(word) for role, word in enumerate(ADVENTURERS) if self.pawns >> role & 1)
        return (name(verb), Message("forbidden-island.pawns", {"pawns": pawns}), name(tile))


@lru_cache(1 << 6)
def _groups(pawns: tuple[int, ...], roles: tuple[int, ...]) -> Mapping[int, int]:
    """Return the mask of adventurers on each occupied tile.

    The tiles are in the order of the seats.
    """
    groups: dict[int, int] = {}
    for at, role in zip(pawns, roles, strict=True):
        groups[at] = groups.get(at, 0) | 1 << role
    return groups


@cache
def _parts(seat: int, group: int) -> tuple[Fields, ...]:
    """Return the first fields of *seat*'s lifts of parts of *group*.

    These are the fields before the tile; *group* is a mask of adventurers.
    """
    return tuple([(seat, pawns) for pawns in PARTS[group]])


class LiftOff(Command, frozen=True):
    """Leave the island by Helicopter Lift and win the game (FI-E1).

    Everybody leaves, with all treasures.
    """

    verb: ClassVar[str] = "lift-off"
    role: ClassVar[Role] = "first"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: ForbiddenIsland) -> Refusal | None:
        if (no := not_playing(state, self.seat, LIFT)) is not None:
            return no
        if state.pending and sinking(state) is not None:
            return refusals.NO_SPECIALS_NOW
        if -1 in state.captors:
            return refusals.NOT_ALL_CAPTURED
        return None if state.pawns.count(FOOLS_LANDING) == len(state.pawns) else refusals.NOT_ALL_THERE

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (LiftedOff(self.seat), ForbiddenEnded("won"))

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        if -1 in state.captors:
            return ()
        return () if (command := cls(seat)).why_not(state) else (command,)


class Sandbag(Command, frozen=True):
    """Shore up any flooded tile with Sandbags (FI-X3)."""

    tile: Tile
    verb: ClassVar[str] = "sandbags"
    role: ClassVar[Role] = "hand"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: ForbiddenIsland) -> Refusal | None:
        if (no := not_playing(state, self.seat, SANDBAGS)) is not None:
            return no
        if not state.stands(self.tile):
            return refusals.SUNK_FOR_GOOD
        if state.pending and (sunk := sinking(state)) is not None:
            return refusals.ONLY_OFF_THE_SUNK if sunk.window else refusals.NO_SPECIALS_NOW
        return None if state.wet >> self.tile & 1 else refusals.NOT_SANDBAGGED

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (Sandbagged(self.seat, self.tile),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        return commands_for_tiles(cls, state.wet, (seat,))


# ---------------------------------------------------------------------- off a sunk tile
class Swim(Command, frozen=True):
    """Swim off a sunk tile (FI-F4, FI-F5)."""

    to: Tile
    verb: ClassVar[str] = "swim"
    role: ClassVar[Role] = "board"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: ForbiddenIsland) -> Refusal | None:
        if state.ending is not None:
            return refusals.ENDED
        sunk = sinking(state)
        if sunk is None:
            return refusals.NOBODY_SWIMS
        if sunk is not state.top():
            return refusals.PENDING_FIRST
        if sunk.next_swimmer(state) != self.seat:
            return refusals.NOT_YOUR_SWIM
        if state.refuge(self.seat) >> self.to & 1:
            return None
        own = state.roles[self.seat] in (DIVER, EXPLORER, PILOT)
        return refusals.SWIM_WHERE_OWN if own else refusals.SWIM_WHERE

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (Swam(self.seat, self.to),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        return commands_for_tiles(cls, state.refuge(seat), (seat,))


class NoLift(Command, frozen=True):
    """Decline a Helicopter Lift if nobody left can swim (FI-F6)."""

    verb: ClassVar[str] = "no-lift"
    always: ClassVar[bool] = True
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: ForbiddenIsland) -> Refusal | None:
        if state.ending is not None:
            return refusals.ENDED
        sunk = sinking(state)
        if sunk is None or not sunk.window:
            return refusals.NO_WINDOW
        if sunk is not state.top():
            return refusals.PENDING_FIRST
        if sunk.next_swimmer(state) >= 0:
            return refusals.SOMEBODY_SWIMS
        return None if self.seat == state.turn else refusals.NOT_YOUR_TURN

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (ForbiddenWindowClosed(),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        return (cls(seat),)
