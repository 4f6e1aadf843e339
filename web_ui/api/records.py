"""Finished games: record files, moves, draws and fault reports.

A page repeats every draw by itself; from here it gets the possible results of a draw, which need the rules.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, TypeVar

from flask import Response, request
from msgspec import Struct, convert

from companion.engine.values.message import Message
from companion.model.reports.rehearsal import Result
from companion.model.requests import RequestRefused
from companion.records.record import BadRecord
from companion.texts.endings import told_ending
from web_ui.api.bodies import Draws, KeptBody, MoveBody, Moves, Report, ReportedDevice, Tried, TriedPart, Versions
from web_ui.api.context import AppContext
from web_ui.api.routes import PREFIX, Parameter, RouteAnswer, Routes
from web_ui.http.content.bodies import answer_json, decoder_of
from web_ui.http.content.errors import Problem, refusal_of

MOVES_A_PAGE = 100
"""Number of a record's lines in one answer.

An evening has some hundreds, a game without end any number.
"""
ROUTES = Routes()
_FROM = re.compile("[0-9]{1,9}")
_NOT_IN = "The caller is neither this computer nor a phone that has joined."
_OVER = {
    403: _NOT_IN,
    404: "There is no such game, or no such move in it.",
    409: "`sealed`: the game isn't over. `damaged`: its record can't be gone through.",
    503: "It can't be read now.",
}
"""Problems of a game for viewing."""
_ONE = "/records/<int:number>"

Kind = TypeVar("Kind", bound=Struct)


@ROUTES.get(
    "/records", RouteAnswer(list[KeptBody], "The games."), problems={403: _NOT_IN, 503: "They can't be read now."}
)
def records(context: AppContext) -> Response:
    """The finished games, newest first."""
    if not context.may_read():
        raise Problem(403, "not-in")
    try:
        return answer_json(kept_games(context, context.lang()))
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))


def kept_games(context: AppContext, lang: str) -> list[KeptBody]:
    """Return the saved games, newest first, translated to *lang*."""
    say = context.texts.tell
    return [
        KeptBody(
            id=game.number,
            game=game.slug,
            mode=game.mode,
            name=str(say(lang, game.name)),
            seats=tuple(str(say(lang, name)) for name in game.people),
            at=game.at,
            ended=game.is_over,
            commitment=game.commitment,
            result=told_ending(context.texts, lang, game.slug, game.result),
            mood=game.mood,
            minutes=game.minutes,
            promise=game.last_promise,
        )
        for game in context.source.records()
    ]


@ROUTES.get(
    _ONE,
    RouteAnswer(str, "A .tide file.", media="text/plain"),
    problems={
        403: _NOT_IN,
        404: "There is no such game.",
        409: "`sealed`: its rules aren't here to say what is hidden, and it isn't over.",
        503: "It can't be read now.",
    },
)
def record(context: AppContext, number: int) -> Response:
    """A game's record file.

    While the game can go on, hidden values are sealed: `draw ?`.
    """
    if not context.may_read():
        raise Problem(403, "not-in")
    try:
        text = context.source.record(number)
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    response = Response(text if request.method == "GET" else "", mimetype="text/plain")
    response.headers["Content-Disposition"] = f'attachment; filename="tidetable-{number}.tide"'
    return response


@ROUTES.get(f"{_ONE}/draws", RouteAnswer(Draws, "There it is."), problems=_OVER)
def draws(context: AppContext, number: int) -> Response:
    """The possible results of every draw of a finished game.

    With them a page repeats the draws from the seed.
    """
    return _look(context, Draws, lambda: context.source.past(number).draws())


@ROUTES.get(
    f"{_ONE}/moves",
    RouteAnswer(Moves, "There it is."),
    problems=_OVER,
    parameters=[Parameter("from", int, "The line to begin with, 0 for the start of the game.")],
)
def moves(context: AppContext, number: int) -> Response:
    """The moves of a finished game, line by line.

    `moves/{at}` shows the table after a line.
    """

    def look() -> dict[str, Any]:
        first = request.args.get("from", "0")
        if not _FROM.fullmatch(first):
            raise Problem(404, "unknown")
        found = _within(lambda: context.source.past(number).moves(int(first), MOVES_A_PAGE))
        rest = found["next"]
        return {**found, "next": None if rest is None else f"{PREFIX}/records/{number}/moves?from={rest}"}

    return _look(context, Moves, look)


@ROUTES.get(f"{_ONE}/moves/<int:at>", RouteAnswer(MoveBody, "There it is."), problems=_OVER)
def move(context: AppContext, number: int, at: int) -> Response:
    """A finished game after *at* lines of its record."""
    return _look(context, MoveBody, lambda: _within(lambda: context.source.past(number).move(at)))


@ROUTES.get(f"{_ONE}/report", RouteAnswer(Report, "There it is."), problems=_OVER)
def report(context: AppContext, number: int) -> Response:
    """A fault report in one file: versions, devices, and the record.

    The record is sealed while the game goes on.
    """

    def look() -> Report:
        devices = [
            ReportedDevice(each.name, each.simulated, each.working, each.trouble or "")
            for each in context.views.devices()
        ]
        versions = Versions(version("tidetable"), platform.python_version(), platform.platform())
        return Report(versions, tuple(devices), _tried(context), context.source.record(number))

    response = _look(context, Report, look)
    if response.status_code == 200:
        response.headers["Content-Disposition"] = f'attachment; filename="tidetable-{number}-report.json"'
    return response


def _tried(context: AppContext) -> Tried | None:
    """Return the last rehearsal of the table's parts, None without one."""
    card, lang = context.services.cards.last(), context.lang()
    if card is None:
        return None

    def told(result: Result) -> str:
        said = (result.told, *([result.repair] if result.repair is not None else []))
        return " ".join(context.texts.say(lang, each.key, **each.values) for each in said)

    parts = tuple(TriedPart(result.step, result.outcome, told(result)) for result in card.results)
    return Tried(card.at, card.simulated, parts)


def _look(context: AppContext, kind: type[Kind], look: Callable[[], object]) -> Response:
    """Answer with the result of *look* as a *kind*.

    :raises Problem: 403 for a caller that hasn't joined.
    """
    if not context.may_read():
        raise Problem(403, "not-in")
    try:
        found = look()
    except BadRecord as bad:
        refusal = RequestRefused(Message("record.broken-off", {"line": bad.line}), "damaged")
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    plain = found if isinstance(found, kind) else context.texts.tell(context.lang(), found)
    decoder_of(kind)  # `convert` too reads the fields at its first use
    return answer_json(convert(plain, kind))


def _within(look: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the result of *look*.

    :raises Problem: 404 if the record is shorter.
    """
    try:
        return look()
    except LookupError as error:
        raise Problem(404, "unknown") from error
