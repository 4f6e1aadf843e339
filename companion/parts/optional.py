"""The list of the table's optional parts.

Each is imported when it is wanted, and made once.

Law: only this module imports parts late. A part's module has the function ``make(table)``, which makes the part from
the table's other parts.
"""

from __future__ import annotations

import importlib
import logging
import threading
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.health.faults import Faults
from companion.model.reports.faults import Fault
from companion.model.requests import RequestRefused
from companion.outside.faults import house_fault, metrics_fault
from companion.outside.newest import MQTT_TOLD

if TYPE_CHECKING:  # for the parts' types: no other module imports their modules before they are wanted
    from flask import Flask

    from companion.doctor.table_doctor import TableDoctor
    from companion.helper.requests import HelperRequests
    from companion.input.controls import Controls
    from companion.library.own.card_part import CardGames
    from companion.library.own.collection import OwnGames
    from companion.maker.maker import Maker
    from companion.network.mdns.part import NetworkName
    from companion.network.mdns.survey_part import NetworkSurvey
    from companion.outside.distributor import StateDistributor
    from companion.outside.metrics.counts import Metrics
    from companion.outside.mqtt.farewell import Forgetter
    from companion.outside.mqtt.publisher import Mqtt
    from companion.outside.webhooks.sender import Webhooks
    from companion.parts.table import Parts
    from companion.rehearsal.bench import Bench
    from companion.rehearsal.rehearsal import Rehearsal
    from companion.sharing.offers import KitOffers
    from companion.sharing.photo import PhotoReader
    from companion.upkeep.backup.by_page import PageBackups
    from companion.upkeep.backup.nights.by_night import NightlyBackups
    from companion.upkeep.backup.sticks.sticks import Sticks
    from companion.upkeep.first_evening.digits import LoggedDigits
    from companion.upkeep.first_evening.guide import Guide
    from companion.upkeep.trial.trial import WiringTrial

log = logging.getLogger(__name__)
P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)


def _always(table: Parts) -> bool:
    """Return True: the part is there for every table."""
    return True


def _has_broker(table: Parts) -> bool:
    return bool(table.settings.mqtt.broker)


def _has_left_broker(table: Parts) -> bool:
    """Return True if a broker of former settings knows the table."""
    if table.settings.mqtt.broker:
        return False
    try:
        return bool(table.session.setting(MQTT_TOLD))
    except RequestRefused as refusal:
        log.warning("cannot read whether a broker knows the table: %s", refusal)
        return False


def _has_webhooks(table: Parts) -> bool:
    return bool(table.settings.webhooks)


def _is_counted(table: Parts) -> bool:
    return table.settings.metrics.enabled


def _has_listeners(table: Parts) -> bool:
    return _has_webhooks(table) or _is_counted(table)


class OptionalPart(Generic[P_co]):
    """A line of the list: a part's *module*.

    It makes the part if the table *wants* it. *missing* is the fault of a part whose library isn't installed. Without
    it, the failed import is the caller's.
    """

    def __init__(self, module: str, wants: Callable[[Parts], bool] = _always, *, missing: Fault | None = None) -> None:
        self.module = module
        self.wants = wants
        self.missing = missing


PAGES: OptionalPart[Flask] = OptionalPart("web_ui.part")
CONTROLS: OptionalPart[Controls] = OptionalPart("companion.input.part")
HELPER: OptionalPart[HelperRequests] = OptionalPart("companion.helper.part")
DOCTOR: OptionalPart[TableDoctor] = OptionalPart("companion.doctor.part")
BENCH: OptionalPart[Bench] = OptionalPart("companion.rehearsal.bench_part")
REHEARSAL: OptionalPart[Rehearsal] = OptionalPart("companion.rehearsal.part")
MAKER: OptionalPart[Maker] = OptionalPart("companion.maker.part")
GUIDE: OptionalPart[Guide] = OptionalPart("companion.upkeep.first_evening.part")
DIGITS: OptionalPart[LoggedDigits] = OptionalPart("companion.upkeep.first_evening.digits_part")
OWN_GAMES: OptionalPart[OwnGames] = OptionalPart("companion.library.own.part")
CARD_GAMES: OptionalPart[CardGames] = OptionalPart("companion.library.own.card_part")
SHARING: OptionalPart[KitOffers] = OptionalPart("companion.sharing.part")
PHOTOS: OptionalPart[PhotoReader] = OptionalPart("companion.sharing.photo_part")
BACKUPS: OptionalPart[PageBackups] = OptionalPart("companion.upkeep.backup.part")
STICKS: OptionalPart[Sticks] = OptionalPart("companion.upkeep.backup.sticks.part")
NIGHTS: OptionalPart[NightlyBackups] = OptionalPart("companion.upkeep.backup.nights.part")
TRIAL: OptionalPart[WiringTrial] = OptionalPart("companion.upkeep.trial.part")
NETWORK_NAME: OptionalPart[NetworkName] = OptionalPart("companion.network.mdns.part")
SURVEY: OptionalPart[NetworkSurvey] = OptionalPart("companion.network.mdns.survey_part")
MQTT: OptionalPart[Mqtt | None] = OptionalPart(
    "companion.outside.mqtt.part", _has_broker, missing=house_fault("missing")
)
FAREWELL: OptionalPart[Forgetter | None] = OptionalPart("companion.outside.mqtt.farewell", _has_left_broker)
LISTENER: OptionalPart[StateDistributor | None] = OptionalPart(
    "companion.outside.webhooks.listener_part", _has_listeners
)
WEBHOOKS: OptionalPart[Webhooks | None] = OptionalPart("companion.outside.webhooks.part", _has_webhooks)
METRICS: OptionalPart[Metrics | None] = OptionalPart(
    "companion.outside.metrics.part", _is_counted, missing=metrics_fault("missing")
)


class OptionalParts:
    """The optional parts of one table.

    *replaced* ones stand in place of the listed ones. Any thread may ask; while one makes a part, others that want it
    wait.
    """

    def __init__(self, faults: Faults, replaced: Mapping[OptionalPart[Any], object] = MappingProxyType({})) -> None:
        self._faults = faults
        self._made: dict[OptionalPart[Any], Any] = dict(replaced)
        self._locks: dict[OptionalPart[Any], threading.RLock] = {}
        self._table: Parts | None = None

    @property
    def table(self) -> Parts:
        """The table that the parts belong to; not before it is built."""
        assert self._table is not None
        return self._table

    def belong_to(self, table: Parts) -> None:
        """Make each part of *table*'s others."""
        self._table = table

    def made(self, entry: OptionalPart[P]) -> P | None:
        """Return the part of *entry*, None before anybody has wanted it."""
        part: P | None = self._made.get(entry)
        return part

    def get(self, entry: OptionalPart[P]) -> P:
        """Return the part of *entry*, None if the settings leave it out.

        The first caller imports and makes it. If its library is missing, the part is left out, and a fault is added.

        :raises Exception: the part can't be made. The next caller tries again.
        """
        if entry not in self._made:
            with self._locks.setdefault(entry, threading.RLock()):
                if entry not in self._made:
                    self._made[entry] = self._new(entry)
        part: P = self._made[entry]
        return part

    def _new(self, entry: OptionalPart[Any]) -> object:
        if not entry.wants(self.table):
            return None
        try:
            return importlib.import_module(entry.module).make(self.table)
        except ImportError as error:
            if entry.missing is None:
                raise
            log.error("%s is left out: %s", entry.module, error)
            self._faults.add(entry.missing)
            return None
