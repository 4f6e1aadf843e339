"""The first evening: a new table's questions to its family, and progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from msgspec import Struct

Step = Literal["language", "frame", "name", "roll"]
STEPS: tuple[Step, ...] = get_args(Step)
"""The questions in order: language first, since it words the others."""
CALLED: Mapping[Step, str] = {
    "language": "first-evening.language",
    "frame": "first-evening.frame",
    "name": "first-evening.name",
    "roll": "first-evening.roll",
}
"""The title of each question, as keys of texts."""
DONE = "done"
"""The journal's word for no more questions."""
ALONE = "alone"
NAMES = ("first-evening.name-1", "first-evening.name-2", "first-evening.name-3", "first-evening.name-4")
"""Names to choose for a table without a keyboard, as keys.

They are keys of texts.
"""
LONGEST_NAME = 40
"""Maximum length of a table's name, as in its settings."""


class FirstEvening(Struct, frozen=True):
    """The current question, by its *step*.

    *step* is None after the last answer, while its roll is shown. A question asked *alone* has none after it.
    *is_rolling* is True from the moment the roll is durable to its reveal, which gives *rolled*.
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
    """Return the first question."""
    return FirstEvening(STEPS[0])


def as_setting(now: FirstEvening | None) -> str:
    """Return *now* as the journal stores it."""
    if now is None or now.step is None:
        return DONE
    return f"{now.step} {ALONE}" if now.alone else now.step


def read_setting(kept: str | None) -> FirstEvening | None:
    """Read the setting *kept* in the journal, None for no question.

    A setting from another version asks nothing either.
    """
    step, _, alone = (kept or "").partition(" ")
    found = next((each for each in STEPS if each == step), None)
    return FirstEvening(found, alone=alone == ALONE) if found is not None else None


def is_table_name(name: str) -> bool:
    """Return True if *name* is a valid table name."""
    return name.isprintable() and name == name.strip() and 1 <= len(name) <= LONGEST_NAME
