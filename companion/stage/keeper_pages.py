"""Pages about the club's keeper on the table's own screen.

They are a message, or the news that the keeper is coming. OK, BACK and the knob lead from page to page, and from the
last one away; any other button dismisses the message.
"""

from __future__ import annotations

from textwrap import TextWrapper

from companion.engine.values.message import Message
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from companion.stage.layers import Chosen
from hardware.cues import MessageCue

LINES, LETTERS = 4, 20
"""Lines and letters that surely fit on a page in small type.

They are between its title and OK's label.
"""
_WRAPPER = TextWrapper(LETTERS, break_on_hyphens=False)


class KeeperPages:
    """The unread pages of a published state, the first one open.

    While it *waits*, there is none.
    """

    has_back = True

    def __init__(self) -> None:
        self._published = Snapshot()
        self._pages: dict[str, tuple[Message, tuple[str, ...]]] = {}
        self._read: frozenset[str] = frozenset()
        self._open, self._at = "", 0
        self._has_trouble = False
        self.waits = False
        """Whether a result is to be read first."""
        self.is_up = self.is_new = False
        """Whether there are unread pages, and any new one."""

    def take(self, published: Snapshot) -> None:
        """Take *published* as the current state."""
        before, self._published = self._published, published
        words, call = published.keeper_words, published.call
        if words is before.keeper_words and call is before.call and published.trouble is before.trouble:
            return
        pages: dict[str, tuple[Message, tuple[str, ...]]] = {}
        if words is not None:
            pages[f"words {words.id}"] = (Message("stage.keeper"), _parts(words.text))
        if call is not None and call.is_heard:
            pages[f"call {call.id}"] = (Message("stage.keeper-coming"), ())
        self.is_new = self.is_new or not pages.keys() <= self._pages.keys()
        self._pages, self._read = pages, self._read & pages.keys()
        self._has_trouble = published.trouble is not None
        self._settle()

    def wait(self, waits: bool) -> None:
        """Show nothing while a result *waits* to be read, or go on."""
        self.waits = waits
        self._settle()

    def _settle(self) -> None:
        self.is_up = bool(self._pages.keys() - self._read) and not self._has_trouble and not self.waits

    def turn(self, steps: int) -> Chosen | None:
        """Go on, as a button does."""
        return self.push()

    def push(self) -> Chosen | None:
        """Turn to the next page; after the last one mark them read."""
        self._at += 1
        if self._open in self._pages and self._at >= len(self._pages[self._open][1]):
            self.put_all_away()
        return None

    def back(self) -> Chosen | None:
        """Go on, as OK does."""
        return self.push()

    def put_all_away(self) -> None:
        """Mark all pages of the open entry read; unshown entries stay unread."""
        if self._open in self._pages:
            self._read |= {self._open}
            self._settle()

    def cue(self, say: Speaker) -> MessageCue | None:
        """Return the open page, None without one."""
        if not self.is_up:
            return None
        shown = next(page for page in self._pages if page not in self._read)
        if shown != self._open:
            self._open, self._at = shown, 0
        title, parts = self._pages[shown]
        if len(parts) > 1:
            title = Message("stage.keeper-page", {"title": title, "at": self._at + 1, "of": len(parts)})
        is_last = self._at + 1 >= len(parts)
        how = Message("stage.keeper-how" if is_last else "stage.keeper-more")
        return MessageCue(title=say(title), lines=(*parts[self._at : self._at + 1], say(how)))


def _parts(text: str) -> tuple[str, ...]:
    """Return *text* in parts that fit on a page each."""
    lines = _WRAPPER.wrap(text)
    return tuple(" ".join(lines[at : at + LINES]) for at in range(0, len(lines), LINES))
