"""MQTT of the table: sends published states to a broker.

The broker is that of the settings. A thread of its own makes letters of the newest state, so the table never waits for
it. The broker retains discovery, the status, and the current game and turn. Those two are cleared with their game.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from companion.health.faults import Faults
from companion.model.requests import RequestRefused
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.outside.faults import BROKER, DROPPED, TOO_LONG, house_fault
from companion.outside.messages import Status, encode
from companion.outside.mqtt import topics
from companion.outside.mqtt.address import BadAddress, address_of, broker_fault, why_not_pressed
from companion.outside.mqtt.client.broker import Broker
from companion.outside.mqtt.client.connection import BrokerAddress, BrokerSession, Failure
from companion.outside.mqtt.client.letter import Heard, Letter
from companion.outside.mqtt.farewell import Forgetter, Note, keep_note, note_of
from companion.outside.mqtt.game_results import LetterStyle
from companion.outside.mqtt.home_assistant import Discovery
from companion.outside.mqtt.keeper_orders import Obeying
from companion.outside.mqtt.outbox import OutboxSender
from companion.outside.mqtt.remote_press import RemotePresses
from companion.outside.mqtt.topics import Told
from companion.outside.newest import Newest
from companion.outside.watcher_messages import About, Telling, WatcherView, status_of
from companion.runtime.clock import Clock
from companion.runtime.timers import guarded
from companion.session.session import Session
from companion.settings.tables import Settings
from companion.stage.cues import Speaker
from companion.texts.say import Texts

log = logging.getLogger(__name__)

CLOSING_S = 5.0
BORN = b"online"
"""Home Assistant's own message after its start."""


class SpeakingTable(Protocol):
    """The table's state that isn't part of a snapshot."""

    @property
    def clock(self) -> Clock:
        """The table's clock."""

    def page(self) -> str:
        """Return the table's address in the house's network, "" for none."""

    def presences(self, published: Snapshot, /) -> Sequence[Presence]:
        """Return how each seat's phone is."""

    def is_busy(self) -> bool:
        """Tell whether the table's own screen asks or tries something."""


class Mqtt:
    """Sends *session*'s published states in *newest* to the broker of *settings*.

    A reason that prevents it is in *faults*.
    """

    def __init__(
        self,
        settings: Settings,
        session: Session,
        newest: Newest,
        texts: Texts,
        *,
        faults: Faults,
        table: SpeakingTable,
    ) -> None:
        self._settings, self._session, self._newest, self._texts = settings, session, newest, texts
        self._faults, self._around, self._clock = faults, table, table.clock
        self._obeying: Obeying | None = None
        self.presses = RemotePresses(session, table.clock, table.is_busy)
        """Requested presses, and the counts of ignored ones."""
        self._telling = Telling(by_name=settings.mqtt.names)
        self._telling.begin(session.published)
        self._is_closing = False
        self._is_afresh = threading.Event()
        self._sent: dict[str, bytes] = {}
        self._status_s = table.clock.monotonic_s()
        self._table = ""
        self.broker: Broker | None = None
        """The connection, None before the first attempt."""
        self._sender: OutboxSender | None = None
        self._forgetter: Forgetter | None = None
        self._discovery: Discovery | None = None
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    def obey(self, obeying: Obeying) -> None:
        """Hear the club's keeper by *obeying*; before the start."""
        self._obeying = obeying

    def start(self) -> None:
        """Start publishing."""
        self._thread.start()

    def close(self) -> None:
        """Say farewell if the broker can be reached, and stop."""
        self._is_closing = True
        self._newest.nudge()
        self._thread.join(CLOSING_S)
        if self._forgetter is not None:
            self._forgetter.close()
        if self._sender is not None:
            self._sender.close()
        if self.broker is not None:
            self.broker.close([self._gone(), self._letter("game", None), self._letter("turn", None)])

    def _run(self) -> None:
        fault = why_not_pressed(self._settings.mqtt)
        if fault is not None:
            self._faults.add(fault)
        try:
            address = address_of(self._settings.mqtt)
        except BadAddress as error:
            log.error("MQTT is off: %s", error)
            self._faults.add(error.fault)
            return
        while not self._is_closing and not self._can_begin():
            self._newest.wait()
        if not self._is_closing:
            log.info("publishing to the broker as table %s", self._table)
            self.broker = broker = self._connection(address)
            self._sender = self._outbox_sender(broker)
            self._sender.start()
            broker.start()
        while not self._is_closing:
            published = self._newest.wait(topics.STATUS_EVERY_S) or self._session.published
            if not self._is_closing:
                guarded(self._tell, published)  # what can't be told now harms nothing that comes later

    def _can_begin(self) -> bool:
        """Find the table's id, and note its broker.

        Return False while the journal can't be used.
        """
        try:
            self._table = self._session.table_id()
            before = note_of(self._session)
            now = Note.of(self._settings.mqtt)
            if before is not None and before.broker != now.broker:
                self._forgetter = Forgetter(self._session, keeps=now)
                self._forgetter.start()
            else:
                keep_note(self._session, now)
        except RequestRefused as refusal:
            log.warning("the broker has to wait for the journal: %s", refusal)
            return False
        return True

    def _connection(self, address: BrokerAddress) -> Broker:
        broker = Broker(address, BrokerSession(f"{topics.ROOT}-{self._table}", self._gone()), self._clock)
        broker.on_connected(self._connected)
        broker.on_failed(lambda failure: self._failed(failure, address.host))
        if self._settings.mqtt.home_assistant:
            self._discovery = Discovery(self._table, may_press=self._may_press)
            broker.hear(topics.HOME_ASSISTANT_STATUS, self._born)
        if self._may_press:
            broker.hear(topics.asked(self._table, "press"), self.presses.heard)
        if self._obeying is not None:
            self._obeying.listen(broker, self._table)
        return broker

    def _outbox_sender(self, broker: Broker) -> OutboxSender:
        style = LetterStyle(self._table, self._texts, self._settings.mqtt.names)
        waits = self._settings.club.is_member
        return OutboxSender(self._session, broker, style, self, clock=self._clock, waits_for_readers=waits)

    def too_long(self, size: int) -> None:
        """Report a waiting message of *size* bytes, too long for the broker."""
        if size:
            self._faults.add(house_fault("too-long", TOO_LONG, size=str(-(-size // 1024))))
        else:
            self._faults.clear(TOO_LONG)

    def dropped(self, count: int) -> None:
        """Report the number of messages dropped from a full outbox."""
        if count:
            self._faults.add(house_fault("dropped", DROPPED, count=str(count)))
        else:
            self._faults.clear(DROPPED)

    @property
    def _may_press(self) -> bool:
        mqtt = self._settings.mqtt
        return mqtt.may_press and self._settings.web.watching and why_not_pressed(mqtt) is None

    def _connected(self) -> None:
        self._faults.clear(BROKER)
        self._tell_afresh()

    def _failed(self, failure: Failure, host: str) -> None:
        self._faults.add(broker_fault(failure, host))

    def _born(self, heard: Heard) -> None:
        if heard.payload == BORN:
            self._tell_afresh()

    def _tell_afresh(self) -> None:
        self._is_afresh.set()
        self._newest.nudge()

    def _tell(self, published: Snapshot) -> None:
        """Send all news of *published*; nothing without a connection."""
        if self.broker is None or not self.broker.is_connected:
            return
        if self._is_afresh.is_set():
            self._is_afresh.clear()
            self._sent.clear()
        if self._clock.monotonic_s() - self._status_s >= topics.STATUS_EVERY_S:
            self._sent.pop("status", None)  # once more, as a sign of life
        say = Speaker(self._texts, published.lang)
        settings = self._settings
        about = About(settings.table.name, self._around.page(), settings.web.watching, settings.club.obey)
        view = self._telling.view(published, say)
        self._tell_discovery(view, about, say)
        if "status" not in self._sent:
            self._status_s = self._clock.monotonic_s()
        self._send("status", status_of(published, about, say, view.call(by_seat=about.watching)))
        if not about.watching:
            return
        presences = self._around.presences(published)
        self._tell_game(view, presences)
        self._send("turn", self._telling.turn(view))
        if (people := self._telling.people(view, presences)) is not None:
            self._send("people", people)
        for result in self._telling.results(view):
            self.broker.tell(self._letter("result", result))

    def _tell_discovery(self, view: WatcherView, about: About, say: Speaker) -> None:
        known = self._discovery
        payload = b"" if known is None else known.payload(view, about, say)
        self._send_new("discovery", [Letter(topics.discovery(self._table), payload, retained=True)], payload)

    def _tell_game(self, view: WatcherView, presences: Sequence[Presence]) -> None:
        game = self._telling.game(view, presences)
        if game is None or not view.is_over:
            self._send("game", game)
            return
        # Current subscribers get the end; later ones find no game.
        told = self._letter("game", game)
        self._send_new("game", [self._letter("game", None), told._replace(retained=False)], told.payload)

    def _send(self, name: Told, message: Struct | None) -> None:
        """Send *message*, None to clear, unless it was just sent."""
        letter = self._letter(name, message)
        self._send_new(name, [letter], letter.payload)

    def _send_new(self, name: str, letters: Sequence[Letter], payload: bytes) -> None:
        if self.broker is not None and self._sent.get(name) != payload:
            self._sent[name] = payload
            for letter in letters:
                self.broker.tell(letter)

    def _letter(self, name: Told, message: Struct | None) -> Letter:
        payload = b"" if message is None else encode(message)
        return Letter(topics.told(self._table, name), payload, name in topics.RETAINED)

    def _gone(self) -> Letter:
        return self._letter("status", Status(online=False, name=self._settings.table.name))
