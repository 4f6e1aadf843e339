from __future__ import annotations

import errno
import marshal
import sys
import tomllib
from pathlib import Path

import pytest

from companion.runtime.parse_cache import KEPT_IN, parsed

FILE_TEXT = 'word = "one"\n[table]\nnumber = 3\n'
SAYS = {"word": "one", "table": {"number": 3}}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "words.toml"
    file.write_text(FILE_TEXT, "utf-8")
    return file


def kept_beside(file: Path) -> list[Path]:
    return list((file.parent / KEPT_IN).glob("*"))


def test_a_file_is_parsed_once_and_then_read_as_it_was_parsed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert parsed(file) == SAYS
    monkeypatch.setattr(tomllib, "loads", None)
    assert parsed(file) == SAYS
    assert len(kept_beside(file)) == 1


def test_a_file_that_was_changed_is_parsed_anew(file: Path) -> None:
    parsed(file)
    file.write_text(FILE_TEXT.replace("one", "another"), "utf-8")
    assert parsed(file)["word"] == "another"
    assert parsed(file)["word"] == "another"


@pytest.mark.parametrize("junk", [b"", b"junk", b"\xe9\x00\x00\x00\x00", b"i\x07\x00\x00\x00"])
def test_what_was_kept_and_is_no_such_thing_is_made_anew(file: Path, junk: bytes) -> None:
    parsed(file)
    (kept,) = kept_beside(file)
    good = kept.read_bytes()
    kept.write_bytes(junk)
    assert parsed(file) == SAYS
    assert kept.read_bytes() == good


def test_a_kept_file_whose_length_is_damaged_is_made_anew(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed(file)

    def asks_for_all_memory(content: bytes) -> None:
        raise MemoryError

    monkeypatch.setattr(marshal, "loads", asks_for_all_memory)
    assert parsed(file) == SAYS


def test_a_full_disk_leaves_nothing_behind(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_full(new: Path, content: bytes) -> None:
        new.touch()
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(Path, "write_bytes", is_full)
    assert parsed(file) == SAYS
    assert kept_beside(file) == []


def test_where_nothing_can_be_written_it_is_parsed_all_the_same(file: Path) -> None:
    (file.parent / KEPT_IN).write_text("in the way", "utf-8")
    assert parsed(file) == SAYS


def test_nothing_is_kept_where_python_keeps_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert parsed(file) == SAYS
    assert kept_beside(file) == []


def test_what_is_no_toml_is_told(file: Path) -> None:
    file.write_text("word = ", "utf-8")
    with pytest.raises(tomllib.TOMLDecodeError):
        parsed(file)
