"""The vocabulary of battle pictures: sides, sums, odds and verdict.

As in ``picture``, a page draws them without a module of the game's own.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.values.picture import Label


class Told(Struct, frozen=True, omit_defaults=True):
    """A sentence of a battle in up to three versions.

    *all* is for everybody, *by* for the acting player, *victim* for the target. ``{by}`` and ``{victim}`` in it are
    their names: the page fills them in. A viewer's own page chooses among the three, so that every viewer is sent the
    same.
    """

    all: Label
    by: Label = ""
    victim: Label = ""


class Strength(Struct, frozen=True, omit_defaults=True):
    """A part of a side's sum: *count* alike things of *value* each.

    Drawn as *sign* in the colours of *look*.
    """

    label: Label
    value: int
    sign: str = ""
    look: str = ""
    owner: int | None = None
    count: int = 1


class Side(Struct, frozen=True, omit_defaults=True):
    """One side of a battle: its *sum* and the *parts* of it.

    *seat* is None for nobody's side.
    """

    label: Label
    sum: int
    parts: tuple[Strength, ...] = ()
    look: str = ""
    seat: int | None = None


class Odds(Struct, frozen=True, omit_defaults=True):
    """The deciding die of a battle, with its winning *faces*.

    *label* names it, *why* says why it is this one, *text* how many faces win. It follows from public knowledge alone.
    """

    label: Label
    why: Label
    faces: tuple[bool, ...]
    text: Label
    own: Label = ""
    """``text`` for the attacker."""
    look: str = ""
    """``blue`` or ``plain`` for a win-or-lose die; ``d10`` etc. for numbers."""


class Ring(Struct, frozen=True, omit_defaults=True):
    """A mark of a battle on the cell *at*."""

    at: str
    kind: Literal["from", "to", "helper", "hit"]
    """Attacker, target, helper (in the colour of *look*), or latest hit."""
    look: str = ""


class Outcome(Struct, frozen=True, omit_defaults=True):
    """The end of a battle.

    *won* is the acting player's result, None without a decision.
    """

    title: Told
    text: Told
    won: bool | None = None


class BattlePicture(Struct, frozen=True, omit_defaults=True):
    """An attack, shot or other strike, before and after.

    It is public: every viewer is sent the same, regardless of hidden hands. *number* tells one battle from the next.
    """

    number: int
    step: Literal["answers", "chance", "over", "unable"]
    """Open to answers, up to chance, decided, or impossible (see *remedy*)."""
    by: int
    title: Told
    rings: tuple[Ring, ...]
    victims: tuple[int, ...] = ()
    sides: tuple[Side, ...] = ()
    versus: Label = ""
    """The words between two sums: ``against``."""
    odds: Odds | None = None
    won: Told | None = None
    """The stakes: consequences of winning, and in *lost* of losing."""
    lost: Told | None = None
    needs: Label = ""
    """In *unable*: ``needs 3, has 1``."""
    remedy: Label = ""
    """A way to make it possible."""
    outcome: Outcome | None = None
