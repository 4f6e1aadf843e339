"""Games on the table's card: taken at a start, once, and again only if they have changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.library.own.card_folder import MAX_CARD, NOTE
from companion.parts.optional import CARD_GAMES, OWN_GAMES
from tests.support.languages import german
from tests.support.tables import Table
from tests.support.waiting import eventually
from tests.whole.test_own_games import PLAIN, do, otter, send, shelf


@pytest.fixture
def card(tmp_path: Path) -> Path:
    folder = tmp_path / "tidetable"
    (folder / "kits").mkdir(parents=True)
    return folder


@contextmanager
def started(tmp_path: Path, card: Path) -> Iterator[Table]:
    """Start a table, and take what is on its *card*."""
    with Table(tmp_path, opening=None, card_folder=card) as table:
        table.daemon.optional.get(CARD_GAMES).take()
        yield table


def put(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_text(content, "utf-8")


def own(table: Table) -> set[str]:
    """The slugs of the family's own games."""
    return {kit.kit.slug for kit in table.daemon.library.own}


def faults(table: Table) -> set[str]:
    return {fault.key for fault in table.daemon.health.faults.now if fault.key.startswith("card-folder.")}


def test_a_start_takes_the_games_on_the_card(tmp_path: Path, card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.start.LOOKS_S", 0.0)
    put(card / "kits", otter())
    put(card, {"HERON.TOML.txt": "\ufeff" + PLAIN.replace("\n", "\r\n")})
    put(card, {"._heron.toml": "\0\1", "settings.toml": "[web]\nport = 80\n", "photo.jpg": "?"})
    put(card / "languages", {"de.toml": german()})
    with Table(tmp_path, opening=None, card_folder=card) as table:
        eventually(lambda: "heron" in shelf(table))
        assert own(table) == {"otter", "heron"}
        eventually(lambda: "de" in table.daemon.library.texts.languages)
        assert faults(table) == set()


def test_a_faulty_file_is_told_by_name_and_stops_no_other(tmp_path: Path, card: Path) -> None:
    put(card, {"bad.toml": 'slug = "Bad"\n', "heron.toml": PLAIN, "lone.svg": otter()["otter.svg"]})
    for _ in range(2):  # it is told at each start
        with started(tmp_path, card) as table:
            assert own(table) == {"heron"}
            assert faults(table) == {"card-folder.bad.toml", "card-folder.lone.svg"}
    put(card, {"bad.toml": PLAIN.replace("heron", "seal")})
    with started(tmp_path, card) as table:
        assert own(table) == {"heron", "seal"}
        assert faults(table) == {"card-folder.lone.svg"}


def test_a_removed_game_comes_back_only_if_its_file_changes(tmp_path: Path, card: Path) -> None:
    put(card / "kits", otter())
    with started(tmp_path, card) as table:
        assert do(table, "remove otter").status == 200
    with started(tmp_path, card) as table:
        assert own(table) == set()
    put(card / "kits", {"otter.toml": otter(version=2)["otter.toml"]})
    with started(tmp_path, card) as table:
        assert own(table) == {"otter"}  # with its cover, which hasn't changed


def test_a_changed_file_replaces_the_game_and_can_be_undone(tmp_path: Path, card: Path) -> None:
    put(card / "kits", otter())
    with started(tmp_path, card):
        pass
    put(card / "kits", otter(name="Sea otter", version=2))
    with started(tmp_path, card) as table:
        assert shelf(table)["otter"]["name"] == "Sea otter"
        (newest, _) = table.daemon.optional.get(OWN_GAMES).history.past()
        assert do(table, f"undo {newest.number}").status == 200
        assert shelf(table)["otter"]["name"] == "Otter"


def test_an_older_card_replaces_no_game_of_a_restored_table(tmp_path: Path, card: Path) -> None:
    with Table(tmp_path, opening=None) as table:
        assert send(table, otter(name="Newer", version=2)).status == 201
    put(card / "kits", otter())
    for _ in range(2):
        with started(tmp_path, card) as table:
            assert shelf(table)["otter"]["name"] == "Newer"
            assert faults(table) == set()


def test_a_pulled_out_card_changes_nothing(tmp_path: Path, card: Path) -> None:
    put(card, {"heron.toml": PLAIN})
    with started(tmp_path, card) as table:
        assert do(table, "remove heron").status == 200
    with started(tmp_path, tmp_path / "none") as table:
        assert own(table) == set()
    with started(tmp_path, card) as table:
        assert own(table) == set()


def test_a_game_that_goes_on_is_replaced_at_a_start_after_its_end(tmp_path: Path, card: Path) -> None:
    put(card, {"heron.toml": PLAIN})
    with started(tmp_path, card) as table:
        assert table.command("new heron kit seats=1").status == 200
        eventually(lambda: table.table["game"] is not None)
    put(card, {"heron.toml": PLAIN + "[dice.two]\nroll = '2d6'\n", "seal.toml": PLAIN.replace("heron", "seal")})
    with started(tmp_path, card) as table:
        assert (own(table), faults(table)) == ({"heron", "seal"}, {"card-folder.heron.toml"})
        assert table.command("finish").status == 200
    with started(tmp_path, card) as table:
        assert [len(kit.kit.dice) for kit in table.daemon.library.own if kit.kit.slug == "heron"] == [2]
        assert faults(table) == set()


def test_too_many_and_too_large_files_are_told(tmp_path: Path, card: Path) -> None:
    put(card, {f"{number:03}.svg": "" for number in range(MAX_CARD)})
    put(card, {"000.toml": "#" * (2**20 + 1), "zebra.toml": PLAIN})
    with started(tmp_path, card) as table:
        assert own(table) == set()
        assert "card-folder.tidetable" in faults(table)


def test_a_damaged_note_is_written_again(tmp_path: Path, card: Path) -> None:
    put(card, {"heron.toml": PLAIN})
    with started(tmp_path, card):
        pass
    note = tmp_path / "data" / NOTE
    whole = note.read_bytes()
    note.write_bytes(b'{"heron.toml": 1}')
    with started(tmp_path, card) as table:
        assert own(table) == {"heron"}
    assert note.read_bytes() == whole
