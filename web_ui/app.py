"""The mirror's application: every part joined, and what holds for every request whatever its address.

What a table needs that is played is there from the start; all other routes are imported once somebody asks for one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, request

from companion.phones.joining import Phones
from companion.runtime.late import Late
from companion.texts.say import Texts
from web_ui.api import devices, joining
from web_ui.api import table as table_routes
from web_ui.api.context import AppContext, keep_context
from web_ui.api.declaring import Route, create_api
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
from web_ui.pages.first_picture import create_pages
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
_PLAYED = tuple(route for module in (table_routes, devices, joining) for route in module.ROUTES.all)
"""The API's routes while a table is played."""
_OPEN_PAGES = frozenset(
    {"static", "pages.phone", "pages.join", "pages.manifest", "tv.ours", "apart.heard", "metrics.page", "first.page"}
)
"""What is there for who hasn't joined, where they may not watch: the pages show them how to, and nothing else."""


class Mirror:
    """The mirror as a WSGI application: the routes of a table that is played, and *whole*, all of them, once needed.

    Law: every request is answered as by the whole application.
    """

    def __init__(self, played: Flask, whole: Callable[[], Flask]) -> None:
        self._played, self.whole = played, Late(whole)
        self.extensions = played.extensions
        """The context, as in a Flask application."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer the request *environ*, as WSGI has it."""
        app = self.whole.made
        if app is None:
            app = self._played if self._is_of_play(environ) else self.whole()
        return app(environ, start_response)

    def _is_of_play(self, environ: Mapping[str, Any]) -> bool:
        return self._played.url_map.bind("").test(environ["PATH_INFO"], environ["REQUEST_METHOD"])


def create_mirror(
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
    doctor: Callable[[], Doctor] | None = None,
    metrics: MetricsSource | None = None,
    evening: EveningSource = NO_EVENING,
    backups: Callable[[], Backups] | None = None,
    forget: ForgettingSource | None = None,
    switch_off: Callable[[], None] | None = None,
    nights: Callable[[], NightBackups] | None = None,
) -> Mirror:
    """Return the mirror of *table*, subscribed to it; made before the session starts.

    *panel* gives the devices; None leaves the screen and ``/panel`` out. *phones* lets phones in. *games* gives the
    folders of those games that have parts of pages of their own, by slug, *covers* the files of games' pictures.
    *mend* puts right what the owner chooses, and tells whether that was one of a fault's offers. *visited* hears from
    which other machines' addresses requests come. *rehearsal* tries all parts of the table, *doctor* tells how each is.
    *metrics* are the table's counts, None where there is no page of them; *evening* does what the first evening's
    answers take. *backups* gives out and takes in the table's own, None where there are none;
    *forget* has the table asked whether everything is to be forgotten, *switch_off* switches it off a moment later;
    *nights* are the backups made by night.
    The mirror's stream runs until ``Server.close`` or, without a server, ``context_of(mirror).stream.close()``.
    """
    assets = Assets(STATIC, _TEMPLATES, games=games, covers=covers)
    views = Views(texts, panel, phones, assets.version)
    stream = Stream(table.published, views, settings)
    hosts = Hosts(settings.hostname, (*settings.names, settings.host), settings.addresses)
    joins, wrong_digits, commands = (Limit(*share, settings.clock) for share in (JOINS, WRONG_DIGITS, COMMANDS))
    limits = (joins, wrong_digits, commands, Admission(lambda who: table.published.roster.knows(who), settings.clock))
    owners = (settings.watching, mend, rehearsal, doctor)
    later: Any = {"evening": evening, "backups": backups, "forget": forget, "switch_off": switch_off, "nights": nights}
    context = AppContext(table, panel, texts, hosts, views, stream, phones, *limits, assets, *owners, **later)
    table.subscribe(stream)
    phones.window.subscribe(stream.nudge)

    def whole() -> Flask:
        from web_ui.routes import API, create_blueprints

        return _application(context, visited, API, create_blueprints(context, metrics))

    return Mirror(_application(context, visited, _PLAYED, ()), whole)


def create_app(*parts: Any, **more: Any) -> Flask:
    """Return all that `create_mirror` makes of the same as one Flask application."""
    return create_mirror(*parts, **more).whole()


def _application(
    context: AppContext, visited: Callable[[str], None], routes: Iterable[Route], pages: Iterable[Blueprint]
) -> Flask:
    """Return the application with the table's page, the API's *routes* and more *pages*."""
    app = new_app(__name__)
    keep_context(app, context)
    app.jinja_env.globals["assets"] = context.assets
    static = f"/static/{context.assets.version}"
    app.add_url_rule(f"{static}/<path:filename>", "static", context.assets.answer)
    for blueprint in (create_api(context, routes), create_pages(context), *pages):
        app.register_blueprint(blueprint)
    for_all = _OPEN_PAGES | {f"api.{route.name}" for route in routes if route.open_to_all}
    app.before_request(lambda: _note_visit(visited))
    app.before_request(lambda: _share_out(context))
    app.before_request(lambda: guard(context.hosts))
    app.before_request(lambda: _admit(context, for_all))
    finish_answers(app, context.texts, context.lang, static)
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


def _admit(context: AppContext, for_all: Collection[str]) -> None:
    """Where only who has joined may watch, turn everybody else away from all but what is *for_all*.

    :raises Problem: 403.
    """
    known = request.endpoint is not None and request.endpoint not in for_all
    if known and not context.may_look():
        raise Problem(403, "not-in")
