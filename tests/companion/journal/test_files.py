"""The journal's files: private, and missed as soon as somebody removes or replaces one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.journal.errors import JournalUnwritable
from companion.journal.journal import FILE, Journal, open_for_reading
from companion.journal.rows import Batch
from companion.journal.salvage import mend
from tests.support.played import GAME, line, played

OURS = ("", "-wal", "-shm")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder, with one line of a game."""
    played(tmp_path / "data", 1)
    return tmp_path / "data"


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    opened = Journal(folder)
    opened.open()
    opened.commit(Batch(id="two", version=3, game=1, lines=(line(2),)))
    yield opened
    opened.close()


def batch(n: int, **more: Any) -> Batch:
    return Batch(id=f"later-{n}", version=n + 1, game=1, lines=(line(n),), **more)


def refusal(do: Callable[[], object]) -> str:
    with pytest.raises(JournalUnwritable, match=r"journal\.sqlite, or a file beside it, was removed") as caught:
        do()
    return caught.value.reason


def removed(folder: Path) -> None:
    (folder / FILE).rename(folder / "elsewhere")


def put_back(folder: Path) -> None:
    (folder / "elsewhere").rename(folder / FILE)


def replaced(folder: Path) -> None:
    shutil.copy2(folder / FILE, folder / "copy")
    removed(folder)
    (folder / "copy").rename(folder / FILE)


def folder_moved(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))


def folder_put_back(folder: Path) -> None:
    folder.with_name("elsewhere").rename(folder)


def lock_moved(folder: Path) -> None:
    (folder / "lock").rename(folder / "elsewhere")


def lock_put_back(folder: Path) -> None:
    (folder / "elsewhere").rename(folder / "lock")


@pytest.mark.parametrize(
    ("take_away", "give_back"),
    [(removed, put_back), (replaced, put_back), (folder_moved, folder_put_back), (lock_moved, lock_put_back)],
)
def test_nothing_is_written_into_nowhere_and_what_is_put_back_goes_on(
    take_away: Callable[[Path], None], give_back: Callable[[Path], None], folder: Path, journal: Journal
) -> None:
    take_away(folder)
    for _ in range(2):
        assert refusal(lambda: journal.commit(batch(3))) == "gone"
        assert refusal(journal.open) == "gone", "it never goes on with another by itself"
    give_back(folder)
    journal.open()
    assert (len(journal.lines(1)), journal.receipt("later-3")) == (2, None)
    journal.commit(batch(3))
    journal.close()
    with closing(open_for_reading(folder)) as found:
        assert (len(found.lines(1)), found.receipt("later-3")) == (3, 4)


@pytest.mark.parametrize("how", ["deleted", "folder deleted"])
def test_what_was_deleted_begins_anew_only_when_the_table_is_started_again(
    how: str, folder: Path, journal: Journal
) -> None:
    (folder / FILE).unlink() if how == "deleted" else shutil.rmtree(folder)
    assert refusal(lambda: journal.commit(batch(3))) == refusal(journal.open) == "gone"
    assert not (folder / FILE).exists()
    journal.close()
    journal.open()
    assert journal.games() == []


def test_another_journal_that_takes_the_place_is_found_whole_by_the_next_start(
    tmp_path: Path, folder: Path, journal: Journal
) -> None:
    played(tmp_path / "other", 7)
    (tmp_path / "other" / FILE).rename(folder / FILE)
    for suffix in OURS[1:]:
        (folder / (FILE + suffix)).unlink()
    assert refusal(lambda: journal.commit(batch(3))) == "gone"
    journal.close()
    journal.open()
    assert (len(journal.lines(1)), journal.set_aside) == (7, None)


@pytest.mark.parametrize("suffixes", [("-wal",), ("-shm",), ("-wal", "-shm")])
@pytest.mark.parametrize("stale", [False, True])
def test_what_lies_beside_the_journal_is_missed_once_and_made_again_and_nothing_is_lost(
    suffixes: tuple[str, ...], stale: bool, folder: Path, journal: Journal
) -> None:
    for suffix in suffixes:
        path = folder / (FILE + suffix)
        path.unlink()
        if stale:
            path.write_bytes(b"of another time" * 1000)
    assert refusal(lambda: journal.commit(batch(3))) == "gone"
    journal.open()
    assert (len(journal.lines(1)), journal.receipt("later-3"), journal.set_aside) == (2, None, None)
    journal.commit(batch(3))
    with closing(open_for_reading(folder)) as found:
        assert len(found.lines(1)) == 3


class Meddling(dict[str, str]):
    """Settings that do something while they are being written."""

    def __init__(self, do: Callable[[], object]) -> None:
        super().__init__(lang="fr")
        self._do = do

    def items(self) -> Any:
        self._do()
        return super().items()


@pytest.mark.parametrize("suffix", OURS)
def test_what_is_removed_while_something_is_written_is_missed_before_that_is_said_to_be_durable(
    suffix: str, folder: Path, journal: Journal
) -> None:
    path = folder / (FILE + suffix)
    settings = Meddling(lambda: path.rename(folder / "elsewhere"))
    assert refusal(lambda: journal.commit(batch(3, settings=settings))) == "gone"
    if not suffix:
        put_back(folder)
    journal.open()
    assert (len(journal.lines(1)), journal.receipt("later-3")) == (3, 4), "who asks again learns that it was done"


def test_own_writes_and_checkpoints_are_never_mistaken_for_somebody_elses(folder: Path, journal: Journal) -> None:
    before = (folder / FILE).stat().st_mtime_ns
    with closing(open_for_reading(folder)) as reader:
        for n in range(3, 300):
            journal.commit(batch(n))
            assert len(reader.lines(1)) == n
    assert (folder / FILE).stat().st_mtime_ns != before, "there was a checkpoint"
    journal.open()
    journal.commit(batch(300))


# ---------------------------------------------------------------------- nobody else reads them


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir() if path.name.startswith("journal")}


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_umask")
def test_a_new_journal_is_its_owners_alone(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.open()
    journal.commit(Batch(id="new", version=1, new_game=GAME))
    assert modes(tmp_path) == {FILE + suffix: 0o600 for suffix in OURS}
    journal.close()


@pytest.mark.usefixtures("open_umask")
@pytest.mark.parametrize("linked", [False, True])
def test_what_lies_open_is_made_private_at_the_start_with_its_copies(linked: bool, tmp_path: Path) -> None:
    played(tmp_path / "disk", 3)
    folder = tmp_path / "disk"
    copies: tuple[str, ...] = ("journal.damaged-1.sqlite", "journal.sqlite.bak", "journal.sqlite-wal")
    for name in copies:
        shutil.copyfile(folder / FILE, folder / name)
    (folder / "journal.sqlite-wal").write_bytes(b"")
    if linked:
        folder = tmp_path / "data"
        folder.mkdir()
        (folder / FILE).symlink_to(tmp_path / "disk" / FILE)
        copies = ("journal.sqlite.bak",)
    for path in (tmp_path / "disk").iterdir():
        path.chmod(0o644)
    journal = Journal(folder)
    journal.open()
    found = modes(tmp_path / "disk")
    assert {found[name] for name in (*(FILE + suffix for suffix in OURS), *copies)} == {0o600}
    assert len(journal.lines(1)) == 3
    journal.close()


@pytest.mark.usefixtures("open_umask")
def test_a_journal_that_is_mended_and_what_was_set_aside_are_private(tmp_path: Path) -> None:
    played(tmp_path, 60)
    (tmp_path / FILE).chmod(0o644)
    with (tmp_path / FILE).open("r+b") as file:
        file.truncate((tmp_path / FILE).stat().st_size // 2)
    journal = Journal(tmp_path)
    journal.open()
    assert journal.set_aside is not None
    found = modes(tmp_path)
    assert found.keys() >= {journal.set_aside.name, *(FILE + suffix for suffix in OURS)}
    assert set(found.values()) == {0o600}
    journal.close()


@pytest.mark.usefixtures("open_umask")
def test_what_is_salvaged_is_private_from_its_first_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path, 3)
    seen: list[dict[str, int]] = []
    rename = Path.rename

    def noted(path: Path, target: Path) -> Path:
        seen.append(modes(tmp_path))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", noted)
    mend(tmp_path / FILE)
    assert seen[0]["journal.mending.sqlite"] == 0o600


def test_rights_that_cannot_be_changed_stop_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    played(tmp_path, 1)
    (tmp_path / FILE).chmod(0o644)
    monkeypatch.setattr(Path, "chmod", refuse)
    journal = Journal(tmp_path)
    journal.open()
    assert "can't be made private: [Errno 1] Operation not permitted" in caplog.text
    journal.close()
