"""Dealers: sources of answers for chance.

These are the fair dealer, people who type the results of real dice, and a test's script.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Protocol

from companion.chance import fairness
from companion.chance.fairness import SEED_BYTES, TakeBytes, below
from companion.engine.chance import Answer, ChanceRequest


class Dealer(Protocol):
    """Answers for chance in one game."""

    def answer(self, request: ChanceRequest) -> Answer | None:
        """Return the answer to *request*, None to leave it to people."""


class FairDealer:
    """The only source of seeds.

    By itself it draws only from the operating system's entropy. Games with a seed use a CommittedDealer; games from
    before commitments use this.
    """

    def __init__(self, take: TakeBytes = os.urandom) -> None:
        self._take = take

    def seed(self) -> bytes:
        """Return a new game's secret."""
        return self._take(SEED_BYTES)

    def answer(self, request: ChanceRequest) -> Answer:
        """Draw an answer to *request*, in proportion to its odds."""
        return request.sample(lambda n: below(n, self._take))


class CommittedDealer:
    """Draws from *seed* for one command of *game*.

    *draw* is the number of its first draw, *entropy* the command's own.
    """

    def __init__(self, seed: bytes, game: str, draw: int, entropy: bytes) -> None:
        self._seed = seed
        self._game = game
        self._draw = draw
        self._entropy = entropy

    def answer(self, request: ChanceRequest) -> Answer:
        """Return the committed answer to *request*, and count the draw."""
        draw, self._draw = self._draw, self._draw + 1
        return fairness.answer(request, self._seed, self._game, draw, entropy=self._entropy)


class TypedDealer:
    """Never answers: people roll real dice and type the results."""

    def answer(self, request: ChanceRequest) -> None:
        """Leave *request* to the people."""


class OneAnswer:
    """Gives a single answer of *dealer*'s, leaving the rest to people."""

    def __init__(self, dealer: Dealer) -> None:
        self._dealer: Dealer | None = dealer

    def answer(self, request: ChanceRequest) -> Answer | None:
        """Return *dealer*'s answer to the first request, then always None."""
        dealer, self._dealer = self._dealer, None
        return None if dealer is None else dealer.answer(request)


class ScriptedDealer:
    """Gives prepared answers in order, for tests and demonstrations."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers: Iterator[Answer] = iter(answers)

    def answer(self, request: ChanceRequest) -> Answer:
        """Return the next answer.

        :raises LookupError: the script has run out.
        """
        for answer in self._answers:
            return answer
        raise LookupError(f"the script has no answer left for {request.purpose!r}")
