from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from companion.health.faults import Faults
from companion.health.network import NetworkHealth
from companion.network import survey
from companion.parts.address import Serving
from companion.parts.optional import NETWORK_NAME, OptionalParts
from tests.support.rows import each_row
from tests.support.tables import settings
from tests.support.waiting import TIMEOUT_S

CABLE, WIFI, PHONE = "10.0.0.7", "192.168.1.7", "192.168.1.50"

Serve = Callable[..., Serving]


@pytest.fixture
def told() -> threading.Event:
    return threading.Event()


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: threading.Event) -> Serve:
    """Start to serve as these settings of ``[web]`` say, on a computer at a cable's and a Wi-Fi's address."""
    monkeypatch.setattr("companion.network.addresses.machine_addresses", lambda: (CABLE, WIFI))
    monkeypatch.setattr("companion.parts.address.address_towards", lambda peer: WIFI if peer == PHONE else peer)
    monkeypatch.setattr("companion.network.mdns.announcer.Announcer.start", lambda self: None)
    monkeypatch.setattr("companion.network.address_watch.AddressWatch.start", lambda self: None)
    monkeypatch.setattr("companion.network.address_watch.AddressWatch.close", lambda self: None)

    def started(**web: Any) -> Serving:
        own = settings(tmp_path)
        server: Any = SimpleNamespace(port=8080, awaited="", unheard=(), start=lambda *_: None)
        window: Any = SimpleNamespace(shown=None, subscribe=lambda _: None)
        faults, name = Faults(), SimpleNamespace(host="", announce=lambda *_: None, withdraw=lambda: None)
        own = replace(own, web=replace(own.web, **web))
        serving = Serving(own, NetworkHealth(faults, survey), window, OptionalParts(faults, {NETWORK_NAME: name}))
        follower: Any = SimpleNamespace(readdress=lambda: None, settle=told.set)
        serving.serve_by(server, follower)
        serving.start()
        serving.follow_network()
        return serving

    return started


@each_row(
    ("web", "address"),
    [
        ({"host": "0.0.0.0"}, CABLE),
        ({"host": "127.0.0.1"}, "127.0.0.1"),
        ({"host": "::1"}, "[::1]"),
        ({"host": WIFI}, WIFI),
        ({"host": "0.0.0.0", "join_host": WIFI}, WIFI),
        ({"host": "0.0.0.0", "join_host": "games.home"}, "games.home"),
        ({"host": "127.0.0.1", "join_host": "games.home"}, "games.home"),
    ],
)
def test_phones_are_told_an_address_that_is_served(web: dict[str, str], address: str, serve: Serve) -> None:
    assert serve(**web).join_address == f"http://{address}:8080/"


def test_the_network_that_joined_phones_come_from_wins(serve: Serve, told: threading.Event) -> None:
    serving = serve(host="0.0.0.0")
    serving.visited(PHONE, is_in=False)
    serving.visited(CABLE, is_in=True)
    assert (serving.join_host(), told.is_set()) == (CABLE, False)
    serving.visited(PHONE, is_in=True)
    assert serving.join_host() == WIFI
    assert told.wait(TIMEOUT_S)
