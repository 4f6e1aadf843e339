from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from companion.engine.chance import Answer, Card, ChanceAnswer, ChanceRequest, Deal, Dice, Hidden, Wheel, Word
from companion.engine.command import Refused
from companion.engine.notation import Notation
from companion.engine.table import Table
from companion.engine.values.bags import bag
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE
from tests.companion.engine.positions import duel_table, spinner_table
from tests.support.games.duel import Robbed
from tests.support.rows import each_row
from tests.support.sources import odds_of, scripted

D6 = (1, 2, 3, 4, 5, 6)
VERDICT = ("won", "won", "won", "lost", "lost", "lost")
DICE = Dice("dice", dice=(D6, D6))
PLAIN = Dice("plain", dice=(VERDICT,))
UNEVEN = Dice("uneven", dice=((-1, 0, 0, 1), (2, 4, 8)))
WHEEL = Wheel("wheel", segments=(("five", 2), ("never", 0), ("nothing", 3), ("again", 1)))
CARD = Card("card", cards=bag(["strike", "guard", "guard", "charm"]))
DEAL = Deal("deal", cards=bag(["strike", "guard", "guard", "charm"]), count=3)
HIDDEN = Hidden("rob", hand=("strike", "guard", "guard"))
REQUESTS = [DICE, PLAIN, UNEVEN, WHEEL, CARD, DEAL, HIDDEN]
OF_EACH = each_row("request_", REQUESTS, ids=lambda request: request.purpose)


def spelled(request: ChanceRequest, answer: Answer) -> str:
    return " ".join(map(str, (request.verb, *answer)))


@OF_EACH
def test_what_is_drawn_is_what_is_allowed(request_: ChanceRequest) -> None:
    drawn = odds_of(request_)
    assert sum(drawn.values()) == 1
    assert all(request_.allows(answer) for answer in drawn)
    words: set[Word] = {word for answer in drawn for word in answer} | {"never", "?", 0, 7, -2}
    for answer in product(sorted(words, key=str), repeat=len(next(iter(drawn)))):
        assert request_.allows(answer) is (answer in drawn), answer


@each_row("request_", [PLAIN, WHEEL, CARD, HIDDEN], ids=lambda request: request.purpose)
def test_one_thing_comes_with_exactly_the_odds_told(request_: ChanceRequest) -> None:
    whole = sum(ways for _, ways in request_.odds())
    told = {answer: Fraction(ways, whole) for answer, ways in request_.odds() if ways}
    assert odds_of(request_) == told


def test_dice_fall_independently_of_each_other() -> None:
    assert odds_of(DICE) == {pair: Fraction(1, 36) for pair in product(D6, D6)}
    assert odds_of(UNEVEN)[(0, 8)] == Fraction(2, 4) * Fraction(1, 3)
    assert DICE.odds() == tuple(((face,), 1) for face in D6) * 2


def test_a_deal_takes_each_card_out_before_the_next() -> None:
    ways = Counter(permutations(DEAL.cards, 3))
    assert odds_of(DEAL) == {deal: Fraction(count, 24) for deal, count in ways.items()}
    assert DEAL.odds() == ((("charm",), 1), (("guard",), 2), (("strike",), 1))


def test_every_order_of_a_whole_bag_can_be_dealt() -> None:
    assert set(odds_of(Deal("deal", cards=("a", "b", "c"), count=3))) == set(permutations("abc"))


def test_numbers_become_answers_in_the_order_of_the_fairness_contract() -> None:
    assert DICE.sample(scripted(0, 5)) == (1, 6)
    assert [WHEEL.sample(scripted(number)) for number in range(6)] == [
        ("five",), ("five",), ("nothing",), ("nothing",), ("nothing",), ("again",),
    ]  # fmt: skip
    assert [CARD.sample(scripted(number)) for number in range(4)] == [("charm",), ("guard",), ("guard",), ("strike",)]
    assert DEAL.sample(scripted(3, 0, 1)) == ("strike", "charm", "guard")
    assert HIDDEN.sample(scripted(0)) == (1,)


def test_a_source_that_gives_too_much_is_an_error() -> None:
    with pytest.raises(ValueError, match="too much for the wheel 'wheel'"):
        WHEEL.sample(lambda n: n)


@each_row(
    ("request_", "answer"),
    [
        (DICE, ()),
        (DICE, (1,)),
        (DICE, (1, 2, 3)),
        (DICE, (0, 1)),
        (DICE, ("1", "2")),
        (WHEEL, ("never",)),
        (WHEEL, ("five", "five")),
        (WHEEL, ()),
        (CARD, ("shield",)),
        (CARD, ("guard", "guard")),
        (DEAL, ("guard", "guard")),
        (DEAL, ("guard", "guard", "guard")),
        (DEAL, ("charm", "guard", "guard", "strike")),
        (HIDDEN, (0,)),
        (HIDDEN, (4,)),
        (HIDDEN, (-1,)),
        (HIDDEN, (True,)),
        (HIDDEN, ("1",)),
        (HIDDEN, ("guard",)),
    ],
)
def test_an_answer_that_cannot_come_is_not_allowed(request_: ChanceRequest, answer: Answer) -> None:
    assert not request_.allows(answer)


@OF_EACH
def test_every_answer_can_be_typed_into_the_form_and_read_back(request_: ChanceRequest) -> None:
    fields = request_.form()
    for answer in odds_of(request_):
        assert len(fields) == len(answer)
        assert all(field.accepts(str(word)) for field, word in zip(fields, answer, strict=True)), answer
        assert Notation(()).read(CHANCE, spelled(request_, answer)) == ChanceAnswer(CHANCE, request_.verb, answer)


@each_row("request_", [DICE, PLAIN, UNEVEN, WHEEL, CARD, HIDDEN], ids=lambda request: request.purpose)
def test_whatever_the_form_offers_is_an_answer_that_can_come(request_: ChanceRequest) -> None:
    for typed in product(*(field.all_words() for field in request_.form())):
        outcome = Notation(()).read(CHANCE, " ".join((request_.verb, *typed)))
        assert isinstance(outcome, ChanceAnswer)
        assert request_.allows(outcome.answer), typed


def test_a_form_is_a_stepper_for_a_range_of_numbers_and_a_choice_otherwise() -> None:
    assert [(field.name, field.minimum, field.maximum, field.choices) for field in DICE.form()] == [
        ("die-1", 1, 6, ()),
        ("die-2", 1, 6, ()),
    ]
    assert UNEVEN.form()[1].all_words() == ("2", "4", "8")
    assert PLAIN.form()[0].all_words() == ("won", "lost")
    assert CARD.form()[0].all_words() == ("charm", "guard", "strike")
    assert HIDDEN.form()[0].all_words() == ("1", "2", "3")


@each_row(
    ("request_", "names"),
    [
        (DICE, ["die-1", "die-2"]),
        (WHEEL, ["segment-1"]),
        (CARD, ["card-1"]),
        (DEAL, ["card-1", "card-2", "card-3"]),
        (HIDDEN, ["place"]),
        (Deal("deal", cards=("charm",)), ["card-1"]),
    ],
)
def test_a_form_has_a_field_for_each_thing_counted_from_one(request_: ChanceRequest, names: list[str]) -> None:
    assert [field.name for field in request_.form()] == names
    assert [field.label.values.get("number", 1) for field in request_.form()] == list(range(1, len(names) + 1))


@each_row("question", ["allows", "sample", "odds", "form"])
def test_a_request_that_leaves_a_question_open_says_so(question: str) -> None:
    given = {"allows": ((),), "sample": (scripted(),)}.get(question, ())
    with pytest.raises(TypeError, match="ChanceRequest doesn't say"):
        getattr(ChanceRequest("odd"), question)(*given)


def refusal_of(table: Table, outcome: ChanceAnswer) -> tuple[str, str | None]:
    with pytest.raises(Refused) as caught:
        table.do(outcome)
    return caught.value.refusal.reason.key, caught.value.refusal.rule


def test_chance_speaks_only_when_it_is_asked() -> None:
    table = spinner_table()
    assert refusal_of(table, ChanceAnswer(CHANCE, "roll", (3, 4))) == ("refused.chance-not-asked", None)


@each_row("seat", [0, 1, TABLE])
def test_nobody_speaks_for_chance(seat: int) -> None:
    table = spinner_table(owed="dice")
    assert refusal_of(table, ChanceAnswer(seat, "roll", (3, 4))) == ("refused.chance-not-asked", None)


@each_row(("verb", "answer"), [("spin", ("five",)), ("draw", (3, 4)), ("roll", (3, 7)), ("roll", (3,))])
def test_chance_answers_what_it_is_asked_or_is_refused_with_its_rule(verb: str, answer: Answer) -> None:
    table = spinner_table(owed="dice")
    assert refusal_of(table, ChanceAnswer(CHANCE, verb, answer)) == ("refused.chance-cannot", "SP-1")
    assert table.do(ChanceAnswer(CHANCE, "roll", (3, 4))).n == 1


def test_a_hidden_card_is_named_by_its_place_in_the_order_of_arrival() -> None:
    table = duel_table((), ("strike", "charm", "guard"), step="rob", robbed=1)
    step = table.do(ChanceAnswer(CHANCE, "take", (2,)))
    assert step.facts == (Robbed(0, 1, 2, "charm"),)
    assert table.state.hands == (("charm",), ("strike", "guard"))  # type: ignore[attr-defined]


def test_a_sentence_without_values_has_none_of_another() -> None:
    first = Message("a.b")
    first.values["count"] = 1
    assert Message("a.b").values == {}
