from __future__ import annotations

import pytest

from companion.engine.chance import Card
from companion.engine.values.seats import TABLE
from tests.companion.games.forbidden_island.island import playing, tiles
from tests.support.referees import FORBIDDEN_ISLAND

AROUND_TOWER = "temple-of-the-sun whispering-garden"
"""What lies at the sides of the Watchtower; diagonally from it lie a Temple's and a Palace's other tile."""


@pytest.mark.rule("FI-F1")
@pytest.mark.parametrize(("water", "count"), [(1, 2), (2, 2), (3, 3), (5, 3), (6, 4), (7, 4), (8, 5), (9, 5)])
def test_as_many_flood_cards_are_drawn_as_the_level_says_each_to_the_discard(water: int, count: int) -> None:
    table = playing(step="treasure-1", water=water)
    table.draw("earth")
    words = ["watchtower", "gold-gate", "iron-gate", "misty-marsh", "lost-lagoon"][:count]
    assert table.now.floods == count
    table.draw(*words)
    assert (table.now.turn, table.now.spent) == (1, tiles(" ".join(words)))


@pytest.mark.rule("FI-F2")
def test_a_dry_tile_floods_under_its_pawns_and_a_flooded_one_leaves_the_game_with_its_card() -> None:
    table = playing(step="flood-2", flooded="watchtower")
    table.draw("iron-gate")
    assert (table.wet, table.at(0)) == ({"watchtower", "iron-gate"}, "iron-gate")
    table.draw("watchtower")
    assert not table.now.stands(22)
    assert (table.wet, table.now.spent) == ({"iron-gate"}, tiles("iron-gate"))
    assert not any(cards & tiles("watchtower") for cards in table.now.pile)


@pytest.mark.rule("FI-F3")
def test_a_flood_pile_that_ran_out_is_made_anew_at_once_in_mid_step() -> None:
    rest = "bronze-gate copper-gate"
    table = playing(step="flood-2", pile=("watchtower",), spent=rest, land=tiles(f"watchtower {rest} iron-gate"))
    table.draw("watchtower")
    assert (table.now.pile, table.now.spent) == ((tiles(f"watchtower {rest}"),), 0)
    table.do("draw")
    assert table.now.due() == Card("flood", "FI-F1", cards=("bronze-gate", "copper-gate", "watchtower"))


@pytest.mark.rule("FI-F3")
def test_it_is_made_anew_after_the_last_card_of_the_step_too_without_a_card_that_left() -> None:
    table = playing(step="flood-1", pile=("watchtower",), spent="bronze-gate", flooded="watchtower")
    table.draw("watchtower")
    assert (table.now.turn, table.now.pile, table.now.spent) == (1, (tiles("bronze-gate"),), 0)


@pytest.mark.rule("FI-F4")
def test_pawns_swim_to_a_standing_tile_beside_in_the_order_of_the_seats_from_the_active_player() -> None:
    table = playing(
        "engineer@watchtower messenger@iron-gate navigator@watchtower",
        flooded=f"watchtower {AROUND_TOWER}",
        step="flood-2",
        turn=1,
    )
    table.draw("watchtower", seat=1)
    assert [table.verbs(seat) for seat in range(3)] == [set(), set(), {"swim"}]
    assert table.why_not("swim temple-of-the-sun", 0) == ("FI-F4", "forbidden-island.not-your-swim")
    assert table.can("swim", 2) == set(AROUND_TOWER.split())
    assert table.why_not("swim tidal-palace", 2) == ("FI-F4", "forbidden-island.swim-where")
    table.do("swim temple-of-the-sun", 2)
    table.do("swim whispering-garden", 0)
    assert [table.at(seat) for seat in range(3)] == ["whispering-garden", "iron-gate", "temple-of-the-sun"]
    assert table.why_not("swim temple-of-the-sun", 0) == ("FI-F4", "forbidden-island.nobody-swims")
    assert table.verbs(1) == {"draw"}


@pytest.mark.rule("FI-F5")
def test_the_explorer_swims_diagonally_the_pilot_flies_and_the_diver_swims_to_the_nearest() -> None:
    sunk = "temple-of-the-sun whispering-garden lost-lagoon"
    for who, places in (("explorer", {"temple-of-the-moon", "tidal-palace"}), ("diver", set())):
        table = playing(f"{who}@watchtower engineer@bronze-gate", flooded="watchtower", sunk=sunk, step="flood-2")
        table.draw("watchtower")
        expected = places or {"misty-marsh", "temple-of-the-moon", "tidal-palace"}
        assert table.can("swim") == expected
        assert table.why_not("swim gold-gate") == ("FI-F5", "forbidden-island.swim-where-own")
    pilot = playing("pilot@watchtower engineer@bronze-gate", flooded="watchtower", sunk=sunk, step="flood-2")
    pilot.draw("watchtower")
    assert len(pilot.can("swim")) == 20


@pytest.mark.rule("FI-F6")
def test_a_lift_may_take_pawns_off_the_sunk_tile_before_anybody_swims() -> None:
    table = playing(
        "engineer@watchtower messenger@watchtower pilot@gold-gate",
        hands=("lift", "", "lift"),
        flooded="watchtower",
        step="flood-2",
    )
    table.draw("watchtower")
    assert [table.verbs(seat) for seat in range(3)] == [{"lift", "swim"}, set(), {"lift"}]
    assert table.why_not("lift pilot iron-gate", 2) == ("FI-F6", "forbidden-island.only-off-the-sunk")
    assert table.why_not("lift engineer watchtower", 2) == ("FI-X2", "forbidden-island.lift-where")
    assert {line.split(" ")[0] for line in table.can("lift", 2)} == {"engineer", "messenger", "engineer+messenger"}
    table.do("lift engineer iron-gate", 2)
    assert [table.verbs(seat) for seat in range(3)] == [{"lift"}, {"swim"}, set()]
    table.do("lift messenger gold-gate", 0)
    assert ([table.at(seat) for seat in range(3)], table.verbs(0)) == (
        ["iron-gate", "gold-gate", "gold-gate"],
        {"draw"},
    )


@pytest.mark.rule("FI-F6")
def test_the_first_swim_closes_the_window() -> None:
    table = playing(
        "engineer@watchtower messenger@watchtower", hands=("", "lift"), flooded="watchtower", step="flood-2"
    )
    table.draw("watchtower")
    table.do("swim temple-of-the-sun")
    assert (table.verbs(0), table.verbs(1)) == (set(), {"swim"})
    assert table.why_not("no-lift") == ("FI-F6", "forbidden-island.no-window")


@pytest.mark.rule("FI-F6", "FI-E4")
def test_where_nobody_can_swim_the_active_player_says_that_no_lift_comes() -> None:
    table = playing(
        "messenger@gold-gate engineer@watchtower",
        hands=("lift",),
        flooded="watchtower",
        sunk=AROUND_TOWER,
        step="flood-2",
    )
    table.draw("watchtower")
    assert (table.verbs(0), table.verbs(1), table.ending) == ({"lift", "no-lift"}, set(), None)
    assert table.why_not("no-lift", 1) == ("FI-T1", "refused.not-your-turn")
    table.do("no-lift")
    assert table.ending == ("pawn", "FI-E4")
    saved = playing(
        "messenger@gold-gate engineer@watchtower",
        hands=("lift",),
        flooded="watchtower",
        sunk=AROUND_TOWER,
        step="flood-2",
    )
    saved.draw("watchtower")
    saved.do("lift engineer gold-gate")
    assert (saved.ending, saved.verbs(0)) == (None, {"draw"})


@pytest.mark.rule("FI-F6", "FI-E4")
def test_one_who_can_swim_may_close_the_window_over_one_who_cannot() -> None:
    table = playing(
        "engineer@watchtower explorer@watchtower",
        hands=("lift",),
        flooded="watchtower",
        sunk=AROUND_TOWER,
        step="flood-2",
    )
    table.draw("watchtower")
    assert (table.verbs(0), table.verbs(1)) == ({"lift"}, {"swim"})
    assert table.why_not("no-lift") == ("FI-F6", "forbidden-island.somebody-swims")
    table.do("swim tidal-palace", 1)
    assert table.ending == ("pawn", "FI-E4")


@pytest.mark.rule("FI-F6", "FI-E4")
@pytest.mark.parametrize("lift", ["lift engineer gold-gate", "lift explorer gold-gate"])
def test_when_the_last_lift_is_spent_the_window_has_closed(lift: str) -> None:
    table = playing(
        "engineer@watchtower explorer@watchtower",
        hands=("lift",),
        flooded="watchtower",
        sunk=AROUND_TOWER,
        step="flood-2",
    )
    table.draw("watchtower")
    table.do(lift)
    assert table.ending == (("pawn", "FI-E4") if "explorer" in lift else None)
    assert table.verbs(1) == (set() if "explorer" in lift else {"swim"})


@pytest.mark.rule("FI-F6")
def test_without_the_option_no_window_opens() -> None:
    table = playing(
        "engineer@watchtower messenger@gold-gate",
        hands=("", "lift"),
        flooded="watchtower",
        step="flood-2",
        rescue_by_lift=False,
    )
    table.draw("watchtower")
    assert (table.verbs(0), table.verbs(1)) == ({"swim"}, set())
    assert table.why_not("lift engineer gold-gate", 1) == ("FI-T5", "forbidden-island.no-specials-now")


@pytest.mark.rule("FI-F7")
def test_the_number_of_flood_cards_is_fixed_when_the_step_begins() -> None:
    table = playing(step="treasure-1", water=1)
    table.draw("earth")
    table.do("correct water=9", TABLE)
    assert table.now.floods == 2
    table.draw("watchtower", "gold-gate")
    assert (table.now.turn, table.now.water) == (1, 9)


@pytest.mark.rule("FI-F8", "FI-E4")
@pytest.mark.parametrize("who", ["explorer", "engineer", "messenger", "navigator", "pilot", "diver"])
def test_with_no_place_to_swim_to_all_but_the_pilot_and_the_diver_are_lost(who: str) -> None:
    sunk = f"{AROUND_TOWER} temple-of-the-moon tidal-palace"
    partner = "pilot" if who == "engineer" else "engineer"
    table = playing(
        f"{who}@watchtower {partner}@bronze-gate",
        flooded="watchtower",
        sunk=sunk,
        step="flood-2",
        captured=(0, 0, 0, 0),
    )
    table.draw("watchtower")
    assert table.ending == (None if who in ("pilot", "diver") else ("pawn", "FI-E4"))
    assert bool(table.can("swim")) == (who in ("pilot", "diver"))


@pytest.mark.rule("FI-E1")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("flooded", ["", "fools-landing"])
@pytest.mark.parametrize("step", ["actions-2", "treasure-2", "flood-1"])
def test_the_game_is_won_from_fools_landing_with_all_treasures_and_a_lift(seat: int, flooded: str, step: str) -> None:
    table = playing(
        "pilot@fools-landing diver@fools-landing",
        hands=("lift",) if seat == 0 else ("", "lift"),
        captured=(0, 1, 0, 1),
        flooded=flooded,
        step=step,
    )
    assert table.why_not("lift-off", 1 - seat) == ("FI-X1", "refused.not-held")
    table.do("lift-off", seat)
    assert (table.ending, table.now.discard) == (("won", "FI-E1"), ("helicopter-lift",))


@pytest.mark.rule("FI-E1")
def test_the_winning_lift_needs_all_treasures_and_carries_nobody_there() -> None:
    away = playing("pilot@fools-landing diver@gold-gate", hands=("lift",), captured=(0, 1, 0, 1))
    assert away.why_not("lift-off") == ("FI-E1", "forbidden-island.not-all-there")
    missing = playing("pilot@fools-landing diver@fools-landing", hands=("lift",), captured=(0, 1, -1, 1))
    assert missing.why_not("lift-off") == ("FI-E1", "forbidden-island.not-all-captured")
    assert "lift-off" not in away.verbs() | missing.verbs()


@pytest.mark.rule("FI-E2")
def test_the_game_is_lost_with_both_tiles_of_a_treasure_at_once_before_any_window() -> None:
    table = playing(
        "engineer@tidal-palace pilot@gold-gate",
        hands=("", "lift"),
        flooded="tidal-palace",
        sunk="coral-palace",
        step="flood-2",
    )
    table.draw("tidal-palace")
    assert (table.ending, table.now.pending) == (("treasure", "FI-E2"), ())
    end = table.now.end()
    assert end is not None
    assert end.key == "forbidden-island.lost-treasure"
    taken = playing(
        "engineer@iron-gate pilot@gold-gate",
        flooded="tidal-palace",
        sunk="coral-palace",
        step="flood-2",
        captured=(-1, -1, -1, 0),
    )
    taken.draw("tidal-palace")
    assert taken.ending is None


@pytest.mark.rule("FI-E3")
def test_the_game_is_lost_with_fools_landing_at_once_and_nobody_lifts_off() -> None:
    table = playing(
        "engineer@fools-landing pilot@fools-landing",
        hands=("", "lift"),
        flooded="fools-landing",
        step="flood-2",
        captured=(0, 0, 0, 0),
    )
    table.draw("fools-landing")
    assert table.ending == ("landing", "FI-E3")
    assert table.why_not("lift-off", 1) == ("FI-E6", "refused.ended")


@pytest.mark.rule("FI-E4")
def test_a_pawn_that_cannot_swim_is_lost_at_once_where_no_lift_is_held() -> None:
    table = playing("pilot@watchtower engineer@watchtower", flooded="watchtower", sunk=AROUND_TOWER, step="flood-2")
    table.draw("watchtower")
    assert table.ending == ("pawn", "FI-E4")


@pytest.mark.rule("FI-E6")
def test_once_ended_nothing_but_undo_is_taken_and_the_end_names_its_reason_and_rule() -> None:
    table = playing(hands=("lift sandbags",), flooded="fools-landing watchtower", step="flood-1")
    table.draw("fools-landing")
    lines = ["move lost-lagoon", "draw", "lift diver gold-gate", "sandbags watchtower", "swim gold-gate", "no-lift"]
    for line in (*lines, "discard earth-stone", "shore iron-gate", "lift-off", "end-actions"):
        assert table.why_not(line) == ("FI-E6", "refused.ended")
    assert (table.now.asks(), table.now.due()) == ((), None)
    shown = FORBIDDEN_ISLAND.picture(table.now)["end"]
    assert (shown["reason"], shown["rule"], shown["won"]) == ("landing", "FI-E3", False)
    table.table.undo(1)
    assert table.now.ending is None
