"""Given files examined in memory: what other computers did to them is taken, and what is wrong is told at its place."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.kits.format.shelf import MAX_COVER
from companion.library.games import Library
from companion.library.own.examination import MAX_FILES, Examination, GivenFile, examine
from companion.runtime.foreign_file import MAX_BYTES
from tests.support.wording import TEXTS
from tests.whole.test_own_games import COVER, otter

PLAIN = 'slug = "heron"\n[dice.die]\nroll = "1d6"\n'
SVG = COVER.format(colour="888")
BOMB = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 240"><g id="a0"><path d="M0 0h9v9"/></g>'
    + "".join(f'<g id="a{at}">' + f'<use href="#a{at - 1}"/>' * 10 + "</g>" for at in range(1, 12))
    + "</svg>"
)
"""A cover that draws 10^11 shapes."""
HOSTILE = {
    "script": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 240"><script>alert(1)</script></svg>',
    "event": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 240" onload="alert(1)"/>',
    "elsewhere": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 240"><use href="//evil.example/a#b"/></svg>',
    "entity": '<!DOCTYPE a [<!ENTITY b "c">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 240">&b;</svg>',
    "bomb": BOMB,
    "page": "<html><body>not a picture</body></html>",
}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "kits", tmp_path / "languages")


def look(library: Library, files: dict[str, str]) -> Examination:
    return examine([GivenFile(name, content) for name, content in files.items()], library)


def faults(found: Examination) -> list[tuple[str, str, str]]:
    return [(fault.file, fault.where, fault.said.key) for fault in found.faults]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("heron.toml", "\ufeff" + PLAIN),
        ("heron.toml", PLAIN.replace("\n", "\r\n")),
        ("heron.toml", PLAIN.replace("\n", "\r")),
        ("Heron.TOML", PLAIN),
        ("heron.toml.txt", PLAIN),
        ("heron (1).toml", PLAIN),
        (r"C:\Users\Zoé\heron.toml", PLAIN),
        ("heron.txt", PLAIN),
    ],
)
def test_what_other_computers_did_to_a_file_is_taken(library: Library, name: str, text: str) -> None:
    (found,) = look(library, {name: text}).found
    assert (found.kind, found.slug, found.file.name, found.content) == ("kit", "heron", "heron.toml", PLAIN.encode())


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("._heron.toml", PLAIN, "own-games.companion"),
        (".DS_Store", "\0\0\0\1Bud1", "own-games.companion"),
        ("Thumbs.db", "", "own-games.companion"),
        ("heron.toml", PLAIN.encode("utf-16").decode("utf-8", "replace"), "own-games.not-text"),
        ("heron.toml", PLAIN.replace('"', "”"), "kit-fault.curly"),
        ("notes.md", "Hello there", "own-games.unknown"),
        ("heron.toml", PLAIN + "#" * MAX_BYTES, "own-games.too-long"),
        ("heron.svg", SVG + " " * MAX_COVER, "own-games.too-long"),
        ("heron.svg", SVG, "own-games.nobodys-cover"),
        ("fireship.toml", PLAIN.replace("heron", "fireship"), "own-games.slug-shipped"),
        ("dice.toml", PLAIN.replace("heron", "any-dice"), "own-games.slug-shipped"),
    ],
)
def test_what_cant_be_taken_is_told_by_its_name(library: Library, name: str, text: str, key: str) -> None:
    found = look(library, {name: text})
    assert found.found == ()
    assert [(file, said) for file, _, said in faults(found)] == [(name, key)]


def test_a_kit_of_a_folk_game_takes_its_place(library: Library) -> None:
    found = look(library, {"pig.toml": PLAIN.replace("heron", "pig")})
    assert ([each.slug for each in found.found], found.faults) == (["pig"], ())


def test_a_cover_is_written_before_its_kit_and_under_the_name_that_it_asks_for(library: Library) -> None:
    kit = PLAIN.replace("[dice", 'cover = "Heron.svg"\n[dice', 1)
    for name in ("Heron.svg", "HERON.SVG", "heron (2).svg", "whatever.svg"):
        found = look(library, {"heron.toml": kit, name: SVG})
        assert ([each.file.name for each in found.found], found.faults) == (["Heron.svg", "heron.toml"], ())
    assert faults(look(library, {"heron.toml": kit})) == [("heron.toml", "cover", "own-games.no-cover")]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_cover_is_refused_with_its_kit_and_alone(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "kits"
    folder.mkdir()
    for file, content in otter().items():
        (folder / file).write_text(content, encoding="utf-8")
    library = Library(folder, tmp_path / "languages")
    assert [kit.kit.slug for kit in library.own] == ["otter"]
    for files in ({"otter.svg": HOSTILE[name]}, {**otter(version=2), "otter.svg": HOSTILE[name]}):
        found = look(library, files)
        assert found.found == ()
        assert {said for _, _, said in faults(found)} == {"kit-fault.cover-file"}


def test_two_kits_may_share_a_covers_name_only_if_it_is_the_same(library: Library, tmp_path: Path) -> None:
    (tmp_path / "kits").mkdir()
    for file, content in otter().items():
        (tmp_path / "kits" / file).write_text(content, encoding="utf-8")
    kit = PLAIN.replace("[dice", 'cover = "otter.svg"\n[dice', 1)
    same, other = COVER.format(colour="888"), COVER.format(colour="000")
    assert look(library.again(), {"heron.toml": kit, "otter.svg": same}).faults == ()
    found = look(library.again(), {"heron.toml": kit, "otter.svg": other})
    assert faults(found) == [("otter.svg", "", "own-games.cover-taken")]


def test_more_files_than_a_family_sends_are_refused_unread(library: Library) -> None:
    found = look(library, {f"{number}.toml": "slug" for number in range(MAX_FILES + 1)})
    assert faults(found) == [("", "", "own-games.too-many")]


def test_whatever_is_sent_each_file_is_good_or_told(library: Library) -> None:
    chance = random.Random(41)
    whole = otter()
    for _ in range(150):
        files = {name: mutated(content, chance) for name, content in whole.items()}
        name = "".join(chance.choices("._/\\ aT\0é\u202e'\"", k=6)) + chance.choice((".toml", ".SVG", "", ".toml.txt"))
        files[name] = mutated(chance.choice((PLAIN, SVG, *files.values())), chance)
        found = look(library, files)
        for fault in found.faults:
            assert fault.file.isprintable()
            assert TEXTS.say("fr", fault.said.key, **fault.said.values)
        for good in found.found:
            assert "/" not in good.file.name
            assert good.file.name == Path(good.file.name).name


def mutated(text: str, chance: random.Random) -> str:
    letters = list(text)
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(letters) + 1)
        how = chance.randrange(3)
        letters[at : at + chance.randrange(8)] = [] if how == 0 else chance.choices('"[]=.{}<>\n\0\ufffdé9x', k=how * 3)
    return "".join(letters)
