"""The book's pages: evenings, standings, and deletion of names.

The application decides for all its routes who may look. These routes ask for the keeper where they need one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from flask import Blueprint, Response, render_template
from msgspec import Meta, Struct

from companion.club.app import about
from companion.club.book.rows import FinishedGame, PersonRow, Verdict
from companion.club.book.standings import Evening, GameStanding, evenings_of, standings_of
from companion.club.book.store import Book
from companion.club.context import ClubContext
from companion.runtime.clock import local_text
from companion.texts.say import Wording, read_language
from web_ui.http.content.bodies import answer_json, read_body
from web_ui.http.content.errors import Problem

VERDICTS: Mapping[Verdict, str] = {
    "yes": "club.book.yes",
    "no": "club.book.no",
    "not yet": "club.book.not-yet",
    "can't": "club.book.unknown",
}
SHOWN = 1000
"""Maximum number of games on the page, the newest first."""


class BookBody(Struct, frozen=True):
    """The book for programs: its newest games, their standings and evenings.

    *shown* is their number, *of* that of all games.
    """

    of: int
    shown: int
    standings: tuple[GameStanding, ...]
    evenings: tuple[Evening, ...]


class ForgetBody(Struct, frozen=True):
    """A name to be forgotten, as in the book."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]


class ForgottenBody(Struct, frozen=True):
    """Number of games with a deleted name."""

    games: int


def body_of(book: Book, maximum: int | None = None) -> BookBody:
    """Return *book* for programs, with at most *maximum* games.

    They are the newest; without *maximum* all of them.
    """
    games = book.games(maximum)
    return BookBody(book.count(), len(games), standings_of(games), evenings_of(games))


def create_routes(book: Book, context: ClubContext) -> Blueprint:
    """Return the routes of *book*."""
    routes = Blueprint("book", __name__)

    @routes.get("/book")
    def page() -> str:
        lang = context.lang()
        start = msgspec.json.encode({"lang": lang, "words": _page_words(lang)}).decode()
        words, shown = BookWords(context, lang), body_of(book, SHOWN)
        return render_template("book.html", book=shown, words=words, start=start, **about(context, lang))

    @routes.get("/api/book")
    def data() -> Response:
        return answer_json(body_of(book, SHOWN))

    @routes.post("/api/book/forget")
    def forget() -> Response:
        if not context.keeper():
            raise Problem(403, "not-keeper")
        return answer_json(ForgottenBody(book.forget(read_body(ForgetBody).name)))

    return routes


def _page_words(lang: str) -> dict[str, Wording]:
    """Return the texts of the page's script.

    A plural has its two forms.
    """
    own = read_language(lang)
    return {"forgotten": own["club.book.forgotten"], "no-answer": own["club.page.no-answer"]}


class BookWords:
    """The book's own sentences in *lang*, for its template."""

    def __init__(self, context: ClubContext, lang: str) -> None:
        self._texts, self._lang = context.texts, lang

    def people(self, people: Sequence[PersonRow]) -> list[tuple[str, bool]]:
        """Return each person's name or number, and whether they won alone."""
        return [(each.name or self._say("seat.number", number=each.seat + 1), each.has_won) for each in people]

    def ended(self, game: FinishedGame) -> str:
        """Return the end of *game*, in the club's local time."""
        return local_text(game.ended)

    def verdict(self, game: FinishedGame) -> str:
        """Return the verdict on the record of *game*, with its reason."""
        verdict = self._say(VERDICTS[game.verdict])
        return f"{verdict} {self._say(f'club.book.why.{game.why}')}" if game.why else verdict

    def altered(self, game: FinishedGame) -> str:
        """Return the note on deleted names, "" without any.

        They are those in the record of *game*.
        """
        return self._say("club.book.altered", at=local_text(game.altered)) if game.altered else ""

    def _say(self, key: str, **values: object) -> str:
        return self._texts.say(self._lang, key, **values)
