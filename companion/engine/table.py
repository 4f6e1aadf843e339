"""The table: a game under way, its states and what led from one to the next.

Each accepted command is one numbered step with its batch of facts. *Resume* folds facts that are already known and
never decides; *replay* takes commands through the rules again. Undoing takes back a person's command and all after
it, chance's answers included; the numbers only grow, and an undo may itself be taken back while nothing followed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from companion.engine.command import Command, Refusal, Refused
from companion.engine.fact import Facts
from companion.engine.state import State
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE

MAX_CONSEQUENCES = 1000
"""No event of any game is followed by more rounds of automatic facts; more means a rule that never settles."""


class NeverSettles(RuntimeError):
    """The automatic consequences of an event never end: a fault of the game's ``then``."""


class Step(Struct, frozen=True, gc=False):
    """Command *n* of a game, all the facts it led to, and the state *before* it.

    No entry: the engine takes values, and knows neither how they are written nor when and by what they came.
    """

    n: int
    command: Command
    facts: Facts
    before: State


def follow(state: State, facts: Facts) -> tuple[State, Facts]:
    """Fold *facts* into *state*, then what follows by itself: the settled state and everything that happened.

    :raises NeverSettles: it doesn't settle; the error names the facts.
    """
    for fact in facts:  # as `fold` has it, without the call: this is the hottest path
        state = fact.apply(state)
    rounds = 0
    while more := state.then():
        if rounds == MAX_CONSEQUENCES:
            raise NeverSettles(f"no end after {rounds} consequences, the last: {facts[-5:]}")
        rounds += 1
        facts += more
        for fact in more:
            state = fact.apply(state)
    return state, facts


def fold(state: State, facts: Facts) -> State:
    """Fold *facts* into *state*; nothing is decided."""
    for fact in facts:
        state = fact.apply(state)
    return state


class Table:
    """A game under way from *start*, a settled state. Not safe for threads: the session is its only writer.

    With *kept* it remembers that many steps at least, and less than twice as many; the others can't be taken back, and
    are given to *forgets* before they are gone.
    """

    def __init__(
        self, start: State, kept: int | None = None, forgets: Callable[[Sequence[Step]], None] = lambda steps: None
    ) -> None:
        self.state = start
        """The state now."""
        self._kept = kept
        self._forgets = forgets
        self._steps: list[Step] = []
        self._undone: dict[int, tuple[Step, ...]] = {}
        self._last_n = 0
        self.forgotten = 0
        """The number of the last step that can't be taken back any more, 0 if all can."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that led here and are remembered, those undone left out."""
        return tuple(self._steps)

    def latest(self) -> Iterator[Step]:
        """Give the steps that led here, the last first."""
        return reversed(self._steps)

    @property
    def last_n(self) -> int:
        """The number of the last line, undone ones, undos and redos counted; 0 before the first."""
        return self._last_n

    def state_before(self, n: int) -> State:
        """Return the state in which step *n* was taken.

        :raises KeyError: no such step stands.
        """
        at = self._place(n)
        if at is None:
            raise KeyError(n)
        return self._steps[at].before

    def do(self, command: Command, n: int | None = None) -> Step:
        """Take *command* through the rules, as line *n* if it is given, else as the next one.

        :raises Refused: it isn't allowed; nothing has changed.
        """
        before = self.state
        if (refused := command.why_not(before)) is not None:
            raise Refused(refused, command)
        self.state, facts = follow(before, command.facts(before))
        self._last_n = n = self._last_n + 1 if n is None else n
        step = Step(n, command, facts, before)
        self._steps.append(step)
        if self._undone or self._kept:
            self._forget()
        return step

    def resume(self, n: int, command: Command, facts: Facts) -> Step:
        """Fold a step that is already known to have happened, as line *n*; nothing is judged again."""
        step = Step(n, command, facts, self.state)
        self.state = fold(self.state, facts)
        self._steps.append(step)
        self._last_n = n
        self._forget()
        return step

    def undo(self, n: int, line: int | None = None) -> tuple[Step, ...]:
        """Take back step *n* and all after it, as a line of its own. Returns the steps taken back.

        :raises Refused: no such step stands, or it was chance that spoke.
        """
        at = self._place(n)
        if at is None or self._steps[at].command.seat == CHANCE:
            raise Refused(Refusal(Message("refused.undo-what")), Command(CHANCE))
        undone = tuple(self._steps[at:])
        del self._steps[at:]
        self.state = undone[0].before
        self._last_n = line if line is not None else self._last_n + 1
        self._undone[self._last_n] = undone
        return undone

    def redo(self, undo: int, line: int | None = None) -> tuple[Step, ...]:
        """Take back the undo of line *undo*, as a line of its own. Returns the steps that stand again.

        :raises Refused: line *undo* isn't the last undo, or something was done since.
        """
        if undo != self.last_undo:
            raise Refused(Refusal(Message("refused.redo-what")), Command(CHANCE))
        steps = self._undone.pop(undo)
        for step in steps:
            self._steps.append(step)
            self.state = fold(self.state, step.facts)
        self._last_n = line if line is not None else self._last_n + 1
        return steps

    @property
    def last_undo(self) -> int | None:
        """The line of the undo that may be taken back now, or None."""
        return max(self._undone, default=None)

    def _forget(self) -> None:
        """Forget what was undone before the last step, and steps that are no longer kept."""
        self._undone.clear()
        if self._kept is not None and len(self._steps) >= 2 * self._kept:
            # By half of them at once: what is forgotten depends on the steps alone, so resuming forgets the same.
            self.forgotten = self._steps[self._kept - 1].n
            self._forgets(self._steps[: self._kept])
            del self._steps[: self._kept]

    def _place(self, n: int) -> int | None:
        """Return where step *n* stands among the steps, whose numbers only grow; None if it doesn't."""
        at = bisect_left(self._steps, n, key=lambda step: step.n)
        return at if at < len(self._steps) and self._steps[at].n == n else None
