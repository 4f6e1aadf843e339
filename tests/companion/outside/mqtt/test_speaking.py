"""A whole table tells a real Mosquitto what everybody may know, and nothing else; play never waits for that."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from time import time
from typing import Any

import pytest
from msgspec.structs import replace

from companion.health.faults import Faults
from companion.library.games import Library
from companion.model.snapshot import Snapshot
from companion.opening import Opening
from companion.outside.mqtt.publisher import Mqtt
from companion.outside.mqtt.topics import STATUS_EVERY_S
from companion.outside.newest import Newest
from companion.parts.optional import MQTT
from companion.runtime.clock import ManualClock
from companion.session.game.reveal import TIMES_S
from companion.settings.reader import load
from companion.settings.tables import Settings
from tests.support.houses import House, IdleTable, house_at, kept_by, told_to
from tests.support.islands import lines
from tests.support.mosquitto import LOCALHOST, Mosquitto, free_port, mosquitto_in
from tests.support.paths import ROOT
from tests.support.session_bench import Bench
from tests.support.tables import Table, scripted
from tests.support.waiting import eventually
from tests.support.wording import say

pytestmark = pytest.mark.whole

ISLAND = Opening("forbidden-island", "referee", ("Ann", "Ben"))
OPENING_FOR_TWO = Opening("fireship", "kit", ("Ann", "Ben"))


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is in motion for longer than an instant."""
    for verb in TIMES_S:
        monkeypatch.setitem(TIMES_S, verb, (0.01, 0.02))


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto_in(tmp_path / "broker") as broker:
        yield broker


def is_told(ear: House, table: Table) -> None:
    """Wait until the house knows *table*."""
    eventually(lambda: any(each and each["online"] for each in ear.of("status")))
    assert table.daemon.optional.made(MQTT) is not None


def faults_of(table: Table) -> list[str]:
    """The faults of what the house is told; the doctor, who looks some seconds after the start, has others."""
    keys = [each["key"] for each in table.get("/api/v1/healthz").json["faults"]]
    return [key for key in keys if key.startswith("house.")]


def without_mqtt(settings: Settings) -> Settings:
    return settings


# ---------------------------------------------------------------------- what is told
def test_a_roll_at_the_table_is_told(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with house_at(mosquitto) as ear, Table(tmp_path, scripted((3, 7, 10)), change=told_to(mosquitto)) as table:
        is_told(ear, table)
        table.command("roll dice")
        eventually(lambda: bool(ear.of("result")))
        (result,) = ear.of("result")
    assert (result["kind"], result["numbers"], result["game"]) == ("rolled", [3, 7, 10], 1)
    assert result["text"] == "Roll 1: 3, 7, 10, together 20"


def test_a_game_is_kept_while_it_goes_on_and_cleared_when_it_is_closed(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with house_at(mosquitto) as ear, Table(tmp_path, opening=ISLAND, change=told_to(mosquitto)) as table:
        begin(table)
        eventually(lambda: bool(ear.last("turn")) and ear.last("turn").get("seat") == 0)
        game, turn = ear.last("game"), ear.last("turn")
        assert (game["slug"], game["mode"], game["name"]) == ("forbidden-island", "referee", "Forbidden Island")
        assert [each["name"] for each in game["people"]] == ["Player 1", "Player 2"]
        assert game["people"][0]["presence"] == "gone"
        (water,) = game["counters"]
        assert (water["key"], water["value"] < water["of"]) == ("water", True)
        assert game["phase"]
        assert (turn["who"], turn["since"] != "") == ("Player 1", True)
        kept = kept_by(mosquitto)
        assert {topic.split("/")[2] for topic in kept if topic.startswith("tidetable/")} == {"status", "game", "turn"}
        assert table.command("finish 1").status == 200
        eventually(lambda: ear.last("game") is None and ear.last("turn") is None)
        assert {topic.split("/")[2] for topic in kept_by(mosquitto) if topic.startswith("tidetable/")} == {"status"}


def test_people_are_told_by_name_where_the_owner_says_so(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with house_at(mosquitto) as ear, Table(tmp_path, opening=ISLAND, change=told_to(mosquitto, names=True)) as table:
        begin(table)
        eventually(lambda: bool(ear.last("turn")) and ear.last("turn").get("who") == "Ann")
    assert [each["name"] for each in ear.of("people")[-1]["people"]] == ["Ann", "Ben"]


def test_no_byte_holds_a_name_where_the_owner_doesnt_say_so(tmp_path: Path, mosquitto: Mosquitto) -> None:
    names = ("Zebulon", "Yolanda")
    opening = Opening("forbidden-island", "referee", names)
    with house_at(mosquitto) as ear, Table(tmp_path, opening=opening, change=told_to(mosquitto)) as table:
        is_told(ear, table)
        begin(table)
        for _ in range(8):
            act(table)
        eventually(lambda: len(ear.of("result")) > 4)
    whole = b"".join(each.payload for each in ear.heard)
    assert not [name for name in names if name.encode() in whole]
    assert b"Player 2" in whole


def begin(table: Table) -> None:
    """Have the island dealt by the table, the first person first."""
    assert table.command("first 1").status == 200
    while table.table["state"].get("head") is None:
        act(table)


def act(table: Table) -> None:
    """Do the first thing that anybody can do."""
    eventually(lambda: table.table["reveal"] is None and bool(table.table["plays"]))
    now = table.table
    body = {"id": f"act-{now['version']}", "seen": now["version"]}
    for line in lines(now["plays"]):
        for seat in (0, 1, "table"):
            if table.ask("POST", "/api/v1/commands", {**body, "seat": seat, "do": line}).status == 200:
                return
    pytest.fail(f"nobody can do anything: {now['plays']}")


def test_where_only_who_has_joined_may_watch_the_status_alone_is_told(tmp_path: Path, mosquitto: Mosquitto) -> None:
    def change(settings: Settings) -> Settings:
        told = told_to(mosquitto, may_press=True)(settings)
        return replace(told, web=replace(told.web, watching=False))

    with house_at(mosquitto) as ear, Table(tmp_path, scripted((3, 7, 10)), change=change) as table:
        is_told(ear, table)
        table.command("roll dice")
        table.roll(1)
        table.command("mute on")
        eventually(lambda: bool(ear.discoveries))
    told = {each.topic.rpartition("/")[2] for each in ear.heard if each.payload}
    assert told == {"status", "config"}
    assert ear.of("status")[0]["watching"] is False
    assert set(ear.discoveries[-1]["cmps"]) == {"reachable", "trouble"}


def test_a_table_that_is_switched_off_says_so_and_one_that_is_killed_is_told_of(
    tmp_path: Path, mosquitto: Mosquitto
) -> None:
    with house_at(mosquitto) as ear:
        with Table(tmp_path, change=told_to(mosquitto)) as table:
            is_told(ear, table)
        eventually(lambda: ear.last("status") == {"online": False, "name": "Tidetable"})
        assert ear.last("game") is None


def is_online(ear: House, after: int) -> bool:
    return any(b'"online":true' in each.payload for each in ear.heard[after:])


def test_a_table_keeps_its_id(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with house_at(mosquitto) as ear:
        for _ in range(2):
            heard = len(ear.heard)
            with Table(tmp_path, change=told_to(mosquitto)):
                eventually(partial(is_online, ear, heard))
    ids = {each.topic.split("/")[1] for each in ear.heard if each.topic.endswith("/status")}
    assert len(ids) == 1
    assert re.fullmatch(r"[0-9a-f]{12}", ids.pop())


class Stepped(Newest):
    """Waits by a clock that is stepped by hand."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock
        self._until_s: float | None = None

    def wait(self, longest_s: float | None = None) -> Snapshot | None:
        self._until_s = None if longest_s is None else self._clock.monotonic_s() + longest_s
        try:
            return super().wait()
        finally:
            self._until_s = None

    def step(self, seconds: float) -> None:
        """Let *seconds* pass once somebody waits, and wake who has waited long enough."""
        eventually(lambda: self._until_s is not None)
        until_s = self._until_s
        self._clock.advance(seconds)
        if until_s is not None and self._clock.monotonic_s() >= until_s:
            self.nudge()


def test_a_table_where_nothing_happens_tells_its_status_each_minute(tmp_path: Path, mosquitto: Mosquitto) -> None:
    clock = ManualClock()
    bench, newest = Bench(tmp_path / "table", clock=clock), Stepped(clock)
    settings = told_to(mosquitto)(load(None, {}, tmp_path, tmp_path / "none"))
    mqtt = Mqtt(
        settings,
        bench.session,
        newest,
        Library().texts,
        faults=Faults(),
        table=IdleTable(clock),
    )
    with house_at(mosquitto) as ear, ExitStack() as closing:
        bench.session.start()
        closing.callback(bench.session.close)
        mqtt.start()
        closing.callback(mqtt.close)
        eventually(lambda: len(ear.of("status")) == 1)
        for minute in range(2, 5):
            newest.step(STATUS_EVERY_S - 1)
            newest.nudge()  # something else may wake it: it tells nothing twice
            newest.step(1)
            newest.step(STATUS_EVERY_S - 1)
            eventually(partial(has_told, ear, minute))
    assert [each["online"] for each in ear.of("status")[:-1]] == [True] * 4
    assert STATUS_EVERY_S == 60


def has_told(ear: House, times: int) -> bool:
    return len(ear.of("status")) == times


# ---------------------------------------------------------------------- play never waits
def test_a_broker_that_hangs_costs_no_press_anything_and_then_is_told_all(tmp_path: Path, mosquitto: Mosquitto) -> None:
    rolls = ((3, 7, 10), (1, 2, 3), (4, 5, 6))
    with house_at(mosquitto) as ear, Table(tmp_path, scripted(*rolls), change=told_to(mosquitto)) as table:
        is_told(ear, table)
        mosquitto.pause()
        for number in range(1, 4):
            table.command("roll dice")
            table.roll(number)
        assert ear.of("result") == []  # all three are revealed, and nobody in the house has heard of one
        mosquitto.go_on()
        eventually(lambda: len(ear.of("result")) == 3)
    assert [each["numbers"] for each in ear.of("result")] == [list(each) for each in rolls]


def test_what_came_out_while_the_broker_was_away_is_told_once_it_is_back(tmp_path: Path, mosquitto: Mosquitto) -> None:
    rolls = ((3, 7, 10), (1, 2, 3))
    with Table(tmp_path, scripted(*rolls), change=told_to(mosquitto)) as table:
        mqtt = table.daemon.optional.made(MQTT)
        eventually(lambda: bool(mqtt and mqtt.broker and mqtt.broker.is_connected))
        mosquitto.kill()
        for number in (1, 2):
            table.command("roll dice")
            table.roll(number)
        eventually(lambda: faults_of(table) == ["house.broker"])
        mosquitto.start()
        with house_at(mosquitto) as ear:
            eventually(lambda: len(ear.of("result")) == 2)
            eventually(lambda: faults_of(table) == [])
    assert [each["numbers"] for each in ear.of("result")] == [list(each) for each in rolls]


def test_who_takes_the_connection_and_never_answers_costs_no_press_anything(tmp_path: Path) -> None:
    with socket.create_server((LOCALHOST, 0)) as server:
        broker = f"mqtt://{LOCALHOST}:{server.getsockname()[1]}"

        def change(settings: Settings) -> Settings:
            return replace(settings, mqtt=replace(settings.mqtt, broker=broker))

        with Table(tmp_path, scripted((3, 7, 10)), change=change) as table:
            connection, _ = server.accept()
            with connection:
                assert connection.recv(1000)  # it asks to be let in, and is never answered
                table.command("roll dice")
                assert table.roll(1)["values"] == [3, 7, 10]


# ---------------------------------------------------------------------- trouble
TROUBLE: tuple[tuple[str, str, Callable[[Path], dict[str, Any]]], ...] = (
    ("house.broker", "unreachable", lambda folder: {"broker": f"mqtt://{LOCALHOST}:{free_port()}"}),
    ("house.broker", "refused", lambda folder: {"user": "stranger"}),
    ("house.password", "password", lambda folder: {"password_file": folder / "nowhere"}),
    ("house.ca", "ca", lambda folder: {"broker": f"mqtts://{LOCALHOST}", "ca": folder / "nowhere.pem"}),
    ("house.press-user", "press-user", lambda folder: {"may_press": True, "user": ""}),
)


@pytest.mark.parametrize(("key", "word", "wrong"), TROUBLE, ids=[word for _, word, _ in TROUBLE])
def test_what_keeps_the_table_from_its_broker_is_told_and_it_plays(
    tmp_path: Path, mosquitto: Mosquitto, key: str, word: str, wrong: Callable[[Path], dict[str, Any]]
) -> None:
    change = told_to(mosquitto, **wrong(tmp_path))
    with Table(tmp_path, scripted((3, 7, 10)), change=change) as table:
        eventually(lambda: key in faults_of(table))
        for lang in ("en", "fr"):
            checks = table.get(f"/api/v1/doctor?lang={lang}").json["checks"]
            (house,) = [each for each in checks if each["key"] == "house"]
            assert house["level"] == "fault"
            assert house["remedy"]
        assert say(f"house.{word}-remedy")[:30].encode() in table.get("/owner").body
        table.command("roll dice")
        assert table.roll(1)["values"] == [3, 7, 10]


def test_the_status_tells_of_trouble_in_the_tables_language(tmp_path: Path, mosquitto: Mosquitto) -> None:
    change = told_to(mosquitto, may_press=True, broker=f"mqtt://localhost:{mosquitto.port}")
    with house_at(mosquitto) as ear, Table(tmp_path, language="fr", change=change) as table:
        is_told(ear, table)
        table.daemon.health.faults.add(table_fault())
        eventually(lambda: bool(ear.last("status").get("trouble")))
        assert ear.last("status")["trouble"] == [say("health.port-taken", "fr")]
        assert ear.last("status")["lang"] == "fr"


def table_fault() -> Any:
    from companion.health.network import port_fault

    return port_fault(80, 8080)


# ---------------------------------------------------------------------- Home Assistant, and presses
def test_home_assistant_is_told_anew_whenever_it_has_started(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with house_at(mosquitto) as ear, Table(tmp_path, change=told_to(mosquitto)) as table:
        is_told(ear, table)
        eventually(lambda: len(ear.discoveries) == 1)
        ear.tell("homeassistant/status", b"offline")
        ear.tell("homeassistant/status", b"online")
        eventually(lambda: len(ear.discoveries) == 2)
        eventually(lambda: len(ear.of("game")) >= 2)
    assert ear.discoveries[0] == ear.discoveries[1]


def is_known(ear: House, is_found: bool) -> bool:
    return bool(ear.discoveries) and bool(ear.discoveries[-1]) == is_found


def test_home_assistant_forgets_the_table_once_that_is_switched_off(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with house_at(mosquitto) as ear:
        for is_found in (True, False):
            with Table(tmp_path, change=told_to(mosquitto, home_assistant=is_found)):
                eventually(partial(is_known, ear, is_found))
    assert not [topic for topic in kept_by(mosquitto) if topic.startswith("homeassistant/device")]


def pressed(ear: House, table: Table, **more: Any) -> None:
    """Press ROLL from the house."""
    press = {"id": f"press-{len(ear.heard)}-{time()}", "button": "roll", "at": time(), **more}
    topic = f"tidetable/{table.daemon.session.table_id()}/do/press"
    ear.tell(topic, json.dumps(press).encode())


def test_the_house_presses_a_button_where_it_may(tmp_path: Path, mosquitto: Mosquitto) -> None:
    change = told_to(mosquitto, may_press=True)
    with house_at(mosquitto) as ear, Table(tmp_path, scripted((3, 7, 10)), change=change) as table:
        is_told(ear, table)
        assert "press-roll" in ear.discoveries[-1]["cmps"]
        pressed(ear, table)
        assert table.roll(1)["values"] == [3, 7, 10]
        lines = table.get("/api/v1/records/1").body.decode().splitlines()
    assert [json.loads(line)["by"] for line in lines[1:]] == ["mqtt", "dealer"]


def test_the_house_presses_nothing_where_it_may_not(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with house_at(mosquitto) as ear, Table(tmp_path, scripted((3, 7, 10)), change=told_to(mosquitto)) as table:
        is_told(ear, table)
        pressed(ear, table)
        table.command("roll dice")
        eventually(lambda: bool(ear.of("result")))
        lines = table.get("/api/v1/records/1").body.decode().splitlines()
    assert [json.loads(line)["by"] for line in lines[1:]] == ["phone", "dealer"]


MUTATED = 2500
ODD_VALUES: tuple[Any, ...] = (1e400, -1, None, "now", [], 10**400)


def mutated(random: Random, topic: str) -> Iterator[tuple[str, bytes]]:
    """Give messages that somebody might send to a table at *topic*: nearly right ones, long ones, and junk."""
    for number in range(MUTATED):
        press = bytearray(json.dumps({"id": f"m-{number}", "button": "roll", "at": 0.0}).encode())
        for _ in range(random.randint(1, 6)):
            at = random.randrange(len(press))
            press[at : at + random.randint(0, 3)] = random.randbytes(random.randint(0, 4))
        junk = (
            bytes(press),
            random.randbytes(random.randint(0, 200)),
            b"[" * random.randint(1, 5000),
            b'{"id":"' + b"x" * random.randint(0, 70_000) + b'"}',
            json.dumps(
                {"id": "a", "button": "roll", "at": random.choice([1e400, -1, None, "now", [], 10**400])}
            ).encode(),
        )
        name = random.choice(("press", "message", "kit", "record", "coming", "anything", "\u2603"))
        yield f"{topic}/do/{name}", random.choice(junk)


def test_no_mutated_message_harms_the_table(tmp_path: Path, mosquitto: Mosquitto) -> None:
    change = told_to(mosquitto, may_press=True)
    with house_at(mosquitto) as ear, Table(tmp_path, scripted((3, 7, 10)), change=change) as table:
        is_told(ear, table)
        topic = f"tidetable/{table.daemon.session.table_id()}"
        for sent, each in enumerate(mutated(Random(23), topic), 1):
            ear.tell(*each)
            if sent % 100 == 0:  # a broker hands on in its order: nobody falls behind
                ear.tell("tidetable/so-far", b"%d" % sent)
                eventually(partial(has_come, ear, b"%d" % sent))
        mqtt = table.daemon.optional.made(MQTT)
        assert mqtt is not None
        presses = sum("/do/press" in each.topic for each in ear.heard)
        eventually(lambda: sum(mqtt.presses.dropped.values()) >= presses)
        assert sum(mqtt.presses.dropped.values()) == presses > MUTATED // 10
        assert mqtt.broker is not None
        assert mqtt.broker.is_connected
        pressed(ear, table)
        assert table.roll(1)["values"] == [3, 7, 10]


def has_come(ear: House, payload: bytes) -> bool:
    return any(each.payload == payload for each in ear.heard[-50:])


# ---------------------------------------------------------------------- off
def test_a_broker_is_cleared_once_mqtt_is_switched_off(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with house_at(mosquitto) as ear, Table(tmp_path, change=told_to(mosquitto)) as table:
        is_told(ear, table)
        eventually(lambda: bool(ear.discoveries))
    assert kept_by(mosquitto)
    with Table(tmp_path, change=without_mqtt) as table:
        eventually(lambda: kept_by(mosquitto) == {})
        eventually(lambda: table.daemon.session.setting("mqtt-told") == "")
    with Table(tmp_path, change=without_mqtt) as table:
        assert table.daemon.optional.made(MQTT) is None


def test_the_last_broker_forgets_the_table_once_another_is_named(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with Table(tmp_path, change=told_to(mosquitto)) as table:
        eventually(lambda: len(kept_by(mosquitto)) == 4)
    with mosquitto_in(tmp_path / "other") as other, Table(tmp_path, change=told_to(other)) as table:
        eventually(lambda: kept_by(mosquitto) == {})
        eventually(lambda: str(other.port) in table.daemon.session.setting("mqtt-told"))
        assert len(kept_by(other)) == 4


WITHOUT = """
import sys
from msgspec.structs import replace
from functools import partial
from pathlib import Path
from tests.support.tables import Table
with Table(Path(sys.argv[1])) as table:
    assert table.table["game"]
print(*[name for name in sys.modules if name.split(".")[0] == "paho"])
"""


def test_nothing_of_paho_is_imported_unless_it_is_switched_on(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == []


def test_a_computer_without_paho_says_so_and_plays(
    tmp_path: Path, mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = ("companion.outside.mqtt.part", "companion.outside.mqtt.publisher", "paho")
    for name in [name for name in sys.modules if name.startswith(late)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "companion.outside.mqtt.publisher", None)  # as import leaves what can't be found
    with Table(tmp_path, change=told_to(mosquitto)) as table:
        assert faults_of(table) == ["house.missing"]
