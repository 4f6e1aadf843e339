"""``/api/v1``: the table as JSON, its stream, commands, and the hands on simulated hardware."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal, TypeVar

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta, Struct

from companion.engine.seats import CHANCE, TABLE
from companion.model.requests import CommandRequest, Refusal
from hardware.ports import ButtonName
from web_ui.api.context import AppContext
from web_ui.api.openapi import DESCRIPTION
from web_ui.http.callers import cookie_header
from web_ui.http.errors import Problem, refusal_of, too_fast
from web_ui.http.limits import Limit
from web_ui.http.stream import HAND_OVER, Listener
from web_ui.source import VirtualInput

log = logging.getLogger(__name__)

PREFIX = "/api/v1"
_SEAT_WORDS = {"table": TABLE, "chance": CHANCE}


class CommandBody(Struct, forbid_unknown_fields=True):
    """``POST /commands``: see openapi.py for what each field means."""

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
    seen: Annotated[int, Meta(ge=0, le=2**53)]
    seat: Annotated[int, Meta(ge=0, le=63)] | Literal["table", "chance"]
    do: Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,500}\Z")]
    entropy: Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){0,32}\Z")] = ""


class PressBody(Struct, forbid_unknown_fields=True):
    """``POST /press``: exactly one of *button*, *buttons*, *turn*."""

    button: ButtonName | None = None
    buttons: Annotated[list[ButtonName], Meta(min_length=1, max_length=6)] | None = None
    for_ms: Annotated[int, Meta(ge=20, le=10_000)] = 100
    turn: Annotated[int, Meta(ge=-24, le=24)] | None = None


class JoinBody(Struct, forbid_unknown_fields=True):
    """``POST /join``: a phone that is in gives neither *pin* nor *token*; what is left out stays as it is."""

    pin: Annotated[str, Meta(pattern=r"^[0-9]{6}\Z")] | None = None
    token: Annotated[str, Meta(pattern=r"^[0-9A-Z]{11}\Z")] | None = None
    seats: Annotated[list[Annotated[int, Meta(ge=0, le=63)]], Meta(max_length=64)] | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class LeaveBody(Struct, forbid_unknown_fields=True):
    """``POST /leave``: nothing to say."""


Body = TypeVar("Body", bound=Struct)


def create_api(context: AppContext) -> Blueprint:
    """Return the routes of ``/api/v1`` over *context*."""
    api = Blueprint("api", __name__, url_prefix=PREFIX)
    api.add_url_rule("/table", "table", partial(_table, context))
    api.add_url_rule("/stream", "stream", partial(_stream, context))
    api.add_url_rule("/form", "form", partial(_form, context))
    api.add_url_rule("/commands", "commands", partial(_commands, context), methods=["POST"])
    api.add_url_rule("/join", "join", partial(_join, context), methods=["POST"])
    api.add_url_rule("/join", "joined", partial(_joined, context))
    api.add_url_rule("/leave", "leave", partial(_leave, context), methods=["POST"])
    api.add_url_rule("/press", "press", partial(_press, context), methods=["POST"])
    api.add_url_rule("/screen.png", "screen", partial(_screen, context))
    api.add_url_rule("/tray", "tray", partial(_tray, context))
    api.add_url_rule("/openapi.json", "openapi", lambda: answer_json(DESCRIPTION))
    api.add_url_rule("/healthz", "healthz", partial(_healthz, context))
    return api


def _table(context: AppContext) -> Response:
    published = context.source.published
    view = context.views.view(published, context.caller(), context.chosen_lang())
    return answer_json(context.views.table(published, view, context.views.lamps()))


def _form(context: AppContext) -> Response:
    """Give a form of the table's that any seat may fill in, as the caller may see what it sets."""
    published, caller = context.source.published, context.caller()
    if not caller.speaks_for(published):
        raise Problem(403, "watching")
    play = published.form(request.args.get("do", ""), caller.viewer(published))
    if play is None:
        raise Problem(404, "no-form")
    return answer_json({"version": published.version, "play": context.texts.localize(context.lang(), play)})


def _stream(context: AppContext) -> Response:
    response = Response(mimetype="text/event-stream")
    screen = request.args.get("screen")
    if screen == "own":
        input_for_caller(context)  # whose fingers are at the simulated table, their eyes are too
    if request.method == "HEAD":
        return response
    stream = context.stream
    listener = stream.admit(context.caller(), context.chosen_lang(), screen in ("1", "own"), own=screen == "own")
    receive = partial(stream.start, listener)
    hand_over = request.environ.get(HAND_OVER)
    if hand_over is None:
        return _answered_here(context, listener, response)
    try:
        hand_over(receive)
    except OSError as fault:
        stream.release(listener)
        log.warning("a stream can't be opened: %s", fault)
        raise Problem(503, "full") from fault
    return response


def _answered_here(context: AppContext, listener: Listener, response: Response) -> Response:
    """Feed *listener* through the response itself, where the server can't hand its socket over."""
    ours, theirs = socket.socketpair()

    def events() -> Iterator[bytes]:
        while frame := theirs.recv(65536):
            yield frame

    response.response = events()
    response.call_on_close(theirs.close)
    context.stream.start(listener, ours, b"")
    return response


def _commands(context: AppContext) -> Response:
    published, caller = context.source.published, context.caller()
    speaks_for = caller.speaks_for(published)
    if not speaks_for:
        raise Problem(403, "watching")
    if not caller.this_computer:
        must_wait(context.commands, caller.key)
    body = read_body(CommandBody)
    seat = _SEAT_WORDS[body.seat] if isinstance(body.seat, str) else body.seat
    wish = CommandRequest(
        body.id, body.seen, seat, body.do, "phone", speaks_for, bytes.fromhex(body.entropy), caller.phone
    )
    try:
        return answer_json({"version": context.source.submit(wish)})
    except Refusal as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))


def _join(context: AppContext) -> Response:
    must_wait(context.joins, request.remote_addr or "")
    body = read_body(JoinBody)
    if body.pin is not None and context.phones.window.is_open:
        must_wait(context.wrong_digits, request.remote_addr or "", take=False)
    try:
        joined = context.phones.join(context.cookie(), body.pin, body.seats, body.name, body.token)
    except Refusal as refusal:
        if refusal.reason == "wrong-pin":
            context.wrong_digits.wait_s(request.remote_addr or "")
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    if joined.is_asked:
        response = answer_json({"asked": True}, 202)
    else:
        response = answer_json({"seats": joined.phone.seats, "name": joined.phone.name})
    response.headers["Set-Cookie"] = cookie_header(joined.cookie)
    return response


def _joined(context: AppContext) -> Response:
    caller, published = context.caller(), context.source.published
    told = {"joined": caller.is_in(published), "owner": caller.is_owner(published)}
    return answer_json({**told, "asked": context.phones.outcome(context.cookie())})


def _leave(context: AppContext) -> Response:
    must_wait(context.joins, request.remote_addr or "")
    read_body(LeaveBody)
    try:
        context.phones.leave(context.cookie())
    except Refusal as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    response = answer_json({})
    response.headers["Set-Cookie"] = cookie_header("")
    return response


def must_wait(limit: Limit, caller: str, *, take: bool = True) -> None:
    """Take one from *caller*'s share of *limit*; without *take* only see that there is one.

    :raises Problem: 429, when there is none left.
    """
    wait_s = limit.wait_s(caller, take=take)
    if wait_s:
        raise too_fast(wait_s)


def _press(context: AppContext) -> Response:
    virtual = input_for_caller(context)
    body = read_body(PressBody)
    if [body.button, body.buttons, body.turn].count(None) != 2 or body.turn == 0:
        raise Problem(400, "press")
    try:
        if body.turn is not None:
            virtual.turn(body.turn)
        else:
            virtual.press(body.buttons or [body.button or "push"], body.for_ms)
    except ValueError as fault:
        raise Problem(400, "press") from fault
    return answer_json({})


def input_for_caller(context: AppContext, elsewhere: int = 403) -> VirtualInput:
    """Return the hands on simulated hardware for the caller.

    :raises Problem: 404 where the hardware is real, *elsewhere* for all but this computer.
    """
    if context.panel is None or context.panel.input is None:
        raise Problem(404, "no-panel")
    if not context.caller().this_computer:
        raise Problem(elsewhere, "panel-elsewhere")
    return context.panel.input


def _screen(context: AppContext) -> Response:
    if context.panel is None:
        raise Problem(404, "no-screen")
    scale = request.args.get("scale", "1")
    if scale not in tuple("12345678"):
        raise Problem(400, "scale")
    picture = context.panel.picture_png(context.panel.public_picture(), int(scale))
    return Response(picture, mimetype="image/png")


def _tray(context: AppContext) -> Response:
    """Give the emulated tray's lights to the panel, which shows them, and to nobody else."""
    input_for_caller(context, elsewhere=404)
    assert context.panel is not None
    return answer_json({"leds": context.panel.tray()})


def _healthz(context: AppContext) -> Response:
    published = context.source.published
    if published.trouble:
        raise Problem(503, "not-playing")
    return answer_json({"version": published.version})


def read_body(kind: type[Body]) -> Body:
    """Return the request's body as a *kind*.

    :raises Problem: 415 or 400, when it isn't one.
    """
    if request.mimetype != "application/json":
        raise Problem(415, "not-json")
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Problem(400, "body") from fault


def answer_json(body: object, status: int = 200) -> Response:
    """Return *body* as an answer."""
    return Response(msgspec.json.encode(body), status, mimetype="application/json")
