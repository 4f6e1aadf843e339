"""The board check: pages about the real board, turned by the knob.

After a start it asks whether the board is as the table remembers it, which OK answers for everybody. After an undo it
shows the pieces to put back, and after a phone's correction, the correction; when they have been read, here, the screen
moves on.
"""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from companion.stage.layers import CORRECTIONS, Chosen
from hardware.cues import MessageCue


class BoardCheck:
    """The pages of a published state, one of them open."""

    has_back = True

    def __init__(self) -> None:
        self._published = Snapshot()
        self._at = 0
        self._is_read = False
        self._asks = self.is_up = False

    def take(self, published: Snapshot) -> None:
        """Take *published*; changed pages begin with the first."""
        before, self._published = self._published, published
        # The very same pages are handed on as long as nothing is played; an undo like the last one makes new ones.
        is_same = published.put_back is before.put_back and published.open.set_right is before.open.set_right
        if not is_same or published.taken_up != before.taken_up:
            self._at, self._is_read = 0, False
        self._settle()

    def _settle(self) -> None:
        """Find out whether the pages ask about the board, or tell."""
        published = self._published
        self._asks = published.taken_up and bool(published.compare) and published.trouble is None
        tells = not self._is_read and published.trouble is None and bool(published.put_back or self._set_right())
        self.is_up = self._asks or tells

    def turn(self, steps: int) -> Chosen | None:
        """Turn *steps* pages; after the last comes the first."""
        self._at += steps
        return None

    def push(self) -> Chosen | None:
        """Confirm the board, or take the pages as read."""
        if self._asks:
            return Chosen("right", TABLE, self._published.version)
        self._put_away()
        return None

    def back(self) -> Chosen | None:
        """Open the corrections, or take the pages as read."""
        if self._asks:
            return CORRECTIONS
        self._put_away()
        return None

    def _put_away(self) -> None:
        self._is_read = True
        self._settle()

    def cue(self, say: Speaker) -> MessageCue | None:
        """Return the open page, None without one."""
        if not self.is_up:
            return None
        if self._asks:
            return self._page("stage.right", self._published.compare, "stage.right-how", say)
        if self._published.put_back:
            return self._page("stage.put-back", self._published.put_back, "stage.put-back-how", say)
        line = self._published.open.set_right
        if line is not None:
            who = line.who(self._published.open.names)
            return self._page("stage.set-right", self._set_right(), "stage.set-right-how", say, name=who)
        return None

    def _set_right(self) -> tuple[Message, ...]:
        """Return a phone's correction; the table's own hands know theirs."""
        line = self._published.open.set_right
        return line.set_right(self._published.open.names) if line is not None and line.by_seats else ()

    def _page(
        self, title: str, pages: tuple[Message, ...], how: str, say: Speaker, **values: str | Message
    ) -> MessageCue:
        at, of = self._at % len(pages), len(pages)
        heading = say(Message(title, {"at": at + 1, "of": of, **values}))
        return MessageCue(title=heading, lines=(say(pages[at]), say(Message(how))))
