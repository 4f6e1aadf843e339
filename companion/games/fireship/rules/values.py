"""The values within a sea: rules, endings, results and corrections."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.engine.chance import Answer
from companion.engine.referees import frame
from companion.engine.values.bags import Bag
from companion.games.fireship.rules.board.board import FireshipBoard
from companion.games.fireship.rules.board.components import (
    ANSWER_S,
    BLUE_WINS,
    CARD_COUNTS,
    DIE_FACES,
    FACES,
    LOST,
    MINUTES,
    PLAIN_WINS,
    ROUNDS,
    WHEEL,
    WON,
    deck_of,
)
from companion.games.fireship.rules.board.shipped_boards import SHIPPED

ONLY_TARGET, DEFENDERS = "target", "defenders"
MOST_ISLANDS, ALL_ISLANDS = "most", "all"
IN_ROUNDS, IN_MINUTES, NO_LIMIT = "rounds", "minutes", "none"


class FireshipRules(frame.Rules, frozen=True):
    """Choices made before the game: *people*, the board and its options.

    *people* is the number of players. The *limit* says which of *rounds* and *minutes* counts, if any (FS-S4, FS-E3).
    *plain_wins* and *blue_wins* are faces of six, *wheel* segments with their weights, *deck* all mystery cards.
    """

    board: FireshipBoard = SHIPPED[0]
    limit: str = IN_ROUNDS
    rounds: int = ROUNDS
    minutes: int = MINUTES
    answer_s: int = ANSWER_S
    faces: tuple[int, ...] = FACES["1-10"]
    plain_wins: int = PLAIN_WINS
    blue_wins: int = BLUE_WINS
    leads_once: bool = True
    casualties: str = ONLY_TARGET
    wheel: tuple[tuple[str, int], ...] = tuple((segment, 1) for segment in WHEEL)
    deck: Bag = deck_of(CARD_COUNTS)

    def die(self, wins: int) -> tuple[str, ...]:
        """Return the faces of a win/lose die with *wins* winning ones."""
        return (WON,) * wins + (LOST,) * (DIE_FACES - wins)


ENDINGS: Mapping[str, tuple[str, str]] = {
    "islands": ("fireship.won-islands", "FS-E1"),
    "last": ("fireship.won-last", "FS-E2"),
    "together": ("fireship.won-together", "FS-E2"),
    "time": ("fireship.won-time", "FS-E3"),
    "no-pawns": ("fireship.won-no-pawns", "FS-E4"),
}
"""Sentence and rule of each reason for the end."""


class FireshipResult(Struct, frozen=True, gc=False):
    """Chance's last answer: its *purpose*, *answer* and the next *question*.

    The answer is empty for a card that only one seat may see.
    """

    purpose: str
    answer: Answer
    question: int


class Shift(Struct, frozen=True, gc=False):
    """A correction's destination for the pawn of *cell*, or a new *pawn*.

    *column* 0 takes it off the board.
    """

    cell: int
    column: int
    row: int
    pawn: str


class Fought(Struct, frozen=True, gc=False):
    """The attack declared last: *leader* and *target* are things.

    *side* and *kind* are the target's, kind -1 for an island; *verdict* is "" while it is under way, then ``WON``,
    ``LOST``, ``CANCELLED`` or ``CALLED_OFF``.
    """

    number: int
    by: int
    leader: int
    target: int
    side: int
    kind: int
    attack: int
    defence: int
    round: int
    verdict: str = ""
    lost: tuple[tuple[int, int, int], ...] = ()
    """The cell, side and kind of each lost pawn."""


CANCELLED, CALLED_OFF = "cancelled", "called-off"
