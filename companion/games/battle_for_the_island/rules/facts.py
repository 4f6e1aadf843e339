"""Facts of Battle for the Island, except those of set-up and blocks."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.fact import Fact, Facts
from companion.engine.referees import frame
from companion.engine.referees.frame import Ending
from companion.engine.state import swap
from companion.engine.values.message import DOER, Message
from companion.games.battle_for_the_island.rules.characters import aiming
from companion.games.battle_for_the_island.rules.components import FORWARD_OF, QUARTER, SQUARES, name, square_at
from companion.games.battle_for_the_island.rules.state import NOWHERE, Battle, Step, Struck


def _turned(facing: int, way: str) -> int:
    return (facing + QUARTER[way]) % 4


class TurnBegan(Fact, frozen=True):
    """*seat*'s turn began at *step*."""

    seat: int
    step: Step

    def apply(self, state: Battle) -> Battle:
        return replace(
            state,
            turn=self.seat,
            step=self.step,
            die=NOWHERE,
            nominated=False,
            mover=NOWHERE,
            harmed=False,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message("battle-for-the-island.none-advances") if self.step == "pad-removal" else None


class DieAsked(Fact, frozen=True):
    """The die was set in motion."""

    def apply(self, state: Battle) -> Battle:
        return replace(state, rolling=True, questions=state.questions + 1, struck=None)


class DieFell(Fact, frozen=True):
    """The die shows a *value* (BI-M1).

    A zero asks for an option, any other value for a move or the pad's slide.
    """

    value: int

    def apply(self, state: Battle) -> Battle:
        rolls, questions = state.rolls + 1, state.questions + 1
        if self.value:
            step: Step = "slide" if state.nominated else "move"
            return replace(state, rolling=False, die=self.value, rolls=rolls, step=step, questions=questions)
        return replace(
            state, rolling=False, die=0, rolls=rolls, step="zero", nominated=False, mover=NOWHERE, questions=questions
        )

    def said(self, state: Any) -> Message:
        return Message("battle-for-the-island.rolled", {"who": DOER, "value": self.value})


class Advanced(Fact, frozen=True):
    """A character entered the island from a pad (BI-Z2, BI-M9).

    It came from *column* of *seat*'s pad and faces forward.
    """

    seat: int
    column: int

    def apply(self, state: Battle) -> Battle:
        at, square = state.on_pad(self.seat, self.column), state.ahead_of_pad(self.seat, self.column)
        assert at is not None and square is not None
        who = aiming(state.units[self.seat][at].kind, square, FORWARD_OF[self.seat], state.rules.grid)
        mover = at if state.step == "zero" else NOWHERE
        return state.with_character(self.seat, at, who, "roll", mover=mover)

    def said(self, state: Any) -> Message:
        return Message("battle-for-the-island.advanced", {"who": DOER, "column": self.column})


class PadNominated(Fact, frozen=True):
    """The pad was nominated: the next roll slides it (BI-Z3)."""

    def apply(self, state: Battle) -> Battle:
        return replace(state, nominated=True, mover=NOWHERE, step="roll", questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("battle-for-the-island.nominated", {"who": DOER})


class Turned(Fact, frozen=True):
    """The character on *square* turned a quarter *way* on it (BI-Z4)."""

    square: int
    way: str

    def apply(self, state: Battle) -> Battle:
        seat, at, who = state.on_turn_at(self.square)
        turned = aiming(who.kind, who.place, _turned(who.facing, self.way), state.rules.grid)
        return state.with_character(seat, at, turned, "roll", mover=at)

    def said(self, state: Any) -> Message:
        values: dict[str, Any] = {"who": DOER, "square": SQUARES[self.square], "way": name(self.way)}
        return Message("battle-for-the-island.turned", values)


class Moved(Fact, frozen=True):
    """The character on *square* used the roll to reach *to* (BI-M4).

    It has turned there if *way* says so.
    """

    square: int
    to: int
    way: str

    def apply(self, state: Battle) -> Battle:
        seat, at, who = state.on_turn_at(self.square)
        moved = aiming(who.kind, self.to, _turned(who.facing, self.way), state.rules.grid)
        return state.with_character(seat, at, moved, "moved")

    def said(self, state: Any) -> Message:
        squares = {"square": SQUARES[self.square], "to": SQUARES[self.to]}
        values: dict[str, Any] = {"who": DOER, **squares, "way": name(self.way)}
        return Message(
            "battle-for-the-island.moved" if self.way == "ahead" else "battle-for-the-island.moved-and-turned", values
        )


class Slid(Fact, frozen=True):
    """*seat*'s pad slid its missile to *column*, which ends the turn (BI-Z3).

    *column* is the grid's.
    """

    seat: int
    column: int

    def apply(self, state: Battle) -> Battle:
        marks = swap(state.marks, self.seat, self.column)
        return replace(state, marks=marks, step="over", questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        column = SQUARES[square_at(0, self.column)][0]
        return Message("battle-for-the-island.slid", {"who": DOER, "column": column})


class Hit(Fact, frozen=True):
    """The character on *square* shot the one on *target* (BI-K4, BI-K5).

    Everybody on *removed* left the game.
    """

    square: int
    target: int
    removed: tuple[int, ...]

    def apply(self, state: Battle) -> Battle:
        number = state.questions + 1
        struck = Struck(number, state.turn, state.step, self.square, self.target, state.lost_on(self.removed))
        return state.without(self.removed, questions=number, struck=struck)

    def said(self, state: Any) -> Message:
        values: dict[str, Any] = {"who": DOER, "square": SQUARES[self.square], "target": SQUARES[self.target]}
        between = len(self.removed) - 1
        if not between:
            return Message("battle-for-the-island.hit", values)
        return Message("battle-for-the-island.hit-with-crossfire", {**values, "count": between})


class ShootingOver(Fact, frozen=True):
    """The active player can't move and shoots no more (BI-M8).

    The opponent *removes* a character, or the turn just ends.
    """

    removes: bool

    def apply(self, state: Battle) -> Battle:
        return replace(state, step="removal" if self.removes else "over", questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        if self.removes:
            return Message("battle-for-the-island.cannot-move-removal")
        return Message("battle-for-the-island.cannot-move", {"who": DOER})


class Removed(Fact, frozen=True):
    """The opponent removed the character on *square* (BI-M8)."""

    square: int

    def apply(self, state: Battle) -> Battle:
        seat, at, who = state.on_turn_at(self.square)
        return replace(state.with_character(seat, at, who.gone(), "over"), harmed=True, unjudged=True)

    def said(self, state: Any) -> Message:
        return Message("battle-for-the-island.removed", {"who": DOER, "square": SQUARES[self.square]})


class RemovedFromPad(Fact, frozen=True):
    """The opponent removed a character from *column* of a pad (BI-M9).

    It is *seat*'s pad.
    """

    seat: int
    column: int

    def apply(self, state: Battle) -> Battle:
        at = state.on_pad(self.seat, self.column)
        assert at is not None
        gone = state.units[self.seat][at].gone()
        return replace(state.with_character(self.seat, at, gone, "over"), harmed=True, unjudged=True)

    def said(self, state: Any) -> Message:
        return Message("battle-for-the-island.removed-from-pad", {"who": DOER, "column": self.column})


class TurnEnded(Fact, frozen=True):
    """The turn ended; a turn without a removal counts as quiet (BI-E5)."""

    def apply(self, state: Battle) -> Battle:
        quiet = 0 if state.harmed else state.quiet + 1
        return replace(state, step="next", quiet=quiet, questions=state.questions + 1)


TURN_ENDED: Facts = (TurnEnded(),)
"""The most frequent of all, made once."""


class BattleEnded(frame.Ended, frozen=True, tag="Ended"):
    """The game ended; *winners* has the winning seat, none for a draw."""

    winners: tuple[int, ...] = ()

    def ending(self) -> Ending:
        return Ending(self.reason, self.winners)


FACTS: tuple[type[Fact], ...] = (
    TurnBegan, DieAsked, DieFell, Advanced, PadNominated, Turned, Moved, Slid, Hit, ShootingOver, Removed,
    RemovedFromPad, TurnEnded, BattleEnded,
)  # fmt: skip
