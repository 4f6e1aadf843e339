"""Jobs: the next deeds of a kit, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from companion.engine.chance import Answer
from companion.engine.values.seats import TABLE
from companion.kits.format.flow import Effect, EffectKind, Whom
from companion.kits.formulas.tree import Expression

JobKind = EffectKind | Literal["put", "event", "pass", "turn-to", "begin"]
CHANCE_JOBS = frozenset({"roll", "spin", "draw", "draw-bottom", "deal", "peek", "begin"})
"""The jobs in need of chance's answer."""
MAX_JOBS = 50
"""The most jobs that follow one command by themselves."""


class Job(Struct, frozen=True, omit_defaults=True):
    """A job for *seat*: an effect, roll, event, or used card.

    *deck* and *card* are its source. A used card is to be put away. The card or segment of an event is its *card*, the
    kind of event its *word*. *amount* is a number yet to be worked out, with the result of *dice*. A roll has a
    *formula*, or *counts* of the dice in a pool or of a counter, and the *answers* of chance so far. With *whom*, it
    becomes a job for each of these people.
    """

    kind: JobKind
    name: str = ""
    word: str = ""
    by: int = 0
    deck: str = ""
    card: str = ""
    seat: int = TABLE
    dice: str = ""
    amount: Expression | None = None
    formula: str = ""
    counts: tuple[int, ...] = ()
    answers: tuple[Answer, ...] = ()
    is_effect: bool = False
    whom: Whom = ""


class Fallen(Struct, frozen=True):
    """The last segment or open card, called *word*, for *seat*.

    It *asks* for an action, in the notation. *deck* is the card's, "" for a segment.
    """

    word: str
    seat: int
    asks: str = ""
    deck: str = ""


def jobs_of(effects: Iterable[Effect], seat: int, deck: str = "", card: str = "", *, dice: str = "") -> tuple[Job, ...]:
    """Return *effects* as jobs for *seat*, with their cause."""
    return tuple(
        Job(
            each.kind, each.name, each.word, each.by,
            deck=deck, card=card, seat=seat, dice=dice, amount=each.amount, is_effect=True, whom=each.whom,
        )
        for each in effects
    )  # fmt: skip
