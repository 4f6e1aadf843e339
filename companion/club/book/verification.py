"""Verification of records: fingerprint, rules and promised seeds.

The book itself is the queue, so a kill loses no pending record.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

from companion.club.book.rows import JudgedRow, WaitingRow
from companion.club.book.store import Book
from companion.engine.game import Game, Mode
from companion.engine.state import State
from companion.records.record import BadRecord, Record, Step, read, steps_of, table_of
from companion.records.verification import Differs, Unverifiable, verify

log = logging.getLogger(__name__)

LONGEST_S = 30.0
"""Maximum thread time of a record, a thousand times the usual one."""
AT_A_TIME = 8
Games: TypeAlias = Callable[[str, Mode], Game | None]
"""Function that finds a game or kit by slug.

It returns None if its code is missing.
"""


class TooSlow(Exception):
    """A record exceeds the time of any honest one."""


def judge(waiting: WaitingRow, games: Games, used_s: Callable[[], float] = time.thread_time) -> JudgedRow:
    """Return the judgement of the record *waiting*.

    Its bytes were compared with the fingerprint before.

    :param games: finds the rules.
    :param used_s: the seconds that this thread has used so far.
    """
    try:
        record = read(waiting.text.split("\n"))
        header = record.header
        if (header.game, header.mode, header.commitment) != (waiting.slug, waiting.mode, waiting.commitment):
            return JudgedRow("no", "another-game")
        game = games(waiting.slug, waiting.mode)
        return JudgedRow("can't", "not-here") if game is None else _by_rules(game, record, used_s)
    except BadRecord as error:
        return JudgedRow("no", "unreadable" if error.said is None and error.rule is None else "refused")
    except Differs:
        return JudgedRow("no", "draws")
    except TooSlow:
        return JudgedRow("can't", "slow")
    except Exception:
        # The rules are given hostile input here: what they raise says that it is none that they give out.
        log.exception("a record of %s can't be verified", waiting.slug)
        return JudgedRow("no", "refused")


def _by_rules(game: Game, record: Record, used_s: Callable[[], float]) -> JudgedRow:
    table = table_of(game, record)
    steps = _limited(steps_of(game, record, table), used_s)
    try:
        for draw, answer in verify(game, record, steps):
            if draw.do != answer:
                return JudgedRow("no", "draws")
    except Unverifiable:
        if record.header.commitment is not None:
            return JudgedRow("no", "unreadable")
        for _ in steps:  # nothing was promised: the rules alone have a say
            pass
        return JudgedRow("can't", "unpromised", _winners(table.state))
    return JudgedRow("yes", "", _winners(table.state))


def _limited(steps: Iterator[Step], used_s: Callable[[], float]) -> Iterator[Step]:
    until_s = used_s() + LONGEST_S
    for step in steps:
        if used_s() > until_s:
            raise TooSlow
        yield step


def _winners(state: State) -> tuple[int, ...] | None:
    """Return the seats that won, None if the rules name nobody."""
    return state.winners() or None


def check_all(book: Book, games: Games, may_go_on: Callable[[], bool] = lambda: True) -> int:
    """Verify all pending records of *book*; return their number.

    *games* finds the rules.

    :param may_go_on: is called before each record.
    """
    done = 0
    while found := book.waiting(AT_A_TIME):
        for waiting in found:
            if not may_go_on():
                return done
            book.judge(waiting, judge(waiting, games))
            done += 1
    return done
