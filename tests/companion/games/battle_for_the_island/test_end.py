from __future__ import annotations

import pytest

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from tests.companion.games.battle_for_the_island.field import Play, playing

KEY = "battle-for-the-island."


def ended(table: Play) -> tuple[str, str, tuple[int, ...]]:
    """Return how the game ended: its sentence, its rule, and who won."""
    end, ending = table.now.end(), table.now.ending
    assert end is not None and ending is not None
    return end.key.removeprefix(KEY), str(end.values["rule"]), ending.winners


@pytest.mark.rule("BI-E1")
def test_who_has_nobody_left_on_island_and_pad_has_lost_in_mid_turn_too() -> None:
    table = playing("s@c3n s@e1n", "s@c5s", die=1)
    table.do("shoot c3 c5")
    assert ended(table) == ("conquered", "BI-E1", (0,))
    pad = playing("s@c3n s@e1n", "s@c5s s@p1", die=1)
    pad.do("shoot c3 c5")
    assert pad.now.ending is None


@pytest.mark.rule("BI-E1")
def test_losses_by_removal_count() -> None:
    table = playing("s@c12n", "s@k9s", die=3)
    table.do("end")
    table.do("remove c12", 1)
    assert ended(table) == ("conquered", "BI-E1", (1,))
    pad = playing("s@j12n", "t@p3", step="moved", die=2)
    pad.do("end")
    pad.do("remove-from-pad 3", 0)
    assert ended(pad) == ("conquered", "BI-E1", (0,))


@pytest.mark.rule("BI-E2")
def test_one_blast_that_takes_the_last_of_both_is_a_draw() -> None:
    table = playing("s@c3n", "s@d6s", blocks="c5 a7", die=2)
    table.do("move c3 c5 ahead")
    table.chance("live")
    assert ended(table) == ("drawn", "BI-E2", ())


@pytest.mark.rule("BI-E4")
def test_the_winner_counts_ranges_those_on_the_pad_twice_and_ten_more() -> None:
    table = playing("s@c3n j@e1n t@p1", "s@c5s", die=1, scoring=True)
    table.do("shoot c3 c5")
    assert (table.now.score(0), table.now.score(1)) == (2 + 3 + 2 * 4 + 10, 0)
    draw = playing("s@c3n", "s@d6s", blocks="c5 a7", die=2, scoring=True)
    draw.do("move c3 c5 ahead")
    draw.chance("live")
    assert (draw.now.score(0), draw.now.score(1)) == (5, 5)
    silent = playing("s@c3n s@e1n", "s@c5s", die=1)
    silent.do("shoot c3 c5")
    said = silent.now.end()
    assert said is not None
    assert said.values["score"] == Message("battle-for-the-island.unscored")


@pytest.mark.rule("BI-E5")
def test_turns_without_a_removal_end_in_a_draw() -> None:
    table = playing("s@c3n s@e1n", "s@c9s", die=2, quiet=199)
    table.do("move c3 c5 ahead")
    table.do("end")
    assert ended(table) == ("quiet", "BI-E5", ())
    never = playing("s@c3n s@e1n", "s@c9s", die=2, quiet=199, quiet_turns=0)
    never.do("move c3 c5 ahead")
    never.do("end")
    assert never.now.ending is None


@pytest.mark.rule("BI-E5")
def test_any_removal_a_safe_blocks_too_sets_the_count_to_nought() -> None:
    table = playing("s@c3n s@e1n", "s@c9s", blocks="c5 a7", live=1, safe=1, die=1, quiet=7)
    table.do("shoot c3 c5")
    table.chance("safe")
    table.do("move e1 e2 ahead")
    table.do("end")
    assert table.now.quiet == 0
    slid = playing("s@c3n", "s@c9s", step="slide", nominated=True, die=2, quiet=7)
    slid.do("slide right")
    assert slid.now.quiet == 8
    forced = playing("s@c12n s@a5w", "s@k9s", die=3, quiet=7)
    forced.do("end")
    forced.do("remove c12", 1)
    assert forced.now.quiet == 0


@pytest.mark.rule("BI-E6")
def test_after_the_end_nothing_is_taken() -> None:
    table = playing("s@c3n s@e1n", "s@c5s", die=1)
    table.do("shoot c3 c5")
    for line in ("roll", "end", "move e1 e2 ahead", "shoot c3 c5", "turn c3 left", "slide left", "pad", "advance 1"):
        assert table.why_not(line) == ("BI-E6", "refused.ended")
    for line in ("remove c3", "remove-from-pad 1", "block c3", "place tank a1 north", "load tank 1"):
        assert table.why_not(line, 1) == ("BI-E6", "refused.ended")
    assert table.why_not("correct turn=2", TABLE) == ("BI-E6", "refused.ended")
    assert table.why_not("first 1", TABLE) == ("BI-E6", "refused.ended")


@pytest.mark.rule("BI-E7")
def test_first_to_five_stands_in_for_the_last_of_ten() -> None:
    table = playing(
        "s@c3n s@e1n s@f1n s@g1n s@h1n j@i1n", "s@c5s s@k1s s@k2s s@k3s j@k4s j@k5s", die=1, first_to_five=True
    )
    table.do("shoot c3 c5")
    assert ended(table) == ("five", "BI-E7", (0,))
    both = playing(
        "s@c3n s@e1n s@f1n s@g1n s@h1n j@i1n", "s@d6s s@k1s s@k2s s@k3s j@k4s j@k5s",
        blocks="c5 a7", die=2, first_to_five=True,
    )  # fmt: skip
    both.do("move c3 c5 ahead")
    both.chance("live")
    assert ended(both) == ("five-drawn", "BI-E7", ())


@pytest.mark.rule("BI-E7")
def test_without_pads_a_zero_turns_and_all_ten_are_placed() -> None:
    table = playing("s@c3n", "s@c9s", die=0, no_pads=True)
    assert table.verbs() == {"turn"}
    assert table.why_not("pad") == ("BI-E7", KEY + "no-pads")
    assert table.why_not("advance 1") == ("BI-E7", KEY + "no-pads")
    assert table.now.rules.on_island == 10


@pytest.mark.rule("BI-E7")
def test_all_ten_blocks_may_be_live() -> None:
    table = playing("s@c3n", "s@c9s", blocks="c5 a7", die=1, all_live=True)
    assert (table.now.rules.live_blocks, table.now.bag()) == (10, ("live", "live"))
