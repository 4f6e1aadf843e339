"""The vocabulary of pictures for scores, score sheets, dice cups and timers.

As in ``picture``, a page draws them without a module of the game's own.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.values.picture import Label


class Count(Struct, frozen=True, omit_defaults=True):
    """One number of a score: a person's, a team's, or everybody's.

    *who* is its word in the notation: a seat from 1, a team's name, or ``table``. *seats* are the people that it
    concerns.
    """

    who: str
    value: int
    label: Label = ""
    """A team's name, "" for a person."""
    seats: tuple[int, ...] = ()
    leads: bool = False
    """Whether nobody has a better number."""
    has_reached: bool = False
    """Whether it has reached the target."""


class ScorePicture(Struct, frozen=True, omit_defaults=True):
    """A number that counts, for everybody or for each person or team.

    People change it by *steps*, with ``count NAME WHO STEP`` in the notation, within *lowest* and *highest*.
    """

    name: str
    label: Label
    each: Literal["", "person", "team"]
    counts: tuple[Count, ...]
    steps: tuple[int, ...]
    lowest: int | None = None
    highest: int | None = None
    target: int | None = None


class SheetRow(Struct, frozen=True, omit_defaults=True):
    """A row of a score sheet, with each person's value.

    *offers* is the value that the active person would enter now, None if they can't.
    """

    name: str
    label: Label
    values: tuple[int | None, ...]
    offers: int | None = None
    is_bonus: bool = False


class SheetPicture(Struct, frozen=True, omit_defaults=True):
    """A score sheet: *rows*, and each person's total.

    *seats* are the columns, in order. *seat* is the person who may enter, None for nobody. Entering is ``enter NAME
    ROW`` in the notation, with a number for rows that people type.
    """

    name: str
    label: Label
    seats: tuple[int, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[int, ...]
    seat: int | None = None


class Cup(Struct, frozen=True, omit_defaults=True):
    """One person's hidden dice, and their number.

    *values* are there only if the viewer may see them.
    """

    seat: int
    count: int
    values: tuple[int | str, ...] | None = None
    labels: tuple[Label | int, ...] | None = None
    is_open: bool = False
    """Whether everybody sees them."""


class ClockPicture(Struct, frozen=True, omit_defaults=True):
    """A timer.

    The time left comes with the snapshot's ``clocks``, by *key*. *seat* is its owner in a chess clock. ``start NAME``,
    ``pause NAME`` and ``extend NAME`` in the notation.
    """

    key: str
    name: str
    label: Label
    seconds: int
    runs: bool
    seat: int | None = None
    is_over: bool = False
    is_silent: bool = False
    """Whether its end makes no sound."""


class RoundPicture(Struct, frozen=True, omit_defaults=True):
    """The course of a kit's game: the turn, round and steps.

    *seat* is the active person, None without turns; *step* indexes *steps*.
    """

    seat: int | None = None
    turn: int = 0
    round: int = 0
    steps: tuple[Label, ...] = ()
    step: int = 0
    next: int | None = None
    """The next person."""
    is_reversed: bool = False
    phase: Label = ""
    """The round and its step, in a few words."""
