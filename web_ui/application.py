"""One Flask application of the mirror: its routes, and what holds for every request whatever its address."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from flask import Blueprint, Flask, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from web_ui.api import devices, joining
from web_ui.api import table as table_routes
from web_ui.api.context import AppContext, keep_context
from web_ui.api.declaring import PREFIX, Route, create_api
from web_ui.http.admission import FILE_COST
from web_ui.http.errors import Problem, too_fast
from web_ui.http.every_request import finish_answers, guard, new_app
from web_ui.http.hosts import is_loopback
from web_ui.http.proxied import PROXIED
from web_ui.pages.first_picture import create_pages
from web_ui.pages.tv import create_tv

PLAYED = tuple(route for module in (table_routes, devices, joining) for route in module.ROUTES.all)
"""The API's routes while a table is played."""
_OPEN_PAGES = frozenset(
    {"static", "pages.phone", "pages.join", "pages.manifest", "tv.ours", "apart.heard", "metrics.page", "first.page"}
)
"""What is there for who hasn't joined, where they may not watch: the pages show them how to, and nothing else."""
_ONE_RECORD = f"{PREFIX}/records/<int:number>"
FOR_WHO_IS_IN = (
    *((rule, "GET") for rule in ("/owner", "/doctor", f"{PREFIX}/doctor", f"{PREFIX}/rehearsal", f"{PREFIX}/backup")),
    *((rule, "GET") for rule in (f"{PREFIX}/records", _ONE_RECORD, f"{_ONE_RECORD}/draws", f"{_ONE_RECORD}/moves")),
    *((rule, "GET") for rule in (f"{_ONE_RECORD}/moves/<int:at>", f"{_ONE_RECORD}/report")),
    *((rule, "POST") for rule in (f"{PREFIX}/owner", f"{PREFIX}/backup", f"{PREFIX}/backup/<word>")),
    (f"{PREFIX}/first-evening", "POST"),
)
"""The addresses and methods of the other routes that answer nobody but this computer and phones that have joined."""
_REFUSED = "refused"


def create_played(context: AppContext) -> Iterator[Blueprint]:
    """Give the pages over *context* of a table that is played: a phone's and the television's."""
    yield create_pages(context)
    yield create_tv(context)


def create_refusing() -> Blueprint:
    """Return what stands in the place of `FOR_WHO_IS_IN` for everybody else while only the routes of play are made."""
    refusing = Blueprint(_REFUSED, __name__)
    for rule, method in FOR_WHO_IS_IN:
        refusing.add_url_rule(rule, "all", _refuse, methods=[method])
    return refusing


def _refuse(**_: object) -> str:
    raise Problem(403, "not-in")


def answers_by_itself(app: Flask, context: AppContext, environ: Mapping[str, Any]) -> bool:
    """Tell whether *app*, of the routes of play alone, answers the request *environ* as all routes would.

    Those are a route of its own, and a request that is refused before any route is asked.
    """
    try:
        endpoint, _ = app.url_map.bind("").match(environ["PATH_INFO"], environ["REQUEST_METHOD"])
    except RequestRedirect:
        return True
    except HTTPException:
        endpoint = ""
    is_refusing = endpoint.startswith(f"{_REFUSED}.")
    if endpoint and not is_refusing:
        return True
    with app.request_context(dict(environ)):
        try:
            guard(context.hosts)
        except Problem:
            return True
        return is_refusing and not context.may_read()


def application(
    context: AppContext, visited: Callable[[str, bool], None], routes: Iterable[Route], pages: Iterable[Blueprint]
) -> Flask:
    """Return the application over *context* with the API's *routes* and *pages*; *visited* is `create_mirror`'s."""
    app = new_app("web_ui")
    keep_context(app, context)
    app.jinja_env.globals["assets"] = context.assets
    static = f"/static/{context.assets.version}"
    app.add_url_rule(f"{static}/<path:filename>", "static", context.assets.answer)
    for blueprint in (create_api(context, routes), *pages):
        app.register_blueprint(blueprint)
    for_all = _OPEN_PAGES | {f"api.{route.name}" for route in routes if route.open_to_all}
    app.before_request(lambda: _share_out(context, visited))
    app.before_request(lambda: guard(context.hosts))
    app.before_request(lambda: _admit(context, for_all))
    finish_answers(app, context.texts, context.lang, static)
    return app


def _share_out(context: AppContext, visited: Callable[[str, bool], None]) -> None:
    """Remember from where those call who are in; let strangers ask no oftener than they may.

    :raises Problem: 429.
    """
    address = request.remote_addr or ""
    caller = context.caller()
    is_in = not caller.is_stranger(context.source.published)
    if PROXIED not in request.environ and not is_loopback(address):
        visited(address, is_in)
    if is_in:
        if caller.phone or caller.television:
            context.admission.met(address, caller.phone or caller.television)
        return
    wait_s = context.admission.wait_s(address, FILE_COST if request.endpoint == "static" else 1.0)
    if wait_s:
        raise too_fast(wait_s)


def _admit(context: AppContext, for_all: Collection[str]) -> None:
    """Where only who has joined may watch, turn everybody else away from all but what is *for_all*.

    :raises Problem: 403.
    """
    known = request.endpoint is not None and request.endpoint not in for_all
    if known and not context.may_look():
        raise Problem(403, "not-in")
