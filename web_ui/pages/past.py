"""Finished games on pages and as JSON: moves, draws, and fault reports.

A page repeats every draw by itself; from here it gets the possible results of a draw, which need the rules.
"""

from __future__ import annotations

import re
from functools import partial

from flask import Blueprint, Response, render_template, request

from companion.model.requests import RequestRefused
from companion.model.shelf.games import shelf_games
from web_ui.api.context import AppContext
from web_ui.api.records import kept_games
from web_ui.api.routes import RouteAnswer, Routes
from web_ui.http.content.bodies import answer_json
from web_ui.http.content.errors import Problem
from web_ui.http.content.qr import code_of
from web_ui.pages.first_picture import CONSENT_WORDS, JOIN_WORDS, PAGE_WORDS, SHELF_WORDS, json_in_page, words_of

ROUTES = Routes()
_PROMISE = re.compile("[0-9a-fA-F]{64}")
_VERIFY_WORDS: dict[str, tuple[str, ...]] = {
    "verify.none": (),
    "verify.unpromised": (),
    "verify.sealed": (),
    "verify.unknown": (),
    "verify.wrong-seed": (),
    "verify.right-seed": (),
    "verify.anew": ("n", "promise"),
    "verify.all": ("count",),
    "verify.differs": ("n",),
    "verify.no-answer": (),
    "verify.seen-here": ("at",),
    "verify.typed": ("count",),
    "verify.expected": (),
    "verify.seen": (),
    "verify.face": (),
    "verify.line": ("n",),
    "verify.could": ("of",),
    "verify.total": ("formula", "total"),
    "verify.ways": ("count",),
    "verify.ok": (),
    "verify.not-ok": ("seed",),
}
_LATER_WORDS: dict[str, tuple[str, ...]] = {
    **JOIN_WORDS,
    "maker-page.to": (),
    "right.tap": (),
    "right.tap-any": (),
    "right.where": ("label",),
    "right.how": ("label",),
    "right.else": (),
    "right.pick": (),
    "right.put": ("label",),
    "page.simulated": (),
    "page.works": (),
    "moment.your-turn": (),
    "moment.hand-on": ("name",),
    "moment.hand-it-on": ("name",),
    "moment.i-am": ("name",),
    "moment.go-on": (),
    "moment.title": ("game",),
    "sounds.title": (),
    "sounds.on": (),
    "sounds.volume": (),
    "sounds.buzz": (),
    "old.title": (),
    "old.text": (),
    "old.again": (),
    "page.understood": (),
    "help.how": (),
    "share.share": (),
    "help.who": (),
    "help.why": (),
    "help.where": (),
    "help.watch": (),
    "help.number": ("number", "of"),
    "help.no-more": (),
    "groups.turn": (),
    "groups.places": (),
    "groups.water": (),
    "groups.treasures": (),
    "friend.title": (),
    "friend.link": (),
    "friend.closed": (),
    "page.compare_title": (),
    "page.compare_hint": (),
    "page.compare_list": ("count",),
    "page.compare_right": (),
    "page.compare_wrong": (),
    "ending.best": ("name",),
    "ending.numbers": (),
    "ending.people": (),
    "ending.same": (),
    "ending.save": (),
    "ending.share": (),
    "ending.another": (),
    "ending.board": (),
    "ending.card": (),
    "ending.fair": (),
    "ending.promised": ("digits",),
    "ending.code": (),
    "ending.made-with": (),
    "unsent.label": (),
    "unsent.drop": (),
    "unsent.arrived": (),
    "unsent.dropped": (),
    "undo.undo": (),
    "undo.two": (),
    "undo.redo": (),
    "fair.to": (),
    "devices.to": (),
    "undo.to-verify": (),
    "undo.to-records": (),
    **CONSENT_WORDS,
    **SHELF_WORDS,
}
"""Texts that the phone's page fetches after the first picture, when needed."""
_WATCH_WORDS: dict[str, tuple[str, ...]] = {
    **PAGE_WORDS,
    "watch.at": ("at", "of"),
    "watch.start": (),
    "watch.no-answer": (),
}


@ROUTES.get(
    "/words", RouteAnswer(dict[str, str], "Sentences by their keys, the places for values still open, as {name}.")
)
def words(context: AppContext) -> Response:
    """Texts for a part of the phone's page after its first picture."""
    return answer_json(words_of(context.texts, context.lang(), _LATER_WORDS))


def create_past(context: AppContext) -> Blueprint:
    """Return the pages and routes of games of the past over *context*."""
    past = Blueprint("past", __name__)
    past.add_url_rule("/verify", "verify", partial(_page, context, "verify.html", _VERIFY_WORDS))
    past.add_url_rule("/check/<string(length=64):promise>.svg", "code", partial(_code, context))
    past.add_url_rule("/C/<string(length=64):promise>", "scanned", partial(_scanned, context))
    past.add_url_rule("/records", "watch", partial(_page, context, "records.html", _WATCH_WORDS))
    return past


def _cover_of(context: AppContext, slug: str) -> str:
    """Return the cover file of the game *slug* for the shelf.

    For a game that is gone, it is any.
    """
    on_shelf = [game.cover for game in shelf_games(context.source.published.library) if game.slug == slug]
    return next(each for each in (*on_shelf, "covers/any.svg", "icon.svg") if each in context.assets)


def _code(context: AppContext, promise: str) -> Response:
    """Draw the QR code of the check of *promise*'s game.

    Its address is the one by which phones find the table.
    """
    if not _PROMISE.fullmatch(promise):
        raise Problem(404, "unknown")
    address = context.hosts.for_phones(request.headers.get("Host", ""))
    # Capitals alone take a third less room than letters of both kinds.
    return Response(code_of(f"HTTP://{address}/C/{promise}".upper()), mimetype="image/svg+xml")


def _scanned(context: AppContext, promise: str) -> Response:
    """Redirect the scan of a game's code to its check."""
    if not _PROMISE.fullmatch(promise):
        raise Problem(404, "unknown")
    chosen = context.chosen_lang()
    lang = f"&lang={chosen}" if chosen else ""
    return Response(status=303, headers={"Location": f"/verify?check={promise.lower()}{lang}"})


def _page(context: AppContext, template: str, said: dict[str, tuple[str, ...]]) -> str:
    lang, chosen = context.lang(), context.chosen_lang()
    may_read = context.may_read()
    try:
        games = [game for game in kept_games(context, lang) if game.ended] if may_read else []
    except RequestRefused as refusal:
        raise Problem(503, "not-playing") from refusal
    start = {
        "words": words_of(context.texts, lang, said),
        "chosen": chosen,
        "table": None,
        "games": context.assets.games,
    }
    return render_template(
        template,
        lang=lang,
        chosen=chosen,
        say=partial(context.texts.say, lang),
        start=json_in_page(start),
        games=games,
        may_read=may_read,
        cover_of=partial(_cover_of, context),
    )
