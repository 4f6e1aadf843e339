"""One turned bit anywhere in the pages of a journal's schema: it opens, or is set aside and told."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import struct
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.journal.connection import PAGE_BYTES
from companion.journal.errors import JournalUnwritable
from companion.journal.foreign import NotOurs, strictly
from companion.journal.journal import FILE, Journal, open_for_reading
from companion.journal.schema import newest
from tests.support.played import bytes_of, played
from tests.support.rows import all_rows

LINES = 40
HEADER_BYTES = 100
INTERIOR_PAGE_TYPE = 5
"""SQLite's first byte of a page that only points at others."""
VERSION_BYTES = slice(60, 64)
PARTS = 11
"""So many tests share all bits; no multiple of a byte's bits, so that each of them meets each place in a byte."""
SAMPLE = 157
"""Every so manieth bit; no multiple of a byte's bits, so that each place in a byte is met."""


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    played(tmp_path / "whole", LINES, synchronous="OFF")
    return bytes_of(tmp_path / "whole")[FILE]


def turned(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def schema_bits(data: bytes) -> list[int]:
    """The bits of the pages of ``sqlite_schema``, whose first is the file's: see https://www.sqlite.org/fileformat.html"""
    pages = [1]
    if data[HEADER_BYTES] == INTERIOR_PAGE_TYPE:
        (count,) = struct.unpack_from(">H", data, HEADER_BYTES + 3)
        cells = struct.unpack_from(f">{count}H", data, HEADER_BYTES + 12)
        pages += [struct.unpack_from(">I", data, at)[0] for at in (*cells, HEADER_BYTES + 8)]
    return [bit for page in pages for bit in range((page - 1) * PAGE_BYTES * 8, page * PAGE_BYTES * 8)]


def folders(data: bytes, bits: Iterable[int], base: Path) -> Iterator[tuple[int, Path]]:
    """Give a folder with a journal in it for each of *bits*, turned; it is gone before the next."""
    for bit in bits:
        folder = base / f"bit-{bit}"
        folder.mkdir()
        (folder / FILE).write_bytes(turned(data, bit))
        yield bit, folder
        shutil.rmtree(folder)


def starts_with(bits: Iterable[int], data: bytes, base: Path, caplog: pytest.LogCaptureFixture) -> None:
    with all_rows() as rows:
        for bit, folder in folders(data, bits, base):
            with rows.row(bit):
                caplog.clear()
                journal = Journal(folder)
                try:
                    journal.open()
                    journal.games()
                    journal.last_version()
                    is_whole = len(journal.lines(1)) == LINES
                    assert is_whole or journal.set_aside is not None
                    assert (journal.set_aside is not None) is ("journal damaged" in caplog.text)
                finally:
                    journal.close()


def test_a_turned_bit_of_a_sample_never_keeps_a_table_from_starting(
    whole: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    starts_with(schema_bits(whole)[::SAMPLE], whole, tmp_path, caplog)


@pytest.mark.long
def test_a_turned_bit_of_the_files_head_never_keeps_a_table_from_starting(
    whole: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    starts_with(range(0, HEADER_BYTES * 8, 3), whole, tmp_path, caplog)


@pytest.mark.long
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.soak) for part in range(1, PARTS))])
def test_no_turned_bit_of_the_schema_keeps_a_table_from_starting(
    part: int, whole: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    starts_with(schema_bits(whole)[part::PARTS], whole, tmp_path, caplog)


def test_readers_say_of_a_turned_bit_that_the_journal_is_broken(whole: bytes, tmp_path: Path) -> None:
    alone = bytearray(whole)
    alone[18:20] = b"\x01\x01"
    with all_rows() as rows:
        for bit, folder in folders(bytes(alone), schema_bits(whole)[::SAMPLE], tmp_path):
            with rows.row("beside", bit):
                try:
                    open_for_reading(folder).close()
                except JournalUnwritable as error:
                    assert error.reason == "broken"
            with rows.row("of a backup", bit), suppress(NotOurs):
                strictly(folder / FILE).close()


def test_a_turned_schema_number_is_damage_and_keeps_every_line(whole: bytes, tmp_path: Path) -> None:
    numbers = {newest() ^ 1 << bit for bit in range(32)} | {2**31 - 1}
    with all_rows() as rows:
        for number in sorted(numbers):
            with rows.row(number):
                folder = tmp_path / str(number)
                folder.mkdir()
                data = bytearray(whole)
                data[VERSION_BYTES] = number.to_bytes(4, "big")
                (folder / FILE).write_bytes(data)
                with pytest.raises(JournalUnwritable) as refused:
                    open_for_reading(folder).connection.execute("SELECT 1 FROM line WHERE played_ms = 0 AND sum = 0")
                assert refused.value.reason == "broken"
                journal = Journal(folder)
                journal.open()
                assert journal.set_aside is not None
                assert len(journal.lines(1)) == LINES
                journal.close()


def test_whatever_opening_raises_the_file_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from companion.journal import connection, schema

    played(tmp_path)
    raised = [KeyError("a thing nobody has thought of")]
    monkeypatch.setattr(
        connection, "migrate", lambda database: _raise(raised.pop()) if raised else schema.migrate(database)
    )
    journal = Journal(tmp_path)
    with caplog.at_level(logging.ERROR):
        journal.open()
    assert journal.set_aside is not None
    assert "journal damaged" in caplog.text
    journal.close()


def _raise(error: Exception) -> None:
    raise error


def test_a_journal_cut_while_it_was_made_is_made_again_and_not_set_aside(tmp_path: Path) -> None:
    made, cut = tmp_path / "made", tmp_path / "cut"
    made.mkdir()
    cut.mkdir()
    with closing(sqlite3.connect(made / FILE, isolation_level=None)) as database:
        database.execute("PRAGMA cache_size=5")  # so that half of it is written before the end
        database.execute("BEGIN")
        database.execute("CREATE TABLE half (written)")
        for _ in range(100):
            database.execute("INSERT INTO half VALUES (zeroblob(4000))")
        for name in (FILE, f"{FILE}-journal"):
            (cut / name).write_bytes((made / name).read_bytes())
    with (cut / FILE).open("r+b") as file:
        file.write(bytes(100))  # what the disk has not written yet
    journal = Journal(cut)
    with closing(journal):
        journal.open()
        assert (journal.set_aside, journal.games()) == (None, [])
