"""Whole games of kits of the second edition, by lines of notation."""

from __future__ import annotations

from tests.support.new_kits import HILLS, PIG, YACHT, Evening


def test_in_pig_a_one_loses_the_pot_and_the_turn() -> None:
    pig = Evening(PIG, "roll die", "=roll 6", "roll die", "=roll 4")
    assert pig.scores("pot") == [10]
    pig.say("roll die", "=roll 1")
    assert pig.scores("pot") == [0]
    assert pig.picture()["round"]["seat"] == 1
    assert pig.refusal("roll die") == "kit.not-your-turn"
    assert "kit.turn-of" in pig.told()


def test_in_pig_the_pot_held_is_scored_and_a_hundred_wins() -> None:
    pig = Evening(PIG, "roll die", "=roll 5", "do hold")
    assert (pig.scores("score"), pig.scores("pot")) == ([5, 0], [0])
    pig.say("*roll die", "=roll 6", "1do hold")
    assert pig.scores("score") == [5, 6]
    for _ in range(16):
        pig.say("roll die", "=roll 6", "do hold", "1next")
    assert pig.scores("score")[0] == 101
    score = pig.picture()["scores"][1]
    assert score["counts"][0] == {"who": "1", "value": 101, "seats": [0], "leads": True, "has_reached": True}
    reached = [step for step in pig.table.steps if any(type(fact).__name__ == "TargetReached" for fact in step.facts)]
    assert len(reached) == 1
    assert pig.state.end() is None
    assert pig.picture()["round"]["round"] == 18


def test_in_yacht_dice_are_kept_rolled_again_and_entered() -> None:
    yacht = Evening(YACHT, "roll five", "=roll 6 6 6 2 1", "keep five 1", "keep five 2 3")
    five = yacht.picture()["dice"][0]
    assert (five["kept"], five["rolls_left"], five["total"]) == ([True, True, True, False, False], 2, 21)
    yacht.say("roll five", "=roll 6 3")
    assert yacht.picture()["dice"][0]["values"] == [6, 6, 6, 6, 3]
    yacht.say("keep five 4", "roll five", "=roll 6")
    five = yacht.picture()["dice"][0]
    assert (five["values"], five["rolls_left"], five["kept"]) == ([6, 6, 6, 6, 6], 0, [])
    assert yacht.refusal("keep five 1") == "kit.no-rolls-left"
    sheet = yacht.picture()["sheets"][0]
    assert {row["name"]: row.get("offers") for row in sheet["rows"]} == {
        "ones": 0, "twos": 0, "sixes": 30, "three-alike": 30, "full-house": 0, "small-run": 0, "yacht": 50,
        "chance": 30, "sixty-three": None,
    }  # fmt: skip
    assert sheet["seat"] == 0
    yacht.say("enter card yacht")
    sheet = yacht.picture()["sheets"][0]
    assert (sheet["totals"], sheet.get("seat")) == ([50, 0], None)
    assert yacht.picture()["round"]["seat"] == 1
    assert yacht.refusal("1enter card chance") == "kit.nothing-rolled"
    yacht.say("1roll five", "=roll 1 2 3 4 6", "1enter card small-run")
    assert yacht.picture()["sheets"][0]["totals"] == [50, 30]
    assert yacht.picture()["round"]["round"] == 2
    yacht.say("roll five", "=roll 1 1 1 1 1")
    assert yacht.refusal("enter card yacht") == "kit.row-full"


def test_in_hills_a_seven_is_said_and_the_turn_passes_by_hand() -> None:
    hills = Evening(HILLS, "roll two", "=roll 3 4", people=3)
    assert "kit.hills.bandit" in hills.told()
    hills.say("count points 2 +1", "next")
    assert hills.scores("points") == [0, 1, 0]
    hills.say("1draw event", "=draw storm", "2count points 1 +1")
    assert hills.refusal("2draw event") == "kit.not-your-turn"
    hills.say("*next", "2next")
    assert hills.picture()["round"] == {"round": 2, "turn": 4, "seat": 0, "next": 1}
