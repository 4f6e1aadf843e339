"""Facts to cues for the table's own screen, by each game.

Each game has its own screen part. A cue for a result is made before the reveal and is for the stage only; cues can't
leave the process. The picture of one may, later: so each is made of a watcher's view alone.
"""

from __future__ import annotations

from companion.engine.fact import Facts
from companion.engine.game import Game
from companion.engine.state import State
from companion.engine.values.message import Message
from companion.engine.values.seats import WATCHER
from companion.model.entry import LogEntry
from companion.texts.say import Texts
from hardware.cues import StageCue


class Speaker:
    """Says texts in the table's language."""

    def __init__(self, texts: Texts, lang: str) -> None:
        self._texts = texts
        self._lang = lang

    def __call__(self, said: Message | str) -> str:
        return said if isinstance(said, str) else self._texts.say(self._lang, said.key, **said.values)


def starting(game: Game | None, state: State, purpose: str, name: str, *, say: Speaker) -> StageCue | None:
    """Return the cue for *purpose* in motion, the same for every result."""
    if game is None or game.screen is None:
        return None
    cue: StageCue | None = game.screen.starting(state.seen_by(WATCHER), purpose, name, say)
    return cue


def showing(game: Game | None, facts: Facts, state: State, name: str, *, say: Speaker) -> StageCue | None:
    """Return the cue for the public part of *facts*, else None.

    *state* is the one after them all; it is shown as a watcher sees it.
    """
    return None if game is None else _shown(game, facts, state.seen_by(WATCHER), name, say=say)


def retold(game: Game | None, line: LogEntry, names: tuple[str | Message, ...], *, say: Speaker) -> StageCue | None:
    """Return the cue for a *line* of the log, or None.

    *names* are the people's.
    """
    if game is None or line.undone:
        return None
    return _shown(game, line.facts, line.watched.named(names), say(line.who(names)), say=say)


def _shown(game: Game, facts: Facts, watched: State, name: str, *, say: Speaker) -> StageCue | None:
    if game.screen is None:
        return None
    public = tuple([fact for each in facts if (fact := each.seen_by(WATCHER)) is not None])
    cue: StageCue | None = game.screen.showing(public, watched, name, say)
    return cue


def landing(game: Game | None, facts: Facts, state: State, name: str, *, say: Speaker) -> StageCue | None:
    """Return the cue for the landing, the last result.

    *facts* may also hold the end that it led to.
    """
    ends = () if game is None or game.screen is None else game.screen.ENDS
    results = tuple(fact for fact in facts if not isinstance(fact, ends))
    return showing(game, results, state, name, say=say) or showing(game, facts, state, name, say=say)
