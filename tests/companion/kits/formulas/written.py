"""Formulas as people might write them, from a source of chance: most can be read, some can't."""

from __future__ import annotations

from random import Random

from companion.engine.chance import Answer
from companion.kits.formulas.terms import DiceFormula
from companion.kits.formulas.throw import next_dice

NAMED: dict[str, tuple[int | str, ...]] = {
    "ability": ("blank", "success", "success", "two-hits"),
    "odd": ("hit", "hit-1", "hit-1-2", "miss"),
    "wide": (0, 0, 1, 3),
    "mixed": (1, 2, "star"),
}
WORDS = ("blank", "success", "two-hits", "hit", "hit-1", "hit-1-2", "star", "2")
SIGNS = (">=", "<=", ">", "<", "=")
STRAY = "dkhlr!mia%F[]()+-*/<>=0123456789 xé🎲×−"


def written(random: Random, dice: int = 4) -> str:
    """Return a formula with up to *dice* dice a pool, sometimes with a letter too many, too few or wrong."""
    text = term(random, dice, depth=0)
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice(STRAY) * random.randrange(2) + text[at + random.randrange(2) :]
    return text


def term(random: Random, dice: int, depth: int) -> str:
    parts = [part(random, dice, depth)]
    while random.random() < 0.4 and len(parts) < 4:
        blank = random.choice(("", "", " "))
        parts.append(f"{blank}{random.choice('+++--*/')}{blank}{part(random, dice, depth)}")
    return "".join(parts)


def part(random: Random, dice: int, depth: int) -> str:
    kind = random.random()
    if kind < 0.1 and depth < 3:
        return f"({term(random, dice, depth + 1)})"
    if kind < 0.15:
        return f"-{part(random, dice, depth + 1)}"
    if kind < 0.35:
        return str(random.choice((0, 1, 2, 5, 10, 999)))
    return pool(random, dice)


def pool(random: Random, dice: int) -> str:
    count = random.choice(("", *map(str, range(1, dice + 1))))
    die = random.choice(("4", "6", "6", "8", "10", "20", "100", "%", "F", "[ability]", "[odd]", "[wide]", "[mixed]"))
    has_words = die in ("[ability]", "[odd]", "[mixed]")
    ways = [way(random, has_words) for _ in range(random.choice((0, 0, 0, 1, 1, 2, 3)))]
    counts = face_test(random, has_words) if has_words or random.random() < 0.2 else ""
    return f"{count}{random.choice('dddD')}{die}{''.join(ways)}{counts}"


def way(random: Random, has_words: bool) -> str:
    kind = random.choice(("r", "ro", "!") if has_words else ("kh", "kl", "k", "dh", "dl", "r", "ro", "!", "mi", "ma"))
    if kind in ("r", "ro", "!"):
        return kind + (face_test(random, has_words) if has_words or random.random() < 0.6 else random.choice(("", "1")))
    if kind in ("mi", "ma"):
        return f"{kind}{random.randrange(1, 7)}"
    return kind + random.choice(("", "1", "2", "3"))


def face_test(random: Random, has_words: bool) -> str:
    if has_words:
        return f"={random.choice(WORDS)}"
    return random.choice(SIGNS) + str(random.choice((-1, 0, 1, 2, 3, 5, 6)))


def thrown(formula: DiceFormula, random: Random) -> tuple[Answer, ...]:
    """Return answers to all that *formula* asks, drawn from *random*."""
    answers: tuple[Answer, ...] = ()
    while asked := next_dice(formula, answers):
        answers += (tuple(random.choice(faces) for faces in asked),)
    return answers
