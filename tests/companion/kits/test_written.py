"""Kits as people write them, played: effects for others, actions, cups and values."""

from __future__ import annotations

from companion.engine.plays import leaves, plays
from companion.kits.format.checks import KitFault
from companion.kits.format.kit_file import read_kit
from companion.kits.format.packs import PACKS
from tests.companion.kits.test_reader_course import formula
from tests.companion.kits.test_reader_faults import bad_kit, because, fault, there_are
from tests.support.new_kits import Evening
from tests.support.rows import each_row

PACK = PACKS["32"]


def evening(text: str, *lines: str, people: int = 3) -> Evening:
    """A game of the kit in *text*, after these *lines*."""
    return Evening(read_kit("some.toml", f'slug = "some"\n{text}').kit, *lines, people=people)


def doing(line: str) -> str:
    """A kit with an action that does this *line*."""
    things = '[counter.bid]\n[counter.day]\nticks = [1, 2, "dusk"]\n[deck.pack]\npack = "32"\ndeal = 5'
    return f'slug = "some"\n{things}\n[action.go]\ndoes = ["{line}"]'


def for_people(line: str, given: str, whom: str) -> tuple[str, KitFault]:
    """An effect on the whole table, written for other people, and its fault."""
    where = f"[action.go] does {line!r}"
    return doing(line), fault(where, "for-people", given=given, example=f"{whom}: raise score 1")


WRITTEN_FAULTS = [
    for_people("everyone: next turn", "next turn", "everyone"),
    for_people("others: everyone: raise bid 1", "everyone: raise bid 1", "others"),
    for_people("everyone: deal pack", "deal pack", "everyone"),
    for_people("others: say hello", "say hello", "others"),
    (doing("do stop"), fault("[action.go] does 'do stop'", "no-action", name="'stop'", there=there_are("go"))),
    (doing("do go"), fault("[action.go]", "endless")),
    (f"{doing('draw pack')}\nwhen = 3", fault("[action.go] when", "condition", got="3", example="pot > 0")),
    (doing("set day 9"),
        fault("[action.go] does 'set day 9'", "no-tick", name="'9'", there=there_are("1", "2", "dusk"))),
    *(
        (f'slug = "some"\n[dice.d]\nroll = "1d6"\n[value.{name}]\nis = "turn"',
            fault(f"[value.{name}]", "reserved", name=repr(name)))
        for name in ("round", "sum")
    ),
    ('slug = "some"\n[turn]\n[value.a]\nis = 3', fault("[value.a] is", "value", got="3", example="pot * 2")),
    ('slug = "some"\n[turn]\n[value.a]\nis = "b"\n[value.b]\nis = "1"',
        formula("[value.a] is", "b", 0, "expression.unknown", given="b", names=("turn", "round", "people"))),
    ('slug = "some"\n[counter.a]\n[value.a]\nis = "turn"',
        fault("[value.a]", "name-taken", name="'a'", where="[counter.a]")),
    *(
        (f'slug = "some"\n[counter.a]\nends = true{more}', fault("[counter.a] ends", "ends", example="target = 100"))
        for more in ("", "\ntarget = 0", "\nstart = 5\ntarget = 5")
    ),
    *(
        (f'slug = "some"\n[turn]\n{text}', fault(where, "reserved", name=name))
        for text, where, name in (
            ('[sheet.round]\nrows = ["a"]', "[sheet.round]", "'round'"),
            ('[counter.turn]\nticks = "1-3"\n[action.a]\ndoes = []', "[counter.turn]", "'turn'"),
            ('[wheel.w]\nsegments = ["left", "right"]\n[on."spin w"]\nright = []', '[on."spin w"]', "'left'"),
            ('[deck.d]\ncards = ["Always", "b"]\n[on."draw d"]\nb = []', '[on."draw d"]', "'always'"),
        )
    ),
    (doing("show bid"), fault("[action.go] does 'show bid'", "no-cup", name="'bid'", there=because("there-are-none"))),
    (f'{doing("draw pack")}\nby = "me"', fault("[action.go] by", "one-of", got="'me'", words=("active", "anybody"))),
]  # fmt: skip


@each_row(("text", "told"), WRITTEN_FAULTS)
def test_a_fault_is_told_with_what_to_write_instead(text: str, told: KitFault) -> None:
    assert bad_kit(text).faults == (told,)


# ---------------------------------------------------------------------- effects for others
BIDS = """
seats = [0, 12]
[counter.bid]
each = "person"
start = 2
[counter.score]
each = "person"
[action.pay]
does = ["others: raise score bid", "lower score 1"]
[action.reset]
does = ["everyone: set bid 0", "everyone: set score 0"]
"""


def test_an_effect_is_done_for_others_with_the_number_of_each() -> None:
    bids = evening(BIDS, "count bid 3 +1", "1do pay")
    assert bids.scores("score") == [2, -1, 3]


def test_twelve_people_can_have_two_counters_reset_at_once() -> None:
    bids = evening(BIDS, "do pay", "do reset", people=12)
    assert (bids.scores("bid"), bids.scores("score")) == ([0] * 12, [0] * 12)


def test_others_of_nobody_in_particular_are_left_out() -> None:
    bids = evening(BIDS, "*do pay")
    assert (bids.scores("score"), bids.told()[1]) == ([0, 0, 0], "kit.whose-effect")
    alone = evening(BIDS, "*do pay", "*do reset", people=0)
    assert alone.scores("bid") == [0]


def test_everyone_rolls_one_after_the_other() -> None:
    cups = evening('[dice.cup]\nroll = "2d6"\nshown = "roller"\n[action.go]\ndoes = ["everyone: roll cup"]', "do go")
    cups.say("=roll 1 2", "=roll 3 4", "=roll 5 6")
    assert [cups.picture(seat)["cups"]["cup"][seat]["values"] for seat in range(3)] == [[1, 2], [3, 4], [5, 6]]


def test_a_deck_called_everyone_is_shuffled_as_before() -> None:
    shuffling = evening('[deck.everyone]\ncards = ["a"]\n[action.go]\ndoes = ["everyone: discard on top"]')
    shuffling.say("draw everyone", "=draw a", "do go")
    assert shuffling.state.pack("everyone").left == 1


# ---------------------------------------------------------------------- actions
AUCTION = """
[counter.money]
each = "person"
start = 3
from = 0
[counter.price]
start = 0
[turn]
[action.bid]
by = "anybody"
when = "money > price"
does = ["raise price 2"]
[action.sold]
when = "price > 0"
does = ["lower money price", "set price 0", "do pass"]
[action.pass]
does = ["next turn"]
[action.thrice]
when = "12 / price > 1"
does = ["everyone: do bid"]
"""


def test_an_action_out_of_turn_is_for_whoever_takes_it() -> None:
    auction = evening(AUCTION, "2do bid")
    assert auction.scores("price") == [2]
    assert (auction.refusal("2do sold"), auction.refusal("2do pass")) == ("kit.not-your-turn", "kit.not-your-turn")
    auction.say("1do bid")
    assert auction.refusal("1do bid") == "kit.action-not-now"


def test_an_action_is_greyed_with_its_condition() -> None:
    auction = evening(AUCTION)
    shown = {play.line: play.why for play in leaves(plays(auction.state, (0, 1))) if play.line.startswith("do ")}
    assert [line for line, why in shown.items() if why is None] == ["do bid", "do pass"]
    sold = shown["do sold"]
    assert sold is not None
    assert sold.reason.values["condition"] == "price > 0"
    assert auction.refusal("do thrice") == "formula.expression.divided-by-zero"


def test_an_action_does_another_one_if_that_is_possible() -> None:
    auction = evening(AUCTION, "do bid", "do sold")
    assert (auction.scores("money"), auction.picture()["round"]["seat"]) == ([1, 3, 3], 1)
    auction.say("*do bid", "*do thrice")
    assert auction.scores("price") == [4], "the first has too little money, the second bids, then it is too much"


def test_actions_that_cause_each_other_stop_with_a_sentence() -> None:
    text = '[counter.pot]\n[action.go]\nwhen = "pot < 999"\ndoes = ["raise pot 1", "do go"]'
    going = evening(text, "do go")
    assert going.told()[-1] == "kit.too-many-effects"
    assert 10 < going.scores("pot")[0] < 50


def test_a_card_drawn_by_an_action_of_a_rule_needs_a_hand() -> None:
    text = '[deck.d]\npack = "32"\n[wheel.w]\nsegments = ["a", "b"]\n[action.go]\ndoes = ["draw d"]\n'
    assert evening(text + '[on."spin w"]\na = ["do go"]').state.kit.dealing == {"d", "w"}
    assert evening(text + '[on."spin w"]\na = ["everyone: do go"]').state.kit.dealing == {"d"}


# ---------------------------------------------------------------------- cups
LIARS = """
[counter.dice-left]
each = "person"
from = 0
to = 30
start = 2
[counter.many]
start = 3
[counter.face]
start = 6
[dice.cup]
faces = "1-6"
count = "dice-left"
shown = "roller"
[turn]
[action.doubt]
does = ["show cup", "lower dice-left if count face cup + count 1 cup >= many then 1 else 0"]
[action.again]
does = ["everyone: roll cup"]
"""


def test_the_table_rolls_and_lifts_everybodys_cups() -> None:
    liars = evening(LIARS, "*roll cup", "=roll 6 6", "=roll 1 2", "=roll 3 4", "1show cup")
    assert liars.refusal("*keep cup 1") == "kit.whose"
    assert [cup.get("values") for cup in liars.picture()["cups"]["cup"]] == [None, [1, 2], None]
    liars.say("*show cup")
    assert [cup["values"] for cup in liars.picture()["cups"]["cup"]] == [[6, 6], [1, 2], [3, 4]]
    assert liars.told() == ["kit.cup-lifted"] * 2
    assert liars.refusal("*show cup") == "kit.is-so"


def test_open_cups_are_counted_together() -> None:
    liars = evening(LIARS, "*roll cup", "=roll 6 6", "=roll 1 2", "=roll 3 4", "do doubt")
    assert liars.scores("dice-left") == [1, 2, 2], "two sixes and a one are three"
    liars.say("do doubt")
    assert liars.scores("dice-left") == [0, 2, 2], "the cups stay open"


def test_everybody_rolls_as_many_dice_as_they_have_left() -> None:
    liars = evening(LIARS, "*roll cup", "=roll 6 6", "=roll 1 2", "=roll 3 4", "count dice-left 2 -1")
    liars.say("do doubt", "do doubt", "do again")
    assert len(liars.state.due().dice) == 1, "the first has none left, the second one"
    assert liars.told() == ["kit.action", "kit.dice-put-away"]
    assert liars.refusal("roll cup") == "refused.chance-pending"
    liars.say("=roll 5")
    assert len(liars.state.due().dice) == 2
    liars.say("=roll 5 5")
    assert [cup["count"] for cup in liars.picture()["cups"]["cup"]] == [0, 1, 2]
    assert liars.refusal("roll cup") == "kit.no-dice-left"


def test_no_more_than_twenty_dice_are_rolled_however_many_somebody_has() -> None:
    liars = evening(LIARS.replace("start = 2", "start = 30"), "roll cup")
    assert len(liars.state.due().dice) == 20


def test_open_dice_may_be_counted_by_a_shared_number() -> None:
    text = '[counter.pot]\nstart = 0\n[dice.pool]\nfaces = ["hit", "miss"]\ncount = "pot"'
    pool = evening(text)
    assert pool.refusal("roll pool") == "kit.no-dice-left"
    pool.say("count pot table +1", "count pot table +1", "1roll pool", "=roll hit miss")
    assert pool.picture()["dice"][0]["values"] == ["hit", "miss"]


# ---------------------------------------------------------------------- tracks and formulas
def test_a_marker_is_set_to_a_tick_by_its_word_its_number_or_a_formula() -> None:
    text = """
        [counter.tide]
        ticks = [1, 2, 4, "flood"]
        [counter.pot]
        [action.flood]
        does = ["set tide flood"]
        [action.low]
        does = ["set tide 2"]
        [action.count]
        does = ["set tide pot * 4"]
    """
    tide = evening(text, "do flood")
    places = []
    for line in ("do low", "do count", "count pot table +1", "do count", "do count"):
        tide.say(line)
        places.append(tide.state.counters[0][0])
    assert (places, tide.told()) == ([1, 1, 1, 2, 2], ["kit.action"])


def test_a_formula_of_400_letters_is_worked_out() -> None:
    formula = " + ".join(["pot"] * 66) + " + 9"
    assert 390 < len(formula) <= 400
    summed = evening(f'[counter.pot]\nstart = 2\n[action.add]\ndoes = ["set pot {formula}"]', "do add")
    assert summed.scores("pot") == [141]


def test_dice_may_be_rolled_twenty_times() -> None:
    rolled = evening('[dice.die]\nroll = "6d6"\nrolls = 20', "roll die", "=roll 1 1 2 2 3 3")
    assert rolled.picture()["dice"][0]["rolls_left"] == 19


THOUSANDS = """
[dice.six]
roll = "6d6"
[counter.pot]
start = 0
[counter.share]
start = 3
[sheet.card]
rows = { few = "small", all = "points" }
bonus = { extra = "big + card" }
[value.small]
is = "count 1 * 100 + count 5 * 50"
[value.points]
is = "if run 6 then 1500 else small"
[value.is-bust]
is = "points = 0"
[value.big]
is = "card * 10"
[value.per-head]
is = "pot / share"
[turn]
[on."roll six"]
is-bust = ["set pot 0", "next turn"]
"not is-bust" = ["raise pot points"]
[action.split]
when = "per-head > 10"
does = ["set pot per-head"]
"""


def test_formulas_use_others_by_their_name() -> None:
    game = evening(THOUSANDS, "roll six", "=roll 1 5 5 2 2 3")
    assert game.scores("pot") == [200]
    rows = {row["name"]: row.get("offers") for row in game.picture()["sheets"][0]["rows"]}
    assert (rows["few"], rows["all"]) == (200, 200)
    game.say("roll six", "=roll 1 2 3 4 5 6", "enter card all")
    assert (game.scores("pot"), game.picture()["sheets"][0]["totals"][0]) == ([1700], 1500 + 15000 + 1500)
    game.say("roll six", "=roll 2 2 3 3 4 4")
    assert (game.scores("pot"), game.picture()["round"]["seat"]) == ([0], 1)


def test_a_named_formula_is_worked_out_afresh_each_time_and_may_divide_by_zero() -> None:
    game = evening(THOUSANDS, "roll six", "=roll 1 5 5 2 2 3", "do split")
    assert game.scores("pot") == [66]
    game.say("do split", *["count share table -1"] * 2)
    assert (game.scores("pot"), game.refusal("do split")) == ([22], "")
    game.say("count share table -1")
    assert game.refusal("do split") == "formula.expression.divided-by-zero"


def test_named_formulas_that_double_each_other_are_worked_out_at_once() -> None:
    values = "".join(f'[value.v{n}]\nis = "{" + ".join([f"v{n - 1}"] * 60)}"\n' for n in range(1, 12))
    game = evening(f'[counter.pot]\n[value.v0]\nis = "1"\n{values}[action.go]\ndoes = ["set pot v11"]', "do go")
    assert game.scores("pot") == [999_999]


# ---------------------------------------------------------------------- names and the first turn
def test_a_kit_without_formulas_may_call_its_things_as_it_likes() -> None:
    text = '[counter.round]\nticks = "1-9"\n[wheel.w]\nsegments = ["left", "right"]'
    assert evening(text, "raise round").state.counters == ((1,),)


THINKING = """
[dice.die]
roll = "1d6"
[deck.pack]
pack = "32"
deal = 5
[timer.think]
seconds = 30
counts = "turn"
[action.hold]
does = []
"""


@each_row("line", ["roll die", "*roll die", "draw pack", "do hold"])
def test_a_timer_of_each_turn_starts_with_the_first_deed_of_the_game(line: str) -> None:
    thinking = evening(THINKING, "*deal pack", "=deal " + " ".join(PACK[:15]))
    (think,) = thinking.state.countdowns()
    assert (think.number, think.runs) == (0, False)
    thinking.say(line)
    (think,) = thinking.state.countdowns()
    assert (think.number, think.runs) == (1, True)


def test_a_timer_that_people_paused_in_the_first_turn_stays_so() -> None:
    thinking = evening(THINKING, "do hold", "pause think", "do hold")
    assert [each.runs for each in thinking.state.countdowns()] == [False]
    thinking.say("next")
    assert [(each.number, each.runs) for each in thinking.state.countdowns()] == [(2, True)]
