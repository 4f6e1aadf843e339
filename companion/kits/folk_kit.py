"""The shipped folk games: described at the start, read when opened.

Reading all of them whole takes longer than everything else that a start does with kits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.kits.format.kit_file import KitFile, described, kit_of, parsed_toml
from companion.kits.format.shelf import OnShelf
from companion.kits.format.spec import Kit
from companion.kits.format.words import LANGUAGES

Parse = Callable[[Path], Mapping[str, Any]]
"""Returns the TOML data of a path."""


class FolkKit(Struct, frozen=True, eq=False, dict=True):
    """A folk game's kit at *path*.

    *outline* is enough for menus: a kit with its slug, seats and description alone, and the words of these. *parse*
    reads the rest.
    """

    path: Path
    outline: KitFile
    parse: Parse

    @property
    def slug(self) -> str:
        """The game's slug."""
        return self.outline.kit.slug

    @cached_property
    def whole(self) -> KitFile:
        """The kit with everything in its file."""
        return kit_of(self.path.name, self.parse(self.path))

    def texts(self, lang: str) -> Mapping[str, str]:
        """Return all its texts in *lang* by key."""
        return self.whole.texts[lang]


@cache
def folk_kits(parsed: Parse | None = None) -> tuple[FolkKit, ...]:
    """Return the shipped kits of folk games.

    Anybody else's kit with the same slug takes their place. *parsed* is as in `shipped_kits`.
    """
    parse = parsed or parsed_toml
    return tuple(_described_at(path, parse) for path in sorted(Path(__file__).with_name("folk").glob("*.toml")))


def _described_at(path: Path, parse: Parse) -> FolkKit:
    """Return the kit at *path* without reading it whole.

    Its number of people and its name are in its file.
    """
    data = parse(path)
    slug, (minimum, maximum), texts = data["slug"], data["seats"], data["text"]
    shelf = _shelf_of(data)
    words = {lang: {f"kit.{slug}.name": texts[lang]["name"], **shelf.texts(slug, lang)} for lang in LANGUAGES}
    return FolkKit(path, KitFile(path.name, described(Kit(slug, (minimum, maximum)), shelf), words), parse)


def _shelf_of(data: Mapping[str, Any]) -> OnShelf:
    """Return the description in *data*, which `on_shelf` would find no fault in."""
    return OnShelf(
        line=data.get("line", {}),
        breaks=data.get("breaks", {}),
        minutes=data.get("minutes", 0),
        cover=data.get("cover", ""),
        is_tool=data.get("tool", False),
        group=data.get("group", ""),
        rules={lang: tuple(lines) for lang, lines in data.get("rules", {}).items()},
        version=data.get("version", 1),
        author=data.get("author", ""),
    )
