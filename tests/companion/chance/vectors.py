"""Draws of all kinds with seeds, entropy and numbers of all lengths, always the same ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from companion.chance import fairness
from companion.engine.chance import Card, ChanceAnswer, ChanceRequest, Deal, Dice, Hidden, Wheel
from companion.engine.notation import spell
from companion.engine.values.bags import bag
from companion.engine.values.seats import CHANCE
from companion.records.verification import VerifiedDraw, as_dict

GAMES = ("fireship", "forbidden-island", "harbour", "battle-for-the-island")
FAR = (2**16, 2**32, 2**53 - 1)


def below(n: int, *names: object) -> int:
    """A number from 0 to *n* - 1 that depends on *names* alone; which one is nobody's business."""
    return int.from_bytes(hashlib.sha256(repr(names).encode()).digest()[:8], "big") % n


def request(number: int) -> ChanceRequest:
    def pick(n: int, *names: object) -> int:
        return below(n, number, *names)

    cards = bag(f"card-{pick(9, 'card', each)}" for each in range(1 + pick(60, "cards")))
    match number % 5:
        case 0:
            faces = tuple(range(1, 2 + pick(300, "faces"))) if number % 2 else ("won", "lost", "draw")[: 1 + pick(3)]
            return Dice("dice", dice=(faces,) * (1 + pick(5, "dice")))
        case 1:
            weights = ((f"part-{each}", pick(70_000 if number % 3 else 5, "weight", each)) for each in range(8))
            return Wheel("wheel", segments=(("first", 1), *weights))
        case 2:
            return Card("card", cards=cards)
        case 3:
            return Deal("deal", cards=cards, count=1 + pick(len(cards), "count"))
    return Hidden("rob", hand=("?",) * (1 + pick(12, "hand")))


def vectors(count: int) -> Iterator[tuple[dict[str, Any], str]]:
    """Give *count* draws as plain data, each with the line that this program's own scheme answers."""
    for number in range(count):
        asked, game = request(number), GAMES[below(len(GAMES), number, "game")]
        seed = hashlib.sha256(f"seed {number}".encode()).digest()
        place = FAR[number % 3] if number % 7 == 0 else below(5000, number, "draw")
        entropy = hashlib.shake_128(str(number).encode()).digest(below(33, number, "entropy"))
        outcome = ChanceAnswer(CHANCE, asked.verb, fairness.answer(asked, seed, game, place, entropy=entropy))
        draw = as_dict(VerifiedDraw(1, 2, 0, place, asked, entropy.hex(), spell(outcome)))
        yield (
            {**draw, "seed": seed.hex(), "game": game},
            fairness.stream(seed, game, asked.verb, place, entropy=entropy)(8).hex(),
        )
