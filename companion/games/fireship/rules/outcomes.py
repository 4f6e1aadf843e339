"""The outcomes of uncancelled declarations (FS-A, FS-W, FS-K).

These are attacks, cards, badges, wheel outcomes and uses of a cell.
"""

from __future__ import annotations

from companion.engine.fact import Facts
from companion.engine.referees.declarations import Declaration
from companion.games.fireship.rules.board.components import (
    BADGES,
    BATTLESHIP_CELL,
    BOAT,
    BOOM,
    DRAW_CARD,
    FOG,
    GAIN_BOAT,
    GAIN_PLANE,
    HOLE,
    KRAKEN,
    LOSE_BOAT,
    LOSE_PLANE,
    PLANE,
    SPIN_AGAIN,
    SPIN_WHEEL,
    UPDRAFT,
    WHEEL_CELL,
    WHIRLPOOL,
)
from companion.games.fireship.rules.card_facts import BadgeGiven, Doubled, Fogged, HoleOpened, WhirlPlaced
from companion.games.fireship.rules.declarations import (
    CalledOff,
    DeclaredAttack,
    DeclaredCard,
    DeclaredDraw,
    DeclaredNo,
    DeclaredPlusOne,
    DeclaredSegment,
    DeclaredUse,
    FireshipCancelled,
    Strengthened,
)
from companion.games.fireship.rules.facts import Destroyed, NoEffect
from companion.games.fireship.rules.pending_steps import (
    CallOwed,
    DieOwed,
    DrawOwed,
    LossOwed,
    SpinOwed,
    TestOwed,
    gain,
    kraken_at,
    lost_pawn,
)
from companion.games.fireship.rules.state import Sea


def of_attack(attack: DeclaredAttack, state: Sea) -> Facts:
    """Return the die to roll, or the attack's cancellation (FS-A8)."""
    if attack.defence > attack.attack:
        return (CalledOff(attack.attack, attack.defence),)
    return (DieOwed(attack.by, attack.leader, attack.target, attack.attack, attack.defence),)


def of_played(played: DeclaredCard, state: Sea) -> Facts:
    """Return the effects of a kept card or badge (FS-K7 to FS-K12)."""
    if played.card == BOOM:
        side = state.owner(played.target)
        assert side is not None
        return (Destroyed("fireship.lost-boom", (lost_pawn(state, played.target, side),)),)
    if played.card == WHIRLPOOL:
        return (WhirlPlaced(played.by, played.target),)
    return (Fogged(played.by),) if played.card == FOG else (Doubled(played.card == UPDRAFT),)


def of_drawn(drawn: DeclaredDraw, state: Sea) -> Facts:
    """Return the effects of an immediate card (FS-K1 to FS-K5, FS-K11)."""
    if drawn.card == SPIN_WHEEL:
        return (SpinOwed(drawn.by, drawn.at, by_card=True),)
    return (HoleOpened(drawn.by),) if drawn.card == HOLE else _gain_or_lose(drawn.card, drawn.by, state)


def of_wheel(wheeled: DeclaredSegment, state: Sea) -> Facts:
    """Return the effects of a segment of the wheel (FS-W1 to FS-W11)."""
    word = wheeled.segment
    if word == DRAW_CARD:
        return (DrawOwed(wheeled.by, wheeled.at),)
    if word == SPIN_AGAIN:
        return (SpinOwed(wheeled.by, wheeled.at, wheeled.by_card),)
    if word == KRAKEN:
        return (CallOwed(wheeled.by),) if wheeled.by_card else kraken_at(state, wheeled.at)
    if word in BADGES:
        badge = BADGES.index(word)
        return (BadgeGiven(wheeled.by, badge),) if state.badge_stock(badge) else (NoEffect("fireship.no-badges"),)
    return _gain_or_lose(word, wheeled.by, state)


def _gain_or_lose(word: str, seat: int, state: Sea) -> Facts:
    if word in (GAIN_BOAT, GAIN_PLANE):
        return gain(state, seat, BOAT if word == GAIN_BOAT else PLANE)
    assert word in (LOSE_BOAT, LOSE_PLANE), word
    return (LossOwed(seat, BOAT if word == LOSE_BOAT else PLANE),)


def of_use(used: DeclaredUse, state: Sea) -> Facts:
    """Return the effects of a special cell (FS-P3 to FS-P5)."""
    kind = state.rules.board.special_kind[used.at]
    if kind == BATTLESHIP_CELL:
        return (TestOwed(used.by),)
    return (SpinOwed(used.by, used.at, by_card=False),) if kind == WHEEL_CELL else (DrawOwed(used.by, used.at),)


def of_no(answer: DeclaredNo, state: Sea) -> Facts:
    """Return the cancellation of the declaration below (FS-K6)."""
    below = state.pending[-2]
    assert isinstance(below, Declaration)
    return (FireshipCancelled(below.word(state)),)


def of_plus_one(answer: DeclaredPlusOne, state: Sea) -> Facts:
    """Return the increase of one power in the attack below (FS-K8)."""
    below = state.pending[-2]
    assert isinstance(below, DeclaredAttack)
    return (Strengthened(attack=answer.by == below.by),)
