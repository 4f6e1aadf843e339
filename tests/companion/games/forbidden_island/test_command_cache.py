"""Commands onto tiles are counted without being made, and are those that are found one by one."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.values.lazy_sequence import LazySequence
from companion.games.forbidden_island.rules.cards import Lift
from companion.games.forbidden_island.rules.command_cache import OntoTiles
from companion.games.forbidden_island.rules.components import TILES

FIRSTS = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 63)), max_size=4)
GROUPS = st.lists(st.tuples(FIRSTS, st.integers(0, (1 << len(TILES)) - 1)), max_size=4)


@given(GROUPS, st.lists(st.lists(st.builds(Lift, st.just(0), st.just(1), st.integers(0, 23)), max_size=2), max_size=2))
def test_commands_onto_tiles_are_those_of_each_group_one_after_the_other(
    groups: list[tuple[list[tuple[int, int]], int]], rests: list[list[Lift]]
) -> None:
    expected = [
        Lift(*first, tile)
        for firsts, tiles in groups
        for first in firsts
        for tile in range(len(TILES))
        if tiles >> tile & 1
    ]
    found: LazySequence[Lift] = OntoTiles(Lift, groups)
    for rest in rests:
        found = found.followed_by(rest)
    expected += chain.from_iterable(rests)
    count = len(expected)
    assert (len(found), [*found]) == (count, expected)
    assert [found[at] for at in range(count)] == expected
    with pytest.raises(IndexError):
        found[count]


def test_of_all_commands_onto_tiles_the_one_that_is_asked_for_is_made() -> None:
    made: list[tuple[int, ...]] = []

    def lift(*fields: int) -> Lift:
        made.append(fields)
        return Lift(*fields)

    found = OntoTiles(lift, [(((0, 1), (0, 2)), 0b111), (((0, 4),), 0b110)])
    assert (len(found), made) == (8, [])
    assert (found[4], found[7]) == (Lift(0, 2, 1), Lift(0, 4, 2))
    assert made == [(0, 2, 1), (0, 4, 2)]
