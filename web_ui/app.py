"""The mirror, with all parts joined.

Its routes are imported after the table answers, or by the first request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.phones.joining import Phones
from companion.runtime.late import Late
from companion.texts.say import Texts
from web_ui.api.context import AppContext
from web_ui.api.views import Views
from web_ui.http.admission import Admission
from web_ui.http.assets import STATIC, Assets
from web_ui.http.flask_late import FLASK
from web_ui.http.hosts import Hosts
from web_ui.http.limits import Limit
from web_ui.http.server import EXTENSION
from web_ui.http.settings import WebSettings
from web_ui.http.stream import Stream
from web_ui.source import NO_SERVICES, MirrorServices, PanelSource, TableSource

if TYPE_CHECKING:
    from flask import Flask

_TEMPLATES = Path(__file__).parent / "templates"
JOINS = (10, 10 / 60)
"""An address's joins: burst, then rate per second."""
WRONG_DIGITS = (7, 1 / 60)
"""An address's wrong digits: burst, then rate per second.

Five shut a window for everybody. An address that has done that may still give the next one's digits, but can't shut it
too.
"""
COMMANDS = (20, 5.0)
"""A phone's commands: burst, then rate per second."""


class Mirror:
    """The mirror of *context* as a WSGI application.

    *make* builds its Flask application at the first request.
    """

    def __init__(self, context: AppContext, make: Callable[[], Flask]) -> None:
        self.application = Late(make)
        self.extensions: Mapping[str, Any] = {EXTENSION: context}
        """The context, as in a Flask application."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer the request *environ*, as WSGI has it."""
        return self.application()(environ, start_response)


def create_mirror(
    table: TableSource,
    panel: PanelSource | None,
    texts: Texts,
    settings: WebSettings,
    *,
    phones: Phones,
    services: MirrorServices = NO_SERVICES,
) -> Mirror:
    """Return the mirror of *table*, subscribed to it.

    It must be made before the session starts.

    *panel* gives the devices; None leaves the screen and ``/panel`` out. *phones* lets phones in. *games* gives the
    folders of those games that have parts of pages of their own, by slug, *covers* the files of games' pictures. *mend*
    applies a fix that the owner chooses, and returns False if no fault offers it. *visited* hears the addresses of
    other machines' requests, and whether the caller has joined. *rehearsal* tries all parts of the table, *doctor*
    examines each. *metrics* are the table's counts, None without a page for them; *evening* carries out the first
    evening's answers. *backups* gives out and takes in the table's own, None without any; *forget* has the table asked
    whether everything is to be forgotten, *switch_off* switches it off a moment later; *nights* are the backups made by
    night. The mirror's stream runs until ``Server.close`` or, without a server, ``context_of(mirror).stream.close()``.
    """
    assets = Assets(STATIC, _TEMPLATES, games=services.games, covers=services.covers)
    views = Views(texts, panel, phones, assets.version)
    stream = Stream(table.published, views, settings)
    hosts = Hosts(settings.hostname, (*settings.names, settings.host), settings.addresses, join_host=settings.join_host)
    joins, wrong_digits, commands = (Limit(*share, settings.clock) for share in (JOINS, WRONG_DIGITS, COMMANDS))
    context = AppContext(
        source=table,
        panel=panel,
        texts=texts,
        hosts=hosts,
        views=views,
        stream=stream,
        phones=phones,
        joins=joins,
        wrong_digits=wrong_digits,
        commands=commands,
        admission=Admission(lambda who: table.published.roster.knows(who), settings.clock),
        assets=assets,
        services=services,
        watching=settings.watching,
    )
    table.subscribe(stream)
    phones.window.subscribe(stream.nudge)

    def make() -> Flask:
        FLASK()
        from web_ui.application import make_application

        return make_application(context)

    return Mirror(context, make)
