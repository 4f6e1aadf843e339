"""A game is a declaration: what it is called, who may sit down, which commands and facts it knows, how it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol, Union

import msgspec
from msgspec import Struct

from companion.engine.command import Kinds
from companion.engine.corrections import Correct, Corrected
from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Settled
from companion.engine.notation import Notation
from companion.engine.state import State
from companion.engine.values.message import Message
from companion.engine.values.moment import Moments
from companion.engine.values.picture import as_dict
from companion.engine.values.tally import Tally, Tallying
from companion.engine.windows import WINDOW_COMMANDS, Passed, TimeIsUp

OptionValue = str | int | bool
Say = Callable[[Message | str], str]
"""Says words in somebody's language; what is said already stays."""
Mode = Literal["kit", "referee"]
Mood = Literal["good", "bad", ""]
"""How a game ended: won by somebody, lost by all, or neither."""


class Option(Struct, frozen=True):
    """One option of a game: its *default*, and either *choices* or a whole number from *minimum* to *maximum*.

    *names* are what people call the *choices*, one for each. Kept games may have other values: those *superseded*, each
    with the choice that took its place in new games, and *unsaid*, which is meant where a kept game doesn't say.
    """

    default: OptionValue
    text: Message
    choices: tuple[OptionValue, ...] = ()
    names: tuple[Message, ...] = ()
    minimum: int = 0
    maximum: int = 0
    superseded: Mapping[OptionValue, OptionValue] = {}
    unsaid: OptionValue | None = None

    def accepts(self, value: OptionValue) -> bool:
        """Tell whether *value* may be chosen, or might have been."""
        if self.choices:
            known = (*self.choices, *self.superseded)
            return any(value == choice and type(value) is type(choice) for choice in known)
        return type(value) is int and self.minimum <= value <= self.maximum

    def renewed(self, value: OptionValue) -> OptionValue:
        """Return what a new game has where *value* was asked for."""
        return self.superseded.get(value, value)

    def kept(self) -> OptionValue:
        """Return what a kept game has that doesn't say."""
        return self.default if self.unsaid is None else self.unsaid


class Setup(Struct, frozen=True):
    """The start of a game: the names of the seats in order, and a value for each option."""

    seats: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = {}


class BadSetup(ValueError):
    """A game can't start like this; *reason* says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(f"bad set-up: {reason.key} {reason.values}")
        self.reason = reason


class BadGame(Exception):
    """A game's own code can't be loaded; *why* says what is wrong, in its program's words."""

    def __init__(self, slug: str, why: str) -> None:
        super().__init__(f"{slug}: {why}")
        self.slug = slug
        self.why = why


@dataclass(frozen=True, kw_only=True)
class GameInfo:
    """The data of a game or kit for menus, without its rules.

    *seats* is the least and the greatest number of people. For the shelf: *line* says what the game is, *minutes* how
    long it usually takes, 0 if unsaid, and *cover* is a picture's file, a name among the pages' covers, or "" for none.
    *lost* are the keys of the sentences that tell of an end by which everybody lost, *drawn* of one by which nobody
    won.
    """

    slug: str
    mode: Mode
    name: Message
    seats: tuple[int, int]
    line: Message | None = None
    minutes: int = 0
    cover: str = ""
    lost: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)

    def load(self) -> Game:
        """Return the game itself, with its rules.

        :raises BadGame: it can't be loaded.
        """
        raise NotImplementedError

    def in_menus(self) -> dict[str, Any]:
        """Return the data for menus by its names: whatever else describes the game has the same."""
        return {name: getattr(self, name) for name in GameInfo.__dataclass_fields__}

    def setup(self, seats: tuple[str, ...], options: Mapping[str, OptionValue]) -> Setup:
        """Return a complete set-up of a new game from what was chosen.

        :raises BadSetup: the number of people, an option's name or its value is wrong.
        """
        self._check(seats, options)
        chosen = {name: options.get(name, option.default) for name, option in self.options.items()}
        return Setup(seats, {name: self.options[name].renewed(value) for name, value in chosen.items()})

    def kept_setup(self, seats: tuple[str, ...], options: Mapping[str, OptionValue]) -> Setup:
        """Return the set-up of a game that a journal or record kept, as it was then.

        :raises BadSetup: as ``setup``.
        """
        self._check(seats, options)
        return Setup(seats, {name: options.get(name, option.kept()) for name, option in self.options.items()})

    def mood_of(self, end: Message) -> Mood:
        """Return whether the game that ended with *end* was won by somebody or lost by all; "" where nobody won."""
        word = end.key.rpartition(".")[2]
        if any(word == key.rpartition(".")[2] for key in self.lost):
            return "bad"
        return "" if any(word == key.rpartition(".")[2] for key in self.drawn) else "good"

    def _check(self, seats: tuple[str, ...], options: Mapping[str, OptionValue]) -> None:
        minimum, maximum = self.seats
        if not minimum <= len(seats) <= maximum:
            raise BadSetup(Message("setup.seats", {"given": len(seats), "minimum": minimum, "maximum": maximum}))
        for name, value in options.items():
            if name not in self.options:
                raise BadSetup(Message("setup.unknown-option", {"names": tuple(self.options)}))
            if not self.options[name].accepts(value):
                raise BadSetup(Message("setup.bad-option", {"name": name}))

    @property
    def default_people(self) -> int:
        """How many people a new game is for unless somebody says otherwise: two, or as near as it allows."""
        minimum, maximum = self.seats
        return min(max(2, minimum), maximum)

    def label(self, word: str) -> Message:
        """Return the name of one of its things (a wheel, a deck, dice) by its *word*."""
        return Message(f"kit.{self.slug}.{word}" if self.mode == "kit" else f"{self.slug}.words.{word}")


class Screen(Protocol):
    """A game on the table's own screen: its facts told as cues, the plain data of the table's devices.

    All is made of what a watcher may know; *who* is the name of whoever acted, and *say* says words.
    """

    ENDS: tuple[type[Fact], ...]
    """The facts that tell how a game ended."""

    def starting(self, state: Any, purpose: str, who: str, say: Say) -> Any:
        """Return the cue for chance set in motion for *purpose*, the same whatever comes of it; None for none."""

    def showing(self, public: Facts, state: Any, who: str, say: Say) -> Any:
        """Return the cue of the *told* facts that led to *state*, None if they say nothing."""


@dataclass(frozen=True, kw_only=True)
class GameRules:
    """The rules of a game: its commands, its facts, its states, and what is seen of them.

    *kinds* and *known_facts* are the commands and facts of its own; ``start`` makes the first state of a set-up,
    ``picture`` describes a state that was already filtered for its viewer as plain data with
    :class:`~companion.engine.values.message.Message` for its words.
    """

    kinds: Kinds
    known_facts: tuple[type[Fact], ...]
    start: Callable[[Setup], State]
    picture: Callable[[Any], dict[str, Any]]
    buttons: Callable[[Any], Mapping[str, str]] = lambda state: {}
    """What each of the table's buttons does in a state, by the button's name, in the notation."""
    differences: Callable[[Any, Any], tuple[Message, ...]] = lambda start, state: ()
    """What a real board shows in a state that it didn't show at the start, in words; both as a watcher sees them."""
    hand: Callable[[Any, int], tuple[Message, ...]] = lambda state, seat: ()
    """The cards in a seat's hand, by their names; the state as that seat sees it."""
    moments: Moments = field(default_factory=dict)
    """The facts that are worth a scene on pages, and what makes it; each such fact has a line in the log."""
    tally: Tallying | None = None
    """How the four numbers and the best deed of a game that is over are worked out; None: it has none."""
    board: Callable[[Any], tuple[Message, ...]] = lambda state: ()
    """What lies where on a board that the table has dealt, for people to lay it out; as a watcher sees it."""


@dataclass(frozen=True, kw_only=True)
class Game(GameInfo, GameRules):
    """A game or kit with its rules, to be played; *screen* is what the table's own screen shows of it, if anything."""

    screen: Screen | None = None

    def load(self) -> Game:
        return self

    def shown(self, state: Any, tally: Tally | None = None) -> dict[str, Any]:
        """Return ``picture`` of *state* with what draws it: its *kind* is the game's slug, and "kit" for every kit.

        Its *tally* goes with the end, where there is one.
        """
        picture = self.picture(state)
        if tally is not None and picture.get("end"):
            end = picture["end"]
            told = end if isinstance(end, dict) else as_dict(end)
            picture = {**picture, "end": {**told, "tally": as_dict(tally)}}
        return {"kind": self.mode if self.mode == "kit" else self.slug, **picture}

    @property
    def all_kinds(self) -> Kinds:
        """Every kind of command it reads, the engine's own among them."""
        return (*self.kinds, *WINDOW_COMMANDS, Correct)

    @cached_property
    def notation(self) -> Notation:
        """The notation of all its commands."""
        return Notation(self.all_kinds)

    @cached_property
    def _fact_decoder(self) -> msgspec.json.Decoder[Facts]:
        kinds = (*self.known_facts, Settled, Passed, TimeIsUp, Corrected)
        return msgspec.json.Decoder(tuple[Union[kinds], ...])  # type: ignore[valid-type]  # noqa: UP007 - the kinds are known at run time only

    def read_facts(self, text: bytes | str) -> Facts:
        """Return the facts that JSON *text* holds.

        :raises msgspec.MsgspecError: they aren't this game's facts.
        """
        return self._fact_decoder.decode(text)


def write_facts(facts: Facts) -> bytes:
    """Return *facts* as tagged JSON."""
    return msgspec.json.encode(facts)
