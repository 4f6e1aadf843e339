"""The table's links to the home network: broker, club, webhooks and metrics.

Law: nothing of ``companion.outside`` that needs a library of its own is imported before it is switched on, and a
library that is missing is told as a fault: the table plays.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.health.faults import Faults
from companion.library.games import Library
from companion.model.requests import Refusal
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.outside.newest import MQTT_TOLD, Newest
from companion.phones.confirmation import Confirmation
from companion.runtime.clock import Clock
from companion.runtime.closing import Closers
from companion.runtime.timers import Later
from companion.session.outbox import FINISHED, RECORD
from companion.session.session import Session
from companion.settings.tables import Settings
from companion.stage.presenter import TableStage
from hardware.ports import DeviceStatus

if TYPE_CHECKING:
    from companion.outside.listening import Listener
    from companion.outside.metrics.counting import Metrics
    from companion.outside.mqtt.obeying import Obeying
    from companion.outside.mqtt.speaking import Mqtt
    from companion.outside.webhooks.sending import Webhooks

log = logging.getLogger(__name__)


class TableParts(Struct, frozen=True):
    """The rest of the table as the house needs it.

    *page* gives the table's address in the house's network, "" for none; *presences* how each seat's phone is;
    *is_busy* whether the table's own screen asks or tries something; *devices* how each device is, *open_streams* how
    many pages listen. *starts_anew* has the table start again where that disturbs nobody.
    """

    stage: TableStage
    asking: Confirmation
    clock: Clock
    later: Later
    page: Callable[[], str]
    presences: Callable[[Snapshot], Sequence[Presence]]
    is_busy: Callable[[], bool]
    devices: Callable[[], Sequence[DeviceStatus]]
    open_streams: Callable[[], int]
    starts_anew: Callable[[], None]


class House:
    """Sends the published states of *session* to the home network, by *settings*.

    It is made before the session starts. ``mqtt``, ``webhooks`` and ``metrics`` are None if they are off. Problems go
    to *faults*.
    """

    def __init__(
        self, settings: Settings, session: Session, library: Library, faults: Faults, *, table: TableParts
    ) -> None:
        self._settings, self._session, self._library = settings, session, library
        self._faults, self._table = faults, table
        self.newest, self.newest_for_hooks = Newest(), Newest()
        """The newest state for the broker, and for webhooks and metrics, each with a thread."""
        self.mqtt: Mqtt | None = None
        self.webhooks: Webhooks | None = None
        self.metrics: Metrics | None = None
        self.metrics_token = ""
        """The token with which another computer may read the metrics, "" for none."""
        self._closers = Closers()
        if settings.mqtt.broker:
            session.subscribe(self.newest)
        if settings.webhooks or settings.metrics.enabled:
            session.subscribe(self.newest_for_hooks)

    def start(self) -> None:
        """Begin to tell, once the table answers."""
        self._tell_broker()
        self._send_and_count()

    def close(self) -> None:
        """Stop all of it in reverse order."""
        self._closers.close()

    def metrics_page(self) -> tuple[bytes, str] | None:
        """Return the metrics and their media type, None if they aren't available."""
        return None if self.metrics is None else self.metrics.page()

    # ------------------------------------------------------------------ the broker
    def _tell_broker(self) -> None:
        """Connect to the broker of the settings.

        If none is named, the last one forgets the table.
        """
        if self._settings.mqtt.broker:
            try:
                from companion.outside.mqtt.speaking import Mqtt
            except ModuleNotFoundError as error:
                from companion.outside.faults import house_fault

                log.error("nobody is told by MQTT: %s", error)
                self._faults.add(house_fault("missing"))
                return
            self.mqtt = Mqtt(
                self._settings,
                self._session,
                self.newest,
                self._library.texts,
                faults=self._faults,
                table=self._table,
            )
            if (orders := self._keepers_orders()) is not None:
                self.mqtt.obey(orders)
            self._closers.joined(self.mqtt)
            self.mqtt.start()
        elif self._was_told():
            from companion.outside.mqtt.forgetting import Forgetter

            forgetter = Forgetter(self._session)
            self._closers.joined(forgetter)
            forgetter.start()

    def _was_told(self) -> bool:
        """Return True if a broker still knows the table.

        Without a journal nobody knows.
        """
        try:
            return bool(self._session.setting(MQTT_TOLD))
        except Refusal as refusal:
            log.warning("nobody knows whether a broker was told: %s", refusal)
            return False

    # ------------------------------------------------------------------ the club's keeper
    def _keepers_orders(self) -> Obeying | None:
        """Return the handler of the club keeper's orders, None outside a club."""
        from companion.outside.mqtt.arriving_kits import ArrivingKits
        from companion.outside.mqtt.obeying import Obeying
        from hardware.oled.fonts import undrawable

        club, library, table = self._settings.club, self._library, self._table
        if not club.is_member or library.folder is None:
            return None
        slugs = frozenset(game.slug for game in library.games)
        kits = ArrivingKits(
            library.folder,
            slugs,
            table.asking,
            table.stage,
            undrawable=undrawable,
            starts_anew=table.starts_anew,
        )
        return Obeying(
            club.obey,
            self._session,
            kits,
            undrawable=undrawable,
            clock=table.clock,
            later=table.later,
        )

    # ------------------------------------------------------------------ webhooks and counts
    def _send_and_count(self) -> None:
        """Start the webhooks and the metrics, as far as the settings ask for them."""
        settings = self._settings
        if not settings.webhooks and not settings.metrics.enabled:
            return
        from companion.outside.listening import Listener

        listener = Listener(self.newest_for_hooks, self._library.texts)
        if settings.webhooks:
            from companion.outside.webhooks.sending import Webhooks

            self.webhooks = Webhooks(settings, self._faults)
            self._closers.joined(self.webhooks)
            self.webhooks.listen(listener)
        if settings.metrics.enabled:
            self._count(listener)
        self._closers.joined(listener)
        listener.start(self._session.published)

    def _count(self, listener: Listener) -> None:
        """Count *listener*'s events and the session's; a missing library is a fault."""
        from companion.outside.metrics.token import missing_fault, token_of

        try:
            from companion.outside.metrics.counting import Gauges, Metrics
        except ImportError as error:
            log.error("nothing is counted: %s", error)
            self._faults.add(missing_fault())
            return
        gauges = Gauges(self._table.open_streams, self._table.devices, self._session.waiting)
        if self.webhooks is not None:
            gauges = replace(gauges, dropped=self.webhooks.dropped)
        self.metrics_token = token_of(self._settings.metrics, self._faults)
        self.metrics = metrics = Metrics(self._session.published, gauges)
        listener.hear(metrics.heard)
        self._session.hear_refusals(metrics.refused)
        self._session.subscribe(metrics)


def can_call(settings: Settings) -> bool:
    """Return True if the table can call a keeper: it is in a club with a broker."""
    return bool(settings.mqtt.broker) and settings.club.is_member


def must_arrive(settings: Settings) -> frozenset[str]:
    """Return the kinds of message that wait for the broker when a game ends.

    There are none if the broker only hears that the table is there.
    """
    if not settings.mqtt.broker or not settings.web.watching:
        return frozenset()
    return frozenset((FINISHED, RECORD) if settings.club.records else (FINISHED,))
