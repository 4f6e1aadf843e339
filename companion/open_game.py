"""A game that is open on the table: its rules, its steps, and how they read as lines of the journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.dealers import Dealer
from companion.engine.chance import Outcome, Request
from companion.engine.command import Command
from companion.engine.fact import hidden_from_all
from companion.engine.game import Game, Setup, write_facts
from companion.engine.notation import spell
from companion.engine.said import Said
from companion.engine.seats import ALL_SEEING, CHANCE, TABLE, WATCHER
from companion.engine.state import State
from companion.engine.table import Step, Table
from companion.journal import LineRow
from companion.published import LogLine


@dataclass(frozen=True)
class Beat:
    """What is revealed at one moment: steps with the state after each, and what chance was asked in the last."""

    steps: tuple[tuple[Step, State], ...]
    request: Request | None = None

    @property
    def state(self) -> State:
        """The state after it."""
        return self.steps[-1][1]

    def noticed_by(self, viewer: int) -> bool:
        """Tell whether *viewer* can notice that anything happened."""
        return not all(hidden_from_all(step.facts, viewer) for step, _ in self.steps)


class OpenGame:
    """One game of the journal, as far as it has come. *id* is its number there."""

    def __init__(self, game: Game, setup: Setup, number: int = 0) -> None:
        self.game = game
        self.setup = setup
        self.id = number
        self.table = Table(game.start(setup))

    @property
    def state(self) -> State:
        """The state now, revealed or not."""
        return self.table.state

    @property
    def is_typed(self) -> bool:
        """Whether people type what real dice show, instead of a dealer's answering."""
        return self.chance == "typed"

    @property
    def chance(self) -> str:
        """Who speaks for chance: the game's option of this name."""
        return str(self.setup.options.get("chance", "dealer"))

    def take(self, command: Command, dealer: Dealer) -> list[Beat]:
        """Take *command* through the rules, and chance's answers as far as *dealer* gives them.

        Returns its beats: the first holds the command and, where chance was asked, its first answer.

        :raises Refused: the rules refuse it; nothing has changed.
        """
        steps = [(self.table.do(command), self.state)]
        beats: list[Beat] = []
        while (request := self.state.due()) is not None and (answer := dealer.answer(request)) is not None:
            steps.append((self.table.do(Outcome(CHANCE, request.verb, answer)), self.state))
            beats.append(Beat(tuple(steps), request))
            steps = []
        if steps:
            beats.append(Beat(tuple(steps)))
        return beats

    def fold(self, rows: Sequence[LineRow]) -> list[Beat]:
        """Fold *rows* of one batch as they happened, and return their beats; undos and redos give none."""
        steps: list[tuple[Step, State]] = []
        beats: list[Beat] = []
        for row in rows:
            if row.undo is not None:
                self.table.undo(row.undo, row.n)
            elif row.redo is not None:
                self.table.redo(row.redo, row.n)
            else:
                request = self.state.due() if row.seat == CHANCE else None
                command = self.game.notation.read(TABLE if row.seat is None else row.seat, row.do or "")
                steps.append((self.table.resume(row.n, command, self.game.read_facts(row.facts or b"[]")), self.state))
                if request is not None:
                    beats.append(Beat(tuple(steps), request))
                    steps = []
        return [*beats, Beat(tuple(steps))] if steps else beats

    def is_free_to_undo(self, n: int) -> bool:
        """Tell whether step *n* and all after it may be undone without consent.

        What chance has said, or what looks different to two viewers, can't be taken back by one person alone.
        """
        steps = [step for step in self.table.steps if step.n >= n]
        return bool(steps) and not any(step.command.seat == CHANCE or _is_secret(step) for step in steps)


def _is_secret(step: Step) -> bool:
    return any(fact.seen_by(WATCHER) != fact.seen_by(ALL_SEEING) for fact in step.facts)


def log_lines(beat: Beat) -> list[LogLine]:
    """Return the log's lines for *beat*; what chance said is told of the seat that had it speak."""
    seats = [step.command.seat for step, _ in beat.steps]
    asker = next((seat for seat in seats if seat != CHANCE), TABLE)
    return [LogLine(step.n, asker, state, step.facts) for step, state in beat.steps]


def mark_undone(log: Iterable[LogLine], taken: Iterable[int], undone: bool) -> list[LogLine]:
    """Return *log* with the lines of steps *taken* marked as undone, or as standing again."""
    numbers = set(taken)
    return [
        LogLine(line.n, line.seat, line.state, line.facts, line.note, undone) if line.n in numbers else line
        for line in log
    ]


def note(row: LineRow, state: State) -> LogLine:
    """Return the log's line for the undo or redo of *row*, *state* being what it led to."""
    key = "log.undone" if row.undo else "log.redone"
    seat = TABLE if row.seat is None else row.seat
    return LogLine(row.n, seat, state, note=Said(key, {"line": row.undo or row.redo or 0}))


def rows_of(beats: Sequence[Beat], version: int, by: str, entropy: bytes, at: str) -> tuple[LineRow, ...]:
    """Return the journal's rows for *beats*, the first of which is published as *version*.

    What chance says in them came from the dealer, all else *by* whoever sent it.
    """
    batch = beats[0].steps[0][0].n
    return tuple(
        LineRow(
            n=step.n,
            batch=batch,
            version=version + place,
            seat=step.command.seat,
            do=spell(step.command),
            by="dealer" if step.command.seat == CHANCE and by != "typed" else by,
            at=at,
            entropy=entropy.hex() if entropy and step.n == batch else None,
            facts=write_facts(step.facts),
        )
        for place, beat in enumerate(beats)
        for step, _ in beat.steps
    )


def fold_log(opened: OpenGame, rows: Sequence[LineRow]) -> list[LogLine]:
    """Fold *rows* into *opened* as they happened, undos and redos among them, and return the log they make."""
    history: list[LogLine] = []
    for _, batch in groupby(rows, key=lambda row: row.batch):
        row, *rest = batch
        before = {step.n for step in opened.table.steps}
        for beat in opened.fold([row, *rest]):
            history += log_lines(beat)
        now = {step.n for step in opened.table.steps}
        history = mark_undone(mark_undone(history, before - now, True), now - before, False)
        if row.undo or row.redo:
            history.append(note(row, opened.state))
    return history
