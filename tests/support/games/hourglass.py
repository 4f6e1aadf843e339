"""A sand glass and a chess clock: anybody starts and stops both, and rolls a die meanwhile.

Whose chess clock is over has lost. The sand glass is only turned over and looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Answer, ChanceRequest, Dice
from companion.engine.command import Command, Refusal, Role
from companion.engine.fact import Fact, Facts
from companion.engine.game import Game, Setup
from companion.engine.state import Ask, Countdown, State, swap
from companion.engine.values.message import Message
from companion.engine.values.picture import as_dict
from companion.engine.values.score_picture import ClockPicture
from companion.engine.values.seats import TABLE

GLASS_S = 60
MOVES_S = 300
MORE_S = 10
FACES = (1, 2, 3, 4, 5, 6)

Timer = Literal["glass", "moves"]
Over = Literal["glass", "moves-0", "moves-1", "moves-2", "moves-3"]


class Glass(Struct, frozen=True):
    """A timer: how often it was turned over, what was added, whether it runs, and whether it is over."""

    number: int = 1
    more_s: int = 0
    runs: bool = False
    is_over: bool = False


class Sands(State, frozen=True):
    """The sand glass, everybody's moves, and a die that chance may owe."""

    glass: Glass
    moves: tuple[Glass, ...]
    turn: int = 0
    rolled: int = 0
    is_rolling: bool = False

    def seats(self) -> int:
        return len(self.moves)

    def countdowns(self) -> tuple[Countdown, ...]:
        moves = ((f"moves-{seat}", glass, MOVES_S) for seat, glass in enumerate(self.moves))
        return tuple(
            Countdown(key, glass.number, seconds + glass.more_s, glass.runs, Ring(TABLE, key))  # type: ignore[arg-type]
            for key, glass, seconds in (("glass", self.glass, GLASS_S), *moves)
        )

    def open_asks(self) -> tuple[Ask, ...]:
        kinds = (Start, Pause, Extend, Reset, Next, RollDie)
        return (*(Ask(seat, kinds) for seat in range(self.seats())), Ask(TABLE, (Ring,)))

    def open_due(self) -> ChanceRequest | None:
        return Dice("die", dice=(FACES,)) if self.is_rolling else None

    def open_chosen(self, answer: Answer) -> Facts:
        return (DieFell(int(answer[0])),)

    def end(self) -> Message | None:
        return Message("hourglass.lost") if any(glass.is_over for glass in self.moves) else None

    def of(self, timer: Timer) -> Glass:
        return self.glass if timer == "glass" else self.moves[self.turn]


def _with(state: Sands, timer: Timer, glass: Glass) -> Sands:
    if timer == "glass":
        return replace(state, glass=glass)
    return replace(state, moves=swap(state.moves, state.turn, glass))


class Turned(Fact, frozen=True):
    """A timer runs, stands or begins anew, with *more_s* seconds more."""

    timer: Timer
    runs: bool
    more_s: int = 0
    is_new: bool = False

    def apply(self, state: Sands) -> Sands:
        glass = state.of(self.timer)
        if self.is_new:
            return _with(state, self.timer, Glass(glass.number + 1, runs=self.runs))
        return _with(state, self.timer, replace(glass, runs=self.runs, more_s=glass.more_s + self.more_s))


class Rang(Fact, frozen=True):
    """A timer is over."""

    key: Over

    def apply(self, state: Sands) -> Sands:
        if self.key == "glass":
            return replace(state, glass=replace(state.glass, runs=False, is_over=True))
        seat = int(self.key.removeprefix("moves-"))
        return replace(state, moves=swap(state.moves, seat, replace(state.moves[seat], runs=False, is_over=True)))

    def said(self, state: State) -> Message | None:
        return Message("hourglass.rang")


class HandedOver(Fact, frozen=True):
    """The turn goes to the next, and so does a running chess clock."""

    def apply(self, state: Sands) -> Sands:
        runs, after = state.of("moves").runs, (state.turn + 1) % state.seats()
        stopped = _with(state, "moves", replace(state.of("moves"), runs=False))
        return _with(replace(stopped, turn=after), "moves", replace(stopped.moves[after], runs=runs))


class DieRolls(Fact, frozen=True):
    """The die is in the air."""

    def apply(self, state: Sands) -> Sands:
        return replace(state, is_rolling=True, questions=state.questions + 1)


class DieFell(Fact, frozen=True):
    """The die shows *face*; a one turns the sand glass over, and a two is rolled again."""

    face: int

    def apply(self, state: Sands) -> Sands:
        after = replace(state, is_rolling=self.face == 2, rolled=self.face, questions=state.questions + 1)
        return Turned("glass", runs=True, is_new=True).apply(after) if self.face == 1 else after


NOT_NOW = Refusal(Message("refused.not-asked"))


class _OfTimer(Command, frozen=True):
    """What is done with *timer*."""

    timer: Timer
    role: ClassVar[Role] = "board"

    def fits(self, glass: Glass) -> bool:
        return not glass.is_over

    def why_not(self, state: Sands) -> Refusal | None:
        is_free = state.end() is None and not state.is_rolling and self.seat != TABLE
        return None if is_free and self.fits(state.of(self.timer)) else NOT_NOW

    @classmethod
    def tries(cls, state: Sands, seat: int) -> Iterable[Self]:
        timers: tuple[Timer, ...] = ("glass", "moves")
        return [command for command in (cls(seat, timer) for timer in timers) if command.why_not(state) is None]


class Start(_OfTimer, frozen=True):
    """Start it, or let it run on."""

    verb: ClassVar[str] = "start"

    def fits(self, glass: Glass) -> bool:
        return not glass.runs and not glass.is_over

    def facts(self, state: Sands) -> Facts:
        return (Turned(self.timer, runs=True),)


class Pause(_OfTimer, frozen=True):
    """Stop it for a while."""

    verb: ClassVar[str] = "pause"

    def fits(self, glass: Glass) -> bool:
        return glass.runs

    def facts(self, state: Sands) -> Facts:
        return (Turned(self.timer, runs=False),)


class Extend(_OfTimer, frozen=True):
    """Add ten seconds."""

    verb: ClassVar[str] = "extend"

    def facts(self, state: Sands) -> Facts:
        return (Turned(self.timer, state.of(self.timer).runs, more_s=MORE_S),)


class Reset(_OfTimer, frozen=True):
    """Fill it again."""

    verb: ClassVar[str] = "reset"

    def fits(self, glass: Glass) -> bool:
        return True

    def facts(self, state: Sands) -> Facts:
        return (Turned(self.timer, runs=False, is_new=True),)


class Next(Command, frozen=True):
    """Hand the turn over."""

    verb: ClassVar[str] = "next"

    def why_not(self, state: Sands) -> Refusal | None:
        return None if state.end() is None and not state.is_rolling and self.seat != TABLE else NOT_NOW

    def facts(self, state: Sands) -> Facts:
        return (HandedOver(),)

    @classmethod
    def tries(cls, state: Sands, seat: int) -> Iterable[Self]:
        return () if (command := cls(seat)).why_not(state) else (command,)


class RollDie(Next, frozen=True):
    """Roll the die."""

    verb: ClassVar[str] = "roll"

    def facts(self, state: Sands) -> Facts:
        return (DieRolls(),)


class Ring(Command, frozen=True):
    """The table's clock says that *key* is over; it is offered to nobody."""

    key: Over
    verb: ClassVar[str] = "ring"
    is_form: ClassVar[bool] = True
    of_clock: ClassVar[bool] = True

    def why_not(self, state: Sands) -> Refusal | None:
        running = {each.key for each in state.countdowns() if each.runs}
        is_free = state.end() is None and not state.is_rolling and self.seat == TABLE
        return None if is_free and self.key in running else NOT_NOW

    def facts(self, state: Sands) -> Facts:
        return (Rang(self.key),)


def _start(setup: Setup) -> Sands:
    return Sands(glass=Glass(), moves=(Glass(),) * len(setup.seats))


def _picture(state: Any) -> dict[str, Any]:
    clocks = (
        ClockPicture(
            key=each.key,
            name="glass" if each.key == "glass" else "moves",
            label=Message("hourglass.glass" if each.key == "glass" else "hourglass.moves"),
            seconds=each.seconds,
            runs=each.runs,
            seat=None if each.key == "glass" else int(each.key.removeprefix("moves-")),
            is_over=(state.glass if each.key == "glass" else state.moves[int(each.key.removeprefix("moves-"))]).is_over,
        )
        for each in state.countdowns()
    )
    return {"kind": "picture", "rolled": state.rolled, "clocks": [as_dict(clock) for clock in clocks]}


HOURGLASS = Game(
    slug="hourglass",
    mode="referee",
    name=Message("hourglass.name"),
    seats=(1, 4),
    kinds=(Start, Pause, Extend, Reset, Next, RollDie, Ring),
    known_facts=(Turned, Rang, HandedOver, DieRolls, DieFell),
    start=_start,
    picture=_picture,
)
