from __future__ import annotations

import pytest

from tests.companion.games.battle_for_the_island.field import playing

KEY = "battle-for-the-island."


@pytest.mark.rule("BI-K1")
def test_any_own_characters_shoot_before_the_move_and_after_it_as_often_as_they_like() -> None:
    table = playing("s@c3n s@e3n", "s@c5s s@e5s s@c7s s@k9s", die=2)
    table.do("shoot c3 c5")
    table.do("shoot e3 e5")
    table.do("move c3 c5 ahead")
    assert table.can("shoot") == {"c5 c7"}
    table.do("shoot c5 c7")
    assert table.verbs() == {"end"}
    assert table.why_not("shoot k9 k7", 1) == ("BI-K1", "refused.not-your-turn")
    again = playing("s@c3n", "s@c5s s@c6s s@k9s", die=1)
    again.do("shoot c3 c5")
    again.do("move c3 c4 ahead")
    again.do("shoot c4 c6")
    assert again.at("c6") == ""


@pytest.mark.rule("BI-K2")
def test_a_shot_goes_exactly_its_range_straight_ahead() -> None:
    table = playing("s@c2n j@e2n t@g2n", "s@c3s s@c5s s@e4s j@e6s j@g5s s@d2s", die=1)
    assert table.can("shoot") == set()
    assert table.why_not("shoot c2 c5") == ("BI-K2", KEY + "exact-range")
    assert table.why_not("shoot c2 d2") == ("BI-K2", KEY + "exact-range")
    hits = playing("s@c2n j@e2n t@g2n", "s@c4s s@e5s s@g6s s@k9s", die=1)
    assert hits.can("shoot") == {"c2 c4", "e2 e5", "g2 g6"}


@pytest.mark.rule("BI-K3")
def test_a_target_is_an_enemy_or_a_block() -> None:
    table = playing("s@c2n s@c4n s@e2n", "s@k9s", blocks="e4 a7", die=1)
    assert table.can("shoot") == {"e2 e4"}
    assert table.why_not("shoot c2 c4") == ("BI-K3", KEY + "own-target")
    assert table.why_not("shoot c4 c6") == ("BI-K3", KEY + "no-target")
    assert table.why_not("shoot k9 k7") == ("BI-K1", KEY + "not-yours")


@pytest.mark.rule("BI-K4")
def test_who_stands_between_goes_in_the_crossfire_and_a_block_stops_the_shot() -> None:
    table = playing("t@c2n s@c3e", "s@c4s s@c6s s@k9s", die=1)
    table.do("shoot c2 c6")
    assert [table.at(word) for word in ("c2", "c3", "c4", "c6")] == ["0t@n", "", "", ""]
    behind = playing("t@c2n", "s@c6s s@k9s", blocks="c4 a7", die=1)
    assert behind.why_not("shoot c2 c6") == ("BI-K4", KEY + "behind-block")
    spared = playing("t@c2n s@c3e", "s@c4s s@c6s s@k9s", die=1, crossfire=False)
    spared.do("shoot c2 c6")
    assert [spared.at(word) for word in ("c3", "c4", "c6")] == ["0s@e", "1s@s", ""]


@pytest.mark.rule("BI-K4")
def test_a_safe_blocks_shot_harms_nobody_a_live_ones_all_between() -> None:
    for kind, left in (("safe", "1s@s"), ("live", "")):
        table = playing("t@c2n", "s@c3s s@k9s", blocks="c6 a7", live=1, safe=1, die=1)
        table.do("shoot c2 c6")
        table.chance(kind)
        assert (table.at("c3"), table.blocks()) == (left, {"a7"})


@pytest.mark.rule("BI-K5", "BI-B2")
def test_who_is_hit_leaves_and_a_block_that_is_hit_is_turned_over() -> None:
    table = playing("s@c3n", "s@c5s s@k9s", die=1)
    table.do("shoot c3 c5")
    assert (table.at("c5"), table.now.lost(1)) == ("", 9)
    block = playing("s@c3n", "s@k9s", blocks="c5 a7", die=1)
    block.do("shoot c3 c5")
    assert block.why_not("move c3 c4 ahead") == ("BI-B2", KEY + "block-first")
    block.chance("live")
    assert block.blocks() == {"a7"}


@pytest.mark.rule("BI-K6")
def test_pads_neither_shoot_nor_are_shot() -> None:
    table = playing("s@c3n s@p3 t@p1", "s@c9s s@p1", die=1)
    assert table.can("shoot") == set()
    assert all("p" not in line for line in table.can("shoot"))


@pytest.mark.rule("BI-K7")
def test_after_a_zero_shots_come_before_the_option_after_it_and_after_the_next_roll() -> None:
    table = playing("s@c3n s@e3n s@g3n", "s@c5s s@e5s s@g5s s@k9s")
    table.roll(0)
    table.do("shoot c3 c5")
    table.do("turn c3 left")
    table.do("shoot e3 e5")
    table.roll(2)
    table.do("shoot g3 g5")
    assert table.now.lost(1) == 9


@pytest.mark.rule("BI-S3")
def test_which_blocks_are_live_is_asked_only_when_one_is_turned_over() -> None:
    table = playing("s@c3n s@e3n", "s@k9s", blocks="c5 e6", live=1, safe=1, die=1)
    table.do("shoot c3 c5")
    request = table.now.due()
    assert request is not None
    assert request.odds() == ((("live",), 1), (("safe",), 1))
    table.chance("safe")
    table.do("move e3 e4 ahead")
    table.do("shoot e4 e6")
    last = table.now.due()
    assert last is not None
    assert last.odds() == ((("live",), 1),)
    assert not last.allows(("safe",))


@pytest.mark.rule("BI-B1")
def test_a_block_bars_moves_and_shots() -> None:
    table = playing("s@c3n t@e3n", "s@e7s s@k9s", blocks="c4 e5", die=2)
    assert table.can("move") == {"e3 e5 ahead", "e3 e4 left", "e3 e4 right"}
    assert table.can("shoot") == set()


@pytest.mark.rule("BI-B3")
def test_a_live_block_goes_with_all_around_it_and_who_landed_and_the_move_counts() -> None:
    table = playing("s@c3n s@d6n s@f3n j@h1n", "s@b5s s@d4s s@e6s s@h4s", blocks="c5 a7", die=2)
    table.do("move c3 c5 ahead")
    table.chance("live")
    assert [table.at(word) for word in ("c5", "d6", "b5", "d4")] == ["", "", "", ""]
    assert (table.at("e6"), table.at("f3")) == ("1s@s", "0s@n")
    assert table.now.step == "moved"
    assert table.can("shoot") == {"h1 h4"}


@pytest.mark.rule("BI-B4")
def test_a_safe_block_goes_alone_and_who_landed_stays_facing_as_before() -> None:
    table = playing("s@c3n s@d6n", "s@b5s s@k9s", blocks="c5 a7", live=1, safe=1, die=2)
    table.do("move c3 c5 ahead")
    table.chance("safe")
    assert (table.at("c5"), table.at("d6"), table.at("b5")) == ("0s@n", "0s@n", "1s@s")
    assert table.blocks() == {"a7"}


@pytest.mark.rule("BI-B5")
def test_a_live_block_sets_off_those_around_it_but_they_no_others() -> None:
    table = playing("s@c3n", "s@f7s s@g8s s@b3s s@k9s", blocks="c5 d6 b4 e7", live=3, safe=1, die=1)
    table.do("shoot c3 c5")
    table.chance("live")
    table.chance("safe")  # b4, by column from a
    assert table.now.due() is not None
    table.chance("live")  # d6
    assert (table.now.due(), table.blocks()) == (None, {"e7"})
    assert [table.at(word) for word in ("b3", "f7", "c3")] == ["1s@s", "1s@s", "0s@n"]


@pytest.mark.rule("BI-B5")
def test_all_are_turned_over_first_then_all_goes_at_once() -> None:
    table = playing("s@c3n t@k1n", "s@e7s s@d5s s@k9s", blocks="c5 d6", live=2, safe=0, die=1)
    table.do("shoot c3 c5")
    table.chance("live")
    assert table.at("d5") == "1s@s"
    table.chance("live")
    assert [table.at(word) for word in ("d5", "e7")] == ["", ""]
    assert table.blocks() == set()


@pytest.mark.rule("BI-B5")
def test_a_safe_block_sets_off_nothing() -> None:
    table = playing("s@c3n", "s@k9s", blocks="c5 d6", live=1, safe=1, die=1)
    table.do("shoot c3 c5")
    table.chance("safe")
    assert (table.now.due(), table.blocks()) == (None, {"d6"})
