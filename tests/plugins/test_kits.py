"""Kits that come in packages: found as a family's own are, beside a game or alone; others are told in words."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from companion.library.games import Library
from companion.opening import Opening
from tests.plugins.test_faulty import with_pig
from tests.plugins.wheels import HERE, beside_the_program, build, install
from tests.support.tables import Table, dice
from tests.support.waiting import eventually
from tests.support.wording import say

KIT = (HERE / "ferry" / "tidetable_ferry" / "kit.toml").read_text("utf-8")
PIGS_KIT = KIT.replace('"ferry"', '"pig"')
SHIPPED = [(game.slug, game.mode) for game in Library().games if not game.group]
"""The games that ship; folk games make room for others."""


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a package of one kit is installed in, from its wheel."""
    folder = tmp_path_factory.mktemp("wheels")
    return install(build("ferry", folder), folder / "site")


@contextmanager
def pig_with(folder: Path, kit: str) -> Iterator[Path]:
    """Install Pig in *folder* with a *kit* beside its game."""
    with with_pig(folder, "game.toml", "pig", "pig") as package:
        (package / "kit.toml").write_text(kit, "utf-8")
        yield package


def lines(library: Library) -> list[str]:
    return [line for bad in library.faults for line in library.fault_lines(bad)]


def added(library: Library) -> list[tuple[str, str]]:
    others = [(game.slug, game.mode) for game in library.games if not game.group]
    return [each for each in others if each not in SHIPPED]


def test_a_package_may_be_a_kit_alone_and_is_gone_with_it(ferry: Path) -> None:
    with beside_the_program(ferry):
        library = Library()
        assert (added(library), lines(library)) == ([("ferry", "kit")], [])
        assert [library.texts.say(lang, "kit.ferry.name") for lang in ("en", "fr")] == [
            "Ferry race", "La course des bacs",
        ]  # fmt: skip
    assert added(Library()) == []


def test_it_is_played_like_any_kit(ferry: Path, tmp_path: Path) -> None:
    with beside_the_program(ferry), Table(tmp_path, opening=Opening("ferry", "kit", ("Ann",))) as table:
        assert table.table["title"] == "Ferry race"
        table.press("roll")
        eventually(lambda: dice(table.table, "oars")["values"])


def test_a_game_and_its_kit_come_in_one_package(tmp_path: Path) -> None:
    with pig_with(tmp_path, PIGS_KIT):
        library = Library()
        assert (added(library), lines(library)) == ([("pig", "kit"), ("pig", "referee")], [])


@pytest.mark.parametrize(
    ("kit", "said"),
    [
        (PIGS_KIT.replace("count = 2", "count = 99"), "[dice.oars] count: "),
        (KIT.replace('"ferry"', '"fireship"'), "slug: 'fireship' belongs to fireship.toml"),
        ("[", "not TOML: "),
    ],
)
def test_a_faulty_kit_is_told_by_its_package_and_its_game_stays(kit: str, said: str, tmp_path: Path) -> None:
    with pig_with(tmp_path, kit), Table(tmp_path / "table", opening=None) as table:
        assert added(table.daemon.library) == [("pig", "referee")]
        (line,) = lines(table.daemon.library)
        assert line.startswith(f"tidetable_pig:kit.toml: {said}")
        (row,) = (play for play in table.table["menu"]["plays"] if play["word"].startswith("tidetable_pig"))
        assert row["label"] == say("menu.bad-kit", file="tidetable_pig:kit.toml")


def test_a_pipe_for_a_kit_is_told_and_nothing_waits_for_it(tmp_path: Path) -> None:
    with with_pig(tmp_path, "game.toml", "pig", "pig") as package:
        os.mkfifo(package / "kit.toml")
        library = Library()
        assert lines(library) == [
            f"tidetable_pig:kit.toml: {say('kit-fault.unreadable', error=say('kit-fault.not-a-file'))}"
        ]


def test_a_kit_that_is_a_link_to_nothing_is_told(ferry: Path, tmp_path: Path) -> None:
    site = shutil.copytree(ferry, tmp_path / "site")
    (site / "tidetable_ferry" / "kit.toml").unlink()
    (site / "tidetable_ferry" / "kit.toml").symlink_to("nowhere")
    with beside_the_program(site):
        assert lines(Library()) == [
            f"tidetable_ferry:kit.toml: {say('kit-fault.unreadable', error=say('kit-fault.nowhere'))}"
        ]


def test_a_package_in_a_folder_that_cannot_be_looked_into_is_told(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find_spec = importlib.util.find_spec

    def with_too_long_a_name(name: str) -> ModuleSpec | None:
        spec = find_spec(name)
        if spec is not None and name == "tidetable_ferry":
            spec.submodule_search_locations = ["x" * 300]
        return spec

    monkeypatch.setattr(importlib.util, "find_spec", with_too_long_a_name)
    with beside_the_program(ferry):
        assert lines(Library()) == [f"tidetable_ferry: game.toml: {say('plugin.unread', error='File name too long')}"]


def test_a_kit_stays_where_its_package_has_a_faulty_game(tmp_path: Path) -> None:
    with with_pig(tmp_path, "game.toml", "seats = [2, 4]", "seats = [4, 2]") as package:
        (package / "kit.toml").write_text(PIGS_KIT, "utf-8")
        library = Library()
        assert added(library) == [("pig", "kit")]
        (line,) = lines(library)
        assert line.startswith("tidetable_pig: game.toml: seats: ")


def test_a_familys_own_kit_of_the_same_slug_is_told(ferry: Path, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(KIT, "utf-8")
    with beside_the_program(ferry):
        library = Library(tmp_path)
        assert added(library) == [("ferry", "kit")]
        assert lines(library) == [
            f"{tmp_path / 'own.toml'}: slug: "
            + say("kit-fault.slug-taken", slug="'ferry'", file="tidetable_ferry:kit.toml")
        ]
