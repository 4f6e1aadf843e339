"""What others may answer before it takes effect: attacks, cards, badges, the wheel's word, a cell's use (FS-K15).

A deed is an answer window. Everybody with hidden cards is asked, whatever the cards are; who rests needn't be waited
for. What comes of each deed is said where the game is declared: ``comes_of`` gives the facts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.bags import less, plus
from companion.engine.chance import Below
from companion.engine.fact import Fact, Facts
from companion.engine.pending import Settled, change, push
from companion.engine.said import Said
from companion.engine.seats import ALL_SEEING
from companion.engine.state import swap
from companion.engine.windows import Window
from companion.games.fireship.rules.boards import name
from companion.games.fireship.rules.components import (
    BADGES,
    FIRST_HOME,
    FIRST_ISLAND,
    NO,
    PLUS_ONE,
    WHEEL_SPIN,
    home_of,
)
from companion.games.fireship.rules.state import NOTHING, Sea
from companion.games.fireship.rules.values import Result

MY_TURN, ATTACKED = "my-turn", "attacked"
"""Until when a seat may let windows pass: its next turn, or an attack on something of its own."""


class Deed(Window, frozen=True, kw_only=True):
    """Something that the seat *by* declared; *resting* are seats that needn't be waited for."""

    by: int
    resting: tuple[int, ...] = ()
    comes_of: ClassVar[Callable[[Any, Any], Facts]] = lambda deed, state: ()

    def waits_for(self, seat: int) -> bool:
        return super().waits_for(seat) and seat not in self.resting

    def closed(self, state: Any) -> Facts:
        return type(self).comes_of(self, state)

    def seen_by(self, viewer: int) -> Self:
        if viewer == ALL_SEEING:
            return self
        return replace(super().seen_by(viewer), resting=tuple(seat for seat in self.resting if seat == viewer))

    def imagined_by(self, viewer: int, below: Below) -> Self:
        found = super().imagined_by(viewer, below)
        if any(map(found.waits_for, found.asked)):
            return found
        return replace(found, passed=tuple(seat for seat in self.passed if seat == viewer))

    def told(self, state: Sea) -> Said:
        """Return what was declared, in words."""
        raise TypeError(f"{type(self).__name__} doesn't say what was declared")

    def word(self, state: Sea) -> str:
        """Return the word of what was declared."""
        raise TypeError(f"{type(self).__name__} has no word")


class Attack(Deed, frozen=True, kw_only=True):
    """*leader* attacks *target*; powers as the board stands, and the +1 cards played since (FS-A8)."""

    leader: int
    target: int
    attack: int
    defence: int

    def told(self, state: Sea) -> Said:
        things = {"leader": state.thing_name(self.leader), "target": state.thing_name(self.target)}
        return Said("fireship.deed-attack", {**things, "attack": self.attack, "defence": self.defence})

    def word(self, state: Sea) -> str:
        return "attack"


class Played(Deed, frozen=True, kw_only=True):
    """A kept *card*, or a badge, was played at *target*: a thing or a cell, ``NOTHING`` for none."""

    card: str
    badge: bool
    target: int = NOTHING

    def told(self, state: Sea) -> Said:
        card: dict[str, Any] = {"card": name(self.card)}
        if self.target < 0:
            return Said("fireship.deed-card", card)
        return Said("fireship.deed-card-at", {**card, "target": state.thing_name(self.target)})

    def word(self, state: Sea) -> str:
        return self.card


class Drawn(Deed, frozen=True, kw_only=True):
    """A *card* that is carried out at once, for the pawn on the cell *at*."""

    card: str
    at: int

    def told(self, state: Sea) -> Said:
        return Said("fireship.deed-card", {"card": name(self.card)})

    def word(self, state: Sea) -> str:
        return self.card


class Wheeled(Deed, frozen=True, kw_only=True):
    """The wheel's *segment*, for the pawn on the cell *at*; *by_card* through the card FS-K1."""

    segment: str
    at: int
    by_card: bool

    def told(self, state: Sea) -> Said:
        return Said("fireship.deed-wheel", {"segment": name(self.segment)})

    def word(self, state: Sea) -> str:
        return self.segment


class Using(Deed, frozen=True, kw_only=True):
    """The pawn on the special cell *at* uses it."""

    at: int

    def told(self, state: Sea) -> Said:
        return Said("fireship.deed-cell", {"cell": name(state.rules.board.special_kind[self.at])})

    def word(self, state: Sea) -> str:
        return state.rules.board.special_kind[self.at]


class Refusing(Deed, frozen=True, kw_only=True):
    """A No, over what it cancels."""

    def told(self, state: Sea) -> Said:
        return Said("fireship.deed-no")

    def word(self, state: Sea) -> str:
        return NO


class Strengthening(Deed, frozen=True, kw_only=True):
    """A +1, over the attack it is for."""

    def told(self, state: Sea) -> Said:
        return Said("fireship.deed-plus-one")

    def word(self, state: Sea) -> str:
        return PLUS_ONE


def declared(state: Sea, deed: Deed) -> Sea:
    """Return *state* with *deed* before everybody who holds hidden cards."""
    return _asking_holders(push(state, replace(deed, answer_s=float(state.rules.answer_s))))


def _asking_holders(state: Sea) -> Sea:
    """Return *state*, whose top deed is asked about afresh: of who has hidden cards now, and by who rests now."""
    top = state.top()
    if not isinstance(top, Deed):
        return state
    asked, hit = state.holders(), {victim for each in state.pending if (victim := _victim(state, each)) is not None}
    resting = tuple(
        seat for seat in asked if state.resting[seat] in ((MY_TURN,) if seat in hit else (MY_TURN, ATTACKED))
    )
    return change(state, replace(top, asked=asked, resting=resting))


def _victim(state: Sea, deed: Any) -> int | None:
    """Return the side whose pawn or island *deed* is aimed at, None if it is aimed at none."""
    aimed = isinstance(deed, Attack | Played) and deed.target >= 0
    return state.owner(deed.target) if aimed else None


def without(state: Sea, seat: int, card: str, badge: bool = False) -> Sea:
    """Return *state* after *seat* played *card*, or the badge of that name."""
    from_badges, from_hands = state.badges, state.hands
    if badge:
        at = BADGES.index(card)
        row: Any = swap(from_badges[seat], at, from_badges[seat][at] - 1)
        return replace(state, badges=swap(from_badges, seat, row))
    hands = swap(from_hands, seat, less(from_hands[seat], card))
    return replace(state, hands=hands, discard=plus(state.discard, card))


# ---------------------------------------------------------------------- facts
class Attacked(Fact, frozen=True):
    """*by* declared an attack; *leader* has led one now (FS-T5)."""

    by: int
    leader: int
    target: int
    attack: int
    defence: int

    def apply(self, state: Sea) -> Sea:
        led, led_islands, led_home = state.led, state.led_islands, state.led_home
        if self.leader < FIRST_ISLAND:
            led |= 1 << self.leader
        elif self.leader < FIRST_HOME:
            led_islands |= 1 << self.leader - FIRST_ISLAND
        else:
            _, kind = home_of(self.leader)
            led_home = swap(led_home, kind, led_home[kind] + 1)
        state = replace(state, led=led, led_islands=led_islands, led_home=led_home)
        deed = Attack(
            asked=(), by=self.by, leader=self.leader, target=self.target, attack=self.attack, defence=self.defence
        )
        return declared(state, deed)

    def said(self, state: Any) -> Said | None:
        things = {"leader": state.thing_name(self.leader), "target": state.thing_name(self.target)}
        return Said("fireship.deed-attack", {**things, "attack": self.attack, "defence": self.defence})


class CardPlayed(Fact, frozen=True):
    """*by* played a *card*, or a badge, at *target*: a thing or a cell, ``NOTHING`` for none."""

    by: int
    card: str
    badge: bool = False
    target: int = NOTHING

    def apply(self, state: Sea) -> Sea:
        state = without(state, self.by, self.card, self.badge)
        return declared(state, Played(asked=(), by=self.by, card=self.card, badge=self.badge, target=self.target))

    def said(self, state: Any) -> Said | None:
        what = {"colour": state.colour(self.by), "card": name(self.card)}
        return Said("fireship.played-badge" if self.badge else "fireship.played", what)


class Answered(Fact, frozen=True):
    """*by* answered what was declared with a *card*: a No or a +1."""

    by: int
    card: str

    def apply(self, state: Sea) -> Sea:
        state = without(state, self.by, self.card)
        return declared(state, (Refusing if self.card == NO else Strengthening)(asked=(), by=self.by))

    def said(self, state: Any) -> Said | None:
        return Said("fireship.played", {"colour": state.colour(self.by), "card": name(self.card)})


class CardTurned(Fact, frozen=True):
    """*by* turned a *card* over that is carried out at once."""

    by: int
    card: str
    at: int

    def apply(self, state: Sea) -> Sea:
        return declared(state, Drawn(asked=(), by=self.by, card=self.card, at=self.at))


class WheelStopped(Fact, frozen=True):
    """The wheel stopped at *segment*."""

    by: int
    segment: str
    at: int
    by_card: bool

    def apply(self, state: Sea) -> Sea:
        deed = Wheeled(asked=(), by=self.by, segment=self.segment, at=self.at, by_card=self.by_card)
        after = declared(state, deed)
        return replace(after, result=Result(WHEEL_SPIN, (self.segment,), after.questions))

    def said(self, state: Any) -> Said | None:
        return Said("fireship.deed-wheel", {"segment": name(self.segment)})


class CellUsed(Fact, frozen=True):
    """The pawn of *by* on the special cell *at* uses it, and remembers that (FS-P2)."""

    by: int
    at: int

    def apply(self, state: Sea) -> Sea:
        others = [pair for pair in state.used if pair[0] != self.at]
        used = tuple(sorted([*others, (self.at, self.at)]))
        state = replace(state, used=used, usable=state.usable & ~(1 << self.at))
        return declared(state, Using(asked=(), by=self.by, at=self.at))

    def said(self, state: Any) -> Said | None:
        what = {"colour": state.colour(self.by), "cell": name(state.rules.board.special_kind[self.at])}
        return Said("fireship.cell-used", what)


class Cancelled(Fact, frozen=True):
    """A No took *what* lay below it off; what lies below that is asked about afresh."""

    what: str

    def apply(self, state: Sea) -> Sea:
        return _asking_holders(Settled().apply(state))

    def said(self, state: Any) -> Said | None:
        return Said("fireship.cancelled", {"what": name(self.what)})


class Strengthened(Fact, frozen=True):
    """A +1 counts in the attack on top: for the attacker, or else for the defence."""

    attack: bool

    def apply(self, state: Sea) -> Sea:
        top = state.pending[-1]
        assert isinstance(top, Attack)
        more = replace(top, attack=top.attack + 1) if self.attack else replace(top, defence=top.defence + 1)
        return _asking_holders(change(state, more))

    def said(self, state: Any) -> Said | None:
        return Said("fireship.stronger-attack" if self.attack else "fireship.stronger-defence")


class CalledOff(Fact, frozen=True):
    """The attack is called off: the defence had become the greater power (FS-A8)."""

    attack: int
    defence: int

    def apply(self, state: Sea) -> Sea:
        return replace(state, questions=state.questions + 1)

    def said(self, state: Any) -> Said | None:
        return Said("fireship.called-off", {"attack": self.attack, "defence": self.defence})


class Rested(Fact, frozen=True):
    """*seat* lets answer windows pass *until* then; nobody else notices."""

    seat: int
    until: str

    def apply(self, state: Sea) -> Sea:
        return replace(state, resting=swap(state.resting, self.seat, self.until))

    def seen_by(self, viewer: int) -> Self | None:
        return self if viewer in (self.seat, ALL_SEEING) else None


FACTS: tuple[type[Fact], ...] = (
    Attacked, CardPlayed, Answered, CardTurned, WheelStopped, CellUsed, Cancelled, Strengthened, CalledOff, Rested,
)  # fmt: skip
