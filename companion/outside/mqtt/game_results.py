"""Messages about finished games and records, made when they are sent.

They are made of the session's outbox. People have their names in them, and in the record, only if the owner permits it.
A record's fingerprint is that of the sent text.
"""

from __future__ import annotations

import hashlib

from msgspec import Struct
from msgspec.structs import replace

from companion.outside.messages import MAX_RECORD_BYTES, Finished, RecordMessage, encode, read
from companion.outside.mqtt import topics
from companion.outside.mqtt.client.letter import Letter
from companion.records.record import write
from companion.session.outbox import FINISHED, Outgoing
from companion.texts.endings import told_ending
from companion.texts.say import Texts

MAX_WORD, MAX_TEXT = 80, 1000
"""Maximum length of a name and of a sentence (``companion.outside.messages``)."""


class LetterStyle(Struct, frozen=True):
    """A style of letters from *table*, in the words of *texts*.

    People are named *by_name* or by number.
    """

    table: str
    texts: Texts
    by_name: bool


class Penned:
    """A message: *outgoing* in *style* and *lang*."""

    def __init__(self, style: LetterStyle, outgoing: Outgoing, lang: str) -> None:
        self._style, self._outgoing, self._lang = style, outgoing, lang

    def letter(self) -> Letter:
        """Return the message for the broker.

        :raises BadMessage: if no reader would accept it, such as a record that is too long.
        """
        if self._outgoing.row.kind == FINISHED:
            payload = encode(self.finished())
            read(payload, Finished)
            return Letter(topics.told(self._style.table, "finished"), payload)
        payload = encode(self.record())
        read(payload, RecordMessage, MAX_RECORD_BYTES)
        return Letter(topics.told(self._style.table, "record"), payload)

    def finished(self) -> Finished:
        """Return the message on the game's end."""
        kept = self._outgoing.kept
        return Finished(
            id=self._id,
            game=kept.number,
            slug=kept.slug,
            mode=kept.mode,
            name=self._say(kept.name)[:MAX_WORD],
            people=tuple(self._say(each)[:MAX_WORD] for each in kept.people),
            result=told_ending(self._style.texts, self._lang, kept.slug, kept.result)[:MAX_TEXT],
            mood=kept.mood,
            fingerprint=hashlib.sha256(self.text().encode()).hexdigest(),
            commitment=kept.commitment,
            ended=next((line.at for line in reversed(self._outgoing.record.lines) if line.at), ""),
            minutes=kept.minutes,
            winners=kept.winners,
        )

    def record(self) -> RecordMessage:
        """Return the game's record, sealed while the game is running."""
        return RecordMessage(self._id, self._outgoing.kept.number, self.text(), self._outgoing.row.asked)

    def text(self) -> str:
        """Return the record's text, with the people's public names."""
        record = self._outgoing.record
        if not self._style.by_name:
            seats = [self._say(each) for each in self._outgoing.kept.people]
            record = replace(record, header=replace(record.header, seats=seats))
        return "".join(write(record))

    @property
    def _id(self) -> str:
        """The id by which readers take it once.

        A requested record has an id of its own, since it may be sent again.
        """
        row = self._outgoing.row
        end = f"{self._style.table}-{row.game}-{row.version}"
        return f"{end}.{row.id}" if row.asked else end

    def _say(self, name: object) -> str:
        return str(self._style.texts.tell(self._lang, name))
