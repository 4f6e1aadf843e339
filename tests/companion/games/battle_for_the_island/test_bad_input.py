"""What can't be done is refused in words, with its rule, and nothing has changed: by the rules and by a whole table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.engine.values.seats import CHANCE
from tests.companion.games.battle_for_the_island.field import Play, playing
from tests.companion.games.battle_for_the_island.test_set_up import ready, set_up, with_blocks
from tests.support.bad_input import journal_in, must_refuse, say
from tests.support.battles import BLOCKS, OPENING
from tests.support.tables import Table


def one_block() -> Play:
    table = set_up()
    table.do("block c3")
    return table


def nine_placed() -> Play:
    """Ada has five soldiers and three jeeps, and one tank of her two."""
    table = with_blocks(no_pads=True)
    for column in "bcdefghij":
        kind = "soldier" if column in "bcdef" else "jeep" if column in "ghi" else "tank"
        table.do(f"place {kind} {column}1 north", 0)
        table.do(f"place {kind} {column}12 south" if column not in "j" else "place tank k12 south", 1)
    return table


def asked(*words: str) -> Callable[[], Play]:
    """Return what waits for chance, after *words*; the soldier on c3 shoots at a block, one live and one safe left."""

    def wait() -> Play:
        table = playing("s@c3n s@e4n", "s@k9s", blocks="c5 e6", live=1, safe=1, die=2)
        table.do("shoot c3 c5")
        for word in words:
            table.chance(word)
        return table

    return wait


def used_up() -> Play:
    table = asked("live")()
    table.do("shoot e4 e6")
    return table


def rolling() -> Play:
    table = playing("s@c3n", "s@k9s")
    table.do("roll")
    return table


CASES = {
    "two blocks in one row": (one_block, "block k3", 1, "BI-S4"),
    "two blocks in one column": (one_block, "block c9", 1, "BI-S4"),
    "an eleventh block": (with_blocks, "block l2", 0, "BI-S4"),
    "a block off the grid": (one_block, "block m4", 1, "BI-S1"),
    "an eleventh unit": (ready, "place soldier a1 north", 0, "BI-S6"),
    "a sixth on the pad": (ready, "load tank 1", 0, "BI-S7"),
    "one more of a kind than there are": (nine_placed, "place jeep k1 north", 0, "BI-S2"),
    "a move off the grid": (lambda: playing("s@c11n", "s@k9s", die=3), "move c11 c14 ahead", 0, "BI-M6"),
    "a move across the edge": (lambda: playing("s@l5e", "s@k9s", die=1), "move l5 m5 ahead", 0, "BI-M6"),
    "landing and turning on a block": (
        lambda: playing("s@c3n", "s@k9s", blocks="c5 a7", die=3), "move c3 c5 left", 0, "BI-M7",
    ),
    "a shot at nothing": (lambda: playing("s@c3n", "s@k9s", die=2), "shoot c3 c5", 0, "BI-K3"),
    "a shot too short": (lambda: playing("s@c3n", "s@c4s", die=2), "shoot c3 c4", 0, "BI-K2"),
    "a shot off the grid": (lambda: playing("s@c11n", "s@k9s", die=2), "shoot c11 c13", 0, "BI-K2"),
    "a typed die of six": (rolling, "roll 6", CHANCE, "BI-M1"),
    "a typed die below nought": (rolling, "roll -1", CHANCE, "BI-M1"),
    "two dice typed for one": (rolling, "roll 2 3", CHANCE, "BI-M1"),
    "a word typed for the die": (rolling, "roll live", CHANCE, "BI-M1"),
    "a block typed that is neither": (asked(), "draw dud", CHANCE, "BI-S3"),
    "a die typed for a block": (asked(), "roll 3", CHANCE, "BI-S3"),
    "a live block typed when none is left": (used_up, "draw live", CHANCE, "BI-S3"),
}  # fmt: skip


@pytest.mark.rule("BI-S1", "BI-S2", "BI-S3", "BI-S4", "BI-S6", "BI-S7", "BI-M1", "BI-M6", "BI-M7", "BI-K2", "BI-K3")
@pytest.mark.parametrize(("play", "line", "seat", "rule"), CASES.values(), ids=CASES)
def test_it_is_refused_in_words_with_its_rule_and_nothing_has_changed(
    play: Callable[[], Play], line: str, seat: int, rule: str
) -> None:
    must_refuse(play(), line, seat, rule)


LINES = {
    "block a3": "BI-S4",
    "place soldier d1 north": "BI-S6",
    "move d1 d2 ahead": "BI-S7",
    "shoot d1 d3": "BI-S7",
    "block zz9": None,
    "block": None,
    "fly d1": None,
    "roll 6": None,
}
"""Lines said after one block was placed, each with its rule; None for what isn't a command of this game."""


def test_a_whole_table_answers_each_with_its_rule_and_writes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Table(tmp_path, opening=OPENING) as table:
        assert table.command("first 1").status == 200
        assert say(table, f"block {BLOCKS[0]}", 0) == (200, None)
        before, version = journal_in(data), table.table["version"]
        assert {line: say(table, line, 1)[1] for line in LINES} == LINES
        assert {say(table, line, 1)[0] for line in LINES} == {422}
        assert (journal_in(data), table.table["version"]) == (before, version)
        assert say(table, "block b3", 1) == (422, "BI-S4")
