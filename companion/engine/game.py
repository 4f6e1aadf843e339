"""Game declarations: name, seats, commands, facts and first state."""

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
from companion.engine.values.placements import LAST_SETUP, LONGEST, Placements
from companion.engine.values.tally import Tally, Tallying
from companion.engine.windows import WINDOW_COMMANDS, Passed, TimeIsUp

OptionValue = str | int | bool
Say = Callable[[Message | str], str]
"""Renders a message in one language; plain strings stay as they are."""
Mode = Literal["kit", "referee"]
BEGINS = "begins"
"""The purpose of a kit's request to chance for the first person."""
SEAT = "seat-"
"""The word for a person before their number from 1.

A kit has chance choose among them.
"""
Mood = Literal["good", "bad", ""]
"""How a game ended: won by somebody, lost by all, or neither."""


class Option(Struct, frozen=True):
    """A game option: one of *choices*, or a number in a range.

    Numbers go from *minimum* to *maximum*. *default* is the value of a new game; *names* are the display names of
    *choices*, one each. Saved games may have other values: *superseded* maps each old value to its replacement in new
    games, and *unsaid* is the value of a saved game without this option.
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
        """Return True if *value* is, or once was, a valid choice."""
        if self.choices:
            known = (*self.choices, *self.superseded)
            return any(value == choice and type(value) is type(choice) for choice in known)
        return type(value) is int and self.minimum <= value <= self.maximum

    def renewed(self, value: OptionValue) -> OptionValue:
        """Return *value*, or its replacement in new games."""
        return self.superseded.get(value, value)

    def kept(self) -> OptionValue:
        """Return the value for a saved game without this option."""
        return self.default if self.unsaid is None else self.unsaid


class Setup(Struct, frozen=True):
    """The start of a game: seats' names in order, and option values."""

    seats: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = {}


class BadSetup(ValueError):
    """Invalid set-up; *reason* explains it."""

    def __init__(self, reason: Message) -> None:
        super().__init__(f"bad set-up: {reason.key} {reason.values}")
        self.reason = reason


class BadGame(Exception):
    """A game's code can't be loaded; *why* is the program's own explanation."""

    def __init__(self, slug: str, why: str) -> None:
        super().__init__(f"{slug}: {why}")
        self.slug = slug
        self.why = why


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class GameInfo:
    """The data of a game or kit for menus, without its rules.

    *seats* is the minimum and maximum number of people. For the shelf: *line* describes the game, *minutes* is its
    usual length, 0 if unknown, and *cover* is the file of a picture, a name among the pages' covers, or "" for none.
    *cover_mark* changes with the content of a file that may change while the table runs, "" for any other.
    *lost* are the keys of the sentences for an end at which everybody lost, *drawn* for one at which nobody won. One
    that *is_tool* helps with any game: choosing it asks nothing, and opens it as it was left.
    *group* is its heading on the shelf, "" for none; *rules* are the lines of "How to play". A game is equal to itself
    alone.
    The *version* of a kit counts from 1, and its *author* is "" if nobody is named; a game with all its rules has 0.
    """

    slug: str
    mode: Mode
    name: Message
    seats: tuple[int, int]
    line: Message | None = None
    minutes: int = 0
    cover: str = ""
    cover_mark: str = ""
    is_tool: bool = False
    group: str = ""
    rules: tuple[Message, ...] = ()
    version: int = 0
    author: str = ""
    lost: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)

    @property
    def cover_name(self) -> str:
        """The name of its picture among the pages' covers."""
        if not self.cover.endswith(".svg"):
            return self.cover or "any"
        return f"{self.slug}.{self.cover_mark}" if self.cover_mark else self.slug

    def load(self) -> Game:
        """Return the game itself, with its rules.

        :raises BadGame: it can't be loaded.
        """
        raise NotImplementedError

    def in_menus(self) -> dict[str, Any]:
        """Return the menu data by field name.

        Every other description of the game uses the same names.
        """
        return {name: getattr(self, name) for name in GameInfo.__dataclass_fields__}

    def setup(self, seats: tuple[str, ...], options: Mapping[str, OptionValue]) -> Setup:
        """Return a complete set-up of a new game.

        Options left out get their defaults.

        :raises BadSetup: the number of people, an option's name or its value is wrong.
        """
        self._check(seats, options)
        chosen = {name: options.get(name, option.default) for name, option in self.options.items()}
        renewed = {name: self.options[name].renewed(value) for name, value in chosen.items()}
        return Setup(seats, {**renewed, **_recalled(options)})

    def kept_setup(self, seats: tuple[str, ...], options: Mapping[str, OptionValue]) -> Setup:
        """Return the set-up of a saved game, as it was then.

        For games from a journal or record.

        :raises BadSetup: as ``setup``.
        """
        self._check(seats, options)
        kept = {name: options.get(name, option.kept()) for name, option in self.options.items()}
        return Setup(seats, {**kept, **_recalled(options)})

    def mood_of(self, end: Message) -> Mood:
        """Return the mood of *end*: won by somebody, or lost by all.

        "" if nobody won.
        """
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
        """Default number of people in a new game.

        Two, or the nearest number that the game allows.
        """
        minimum, maximum = self.seats
        return min(max(2, minimum), maximum)

    def label(self, word: str) -> Message:
        """Return the display name of a component by its *word*.

        Components are, for example, a wheel, a deck or dice. Kits also choose among people, by their number.
        """
        if self.mode == "kit" and word == BEGINS:
            return Message("kit.begins")
        if self.mode == "kit" and word.startswith(SEAT):
            return Message("seat.number", {"number": word.removeprefix(SEAT)})
        return Message(f"kit.{self.slug}.{word}" if self.mode == "kit" else f"{self.slug}.words.{word}")


def _recalled(options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    """Return the last set-up in *options*, if there is one."""
    return {LAST_SETUP: options[LAST_SETUP]} if LAST_SETUP in options else {}


class GameScreen(Protocol):
    """A game's cues for the table's own screen.

    Cues are plain data for the table's devices, made only of public facts. *who* is the name of the acting person;
    *say* renders messages.
    """

    ENDS: tuple[type[Fact], ...]
    """The facts that end a game."""

    def starting(self, state: Any, purpose: str, who: str, say: Say) -> Any:
        """Return the cue for chance in motion for *purpose*, None for none.

        It is the same for every outcome.
        """

    def showing(self, public: Facts, state: Any, who: str, say: Say) -> Any:
        """Return the cue for the *public* facts leading to *state*, else None."""


class ScreenPage(Struct, frozen=True):
    """A page of the table's own screen at rest.

    The knob turns to it. *cue* makes its cue. A push of the knob gives *line*, or opens the menu without one. As long
    as the *topic* of every page stays the same, the page on show does.
    """

    cue: Callable[[], Any]
    topic: tuple[Any, ...]
    line: str = ""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class GameRules:
    """The rules of a game: commands, facts, states and views.

    *kinds* and *known_facts* are the game's own commands and facts. ``start`` builds the first state of a set-up.
    ``picture`` describes a state already filtered for its viewer as plain data, with
    :class:`~companion.engine.values.message.Message` for its words.
    """

    kinds: Kinds
    known_facts: tuple[type[Fact], ...]
    start: Callable[[Setup], State]
    picture: Callable[[Any], dict[str, Any]]
    buttons: Callable[[Any], Mapping[str, str]] = lambda state: {}
    """The notation of each of the table's buttons, by button name."""
    differences: Callable[[Any, Any], tuple[Message, ...]] = lambda start, state: ()
    """Differences of the real board from its start, in words.

    Both states are as a watcher sees them.
    """
    hand: Callable[[Any, int], tuple[Message, ...]] = lambda state, seat: ()
    """Names of the cards in a seat's hand, from that seat's view."""
    moments: Moments = field(default_factory=dict)
    """Makers of scenes for pages, by kind of fact.

    Each such fact has a line in the log.
    """
    tally: Tallying | None = None
    """Computes the four numbers and best deed of a finished game.

    None if the game has no tally.
    """
    board: Callable[[Any], tuple[Message, ...]] = lambda state: ()
    """Layout of a board dealt by the table, for people to build.

    The state is as a watcher sees it.
    """
    placements: Callable[[Any], Placements] | None = None
    """Each seat's placements, for its next game's option ``last_setup``.

    () until the set-up is over. The state is as a watcher sees it, so that no secret is carried over. None: this game
    takes no such option.
    """


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game(GameInfo, GameRules):
    """A playable game or kit with its rules.

    *screen* gives the cues of the table's own screen, None for none.
    """

    screen: GameScreen | None = None
    pages: Callable[[Any, Say], tuple[ScreenPage, ...]] = lambda state, say: ()
    """The pages of the table's own screen beside the last event.

    The state is as a watcher sees it.
    """

    def load(self) -> Game:
        return self

    def _check(self, seats: tuple[str, ...], options: Mapping[str, OptionValue]) -> None:
        last = options.get(LAST_SETUP)
        if self.placements is not None and isinstance(last, str) and len(last) <= LONGEST:
            options = {name: value for name, value in options.items() if name != LAST_SETUP}
        super()._check(seats, options)

    def shown(self, state: Any, tally: Tally | None = None) -> dict[str, Any]:
        """Return ``picture`` of *state*, completed for its page.

        Adds *kind*, the game's slug or "kit" for every kit, and puts *tally* into the end, if there is one.
        """
        picture = self.picture(state)
        if tally is not None and picture.get("end"):
            end = picture["end"]
            told = end if isinstance(end, dict) else as_dict(end)
            picture = {**picture, "end": {**told, "tally": as_dict(tally)}}
        return {"kind": self.mode if self.mode == "kit" else self.slug, **picture}

    @property
    def all_kinds(self) -> Kinds:
        """All readable kinds of command, the engine's own included."""
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
        """Return the facts in the JSON *text*.

        :raises msgspec.MsgspecError: they aren't this game's facts.
        """
        return self._fact_decoder.decode(text)


def write_facts(facts: Facts) -> bytes:
    """Return *facts* as tagged JSON."""
    return msgspec.json.encode(facts)
