"""Games of the past on pages and as JSON: watched move by move, their draws checked, and a report of a fault.

The page makes every draw once more by itself; from here it gets what a draw could have come to, which takes the rules.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.engine.message import Message
from companion.model.requests import Refusal
from companion.records.record import BadRecord
from web_ui.api.context import AppContext
from web_ui.api.table import PREFIX, answer_json
from web_ui.http.errors import Problem, refusal_of
from web_ui.pages.first_picture import JOIN_WORDS, PAGE_WORDS, json_in_page, words_of
from web_ui.pages.owner import game_rows

MOVES_A_PAGE = 100
"""How many lines of a record are told at once; an evening has some hundreds, a game without end any number."""
_FROM = re.compile("[0-9]{1,9}")
_VERIFY_WORDS: dict[str, tuple[str, ...]] = {
    "verify.none": (),
    "verify.unpromised": (),
    "verify.sealed": (),
    "verify.unknown": (),
    "verify.wrong-seed": (),
    "verify.right-seed": (),
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
    "verify.ways": ("count",),
    "verify.ok": (),
    "verify.not-ok": ("seed",),
}
_LATER_WORDS: dict[str, tuple[str, ...]] = {
    **JOIN_WORDS,
    "page.simulated": (),
    "page.works": (),
    "old.title": (),
    "old.text": (),
    "old.again": (),
    "groups.turn": (),
    "groups.tiles": (),
    "groups.places": (),
    "groups.water": (),
    "groups.treasures": (),
    "friend.title": (),
    "friend.link": (),
    "friend.closed": (),
    "page.compare_title": (),
    "page.compare_hint": (),
    "page.compare_right": (),
    "page.compare_wrong": (),
    "undo.asked": ("who",),
    "undo.asked-table": (),
    "undo.what": ("text",),
    "undo.agree": (),
    "undo.wait": (),
    "undo.how": (),
    "unsent.label": (),
    "unsent.drop": (),
    "unsent.arrived": (),
    "unsent.dropped": (),
    "undo.undo": (),
    "undo.two": (),
    "undo.redo": (),
    "undo.put-back": (),
    "undo.promised": ("digits",),
    "undo.told": ("digits",),
    "undo.fair": (),
    "undo.to-verify": (),
    "undo.to-records": (),
}
"""What the phone's page fetches when something needs it that comes after the first picture."""
_WATCH_WORDS: dict[str, tuple[str, ...]] = {
    **PAGE_WORDS,
    "watch.at": ("at", "of"),
    "watch.start": (),
    "watch.no-answer": (),
}


def create_past(context: AppContext) -> Blueprint:
    """Return the pages and routes of games of the past over *context*."""
    past = Blueprint("past", __name__)
    one = f"{PREFIX}/records/<int:number>"
    past.add_url_rule("/verify", "verify", partial(_page, context, "verify.html", _VERIFY_WORDS))
    past.add_url_rule("/records", "watch", partial(_page, context, "records.html", _WATCH_WORDS))
    past.add_url_rule(f"{PREFIX}/words", "words", partial(_words, context))
    past.add_url_rule(
        f"{one}/draws", "draws", partial(_told, context, lambda number: context.source.past(number).draws())
    )
    past.add_url_rule(f"{one}/moves", "moves", partial(_moves, context))
    past.add_url_rule(f"{one}/moves/<int:at>", "move", partial(_move, context))
    past.add_url_rule(f"{one}/report", "report", partial(_report, context))
    return past


def _page(context: AppContext, template: str, words: dict[str, tuple[str, ...]]) -> str:
    lang, chosen = context.lang(), context.chosen_lang()
    may_read = context.may_read()
    try:
        games = [game for game in game_rows(context, lang) if game["ended"]] if may_read else []
    except Refusal as refusal:
        raise Problem(503, "not-playing") from refusal
    start = {
        "words": words_of(context.texts, lang, words),
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
    )


def _words(context: AppContext) -> Response:
    return answer_json(words_of(context.texts, context.lang(), _LATER_WORDS))


def _told(context: AppContext, look: Callable[[int], dict[str, Any]], number: int) -> Response:
    """Answer with what *look* finds of game *number*, for who is in."""
    if not context.may_read():
        raise Problem(403, "not-in")
    try:
        told = context.texts.tell(context.lang(), look(number))
    except BadRecord as bad:
        refusal = Refusal(Message("record.broken-off", {"line": bad.line}), "damaged")
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    except Refusal as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    assert isinstance(told, dict)
    return answer_json(told)


def _move(context: AppContext, number: int, at: int) -> Response:
    return _told(context, lambda number: _within(lambda: context.source.past(number).move(at)), number)


def _moves(context: AppContext, number: int) -> Response:
    """Answer with what was done in game *number*, ``from`` a line on, and the address of the rest."""
    first = request.args.get("from", "0")
    if not _FROM.fullmatch(first):
        raise Problem(404, "unknown")

    def look(number: int) -> dict[str, Any]:
        told = _within(lambda: context.source.past(number).moves(int(first), MOVES_A_PAGE))
        rest = told["next"]
        return {**told, "next": None if rest is None else f"{PREFIX}/records/{number}/moves?from={rest}"}

    return _told(context, look, number)


def _within(look: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return what *look* finds.

    :raises Problem: 404, the record is shorter.
    """
    try:
        return look()
    except LookupError as error:
        raise Problem(404, "unknown") from error


def _report(context: AppContext, number: int) -> Response:
    """Answer with all that helps to find a fault, in one file: versions, devices, and the record of game *number*."""

    def look(number: int) -> dict[str, Any]:
        devices = [
            {"name": each.name, "simulated": each.simulated, "working": each.working, "text": each.trouble or ""}
            for each in context.views.devices()
        ]
        versions = {
            "tidetable": version("tidetable"),
            "python": platform.python_version(),
            "system": platform.platform(),
        }
        return {"versions": versions, "devices": devices, "record": context.source.record(number)}

    response = _told(context, look, number)
    if response.status_code == 200:
        response.headers["Content-Disposition"] = f'attachment; filename="tidetable-{number}-report.json"'
    return response
