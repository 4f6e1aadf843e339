"""What must arrive, arrives once for who counts by its id: over a real Mosquitto that dies, hangs or isn't there.

The table is killed too, at any moment, as a process of its own.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.journal.journal import open_for_reading
from companion.outside.messages import MAX_RECORD_BYTES
from companion.outside.mqtt.client.broker import Broker
from companion.outside.mqtt.client.connection import BrokerSession
from companion.outside.mqtt.client.letter import Heard, Letter
from companion.parts.optional import MQTT
from companion.settings.tables import Settings
from tests.support.mosquitto import LOCALHOST, USERS, Mosquitto, mosquitto_in
from tests.support.relay import Relay, relay_to
from tests.support.sources import seeded
from tests.support.tables import Process, Table, running, scripted
from tests.support.waiting import eventually
from tests.support.wording import say

LONGEST_LIFE_MS = 1500
NEW_GAME = "new fireship kit seats=2"
READY = "tidetable/reader"


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto_in(tmp_path / "broker") as broker:
        yield broker


@pytest.fixture
def cable(mosquitto: Mosquitto) -> Iterator[Relay]:
    with relay_to(mosquitto.port) as relay:
        yield relay


class Reader:
    """A club that takes each message once by its id: *copies* counts how often each came, *book* holds the first."""

    def __init__(self, mosquitto: Mosquitto) -> None:
        self.copies: Counter[tuple[str, str]] = Counter()
        self.book: dict[tuple[str, str], dict[str, Any]] = {}
        self.are_equal = True
        self.broker = Broker(mosquitto.address("club"), BrokerSession("reader", longest=MAX_RECORD_BYTES))
        for name in ("finished", "record"):
            self.broker.hear(f"tidetable/+/{name}", self._heard)
        self.broker.hear(READY, self._ready)
        self.broker.start()
        self.must_listen()

    def must_listen(self) -> None:
        """Wait until it hears its own word, said after what it asked to hear."""
        self._is_listening = False

        def told() -> bool:
            self.broker.tell(Letter(READY, b"ready"))
            return self._is_listening

        eventually(told)

    def _ready(self, heard: Heard) -> None:
        self._is_listening = True

    def _heard(self, heard: Heard) -> None:
        told = json.loads(heard.payload)
        key = heard.topic.rpartition("/")[2], told["id"]
        self.copies[key] += 1
        self.are_equal = self.are_equal and self.book.setdefault(key, told) == told

    def games(self, name: str = "finished") -> list[int]:
        """The games told under that *name*, once for each id, in the order in which they came."""
        return [told["game"] for (kind, _), told in list(self.book.items()) if kind == name]

    def must_know(self, games: list[int], order: Callable[[list[int]], list[int]] = list) -> None:
        """Wait until it has heard *games* and their records: the broker has a message before its readers do."""
        eventually(lambda: len(self.book) >= 2 * len(games))
        assert (order(self.games("finished")), order(self.games("record"))) == (games, games)


@pytest.fixture
def reader(mosquitto: Mosquitto) -> Iterator[Reader]:
    made = Reader(mosquitto)
    yield made
    made.broker.close()


def told_by(port: int, folder: Path, records: bool = True) -> Callable[[Settings], Settings]:
    """Settings by which a table tells the broker at *port* of its games."""
    password = folder / "table.password"
    password.write_text(USERS["table"], "utf-8")

    def change(settings: Settings) -> Settings:
        own = replace(settings.mqtt, broker=f"mqtt://{LOCALHOST}:{port}", user="table", password_file=password)
        return replace(settings, mqtt=own, club=replace(settings.club, records=records))

    return change


def table_in(folder: Path, port: int, **more: Any) -> Table:
    return Table(folder, scripted(*[(3, 7, 10)] * 50), change=told_by(port, folder), **more)


def waiting(folder: Path) -> list[tuple[str, int]]:
    journal = open_for_reading(folder / "data")
    try:
        return [(row.kind, row.game) for row in journal.outbox()]
    finally:
        journal.close()


def do(table: Process | Table, line: str) -> None:
    reply = table.command(line)
    assert reply.status == 200, reply.body


def connected(table: Table) -> None:
    mqtt = table.daemon.optional.get(MQTT)
    assert mqtt is not None
    eventually(lambda: mqtt.broker is not None and mqtt.broker.is_connected)


def close_games(table: Table, count: int) -> None:
    """Close the game on the table, and so many more in all."""
    for number in range(count):
        if number:
            do(table, NEW_GAME)
        do(table, "finish")


def test_a_game_that_ends_arrives_with_its_record(tmp_path: Path, mosquitto: Mosquitto, reader: Reader) -> None:
    with table_in(tmp_path, mosquitto.port) as table:
        connected(table)
        do(table, "roll dice")
        eventually(lambda: table.table["reveal"] is None)
        do(table, "finish")
        eventually(lambda: len(reader.book) == 2)
        eventually(lambda: waiting(tmp_path) == [])
        (finished, record) = reader.book.values()
        assert (finished["id"], finished["game"], finished["result"]) == (record["id"], 1, say("watch.stopped"))
        assert set(reader.copies.values()) == {1}


def test_a_broker_killed_between_the_letter_and_its_acknowledgement_gets_it_again(
    tmp_path: Path, mosquitto: Mosquitto, cable: Relay, reader: Reader
) -> None:
    with table_in(tmp_path, cable.port) as table:
        connected(table)
        cable.swallow_answers()
        do(table, "finish")
        eventually(lambda: len(reader.book) == 1)
        assert waiting(tmp_path) == [("finished", 1), ("record", 1)]
        mosquitto.kill()
        cable.cut()
        mosquitto.start()
        reader.must_listen()
        cable.plug_in()
        eventually(lambda: waiting(tmp_path) == [])
    reader.must_know([1])
    assert reader.are_equal
    assert [reader.copies[key] for key in reader.book] == [2, 1]


def test_a_cut_cable_keeps_all_that_happened_meanwhile_across_a_restart_in_its_order(
    tmp_path: Path, cable: Relay, reader: Reader
) -> None:
    cable.cut()
    with table_in(tmp_path, cable.port) as table:
        close_games(table, 3)
    assert len(waiting(tmp_path)) == 6
    with table_in(tmp_path, cable.port) as table:
        close_games(table, 2)
        assert reader.book == {}
        cable.plug_in()
        eventually(lambda: waiting(tmp_path) == [])
    reader.must_know([1, 2, 3, 4, 5])


def test_a_table_plays_on_beside_a_broker_that_hangs_and_all_arrives_once_it_goes_on(
    tmp_path: Path, mosquitto: Mosquitto, reader: Reader
) -> None:
    with table_in(tmp_path, mosquitto.port) as table:
        connected(table)
        mosquitto.pause()
        try:
            close_games(table, 3)
            do(table, NEW_GAME)
            do(table, "roll dice")
            assert table.roll(1)["values"] == [3, 7, 10]
            assert len(waiting(tmp_path)) == 6
        finally:
            mosquitto.go_on()
        eventually(lambda: waiting(tmp_path) == [])
    reader.must_know([1, 2, 3])


# ---------------------------------------------------------------------- kill -9


def written_settings(folder: Path, port: int) -> None:
    told_by(port, folder)
    lines = [
        "[mqtt]",
        f'broker = "mqtt://{LOCALHOST}:{port}"',
        'user = "table"',
        f'password_file = "{folder / "table.password"}"',
        "[club]",
        "records = true",
    ]
    (folder / "tidetable.toml").write_text("\n".join(lines), "utf-8")


def end_while_closing_games(folder: Path, life_ms: int) -> None:
    """Have a table of its own process close one game after the other, until it is killed *life_ms* after the first."""
    with running(folder, "--kit", "fireship", hurried=True) as table:
        if table.table["game"] is None:  # the kill before came between two games
            do(table, NEW_GAME)
        do(table, "finish")
        plug = threading.Timer(life_ms / 1000, table.process.kill)
        plug.start()
        try:
            while True:
                table.command(NEW_GAME)
                table.command("finish")
        except (OSError, ValueError, IndexError, KeyError):  # no answer, or half of one
            plug.join()
            table.kill()
            assert table.process.returncode < 0, "the plug alone ends it"
        finally:
            plug.cancel()


def killed(folder: Path, reader: Reader, kills: int) -> int:
    """Kill a table *kills* times; see that each game that ended came once, and return how many did."""
    below = seeded("outbox kills")
    for _ in range(kills):
        end_while_closing_games(folder, below(LONGEST_LIFE_MS))
    with running(folder, "--kit", "fireship") as table:
        eventually(lambda: waiting(folder) == [])
        assert table.stop() == 0
    journal = open_for_reading(folder / "data")
    ended = [game.id for game in journal.games() if game.ended is not None]
    journal.close()
    reader.must_know(ended, sorted)
    assert reader.are_equal
    return len(ended)


def test_a_table_killed_five_times_tells_of_each_game_that_ended_once(
    tmp_path: Path, mosquitto: Mosquitto, reader: Reader
) -> None:
    written_settings(tmp_path, mosquitto.port)
    assert killed(tmp_path, reader, 5) >= 5


@pytest.mark.soak
def test_a_table_killed_eighty_times_tells_of_each_game_that_ended_once(
    tmp_path: Path, mosquitto: Mosquitto, reader: Reader
) -> None:
    written_settings(tmp_path, mosquitto.port)
    assert killed(tmp_path, reader, 80) > 100
