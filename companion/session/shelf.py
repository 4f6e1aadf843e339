"""The shelf: games replaced or switched off while the table runs.

Law: a game that goes on keeps its rules and its words until it is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol, TypeVar

from companion.engine.values.message import Message
from companion.journal.errors import JournalUnwritable
from companion.journal.journal import Journal
from companion.model.requests import RequestRefused
from companion.model.shelf.offer import GameOffer
from companion.session.game_table import GameTable

OFF = "games-off"
"""The name of the switched-off games in the journal's settings."""
MAX_OFF = 200
"""Maximum number of games that are switched off."""
Found = TypeVar("Found")


class SessionThread(Protocol):
    """The thread that owns the table."""

    def read(self, look: Callable[[], Found]) -> Found:
        """Run *look* on it and return its result.

        :raises RequestRefused: *look* refuses it, or the session is busy.
        """


def kept_off(journal: Journal) -> frozenset[str]:
    """Return the slugs of the games switched off in *journal*."""
    return frozenset((journal.setting(OFF) or "").split())


class TableShelf:
    """Changes the games of *table* on its own *thread*, for any other."""

    def __init__(self, table: GameTable, thread: SessionThread) -> None:
        self._table = table
        self._thread = thread

    def reserve(self, slugs: Collection[str]) -> None:
        """Let nobody open the games *slugs* until the next offer.

        :raises RequestRefused: one of them is being played.
        """
        self._thread.read(lambda: self._reserve(frozenset(slugs)))

    def release(self) -> None:
        """Let people open the reserved games again.

        :raises RequestRefused: the session is busy.
        """
        self._thread.read(lambda: self._reserve(frozenset()))

    def replace(self, offer: GameOffer, take: Callable[[Collection[str]], None]) -> None:
        """Offer other games from now on.

        *take* swaps the library and its words; it gets the slug of the open game, whose words have to last.

        :raises RequestRefused: the session is busy.
        """
        self._thread.read(lambda: self._replace(offer, take))

    def switch(self, slug: str, is_off: bool) -> None:
        """Switch the game *slug* off or on, durably.

        An unfinished game of it goes on.

        :raises RequestRefused: that can't be saved now.
        """
        self._thread.read(lambda: self._switch(slug, is_off))

    def _reserve(self, slugs: frozenset[str]) -> None:
        published = self._table.published
        game = published.open.game
        if game is not None and game.slug in slugs and game.mode == "kit" and not published.open.is_over:
            raise RequestRefused(Message("own-games.being-played", {"name": game.name}), "refused")
        self._table.store.reserved = slugs

    def _replace(self, offer: GameOffer, take: Callable[[Collection[str]], None]) -> None:
        table, published = self._table, self._table.published
        take(() if published.open.game is None else (published.open.game.slug,))
        table.store.library, table.store.reserved = offer.games, frozenset()
        codes = [code for code, _ in offer.languages]
        table.show(
            library=table.store.on_shelf(published.off),
            bad_kits=offer.bad_kits,
            languages=offer.languages,
            lang=published.lang if published.lang in codes else codes[0],
            **self._named_again(),
        )

    def _named_again(self) -> dict[str, object]:
        """Return the saved games under their new names, as far as readable."""
        table = self._table
        if table.published.trouble is not None:
            return {}
        try:
            return {"saved": table.store.saved(), "deleted": table.store.deleted()}
        except JournalUnwritable as error:
            table.have_trouble(error)
            return {}

    def _switch(self, slug: str, is_off: bool) -> None:
        table, published = self._table, self._table.published
        if published.trouble is not None:
            raise RequestRefused(published.trouble, "unwritable")
        off = published.off | {slug} if is_off else published.off - {slug}
        if len(off) > MAX_OFF:
            raise RequestRefused(Message("own-games.too-many-off", {"maximum": MAX_OFF}), "refused")
        try:
            table.store.keep_setting(OFF, " ".join(sorted(off)))
        except JournalUnwritable as error:
            raise RequestRefused(table.have_trouble(error), "unwritable") from error
        table.show(off=off, library=table.store.on_shelf(off))
