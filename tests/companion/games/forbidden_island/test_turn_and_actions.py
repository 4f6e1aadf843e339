from __future__ import annotations

import pytest

from tests.companion.games.forbidden_island.island import Play, playing


@pytest.mark.rule("FI-T1")
def test_a_turn_is_up_to_three_actions_then_two_treasure_cards_then_the_floods() -> None:
    table = playing(flooded="bronze-gate", water=3)
    seen = []
    for line in ("move lost-lagoon", "move iron-gate", "move lost-lagoon"):
        seen.append((table.now.step(), table.now.actions))
        table.do(line)
    assert table.why_not("move iron-gate") == ("FI-T1", "forbidden-island.no-actions-left")
    for word in ("earth", "earth", "watchtower", "misty-marsh", "gold-gate"):
        seen.append((table.now.step(), table.now.draws or table.now.floods))
        table.draw(word)
    assert seen == [
        ("actions", 3), ("actions", 2), ("actions", 1), ("treasure", 2), ("treasure", 1), ("flood", 3), ("flood", 2),
        ("flood", 1),
    ]  # fmt: skip
    assert (table.now.turn, table.now.step()) == (1, "actions")


@pytest.mark.rule("FI-T1")
def test_nobody_acts_out_of_turn() -> None:
    table = playing()
    assert table.why_not("move cliffs-of-abandon", 1) == ("FI-T1", "refused.not-your-turn")
    assert table.why_not("move lost-lagoon", -2) == ("FI-T1", "refused.not-your-turn")
    assert table.verbs(1) == set()


@pytest.mark.rule("FI-T2")
def test_the_rest_of_the_actions_is_passed_explicitly() -> None:
    table = playing()
    assert table.why_not("draw") == ("FI-T2", "forbidden-island.actions-first")
    table.do("end-actions")
    assert (table.now.actions, table.verbs()) == (0, {"draw"})


@pytest.mark.rule("FI-T3")
def test_play_passes_left_only_after_the_swims_that_the_floods_caused() -> None:
    table = playing("pilot@watchtower engineer@bronze-gate", flooded="watchtower", step="flood-1")
    table.draw("watchtower")
    assert (table.now.turn, table.verbs()) == (0, {"swim"})
    table.do("swim bronze-gate")
    assert (table.now.turn, table.now.actions, table.verbs(0)) == (1, 3, set())


@pytest.mark.rule("FI-T4")
def test_each_card_is_drawn_at_the_active_players_command_with_a_moment_before() -> None:
    table = playing(hands=("", "lift"), step="actions-1")
    table.do("move lost-lagoon")
    for word in ("earth", "earth", "watchtower", "gold-gate"):
        assert table.now.due() is None
        assert table.verbs(0) == {"draw"}
        assert "lift" in table.verbs(1)
        assert table.why_not("draw", 1) == ("FI-T4", "forbidden-island.not-your-draw")
        table.draw(word)
    assert table.now.turn == 1


@pytest.mark.rule("FI-T5")
def test_what_is_owed_comes_first_and_limits_special_cards() -> None:
    crowded = playing(hands=("earth earth fire fire wind", "lift sandbags"), step="treasure-2", flooded="watchtower")
    crowded.draw("ocean")
    assert crowded.why_not("draw") == ("FI-T5", "forbidden-island.pending-first")
    assert crowded.verbs(0) == {"discard"}
    assert crowded.verbs(1) == {"lift", "sandbags"}
    rescue = playing(
        "engineer@watchtower pilot@bronze-gate",
        hands=("", "lift sandbags"),
        flooded="watchtower iron-gate",
        step="flood-2",
    )
    rescue.draw("watchtower")
    assert rescue.why_not("draw") == ("FI-T5", "forbidden-island.pending-first")
    assert (rescue.verbs(0), rescue.verbs(1)) == ({"swim"}, {"lift"})


@pytest.mark.rule("FI-T5")
def test_during_the_swims_no_special_card_is_played() -> None:
    table = playing(
        "engineer@watchtower pilot@watchtower",
        hands=("", "lift sandbags"),
        flooded="watchtower iron-gate",
        step="flood-2",
    )
    table.draw("watchtower")
    table.do("swim whispering-garden")
    assert table.why_not("lift pilot iron-gate", 1) == ("FI-T5", "forbidden-island.no-specials-now")
    assert table.why_not("sandbags iron-gate", 1) == ("FI-T5", "forbidden-island.no-specials-now")
    assert table.why_not("lift-off", 1) == ("FI-T5", "forbidden-island.no-specials-now")
    assert table.verbs(1) == {"swim"}


@pytest.mark.rule("FI-A1")
def test_a_move_goes_beside_dry_or_flooded_never_onto_or_over_a_missing_tile() -> None:
    table = playing("messenger@misty-marsh pilot@bronze-gate", flooded="observatory", sunk="lost-lagoon")
    assert table.can("move") == {"dunes-of-deception", "observatory", "temple-of-the-sun"}
    for tile in ("lost-lagoon", "iron-gate", "fools-landing", "misty-marsh"):
        assert table.why_not(f"move {tile}") == ("FI-A1", "forbidden-island.too-far")
    table.do("move observatory")
    assert (table.at(0), table.now.actions) == ("observatory", 2)


@pytest.mark.rule("FI-A2")
def test_the_explorer_moves_diagonally_too() -> None:
    table = playing("explorer@misty-marsh pilot@bronze-gate")
    assert table.can("move") == {
        "crimson-forest", "dunes-of-deception", "fools-landing", "lost-lagoon", "observatory", "temple-of-the-moon",
        "temple-of-the-sun", "tidal-palace",
    }  # fmt: skip
    assert table.why_not("move watchtower") == ("FI-A2", "forbidden-island.too-far-explorer")


@pytest.mark.rule("FI-A3")
def test_the_pilot_flies_to_any_standing_tile_once_a_turn() -> None:
    table = playing("pilot@misty-marsh engineer@bronze-gate", sunk="watchtower")
    assert len(table.can("fly")) == 24 - 1 - 1 - 4
    assert table.why_not("fly watchtower") == ("FI-A3", "forbidden-island.flight-nowhere")
    assert table.why_not("fly misty-marsh") == ("FI-A3", "forbidden-island.flight-nowhere")
    table.do("fly bronze-gate")
    assert (table.at(0), table.now.actions, table.can("fly")) == ("bronze-gate", 2, set())
    assert table.why_not("fly misty-marsh") == ("FI-A3", "forbidden-island.flown")
    assert playing().why_not("fly watchtower") == ("FI-A3", "forbidden-island.no-pilot")


@pytest.mark.rule("FI-A3")
def test_the_next_turn_has_a_flight_of_its_own() -> None:
    table = playing("pilot@misty-marsh engineer@bronze-gate")
    table.do("fly watchtower")
    for seat, words in ((0, "earth earth iron-gate gold-gate"), (1, "fire fire copper-gate phantom-rock")):
        table.do("end-actions", seat)
        table.draw(*words.split(), seat=seat)
    assert "gold-gate" in table.can("fly")


@pytest.mark.rule("FI-A13")
def test_a_step_beside_is_a_move_and_keeps_the_flight() -> None:
    table = playing("pilot@misty-marsh engineer@bronze-gate")
    assert table.why_not("fly observatory") == ("FI-A13", "forbidden-island.flight-beside")
    table.do("move observatory")
    table.do("fly iron-gate")
    assert (table.at(0), table.now.flown) == ("iron-gate", True)


@pytest.mark.rule("FI-A4")
def test_the_navigator_moves_another_one_or_two_steps_over_standing_tiles() -> None:
    table = playing("navigator@gold-gate messenger@misty-marsh", sunk="lost-lagoon observatory")
    reached = "dunes-of-deception temple-of-the-sun crimson-forest cave-of-shadows fools-landing temple-of-the-moon"
    assert table.can("guide") == {f"messenger {tile}" for tile in f"{reached} tidal-palace watchtower".split()}
    assert table.why_not("guide messenger misty-marsh") == ("FI-A4", "forbidden-island.guide-too-far")
    assert table.why_not("guide messenger iron-gate") == ("FI-A4", "forbidden-island.guide-too-far")
    assert table.why_not("guide navigator gold-gate") == ("FI-A4", "forbidden-island.guide-whom")
    assert table.why_not("guide pilot gold-gate") == ("FI-A4", "forbidden-island.guide-whom")
    table.do("guide messenger watchtower")
    assert (table.at(1), table.at(0), table.now.actions) == ("watchtower", "gold-gate", 2)
    assert playing().why_not("guide engineer iron-gate") == ("FI-A4", "forbidden-island.no-navigator")


@pytest.mark.rule("FI-A4")
def test_a_guided_explorer_steps_diagonally_and_a_guided_diver_first_through_a_missing_place() -> None:
    explorer = playing("navigator@gold-gate explorer@iron-gate")
    assert "explorer temple-of-the-moon" in explorer.can("guide")
    assert "explorer cave-of-embers" in explorer.can("guide")
    diver = playing("navigator@gold-gate diver@iron-gate", sunk="lost-lagoon misty-marsh")
    assert {"diver crimson-forest", "diver temple-of-the-moon"} <= diver.can("guide")
    assert not {"diver lost-lagoon", "diver observatory"} & diver.can("guide")
    pilot = playing("navigator@gold-gate pilot@iron-gate")
    reached = "coral-palace lost-lagoon crimson-forest misty-marsh temple-of-the-moon"
    assert pilot.can("guide") == {f"pilot {tile}" for tile in reached.split()}


@pytest.mark.rule("FI-A4")
def test_with_a_strict_navigator_everybody_takes_plain_steps() -> None:
    diver = playing("navigator@gold-gate diver@iron-gate", sunk="lost-lagoon", strict_navigator=True)
    assert diver.can("guide") == {"diver coral-palace", "diver crimson-forest"}
    explorer = playing("navigator@gold-gate explorer@watchtower", sunk="temple-of-the-sun", strict_navigator=True)
    assert explorer.can("guide") == {"explorer whispering-garden", "explorer tidal-palace"}


@pytest.mark.rule("FI-A5")
def test_the_diver_dives_through_flooded_and_missing_tiles_and_ends_on_a_standing_one() -> None:
    table = playing("diver@iron-gate pilot@bronze-gate", flooded="lost-lagoon", sunk="misty-marsh")
    assert table.can("move") == {
        "coral-palace", "lost-lagoon", "crimson-forest", "temple-of-the-moon", "dunes-of-deception", "observatory",
        "temple-of-the-sun",
    }  # fmt: skip
    for tile in ("misty-marsh", "iron-gate", "cave-of-embers", "phantom-rock"):
        assert table.why_not(f"move {tile}") == ("FI-A5", "forbidden-island.too-far-diver")
    table.do("move observatory")
    assert table.now.actions == 2


@pytest.mark.rule("FI-A5")
def test_the_open_sea_outside_the_layout_is_never_passed() -> None:
    table = playing("diver@watchtower pilot@bronze-gate", sunk="whispering-garden")
    assert "twilight-hollow" not in table.can("move")
    assert "tidal-palace" in table.can("move")


@pytest.mark.rule("FI-A6")
def test_shoring_up_turns_a_flooded_tile_beside_or_below_dry() -> None:
    table = playing(
        "messenger@misty-marsh pilot@bronze-gate", flooded="misty-marsh observatory phantom-rock tidal-palace"
    )
    assert table.can("shore") == {"misty-marsh", "observatory"}
    assert table.why_not("shore phantom-rock") == ("FI-A6", "forbidden-island.out-of-reach")
    assert table.why_not("shore tidal-palace") == ("FI-A6", "forbidden-island.out-of-reach")
    assert table.why_not("shore lost-lagoon") == ("FI-A6", "forbidden-island.not-flooded")
    table.do("shore misty-marsh")
    table.do("shore observatory")
    assert (table.wet, table.now.actions) == ({"phantom-rock", "tidal-palace"}, 1)


@pytest.mark.rule("FI-A7")
def test_the_engineer_shores_up_one_or_two_tiles_for_one_action_from_one_place() -> None:
    table = playing(
        "engineer@misty-marsh pilot@bronze-gate", flooded="misty-marsh observatory lost-lagoon phantom-rock"
    )
    assert "observatory misty-marsh" in table.can("shore-two")
    assert len(table.can("shore-two")) == 6
    assert table.why_not("shore-two misty-marsh misty-marsh") == ("FI-A7", "forbidden-island.two-tiles")
    assert table.why_not("shore-two misty-marsh phantom-rock") == ("FI-A6", "forbidden-island.out-of-reach")
    table.do("shore-two misty-marsh observatory")
    assert (table.wet, table.now.actions) == ({"lost-lagoon", "phantom-rock"}, 2)
    table.do("shore lost-lagoon")
    assert (table.wet, table.now.actions) == ({"phantom-rock"}, 1)
    assert playing("pilot@misty-marsh diver@iron-gate").why_not("shore-two iron-gate gold-gate") == (
        "FI-A7",
        "forbidden-island.no-engineer",
    )


@pytest.mark.rule("FI-A8")
def test_the_explorer_shores_up_diagonally_too() -> None:
    table = playing("explorer@misty-marsh pilot@bronze-gate", flooded="tidal-palace fools-landing watchtower")
    assert table.can("shore") == {"tidal-palace", "fools-landing"}
    assert table.why_not("shore watchtower") == ("FI-A8", "forbidden-island.out-of-reach-explorer")


@pytest.mark.rule("FI-A9")
def test_a_treasure_card_is_given_on_one_tile_for_an_action_each() -> None:
    table = playing("diver@iron-gate pilot@iron-gate engineer@bronze-gate", hands=("earth earth fire lift",))
    assert table.can("give") == {"pilot earth-stone", "pilot crystal-of-fire"}
    table.do("give pilot earth-stone")
    table.do("give pilot earth-stone")
    assert (table.now.actions, table.now.hand(0), table.now.hand(1)) == (
        1,
        ("crystal-of-fire", "helicopter-lift"),
        ("earth-stone", "earth-stone"),
    )
    assert table.why_not("give pilot earth-stone") == ("FI-A9", "forbidden-island.not-in-hand")
    assert table.why_not("give engineer crystal-of-fire") == ("FI-A9", "forbidden-island.not-together")
    assert table.why_not("give diver crystal-of-fire") == ("FI-A9", "forbidden-island.give-whom")
    assert table.why_not("give messenger crystal-of-fire") == ("FI-A9", "forbidden-island.give-whom")


@pytest.mark.rule("FI-A9", "FI-A10")
def test_a_special_card_cannot_be_given_in_hand_or_not() -> None:
    table = playing("messenger@iron-gate pilot@iron-gate", hands=("earth lift",))
    for card in ("helicopter-lift", "sandbags"):
        assert table.why_not(f"give pilot {card}") == ("FI-A9", "forbidden-island.give-special")
    assert table.why_not("give pilot waters-rise") == ("FI-A9", "forbidden-island.not-in-hand")
    assert table.can("give") == {"pilot earth-stone"}
    assert table.now.hand(0) == ("earth-stone", "helicopter-lift")


@pytest.mark.rule("FI-A10")
def test_the_messenger_gives_from_afar_but_receives_on_the_same_tile() -> None:
    giving = playing("messenger@iron-gate pilot@bronze-gate", hands=("earth",))
    assert giving.can("give") == {"pilot earth-stone"}
    giving.do("give pilot earth-stone")
    assert giving.now.hand(1) == ("earth-stone",)
    receiving = playing("pilot@bronze-gate messenger@iron-gate", hands=("earth",))
    assert receiving.why_not("give messenger earth-stone") == ("FI-A10", "forbidden-island.not-together-messenger")
    assert receiving.can("give") == set()


@pytest.mark.rule("FI-A11")
@pytest.mark.parametrize("site", ["temple-of-the-moon", "temple-of-the-sun"])
@pytest.mark.parametrize("flooded", ["", "temple-of-the-moon temple-of-the-sun"])
def test_a_treasure_is_captured_with_four_cards_on_either_tile(site: str, flooded: str) -> None:
    table = playing(f"pilot@{site} engineer@bronze-gate", hands=("earth earth earth earth earth",), flooded=flooded)
    assert table.can("capture") == {"earth-stone"}
    table.do("capture earth-stone")
    assert (table.now.captors, table.now.actions) == ((0, -1, -1, -1), 2)
    assert (table.now.hand(0), table.now.discard) == (("earth-stone",), ("earth-stone",) * 4)
    assert table.why_not("capture earth-stone") == ("FI-A11", "forbidden-island.captured-before")


@pytest.mark.rule("FI-A11")
def test_a_capture_takes_the_right_tile_and_four_cards_of_one_hand() -> None:
    table = playing(
        "pilot@temple-of-the-sun engineer@temple-of-the-sun", hands=("earth earth earth fire", "earth earth")
    )
    assert table.why_not("capture earth-stone") == ("FI-A11", "forbidden-island.too-few-cards")
    assert table.why_not("capture crystal-of-fire") == ("FI-A11", "forbidden-island.wrong-tile")
    assert table.greyed() == {"capture earth-stone": "FI-A11", "capture crystal-of-fire": "FI-A11"}


@pytest.mark.rule("FI-A11")
def test_cards_of_a_captured_treasure_may_still_be_given() -> None:
    table = playing("pilot@iron-gate diver@iron-gate", hands=("earth",), captured=(1, -1, -1, -1))
    assert table.can("give") == {"diver earth-stone"}


@pytest.mark.rule("FI-A12")
def test_giving_to_a_full_hand_has_the_receiver_discard_at_once() -> None:
    table = playing("pilot@iron-gate diver@iron-gate", hands=("earth", "fire fire fire wind wind"))
    table.do("give diver earth-stone")
    assert (table.verbs(0), table.verbs(1)) == (set(), {"discard"})
    assert table.why_not("move lost-lagoon") == ("FI-T5", "forbidden-island.pending-first")
    table.do("discard statue-of-the-wind", 1)
    assert (table.now.actions, len(table.now.hand(1)), "move" in table.verbs(0)) == (2, 5, True)


def test_a_turn_offers_a_short_tree_of_plays() -> None:
    table: Play = playing(
        "navigator@fools-landing pilot@fools-landing diver@fools-landing engineer@fools-landing", hands=("lift",)
    )
    sets = {line.split(" ")[0] for line in table.can("lift")}
    assert len(sets) == 15
    assert all(len({line for line in table.can("lift") if line.startswith(f"{pawns} ")}) == 23 for pawns in sets)
