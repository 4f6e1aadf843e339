"""A game that is open on the table: its rules, its steps, and how they read as lines of the journal."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import msgspec

from companion.chance.dealers import Dealer
from companion.chance.fairness import commitment
from companion.engine.chance import ChanceAnswer, ChanceRequest
from companion.engine.command import Command, Refused
from companion.engine.corrections import Correct
from companion.engine.fact import hidden_from
from companion.engine.game import Game, Setup, write_facts
from companion.engine.notation import spell
from companion.engine.state import State
from companion.engine.table import Step, Table
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING, CHANCE, TABLE, WATCHER, seat_word
from companion.engine.windows import open_window
from companion.journal.rows import GameRow, JournalEntry
from companion.model.entry import By
from companion.model.play_clock import PlayTime
from companion.model.snapshot import LOG_KEPT, LogLine

DOES_NOT_FIT = (
    ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RuntimeError,
    msgspec.MsgspecError,
)  # fmt: skip
"""What reading a game's lines may raise if they were written by other rules, or damaged without the disk's noticing."""


@dataclass(frozen=True)
class RevealStep:
    """One moment's reveal, as *version*: steps with the state after each, and the last question to chance.

    *seat* is who openly set it going, ``TABLE`` where that is nobody's business; *by_seats* are the seats of the phone
    that spoke in the table's name.
    """

    steps: tuple[tuple[Step, State], ...]
    seat: int
    request: ChanceRequest | None = None
    version: int = 0
    by_seats: tuple[int, ...] = ()

    @property
    def state(self) -> State:
        """The state after it."""
        return self.steps[-1][1]


MAX_REVEAL_STEPS = 200
"""What one command sets going is over by then; a game whose wheels spin wheels for ever must not stop the table."""


STEPS_KEPT = 1000
"""How many steps can be taken back at least. What came before lies in the journal alone, however long a game is."""


class OpenGame:
    """One game of the journal, as far as it has come. *id* is its number there.

    *seed* is the secret of its draws, None where none was promised; *draws* counts those that were made, undone ones
    too: it never runs backwards.
    """

    def __init__(self, game: Game, setup: Setup, number: int = 0, seed: bytes | None = None) -> None:
        self.game = game
        self.setup = setup
        self.id = number
        self.seed = seed
        self.draws = 0
        self.played = PlayTime()
        self.table = Table(game.start(setup), STEPS_KEPT)

    @property
    def state(self) -> State:
        """The state now, revealed or not."""
        return self.table.state

    @property
    def is_typed(self) -> bool:
        """Whether people may type what real dice show, instead of a dealer's answering."""
        return self.chance in ("typed", "ask")

    @property
    def is_asked(self) -> bool:
        """Whether people say each time who answers for chance: they by typing, or the dealer."""
        return self.chance == "ask"

    @property
    def chance(self) -> str:
        """The speaker for chance: the game's option of this name."""
        return str(self.setup.options.get("chance", "dealer"))

    @property
    def commitment(self) -> str | None:
        """The commitment to the seed, shown from the start."""
        return None if self.seed is None else commitment(self.seed)

    def seed_is_public(self, state: State) -> bool:
        """Tell whether the seed is public with *state*: who knows it knows what every further draw would be."""
        return self.seed is not None and state.end() is not None

    @property
    def ended(self) -> str | None:
        """How it ended, as the journal's JSON; None while it goes on."""
        end = self.state.end()
        return None if end is None else msgspec.json.encode({"reason": end.key, "values": end.values}).decode()

    def is_so_already(self, command: Command) -> bool:
        """Tell whether *command* is a correction that is allowed and sets nothing: all is as it says."""
        is_correction = isinstance(command, Correct) and command.why_not(self.state) is None
        return is_correction and not command.facts(self.state)

    def take(
        self, command: Command | None, dealer: Dealer, version: int, by_seats: tuple[int, ...] = ()
    ) -> list[RevealStep]:
        """Take *command*, *by_seats*, through the rules, and chance's answers as far as *dealer* gives them.

        Without a command it is chance alone that speaks, in a game that begins with a deal. Returns the reveal steps,
        *version* being the last one published: the first holds the command and, where chance was asked, its first
        answer. A single one with that same *version* is one that nobody may notice.

        :raises Refused: the rules refuse it; nothing has changed.
        :raises RuntimeError: the dealer gave an impossible answer, or is asked without end; what is in memory is ahead
            of the journal then.
        """
        steps = [] if command is None else [(self.table.do(command), self.state)]
        seat = _open_asker(steps[0][0]) if steps else TABLE
        reveal_steps: list[RevealStep] = []
        while (request := self.state.due()) is not None and (answer := dealer.answer(request)) is not None:
            if len(reveal_steps) == MAX_REVEAL_STEPS:
                raise RuntimeError(f"chance is asked without end: {[step.request for step in reveal_steps[-3:]]}")
            try:
                steps.append((self.table.do(ChanceAnswer(CHANCE, request.verb, answer)), self.state))
            except Refused as error:
                raise RuntimeError(f"the dealer gave an impossible answer to {request.purpose!r}") from error
            self.draws += 1
            reveal_steps.append(RevealStep(tuple(steps), seat, request))
            steps = []
        if steps:
            reveal_steps.append(RevealStep(tuple(steps), seat))
        first = version + 1 if any(map(self.is_noticed, reveal_steps)) else version
        return [
            replace(reveal_step, version=first + place, by_seats=by_seats)
            for place, reveal_step in enumerate(reveal_steps)
        ]

    def fold(self, rows: Sequence[JournalEntry], by_rules: bool = False) -> list[RevealStep]:
        """Fold *rows* of one batch of commands as they happened, and return their reveal steps.

        *by_rules* their commands are taken through the rules instead: their facts are an older program's.
        """
        steps: list[tuple[Step, State]] = []
        reveal_steps: list[RevealStep] = []
        seat = TABLE
        for row in rows:
            request = self.state.due() if row.speaker == CHANCE else None
            command = self.game.notation.read(row.speaker, row.do or "")
            if by_rules:
                step = self.table.do(command, row.n)
            else:
                step = self.table.resume(row.n, command, self.game.read_facts(row.facts or b"[]"))
            steps.append((step, self.state))
            if row is rows[0]:
                seat = _open_asker(steps[0][0])
            if request is not None:
                reveal_steps.append(RevealStep(tuple(steps), seat, request, row.version))
                steps = []
        if steps:
            reveal_steps.append(RevealStep(tuple(steps), seat, None, rows[-1].version))
        by_seats = rows[0].with_seats if rows else ()
        return [replace(reveal_step, by_seats=by_seats) for reveal_step in reveal_steps]

    def turn_back(self, row: JournalEntry) -> set[int]:
        """Fold the undo or redo of *row*. Returns the lines it takes back, or that stand again."""
        steps = self.table.undo(row.undo, row.n) if row.undo else self.table.redo(row.redo or 0, row.n)
        return {step.n for step in steps}

    def is_noticed(self, reveal_step: RevealStep) -> bool:
        """Tell whether *reveal_step* can be noticed by more than the one person whom it concerns.

        What is in motion always can; a pass in an answer window can't.
        """
        if reveal_step.request is not None:
            return True
        people = range(len(self.setup.seats))
        return _is_visible_to(reveal_step, WATCHER) or sum(_is_visible_to(reveal_step, seat) for seat in people) > 1

    def last_to_undo(self) -> int:
        """Return the step that an undo takes back: the last that people gave and others could notice; 0 for none."""
        given = (step for step in self.table.latest() if step.command.seat != CHANCE and not step.command.of_clock)
        return next((step.n for step in given if self._is_open(step)), 0)

    def why_not_undo(self, state: State) -> Message | None:
        """Return why nobody can take the last step back once *state* is revealed, None if one or two can."""
        if self.seed_is_public(state):
            return Message("session.undo-after-end")
        if self.last_to_undo():
            return None
        return Message("session.undo-too-far" if self.table.forgotten else "refused.undo-what")

    def undo_needs_two(self) -> bool:
        """Tell whether the last step is one that nobody takes back alone."""
        last = next((step for step in self.table.latest() if self._is_open(step)), None)
        return last is not None and (last.command.seat == CHANCE or _is_secret(last))

    def can_redo(self) -> bool:
        """Tell whether what was undone last may stand again; no dealt step came since, so nothing waits to be revealed.

        Not in a window: a pass may have come since, which ends redoing, and an answer would tell.
        """
        return (
            self.table.last_undo is not None and open_window(self.state) is None and not self.seed_is_public(self.state)
        )

    def is_free_to_undo(self, n: int) -> bool:
        """Tell whether step *n* and all after it may be undone without consent.

        What chance has said, or what looks different to two viewers, can't be taken back by one person alone. What
        others can't notice at all doesn't count: a refusal would betray it.
        """
        steps = [step for step in self.table.steps if step.n >= n and self._is_open(step)]
        return bool(steps) and not any(step.command.seat == CHANCE or _is_secret(step) for step in steps)

    def _is_open(self, step: Step) -> bool:
        return step.command.seat == CHANCE or self.is_noticed(RevealStep(((step, self.state),), TABLE))


def _is_visible_to(reveal_step: RevealStep, viewer: int) -> bool:
    return not all(hidden_from(step.facts, viewer) for step, _ in reveal_step.steps)


def _is_secret(step: Step) -> bool:
    return any(fact.seen_by(WATCHER) != fact.seen_by(ALL_SEEING) for fact in step.facts)


def _open_asker(step: Step) -> int:
    """The seat to name as having set *step* going: not the last to pass, nor chance."""
    hidden = bool(step.facts) and step.facts[0].seen_by(WATCHER) is None
    return TABLE if hidden or step.command.seat == CHANCE else step.command.seat


def log_lines(reveal_step: RevealStep) -> list[LogLine]:
    """Return the log's lines for *reveal_step*; what chance said is told of the seat that had it speak."""
    return [
        LogLine(
            step.n,
            reveal_step.version,
            reveal_step.seat,
            state,
            step.facts,
            before=step.before,
            by_seats=reveal_step.by_seats,
        )
        for step, state in reveal_step.steps
    ]


def turned_back(log: Iterable[LogLine], row: JournalEntry, lines: set[int], state: State) -> list[LogLine]:
    """Return *log* after the undo or redo of *row*, which led to *state*: *lines* marked, and a line for itself."""
    undone = row.undo is not None
    marked = [replace(line, undone=undone) if line.n in lines else line for line in log]
    note = Message("log.undone" if undone else "log.redone")
    return [*marked, LogLine(row.n, row.version, row.speaker, state, note=note, agreed=row.with_seats)]


def entries_of(reveal_steps: Sequence[RevealStep], by: By, entropy: bytes, at: str) -> tuple[JournalEntry, ...]:
    """Return the entries of *reveal_steps*: the first step came *by* its sender, chance's after it by the dealer.

    *entropy* is kept where it went into a draw.
    """
    given = entropy.hex() if entropy and any(reveal_step.request for reveal_step in reveal_steps) else None
    batch = reveal_steps[0].steps[0][0].n if reveal_steps else 0
    return tuple(
        JournalEntry(
            n=step.n,
            batch=batch,
            version=reveal_step.version,
            seat=seat_word(step.command.seat),
            do=spell(step.command),
            by=by if step.n == batch else "dealer",
            at=at,
            entropy=given if step.n == batch else None,
            facts=write_facts(step.facts),
            agreed=reveal_step.by_seats if step.n == batch else (),
        )
        for reveal_step in reveal_steps
        for step, _ in reveal_step.steps
    )


def take_up(
    game: Game, row: GameRow, rows: Iterable[JournalEntry], version: int, shown: int, by_rules: bool = False
) -> tuple[OpenGame, list[LogLine], State, list[RevealStep]]:
    """Take the game of *row* up from its *rows*: the game, its log and state so far, and what is to be revealed yet.

    Those are the last batch's if it holds chance's word by a dealer and nothing came after it: *version* is the
    journal's last. Steps up to version *shown* have been revealed by this very process already. *by_rules* is as for
    ``OpenGame.fold``. No more than a batch of the rows is held at a time.

    :raises Exception: one of ``DOES_NOT_FIT``: the game and what the journal says of it don't fit.
    """
    seed = None if row.seed is None else bytes.fromhex(row.seed)
    opened = OpenGame(game, game.kept_setup(row.seats, row.options), row.id, seed)
    log: Iterable[LogLine] = ()
    last: list[JournalEntry] = []
    for _, batch in groupby(rows, key=lambda line: line.batch):
        log = _past(opened, log, last, by_rules)
        _take_time(opened, last)
        last = list(batch)
        opened.draws += sum(map(_is_dealt, last))
    first = len(last)
    if any(map(_is_dealt, last)) and last[-1].version == version:
        first -= sum(line.version > shown for line in last)
    log = _past(opened, log, last[:first], by_rules)
    state, reveal_steps = opened.state, opened.fold(last[first:], by_rules)
    _take_time(opened, last)
    return opened, list(log), state, reveal_steps


def _take_time(opened: OpenGame, lines: Sequence[JournalEntry]) -> None:
    if lines and lines[-1].played_ms is not None:
        opened.played.fold(lines[-1].played_ms / 1000, opened.state)


def _is_dealt(line: JournalEntry) -> bool:
    return line.speaker == CHANCE and line.by == "dealer"


def _past(opened: OpenGame, log: Iterable[LogLine], lines: Sequence[JournalEntry], by_rules: bool) -> Iterable[LogLine]:
    """Fold *lines* of one batch, which has been revealed, into *opened*. Returns *log* with what it says of them."""
    if lines and (lines[0].undo is not None or lines[0].redo is not None):
        back = opened.turn_back(lines[0])
        return deque(turned_back(log, lines[0], back, opened.state), LOG_KEPT)
    told = [
        entry
        for reveal_step in opened.fold(lines, by_rules)
        if opened.is_noticed(reveal_step)
        for entry in log_lines(reveal_step)
    ]
    return deque((*log, *told), LOG_KEPT)
