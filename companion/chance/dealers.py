"""Dealers: who speaks for chance. The fair one, a person who types what real dice show, and a test's script."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Protocol

from companion.chance import fairness
from companion.chance.fairness import SEED_BYTES, TakeBytes, below
from companion.engine.chance import Answer, ChanceRequest


class Dealer(Protocol):
    """Speaks for chance in one game."""

    def answer(self, request: ChanceRequest) -> Answer | None:
        """Return the answer to *request*, or None: somebody at the table will give it."""


class FairDealer:
    """The only source of seeds. By itself it draws from the operating system's entropy and nothing else.

    A game with a seed is dealt by a CommittedDealer; one from before there were commitments by this.
    """

    def __init__(self, take: TakeBytes = os.urandom) -> None:
        self._take = take

    def seed(self) -> bytes:
        """Return a new game's secret."""
        return self._take(SEED_BYTES)

    def answer(self, request: ChanceRequest) -> Answer:
        """Return an answer to *request*, each in proportion to its odds."""
        return request.sample(lambda n: below(n, self._take))


class CommittedDealer:
    """Draws for one command of *game* from its *seed*, from draw number *draw* on, with the command's *entropy*."""

    def __init__(self, seed: bytes, game: str, draw: int, entropy: bytes) -> None:
        self._seed = seed
        self._game = game
        self._draw = draw
        self._entropy = entropy

    def answer(self, request: ChanceRequest) -> Answer:
        """Return the answer to *request* that the seed was committed to, and go on to the next draw."""
        draw, self._draw = self._draw, self._draw + 1
        return fairness.answer(request, self._seed, self._game, draw, entropy=self._entropy)


class TypedDealer:
    """Never answers: people roll real dice and type what they show."""

    def answer(self, request: ChanceRequest) -> None:
        """Leave *request* to the people."""


class OneAnswer:
    """Gives one answer of *dealer*'s and no more, for a table that has it speak for just one thing."""

    def __init__(self, dealer: Dealer) -> None:
        self._dealer: Dealer | None = dealer

    def answer(self, request: ChanceRequest) -> Answer | None:
        """Return *dealer*'s answer to the first request; what is asked after it is left to the people."""
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
