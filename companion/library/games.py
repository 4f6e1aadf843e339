"""The library: every game and kit of this table, with texts."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from os.path import lexists
from pathlib import Path

from msgspec import Struct

from companion.engine.game import BadGame, Game, GameInfo, Mode, Option
from companion.engine.values.message import Message
from companion.kits.folk_kit import FolkKit, folk_kits
from companion.kits.format.kit_file import BadKit, KitFile, kits_in, shipped_kits
from companion.kits.format.shelf import MAX_COVER, PICTURE
from companion.kits.menu_entry import info_of
from companion.library import family_files
from companion.library.languages import Words, languages_in
from companion.library.packages import Package, installed, packaged_kits
from companion.runtime.foreign_file import read_bytes
from companion.runtime.parse_cache import parsed
from companion.texts.say import LANGUAGES, Texts, Wording, read_language

log = logging.getLogger(__name__)


class OptionFault(Struct, frozen=True):
    """A wrong game option in the settings.

    *slug* names the game, *name* the option; *given* is its value and *expected* the valid values. If there is no such
    game or option, *given* is empty and *near* is the closest match, "" for none. Without a *name* the game is unknown.
    """

    slug: str
    name: str
    sentence: str
    given: str = ""
    expected: tuple[Message, ...] = ()
    near: str = ""

    def __str__(self) -> str:
        """One line for people."""
        return self.sentence


class LibraryPlaces(Struct, frozen=True):
    """The folders of a library, and how it is read."""

    folder: Path | None
    languages: Path | None
    undrawable: Callable[[str], str]
    only_shipped: bool


class Library:
    """The games and kits by slug and mode, with their texts.

    They include the family's own kits in *folder*, and its own languages in *languages*. *undrawable* returns the
    letters of a sentence that the table's screen can't draw. *only_shipped* leaves out packages of other authors.
    *faults* are the unusable kits, files, packages and languages; :meth:`fault_lines` puts them in words. *own* are the
    family's kits, and *others* those whose slugs they can't have. A game's own code is imported only by :meth:`find`,
    or if the family has files for it.
    """

    def __init__(
        self,
        folder: Path | None = None,
        languages: Path | None = None,
        undrawable: Callable[[str], str] = lambda sentence: "",
        only_shipped: bool = False,
    ) -> None:
        self.folder = folder
        self.places = LibraryPlaces(folder, languages, undrawable, only_shipped)
        shipped = shipped_kits(parsed)
        packaged, self.faults = ([], []) if only_shipped else packaged_kits(shipped)
        self.others: tuple[KitFile, ...] = (*shipped, *packaged)
        own, bad_own = ([], []) if folder is None else kits_in(folder, self.others)
        self.own: tuple[KitFile, ...] = tuple(own)
        self.faults += bad_own
        kits = [*self.others, *own]
        packages, bad = installed()
        if only_shipped:
            packages, bad = tuple(package for package in packages if package.is_shipped), ()
        self.faults += bad
        folk = _free_folk_kits(kits, packages)
        referees = [game for package in packages if (game := self._referee(package)) is not None]
        entries = (*map(_in_menus, kits), *(info_of(kit.outline.kit, kit) for kit in folk))
        infos = sorted(entries, key=lambda info: not info.is_tool)
        self.games: tuple[GameInfo, ...] = (*infos, *referees)
        words = _words((*kits, *(kit.outline for kit in folk)), packages)
        self.whole_language = partial(_english, words, shipped, packages, folk)
        """Returns the words of a whole language in English."""
        added: Mapping[str, Mapping[str, Wording]] = {}
        self._bad_languages: frozenset[str] = frozenset()
        if languages is not None and lexists(languages):
            added, bad_languages = languages_in(languages, self.whole_language, undrawable)
            self._bad_languages = frozenset(Path(each.file).stem for each in bad_languages)
            self.faults += bad_languages
        late: dict[str, Callable[[str], Mapping[str, Wording]]] = {f"kit.{kit.slug}": kit.texts for kit in folk}
        late |= {package.slug: package.texts for package in packages if package.is_shipped}
        self.texts = Texts.load(words, added, late)

    def again(self) -> Library:
        """Return the library of the same folders as they are now."""
        now = self.places
        return Library(now.folder, now.languages, now.undrawable, now.only_shipped)

    def become(self, other: Library, lasting: Iterable[str] = ()) -> None:
        """Take the games and words of *other*, for everybody with this library.

        Words of the games *lasting* stay known, by their slugs.
        """
        self.faults, self._bad_languages = other.faults, other._bad_languages
        self.games, self.own, self.others = other.games, other.own, other.others
        self.whole_language = other.whole_language
        self.texts.become(other.texts, tuple(f"kit.{slug}." for slug in lasting))

    def _referee(self, package: Package) -> GameInfo | None:
        """Return *package*'s game with the family's files, None if unusable."""
        info = package.info()
        if package.declared.files is None or self.folder is None or not lexists(self.folder):
            return info
        found, bad = family_files.read(self.folder, package.declared.files)
        self.faults += bad
        if not found:
            return info
        try:
            game, bad = family_files.take(info, package, found)
        except BadGame as error:
            self.faults.append(package.broken(error))
            return None
        self.faults += bad
        return game

    def find(self, slug: str, mode: Mode | None = None) -> Game | None:
        """Return the game *slug* with its rules, None if unknown.

        *mode* narrows the search, if given.

        :raises BadGame: its code can't be loaded.
        """
        game = next((game for game in self.games if game.slug == slug and mode in (None, game.mode)), None)
        return None if game is None else game.load()

    def language_of(self, wanted: str) -> str:
        """Return *wanted* if it is available, else English."""
        return wanted if wanted in self.texts.languages else LANGUAGES[0]

    def has_language(self, code: str) -> bool:
        """Return True if there is a language *code*.

        Its file may be one of the *faults*.
        """
        return code in self.texts.languages or code in self._bad_languages

    def fault_lines(self, bad: BadKit, lang: str = "en") -> list[str]:
        """Return a line in *lang* for each fault of *bad*.

        A line begins with the file, and the place in it.
        """
        said = ((fault.where, self.texts.say(lang, fault.said.key, **fault.said.values)) for fault in bad.faults)
        return [": ".join(part for part in (bad.file, where, sentence) if part) for where, sentence in said]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The names of unusable files and packages, each once."""
        return tuple(dict.fromkeys(Path(bad.file).name for bad in self.faults))

    def log_faults(self) -> None:
        """Log all faults, for callers with nothing else to say of them."""
        for bad in self.faults:
            log.error("left out: %s", "\n".join(self.fault_lines(bad)))

    def option_faults(self, chosen: Mapping[str, Mapping[str, object]]) -> list[OptionFault]:
        """Return the faults of options *chosen* for games.

        *chosen* is by slug and option.
        """
        known = {slug: self._options(slug) for slug in dict.fromkeys(game.slug for game in self.games)}
        faults: list[OptionFault] = []
        for slug, values in chosen.items():
            if slug not in known:
                slugs = f"{', '.join(known)}{_near(slug, known)}"
                sentence = f"[game.{slug}]: no game is called that; there are: {slugs}"
                faults.append(OptionFault(slug, "", sentence, near=_nearest(slug, known)))
            for name, value in values.items() if slug in known else ():
                options = known[slug].get(name, ())
                if not options:
                    names = f"{', '.join(known[slug])}{_near(name, known[slug])}"
                    sentence = f"[game.{slug}] {name}: there is no such option; there are: {names}"
                    faults.append(OptionFault(slug, name, sentence, near=_nearest(name, known[slug])))
                elif not any(option.accepts(value) for option in options):  # type: ignore[arg-type]  # what isn't one is refused
                    sentence = f"[game.{slug}] {name}: given {value!r}, expected {_domain(options)}"
                    faults.append(OptionFault(slug, name, sentence, repr(value), _expected(options)))
        return faults

    def _options(self, slug: str) -> dict[str, list[Option]]:
        """Return the options of game *slug*, each for kit and referee."""
        found: dict[str, list[Option]] = {}
        for game in self.games:
            for name, option in game.options.items() if game.slug == slug else ():
                found.setdefault(name, []).append(option)
        return found


def _in_menus(kit: KitFile) -> GameInfo:
    """Return *kit* for menus, with the mark of its own cover."""
    info = info_of(kit.kit)
    return replace(info, cover_mark=_mark(Path(info.cover))) if info.cover.endswith(PICTURE) else info


def _mark(cover: Path) -> str:
    """Return a mark that changes with the content of *cover*."""
    try:
        return hashlib.sha256(read_bytes(cover, MAX_COVER)).hexdigest()[:8]
    except OSError:
        return ""  # it is gone since it was checked


def _near(name: str, known: Iterable[str]) -> str:
    near = _nearest(name, known)
    return f"; did you mean {near}?" if near else ""


def _nearest(name: str, known: Iterable[str]) -> str:
    return next(iter(get_close_matches(name, list(known), n=1)), "")


def _expected(options: Sequence[Option]) -> tuple[Message, ...]:
    words = dict.fromkeys(repr(choice) for option in options for choice in option.choices)
    numbers = dict.fromkeys((option.minimum, option.maximum) for option in options if not option.choices)
    return (
        *([Message("expected.choice", {"words": tuple(words)})] if words else []),
        *(Message("expected.whole", {"low": low, "high": high}) for low, high in numbers),
    )


def _domain(options: Iterable[Option]) -> str:
    found: list[str] = []
    for option in options:
        numbers = f"a whole number from {option.minimum} to {option.maximum}"
        found += [repr(choice) for choice in option.choices] or [numbers]
    return " or ".join(dict.fromkeys(found))


def _free_folk_kits(kits: Iterable[KitFile], packages: Iterable[Package]) -> list[FolkKit]:
    """Return the folk games with free slugs.

    A slug is free if no other kit and no package has it.
    """
    taken = {*(kit.kit.slug for kit in kits), *(package.slug for package in packages)}
    return [kit for kit in folk_kits(parsed) if kit.slug not in taken]


def _words(kits: Sequence[KitFile], packages: Sequence[Package]) -> Mapping[str, Mapping[str, Wording]]:
    """Return the words of *kits* and *packages* by language.

    Shipped games contribute only the words of their declaration.
    """

    def said(lang: str) -> Iterator[Mapping[str, Wording]]:
        yield from (kit.texts.get(lang, {}) for kit in kits)
        yield from (each.named(lang) if each.is_shipped else each.texts(lang) for each in packages)

    return {lang: {key: wording for each in said(lang) for key, wording in each.items()} for lang in LANGUAGES}


def _english(
    words: Mapping[str, Mapping[str, Wording]],
    shipped: Sequence[KitFile],
    packages: Sequence[Package],
    folk: Sequence[FolkKit],
) -> Words:
    """Return the words of a whole language: needed, and spare ones.

    A language needs the words of the table and of everything that ships but the *folk* games; the rest of *words* is
    spare, and so are those of the folk games.
    """
    first = LANGUAGES[0]
    own = [*(kit.texts[first] for kit in shipped), *(each.texts(first) for each in packages if each.is_shipped)]
    needed = {**read_language(first), **{key: said for texts in own for key, said in texts.items()}}
    all_words = {**words[first], **{key: said for kit in folk for key, said in kit.texts(first).items()}}
    return Words(needed, {key: said for key, said in all_words.items() if key not in needed})
