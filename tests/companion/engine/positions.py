"""Positions of the two test games, for tests that begin in the middle."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from companion.engine.table import Table
from companion.engine.values.bags import bag
from tests.support.games.duel import CARDS, Duel
from tests.support.games.spinner import Scores


def duel(*hands: tuple[str, ...], kind: type[Duel] = Duel, **changes: Any) -> Duel:
    """Return a duel in which seat 0 may act with these *hands*; every other card is in the pile."""
    left = Counter(CARDS) - Counter(card for hand in hands for card in hand)
    state = kind(hands=hands, lives=(3,) * len(hands), pile=(bag(left.elements()),), step="act")
    return replace(state, **changes)


def duel_table(*hands: tuple[str, ...], **changes: Any) -> Table:
    """Return a table at which that duel begins."""
    return Table(duel(*hands, **changes))


def spinner_table(people: int = 2, **changes: Any) -> Table:
    """Return a table at which seat 0 may roll the dice."""
    return Table(replace(Scores(scores=(0,) * people), **changes))
