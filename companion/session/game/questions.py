"""Open questions: the seats asked, and the version since then."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.state import State
from companion.engine.values.seats import CHANCE


class OpenQuestions(Struct, frozen=True):
    """The questions to seats: their *numbers*, and *since* their versions.

    A sender that has seen that version knows everything an answer needs.
    """

    numbers: dict[int, int] = {}
    since: dict[int, int] = {}

    def after(self, state: State, version: int) -> OpenQuestions:
        """Return the questions in *state* at *version*."""
        number = state.question()
        numbers = dict.fromkeys([ask.seat for ask in state.asks()], number)
        if state.due() is not None:
            numbers[CHANCE] = state.questions
        since = dict.fromkeys(numbers, version)
        for seat in numbers:
            if self.numbers.get(seat) == numbers[seat]:
                since[seat] = self.since.get(seat, version)
        return OpenQuestions(numbers, since)
