"""The keeper's call, from the table, and the answer.

The keeper can announce that they are coming, and have messages shown.

It needs no journal, because a table that can't save games needs the keeper most. It is no move, so it doesn't wait for
results in motion, covers nothing, and changes no turn.
"""

from __future__ import annotations

import os
from math import ceil

from msgspec.structs import replace

from companion.engine.values.message import Message
from companion.model.keeper import ALL_RIGHT, CALL, KeeperCall, KeeperWords
from companion.model.requests import CommandRequest, RequestRefused, read_nothing
from companion.session.game_table import GameTable

PAUSE_S = 30.0
"""Minimum seconds between two calls."""


class Calling:
    """The keeper's messages and the call for them, published by *table*.

    It belongs to the session's thread.
    """

    def __init__(self, table: GameTable) -> None:
        self._table = table
        self._next_s: float | None = None

    def handle(self, request: CommandRequest) -> int:
        """Carry out one of ``CALLING_COMMANDS`` and return the version.

        Any seat may send it; repeated it does nothing.

        :raises RequestRefused: the table is in no club, or somebody called just now.
        """
        verb, *words = request.do.split(" ")
        read_nothing(words)
        published = self._table.published
        if not published.can_call:
            raise RequestRefused(Message("keeper.nobody"), "refused")
        if verb == ALL_RIGHT and published.call is not None:
            self._table.show(call=None)
        elif verb == CALL and published.call is None:
            self._call(request.seat)
        return published.version

    def say(self, words: KeeperWords) -> None:
        """Show the keeper's *words* in place of earlier ones."""
        self._table.show(keeper_words=words)

    def end(self, words: KeeperWords) -> None:
        """Show *words* no more, unless others are shown already."""
        if self._table.published.keeper_words == words:
            self._table.show(keeper_words=None)

    def hear(self, call: str) -> None:
        """Announce that the keeper is coming for *call*, if still open."""
        standing = self._table.published.call
        if standing is not None and standing.id == call and not standing.is_heard:
            self._table.show(call=replace(standing, is_heard=True))

    def _call(self, seat: int) -> None:
        clock = self._table.store.clock
        now_s = clock.monotonic_s()
        left_s = 0.0 if self._next_s is None else self._next_s - now_s
        if left_s > 0:
            raise RequestRefused(Message("keeper.called-lately", {"count": ceil(left_s)}), "refused")
        self._next_s = now_s + PAUSE_S
        self._table.show(call=KeeperCall(os.urandom(8).hex(), seat, clock.utc_text()))
