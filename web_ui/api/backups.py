"""The table's backups on the owner's page: downloads and uploads.

The table's OK must allow each of them.
"""

from __future__ import annotations

import re

from flask import Response, request, send_file

from companion.engine.values.message import Message, Value
from companion.model.reports.backups import MAX_UPLOAD, InBackup
from companion.model.requests import RequestRefused
from companion.runtime.clock import day_of
from web_ui.api.bodies import AskedBody, BackupBody, DoneBody, Upload
from web_ui.api.context import AppContext
from web_ui.api.owner import may_say, must_be_owner
from web_ui.api.routes import PREFIX, ApiRoute, RouteAnswer, Routes
from web_ui.api.services import Backups
from web_ui.http.content.bodies import answer_json, read_body
from web_ui.http.content.errors import Problem, refusal_of

ROUTES = Routes()
_FILE = "/backup/<word>"
_OWN = "this computer"


@ROUTES.post(
    "/backup",
    BackupBody,
    RouteAnswer(DoneBody, "Done."),
    RouteAnswer(AskedBody, "The table is asked.", 202),
    RouteAnswer(Upload, "Where to send the backup.", 201),
    example={"do": "ask"},
    problems={
        403: "`not-in`, `not-owner`.",
        409: "`asking` or `asked-lately`.",
        422: "It can't be done.",
    },
)
def backup(context: AppContext) -> Response:
    """Ask the table for a backup, a restore, or a stick.

    A restore is of the backup that was sent; a stick is for nightly ones.
    """
    backups, who = _for_owner(context)
    body = read_body(BackupBody)
    verb, _, word = body.do.partition(" ")
    nights = context.services.nights
    try:
        if verb == "stick" and nights is not None:
            nights.ask(word)
            return answer_json(AskedBody(True), 202)
        if verb == "ask":
            backups.ask(who, _name_of(context))
            return answer_json(AskedBody(True), 202)
        if verb == "restore":
            backups.restore(who, "second" if word == "second" else "replaces")
            return answer_json(AskedBody(True), 202)
        if verb == "send":
            return answer_json(Upload(f"{PREFIX}/backup/{backups.expect(who)}"), 201)
        if verb == "put-away":
            backups.put_away(who)
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    if verb == "forget-stick" and nights is not None:
        nights.forget(word)
    return answer_json(DoneBody())


@ROUTES.get(
    "/backup",
    RouteAnswer(bytes, "The backup.", media="application/zip"),
    problems={403: "`not-in`, `not-owner`; or the table hasn't said OK.", 422: "It can't be made."},
)
def backup_file(context: AppContext) -> Response:
    """A backup of all of the table, soon after its OK."""
    backups, who = _for_owner(context)
    if request.method == "HEAD":
        return Response(mimetype="application/zip")
    try:
        file = backups.fetch(who)
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    return send_file(
        file,
        "application/zip",
        as_attachment=True,
        download_name=file_name(context.source.published.name, backups.last or ""),
    )


def file_name(table: str, at: str) -> str:
    """Return the file name of *table*'s backup made *at* a moment.

    *at* is "" if the date is unknown.
    """
    plain = re.sub(r"\W+", "-", table).strip("-") or "tidetable"
    return f"{'-'.join(filter(None, (plain, day_of(at))))}.zip"


def sent(context: AppContext, word: str) -> Response:
    """Send a backup to the address that POST /backup gave.

    It is sent as it is; nothing changes before it is restored.
    """
    backups, _ = _for_owner(context)
    if request.mimetype != "application/zip":
        raise Problem(415, "not-json")
    request.max_content_length = MAX_UPLOAD
    try:
        told = backups.take(word, request.stream)
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    return answer_json(told)


ROUTES.all.append(
    ApiRoute(
        "POST",
        _FILE,
        sent,
        (RouteAnswer(InBackup, "What is in it."),),
        {403: "`not-in`, `not-owner`; or no backup is expected there.", 413: "It is too large.", 422: "It is none."},
    )
)


def owner_of(context: AppContext) -> str:
    """Return the name under which the backups know the caller."""
    caller = context.caller()
    return _OWN if caller.this_computer else caller.phone


def _name_of(context: AppContext) -> Value:
    """Return the caller's name for the table's screen."""
    caller = context.caller()
    if caller.this_computer:
        return Message("stage.ask-here")
    return context.source.published.roster.phones[caller.phone].name or Message("stage.ask-nobody")


def _for_owner(context: AppContext) -> tuple[Backups, str]:
    """Return the table's backups and the name of the calling owner.

    :raises Problem: 403 for anybody but the owner, 404 if there are no backups.
    """
    may_say(context, must_be_owner(context))
    backups = context.services.backups
    if backups is None:
        raise Problem(404, "unknown")
    return backups, owner_of(context)
