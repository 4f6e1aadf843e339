"""Dealers: who speaks for chance. The fair one, a person who types what real dice show, and a test's script."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from companion.engine.chance import Answer, Request

TakeBytes = Callable[[int], bytes]
"""``take(n)`` gives the next *n* bytes of a source."""


def below(n: int, take: TakeBytes) -> int:
    """Return a whole number from 0 to *n* - 1, each equally likely if *take*'s bytes are.

    As many bytes as hold ``n - 1`` are taken at a time, masked to its bits, and rejected while not below *n*
    (the fairness contract); so every number comes from equally many byte strings.

    :raises ValueError: *n* is below 1.
    """
    if n < 1:
        raise ValueError(f"no number lies below {n}")
    bits = (n - 1).bit_length()
    count = (bits + 7) // 8
    while True:
        number = int.from_bytes(take(count), "big") & ((1 << bits) - 1)
        if number < n:
            return number


class Dealer(Protocol):
    """Speaks for chance in one game."""

    def answer(self, request: Request) -> Answer | None:
        """Return the answer to *request*, or None: somebody at the table will give it."""


class FairDealer:
    """Draws from the operating system's entropy and nothing else."""

    def __init__(self, take: TakeBytes = os.urandom) -> None:
        self._take = take

    def answer(self, request: Request) -> Answer:
        """Return an answer to *request*, each in proportion to its odds."""
        return request.sample(lambda n: below(n, self._take))


class TypedDealer:
    """Never answers: people roll real dice and type what they show."""

    def answer(self, request: Request) -> None:
        """Leave *request* to the people."""


class OneAnswer:
    """Gives one answer of *dealer*'s and no more, for a table that has it speak for just one thing."""

    def __init__(self, dealer: Dealer) -> None:
        self._dealer: Dealer | None = dealer

    def answer(self, request: Request) -> Answer | None:
        """Return *dealer*'s answer to the first request; what is asked after it is left to the people."""
        dealer, self._dealer = self._dealer, None
        return None if dealer is None else dealer.answer(request)


class ScriptedDealer:
    """Gives prepared answers in order, for tests and demonstrations."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers: Iterator[Answer] = iter(answers)

    def answer(self, request: Request) -> Answer:
        """Return the next answer.

        :raises LookupError: the script has run out.
        """
        for answer in self._answers:
            return answer
        raise LookupError(f"the script has no answer left for {request.purpose!r}")
