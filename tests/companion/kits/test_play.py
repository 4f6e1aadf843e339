"""A kit in play: what everything shows, what cards and segments do, and who may see it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.command import Refused
from companion.engine.corrections import Correct
from companion.engine.state import asked
from companion.engine.table import Table
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE, WATCHER
from companion.kits.facts.cards import Drawn
from companion.kits.facts.things import Badged
from companion.kits.format.kit_file import read_kit, shipped_kits
from companion.kits.play import KitState, game_of
from companion.texts.say import Texts
from tests.companion.kits.test_reader import GOOD
from tests.support.rows import each_row
from tests.support.sample_kit import SAMPLE
from tests.support.seen import plain

FARM = read_kit("farm.toml", GOOD)
FIRESHIP = next(file for file in shipped_kits() if file.kit.slug == "fireship")
SPEAKERS = {"=": CHANCE, "*": TABLE, "1": 1}


def played(game: Any, *lines: str, people: tuple[str, ...] = ("Ann", "Ben"), **options: str) -> Table:
    """A table after *lines* of seat 0; one that begins with ``=`` is chance's, ``*`` the table's, ``1`` seat 1's."""
    table = Table(game.start(game.setup(people, options)))
    for line in lines:
        say(table, game, line)
    return table


def say(table: Table, game: Any, line: str) -> None:
    table.do(game.notation.read(SPEAKERS.get(line[0], 0), line.lstrip("=*1")))


def of_sample(*lines: str, **more: Any) -> Table:
    return played(SAMPLE, *lines, **more)


def refusal(table: Table, game: Any, line: str) -> str:
    before = table.state
    with pytest.raises(Refused) as caught:
        say(table, game, line)
    assert table.state is before
    return caught.value.refusal.reason.key


def shown(table: Table, kind: str, name: str, viewer: int = WATCHER) -> dict[str, Any]:
    """What *viewer* is shown of the thing called *name*."""
    found: list[dict[str, Any]] = plain(SAMPLE.picture(table.state.seen_by(viewer))[kind])
    return next(each for each in found if each["name"] == name)


def deck(table: Table, name: str, viewer: int = WATCHER) -> dict[str, Any]:
    return shown(table, "decks", name, viewer)


def token(table: Table, name: str) -> str:
    state: KitState = table.state  # type: ignore[assignment]
    return state.token(name)


def told(table: Table) -> list[str]:
    return [said.key for step in table.steps for fact in step.facts if (said := fact.said(table.state))]


def dice_of(table: Table, kit: Any, name: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = plain(game_of(kit).picture(table.state)["dice"])
    return next(dice for dice in found if dice["name"] == name)


# ---------------------------------------------------------------------- dice
def test_before_the_first_roll_nothing_is_shown() -> None:
    dice = dice_of(played(game_of(FIRESHIP.kit)), FIRESHIP.kit, "dice")
    assert (dice["values"], dice["labels"], dice["total"], dice["roll"]) == (None, None, None, None)


def test_the_last_result_of_each_dice_is_kept_with_its_number() -> None:
    game = game_of(FIRESHIP.kit)
    table = played(game, "roll dice", "=roll 3 7 10", "roll plain", "=roll won", "roll dice", "=roll 1 1 2")
    dice, plain, blue = (dice_of(table, FIRESHIP.kit, name) for name in ("dice", "plain", "blue"))
    assert (dice["values"], dice["total"], dice["roll"], dice["kind"]) == ([1, 1, 2], 4, 3, "number")
    assert (plain["values"], plain["total"], plain["roll"], plain["kind"]) == (["won"], None, 2, "verdict")
    assert (blue["values"], blue["roll"]) == (None, None)


@each_row(
    ("kit", "lines", "sentence"),
    [
        (FIRESHIP, ("roll dice", "=roll 3 7 10"), "Roll 1: 3, 7, 10, together 20"),
        (FIRESHIP, ("roll blue", "=roll lost"), "Roll 1, Blue die: Lost"),
        (FARM, ("roll weather", "=roll sun rain"), "Roll 1, Weather dice: Sun, Rain"),
        (FARM, ("roll yield", "=roll 5"), "Roll 1, Yield: 5"),
    ],
)
def test_a_roll_is_told_in_a_sentence(kit: Any, lines: tuple[str, ...], sentence: str) -> None:
    table = played(game_of(kit.kit), *lines)
    said = [fact.said(table.state) for step in table.steps for fact in step.facts]
    assert [Texts.load(kit.texts).tell("en", each) for each in said if each] == [sentence]


# ---------------------------------------------------------------------- the wheel
def test_a_wheel_shows_the_segment_it_stopped_on_and_what_that_does() -> None:
    table = of_sample("spin wheel", "=spin storm")
    wheel = shown(table, "wheels", "wheel")
    assert (wheel["at"], wheel["roll"], wheel["detail"].key) == (3, 1, "kit.sample.storm-does")
    assert shown(table, "counters", "water")["at"] == 1
    assert told(table) == ["kit.spun", "kit.stepped", "kit.sample.thunder"]


def test_a_segment_may_spin_again_and_draw_a_card_for_who_spun() -> None:
    table = of_sample("spin wheel", "=spin again")
    assert table.state.due() is not None
    for line in ("=spin card", "=draw boom"):
        say(table, SAMPLE, line)
    assert table.state.due() is None
    hands = deck(table, "mystery", 0)["hands"]
    assert [card["name"] for card in hands[0]["cards"]] == ["boom"]


def test_nobody_in_particular_can_be_dealt_a_card_while_people_sit_there() -> None:
    table = of_sample()
    for line in ("*spin wheel", "*draw mystery", "*draw treasure", "*gain badge"):
        assert refusal(table, SAMPLE, line) == "kit.whose"
    alone = of_sample("*draw mystery", "=draw boom", people=())
    assert deck(alone, "mystery")["hands"] == [
        {"seat": "table", "cards": [deck(alone, "mystery")["last"]], "hidden": 0},
    ]


# ---------------------------------------------------------------------- decks and tokens
def test_a_card_of_tokens_takes_its_token_one_state_on_and_leaves_when_it_has_sunk() -> None:
    table = of_sample("draw flood", "=draw bay")
    assert (token(table, "bay"), deck(table, "flood")["round"]) == ("flooded", [1, 3])
    say(table, SAMPLE, "set bay dry")
    say(table, SAMPLE, "set bay sunk")
    flood = deck(table, "flood")
    assert (flood["left"], flood["discarded"], flood["removed"]) == (3, 0, 1)
    say(table, SAMPLE, "set bay dry")
    flood = deck(table, "flood")
    assert (flood["left"], flood["discarded"], flood["removed"]) == (3, 1, 0)


def test_the_last_card_is_settled_first_then_the_discard_is_the_new_pile() -> None:
    table = of_sample("set edge flooded")
    for tile in ("bay", "cave", "dune"):
        say(table, SAMPLE, "draw flood")
        say(table, SAMPLE, f"=draw {tile}")
    assert deck(table, "flood")["left"] == 1
    say(table, SAMPLE, "draw flood")
    say(table, SAMPLE, "=draw edge")
    flood = deck(table, "flood")
    assert (token(table, "edge"), flood["left"], flood["discarded"], flood["removed"]) == ("sunk", 3, 0, 1)


def test_a_round_has_as_many_cards_as_the_counter_says_when_it_begins() -> None:
    table = of_sample("raise water", "raise water")
    rounds = []
    for tile in ("bay", "cave", "dune", "edge", "bay"):
        say(table, SAMPLE, "draw flood")
        say(table, SAMPLE, f"=draw {tile}")
        rounds.append(deck(table, "flood")["round"])
    assert rounds == [[1, 3], [2, 3], [3, 3], [1, 3], [2, 3]]
    assert of_sample("lower water", difficulty="hard").state.counters == ((0,),)  # type: ignore[attr-defined]


def test_a_card_may_step_a_counter_and_put_another_discard_on_top() -> None:
    table = of_sample("draw flood", "=draw bay", "draw flood", "=draw cave", "draw treasure", "=draw rise")
    state: KitState = table.state  # type: ignore[assignment]
    assert state.pack("flood").pile == (("bay", "cave"), ("dune", "edge"))
    assert state.counters == ((1,),)
    assert refusal(table, SAMPLE, "draw block-of-nothing") == "kit.no-deck"
    say(table, SAMPLE, "draw flood")
    assert {answer[0] for answer, _ in table.state.due().odds()} == {"bay", "cave"}  # type: ignore[union-attr]


def test_a_card_may_shuffle_its_own_discard_into_the_pile_and_turn_a_token() -> None:
    table = of_sample("draw treasure", "=draw rise", "draw treasure", "=draw mix")
    treasure = deck(table, "treasure")
    assert (treasure["left"], treasure["discarded"]) == (4, 1)
    assert token(table, "jewel") == "held"


def test_a_card_that_leaves_lies_nowhere_else() -> None:
    table = of_sample("draw mystery", "=draw whirl", "=spin quiet")
    mystery = deck(table, "mystery")
    assert (mystery["left"], mystery["discarded"], mystery["removed"]) == (5, 0, 1)


def test_two_cards_of_a_kind_in_use_at_once_are_both_there_afterwards() -> None:
    table = of_sample("draw mystery", "=draw whirl", "=spin card", "=draw whirl", "=spin quiet")
    mystery = deck(table, "mystery")
    assert (mystery["left"], mystery["removed"]) == (4, 2)
    assert table.state.faults() == ()


def test_a_deck_that_refills_when_drawn_keeps_its_used_cards_apart_until_then() -> None:
    table = of_sample(*(line for card in ("boom", "boom", "no", "no") for line in ("draw mystery", f"=draw {card}")))
    for line in ("draw mystery", "=draw whirl", "=spin quiet", "draw mystery", "=draw whirl", "=spin quiet"):
        say(table, SAMPLE, line)
    assert refusal(table, SAMPLE, "draw mystery") == "kit.no-cards"
    say(table, SAMPLE, "discard mystery boom")
    say(table, SAMPLE, "discard mystery no")
    mystery = deck(table, "mystery")
    assert (mystery["left"], mystery["discarded"]) == (0, 2)
    say(table, SAMPLE, "1draw mystery")
    assert table.state.due().cards == ("boom", "no")  # type: ignore[union-attr]
    say(table, SAMPLE, "=draw no")
    assert (deck(table, "mystery")["left"], deck(table, "mystery")["discarded"]) == (1, 0)


def test_a_deck_that_stops_is_empty_and_one_that_refills_is_not() -> None:
    table = of_sample()
    for kind in ("live", "live", "safe"):
        say(table, SAMPLE, "draw block")
        say(table, SAMPLE, f"=draw {kind}")
    assert refusal(table, SAMPLE, "draw block") == "kit.no-cards"
    assert refusal(table, SAMPLE, "shuffle block") == "kit.nothing-used"
    assert (deck(table, "block")["left"], deck(table, "block")["removed"]) == (0, 3)


def test_the_used_cards_can_be_shuffled_in_by_hand() -> None:
    table = of_sample("draw flood", "=draw bay", "shuffle flood")
    assert table.state.pack("flood").pile == (("bay", "cave", "dune", "edge"),)  # type: ignore[attr-defined]


# ---------------------------------------------------------------------- hands
def test_a_secret_card_is_seen_by_its_holder_alone_and_its_odds_do_not_betray_it() -> None:
    table = of_sample("draw mystery", "=draw boom")
    for viewer, cards in ((0, ["boom"]), (1, []), (TABLE, []), (WATCHER, [])):
        mystery = deck(table, "mystery", viewer)
        assert [card["name"] for card in mystery["hands"][0]["cards"]] == cards
        assert (mystery["hands"][0]["hidden"], mystery["left"], mystery["last"]) == (1 - len(cards), 5, None)
        told_to = [fact.seen_by(viewer) for fact in table.steps[-1].facts]
        assert ("boom" in repr(told_to)) is bool(cards)
    say(table, SAMPLE, "1draw mystery")
    cards = table.state.seen_by(TABLE).due().cards  # type: ignore[union-attr]
    assert cards == ("boom", "boom", "no", "no", "whirl", "whirl")


def test_a_kept_card_does_what_it_does_when_it_is_laid_down() -> None:
    table = of_sample("draw treasure", "=draw earth")
    assert token(table, "jewel") == "home"
    assert refusal(table, SAMPLE, "1discard treasure earth") == "kit.not-in-hand"
    say(table, SAMPLE, "discard treasure earth")
    assert token(table, "jewel") == "held"
    assert [card["name"] for card in deck(table, "treasure")["top"]] == ["earth"]


def test_a_card_given_is_known_to_giver_and_receiver_alone() -> None:
    table = of_sample("draw mystery", "=draw boom", "give mystery boom 2", people=("Ann", "Ben", "Cleo"))
    gave = table.steps[-1].facts
    assert ["boom" in repr([fact.seen_by(viewer) for fact in gave]) for viewer in (0, 1, 2, WATCHER)] == [
        True, True, False, False,
    ]  # fmt: skip
    assert deck(table, "mystery", 1)["hands"][1]["cards"][0]["name"] == "boom"
    assert refusal(table, SAMPLE, "1give mystery boom 2") == "refused.no-seat"
    assert refusal(table, SAMPLE, "1give mystery boom 4") == "refused.no-seat"


def test_who_has_no_hand_is_dealt_nothing_and_nobody_else_is_instead() -> None:
    state: Any = of_sample().state
    for fact in (Drawn("treasure", "earth", TABLE), Badged("badge", TABLE, taken=True)):
        with pytest.raises(LookupError, match="no hand"):
            fact.apply(state)


def test_badges_are_taken_from_a_stock_that_ends() -> None:
    table = of_sample("gain badge", "1gain badge")
    assert refusal(table, SAMPLE, "gain badge") == "kit.no-badge"
    say(table, SAMPLE, "spend badge")
    assert refusal(table, SAMPLE, "spend badge") == "kit.no-badge"
    badge = shown(table, "badges", "badge")
    assert (badge["stock"], badge["held"]) == (1, [{"seat": 0, "count": 0}, {"seat": 1, "count": 1}])


@each_row(
    ("line", "reason"),
    [
        ("roll bones", "kit.no-dice"),
        ("spin sun", "kit.no-wheel"),
        ("draw straws", "kit.no-deck"),
        ("discard straws boom", "kit.no-deck"),
        ("give straws boom 2", "kit.no-deck"),
        ("discard mystery ?", "kit.not-in-hand"),
        ("raise hell", "kit.no-counter"),
        ("lower water", "kit.no-tick"),
        ("set sun dry", "kit.no-token"),
        ("set bay red", "kit.no-state"),
        ("set bay dry", "kit.is-so"),
        ("shuffle straws", "kit.no-deck"),
        ("shuffle flood", "kit.nothing-used"),
        ("gain money", "kit.no-badge"),
    ],
)
def test_what_cannot_be_is_refused_in_words(line: str, reason: str) -> None:
    assert refusal(of_sample(), SAMPLE, line) == reason


def test_while_chance_is_owed_nobody_does_anything_else() -> None:
    table = of_sample("draw flood")
    assert table.state.asks() == ()
    assert refusal(table, SAMPLE, "1roll dice") == "refused.chance-pending"


def test_a_kit_without_wheels_asks_for_no_spin() -> None:
    farm = played(game_of(FARM.kit))
    assert [kind.verb for kind in asked(farm.state, 0)] == ["roll"]
    assert [kind.verb for kind in asked(farm.state, TABLE)] == ["roll", "correct"]


# ---------------------------------------------------------------------- setting right
def test_several_things_are_set_right_at_once() -> None:
    line = "*correct bay=sunk water=4 jewel=held badge.2=2 flood.cave=discard"
    table = of_sample(line)
    state: KitState = table.state  # type: ignore[assignment]
    assert (token(table, "bay"), token(table, "jewel")) == ("sunk", "held")
    assert (state.counters, state.stock("badge")) == (((3,),), 0)
    flood = deck(table, "flood")
    assert (flood["left"], flood["discarded"], flood["removed"]) == (2, 1, 1)
    say(table, SAMPLE, "*correct flood.cave=pile")
    assert deck(table, "flood")["left"] == 3


def test_a_card_set_right_into_an_empty_pile_is_the_pile() -> None:
    table = of_sample("*correct bay=sunk cave=sunk dune=sunk")
    assert deck(table, "flood")["left"] == 1
    say(table, SAMPLE, "*correct flood.edge=discard")
    assert (deck(table, "flood")["left"], deck(table, "flood")["discarded"]) == (1, 0)


def test_cards_drawn_by_a_slip_are_put_back_and_others_taken_out() -> None:
    table = of_sample("draw block", "=draw live")
    say(table, SAMPLE, "*correct block.live=2 block.safe=0")
    block = deck(table, "block")
    assert (block["left"], block["discarded"], block["removed"]) == (2, 0, 1)
    assert table.state.pack("block").pile == (("live", "live"),)  # type: ignore[attr-defined]


def test_more_badges_than_there_are_cannot_be() -> None:
    assert refusal(of_sample(), SAMPLE, "*correct badge.1=2 badge.2=1") == "kit.too-many-badges"


def test_nothing_hidden_can_be_set_right() -> None:
    form = Correct.form(of_sample("draw mystery", "=draw boom").state, TABLE)
    assert form is not None
    assert {"bay", "jewel", "water", "badge.1", "badge.2", "flood.bay"} <= {field.name for field in form}
    assert not [field.name for field in form if "mystery" in field.name]


def test_what_differs_from_the_start_is_said_for_the_real_board() -> None:
    start = of_sample().state
    after = of_sample("set bay sunk", "raise water", "gain badge").state
    said = [(each.key, each.values) for each in SAMPLE.differences(start, after)]
    assert [key for key, _ in said] == ["kit.tick-now", "kit.token", "kit.badges-now"]
    assert (said[0][1]["number"], said[0][1]["tick"], said[2][1]["count"]) == (2, 2, 1)
    held = of_sample("draw treasure", "=draw earth", "draw mystery", "=draw boom").state.seen_by(WATCHER)
    (hand,) = SAMPLE.differences(start.seen_by(WATCHER), held)
    assert (hand.values["name"], hand.values["cards"]) == ("Ann", (Message("kit.sample.earth"),))
    assert SAMPLE.differences(start, start) == ()


def test_what_a_real_board_has_to_show_again_is_said_where_it_differs_from_what_lies_there() -> None:
    start = of_sample().state
    now = of_sample("set bay sunk", "gain badge", "gain badge", "draw treasure", "=draw earth").state
    back = [(each.key, each.values.get("count")) for each in SAMPLE.differences(now, start)]
    assert back == [("kit.token", None), ("kit.badges-now", 0), ("kit.hand-empty", None)]
    assert SAMPLE.differences(now, now) == ()


def test_a_hand_is_read_out_card_by_card_to_its_holder() -> None:
    table = of_sample("draw mystery", "=draw boom", "draw treasure", "=draw earth")
    names = [said.key for said in SAMPLE.hand(table.state.seen_by(0), 0)]
    assert names == ["kit.sample.boom", "kit.sample.earth"]
    assert SAMPLE.hand(table.state, TABLE) == ()


def test_a_button_for_an_action_is_called_like_the_action() -> None:
    text = 'slug = "a"\n[counter.n]\n[action.hold]\ndoes = ["raise n 1"]\n[button.draw]\ndoes = "do hold"'
    kit = read_kit("a.toml", text).kit
    game = game_of(kit)
    [button] = plain(game.picture(played(game).state)["buttons"])
    assert (button["do"], button["label"], button["hint"]) == ("do hold", plain(kit.text("hold")), "")


def test_the_buttons_say_what_they_do_and_how_many_cards_are_left() -> None:
    table = of_sample("draw flood", "=draw bay")
    draw = next(each for each in plain(SAMPLE.picture(table.state)["buttons"]) if each["button"] == "draw")
    assert (draw["do"], draw["hint"].key, draw["hint"].values["left"]) == ("draw flood", "kit.draw-hint", 3)
    say(table, SAMPLE, "draw flood")
    assert SAMPLE.picture(table.state)["buttons"] == []


def test_a_roll_leaves_the_things_beside_the_dice_as_they_were_drawn() -> None:
    before, after = (SAMPLE.picture(of_sample(*lines).state) for lines in ((), ("roll dice", "=roll 3 7 10")))
    assert after["dice"] != before["dice"]
    assert all(after[name] is before[name] for name in ("decks", "counters", "groups", "badges"))
    raised = SAMPLE.picture(of_sample("raise water").state)
    assert raised["counters"] != before["counters"]
