"""Forbidden Island for the tests that are held over all games."""

from __future__ import annotations

from tests.support.cases import Case, Own
from tests.support.islands import almost_lost
from tests.support.referees import FORBIDDEN_ISLAND

PROMPTS = {
    "forbidden-island.due-set-up": ("deal",),
    "forbidden-island.pending-discard": ("discard",),
    "forbidden-island.own-discard": ("discard",),
    "forbidden-island.pending-window": ("lift", "no-lift"),
    "forbidden-island.pending-swim": ("swim",),
    "forbidden-island.due-actions": ("end-actions",),
    "forbidden-island.due-treasure": ("draw",),
    "forbidden-island.due-flood": ("draw",),
}
OWN = Own(
    cases=(
        Case(FORBIDDEN_ISLAND, 2, seeds=3, maximum=80),
        Case(FORBIDDEN_ISLAND, 3, {"difficulty": "legendary", "layout": "kite"}, seeds=2, maximum=60),
        Case(FORBIDDEN_ISLAND, 4, {"rescue_by_lift": False, "strict_navigator": True}, seeds=2, maximum=60),
    ),
    played=("won-by-two",),
    lots=(4, (2060, 0, 1)),  # in the first of these nobody left can swim
    brief={"difficulty": "legendary"},
    near_end=almost_lost,
    drawn=".tiles .pawns",
    prompts=PROMPTS,
)
