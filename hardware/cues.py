"""The cues for the table's own devices; import them from `ports`.

A cue tells a result before it is revealed, so it must never leave the process. It is no dataclass, which codecs accept,
but a slotted, frozen class of its own kind; it can't be pickled, copied or encoded, and its repr is only its name, so
that not even a log line or a ``default=str`` tells a result.
"""

from __future__ import annotations

from typing import Any, NoReturn, dataclass_transform


@dataclass_transform(eq_default=True, frozen_default=True, kw_only_default=True)
class CueType(type):
    """Makes cue classes of their annotated names.

    Each name is a slot, given by keyword, with its default if it has one.
    """

    fields: tuple[str, ...]
    _defaults: dict[str, Any]

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> CueType:
        """Make the class *name*: a slot for each annotation of its *body*."""
        own = tuple(body.get("__annotations__", ()))
        defaults = {field: body.pop(field) for field in own if field in body}
        made = super().__new__(cls, name, bases, {**body, "__slots__": own})
        parents = [base for base in bases if isinstance(base, CueType)]
        made.fields = tuple(field for base in parents for field in base.fields) + own
        made._defaults = {key: value for base in parents for key, value in base._defaults.items()} | defaults
        return made


class StageCue(metaclass=CueType):
    """A picture or sound for the table's own devices.

    It never leaves the process: no codec accepts it. A *private* cue is for people at the table only: a mirrored screen
    shows a placeholder instead.

    :raises TypeError: at making, if a value is missing or unknown; at every attempt to change, pickle or copy it.
    """

    private: bool = False

    def __init__(self, **values: Any) -> None:
        kind = type(self)
        given = kind._defaults | values
        if given.keys() != set(kind.fields):
            wrong = ", ".join(sorted(given.keys() ^ set(kind.fields)))
            raise TypeError(f"{kind.__name__} takes {', '.join(kind.fields)}: missing or unknown is {wrong}")
        for field in kind.fields:
            object.__setattr__(self, field, given[field])

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is frozen: make a new cue instead of changing {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is frozen: {name} can't be deleted")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is a stage cue: it never leaves this process")

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field) for field in type(self).fields)


class StartCue(StageCue):
    """The table's *address* for people to type, and its *qr* text.

    The first of *lines* is above the address and explains it, the others are below. Without *qr*, or if that is too
    long for a code of 25 modules, the words have the whole screen.
    """

    address: str
    lines: tuple[str, ...] = ()
    qr: str | None = None


BLANK_DICE = "blank"
"""The look of tumbling square dice without numbers, for words or pictures."""


class RollingCue(StageCue):
    """*count* dice (1 to 5) that tumble.

    *look* is ``d10``, ``BLANK_DICE`` or any other word, which is drawn as a square die with numbers.
    """

    count: int
    caption: str
    name: str = ""
    look: str = "d10"


class RollCue(StageCue):
    """The faces of 1 to 5 dice: *values* of 0 to 100.

    *total* is their sum if it means something; *name* is the player.
    """

    values: tuple[int, ...]
    caption: str
    total: int | None = None
    name: str = ""
    look: str = "d10"


class ThrowingCue(StageCue):
    """Dice of any *kinds*, such as ``d20``, that tumble; up to 20.

    *faces* are those of dice that stay, "" for a tumbling one.
    """

    kinds: tuple[str, ...]
    faces: tuple[str, ...]
    caption: str
    name: str = ""


class ThrowCue(StageCue):
    """Fallen dice of any *kinds*, such as ``d20``, up to 20.

    *faces* are words. *dropped* dice don't count, *kept* ones stay at the next roll; each has a mark for every die, or
    is () for none. *total* is what the roll counts. The knob is on the die *at*, from 0; -1 for none.
    """

    kinds: tuple[str, ...]
    faces: tuple[str, ...]
    caption: str
    total: str = ""
    name: str = ""
    dropped: tuple[bool, ...] = ()
    kept: tuple[bool, ...] = ()
    at: int = -1


class SymbolsCue(StageCue):
    """The symbols of a roll; *symbols* are words, each with its count.

    *title* names the dice or the one die, *foot* is a short hint.
    """

    title: str
    symbols: tuple[tuple[str, int], ...]
    foot: str = ""


class NumberCue(StageCue):
    """A number that has changed from *before* to *value*; *title* names it.

    *before* is "" if that isn't known. *name* is its owner, *foot* explains it.
    """

    title: str
    value: str
    before: str = ""
    name: str = ""
    foot: str = ""


class ScoresCue(StageCue):
    """A list of names and numbers; *leads* are the leaders' places.

    It is page *at* of *of*.
    """

    title: str
    rows: tuple[tuple[str, str], ...]
    leads: tuple[int, ...] = ()
    at: int = 1
    of: int = 1


class RollingVerdictCue(StageCue):
    """A win/lose die that tumbles; *caption* names the die, *name* the person."""

    caption: str
    name: str = ""


class VerdictCue(StageCue):
    """The verdict of a win/lose die.

    *title* is its word, *detail* the die and its odds.
    """

    won: bool
    title: str
    detail: str = ""


class ErrorCue(StageCue):
    """An error: its *title*, and *lines* with the remedy.

    The last line says which functions still work.
    """

    title: str
    lines: tuple[str, ...] = ()


class MessageCue(StageCue):
    """A sentence: a *title* and *lines* of words, wrapped if needed.

    Without a title the lines have the whole screen. A *sign* as for `WheelCue` is drawn beside lines without a title,
    if they leave it room.
    """

    title: str
    lines: tuple[str, ...] = ()
    sign: str = ""


class MenuCue(StageCue):
    """A menu with a *title*, its *selected* row and the neighbours.

    These are *before* and *after*, empty if there is none. *presences* has a sign for each of before, selected and
    after: ``here``, ``asleep`` or ``gone``, None for none.
    """

    selected: str
    before: str = ""
    after: str = ""
    title: str = ""
    presences: tuple[str | None, ...] = (None, None, None)


class SpinningCue(StageCue):
    """A wheel of *count* sectors in motion.

    *caption* names it, *name* the person.
    """

    count: int
    caption: str
    name: str = ""


class WheelCue(StageCue):
    """A landed wheel: its segment is *at* (from 0) of *names*.

    They are in their order round the wheel. *sign* names one of `hardware.oled.drawing.signs.SIGNS`, "" none; *detail*
    is the effect, *name* the player.
    """

    names: tuple[str, ...]
    at: int
    sign: str = ""
    detail: str = ""
    name: str = ""


class DrawingCue(StageCue):
    """A card on its way; *caption* names the deck, *name* the person."""

    caption: str
    name: str = ""


class CardCue(StageCue):
    """A drawn card: its *title*, its effect (*lines*) and a *caption* below.

    *sign* is as for `WheelCue`.
    """

    title: str
    lines: tuple[str, ...] = ()
    caption: str = ""
    sign: str = ""


class TokenCue(StageCue):
    """A change of a tile or token called *title*.

    *word* names it. *place* is its number in a draw ("2/3"). *look* is its new state: ``land``, ``water``, ``hole``,
    ``lit`` or ``plain``; or the event that hit it: ``shot``, ``blast``. *foot* announces the next step.
    """

    title: str
    word: str
    place: str = ""
    look: str = "plain"
    foot: str = ""


AHEAD_DEG = 90
"""The direction of a figure that looks ahead, at people in front."""


class AimCue(StageCue):
    """A figure that turns to *degrees*, in a *pose*.

    The pose is ``asleep``, ``aim`` or, to strike there, ``strike``. 0 is far to the left of people who see its face,
    180 far to their right. The words and the *look* of the event are as those of `TokenCue`.
    """

    degrees: int
    pose: str
    title: str
    word: str
    look: str = "plain"
    foot: str = ""


class MeterCue(StageCue):
    """A counter at *at* (from 0) of *ticks*, with short labels.

    *line* explains its value.
    """

    title: str
    ticks: tuple[str, ...]
    at: int
    line: str = ""


class TurnCue(StageCue):
    """A turn: the active player (*title*), the *step*, and a *foot*.

    *left* *of* so many things are left in the step. *level* of *levels* is the height of a threat to everybody; without
    *levels* none is shown. *clock* is the turn's time so far in seconds, None to hide it; it counts on if it *runs*.
    """

    title: str
    step: str
    left: int = 0
    of: int = 0
    foot: str = ""
    level: int = 0
    levels: int = 0
    clock: int | None = None
    runs: bool = False


class CountdownCue(StageCue):
    """A countdown called *title*: *left_s* of *of_s* seconds are left.

    It counts on to zero if it *runs*. *foot* is a short hint.
    """

    title: str
    left_s: float
    of_s: int
    runs: bool
    foot: str = ""


class HandCue(StageCue):
    """A hand of *cards*, scrolled to the one *at* (from 0).

    A cue for a secret hand must be made private.
    """

    title: str
    cards: tuple[str, ...]
    at: int = 0


class JoinCue(StageCue):
    """A phone's way to a seat: *code* to type at *address*.

    The digits of *code* are large. The first of *lines* is above, the others below; *qr* is as for `StartCue`. Its
    maker makes it private.
    """

    code: str
    address: str
    lines: tuple[str, ...] = ()
    qr: str | None = None


class IdleCue(StageCue):
    """The idle screen: a *title* such as the time, and a *hint*."""

    title: str
    hint: str


class StepCue(StageCue):
    """A step of a rehearsal: *title* is the instruction, *word* its object.

    It is step *at* of *of*. *lit* are the lamps of the buttons beside the screen, from the left (None: no row of lamps
    is drawn). *foot* are short hints below.
    """

    title: str
    word: str
    at: int
    of: int
    lit: tuple[bool, ...] | None = None
    foot: tuple[str, ...] = ()


class FrameCue(StageCue):
    """A frame round the whole glass with a mark in each corner.

    It is whole on the right controller alone. *name* is the controller that draws it, *title* the question, *foot* are
    short hints below.
    """

    title: str
    name: str
    foot: tuple[str, ...] = ()


class ChoiceCue(StageCue):
    """A choice of a word, large between two arrows, by the knob.

    *title* is the question, *foot* explains the answer. The first hint of *foot* is at the left, the last at the right.
    """

    title: str
    word: str
    foot: tuple[str, ...] = ()
