"""Games of the past on pages and as JSON: watched move by move, their draws checked, and a report of a fault.

The page makes every draw once more by itself; from here it gets what a draw could have come to, which takes the rules.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

from flask import Blueprint, Response, render_template
from jinja2.utils import htmlsafe_json_dumps

from companion.past import Past
from companion.session import Refusal
from web_ui.api import PREFIX, answer_json
from web_ui.errors import Problem, refusal_of
from web_ui.owner import game_rows
from web_ui.pages import JOIN_WORDS, PAGE_WORDS, words_of
from web_ui.parts import Parts

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


def create_past(parts: Parts) -> Blueprint:
    """Return the pages and routes of games of the past over *parts*."""
    past = Blueprint("past", __name__)
    last = _Last()
    one = f"{PREFIX}/records/<int:number>"
    past.add_url_rule("/verify", "verify", partial(_page, parts, "verify.html", _VERIFY_WORDS))
    past.add_url_rule("/records", "watch", partial(_page, parts, "records.html", _WATCH_WORDS))
    past.add_url_rule(f"{PREFIX}/words", "words", partial(_words, parts))
    past.add_url_rule(f"{one}/draws", "draws", partial(_told, parts, lambda number: _found(parts, number).draws()))
    past.add_url_rule(f"{one}/moves/<int:at>", "move", partial(_move, parts, last))
    past.add_url_rule(f"{one}/report", "report", partial(_report, parts))
    return past


class _Last:
    """The game that was looked at last: taken apart once, while somebody goes through it move by move."""

    def __init__(self) -> None:
        self._past: Past | None = None

    def of(self, found: Past) -> Past:
        """Return *found*, taken apart already if it is the last one."""
        past = self._past
        if past is None or past.record != found.record:
            self._past = past = found
        return past


def _page(parts: Parts, template: str, words: dict[str, tuple[str, ...]]) -> str:
    lang, chosen = parts.lang(), parts.chosen_lang()
    may_read = parts.may_read()
    try:
        games = [game for game in game_rows(parts, lang) if game["ended"]] if may_read else []
    except Refusal as refusal:
        raise Problem(503, "not-playing") from refusal
    start = {"words": words_of(parts.texts, lang, words), "chosen": chosen, "table": None}
    return render_template(
        template,
        lang=lang,
        chosen=chosen,
        say=partial(parts.texts.say, lang),
        start=htmlsafe_json_dumps(start, ensure_ascii=False, separators=(",", ":")),
        games=games,
        may_read=may_read,
    )


def _words(parts: Parts) -> Response:
    return answer_json(words_of(parts.texts, parts.lang(), _LATER_WORDS))


def _found(parts: Parts, number: int) -> Past:
    if number >= 2**63:
        raise Problem(404, "unknown")
    return parts.source.past(number)


def _told(parts: Parts, look: Callable[[int], dict[str, Any]], number: int) -> Response:
    """Answer with what *look* finds of game *number*, for who is in."""
    if not parts.may_read():
        raise Problem(403, "not-in")
    try:
        told = parts.texts.tell(parts.lang(), look(number))
    except Refusal as refusal:
        return answer_json(*refusal_of(refusal, parts.texts, parts.lang()))
    assert isinstance(told, dict)
    return answer_json(told)


def _move(parts: Parts, last: _Last, number: int, at: int) -> Response:
    def look(number: int) -> dict[str, Any]:
        try:
            return last.of(_found(parts, number)).move(at)
        except LookupError as error:
            raise Problem(404, "unknown") from error

    return _told(parts, look, number)


def _report(parts: Parts, number: int) -> Response:
    """Answer with all that helps to find a fault, in one file: versions, devices, and the record of game *number*."""

    def look(number: int) -> dict[str, Any]:
        if number >= 2**63:
            raise Problem(404, "unknown")
        devices = [
            {"name": each.name, "simulated": each.simulated, "working": each.working, "text": each.trouble or ""}
            for each in parts.views.devices()
        ]
        versions = {
            "tidetable": version("tidetable"),
            "python": platform.python_version(),
            "system": platform.platform(),
        }
        return {"versions": versions, "devices": devices, "record": parts.source.record(number)}

    response = _told(parts, look, number)
    if response.status_code == 200:
        response.headers["Content-Disposition"] = f'attachment; filename="tidetable-{number}-report.json"'
    return response
