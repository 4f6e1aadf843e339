"""Verification: repeat every draw of a finished record from its seed.

Each draw is compared with the record's. The rules give the requests; :mod:`companion.chance.fairness` gives the seed's
answers. Nothing but the record and the rules of its game is needed. Proven: the draws were fixed by a seed that was
promised before the first of them and by the entropy that people gave to each. Not proven: the moments of presses, which
the table measured itself.
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


class VerifiedDraw(Struct, frozen=True):
    """One draw of a record, at its line *n*.

    *line* is the line in the file. *number* counts the draws of the dealer from 0, None if people typed the result of
    their own dice. *entropy* is from people, in hex; *do* is the answer in the record. *promise* counts the promises
    until it: 0 is the first line's.
    """

    n: int
    line: int
    seat: int
    number: int | None
    request: ChanceRequest
    entropy: str
    do: str
    promise: int = 0


class Unverifiable(ValueError):
    """A record has nothing to verify; the message says why."""


class Differs(ValueError):
    """A record differs from its seed's draws.

    *line* counts the file's lines from 1.
    """

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line


def draws_of(game: Game, record: Record, steps: Iterable[Step] | None = None) -> Iterator[VerifiedDraw]:
    """Yield each draw of *record* with its request by the rules.

    *steps* are those of ``steps_of``, for callers with a limit.

    :raises BadRecord: the rules refuse a line.
    """
    by_hand = record.header.options.get("chance", "dealer") != "dealer"
    count, promise, entropy, seat = 0, 0, "", CHANCE
    for number, line, before in steps_of(game, record) if steps is None else steps:
        promise += line.commitment is not None
        if line.seat != "chance":
            entropy, seat = line.entropy or "", line.seat if isinstance(line.seat, int) else CHANCE
            continue
        entropy = line.entropy or entropy
        request = before.due()
        assert request is not None  # or the rules would have refused the line
        typed = by_hand and line.by in ("typed", "sensor")
        yield VerifiedDraw(
            line.n,
            number,
            seat,
            number=None if typed else count,
            request=request,
            entropy=entropy,
            do=line.do or "",
            promise=promise,
        )
        count += not typed


def verify(game: Game, record: Record, steps: Iterable[Step] | None = None) -> Iterator[tuple[VerifiedDraw, str]]:
    """Yield each dealer's draw in *record* with the seed's answer.

    *steps* as for ``draws_of``.

    :raises Unverifiable: nothing was promised, or the seed isn't in the record yet.
    :raises Differs: a seed isn't the one that was promised.
    :raises BadRecord: the rules refuse a line.
    """
    seeds = seeds_of(record)
    for draw in draws_of(game, record, steps):
        if draw.number is None:
            continue
        entropy = bytes.fromhex(draw.entropy)
        answer = fairness.answer(draw.request, seeds[draw.promise], record.header.game, draw.number, entropy=entropy)
        yield draw, spell(ChanceAnswer(CHANCE, draw.request.verb, answer))


def seeds_of(record: Record) -> tuple[bytes, ...]:
    """Return the seeds of a finished *record*, one for each promise.

    The first line's comes first, then that of each new promise on a line.

    :raises Unverifiable: nothing was promised, or the seed isn't in it yet.
    :raises Differs: one isn't the seed that was promised.
    """
    if record.header.commitment is None:
        raise Unverifiable("nothing was promised of its draws: it has no commitment")
    if record.ending is None or record.ending.seed is None:
        raise Unverifiable("the seed isn't in it: it is told once the game is over")
    promised = promises_of(record)
    told = (record.ending.seed, *record.ending.seeds)
    last = len(record.lines) + 2
    if len(told) != len(promised):
        raise Differs(last, f"{len(promised)} promises were made, and {len(told)} seeds are told")
    return tuple(_promised(seed, *promise, last) for seed, promise in zip(told, promised, strict=True))


def promises_of(record: Record) -> list[tuple[int, str]]:
    """Return each promise of *record* as file line and commitment.

    The first line's comes first. Empty if the first line promises nothing.
    """
    if record.header.commitment is None:
        return []
    anew = [(number, line.commitment) for number, line in enumerate(record.lines, 2) if line.commitment is not None]
    return [(1, record.header.commitment), *anew]


def _promised(seed: str, line: int, commitment: str, last: int) -> bytes:
    try:
        found = bytes.fromhex(seed)
    except ValueError:
        raise Differs(last, "the seed isn't written in hex") from None
    if len(found) != fairness.SEED_BYTES or fairness.commitment(found) != commitment:
        raise Differs(last, f"the seed isn't the one that line {line} promised")
    return found


def as_dict(draw: VerifiedDraw) -> dict[str, Any]:
    """Return *draw* as plain data, for programs without the rules.

    They can repeat it. *kind* is the kind of request, ``roll spin draw deal take``; *of* is the possible results: the
    faces of each die, the segments with their weights, the cards, or their number; *count* is the number of results.
    *promise* counts the promises of the record until then: 0 is the first line's. Dice have the *formula* that gives
    their total, "" for none.
    """
    request = draw.request
    whole: dict[str, Any] = {
        "n": draw.n,
        "line": draw.line,
        "seat": draw.seat,
        "number": draw.number,
        "promise": draw.promise,
        "kind": request.verb,
        "purpose": request.purpose,
        "entropy": draw.entropy,
        "do": draw.do,
    }
    match request:
        case Dice():
            return {**whole, "of": request.dice, "count": len(request.dice), "formula": request.formula}
        case Wheel():
            return {**whole, "of": request.segments, "count": 1}
        case Card():
            return {**whole, "of": request.cards, "count": 1}
        case Deal():
            return {**whole, "of": request.cards, "count": request.count}
        case Hidden():
            return {**whole, "of": len(request.hand), "count": 1}
    raise TypeError(f"{type(request).__name__} has no plain form")
