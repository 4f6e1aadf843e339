"""Given files examined in memory, before any of them is kept.

A file is a kit, a cover or a language by its content. Files that have been through other people's computers are taken:
with a byte order mark, Windows line ends, capitals in their names, or ``.toml.txt``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from companion.engine.values.message import Message
from companion.kits.format.checks import KitFault
from companion.kits.format.kit_file import BadKit, KitFile, kit_of, not_toml
from companion.kits.format.safe_svg import fault_of
from companion.kits.format.shelf import MAX_COVER, PICTURE
from companion.library.games import Library
from companion.library.languages import CODE, MAX_LANGUAGE, language_of
from companion.library.own.history import OwnFile
from companion.runtime.foreign_file import MAX_BYTES, own_files, read_own, toml_of
from companion.texts.say import LANGUAGES

MAX_FILES = 12
"""Maximum number of files taken at once."""
MAX_OWN = 200
"""Maximum number of files in the family's folder of kits."""
_MARK = "\ufeff"
_NOT_TEXT = frozenset("\0\ufffd")
_ENDING = re.compile(r"\.(toml|svg)(\.txt)?$", re.IGNORECASE)
_COPY = re.compile(r"( \(\d+\)| - copy| copy)$")
_COVER_NAME = re.compile(r"\w[\w .,'()+-]{0,79}\.svg")
"""Names that backups take."""
_LONGEST_SHOWN = 80

Kind = Literal["kit", "cover", "language"]
MAXIMA: Mapping[Kind, int] = {"kit": MAX_BYTES, "cover": MAX_COVER, "language": MAX_LANGUAGE}


class GivenFile(Struct, frozen=True):
    """A file as somebody has sent it: its *name* and its text."""

    name: str
    content: str


class FileFault(Struct, frozen=True):
    """A fault at the place *where* in *file*; *said* describes it."""

    file: str
    where: str
    said: Message


class FoundFile(Struct, frozen=True, kw_only=True):
    """A faultless file, and its place among the family's.

    *slug* is its game's, or the code of a language; *titles* are its names by language. *is_new* is False if it is
    there already, and *replaced* is True if another one is. *kit* is the kit of a kit's file.
    """

    kind: Kind
    given: str
    file: OwnFile
    content: bytes
    slug: str
    titles: Mapping[str, str]
    is_new: bool
    replaced: bool
    kit: KitFile | None = None


class Examination(Struct, frozen=True):
    """The good files in writing order, and the *faults* of others."""

    found: tuple[FoundFile, ...]
    faults: tuple[FileFault, ...]


def examine(files: Sequence[GivenFile], library: Library) -> Examination:
    """Examine *files* beside the games of *library*."""
    return _Examiner(library).examine(files)


class _Text(Struct, frozen=True):
    """A given file of a known kind, its *name* in small letters."""

    kind: Kind
    name: str
    given: str
    text: str


class _Examiner:
    """The examination of one batch of files."""

    def __init__(self, library: Library) -> None:
        self._library = library
        places = library.places
        assert places.folder is not None
        assert places.languages is not None
        self._folder, self._languages = places.folder, places.languages
        self._faults: list[FileFault] = []
        self._found: list[FoundFile] = []

    def examine(self, files: Sequence[GivenFile]) -> Examination:
        if len(files) > MAX_FILES:
            return Examination((), (FileFault("", "", Message("own-games.too-many", {"maximum": MAX_FILES})),))
        texts = [text for file in files if (text := self._text_of(file)) is not None]
        covers = {text.name: text for text in texts if text.kind == "cover"}
        for twice, count in Counter(text.name for text in texts).items():
            if count > 1:
                self._fault(twice, "", Message("own-games.twice", {"count": count}))
        for text in texts:
            if text.kind == "kit":
                self._kit(text, covers)
            elif text.kind == "language":
                self._language(text)
        for cover in covers.values():
            self._lone_cover(cover)
        self._count()
        # A kit is useless without its cover: the plug may be pulled between them.
        found = sorted(self._found, key=lambda each: each.kind == "kit")
        return Examination(tuple(found), tuple(self._faults))

    def _fault(self, file: str, where: str, said: Message) -> None:
        self._faults.append(FileFault(file, where, said))

    def _bad(self, file: str, bad: BadKit) -> None:
        for fault in bad.faults:
            self._fault(file, fault.where, fault.said)

    def _text_of(self, file: GivenFile) -> _Text | None:
        given = _shown(file.name)
        if not given or given.startswith(".") or given.lower() in {"thumbs.db", "desktop.ini"}:
            self._fault(given, "", Message("own-games.companion"))
            return None
        text = file.content.removeprefix(_MARK).replace("\r\n", "\n").replace("\r", "\n")
        if _NOT_TEXT & set(text):
            self._fault(given, "", Message("own-games.not-text"))
            return None
        kind = _kind_of(given, text)
        if kind is None:
            self._fault(given, "", Message("own-games.unknown"))
            return None
        if len(text.encode()) > MAXIMA[kind]:
            self._fault(given, "", Message("own-games.too-long", {"maximum": MAXIMA[kind] // 1024}))
            return None
        return _Text(kind, _plain(given, kind), given, text)

    def _kit(self, text: _Text, covers: dict[str, _Text]) -> None:
        """Examine a kit with its cover, which is *covers*' no more."""
        try:
            data = toml_of(text.text)
        except ValueError as error:
            self._bad(text.given, BadKit(text.given, (not_toml(error, text.text),)))
            return
        wanted = data.get("cover")
        cover = _cover_for(wanted, covers)
        beside = {str(wanted): cover.text} if cover is not None else {}
        try:
            kit = kit_of(text.given, data, self._folder, beside=beside)
        except BadKit as bad:
            covers.pop(cover.name if cover else "", None)
            if isinstance(wanted, str) and wanted.endswith(PICTURE) and self._lacks(wanted, beside):
                said = Message("own-games.no-cover", {"file": _shown(wanted)})
                bad = BadKit(text.given, tuple(_told(fault, said) for fault in bad.faults))
            self._bad(text.given, bad)
            return
        slug = kit.kit.slug
        if not self._may_have(slug, text.given):
            return
        own = next((each for each in self._library.own if each.kit.slug == slug), None)
        name = Path(own.file).name if own is not None else f"{slug}.toml"
        titles = titles_of(kit)
        self._add(text, OwnFile("kits", name), slug, titles, kit=kit)
        if cover is not None:
            covers.pop(cover.name)
            self._cover(cover, str(wanted), slug, titles)

    def _lacks(self, wanted: str, beside: Mapping[str, str]) -> bool:
        return wanted not in beside and not (self._folder / Path(wanted).name).exists()

    def _may_have(self, slug: str, given: str) -> bool:
        if any(other.kit.slug == slug for other in self._library.others):
            self._fault(given, "slug", Message("own-games.slug-shipped", {"slug": slug}))
            return False
        if any(found.slug == slug and found.kind == "kit" for found in self._found):
            self._fault(given, "slug", Message("own-games.slug-twice", {"slug": slug}))
            return False
        return True

    def _language(self, text: _Text) -> None:
        places = self._library.places
        path = self._languages / text.name
        try:
            words = language_of(path, text.text, self._library.whole_language(), places.undrawable)
        except BadKit as bad:
            self._bad(text.given, bad)
            return
        name = str(words.get("page.language_name", path.stem))
        self._add(text, OwnFile("languages", text.name), path.stem, dict.fromkeys(LANGUAGES, name))

    def _lone_cover(self, text: _Text) -> None:
        """Examine a cover that came without its kit."""
        kits = {Path(kit.kit.cover).name: kit for kit in self._library.own if kit.kit.cover.endswith(PICTURE)}
        named = next((name for name in kits if name.lower() == text.name), None)
        if named is None:
            self._fault(text.given, "", Message("own-games.nobodys-cover"))
        elif (said := fault_of(text.text)) is not None:
            self._fault(text.given, "", Message("kit-fault.cover-file", {"file": text.given, "fault": said}))
        else:
            slug = kits[named].kit.slug
            self._cover(text, named, slug, titles_of(kits[named]))

    def _cover(self, text: _Text, name: str, slug: str, titles: Mapping[str, str]) -> None:
        others = [kit for kit in self._library.own if kit.kit.slug != slug and Path(kit.kit.cover).name == name]
        if not _COVER_NAME.fullmatch(name):
            self._fault(text.given, "", Message("own-games.cover-name"))
        elif others and _text_at(self._folder / name) != text.text:
            said = Message("own-games.cover-taken", {"file": name, "name": others[0].kit.text("name")})
            self._fault(text.given, "", said)
        else:
            self._add(text, OwnFile("kits", name), slug, titles)

    def _add(
        self, text: _Text, file: OwnFile, slug: str, titles: Mapping[str, str], *, kit: KitFile | None = None
    ) -> None:
        path = (self._folder if file.place == "kits" else self._languages) / file.name
        is_new = not path.exists() or _text_at(path) != text.text
        self._found.append(
            FoundFile(
                kind=text.kind,
                given=text.given,
                file=file,
                content=text.text.encode(),
                slug=slug,
                titles=titles,
                is_new=is_new,
                replaced=is_new and path.exists(),
                kit=kit,
            )
        )

    def _count(self) -> None:
        """Check that there is room for new files."""
        new = sum(found.file.place == "kits" and found.is_new and not found.replaced for found in self._found)
        if new and len(own_files(self._folder, "*")) + new > MAX_OWN:
            self._fault("", "", Message("own-games.full", {"maximum": MAX_OWN}))


def _text_at(path: Path) -> str | None:
    """Return the text of the file at *path*, None if unreadable."""
    try:
        return read_own(path, MAX_LANGUAGE)
    except (OSError, UnicodeDecodeError):
        return None


def titles_of(kit: KitFile) -> Mapping[str, str]:
    """Return the names of *kit* by language."""
    return {lang: kit.texts[lang][f"kit.{kit.kit.slug}.name"] for lang in LANGUAGES}


def _told(fault: KitFault, missing: Message) -> KitFault:
    """Return *fault*, a cover's with the sentence *missing*."""
    return KitFault(fault.where, missing) if fault.where == "cover" else fault


def _cover_for(wanted: object, covers: Mapping[str, _Text]) -> _Text | None:
    """Return the cover of a kit that wants the file *wanted*.

    A single cover belongs to it whatever its name.
    """
    if not isinstance(wanted, str) or not wanted.endswith(PICTURE):
        return None
    return covers.get(wanted.lower()) or (next(iter(covers.values())) if len(covers) == 1 else None)


def _shown(name: str) -> str:
    """Return *name* without folders, short and printable."""
    last = re.split(r"[/\\]", name[-1000:])[-1].strip()
    return "".join(letter if letter.isprintable() else "?" for letter in last)[-_LONGEST_SHOWN:]


def _plain(given: str, kind: Kind) -> str:
    """Return the name *given* in small letters, with its kind's ending."""
    stem = _COPY.sub("", _ENDING.sub("", given).lower())
    return f"{stem}.svg" if kind == "cover" else f"{stem}.toml"


def _kind_of(given: str, text: str) -> Kind | None:
    """Return the kind of a file by its content, or None."""
    if text.lstrip().startswith("<"):
        return "cover"
    try:
        data = toml_of(text)
    except ValueError:
        # One with a fault is told its line; by its name it is meant to be one.
        return "kit" if _ENDING.search(given) else None
    if "slug" in data:
        return "kit"
    if "page.language_name" in data or isinstance(data.get("page"), dict) or CODE.fullmatch(given.lower()[:-5]):
        return "language"
    return "kit" if data and given.lower().endswith((".toml", ".toml.txt")) else None
