"""Removal of retained messages from a broker no longer used.

MQTT was switched off, or another broker was named.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.model.requests import RequestRefused
from companion.outside.mqtt import topics
from companion.outside.mqtt.address import BadAddress, address_of
from companion.outside.mqtt.client.broker import Broker
from companion.outside.mqtt.client.connection import BrokerSession
from companion.outside.mqtt.client.letter import Letter
from companion.outside.newest import MQTT_TOLD
from companion.parts.table import Parts
from companion.session.session import Session
from companion.settings.tables import MqttSettings

log = logging.getLogger(__name__)


class Note(Struct, frozen=True):
    """The last broker and its login.

    It holds no password, only the path of its file.
    """

    broker: str
    user: str = ""
    password_file: str = ""
    ca: str = ""

    @classmethod
    def of(cls, settings: MqttSettings) -> Note:
        """Return the note of the broker of *settings*."""
        password_file, ca = (str(each or "") for each in (settings.password_file, settings.ca))
        return cls(settings.broker, settings.user, password_file=password_file, ca=ca)

    @property
    def settings(self) -> MqttSettings:
        """The settings of that broker."""
        password_file, ca = (Path(each) if each else None for each in (self.password_file, self.ca))
        return MqttSettings(self.broker, self.user, password_file, ca)


def note_of(session: Session) -> Note | None:
    """Return the note in *session*'s journal, None if no broker must forget.

    :raises RequestRefused: if the journal can't be read now.
    """
    kept = session.setting(MQTT_TOLD)
    try:
        return msgspec.json.decode(kept, type=Note) if kept else None
    except msgspec.MsgspecError:
        log.warning("the note of the last broker can't be read: nothing is cleared there")
        return None


def keep_note(session: Session, note: Note | None) -> None:
    """Keep *note* in *session*'s journal; None if nothing is to be forgotten.

    :raises RequestRefused: if the journal can't be written now.
    """
    written = "" if note is None else msgspec.json.encode(note).decode()
    if session.setting(MQTT_TOLD) != written:
        session.keep_setting(MQTT_TOLD, written)


class Forgetter:
    """Clears the table's retained messages at the broker noted by *session*.

    It does so once the broker can be reached. Then the note is removed, or replaced by *keeps*.
    """

    def __init__(self, session: Session, keeps: Note | None = None) -> None:
        self._session, self._keeps = session, keeps
        self._table = ""
        self._broker: Broker | None = None
        self._left = 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="forgetting", daemon=True)

    def start(self) -> None:
        """Start connecting to the broker."""
        self._thread.start()

    def close(self) -> None:
        """Stop. The next start continues."""
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._table, note = self._session.table_id(), note_of(self._session)
            address = None if note is None else address_of(note.settings)
        except (BadAddress, RequestRefused) as error:
            log.warning("the last broker can't be asked to forget the table: %s", error)
            return
        if address is None:
            return
        self._broker = broker = Broker(address, BrokerSession(f"{topics.ROOT}-{self._table}-off"))
        broker.on_connected(self._clear)
        broker.start()
        self._done.wait()
        broker.close()

    def _clear(self) -> None:
        assert self._broker is not None
        # It goes first, and a broker takes one after the other: where it isn't allowed to, there is nothing to forget.
        self._broker.tell(Letter(topics.discovery(self._table), b"", retained=True))
        self._left = len(topics.RETAINED)
        for name in sorted(topics.RETAINED):
            self._broker.deliver(Letter(topics.told(self._table, name), b"", retained=True), self._cleared)

    def _cleared(self) -> None:
        self._left -= 1
        if self._left == 0:
            self._forget()

    def _forget(self) -> None:
        try:
            keep_note(self._session, self._keeps)
        except RequestRefused as refusal:
            log.warning("that the last broker has forgotten can't be kept: %s", refusal)
        self._done.set()


def make(table: Parts) -> Forgetter:
    """Return the farewell of *table* to its last broker."""
    return table.closers.joined(Forgetter(table.session))
