"""Attacks, special cells and choices after the moves (FS-A, FS-P, FS-W).

The choices are those that the wheel and cards ask for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import ClassVar, NamedTuple, Self

from companion.engine.command import Command, Kinds, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.interrupts import Settled
from companion.engine.referees.pending_steps import PendingStep, SetInMotion, StepCommand
from companion.engine.values.message import Message
from companion.games.fireship.rules import refusals
from companion.games.fireship.rules.board.board import FireshipBoard
from companion.games.fireship.rules.board.components import (
    BATTLESHIP_CELL,
    BOAT,
    CELLS,
    FIRST_ISLAND,
    MYSTERY_CELL,
    TEXTS,
    WHEEL_CELL,
    home_thing,
    mark_of,
    name,
)
from companion.games.fireship.rules.board.masks import around, cells_of
from companion.games.fireship.rules.board.words import Thing
from companion.games.fireship.rules.declarations import Attacked, CellUsed
from companion.games.fireship.rules.moves import AtCell
from companion.games.fireship.rules.pending_steps import (
    FireshipDrawing,
    Losing,
    RaisingKraken,
    Spinning,
    given_up,
    kraken_at,
)
from companion.games.fireship.rules.state import ALL, NO_COUNTS, Sea

ATTACKING = ("attacks",)
USING = ("cells",)


# ---------------------------------------------------------------------- attacks
class Attack(Command, frozen=True):
    """Attack *target* with *leader*, a pawn or island of one's own (FS-A1)."""

    leader: Thing
    target: Thing
    verb: ClassVar[str] = "attack"
    role: ClassVar[Role] = "board"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: Sea) -> Refusal | None:
        if (no := state.not_acting(self.seat, ATTACKING)) is not None:
            return no
        if state.owner(self.leader) != self.seat:
            return refusals.NO_SUCH_LEADER
        side = state.owner(self.target)
        if side is None:
            return refusals.NO_SUCH_TARGET
        if side == self.seat:
            return refusals.OWN_TARGET
        if not state.near(self.leader) & state.footprint(self.target):
            return refusals.TARGET_FAR
        if not state.may_lead(self.leader):
            return refusals.LED_BEFORE
        if state.fogged(side):
            return refusals.IN_FOG
        attack, defence = state.power(self.seat, self.leader), state.power(side, self.target)
        return None if attack >= defence else refusals.too_weak(attack, defence)

    def facts(self, state: Sea) -> Facts:
        side = state.owner(self.target)
        assert side is not None
        attack, defence = state.power(self.seat, self.leader), state.power(side, self.target)
        return (Attacked(self.seat, self.leader, self.target, attack, defence),)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        found: list[Self] = []
        for leader, targets in within_reach(state, seat):
            if state.may_lead(leader):
                attack = state.power(seat, leader)
                for target, side in targets:
                    if attack >= state.power(side, target) and not state.fogged(side):
                        found.append(cls(seat, leader, target))
        return found

    @classmethod
    def greyed(cls, state: Sea, seat: int) -> Iterable[Self]:
        near = within_reach(state, seat)
        found = (cls(seat, leader, target) for leader, targets in near for target, _ in targets)
        return [lead for lead in found if lead.why_not(state) is not None]

    def labels(self, state: Sea, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(self.verb), state.thing_name(self.leader), state.thing_name(self.target))


Targets = list[tuple[int, int]]
"""Things with their sides."""


def within_reach(state: Sea, seat: int) -> list[tuple[int, Targets]]:
    """List pawns and islands of *seat* with their possible targets.

    A target is of another colour and within one cell.
    """
    board, flags, own = state.rules.board, state.flags, state.pawns[seat][ALL]
    pawns, lands = state.occupied() ^ own, _lands(board, flags, state.colours, seat)
    near, islands_near = board.near, board.islands_near
    leaders = cells_of(own & (lands.beside | around(pawns)))
    leaders += lands.own
    if state.home[seat] != NO_COUNTS and (lands.beside_home or near[lands.home] & pawns):
        leaders += state.things_home(seat)
    found = []
    for leader in leaders:
        within = near[leader]
        beside = within & pawns
        targets = [(cell, state.side_at(cell)) for cell in cells_of(beside)] if beside else []
        for island in islands_near[leader]:
            if flags[island] != seat:
                targets.append((FIRST_ISLAND + island, flags[island]))
        if within & lands.squares:
            targets += _at_home(state, seat, within)
        if targets:
            found.append((leader, targets))
    return found


def _at_home(state: Sea, seat: int, within: int) -> Targets:
    """List pawns of all but *seat* in squares inside *within*."""
    sides = [side for side in range(state.rules.people) if side != seat and state.square_of(side) & within]
    return [(home, side) for side in sides for home in state.things_home(side)]


class _Lands(NamedTuple):
    """The immovable things around one seat.

    *own* are its islands, as things; *squares* the cells of the other colour squares; *beside* those within one of a
    foreign island or square. *home* is a thing in its colour square, and *beside_home*: foreign land within one cell of
    it.
    """

    own: tuple[int, ...]
    squares: int
    beside: int
    home: int
    beside_home: bool


@lru_cache(maxsize=256)
def _lands(board: FireshipBoard, flags: tuple[int, ...], colours: tuple[int, ...], seat: int) -> _Lands:
    """Return islands and squares from *seat*'s point of view."""
    own = tuple(FIRST_ISLAND + n for n, side in enumerate(flags) if side == seat)
    squares = board.all_squares & ~board.squares[colours[seat]]
    foreign = squares | sum(cells for cells, side in zip(board.islands, flags, strict=True) if side != seat)
    home = home_thing(colours[seat], BOAT)
    return _Lands(own, squares, around(foreign), home, bool(board.near[home] & foreign))


# ---------------------------------------------------------------------- special cells
class Use(Command, frozen=True):
    """Use the special cell under an own pawn (FS-P1)."""

    thing: Thing
    verb: ClassVar[str] = "use"
    role: ClassVar[Role] = "first"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: Sea) -> Refusal | None:
        if (no := state.not_acting(self.seat, USING)) is not None:
            return no
        at = self.thing
        if at >= CELLS or not state.side_at_sea(self.seat) & state.rules.board.specials & 1 << at:
            return refusals.NO_SPECIAL
        if state.usable >> at & 1:
            return None
        if (at, at) in state.used:
            return refusals.USED_LAST
        only_planes = state.rules.board.special_kind[at] == BATTLESHIP_CELL
        return refusals.ONLY_PLANES if only_planes else refusals.NO_SPECIAL

    def facts(self, state: Sea) -> Facts:
        return (CellUsed(self.seat, self.thing),)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        return [cls(seat, cell) for cell in cells_of(state.usable)] if state.usable else ()

    @classmethod
    def greyed(cls, state: Sea, seat: int) -> Iterable[Self]:
        standing = state.side_at_sea(seat) & state.rules.board.specials & ~state.usable
        return [cls(seat, cell) for cell in cells_of(standing)]

    def labels(self, state: Sea, words: tuple[str, ...]) -> tuple[Message, ...]:
        use = use_name(state, self.thing)
        alone = state.usable == 1 << self.thing
        return (name(self.verb), use if alone else Message("fireship.use-at", {"use": use, **mark_of(self.thing)}))


def use_name(state: Sea, cell: int) -> Message:
    """Return the name of the action on the special *cell*."""
    return Message(USES.get(state.rules.board.special_kind.get(cell, ""), "fireship.words.use"))


USES: Mapping[str, str] = {
    WHEEL_CELL: "fireship.use-wheel",
    MYSTERY_CELL: "fireship.use-mystery",
    BATTLESHIP_CELL: "fireship.use-battleship",
}
"""The name of the action on each kind of special cell."""


# ---------------------------------------------------------------------- what is owed
class FireshipSpin(SetInMotion, frozen=True):
    """Spin the wheel (FS-P4)."""

    verb: ClassVar[str] = "spin"
    role: ClassVar[Role] = "first"
    texts: ClassVar[str] = TEXTS
    step: ClassVar[type[PendingStep]] = Spinning
    not_due: ClassVar[Refusal] = refusals.NO_SPIN


class FireshipDraw(SetInMotion, frozen=True):
    """Draw a mystery card (FS-P5)."""

    verb: ClassVar[str] = "draw"
    role: ClassVar[Role] = "first"
    texts: ClassVar[str] = TEXTS
    step: ClassVar[type[PendingStep]] = FireshipDrawing
    not_due: ClassVar[Refusal] = refusals.NO_DRAW


class Lose(StepCommand, frozen=True):
    """Choose the pawn to lose (FS-W3, FS-W4)."""

    thing: Thing
    verb: ClassVar[str] = "lose"
    role: ClassVar[Role] = "board"
    texts: ClassVar[str] = TEXTS
    step: ClassVar[type[PendingStep]] = Losing
    not_due: ClassVar[Refusal] = refusals.NOTHING_TO_LOSE

    def refused(self, state: Sea, step: Losing) -> Refusal | None:
        return None if self.thing in step.choices(state) else refusals.CANT_LOSE

    def facts(self, state: Sea) -> Facts:
        return (Settled(), given_up(state, self.thing))

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        top = state.pending[-1]
        assert isinstance(top, Losing)
        return [cls(seat, thing) for thing in top.choices(state)]

    def labels(self, state: Sea, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(self.verb), state.thing_name(self.thing))


class RaiseKraken(AtCell, StepCommand, frozen=True):
    """Name the Kraken's wheel or mystery cell (FS-K1)."""

    verb: ClassVar[str] = "kraken"
    role: ClassVar[Role] = "board"
    step: ClassVar[type[PendingStep]] = RaisingKraken
    not_due: ClassVar[Refusal] = refusals.NO_KRAKEN

    def refused(self, state: Sea, step: RaisingKraken) -> Refusal | None:
        return None if state.rules.board.chance_cells >> self.cell & 1 else refusals.KRAKEN_WHERE

    def facts(self, state: Sea) -> Facts:
        return (Settled(), *kraken_at(state, self.cell))

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        return cls.among(seat, state.rules.board.chance_cells)


COMMANDS: Kinds = (Attack, Use, FireshipSpin, FireshipDraw, Lose, RaiseKraken)
