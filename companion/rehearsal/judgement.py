"""Judgements of measurements in a rehearsal."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.values.message import Message
from companion.model.reports.rehearsal import Result
from companion.rehearsal.steps import RehearsalStep

UNEVEN = 44.8
"""Limit of chi-squared for ten faces.

Fair dice exceed it once in a million rehearsals.
"""


def of_press(step: RehearsalStep, edges: int, for_s: float) -> Result:
    """Return the result of a button pressed for *for_s* seconds.

    A clean press has two *edges*.
    """
    bounces, ms = max(0, edges - 2), round(1000 * for_s)
    told = (
        Message("rehearsal.bounced", {"count": bounces, "ms": ms})
        if bounces
        else Message("rehearsal.clean", {"ms": ms})
    )
    return Result(step.key, step.name, "well", told)


def of_dice(step: RehearsalStep, counts: Sequence[int]) -> Result:
    """Return the result of dice by the *counts* of their faces."""
    rolled = sum(counts)
    expected = rolled / len(counts)
    chi_squared = sum((count - expected) ** 2 for count in counts) / expected
    values: dict[str, str | int] = {"rolled": rolled, "low": min(counts), "high": max(counts)}
    short = Message("rehearsal.spread", {**values})
    if chi_squared > UNEVEN:
        told, repair = Message("rehearsal.uneven", {**values}), Message("rehearsal.mend-dice")
        return Result(step.key, step.name, "broken", told, repair, short)
    return Result(step.key, step.name, "well", Message("rehearsal.even", {**values}), short=short)
