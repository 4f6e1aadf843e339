"""The Flask application: every part joined, and what holds for every request whatever its address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Flask, request

from companion.phones.joining import Phones
from companion.texts.say import Texts
from web_ui.api import backups as backup_routes
from web_ui.api import devices, first_evening, joining, owner, records, rules
from web_ui.api import table as table_routes
from web_ui.api.context import AppContext, keep_context
from web_ui.api.declaring import create_api
from web_ui.api.openapi import with_description
from web_ui.api.views import Views
from web_ui.http.admission import FILE_COST, Admission
from web_ui.http.assets import STATIC, Assets
from web_ui.http.errors import Problem, too_fast
from web_ui.http.every_request import finish_answers, guard, new_app
from web_ui.http.hosts import Hosts, is_loopback
from web_ui.http.limits import Limit
from web_ui.http.proxied import PROXIED
from web_ui.http.settings import WebSettings
from web_ui.http.stream import Stream
from web_ui.pages import past
from web_ui.pages.apart import create_apart
from web_ui.pages.first_evening import create_first_evening
from web_ui.pages.first_picture import create_pages
from web_ui.pages.metrics import create_metrics
from web_ui.pages.owner import create_owner
from web_ui.pages.past import create_past
from web_ui.pages.tv import create_tv
from web_ui.source import (
    NO_EVENING,
    NO_REHEARSAL,
    Backups,
    Doctor,
    EveningSource,
    ForgettingSource,
    MetricsSource,
    NightBackups,
    PanelSource,
    RehearsalSource,
    TableSource,
)

_TEMPLATES = Path(__file__).parent / "templates"
JOINS = (10, 10 / 60)
"""How many joins an address may try at once, and then for each second."""
WRONG_DIGITS = (7, 1 / 60)
"""How often an address may give wrong digits at once, and then for each second.

Five shut a window for everybody. Who has done that may still give the next one's, but can't shut it too.
"""
COMMANDS = (20, 5.0)
"""How many commands a phone may send at once, and then for each second."""
API = with_description(
    route
    for module in (table_routes, devices, joining, owner, backup_routes, first_evening, records, rules, past)
    for route in module.ROUTES.all
)
"""Every route of the API."""
_OPEN_PAGES = frozenset(
    {"static", "pages.phone", "pages.join", "pages.manifest", "tv.ours", "apart.heard", "metrics.page", "first.page"}
)
_FOR_ALL = _OPEN_PAGES | {f"api.{route.name}" for route in API if route.open_to_all}
"""What is there for who hasn't joined, where they may not watch: the pages show them how to, and nothing else."""


def create_app(
    table: TableSource,
    panel: PanelSource | None,
    texts: Texts,
    settings: WebSettings,
    phones: Phones,
    games: Mapping[str, Path] | None = None,
    covers: Mapping[str, Path] | None = None,
    mend: Callable[[str], bool] = lambda line: False,
    visited: Callable[[str], None] = lambda address: None,
    rehearsal: RehearsalSource = NO_REHEARSAL,
    doctor: Doctor | None = None,
    metrics: MetricsSource | None = None,
    evening: EveningSource = NO_EVENING,
    backups: Backups | None = None,
    forget: ForgettingSource | None = None,
    switch_off: Callable[[], None] | None = None,
    nights: NightBackups | None = None,
) -> Flask:
    """Return the mirror of *table* as a WSGI application, subscribed to it; made before the session starts.

    *panel* gives the devices; None leaves the screen and ``/panel`` out. *phones* lets phones in. *games* gives the
    folders of those games that have parts of pages of their own, by slug, *covers* the files of games' pictures.
    *mend* puts right what the owner chooses, and tells whether that was one of a fault's offers. *visited* hears from
    which other machines' addresses requests come. *rehearsal* tries all parts of the table, *doctor* tells how each is.
    *metrics* are the table's counts, None where there is no page of them; *evening* does what the first evening's
    answers take. *backups* gives out and takes in the table's own, None where there are none;
    *forget* has the table asked whether everything is to be forgotten, *switch_off* switches it off a moment later;
    *nights* are the backups made by night.
    The mirror's stream runs until ``Server.close`` or, without a server, ``context_of(app).stream.close()``.
    """
    app = new_app(__name__)
    assets = Assets(STATIC, _TEMPLATES, games=games, covers=covers)
    app.jinja_env.globals["assets"] = assets
    static = f"/static/{assets.version}"
    app.add_url_rule(f"{static}/<path:filename>", "static", assets.answer)
    views = Views(texts, panel, phones, assets.version)
    stream = Stream(table.published, views, settings)
    hosts = Hosts(settings.hostname, (*settings.names, settings.host), settings.addresses)
    joins, wrong_digits, commands = (Limit(*share, settings.clock) for share in (JOINS, WRONG_DIGITS, COMMANDS))
    limits = (joins, wrong_digits, commands, Admission(lambda who: table.published.roster.knows(who), settings.clock))
    owners = (settings.watching, mend, rehearsal, doctor)
    later: Any = {"evening": evening, "backups": backups, "forget": forget, "switch_off": switch_off, "nights": nights}
    context = AppContext(table, panel, texts, hosts, views, stream, phones, *limits, assets, *owners, **later)
    keep_context(app, context)
    app.register_blueprint(create_api(context, API))
    app.register_blueprint(create_owner(context))
    app.register_blueprint(create_pages(context))
    app.register_blueprint(create_apart(context))
    app.register_blueprint(create_first_evening(context))
    app.register_blueprint(create_past(context))
    app.register_blueprint(create_tv(context))
    if metrics is not None:
        app.register_blueprint(create_metrics(context, metrics))
    app.before_request(lambda: _note_visit(visited))
    app.before_request(lambda: _share_out(context))
    app.before_request(lambda: guard(hosts))
    app.before_request(lambda: _admit(context))
    finish_answers(app, texts, context.lang, static)
    table.subscribe(stream)
    phones.window.subscribe(stream.nudge)
    return app


def _note_visit(visited: Callable[[str], None]) -> None:
    address = request.remote_addr or ""
    if PROXIED not in request.environ and not is_loopback(address):
        visited(address)


def _share_out(context: AppContext) -> None:
    """Remember from where those call who are in; let strangers ask no oftener than they may.

    :raises Problem: 429.
    """
    address = request.remote_addr or ""
    caller = context.caller()
    if not caller.is_stranger(context.source.published):
        if caller.phone or caller.television:
            context.admission.met(address, caller.phone or caller.television)
        return
    wait_s = context.admission.wait_s(address, FILE_COST if request.endpoint == "static" else 1.0)
    if wait_s:
        raise too_fast(wait_s)


def _admit(context: AppContext) -> None:
    """Where only who has joined may watch, turn everybody else away from all but what lets them in.

    :raises Problem: 403.
    """
    known = request.endpoint is not None and request.endpoint not in _FOR_ALL
    if known and not context.may_look():
        raise Problem(403, "not-in")
