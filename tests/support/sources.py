"""Sources of chance for tests: the same numbers on every machine, a script, and every way a draw can go."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from hashlib import blake2b
from itertools import count
from math import prod

from companion.engine.chance import Answer, Below, ChanceRequest


def seeded(seed: object) -> Below:
    """Return a source that gives the same numbers for the same *seed*, as good as equally likely."""
    draws = count()

    def below(n: int) -> int:
        digest = blake2b(f"{seed}/{next(draws)}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % n

    return below


def scripted(*numbers: int) -> Below:
    """Return a source that gives *numbers*, one after the other, and nothing that isn't in the script."""
    left = list(numbers)

    def below(n: int) -> int:
        number = left.pop(0)
        assert number < n, f"the script says {number} where a number below {n} is asked"
        return number

    return below


def odds_of(request: ChanceRequest) -> dict[Answer, Fraction]:
    """Return every answer that *request* can draw with its exact probability, by going every way there is."""
    found: dict[Answer, Fraction] = defaultdict(Fraction)
    script: list[int] = []
    while True:
        path: list[int] = []
        limits: list[int] = []
        answer = request.sample(_recording(script, path, limits))
        found[answer] += Fraction(1, prod(limits))
        while path and path[-1] + 1 == limits[-1]:
            path.pop()
            limits.pop()
        if not path:
            return dict(found)
        path[-1] += 1
        script = path


def _recording(script: list[int], path: list[int], limits: list[int]) -> Below:
    def below(n: int) -> int:
        path.append(script[len(path)] if len(path) < len(script) else 0)
        limits.append(n)
        return path[-1]

    return below
