"""A family's files changed whole or not at all, whenever the plug is pulled, and put back."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.library.own.history import FOLDER, MAX_CHANGES, Change, History, OwnFile, is_half_changed

KIT, COVER = OwnFile("kits", "otter.toml"), OwnFile("kits", "otter.svg")
OLD = {"otter.toml": b"old kit", "otter.svg": b"old cover"}
NEW = {"otter.toml": b"new kit", "otter.svg": b"new cover"}
CHANGE = Change(deed="replaced", titles=({"en": "Otter", "fr": "Loutre"},), slugs=("otter",))


class PulledPlug(BaseException):
    """No program hears of it."""


def history_in(data: Path) -> History:
    return History(data / FOLDER, {"kits": data / "kits", "languages": data / "languages"})


def files(data: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (data / "kits").iterdir()}


def lay(data: Path) -> None:
    (data / "kits").mkdir(parents=True)
    for name, content in OLD.items():
        (data / "kits" / name).write_bytes(content)


@contextmanager
def plug_pulled_at(step: int) -> Iterator[list[str]]:
    """Pull the plug before the write *step*, counted from 0; give the names of the writes until then."""
    seen: list[str] = []

    def cut(name: str, do: Callable[..., Any]) -> Callable[..., Any]:
        def write(*about: Any, **more: Any) -> Any:
            if len(seen) == step:
                raise PulledPlug
            seen.append(name)
            return do(*about, **more)

        return write

    with (
        patch("os.fsync", cut("sync", os.fsync)),
        patch.object(Path, "replace", cut("replace", Path.replace)),
        patch.object(Path, "rename", cut("rename", Path.rename)),
        patch.object(Path, "unlink", cut("unlink", Path.unlink)),
        patch.object(Path, "mkdir", cut("mkdir", Path.mkdir)),
        patch.object(shutil, "rmtree", cut("rmtree", shutil.rmtree)),
    ):
        yield seen


def outcomes(folder: Path, do: Callable[[History], None]) -> list[dict[str, bytes]]:
    """Return what there is after the next start for a plug pulled before each write of *do*, and at last for none."""
    found = []
    for step in range(100):
        data = folder / str(step)
        lay(data)
        with plug_pulled_at(step) as seen, suppress(PulledPlug):
            do(history_in(data))
        history_in(data).recover()
        assert not is_half_changed(data)
        found.append(files(data))
        if len(seen) < step:
            return found
    raise AssertionError("the change never ends")


def replace(history: History) -> None:
    history.apply(CHANGE, {COVER: NEW["otter.svg"], KIT: NEW["otter.toml"]})


def test_a_pulled_plug_leaves_all_of_the_old_files_or_all_of_the_new(tmp_path: Path) -> None:
    found = outcomes(tmp_path, replace)
    assert len(found) > 15
    assert [each for each in found if each not in (OLD, NEW)] == []
    first_new = found.index(NEW)
    assert found[:first_new] == [OLD] * first_new


def test_a_pulled_plug_leaves_all_of_a_removed_game_or_nothing_of_it(tmp_path: Path) -> None:
    found = outcomes(tmp_path, lambda history: history.apply(CHANGE, {KIT: None, COVER: None}))
    assert [each for each in found if each not in (OLD, {})] == []
    assert found[-1] == {}


def test_an_undo_ended_by_the_plug_is_done_or_was_never_begun(tmp_path: Path) -> None:
    def undo(history: History) -> None:
        replace(history)
        history.undo(history.past()[0].number)

    found = outcomes(tmp_path, undo)
    assert [each for each in found if each not in (OLD, NEW)] == []
    assert found[-1] == OLD


def test_a_full_card_leaves_all_as_it_was(tmp_path: Path) -> None:
    lay(tmp_path)
    history, put = history_in(tmp_path), History._put

    def full(self: History, file: OwnFile, content: bytes | None) -> None:
        if content == NEW["otter.toml"]:
            raise OSError(28, "No space left on device")
        put(self, file, content)

    with patch.object(History, "_put", full), pytest.raises(OSError, match="No space"):
        replace(history)
    assert (files(tmp_path), history.past()) == (OLD, ())


def test_the_last_ten_changes_can_be_undone_one_by_one(tmp_path: Path) -> None:
    lay(tmp_path)
    for number in range(MAX_CHANGES + 3):
        history_in(tmp_path).apply(CHANGE, {KIT: b"%d" % number})
    history = history_in(tmp_path)
    numbers = [change.number for change in history.past()]
    assert numbers == sorted(numbers, reverse=True)
    assert len(numbers) == MAX_CHANGES
    seen = []
    for number in numbers:
        history.undo(number)
        seen.append(files(tmp_path)["otter.toml"])
    assert seen == [b"%d" % number for number in range(MAX_CHANGES + 1, 1, -1)]
    assert history.past() == ()
