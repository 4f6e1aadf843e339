"""The mirror as it is served: its application is built by the first request."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import pytest
from werkzeug.test import Client

from companion.health.faults import Faults
from companion.parts.mirror import MirrorApplication
from companion.parts.optional import PAGES, OptionalParts
from companion.phones.membership import Phones
from companion.runtime.clock import ManualClock
from companion.session.session import Session
from companion.texts.say import Texts
from tests.support.fakes import FakePanel, FakeServices, FakeTable, settings
from web_ui.api.context import context_of
from web_ui.app import create_mirror

CALLERS = 8
PATHS = ("/", "/tv", "/panel", "/owner", "/verify", "/records", "/api/v1/table", "/api/v1/openapi.json")


@pytest.fixture
def optional() -> OptionalParts:
    return OptionalParts(Faults())


@pytest.fixture
def mirror(
    table: FakeTable, panel: FakePanel, texts: Texts, phones: Phones, clock: ManualClock, optional: OptionalParts
) -> Iterator[MirrorApplication]:
    own, session = settings(clock=clock.monotonic_s), cast(Session, table)
    context = create_mirror(session, panel.source, texts, own, phones=phones, services=FakeServices())
    parts: Any = SimpleNamespace(mirror=context)
    optional.belong_to(parts)
    yield MirrorApplication(context, optional)
    context.stream.close()


def status_of(mirror: MirrorApplication, path: str) -> int:
    with Client(mirror).get(path, environ_overrides={"REMOTE_ADDR": "127.0.0.1"}) as answer:
        return answer.status_code


def test_the_first_requests_wait_for_one_application_with_every_route(
    mirror: MirrorApplication, optional: OptionalParts
) -> None:
    assert optional.made(PAGES) is None
    with ThreadPoolExecutor(CALLERS) as callers:
        assert set(callers.map(lambda _: status_of(mirror, "/api/v1/healthz"), range(CALLERS))) == {200}
    app = optional.made(PAGES)
    assert [status_of(mirror, path) for path in PATHS] == [200] * len(PATHS)
    assert optional.made(PAGES) is app
    assert app is not None
    assert context_of(app).stream is context_of(mirror).stream


def test_an_address_that_no_route_knows_is_not_found(mirror: MirrorApplication) -> None:
    assert [status_of(mirror, path) for path in ("/nowhere", "/Owner", "/.env", "/api/nowhere")] == [404] * 4
