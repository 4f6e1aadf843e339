from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.library import Library

FERRY = """
slug = "{slug}"
[dice.oars]
faces = "1-6"
count = 2
[text.en]
name = "{name}"
oars = "Oars"
"""


def kit(folder: Path, file: str, slug: str, name: str = "Ferry") -> None:
    folder.mkdir(exist_ok=True)
    (folder / file).write_text(FERRY.format(slug=slug, name=name), encoding="utf-8")


def test_without_a_folder_the_library_holds_what_ships(tmp_path: Path) -> None:
    for library in (Library(), Library(tmp_path / "nowhere")):
        assert [(game.slug, game.mode) for game in library.games] == [("fireship", "kit")]
        assert library.faults == []


def test_a_familys_kit_can_be_found_and_its_words_are_said_in_both_languages(tmp_path: Path) -> None:
    kit(tmp_path, "ferry.toml", "ferry")
    library = Library(tmp_path)
    game = library.find("ferry")
    assert game is not None
    assert library.find("ferry", "referee") is None
    assert [library.texts.say(lang, game.name.key) for lang in ("en", "fr")] == ["Ferry", "Ferry"]


def test_of_kits_with_one_slug_the_first_stands_and_the_others_are_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kit(tmp_path, "a.toml", "ferry", "First")
    kit(tmp_path, "b.toml", "ferry", "Second")
    kit(tmp_path, "c.toml", "fireship", "Third")
    with caplog.at_level(logging.ERROR):
        library = Library(tmp_path)
    assert [game.slug for game in library.games] == ["fireship", "ferry"]
    assert library.texts.say("en", "kit.ferry.name") == "First"
    assert library.texts.say("en", "kit.fireship.name") == "Fireship"
    assert len(library.faults) == 2
    assert caplog.text.count("a kit is left out") == 2


def test_a_kit_with_faults_is_left_out_and_the_others_stay(tmp_path: Path) -> None:
    kit(tmp_path, "good.toml", "ferry")
    (tmp_path / "bad.toml").write_text("slug = 7", encoding="utf-8")
    library = Library(tmp_path)
    assert [game.slug for game in library.games] == ["fireship", "ferry"]
    assert "bad.toml" in str(library.faults[0])


@pytest.mark.parametrize(
    ("chosen", "faults"),
    [
        ({"fireship": {"chance": "typed"}}, []),
        ({}, []),
        ({"fireship": {"chance": "ask"}}, ["[game.fireship] chance: given 'ask', expected 'dealer' or 'typed'"]),
        (
            {"fireship": {"chanse": 1, "chance": True}},
            [
                "[game.fireship] chanse: there is no such option; there are: chance; did you mean chance?",
                "[game.fireship] chance: given True, expected 'dealer' or 'typed'",
            ],
        ),
        ({"firship": {}}, ["[game.firship]: no game is called that; there are: fireship; did you mean fireship?"]),
        ({"chess": {"chance": 1}}, ["[game.chess]: no game is called that; there are: fireship"]),
    ],
)
def test_every_fault_of_the_options_is_named_with_what_there_is(
    chosen: dict[str, dict[str, object]], faults: list[str]
) -> None:
    assert Library().option_faults(chosen) == faults
