"""Who speaks for chance: proved uniform by going through every byte there is."""

from __future__ import annotations

import ast
import inspect
import os
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from companion.chance import dealers
from companion.chance.dealers import FairDealer, ScriptedDealer, TypedDealer
from companion.chance.fairness import below
from companion.engine.chance import Answer, Card, ChanceRequest, Deal, Dice, Hidden, Wheel
from companion.kits.format.kit_file import shipped_kits
from tests.support.rows import each_row
from tests.support.sources import odds_of

(FIRESHIP,) = (file.kit for file in shipped_kits() if file.kit.slug == "fireship")


class _Rejected(Exception):
    """More bytes were asked for than the script holds."""


def script(data: bytes) -> Callable[[int], bytes]:
    """A source of exactly *data*, in whatever portions it is asked for."""
    left = bytearray(data)

    def take(count: int) -> bytes:
        if count > len(left):
            raise _Rejected
        taken = bytes(left[:count])
        del left[:count]
        return taken

    return take


def drawn(n: int, data: bytes) -> int | None:
    """What *n* draws from *data*, None where it is rejected."""
    try:
        return below(n, script(data))
    except _Rejected:
        return None


@each_row("n", range(2, 101))
def test_every_number_comes_from_equally_many_bytes(n: int) -> None:
    ways = Counter(drawn(n, bytes([byte])) for byte in range(256))
    bits = (n - 1).bit_length()
    assert {number: count for number, count in ways.items() if number is not None} == dict.fromkeys(
        range(n), 256 >> bits
    )
    assert ways[None] == 256 - n * (256 >> bits) < 128


@each_row("n", [257, 300, 512, 1000])
def test_beyond_a_byte_every_number_comes_from_equally_many_pairs(n: int) -> None:
    ways = Counter(drawn(n, bytes(pair)) for pair in product(range(256), repeat=2))
    bits = (n - 1).bit_length()
    assert {number: count for number, count in ways.items() if number is not None} == dict.fromkeys(
        range(n), 65536 >> bits
    )


@each_row(
    ("n", "data", "number"),
    [
        (6, b"\x05", 5),
        (6, b"\xf5", 5),
        (6, b"\x06\x07\xff\x02", 2),
        (10, b"\x0a\x0f\x19", 9),
        (100, b"\x64\xe3", 99),
        (256, b"\xff", 255),
        (257, b"\x01\x01\x01\x00", 256),
        (300, b"\xff\xff\x01", None),
        (2**64, b"\x80" + bytes(7), 2**63),
    ],
)
def test_bytes_are_masked_and_rejected_as_the_contract_says(n: int, data: bytes, number: int | None) -> None:
    assert drawn(n, data) == number


def test_a_single_choice_takes_no_byte() -> None:
    assert below(1, script(b"")) == 0


@each_row("n", [0, -1])
def test_below_nothing_there_is_no_number(n: int) -> None:
    with pytest.raises(ValueError, match="no number lies below"):
        below(n, os.urandom)


def shares(request: ChanceRequest) -> dict[Answer, Fraction]:
    """Each answer's exact share when all bytes are equally likely, rejected ones drawn again."""
    ways: Counter[Answer] = Counter()
    for data in product(range(256), repeat=1):
        try:
            answer = FairDealer(script(bytes(data))).answer(request)
        except _Rejected:
            continue
        ways[answer] += 1
    return {answer: Fraction(count, sum(ways.values())) for answer, count in ways.items()}


@each_row(("name", "won"), [("plain", Fraction(3, 6)), ("blue", Fraction(4, 6))])
def test_the_win_lose_dice_of_fireship_win_as_often_as_the_rules_say(name: str, won: Fraction) -> None:
    spec = FIRESHIP.dice_named[name]
    request = Dice(name, dice=(spec.faces,) * spec.count)
    assert shares(request) == {("won",): won, ("lost",): 1 - won}
    assert odds_of(request) == shares(request)


def test_the_ten_sided_dice_show_each_number_alike_and_each_die_is_its_own() -> None:
    spec = FIRESHIP.dice_named["dice"]
    one = Dice("dice", dice=(spec.faces,))
    assert shares(one) == {(face,): Fraction(1, 10) for face in range(1, 11)}
    three = Dice("dice", dice=(spec.faces,) * spec.count)
    assert FairDealer(script(b"\x00\x0f\x04\x19")).answer(three) == (1, 5, 10)


def test_a_wheel_stops_in_proportion_to_its_weights() -> None:
    wheel = Wheel("wheel", segments=(("boat", 3), ("none", 0), ("kraken", 2), ("fog", 1)))
    assert shares(wheel) == {("boat",): Fraction(3, 6), ("kraken",): Fraction(2, 6), ("fog",): Fraction(1, 6)}


def test_a_card_comes_as_often_as_it_is_there() -> None:
    assert shares(Card("draw", cards=("a", "a", "b"))) == {("a",): Fraction(2, 3), ("b",): Fraction(1, 3)}


@each_row(
    "request_",
    [
        Dice("dice", dice=((1, 2), ("x", "y", "z"))),
        Wheel("wheel", segments=(("a", 1), ("b", 2))),
        Card("card", cards=("a", "b")),
        Deal("deal", cards=("a", "a", "b", "c"), count=3),
        Hidden("rob", hand=("a", "b", "c")),
    ],
    ids=lambda request: type(request).__name__,
)
def test_the_fair_dealer_gives_only_answers_that_could_come(request_: ChanceRequest) -> None:
    dealer = FairDealer()
    assert all(request_.allows(dealer.answer(request_)) for _ in range(200))


def test_the_fair_dealer_draws_from_the_operating_system_and_nothing_else() -> None:
    assert inspect.signature(FairDealer).parameters["take"].default is os.urandom
    tree = ast.parse(inspect.getsource(dealers))
    imported = {
        alias.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    outside = {"__future__", "os", "collections.abc", "typing"}
    assert imported == outside | {"companion.chance", "companion.engine.chance", "companion.chance.fairness"}
    used = {
        ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute) and "os." in ast.unparse(node)
    }
    assert used == {"os.urandom"}


def test_the_typed_dealer_leaves_it_to_the_people() -> None:
    typed: dealers.Dealer = TypedDealer()
    assert typed.answer(Dice("dice", dice=((1, 2),))) is None


def test_a_script_is_told_in_order_and_runs_out_by_name() -> None:
    scripted = ScriptedDealer([(1,), (2,)])
    request = Dice("the last die", dice=((1, 2),))
    assert [scripted.answer(request), scripted.answer(request)] == [(1,), (2,)]
    for _ in range(2):
        with pytest.raises(LookupError, match="no answer left for 'the last die'"):
            scripted.answer(request)


def test_a_dealer_may_be_let_speak_once_and_no_more() -> None:
    request = Dice("dice", dice=((1, 2),))
    once = dealers.OneAnswer(dealers.ScriptedDealer([(2,), (1,)]))
    assert [once.answer(request), once.answer(request), once.answer(request)] == [(2,), None, None]
