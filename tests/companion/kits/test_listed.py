"""Kits in menus: they say what their games say, and no folk game is read whole before it is opened."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.game import BadGame
from companion.kits.folk_kit import FolkKit, folk_kits
from companion.kits.format.kit_file import KitFile, kit_of, shipped_kits
from companion.kits.format.spec import Kit
from companion.kits.menu_entry import info_of
from companion.kits.play import game_of
from companion.library.games import Library


@pytest.mark.parametrize("kit", [file.kit for file in shipped_kits()], ids=lambda kit: kit.slug)
def test_a_kit_says_in_menus_what_its_game_says(kit: Kit) -> None:
    info = info_of(kit)
    assert info.load() is info.load()
    assert info.load().in_menus() == info.in_menus() == game_of(info.kit).in_menus()
    assert {"slug", "name", "seats", "options", "cover"} < info.in_menus().keys()


@pytest.mark.parametrize("folk", folk_kits(), ids=lambda folk: folk.slug)
def test_the_outline_of_a_folk_game_says_what_the_whole_kit_says(folk: FolkKit) -> None:
    info, whole = info_of(folk.outline.kit, folk), folk.whole
    assert info.in_menus() == info_of(whole.kit).in_menus() == info.load().in_menus()
    shown = {info.name.key, *(rule.key for rule in info.rules), *([info.line.key] if info.line else [])}
    for lang, texts in folk.outline.texts.items():
        assert shown <= texts.keys()
        assert texts.items() <= folk.texts(lang).items()


def test_a_folk_game_is_read_whole_when_it_is_opened_or_its_words_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(file: str, data: Mapping[str, Any]) -> KitFile:
        read.append(file)
        return kit_of(file, data)

    monkeypatch.setattr("companion.kits.folk_kit.kit_of", counted)
    folk_kits.cache_clear()
    try:
        library = Library(only_shipped=True)
        assert library.texts.say("fr", "kit.pig.name") == "Le cochon"
        assert read == []
        assert library.texts.say("fr", "kit.pig.hold")
        assert read == ["pig.toml"]
        game = library.find("thrice")
        assert game is not None
        assert len(game.buttons(game.start(game.setup(("Ann", "Ben"), {})))) > 0
        assert read == ["pig.toml", "thrice.toml"]
    finally:
        folk_kits.cache_clear()


def test_a_kit_whose_play_cannot_be_imported_is_a_game_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    info = info_of(shipped_kits()[0].kit)
    monkeypatch.setitem(sys.modules, "companion.kits.play", None)
    with pytest.raises(BadGame) as failed:
        info.load()
    assert failed.value.slug == info.slug
    assert "companion.kits.play" in failed.value.why
    monkeypatch.undo()
    assert info.load().slug == info.slug
