"""The table as JSON: its stream, forms, commands, rules and health."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Literal

from flask import Response, request

from companion.engine.values.seats import read_seat
from companion.kits.formulas.dice import parse_dice
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.odds import NoChances, odds_of
from companion.library.catalogue import rule_texts
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.shelf.games import edition_of
from companion.model.wire import Shelf
from web_ui.api.bodies import (
    ChoosingBody,
    CommandBody,
    DoneBody,
    FaultSeen,
    FormBody,
    FormulaOdds,
    HealthBody,
    HowToPlayBody,
    OddsBody,
    RuleBody,
    Version,
)
from web_ui.api.context import AppContext
from web_ui.api.devices import input_for_caller
from web_ui.api.routes import Parameter, RouteAnswer, Routes, must_wait
from web_ui.api.views import TableBody
from web_ui.http.content.bodies import answer_json, read_body
from web_ui.http.content.errors import Problem, refusal_of
from web_ui.http.stream.events import answer_events, events_response

log = logging.getLogger(__name__)

ROUTES = Routes()
OF_THE_SCREEN = frozenset({"oled.i2c", "oled.hangs"})
"""Faults of the screen with a known cause and a remedy.

The screen's own message is left out beside them.
"""
_SEAT = Parameter(
    "seat",
    int | Literal["none"],
    "Which of the caller's own seats to look through. Without it, or with another's, the first of them. `none` to be "
    "shown what everybody may see, whoever asks.",
)
_SCREEN = Parameter(
    "screen",
    Literal["1", "own"],
    "1 adds `screen` events, and a `table` event when only the lamps have changed. `own` adds `private-screen` events "
    "in place of `screen`: for this computer, where the hardware is simulated.",
)
_CHANGES = Parameter(
    "changes",
    Literal["1"],
    "After the first `table` event `change` events come in place of it: what has changed since the one before.",
)
_LAST_EVENT = Parameter(
    "Last-Event-ID",
    str,
    "Sent by browsers when they connect again. Whatever it says, the stream begins with the full state.",
    place="header",
)


@ROUTES.get("/table", RouteAnswer(TableBody, "The table."), parameters=[_SEAT])
def table(context: AppContext) -> Response:
    """The caller's view of the table now."""
    published = context.source.published
    view = context.views.view(published, context.caller(), context.chosen_lang())
    return answer_json(context.views.table(published, view, context.views.lamps()))


@ROUTES.get(
    "/form",
    RouteAnswer(FormBody, "The play, with its form."),
    problems={403: "The caller holds no seat.", 404: "There is no such form now."},
    parameters=[Parameter("do", str, "The play's `do`, such as `correct`.", required=True), _SEAT],
)
def form(context: AppContext) -> Response:
    """The form of a table's play open to any seat.

    It is filtered for the caller.
    """
    published, caller = context.source.published, context.caller()
    if not caller.speaks_for(published):
        raise Problem(403, "watching")
    play = published.form(request.args.get("do", ""), caller.viewer(caller.speaks_for(published)))
    if play is None:
        raise Problem(404, "no-form")
    return answer_json(FormBody(published.version, context.texts.localize(context.lang(), play)))


@ROUTES.get("/shelf", RouteAnswer(Shelf, "The games."))
def shelf(context: AppContext) -> Response:
    """The games on the shelf, and their effect on the current game."""
    published, caller = context.source.published, context.caller()
    found = published.shelf(caller.speaks_for(published), caller.phone)
    return answer_json(context.texts.localize(context.lang(), found))


@ROUTES.get(
    "/stream",
    RouteAnswer(str, "Events without end.", media="text/event-stream"),
    problems={
        403: "`screen=own` from anywhere but this computer.",
        404: "`screen=own` where the hardware is real.",
        503: "Two hundred streams are open in all. Of one client the fifth ends the oldest.",
    },
    parameters=[_SEAT, _SCREEN, _CHANGES, _LAST_EVENT],
)
def stream(context: AppContext) -> Response:
    """The same, pushed: server-sent events, the full state first.

    `table`: the object of GET /api/v1/table, its version as the event's id. `change`, on request: the difference
    between the object sent before and the current one. [value]: it is this now; []: it isn't there any more; {NAME:
    ...}: the differences inside an object; {at: {PLACE: ...}}: the same inside an array, of which, if they are given,
    only the part `from` a place and `until` another has stayed, and is counted from 0 again. `cue`: {version, reveal,
    lamps}, something has started, without its result. `heartbeat`: {version}, at least every five seconds. `screen`:
    the public picture of the table's own screen, 1,024 bytes in base64, row by row, the leftmost pixel in the highest
    bit; when it changes, ten times a second at most. `private-screen`: the same with private content, as the table's
    own screen shows it; no result before its reveal. `off`: {}, the last of all, if the table is switched off.
    """
    screen = request.args.get("screen")
    if screen == "own":
        input_for_caller(context)  # whose fingers are at the simulated table, their eyes are too
    if request.method == "HEAD":
        return events_response()
    listener = context.stream.admit(
        context.caller(),
        context.chosen_lang(),
        screen in ("1", "own"),
        own=screen == "own",
        changes=request.args.get("changes") == "1",
    )
    return answer_events(context.stream, listener)


@ROUTES.post(
    "/commands",
    CommandBody,
    RouteAnswer(Version, "Done, and durable."),
    example={"id": "b7c41f0e93", "seen": 14, "seat": "table", "do": "roll dice", "entropy": "00ff10"},
    problems={
        409: "The state has moved on, or something is in motion.",
        422: "A rule is against it, or the line can't be read.",
        503: "Nothing can be written down now, so nothing is played; or the table is busy.",
    },
)
def commands(context: AppContext) -> Response:
    """Send a command.

    Repeated with the same id, it gets the same answer. A phone speaks for the seats it holds; and, if it holds any, as
    `table` to set up a game, for `correct ...` and for `right`: the record names its seats in `with`.
    """
    published, caller = context.source.published, context.caller()
    speaks_for = caller.speaks_for(published)
    if not speaks_for:
        raise Problem(403, "watching")
    if not caller.this_computer:
        must_wait(context.commands, caller.key)
    body = read_body(CommandBody)
    seat = read_seat(body.seat)
    request = CommandRequest(
        id=body.id,
        seen=body.seen,
        seat=seat,
        do=body.do,
        by="phone",
        speaks_for=speaks_for,
        entropy=bytes.fromhex(body.entropy),
        phone=caller.phone,
    )
    try:
        return answer_json(Version(context.source.submit(request)))
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))


@ROUTES.post(
    "/choosing",
    ChoosingBody,
    RouteAnswer(DoneBody, "Everybody else is told."),
    example={"choosing": True},
    problems={403: "The caller holds no seat."},
)
def choosing(context: AppContext) -> Response:
    """Tell the others that the caller takes or returns a shelved game."""
    caller, body = context.caller(), read_body(ChoosingBody)
    if not caller.speaks_for(context.source.published):
        raise Problem(403, "watching")
    if not caller.this_computer:
        must_wait(context.commands, caller.key)
    context.views.presence.choose(caller.phone, body.choosing)
    context.stream.nudge()
    return answer_json(DoneBody())


@ROUTES.get(
    "/odds",
    RouteAnswer(OddsBody, "The odds, or why there are none."),
    problems={403: "The caller holds no seat."},
    parameters=[Parameter("roll", str, "Dice notation, such as `4d6kh3`.", required=True)],
)
def odds(context: AppContext) -> Response:
    """The exact chances of a dice formula.

    At most forty bars, whatever the formula. A formula that can't be read is no error: the answer names the letter.
    """
    caller = context.caller()
    if not caller.speaks_for(context.source.published):
        raise Problem(403, "watching")
    must_wait(context.odds, caller.key)
    return answer_json(context.texts.localize(context.lang(), _odds(request.args.get("roll", ""))))


@lru_cache(maxsize=64)
def _odds(formula: str) -> OddsBody:
    try:
        chances = odds_of(parse_dice(formula))
    except BadFormula as fault:
        return OddsBody(None, fault.said, fault.at)
    except NoChances as none:
        return OddsBody(None, none.said)
    mean, spread = round(float(chances.mean), 4), round(chances.spread, 4)
    return OddsBody(FormulaOdds(chances.totals[0], chances.totals[-1], mean=mean, spread=spread, bars=chances.bars))


@ROUTES.get(
    "/healthz",
    RouteAnswer(HealthBody, "It plays."),
    problems={503: "It answers, but nothing can be played: `trouble` of the table says why."},
    open_to_all=True,
)
def healthz(context: AppContext) -> Response:
    """Whether the table plays, and its faults."""
    published = context.source.published
    if published.trouble:
        raise Problem(503, "not-playing")
    owns, lang = context.caller().is_owner(published), context.lang()
    faults = [
        FaultSeen(fault.key, context.texts.say(lang, told.key, **told.values))
        for fault in published.faults
        for told in (fault.told if owns else fault.text,)
    ]
    if published.keeps_nothing:
        faults.append(FaultSeen("journal", context.texts.say(lang, "keeping.nothing")))
    is_told = any(fault.key in OF_THE_SCREEN for fault in published.faults)
    faults += [
        FaultSeen(f"device.{device.name}", context.texts.say(lang, device.trouble))
        for device in context.views.devices()
        if device.trouble and not (device.name == "screen" and is_told)
    ]
    return answer_json(HealthBody(published.version, tuple(faults)))


@ROUTES.get("/rules/<game>/<name>", RouteAnswer(RuleBody, "There it is."), problems={404: "There is no such rule."})
def rule(context: AppContext, game: str, name: str) -> Response:
    """The full text of a rule: a refusal names it.

    Such as /api/v1/rules/GAME/ID with the game's slug and the rule's id in its catalogue.
    """
    text = rule_texts(game, context.lang()).get(name)
    if text is None:
        raise Problem(404, "unknown")
    return answer_json(RuleBody(name, text))


@ROUTES.get(
    "/how-to-play/<game>", RouteAnswer(HowToPlayBody, "There it is."), problems={404: "This game has no such lines."}
)
def how_to_play(context: AppContext, game: str) -> Response:
    """The rules of a game in a few lines, if any."""
    found = next((each for each in context.source.published.library if each.slug == game and each.rules), None)
    if found is None:
        raise Problem(404, "unknown")
    name, *lines = (context.texts.say(context.lang(), each.key) for each in (found.name, *found.rules))
    is_kit = any(each.slug == game and each.mode == "kit" for each in context.source.published.library)
    told = HowToPlayBody(name, tuple(lines), edition_of(found), share=f"/k/{game}" if is_kit else "")
    return answer_json(context.texts.localize(context.lang(), told))
