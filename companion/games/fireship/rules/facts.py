"""Facts of the sea. Each fact folds itself; ``course`` decides the consequences.

A fact that carries a turn on counts as a new question.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.fact import Fact
from companion.engine.interrupts import Interrupt
from companion.engine.referees import frame
from companion.engine.referees.declarations import next_turn
from companion.engine.state import swap
from companion.engine.values.bags import Bag, bag, plus
from companion.engine.values.message import DOER, Message
from companion.engine.windows import AnswerWindow
from companion.games.fireship.rules.board.components import FIRST_HOME, HOLE, KINDS, MOVE_DICE, ONE_PIECE, mark_of, name
from companion.games.fireship.rules.state import ALL, NO_BADGES, NO_COUNTS, NOTHING, Fleet, Sea
from companion.games.fireship.rules.values import FireshipResult

HOME = -1
"""The colour square, in place of a cell."""
Lost = tuple[int, int, int]
"""A lost pawn: its cell or ``HOME``, its side, its kind."""


def moved(pawns: tuple[Fleet, ...], side: int, kind: int, flip: int) -> tuple[Fleet, ...]:
    """Return *pawns* with *flip* toggled for the *kind* of *side*.

    *flip* is a mask of cells.
    """
    fleet = list(pawns[side])
    fleet[kind] ^= flip
    fleet[ALL] ^= flip
    return swap(pawns, side, tuple(fleet))


def at_home(state: Sea, seat: int, kind: int, more: int) -> Any:
    """Return the colour squares with *more* pawns of *kind* for *seat*."""
    return swap(state.home, seat, swap(state.home[seat], kind, state.home[seat][kind] + more))


# ---------------------------------------------------------------------- turns
class FireshipTurnBegan(Fact, frozen=True, tag="TurnBegan"):
    """The turn of *seat* began, in round *round*.

    Its fog lifts, and it rests no longer.
    """

    seat: int
    round: int

    def apply(self, state: Sea) -> Sea:
        return replace(
            state,
            turn=self.seat,
            round=self.round,
            step="roll",
            units=0,
            dice=(),
            planes_double=False,
            ships_double=False,
            picked_up=NOTHING,
            reached=(),
            goals=0,
            may_go_home=False,
            led=0,
            led_islands=0,
            led_home=NO_COUNTS,
            usable=0,
            fog=state.fog & ~(1 << self.seat),
            resting=next_turn(swap(state.resting, self.seat, "")),
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message("fireship.turn", {"name": state.called(self.seat), "round": self.round})


class Missed(Fact, frozen=True):
    """The active player misses this turn (FS-K11).

    The Deep Hole's card goes to the discard.
    """

    seat: int

    def apply(self, state: Sea) -> Sea:
        return replace(
            state,
            holes=swap(state.holes, self.seat, state.holes[self.seat] - 1),
            discard=plus(state.discard, HOLE),
            step="over",
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message("fireship.missed", {"colour": state.called(self.seat)})


class StepBegan(Fact, frozen=True):
    """The turn reached *step*.

    At the special cells, *usable* are the pawns that may use one.
    """

    step: str
    usable: tuple[int, ...] = ()

    def apply(self, state: Sea) -> Sea:
        usable = sum(1 << cell for cell in self.usable) if self.usable else 0
        return replace(
            state,
            step=self.step,
            usable=usable,
            units=0,
            picked_up=NOTHING,
            reached=(),
            goals=0,
            may_go_home=False,
            questions=state.questions + 1,
        )


# ---------------------------------------------------------------------- moves
class DiceAsked(Fact, frozen=True):
    """Chance has a request for the three dice."""

    def apply(self, state: Sea) -> Sea:
        return replace(state, rolling=True, questions=state.questions + 1)


class FireshipRolled(Fact, frozen=True, tag="Rolled"):
    """The three *dice* fell: their sum is the movement (FS-T1)."""

    dice: tuple[int, ...]

    def apply(self, state: Sea) -> Sea:
        question = state.questions + 1
        return replace(
            state,
            rolling=False,
            dice=self.dice,
            result=FireshipResult(MOVE_DICE, self.dice, question),
            units=sum(self.dice),
            step="moves",
            questions=question,
        )

    def said(self, state: Any) -> Message | None:
        return Message("fireship.rolled", {"who": DOER, "dice": self.dice, "total": sum(self.dice)})


class PawnPickedUp(Fact, frozen=True, tag="TakenUp"):
    """The active player picked up *thing* to move it."""

    thing: int

    def apply(self, state: Sea) -> Sea:
        square = state.square_of(state.turn)
        reached = state.reachable(self.thing)
        return replace(
            state,
            picked_up=self.thing,
            reached=reached,
            goals=reached[-1] & ~(reached[0] | square),
            may_go_home=self.thing < FIRST_HOME and bool(reached[-1] & square),
            questions=state.questions + 1,
        )


class PawnMoved(Fact, frozen=True, tag="Went"):
    """The picked-up pawn went to *to* for *cost* units.

    *to* is a cell or ``HOME``. *afresh*: it came from its colour square or through it, and has forgotten the special
    cell it used (FS-P2).
    """

    to: int
    cost: int
    afresh: bool = False

    def apply(self, state: Sea) -> Sea:
        seat, kind, start, home, used = state.turn, state.picked_up_kind(), state.picked_up, state.home, state.used
        if start >= FIRST_HOME:
            home, flip = at_home(state, seat, kind, -1), 0
        else:
            flip = 1 << start
            if used:
                used = _carried(used, start, NOTHING if self.afresh else self.to)
        if self.to == HOME:
            home = at_home(state, seat, kind, 1)
        else:
            flip |= 1 << self.to
        return replace(
            state,
            pawns=moved(state.pawns, seat, kind, flip),
            home=home,
            used=used,
            units=state.units - self.cost,
            picked_up=NOTHING,
            reached=(),
            goals=0,
            may_go_home=False,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        who: dict[str, Any] = {"who": state.called(state.turn), "cost": self.cost, "left": state.units}
        if self.to == HOME:
            return Message("fireship.went-home", who)
        kind = ONE_PIECE[state.pawn_at(self.to)[1]]
        return Message("fireship.went", {**who, "kind": kind, **mark_of(self.to)})


def _carried(used: tuple[tuple[int, int], ...], start: int, to: int) -> tuple[tuple[int, int], ...]:
    """Return the memories after a move from *start* *to* a cell.

    A pawn that goes home forgets.
    """
    return tuple([(to if at == start else at, cell) for at, cell in used if at != start or to >= 0])


# ---------------------------------------------------------------------- what pawns and islands come to
OF_BATTLES = ("fireship.lost-battle", "fireship.lost-island")
"""The causes of losses in a battle."""


class Destroyed(Fact, frozen=True):
    """The pawns *lost* left the board.

    *cause* is the key of the sentence for it.
    """

    cause: str
    lost: tuple[Lost, ...]

    def apply(self, state: Sea) -> Sea:
        pawns, home, gone = state.pawns, state.home, 0
        for cell, side, kind in self.lost:
            if cell == HOME:
                home = swap(home, side, swap(home[side], kind, home[side][kind] - 1))
            else:
                pawns = moved(pawns, side, kind, 1 << cell)
                gone |= 1 << cell
        fought = state.fought
        if fought is not None and self.cause in OF_BATTLES:
            fought = replace(fought, lost=self.lost)
        return replace(
            state,
            pawns=pawns,
            home=home,
            fought=fought,
            usable=state.usable & ~gone,
            led=state.led & ~gone,
            used=tuple((at, cell) for at, cell in state.used if not gone >> at & 1),
            unjudged=True,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message(self.cause, {"count": len(self.lost), "pawns": tuple(self._named(state))})

    def _named(self, state: Sea) -> list[Message]:
        found = []
        for cell, side, kind in self.lost:
            who: dict[str, Any] = {"kind": name(KINDS[kind]), "colour": state.colour(side)}
            key = "fireship.pawns-home" if cell == HOME else "fireship.pawn-at"
            found.append(Message(key, who if cell == HOME else {**who, **mark_of(cell)}))
        return found


class FlagPlaced(Fact, frozen=True):
    """*island* has the flag of *seat* now (FS-A6)."""

    island: int
    seat: int

    def apply(self, state: Sea) -> Sea:
        flags = swap(state.flags, self.island, self.seat)
        return replace(state, flags=flags, unjudged=True, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        island = state.rules.board.island_name(self.island)
        return Message("fireship.conquered", {"colour": state.called(self.seat), "island": island})


class Gained(Fact, frozen=True):
    """*seat* has another pawn of *kind* on the cell *at*.

    ``HOME`` is its colour square.
    """

    seat: int
    kind: int
    at: int = HOME

    def apply(self, state: Sea) -> Sea:
        if self.at == HOME:
            return replace(state, home=at_home(state, self.seat, self.kind, 1), questions=state.questions + 1)
        pawns = moved(state.pawns, self.seat, self.kind, 1 << self.at)
        return replace(state, pawns=pawns, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.gained", {"colour": state.called(self.seat), "kind": ONE_PIECE[self.kind]})


class NoEffect(Fact, frozen=True, tag="Nothing"):
    """Nothing happened; the sentence *why* gives the reason."""

    why: str

    def apply(self, state: Sea) -> Sea:
        return replace(state, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message(self.why)


# ---------------------------------------------------------------------- the end
class PlayerEliminated(Fact, frozen=True, tag="Out"):
    """*seat* is out (FS-E2, FS-K17).

    Its cards go to the discard, its badges to the stock, its whirlpools off the board.
    """

    seat: int

    def apply(self, state: Sea) -> Sea:
        laid: Bag = (*state.hands[self.seat], *(HOLE,) * state.holes[self.seat])
        own = self.seat == state.turn
        return replace(
            state,
            out=state.out | 1 << self.seat,
            discard=bag((*state.discard, *laid)),
            hands=swap(state.hands, self.seat, ()),
            badges=swap(state.badges, self.seat, NO_BADGES),
            holes=swap(state.holes, self.seat, 0),
            whirls=tuple(whirl for whirl in state.whirls if whirl[1] != self.seat),
            fog=state.fog & ~(1 << self.seat),
            step="over" if own else state.step,
            pending=() if own else _without_answer(state.pending, self.seat),
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message("fireship.out", {"colour": state.called(self.seat)})


def _without_answer(pending: tuple[Interrupt, ...], seat: int) -> tuple[Interrupt, ...]:
    """Return *pending* without questions to *seat*."""
    return tuple(
        replace(each, asked=tuple(other for other in each.asked if other != seat))
        if isinstance(each, AnswerWindow)
        else each
        for each in pending
    )


class TimeOver(Fact, frozen=True):
    """The minutes are over: the round is finished (FS-E3)."""

    def apply(self, state: Sea) -> Sea:
        return replace(state, time_over=True, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.time-over")


class FireshipEnded(frame.Ended, frozen=True, tag="Ended"):
    """The game ended for a *reason* of ``ENDINGS``, with its *winners*."""

    winners: tuple[int, ...]

    def ending(self) -> frame.Ending:
        return frame.Ending(self.reason, self.winners)


FACTS: tuple[type[Fact], ...] = (
    FireshipTurnBegan, Missed, StepBegan, DiceAsked, FireshipRolled, PawnPickedUp, PawnMoved, Destroyed, FlagPlaced,
    Gained, NoEffect, PlayerEliminated, frame.Judged, TimeOver, FireshipEnded,
)  # fmt: skip
