"""What the README of this room shows is so: its topics, its messages, its broker and its automation."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from jinja2 import Environment
from paho.mqtt.client import topic_matches_sub

from companion.outside import messages
from companion.outside.messages import (
    AnswerMessage,
    Coming,
    Finished,
    GameNow,
    KeeperMessage,
    Press,
    ResultMessage,
    Status,
    TurnMessage,
)
from companion.outside.mqtt import topics
from tests.support.houses import house_at
from tests.support.mosquitto import USERS, Mosquitto
from tests.support.paths import ROOT
from tests.support.waiting import eventually

PAGE = (ROOT / "companion" / "outside" / "README.md").read_text("utf-8")
KINDS: dict[str, type[msgspec.Struct]] = {
    "status": Status,
    "game": GameNow,
    "turn": TurnMessage,
    "result": ResultMessage,
    "answer": AnswerMessage,
    "finished": Finished,
    "press": Press,
    "message": KeeperMessage,
    "coming": Coming,
}


def block(kind: str) -> str:
    """Return the examples of that *kind*, one after the other."""
    return "".join(re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("line", block("mqtt").splitlines(), ids=lambda line: line.split(" ")[0].rpartition("/")[2])
def test_each_message_on_the_page_is_one_that_travels(line: str) -> None:
    topic, _, payload = line.partition(" ")
    address = topics.address_of(topic)
    assert address is not None
    read = messages.read(payload.encode(), KINDS[address.name])
    assert messages.encode(read) == payload.encode()


def test_every_topic_stands_on_the_page() -> None:
    (table,) = re.findall(r"^\| Topic below .*?\n\n", PAGE, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| (`.*?) \| (.*?) \|", table, re.MULTILINE)
    told = {name: kept for names, kept in rows for name in re.findall(r"`([^`]+)`", names)}
    assert set(told) == {*topics.TOLD, *(f"do/{name}" for name in topics.ASKED)}
    assert {name for name, kept in told.items() if kept.startswith("yes")} == topics.RETAINED
    assert {name for name, kept in told.items() if "arrives" in kept} == topics.MUST_ARRIVE


@pytest.mark.needs("mosquitto")
def test_the_broker_on_the_page_runs_and_lets_each_do_what_is_theirs(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path, {name: USERS[name] for name in ("table", "house")}, block("acl"))
    own = broker.file.read_text("utf-8")
    assert re.findall(r"^(\w+) ", block("conf"), re.MULTILINE) == [
        word for word in re.findall(r"^(\w+) ", own, re.MULTILINE) if re.search(rf"^{word} ", block("conf"), re.M)
    ]
    broker.start()
    try:
        with house_at(broker, "table") as table, house_at(broker) as house:
            table.tell("tidetable/0123456789ab/result", b"1")
            house.tell("tidetable/0123456789ab/result", b"2")
            house.tell("tidetable/0123456789ab/do/press", b"3")
            house.tell("tidetable/0123456789ab/do/kit", b"4")
            house.tell("tidetable/0123456789ab/do/press", b"5")  # after what mustn't come through
            table.tell("tidetable/0123456789ab/game", b"6")
            for each in (house, table):
                each.wait_for("tidetable/0123456789ab/game")
            eventually(lambda: any(each.payload == b"5" for each in table.heard))
            heard = [each.payload for each in table.heard]
    finally:
        broker.kill()
    assert sorted(heard) == [b"1", b"3", b"5", b"6"]


def test_the_automation_on_the_page_hears_a_tile_that_sinks() -> None:
    told = block("yaml")
    (topic,), (template,) = re.findall(r"topic: (\S+)", told), re.findall(r'value_template: "(.*)"', told)
    (payload,) = re.findall(r"payload: (\S+)", told)
    (line,) = (each for each in block("mqtt").splitlines() if "/result " in each)
    sunk, _, message = line.partition(" ")
    assert topic_matches_sub(topic, sunk)
    assert Environment().from_string(template).render(value_json=msgspec.json.decode(message)) == payload
