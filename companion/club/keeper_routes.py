"""The keeper's own routes: signing in and out, and orders to tables.

Each checks for itself who asks. The checks of every request, Host and Origin, keep out other pages' requests.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Annotated, Literal

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta, Struct

from companion.club.context import KEEPERS_ROUTES, ClubContext
from companion.club.keeper import COOKIE, LONGEST, SESSION_S, Keeper, MustWait, NoPassword, WrongPassword
from companion.club.orders import Orders, new_id, to_each
from companion.club.tile import Tile
from companion.outside.messages import MAX_BYTES, Coming, KeeperMessage, KitMessage, Number, Slug, WantedRecord, encode
from companion.outside.mqtt.client.broker import Broker
from companion.outside.mqtt.kit_files import NoKit, slug_of
from companion.outside.mqtt.topics import TABLE_ID
from web_ui.http.content.bodies import answer_json, read_body
from web_ui.http.content.errors import Problem, body_of

BODY_BYTES = 2 * MAX_BYTES
"""Maximum body of these routes, a kit in JSON.

The server must permit it.
"""
Clock = Callable[[], float]
_Text = Annotated[str, Meta(min_length=1, max_length=120)]
_Tables = Literal["all"] | tuple[Annotated[str, Meta(pattern=f"^{TABLE_ID.pattern}$")], ...]


class SignIn(Struct, frozen=True):
    """The keeper's password."""

    password: Annotated[str, Meta(max_length=8 * LONGEST)]


class Announcement(Struct, frozen=True):
    """A message for *tables*."""

    text: _Text
    tables: _Tables = "all"
    minutes: Annotated[int, Meta(ge=1, le=240)] = 5


class NewKit(Struct, frozen=True):
    """A kit for *tables*.

    A given *slug* must be that of its *text*.
    """

    text: str
    slug: Slug | None = None
    tables: _Tables = "all"


class RecordRequest(Struct, frozen=True):
    """Request for the record of a *game*, 0 for the current."""

    game: Number = 0


class Nothing(Struct, frozen=True):
    """An empty body."""


class Sent(Struct, frozen=True):
    """The order's *id*, and the number of its *tables*."""

    id: str
    tables: int


class Done(Struct, frozen=True):
    """An empty answer."""


def create_keepers_routes(
    context: ClubContext, keeper: Keeper, broker: Broker, clock: Clock = time.monotonic
) -> Blueprint:
    """Return the routes of *keeper*, with orders sent by *broker*.

    :param clock: monotonic seconds.
    """
    routes = Blueprint(KEEPERS_ROUTES, __name__)
    _add_signing(routes, context, keeper)
    _add_orders(routes, context, Orders(broker, clock))
    return routes


def _add_signing(routes: Blueprint, context: ClubContext, keeper: Keeper) -> None:
    @routes.post("/sign-in")
    def sign_in() -> Response:
        try:
            cookie = keeper.sign_in(read_body(SignIn).password, request.remote_addr or "")
        except WrongPassword:
            return _why_not(context, Problem(403, "wrong-password"))
        except NoPassword:
            return _why_not(context, Problem(409, "no-password"))
        except MustWait as error:
            return _why_not(context, Problem(429, "too-many-tries", math.ceil(error.wait_s)))
        return _with_cookie(answer_json(Done()), cookie, SESSION_S)

    @routes.post("/sign-out")
    def sign_out() -> Response:
        keeper.sign_out(request.cookies)
        return _with_cookie(answer_json(Done()), "", 0)


def _why_not(context: ClubContext, problem: Problem) -> Response:
    """Return *problem* as JSON, for a script of the page."""
    answer = answer_json(body_of(problem, context.texts, context.lang()), problem.status)
    if problem.retry_s is not None:
        answer.headers["Retry-After"] = str(problem.retry_s)
    return answer


def _with_cookie(answer: Response, cookie: str, kept_s: int) -> Response:
    answer.set_cookie(
        COOKIE, cookie, max_age=kept_s, httponly=True, samesite="Strict", secure=request.is_secure, path="/"
    )
    return answer


def _add_orders(routes: Blueprint, context: ClubContext, orders: Orders) -> None:
    @routes.before_request
    def only_the_keeper() -> None:
        if request.endpoint not in ("keeper.sign_in", "keeper.sign_out") and not context.keeper():
            raise Problem(403, "not-keeper")

    @routes.post("/api/tables/message")
    def message() -> Response:
        said = read_body(Announcement)
        order = KeeperMessage(new_id(), said.text, said.minutes)
        return _send(orders, "message", _obeying(context, said.tables, "message"), order, order_id=order.id)

    @routes.post("/api/tables/kit")
    def kit() -> Response:
        request.max_content_length = BODY_BYTES
        new = read_body(NewKit)
        order = KitMessage(new_id(), _slug_in(new), new.text)
        if len(encode(order)) > MAX_BYTES:
            raise Problem(413, "kit-too-long")
        return _send(orders, "kit", _obeying(context, new.tables, "kit"), order, order_id=order.id)

    @routes.post("/api/tables/<name>/record")
    def record(name: str) -> Response:
        order = WantedRecord(new_id(), read_body(RecordRequest).game)
        _tile(context, name)
        return _send(orders, "record", _obeying(context, (name,), "record"), order, order_id=order.id)

    @routes.post("/api/tables/<name>/coming")
    def coming(name: str) -> Response:
        read_body(Nothing)
        call = _tile(context, name).call
        if call is None:
            raise Problem(409, "no-call")
        order = Coming(new_id(), call.id)
        return _send(orders, "coming", (name,), order, order_id=order.id)


def _slug_in(new: NewKit) -> str:
    """Return the kit's own name.

    :raises Problem: 422, if it has no name or another one than given.
    """
    try:
        slug = msgspec.convert(slug_of(new.text), Slug)
    except (NoKit, msgspec.ValidationError) as error:
        raise Problem(422, "no-kit") from error
    if new.slug not in (None, slug):
        raise Problem(422, "another-kit")
    return slug


def _send(
    orders: Orders,
    name: Literal["message", "kit", "record", "coming"],
    tables: Sequence[str],
    order: Struct,
    *,
    order_id: str,
) -> Response:
    """Send *order* to *tables*.

    :raises Problem: 409, if none of them obeys; 503, if the broker is out of touch.
    """
    if not tables:
        raise Problem(409, "nobody-obeys")
    if not orders.send(name, to_each(tables, order)):
        raise Problem(503, "no-broker")
    return answer_json(Sent(order_id, len(tables)))


def _tile(context: ClubContext, name: str) -> Tile:
    details = context.live.details(name) if TABLE_ID.fullmatch(name) else None
    if details is None:
        raise Problem(404, "unknown")
    return details.tile


def _obeying(context: ClubContext, tables: _Tables, what: str) -> Sequence[str]:
    """Return the connected ones of *tables* that obey such an order.

    *what* names the order.
    """
    found = []
    for name in context.live.names() if tables == "all" else dict.fromkeys(tables):
        details = context.live.details(name)
        if details is not None and details.tile.is_online and what in details.tile.obeys:
            found.append(name)
    return found
