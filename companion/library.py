"""The library: every game and kit this table can open, and the words they bring along."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from companion.engine.game import Game, Mode
from companion.kits.play import game_of
from companion.kits.reader import BadKit, KitFile, kits_in, shipped_kits
from companion.texts.say import LANGUAGES, Texts

log = logging.getLogger(__name__)


class Library:
    """Games by slug and mode. *faults* are the family's kits that can't be used, each in words."""

    def __init__(self, folder: Path | None = None) -> None:
        own, self.faults = _own_kits(folder)
        shipped = shipped_kits()
        taken = {kit.kit.slug for kit in shipped}
        for kit in own:
            if kit.kit.slug in taken:
                self.faults.append(BadKit(kit.kit.slug, ("slug: another kit has this one already; choose another",)))
        kits = [*shipped, *(kit for kit in own if kit.kit.slug not in taken)]
        for fault in self.faults:
            log.error("a kit is left out: %s", fault)
        self.games: tuple[Game, ...] = tuple(game_of(kit.kit) for kit in kits)
        self.texts = Texts.load(_words(kits))

    def find(self, slug: str, mode: Mode | None = None) -> Game | None:
        """Return the game called *slug*, in *mode* if it is given."""
        return next((game for game in self.games if game.slug == slug and mode in (None, game.mode)), None)


def _own_kits(folder: Path | None) -> tuple[list[KitFile], list[BadKit]]:
    return kits_in(folder) if folder is not None and folder.is_dir() else ([], [])


def _words(kits: list[KitFile]) -> Mapping[str, Mapping[str, str]]:
    return {
        language: {key: said for kit in kits for key, said in kit.texts.get(language, {}).items()}
        for language in LANGUAGES
    }
