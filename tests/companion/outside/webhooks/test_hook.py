"""A webhook: what it is sent, how, and what becomes of one that fails, hangs or is too slow."""

from __future__ import annotations

import json
import logging
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from companion.health.faults import Faults
from companion.outside.messages import ResultMessage
from companion.outside.webhooks import request
from companion.outside.webhooks.hook import ROOM, Hook
from companion.outside.webhooks.request import NotSent, Poster, body_of, headers_of
from companion.settings.tables import WebhookSettings
from tests.support.receivers import Receiver, receiver
from tests.support.waiting import eventually
from tests.support.wording import TEXTS

pytestmark = pytest.mark.whole

ROLL = ResultMessage("1-2-1", 1, "rolled", seat=1, who="Ben", numbers=(3, 7, 10), text="Ben rolls 3, 7, 10.")
NASTY = 'Ann", "admin": true}\\\n\x00é'


@pytest.fixture
def lamp() -> Iterator[Receiver]:
    with receiver() as made:
        yield made


@contextmanager
def hook(settings: WebhookSettings, pauses_s: tuple[float, ...] = (0.0, 0.0)) -> Iterator[tuple[Hook, Faults]]:
    faults = Faults()
    made = Hook(1, settings, "Tidetable", faults, pauses_s=pauses_s)
    made.start()
    try:
        yield made, faults
    finally:
        made.close()


def result(number: int) -> ResultMessage:
    return ResultMessage(f"1-{number}-1", 1, "rolled", numbers=(number,))


def told(faults: Faults, lang: str = "en") -> list[str]:
    return [str(TEXTS.tell(lang, fault.told)) for fault in faults.now]


def with_body(body: str, media: str = "application/json") -> WebhookSettings:
    return WebhookSettings("http://a", body=body, type=media)


# ---------------------------------------------------------------------- the body
def test_the_usual_body_says_all() -> None:
    assert json.loads(body_of(WebhookSettings("http://a"), ROLL, "fireship", "Our table")) == {
        "table": "Our table",
        "game": "fireship",
        "kind": "rolled",
        "seat": 1,
        "who": "Ben",
        "numbers": [3, 7, 10],
        "words": "",
        "text": "Ben rolls 3, 7, 10.",
    }


def test_a_result_of_nobody_has_no_seat() -> None:
    flooded = ResultMessage("1-2-1", 1, "flooded", words=("misty-marsh", "cliffs"))
    found = json.loads(body_of(WebhookSettings("http://a"), flooded, "forbidden-island", "T"))
    assert (found["seat"], found["who"], found["numbers"], found["words"]) == (None, "", [], "misty-marsh cliffs")
    assert body_of(with_body("<$seat>", "text/plain"), flooded, "g", "T") == b"<>"


def test_no_value_ends_the_text_that_it_stands_in() -> None:
    nasty = ResultMessage("1-2-1", 1, "rolled", who=NASTY, text=NASTY, words=(NASTY,))
    found = json.loads(body_of(WebhookSettings("http://a"), nasty, "g", NASTY))
    assert (found["who"], found["text"], found["words"], found["table"]) == (NASTY,) * 4
    assert "admin" not in found
    form = body_of(with_body("who=$who&kind=$kind", request.FORM), nasty, "g", "T")
    assert parse_qs(form.decode()) == {"who": [NASTY], "kind": ["rolled"]}


def test_a_plain_text_says_it_as_it_is_and_two_dollars_are_one() -> None:
    settings = with_body("$$5 to ${who}: $numbers", "text/plain; charset=utf-8")
    assert body_of(settings, ROLL, "g", "T") == b"$5 to Ben: 3, 7, 10"


# ---------------------------------------------------------------------- the headers
def test_headers_come_out_of_their_file_each_time(tmp_path: Path) -> None:
    file = tmp_path / "headers"
    settings = WebhookSettings("http://a", headers_file=file)
    for token in ("one", "two"):
        file.write_text(f"Authorization: Bearer {token}\n\nX-Room: den \n", "ascii")
        found = headers_of(settings)
        assert found == {
            "Content-Type": "application/json",
            "User-Agent": "Tidetable",
            "Authorization": f"Bearer {token}",
            "X-Room": "den",
        }


@pytest.mark.parametrize("line", ["secret", "Host: elsewhere", "content-length: 3", "A b: c", "X: \x07", ": x"])
def test_a_bad_line_is_told_by_its_number_and_nothing_of_it(tmp_path: Path, line: str) -> None:
    file = tmp_path / "headers"
    file.write_text(f"X-Room: den\n{line}\n", "ascii")
    with pytest.raises(NotSent) as failure:
        headers_of(WebhookSettings("http://a", headers_file=file))
    assert (failure.value.why, failure.value.values["line"], failure.value.may_pass) == ("header-line", 2, False)
    assert line.strip() not in str(failure.value)


@pytest.mark.parametrize("content", [None, b"X: caf\xe9"])
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "headers"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(NotSent) as failure:
        headers_of(WebhookSettings("http://a", headers_file=file))
    assert (failure.value.why, failure.value.values) == ("headers", {"file": str(file)})


# ---------------------------------------------------------------------- the request
def test_it_is_sent_as_the_settings_say(lamp: Receiver, tmp_path: Path) -> None:
    file = tmp_path / "headers"
    file.write_text("Authorization: Bearer lamp\n", "ascii")
    url = f"{lamp.url}?room=a%20b"
    Poster(WebhookSettings(url, method="PUT", type="text/plain", headers_file=file)).post(b"hello")
    (got,) = lamp.got
    assert (got.method, got.path, got.body) == ("PUT", "/json/state?room=a%20b", b"hello")
    assert got.headers["Authorization"] == "Bearer lamp"
    assert got.headers["Content-Type"] == "text/plain"
    assert got.headers["Host"] == f"127.0.0.1:{lamp.port}"
    assert got.headers["Content-Length"] == "5"


def test_no_redirect_is_followed(lamp: Receiver) -> None:
    with receiver() as elsewhere:
        lamp.answers, lamp.more = [307], f"Location: {elsewhere.url}"
        with pytest.raises(NotSent) as failure:
            Poster(WebhookSettings(lamp.url)).post(b"{}")
        assert (failure.value.why, failure.value.values, failure.value.may_pass) == ("status", {"status": 307}, False)
        assert len(lamp.got) == 1
        assert elsewhere.got == []


def test_no_proxy_of_the_environment_is_asked(lamp: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiver() as proxy:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.port}")
        Poster(WebhookSettings(lamp.url)).post(b"{}")
        assert (len(lamp.got), proxy.got) == (1, [])


@pytest.mark.parametrize(
    ("status", "may_pass"), [(400, False), (404, False), (408, True), (429, True), (500, True), (503, True)]
)
def test_only_an_answer_that_may_pass_is_worth_another_try(lamp: Receiver, status: int, may_pass: bool) -> None:
    lamp.answers = [status]
    with pytest.raises(NotSent) as failure:
        Poster(WebhookSettings(lamp.url)).post(b"{}")
    assert (failure.value.values["status"], failure.value.may_pass) == (status, may_pass)


def certificate(folder: Path) -> Path:
    line = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    line += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(folder / "key.pem")]
    subprocess.run([*line, "-out", str(folder / "cert.pem")], check=True, capture_output=True, timeout=60)
    return folder


def test_by_https_only_to_a_server_that_shows_who_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiver(certificate(tmp_path)) as lamp:
        settings = WebhookSettings(lamp.url.replace("http:", "https:"))
        with pytest.raises(NotSent) as failure:
            Poster(settings).post(b"{}")
        assert (failure.value.why, failure.value.may_pass, lamp.got) == ("tls", False, [])
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        Poster(settings).post(b"{}")
        assert [got.body for got in lamp.got] == [b"{}"]
        with pytest.raises(NotSent) as failure:
            Poster(WebhookSettings(settings.url.replace("127.0.0.1", "localhost"))).post(b"{}")
        assert (failure.value.why, len(lamp.got)) == ("tls", 1), "its certificate is another's"


def test_a_server_that_is_not_there_or_says_nothing_of_use_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        thread = threading.Thread(target=lambda: server.accept()[0].close())
        thread.start()
        with pytest.raises(NotSent, match="unreachable"):
            Poster(WebhookSettings(f"http://127.0.0.1:{port}")).post(b"{}")
        thread.join()
    with pytest.raises(NotSent, match="unreachable"):
        Poster(WebhookSettings(f"http://127.0.0.1:{port}")).post(b"{}")


def test_a_server_that_never_answers_is_silent(lamp: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request, "TIMEOUT_S", 0.05)
    lamp.hangs.clear()
    with pytest.raises(NotSent, match="silent") as failure:
        Poster(WebhookSettings(lamp.url)).post(b"{}")
    assert failure.value.may_pass


# ---------------------------------------------------------------------- the queue
def test_results_are_sent_in_their_order(lamp: Receiver) -> None:
    with hook(WebhookSettings(lamp.url)) as (made, faults):
        for number in range(5):
            made.leave(result(number), "g")
        eventually(lambda: len(lamp.got) == 5)
    assert [body["numbers"] for body in lamp.bodies()] == [[number] for number in range(5)]
    assert faults.now == ()


def test_only_the_kinds_that_it_wants() -> None:
    assert Hook(1, WebhookSettings("http://a"), "T", Faults()).wants(ROLL)
    assert Hook(1, WebhookSettings("http://a", kinds=("sunk", "rolled")), "T", Faults()).wants(ROLL)
    assert not Hook(1, WebhookSettings("http://a", kinds=("sunk",)), "T", Faults()).wants(ROLL)


def test_a_hook_that_fails_is_tried_again_and_told_until_it_works(lamp: Receiver) -> None:
    lamp.answers = [500, 503]
    steps: list[list[str]] = []
    with hook(WebhookSettings(lamp.url)) as (made, faults):
        faults.subscribe(lambda now: steps.append([fault.key for fault in now]))
        made.leave(result(1), "g")
        eventually(lambda: len(lamp.got) == 3 and not faults.now)
        assert [body["numbers"] for body in lamp.bodies()] == [[1]] * 3
        assert steps == [["house.webhook-1"], ["house.webhook-1"], []]
        assert made.dropped == 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_after_three_failures_it_goes_on_with_the_next(lamp: Receiver, lang: str) -> None:
    lamp.answers = [500, 500, 500]
    with hook(WebhookSettings(lamp.url)) as (made, faults):
        made.leave(result(1), "g")
        eventually(lambda: made.dropped == 1)
        values = {"number": "1", "host": "127.0.0.1", "status": 500}
        assert told(faults, lang) == [TEXTS.say(lang, "hook.status", **values)]
        assert "127.0.0.1" not in TEXTS.say(lang, "hook.text"), "everybody may read that"
        made.leave(result(2), "g")
        eventually(lambda: not faults.now)
    assert [body["numbers"] for body in lamp.bodies()] == [[1], [1], [1], [2]]


def test_what_no_other_try_helps_against_is_tried_once(lamp: Receiver) -> None:
    lamp.answers = [404]
    with hook(WebhookSettings(lamp.url)) as (made, faults):
        made.leave(result(1), "g")
        made.leave(result(2), "g")
        eventually(lambda: len(lamp.got) == 2 and not faults.now)
    assert [body["numbers"] for body in lamp.bodies()] == [[1], [2]]
    assert made.dropped == 1


def test_a_slow_hook_loses_its_oldest_results_and_says_so(lamp: Receiver, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    lamp.hangs.clear()
    with hook(WebhookSettings(lamp.url)) as (made, faults):
        made.leave(result(0), "g")
        eventually(lambda: len(lamp.got) == 1)
        for number in range(1, ROOM + 4):
            made.leave(result(number), "g")
        assert made.dropped == 3
        assert told(faults) == [TEXTS.say("en", "hook.behind", number="1", host="127.0.0.1")]
        assert caplog.text.count("is behind: its oldest results are left out") == 1
        lamp.hangs.set()
        eventually(lambda: len(lamp.got) == ROOM + 1 and not faults.now)
    assert [body["numbers"] for body in lamp.bodies()] == [[0], *([number] for number in range(4, ROOM + 4))]


def test_a_hanging_hook_holds_up_neither_who_leaves_something_nor_the_end(lamp: Receiver) -> None:
    lamp.hangs.clear()
    with hook(WebhookSettings(lamp.url), pauses_s=(1e6,)) as (made, faults):
        made.leave(result(1), "g")
        eventually(lambda: len(lamp.got) == 1)
    assert faults.now == (), "an end isn't a fault of the hook's"
    assert "webhook-1" not in {thread.name for thread in threading.enumerate()}


def test_a_hook_that_waits_for_its_next_try_ends_at_once(lamp: Receiver) -> None:
    lamp.answers = [500]
    with hook(WebhookSettings(lamp.url), pauses_s=(1e6,)) as (made, faults):
        made.leave(result(1), "g")
        eventually(lambda: faults.now != ())
    assert "webhook-1" not in {thread.name for thread in threading.enumerate()}


def test_the_log_names_the_host_and_no_more_of_an_address(lamp: Receiver, caplog: pytest.LogCaptureFixture) -> None:
    lamp.answers = [404]
    with hook(WebhookSettings(f"{lamp.url}/s3cret?token=s3cret")) as (made, _):
        made.leave(result(1), "g")
        eventually(lambda: made.dropped == 1)
    assert "webhook 1 (127.0.0.1) fails: status 404" in caplog.text
    assert "s3cret" not in caplog.text


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "word", ["unreachable", "silent", "tls", "status", "headers", "header-line", "behind", "unwatched"]
)
def test_each_fault_is_said_with_what_helps(lang: str, word: str) -> None:
    values = {"number": "1", "host": "h", "status": 500, "file": "f", "line": 1}
    assert TEXTS.say(lang, f"hook.{word}", **values) != TEXTS.say(lang, f"hook.{word}-remedy", **values)
