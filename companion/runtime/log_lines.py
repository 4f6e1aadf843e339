"""The log's lines: a repeated warning is written once, then counted.

A line that any stranger can cause must not fill an SD card, nor hide the other lines.
"""

from __future__ import annotations

import logging
import re
import time
import traceback
from collections.abc import Callable
from typing import TextIO

from msgspec import Struct

PERIOD_S = 60.0
"""Seconds after a line in which others of its kind are counted.

They aren't written.
"""
KINDS = 64
"""Number of kinds that are distinguished at a time.

Further ones are distinguished by their logger and level alone.
"""
_CHANGING = re.compile(r"0x[0-9a-f]+|\d+|'[^']*'|\"[^\"]*\"", re.IGNORECASE)


class _Written(Struct):
    """A written line, its time, and its kind's count since.

    Only its words are stored: a record holds its exception, and that holds everything at work when it was raised.
    """

    name: str
    level: str
    message: str
    at_s: float
    more: int = 0


class CountingHandler(logging.StreamHandler[TextIO]):
    """Writes the first warning of each kind, then counts the others.

    The count is written once the period is over.

    Two lines are of one kind if they differ in numbers and quoted words alone and carry exceptions of one type, raised
    in one place. The count is written before the next line of any kind, and at the end. Lines below warnings are always
    written.

    :param clock: monotonic seconds.
    """

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._written: dict[tuple[str, ...], _Written] = {}

    def emit(self, record: logging.LogRecord) -> None:
        now_s = self._clock()
        self._tell_counts(now_s - PERIOD_S)
        if record.levelno < logging.WARNING:
            super().emit(record)
            return
        kind = self._kind_of(record)
        if kind in self._written:
            self._written[kind].more += 1
            return
        self._written[kind] = _Written(record.name, record.levelname, record.getMessage(), now_s)
        super().emit(record)

    def close(self) -> None:
        with self.lock:  # type: ignore[union-attr]  # a handler has one
            self._tell_counts(float("inf"))
        super().close()

    def _kind_of(self, record: logging.LogRecord) -> tuple[str, ...]:
        kind = (record.name, record.levelname)
        if len(self._written) >= KINDS:
            return kind
        return (*kind, _CHANGING.sub("#", record.getMessage()), *_fault_of(record))

    def _tell_counts(self, until_s: float) -> None:
        """Write and forget the counts of lines first written until *until_s*."""
        over = [kind for kind, written in self._written.items() if written.at_s <= until_s]
        for written in map(self._written.pop, over):
            if written.more:
                said = {"msg": "… %d more like it: %s", "args": (written.more, written.message)}
                super().emit(logging.makeLogRecord({"name": written.name, "levelname": written.level, **said}))


def _fault_of(record: logging.LogRecord) -> tuple[str, ...]:
    """Return the type, file and line of *record*'s exception, if any."""
    if not record.exc_info or record.exc_info[0] is None:
        return ()
    kind, _, trace = record.exc_info
    last = list(traceback.walk_tb(trace))[-1:]
    return (kind.__name__, *(f"{frame.f_code.co_filename}:{line}" for frame, line in last))
