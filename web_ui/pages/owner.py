"""The owner's page and what it does: the door, the phones that are in, language, sound, devices, games and records.

This computer may always look after the table; a phone may once somebody has said OK to that at the table. Nobody opens
the pairing window from here: whoever opens it stands at the table.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, render_template, request
from msgspec import Meta, Struct

from companion.engine.seats import TABLE
from companion.model.requests import CommandRequest, Refusal
from web_ui.api.context import AppContext
from web_ui.api.table import PREFIX, answer_json, must_wait, read_body
from web_ui.http.errors import Problem, refusal_of
from web_ui.pages.first_picture import json_in_page, words_of

_LINES = frozenset({"lang", "mute", "new", "resume", "delete"})
"""The session's own commands that the owner's page sends."""
_ELSEWHERE = frozenset({"lang", "brightness", "sound", "phones", "about"})
"""Rows of the table's own tree that have a place of their own on this page, or are for who stands at the table."""
_WORDS: dict[str, tuple[str, ...]] = {"page.back": (), "page.range": ("label", "least", "most")}
"""What rows and forms say besides what the tree has."""


class OwnerBody(Struct, forbid_unknown_fields=True):
    """``POST /owner``: see openapi_owner.py for what *do* may be."""

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
    seen: Annotated[int, Meta(ge=0, le=2**53)]
    do: Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,500}\Z")]


def create_owner(context: AppContext) -> Blueprint:
    """Return the owner's page and its routes over *context*."""
    owner = Blueprint("owner", __name__)
    owner.add_url_rule("/owner", "page", partial(_page, context))
    owner.add_url_rule(f"{PREFIX}/owner", "do", partial(_do, context), methods=["POST"])
    owner.add_url_rule(f"{PREFIX}/records", "records", partial(_records, context))
    owner.add_url_rule(f"{PREFIX}/records/<int:number>", "record", partial(_record, context))
    return owner


def _page(context: AppContext) -> str:
    caller, published = context.caller(), context.source.published
    if not context.may_read():
        raise Problem(403, "not-in")
    lang = context.lang()
    owns = caller.is_owner(published)
    view = context.views.view(published, caller, context.chosen_lang())
    return render_template(
        "owner.html",
        lang=lang,
        say=partial(context.texts.say, lang),
        table=context.views.table(published, view, context.views.lamps()),
        owns=owns,
        by_table=not caller.this_computer,
        outcome=context.phones.outcome(context.cookie()),
        muted=published.muted,
        table_lang=published.lang,
        languages=[(code, context.texts.say(code, "page.language_name")) for code in context.texts.languages],
        televisions=len(published.roster.televisions),
        window=context.phones.window.shown is not None,
        phones=_phones(context) if owns else [],
        records=game_rows(context, lang) if owns else [],
        start=_start(context, lang) if owns else "",
    )


def _start(context: AppContext, lang: str) -> str:
    """Return, as JSON, the rows by which games are opened, and kept ones taken up or deleted."""
    seen = context.source.published.seen_by(TABLE, frozenset({TABLE}))
    rows = next((row.then for row in seen.house if row.word == "table"), seen.house)
    games = [context.texts.localize(lang, row) for row in rows if row.word not in _ELSEWHERE]
    table = {"house": games, "seats": ["table"], "people": [], "reveal": {} if seen.reveal else None}
    return json_in_page({"table": table, "words": words_of(context.texts, lang, _WORDS), "chosen": None})


def _phones(context: AppContext) -> list[dict[str, Any]]:
    """Return the phones that are in; *id* is the beginning of what the roster knows each by."""
    published, own = context.source.published, context.caller().phone
    return [
        {
            "id": key[:16],
            "name": phone.name,
            "seats": [published.people[seat] for seat in phone.seats if seat < len(published.people)],
            "presence": context.views.presence.of_phone(key),
            "owner": key in published.roster.owners,
            "own": key == own,
        }
        for key, phone in published.roster.phones.items()
    ]


def _do(context: AppContext) -> Response:
    caller = context.caller()
    if not context.may_read():
        raise Problem(403, "not-in")
    if not caller.this_computer:
        must_wait(context.commands, caller.key)
    body = read_body(OwnerBody)
    if body.do != "ask" and not caller.is_owner(context.source.published):
        raise Problem(403, "not-owner")
    try:
        return _done(context, body)
    except Refusal as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))


def _done(context: AppContext, body: OwnerBody) -> Response:
    verb, _, rest = body.do.partition(" ")
    if body.do == "ask":
        context.phones.ask_to_own(context.cookie())
        return answer_json({"asked": True}, 202)
    if body.do == "television":
        path = f"/tv/{context.phones.new_television()}"
        host = context.hosts.for_phones(request.headers.get("Host", ""))
        return answer_json({"address": f"http://{host}{path}", "path": path})
    if body.do == "forget-televisions":
        context.phones.forget_televisions()
    elif body.do == "give-up":
        context.phones.give_up(context.cookie())
    elif body.do == "close":
        context.phones.window.close()
    elif verb == "sign-out" and len(rest) == 16:
        context.phones.sign_out(rest)
    elif verb in _LINES:
        context.source.submit(CommandRequest(body.id, body.seen, TABLE, body.do, "phone", frozenset({TABLE})))
    else:
        raise Problem(400, "body")
    return answer_json({})


def _records(context: AppContext) -> Response:
    if not context.may_read():
        raise Problem(403, "not-in")
    try:
        return Response(msgspec.json.encode(game_rows(context, context.lang())), mimetype="application/json")
    except Refusal as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))


def game_rows(context: AppContext, lang: str) -> list[dict[str, Any]]:
    """Return the games that were played, the newest first, said in *lang*."""
    return [
        {
            "id": game.number,
            "game": game.slug,
            "mode": game.mode,
            "name": context.texts.tell(lang, game.name),
            "seats": list(game.people),
            "at": game.at,
            "ended": game.is_over,
            "commitment": game.commitment,
        }
        for game in context.source.records()
    ]


def _record(context: AppContext, number: int) -> Response:
    if not context.may_read():
        raise Problem(403, "not-in")
    try:
        text = context.source.record(number)
    except Refusal as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    response = Response(text if request.method == "GET" else "", mimetype="text/plain")
    response.headers["Content-Disposition"] = f'attachment; filename="tidetable-{number}.tide"'
    return response
