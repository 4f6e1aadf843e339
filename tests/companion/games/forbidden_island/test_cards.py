from __future__ import annotations

import pytest

from companion.engine.chance import Card
from companion.games.forbidden_island.rules.components import TILES
from tests.companion.games.forbidden_island.island import playing, tiles
from tests.support.referees import FORBIDDEN_ISLAND


@pytest.mark.rule("FI-D1")
def test_two_treasure_cards_are_drawn_one_at_a_time_into_the_hand() -> None:
    table = playing(step="treasure-2")
    table.draw("earth")
    assert (table.now.hand(0), table.now.draws, table.now.step()) == (("earth-stone",), 1, "treasure")
    table.draw("lift")
    assert (table.now.hand(0), table.now.step()) == (("earth-stone", "helicopter-lift"), "flood")
    assert len(table.now.deck) == 26


@pytest.mark.rule("FI-D2")
def test_waters_rise_raises_the_marker_and_puts_the_shuffled_flood_discard_on_the_pile() -> None:
    table = playing(step="treasure-2", spent="watchtower misty-marsh", water=2)
    table.draw("rise")
    assert (table.now.water, table.now.spent, table.now.draws) == (3, 0, 1)
    assert table.now.pile[0] == tiles("watchtower misty-marsh")
    assert (table.now.discard, table.now.hand(0)) == (("waters-rise",), ())
    table.draw("earth")
    assert table.now.floods == 3
    table.do("draw")
    assert table.now.due() == Card("flood", "FI-F1", cards=("misty-marsh", "watchtower"))


@pytest.mark.rule("FI-D3", "FI-D4")
def test_two_waters_rise_raise_two_ticks_and_shuffle_once() -> None:
    table = playing(step="treasure-2", spent="watchtower misty-marsh", water=1)
    table.draw("rise")
    after_one = table.now.pile
    table.draw("rise")
    assert (table.now.water, table.now.pile, table.now.floods) == (3, after_one, 3)


@pytest.mark.rule("FI-D4")
def test_waters_rise_with_an_empty_flood_discard_only_moves_the_marker() -> None:
    table = playing(step="treasure-2")
    before = table.now.pile
    table.draw("rise")
    assert (table.now.water, table.now.pile) == (2, before)


@pytest.mark.rule("FI-D5")
def test_the_last_treasure_card_has_the_discard_shuffled_before_the_discard_that_it_makes_due() -> None:
    hands = ("earth earth earth fire fire", "wind wind wind lift")
    discard = "earth earth fire fire fire wind ocean ocean ocean ocean ocean lift lift sandbags sandbags rise rise rise"
    table = playing(hands=hands, discard=discard, step="treasure-2")
    assert table.now.deck == ("statue-of-the-wind",)
    table.draw("wind")
    assert (len(table.now.deck), table.now.discard, table.verbs()) == (18, (), {"discard"})
    table.do("discard crystal-of-fire")
    assert table.now.discard == ("crystal-of-fire",)
    table.do("draw")
    request = table.now.due()
    assert isinstance(request, Card)
    assert request.cards.count("crystal-of-fire") == 3


@pytest.mark.rule("FI-D5")
def test_a_waters_rise_that_was_the_last_card_is_in_the_new_deck() -> None:
    hands = ("earth earth earth fire fire", "wind wind wind wind")
    discard = "earth earth fire fire fire wind ocean ocean ocean ocean ocean lift lift lift sandbags sandbags rise rise"
    table = playing(hands=hands, discard=discard, step="treasure-1")
    assert table.now.deck == ("waters-rise",)
    table.draw("rise")
    assert (table.now.deck.count("waters-rise"), table.now.discard, table.now.water) == (3, (), 2)


@pytest.mark.rule("FI-D6", "FI-E5")
@pytest.mark.parametrize("step", ["treasure-2", "treasure-1"])
def test_the_skull_ends_the_game_and_no_further_card_is_drawn(step: str) -> None:
    table = playing(step=step, water=9, spent="watchtower")
    table.draw("rise")
    assert table.ending == ("skull", "FI-E5")
    assert (table.now.water, table.now.spent, table.now.due()) == (10, tiles("watchtower"), None)
    assert table.why_not("draw") == ("FI-E6", "refused.ended")


@pytest.mark.rule("FI-H1")
def test_the_hand_limit_is_five_with_special_cards_and_is_kept_before_the_next_card() -> None:
    table = playing(hands=("earth earth fire lift sandbags",), step="treasure-2", flooded="watchtower")
    table.draw("ocean")
    assert table.can("discard") == {
        "earth-stone", "crystal-of-fire", "oceans-chalice", "helicopter-lift", "sandbags",
    }  # fmt: skip
    assert table.why_not("discard statue-of-the-wind") == ("FI-H1", "forbidden-island.discard-what")
    assert table.why_not("discard earth-stone", 1) == ("FI-H1", "forbidden-island.no-discard-due")
    assert table.why_not("draw") == ("FI-T5", "forbidden-island.pending-first")
    table.do("discard earth-stone")
    assert (len(table.now.hand(0)), table.verbs()) == (5, {"draw", "lift", "sandbags"})
    assert table.why_not("discard earth-stone") == ("FI-H1", "forbidden-island.no-discard-due")


@pytest.mark.rule("FI-H1")
def test_five_cards_are_no_sixth() -> None:
    table = playing(hands=("earth earth fire lift",), step="treasure-2")
    table.draw("ocean")
    assert "draw" in table.verbs()


@pytest.mark.rule("FI-H2")
def test_a_special_card_may_be_used_instead_of_discarded() -> None:
    used = playing(hands=("earth earth fire fire sandbags",), step="treasure-2", flooded="watchtower")
    used.draw("ocean")
    used.do("sandbags watchtower")
    assert (used.wet, used.verbs(), used.now.discard) == (set(), {"draw"}, ("sandbags",))
    useless = playing(hands=("earth earth fire fire sandbags",), step="treasure-2")
    useless.draw("ocean")
    assert useless.verbs() == {"discard"}
    useless.do("discard sandbags")
    assert useless.now.discard == ("sandbags",)


@pytest.mark.rule("FI-H2", "FI-E1")
def test_a_helicopter_lift_that_would_be_discarded_may_win() -> None:
    table = playing(
        "pilot@fools-landing diver@fools-landing",
        hands=("earth earth fire fire lift",),
        captured=(0, 0, 1, 1),
        step="treasure-2",
    )
    table.draw("ocean")
    table.do("lift-off")
    assert table.ending == ("won", "FI-E1")


@pytest.mark.rule("FI-H3")
def test_hands_and_both_discards_are_open_and_only_the_order_of_the_piles_is_hidden() -> None:
    table = playing(hands=("earth lift", "fire"), discard="rise", spent="watchtower")
    pictures = [FORBIDDEN_ISLAND.picture(table.now.seen_by(viewer)) for viewer in (0, 1, -2, -3)]
    assert all(picture == pictures[0] for picture in pictures)
    shown = pictures[0]
    assert [hand["cards"] for hand in shown["hands"]] == [
        ["earth-stone", "helicopter-lift"],
        ["crystal-of-fire"],
    ]
    treasure, flood = shown["decks"]
    assert treasure["top"] == ["waters-rise"]
    assert (flood["top"], flood["left"], treasure["left"]) == (["watchtower"], 23, 24)


@pytest.mark.rule("FI-X1")
@pytest.mark.parametrize("step", ["actions-3", "actions-1", "treasure-2", "treasure-1", "flood-2", "flood-1"])
@pytest.mark.parametrize("seat", [0, 1])
def test_special_cards_are_played_at_any_time_by_whoever_holds_them_for_no_action(step: str, seat: int) -> None:
    hands = ("lift sandbags", "") if seat == 0 else ("", "lift sandbags")
    table = playing(hands=hands, step=step, flooded="watchtower")
    before = (table.now.actions, table.now.draws, table.now.floods, table.now.turn)
    table.do("sandbags watchtower", seat)
    table.do("lift diver watchtower", seat)
    assert (table.now.actions, table.now.draws, table.now.floods, table.now.turn) == before
    assert (table.at(0), table.wet, table.now.hand(seat)) == ("watchtower", set(), ())
    assert table.now.discard == ("helicopter-lift", "sandbags")
    assert table.why_not("lift diver iron-gate", seat) == ("FI-X1", "refused.not-held")


@pytest.mark.rule("FI-X1")
def test_nothing_is_played_between_asking_for_a_card_and_what_it_does() -> None:
    table = playing(hands=("lift sandbags", ""), step="flood-2", flooded="watchtower")
    table.do("draw")
    for line in ("lift diver watchtower", "sandbags watchtower", "lift-off", "draw"):
        assert table.why_not(line) == ("FI-X1", "forbidden-island.card-first")
    assert table.now.asks() == ()
    assert table.why_not("lift diver watchtower", 1) == ("FI-X1", "refused.not-held")


@pytest.mark.rule("FI-X2")
def test_a_lift_takes_pawns_on_one_tile_to_any_other_standing_tile() -> None:
    table = playing(
        "diver@iron-gate pilot@watchtower engineer@watchtower",
        hands=("lift lift lift",),
        sunk="gold-gate",
        step="actions-2",
    )
    assert {line.split(" ")[0] for line in table.can("lift")} == {"diver", "pilot", "engineer", "engineer+pilot"}
    assert table.why_not("lift diver+pilot misty-marsh") == ("FI-X2", "forbidden-island.pawns-together")
    assert table.why_not("lift nobody misty-marsh") == ("FI-X2", "forbidden-island.pawns-together")
    assert table.why_not("lift navigator misty-marsh") == ("FI-X2", "forbidden-island.pawns-together")
    assert table.why_not("lift pilot gold-gate") == ("FI-X2", "forbidden-island.lift-where")
    assert table.why_not("lift pilot watchtower") == ("FI-X2", "forbidden-island.lift-where")
    table.do("lift engineer+pilot misty-marsh")
    assert [table.at(seat) for seat in range(3)] == ["iron-gate", "misty-marsh", "misty-marsh"]


@pytest.mark.rule("FI-X3")
def test_sandbags_turn_any_flooded_tile_dry() -> None:
    table = playing(hands=("sandbags",), flooded="watchtower gold-gate")
    assert table.can("sandbags") == {"watchtower", "gold-gate"}
    assert table.why_not("sandbags iron-gate") == ("FI-X3", "forbidden-island.not-sandbagged")
    table.do("sandbags gold-gate")
    assert table.wet == {"watchtower"}


@pytest.mark.rule("FI-X4")
def test_no_sandbags_on_a_tile_that_has_sunk_also_while_the_window_is_open() -> None:
    table = playing(
        "engineer@watchtower pilot@bronze-gate",
        hands=("", "lift sandbags"),
        flooded="watchtower iron-gate",
        step="flood-2",
    )
    table.draw("watchtower")
    assert table.why_not("sandbags watchtower", 1) == ("FI-X4", "forbidden-island.sunk-for-good")
    assert table.why_not("sandbags iron-gate", 1) == ("FI-F6", "forbidden-island.only-off-the-sunk")


@pytest.mark.rule("FI-X5")
def test_between_two_flood_cards_special_cards_may_be_played() -> None:
    table = playing(hands=("sandbags",), step="flood-2", pile=("watchtower", " ".join(set(TILES) - {"watchtower"})))
    table.draw("watchtower")
    table.do("sandbags watchtower")
    table.draw("gold-gate")
    assert (table.wet, table.now.turn) == ({"gold-gate"}, 1)
