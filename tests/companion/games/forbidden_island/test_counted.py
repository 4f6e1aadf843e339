"""The positions reachable in three plies, chance's answers included, against a second program that shares no code."""

from __future__ import annotations

import pytest

from companion.games.forbidden_island.course import ForbiddenIslandInPlay
from companion.games.forbidden_island.rules.components import ADVENTURERS, TILES, TREASURES
from companion.games.forbidden_island.rules.layouts import LAYOUTS
from companion.games.forbidden_island.rules.masks import names_of
from companion.games.forbidden_island.rules.pending_steps import DiscardDue, Sinking
from tests.companion.games.forbidden_island import naive
from tests.companion.games.forbidden_island.island import island
from tests.support.counting import reaches

PLIES = 3
NEARLY_ALL = "earth earth fire fire fire wind ocean ocean ocean ocean ocean lift lift sandbags sandbags rise rise"

ELSEWHERE = ["watchtower", "gold-gate", "iron-gate", "silver-gate", "temple-of-the-sun", "whispering-garden"]

POSITIONS: dict[str, ForbiddenIslandInPlay] = {
    "the engineer shores, the messenger waits": island(
        "engineer@misty-marsh messenger@gold-gate",
        ("earth earth", "fire sandbags"),
        flooded="misty-marsh observatory lost-lagoon",
        spent="misty-marsh observatory",
        water=2,
    ),
    "the navigator guides diver and explorer over holes": island(
        "navigator@gold-gate diver@iron-gate explorer@watchtower",
        ("earth", "earth"),
        flooded="coral-palace phantom-rock",
        sunk="lost-lagoon misty-marsh temple-of-the-sun",
        step="actions-2",
    ),
    "a tile sinks under two, a lift is held": island(
        "messenger@watchtower explorer@watchtower pilot@bronze-gate",
        ("lift", "", "sandbags"),
        flooded="watchtower gold-gate",
        sunk="temple-of-the-sun whispering-garden",
        step="flood-1",
        pile=("watchtower gold-gate", "iron-gate silver-gate"),
        spent=" ".join(tile for tile in TILES if tile not in ELSEWHERE),
    ),
    "the last treasure cards, a full hand, the skull near": island(
        "pilot@fools-landing diver@fools-landing",
        ("earth earth earth fire fire", "wind wind wind"),
        discard=NEARLY_ALL,
        captured=(0, 0, 0, 0),
        step="treasure-2",
        water=8,
        flooded="fools-landing",
        spent="iron-gate",
    ),
    "a capture, a gift to a full hand, the pilot's last action": island(
        "pilot@temple-of-the-sun messenger@temple-of-the-sun",
        ("earth earth earth earth fire", "fire fire wind wind ocean"),
        flooded="temple-of-the-sun",
        spent="temple-of-the-sun",
        step="actions-1",
        layout="kite",
    ),
}


def told_plainly(state: ForbiddenIslandInPlay) -> naive.Position:
    """Return *state* in the second program's words."""
    places = LAYOUTS[state.rules.layout].places
    top = state.pending[-1] if state.pending else None
    return {
        "tiles": {TILES[tile]: place for tile, place in zip(state.tiles, places, strict=True)},
        "standing": set(names_of(state.land)),
        "flooded": set(names_of(state.wet)),
        "captured": {TREASURES[n]: captor for n, captor in enumerate(state.captors) if captor >= 0},
        "people": [(ADVENTURERS[role], TILES[at]) for role, at in zip(state.roles, state.pawns, strict=True)],
        "hands": [list(state.hand(seat)) for seat in range(len(state.hands))],
        "treasure_pile": list(state.deck),
        "treasure_discard": list(state.discard),
        "flood_piles": [list(names_of(cards)) for cards in state.pile],
        "flood_discard": list(names_of(state.spent)),
        "tick": state.water,
        "turn": state.turn,
        "actions": state.actions,
        "draws": state.draws,
        "floods": None if state.floods < 0 else state.floods,
        "flown": state.flown,
        "asked": state.asked,
        "discards": [due.by for due in state.pending if isinstance(due, DiscardDue)],
        "water": (TILES[top.tile], top.window) if isinstance(top, Sinking) else None,
        "end": state.ending.reason if state.ending else None,
        "rescue": state.rules.rescue_by_lift,
        "strict": state.rules.strict_navigator,
    }


@pytest.mark.parametrize("name", POSITIONS)
def test_both_programs_reach_the_same_positions(name: str) -> None:
    start = POSITIONS[name]
    assert start.faults() == ()
    expected = naive.reached(told_plainly(start), PLIES)
    reaches(start, expected, lambda state: naive.key(told_plainly(state)))
    assert len(expected[-1]) > 50
