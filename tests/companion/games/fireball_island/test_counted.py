"""All that may be done, step by step through whole games, against a second program that shares no code."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.engine.chance import ChanceAnswer
from companion.engine.command import Command
from companion.engine.notation import spell
from companion.engine.state import legal
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE
from companion.engine.windows import PassFor
from companion.games.fireball_island.players import racer
from companion.games.fireball_island.rules import movement
from companion.games.fireball_island.rules.commands import FireballMove
from companion.library.simulate import listed
from tests.companion.games.fireball_island import naive
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND, NAMES
from tests.support.paths import ROOT

BOARD = naive.Map(ROOT / "companion" / "games" / "fireball_island" / "board.toml")
STEPS = 1500
OPTIONS: tuple[Mapping[str, Any], ...] = ({}, {}, {"answer_s": 0}, {"fireballs": "table"})
WILD = 0.15
"""How often somebody does anything at all, rather than what a racer does."""


def plainly(state: Any, command: Command) -> Any:
    """Return *command* as the second program says it."""
    if isinstance(command, FireballMove):
        way = movement.ways(state)[(command.to, *command.via)]
        return ("move", way.path, way.end)
    return spell(command)


def position(state: Any) -> dict[str, Any]:
    """Return what both programs keep of *state*."""
    return {
        "place": list(state.places),
        "lying": list(state.lying),
        "token": list(state.tokens),
        "jewel": state.jewel or None,
        "owner": state.owner if state.owner >= 0 else None,
        "hand": [list(hand) for hand in state.hands],
        "pile": sorted(state.deck),
        "discard": sorted(state.discard),
        "turn": state.turn,
        "owed": state.owed,
        "double": state.double,
        "rests": list(state.resting),
    }


def told_plainly(game: naive.Game) -> dict[str, Any]:
    """Return the same of the second program's game."""
    found = {name: getattr(game, name) for name in position_names()}
    return {**found, "pile": sorted(game.pile), "discard": sorted(game.discard)}


def position_names() -> tuple[str, ...]:
    return (
        "place", "lying", "token", "jewel", "owner", "hand", "pile", "discard", "turn", "owed", "double", "rests",
    )  # fmt: skip


def begun(people: int, options: Mapping[str, Any], draw: Random) -> tuple[Table, naive.Game]:
    """Return the same game in both programs, as the first turn begins."""
    start: Any = FIREBALL_ISLAND.start(FIREBALL_ISLAND.setup(NAMES[:people], options))
    table = Table(start)
    while table.state.turn < 0:  # type: ignore[attr-defined]
        request = table.state.due()
        if request is None:
            table.do(next(command for ask in table.state.asks() for command in legal(table.state, ask.seat)))
        else:
            table.do(ChanceAnswer(CHANCE, request.verb, request.sample(draw.randrange)))
    state: Any = table.state
    game = naive.Game(BOARD, people, options.get("fireballs") == "table", options.get("answer_s") != 0)
    game.hand, game.pile, game.turn = [list(hand) for hand in state.hands], list(state.deck), state.turn
    return table, game


@pytest.mark.long
@pytest.mark.parametrize(
    ("seed", "people", "options"),
    [(seed, 2 + seed % 3, OPTIONS[seed % 4]) for seed in range(24)],
    ids=str,
)
def test_both_programs_offer_the_same_all_through_a_game(seed: int, people: int, options: Mapping[str, Any]) -> None:
    draw = Random(f"counted/{seed}")
    table, game = begun(people, options, draw)
    going = game.play()
    asked = next(going, None)
    for _ in range(STEPS):
        state: Any = table.state
        if asked is None:
            break
        assert told_plainly(game) == position(state)
        request = state.due()
        if request is not None:
            assert asked[:2] == ("chance", request.verb)
            answer = request.sample(draw.randrange)
            asked = going.send(answer)
            table.do(ChanceAnswer(CHANCE, request.verb, answer))
            continue
        plays = [
            command for ask in state.asks() for command in legal(state, ask.seat) if not isinstance(command, PassFor)
        ]
        assert asked == ("play", {(command.seat, plainly(state, command)) for command in plays}), state
        assert [command for command in listed(state) if not isinstance(command, PassFor)] == plays
        first = plays[draw.randrange(len(plays))]
        own = [play for play in plays if play.seat == first.seat]
        command = first if draw.random() < WILD else racer(state, own)
        done = (command.seat, plainly(state, command))
        table.do(command)
        asked = next_of(going, done)
    assert (asked is None) is (table.state.end() is not None)
    assert game.won is None or table.state.ending.winners == (game.won,)  # type: ignore[attr-defined]


def next_of(going: naive.Going, done: Any) -> Any:
    """Return what the second program asks after *done*, None once the game has ended."""
    try:
        return going.send(done)
    except StopIteration:
        return None
