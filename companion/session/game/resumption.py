"""The resumption: journal lines folded into an open game again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import groupby

from companion.engine.game import Game
from companion.engine.state import State
from companion.engine.values.seats import CHANCE
from companion.journal.rows import GameRow, LineRow
from companion.model.entry import LogEntry
from companion.model.snapshot import LOG_KEPT
from companion.session.game.open_game import OpenGame, RevealStep, turned_back


def take_up(
    game: Game, row: GameRow, rows: Iterable[LineRow], version: int, *, shown: int, by_rules: bool = False
) -> tuple[OpenGame, list[LogEntry], State, list[RevealStep]]:
    """Load the game of *row* from its *rows*.

    Returns the game, its log and state so far, and the reveals to come. Those are the last batch's if it holds a
    dealer's draw and nothing came after it: *version* is the journal's last. Steps up to version *shown* have been
    revealed by this very process already. *by_rules* is as for ``OpenGame.fold``. No more than a batch of the rows is
    held at a time.

    :raises Exception: one of ``DOES_NOT_FIT``: the game and its journal lines don't fit.
    """
    seed = None if row.secret is None else bytes.fromhex(row.secret)
    opened = OpenGame(game, game.kept_setup(row.seats, row.options), row.id, seed)
    opened.began = row.at
    opened.played.fold(0.0, opened.state)
    log: Iterable[LogEntry] = ()
    last: list[LineRow] = []
    for _, batch in groupby(rows, key=lambda row: row.batch):
        log = _past(opened, log, last, by_rules)
        _take_time(opened, last)
        last = list(batch)
        opened.draws += sum(map(_is_dealt, last))
    first = len(last)
    if any(map(_is_dealt, last)) and last[-1].version == version:
        first -= sum(row.version > shown for row in last)
    log = _past(opened, log, last[:first], by_rules)
    state, reveal_steps = opened.state, opened.fold(last[first:], by_rules)
    _take_time(opened, last)
    return opened, list(log), state, reveal_steps


def _take_time(opened: OpenGame, rows: Sequence[LineRow]) -> None:
    if not rows:
        return
    opened.length.fold(rows[-1].lasted_ms)
    if rows[-1].played_ms is not None:
        opened.played.fold(rows[-1].played_ms / 1000, opened.state)


def _is_dealt(row: LineRow) -> bool:
    return row.entry.speaker == CHANCE and row.entry.by == "dealer"


def _past(opened: OpenGame, log: Iterable[LogEntry], rows: Sequence[LineRow], by_rules: bool) -> Iterable[LogEntry]:
    """Fold *rows*, one revealed batch, into *opened*.

    Returns *log* with its lines for them.
    """
    if rows and (rows[0].entry.undo is not None or rows[0].entry.redo is not None):
        entry = rows[0].entry
        lines = opened.turn_back(entry)
        return deque(turned_back(log, LogEntry(entry, rows[0].version, entry.speaker, opened.state), lines), LOG_KEPT)
    noticed = filter(opened.is_noticed, opened.fold(rows, by_rules))
    return deque((*log, *(line for reveal_step in noticed for line in reveal_step.lines)), LOG_KEPT)
