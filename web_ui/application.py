"""The mirror's Flask application: its routes and the rules for every request."""

from __future__ import annotations

from collections.abc import Collection

from flask import Flask, request

from web_ui.api import backups, devices, first_evening, membership, owner, records, table
from web_ui.api.context import AppContext, context_over, keep_context
from web_ui.api.games import exchange, files
from web_ui.api.mirror import TableMirror
from web_ui.api.openapi import with_description
from web_ui.api.routes import create_api
from web_ui.http.access.admission import FILE_COST
from web_ui.http.access.hosts import is_loopback
from web_ui.http.access.proxy_callers import PROXIED
from web_ui.http.content.delivery import Delivery
from web_ui.http.content.errors import Problem, too_fast
from web_ui.http.content.every_request import finish_answers, guard, new_app
from web_ui.maker import routes as maker
from web_ui.pages import past, wiring
from web_ui.pages.apart import create_apart
from web_ui.pages.exchange import create_exchange
from web_ui.pages.first_evening import create_first_evening
from web_ui.pages.first_picture import create_pages
from web_ui.pages.maker import create_maker
from web_ui.pages.metrics import create_metrics
from web_ui.pages.owner import create_owner
from web_ui.pages.past import create_past
from web_ui.pages.tv import create_tv
from web_ui.pages.wiring import create_wiring

API = with_description(
    route
    for module in (
        table,
        devices,
        membership,
        owner,
        files,
        backups,
        first_evening,
        wiring,
        records,
        past,
        maker,
        exchange,
    )
    for route in module.ROUTES.all
)
"""Every route of the API."""
PAGES = (
    create_pages,
    create_tv,
    create_owner,
    create_apart,
    create_first_evening,
    create_wiring,
    create_past,
    create_exchange,
    create_maker,
)
"""Each makes the blueprint of some pages over the context."""
_OPEN_PAGES = frozenset(
    {"static", "pages.phone", "pages.join", "pages.manifest", "tv.ours", "apart.heard", "metrics.page", "first.page"}
)
"""Endpoints open to everybody even if only joined callers may watch.

Their pages show how to join and nothing else.
"""


def make_application(mirror: TableMirror) -> Flask:
    """Build the application over *mirror*."""
    context = context_over(mirror)
    app = new_app("web_ui")
    keep_context(app, context)
    app.jinja_env.globals["assets"] = delivery = Delivery(context.assets)
    static = f"/static/{delivery.version}"
    app.add_url_rule(f"{static}/<path:filename>", "static", delivery.answer)
    app.register_blueprint(create_api(context, API))
    for create in PAGES:
        app.register_blueprint(create(context))
    if context.services.is_counted:
        app.register_blueprint(create_metrics(context))
    for_all = _OPEN_PAGES | {f"api.{route.name}" for route in API if route.open_to_all}
    app.before_request(lambda: _share_out(context))
    app.before_request(lambda: guard(context.hosts))
    app.before_request(lambda: _admit(context, for_all))
    finish_answers(app, context.texts, context.lang, static)
    return app


def _share_out(context: AppContext) -> None:
    """Remember the addresses of joined callers and limit the rate of strangers.

    :raises Problem: 429.
    """
    address = request.remote_addr or ""
    caller = context.caller()
    is_in = not caller.is_stranger(context.source.published)
    if PROXIED not in request.environ and not is_loopback(address):
        context.services.visits.visited(address, is_in)
    if is_in:
        if caller.phone or caller.television:
            context.admission.met(address, caller.phone or caller.television)
        return
    wait_s = context.admission.wait_s(address, FILE_COST if request.endpoint == "static" else 1.0)
    if wait_s:
        raise too_fast(wait_s)


def _admit(context: AppContext, for_all: Collection[str]) -> None:
    """Admit only joined callers to all but *for_all*, unless everybody may watch.

    :raises Problem: 403.
    """
    known = request.endpoint is not None and request.endpoint not in for_all
    if known and not context.may_look():
        raise Problem(403, "not-in")
