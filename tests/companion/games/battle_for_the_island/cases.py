"""Battle for the Island for the tests that are held over all games."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.laws.laws import from_types
from companion.engine.notation import domains
from companion.engine.state import State
from companion.games.battle_for_the_island.rules.moves import Move
from companion.games.battle_for_the_island.rules.setup import Place
from companion.games.battle_for_the_island.rules.shots import Shoot
from companion.games.battle_for_the_island.rules.state import Battle
from tests.companion.games.battle_for_the_island.field import BATTLE
from tests.support.cases import Case, Own, spelled_as


def on_the_field(state: State, kind: type[Command], seat: int) -> Iterable[Command]:
    """Spell every command about where somebody stands, what lies around it in a line, and a square off the grid."""
    if not isinstance(state, Battle) or kind not in (Move, Shoot, Place):
        return from_types(state, kind, seat)
    grid, fields = state.grid, domains(kind)
    off = max(grid.squares) + 1
    if kind is Place:
        squares = [*grid.home_rows[0], *grid.home_rows[1], *state.blocks, off]
        return [spelled_as(Place, seat, at, each, way) for at in range(3) for each in squares for way in range(4)]
    sources = [*(each.place for seat in (0, 1) for each in state.on_island(seat)), *state.blocks_left()[:1], off]
    ways = [[way] for way in ("ahead", "left", "right")] if kind is Move else [[]]
    assert len(fields) == 2 + len(ways[0])
    ahead = {source: [*{to for ray in grid.ahead.get(source, ()) for to in ray}, off] for source in sources}
    return [spelled_as(kind, seat, source, to, *way) for source in sources for to in ahead[source] for way in ways]


BEFORE = {"last_setup": "block:c3,place:tank:d1:west,place:jeep:e2:north,load:soldier:3;block:c4,block:d4,load:tank:2"}
"""Placements of the last game, of which the second player's may be in the way."""
SMALL = {"no_pads": True, "first_to_five": True, "size": 10}
ASKED_FOR = {
    "first": ("roll-for-first", "first"),
    "blocks": ("block", "place-rest"),
    "units": ("place", "place-rest"),
    "pads": ("load", "place-rest"),
    "roll": ("roll",),
    "advance": ("advance",),
    "zero": ("turn|advance|pad",),
    "move": ("move",),
    "stuck": ("shoot", "end"),
    "stuck-unarmed": ("end",),
    "moved": ("shoot", "end"),
    "moved-unarmed": ("end",),
    "slide": ("slide",),
    "removal": ("remove",),
    "pad-removal": ("remove-from-pad",),
}
PROMPTS = {f"battle-for-the-island.{who}-{step}": verbs for step, verbs in ASKED_FOR.items() for who in ("now", "own")}
OWN = Own(
    cases=(
        Case(BATTLE, 2, universe=on_the_field, seeds=2, maximum=100),
        Case(BATTLE, 2, BEFORE, universe=on_the_field, seeds=2, maximum=40),
        Case(BATTLE, 2, SMALL, universe=on_the_field, seeds=2, maximum=80),
    ),
    played=("conquered-with-points", "set-up-as-before"),
    brief={**SMALL, "quiet_turns": 3},
    drawn=".island .units",
    prompts=PROMPTS,
)
