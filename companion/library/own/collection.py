"""A family's own games: installed, replaced, removed, switched off and brought back."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from companion.engine.values.message import Message
from companion.kits.format.kit_file import KitFile
from companion.kits.format.shelf import PICTURE
from companion.library.games import Library
from companion.library.offer import offer_of
from companion.library.own.examination import Examination, FileFault, FoundFile, GivenFile, examine, titles_of
from companion.library.own.history import Change, Deed, History, OwnFile, Place
from companion.model.requests import RequestRefused
from companion.model.shelf.offer import GameOffer
from companion.texts.say import LANGUAGES

log = logging.getLogger(__name__)


class OfferedGames(Protocol):
    """The session's games, as far as own ones change them."""

    def reserve(self, slugs: Collection[str]) -> None:
        """Let nobody open the games *slugs* until the next offer.

        :raises RequestRefused: one of them is being played.
        """

    def release(self) -> None:
        """Let people open the reserved games again."""

    def replace(self, offer: GameOffer, take: Callable[[Collection[str]], None]) -> None:
        """Offer other games; *take* swaps them, given the open game's slug."""

    def switch(self, slug: str, is_off: bool) -> None:
        """Switch a game off or on, durably."""


class FaultyFiles(Exception):
    """Nothing is installed because of *faults*."""

    def __init__(self, faults: tuple[FileFault, ...]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = faults


class WouldReplace(Exception):
    """Nothing is installed: the files *found* would replace others."""

    def __init__(self, found: tuple[FoundFile, ...]) -> None:
        super().__init__(", ".join(each.slug for each in found))
        self.found = found


class InstallOutcome(Struct, frozen=True):
    """An installation: its *files*, and whether any was *replaced*."""

    files: tuple[FoundFile, ...]

    @property
    def replaced(self) -> bool:
        """Whether any file had been there before."""
        return any(file.replaced for file in self.files)


class OwnGames:
    """Changes the family's files of *library*, which then count at once.

    *history* keeps the files before; *shelf* offers the games; *swapped* hears of each new library on the session's
    thread, before anybody is shown it. *now* returns the time in UTC, "" if unknown. Callable from any thread.
    """

    def __init__(
        self,
        library: Library,
        history: History,
        shelf: OfferedGames,
        *,
        swapped: Callable[[Library], None],
        now: Callable[[], str],
    ) -> None:
        self.library = library
        self.history = history
        self._shelf = shelf
        self._swapped = swapped
        self._now = now
        self._lock = threading.RLock()  # one change after the other

    def recover(self) -> None:
        """Put back files that a pulled plug left half changed."""
        with self._lock:
            try:
                if self.history.recover():
                    self.read_again()
            except (OSError, RequestRefused) as error:
                log.error("own games can't be put back: %s", error)

    def look(self, files: Sequence[GivenFile]) -> Examination:
        """Examine *files* without keeping any."""
        with self._lock:
            return examine(files, self.library)

    def install(self, files: Sequence[GivenFile], replaces: bool = False) -> InstallOutcome:
        """Install all of *files*, or none; they count at once.

        :raises FaultyFiles: one of them has faults.
        :raises WouldReplace: it would replace others, and *replaces* is False.
        :raises RequestRefused: such a game is being played, or nothing can be written.
        """
        with self._lock:
            found, faults = (examination := self.look(files)).found, examination.faults
            if faults or not found:
                raise FaultyFiles(faults or (FileFault("", "", Message("own-games.nothing")),))
            if not replaces and any(each.replaced for each in found):
                raise WouldReplace(found)
            if not any(each.is_new for each in found):
                return InstallOutcome(found)  # a request that comes twice
            deed: Deed = "replaced" if any(each.replaced for each in found) else "installed"
            titles = {each.slug: each.titles for each in found}
            slugs = tuple(sorted({each.slug for each in found if each.file.place == "kits"}))
            change = Change(deed=deed, titles=tuple(titles.values()), slugs=slugs, at=self._now())
            self._change(change, {each.file: each.content for each in found if each.is_new})
            for slug in slugs:
                self._shelf.switch(slug, is_off=False)
            return InstallOutcome(found)

    def remove(self, word: str) -> None:
        """Remove the own game called *word*, the language, or a file.

        A file has a dot in its name.

        :raises RequestRefused: there is none, it is being played, or nothing can be written.
        """
        with self._lock:
            kit = next((each for each in self.library.own if each.kit.slug == word), None)
            titles = titles_of(kit) if kit is not None else dict.fromkeys(LANGUAGES, word)
            slugs = (word,) if kit is not None else ()
            files = self._files_of(kit) if kit is not None else (self._other_file(word),)
            change = Change(deed="removed", titles=(titles,), slugs=slugs, at=self._now())
            self._change(change, dict.fromkeys(files))

    def unusable(self) -> Mapping[str, tuple[FileFault, ...]]:
        """Return the faults of the family's unusable files, by name."""
        found: dict[str, tuple[FileFault, ...]] = {}
        for bad in self.library.faults:
            path = Path(bad.file)
            if path.parent in self._folders.values():
                faults = tuple(FileFault(path.name, fault.where, fault.said) for fault in bad.faults)
                found[path.name] = (*found.get(path.name, ()), *faults)
        return found

    def _files_of(self, kit: KitFile) -> tuple[OwnFile, ...]:
        """Return the file of *kit*, and its cover unless others use it."""
        file, cover = OwnFile("kits", Path(kit.file).name), Path(kit.kit.cover).name
        others = [Path(each.kit.cover).name for each in self.library.own if each is not kit]
        is_alone = cover.endswith(PICTURE) and cover not in others
        return (file, OwnFile("kits", cover)) if is_alone else (file,)

    def _other_file(self, word: str) -> OwnFile:
        """Return the unusable file or the language called *word*.

        :raises RequestRefused: there is none.
        """
        for bad in self.library.faults:
            for place, folder in self._folders.items():
                if Path(bad.file).parent == folder and Path(bad.file).name == word and Path(bad.file).is_file():
                    return OwnFile(place, word)
        file = OwnFile("languages", f"{word}.toml")
        if word not in LANGUAGES and word in self.library.texts.languages and self.history.path_of(file).is_file():
            return file
        raise RequestRefused(Message("own-games.none"), "refused")

    def switch(self, slug: str, is_off: bool) -> None:
        """Switch the game *slug* of the shelf off or on, durably.

        :raises RequestRefused: there is none, or that can't be saved now.
        """
        if not any(game.slug == slug for game in self.library.games):
            raise RequestRefused(Message("session.no-such-game"), "refused")
        self._shelf.switch(slug, is_off)

    def undo(self, number: int) -> None:
        """Undo change *number*, which has to be the newest.

        :raises RequestRefused: it isn't, its game is being played, or nothing can be written.
        """
        with self._lock:
            past = self.history.past()
            if not past or past[0].number != number:
                raise RequestRefused(Message("own-games.undone"), "stale")
            with self._reserved(past[0].slugs):
                self.history.undo(number)

    @property
    def _folders(self) -> Mapping[Place, Path]:
        return self.history.places

    def _change(self, change: Change, contents: Mapping[OwnFile, bytes | None]) -> None:
        with self._reserved(change.slugs):
            self.history.apply(change, contents)

    @contextmanager
    def _reserved(self, slugs: Collection[str]) -> Iterator[None]:
        """Keep people out of the games *slugs* while their files change.

        All games are read again afterwards.

        :raises RequestRefused: one is being played, or its files can't be written.
        """
        self._shelf.reserve(slugs)
        try:
            yield
            self.read_again()
        except OSError as error:
            log.error("own games can't be written: %s", error)
            self._shelf.release()
            raise RequestRefused(Message("own-games.not-written"), "unwritable") from error
        except BaseException:
            self._shelf.release()
            raise

    def read_again(self) -> None:
        """Read all games, and offer them in place of those before.

        :raises RequestRefused: the session is busy.
        """
        with self._lock:
            new = self.library.again()
            new.texts.read()
            self._shelf.replace(offer_of(new), partial(self._take, new))

    def _take(self, new: Library, lasting: Collection[str]) -> None:
        self.library.become(new, lasting)
        self._swapped(self.library)
