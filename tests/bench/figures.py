"""Rows of samples, told as a distribution: as a table for people, as JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

SHARES = {"p50": 0.50, "p95": 0.95, "p99": 0.99, "max": 1.0}


@dataclass(frozen=True)
class Row:
    """One thing measured, in *unit*, once or many times; *beside* says in words what to hold it against."""

    name: str
    unit: str
    samples: Sequence[float]
    beside: str = ""

    def at(self, share: float) -> float:
        """Return the least sample that *share* of all samples, from 0 to 1, don't exceed."""
        ordered = sorted(self.samples)
        return ordered[max(0, ceil(share * len(ordered)) - 1)]

    @property
    def middle(self) -> float:
        """The median."""
        return self.at(SHARES["p50"])

    @property
    def largest(self) -> float:
        """The greatest sample."""
        return self.at(SHARES["max"])


class NotMeasured(Exception):  # noqa: N818  # as people say it
    """A part of the bench needs something that isn't here; the message says what, and how to get it."""


@dataclass(frozen=True)
class Section:
    """What was measured together; *remark* says how."""

    title: str
    rows: Sequence[Row]
    remark: str = ""


def as_text(section: Section) -> str:
    """Return *section* as a table of plain text."""
    lines = [section.title, "=" * len(section.title)]
    lines += [section.remark] if section.remark else []
    width = max(len(row.name) for row in section.rows)
    lines.append("".join([" " * width, *(f"{head:>11}" for head in SHARES), f"{'n':>7}  unit"]))
    for row in section.rows:
        many = len(row.samples) > 1
        cells = [f"{_short(row.at(share)) if many or name == 'p50' else '':>11}" for name, share in SHARES.items()]
        beside = f"   {row.beside}" if row.beside else ""
        lines.append(f"{row.name:<{width}}{''.join(cells)}{len(row.samples):>7}  {row.unit}{beside}")
    return "\n".join(lines) + "\n"


def as_json(section: Section) -> dict[str, Any]:
    """Return *section* as JSON's own types."""
    return {
        "title": section.title,
        "remark": section.remark,
        "rows": [
            {
                "name": row.name,
                "unit": row.unit,
                "n": len(row.samples),
                **{name: row.at(share) for name, share in SHARES.items()},
                "beside": row.beside,
            }
            for row in section.rows
        ],
    }


def times(one: float, other: float) -> str:
    """Say how many times *other* *one* is."""
    return f"{one / other:.3g}" if other else "?"


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"
