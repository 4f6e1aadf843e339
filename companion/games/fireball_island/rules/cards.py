"""Cards: their times and their effects once unanswered (FB-K)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import asdict, replace

from companion.engine.command import Refusal
from companion.engine.fact import Fact, Facts
from companion.engine.referees import declarations
from companion.engine.referees.frame import NOBODY
from companion.engine.state import swap
from companion.engine.values.bags import plus
from companion.engine.values.message import Message
from companion.games.fireball_island.rules import refusals
from companion.games.fireball_island.rules.components import (
    AHEAD,
    ANOTHER_TURN,
    BACK,
    CANCEL,
    DOUBLE,
    FAKE_JEWEL,
    FIREBALL,
    HAND,
    REROLL,
    TAKE_CARD,
    TALISMAN,
    name,
)
from companion.games.fireball_island.rules.draws import TakingBegan
from companion.games.fireball_island.rules.fireballs import FireballDue, FireballStopped
from companion.games.fireball_island.rules.movement import TheftFoiled, WalkingBegan
from companion.games.fireball_island.rules.state import FireballIsland
from companion.games.fireball_island.rules.windows import (
    FireballMoment,
    FireballWindowClosed,
    NamedFireball,
    PlayedCard,
    Theft,
    opened,
)


# ---------------------------------------------------------------------- when each may be played
def _fireball(state: FireballIsland, seat: int) -> Refusal | None:
    for each in state.pending:
        if isinstance(each, Theft):
            return refusals.INSIDE_A_PATH
        if isinstance(each, NamedFireball) or (isinstance(each, PlayedCard) and each.card == FIREBALL):
            return refusals.FIREBALL_WAITS
    return None


def _fake_jewel(state: FireballIsland, seat: int) -> Refusal | None:
    return None if state.owner == seat else refusals.NOT_OWNER


def _cancel(state: FireballIsland, seat: int) -> Refusal | None:
    top: Any = state.top()
    return refusals.FIREBALL_STANDS if top.card == FIREBALL else None


def _talisman(state: FireballIsland, seat: int) -> Refusal | None:
    top: Any = state.top()
    if top.by == seat and not (top.cause == "one" and top.target == seat):
        return refusals.OWN_FIREBALL
    return None


def _another_turn(state: FireballIsland, seat: int) -> Refusal | None:
    return None if seat == state.turn else refusals.ONLY_OWN_TURN


def _double(state: FireballIsland, seat: int) -> Refusal | None:
    if state.double or state.doubled:
        return refusals.ONE_DOUBLE
    for each in state.pending:
        if isinstance(each, PlayedCard) and each.card == DOUBLE:
            return refusals.ONE_DOUBLE
    return None


def _ahead(state: FireballIsland, seat: int) -> Refusal | None:
    return refusals.ONE_AHEAD if state.ahead else state.not_movable(state.turn)


def _back(state: FireballIsland, seat: int) -> Refusal | None:
    if seat == state.turn:
        return refusals.ONLY_OPPONENTS
    top: Any = state.pending[-1]
    return None if top.when == "rolled" else state.not_moved_back(state.turn)  # the move is finished first (FB-K10)


WhyNot = Callable[[FireballIsland, int], Refusal | None]
"""A check that returns the refusal of a seat's action, or None."""


class FireballTiming(NamedTuple):
    """The *windows* of a card, and the refusals of other times.

    *elsewhere* refuses it in another window; *there* may forbid it in its own.
    """

    windows: tuple[str, ...]
    elsewhere: Refusal
    there: WhyNot = lambda state, seat: None


MOMENTS = ("first", "rolled", "over")
ANY = (*MOMENTS, "card", "theft", "fireball")
TIMINGS: Mapping[str, FireballTiming] = {
    FIREBALL: FireballTiming(ANY, refusals.INSIDE_A_PATH, _fireball),
    FAKE_JEWEL: FireballTiming(("theft",), refusals.NO_THEFT, _fake_jewel),
    CANCEL: FireballTiming(("card",), refusals.NOTHING_TO_CANCEL, _cancel),
    TALISMAN: FireballTiming(("fireball",), refusals.NO_FIREBALL_NAMED, _talisman),
    REROLL: FireballTiming(("rolled",), refusals.NO_ROLL_TO_REPEAT),
    ANOTHER_TURN: FireballTiming(("over",), refusals.AT_THE_END, _another_turn),
    DOUBLE: FireballTiming(ANY, refusals.ONE_DOUBLE, _double),
    **dict.fromkeys(AHEAD, FireballTiming(("first",), refusals.BEFORE_THE_ROLL, _ahead)),
    **dict.fromkeys(BACK, FireballTiming(MOMENTS, refusals.NOT_NOW_BACK, _back)),
}
"""The times of each card (FB-K13).

Take 1 Card first names its target.
"""


def not_now(state: FireballIsland, seat: int, card: str) -> Refusal | None:
    """Return the reason why *seat* can't play *card* into the top window.

    None if it can. *seat* holds *card*.
    """
    top: Any = state.pending[-1]
    timing = TIMINGS[card]
    return timing.there(state, seat) if top.when in timing.windows else timing.elsewhere


def not_taken_from(target: int, state: FireballIsland, seat: int) -> Refusal | None:
    """Return the reason why *seat* can't take a card of *target* (FB-K8).

    None if it can.
    """
    if target == seat:
        return refusals.NOT_FROM_SELF
    if target >= state.seats() or not state.hands[target]:
        return refusals.NO_CARD_THERE
    return refusals.FITTED if state.is_fitted(target) else None


# ---------------------------------------------------------------------- facts
class FireballCardPlayed(Fact, frozen=True, tag="CardPlayed"):
    """*by* played a *card*, with the seat *target* if it has one.

    Others may answer it.
    """

    by: int
    card: str
    target: int = NOBODY

    def apply(self, state: FireballIsland) -> FireballIsland:
        hand = list(state.hands[self.by])
        hand.remove(self.card)
        hands = swap(state.hands, self.by, tuple(hand))
        laid = replace(state, hands=hands, discard=plus(state.discard, self.card))
        return opened(laid, PlayedCard, **asdict(self))

    def said(self, state: Any) -> Message:
        who = {"name": state.called(self.by), "card": name(self.card)}
        if self.card != TAKE_CARD:
            return Message("fireball-island.declared-card", who)
        return Message("fireball-island.declared-card-at", {**who, "other": state.called(self.target)})


class FireballCancelled(declarations.Cancelled, frozen=True, tag="Cancelled"):
    """A Cancel took a card off.

    *what* is its name.
    """

    def said(self, state: Any) -> Message:
        return Message("fireball-island.cancelled", {"card": name(self.what)})


class Rerolled(FireballWindowClosed, frozen=True, tag="Rerolled"):
    """The roll is ignored: its player rolls again.

    A Double holds for the new roll.
    """

    def apply(self, state: FireballIsland) -> FireballIsland:
        after = super().apply(state)
        return replace(after, step="roll", die=0, double=state.double or state.doubled, doubled=False)

    def said(self, state: Any) -> Message:
        return Message("fireball-island.rerolled", {"name": state.called(state.turn)})


class DoubleWaits(Fact, frozen=True):
    """The next roll for a move counts twice."""

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, double=True)

    def said(self, state: Any) -> Message:
        return Message("fireball-island.double-waits")


class TurnOwed(Fact, frozen=True):
    """One more turn follows this one."""

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, owed=state.owed + 1)

    def said(self, state: Any) -> Message:
        return Message("fireball-island.turn-owed")


class AheadWaits(Fact, frozen=True):
    """The active player's piece moves *count* spaces instead of a roll."""

    count: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, ahead=self.count)


class BackWaits(Fact, frozen=True):
    """A Move Back by *by* waits for the end of the move.

    It will move the active player's piece back *count* spaces.
    """

    by: int
    count: int

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, backs=(*state.backs, (self.by, self.count)))


# ---------------------------------------------------------------------- what comes of each
def moved_back(state: FireballIsland, by: int, count: int) -> Facts:
    """Return the start of a move back of the active player's piece."""
    return (WalkingBegan(by, state.turn, count, (state.places[state.turn],), back=True),)


def played(card: PlayedCard, state: FireballIsland) -> Facts:
    """Return the effects of the uncancelled *card*.

    *state* still has its window on top.
    """
    below = state.pending[-2] if len(state.pending) > 1 else None
    return EFFECTS[card.card](state, card, below)


def _rolls_fireball(state: FireballIsland, card: PlayedCard, below: Any) -> Facts:
    return (FireballDue(card.by, "card"),)


def _cancels(state: FireballIsland, card: PlayedCard, below: Any) -> Facts:
    return (FireballCancelled(below.card),) if isinstance(below, PlayedCard) else ()


def _foils(state: FireballIsland, card: PlayedCard, below: Any) -> Facts:
    return (TheftFoiled(card.by),) if isinstance(below, Theft) else ()


def _stops(state: FireballIsland, card: PlayedCard, below: Any) -> Facts:
    return (FireballStopped(),) if isinstance(below, NamedFireball) else ()


def _rolls_again(state: FireballIsland, card: PlayedCard, below: Any) -> Facts:
    return (Rerolled(),) if isinstance(below, FireballMoment) and not state.lost else ()


def _owes_a_turn(state: FireballIsland, card: PlayedCard, below: Any) -> Facts:
    return (TurnOwed(),)


def _takes(state: FireballIsland, card: PlayedCard, below: Any) -> Facts:
    can = state.hands[card.target] and len(state.hands[card.by]) < HAND and not state.is_fitted(card.target)
    return (TakingBegan(card.by, card.target),) if can else ()


def _doubles(state: FireballIsland, card: PlayedCard, below: Any) -> Facts:
    return (DoubleWaits(),)


def _goes_ahead(state: FireballIsland, card: PlayedCard, below: Any) -> Facts:
    return () if state.lost else (AheadWaits(AHEAD[card.card]),)


def _goes_back(state: FireballIsland, card: PlayedCard, below: Any) -> Facts:
    count = BACK[card.card]
    if state.lost:
        return ()
    if isinstance(below, FireballMoment) and below.when == "rolled":
        return (BackWaits(card.by, count),)
    if state.not_moved_back(state.turn) is not None:
        return ()
    return moved_back(state, card.by, count)


EFFECTS: Mapping[str, Callable[[FireballIsland, PlayedCard, Any], Facts]] = {
    FIREBALL: _rolls_fireball, CANCEL: _cancels, FAKE_JEWEL: _foils, TALISMAN: _stops, REROLL: _rolls_again,
    ANOTHER_TURN: _owes_a_turn, TAKE_CARD: _takes, DOUBLE: _doubles,
    **dict.fromkeys(AHEAD, _goes_ahead), **dict.fromkeys(BACK, _goes_back),
}  # fmt: skip
"""The effect of each card; *below* is the window under it."""

FACTS: tuple[type[Fact], ...] = (
    FireballCardPlayed, FireballCancelled, Rerolled, DoubleWaits, TurnOwed, AheadWaits, BackWaits,
)  # fmt: skip
