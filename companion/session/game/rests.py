"""The rest of a step: a command repeated after each reveal.

Law: the rules decide. It is said again only where they allow it and it counts down by one; whatever else happens ends
it, and so does a wish to take something back. Nothing of it is kept: after a start somebody asks for what is left.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.state import State
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.snapshot import Snapshot
from companion.runtime.timers import Timers
from companion.session.game.open_game import OpenGame
from companion.session.game.store import GameStore

log = logging.getLogger(__name__)

PAUSE_S = 1.2
"""Seconds between two reveals.

A drawn card is read and moves to its place, which reacts while the next one comes.
"""
SCENE_PAUSE_S = 4.0
"""The same after a scene that pages show until it is read."""
READ_SCENES = frozenset({"rise"})


class Rest(Struct, frozen=True, eq=False):
    """The *request* for a line of *opened*.

    *left* are the times before the last one.
    """

    request: CommandRequest
    opened: OpenGame
    left: int


class RestOfStep:
    """Repeats lines in *store*'s open game, by *timers*.

    *say* sends one. It belongs to the session's thread.
    """

    def __init__(self, store: GameStore, timers: Timers, say: Callable[[CommandRequest], object]) -> None:
        self._store = store
        self._timers = timers
        self._say = say
        self.rest: Rest | None = None
        """The line that is repeated, None without one."""

    def forget(self) -> None:
        """Stop repeating: the game is read from the journal again."""
        self.rest = None

    def begin(self, request: CommandRequest, before: State) -> None:
        """Repeat *request*'s line, just sent in *before*, for its step."""
        opened = self._store.opened()
        self.rest = Rest(request, opened, _left(request, opened, before))

    def look(self, published: Snapshot) -> None:
        """Check after each *published* state if the line is repeated."""
        rest, state = self.rest, published.open.state
        if rest is None or (state is not None and state.due() is not None):
            return
        self.rest = None
        if state is None or rest.opened is not self._store.open:
            return
        left = _left(rest.request, rest.opened, state)
        if left and left == rest.left - 1:
            self.rest = again = replace(rest, left=left)
            self._timers.at(self._store.clock.monotonic_s() + _pause_s(published), partial(self._go_on, again))

    def _go_on(self, rest: Rest) -> None:
        if rest is not self.rest:
            return
        try:
            self._say(rest.request)
        except RequestRefused as refusal:
            log.debug("%s isn't said again: %s", rest.request.do, refusal)
            if rest is self.rest and refusal.reason != "rolling":  # what is rolling may be its own next time, by hand
                self.rest = None


def _left(request: CommandRequest, opened: OpenGame, state: State) -> int:
    """Return how often *request*'s line is still possible in *state*'s step.

    0 if it isn't at all.
    """
    command = opened.game.notation.read(request.seat, request.do)
    return command.left(state) if command.why_not(state) is None else 0


def _pause_s(published: Snapshot) -> float:
    """Return the time to read the last *published* result."""
    if published.open.game is None or not published.open.log:
        return PAUSE_S
    told = published.open.log[-1].sentences(published.open.names, published.open.game.moments)
    is_read = any(each.moment is not None and each.moment.kind in READ_SCENES for each in told)
    return SCENE_PAUSE_S if is_read else PAUSE_S
