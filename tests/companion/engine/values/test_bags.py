from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.values import bags
from tests.support.rows import each_row

CARDS = st.lists(st.sampled_from(["ape", "bee", "cat", "dog"]), max_size=12)


@settings(max_examples=50)
@given(CARDS)
def test_a_bag_has_no_order(cards: list[str]) -> None:
    assert bags.bag(cards) == bags.bag(reversed(cards))
    assert Counter(bags.bag(cards)) == Counter(cards)


@settings(max_examples=50)
@given(CARDS, st.sampled_from(["ape", "bee", "zebra"]))
def test_putting_a_card_in_and_taking_it_out_gives_the_same_bag(cards: list[str], card: str) -> None:
    before = bags.bag(cards)
    assert bags.plus(before, card) == bags.bag([*cards, card])
    assert bags.less(bags.plus(before, card), card) == before


@each_row(
    ("pile", "card", "after"),
    [
        ((("ape", "bee"), ("cat",)), "ape", (("bee",), ("cat",))),
        ((("ape", "ape", "bee"),), "ape", (("ape", "bee"),)),
        ((("ape",), ("cat",)), "ape", (("cat",),)),
        ((("cat",),), "cat", ()),
    ],
    ids=["one of two", "one of three alike", "the last of its bag", "the last of all"],
)
def test_a_card_is_taken_from_the_top_bag(pile: bags.Pile, card: str, after: bags.Pile) -> None:
    assert bags.take(pile, card) == after


@each_row("pile", [(), (("ape",), ("cat",)), (("bat", "dog"),)], ids=["no bag", "lower bag", "no such"])
def test_a_card_that_is_not_in_the_top_bag_cannot_be_taken(pile: bags.Pile) -> None:
    with pytest.raises(KeyError, match="cat"):
        bags.take(pile, "cat")


def test_shuffling_cards_onto_a_pile_prepends_a_bag() -> None:
    assert bags.on_top((("dog",),), bags.bag(["cat", "ape"])) == (("ape", "cat"), ("dog",))
    assert bags.on_top((("dog",),), ()) == (("dog",),)


def test_a_pile_counts_the_cards_of_all_its_bags() -> None:
    assert bags.size((("ape", "bee"), ("cat",))) == 3
    assert bags.size(()) == 0


def test_cards_lying_face_down_are_only_counted() -> None:
    assert bags.face_down(("ape", "cat")) == bags.face_down(("cat", "dog")) == ("?", "?")
