"""The idle screen, while nothing is in motion or opened over it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.game import ScreenPage
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE, WATCHER
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker, retold
from companion.stage.layers import MENU, UNUSED, Chosen
from companion.stage.offers import doing
from companion.stage.urgent import Where
from hardware.cues import ErrorCue, MessageCue, StageCue, StartCue, TurnCue

HOW = {"stage.ask-forget": Message("stage.forget-how")}
"""Instructions for questions that need more than OK."""


class IdleScreen:
    """The game at rest: a due roll, last event or start.

    *where* gives the table's address, which is shown with the beginning of the promise of its draws.
    """

    is_up = True

    def __init__(self, where: Where) -> None:
        self._where = where
        self._published = Snapshot()
        self._say: Speaker | None = None
        self._topics: tuple[object, ...] = ()
        self._at = 0
        """The page on show, from 1; 0 for the last event."""

    @property
    def has_back(self) -> bool:
        """Whether BACK leads to the last event."""
        return self._at > 0

    def take(self, published: Snapshot) -> None:
        """Take *published* as the current state."""
        self._published = published

    def turn(self, steps: int) -> Chosen | None:
        """Turn *steps* pages, or open the menu if there are none."""
        pages = self._pages()
        if not pages:
            return MENU
        self._at = (self._at + steps) % (len(pages) + 1)
        return None

    def push(self) -> Chosen | None:
        """Do the page's line, or open the menu."""
        pages = self._pages() if self._at else ()
        line = pages[self._at - 1].line if self._at else ""
        return Chosen(line, TABLE, self._published.version) if line else MENU

    def back(self) -> Chosen | None:
        """Go back to the last event."""
        if not self._at:
            return UNUSED
        self._at = 0
        return None

    def cue(self, say: Speaker) -> StageCue:
        """Return the game's cue."""
        published = self._published
        self._say = say
        pages = self._pages() if self._at else ()
        if self._at:
            page: StageCue = pages[self._at - 1].cue()
            return page
        request = published.open.state.seen_by(TABLE).due() if published.open.state and published.open.typed else None
        if request is not None and published.open.game is not None:
            return MessageCue(
                title=say(published.open.game.label(request.purpose)), lines=(say(Message("stage.type")),)
            )
        for line in reversed(published.open.log):
            cue = retold(published.open.game, line, published.open.names, say=say)
            if cue is not None:
                return timed(cue, published)
        if published.notice is not None:
            return ErrorCue(title=say(Message("stage.trouble")), lines=(say(published.notice),))
        return self._start(say)

    def _pages(self) -> tuple[ScreenPage, ...]:
        """Return the pages beside the last event.

        With other pages than before, the last event is shown first. Nobody turns to them after most rolls, so they are
        made only for the knob.
        """
        game, state, say = self._published.open.game, self._published.open.state_for(WATCHER), self._say
        pages: tuple[ScreenPage, ...] = ()
        if game is not None and say is not None and state is not None and state.due() is None:
            pages = game.pages(state, say)
        topics = tuple(page.topic for page in pages)
        if topics != self._topics:
            self._topics, self._at = topics, 0
        return pages

    def _start(self, say: Speaker) -> StartCue:
        published = self._published
        address, code = self._where()  # which asks the machine for its addresses: not for every roll
        pressed, commitment = doing(published), published.open.commitment
        button = Message(f"panel.{pressed[0]}") if pressed else ""
        hint = Message("stage.press", {"button": button}) if pressed else Message("stage.choose")
        promised = (say(Message("stage.fair", {"digits": commitment[:4]})),) if commitment else ()
        lines = (*((say(Message("stage.join-at")),) if address else ()), *promised, say(hint))
        return StartCue(address=address, lines=lines, qr=code or None)


def timed(cue: StageCue, published: Snapshot) -> StageCue:
    """Return a turn's *cue* with its time; others stay unchanged."""
    if published.open.played is None or not isinstance(cue, TurnCue):
        return cue
    played = published.open.played
    return TurnCue(
        title=cue.title, step=cue.step, left=cue.left, of=cue.of, foot=cue.foot, level=cue.level, levels=cue.levels,
        clock=played.turn_seconds(), runs=played.runs,
    )  # fmt: skip


def asleep(published: Snapshot, presences: Sequence[Presence]) -> int | None:
    """Return the seat that a referee openly waits for, if asleep.

    Its phone sleeps. None otherwise: where several may speak, nobody is waited for alone.
    """
    if published.open.game is None or published.open.game.mode != "referee" or published.open.state is None:
        return None
    waited_for = [ask.seat for ask in published.open.state_for(WATCHER).asks() if ask.seat >= 0]
    if len(waited_for) != 1 or waited_for[0] >= len(presences):
        return None
    return waited_for[0] if presences[waited_for[0]] == "asleep" else None


def waiting(cue: StageCue, name: str | Message, say: Speaker) -> StageCue:
    """Return *cue* while *name*'s phone sleeps on their turn.

    It shows how to play on without it. A result stays as it is; it is for all.
    """
    if isinstance(cue, TurnCue):
        foot = say(Message("stage.asleep"))
        return TurnCue(
            title=cue.title,
            step=cue.step,
            left=cue.left,
            of=cue.of,
            foot=foot,
            level=cue.level,
            levels=cue.levels,
            clock=cue.clock,
            runs=cue.runs,
        )
    if isinstance(cue, StartCue):
        lines = (say(Message("stage.sleeps", {"name": name})), say(Message("stage.act-for", {"name": name})))
        return MessageCue(title="", lines=lines)
    return cue


def asking(question: Message, say: Speaker) -> StageCue:
    """Return a *question* to the table, with the buttons for its answer."""
    how = HOW.get(question.key, Message("stage.right-how"))
    return MessageCue(title="", lines=(say(question), say(how)))
