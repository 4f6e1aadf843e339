"""Backups by page: an OK is for what was asked, and hands wait for no file."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.engine.game import Game, Mode
from companion.engine.values.message import Message
from companion.model.requests import RequestRefused
from companion.phones.confirmation import PAUSE_S, Confirmation
from companion.runtime.clock import Clock, ManualClock
from companion.upkeep.backup import by_page
from companion.upkeep.backup.by_page import PageBackups
from companion.upkeep.backup.creation import make
from companion.upkeep.backup.errors import BackupError
from companion.upkeep.backup.leftovers import uploaded
from companion.upkeep.backup.source import Source
from tests.companion.phones.test_pairing import RingingTimer
from tests.companion.upkeep.backup.tables import backed_up, find, furnished, play
from tests.support.waiting import TIMEOUT_S


@dataclass
class Table:
    """A table with one good backup *file*, whose pages send backups."""

    backups: PageBackups
    asking: Confirmation
    clock: ManualClock
    file: Path
    data: Path

    def send(self, who: str, file: Path | None = None) -> None:
        self.backups.take(self.backups.expect(who), io.BytesIO((file or self.file).read_bytes()))

    def ok(self, is_yes: bool = True) -> None:
        self.clock.advance(1)
        self.asking.answer(is_yes)


def table_of(tmp_path: Path, finds: Callable[[str, Mode], Game | None] = find) -> Table:
    furnished(tmp_path / "old").session.close()
    file, data, clock = backed_up(tmp_path / "old", tmp_path / "one.zip"), tmp_path / "data", ManualClock()
    play(data, 1).session.close()
    asking = Confirmation(clock, RingingTimer)
    return Table(
        PageBackups(lambda: Source(data), finds, clock, asking, start_again=lambda: None), asking, clock, file, data
    )


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(RequestRefused) as told:
        act()
    return told.value.said.key


def test_ok_puts_that_file_back_that_was_asked_for_whatever_is_sent_meanwhile(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    another = tmp_path / "another.zip"
    another.write_bytes(backed_up(table.data, tmp_path / "two.zip").read_bytes())
    table.send("ada")
    word = table.backups.expect("ben")
    table.backups.restore("ada", "replaces")
    assert refused(lambda: table.backups.expect("ben")) == "backup.restore-asked"
    assert refused(lambda: table.backups.take(word, io.BytesIO(another.read_bytes()))) == "backup.restore-asked"
    assert refused(lambda: table.backups.put_away("ada")) == "backup.restore-asked"
    table.ok()
    wanted = table.backups.wanted
    assert wanted is not None
    assert wanted.file.read_bytes() == table.file.read_bytes()
    assert refused(lambda: table.send("ben", another)) == "backup.restore-asked"
    assert wanted.file.read_bytes() == table.file.read_bytes()


def test_each_upload_has_a_file_of_its_own_and_the_one_before_goes(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    table.send("ada")
    (first,) = uploaded(table.data)
    table.backups.restore("ada", "second")
    table.ok(is_yes=False)
    table.send("ben")
    (second,) = uploaded(table.data)
    assert (first != second, table.backups.held("ada"), table.backups.held("ben") is None) == (True, None, False)
    table.backups.put_away("ada")
    assert uploaded(table.data) == [second]
    bad = tmp_path / "bad.zip"
    bad.write_bytes(b"PK")
    assert refused(lambda: table.send("ben", bad)) == "backup.no-backup"
    assert uploaded(table.data) == []
    table.send("ben")
    table.backups.begin()
    assert uploaded(table.data) == []


def test_hands_and_pages_wait_for_no_file_that_is_looked_at(tmp_path: Path) -> None:
    looks, goes_on = threading.Event(), threading.Event()

    def slow(slug: str, mode: Mode) -> Game | None:
        looks.set()
        assert goes_on.wait(TIMEOUT_S)
        return find(slug, mode)

    table = table_of(tmp_path, slow)
    table.backups.ask("eve", "Eve")
    sending = threading.Thread(target=table.send, args=("ada",))
    sending.start()
    try:
        assert looks.wait(TIMEOUT_S)
        done: list[str] = []

        def others() -> None:
            table.ok()
            done.append(table.backups.asked("eve"))
            done.append(refused(lambda: table.send("ben")))

        hands = threading.Thread(target=others, daemon=True)
        hands.start()
        hands.join(TIMEOUT_S)
        assert done == ["yes", "backup.taking"]
    finally:
        goes_on.set()
        sending.join()
    assert table.backups.held("ada") is not None


def test_the_question_says_who_asks_and_one_ok_is_for_one_backup(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    table.backups.ask("eve", "Eve")
    assert table.asking.question == Message("stage.ask-backup", {"name": "Eve"})
    table.ok()
    with table.backups.fetch("eve") as cut_off:
        cut_off.read(10)
    assert refused(lambda: table.backups.fetch("eve")) == "backup.not-asked"
    assert table.backups.asked("eve") == ""
    table.clock.advance(PAUSE_S)
    table.backups.ask("eve", "Eve")
    table.ok()
    with table.backups.fetch("eve") as whole:
        assert whole.read().startswith(b"PK")
    assert refused(lambda: table.backups.fetch("eve")) == "backup.not-asked"


def test_one_ok_is_for_one_of_five_requests_that_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, begin = table_of(tmp_path), threading.Barrier(5)
    made: list[Path] = []

    def making(file: Path, source: Source, clock: Clock) -> None:
        made.append(file)
        make(file, source, clock)

    monkeypatch.setattr(by_page, "make", making)
    table.backups.ask("eve", "Eve")
    table.ok()

    def fetch() -> str:
        begin.wait(TIMEOUT_S)
        try:
            table.backups.fetch("eve").close()
        except RequestRefused as refusal:
            return refusal.said.key
        return "given"

    with ThreadPoolExecutor(5) as pool:
        answers = sorted(each.result() for each in [pool.submit(fetch) for _ in range(5)])
    assert answers == ["backup.not-asked"] * 4 + ["given"]
    assert len(made) == 1


def test_an_ok_counts_on_where_no_backup_could_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(tmp_path)
    table.backups.ask("eve", "Eve")
    table.ok()
    with monkeypatch.context() as full:
        full.setattr(by_page, "make", _full)
        assert refused(lambda: table.backups.fetch("eve")) == "backup.full"
    table.backups.fetch("eve").close()


def _full(file: Path, source: Source, clock: ManualClock) -> None:
    raise BackupError("full")
