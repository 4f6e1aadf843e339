"""The mirror as it is served: its application is built by the first request."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from werkzeug.test import Client

from companion.phones.joining import Phones
from companion.runtime.clock import ManualClock
from companion.texts.say import Texts
from tests.support.fakes import FakePanel, FakeTable, settings
from web_ui.api.context import context_of
from web_ui.app import Mirror, create_mirror

CALLERS = 8
PATHS = ("/", "/tv", "/panel", "/owner", "/verify", "/records", "/api/v1/table", "/api/v1/openapi.json")


@pytest.fixture
def mirror(table: FakeTable, panel: FakePanel, texts: Texts, phones: Phones, clock: ManualClock) -> Iterator[Mirror]:
    mirror = create_mirror(table, panel.source, texts, settings(clock=clock.monotonic_s), phones=phones)
    yield mirror
    context_of(mirror).stream.close()


def status_of(mirror: Mirror, path: str) -> int:
    with Client(mirror).get(path, environ_overrides={"REMOTE_ADDR": "127.0.0.1"}) as answer:
        return answer.status_code


def test_the_first_requests_wait_for_one_application_with_every_route(mirror: Mirror) -> None:
    assert mirror.application.made is None
    with ThreadPoolExecutor(CALLERS) as callers:
        assert set(callers.map(lambda _: status_of(mirror, "/api/v1/healthz"), range(CALLERS))) == {200}
    app = mirror.application.made
    assert [status_of(mirror, path) for path in PATHS] == [200] * len(PATHS)
    assert mirror.application.made is app
    assert app is not None
    assert context_of(app) is context_of(mirror)


def test_an_address_that_no_route_knows_is_not_found(mirror: Mirror) -> None:
    assert [status_of(mirror, path) for path in ("/nowhere", "/Owner", "/.env", "/api/nowhere")] == [404] * 4
