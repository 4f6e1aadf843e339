"""A table whose port or address can't be had: it is served elsewhere, and screen, page and log say where."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.cues import ErrorCue
from tests.support.tables import running
from tests.support.waiting import eventually
from tests.support.wording import TEXTS, say
from tests.whole.health.test_settings import do, faulty, glass_shows, health, health_or_none, owners_page


def test_where_the_port_is_taken_another_is_used_and_shown(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        wanted = taken.getsockname()[1]
        file = tmp_path / "tidetable.toml"
        file.write_text(f"[web]\nport = {wanted}\n")
        # Of two options of one name the last counts.
        with running(tmp_path, "--config", str(file), "--port", str(wanted), "--lang", "fr") as table:
            assert table.port != wanted
            values = {"wanted": str(wanted), "used": str(table.port)}
            assert health(table) == {"web.port": told("health.port", values)}
            assert told("health.port", values) in owners_page(table, "fr")
            short, how = told("stage.fault-port", values), told("stage.fault-how")
            glass_shows(table, ErrorCue(title=told("stage.network"), lines=(short, how), private=True))
            assert f"port {wanted} is not available" in table.log.read_text("utf-8")


@pytest.fixture
def hung_up_on() -> Iterator[None]:
    """What is started hears that its terminal is closed, also where nohup runs the tests."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("hung_up_on")
def test_a_mend_leaves_the_table_where_pages_find_it_and_a_closed_terminal_ends_it_well(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        wanted = str(taken.getsockname()[1])
        with running(tmp_path, "--config", str(faulty(tmp_path)), "--port", wanted) as table:
            before = health(table)
            assert (set(before), table.port != int(wanted)) == ({"web.port", "oled.driver"}, True)
            assert do(table, "mend oled.driver sh1106") == 200
            eventually(lambda: health_or_none(table) == {"web.port": before["web.port"]})
            assert table.stop(signal.SIGHUP) == 0
    (runtime,) = tmp_path.glob("run-*")
    assert list(runtime.iterdir()) == [], "no bad start is noted"


def told(key: str, values: dict[str, str] | None = None) -> str:
    return TEXTS.say("fr", key, **(values or {}))


def test_an_address_in_the_settings_that_is_not_here_leaves_the_table_to_this_computer(tmp_path: Path) -> None:
    file = tmp_path / "tidetable.toml"
    file.write_text('[web]\nhost = "203.0.113.9"\nport = 0\n[pins]\nchoice = "simulated"\n')
    with running(tmp_path, "--config", str(file), bare=True) as table:
        assert health(table) == {"web.host": say("health.host", host="203.0.113.9")}
        assert table.command("new fireship kit").status == 200
