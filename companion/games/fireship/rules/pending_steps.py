"""Steps that a turn waits for.

They are a win/lose die, the wheel, a card, the pawn to lose and the Kraken's place. Each is a pending step, with the
fact that opens it. The game's declaration lists the commands that answer it.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.chance import Answer, Card, ChanceRequest, Dice, Wheel
from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Interrupt, Settled
from companion.engine.referees.pending_steps import InMotion, PendingStep, StepOpened
from companion.engine.values.message import Message
from companion.games.fireship.rules.board.components import (
    BATTLESHIP,
    BLUE,
    BOAT,
    FIRST_HOME,
    FIRST_ISLAND,
    KEPT,
    LOST,
    MYSTERY_DRAW,
    PLAIN,
    PLANE,
    WHEEL_SPIN,
    WHITE,
    WON,
    home_thing,
    name,
)
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.card_facts import FireshipKept, FireshipReshuffled, FireshipTurned
from companion.games.fireship.rules.declarations import CardTurned, WheelStopped, decided
from companion.games.fireship.rules.facts import HOME, Destroyed, FlagPlaced, Gained, Lost, NoEffect
from companion.games.fireship.rules.state import ALL, Sea
from companion.games.fireship.rules.values import DEFENDERS, FireshipResult


class Fight(PendingStep, frozen=True, kw_only=True):
    """The die of an attack by *leader* on *target* (FS-A5).

    Its power is at least the *defence*.
    """

    leader: int
    target: int
    attack: int
    defence: int

    @property
    def die(self) -> str:
        """The deciding win/lose die."""
        return BLUE if self.attack > self.defence else PLAIN

    def request(self, state: Sea) -> ChanceRequest:
        wins = state.rules.blue_wins if self.die == BLUE else state.rules.plain_wins
        return Dice(self.die, "FS-C2", dice=(state.rules.die(wins),))

    def chosen(self, state: Sea, answer: Answer) -> Facts:
        won = answer[0] == WON
        fell = (Settled(), FireshipDieFell(self.die, won))
        if not won:
            return fell
        if FIRST_ISLAND <= self.target < FIRST_HOME:
            return (*fell, *conquered(state, self.by, self.target))
        return (*fell, Destroyed("fireship.lost-battle", beaten(state, self.target)))


def beaten(state: Sea, target: int) -> tuple[Lost, ...]:
    """Return *target*, or with it all its defenders, as lost (FS-A7)."""
    side = state.owner(target)
    assert side is not None
    if state.rules.casualties == DEFENDERS:
        return lost_in(state, side, state.near(target))
    return (lost_pawn(state, target, side),)


def lost_pawn(state: Sea, thing: int, side: int) -> Lost:
    """Return the loss of *side*'s pawn *thing*."""
    return (HOME if thing >= FIRST_HOME else thing, side, state.kind_of(thing))


def lost_in(state: Sea, side: int, cells: int) -> tuple[Lost, ...]:
    """Return the pawns of *side* in *cells*.

    Those in its colour square count too if *cells* touch it.
    """
    at_sea = [(cell, side, kind) for kind in range(ALL) for cell in cells_of(state.pawns[side][kind] & cells)]
    if side == WHITE or not state.square_of(side) & cells:
        return tuple(at_sea)
    return (*at_sea, *((HOME, side, kind) for kind, count in enumerate(state.home[side]) for _ in range(count)))


def conquered(state: Sea, seat: int, target: int) -> Facts:
    """Return the consequences of the conquest of *target* by *seat* (FS-A6).

    *target* is an island.
    """
    island = target - FIRST_ISLAND
    lost = lost_in(state, state.flags[island], state.near(target))
    facts: Facts = (Destroyed("fireship.lost-island", lost),) if lost else ()
    facts += (FlagPlaced(island, seat),)
    if not state.reserve(seat, BOAT):
        return facts
    dot = state.rules.board.dots[island]
    gone = any(cell == dot for cell, _, _ in lost)
    stands = (state.occupied() >> dot & 1 and not gone) or any(cell == dot for cell, _ in state.whirls)
    return (*facts, Gained(seat, BOAT, HOME if stands else dot))


class Testing(PendingStep, frozen=True, kw_only=True):
    """A plane's plain die for a battleship, on a battleship cell (FS-P3)."""

    def request(self, state: Sea) -> ChanceRequest:
        return Dice(PLAIN, "FS-C2", dice=(state.rules.die(state.rules.plain_wins),))

    def chosen(self, state: Sea, answer: Answer) -> Facts:
        won = answer[0] == WON
        fell = (Settled(), FireshipDieFell(PLAIN, won))
        return (*fell, *gain(state, self.by, BATTLESHIP)) if won else fell


def gain(state: Sea, seat: int, kind: int) -> Facts:
    """Return *seat*'s gain of a *kind*, if the reserve has one."""
    return (Gained(seat, kind),) if state.reserve(seat, kind) else (NoEffect("fireship.no-reserve"),)


class Spinning(PendingStep, frozen=True, kw_only=True):
    """A spin of the wheel, for the pawn on the cell *at*.

    *by_card*: through the card FS-K1.
    """

    at: int
    by_card: bool

    def request(self, state: Sea) -> ChanceRequest:
        return Wheel(WHEEL_SPIN, "FS-C3", segments=state.rules.wheel)

    def chosen(self, state: Sea, answer: Answer) -> Facts:
        return (Settled(), WheelStopped(self.by, str(answer[0]), self.at, self.by_card))


class FireshipDrawing(PendingStep, frozen=True, kw_only=True):
    """A draw of a mystery card, for the pawn on *at*."""

    at: int

    def request(self, state: Sea) -> ChanceRequest:
        return Card(MYSTERY_DRAW, "FS-C4", cards=state.drawable())

    def chosen(self, state: Sea, answer: Answer) -> Facts:
        card = str(answer[0])
        if card in KEPT:
            return (Settled(), FireshipKept(self.by, card))
        return (Settled(), FireshipTurned(self.by, card), CardTurned(self.by, card, self.at))

    def then(self, state: Sea) -> Facts:
        if state.deck:
            return ()
        return (FireshipReshuffled(),) if state.discard else (Settled(), NoEffect("fireship.no-cards"))


class Losing(PendingStep, frozen=True, kw_only=True):
    """The choice of a lost pawn of *kind* by *by* (FS-W3, FS-W4)."""

    kind: int

    def then(self, state: Sea) -> Facts:
        found = self.choices(state)
        if not found:
            return (Settled(), NoEffect(self._why_none(state)))
        return (Settled(), given_up(state, found[0])) if len(found) == 1 else ()

    def choices(self, state: Sea) -> list[int]:
        """Return the things to choose from."""
        if self.kind == PLANE and state.on_board(self.by, PLANE) < 2:
            return []
        cells = cells_of(state.pawns[self.by][self.kind])
        colour = state.colours[self.by]
        return [*cells, home_thing(colour, self.kind)] if state.home[self.by][self.kind] else cells

    def _why_none(self, state: Sea) -> str:
        """Return the key of why nothing is lost."""
        if self.kind == BOAT:
            return "fireship.no-boat-to-lose"
        return "fireship.last-plane-stays" if state.on_board(self.by, PLANE) else "fireship.no-plane-to-lose"


def given_up(state: Sea, thing: int) -> Fact:
    """Return the loss of the active player's pawn *thing*."""
    seat = state.owner(thing)
    assert seat is not None
    return Destroyed("fireship.lost-choice", (lost_pawn(state, thing, seat),))


class RaisingKraken(PendingStep, frozen=True, kw_only=True):
    """The choice of the Kraken's wheel or mystery cell by *by* (FS-K1)."""


# ---------------------------------------------------------------------- facts
class DieOwed(StepOpened, frozen=True):
    """The battle needs a roll of its die."""

    by: int
    leader: int
    target: int
    attack: int
    defence: int
    step: ClassVar[type[Interrupt]] = Fight

    def said(self, state: Any) -> Message | None:
        return Message("fireship.powers", {"attack": self.attack, "defence": self.defence})


class TestOwed(StepOpened, frozen=True):
    """The battleship needs a roll of the plain die."""

    by: int
    step: ClassVar[type[Interrupt]] = Testing


class SpinOwed(StepOpened, frozen=True):
    """The wheel needs a spin."""

    by: int
    at: int
    by_card: bool
    step: ClassVar[type[Interrupt]] = Spinning


class DrawOwed(StepOpened, frozen=True):
    """A mystery card is due to be drawn."""

    by: int
    at: int
    step: ClassVar[type[Interrupt]] = FireshipDrawing


class LossOwed(StepOpened, frozen=True):
    """A player has to give up a pawn."""

    by: int
    kind: int
    step: ClassVar[type[Interrupt]] = Losing


class CallOwed(StepOpened, frozen=True):
    """A player has to name the Kraken's place."""

    by: int
    step: ClassVar[type[Interrupt]] = RaisingKraken


class FireshipDieFell(Fact, frozen=True, tag="DieFell"):
    """A win/lose *die* fell."""

    die: str
    won: bool

    def apply(self, state: Sea) -> Sea:
        question, verdict = state.questions + 1, WON if self.won else LOST
        state = replace(state, result=FireshipResult(self.die, (verdict,), question), questions=question)
        return decided(state, verdict)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.die-won" if self.won else "fireship.die-lost", {"die": name(self.die)})


def kraken_at(state: Sea, cell: int) -> Facts:
    """Return the Kraken's losses around *cell* (FS-W7).

    They are pawns of every side, except in colour squares.
    """
    around = state.rules.board.kraken(cell)
    sides = (*range(state.rules.people), WHITE)
    lost = tuple(
        (at, side, kind) for side in sides for kind in range(ALL) for at in cells_of(state.pawns[side][kind] & around)
    )
    return (Destroyed("fireship.lost-kraken", lost),) if lost else (NoEffect("fireship.kraken-nothing"),)


FACTS: tuple[type[Fact], ...] = (
    DieOwed, TestOwed, SpinOwed, DrawOwed, LossOwed, CallOwed, InMotion, FireshipDieFell,
)  # fmt: skip
