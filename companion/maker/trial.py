"""A kit in play without a table: same presses, same game."""

from __future__ import annotations

from typing import cast

from companion.chance.dealers import CommittedDealer
from companion.chance.fairness import SEED_BYTES
from companion.engine.chance import ChanceAnswer
from companion.engine.command import Command, Refusal
from companion.engine.fact import Facts
from companion.engine.game import Game
from companion.engine.notation import Unreadable, spell
from companion.engine.table import Step, Table
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE, seat_word
from companion.kits.format.spec import Kit
from companion.kits.play import KitState, game_of
from companion.model.entry import Entry, LogEntry
from companion.model.snapshot import LOG_KEPT

USUAL_PEOPLE = 2
MAX_ANSWERS = 100
"""Maximum number of chance's answers to one command."""
MAX_REPEATS = 12
"""Maximum number of repetitions of a button's line at one press."""
MAX_COMMANDS = 1_000
"""Maximum number of commands of a trial, chance's answers among them."""
PRESS = "press "
_GAME = "trial"
"""The game's name for its draws.

With one name for all, a kit with another slug rolls the same.
"""


class TrialGame:
    """A game of *kit* by *names*, with its draws from *seed*."""

    def __init__(self, kit: Kit, names: tuple[str, ...], seed: int = 0) -> None:
        self.game: Game = game_of(kit)
        self.setup = self.game.setup(names, {})
        self.table = Table(self.game.start(self.setup))
        self.log: list[LogEntry] = []
        self._dealer = CommittedDealer(seed.to_bytes(SEED_BYTES, "big"), _GAME, 1, b"")
        if not self.state.course.is_begun:
            self.say(TABLE, "begin")
            self.answer()

    @property
    def state(self) -> KitState:
        """The present position."""
        return cast("KitState", self.table.state)  # the game of a kit has no other

    @property
    def active(self) -> int:
        """The active seat; the table's own without people."""
        return self.state.active if self.state.people else TABLE

    def press(self, line: str) -> Refusal | None:
        """Do *line*, of the notation or a button, for any permitted seat.

        Return why nobody may. A button that does nothing now is no fault.
        """
        is_button = line.startswith(PRESS)
        if is_button:
            line = self.game.buttons(self.state.seen_by(TABLE)).get(line.removeprefix(PRESS), "")
        if not line:
            return None
        if self.table.last_n >= MAX_COMMANDS:
            return Refusal(Message("maker.fault.trial-long"))
        people = range(self.state.people)
        seats = dict.fromkeys((TABLE, self.active, *people) if is_button else (self.active, TABLE, *people))
        first: Refusal | None = None
        for seat in seats:
            refused = self._try(seat, line, repeats=is_button)
            if refused is None:
                return None
            first = first or refused
        return first

    def say(self, seat: int, line: str) -> bool:
        """Let *seat* say *line*; False if it can't."""
        command = self._read(seat, line)
        if isinstance(command, Refusal) or command.why_not(self.table.state) is not None:
            return False
        self._do(command)
        return True

    def answer(self) -> Facts:
        """Answer chance until nothing is due; return all facts."""
        facts: Facts = ()
        for _ in range(MAX_ANSWERS):
            request = self.table.state.due()
            if request is None:
                break
            self._do(ChanceAnswer(CHANCE, request.verb, self._dealer.answer(request)))
            facts += self.table.steps[-1].facts
        return facts

    def _try(self, seat: int, line: str, *, repeats: bool) -> Refusal | None:
        command = self._read(seat, line)
        if isinstance(command, Refusal):
            return command
        refused = command.why_not(self.table.state)
        if refused is not None:
            return refused
        for _ in range(min(MAX_REPEATS, command.left(self.table.state)) if repeats else 1):
            if command.why_not(self.table.state) is not None:
                break
            self._do(command)
            self.answer()
        return None

    def _read(self, seat: int, line: str) -> Command | Refusal:
        try:
            return self.game.notation.read(seat, line)
        except Unreadable as error:
            return Refusal(error.reason)

    def _do(self, command: Command) -> None:
        asker = self.log[-1].seat if self.log and command.seat == CHANCE else command.seat
        self._note(self.table.do(command), asker)

    def _note(self, step: Step, asker: int) -> None:
        entry = Entry(n=step.n, seat=seat_word(step.command.seat), do=spell(step.command), by="dealer")
        line = LogEntry(entry, step.n, asker, state=self.table.state, facts=step.facts, before=step.before)
        self.log = [*self.log[-LOG_KEPT:], line]


def people_of(kit: Kit, wanted: int | None = None) -> int:
    """Return how many people try *kit*: *wanted*, or the nearest possible."""
    minimum, maximum = kit.seats
    return max(minimum, min(USUAL_PEOPLE if wanted is None else wanted, maximum))
