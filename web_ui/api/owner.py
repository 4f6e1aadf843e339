"""The owner's commands from their page, and the check of an owner.

The owner is this computer, or a phone that was confirmed at the table. The pairing window can be opened only at the
table.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from flask import Response, request

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.reports.findings import CannotFix, Examined
from companion.model.reports.rehearsal import Course
from companion.model.requests import CommandRequest, RequestRefused
from web_ui.api.bodies import AskedBody, OwnerBody, Television
from web_ui.api.context import AppContext
from web_ui.api.routes import RouteAnswer, Routes, must_wait
from web_ui.http.access.callers import Caller
from web_ui.http.content.bodies import Body, answer_json, read_body
from web_ui.http.content.errors import Problem, refusal_of

log = logging.getLogger(__name__)

ROUTES = Routes()
_LINES = frozenset({"lang", "mute", "new", "resume", "delete", "restore", "finish", "keep-again", "keep-at"})
"""The session's own commands that the owner's page sends."""


@ROUTES.post(
    "/owner",
    OwnerBody,
    RouteAnswer(Television, "Done."),
    RouteAnswer(AskedBody, "The table is asked; GET /api/v1/join tells what it says.", 202),
    example={"id": "b7c41f0e93", "seen": 14, "do": "mute on"},
    problems={
        403: "`not-in`, `not-owner`.",
        409: "`asking`, `asked-lately`, `full`, `stale` or `rolling`.",
        422: "It can't be done.",
        503: "Nothing can be written down now, `not-kept`; or the table is busy.",
    },
)
def owner(context: AppContext) -> Response:
    """Run an owner's command; the table's OK has confirmed the owner.

    The pairing window can be opened only at the table.
    """
    body = owners_body(context, OwnerBody, lambda body: body.do == "ask")
    try:
        return _done(context, body)
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))


@ROUTES.get(
    "/doctor",
    RouteAnswer(Examined, "All parts, the worst first."),
    problems={403: "`not-in`, `not-owner`."},
)
def doctor(context: AppContext) -> Response:
    """The state of each part of the table, for its owner.

    `level` is `fault`, `warning`, `ok`, or `none` if there is nothing to judge. `fix` is present if the table can
    repair it by itself: its `line` goes to POST /api/v1/owner.
    """
    return answer_json(context.texts.localize(context.lang(), examined(context)))


@ROUTES.get(
    "/rehearsal",
    RouteAnswer(Course, "How far it has come."),
    problems={403: "`not-in`, `not-owner`."},
)
def rehearsal(context: AppContext) -> Response:
    """The current or last rehearsal since the table's start, for its owner.

    POST /api/v1/owner begins one by `rehearse`. For a broken part `repair` is the remedy.
    """
    must_be_owner(context)
    return answer_json(context.texts.localize(context.lang(), context.services.rehearsals.course))


def examined(context: AppContext) -> Examined:
    """Return how each part of the table is, for its owner.

    :raises Problem: 403 for anybody else.
    """
    must_be_owner(context)
    doctor = context.services.doctor
    return doctor.examine() if doctor is not None else Examined(())


def _fix(context: AppContext, line: str) -> None:
    """Apply a fix of the doctor's, or an owner's phone's date.

    :raises Problem: 400 if *line* can't be done now.
    :raises RequestRefused: it can't be done; says why.
    """
    verb, _, rest = line.partition(" ")
    doctor = context.services.doctor
    try:
        done = doctor is not None and (doctor.tell_date(rest) if verb == "date" else doctor.fix(line))
    except CannotFix as error:
        raise RequestRefused(error.why, "refused") from error
    if not done:
        raise Problem(400, "body")


def _mend(context: AppContext, line: str) -> None:
    """Put right a fault of the settings by one of its offers.

    :raises Problem: 400 where *line* is none of them, 503 where it can't be written down.
    """
    try:
        if not context.services.repairs.mend(line):
            raise Problem(400, "body")
    except OSError as error:
        log.warning("what was mended can't be kept: %s", error)
        raise Problem(503, "not-kept") from error


def _done(context: AppContext, body: OwnerBody) -> Response:
    verb, _, rest = body.do.partition(" ")
    if body.do == "ask":
        context.phones.ask_to_own(context.cookie())
        return answer_json(AskedBody(True), 202)
    if body.do == "forget-everything" and context.services.reset is not None:
        context.services.reset.ask(context.caller().phone)
        return answer_json(AskedBody(True), 202)
    if body.do == "television":
        path = f"/tv/{context.phones.new_television()}"
        host = context.hosts.for_phones(request.headers.get("Host", ""))
        return answer_json(Television(f"{request.scheme}://{host}{path}", path))
    if body.do == "forget-televisions":
        context.phones.forget_televisions()
    elif body.do == "give-up":
        context.phones.give_up(context.cookie())
    elif body.do == "close":
        context.phones.window.close()
    elif verb == "sign-out" and len(rest) == 16:
        context.phones.sign_out(rest)
    elif body.do == "switch-off" and context.services.power is not None:
        context.services.power.switch_off_soon()
    elif body.do == "rehearse":
        if not context.services.rehearsals.begin():
            raise RequestRefused(Message("session.rolling"), "rolling")
    elif verb == "mend":
        _mend(context, body.do)
    elif verb in ("fix", "date"):
        _fix(context, body.do)
    elif verb in _LINES:
        by, phone = frozenset({TABLE}), context.caller().phone
        context.source.submit(CommandRequest(body.id, body.seen, TABLE, body.do, "phone", by, phone=phone))
    else:
        raise Problem(400, "body")
    return answer_json(Television())


def must_be_owner(context: AppContext) -> Caller:
    """Return the caller, an owner of the table.

    :raises Problem: 403 for anybody else.
    """
    return _owner(context, _who_is_in(context))


def owners_body(context: AppContext, kind: type[Body], is_for_all: Callable[[Body], bool] = lambda body: False) -> Body:
    """Return the body of an owner's request.

    Everybody who has joined may send a body that passes *is_for_all*.

    :raises Problem: 403 for anybody else; 400 or 415 if it isn't a *kind*; 429 if a phone sends too many.
    """
    caller = _who_is_in(context)
    may_say(context, caller)
    body = read_body(kind)
    if not is_for_all(body):
        _owner(context, caller)
    return body


def may_say(context: AppContext, caller: Caller) -> None:
    """Check *caller*'s rate limit; this computer has none.

    :raises Problem: 429.
    """
    if not caller.this_computer:
        must_wait(context.commands, caller.key)


def _who_is_in(context: AppContext) -> Caller:
    if not context.may_read():
        raise Problem(403, "not-in")
    return context.caller()


def _owner(context: AppContext, caller: Caller) -> Caller:
    if not caller.is_owner(context.source.published):
        raise Problem(403, "not-owner")
    return caller
