"""Games as packages: declarations read as data, code loaded on demand.

A package says ``SLUG = "its.package"`` in the entry-point group ``tidetable.games``; the games that ship do too. The
package's folder contains ``game.toml``, ``texts.en.toml``, ``texts.fr.toml``, and the files named by these or by a
page. A ``kit.toml`` beside them, or alone, is a kit, as a family's own are.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import EntryPoint, distributions
from os.path import lexists
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.command import Command
from companion.engine.game import BadGame, Game, GameInfo, GameRules, Mode, Option, OptionValue
from companion.engine.values.message import Message
from companion.kits.format.checks import KitFault
from companion.kits.format.kit_file import BadKit, KitFile, kits_at
from companion.library.words import faults_of
from companion.runtime.parse_cache import parsed
from companion.texts.say import LANGUAGES, Wording, read_language, wordings_in

GROUP = "tidetable.games"
DECLARATION = "game.toml"
KIT = "kit.toml"
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MAX_SEATS = 12
MAX_COVER = 16_384
"""Maximum size of a cover, in bytes.

A phone fetches all of them for the shelf.
"""

Choose = Callable[[Any, Sequence[Command]], Command]
"""A player: chooses one of the plays in a state."""
Taken = tuple[Game, Mapping[str, tuple[Message, ...]]]
"""A game with a family's files, and the faults by file name."""


class _Name(Struct, frozen=True, forbid_unknown_fields=True):
    en: str
    fr: str


class _Option(Struct, frozen=True, forbid_unknown_fields=True):
    """An option: its *text*, and *choices* or a *range*.

    The first of *choices* is the default; a *range* has a *default*. *of* is a word of the game, used in the text. A
    choice is named by the game's text of its word.
    """

    text: str
    of: str = ""
    choices: tuple[OptionValue, ...] = ()
    range: tuple[int, int] = (0, 0)
    default: int = 0
    superseded: dict[OptionValue, OptionValue] = {}
    unsaid: str | None = None


class FamilyFiles(Struct, frozen=True, forbid_unknown_fields=True):
    """A family's own files for a game.

    *pattern* matches their names; the function *take* reads them.
    """

    pattern: str
    take: str


class GameDeclaration(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a ``game.toml``.

    *rules*, *players* and the taker of files are ``module:name``, *screen* is a module. Modules are named relative to
    the package. For the shelf: *line* describes the game in a few words, *minutes* is its usual length (0 if unknown),
    *cover* is an SVG picture of 3 by 4 in the package's folder. *lost* names the sentences of an end at which everybody
    lost, *drawn* those of an end at which nobody won.
    """

    slug: str
    name: _Name
    seats: tuple[int, int]
    rules: str
    line: _Name = _Name("", "")
    minutes: int = 0
    cover: str = ""
    lost: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    modes: tuple[Mode, ...] = ("referee",)
    screen: str = ""
    players: str = ""
    files: FamilyFiles | None = None
    option: dict[str, _Option] = {}


class Package(Struct, frozen=True, eq=False):
    """A game's package, read as data: none of its code is imported.

    It has a dotted *module*, a *folder*, and the content of its declaration.
    """

    module: str
    folder: Path
    declared: GameDeclaration
    _said: dict[str, Mapping[str, Wording]] = {}

    @property
    def slug(self) -> str:
        """The game's slug."""
        return self.declared.slug

    @property
    def cover(self) -> Path | None:
        """The file of its picture, None if it has none."""
        return self.folder / self.declared.cover if self.declared.cover else None

    @property
    def is_shipped(self) -> bool:
        """Whether it comes with the program."""
        return self.module.startswith(f"{_ours()}.")

    def info(self) -> PackagedGame:
        """Return the game for menus."""
        declared = self.declared
        return PackagedGame(
            slug=declared.slug,
            mode="referee",
            name=self._word("name"),
            seats=declared.seats,
            line=self._word("on-shelf") if declared.line.en else None,
            minutes=declared.minutes,
            cover=str(self.cover or ""),
            lost=tuple(f"{declared.slug}.{word}" for word in declared.lost),
            drawn=tuple(f"{declared.slug}.{word}" for word in declared.drawn),
            options={name: self._option(option) for name, option in declared.option.items()},
            package=self,
        )

    def named(self, lang: str) -> Mapping[str, Wording]:
        """Return the words of its declaration in *lang*, by key."""
        declared = self.declared
        named = {f"{declared.slug}.words.name": getattr(declared.name, lang)}
        if declared.line.en:
            named[f"{declared.slug}.words.on-shelf"] = getattr(declared.line, lang)
        return named

    def texts(self, lang: str) -> Mapping[str, Wording]:
        """Return its words in *lang*, by key; they are read once.

        :raises BadKit: they can't be read.
        """
        if lang not in self._said:
            self._said[lang] = {**self.named(lang), **_texts(self.module, self.folder, lang)}
        return self._said[lang]

    def _word(self, word: str) -> Message:
        return Message(f"{self.slug}.words.{word}")

    def _option(self, option: _Option) -> Option:
        text = Message(option.text, {"of": self._word(option.of)} if option.of else {})
        if not option.choices:
            minimum, maximum = option.range
            return Option(option.default, text, minimum=minimum, maximum=maximum)
        return Option(
            option.choices[0],
            text,
            choices=option.choices,
            names=tuple(self._word(_word_of(choice)) for choice in option.choices),
            superseded=option.superseded,
            unsaid=option.unsaid,
        )

    def attribute(self, place: str) -> Any:
        """Return the package's object ``module:name``, importing its code.

        :raises BadGame: it can't be imported, or there is no such thing.
        """
        module, _, name = place.partition(":")
        try:
            return getattr(self.imported(module), name)
        except AttributeError as error:
            raise BadGame(self.slug, str(error)) from error

    def imported(self, module: str) -> ModuleType:
        """Import a *module* of the package.

        :raises BadGame: it can't be imported.
        """
        try:
            return importlib.import_module(f"{self.module}.{module}")
        except (Exception, SystemExit) as error:  # whatever another author's code does as it is imported
            raise BadGame(self.slug, f"{type(error).__name__}: {error}") from error

    def broken(self, error: BadGame) -> BadKit:
        """Return the package as an unusable one, because of *error*."""
        return BadKit(self.module, (KitFault("", Message("plugin.broken", {"error": error.why})),))

    def players(self) -> Mapping[str, Choose]:
        """Return the game's own players, by name.

        :raises BadGame: they can't be imported.
        """
        players: Mapping[str, Choose] = self.attribute(self.declared.players) if self.declared.players else {}
        return players


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PackagedGame(GameInfo):
    """A game of a *package*; its code is imported once it's loaded."""

    package: Package

    def load(self) -> Game:
        return self._game

    @cached_property
    def _game(self) -> Game:
        package, screen = self.package, self.package.declared.screen
        rules = package.attribute(package.declared.rules)
        if not isinstance(rules, GameRules):
            raise BadGame(self.slug, f"{package.declared.rules} is no GameRules")
        shown: Any = package.imported(screen) if screen else None
        return Game(**self.in_menus(), **vars(rules), screen=shown)


def _word_of(choice: OptionValue) -> str:
    if isinstance(choice, bool):
        return "yes" if choice else "no"
    return str(choice).partition(":")[0]


# ---------------------------------------------------------------------- found and checked
@cache
def located() -> tuple[Mapping[EntryPoint, Path], tuple[BadKit, ...]]:
    """Return the folders of packages, and the faults of others.

    The program's own come first, then the others by name.
    """
    good: dict[EntryPoint, Path] = {}
    bad: list[BadKit] = []
    for point in sorted(_points(), key=lambda point: (not point.value.startswith(f"{_ours()}."), point.name)):
        try:
            good[point] = _folder_of(point)
        except BadKit as error:
            bad.append(error)
    return good, tuple(bad)


def _points() -> set[EntryPoint]:
    """Return the entry points of the group.

    Of packages with the same name, the first one found counts. (``importlib.metadata.entry_points`` would read those of
    every package on the computer.)
    """
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for each in distributions():
        if GROUP in (each.read_text("entry_points.txt") or ""):
            found.setdefault(each.name, tuple(each.entry_points))
    return {point for points in found.values() for point in points if point.group == GROUP}


@cache
def installed() -> tuple[tuple[Package, ...], tuple[BadKit, ...]]:
    """Return the packages with more than a kit, and others' faults.

    The program's own come first. A slug belongs to the first package with it; the first words of the program's own text
    keys are reserved.
    """
    folders, lost = located()
    good: dict[str, Package] = {}
    bad = [*lost]
    for point, folder in folders.items():
        if lexists(folder / KIT) and not lexists(folder / DECLARATION):
            continue
        try:
            # The program's tests look at all that is said in its own games: that isn't read before it is asked for.
            is_ours = point.value.startswith(f"{_ours()}.")
            package = unchecked(point, folder) if is_ours else read_package(point, folder, good)
            good[package.slug] = package
        except BadKit as error:
            bad.append(error)
    return tuple(good.values()), tuple(bad)


def packaged_kits(known: Iterable[KitFile]) -> tuple[list[KitFile], list[BadKit]]:
    """Return the kits of packages, and the faults of others.

    Slugs of the *known* kits are taken.
    """
    kits = {f"{point.value}:{KIT}": folder / KIT for point, folder in located()[0].items()}
    return kits_at({file: path for file, path in kits.items() if lexists(path)}, known)


def _ours() -> str:
    return __name__.partition(".")[0]


def unchecked(point: EntryPoint, folder: Path) -> Package:
    """Return the package of *point* in *folder*, reading only its declaration.

    :raises BadKit: that isn't one.
    """
    return Package(point.value, folder, _declaration(point, folder))


def read_package(point: EntryPoint, folder: Path, others: Container[str] = ()) -> Package:
    """Read and check the package of *point* in *folder*.

    Checks the form of its declaration, words and files. *others* are the slugs of other games.

    :raises BadKit: it has faults.
    """
    package = unchecked(point, folder)
    declared = package.declared
    places = (declared.rules, declared.players, declared.screen, declared.files.take if declared.files else "")
    modules = dict.fromkeys(place.partition(":")[0] for place in places if place)
    faults = [
        KitFault(DECLARATION, Message("plugin.no-module", {"module": module}))
        for module in modules
        if not _is_module(folder.joinpath(*module.split(".")))
    ]
    if declared.cover and not _is_cover(folder, declared.cover):
        faults.append(KitFault(DECLARATION, Message("plugin.cover", {"file": declared.cover, "maximum": MAX_COVER})))
    faults += [KitFault(DECLARATION, said) for said in (*_slug_faults(declared.slug, others), *_odd(declared))]
    texts = {lang: package.texts(lang) for lang in LANGUAGES}
    faults += [
        KitFault(f"texts.{lang}.toml {key}", Message("plugin.key", {"slug": declared.slug}))
        for lang, entries in texts.items()
        for key in entries
        if not key.startswith(f"{declared.slug}.")
    ]
    first, *others = LANGUAGES
    for lang in others:
        faults += [
            KitFault(f"texts.{lang}.toml {fault.where}", fault.said) for fault in faults_of(texts[first], texts[lang])
        ]
    if faults:
        raise BadKit(point.value, tuple(faults))
    return package


def _slug_faults(slug: str, others: Container[str]) -> Iterable[Message]:
    if not SLUG.fullmatch(slug):
        yield Message("plugin.slug")
    if slug in others:
        yield Message("plugin.slug-taken", {"slug": slug})
    if slug in _families():
        yield Message("plugin.slug-of-table", {"slug": slug})


@cache
def _families() -> frozenset[str]:
    """Return the first words of the keys of the program's own texts."""
    return frozenset(key.partition(".")[0] for key in read_language(LANGUAGES[0]))


def _odd(declared: GameDeclaration) -> Iterable[Message]:
    """Yield the faults of values of the right type."""
    minimum, maximum = declared.seats
    if not 1 <= minimum <= maximum <= MAX_SEATS:
        yield Message("plugin.seats", {"maximum": MAX_SEATS})
    if declared.modes != ("referee",):
        yield Message("plugin.modes")
    for name, option in declared.option.items():
        minimum, maximum = option.range
        if not option.choices and not minimum <= option.default <= maximum:
            yield Message("plugin.default", {"name": name})


def _is_cover(folder: Path, name: str) -> bool:
    path = folder / name
    return path.parent == folder and path.suffix == ".svg" and path.is_file() and path.stat().st_size <= MAX_COVER


def _is_module(path: Path) -> bool:
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def _folder_of(point: EntryPoint) -> Path:
    try:
        spec = importlib.util.find_spec(point.value)
    except (ImportError, ValueError) as error:
        raise _bad(point, "", Message("plugin.no-package", {"package": point.value})) from error
    if spec is None or not spec.submodule_search_locations:
        raise _bad(point, "", Message("plugin.no-package", {"package": point.value}))
    return Path(spec.submodule_search_locations[0])


def _declaration(point: EntryPoint, folder: Path) -> GameDeclaration:
    try:
        return msgspec.convert(parsed(folder / DECLARATION), GameDeclaration)
    except (OSError, ValueError, RecursionError) as error:
        raise _bad(point, DECLARATION, Message("plugin.unread", {"error": _why(error)})) from error


def _texts(package: str, folder: Path, lang: str) -> dict[str, Wording]:
    file = f"texts.{lang}.toml"
    try:
        return wordings_in(folder / file)
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise BadKit(package, (KitFault(file, Message("plugin.unread", {"error": _why(error)})),)) from error


def _why(error: Exception) -> str:
    """Return the system's own sentence without its path."""
    return getattr(error, "strerror", None) or str(error)


def _bad(point: EntryPoint, where: str, said: Message) -> BadKit:
    return BadKit(point.value, (KitFault(where, said),))


def package_of(slug: str) -> Package | None:
    """Return the installed package of game *slug*, None if there is none."""
    return next((package for package in installed()[0] if package.slug == slug), None)


def folder_of(slug: str) -> Path | None:
    """Return the folder of installed game *slug*, None if there is none."""
    package = package_of(slug)
    return None if package is None else package.folder


def page_folders(games: Iterable[GameInfo]) -> dict[str, Path]:
    """Return the folders of the *games*' own parts of pages, by slug."""
    slugs = [game.slug for game in games if game.mode == "referee"]
    found = {slug: folder / "page" for slug in slugs if (folder := folder_of(slug)) is not None}
    return {slug: folder for slug, folder in found.items() if folder.is_dir()}


def covers(games: Iterable[GameInfo]) -> dict[str, Path]:
    """Return the files of the *games*' covers for the shelf, by name."""
    return {game.cover_name: Path(game.cover) for game in games if game.cover.endswith(".svg")}
