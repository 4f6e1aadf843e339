"""The first evening on pages, for owners and the log's digits.

Owners are this computer and phones that the table confirmed. A table without buttons has digits in its log; a phone
joins by them as an owner.
"""

from __future__ import annotations

import queue

from flask import Response, request

from companion.engine.values.seats import TABLE
from companion.model.requests import CommandRequest, RequestRefused
from web_ui.api.bodies import DigitsBody, DoneBody, FirstEveningBody
from web_ui.api.context import AppContext
from web_ui.api.owner import owners_body
from web_ui.api.routes import RouteAnswer, Routes, must_wait
from web_ui.http.access.callers import cookie_header
from web_ui.http.content.bodies import answer_json, read_body
from web_ui.http.content.errors import Problem, refusal_of

ROUTES = Routes()
_VERB = "first-evening"
_DEEDS = frozenset({"ask", "answer", "skip", "leave", "close"})
"""The session's own part of it."""
_ROLLS_S = 10.0


@ROUTES.post(
    "/first-evening",
    FirstEveningBody,
    RouteAnswer(DoneBody, "Done, and durable."),
    example={"id": "b7c41f0e93", "seen": 3, "do": "answer language fr"},
    problems={
        403: "`not-in`, `not-owner`.",
        409: "`stale`: somebody else has answered it. `rolling`.",
        422: "It can't be done.",
        503: "Nothing can be written down now; or the table is busy.",
    },
)
def first_evening(context: AppContext) -> Response:
    """Answer a new table's question, skip it, or ask one again."""
    body = owners_body(context, FirstEveningBody)
    try:
        _do(context, body)
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    return answer_json(DoneBody())


@ROUTES.post(
    "/first-evening/enter",
    DigitsBody,
    RouteAnswer(DoneBody, "In, and looking after the table.", headers={"Set-Cookie": "By which the phone is known."}),
    example={"digits": "417062"},
    problems={403: "`no-window`: no digits count now. `wrong-pin`.", 503: "Nothing can be written down now."},
    open_to_all=True,
)
def enter(context: AppContext) -> Response:
    """Join by the digits in the log, and become an owner.

    It is for a table without buttons.
    """
    address = request.remote_addr or ""
    must_wait(context.joins, address)
    must_wait(context.wrong_digits, address, take=False)
    body = read_body(DigitsBody)
    try:
        context.services.digits.enter(body.digits)
        cookie = context.phones.let_owner_in(context.cookie())
    except RequestRefused as refusal:
        if refusal.reason == "wrong-pin":
            context.wrong_digits.wait_s(address)
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    response = answer_json(DoneBody())
    response.headers["Set-Cookie"] = cookie_header(cookie, is_secure=request.is_secure)
    return response


def _do(context: AppContext, body: FirstEveningBody) -> None:
    """Carry out *body*, the devices' part first.

    :raises Problem: 400 for an unknown action.
    :raises RequestRefused: it can't be done, or somebody else was first.
    """
    now, deed = context.source.published.asks_first, body.do.partition(" ")[0]
    if body.do == "turn":
        context.services.first_evening.turn_frame()
    elif body.do == "roll":
        _roll(context)
    elif deed in _DEEDS:
        if body.do == "answer frame" and now is not None and now.step == "frame":
            context.services.first_evening.keep_frame()
        own, phone = frozenset({TABLE}), context.caller().phone
        line = f"{_VERB} {body.do}"
        context.source.submit(CommandRequest(body.id, body.seen, TABLE, line, "phone", own, phone=phone))
    else:
        raise Problem(400, "body")


def _roll(context: AppContext) -> None:
    """Roll the first die, and wait until that is durable.

    :raises RequestRefused: it doesn't roll.
    """
    box: queue.SimpleQueue[int | RequestRefused] = queue.SimpleQueue()
    context.services.first_evening.roll(box.put)
    try:
        answer = box.get(timeout=_ROLLS_S)
    except queue.Empty:
        raise Problem(503, "busy") from None
    if isinstance(answer, RequestRefused):
        raise answer
