"""Moves: the choice of a way, its gains and its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Interrupt, change
from companion.engine.referees.frame import NOBODY
from companion.engine.referees.pending_steps import PendingStep, StepOpened
from companion.engine.state import kept_for_last, swap
from companion.engine.values.message import Message
from companion.games.fireball_island.rules.board import Place
from companion.games.fireball_island.rules.components import BONUS_TURNS, CAVES, HAND, NOT_YET, OFF_TRAIL
from companion.games.fireball_island.rules.draws import DrawingBegan
from companion.games.fireball_island.rules.facts import JewelCaptured, JewelPickedUp, JewelStolen, TokenTaken, Won
from companion.games.fireball_island.rules.fireballs import FireballDue, lose_turn
from companion.games.fireball_island.rules.state import FireballIsland
from companion.games.fireball_island.rules.ways import (
    FireballStart,
    FireballWay,
    Path,
    line_back,
    near,
    trace_after,
    ways_among,
)
from companion.games.fireball_island.rules.windows import FireballWindowClosed, Theft, closed, opened


class Walking(PendingStep, frozen=True, kw_only=True):
    """The choice of a way for *seat*'s piece by *by*.

    It has *left* spaces to go, *back* or not. *walked* are its spaces until now, its start first; *tried*: a theft was
    tried in this move.
    """

    seat: int
    left: int
    walked: Path
    back: bool = False
    tried: bool = False

    def then(self, state: FireballIsland) -> Facts:
        options = ways(state)
        return walked(state, self, next(iter(options.values()))) if len(options) == 1 else ()


@kept_for_last
def ways(state: FireballIsland) -> Mapping[tuple[Place, ...], FireballWay]:
    """Return all legal ways of the move on top, by their words.

    The words select one of several.
    """
    walking: Any = state.pending[-1]
    seat, owner, walked, board = walking.seat, state.owner, walking.walked, state.rules.board
    rival = "" if owner in (NOBODY, seat) or walking.tried else state.places[owner]
    if rival in OFF_TRAIL or rival == board.start:
        rival = ""
    others = [place for other, place in enumerate(state.places) if other != seat]
    furthest = walking.left + len(others)  # each piece in the way may carry it one space further (FB-M2)
    within = near(board, walked[-1], furthest)
    jewel = state.jewel if state.jewel in within else ""
    holds = owner == seat and board.dock in within
    line = line_back(state.traces[seat], walked)[:furthest] if walking.back else ()
    start = FireballStart(board, walked, walking.left, jewel=jewel, holds=holds, line=line, back=walking.back)
    return ways_among(start, others, rival)


def walked(state: FireballIsland, walking: Walking, way: FireballWay) -> Facts:
    """Return the facts of the piece's *way*."""
    board, seat = state.rules.board, walking.seat
    found: Facts = (Walked(seat, way.path),)
    if board.step in way.path and state.tokens[seat] == NOT_YET:
        found += (TokenTaken(seat),)
    if state.jewel != board.vul_kar and state.jewel in way.path:
        found += (JewelPickedUp(seat),)
    if way.halts:
        return (*found, TheftTried(seat, state.owner))
    found += (Landed(seat, way.end),)
    if way.end == board.dock:
        return (*found, Won("dock", seat))
    return found if way.end == walking.walked[0] else (*found, *_landed(state, seat, way.end))


def _landed(state: FireballIsland, seat: int, place: Place) -> Facts:
    """Return the effects of landing on *place*.

    The first to settle comes last, on top.
    """
    board = state.rules.board
    if place == board.vul_kar == state.jewel:
        captured = JewelCaptured(seat, 0 if state.bonus else BONUS_TURNS)
        return (captured,) if state.bonus else (captured, FireballDue(seat, "bonus"), DrawingBegan(seat, HAND))
    if place in CAVES:
        return (CaveEntered(seat),)
    if place in board.dark and len(state.hands[seat]) < HAND:
        return (DrawingBegan(seat, len(state.hands[seat]) + 1),)
    return ()


def brought(state: FireballIsland, walking: Walking, way: FireballWay) -> tuple[Message, ...]:
    """Describe the effects of a *way* before the move."""
    facts = walked(state, walking, way)
    return tuple([Message(BRINGS[type(fact)]) for fact in facts if type(fact) in BRINGS])


# ---------------------------------------------------------------------- facts
class WalkingBegan(StepOpened, frozen=True):
    """*by* has to choose a way of *left* spaces for *seat*'s piece.

    The piece is at the end of *walked*.
    """

    by: int
    seat: int
    left: int
    walked: Path
    back: bool = False
    step: ClassVar[type[Interrupt]] = Walking


class Walked(Fact, frozen=True):
    """*seat*'s piece went over the spaces of *path*."""

    seat: int
    path: Path

    def apply(self, state: FireballIsland) -> FireballIsland:
        top: Any = state.pending[-1]
        left = max(0, top.left - len(self.path))
        going = replace(top, walked=(*top.walked, *self.path), left=left)
        return replace(
            state,
            pending=(*state.pending[:-1], going),
            places=swap(state.places, self.seat, going.walked[-1]),
            questions=state.questions + 1,
        )


class Landed(Fact, frozen=True):
    """*seat*'s move ended on *place*."""

    seat: int
    place: Place

    def apply(self, state: FireballIsland) -> FireballIsland:
        top: Any = state.pending[-1]
        walked = top.walked[: top.walked.index(self.place) + 1]
        board = state.rules.board
        if self.place == board.start:
            trace: Path = (self.place,)
        elif self.place in OFF_TRAIL:
            trace = ()
        else:
            before = state.traces[self.seat]
            trace = trace_after(before, walked, top.back, board.start)
        return replace(
            state,
            pending=closed(state),
            questions=state.questions + 1,
            places=swap(state.places, self.seat, self.place),
            traces=swap(state.traces, self.seat, trace),
        )

    def said(self, state: Any) -> Message:
        return Message(
            "fireball-island.landed", {"name": state.called(self.seat), "place": state.place_name(self.place)}
        )


class TurnLost(Fact, frozen=True):
    """A correction put *seat*'s piece in a pit in its own turn.

    It moves no more.
    """

    seat: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        left = tuple([each for each in state.pending if not isinstance(each, Walking)])
        return replace(lose_turn(state), pending=left, questions=state.questions + 1)


class CaveEntered(Fact, frozen=True):
    """*seat*'s piece entered a cave: it rolls for another one."""

    seat: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, step="roll", caving=True, questions=state.questions + 1)


class TheftTried(Fact, frozen=True):
    """*by* came onto the space of *target*, the jewel's owner."""

    by: int
    target: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        tried = change(state, replace(state.pending[-1], tried=True))
        return opened(tried, Theft, by=self.by, target=self.target)

    def said(self, state: Any) -> Message:
        return Message(
            "fireball-island.declared-theft", {"name": state.called(self.by), "other": state.called(self.target)}
        )


class TheftFoiled(FireballWindowClosed, frozen=True, tag="TheftFoiled"):
    """A Fake Jewel foiled the theft: *owner* keeps the jewel."""

    owner: int

    def said(self, state: Any) -> Message:
        return Message("fireball-island.theft-foiled", {"name": state.called(self.owner)})


def stolen(theft: Theft, state: FireballIsland) -> Facts:
    """Return the effects of an unfoiled theft (FB-J4)."""
    same_space = state.owner == theft.target and state.places[theft.by] == state.places[theft.target]
    return (JewelStolen(theft.by, theft.target),) if same_space else ()


BRINGS: Mapping[type[Fact], str] = {
    TokenTaken: "fireball-island.brings-token",
    JewelPickedUp: "fireball-island.brings-jewel",
    JewelCaptured: "fireball-island.brings-capture",
    TheftTried: "fireball-island.brings-theft",
    CaveEntered: "fireball-island.brings-cave",
    DrawingBegan: "fireball-island.brings-cards",
    Won: "fireball-island.brings-win",
}
"""The sentence for each gain on a way."""
FACTS: tuple[type[Fact], ...] = (
    WalkingBegan, Walked, Landed, TurnLost, CaveEntered, TheftTried, TheftFoiled,
)  # fmt: skip
