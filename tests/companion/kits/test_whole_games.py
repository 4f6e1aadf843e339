"""Whole games of kits of the second edition, by lines of notation."""

from __future__ import annotations

from companion.engine.game import write_facts
from companion.engine.plays import plays
from companion.kits.facts.cards import DealtInSecret
from companion.kits.facts.dice import RolledInSecret
from tests.support.new_kits import HILLS, LIARS, PACK, PIG, POOL, ROLES, TRICKS, WORDS, YACHT, Evening


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


def test_a_single_die_is_told_without_a_total() -> None:
    assert Evening(PIG, "roll die", "=roll 5").told() == ["kit.rolled", "kit.stepped"]
    assert Evening(ROLES, "roll check", "=roll 5").told() == ["kit.rolled-formula"]


def test_in_yacht_dice_are_kept_rolled_again_and_entered() -> None:
    yacht = Evening(YACHT, "roll five", "=roll 6 6 6 2 1", "keep five 1", "keep five 2 3")
    five = yacht.picture()["dice"][0]
    assert (five["kept"], five["rolls_left"], five["total"]) == ([True, True, True, False, False], 2, 21)
    yacht.say("roll five", "=roll 6 3")
    assert yacht.picture()["dice"][0]["values"] == [6, 6, 6, 6, 3]
    yacht.say("keep five 4", "roll five", "=roll 6")
    five = yacht.picture()["dice"][0]
    assert (five["values"], five["rolls_left"], five["kept"]) == ([6, 6, 6, 6, 6], 0, [])
    assert yacht.refusal("keep five 1") == yacht.refusal("roll five") == "kit.no-rolls-left"
    assert yacht.picture()["how"] is None
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
    now = hills.picture()["round"]
    assert (now["round"], now["turn"], now["seat"], now["next"], now["phase"].key) == (2, 4, 0, 1, "kit.round-now")


def test_in_words_the_glass_passes_the_turn_and_teams_count() -> None:
    words = Evening(WORDS, "spin category", "=spin all-play", people=4)
    assert [count["seats"] for count in words.picture()["scores"][0]["counts"]] == [[0, 2], [1, 3]]
    words.say("1start glass")
    (glass,) = words.state.countdowns()
    assert (glass.key, glass.number, glass.seconds, glass.runs) == ("glass", 1, 60, True)
    words.say("count points reds +1", "count points reds +1", "extend glass", "pause glass")
    assert words.scores("points") == [2, 0]
    (glass,) = words.state.countdowns()
    assert (glass.seconds, glass.runs) == (70, False)
    assert words.refusal("*ring glass") == "kit.timer-not-so"
    words.say("start glass", "*ring glass")
    assert (words.picture()["round"]["seat"], words.picture()["clocks"][0]["is_over"]) == (1, True)
    assert words.told() == ["kit.timer-ring", "kit.turn-of"]
    words.say("2join blues")
    assert [count["seats"] for count in words.picture()["scores"][0]["counts"]] == [[0], [1, 2, 3]]
    words.say("1start glass")
    assert words.state.countdowns()[0].number == 2


def test_a_hand_of_a_standard_pack_is_shown_by_suit_and_rank() -> None:
    deck = [card.name for card in PACK]
    mixed = [deck[at * 7 % 52] for at in range(52)]
    tricks = Evening(TRICKS, "deal pack", "=deal " + " ".join(mixed), people=4)
    shown = [card["name"] for card in tricks.picture(0)["decks"][0]["hands"][0]["cards"]]
    assert shown == sorted(mixed[:13], key=deck.index)
    assert [said.key.split(".")[-1] for said in tricks.game.hand(tricks.state, 0)] == shown


def test_in_tricks_everybody_is_dealt_a_hand_that_only_they_see() -> None:
    deck = [card.name for card in PACK]
    tricks = Evening(TRICKS, "deal pack", "=deal " + " ".join(deck), people=4)
    assert tricks.state.due() is None
    own, other = (tricks.picture(viewer)["decks"][0]["hands"] for viewer in (0, 1))
    assert [(len(hand["cards"]), hand["hidden"]) for hand in own] == [(13, 0), (0, 13), (0, 13), (0, 13)]
    assert [card["name"] for card in own[0]["cards"]] == deck[:13]
    assert other[1]["cards"][0]["name"] == deck[13]
    (dealt,) = (fact for fact in tricks.table.steps[-1].facts if isinstance(fact, DealtInSecret))
    assert dealt.seen_by(2).cards[:26] == ("?",) * 26
    assert dealt.seen_by(2).cards[26:39] == tuple(deck[26:39])
    tricks.say("count bid 1 +1", f"discard pack {deck[0]}", "1step", "step")
    assert tricks.refusal("count bid 1 -10") == "kit.no-step"
    tricks.say("count score 1 +10", "3step")
    assert (tricks.picture()["round"]["round"], tricks.picture()["round"].get("step", 0)) == (2, 0)
    tricks.say("pass-left pack")
    assert [len(hand["cards"]) + hand["hidden"] for hand in tricks.picture(1)["decks"][0]["hands"]] == [13, 12, 13, 13]
    tricks.say("deal pack")
    assert len(tricks.state.due().cards) == 52


def test_a_look_at_the_top_is_for_oneself_alone_and_binds_the_next_draws() -> None:
    one, two, three, four = (card.name for card in PACK[::13])
    tricks = Evening(TRICKS, "peek pack", f"=deal {one} {two} {three}")
    assert [card["name"] for card in tricks.picture(0)["peeked"][0]["cards"]] == [one, two, three]
    assert "peeked" not in tricks.picture(1)
    assert tricks.picture(1)["decks"][0]["left"] == tricks.picture(0)["decks"][0]["left"] == 52
    tricks.say("1draw pack")
    assert tricks.state.due().cards == (one,)
    assert len(tricks.state.seen_by(1).due().cards) == 52
    tricks.say(f"=draw {one}", "1peek pack")
    assert tricks.state.due().count == 1
    tricks.say(f"=deal {four}")
    assert [card["name"] for card in tricks.picture(1)["peeked"][0]["cards"]] == [two, three, four]
    assert len(tricks.picture(0)["peeked"][0]["cards"]) == 2
    tricks.say("bottom pack")
    assert len(tricks.state.due().cards) == 48


def test_role_playing_rolls_any_formula_and_remembers_eight() -> None:
    roles = Evening(ROLES, "roll advantage", "=roll 3 17", people=1)
    advantage = roles.picture()["dice"][1]
    assert (advantage["total"], advantage["dropped"], advantage["kinds"]) == (22, [True, False], ["d20", "d20"])
    roles.say("roll ability", "=roll 1 4 5 6")
    assert (roles.picture()["dice"][2]["total"], roles.picture()["dice"][2]["formula"]) == (15, "4d6kh3")
    roles.say("throw any 2d6!+1", "=roll 6 2")
    assert roles.picture()["under_way"] == {"name": "any", "faces": [6, 2]}
    assert roles.state.due().dice == ((1, 2, 3, 4, 5, 6),)
    roles.say("=roll 3")
    assert roles.picture()["dice"][4]["total"] == 12
    roles.say("roll any")
    assert len(roles.state.due().dice) == 2
    roles.say("=roll 1 1", *(line for sides in range(4, 14) for line in (f"throw any 1d{sides}", "=roll 1")))
    assert roles.state.recent == tuple(f"1d{sides}" for sides in range(13, 5, -1))
    assert roles.refusal("throw any 2d6+") == "formula.dice.term"
    assert roles.refusal("throw check 1d6") == "kit.not-free"
    (dice,) = next(each for each in plays(roles.state, (0,)) if each.word == "throw").below
    assert [each.word for each in dice.below][:2] == ["1d13", "1d12"]
    assert [field.name for field in dice.form or ()] == ["count", "die"]


def test_in_liars_dice_each_sees_their_own_cup_until_it_is_lifted() -> None:
    liars = Evening(LIARS, "*begin", "=roll 6 6 2", "=roll 3 5", people=3)
    assert liars.picture()["round"]["seat"] == 1
    assert [line for step in liars.table.steps for fact in step.facts if (line := fact.said(liars.state))][0].key == (
        "kit.tied-start"
    )
    liars.say("roll cup", "=roll 1 2 3 4 5", "2roll cup", "=roll 6 6 6 6 6")
    cups = {viewer: liars.picture(viewer)["cups"]["cup"] for viewer in (0, 1, -3)}
    assert cups[0][0]["values"] == [1, 2, 3, 4, 5]
    assert [cup.get("values") for cup in cups[-3]] == [None, None, None]
    assert [cup["count"] for cup in cups[1]] == [5, 0, 5]
    rolled = next(fact for fact in liars.table.steps[-1].facts if isinstance(fact, RolledInSecret))
    assert rolled.seen_by(0).faces == ("?",) * 5
    assert liars.refusal("1show cup") == "kit.nothing-rolled"
    liars.say("*roll cup")
    assert [job.seat for job in liars.state.queue] == [0, 1, 2]
    liars.say("=roll 1 2 3 4 5", "=roll 1 1 1 1 1", "=roll 6 6 6 6 6")
    assert liars.refusal("*keep cup 1") == "kit.whose"
    liars.say("2show cup", "count lives 1 -1")
    assert liars.picture(1)["cups"]["cup"][2]["values"] == [6] * 5
    assert liars.refusal("2show cup") == "kit.is-so"
    liars.say("2roll cup", "=roll 1 1 1 1 1")
    assert "values" not in liars.picture(1)["cups"]["cup"][2]


def test_a_pool_cancels_symbols_and_counts_the_rest() -> None:
    pool = Evening(POOL, "*roll check", "=roll advantage+success success failure", people=0)
    symbols = pool.picture()["dice"][0]["symbols"]
    assert [(label.key, count) for label, count in symbols] == [("kit.pool.advantage", 1), ("kit.pool.success", 1)]
    pool.say("*pool check 0 2", "=roll failure threat")
    assert pool.picture()["dice"][0]["kinds"] == ["difficulty", "difficulty"]
    assert pool.refusal("*pool check 1") == "kit.pool-counts"
    assert pool.refusal("*pool check 0 0") == pool.refusal("*pool check 15 6") == "kit.pool-size"


def test_no_number_sheet_team_or_turn_has_to_be_put_right_on_the_real_table() -> None:
    evenings = (
        (HILLS, ("count points 1 +1", "next")),
        (YACHT, ("roll five", "=roll 6 6 6 2 1", "enter card sixes")),
        (WORDS, ("join blues", "count points reds +1")),
    )
    for kit, lines in evenings:
        evening = Evening(kit, people=4)
        before = evening.state
        evening.say(*lines)
        assert evening.state != before
        assert evening.game.differences(evening.state, before) == ()


def test_a_number_that_was_changed_can_be_read_from_a_saved_game() -> None:
    hills = Evening(HILLS, "count points 1 +1")
    facts = hills.table.steps[-1].facts
    assert hills.game.read_facts(write_facts(facts)) == facts
