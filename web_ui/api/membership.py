"""Membership: joining by digits or code, leaving, seats, and invitations.

The table's address and the link that lets one phone in are sent only to a phone that has joined, since holders of the
link needn't be at the table, and to the table's own page. They are sent on request and never pushed, so that no state,
page or record has them.
"""

from __future__ import annotations

from flask import Response, request
from msgspec.structs import replace

from companion.engine.values.seats import TABLE
from companion.model.requests import RequestRefused
from web_ui.api.bodies import AskedBody, DoneBody, Invite, JoinBody, JoinedBody, LeaveBody, SeatedBody
from web_ui.api.context import AppContext
from web_ui.api.routes import RouteAnswer, Routes, must_wait
from web_ui.http.access.callers import cookie_header
from web_ui.http.content.bodies import answer_json, read_body
from web_ui.http.content.errors import Problem, refusal_of
from web_ui.http.content.qr import code_of

ROUTES = Routes()
_COOKIE = {"Set-Cookie": "By which the phone is known from now on, or no more; for the browser alone."}
_UNWRITABLE = "Nothing can be written down now; or the table is busy."


@ROUTES.post(
    "/join",
    JoinBody,
    RouteAnswer(SeatedBody, "In, and durable.", headers=_COOKIE),
    RouteAnswer(AskedBody, "The table is asked first; GET tells what it says.", 202, headers=_COOKIE),
    example={"pin": "417098", "seats": [0], "name": "Chloé"},
    problems={
        403: "`no-window`: hold OK at the table. `wrong-pin`, `wrong-token`.",
        409: "`taken`, `full`; `asking`: the table is busy; `asked-lately`.",
        422: "There is no such seat, or the name can't be shown.",
        503: _UNWRITABLE,
    },
    open_to_all=True,
)
def join(context: AppContext) -> Response:
    """Let this phone join, or change its seats.

    The table must confirm seats that others hold.
    """
    must_wait(context.joins, request.remote_addr or "")
    body = read_body(JoinBody)
    if body.pin is not None and context.phones.window.is_open:
        must_wait(context.wrong_digits, request.remote_addr or "", take=False)
    try:
        joined = context.phones.join(
            context.cookie(), body.pin, body.seats, body.name, token=body.token, plays=body.plays
        )
    except RequestRefused as refusal:
        if refusal.reason == "wrong-pin":
            context.wrong_digits.wait_s(request.remote_addr or "")
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    if joined.is_asked:
        response = answer_json(AskedBody(True), 202)
    else:
        response = answer_json(SeatedBody(joined.phone.seats, joined.phone.name))
    response.headers["Set-Cookie"] = cookie_header(joined.cookie, is_secure=request.is_secure)
    return response


@ROUTES.get("/join", RouteAnswer(JoinedBody, "How it stands."), open_to_all=True)
def joined(context: AppContext) -> Response:
    """Whether this phone has joined, and the answers to its open requests."""
    caller, published = context.caller(), context.source.published
    asked = context.phones.outcome(context.cookie())
    return answer_json(JoinedBody(caller.has_joined(published), caller.is_owner(published), asked))


@ROUTES.post(
    "/leave",
    LeaveBody,
    RouteAnswer(DoneBody, "Gone.", headers=_COOKIE),
    example={},
    problems={503: _UNWRITABLE},
    open_to_all=True,
)
def leave(context: AppContext) -> Response:
    """Sign this phone out and free its seats. It is idempotent."""
    must_wait(context.joins, request.remote_addr or "")
    read_body(LeaveBody)
    try:
        context.phones.leave(context.cookie())
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    response = answer_json(DoneBody())
    response.headers["Set-Cookie"] = cookie_header("", is_secure=request.is_secure)
    return response


@ROUTES.get(
    "/invite",
    RouteAnswer(Invite, "Where."),
    problems={403: "The caller is neither this computer nor a phone that has joined."},
)
def invite(context: AppContext) -> Response:
    """The table's address and the link that lets one phone in.

    It is for a phone that brings a friend. The table's own page is at the table, as its screen is: it gets the digits
    as well, and shows the code.
    """
    caller, published = context.caller(), context.source.published
    is_table = TABLE in caller.speaks_for(published)
    if not is_table and not caller.has_joined(published):
        raise Problem(403, "not-in")
    # By this address the phone itself has found the table: it holds for all in the same network.
    host = context.hosts.for_phones(request.host) if is_table else request.host
    address = f"{request.scheme}://{host}/"
    name = f"http://{context.hosts.announced}:{context.hosts.port}/" if context.hosts.announced else None
    shown = context.phones.window.shown
    link = f"{address}J/{shown.token}" if shown else None
    told = Invite(address, None if name == address else name, link)
    if is_table:
        digits = shown.digits if shown else None
        told = replace(told, digits=digits, code=code_of((link or address).upper()).decode())
    return answer_json(told)
