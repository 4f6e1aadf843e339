"""The table: a game under way, with its states and steps.

Each accepted command is one numbered step with its batch of facts. *Resume* folds known facts and never decides;
*replay* takes commands through the rules again. Undo takes back a person's command and everything after it, including
chance's answers. Numbers only grow, and an undo can be redone until the next step.
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
"""Maximum rounds of automatic facts; more means they never settle."""


class NeverSettles(RuntimeError):
    """An event's automatic facts never end: a fault of ``then``."""


class Step(Struct, frozen=True, gc=False):
    """Command *n* of a game, its facts, and the state *before* it.

    It isn't an entry: the engine knows neither how steps are written, nor when and by which way they came.
    """

    n: int
    command: Command
    facts: Facts
    before: State


def follow(state: State, facts: Facts) -> tuple[State, Facts]:
    """Fold *facts* into *state*, then all automatic facts.

    Returns the settled state, and all facts including the automatic ones.

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


def judged(command: Command, before: State, n: int) -> tuple[Step, State]:
    """Take *command* through the rules as line *n*.

    It is judged in the state *before*. Returns the step and the state after it.

    :raises Refused: it isn't allowed.
    """
    refused = command.why_not(before)
    if refused is not None:
        raise Refused(refused, command)
    state, facts = follow(before, command.facts(before))
    return Step(n, command, facts, before), state


class Table:
    """A game under way from *start*, a settled state.

    Not thread-safe: the session is its only writer. With *kept*, it remembers at least that many steps, and less than
    twice as many. Older steps can't be undone; they are passed to *forgets* before they are dropped.
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
        """Number of the last step beyond undo, 0 for none."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The remembered steps, undone ones left out."""
        return tuple(self._steps)

    def latest(self) -> Iterator[Step]:
        """Iterate over the steps, the last first."""
        return reversed(self._steps)

    @property
    def last_n(self) -> int:
        """Number of the last line, 0 before the first.

        Counts undone steps, undos and redos.
        """
        return self._last_n

    def state_before(self, n: int) -> State:
        """Return the state before step *n*.

        :raises KeyError: there is no such step.
        """
        at = self._place(n)
        if at is None:
            raise KeyError(n)
        return self._steps[at].before

    def do(self, command: Command, n: int | None = None) -> Step:
        """Take *command* through the rules, as line *n* or the next.

        :raises Refused: it isn't allowed; nothing has changed.
        """
        step, state = judged(command, self.state, self._last_n + 1 if n is None else n)
        self.accept(step, state)
        return step

    def accept(self, step: Step, state: State) -> None:
        """Append *step*, judged on the present state, leading to *state*."""
        self.state = state
        self._steps.append(step)
        self._last_n = step.n
        if self._undone or self._kept:
            self._forget()

    def resume(self, n: int, command: Command, facts: Facts) -> Step:
        """Fold a known step as line *n*, without judging it again."""
        step = Step(n, command, facts, self.state)
        self.state = fold(self.state, facts)
        self._steps.append(step)
        self._last_n = n
        self._forget()
        return step

    def undo(self, n: int, line: int | None = None) -> tuple[Step, ...]:
        """Undo step *n* and all after it, as a new line.

        Returns the undone steps.

        :raises Refused: there is no such step, or chance gave it.
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
        """Redo the steps undone by line *undo*, as a new line.

        Returns the restored steps.

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
        """Line of the undo that can be redone now, or None."""
        return max(self._undone, default=None)

    def _forget(self) -> None:
        """Drop undone steps, and steps beyond the *kept* ones."""
        self._undone.clear()
        if self._kept is not None and len(self._steps) >= 2 * self._kept:
            # By half of them at once: what is forgotten depends on the steps alone, so resuming forgets the same.
            self.forgotten = self._steps[self._kept - 1].n
            self._forgets(self._steps[: self._kept])
            del self._steps[: self._kept]

    def _place(self, n: int) -> int | None:
        """Return the index of step *n*, None if there is none.

        The numbers of the steps only grow.
        """
        at = bisect_left(self._steps, n, key=lambda step: step.n)
        return at if at < len(self._steps) and self._steps[at].n == n else None
