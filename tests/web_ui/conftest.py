"""A mirror for each test: through Flask's client, or through the real server on a free port."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from companion.phones.confirmation import Confirmation
from companion.phones.membership import Phones
from companion.phones.pairing import PairingWindow
from companion.runtime.clock import ManualClock
from companion.runtime.timers import TimerThread
from companion.texts.say import Texts
from tests.support.browsing import Pages
from tests.support.fakes import FakePanel, FakeTable, load_texts, mirrored, settings
from tests.support.ports import port_of_process
from tests.support.whole import Whole
from web_ui.api.context import context_of
from web_ui.http.server.server import Server


@pytest.fixture(scope="session")
def texts() -> Texts:
    return load_texts()


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def panel() -> FakePanel:
    return FakePanel()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def phones(table: FakeTable, clock: ManualClock) -> Iterator[Phones]:
    timers = TimerThread()
    yield Phones(table, PairingWindow(clock, timers.after), Confirmation(clock, timers.after))
    timers.close()


@pytest.fixture
def heartbeat_s() -> float:
    return 0.05


@pytest.fixture
def app(
    table: FakeTable, panel: FakePanel, texts: Texts, phones: Phones, clock: ManualClock, heartbeat_s: float
) -> Iterator[Flask]:
    chosen = settings(heartbeat_s=heartbeat_s, clock=clock.monotonic_s)
    app = mirrored(table, panel.source, texts, chosen, phones=phones)
    yield app
    context_of(app).stream.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client(use_cookies=False)  # each caller of a test has their own


@pytest.fixture
def server(request: pytest.FixtureRequest, table: FakeTable | Whole) -> Iterator[Server]:
    """The server of the test's table: its own if it is a whole one."""
    if isinstance(table, Whole):
        yield table.daemon.server
        return
    server = Server(request.getfixturevalue("app"), settings(port=port_of_process()))
    server.start()
    yield server
    server.close()


@pytest.fixture
def pages(browser: Browser, server: Server) -> Iterator[Pages]:
    pages = Pages(browser, server)
    yield pages
    pages.close()
    assert pages.complaints == []
