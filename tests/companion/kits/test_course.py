"""Turns, rounds, rules, timers and decks of kits of the second edition, one idea each."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.command import Refused
from companion.kits.facts.queue import Halted
from companion.kits.format.flow import ActionSpec, Effect, RoundSpec, RowSpec, SheetSpec, TimerSpec, TurnSpec
from companion.kits.format.spec import CardSpec, CounterSpec, DeckSpec, DiceSpec, Kit, SegmentSpec, WheelSpec
from companion.kits.formulas.evaluation import DividedByZero
from companion.kits.things.jobs import MAX_JOBS
from tests.support.new_kits import YACHT, Evening, dice, effect, number, rule
from tests.support.rows import each_row

DIE = dice("die", "1d6")


def kit(*, rules: tuple[Any, ...] = (), actions: dict[str, str] | None = None, **parts: Any) -> Kit:
    """A kit of one die with these parts; *actions* are their effects, joined by commas."""
    found = tuple(ActionSpec(name, tuple(map(effect, does.split(", ")))) for name, does in (actions or {}).items())
    return Kit("small", (0, 8), dice=parts.pop("dice", (DIE,)), rules=rules, actions=found, **parts)


def seat(evening: Evening) -> int:
    return int(evening.state.course.seat)


def test_a_turn_is_skipped_and_the_direction_turned() -> None:
    actions = {"skip-next": "skip 2", "turn-round": "reverse"}
    evening = Evening(kit(turn=TurnSpec(), actions=actions), "do skip-next", "next", people=4)
    assert seat(evening) == 2
    evening.say("*do turn-round", "*next")
    assert (seat(evening), evening.picture()["round"]["next"]) == (1, 0)
    evening.say("*next")
    assert (seat(evening), evening.state.course.round) == (0, 2)


def test_the_turn_goes_to_the_right_if_the_kit_says_so() -> None:
    evening = Evening(kit(turn=TurnSpec(order="right"), actions={"turn-round": "reverse"}), "*next", people=4)
    assert (seat(evening), evening.picture()["round"]["next"]) == (3, 2)
    evening.say("*do turn-round", "*next")
    assert seat(evening) == 0


def test_again_keeps_the_turn_once() -> None:
    rules = (rule("roll die", "sum = 6", "again"),)
    evening = Evening(kit(turn=TurnSpec(passes="after roll", name="die"), rules=rules), "roll die", "=roll 6")
    assert seat(evening) == 0
    evening.say("roll die", "=roll 5")
    assert seat(evening) == 1


def test_next_turn_in_a_rule_does_not_pass_the_turn_twice() -> None:
    rules = (rule("roll die", "sum = 1", "next-turn"),)
    evening = Evening(kit(turn=TurnSpec(passes="after roll"), rules=rules), "roll die", "=roll 1", people=3)
    assert seat(evening) == 1


def test_chance_chooses_who_begins() -> None:
    evening = Evening(kit(turn=TurnSpec(starts="random")), people=3)
    assert evening.picture()["buttons"][0]["do"] == "begin"
    assert evening.refusal("roll die") == evening.refusal("*next") == "kit.begin-first"
    assert evening.picture()["round"].get("seat") is None
    evening.say("1begin")
    assert evening.state.due().segments == (("seat-1", 1), ("seat-2", 1), ("seat-3", 1))
    assert evening.state.asks() == ()
    evening.say("=spin seat-3")
    assert (seat(evening), evening.told()) == (2, ["kit.begun"])
    assert evening.refusal("begin") == "kit.is-so"
    assert Evening(kit(turn=TurnSpec(starts="random")), people=1).refusal("roll die") == ""


def test_rules_of_the_first_turn_are_done_once_it_begins() -> None:
    rules = (rule("turn begins", "always", "roll die"),)
    for people in (0, 1, 3):
        evening = Evening(kit(turn=TurnSpec(), rules=rules), "*begin", "=roll 4", people=people)
        assert (seat(evening), evening.state.course.turn, evening.state.due()) == (0, 1, None)
        evening.say("*next", "=roll 4")
        assert evening.state.course.turn == 2


def test_the_next_person_begins_the_next_round() -> None:
    evening = Evening(kit(turn=TurnSpec(), round=RoundSpec(moves=True)), *["*next"] * 3, people=3)
    assert (seat(evening), evening.state.course.round) == (1, 2)
    evening.say(*["*next"] * 3)
    assert (seat(evening), evening.state.course.round) == (2, 3)


def test_steps_end_the_round_where_there_are_some() -> None:
    rules = (rule("round ends", "round = 1", "raise pot 5"),)
    parts: dict[str, Any] = {"turn": TurnSpec(), "round": RoundSpec(("plan", "act"), moves=True)}
    evening = Evening(kit(rules=rules, counters=(CounterSpec("pot"),), **parts), "next", "1next", "step")
    assert (evening.state.course.round, evening.state.course.step) == (1, 1)
    evening.say("step")
    assert (evening.state.course.round, evening.state.course.step, seat(evening)) == (2, 0, 1)
    assert evening.scores("pot") == [5]
    evening.say("*step", "*step")
    assert (evening.state.course.round, evening.scores("pot")) == (3, [5])


def test_the_turn_is_handed_over() -> None:
    evening = Evening(kit(turn=TurnSpec()), "turn 3", people=3)
    assert (seat(evening), evening.state.course.first, evening.state.course.turn) == (2, 2, 1)
    evening.say("2next")
    assert (seat(evening), evening.state.course.round) == (0, 1)


def test_rules_are_judged_in_the_files_order_before_any_takes_effect() -> None:
    rules = (rule("roll die", "pot = 0", "raise pot 2"), rule("roll die", "pot = 0", "raise pot pot", "say twice"))
    evening = Evening(kit(rules=rules, counters=(CounterSpec("pot"),)), "roll die", "=roll 1")
    assert evening.scores("pot") == [4]


def test_a_counter_a_segment_and_a_card_have_rules() -> None:
    rules = (
        rule("spin sky", "storm", "raise pot 3", cards=("storm", "calm")),
        rule("draw event", "comet", "raise pot 10", cards=("comet",)),
        rule("counter pot", "pot >= 13", "say full"),
    )
    parts: dict[str, Any] = {
        "wheels": (WheelSpec("sky", (SegmentSpec("storm"), SegmentSpec("calm"))),),
        "decks": (DeckSpec("event", (CardSpec("comet"), CardSpec("star"))),),
        "counters": (CounterSpec("pot"),),
    }
    evening = Evening(kit(rules=rules, **parts), "spin sky", "=spin calm", "spin sky", "=spin storm")
    assert evening.scores("pot") == [3]
    evening.say("draw event", "=draw star", "draw event", "=draw comet")
    assert (evening.scores("pot"), evening.told()[-1]) == ([13], "kit.small.full")


def test_effects_without_an_end_stop_with_a_sentence() -> None:
    rules = (rule("counter pot", "always", "raise pot 1"),)
    evening = Evening(kit(rules=rules, counters=(CounterSpec("pot"),)), "count pot table +1")
    assert "kit.too-many-effects" in evening.told()
    assert evening.state.queue == ()
    assert 2 < evening.scores("pot")[0] <= MAX_JOBS
    evening.say("roll die", "=roll 3")


def test_rolls_without_an_end_stop_too() -> None:
    evening = Evening(kit(rules=(rule("roll die", "always", "roll die"),)), "roll die")
    rolls = 0
    while evening.state.due() is not None:
        evening.say("=roll 1")
        rolls += 1
    assert 10 < rolls <= MAX_JOBS
    assert evening.told()[-1] == "kit.too-many-effects"


def test_a_used_card_is_put_away_even_when_its_effects_are_stopped() -> None:
    rules = (rule("counter pot", "always", "raise pot 1"),)
    deck = DeckSpec("event", (CardSpec("comet", does=(effect("step pot 1"),)),))
    evening = Evening(kit(rules=rules, counters=(CounterSpec("pot"),), decks=(deck,)), "draw event", "=draw comet")
    assert (evening.state.pack("event").discard, evening.state.faults()) == (("comet",), ())


def test_a_division_by_zero_drops_one_effect_with_a_sentence() -> None:
    rules = (rule("roll die", "6 / pot > 1", "say never"), rule("roll die", "always", "raise pot 6 / pot", "say on"))
    evening = Evening(kit(rules=rules, counters=(CounterSpec("pot"),)), "roll die", "=roll 1")
    assert evening.told() == ["kit.rolled", DividedByZero.said.key, DividedByZero.said.key, "kit.small.on"]


def test_an_effect_for_nobody_in_particular_is_left_out() -> None:
    rules = (rule("roll die", "always", "raise score 1"),)
    evening = Evening(kit(rules=rules, counters=(CounterSpec("score", each="person"),)), "*roll die", "=roll 1")
    assert any(isinstance(fact, Halted) for fact in evening.table.steps[-1].facts)
    evening.say("1roll die", "=roll 1")
    assert evening.scores("score") == [0, 1]
    alone = Evening(evening.state.kit, "*roll die", "=roll 1", people=0)
    assert alone.scores("score") == [1]


def test_a_target_from_above_is_reached_downwards() -> None:
    lives = CounterSpec("lives", each="person", start=2, lowest=0, target=0)
    evening = Evening(kit(counters=(lives,)), "count lives 1 -1")
    assert evening.told() == ["kit.stepped"]
    evening.say("count lives 1 -1")
    assert evening.told() == ["kit.stepped", "kit.target-of"]
    assert evening.refusal("count lives 1 -1") == "kit.no-tick"


def test_a_timer_of_each_turn_starts_afresh() -> None:
    timers = (TimerSpec("glass", 30, "turn"),)
    evening = Evening(kit(turn=TurnSpec(), timers=timers), "start glass", "extend glass", "next")
    (glass,) = evening.state.countdowns()
    assert (glass.number, glass.seconds, glass.runs) == (2, 30, True)


def test_a_chess_clock_runs_in_its_owners_turn() -> None:
    evening = Evening(kit(turn=TurnSpec(), timers=(TimerSpec("clock", 300, "person"),)), "start clock")
    assert [(each.key, each.runs) for each in evening.state.countdowns()] == [("clock.1", True), ("clock.2", False)]
    evening.say("next")
    assert [each.runs for each in evening.state.countdowns()] == [False, True]
    evening.say("*ring clock")
    assert [clock.get("is_over", False) for clock in evening.picture()["clocks"]] == [False, True]


def test_a_timer_may_start_by_a_rule_and_set_effects_off_at_its_end() -> None:
    rules = (rule("roll die", "sum = 6", "start glass"), rule("timer glass", "always", "say over"))
    evening = Evening(kit(rules=rules, timers=(TimerSpec("glass", 30),)), "roll die", "=roll 6", "*ring glass")
    assert evening.told() == ["kit.timer-ring", "kit.small.over"]


def test_a_row_without_a_formula_takes_a_number_and_entries_are_mended() -> None:
    sheet = SheetSpec("card", (RowSpec("bid"), RowSpec("half", number("sum / 2"))), (), "die")
    evening = Evening(kit(sheets=(sheet,), turn=TurnSpec()), "roll die", "=roll 5")
    assert evening.refusal("enter card bid") == evening.refusal("enter card bid 10000") == "kit.row-typed"
    assert evening.refusal("enter card half 3") == "kit.row-worked-out"
    evening.say("enter card bid -7", "roll die", "=roll 5", "enter card half", "*correct card.bid.1=12")
    assert evening.picture()["sheets"][0]["totals"] == [14, 0]
    assert seat(evening) == 0


def test_each_person_has_a_deck_of_their_own() -> None:
    cards = (CardSpec("sun", 2, kept=True), CardSpec("moon", 2, kept=True))
    deck = DeckSpec("pile", cards, each_person=True, deal=((0, 2),))
    evening = Evening(kit(decks=(deck,)), "deal pile", "=deal sun sun", "=deal moon sun", "1draw pile", "=draw moon")
    assert [pack["left"] for pack in evening.picture()["decks"]] == [2, 1]
    assert evening.refusal("give pile sun 2") == "kit.own-deck"
    evening.say("discard pile sun")
    assert [pack["discarded"] for pack in evening.picture()["decks"]] == [1, 0]


def test_a_card_comes_up_in_one_of_its_ways() -> None:
    deck = DeckSpec("pile", (CardSpec("sun"),), ways=("upright", "reversed"))
    evening = Evening(kit(decks=(deck,)), "draw pile", "=spin reversed", "=draw sun")
    assert evening.state.pack("pile").way == "reversed"


def test_a_hand_over_its_limit_is_said() -> None:
    deck = DeckSpec("pile", (CardSpec("sun", 3, kept=True),), hand=1)
    evening = Evening(kit(decks=(deck,)), "draw pile", "=draw sun", "draw pile", "=draw sun")
    assert evening.told() == ["kit.drawn", "kit.hand-full"]


def test_draws_by_an_effect_count_for_no_round_unless_the_deck_says_so() -> None:
    day = CounterSpec("day", (2, 3))
    deck = DeckSpec("pile", (CardSpec("sun", 9),), draws="day", first=2)
    for counts_all, drawn in ((False, 0), (True, 1)):
        counted = kit(decks=(replace(deck, counts_all=counts_all),), counters=(day,), actions={"dig": "draw pile"})
        evening = Evening(counted, "do dig", "=draw sun")
        assert evening.state.pack("pile").drawn == drawn


def test_a_wheel_of_people_has_their_names() -> None:
    evening = Evening(kit(wheels=(WheelSpec("who", is_of_people=True),)), "spin who", "=spin seat-2", people=3)
    wheel = evening.picture()["wheels"][0]
    assert ([segment["label"] for segment in wheel["segments"]], wheel["at"]) == (["Ann", "Ben", "Cleo"], 1)
    assert Evening(evening.state.kit, people=0).refusal("*spin who") == "kit.nobody"


def test_no_roll_is_left_after_the_last_one_of_a_turn() -> None:
    yacht = Evening(YACHT, "roll five", "=roll 1 2 3 4 5", "keep five 1 2 3 4 5")
    assert yacht.refusal("roll five") == "kit.all-kept"
    yacht.say("keep five 5", "roll five", "=roll 6", "roll five", "=roll 6")
    assert yacht.refusal("roll five") == yacht.refusal("*roll five") == "kit.no-rolls-left"
    yacht.say("next", "1roll five")
    assert len(yacht.state.due().dice) == 5


def test_without_turns_all_dice_are_rolled_anew_once_no_roll_is_left() -> None:
    five = Evening(Kit("five", (0, 4), dice=(dice("five", "5d6", rolls=3),)))
    five.say("roll five", "=roll 1 2 3 4 5", "keep five 1 2 3 4", *("roll five", "=roll 6") * 2, "roll five")
    assert len(five.state.due().dice) == 5


def test_a_number_changed_by_hand_takes_nothing_from_whoever_is_asked() -> None:
    cards = (CardSpec("storm", 9, asks="roll die"),)
    parts: dict[str, Any] = {"turn": TurnSpec(), "decks": (DeckSpec("sky", cards),), "counters": (CounterSpec("pot"),)}
    evening = Evening(kit(**parts), "draw sky", "=draw storm", people=3)
    asked = evening.picture()["next"]
    evening.say("1count pot table +1")
    assert asked is not None
    assert evening.picture()["next"] == asked


REFUSED = {
    "1roll die": "kit.not-your-turn",
    "1next": "kit.not-your-turn",
    "1do hold": "kit.not-your-turn",
    "1turn 2": "kit.not-your-turn",
    "turn 1": "kit.is-so",
    "turn 4": "refused.no-seat",
    "roll no": "kit.no-dice",
    "keep die 1": "kit.nothing-rolled",
    "show die": "kit.nothing-rolled",
    "pool die 1": "kit.not-pool",
    "spin who": "kit.nothing-like-it",
    "do no": "kit.no-action",
    "count pot 1 +1": "kit.no-owner",
    "count no 1 +1": "kit.no-counter",
    "count pot table +2": "kit.no-step",
    "raise score": "kit.count-whose",
    "enter no one": "kit.no-sheet",
    "enter card no": "kit.no-row",
    "enter card one": "kit.nothing-rolled",
    "start no": "kit.no-timer",
    "pause glass": "kit.timer-not-so",
    "reset glass": "kit.timer-not-so",
    "ring glass": "refused.only-table",
    "join no": "kit.no-team",
    "join reds": "kit.is-so",
    "*join reds": "kit.whose",
    "step": "kit.nothing-like-it",
    "deal pile": "kit.no-deal",
    "pass-left pile": "kit.nothing-to-pass",
    "peek pile": "kit.no-deck",
    "bottom no": "kit.no-deck",
    "peek no": "kit.no-deck",
}
REFUSING = kit(
    counters=(CounterSpec("pot"), CounterSpec("score", each="person")),
    turn=TurnSpec(),
    timers=(TimerSpec("glass", 30),),
    sheets=(SheetSpec("card", (RowSpec("one", number("sum")),), (), "die"),),
    teams=("reds", "blues"),
    decks=(DeckSpec("pile", (CardSpec("sun"),)), DeckSpec("pack", (CardSpec("ace"),), is_pack=True)),
    actions={"hold": "say held"},
)


@each_row(("line", "reason"), REFUSED.items())
def test_each_refusal_has_its_reason(line: str, reason: str) -> None:
    evening = Evening(REFUSING)
    assert evening.refusal(line) == reason


def test_while_chance_is_pending_nobody_does_anything() -> None:
    evening = Evening(REFUSING, "roll die")
    assert evening.refusal("count pot table +1") == "refused.chance-pending"
    with pytest.raises(Refused):
        evening.say("next")


def test_hidden_dice_and_effects_of_unknown_kinds_do_nothing_wrong() -> None:
    cup = DiceSpec("cup", (1, 2), 2, is_hidden=True)
    hidden = Kit("small", (0, 8), dice=(cup,), actions=(ActionSpec("shake", (Effect("roll", "cup"),)),))
    evening = Evening(hidden, "*do shake")
    assert evening.told() == ["kit.action", "kit.whose-effect"]
