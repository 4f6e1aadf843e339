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
from web_ui.app import BESIDE_PLAY, Mirror, create_mirror
from web_ui.application import FOR_WHO_IS_IN
from web_ui.source import MetricsSource

HERE = "localhost"
OF_PLAY = (
    *("/", "/tv", "/manifest.webmanifest", "/panel"),
    *("/api/v1/table", "/api/v1/shelf", "/api/v1/join", "/api/v1/healthz"),
)
OTHERS = ("/owner", "/verify", "/records", "/devices", "/api/v1/records", "/api/v1/openapi.json", "/api/nowhere")
NOWHERE = ("/nowhere", "/favicon.ico", "/tv/1/2", "/Owner", "/ownership", "/.env")


@pytest.fixture
def mirror(table: FakeTable, panel: FakePanel, texts: Texts, phones: Phones, clock: ManualClock) -> Iterator[Mirror]:
    mirror = create_mirror(table, panel.source, texts, settings(clock=clock.monotonic_s), phones=phones)
    yield mirror
    context_of(mirror).stream.close()


def answer_of(
    app: Flask | Mirror, path: str, method: str = "GET", host: str = HERE, peer: str = "127.0.0.1", origin: str = ""
) -> tuple[int, list[tuple[str, str]], bytes]:
    with Client(app).open(
        method=method,
        environ_overrides={"REMOTE_ADDR": peer, "PATH_INFO": path},  # as it is: two slashes are no host
        headers={"Host": host, "Origin": origin or f"http://{host}"},
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
    assert status == (404 if path == "/api/nowhere" else 200)
    assert mirror.whole.made is not None


@pytest.mark.parametrize("path", NOWHERE)
def test_an_address_that_no_route_can_know_has_nothing_made_for_it(mirror: Mirror, path: str) -> None:
    assert answer_of(mirror, path)[0] == 404
    assert mirror.whole.made is None


def owned(path: str) -> str:
    return path.replace("<int:number>", "1").replace("<int:at>", "1").replace("<word>", "begin")


@pytest.mark.parametrize(("rule", "method"), FOR_WHO_IS_IN)
def test_a_stranger_is_refused_by_the_routes_of_play_alone(mirror: Mirror, rule: str, method: str) -> None:
    stranger = "192.0.2.7"
    refused = answer_of(mirror, owned(rule), method, peer=stranger)
    assert (refused[0], mirror.whole.made) == (403, None)
    assert refused == answer_of(mirror.whole(), owned(rule), method, peer=stranger)


def test_who_sends_no_page_of_ours_is_refused_by_the_routes_of_play_alone(mirror: Mirror) -> None:
    assert answer_of(mirror, "/verify", host="elsewhere.example")[0] == 400
    assert answer_of(mirror, "/api/v1/words", origin="http://elsewhere.example")[0] == 403
    assert mirror.whole.made is None


def test_each_route_that_refuses_who_is_not_in_is_listed(mirror: Mirror) -> None:
    played = {rule.rule for rule in mirror.played().url_map.iter_rules() if not rule.endpoint.startswith("refused.")}
    refusing = set()
    for number, rule in enumerate(mirror.whole().url_map.iter_rules()):
        method = "POST" if "POST" in (rule.methods or ()) else "GET"
        path = owned(rule.rule)
        if rule.rule in played or "<" in path:
            continue
        status, _, body = answer_of(mirror, path, method, peer=f"192.0.{number}.7")
        if status == 403:
            assert b"Join with the code" in body
            refusing.add((rule.rule, method))
    assert refusing == set(FOR_WHO_IS_IN)


def test_the_addresses_beside_those_of_play_begin_as_they_are_listed(
    table: FakeTable, panel: FakePanel, texts: Texts, phones: Phones
) -> None:
    counts = MetricsSource(lambda: None, lambda: "")
    mirror = create_mirror(table, panel.source, texts, settings(), phones=phones, metrics=counts)
    context_of(mirror).stream.close()
    played, whole = (
        {rule.rule for rule in app.url_map.iter_rules() if not rule.endpoint.startswith("refused.")}
        for app in (mirror.played(), mirror.whole())
    )
    assert {rule.split("/")[1] for rule in whole - played} == BESIDE_PLAY
    assert not any("<" in rule.split("/")[1] for rule in whole)


@pytest.mark.parametrize(
    ("path", "method", "host"),
    [
        *((path, "GET", HERE) for path in (*OF_PLAY, *OTHERS, *NOWHERE)),
        *((path, "GET", HERE) for path in ("//owner", "//nowhere", "/owner/", "/tv//1", "//tv", "/C/", "/records/x")),
        ("/nowhere", "POST", HERE),
        ("/tv", "POST", HERE),
        ("/favicon.ico", "GET", "elsewhere.example"),
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
