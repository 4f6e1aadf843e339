"""Kits offered by phones, taken after the table's OK.

Law: what was looked at is what is installed. An offer is kept in memory until it is taken, or forgotten for newer ones.
"""

from __future__ import annotations

import logging
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal, Protocol

from msgspec import Struct

from companion.engine.values.message import Message, Value
from companion.kits.format.kit_file import KitFile
from companion.kits.format.spec import Kit
from companion.library.own.collection import FaultyFiles, OwnGames
from companion.library.own.examination import GivenFile
from companion.model.requests import RequestRefused
from companion.phones.confirmation import Confirmation
from companion.sharing.code import MARK, NotAKit, kit_in
from companion.sharing.kit_source import source_of

log = logging.getLogger(__name__)

MAX_OFFERS = 8
"""How many phones' offers are kept at once, of 256 KB each."""
MAX_PARTS = 8
"""How many parts of a kit are named."""
FILE = "kit.toml"
_OWN_COVER = re.compile(r"""^[ \t]*cover[ \t]*=[ \t]*["'][^"'\n]*\.svg["'][^\n]*\n?""", re.MULTILINE | re.IGNORECASE)

Outcome = Literal["", "waiting", "no", "late", "taking", "taken", "refused"]


class Photos(Protocol):
    """A reader of photos."""

    def read(self, photo: bytes) -> str:
        """Return the text of the QR code in *photo*.

        :raises RequestRefused: there is none, or it can't be read.
        """


class KitOffer(Struct, frozen=True, eq=False):
    """A faultless *kit* that a phone has sent, as the file *given*.

    *before* is the version that it would replace, None if it is new. One that *is_there* is installed already.
    """

    given: GivenFile
    kit: KitFile
    before: int | None
    is_there: bool

    @property
    def compared(self) -> Message:
        """The effect of taking it, for people."""
        version = self.kit.kit.version
        if self.is_there:
            return Message("share.there")
        if self.before is None:
            return Message("share.new")
        versions: dict[str, Value] = {"old": self.before, "new": version}
        if version < self.before:
            return Message("share.older", versions)
        return Message("share.replaces" if version > self.before else "share.same-version", versions)

    def question(self, lang: str) -> Message:
        """Return the question to a table with the language *lang*."""
        about: dict[str, Value] = {"title": self.title(lang)}
        if self.before is None:
            return Message("stage.ask-take", about)
        return Message("stage.ask-replace", {**about, "old": self.before, "new": self.kit.kit.version})

    def title(self, lang: str) -> str:
        """Return the game's name."""
        return self.text(lang, "name")

    def text(self, lang: str, word: str) -> str:
        """Return the kit's own text for *word*, "" if it has none."""
        texts = self.kit.texts
        return texts.get(lang, texts["en"]).get(f"kit.{self.kit.kit.slug}.{word}", "")

    def parts(self, lang: str) -> tuple[str, ...]:
        """Return the names of the first things that it has."""
        names = (self.text(lang, word) for word in _words(self.kit.kit))
        return tuple(name for name in names if name)[:MAX_PARTS]


def _words(kit: Kit) -> Iterator[str]:
    """Yield the words of a kit's components."""
    for things in (kit.dice, kit.wheels, kit.decks, kit.sheets, kit.counters, kit.timers):
        yield from (thing.name for thing in things)


class KitOffers:
    """Offers of kits by phone; any thread may call them.

    *games* installs them after the OK that *asking* gets at the table, on a thread that *start* begins. *photos*
    returns the reader of photos.
    """

    def __init__(
        self,
        games: OwnGames,
        asking: Confirmation,
        photos: Callable[[], Photos],
        start: Callable[[Callable[[], None]], None],
    ) -> None:
        self._games = games
        self._asking = asking
        self._photos = photos
        self._start = start
        self._lock = threading.Lock()
        self._offers: OrderedDict[str, KitOffer] = OrderedDict()
        self._results: OrderedDict[str, tuple[Outcome, Message | None]] = OrderedDict()

    def source(self, slug: str) -> bytes | None:
        """Return the file of the table's kit *slug*, None without one."""
        return source_of(self._games.library, slug)

    def look(self, who: str, text: str) -> KitOffer:
        """Take the code or file *text* as a phone's offer.

        :raises RequestRefused: it is something else, or has faults; says which.
        """
        return self._take(who, without_picture(_file_in(text)))

    def look_at(self, who: str, photo: bytes) -> KitOffer:
        """Take the code in *photo* as a phone's offer.

        :raises RequestRefused: photos can't be read here, or as `look` does.
        """
        try:
            reader = self._photos()
        except ImportError as error:
            log.warning("photos can't be read: %s", error)
            raise RequestRefused(Message("share.no-reader"), "refused") from error
        return self.look(who, reader.read(photo))

    def _take(self, who: str, text: str) -> KitOffer:
        given = GivenFile(FILE, text)
        examined = self._games.look([given])
        if examined.faults:
            first = examined.faults[0]
            where = Message("share.faulty-at", {"where": first.where, "fault": first.said})
            raise RequestRefused(Message("share.faulty", {"fault": where if first.where else first.said}), "refused")
        found = next((each for each in examined.found if each.kit is not None), None)
        if found is None or found.kit is None:
            raise RequestRefused(Message("share.is-text"), "refused")
        slug, library = found.slug, self._games.library
        there = next((game for game in library.games if game.slug == slug and game.mode == "kit"), None)
        is_there = not found.is_new or source_of(library, slug) == found.content
        # The name is the game's, so that its file replaces the one with the same game.
        offer = KitOffer(GivenFile(f"{slug}.toml", text), found.kit, there.version if there else None, is_there)
        with self._lock:
            self._results.pop(who, None)
            self._offers[who] = offer
            self._offers.move_to_end(who)
            while len(self._offers) > MAX_OFFERS:
                self._offers.popitem(last=False)
        return offer

    def offer(self, who: str) -> KitOffer | None:
        """Return a phone's offer, None without one."""
        with self._lock:
            return self._offers.get(who)

    def ask(self, who: str, lang: str) -> None:
        """Ask the table, in *lang*, to take a phone's offer.

        :raises RequestRefused: there is none, another question is open, or *who* must pause.
        """
        offer = self._wanted(who)
        self._asking.ask(_asker(who), offer.question(lang), partial(self._start, partial(self._install, who, offer)))
        with self._lock:
            self._results.pop(who, None)

    def install(self, who: str) -> None:
        """Take an owner's offer at once.

        :raises RequestRefused: there is none, or it can't be installed.
        """
        offer = self._wanted(who)
        self._install(who, offer)
        outcome, said = self.outcome(who)
        if outcome == "refused" and said is not None:
            raise RequestRefused(said, "refused")

    def put_away(self, who: str) -> None:
        """Forget a phone's offer."""
        with self._lock:
            self._offers.pop(who, None)
            self._results.pop(who, None)

    def outcome(self, who: str) -> tuple[Outcome, Message | None]:
        """Return the outcome of a phone's offer, and a refusal's reason."""
        with self._lock:
            result = self._results.get(who)
        if result is not None:
            return result
        said = self._asking.outcome(_asker(who))
        return ("taking" if said == "yes" else said), None

    def _wanted(self, who: str) -> KitOffer:
        offer = self.offer(who)
        if offer is None:
            raise RequestRefused(Message("share.no-offer"), "refused")
        if offer.is_there:
            raise RequestRefused(Message("share.there"), "refused")
        return offer

    def _install(self, who: str, offer: KitOffer) -> None:
        """Install *offer*, and keep the outcome."""
        said: Message | None = None
        try:
            self._games.install([offer.given], replaces=True)
        except RequestRefused as refusal:
            said = refusal.said
        except FaultyFiles as faulty:
            said = faulty.faults[0].said
        except Exception:
            log.exception("the kit %s can't be taken", offer.given.name)
            said = Message("error.broken")
        with self._lock:
            self._results[who] = ("taken", None) if said is None else ("refused", said)
            self._results.move_to_end(who)
            while len(self._results) > MAX_OFFERS:
                self._results.popitem(last=False)
            if said is None and self._offers.get(who) is offer:
                del self._offers[who]


def without_picture(kit: str) -> str:
    """Return the text *kit* without its cover's file.

    The cover travels apart.
    """
    head, table, rest = kit.partition("\n[")
    return f"{_OWN_COVER.sub('', head)}{table}{rest}"


def _file_in(text: str) -> str:
    """Return the kit's file in *text*: a code's, or *text* itself.

    :raises RequestRefused: it is the code of something else.
    """
    code = text.strip()
    if code.startswith(MARK) or "\n" not in code:
        try:
            return kit_in(code).decode()
        except NotAKit as other:
            raise RequestRefused(other.said, "refused") from other
        except UnicodeDecodeError as error:
            raise RequestRefused(Message("share.damaged"), "refused") from error
    return text


def _asker(who: str) -> str:
    return f"kit:{who}"
