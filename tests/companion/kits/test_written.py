"""Kits as people write them, played: effects for others, actions, cups, values and an end."""

from __future__ import annotations

from companion.kits.format.checks import KitFault
from companion.kits.format.kit_file import read_kit
from tests.companion.kits.test_reader_faults import bad_kit, fault
from tests.support.new_kits import Evening
from tests.support.rows import each_row


def evening(text: str, *lines: str, people: int = 3) -> Evening:
    """A game of the kit in *text*, after these *lines*."""
    return Evening(read_kit("some.toml", f'slug = "some"\n{text}').kit, *lines, people=people)


def doing(line: str) -> str:
    """A kit with an action that does this *line*."""
    text = f'[counter.bid]\n[deck.pack]\npack = "32"\ndeal = 5\n[action.go]\ndoes = ["{line}"]'
    return f'slug = "some"\n{text}'


def for_people(line: str, given: str, whom: str) -> tuple[str, KitFault]:
    """An effect on the whole table, written for other people, and its fault."""
    where = f"[action.go] does {line!r}"
    return doing(line), fault(where, "for-people", given=given, example=f"{whom}: raise score 1")


WRITTEN_FAULTS = [
    for_people("everyone: next turn", "next turn", "everyone"),
    for_people("others: everyone: raise bid 1", "everyone: raise bid 1", "others"),
    for_people("everyone: deal pack", "deal pack", "everyone"),
    for_people("others: say hello", "say hello", "others"),
]


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
