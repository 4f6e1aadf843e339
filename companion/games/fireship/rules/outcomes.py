"""What comes of a deed that nobody cancelled: attacks, cards, badges, the wheel, a cell's use (FS-A, FS-W, FS-K)."""

from __future__ import annotations

from companion.engine.fact import Facts
from companion.games.fireship.rules.card_facts import (
    BadgeGiven,
    Doubled,
    Fogged,
    HoleOpened,
    WhirlPlaced,
)
from companion.games.fireship.rules.components import (
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
from companion.games.fireship.rules.declarations import (
    Attack,
    CalledOff,
    Cancelled,
    Deed,
    Drawn,
    Played,
    Refusing,
    Strengthened,
    Strengthening,
    Using,
    Wheeled,
)
from companion.games.fireship.rules.facts import (
    Destroyed,
    Nothing,
)
from companion.games.fireship.rules.pending import (
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


def of_attack(deed: Attack, state: Sea) -> Facts:
    """Return the die that is owed, or that the attack is called off (FS-A8)."""
    if deed.defence > deed.attack:
        return (CalledOff(deed.attack, deed.defence),)
    return (DieOwed(deed.by, deed.leader, deed.target, deed.attack, deed.defence),)


def of_played(deed: Played, state: Sea) -> Facts:
    """Return what a kept card or a badge does (FS-K7 to FS-K12)."""
    if deed.card == BOOM:
        side = state.owner(deed.target)
        assert side is not None
        return (Destroyed("fireship.lost-boom", (lost_pawn(state, deed.target, side),)),)
    if deed.card == WHIRLPOOL:
        return (WhirlPlaced(deed.by, deed.target),)
    return (Fogged(deed.by),) if deed.card == FOG else (Doubled(deed.card == UPDRAFT),)


def of_drawn(deed: Drawn, state: Sea) -> Facts:
    """Return what a card does that is carried out at once (FS-K1 to FS-K5, FS-K11)."""
    if deed.card == SPIN_WHEEL:
        return (SpinOwed(deed.by, deed.at, by_card=True),)
    return (HoleOpened(deed.by),) if deed.card == HOLE else _gain_or_lose(deed.card, deed.by, state)


def of_wheel(deed: Wheeled, state: Sea) -> Facts:
    """Return what a segment of the wheel does (FS-W1 to FS-W11)."""
    word = deed.segment
    if word == DRAW_CARD:
        return (DrawOwed(deed.by, deed.at),)
    if word == SPIN_AGAIN:
        return (SpinOwed(deed.by, deed.at, deed.by_card),)
    if word == KRAKEN:
        return (CallOwed(deed.by),) if deed.by_card else kraken_at(state, deed.at)
    if word in BADGES:
        badge = BADGES.index(word)
        return (BadgeGiven(deed.by, badge),) if state.badge_stock(badge) else (Nothing("fireship.no-badges"),)
    return _gain_or_lose(word, deed.by, state)


def _gain_or_lose(word: str, seat: int, state: Sea) -> Facts:
    if word in (GAIN_BOAT, GAIN_PLANE):
        return gain(state, seat, BOAT if word == GAIN_BOAT else PLANE)
    assert word in (LOSE_BOAT, LOSE_PLANE), word
    return (LossOwed(seat, BOAT if word == LOSE_BOAT else PLANE),)


def of_use(deed: Using, state: Sea) -> Facts:
    """Return what a special cell gives (FS-P3 to FS-P5)."""
    kind = state.rules.board.special_kind[deed.at]
    if kind == BATTLESHIP_CELL:
        return (TestOwed(deed.by),)
    return (SpinOwed(deed.by, deed.at, by_card=False),) if kind == WHEEL_CELL else (DrawOwed(deed.by, deed.at),)


def of_no(deed: Refusing, state: Sea) -> Facts:
    """Return that what lies below is cancelled (FS-K6)."""
    below = state.pending[-2]
    assert isinstance(below, Deed)
    return (Cancelled(below.word(state)),)


def of_plus_one(deed: Strengthening, state: Sea) -> Facts:
    """Return which power of the attack below is one more (FS-K8)."""
    below = state.pending[-2]
    assert isinstance(below, Attack)
    return (Strengthened(attack=deed.by == below.by),)
