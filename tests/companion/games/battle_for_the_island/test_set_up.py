from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import BadSetup, Setup
from companion.engine.values.placements import LAST_SETUP, LONGEST, write_placements
from companion.engine.values.seats import TABLE
from companion.games.battle_for_the_island.course import start
from companion.games.battle_for_the_island.rules.by_table import PlaceAsBefore, placements
from companion.games.battle_for_the_island.rules.components import (
    FACINGS,
    FORWARD_OF,
    KINDS,
    SQUARES,
    column_of,
    row_of,
)
from tests.companion.games.battle_for_the_island.field import BATTLE, NAMES, Play, square
from tests.support.referees import referee

DIAGONAL = ("a3", "b4", "c5", "d6", "e7", "f8", "g9", "h10", "i11", "j12")


def set_up(first: str = "first 1", **options: Any) -> Play:
    """Return the set-up after it was said who begins."""
    table = Play(BATTLE.start(BATTLE.setup(NAMES, options)))  # type: ignore[arg-type]
    table.do(first, TABLE)
    return table


def with_blocks(**options: Any) -> Play:
    """Return the set-up after the blocks, from seat 0 on in turn."""
    table = set_up(**options)
    for number, word in enumerate(DIAGONAL):
        table.do(f"block {word}", number % 2)
    return table


def with_units(**options: Any) -> Play:
    """Return the set-up after both have five on the island."""
    table = with_blocks(**options)
    for column in "defgh":
        table.do(f"place soldier {column}1 north", 0)
        table.do(f"place soldier {column}12 south", 1)
    return table


def ready() -> Play:
    """Return a battle after its set-up."""
    table = with_units()
    for seat in (0, 1):
        for column, kind in enumerate(("jeep", "jeep", "jeep", "tank", "tank"), 1):
            table.do(f"load {kind} {column}", seat)
    return table


@pytest.mark.rule("BI-S1")
def test_the_island_is_twelve_squares_a_side_or_as_many_as_were_chosen() -> None:
    assert len(set_up().can("block")) == 144
    small, large = set_up(size=10), set_up(size=26)
    assert (len(small.can("block")), len(large.can("block"))) == (100, 676)
    assert small.why_not("block k1") == ("BI-S1", "battle-for-the-island.off-the-island")
    large.do("block z26")
    assert [BATTLE.options["size"].accepts(size) for size in (9, 10, 26, 27)] == [False, True, True, False]


@pytest.mark.rule("BI-S2")
def test_a_unit_is_five_soldiers_three_jeeps_and_two_tanks_or_another_split_of_ten() -> None:
    table = with_units()
    assert table.can("load") == {f"{kind} {column}" for kind in ("jeep", "tank") for column in range(1, 6)}
    assert table.why_not("load soldier 1") == ("BI-S2", "battle-for-the-island.none-left")
    for column, kind in enumerate(("jeep", "jeep", "jeep"), 1):
        table.do(f"load {kind} {column}")
    assert table.why_not("load jeep 4") == ("BI-S2", "battle-for-the-island.none-left")
    assert set_up(soldiers=0, jeeps=10).now.rules.split == (0, 10, 0)
    with pytest.raises(BadSetup) as caught:
        start(Setup(NAMES, {"soldiers": 8, "jeeps": 3}))
    assert caught.value.reason.key == "battle-for-the-island.too-large"


@pytest.mark.rule("BI-S2")
def test_an_eleventh_character_is_refused() -> None:
    table = ready()
    assert table.why_not("place soldier a1 north") == ("BI-S6", "battle-for-the-island.no-placing-now")
    assert table.why_not("load tank 1") == ("BI-S7", "battle-for-the-island.no-loading-now")


@pytest.mark.rule("BI-S4")
def test_blocks_are_placed_in_turn_no_two_in_a_row_or_column() -> None:
    table = set_up("first 2")
    assert table.why_not("block c3", 0) == ("BI-S4", "battle-for-the-island.not-your-placing")
    table.do("block c3", 1)
    assert table.why_not("block c9", 0) == ("BI-S4", "battle-for-the-island.column-taken")
    assert table.why_not("block k3", 0) == ("BI-S4", "battle-for-the-island.row-taken")
    assert len(table.can("block", 0)) == 121
    table.do("block d4", 0)
    assert table.now.placer() == 1
    done = with_blocks()
    assert done.now.placing() == "units"
    assert done.why_not("block l1") == ("BI-S4", "battle-for-the-island.no-blocks-now")


@pytest.mark.rule("BI-S5")
def test_pads_lie_under_the_first_five_columns_from_their_players_left() -> None:
    table = set_up()
    assert table.now.marks == (2, 9)
    assert [table.now.ahead_of_pad(0, column) for column in range(1, 6)] == list(
        map(square, ["a1", "b1", "c1", "d1", "e1"])
    )
    seen = [table.now.ahead_of_pad(1, column) for column in range(1, 6)]
    assert seen == list(map(square, ["l12", "k12", "j12", "i12", "h12"]))


@pytest.mark.rule("BI-S6")
def test_five_each_go_onto_the_own_two_nearest_rows_in_turn_facing_any_way() -> None:
    table = with_blocks()
    assert table.why_not("place tank c3 north") == ("BI-S6", "battle-for-the-island.not-home")
    assert table.why_not("place tank l12 north") == ("BI-S6", "battle-for-the-island.not-home")
    table.do("place tank c2 west")
    assert table.why_not("place tank c1 west") == ("BI-S4", "battle-for-the-island.not-your-placing")
    assert table.why_not("place tank j12 south", 1) == ("BI-S6", "battle-for-the-island.not-free")
    assert table.why_not("place tank c2 south", 1) == ("BI-S6", "battle-for-the-island.not-home")
    table.do("place tank k11 east", 1)
    assert table.why_not("place jeep c2 west") == ("BI-S6", "battle-for-the-island.not-free")
    assert {line.split()[2] for line in table.can("place")} == {"north", "east", "south", "west"}
    assert len(table.can("place")) == 3 * 23 * 4


@pytest.mark.rule("BI-S7")
def test_the_other_five_go_onto_the_pads_columns_the_first_players_all_first() -> None:
    table = with_units()
    assert table.why_not("load jeep 1", 1) == ("BI-S4", "battle-for-the-island.not-your-placing")
    for column, kind in enumerate(("jeep", "jeep", "jeep", "tank"), 1):
        table.do(f"load {kind} {column}")
    assert table.why_not("load tank 4") == ("BI-S7", "battle-for-the-island.column-full")
    assert table.can("load") == {"tank 5"}
    table.do("load tank 5")
    assert (table.verbs(0), table.verbs(1)) == (set(), {"load", "place-rest"})
    assert ready().now.turn == 0


@pytest.mark.rule("BI-S9")
@pytest.mark.parametrize("options", [{}, {"no_pads": True, "size": 10}, {"soldiers": 0, "jeeps": 0}])
def test_the_table_places_the_rest_of_whoever_leaves_it_to_it(options: dict[str, Any]) -> None:
    table = set_up("first 2", **options)
    assert table.why_not("place-rest", 0) == ("BI-S4", "battle-for-the-island.not-your-placing")
    table.do("place-rest", 1)
    assert (len(table.now.blocks), table.now.placer(), table.verbs(1)) == (1, 0, set())
    table.do(f"block {min(table.can('block', 0))}", 0)
    assert len(table.now.blocks) == 3
    table.do("place-rest", 0)
    assert table.now.turn == 1
    assert {len(set(map(of, table.now.blocks))) for of in (row_of, column_of)} == {10}
    for seat in (0, 1):
        assert {each.facing for each in table.now.units[seat]} == {FORWARD_OF[seat]}
        assert len(table.now.on_island(seat)) == table.now.rules.on_island
    assert table.why_not("place-rest", 1) == ("BI-S9", "battle-for-the-island.nothing-left")


@pytest.mark.rule("BI-S9")
def test_what_the_table_places_is_mixed_and_legal_by_hand_as_well() -> None:
    table, by_hand = set_up(), set_up()
    table.do("place-rest", 0)
    table.do("place-rest", 1)
    for number, block in enumerate(table.now.blocks):
        by_hand.do(f"block {SQUARES[block]}", number % 2)
    for seat in (0, 1):
        assert len({each.kind for each in table.now.on_island(seat)}) == 3
        assert {row_of(each.place) for each in table.now.on_island(seat)} <= set(((0, 1), (10, 11))[seat])
    for pair in zip(table.now.on_island(0), table.now.on_island(1), strict=True):
        for seat, each in enumerate(pair):
            by_hand.do(f"place {KINDS[each.kind]} {SQUARES[each.place]} {FACINGS[each.facing]}", seat)


def placed_again(first: str, **options: Any) -> Play:
    """Return a set-up whose people have placed everything in ``ready`` before."""
    lines = placements(ready().now)
    return set_up(first, **{LAST_SETUP: write_placements(lines), **options})


@pytest.mark.rule("BI-S10")
def test_the_table_sets_up_both_as_last_time() -> None:
    table, last = placed_again("first 1"), ready()
    assert table.why_not("place-as-before", 1) == ("BI-S4", "battle-for-the-island.not-your-placing")
    table.do("place-as-before", 0)
    table.do("place-as-before", 1)
    assert set(table.now.blocks) == set(map(square, DIAGONAL))
    for seat in (0, 1):
        assert sorted(map(repr, table.now.units[seat])) == sorted(map(repr, last.now.units[seat]))
    assert table.now.turn == 0
    assert table.why_not("place-as-before", 0) == ("BI-S9", "battle-for-the-island.nothing-left")


@pytest.mark.rule("BI-S10")
def test_each_blocks_are_recalled_whoever_began() -> None:
    table = set_up("first 2")
    table.do("block c3", 1)
    table.do("block d4", 0)
    table.do("place-rest", 1)
    table.do("place-rest", 0)
    assert [lines[0] for lines in placements(table.now)] == ["block d4", "block c3"]


@pytest.mark.rule("BI-S10")
def test_a_piece_without_a_free_place_is_left_to_its_player() -> None:
    table = placed_again("first 2")
    table.do("block a12", 1)  # in the column of a3, and in the row of j12
    table.do("place-as-before", 0)
    assert table.now.blocks == (square("a12"), square("c5"))
    for word in ("b4", "d6", "f8", "h10"):
        table.do(f"block {word}", 1)
    assert (len(table.now.blocks), table.now.placer()) == (9, 0)
    assert table.why_not("place-as-before", 0) == ("BI-S10", "battle-for-the-island.taken-now")
    [greyed] = PlaceAsBefore.greyed(table.now, 0)
    assert table.verbs(0) == {"block", "place-rest"}
    table.do("block j3", 0)
    assert (table.now.placing(), table.now.placer()) == ("units", 1)
    table.do("place soldier l12 south", 1)
    assert [each.place for each in table.now.on_island(0)] == [square("d1")]


@pytest.mark.rule("BI-S10")
def test_nothing_is_offered_without_an_earlier_set_up() -> None:
    table = set_up()
    assert table.why_not("place-as-before") == ("BI-S10", "battle-for-the-island.nothing-before")
    assert not PlaceAsBefore.greyed(table.now, 0)
    assert placements(table.now) == ()


def test_a_set_up_that_is_none_cant_be_recalled() -> None:
    for text in ("", "block:c3", "roll;", "block:c3;place:tank", "block:c3;;", "block:c3\n;", "block:c3,;", "first:1;"):
        with pytest.raises(BadSetup):
            start(Setup(NAMES, {LAST_SETUP: text}))
    with pytest.raises(BadSetup):
        BATTLE.setup(NAMES, {LAST_SETUP: "x" * (LONGEST + 1)})
    with pytest.raises(BadSetup):
        referee("forbidden-island").setup(NAMES, {LAST_SETUP: ";"})


@pytest.mark.rule("BI-S8")
def test_who_begins_is_said_or_rolled_for_ties_again() -> None:
    table = Play(BATTLE.start(BATTLE.setup(NAMES, {})))  # type: ignore[arg-type]
    assert table.why_not("block c3") == ("BI-S8", "battle-for-the-island.first-before")
    assert table.why_not("roll-for-first") == ("BI-S8", "refused.only-table")
    table.do("roll-for-first", TABLE)
    assert table.why_not("first 1", TABLE) == ("BI-E3", "battle-for-the-island.in-motion")
    table.chance(4, 4)
    assert table.now.first == -1
    table.chance(2, 5)
    assert table.now.first == 1
    assert table.why_not("first 1", TABLE) == ("BI-S8", "battle-for-the-island.first-known")
    assert (table.verbs(0), table.verbs(1)) == (set(), {"block", "place-rest"})


@pytest.mark.rule("BI-S8")
def test_nobody_plays_before_everything_is_placed() -> None:
    table = with_blocks()
    for line in ("roll", "end", "move a1 a2 ahead", "shoot a1 a2", "remove a1"):
        assert table.why_not(line) == ("BI-S7", "battle-for-the-island.set-up-first")
