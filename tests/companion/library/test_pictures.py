"""Whole pictures of the games and kits that ship, as golden files: the start, the middle and the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Game
from companion.engine.table import Table
from companion.engine.tally import tally_of
from companion.engine.values.seats import CHANCE, TABLE, WATCHER
from companion.kits.format.kit_file import shipped_kits
from companion.kits.play import game_of
from companion.records.record import read, table_of, take_line
from tests.support.golden import assert_golden_picture, keyed
from tests.support.paths import RECORDS
from tests.support.referees import referee

GOLDEN = Path(__file__).parent / "golden"
MOMENTS = ("start", "middle", "end")
SEAT = 0
PEOPLE = ("Ann", "Ben", "Cleo", "Dan")

RECORD_OF = {
    "fireship": ("fireship-time-2", 272),
    "forbidden-island": ("forbidden-island-won-by-three", 160),
    "fireball-island": ("fireball-island-by-mischief", 116),
    "battle-for-the-island": ("battle-for-the-island-conquered-with-points", 149),
}
"""One finished game of each referee, and the line after which it is in its middle; hands aren't empty then."""
LINES_OF: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "fireship": (
        ["0 roll dice", "chance roll 3 7 10", "0 draw mystery", "chance draw no", "1 draw mystery", "chance draw fog"],
        ["1 spin wheel", "chance spin boom", "1 gain boom", "0 compare 7 5", "chance roll won", "0 discard mystery no"],
    ),
    "forbidden-island": (
        [
            "table draw flood", "chance draw watchtower", "table draw flood", "chance draw bronze-gate",
            "0 draw adventurer", "chance draw diver", "1 draw adventurer", "chance draw pilot",
            "0 draw treasure", "chance draw earth-stone",
        ],
        [
            "table set bronze-gate dry", "1 draw treasure", "chance draw waters-rise",
            "table draw flood", "chance draw bronze-gate",
            "0 give treasure earth-stone 2", "table set earth-stone captured",
        ],
    ),
    "fireball-island": (
        ["0 draw cards", "chance draw double", "1 draw cards", "chance draw fireball", "0 gain charm"],
        ["0 discard cards double", "0 roll die", "chance roll 4", "table set jewel owned", "0 spend charm"],
    ),
    "battle-for-the-island": (
        ["0 roll die", "chance roll 3", "0 draw block", "chance draw live"],
        ["0 draw block", "chance draw safe", "table raise lost-by-2", "1 roll die", "chance roll 0"],
    ),
}  # fmt: skip
"""The lines of one game of each kit, up to its middle and from there to its end."""
KITS = {file.kit.slug: file.kit for file in shipped_kits()}
SPEAKERS = {"chance": CHANCE, "table": TABLE}


def moments_of_record(slug: str) -> tuple[Game, list[Table]]:
    """Return the referee called *slug*, and its game at each of the moments."""
    game = referee(slug)
    name, middle = RECORD_OF[slug]
    record = read((RECORDS / f"{name}.tide").read_bytes().splitlines())
    tables = []
    for lines in (0, middle, len(record.lines)):
        table = table_of(game, record)
        for number, line in enumerate(islice(record.lines, lines), 2):
            take_line(game, table, line, number)
        tables.append(table)
    return game, tables


def moments_of_kit(slug: str) -> tuple[Game, list[Table]]:
    """Return the kit called *slug*, and its game at each of the moments."""
    game = game_of(KITS[slug])
    to_middle, to_end = LINES_OF[slug]
    tables = []
    for lines in ([], to_middle, [*to_middle, *to_end]):
        table = Table(game.start(game.setup(PEOPLE[:2], {})))
        for line in lines:
            speaker, _, words = line.partition(" ")
            table.do(game.notation.read(SPEAKERS.get(speaker) or int(speaker), words))
        tables.append(table)
    return game, tables


def pictures(game: Game, table: Table) -> dict[str, Any]:
    """Return the watcher's picture, and those parts of the seat's that differ."""
    tally = tally_of(game, table.state, table.steps)
    watcher, seat = (
        keyed(game.shown(table.state.seen_by(viewer).named(PEOPLE[: table.state.seats()]), tally))
        for viewer in (WATCHER, SEAT)
    )
    assert watcher.keys() == seat.keys()
    return {"watcher": watcher, f"seat {SEAT}": {part: seat[part] for part in seat if seat[part] != watcher[part]}}


@pytest.mark.parametrize("slug", RECORD_OF)
@pytest.mark.parametrize(("mode", "played"), [("referee", moments_of_record), ("kit", moments_of_kit)])
def test_a_game_looks_as_it_did_at_its_start_middle_and_end(
    slug: str, mode: str, played: Callable[[str], tuple[Game, list[Table]]]
) -> None:
    game, tables = played(slug)
    for moment, table in zip(MOMENTS, tables, strict=True):
        assert_golden_picture(GOLDEN / f"{slug}-{mode}-{moment}.json", pictures(game, table))
