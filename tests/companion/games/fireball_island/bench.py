"""Racers' games of Fireball Island: how long they are, and how often somebody is waited for in an answer window.

A window is waited for when it is open and a player who is asked doesn't let it pass beforehand (FB-K13). A racer that
lets windows pass does so whenever it has nothing to answer in another's turn, and answers again in its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from companion.engine.command import Command
from companion.engine.referees.declarations import ATTACKED, MY_TURN, PassUntil, Until
from companion.engine.table import Table
from companion.engine.windows import Pass
from companion.games.fireball_island.players import racer
from companion.games.fireball_island.rules.commands import AnswerAgain
from companion.games.fireball_island.rules.windows import Window
from companion.library.packages import Choose
from companion.library.simulate import below_from, collector_at_rest, play
from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.referees import referee

ISLAND = referee("fireball-island")
NAMES = ("Ann", "Ben", "Cleo", "Dan")
LONGEST = 100_000
"""No racers' game has so many steps."""
TURNS = {2: "about 90 by an independent engine", 4: "about 210 by an independent engine"}
PASSING: Mapping[str, Until | None] = {
    "asked every time": None, "passing until their turn": MY_TURN, "passing until touched": ATTACKED,
}  # fmt: skip


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure how long games of two and of four are, and the windows of games of three."""
    games = 5 * sizes.paired_games
    lengths = []
    for people, beside in TURNS.items():
        tables = [played(people, number, racer) for number in range(games)]
        turns, steps = [turns_of(table) for table in tables], [len(table.steps) for table in tables]
        lengths.append(Row(f"Turns of a game of {people}", "turns", turns, f"mean {mean(turns):.0f}; {beside}"))
        lengths.append(Row(f"Steps of a game of {people}", "steps", steps, f"mean {mean(steps):.0f}"))
    yield Section("Racers' games of Fireball Island", lengths, f"{games} games each.")
    waits = []
    for how, until in PASSING.items():
        found = [waited_for(played(3, number, racing(until))) for number in range(games)]
        waits.append(Row(f"Windows that wait for anybody, {how}", "a turn", [some for some, _ in found]))
        waits.append(Row(f"Windows that wait for others, {how}", "a turn", [others for _, others in found]))
    yield Section("Answer windows of three racers", waits, f"{games} games each; others than whose turn it is.")


def played(people: int, number: int, choose: Choose) -> Table:
    """Return game *number* of so many *people* who *choose* alike, at its end."""
    with collector_at_rest():
        below = below_from(Random(f"racers/{people}/{number}").random)
        return play(ISLAND, ISLAND.setup(NAMES[:people], {}), choose, below, maximum=LONGEST)


def turns_of(table: Table) -> int:
    """Return how many turns were begun."""
    state: Any = table.state
    assert state.end() is not None
    turns: int = state.turns
    return turns


def racing(until: Until | None) -> Choose:
    """Return a racer that lets windows pass *until* then."""

    def choose(state: Any, plays: Sequence[Command]) -> Command:
        for each in plays:
            if isinstance(each, AnswerAgain) and each.seat == state.turn:
                return each
        command = racer(state, plays)
        if until is not None and isinstance(command, Pass) and command.seat != state.turn:
            return PassUntil(command.seat, until)
        return command

    return choose


def waited_for(table: Table) -> tuple[float, float]:
    """Return how many windows a turn waited for anybody, and how many for others than whose turn it was."""
    anybody, others = set(), set()
    for step in table.steps:
        state: Any = step.before
        window = state.top()
        if isinstance(window, Window):
            waiting = [seat for seat in window.asked if window.waits_for(seat)]
            anybody.add(window.number)
            if any(seat != state.turn for seat in waiting):
                others.add(window.number)
    turns = turns_of(table)
    return len(anybody) / turns, len(others) / turns


PARTS = {"racers": sections}
"""Parts of `make bench`."""
