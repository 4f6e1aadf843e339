"""The open game as published: the newest revealed state.

Law: it is frozen and holds nothing that wasn't revealed. What is made of it is made once: as long as nothing happens in
the game, every published state of the table holds the very same view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import ChanceRequest, Hidden
from companion.engine.game import Game, Setup
from companion.engine.plays import Play, grow
from companion.engine.state import State, asked
from companion.engine.values.forms import Choice
from companion.engine.values.message import Message
from companion.engine.values.picture import as_dict
from companion.engine.values.seats import CHANCE, TABLE, WATCHER, told_names
from companion.engine.values.tally import Tally
from companion.model.countdown_clock import Clocks
from companion.model.entry import LogEntry
from companion.model.play_clock import Played
from companion.model.requests import line_for, line_of

Made = TypeVar("Made")


class GameView(Struct, frozen=True, kw_only=True, dict=True):
    """The open game as revealed so far, empty without a game."""

    game: Game | None = None
    number: int = 0
    """The game's number in the journal, 0 for none."""
    began: str = ""
    """Date of its set-up, in UTC, "" if unknown."""
    setup: Setup = Setup()
    people: tuple[str, ...] = ()
    """The seats' names from seat 0: people's own, else set-up's."""
    state: State | None = None
    tally: Tally | None = None
    """The game's tally, once it is over."""
    log: tuple[LogEntry, ...] = ()
    since: Mapping[int, int] = {}
    """For each asked seat, the version of its present request.

    Chance is included.
    """
    typed: bool = False
    """Whether people may enter results of real dice."""
    asked: bool = False
    """Whether people choose between real dice and the dealer each time."""
    why_not_undo: Message | None = Message("refused.undo-what")
    """Reason why the last step can't be undone, None if it can.

    It may need one person or two.
    """
    undo_needs_two: bool = False
    """Whether undo takes two people."""
    undoes: int = 0
    """The journal's line for the next undo, 0 for none."""
    can_redo: bool = False
    seed: str | None = None
    """The seed of the game's draws, in hex, after its end."""
    commitment: str | None = None
    """The commitment to the game's draws, None for none."""
    played: Played | None = None
    """The time played, None if none counts."""
    clocks: Clocks | None = None
    """The countdowns, None without any."""
    lasted_ms: int | None = None
    """The game's length at its last line, None if unknown."""

    @property
    def is_over(self) -> bool:
        """Whether no game is under way."""
        return self.state is None or self.state.end() is not None

    @property
    def is_playing(self) -> bool:
        """Whether people play a game to its end, unlike a tool."""
        is_tool = self.game is not None and self.game.is_tool
        return self.state is not None and self.state.end() is None and not is_tool

    # ------------------------------------------------------------------ names
    @cached_property
    def names(self) -> tuple[str | Message, ...]:
        """The seats' names for sentences; nameless seats have their number."""
        return told_names(self.people)

    def name_of(self, seat: int) -> str | Message:
        """Return the display name of *seat*, "" for nobody in particular."""
        return self.names[seat] if 0 <= seat < len(self.names) else ""

    def clock_label(self, key: str) -> str | Message:
        """Return the display name of countdown *key*: its owner's, else its own."""
        clock = self._drawn_clock(key)
        if clock is None:
            return "" if self.game is None else self.game.name
        label: str | Message = self.name_of(clock["seat"]) if "seat" in clock else clock["label"]
        return label

    def is_silent(self, key: str) -> bool:
        """Return True if countdown *key* ends without a sound."""
        clock = self._drawn_clock(key)
        return clock is not None and bool(clock.get("is_silent"))

    def _drawn_clock(self, key: str) -> dict[str, Any] | None:
        drawn = () if self.game is None else self.picture(WATCHER).get("clocks", ())
        clocks = (each if isinstance(each, dict) else as_dict(each) for each in drawn)
        return next((each for each in clocks if each["key"] == key), None)

    # ------------------------------------------------------------------ the log
    @cached_property
    def set_right(self) -> LogEntry | None:
        """The correction that an undo would take back, else None."""
        lines = (line for line in reversed(self.log) if line.n == self.undoes and line.correction is not None)
        return next(lines, None) if self.why_not_undo is None else None

    def line_of(self, version: int) -> int:
        """Return the journal's line of log entry *version*, 0 for none."""
        return next((line.n for line in self.log if line.version == version and not line.is_turning_back), 0)

    # ------------------------------------------------------------------ by viewer
    def state_for(self, viewer: int) -> Any:
        """Return the state as *viewer* may know it, with present names.

        None if no game is open.
        """
        states = self._states
        if viewer not in states:
            seen = None if self.state is None else self._seen_by(viewer).named(self.names)
            # Who sees the same is given the same: what is made of it is made once. Other threads may ask meanwhile.
            states[viewer] = next((each for each in tuple(states.values()) if each == seen), seen)
        return states[viewer]

    def _seen_by(self, viewer: int) -> Any:
        assert self.state is not None
        is_of_log = viewer == WATCHER and self.log and self.log[-1].state is self.state
        return self.log[-1].watched if is_of_log else self.state.seen_by(viewer)  # the last sentence is made of it too

    @cached_property
    def _states(self) -> dict[int, Any]:
        """Cache of states by viewer; one view asks several times."""
        return {}

    def once(self, make: Callable[[GameView, int], Made], viewer: int) -> Made:
        """Cache the result of *make* for *viewer*'s view of the state.

        Viewers with the same view share it.
        """
        made: dict[tuple[str, int], Made] = self.made
        key = (make.__name__, id(self.state_for(viewer)))
        if key not in made:
            made[key] = make(self, viewer)
        return made[key]

    @cached_property
    def made(self) -> dict[tuple[str, int], Any]:
        """Cache of things made for viewers, by name and state."""
        return {}

    def picture(self, viewer: int) -> dict[str, Any]:
        """Return the picture of the open game as *viewer* sees it."""
        return self.once(GameView._picture, viewer)

    def _picture(self, viewer: int) -> dict[str, Any]:
        assert self.game is not None
        picture = self.game.shown(self.state_for(viewer), self.tally)
        if picture.get("buttons"):
            buttons = [each if isinstance(each, dict) else as_dict(each) for each in picture["buttons"]]
            picture = {**picture, "buttons": [{**each, "do": self.offered(each["do"])} for each in buttons]}
        return picture

    # ------------------------------------------------------------------ plays
    def plays(self, seats: Iterable[int], viewer: int | None = None, has_forms: bool = True) -> list[Play]:
        """Return the tree of plays of *seats*.

        Each seat is judged by its own view, or by *viewer*'s. Without *has_forms*, forms that any seat may fill in are
        empty.
        """
        roots: list[Play] = []
        if self.state is None or self.game is None:
            return roots
        for seat, seen in self._judged(sorted(seats, key=lambda seat: seat != TABLE), viewer):
            grow(roots, seen, seat, has_forms=has_forms)
            request = seen.due()
            if seat == TABLE and self.typed and request is not None:
                roots.append(_typed(self.game, request))
                if self.asked:
                    roots.append(Play("dealer", Message(f"play.table-{request.verb}"), "dealer", (TABLE,)))
        for play in roots:
            play.line = line_for(play.line, play.left)
        return roots

    def grow_as_table(self, roots: list[Play], viewer: int, has_forms: bool = False) -> None:
        """Add to *roots* the table's commands that any seat may give.

        Made of *viewer*'s view alone.
        """
        if self.state is not None:
            grow(roots, self.state_for(viewer), TABLE, by_any_seat=True, has_forms=has_forms)

    def offered(self, line: str) -> str:
        """Return a button's *line* as requested now, repeated if possible.

        :raises Unreadable: the game knows no such line.
        """
        if self.game is None or self.state is None:
            return line
        return line_for(line, self.game.notation.read(TABLE, line).left(self.state))

    def who_may(self, line: str, seats: Iterable[int], viewer: int | None = None) -> Iterator[int]:
        """Give those of *seats* that may give *line* now.

        Each is judged as in ``plays``, without growing the tree.

        :raises Unreadable: the game knows no such line.
        """
        if self.game is None:
            return
        said = self.game.notation.read(TABLE, line_of(line))
        for seat, seen in self._judged(seats, viewer):
            command = said if seat == TABLE else replace(said, seat=seat)
            if type(command) in asked(seen, seat) and command.why_not(seen) is None:
                yield seat

    def _judged(self, seats: Iterable[int], viewer: int | None) -> Iterator[tuple[int, State]]:
        """Yield each of *seats* with the state to judge it by.

        That is its own view, or *viewer*'s.
        """
        if self.state is None:
            return
        shared = None if viewer is None else self.state_for(viewer)
        for seat in seats:
            yield seat, self.state_for(seat) if shared is None else shared


NO_GAME = GameView()
"""The view without an open game."""


def _typed(game: Game, request: ChanceRequest) -> Play:
    label = game.label(request.purpose)
    form = tuple(replace(part, choices=_named(game, part.choices)) for part in request.form())
    if len(form) == 1 and request.verb != Hidden.verb:
        form = (replace(form[0], label=label),)  # "Block" rather than "Card 1"
    return Play(request.verb, label, request.verb, (CHANCE,), form=form, role="first")


def _named(game: Game, choices: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(Choice(choice.word, game.label(choice.word)) for choice in choices)
