"""The mirror as it is served: a table that is played needs few routes, and the others come with the first who asks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.test import Client

from companion.phones.joining import Phones
from companion.runtime.clock import ManualClock
from companion.texts.say import Texts
from tests.support.fakes import FakePanel, FakeTable, settings
from web_ui.api.context import context_of
from web_ui.app import Mirror, create_mirror

HERE = "localhost"
OF_PLAY = (
    *("/", "/tv", "/manifest.webmanifest", "/panel"),
    *("/api/v1/table", "/api/v1/shelf", "/api/v1/join", "/api/v1/healthz"),
)
OTHERS = ("/owner", "/verify", "/records", "/devices", "/api/v1/records", "/api/v1/openapi.json", "/nowhere")


@pytest.fixture
def mirror(table: FakeTable, panel: FakePanel, texts: Texts, phones: Phones, clock: ManualClock) -> Iterator[Mirror]:
    mirror = create_mirror(table, panel.source, texts, settings(clock=clock.monotonic_s), phones)
    yield mirror
    context_of(mirror).stream.close()


def answer_of(app: Flask | Mirror, path: str, method: str = "GET", host: str = HERE) -> tuple[object, ...]:
    with Client(app).open(
        path,
        method=method,
        environ_overrides={"REMOTE_ADDR": "127.0.0.1"},
        headers={"Host": host, "Origin": f"http://{host}"},
    ) as answer:
        return answer.status_code, sorted(answer.headers), answer.get_data()


def test_a_table_that_is_played_needs_no_more_than_its_own_routes(mirror: Mirror) -> None:
    assert mirror.played.made is None
    for path in OF_PLAY:
        assert answer_of(mirror, path)[0] == 200, path
    assert mirror.whole.made is None


@pytest.mark.parametrize("path", OTHERS)
def test_the_first_who_asks_for_another_has_all_of_them_made(mirror: Mirror, path: str) -> None:
    status = answer_of(mirror, path)[0]
    assert status == (404 if path == "/nowhere" else 200)
    assert mirror.whole.made is not None


@pytest.mark.parametrize(
    ("path", "method", "host"),
    [
        *((path, "GET", HERE) for path in (*OF_PLAY, *OTHERS)),
        ("/api/v1/table", "HEAD", HERE),
        ("/api/v1/table", "POST", HERE),
        ("/api/v1/commands", "GET", HERE),
        ("/api/v1/commands", "POST", HERE),
        ("/api/v1/table", "GET", "elsewhere.example"),
        ("/owner", "GET", "elsewhere.example"),
        ("/api/v1/nowhere", "GET", HERE),
        ("/static/none/none.js", "GET", HERE),
    ],
)
def test_each_request_is_answered_as_by_all_routes(mirror: Mirror, path: str, method: str, host: str) -> None:
    assert answer_of(mirror, path, method, host) == answer_of(mirror.whole(), path, method, host)
