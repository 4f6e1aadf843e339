"""Kits given away by code and file, and taken from other tables."""

from __future__ import annotations

from flask import Response, request

from companion.engine.game import GameInfo
from companion.engine.values.message import Message
from companion.model.requests import RequestRefused
from companion.model.shelf.games import edition_of
from companion.sharing.code import code_of
from companion.sharing.offers import KitOffer, KitOffers, without_picture
from web_ui.api.bodies import AskedBody, DoneBody
from web_ui.api.context import AppContext
from web_ui.api.games.exchange_bodies import OfferedKit, OfferState, SharedKit, ShownCodeBody, TakeBody
from web_ui.api.owner import may_say
from web_ui.api.routes import PREFIX, ApiRoute, RouteAnswer, Routes
from web_ui.http.access.callers import Caller
from web_ui.http.content.bodies import answer_json, read_body
from web_ui.http.content.errors import Problem, refusal_of
from web_ui.http.content.headers import LARGE_BODIES, OFFER_PATH
from web_ui.http.content.qr import kit_code

ROUTES = Routes()
PHOTOS = ("image/jpeg", "image/png")
TEXTS = ("text/plain", "application/toml")
_OWN = "this computer"
_SENT = "/games/offer"


@ROUTES.get(
    "/games/<game>/kit.toml",
    RouteAnswer(bytes, "The file.", media="application/toml"),
    problems={404: "There is no such kit."},
)
def kit_file(context: AppContext, game: str) -> Response:
    """A kit's file, to be saved."""
    kit = source(context, game)
    disposition = {"Content-Disposition": f'attachment; filename="{game}.toml"'}
    return Response(kit, mimetype="application/toml", headers=disposition)


@ROUTES.get(
    "/games/<game>/share",
    RouteAnswer(SharedKit, "The kit, with its code."),
    problems={404: "There is no such kit."},
)
def shared_kit(context: AppContext, game: str) -> Response:
    """A kit's code and address, for another table."""
    return answer_json(context.texts.localize(context.lang(), shared(context, game)))


@ROUTES.post(
    "/games/<game>/share",
    ShownCodeBody,
    RouteAnswer(DoneBody, "Done."),
    example={"shown": True},
    problems={403: "`not-in`.", 404: "There is no such kit."},
)
def show_code(context: AppContext, game: str) -> Response:
    """Show a kit's code on televisions for two minutes, or withdraw it."""
    _caller_who_says(context)
    body = read_body(ShownCodeBody)
    if body.shown:
        source(context, game)
        context.views.presence.show_code(game)
    else:
        context.views.presence.withdraw_code(game)
    context.stream.nudge()
    return answer_json(DoneBody())


@ROUTES.get(_SENT, RouteAnswer(OfferState, "How it stands."), problems={403: "`not-in`."})
def kit_offer(context: AppContext) -> Response:
    """The caller's offer of a kit, and the table's answer."""
    caller = _caller_who_is_in(context)
    sharing, who = _sharing(context), _key_of(caller)
    outcome, said = sharing.outcome(who)
    text = said or (Message(f"share.outcome-{outcome}") if outcome else "")
    offer = sharing.offer(who)
    told = _told(context, caller, offer) if offer is not None else None
    return answer_json(context.texts.localize(context.lang(), OfferState(told, outcome, text)))


@ROUTES.post(
    "/games/take",
    TakeBody,
    RouteAnswer(DoneBody, "Done."),
    RouteAnswer(AskedBody, f"The table is asked; GET {PREFIX}{_SENT} tells what it says.", 202),
    example={"do": "ask"},
    problems={
        403: "`not-in`; `not-owner` for `take`.",
        409: "`asking` or `asked-lately`.",
        422: "There is no offer, or it can't be taken.",
        503: "Nothing can be written down now; or the table is busy.",
    },
)
def take_kit(context: AppContext) -> Response:
    """Take the offered kit: after the table's OK, or as owner."""
    caller = _caller_who_says(context)
    body, sharing, who = read_body(TakeBody), _sharing(context), _key_of(caller)
    if body.do == "take" and not caller.is_owner(context.source.published):
        raise Problem(403, "not-owner")
    try:
        if body.do == "ask":
            sharing.ask(who, context.source.published.lang)
            return answer_json(AskedBody(True), 202)
        if body.do == "take":
            sharing.install(who)
        else:
            sharing.put_away(who)
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    return answer_json(DoneBody())


def send_kit(context: AppContext) -> Response:
    """Offer a kit: a photo, a code's text, or a file.

    A photo of a code is a JPEG or PNG of up to 6 million pixels. Nothing is installed before POST
    /api/v1/games/take.
    """
    caller = _caller_who_says(context)
    if request.mimetype not in (*PHOTOS, *TEXTS):
        raise Problem(415, "not-json")
    request.max_content_length = LARGE_BODIES[OFFER_PATH]
    sent, sharing, who = request.get_data(), _sharing(context), _key_of(caller)
    try:
        if request.mimetype in PHOTOS:
            offer = sharing.look_at(who, sent)
        else:
            offer = sharing.look(who, sent.decode("utf-8-sig"))
    except UnicodeDecodeError:
        refusal = RequestRefused(Message("share.is-text"), "refused")
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    return answer_json(context.texts.localize(context.lang(), _told(context, caller, offer)))


ROUTES.all.append(
    ApiRoute(
        "POST",
        _SENT,
        send_kit,
        (RouteAnswer(OfferedKit, "What it holds."),),
        {
            403: "`not-in`.",
            413: "It is larger than 2 MiB.",
            415: "It is neither a photo nor text.",
            422: "There is no kit in it, or one with faults.",
        },
    )
)


def source(context: AppContext, game: str) -> bytes:
    """Return the file of the kit *game*.

    :raises Problem: 404 without one.
    """
    kit = _sharing(context).source(game)
    if kit is None:
        raise Problem(404, "unknown")
    return kit


def shared(context: AppContext, game: str) -> SharedKit:
    """Return the kit *game* for other tables, before translation.

    :raises Problem: 404 without one.
    """
    kit, info = source(context, game), _info(context, game)
    has_picture = info.cover.endswith(".svg")
    code = code_of(without_picture(kit.decode()).encode() if has_picture else kit)
    note = Message("share.too-large") if code is None else Message("share.no-picture") if has_picture else ""
    edition = edition_of(info) or Message("shelf.version", {"version": info.version})
    host = context.hosts.for_phones(request.headers.get("Host", ""))
    return SharedKit(
        game,
        info.name,
        edition,
        code=kit_code(code) if code else "",
        address=f"{request.scheme}://{host}/k/{game}",
        file=f"{PREFIX}/games/{game}/kit.toml",
        note=note,
        cover=f"covers/{info.cover_name}.svg" if has_picture else "",
    )


def _info(context: AppContext, game: str) -> GameInfo:
    """Return the kit *game* of the shelf.

    :raises Problem: 404 while it is switched off.
    """
    found = [each for each in context.source.published.library if each.slug == game]
    info = max(found, key=lambda each: each.mode == "kit", default=None)
    if info is None:
        raise Problem(404, "unknown")
    return info


def _told(context: AppContext, caller: Caller, offer: KitOffer) -> OfferedKit:
    lang, kit = context.lang(), offer.kit.kit
    edition = Message("shelf.version-by", {"version": kit.version, "author": kit.author}) if kit.author else None
    is_owner = caller.is_owner(context.source.published)
    if offer.before is None:
        button = Message("share.take-it" if is_owner else "share.take-it-ask")
    else:
        button = Message("share.replace" if is_owner else "share.replace-ask")
    return OfferedKit(
        kit.slug,
        offer.title(lang),
        offer.text(lang, "shelf.line"),
        edition=edition or Message("shelf.version", {"version": kit.version}),
        parts=offer.parts(lang),
        compared=offer.compared,
        can_take=is_owner,
        take="" if offer.is_there else button,
    )


def _key_of(caller: Caller) -> str:
    return _OWN if caller.this_computer else caller.phone


def _caller_who_is_in(context: AppContext) -> Caller:
    """Return the caller, a phone that has joined, or this computer.

    :raises Problem: 403 for anybody else.
    """
    if not context.may_read():
        raise Problem(403, "not-in")
    return context.caller()


def _caller_who_says(context: AppContext) -> Caller:
    """Return the caller if it may change something now.

    :raises Problem: 403 for strangers, 429 for a phone that says too much.
    """
    caller = _caller_who_is_in(context)
    may_say(context, caller)
    return caller


def _sharing(context: AppContext) -> KitOffers:
    sharing = context.services.sharing
    if sharing is None:
        raise Problem(404, "unknown")
    return sharing
