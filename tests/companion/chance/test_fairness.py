"""The scheme of draws: two programs agree on it, it is uniform, and nobody knows a draw before it is revealed."""

from __future__ import annotations

import doctest
import json
import subprocess
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod
from pathlib import Path
from typing import Any

import pytest

from companion.chance import fairness
from companion.engine.chance import Answer, ChanceAnswer, ChanceRequest, Deal, Dice, Hidden, Wheel
from companion.engine.notation import spell
from companion.engine.values.bags import bag
from companion.engine.values.seats import CHANCE
from tests.companion.chance.vectors import vectors
from tests.support.long_forms import few_of

HERE = Path(__file__).parent
VECTOR = json.loads((HERE / "vector.json").read_text("utf-8"))
SEED = bytes(range(32))
D10 = tuple(range(1, 11))


def by_the_pages_program(draws: list[dict[str, Any]]) -> list[list[str]]:
    """Commitment, first eight bytes and answer of each draw, as JavaScript makes them."""
    text = "\n".join(map(json.dumps, draws))
    ran = subprocess.run(["node", str(HERE / "answers.mjs")], input=text, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return [line.split("\t") for line in ran.stdout.splitlines()]


@pytest.mark.parametrize("count", few_of([2_000], [2_000, 10_000]))
def test_two_programs_agree_on_every_draw(count: int) -> None:
    made = list(vectors(count))
    ours = [[fairness.commitment(bytes.fromhex(draw["seed"])), first, draw["do"]] for draw, first in made]
    assert by_the_pages_program([{**draw, "do": ""} for draw, _ in made]) == ours
    assert len({tuple(each) for each in ours}) == len(made), "no two draws are made of the same bytes"
    assert Counter(draw["kind"] for draw, _ in made).keys() == {"roll", "spin", "draw", "deal", "take"}


def test_both_programs_work_the_one_vector_out_that_stands_in_the_docstring() -> None:
    entropy = bytes.fromhex(VECTOR["entropy"])
    first = fairness.stream(SEED, "fireship", "roll", 0, entropy=entropy)(8).hex()
    faces = fairness.answer(Dice("dice", dice=(D10,) * 3), SEED, "fireship", 0, entropy=entropy)
    ours = [fairness.commitment(SEED), first, spell(ChanceAnswer(CHANCE, "roll", faces))]
    assert ours == [VECTOR["commitment"], VECTOR["bytes"], VECTOR["do"]]
    assert by_the_pages_program([VECTOR]) == [ours]
    tried = doctest.testmod(fairness, report=True)
    assert (tried.failed, tried.attempted) == (0, 5)


def test_a_block_is_the_hmac_that_the_contract_spells_out() -> None:
    # RFC 2104 by hand, so that nothing of the program's own is trusted.
    from hashlib import sha256

    message = b"tidetable/1\0harbour\0deal\0" + (258).to_bytes(8, "big") + b"\0" + bytes(4) + b"\0" + b"\xaa\xbb"
    key = SEED + bytes(32)
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    block = sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()
    assert fairness.stream(SEED, "harbour", "deal", 258, entropy=b"\xaa\xbb")(32) == block


def test_blocks_follow_until_there_are_enough_bytes() -> None:
    whole = fairness.stream(SEED, "g", "roll", 1, entropy=b"")(100)
    take = fairness.stream(SEED, "g", "roll", 1, entropy=b"")
    assert b"".join(take(count) for count in (1, 31, 1, 40, 0, 27)) == whole
    assert len({whole[at : at + 32] for at in (0, 32, 64)}) == 3


@pytest.mark.parametrize(
    "other",
    [
        (b"\0" * 32, "g", "roll", 1, b"e"), (SEED, "h", "roll", 1, b"e"), (SEED, "g", "spin", 1, b"e"),
        (SEED, "g", "roll", 2, b"e"), (SEED, "g", "roll", 1, b"f"), (SEED, "g", "roll", 1, b""),
    ],
)  # fmt: skip
def test_each_thing_that_goes_in_makes_another_draw(other: tuple[bytes, str, str, int, bytes]) -> None:
    seed, game, kind, draw, entropy = other
    assert fairness.stream(seed, game, kind, draw, entropy=entropy)(16) != fairness.stream(
        SEED, "g", "roll", 1, entropy=b"e"
    )(16)


def test_a_press_gives_its_moment_in_nanoseconds() -> None:
    assert fairness.moment(1.000000257) == (1_000_000_257).to_bytes(8, "big")
    assert (fairness.moment(-1.0), fairness.moment(1e30)) == (bytes(8), b"\xff" * 8)


# ---------------------------------------------------------------------- uniform, by enumeration


def choices(request: ChanceRequest) -> tuple[dict[Answer, int], int]:
    """How many of all ways to choose, one number below each n that is asked for, lead to each answer."""
    sizes: list[int] = []

    def first(n: int) -> int:
        sizes.append(n)
        return 0

    request.sample(first)
    ways: Counter[Answer] = Counter()
    for numbers in product(*map(range, sizes)):
        left = iter(numbers)
        ways[request.sample(lambda n, left=left: next(left))] += 1  # type: ignore[misc]
    return dict(ways), prod(sizes)


def test_every_order_of_a_deal_comes_from_equally_many_choices() -> None:
    for size in range(1, 7):
        cards = bag("abcdef"[:size])
        ways, of = choices(Deal("deal", cards=cards, count=size))
        assert ways == dict.fromkeys(permutations(cards), of // factorial(size))
    ways, of = choices(Deal("deal", cards=("a", "a", "b", "c"), count=2))
    assert {answer: Fraction(count, of) for answer, count in ways.items()} == {
        pair: Fraction(2 if "a" in pair else 1, 12) for pair in ways
    }
    assert sum(ways.values()) == of == 12


def test_dice_wheels_and_hands_come_as_often_as_their_parts_say() -> None:
    ways, of = choices(Dice("dice", dice=((1, 2, 3, 4, 5, 6), ("won", "won", "lost"))))
    assert of == 18
    assert ways == {(face, side): (2 if side == "won" else 1) for face in range(1, 7) for side in ("won", "lost")}
    assert choices(Wheel("wheel", segments=(("a", 3), ("none", 0), ("b", 4)))) == ({("a",): 3, ("b",): 4}, 7)
    assert choices(Hidden("rob", hand=("x", "x", "y"))) == ({(1,): 1, (2,): 1, (3,): 1}, 3)
