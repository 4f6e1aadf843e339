"""Switching off: what the screen, the pages and the helper hear, in which order, and what stays on the glass."""

from __future__ import annotations

from pathlib import Path

import pytest

import companion.parts.power
from companion.app import close
from companion.health.helper import POWER_OFF, Helper, HelperAnswer
from hardware.cues import MessageCue, StageCue
from hardware.oled.drawing.screens import BLANK
from tests.support.helpers import Pretended, helper_at
from tests.support.sse import Reader
from tests.support.tables import GOT_AWAY_S, Table, picture, running
from tests.support.wording import say

SWITCHING = MessageCue(title=say("stage.switching-off"), lines=(say("stage.leave-plug"),))
STAYS_ON = MessageCue(title=say("stage.off"), lines=(say("stage.computer-on"),))


class Heard(Helper):
    """A helper that notes how the table is when it is asked, and what its glass shows then."""

    def __init__(self, path: Path, data: Path) -> None:
        super().__init__(path)
        self.table: Table | None = None
        self._data = data
        self.asked: list[tuple[str, bool, bool]] = []

    def ask(self, verb: str, argument: str = "") -> HelperAnswer:
        assert self.table is not None
        self.table.glass_shows(SWITCHING)
        is_open = (self._data / "journal.sqlite-wal").exists()
        self.asked.append((verb, is_open, bool(argument)))
        return super().ask(verb, argument)


def switch_off_by_menu(table: Table) -> None:
    """Hold OK and BACK, as hands do, until it is time to end."""
    body = {"buttons": ["ok", "back"], "for_ms": 3500}
    assert table.ask("POST", "/api/v1/press", body).status == 200
    table.daemon.power.wait()


def last(reader: Reader) -> str:
    """Return the name of the last event of a stream that has ended."""
    while chunk := reader.connection.recv(65536):
        reader.received += chunk
    return reader.received.rstrip().split(b"\n\n")[-1].split(b"\n")[0].decode()


def stays(table: Table, cue: StageCue | None) -> bool:
    return table.private_screen == (BLANK.tobytes() if cue is None else picture(cue))


def test_with_a_helper_all_is_durable_and_closed_before_it_is_asked_and_the_glass_keeps_saying_so(
    tmp_path: Path,
) -> None:
    pi = Pretended(tmp_path / "root")
    with helper_at(tmp_path / "helper", pi):
        heard = Heard(tmp_path / "helper", tmp_path / "data")
        with Table(tmp_path, helper=heard) as table:
            heard.table = table
            stream = Reader(table.port)
            stream.next("table")
            switch_off_by_menu(table)
            close(table.daemon)
            assert heard.asked == [(POWER_OFF, False, False)]
            assert pi.ran == [("/usr/bin/systemctl", "--no-ask-password", "--no-block", "poweroff")]
            assert stays(table, SWITCHING), "the plug isn't to be pulled yet"
            assert last(stream) == "event: off"
            stream.connection.close()


@pytest.mark.parametrize("fails", [False, True])
def test_without_a_helper_or_where_that_fails_it_says_that_its_computer_stays_on(
    fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pi = Pretended(tmp_path / "root")
    pi.fails = {"systemctl"}
    seen: list[bool] = []
    path = tmp_path / "helper"
    with helper_at(path, pi), Table(tmp_path, helper=Helper(path if fails else tmp_path / "none")) as table:
        switched_off = table.daemon.stage.switched_off

        def look() -> None:
            switched_off()
            table.glass_shows(STAYS_ON)
            seen.append(True)

        monkeypatch.setattr(table.daemon.stage, "switched_off", look)
        monkeypatch.setattr(companion.parts.power, "GOODBYE_S", 0.0)
        switch_off_by_menu(table)
        close(table.daemon)
        assert seen == [True]
        assert stays(table, None), "a computer that stays on would burn it in"
    assert [command[-1] for command in pi.ran] == (["poweroff"] if fails else [])


def test_a_table_that_only_starts_again_does_not_say_that_it_is_off(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        stream = Reader(table.port)
        stream.next("table")
        close(table.daemon)
        assert last(stream) != "event: off"
        stream.connection.close()


def test_a_signal_switches_it_off_for_pages_too(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        stream = Reader(table.port)
        stream.next("table")
        assert table.stop() == 0
        assert last(stream) == "event: off"
        stream.connection.close()


@pytest.mark.long
def test_the_owners_page_switches_it_off(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        body = {"id": "owner-off", "seen": table.table["version"], "do": "switch-off"}
        assert table.ask("POST", "/api/v1/owner", body).status == 200
        assert table.process.wait(GOT_AWAY_S) == 0
        assert table.stop() == 0, "it has ended by itself"
        assert "Switched off: nothing is lost.\n" in table.log.read_text("utf-8")
