"""The board check: pages about the real board, turned by the knob.

After a start it asks whether the board is as the table remembers it, which OK answers for everybody. After an undo it
shows the pieces to put back, and after a phone's correction, the correction; when they have been read, here, the screen
moves on.
"""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from hardware.cues import MessageCue


class BoardCheck:
    """The pages of a published state, one of them open."""

    def __init__(self) -> None:
        self._published = Snapshot()
        self._at = 0
        self._is_read = False

    def take(self, published: Snapshot) -> None:
        """Take *published*; changed pages begin with the first."""
        before, self._published = self._published, published
        # The very same pages are handed on as long as nothing is played; an undo like the last one makes new ones.
        is_same = published.put_back is before.put_back and published.set_right is before.set_right
        if not is_same or published.taken_up != before.taken_up:
            self._at, self._is_read = 0, False

    @property
    def asks(self) -> bool:
        """Whether the pages are a question: whether the board is like this."""
        return bool(self._published.compare) and self._published.trouble is None

    @property
    def tells(self) -> bool:
        """Whether there are unread pages.

        They show pieces to put back, or a phone's correction.
        """
        return bool(self._published.put_back or self._set_right()) and not self._is_read and not self._published.trouble

    def turn(self, steps: int) -> None:
        """Turn *steps* pages; after the last comes the first."""
        self._at += steps

    def put_away(self) -> None:
        """Take the pages as read."""
        self._is_read = True

    def cue(self, say: Speaker) -> MessageCue | None:
        """Return the open page, None without one."""
        if self.asks:
            return self._page("stage.right", self._published.compare, "stage.right-how", say)
        if self.tells and self._published.put_back:
            return self._page("stage.put-back", self._published.put_back, "stage.put-back-how", say)
        line = self._published.set_right
        if self.tells and line is not None:
            who = self._published.who(line)
            return self._page("stage.set-right", self._set_right(), "stage.set-right-how", say, name=who)
        return None

    def _set_right(self) -> tuple[Message, ...]:
        """Return a phone's correction; the table's own hands know theirs."""
        line = self._published.set_right
        return line.set_right(self._published.names) if line is not None and line.by_seats else ()

    def _page(
        self, title: str, pages: tuple[Message, ...], how: str, say: Speaker, **values: str | Message
    ) -> MessageCue:
        at, of = self._at % len(pages), len(pages)
        heading = say(Message(title, {"at": at + 1, "of": of, **values}))
        return MessageCue(title=heading, lines=(say(pages[at]), say(Message(how))))
