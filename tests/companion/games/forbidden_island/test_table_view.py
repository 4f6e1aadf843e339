"""What lies around the rules: corrections, the picture, the buttons, the words."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from companion.engine.laws import laws
from companion.engine.plays import leaves, plays
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.games.forbidden_island.rules.components import ADVENTURERS, CARDS, TILE_NUMBER, TILES, TREASURES
from companion.games.forbidden_island.rules.facts import WaterRose
from companion.games.forbidden_island.rules.layouts import LAYOUTS
from companion.library.simulate import Simulation
from tests.companion.games.forbidden_island.island import Play, playing, setting_up, tiles
from tests.support.referees import FORBIDDEN_ISLAND, TEXTS, words_of
from tests.support.wording import say


def told(value: object) -> Any:
    """Return *value* as it goes to a page, in English."""
    return msgspec.to_builtins(TEXTS.tell("en", value))


def corrected(line: str, **more: Any) -> Play:
    """Return play after a correction, on the helper's usual island."""
    table = playing(**more)
    table.do(f"correct {line}", TABLE)
    return table


def refused(line: str, **more: Any) -> str:
    """Return the sentence with which a correction is refused."""
    return playing(**more).why_not(f"correct {line}", TABLE)[1]


def test_the_board_stays_the_thing_it_was_until_something_on_it_changes() -> None:
    table = playing()
    board = FORBIDDEN_ISLAND.picture(table.now)["boards"][0]
    table.do("end-actions")
    table.do("draw")
    assert FORBIDDEN_ISLAND.picture(table.now)["boards"][0] is board
    table.chance("earth-stone")
    assert FORBIDDEN_ISLAND.picture(table.now)["boards"][0] is board
    table = playing()
    table.do(f"move {min(table.can('move'))}")
    assert FORBIDDEN_ISLAND.picture(table.now)["boards"][0] is not board


def test_every_piece_of_public_state_can_be_set_right() -> None:
    table = corrected(
        "watchtower=flooded gold-gate=sunk flood.gold-gate=out flood.watchtower=discard water=4 turn=2 step=flood-2 "
        "pawn.1=lost-lagoon adventurer.2=explorer hand.1.earth-stone=2 hand.2.helicopter-lift=1 discard.sandbags=1 "
        "captured.crystal-of-fire=2"
    )
    now = table.now
    assert (table.wet, now.stands(10), now.spent, now.water) == ({"watchtower"}, False, tiles("watchtower"), 4)
    assert (now.turn, now.actions, now.draws, now.floods) == (1, 0, 0, 2)
    assert (table.at(0), now.roles[1], now.captors) == ("lost-lagoon", 2, (-1, -1, 1, -1))
    assert (now.hand(0), now.hand(1), now.discard) == (("earth-stone",) * 2, ("helicopter-lift",), ("sandbags",))
    assert (len(now.deck), now.unjudged, now.faults()) == (24, False, ())


def test_two_tiles_that_lie_the_other_way_round_are_set_right_together() -> None:
    table = corrected("place.1=bronze-gate place.2=breakers-bridge", pawns="diver@cave-of-embers pilot@bronze-gate")
    now = table.now
    assert now.tiles[:2] == (1, 0)
    assert (now.geometry.beside[0], now.geometry.beside[1]) == (
        tiles("bronze-gate cliffs-of-abandon"), tiles("breakers-bridge cave-of-shadows"),
    )  # fmt: skip
    assert refused("place.1=bronze-gate") == "forbidden-island.each-tile-once"


def test_a_flown_pilot_and_a_treasure_step_can_be_set_right() -> None:
    table = corrected("flown=yes", pawns="pilot@iron-gate diver@gold-gate")
    assert table.can("fly") == set()
    assert corrected("step=treasure-1").now.step() == "treasure"


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("gold-gate=sunk", "forbidden-island.fault-flood-card"),
        ("flood.gold-gate=out", "forbidden-island.fault-flood-card"),
        ("pawn.1=gold-gate gold-gate=sunk flood.gold-gate=out", "forbidden-island.fault-pawn"),
        ("adventurer.1=engineer", "forbidden-island.fault-adventurers"),
        ("hand.1.sandbags=2 hand.2.sandbags=1", "forbidden-island.fault-cards"),
        ("flown=yes", "forbidden-island.fault-flown"),
        ("hand.1.sandbags=3", "refused.correct-word"),
        ("atlantis=dry", "refused.correct-unknown"),
    ],
)
def test_a_correction_to_what_cannot_be_is_refused_in_words(line: str, key: str) -> None:
    assert refused(line) == key


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("water=10", "skull"),
        ("fools-landing=sunk flood.fools-landing=out", "landing"),
        (
            "coral-palace=sunk flood.coral-palace=out tidal-palace=sunk flood.tidal-palace=out",
            "treasure",
        ),
    ],
)
def test_a_corrected_state_is_judged_as_it_lies(line: str, ending: str) -> None:
    table = corrected(line)
    assert table.ending is not None
    assert table.ending[0] == ending


@pytest.mark.parametrize(("tick", "number"), [(1, 2), (6, 4), (9, 5)])
def test_the_water_is_told_by_the_number_that_the_gauge_shows(tick: int, number: int) -> None:
    table = corrected("fools-landing=sunk flood.fools-landing=out", water=tick)
    shown = told(FORBIDDEN_ISLAND.picture(table.now))
    (gauge,) = shown["counters"]
    assert gauge["ticks"][gauge["at"]] == str(number)
    cost = say("forbidden-island.cost", count=number)
    assert gauge["text"] == say("forbidden-island.water-level", cost=cost, tick=tick, of=10)
    assert shown["end"]["why"] == say("forbidden-island.end.landing-why", level=f"level {number}")
    assert FORBIDDEN_ISLAND.tally is not None
    assert FORBIDDEN_ISLAND.tally.told(Counter(), table.now).numbers[-1].value == number


LANDING, MARSH, EMBERS = (TILE_NUMBER[tile] for tile in ("fools-landing", "misty-marsh", "cave-of-embers"))
FIRE = TREASURES.index("crystal-of-fire")


@pytest.mark.parametrize(
    ("sunk", "counts", "best"),
    [
        ((), {("landing", 1): 2}, (1, "landing", 2)),
        (("fools-landing",), {("landing", 1): 2, ("saved", 1, LANDING): 2}, None),
        (("fools-landing",), {("landing", 1): 2, ("saved", 0, MARSH): 3}, (0, "best-saved", 3)),
        (("misty-marsh",), {("saved", 0, MARSH): 3, ("saved", 1, EMBERS): 1}, (1, "best-saved", 1)),
        ((), {("last-place", 0, FIRE): 1}, (0, "last-place", None)),
        (("cave-of-embers", "cave-of-shadows"), {("last-place", 0, FIRE): 1}, None),
    ],
)
def test_no_deed_is_told_of_a_tile_that_sank_later(
    sunk: tuple[str, ...], counts: dict[tuple[str | int, ...], int], best: tuple[int, str, int | None] | None
) -> None:
    lost = " ".join(f"{tile}=sunk flood.{tile}=out" for tile in (*sunk, "coral-palace", "tidal-palace"))
    assert FORBIDDEN_ISLAND.tally is not None
    deed = FORBIDDEN_ISLAND.tally.told(Counter(counts), corrected(lost).now).best
    if best is None:
        assert deed is None
        return
    assert deed is not None
    assert isinstance(deed.text, Message)
    seat, key, count = best
    assert (deed.seat, deed.text.key) == (seat, f"forbidden-island.tally.{key}")
    assert deed.text.values.get("count") == count


def test_the_last_rise_is_told_as_the_skull() -> None:
    table = playing(water=9, step="treasure-2")
    table.draw("waters-rise")
    assert table.now.water == 10
    assert told(WaterRose().said(table.now)) == say("forbidden-island.water-rose", level="the skull")
    assert FORBIDDEN_ISLAND.tally is not None
    last = FORBIDDEN_ISLAND.tally.told(Counter(), table.now).numbers[-1]
    assert (last.value, told(last.label)) == (0, "treasures")


def test_a_sixth_card_by_correction_is_due_for_discard() -> None:
    table = corrected("hand.2.earth-stone=5 hand.2.sandbags=1")
    assert (table.verbs(0), table.verbs(1)) == (set(), {"discard"})
    table.do("correct hand.2.earth-stone=4", TABLE)
    assert "move" in table.verbs(0)


def test_that_a_pilot_has_flown_counts_though_it_was_so_and_the_roles_are_set_right_with_it() -> None:
    table = corrected("flown=yes", pawns="pilot@iron-gate diver@gold-gate")
    table.do("correct adventurer.2=explorer flown=yes", TABLE)
    assert (table.now.roles[1], table.now.flown) == (ADVENTURERS.index("explorer"), True)


def test_a_swimmer_whose_tile_is_set_right_need_not_swim() -> None:
    table = playing("engineer@watchtower pilot@bronze-gate", flooded="watchtower", step="flood-2")
    table.draw("watchtower")
    table.do("correct watchtower=flooded flood.watchtower=discard", TABLE)
    assert (table.now.pending, table.verbs(0)) == ((), {"draw"})


def overfull_and_in_the_water(lifts: str) -> Play:
    """Return play where the watchtower sank under two pawns, and a correction then overfilled a hand.

    Seat 0 swims first, seat 1 is lifted or swims after it, seat 2 stands dry with six cards; *lifts* are seat 2's.
    """
    table = playing(
        "engineer@watchtower messenger@watchtower pilot@gold-gate",
        hands=("", "", lifts),
        flooded="watchtower bronze-gate",
        step="flood-2",
    )
    table.draw("watchtower")
    table.do("correct hand.3.earth-stone=5 hand.3.sandbags=1", TABLE)
    return table


@pytest.mark.rule("FI-T5", "FI-H1", "FI-F4")
def test_a_discard_that_a_correction_makes_due_while_pawns_swim_comes_first_and_leaves_the_swims_owed() -> None:
    table = overfull_and_in_the_water(lifts="")
    assert table.now.faults() == ()
    assert [table.verbs(seat) for seat in range(3)] == [set(), set(), {"discard"}]
    assert table.why_not("swim temple-of-the-sun") == ("FI-T5", "forbidden-island.pending-first")
    assert table.why_not("no-lift") == ("FI-F6", "forbidden-island.no-window")
    assert table.why_not("sandbags bronze-gate", 2) == ("FI-T5", "forbidden-island.no-specials-now")
    assert table.why_not("discard earth-stone", 0) == ("FI-H1", "forbidden-island.no-discard-due")
    owed = FORBIDDEN_ISLAND.picture(table.now)["pending"]
    assert [each["what"] for each in owed] == ["discard", "swim"]
    table.do("correct water=3", TABLE)
    assert (table.now.water, table.verbs(2)) == (3, {"discard"})
    table.do("discard earth-stone", 2)
    assert [table.verbs(seat) for seat in range(3)] == [{"swim"}, set(), set()]
    table.do("swim temple-of-the-sun", 0)
    table.do("swim temple-of-the-sun", 1)
    assert (table.now.pending, table.now.turn, table.verbs(2)) == ((), 0, {"sandbags"})


@pytest.mark.rule("FI-T5", "FI-F6", "FI-H2")
def test_while_a_discard_lies_on_a_rescue_nobody_but_the_pawns_off_the_sunk_tile_is_lifted() -> None:
    table = overfull_and_in_the_water(lifts="lift")
    assert table.now.faults() == ()
    assert [table.verbs(seat) for seat in range(3)] == [set(), set(), {"discard", "lift"}]
    assert {line.split(" ")[0] for line in table.can("lift", 2)} == {"engineer", "messenger", "engineer+messenger"}
    assert table.why_not("lift pilot iron-gate", 2) == ("FI-F6", "forbidden-island.only-off-the-sunk")
    assert table.why_not("sandbags bronze-gate", 2) == ("FI-F6", "forbidden-island.only-off-the-sunk")
    assert table.why_not("lift-off", 2) == ("FI-T5", "forbidden-island.no-specials-now")
    assert table.why_not("no-lift") == ("FI-T5", "forbidden-island.pending-first")
    assert FORBIDDEN_ISLAND.buttons(table.now) == {}
    table.do("lift engineer+messenger iron-gate", 2)
    assert (table.at(0), table.at(1), table.verbs(2)) == ("iron-gate", "iron-gate", {"discard", "sandbags"})
    table.do("discard sandbags", 2)
    assert (table.now.pending, table.verbs(0)) == ((), {"draw"})


@pytest.mark.rule("FI-T5", "FI-F6")
def test_when_the_only_lift_is_what_is_discarded_the_window_closes_and_the_pawns_swim() -> None:
    table = overfull_and_in_the_water(lifts="lift")
    table.do("discard helicopter-lift", 2)
    table.do("discard earth-stone", 2)
    assert [table.verbs(seat) for seat in range(3)] == [{"swim"}, set(), set()]


def test_nothing_is_corrected_while_a_card_is_asked_for_or_before_play() -> None:
    table = playing(step="treasure-2")
    table.do("draw")
    assert table.why_not("correct water=2", TABLE)[1] == "refused.not-asked"
    assert setting_up(2).now.correctables() == {}


def test_the_picture_says_what_is_owed() -> None:
    crowded = playing(hands=("earth earth fire fire wind",), step="treasure-2")
    crowded.draw("ocean")
    shown = told(FORBIDDEN_ISLAND.picture(crowded.now.named(("Ada", "Ben"))))
    assert shown["asks"] == {"seat": 0, "text": say("forbidden-island.own-discard", count=1)}
    (due,) = shown["pending"]
    assert (due["what"], due["seats"], due["text"]) == (
        "discard",
        [0],
        say("forbidden-island.pending-discard", name="Ada", count=1),
    )
    wet = playing("engineer@watchtower pilot@bronze-gate", ("", "lift"), flooded="watchtower", step="flood-2")
    wet.draw("watchtower")
    (due,) = told(FORBIDDEN_ISLAND.picture(wet.now)["pending"])
    assert (due["what"], due["seats"], due["tile"]) == ("rescue", [0], "watchtower")


def test_draw_deals_and_draws_and_spin_lets_the_turn_go_on() -> None:
    def button(table: Play) -> dict[str, str]:
        return dict(FORBIDDEN_ISLAND.buttons(table.now))

    assert button(setting_up(2)) == {"draw": "deal rest"}
    assert button(playing()) == {"spin": "end-actions"}
    assert button(playing(step="treasure-1")) == button(playing(step="flood-2")) == {"draw": "draw"}
    crowded = playing(hands=("earth earth fire fire wind",), step="treasure-2")
    crowded.draw("ocean")
    assert button(crowded) == {}
    swims = playing("engineer@watchtower pilot@bronze-gate", ("", "lift"), flooded="watchtower", step="flood-2")
    swims.draw("watchtower")
    assert button(swims) == {}
    nowhere = playing(
        "engineer@watchtower pilot@bronze-gate", ("", "lift"), flooded="watchtower", step="flood-2",
        sunk="temple-of-the-sun tidal-palace whispering-garden",
    )  # fmt: skip
    nowhere.draw("watchtower")
    assert button(nowhere) == {"spin": "no-lift"}


def test_after_a_break_the_board_is_read_back_where_it_differs_from_the_start() -> None:
    pawns = "diver@iron-gate engineer@misty-marsh"
    table = playing(pawns, flooded="watchtower", sunk="gold-gate", captured=(1, -1, -1, -1), water=3)
    assert told(FORBIDDEN_ISLAND.differences(setting_up(2).now, table.now)) == [
        say("forbidden-island.shows-water", level="level 3", tick=3), "Watchtower: Flooded.", "Gold Gate: Sunk.",
        "Earth Stone is captured.", "Engineer is on Misty Marsh.",
    ]  # fmt: skip


def test_what_a_board_has_to_show_again_is_read_out_where_it_differs_from_what_lies_there() -> None:
    before = playing("diver@iron-gate engineer@misty-marsh", flooded="watchtower", sunk="gold-gate", water=3)
    after = playing("diver@iron-gate engineer@bronze-gate", flooded="gold-gate", captured=(1, -1, -1, -1), water=3)
    assert told(FORBIDDEN_ISLAND.differences(before.now, after.now)) == [
        "Gold Gate: Flooded.", "Watchtower: Dry.", "Earth Stone is captured.", "Engineer is on Bronze Gate."
    ]  # fmt: skip
    assert told(FORBIDDEN_ISLAND.differences(after.now, before.now)) == [
        "Watchtower: Flooded.", "Gold Gate: Sunk.", say("forbidden-island.shows-treasure", treasure="Earth Stone"),
        "Engineer is on Misty Marsh.",
    ]  # fmt: skip


def test_the_board_is_told_place_by_place_for_those_who_lay_it_out() -> None:
    assert FORBIDDEN_ISLAND.board(setting_up(2).now) == ()
    lies = told(FORBIDDEN_ISLAND.board(playing().now))
    assert (len(lies), lies[0], lies[23]) == (26, "1.3 Breakers Bridge", "6.4 Whispering Garden")
    assert lies[24:] == ["Diver is on Iron Gate.", "Engineer is on Bronze Gate."]


def test_a_hand_is_told_by_names() -> None:
    table = playing(hands=("earth lift",))
    assert TEXTS.tell("fr", FORBIDDEN_ISLAND.hand(table.now, 0)) == ["Pierre sacrée", "Hélicoptère"]
    assert FORBIDDEN_ISLAND.hand(table.now, TABLE) == ()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_word_of_whole_games_can_be_said(lang: str) -> None:
    setup = FORBIDDEN_ISLAND.setup(("Ann", "Ben", "Cleo"), {})
    for _, table in Simulation(FORBIDDEN_ISLAND, setup, "random").play(2, 11):
        for step in table.steps[::3]:
            state = table.state_before(step.n)
            TEXTS.tell(lang, FORBIDDEN_ISLAND.picture(state))
            tree = plays(state, laws.seats_of(state))
            for play in tree:
                TEXTS.tell(lang, play.label)
            for leaf in leaves(tree):
                TEXTS.tell(lang, (leaf.label, leaf.why.reason if leaf.why else ""))
                for field in leaf.form or ():
                    TEXTS.tell(lang, (field.label, *(choice.label for choice in field.choices)))
            request = state.due()
            if request is not None:
                TEXTS.tell(lang, FORBIDDEN_ISLAND.label(request.purpose))
                for answer, _ in request.odds():
                    TEXTS.tell(lang, () if isinstance(answer[0], int) else FORBIDDEN_ISLAND.label(answer[0]))
        for step in table.steps:
            TEXTS.tell(lang, [said for fact in step.facts if (said := fact.said(table.state)) is not None])


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_option_and_its_values_have_names(lang: str) -> None:
    for option in FORBIDDEN_ISLAND.options.values():
        assert len(option.names) == len(option.choices)
        TEXTS.tell(lang, (option.text, *option.names))


def test_every_name_among_the_texts_is_a_word_of_the_game_and_every_word_has_one() -> None:
    explained = [f"{word}-does" for word in (*CARDS, *ADVENTURERS)]
    steps = ["actions", "treasure", "flood", "set-up", "end"]
    parts = ["first", "tiles", "first-floods", "adventurers", "hands", "treasure", "flood"]
    values = [str(value) for option in FORBIDDEN_ISLAND.options.values() for value in option.choices]
    words = {*TILES, *CARDS, *ADVENTURERS, *explained, *LAYOUTS, *steps, *parts, *values} - {"True", "False"}
    words |= {kind.verb for kind in FORBIDDEN_ISLAND.kinds} | {"next", "rest", "name", "on-shelf"}
    words |= {"dry", "flooded", "sunk", "out", "discard", "nobody", "yes", "no", "water", "skull"}
    family = "forbidden-island.words."
    assert {key.removeprefix(family) for key in words_of("forbidden-island") if key.startswith(family)} == words
