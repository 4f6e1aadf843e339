"""Declarations, open to answers before their effect (FS-K15).

These are attacks, cards, badges, wheel outcomes and uses of a cell. The game's declaration lists their outcomes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict, replace

from companion.engine.fact import Fact
from companion.engine.interrupts import change
from companion.engine.referees import declarations
from companion.engine.referees.declarations import Declaration, Rested, asked_afresh
from companion.engine.state import swap
from companion.engine.values.bags import less, plus
from companion.engine.values.message import Message
from companion.games.fireship.rules.board.components import (
    BADGES,
    FIRST_HOME,
    FIRST_ISLAND,
    NO,
    PLUS_ONE,
    WHEEL_SPIN,
    home_of,
    name,
)
from companion.games.fireship.rules.state import NOTHING, Sea
from companion.games.fireship.rules.values import CALLED_OFF, CANCELLED, FireshipResult, Fought

ATTACK = "attack"
"""The word of a declared attack."""


class Aimed(Declaration, frozen=True, kw_only=True):
    """A declaration with a *target*: a thing, a cell, or ``NOTHING``."""

    target: int = NOTHING

    def aimed_at(self, state: Sea) -> int | None:
        return state.owner(self.target) if self.target >= 0 else None


class DeclaredAttack(Aimed, frozen=True, kw_only=True):
    """An attack of *leader* on *target* (FS-A8).

    Its powers are those on the board plus the +1 cards played since.
    """

    leader: int
    attack: int
    defence: int

    def sentence(self, state: Sea) -> Message:
        things = {"leader": state.thing_name(self.leader), "target": state.thing_name(self.target)}
        return Message("fireship.declaration-attack", {**things, "attack": self.attack, "defence": self.defence})

    def word(self, state: Sea) -> str:
        return ATTACK


class DeclaredCard(Aimed, frozen=True, kw_only=True):
    """A kept *card*, or a badge, in play."""

    card: str
    badge: bool

    def sentence(self, state: Sea) -> Message:
        card: dict[str, Any] = {"card": name(self.card)}
        if self.target < 0:
            return Message("fireship.declaration-card", card)
        return Message("fireship.declaration-card-at", {**card, "target": state.thing_name(self.target)})

    def word(self, state: Sea) -> str:
        return self.card


class DeclaredDraw(Declaration, frozen=True, kw_only=True):
    """An immediate *card*, for the pawn on the cell *at*."""

    card: str
    at: int

    def sentence(self, state: Sea) -> Message:
        return Message("fireship.declaration-card", {"card": name(self.card)})

    def word(self, state: Sea) -> str:
        return self.card


class DeclaredSegment(Declaration, frozen=True, kw_only=True):
    """The wheel's *segment*, for the pawn on the cell *at*.

    *by_card*: through the card FS-K1.
    """

    segment: str
    at: int
    by_card: bool

    def sentence(self, state: Sea) -> Message:
        return Message("fireship.declaration-wheel", {"segment": name(self.segment)})

    def word(self, state: Sea) -> str:
        return self.segment


class DeclaredUse(Declaration, frozen=True, kw_only=True):
    """The use of the special cell *at* by the pawn on it."""

    at: int

    def sentence(self, state: Sea) -> Message:
        return Message("fireship.declaration-cell", {"cell": name(state.rules.board.special_kind[self.at])})

    def word(self, state: Sea) -> str:
        return state.rules.board.special_kind[self.at]


class DeclaredNo(Declaration, frozen=True, kw_only=True):
    """A No, on top of the declaration that it cancels."""

    def sentence(self, state: Sea) -> Message:
        return Message("fireship.declaration-no", {"what": name(_below(state, self).word(state))})

    def word(self, state: Sea) -> str:
        return NO


class DeclaredPlusOne(Declaration, frozen=True, kw_only=True):
    """A +1, on top of its attack."""

    def sentence(self, state: Sea) -> Message:
        attack = _below(state, self)
        assert isinstance(attack, DeclaredAttack)
        return strengthened(attack, self.by, "fireship.declaration-plus-one")

    def word(self, state: Sea) -> str:
        return PLUS_ONE


def _below(state: Sea, declaration: Declaration) -> Declaration:
    """Return the declaration that *declaration* answers."""
    numbers = [getattr(each, "number", 0) for each in state.pending]
    below = state.pending[numbers.index(declaration.number) - 1]
    assert isinstance(below, Declaration)
    return below


THEN: Mapping[str, str] = {
    "called-off": "fireship.then-called-off", "blue": "fireship.then-blue", "plain": "fireship.then-plain",
}  # fmt: skip
"""The consequence of an attack, by the greater power."""


def strengthened(attack: DeclaredAttack, by: int, key: str) -> Message:
    """Describe under *key* the effect of a +1 on *attack* (FS-A8).

    *by* is the seat that would play it.
    """
    own, other = attack.attack + (by == attack.by), attack.defence + (by != attack.by)
    then = THEN["called-off" if other > own else "blue" if own > other else "plain"]
    return Message(key, {"attack": own, "defence": other, "then": Message(then)})


def answers_told(state: Sea, declaration: Declaration) -> list[dict[str, Any]]:
    """Describe the effect of each card that answers *declaration*.

    *seat* is the card's owner, None for anybody.
    """
    if isinstance(declaration, DeclaredNo):
        stands = Message("fireship.would-stand", {"what": name(_below(state, declaration).word(state))})
        return [{"card": NO, "seat": None, "text": stands}]
    cancels = Message("fireship.would-cancel", {"what": name(declaration.word(state))})
    found: list[dict[str, Any]] = [{"card": NO, "seat": None, "text": cancels}]
    if isinstance(declaration, DeclaredAttack):
        sides = [
            seat for seat in range(state.rules.people) if seat in (declaration.by, state.owner(declaration.target))
        ]
        key = "fireship.would-strengthen"
        found += [{"card": PLUS_ONE, "seat": seat, "text": strengthened(declaration, seat, key)} for seat in sides]
    return found


KINDS: tuple[type[Declaration], ...] = (
    DeclaredAttack,
    DeclaredCard,
    DeclaredDraw,
    DeclaredSegment,
    DeclaredUse,
    DeclaredNo,
    DeclaredPlusOne,
)


def declared(state: Sea, declaration: Declaration) -> Sea:
    """Return *state* with *declaration* open to all holders of hidden cards."""
    after: Sea = declarations.declare(state, declaration, float(state.rules.answer_s))
    return after


def without(state: Sea, seat: int, card: str, badge: bool = False) -> Sea:
    """Return *state* after *seat* played *card*.

    *badge*: the badge of that name, instead of the card.
    """
    from_badges, from_hands = state.badges, state.hands
    if badge:
        at = BADGES.index(card)
        row: Any = swap(from_badges[seat], at, from_badges[seat][at] - 1)
        return replace(state, badges=swap(from_badges, seat, row))
    hands = swap(from_hands, seat, less(from_hands[seat], card))
    return replace(state, hands=hands, discard=plus(state.discard, card))


def decided(state: Sea, verdict: str) -> Sea:
    """Return *state* with the last declared attack decided by *verdict*.

    Unchanged if no attack is under way.
    """
    fought = state.fought
    return state if fought is None or fought.verdict else replace(state, fought=replace(fought, verdict=verdict))


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
        side = state.owner(self.target)
        assert side is not None
        fought = Fought(
            state.questions,
            self.by,
            self.leader,
            target=self.target,
            side=side,
            kind=state.kind_of(self.target),
            attack=self.attack,
            defence=self.defence,
            round=state.round,
        )
        state = replace(state, led=led, led_islands=led_islands, led_home=led_home, fought=fought)
        return declared(state, DeclaredAttack(asked=(), **asdict(self)))

    def said(self, state: Any) -> Message | None:
        things = {"leader": state.thing_name(self.leader), "target": state.thing_name(self.target)}
        powers = {"attack": self.attack, "defence": self.defence}
        return Message("fireship.attacked", {"who": state.called(self.by), **things, **powers})


class FireshipCardPlayed(Fact, frozen=True, tag="CardPlayed"):
    """*by* played a *card*, or a badge, at *target*.

    The target is a thing, a cell, or ``NOTHING``.
    """

    by: int
    card: str
    badge: bool = False
    target: int = NOTHING

    def apply(self, state: Sea) -> Sea:
        state = without(state, self.by, self.card, self.badge)
        return declared(state, DeclaredCard(asked=(), **asdict(self)))

    def said(self, state: Any) -> Message | None:
        what = {"colour": state.called(self.by), "card": name(self.card)}
        return Message("fireship.played-badge" if self.badge else "fireship.played", what)


class Answered(Fact, frozen=True):
    """*by* answered a declaration with a *card*: a No or a +1."""

    by: int
    card: str

    def apply(self, state: Sea) -> Sea:
        state = without(state, self.by, self.card)
        return declared(state, (DeclaredNo if self.card == NO else DeclaredPlusOne)(asked=(), by=self.by))

    def said(self, state: Any) -> Message | None:
        return Message("fireship.played", {"colour": state.called(self.by), "card": name(self.card)})


class CardTurned(Fact, frozen=True):
    """*by* turned over an immediate *card*."""

    by: int
    card: str
    at: int

    def apply(self, state: Sea) -> Sea:
        return declared(state, DeclaredDraw(asked=(), **asdict(self)))


class WheelStopped(Fact, frozen=True):
    """The wheel stopped at *segment*."""

    by: int
    segment: str
    at: int
    by_card: bool

    def apply(self, state: Sea) -> Sea:
        after = declared(state, DeclaredSegment(asked=(), **asdict(self)))
        return replace(after, result=FireshipResult(WHEEL_SPIN, (self.segment,), after.questions))

    def said(self, state: Any) -> Message | None:
        return Message("fireship.declaration-wheel", {"segment": name(self.segment)})


class CellUsed(Fact, frozen=True):
    """*by*'s pawn uses the special cell *at* and remembers it (FS-P2)."""

    by: int
    at: int

    def apply(self, state: Sea) -> Sea:
        others = [pair for pair in state.used if pair[0] != self.at]
        used = tuple(sorted([*others, (self.at, self.at)]))
        state = replace(state, used=used, usable=state.usable & ~(1 << self.at))
        return declared(state, DeclaredUse(asked=(), by=self.by, at=self.at))

    def said(self, state: Any) -> Message | None:
        what = {"colour": state.called(self.by), "cell": name(state.rules.board.special_kind[self.at])}
        return Message("fireship.cell-used", what)


class FireshipCancelled(declarations.Cancelled, frozen=True, tag="Cancelled"):
    """A No cancelled the declaration below it.

    *what* is its name. The next one down is open to answers again.
    """

    def apply(self, state: Sea) -> Sea:
        after: Sea = super().apply(state)
        return decided(after, CANCELLED) if self.what == ATTACK else after

    def said(self, state: Any) -> Message | None:
        return Message("fireship.cancelled", {"what": name(self.what)})


class Strengthened(Fact, frozen=True):
    """A +1 counts for the attacker, or else for the defence.

    It does so in the attack on top.
    """

    attack: bool

    def apply(self, state: Sea) -> Sea:
        top = state.pending[-1]
        assert isinstance(top, DeclaredAttack)
        more = replace(top, attack=top.attack + 1) if self.attack else replace(top, defence=top.defence + 1)
        after: Sea = asked_afresh(change(state, more))
        assert after.fought is not None
        return replace(after, fought=replace(after.fought, attack=more.attack, defence=more.defence))

    def said(self, state: Any) -> Message | None:
        return Message("fireship.stronger-attack" if self.attack else "fireship.stronger-defence")


class CalledOff(Fact, frozen=True):
    """The attack is off: the defence became the greater power (FS-A8)."""

    attack: int
    defence: int

    def apply(self, state: Sea) -> Sea:
        return decided(replace(state, questions=state.questions + 1), CALLED_OFF)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.called-off", {"attack": self.attack, "defence": self.defence})


FACTS: tuple[type[Fact], ...] = (
    Attacked, FireshipCardPlayed, Answered, CardTurned, WheelStopped, CellUsed, FireshipCancelled, Strengthened,
    CalledOff, Rested,
)  # fmt: skip
