"""An open game: its rules, its steps, and their journal lines."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

import msgspec
from msgspec import Struct, structs

from companion.chance.dealers import Dealer
from companion.chance.fairness import commitment
from companion.engine.chance import ChanceAnswer, ChanceRequest
from companion.engine.command import Command, Refused
from companion.engine.corrections import Correct
from companion.engine.fact import Facts, hidden_from, keep_a_secret_from
from companion.engine.game import Game, Setup, write_facts
from companion.engine.notation import spell
from companion.engine.state import State
from companion.engine.table import Step, Table, judged
from companion.engine.tally import counts_of, tally_of
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE, WATCHER, seat_word
from companion.engine.values.tally import Key, Tally
from companion.engine.windows import open_window
from companion.journal.rows import Batch, LineRow
from companion.model.entry import By, Entry, LogEntry
from companion.model.game_view import GameView
from companion.model.play_clock import GameLength, PlayTime
from companion.model.roster import Roster
from companion.runtime.clock import Clock, moment_of
from companion.session.game.questions import OpenQuestions

log = logging.getLogger(__name__)

TYPED = frozenset({"typed", "ask"})
"""The speakers for chance that let people type real faces.

With ``ask`` they choose each time.
"""
DOES_NOT_FIT = (
    ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RuntimeError,
    msgspec.MsgspecError,
)  # fmt: skip
"""Errors of reading a game's lines that other rules wrote.

The disk may also have damaged them without noticing.
"""


class RevealStep(Struct, frozen=True):
    """One moment's reveal as *version*: *lines* of the log and their *facts*.

    *state* is the one after them, *request* the last question to chance that they answer. *seat* is the public author
    of it all, else ``TABLE``.
    """

    lines: tuple[LogEntry, ...]
    version: int
    seat: int
    state: State
    facts: Facts
    request: ChanceRequest | None = None


def reveal_of(lines: Sequence[LogEntry], request: ChanceRequest | None = None) -> RevealStep:
    """Return the reveal of *lines*, which answer *request* at last."""
    last, facts = lines[-1], lines[0].facts
    for line in lines[1:]:
        facts += line.facts
    return RevealStep(tuple(lines), last.version, last.seat, last.state, facts, request)


class Origin(Struct, frozen=True):
    """A command's origin: *by* is its way, *at* its moment.

    *entropy* is its entropy; *by_seats* are the seats of a phone that spoke in the table's name.
    """

    by: By
    at: str
    entropy: bytes = b""
    by_seats: tuple[int, ...] = ()


MAX_REVEAL_STEPS = 200
"""Maximum number of reveals that one command sets off.

A game whose wheels spin wheels for ever must not stop the table.
"""


STEPS_KEPT = 1000
"""Minimum number of steps that can be undone.

Earlier steps are in the journal alone, so a long game needs no more memory.
"""


class OpenGame:
    """One game of the journal, up to its last line.

    *id* is its number there, *began* the time of its setup, "" if unknown. *seed* is the secret of its next draws, None
    if none was promised; *draws* counts all draws, undone ones too: it never runs backwards.
    """

    def __init__(self, game: Game, setup: Setup, number: int = 0, seed: bytes | None = None) -> None:
        self.game = game
        self.setup = setup
        self.chance = str(setup.options.get("chance", "dealer"))
        """The speaker for chance: the game's option of this name."""
        self.id = number
        self.seed = seed
        self.draws = 0
        self.began = ""
        self.played = PlayTime()
        self.length = GameLength()
        self.questions = OpenQuestions()
        """The questions of the published state."""
        self.table = Table(game.start(setup), STEPS_KEPT, self._count)
        self._counts: Counter[Key] = Counter()

    @property
    def state(self) -> State:
        """The state now, revealed or not."""
        return self.table.state

    @cached_property
    def commitment(self) -> str | None:
        """The commitment to the seed, shown from the start."""
        return None if self.seed is None else commitment(self.seed)

    def seed_is_public(self, state: State) -> bool:
        """Return True if the seed of every draw is public with *state*."""
        return self.seed is not None and state.end() is not None

    @property
    def ended(self) -> str | None:
        """The ending and any winners as the journal's JSON.

        None while it goes on.
        """
        end, winners = self.state.end(), self.state.winners()
        if end is None:
            return None
        told = {"reason": end.key, "values": end.values}
        return msgspec.json.encode(told | {"winners": winners} if winners else told).decode()

    def is_so_already(self, command: Command, state: State) -> bool:
        """Return True if *command* is a correction without effect.

        It is allowed in *state*, and all is as it says.
        """
        is_correction = isinstance(command, Correct) and command.why_not(state) is None
        return is_correction and not command.facts(state)

    def _count(self, steps: Sequence[Step]) -> None:
        """Count *steps* for the tally before they are forgotten."""
        self._counts += counts_of(self.game, steps)

    def tally(self, state: State) -> Tally | None:
        """Return the tally of the game that ended with *state*.

        None while it goes on, or if it has no tally.
        """
        if state.end() is None:
            return None
        try:
            return tally_of(self.game, state, self.table.latest(), self._counts)
        except DOES_NOT_FIT:
            log.exception("the tally of game %s can't be told: it ends without one", self.id)
            return None

    def take(self, command: Command | None, dealer: Dealer, version: int, origin: Origin) -> list[RevealStep]:
        """Apply *command* of *origin*, and *dealer*'s answers as far as possible.

        Without a command only chance is applied, in a game that begins with a deal. Returns the reveal steps, *version*
        being the last one published: the first holds the command and, where chance was asked, its first answer. A
        single one with that same *version* is one that nobody may notice.

        :raises Refused: the rules refuse it; nothing has changed.
        :raises RuntimeError: the dealer gave an impossible answer, or is asked without end; what is in memory is ahead
            of the journal then.
        """
        done = [] if command is None else [(self.table.do(command), self.state)]
        answered = self._ask_chance(dealer)
        if not answered:
            return [self._unanswered(*done[0], version, origin)] if done else []
        first = done[0][0] if done else answered[0][1]
        reveal_steps = []
        for request, step, state in answered:
            version += 1
            done.append((step, state))
            lines = [_logged(step, state, version, first, origin=origin) for step, state in done]
            reveal_steps.append(reveal_of(lines, request))
            done = []
        return reveal_steps

    def judge(
        self, command: Command, before: State, n: int, version: int, *, origin: Origin
    ) -> tuple[Step, RevealStep]:
        """Apply *command* to the state *before*; return its step and reveal.

        It is line *n*. The game itself stays as it is, until it accepts the step; chance isn't asked. *version* is the
        last before it.

        :raises Refused: the rules refuse it.
        """
        step, state = judged(command, before, n)
        return step, self._unanswered(step, state, version, origin)

    def accept(self, step: Step, state: State) -> None:
        """Apply *step*, judged on the current state, leading to *state*."""
        self.table.accept(step, state)

    def _ask_chance(self, dealer: Dealer) -> list[tuple[ChanceRequest, Step, State]]:
        """Ask *dealer* as far as it answers.

        Return each request with its step and the state after it.
        """
        answered: list[tuple[ChanceRequest, Step, State]] = []
        while (request := self.state.due()) is not None and (answer := dealer.answer(request)) is not None:
            if len(answered) == MAX_REVEAL_STEPS:
                raise RuntimeError(f"chance is asked without end: {[asked for asked, _, _ in answered[-3:]]}")
            try:
                step = self.table.do(ChanceAnswer(CHANCE, request.verb, answer))
            except Refused as error:
                raise RuntimeError(f"the dealer gave an impossible answer to {request.purpose!r}") from error
            self.draws += 1
            answered.append((request, step, self.state))
        return answered

    def _unanswered(self, step: Step, state: State, version: int, origin: Origin) -> RevealStep:
        """Return the reveal of a command without chance.

        Its entropy went into no draw and isn't saved.
        """
        if self._can_be_noticed(step.facts):
            version += 1
        return reveal_of([_logged(step, state, version, step, origin=structs.replace(origin, entropy=b""))])

    def fold(self, rows: Sequence[LineRow], by_rules: bool = False) -> list[RevealStep]:
        """Fold *rows* of one batch and return their reveal steps.

        They are applied as they happened. *by_rules* applies the rules to their commands instead: their facts are an
        older program's.
        """
        lines: list[LogEntry] = []
        reveal_steps: list[RevealStep] = []
        seat, by_seats = TABLE, rows[0].entry.with_seats if rows else ()
        for row in rows:
            entry = row.entry
            request = self.state.due() if entry.speaker == CHANCE else None
            command = self.game.notation.read(entry.speaker, entry.do or "")
            if by_rules:
                step = self.table.do(command, entry.n)
            else:
                step = self.table.resume(entry.n, command, self.game.read_facts(row.facts or b"[]"))
            if row is rows[0]:
                seat = _open_asker(step)
            lines.append(
                LogEntry(
                    entry, row.version, seat, state=self.state, facts=step.facts, before=step.before, by_seats=by_seats
                )
            )
            if request is not None:
                reveal_steps.append(reveal_of(lines, request))
                lines = []
        if lines:
            reveal_steps.append(reveal_of(lines))
        return reveal_steps

    def turn_back(self, entry: Entry) -> set[int]:
        """Fold the undo or redo of *entry*.

        Returns the lines that it undoes or restores.
        """
        steps = self.table.undo(entry.undo, entry.n) if entry.undo else self.table.redo(entry.redo or 0, entry.n)
        return {step.n for step in steps}

    def is_noticed(self, reveal_step: RevealStep) -> bool:
        """Return True if more than one person can notice *reveal_step*.

        They always can if something is in motion; they can't notice a pass in an answer window.
        """
        return reveal_step.request is not None or self._can_be_noticed(reveal_step.facts)

    def _can_be_noticed(self, facts: Facts) -> bool:
        """Return True if a watcher or two people can notice *facts*."""
        people = range(len(self.setup.seats))
        return not hidden_from(facts, WATCHER) or sum(not hidden_from(facts, seat) for seat in people) > 1

    def batch(self, command_id: str, version: int, lines: Sequence[LogEntry], clock: Clock) -> Batch:
        """Return *lines* of *command_id* as the journal's batch.

        It has the time played up to now. *version* is the one that the command led to.
        """
        now_s = clock.monotonic_s()
        played_ms = round(1000 * self.played.played_s(now_s))
        self.length.settle(now_s)
        return Batch(
            id=command_id,
            version=version,
            game=self.id,
            lines=rows_of(lines, played_ms, self.length.lasted_ms),
            undated="" if all(line.entry.at for line in lines) else moment_of(clock),
        )

    def view(
        self, state: State, version: int, *, clock: Clock, roster: Roster, log: tuple[LogEntry, ...] = ()
    ) -> GameView:
        """Return the game as published in *state* at *version*.

        It has the people of *roster* and its *log*. The time until now counts as played.
        """
        self.played.countdowns.settle(clock.monotonic_s(), state)
        self.questions, last = self.questions.after(state, version), self.last_to_undo()
        return GameView(
            game=self.game,
            number=self.id,
            began=self.began,
            setup=self.setup,
            people=roster.names(self.setup.seats),
            state=state,
            tally=self.tally(state),
            log=log,
            since=self.questions.since,
            typed=self.chance in TYPED,
            asked=self.chance == "ask",
            why_not_undo=self.why_not_undo(state, last),
            undo_needs_two=self.undo_needs_two(),
            undoes=last,
            can_redo=self.can_redo(),
            seed=self.seed.hex() if self.seed and self.seed_is_public(state) else None,
            commitment=self.commitment,
            played=self.played.published(clock, state),
            clocks=self.played.countdowns.published(clock, state),
            lasted_ms=self.length.lasted_ms,
        )

    def last_to_undo(self) -> int:
        """Return people's last noticeable step, the next to undo, 0 without one."""
        given = (step for step in self.table.latest() if step.command.seat != CHANCE and not step.command.of_clock)
        return next((step.n for step in given if self._is_open(step)), 0)

    def why_not_undo(self, state: State, last: int) -> Message | None:
        """Return the reason why nobody can undo the *last* step.

        0 is no step.

        None if one or two can. *state* must be revealed.
        """
        if self.seed_is_public(state):
            return Message("session.undo-after-end")
        if last:
            return None
        return Message("session.undo-too-far" if self.table.forgotten else "refused.undo-what")

    def undo_needs_two(self) -> bool:
        """Return True if undoing the last step needs a second person."""
        last = next((step for step in self.table.latest() if self._is_open(step)), None)
        return last is not None and (last.command.seat == CHANCE or keep_a_secret_from(last.facts, WATCHER))

    def can_redo(self) -> bool:
        """Return True if the last undo may be redone.

        No dealt step came since, so nothing waits to be revealed. Not in a window: a pass may have come since, which
        ends redoing, and the answer would reveal it.
        """
        return (
            self.table.last_undo is not None and open_window(self.state) is None and not self.seed_is_public(self.state)
        )

    def is_free_to_undo(self, n: int) -> bool:
        """Return True if undoing from step *n* on needs no consent.

        Results of chance, and steps that look different to two viewers, can't be undone by one person alone. Steps that
        others can't notice at all don't count: a refusal would betray them.
        """
        steps = [step for step in self.table.steps if step.n >= n and self._is_open(step)]
        return bool(steps) and not any(
            step.command.seat == CHANCE or keep_a_secret_from(step.facts, WATCHER) for step in steps
        )

    def _is_open(self, step: Step) -> bool:
        return step.command.seat == CHANCE or self._can_be_noticed(step.facts)


def _open_asker(step: Step) -> int:
    """Return the seat to name as *step*'s starter.

    It isn't the last one to pass, nor chance.
    """
    hidden = bool(step.facts) and step.facts[0].seen_by(WATCHER) is None
    return TABLE if hidden or step.command.seat == CHANCE else step.command.seat


def _logged(step: Step, state: State, version: int, first: Step, *, origin: Origin) -> LogEntry:
    """Return the log's entry of *step* up to *state*.

    The *first* came from *origin*, others by the dealer.
    """
    is_first = step is first
    entry = Entry(
        n=step.n,
        at=origin.at,
        seat=seat_word(step.command.seat),
        do=spell(step.command),
        by=origin.by if is_first else "dealer",
        entropy=origin.entropy.hex() or None if is_first else None,
        agreed=origin.by_seats if is_first else (),
    )
    return LogEntry(
        entry, version, _open_asker(first), state=state, facts=step.facts, before=step.before, by_seats=origin.by_seats
    )


def rows_of(
    lines: Sequence[LogEntry], played_ms: int | None = None, lasted_ms: int | None = None
) -> tuple[LineRow, ...]:
    """Return the *lines* of one command as the journal's rows."""
    return tuple(
        LineRow(
            line.entry,
            lines[0].n,
            line.version,
            None if line.is_turning_back else write_facts(line.facts),
            played_ms,
            lasted_ms,
        )
        for line in lines
    )


def turned_back(log: Iterable[LogEntry], line: LogEntry, lines: set[int]) -> list[LogEntry]:
    """Return *log* with *line*, an undo or redo, and *lines* marked."""
    undone = line.entry.undo is not None
    return [*(replace(each, undone=undone) if each.n in lines else each for each in log), line]
