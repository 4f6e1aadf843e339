"""Fireship for the tests that are held over all games."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.laws.laws import from_types
from companion.engine.notation import domains
from companion.engine.state import State
from companion.games.fireship.rules.actions import Attack
from companion.games.fireship.rules.board.components import CELLS, FIRST_HOME, FIRST_ISLAND, THINGS, cell_at, place_of
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.moves import AtCell
from companion.games.fireship.rules.state import Sea
from tests.companion.games.fireship.boards import POND
from tests.support.cases import Case, Own, spelled_as
from tests.support.referees import FIRESHIP, fireship_on


def at_sea(state: State, kind: type[Command], seat: int) -> Iterable[Command]:
    """Spell every command about a cell of the board and one beside it, and about every pawn, island and square."""
    if not isinstance(state, Sea):
        return from_types(state, kind, seat)
    board = state.rules.board
    pawns = cells_of(state.occupied())
    things = [*pawns, cell_at(board.width + 1, 1), cell_at(3, 3), *range(FIRST_ISLAND, len(THINGS))]
    if kind is Attack:
        own = [thing for thing in things if state.turn == seat and state.pawns and state.owner(thing) == seat]
        leaders = {*own[:12], things[0], things[-1], FIRST_ISLAND, FIRST_HOME}
        return [Attack(seat, leader, target) for leader in leaders for target in dict.fromkeys(things)]
    if issubclass(kind, AtCell):
        cells = [*range(CELLS)] if seat == state.turn else things[:2]
        places = (place_of(cell) for cell in cells if cell < CELLS)
        return [kind(seat, *place) for place in places if place[0] <= board.width + 1 and place[1] <= board.height + 1]
    fields = domains(kind)
    if [field.name for field in fields] == ["thing"]:
        return [spelled_as(kind, seat, thing) for thing in dict.fromkeys(things)]
    if [field.name for field in fields] == ["source", "target"]:
        sources = ("card", "badge")
        return [spelled_as(kind, seat, source, thing) for source in sources for thing in dict.fromkeys(things)]
    return from_types(state, kind, seat)


ON_THE_POND = fireship_on(POND)
MANY_CARDS = {"cards_no": 12, "cards_plus_one": 12, "cards_whirlpool": 6, "answer_s": 1}
PROMPTS = {
    "fireship.due-answers": (),
    "fireship.due-colours": ("colour",),
    **dict.fromkeys(("fireship.due-first", "fireship.asked-first", "fireship.due-roll"), ("roll",)),
    "fireship.due-moves": ("pick", "end-moves"),
    "fireship.due-where": ("go|go-home",),
    "fireship.due-stuck": ("pick", "end-moves"),
    **dict.fromkeys(("fireship.due-no-way", "fireship.due-no-steps", "fireship.due-no-pieces"), ("end-moves",)),
    "fireship.due-attacks": ("attack", "end-attacks"),
    "fireship.due-cells-next": ("end-attacks",),
    "fireship.due-cells": ("use", "end-turn"),
    **dict.fromkeys(("fireship.due-no-attacks", "fireship.due-no-cells", "fireship.due-last"), ("end-turn",)),
    "fireship.powers": ("roll",),
    "fireship.due-test": ("roll",),
    "fireship.due-spin": ("spin",),
    "fireship.due-draw": ("draw",),
    "fireship.due-lose": ("lose",),
    "fireship.due-kraken": ("kraken",),
}
OWN = Own(
    cases=(
        Case(FIRESHIP, 2, universe=at_sea, seeds=2, maximum=60),
        Case(ON_THE_POND, 4, MANY_CARDS, universe=at_sea, seeds=2, maximum=200, secrets=True),
        Case(ON_THE_POND, 2, {"limit": "minutes", "casualties": "defenders"}, universe=at_sea, seeds=2, maximum=80),
    ),
    played=("all-islands", "time-4"),
    still={"answer_s": 0, "limit": "minutes"},
    brief={"limit": "rounds", "rounds": 1},
    drawn=".ocean .fleet",
    prompts=PROMPTS,
)
