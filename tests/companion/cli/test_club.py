"""``tidetable club``: what it refuses before it begins, what it prints, and a page that it serves."""

from __future__ import annotations

import json
import re
import signal
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main
from companion.club.acl import access_list
from tests.support.mosquitto import USERS, mosquitto_in
from tests.support.paths import ROOT
from tests.support.processes import output_of, process_of
from tests.support.waiting import TIMEOUT_S, eventually

BROKER = ("--broker", "mqtt://127.0.0.1:1")


def called(*words: str) -> Result:
    return CliRunner().invoke(main, ["club", *words])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), r"expected an address such as .mqtts://broker.home"),
        (("--broker", "http://x"), r"got 'http://x'"),
        (
            (*BROKER, "--host", "0.0.0.0"),
            r"at 0\.0\.0\.0 the page would travel in the clear: put a proxy with TLS",
        ),
        ((*BROKER, "--host", "192.168.7.9"), r"Without one the page is served on this computer alone"),
        ((*BROKER, "--trusted-proxy", "10.0.0.1"), r"give it with --proxy-port"),
        ((*BROKER, "--trusted-proxy", "proxy", "--proxy-port", "81"), r"expected an IP address, got 'proxy'"),
        ((*BROKER, "--proxy-port", "8090"), r"--proxy-port has to be another port than --port"),
        ((*BROKER, "--store", "mysql://x/y"), r"--store"),
    ],
)
def test_what_cannot_be_served_is_refused_with_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    refused = called(*words)
    assert refused.exit_code == 2
    assert re.search(sentence, " ".join(refused.output.split()))


def test_a_password_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    refused = called(*BROKER, "--data", str(tmp_path), "--password-file", str(tmp_path / "none"))
    assert refused.exit_code == 1
    assert str(tmp_path / "none") in refused.output


def test_the_password_of_the_settings_is_sent_to_their_own_broker_and_user_alone(tmp_path: Path) -> None:
    settings = tmp_path / "tidetable.toml"
    settings.write_text('[mqtt]\nbroker = "mqtt://127.0.0.1:1"\nuser = "table"\npassword_file = "none"\n')
    asked = ("--config", str(settings), "--data", str(tmp_path), "--host", "127.0.0.1", "--store", "mysql://x/y")
    assert "none" in called(*asked).output
    for words in (("--broker", "mqtt://10.0.0.1"), ("--user", "club")):
        assert "--store" in called(*asked, *words).output


def test_the_access_list_is_printed_alone() -> None:
    printed = called("acl")
    assert (printed.exit_code, printed.output) == (0, access_list())
    assert "user evening\n" in called("acl", "--club", "evening").output
    assert called("acl", "--house", "a\nuser b").exit_code == 2


@pytest.mark.needs("mosquitto")
def test_a_club_serves_its_page_and_reaches_its_broker(tmp_path: Path) -> None:
    password, settings = tmp_path / "password", tmp_path / "tidetable.toml"
    password.write_text(USERS["club"] + "\n")
    settings.write_text('[club]\nwatching = true\nname = "Harbour Club"\n')
    words = [sys.executable, "-m", "companion", "club", "--config", str(settings), "--data", str(tmp_path)]
    words += ["--port", "0", "--user", "club", "--password-file", str(password)]
    with mosquitto_in(tmp_path / "broker") as mosquitto:
        words += ["--broker", f"mqtt://127.0.0.1:{mosquitto.port}"]
        with process_of(words, cwd=ROOT) as process:
            ready = output_of(process).readline().decode()
            address = re.fullmatch(r"READY (http://127\.0\.0\.1:\d+/)\n", ready)
            assert address is not None

            def fetched(path: str) -> str:
                with urlopen(address[1] + path, timeout=TIMEOUT_S) as answer:
                    return str(answer.read().decode())

            assert "<h1>Harbour Club</h1>" in fetched("")
            eventually(lambda: json.loads(fetched("table"))["connected"])
            process.send_signal(signal.SIGTERM)
            assert process.wait(TIMEOUT_S) == 0
    assert (tmp_path / "club").stat().st_mode & 0o777 == 0o700
