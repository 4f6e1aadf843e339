"""Tables that may stand several times: each ``[[webhook]]`` with its number, its keys and its faults."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from string import Template

from companion.settings.checks import MAX_LISTED, faults_in
from companion.settings.example import example
from companion.settings.hook_body import HOOK_BODY, HOOK_VALUES
from companion.settings.keys import KEYS, key_of
from companion.settings.reader import build, load, without
from companion.settings.tables import MetricsSettings, WebhookSettings
from tests.support.rows import each_row

LAMP = {"url": "http://lamp.home/json/state"}


def read(folder: Path, content: str) -> tuple[WebhookSettings, ...]:
    file = folder / "tidetable.toml"
    file.write_text(content, encoding="utf-8")
    return load(file, {"HOME": "/home/eva"}, folder).webhooks


def faults_of(content: str) -> list[str]:
    found = faults_in(Path("f"), tomllib.loads(content))
    return [str(fault).removeprefix("f, ") for fault in found]


def built(document: dict[str, object]) -> list[str]:
    return [hook.url for hook in build(None, document, {"HOME": "/home/eva"}, Path("/")).webhooks]


def test_without_a_file_nothing_is_sent_and_no_counts_are_told(tmp_path: Path) -> None:
    settings = load(None, {"HOME": "/home/eva"}, tmp_path, system_file=tmp_path / "none.toml")
    assert settings.webhooks == ()
    assert settings.metrics == MetricsSettings(enabled=False, token_file=None)


def test_each_table_is_one_webhook_in_its_order(tmp_path: Path) -> None:
    text = """
    [[webhook]]
    url = "http://lamp.home/json/state"
    kinds = ["sunk", "won"]
    body = '{"ps": 3}'
    method = "PUT"
    [[webhook]]
    url = "https://[::1]:8443/hook?id=7"
    body = "$who: $text for $$1"
    type = "text/plain; charset=utf-8"
    headers_file = "hook.headers"
    names = true
    """
    assert read(tmp_path, text) == (
        WebhookSettings("http://lamp.home/json/state", ("sunk", "won"), '{"ps": 3}', method="PUT"),
        WebhookSettings(
            "https://[::1]:8443/hook?id=7",
            body="$who: $text for $$1",
            type="text/plain; charset=utf-8",
            headers_file=tmp_path / "hook.headers",
            names=True,
        ),
    )


def test_the_usual_body_is_json_with_all_that_is_known() -> None:
    filled = json.loads(Template(HOOK_BODY).substitute(HOOK_VALUES))
    assert filled.keys() == HOOK_VALUES.keys()
    assert (filled["seat"], filled["numbers"], filled["words"]) == (0, [3, 7, 10], "misty-marsh")


def test_the_example_has_a_webhook_with_every_key_behind_a_mark(tmp_path: Path) -> None:
    assert read(tmp_path, example("en")) == ()
    marked = example("en").partition("# [[webhook]]\n")[2].partition("\n\n")[0]
    plain = re.sub(r"^# ", "", marked, flags=re.MULTILINE)
    names = [key.name for key in KEYS if key.table == "webhook"]
    assert list(tomllib.loads(plain)) == names
    given = plain.replace('url = ""', 'url = "http://a"')
    assert read(tmp_path, f"[[webhook]]\n{given}") == (WebhookSettings("http://a"),)


ADDRESS = 'expected an address like "http://lamp.home/", without a user or password'
OURS = "$kind, $table, $game, $seat, $who, $numbers, $words, $text"


@each_row(
    ("content", "fault"),
    [
        ("[[webhook]]", f"[[webhook]] 1 url: given '', {ADDRESS}"),
        ("[[webhook]]\nurl = 'http://a'\n[[webhook]]\nurl = 7", f"[[webhook]] 2 url: given 7, {ADDRESS}"),
        (
            "[[webhook]]\nurl = 'http://ann:secret@lamp.home/'",
            f"[[webhook]] 1 url: given 'http://...@lamp.home/', {ADDRESS}",
        ),
        (
            "[[webhook]]\nurl = 'http://a'\nkinds = ['Sunk!']",
            '[[webhook]] 1 kinds: given [\'Sunk!\'], expected a list like ["rolled", "sunk", "won"]',
        ),
        (
            "[[webhook]]\nurl = 'http://a'\nbody = '$seed'\ntype = 'text/plain'",
            f"[[webhook]] 1 body: given '$seed', expected a text with {OURS}, and $$ for $",
        ),
        (
            "[[webhook]]\nurl = 'http://a'\nbody = 'about $1'\ntype = 'text/plain'",
            f"[[webhook]] 1 body: given 'about $1', expected a text with {OURS}, and $$ for $",
        ),
        (
            "[[webhook]]\nurl = 'http://a'\nbody = '{\"who\": $who}'",
            '[[webhook]] 1 body: given \'{"who": $who}\', expected JSON once filled in: "$text", [$numbers] and $seat',
        ),
        (
            "[[webhook]]\nurl = 'http://a'\ntype = 'a/b\\r\\nX: y'",
            "[[webhook]] 1 type: given 'a/b\\\\r\\\\nX: y', expected a type such as \"text/plain\"",
        ),
        (
            "[[webhook]]\nurl = 'http://a'\nmethod = 'GET'",
            "[[webhook]] 1 method: given 'GET', expected one of POST, PUT",
        ),
        (
            "[[webhook]]\nurl = 'http://a'\nknds = ['sunk']",
            "[[webhook]] 1 knds: given a key that doesn't exist, expected one of"
            " url, kinds, body, type, method, headers_file, names; did you mean kinds?",
        ),
        ("webhook = [3]", "[[webhook]] 1: given 3, expected a table that begins with [[webhook]]"),
        (
            "[webhook]\nurl = 'http://a'",
            f"webhook: given {{'url': 'http://a'}}, expected at most {MAX_LISTED} tables that begin with [[webhook]]",
        ),
        ("url = 'http://a'", "url: given a key outside of any table, expected it in one of"),
        ("[[webhooks]]\nurl = 'http://a'", "[[webhooks]]: given a table that doesn't exist, expected one of"),
        ("[metrics]\nenable = true", "[metrics] enable: given a key that doesn't exist, expected one of"),
    ],
)
def test_a_fault_names_the_table_by_its_number(content: str, fault: str) -> None:
    (told,) = faults_of(content)
    assert told.startswith(fault)


@each_row(
    ("content", "hint"),
    [
        ("url = 'http://a'", "; url belongs in [[webhook]]"),
        ("[[webhooks]]", "; did you mean [[webhook]]?"),
        ("[metrics]\nenable = true", "; did you mean enabled?"),
    ],
)
def test_the_table_that_was_meant_is_suggested(content: str, hint: str) -> None:
    (told,) = faults_of(content)
    assert told.endswith(hint)


def test_there_is_a_most_of_webhooks() -> None:
    table = "[[webhook]]\nurl = 'http://a'\n"
    assert faults_of(table * MAX_LISTED) == []
    (told,) = faults_of(table * (MAX_LISTED + 1))
    assert told.endswith(f"expected at most {MAX_LISTED} tables that begin with [[webhook]]")


@each_row(
    "url",
    ["", "lamp.home", "ftp://lamp.home", "http://", "http://a b/", "http://a/\\u0000", "http://a:0/", "http://a:70000/"]
    + ["http://a#there", "http://a:b/", "http://[::1/", "http://ann@a/", "http://@a/", "https://é.example/"]
    + ["http://" + "a" * 2000, "http://a_b/", "file:///etc/passwd"],
)
def test_an_address_is_one_of_the_web_and_holds_no_password(url: str) -> None:
    (told,) = faults_of(f'[[webhook]]\nurl = "{url}"')
    assert told.startswith("[[webhook]] 1 url: given ")
    assert "ann@" not in told


@each_row("url", ["http://192.168.1.7/json", "https://hooks.example:8443/a%20b?c=$d&e", "http://[::1]/"])
def test_such_addresses_are_taken(url: str) -> None:
    assert faults_of(f"[[webhook]]\nurl = '{url}'") == []


def test_a_fault_is_looked_up_by_the_key_that_it_is_of() -> None:
    assert key_of("webhook.12.url") is next(key for key in KEYS if key.called == "webhook.url")
    assert key_of("oled.driver") is next(key for key in KEYS if key.called == "oled.driver")
    assert key_of("webhook.1") is key_of("webhook") is key_of("webhook.1.knds") is None


def test_the_faulty_are_left_out_and_the_others_stay() -> None:
    document = {"webhook": [{"url": "http://a"}, {"url": "b"}, {"url": "http://c", "knds": []}, 7, {"url": "http://e"}]}
    faults = faults_in(None, document)
    assert [fault.key for fault in faults] == ["webhook.2.url", "webhook.3.knds", "webhook.4"]
    mended = without(document, faults, {})
    assert built(mended) == ["http://a", "http://e"]
    assert built(without(mended, faults_in(None, mended), {})) == ["http://a", "http://e"], (
        "an empty one stands for none"
    )
    assert document["webhook"][1] == {"url": "b"}, "the file's own stay as they are"


def test_the_last_good_list_stands_in_for_one_with_a_fault() -> None:
    last = {"webhook": [{"url": "http://old"}]}
    for document in ({"webhook": [LAMP, {"url": "b"}]}, {"webhook": LAMP}):
        assert built(without(document, faults_in(None, document), last)) == ["http://old"]


def test_what_is_no_list_is_left_out() -> None:
    document = {"webhook": LAMP}
    assert built(without(document, faults_in(None, document), {})) == []
