"""Facts of Fireball Island: set-up, turns, dice and gains on the way."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.fact import Fact, Facts
from companion.engine.referees import frame
from companion.engine.referees.declarations import MY_TURN, next_turn
from companion.engine.referees.frame import NOBODY, Ending
from companion.engine.state import swap
from companion.engine.values.message import DOER, Message
from companion.games.fireball_island.rules.components import HELD, SHUT_CAVE, TRADED, name
from companion.games.fireball_island.rules.state import NOT_AGAIN, TO_ROLL, FireballIsland, Step, resting_of
from companion.games.fireball_island.rules.windows import FireballMoment, When, calmed


# ---------------------------------------------------------------------- who begins
class AllDealt(Fact, frozen=True):
    """Everybody has a card: all roll for the first turn."""

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, step="contest", totals=(TO_ROLL,) * state.seats(), questions=state.questions + 1)


class RolledFirst(Fact, frozen=True):
    """*seat* rolled a *value* for the first turn."""

    seat: int
    value: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(
            state,
            totals=swap(state.totals, self.seat, self.value),
            rolling=False,
            die=self.value,
            rolls=state.rolls + 1,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message:
        return Message("fireball-island.rolled-first", {"name": state.called(self.seat), "value": self.value})


class RolledAlike(Fact, frozen=True):
    """Several seats rolled the highest alike: they roll again."""

    seats: tuple[int, ...]

    def apply(self, state: FireballIsland) -> FireballIsland:
        totals = tuple([TO_ROLL if seat in self.seats else NOT_AGAIN for seat in range(state.seats())])
        return replace(state, totals=totals, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("fireball-island.rolled-alike", {"names": tuple(map(state.called, self.seats))})


# ---------------------------------------------------------------------- turns
class FireballTurnBegan(Fact, frozen=True, tag="TurnBegan"):
    """*seat*'s turn began at *step*; it was *owed* or not."""

    seat: int
    step: Step
    owed: bool = False

    def apply(self, state: FireballIsland) -> FireballIsland:
        resting = next_turn(state.resting)
        if resting[self.seat] == MY_TURN:
            resting = swap(resting, self.seat, "")
        return replace(
            state,
            first=self.seat if state.first == NOBODY else state.first,
            turn=self.seat,
            step=self.step,
            totals=(),
            turns=state.turns + 1,
            die=0,
            caving=False,
            standing=False,
            lost=False,
            ahead=0,
            owed=state.owed - self.owed,
            resting=resting,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message("fireball-island.owed-turn", {"name": state.called(self.seat)}) if self.owed else None


class StoodUp(Fact, frozen=True):
    """*seat* stands its piece up, which is all of its turn."""

    seat: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, lying=swap(state.lying, self.seat, False), standing=True)

    def said(self, state: Any) -> Message:
        return Message("fireball-island.stood-up", {"name": state.called(self.seat)})


class CaveDeclared(Fact, frozen=True):
    """*seat* goes *out* of its cave, or to another."""

    seat: int
    out: bool

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, caving=not self.out, step="first", questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        key = "fireball-island.goes-out" if self.out else "fireball-island.goes-on"
        return Message(key, {"name": state.called(self.seat)})


NEXT: dict[When, Step] = {"first": "roll", "rolled": "rolled", "over": "pass"}
"""The step after each window of a turn."""


class MomentOpened(Fact, frozen=True):
    """A window opened at a moment of the turn."""

    when: When

    def apply(self, state: FireballIsland) -> FireballIsland:
        asked, number = state.holders(), state.questions + 1
        window = FireballMoment(
            asked=asked,
            resting=resting_of(asked, state.resting),
            answer_s=state.rules.answer_s,
            number=number,
            by=state.turn,
            when=self.when,
        )
        return replace(state, pending=(calmed(state, window),), questions=number, step=NEXT[self.when])


# ---------------------------------------------------------------------- the die
class FireballDieAsked(Fact, frozen=True, tag="DieAsked"):
    """The die was set in motion."""

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, rolling=True, questions=state.questions + 1, loosed=None)


class FireballDieFell(Fact, frozen=True, tag="DieFell"):
    """The die shows a *value*.

    It counts twice in a roll for a move if a Double waited (FB-K12).
    """

    value: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        used = state.double and not state.caving
        return replace(
            state,
            rolling=False,
            die=self.value,
            rolls=state.rolls + 1,
            doubled=used,
            double=state.double and not used,
        )

    def said(self, state: Any) -> Message:
        return Message("fireball-island.rolled", {"who": DOER, "value": self.value})


class RollTaken(Fact, frozen=True):
    """The roll or the card counts now: its effect follows."""

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, step="backs", doubled=False, ahead=0)


class AheadLapsed(Fact, frozen=True):
    """A Move Ahead has no effect here: there is a roll instead."""

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, ahead=0, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("fireball-island.ahead-lapsed")


class BackLapsed(Fact, frozen=True):
    """A waiting Move Back has no effect at the piece's place."""

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, backs=state.backs[1:])

    def said(self, state: Any) -> Message:
        return Message("fireball-island.back-lapsed")


class RollSetRight(Fact, frozen=True):
    """A correction made the roll one for a cave, or no longer."""

    caving: bool

    def apply(self, state: FireballIsland) -> FireballIsland:
        waits = self.caving and state.doubled  # a cave roll uses no Double (FB-K12)
        return replace(
            state,
            caving=self.caving,
            double=state.double or waits,
            doubled=state.doubled and not waits,
            questions=state.questions + 1,
        )


class BackTaken(Fact, frozen=True):
    """The first Move Back that waited acts now."""

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, backs=state.backs[1:])


class CaveRolled(Fact, frozen=True):
    """*seat* came to the cave *to*, or stays where it is."""

    seat: int
    to: str

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, places=swap(state.places, self.seat, self.to), caving=False)

    def said(self, state: Any) -> Message:
        return Message("fireball-island.in-cave", {"name": state.called(self.seat), "cave": name(self.to)})


# ---------------------------------------------------------------------- what lies on the way
class TokenTaken(Fact, frozen=True):
    """*seat* took a Magic Charm token at the Step."""

    seat: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, tokens=swap(state.tokens, self.seat, HELD))

    def said(self, state: Any) -> Message:
        return Message("fireball-island.token-taken", {"name": state.called(self.seat)})


class TokenTraded(Fact, frozen=True):
    """*seat* brought its token back, for cards."""

    seat: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, tokens=swap(state.tokens, self.seat, TRADED))

    def said(self, state: Any) -> Message:
        return Message("fireball-island.token-traded", {"name": state.called(self.seat)})


class JewelPickedUp(Fact, frozen=True):
    """*seat* took the jewel from its space."""

    seat: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, jewel="", owner=self.seat)

    def said(self, state: Any) -> Message:
        return Message("fireball-island.jewel-picked-up", {"name": state.called(self.seat)})


class JewelCaptured(Fact, frozen=True):
    """*seat* captured the jewel from Vul-Kar, with *bonus_turns* to come."""

    seat: int
    bonus_turns: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, jewel="", owner=self.seat, bonus=True, owed=state.owed + self.bonus_turns)

    def said(self, state: Any) -> Message:
        return Message("fireball-island.jewel-captured", {"name": state.called(self.seat)})


class JewelStolen(Fact, frozen=True):
    """*seat* stole the jewel from *other*."""

    seat: int
    other: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, owner=self.seat)

    def said(self, state: Any) -> Message:
        return Message(
            "fireball-island.jewel-stolen", {"name": state.called(self.seat), "other": state.called(self.other)}
        )


class Won(frame.Ended, frozen=True):
    """*winner* brought the jewel to the Dock."""

    winner: int = NOBODY

    def ending(self) -> Ending:
        return Ending(self.reason, (self.winner,))


def begin_turn(state: FireballIsland) -> Facts:
    """Begin the next turn: an owed one, or the next player's (FB-M10)."""
    owed = state.owed > 0
    return turn_of(state, state.turn if owed else (state.turn + 1) % state.seats(), owed)


def turn_of(state: FireballIsland, seat: int, owed: bool = False) -> Facts:
    """Begin *seat*'s turn.

    It stands up, declares in a cave, or goes on to its first window.
    """
    if state.lying[seat]:
        return (FireballTurnBegan(seat, "over", owed), StoodUp(seat))
    if not state.in_cave(seat):
        return (FireballTurnBegan(seat, "first", owed),)
    if state.places[seat] == SHUT_CAVE:
        return (FireballTurnBegan(seat, "first", owed), CaveDeclared(seat, out=False))
    return (FireballTurnBegan(seat, "declare", owed),)


FACTS: tuple[type[Fact], ...] = (
    AllDealt, RolledFirst, RolledAlike, FireballTurnBegan, StoodUp, CaveDeclared, MomentOpened, FireballDieAsked,
    FireballDieFell, RollTaken, AheadLapsed, BackLapsed, BackTaken, RollSetRight, CaveRolled, TokenTaken, TokenTraded,
    JewelPickedUp, JewelCaptured, JewelStolen, Won,
)  # fmt: skip
