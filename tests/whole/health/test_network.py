"""A table whose network comes, changes, fails and goes: screen and pages follow and say what helps; play needs none."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.app import build, close
from companion.health.faults import Faults
from companion.health.network import NetworkHealth, network_fault
from companion.network import survey
from companion.network.addresses import addresses_for
from companion.network.judgement import Reading, judge
from companion.start import start
from hardware.cues import ErrorCue, StageCue, StartCue
from hardware.oled.drawing.screens import placeholder
from tests.support.tables import Phone, Process, picture, running, settings
from tests.support.waiting import TIMEOUT_S, eventually
from tests.support.wording import say
from tests.whole.health.test_settings import glass_shows, owners_page

APART = ("unshare", "--net", "sh", "-c", 'ip link set lo up; exec "$@"', "sh")
"""Starts a program in a network of its own, where it is alone."""
ASKING = """
import http.client, sys
method, path, host, body = sys.argv[1:]
connection = http.client.HTTPConnection(host, timeout=4)
headers = {"Host": host, "Origin": f"http://{host}", "Content-Type": "application/json"}
connection.request(method, path, body or None, headers)
sys.stdout.buffer.write(connection.getresponse().read())
"""
READING = """
import json
from companion.network.judgement import judge
from companion.network.survey import read
found = read()
print(json.dumps([judge(found), sorted(found.neighbours or ())]))
"""
ROUTER, PHONE = "192.0.2.1", "192.0.2.9"


def within(process: int, *words: str) -> bytes:
    """Run *words* in the network of *process*, and return what they print."""
    line = ["nsenter", "--net", "--target", str(process), *words]
    return subprocess.run(line, check=True, capture_output=True, timeout=30).stdout


class Apart:
    """A *table* in a network of its own, asked and changed from inside it."""

    def __init__(self, table: Process) -> None:
        self.table = table
        self.process = table.process.pid

    def ask(self, path: str, body: object = None) -> bytes:
        method = "GET" if body is None else "POST"
        sent = "" if body is None else json.dumps(body)
        return within(self.process, sys.executable, "-c", ASKING, method, path, f"127.0.0.1:{self.table.port}", sent)

    def get(self, path: str) -> Any:
        return json.loads(self.ask(path))

    def faults(self) -> dict[str, str]:
        return {fault["key"]: fault["text"] for fault in self.get("/api/v1/healthz")["faults"]}

    def is_told(self, *judged: str) -> None:
        """Wait until just what was *judged* is told of the network."""
        eventually(lambda: self.faults() == {f"network.{each}": say(f"network.{each}") for each in judged})

    def told_by_doctor(self) -> str:
        """The doctor's reason for how the network is."""
        (found,) = (each for each in self.get("/api/v1/doctor")["checks"] if each["key"] == "network")
        return str(found["reason"])

    def shows_address(self, address: str) -> None:
        """Wait until the table's screen says *address*, with a code for it."""
        lines = (say("stage.join-at"), say("stage.choose"))
        at = f"{address}:{self.table.port}"
        self.shows(StartCue(address=at, lines=lines, qr=f"http://{at}/"))

    def shows(self, cue: StageCue) -> None:
        wanted = picture(cue)
        eventually(lambda: bits(self.ask("/api/v1/screen.png")) == wanted)

    def do(self, line: str) -> None:
        """Do *line* as the owner at this computer."""
        seen = self.get("/api/v1/table")["version"]
        answer = json.loads(self.ask("/api/v1/owner", {"id": f"owner-{line}-{seen}", "seen": seen, "do": line}))
        assert "error" not in answer, answer

    def lets_in(self) -> None:
        """Hold OK until the table lets phones in."""
        self.ask("/api/v1/press", {"button": "ok", "for_ms": 1200})
        eventually(lambda: self.get("/api/v1/invite")["digits"] is not None)


def bits(png: bytes) -> bytes:
    return Image.open(io.BytesIO(png)).convert("1").tobytes()


@contextmanager
def elsewhere() -> Iterator[int]:
    """Have a network with nothing in it, by the number of a process in it."""
    with subprocess.Popen([*APART, "sh", "-c", "echo; exec sleep 600"], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            yield process.pid
        finally:
            process.kill()


def plug_in(router: int, machine: int, link: str) -> None:
    """Lay a cable from *router*'s bridge, by the name of *link*, to *machine*'s ``eth0``."""
    within(router, "ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", str(machine))
    within(router, "ip", "link", "set", link, "master", "bridge0", "up")
    within(machine, "ip", "link", "set", "eth0", "up")


def give(machine: int, address: str) -> None:
    within(machine, "ip", "address", "add", f"{address}/24", "dev", "eth0")


@pytest.mark.needs("root", "ip", "unshare", "network namespaces")
def test_screen_and_pages_follow_the_network_and_say_what_helps_and_play_needs_none(tmp_path: Path) -> None:
    with ExitStack() as stack:
        table = stack.enter_context(running(tmp_path, "--host", "0.0.0.0", "--lang", "en", under=APART))
        router, phone = (stack.enter_context(elsewhere()) for _ in range(2))
        within(router, "ip", "link", "add", "bridge0", "up", "type", "bridge")
        within(router, "ip", "address", "add", f"{ROUTER}/24", "dev", "bridge0")
        plug_in(router, phone, "phones")
        give(phone, PHONE)
        apart = Apart(table)

        apart.is_told("none")
        apart.shows_address("127.0.0.1")
        apart.lets_in()
        apart.shows(ErrorCue(title=say("stage.network"), lines=(say("stage.network-none"),)))
        apart.do("close")
        before = apart.get("/api/v1/table")

        plug_in(router, apart.process, "tables")
        apart.is_told("no-address")
        within(apart.process, "ip", "address", "add", "2001:db8::5/64", "dev", "eth0", "nodad")
        assert json.loads(within(apart.process, sys.executable, "-c", READING)) == ["no-address", []]
        give(apart.process, "192.0.2.7")
        within(apart.process, "ip", "route", "add", "default", "via", ROUTER)
        apart.is_told()
        apart.shows_address("192.0.2.7")
        assert apart.get("/api/v1/invite")["address"] == f"http://192.0.2.7:{table.port}/"
        assert apart.get("/api/v1/table")["network"] > before["network"]

        for link in ("tables", "phones"):
            within(router, "bridge", "link", "set", "dev", link, "isolated", "on")
        # The doctor asks the network by itself; what it has just heard from holds for a moment.
        eventually(lambda: apart.told_by_doctor() == say("network.alone"))
        apart.lets_in()
        apart.do("close")
        apart.is_told("alone")
        here = f"192.0.2.7:{table.port}"
        look = (sys.executable, "-c", ASKING, "GET", "/api/v1/table", here, "")
        with pytest.raises(subprocess.CalledProcessError):
            within(phone, *look)
        assert json.loads(within(apart.process, sys.executable, "-c", READING)) == ["alone", [ROUTER]]
        for link in ("tables", "phones"):
            within(router, "bridge", "link", "set", "dev", link, "isolated", "off")
        assert "version" in json.loads(within(phone, *look))
        apart.is_told()
        assert json.loads(within(apart.process, sys.executable, "-c", READING)) == ["fine", [ROUTER, PHONE]]

        within(router, "ip", "link", "set", "tables", "down")
        apart.is_told("none")
        apart.shows_address("127.0.0.1")
        within(router, "ip", "link", "set", "tables", "up")
        apart.shows_address("192.0.2.7")
        within(apart.process, "ip", "address", "del", "192.0.2.7/24", "dev", "eth0")
        apart.is_told("no-address")
        give(apart.process, "192.0.2.8")
        apart.shows_address("192.0.2.8")
        followed = "the network has changed: this computer is at 192.0.2.8"
        eventually(lambda: followed in table.log.read_text("utf-8"))
        body = {"id": "plays", "seen": apart.get("/api/v1/table")["version"], "seat": "table", "do": "new fireship kit"}
        assert "version" in json.loads(apart.ask("/api/v1/commands", body))


@pytest.mark.needs("root", "ip", "unshare", "network namespaces")
def test_a_table_is_served_at_its_own_address_once_the_network_gives_it(tmp_path: Path) -> None:
    address, file = "192.0.2.7", tmp_path / "tidetable.toml"
    file.write_text(f'[web]\nhost = "{address}"\nport = 0\n[pins]\nchoice = "simulated"\n')
    with ExitStack() as stack:
        table = stack.enter_context(running(tmp_path, "--config", str(file), bare=True, under=APART))
        apart, router = Apart(table), stack.enter_context(elsewhere())
        assert apart.faults() == {"web.host": say("health.host", host=address)}
        within(router, "ip", "link", "add", "bridge0", "up", "type", "bridge")
        within(router, "ip", "address", "add", f"{ROUTER}/24", "dev", "bridge0")
        plug_in(router, apart.process, "tables")
        give(apart.process, address)
        apart.is_told()
        apart.shows_address(address)
        look = (sys.executable, "-c", ASKING, "GET", "/api/v1/table", f"{address}:{table.port}", "")
        assert json.loads(within(router, *look))["seats"] == []


@pytest.mark.needs("root", "ip", "unshare", "network namespaces")
def test_a_table_is_served_at_its_name_once_the_network_knows_that(tmp_path: Path) -> None:
    address, name, file, hosts = "192.0.2.7", "table.example", tmp_path / "tidetable.toml", tmp_path / "hosts"
    file.write_text(f'[web]\nhost = "{name}"\nport = 0\n[pins]\nchoice = "simulated"\n')
    hosts.write_text("127.0.0.1 localhost\n")
    known = ("unshare", "--net", "--mount", "sh", "-c")
    told = (f'ip link set lo up; mount --bind "{hosts}" /etc/hosts; exec "$@"', "sh")
    with ExitStack() as stack:
        table = stack.enter_context(running(tmp_path, "--config", str(file), bare=True, under=(*known, *told)))
        apart, router = Apart(table), stack.enter_context(elsewhere())
        assert apart.faults() == {"web.host": say("health.host", host=name)}
        within(router, "ip", "link", "add", "bridge0", "up", "type", "bridge")
        within(router, "ip", "address", "add", f"{ROUTER}/24", "dev", "bridge0")
        plug_in(router, apart.process, "tables")
        give(apart.process, address)
        assert "web.host" in apart.faults()
        with hosts.open("a") as more:
            more.write(f"{address} {name}\n")
        apart.is_told()
        apart.shows_address(address)
        look = (sys.executable, "-c", ASKING, "GET", "/api/v1/table", f"{address}:{table.port}", "")
        assert json.loads(within(router, *look))["seats"] == []
        assert apart.faults() == {}


def test_a_name_that_is_not_found_is_a_page_on_the_screen_until_ok(tmp_path: Path) -> None:
    own = settings(tmp_path)
    daemon = build(own, own.table.data)
    try:
        start(daemon)
        table = Phone(daemon.server.port)
        daemon.health.faults.add(network_fault("name"))
        lines = (say("stage.network-name"), say("stage.fault-how"))
        glass_shows(table, ErrorCue(title=say("stage.network"), lines=lines, private=True))
        table.press("ok")
        eventually(lambda: table.screen != placeholder().tobytes())
        assert say("network.name") in owners_page(table)
    finally:
        close(daemon)


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("0.0.0.0", ["192.0.2.7", "169.254.3.4"]),
        ("table.example", ["192.0.2.7", "169.254.3.4"]),
        ("::", ["192.0.2.7", "169.254.3.4", "fd00::5"]),
        ("fd00::5", ["fd00::5"]),
    ],
)
def test_only_addresses_at_which_the_table_is_served_count(
    host: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    all_of_them = ("192.0.2.7", "169.254.3.4", "fd00::5")
    monkeypatch.setattr("companion.network.addresses.machine_addresses", lambda: all_of_them)
    assert list(addresses_for(host)) == found


@pytest.mark.parametrize("meanwhile", ["nothing", "visited", "changed"])
def test_a_look_at_the_network_says_nothing_of_one_that_has_changed_meanwhile(
    meanwhile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults, looked = Faults(), threading.Event()
    health = NetworkHealth(faults, survey)
    happens = {"visited": lambda: health.visited(PHONE), "changed": lambda: health.changed(("192.0.2.8",))}

    def read_slowly(came: bool, host: str) -> Reading:
        happens.get(meanwhile, lambda: None)()
        looked.set()
        return Reading(("eth0",), ("192.0.2.7",), ROUTER, frozenset({ROUTER}), came)

    monkeypatch.setattr("companion.network.survey.read", read_slowly)
    monkeypatch.setattr("companion.health.network.running_links", lambda: ("eth0",))
    health.changed(("192.0.2.7",))
    health.look_for_others()
    assert looked.wait(TIMEOUT_S)
    for thread in threading.enumerate():
        if thread.name == "neighbours":
            thread.join(TIMEOUT_S)
    assert [fault.key for fault in faults.now] == (["network.alone"] if meanwhile == "nothing" else [])


@pytest.mark.parametrize(
    ("reading", "judged"),
    [
        (Reading(), "none"),
        (Reading(links=("eth0",)), "no-address"),
        (Reading(links=("eth0",), addresses=("169.254.7.1",)), "no-address"),
        (Reading(links=("eth0",), addresses=("192.0.2.7",)), "fine"),
        (Reading(("eth0",), ("192.0.2.7",), ROUTER, frozenset({ROUTER})), "alone"),
        (Reading(("eth0",), ("192.0.2.7",), "", frozenset()), "alone"),
        (Reading(("eth0",), ("192.0.2.7",), ROUTER, frozenset({ROUTER}), came=True), "fine"),
        (Reading(("eth0",), ("192.0.2.7",), ROUTER, frozenset({ROUTER, PHONE})), "fine"),
        (Reading(("eth0",), ("192.0.2.7",), ROUTER, frozenset({ROUTER, PHONE}), is_found=False), "name"),
        (Reading(("eth0",), ("192.0.2.7",), came=True, is_found=False), "name"),
        (Reading(("eth0",), ("fd00::2",), is_found=True), "fine"),
    ],
)
def test_what_keeps_phones_away_is_told_apart(reading: Reading, judged: str) -> None:
    assert judge(reading) == judged
