"""Verifying: every draw of a finished record is made once more from its seed, and compared with the record's.

The rules say what chance was asked; :mod:`companion.chance.fairness` says what the seed answers. Nothing but the record
and the rules of its game is needed. What it proves: the draws were fixed by a seed that was promised before the first
of them and by what people gave to each. What it can't: the moments of presses, which the table measured itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from companion.chance import fairness
from companion.engine.chance import Card, ChanceAnswer, ChanceRequest, Deal, Dice, Hidden, Wheel
from companion.engine.game import Game
from companion.engine.notation import spell
from companion.engine.values.seats import CHANCE
from companion.records.record import Record, Step, steps_of


class Draw(Struct, frozen=True):
    """One thing that chance was asked: by the record's line *n*, which is *line* of its file.

    *number* counts the draws of the dealer from 0, None where people typed what their own dice showed. *entropy* is
    what people gave, in hex; *do* is the answer that stands in the record.
    """

    n: int
    line: int
    seat: int
    number: int | None
    request: ChanceRequest
    entropy: str
    do: str


class Unverifiable(ValueError):
    """There is nothing to verify in a record; the message says why."""


class Differs(ValueError):
    """A record differs from its seed's draws. *line* counts the file's lines from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line


def draws_of(game: Game, record: Record, steps: Iterable[Step] | None = None) -> Iterator[Draw]:
    """Give each draw of *record* with its request by the rules of *game*.

    *steps* are those of ``steps_of``, for whoever takes them with a limit.

    :raises BadRecord: the rules refuse a line.
    """
    by_hand = record.header.options.get("chance", "dealer") != "dealer"
    count, entropy, seat = 0, "", CHANCE
    for number, line, before in steps_of(game, record) if steps is None else steps:
        if line.seat != "chance":
            entropy, seat = line.entropy or "", line.seat if isinstance(line.seat, int) else CHANCE
            continue
        entropy = line.entropy or entropy
        request = before.due()
        assert request is not None  # or the rules would have refused the line
        typed = by_hand and line.by in ("typed", "sensor")
        yield Draw(line.n, number, seat, None if typed else count, request, entropy, line.do or "")
        count += not typed


def verify(game: Game, record: Record, steps: Iterable[Step] | None = None) -> Iterator[tuple[Draw, str]]:
    """Give each of the dealer's draws in *record*, with the seed's own answer; *steps* as for ``draws_of``.

    :raises Unverifiable: nothing was promised, or the seed isn't in the record yet.
    :raises Differs: the seed isn't the one that was promised.
    :raises BadRecord: the rules refuse a line.
    """
    seed = seed_of(record)
    for draw in draws_of(game, record, steps):
        if draw.number is None:
            continue
        entropy = bytes.fromhex(draw.entropy)
        answer = fairness.answer(draw.request, seed, record.header.game, draw.number, entropy)
        yield draw, spell(ChanceAnswer(CHANCE, draw.request.verb, answer))


def seed_of(record: Record) -> bytes:
    """Return the seed of a finished *record*.

    :raises Unverifiable: nothing was promised, or the seed isn't in it yet.
    :raises Differs: it isn't the seed that was promised.
    """
    if record.header.commitment is None:
        raise Unverifiable("nothing was promised of its draws: it has no commitment")
    if record.ending is None or record.ending.seed is None:
        raise Unverifiable("the seed isn't in it: it is told once the game is over")
    last = len(record.lines) + 2
    try:
        seed = bytes.fromhex(record.ending.seed)
    except ValueError:
        raise Differs(last, "the seed isn't written in hex") from None
    if len(seed) != fairness.SEED_BYTES or fairness.commitment(seed) != record.header.commitment:
        raise Differs(last, "the seed isn't the one that line 1 promised")
    return seed


def as_dict(draw: Draw) -> dict[str, Any]:
    """Return *draw* as plain data, for a program without the rules to make it once more.

    *kind* names what was asked, ``roll spin draw deal take``; *of* is what could come: the faces of each die, the
    segments with their weights, the cards, or how many; *count* is how many come.
    """
    request = draw.request
    whole: dict[str, Any] = {
        "n": draw.n,
        "line": draw.line,
        "seat": draw.seat,
        "number": draw.number,
        "kind": request.verb,
        "purpose": request.purpose,
        "entropy": draw.entropy,
        "do": draw.do,
    }
    match request:
        case Dice():
            return {**whole, "of": request.dice, "count": len(request.dice)}
        case Wheel():
            return {**whole, "of": request.segments, "count": 1}
        case Card():
            return {**whole, "of": request.cards, "count": 1}
        case Deal():
            return {**whole, "of": request.cards, "count": request.count}
        case Hidden():
            return {**whole, "of": len(request.hand), "count": 1}
    raise TypeError(f"{type(request).__name__} has no plain form")
