"""What the daemon makes of a start: which game, which language, and what comes first."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app import build, close
from companion.journal.errors import JournalInUse
from companion.opening import Opening
from companion.start import start
from tests.support.tables import Phone, Table, dice, scripted, settings
from tests.support.waiting import TIMEOUT_S

ANN_AND_BEN = Opening("fireship", "kit", ("Ann", "Ben"))


def test_a_game_that_is_on_goes_on_when_it_is_asked_for_again(tmp_path: Path) -> None:
    with Table(tmp_path, opening=ANN_AND_BEN) as table:
        version = table.table["version"]
    for opening in (ANN_AND_BEN, Opening("fireship", "kit"), None):
        with Table(tmp_path, opening=opening) as table:
            assert [person["name"] for person in table.table["people"]] == ["Ann", "Ben"]
            assert table.table["version"] == version


def test_other_people_or_options_are_another_game_and_the_roll_under_way_is_revealed_first(tmp_path: Path) -> None:
    with Table(tmp_path, scripted((3, 7, 10))) as table:
        assert table.command("roll dice").status == 200
    seen: list[tuple[int, Any]] = []

    class Noting:
        def hear(self, published: Any) -> None:
            now = published.after
            seen.append((now.version, "in motion" if published.motion else now.reveal or now.open.people))

    with Table(tmp_path, opening=ANN_AND_BEN, prepare=lambda daemon: daemon.session.subscribe(Noting())) as table:
        assert seen == [(1, ()), (1, "in motion"), (2, ()), (3, ("Ann", "Ben"))]
        assert dice(table.table)["roll"] is None


def test_a_table_that_is_switched_off_before_it_answers_changes_nothing(tmp_path: Path) -> None:
    with Table(tmp_path, scripted((3, 7, 10))) as table:
        assert table.command("roll dice").status == 200
    with Table(tmp_path, opening=ANN_AND_BEN, prepare=lambda daemon: daemon.power.switch_off()) as table:
        table.daemon.power.wait()
        assert table.roll(1)["values"] == [3, 7, 10]
        assert table.table["people"] == []


def test_a_signal_that_another_thread_gets_switches_the_table_off(tmp_path: Path) -> None:
    rescued: list[bool] = []
    with Table(tmp_path) as table:

        def rescue() -> None:
            rescued.append(True)
            table.daemon.power.switch_off()

        before = signal.signal(signal.SIGUSR1, lambda *_: table.daemon.power.switch_off())
        hit = threading.Timer(0.3, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGUSR1))
        late = threading.Timer(TIMEOUT_S, rescue)
        try:
            hit.start()
            late.start()
            table.daemon.power.wait()
        finally:
            late.cancel()
            hit.join()
            signal.signal(signal.SIGUSR1, before)
    assert not rescued


def lang_after_start(folder: Path, lang: Any) -> str:
    own = settings(folder)
    daemon = build(own, own.table.data)
    try:
        start(daemon, lang=lang)
        return str(Phone(daemon.server.port).table["lang"])
    finally:
        close(daemon)


def test_the_language_that_people_chose_stays_until_the_command_names_one(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        assert table.command("lang fr").status == 200
        version = table.table["version"]
    assert [lang_after_start(tmp_path, lang) for lang in (None, "en", None, "en")] == ["fr", "en", "en", "en"]
    with Table(tmp_path, language="fr") as table:
        assert (table.table["lang"], table.table["version"]) == ("en", version + 1)


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "http://127.0.0.1:{}/"), ("0.0.0.0", "http://127.0.0.1:{}/"), ("localhost", "http://localhost:{}/")],
)
def test_the_address_is_one_that_this_computer_can_open(tmp_path: Path, host: str, address: str) -> None:
    own = settings(tmp_path)
    daemon = build(replace(own, web=replace(own.web, host=host)), own.table.data)
    try:
        start(daemon)
        assert daemon.serving.address == address.format(daemon.server.port)
        assert daemon.serving.join_address.endswith(f":{daemon.server.port}/")
    finally:
        close(daemon)


def test_the_memory_is_read_before_anybody_is_answered(tmp_path: Path) -> None:
    with Table(tmp_path) as table, pytest.raises(JournalInUse):
        own = settings(tmp_path)
        second = build(replace(own, web=replace(own.web, port=table.port)), own.table.data)
        try:
            start(second)
        finally:
            close(second)
