"""Somebody in the house who hears all that a broker has, and a table's teller that leaves nothing out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from companion.model.publication import Published
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.outside.mqtt.client.broker import Broker
from companion.outside.mqtt.client.connection import BrokerSession
from companion.outside.mqtt.client.letter import Heard, Letter
from companion.outside.newest import Newest
from companion.runtime.clock import Clock
from companion.settings.tables import Settings
from tests.support.mosquitto import LOCALHOST, USERS
from tests.support.near_broker import AnyBroker
from tests.support.waiting import eventually


class IdleTable:
    """A table that nobody has joined and that asks nothing, by *clock*."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def page(self) -> str:
        return ""

    def presences(self, published: Snapshot, /) -> Sequence[Presence]:
        return ()

    def is_busy(self) -> bool:
        return False


LISTENS = "tidetable/000000000000/do/press"
"""No table's: where whoever may press may say something."""


class House:
    """Hears everything below ``tidetable`` and ``homeassistant``, as *user* of *mosquitto*."""

    def __init__(self, mosquitto: AnyBroker, user: str = "house") -> None:
        self.heard: list[Heard] = []
        self._listens = False
        self._broker = Broker(mosquitto.address(user), BrokerSession(f"ear-{user}-{id(self)}"))
        for topic in ("tidetable/#", "homeassistant/#"):
            self._broker.hear(topic, self._hear)
        self._broker.start()
        eventually(lambda: self._broker.is_connected)
        eventually(self._is_listening)

    def _is_listening(self) -> bool:
        """Say something where any user may, until it is heard."""
        self.tell(LISTENS, b"{}")
        return self._listens

    def _hear(self, heard: Heard) -> None:
        if heard.topic == LISTENS:
            self._listens = True
        else:
            self.heard.append(heard)

    def wait_for(self, topic: str) -> None:
        """Wait until something was told at *topic*."""
        eventually(lambda: any(each.topic == topic for each in self.heard))

    def tell(self, topic: str, payload: bytes, retained: bool = False) -> None:
        self._broker.tell(Letter(topic, payload, retained))

    def of(self, name: str) -> list[Any]:
        """All that was told under that name, None for an empty message."""
        return [
            json.loads(each.payload) if each.payload else None
            for each in list(self.heard)
            if each.topic.split("/")[2:] == [name]
        ]

    def last(self, name: str) -> Any:
        return (self.of(name) or [None])[-1]

    @property
    def discoveries(self) -> list[Any]:
        """What Home Assistant was told of the table, None for that it is gone."""
        found = [each.payload for each in list(self.heard) if each.topic.startswith("homeassistant/device/")]
        return [json.loads(each) if each else None for each in found]

    def close(self) -> None:
        self._broker.close()


@contextmanager
def house_at(mosquitto: AnyBroker, user: str = "house") -> Iterator[House]:
    made = House(mosquitto, user)
    try:
        yield made
    finally:
        made.close()


def kept_by(mosquitto: AnyBroker) -> dict[str, bytes]:
    """Return what *mosquitto* keeps for who comes later."""
    with house_at(mosquitto) as late:
        return {each.topic: each.payload for each in late.heard if each.retained}


def told_to(mosquitto: AnyBroker, **more: Any) -> Callable[[Settings], Settings]:
    """Return what makes settings of a table that tells *mosquitto*."""
    password = mosquitto.folder / "table.password"
    password.write_text(f"{USERS['table']}\n", "utf-8")

    def change(settings: Settings) -> Settings:
        broker = f"mqtt://{LOCALHOST}:{mosquitto.port}"
        known = {"broker": broker, "user": "table", "password_file": password, **more}
        return replace(settings, mqtt=replace(settings.mqtt, **known))

    return change


class PatientNewest(Newest):
    """A mirror that knows whether its last state has been told.

    While it *is_patient*, the session waits for that: no state is left out for a newer one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_patient = False
        self._last: Snapshot | None = None
        self._given: Snapshot | None = None
        self._told: Snapshot | None = None

    def wait(self, longest_s: float | None = None) -> Snapshot | None:
        self._told = self._given
        self._given = super().wait(longest_s)
        return self._given

    def hear(self, published: Published) -> None:
        if published.motion is None:
            self._last = published.after
        super().hear(published)
        if published.motion is not None:
            return
        eventually(lambda: not self.is_patient or self.has_told())

    def has_told(self) -> bool:
        """Tell whether the last state has been told."""
        return self._told is self._last
