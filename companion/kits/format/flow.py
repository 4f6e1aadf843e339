"""The course of a kit's game, as its file describes it.

Turns, rounds, timers, teams, score sheets, rules, actions and comparisons. Frozen data, like ``spec``.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.chance import Word
from companion.kits.formulas.tree import Expression

EffectKind = Literal[
    "step", "advance", "set", "draw", "spin", "on-top", "into", "leave", "say",
    "roll", "raise", "lower", "assign", "next-turn", "again", "skip", "reverse", "next-step",
    "start", "pause", "extend", "deal", "draw-bottom", "peek", "pass-left", "do", "show",
]  # fmt: skip
EventKind = Literal["roll", "spin", "draw", "counter", "timer", "turn begins", "turn ends", "round ends"]
Starts = Literal["chosen", "random", "roll"]
Passes = Literal["by hand", "after roll", "after sheet", "after timer"]
Order = Literal["left", "right"]
Counts = Literal["demand", "turn", "person"]
Whom = Literal["", "everyone", "others"]
"""The people of an effect; "" for its usual ones."""
Whose = Literal["", "person", "team"]
"""The owner of each copy of a thing, "" without copies."""


class Effect(Struct, frozen=True):
    """One effect of a card, a segment, a rule or an action.

    *name* is the target counter, token, deck, dice, wheel or timer, "" for the token or deck of the card itself. *word*
    is the state or tick to set, or the text to show; *by* is the number of steps of a counter. *amount* is the number
    for ``raise``, ``lower``, ``assign``, ``peek`` and ``extend``, and the person, from 1, for ``skip``. With *whom*, it
    is done for each of these people.
    """

    kind: EffectKind
    name: str = ""
    word: str = ""
    by: int = 0
    amount: Expression | None = None
    whom: Whom = ""


class Rule(Struct, frozen=True):
    """Effects of an event, if *condition* holds then.

    *name* is the thing of the event: dice, a wheel, a deck, a counter or a timer; "" for turns and rounds.
    """

    event: EventKind
    name: str
    condition: Expression
    does: tuple[Effect, ...]


class ActionSpec(Struct, frozen=True):
    """An action that people choose, such as "hold".

    It is possible while *when* holds. With *is_anybodys*, it doesn't belong to the active person.
    """

    name: str
    does: tuple[Effect, ...]
    when: Expression | None = None
    is_anybodys: bool = False


class ValueSpec(Struct, frozen=True):
    """A number or condition with a name, for other formulas.

    With *of_dice*, only formulas about a roll have it.
    """

    name: str
    value: Expression
    of_dice: bool = False


class TurnSpec(Struct, frozen=True):
    """The turn goes from person to person.

    *starts* chooses the first one; *passes* ends a turn by itself after *name*, the dice, sheet or timer. *order* is
    the direction at first: "left" as people are seated, "right" the other way.
    """

    starts: Starts = "chosen"
    passes: Passes = "by hand"
    name: str = ""
    order: Order = "left"


class RoundSpec(Struct, frozen=True):
    """A round of *steps*.

    With *moves*, the next person begins the next round.
    """

    steps: tuple[str, ...] = ()
    moves: bool = False


class TimerSpec(Struct, frozen=True):
    """A timer of *seconds*: on demand, by turn, or by person.

    A person's timer lasts the whole game.
    """

    name: str
    seconds: int
    counts: Counts = "demand"
    sound: bool = True


class RowSpec(Struct, frozen=True):
    """A row of a score sheet.

    Without a *value*, people type the number.
    """

    name: str
    value: Expression | None = None


class SheetSpec(Struct, frozen=True):
    """A score sheet for each person.

    Each of *rows* is used once, for the result of *dice*, "" for none. *bonus* rows follow from the others.
    """

    name: str
    rows: tuple[RowSpec, ...]
    bonus: tuple[RowSpec, ...] = ()
    dice: str = ""


class PoolDie(Struct, frozen=True):
    """*count* dice called *name* with these *faces*, part of a pool."""

    name: str
    count: int
    faces: tuple[Word, ...]


HIGHEST_COMPARED = 99
"""The highest number to compare."""


class CompareSpec(Struct, frozen=True):
    """A comparison of two numbers, from 0 to *maximum*.

    *between* are their names. *equal*, *higher* and *lower* are the dice to roll, by the first number compared with the
    second; "" for not allowed.
    """

    between: tuple[str, str]
    maximum: int
    equal: str
    higher: str
    lower: str = ""

    def dice(self, first: int, second: int) -> str:
        """Return the dice for these two numbers, "" for not allowed."""
        if first == second:
            return self.equal
        return self.higher if first > second else self.lower
