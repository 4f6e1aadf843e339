"""Kits in menus: they say what their games say, and without its play no kit can be opened."""

from __future__ import annotations

import sys

import pytest

from companion.engine.game import BadGame
from companion.kits.format.kit_file import shipped_kits
from companion.kits.format.spec import Kit
from companion.kits.menu_entry import info_of
from companion.kits.play import game_of


@pytest.mark.parametrize("kit", [file.kit for file in shipped_kits()], ids=lambda kit: kit.slug)
def test_a_kit_says_in_menus_what_its_game_says(kit: Kit) -> None:
    info = info_of(kit)
    assert info.load() is info.load()
    assert info.load().in_menus() == info.in_menus() == game_of(info.kit).in_menus()
    assert {"slug", "name", "seats", "options", "cover"} < info.in_menus().keys()


def test_a_kit_whose_play_cannot_be_imported_is_a_game_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    info = info_of(shipped_kits()[0].kit)
    monkeypatch.setitem(sys.modules, "companion.kits.play", None)
    with pytest.raises(BadGame) as failed:
        info.load()
    assert failed.value.slug == info.slug
    assert "companion.kits.play" in failed.value.why
    monkeypatch.undo()
    assert info.load().slug == info.slug
