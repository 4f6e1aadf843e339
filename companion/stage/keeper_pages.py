"""Pages about the club's keeper on the table's own screen: their message, and that they are coming.

Any button puts the open page away; the next one comes then.
"""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from hardware.cues import MessageCue


class KeeperPages:
    """The unread pages of a published state, the first of them open. While it *waits*, there is none."""

    asks = False

    def __init__(self) -> None:
        self._pages: dict[str, tuple[str, ...]] = {}
        self._read: frozenset[str] = frozenset()
        self._open = ""
        self._has_trouble = False
        self.waits = False

    def take(self, published: Snapshot) -> bool:
        """Let *published* count; tell whether there is a page that wasn't there before."""
        words, call = published.keeper_words, published.call
        pages: dict[str, tuple[str, ...]] = {}
        if words is not None:
            pages[f"words {words.id}"] = ("stage.keeper", words.text)
        if call is not None and call.is_heard:
            pages[f"call {call.id}"] = ("stage.keeper-coming",)
        is_new = not pages.keys() <= self._pages.keys()
        self._pages, self._read = pages, self._read & pages.keys()
        self._has_trouble = published.trouble is not None
        return is_new

    @property
    def tells(self) -> bool:
        """Whether there are unread pages."""
        return bool(self._pages.keys() - self._read) and not self._has_trouble and not self.waits

    def turn(self, steps: int) -> None:
        """Put the open page away, as a button does."""
        self.put_away()

    def put_away(self) -> None:
        """Take the open page as read: what hasn't been on show stays unread."""
        if self._open in self._pages:
            self._read |= {self._open}

    def cue(self, say: Speaker) -> MessageCue | None:
        """Return the open page, None where there is none."""
        if not self.tells:
            return None
        self._open = next(page for page in self._pages if page not in self._read)
        key, *text = self._pages[self._open]
        return MessageCue(title=say(Message(key)), lines=(*text, say(Message("stage.keeper-how"))))
