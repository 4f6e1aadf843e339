"""A whole table tells a real Mosquitto what everybody may know, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.outside.broker import Broker, Heard, Letter
from companion.settings.reading import Settings
from tests.support.mosquitto import LOCALHOST, Mosquitto, mosquitto_in
from tests.support.tables import Table, scripted
from tests.support.waiting import eventually


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto_in(tmp_path / "broker") as broker:
        yield broker


class House:
    """Somebody in the house who hears all that the broker has."""

    def __init__(self, mosquitto: Mosquitto, user: str = "house") -> None:
        self.heard: list[Heard] = []
        self._broker = Broker(mosquitto.address(user), f"ear-{user}-{id(self)}")
        for topic in ("tidetable/#", "homeassistant/#"):
            self._broker.hear(topic, self.heard.append)
        self._broker.start()
        eventually(lambda: self._broker.is_connected)

    def tell(self, topic: str, payload: bytes, retained: bool = False) -> None:
        self._broker.tell(Letter(topic, payload, retained))

    def of(self, name: str) -> list[Any]:
        """All that was told under that name, an empty message as None."""
        return [
            json.loads(each.payload) if each.payload else None
            for each in list(self.heard)
            if each.topic.split("/")[2:] == [name]
        ]

    def last(self, name: str) -> Any:
        return (self.of(name) or [None])[-1]

    def close(self) -> None:
        self._broker.close()


@contextmanager
def house(mosquitto: Mosquitto) -> Iterator[House]:
    made = House(mosquitto)
    try:
        yield made
    finally:
        made.close()


def told_to(mosquitto: Mosquitto, **more: Any) -> Callable[[Settings], Settings]:
    """Settings by which a table tells *mosquitto*."""
    password = mosquitto.folder / "table.password"
    password.write_text("oak and brass\n", "utf-8")

    def change(settings: Settings) -> Settings:
        broker = f"mqtt://{LOCALHOST}:{mosquitto.port}"
        own = replace(settings.mqtt, broker=broker, user="table", password_file=password, **more)
        return replace(settings, mqtt=own)

    return change


def test_a_roll_at_the_table_is_told(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with house(mosquitto) as ear, Table(tmp_path, scripted((3, 7, 10)), change=told_to(mosquitto)) as table:
        eventually(lambda: ear.last("game") is not None and ear.last("status")["online"])
        table.command("roll dice")
        eventually(lambda: bool(ear.of("result")))
        (result,) = ear.of("result")
        assert (result["kind"], result["numbers"]) == ("rolled", [3, 7, 10])
