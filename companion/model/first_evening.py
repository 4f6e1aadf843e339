"""The first evening: what a new table asks of its family, question after question, and how far that has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from msgspec import Struct

Step = Literal["language", "frame", "name", "roll"]
STEPS: tuple[Step, ...] = get_args(Step)
"""The questions in their order: language before anything, for it tells all the others."""
CALLED: Mapping[Step, str] = {
    "language": "first-evening.language",
    "frame": "first-evening.frame",
    "name": "first-evening.name",
    "roll": "first-evening.roll",
}
"""What each question is called, as keys of texts."""
DONE = "done"
"""How the journal says that nothing is left to ask."""
ALONE = "alone"
NAMES = ("first-evening.name-1", "first-evening.name-2", "first-evening.name-3", "first-evening.name-4")
"""What a table may be called without a keyboard, as keys of texts."""
LONGEST_NAME = 40
"""So many letters a table's name may have, as in its settings."""


class FirstEvening(Struct, frozen=True):
    """The question that stands: *step*, None once the last is answered and its roll is looked at.

    One that was called for *alone* has none after it. *is_rolling* from the roll's being durable to its reveal, which
    tells what it *rolled*.
    """

    step: Step | None
    alone: bool = False
    is_rolling: bool = False
    rolled: int | None = None

    @property
    def after(self) -> FirstEvening | None:
        """The question after this one, None for none."""
        at = STEPS.index(self.step) + 1 if self.step is not None and not self.alone else len(STEPS)
        return FirstEvening(STEPS[at]) if at < len(STEPS) else None


def first_question() -> FirstEvening:
    """Return how a first evening begins."""
    return FirstEvening(STEPS[0])


def as_setting(now: FirstEvening | None) -> str:
    """Return how the journal keeps *now*."""
    if now is None or now.step is None:
        return DONE
    return f"{now.step} {ALONE}" if now.alone else now.step


def read_setting(kept: str | None) -> FirstEvening | None:
    """Return what the journal *kept*, None for nothing that asks: one from another version asks nothing either."""
    step, _, alone = (kept or "").partition(" ")
    found = next((each for each in STEPS if each == step), None)
    return FirstEvening(found, alone=alone == ALONE) if found is not None else None


def is_table_name(name: str) -> bool:
    """Tell whether a table may be called *name*."""
    return name.isprintable() and name == name.strip() and 1 <= len(name) <= LONGEST_NAME
