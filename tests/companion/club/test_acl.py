"""The access list, kept by a real Mosquitto: each speaks as itself alone."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.club.acl import CLUB, HOUSE, access_list
from companion.outside.mqtt import topics
from tests.support.club_tables import id_of
from tests.support.mosquitto import LOCALHOST, Mosquitto, mosquitto_in
from tests.support.waiting import TIMEOUT_S

pytestmark = pytest.mark.whole

TABLE_ID, OTHER_ID, STRANGER = id_of(1), id_of(2), "stranger"
USERS = {TABLE_ID: "oak", OTHER_ID: "elm", CLUB: "green baize", HOUSE: "red lamp", STRANGER: "me too"}
BEYOND = f"tidetable/{TABLE_ID}/do/press/more", "tidetable/status", "homeassistant/light/lamp/set", "$SYS/broker/uptime"


@pytest.fixture(scope="module")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with mosquitto_in(Path(tmp_path_factory.mktemp("acl")), USERS, access_list()) as running:
        yield running


class Account:
    """Somebody's connection: what they say is acknowledged or refused, what they hear comes in order."""

    def __init__(self, mosquitto: Mosquitto, user: str, password: str) -> None:
        self.heard: queue.Queue[str] = queue.Queue()
        self._answers: queue.Queue[Any] = queue.Queue()
        self._client = client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        client.username_pw_set(user, password)
        client.on_connect = lambda client, data, flags, reason, properties: self._answers.put(reason)
        client.on_publish = lambda client, data, mid, reason, properties: self._answers.put(reason)
        client.on_subscribe = lambda client, data, mid, reasons, properties: self._answers.put(reasons)
        client.on_message = lambda client, data, message: self.heard.put(message.topic)
        client.connect(LOCALHOST, mosquitto.port)
        client.loop_start()
        self.is_in = not self._answers.get(timeout=TIMEOUT_S).is_failure

    def says(self, topic: str) -> bool:
        """Say something at *topic*; tell whether the broker has let it through."""
        self._client.publish(topic, b"x", qos=1)
        return not self._answers.get(timeout=TIMEOUT_S).is_failure

    def listens(self, *filters: str) -> None:
        for each in filters:
            self._client.subscribe(each, qos=1)
            self._answers.get(timeout=TIMEOUT_S)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def account(mosquitto: Mosquitto, user: str, password: str | None = None) -> Iterator[Account]:
    one = Account(mosquitto, user, USERS[user] if password is None else password)
    try:
        yield one
    finally:
        one.close()


def heard_by(mosquitto: Mosquitto, user: str, *spoken: str) -> list[str]:
    """Return which of the topics *spoken* at, each by who may, *user* hears who asks for all there is."""
    with account(mosquitto, user) as reader, account(mosquitto, HOUSE) as house:
        reader.listens("#", "$SYS/broker/uptime")
        for topic in spoken:
            speaker = next(user for user in (TABLE_ID, OTHER_ID, CLUB, HOUSE) if topic in MAY_SAY[user])
            with account(mosquitto, speaker) as speaking:
                assert speaking.says(topic)
        assert house.says(topics.HOME_ASSISTANT_STATUS)  # which all may read, and which comes after all else
        found = []
        while (topic := reader.heard.get(timeout=TIMEOUT_S)) != topics.HOME_ASSISTANT_STATUS:
            found.append(topic)
        return [topic for topic in found if topic in spoken or topic in BEYOND]


TABLE_IDS = TABLE_ID, OTHER_ID
TOLD = {table: [topics.told(table, name) for name in topics.TOLD] for table in TABLE_IDS}
ASKED = {table: [topics.asked(table, name) for name in topics.ASKED if name != "press"] for table in TABLE_IDS}
PRESSES = {table: topics.asked(table, "press") for table in TABLE_IDS}
MAY_SAY = {
    TABLE_ID: {*TOLD[TABLE_ID], topics.discovery(TABLE_ID)},
    OTHER_ID: {*TOLD[OTHER_ID], topics.discovery(OTHER_ID)},
    CLUB: {*ASKED[TABLE_ID], *ASKED[OTHER_ID]},
    # What begins with homeassistant/ is its own.
    HOUSE: {*PRESSES.values(), topics.HOME_ASSISTANT_STATUS, "homeassistant/light/lamp/set"}
    | {topics.discovery(TABLE_ID), topics.discovery(OTHER_ID)},
    STRANGER: set(),
}
MAY_HEAR = {
    TABLE_ID: [*ASKED[TABLE_ID], PRESSES[TABLE_ID]],
    OTHER_ID: [*ASKED[OTHER_ID], PRESSES[OTHER_ID]],
    CLUB: [*TOLD[TABLE_ID], *TOLD[OTHER_ID]],
    HOUSE: [*TOLD[TABLE_ID], topics.discovery(TABLE_ID), *TOLD[OTHER_ID], topics.discovery(OTHER_ID)],
    STRANGER: [],
}
EVERY_TOPIC = [*TOLD[TABLE_ID], topics.discovery(TABLE_ID), *TOLD[OTHER_ID], topics.discovery(OTHER_ID)]
EVERY_TOPIC += [*ASKED[TABLE_ID], PRESSES[TABLE_ID], *ASKED[OTHER_ID], PRESSES[OTHER_ID]]


@pytest.mark.parametrize("user", USERS)
def test_each_speaks_as_itself_and_nowhere_else(mosquitto: Mosquitto, user: str) -> None:
    """No table speaks as another, none presses but the house, a stranger says nothing."""
    with account(mosquitto, user) as speaking:
        let_through = {topic for topic in [*EVERY_TOPIC, topics.HOME_ASSISTANT_STATUS, *BEYOND] if speaking.says(topic)}
    assert let_through == MAY_SAY[user]


@pytest.mark.parametrize("user", USERS)
def test_each_hears_what_is_meant_for_it_and_nothing_else(mosquitto: Mosquitto, user: str) -> None:
    """A table hears what is asked of it alone; the club and the house what is told; a stranger nothing."""
    assert heard_by(mosquitto, user, *EVERY_TOPIC) == MAY_HEAR[user]


@pytest.mark.parametrize(("user", "password"), [("nobody", "x"), ("", ""), (TABLE_ID, USERS[OTHER_ID])])
def test_who_has_no_account_does_not_come_in(mosquitto: Mosquitto, user: str, password: str) -> None:
    with account(mosquitto, user, password) as stranger:
        assert not stranger.is_in
