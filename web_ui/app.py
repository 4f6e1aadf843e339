"""The mirror's parts that every request needs, joined.

Law: its routes and pages, with Flask, are imported after READY.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.phones.membership import Phones
from companion.session.session import Session
from companion.texts.say import Texts
from web_ui.api.mirror import TableMirror
from web_ui.api.views import Views
from web_ui.http.access.admission import Admission
from web_ui.http.access.hosts import Hosts
from web_ui.http.access.rate_limit import Limit
from web_ui.http.content.assets import STATIC, Assets
from web_ui.http.settings import WebSettings
from web_ui.http.stream.stream import Stream

if TYPE_CHECKING:
    from web_ui.api.services import PageServices, Panel

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
ODDS = (10, 2.0)
"""A caller's questions for odds, of which each may take some time."""
EDITS = (40, 4.0)
"""An owner's edits in the maker: burst, then rate per second.

A trial takes a tenth of a second on a Raspberry Pi.
"""


def create_mirror(
    table: Session,
    panel: Panel | None,
    texts: Texts,
    settings: WebSettings,
    *,
    phones: Phones,
    services: PageServices,
) -> TableMirror:
    """Return the mirror of *table*, subscribed to it.

    It must be made before the session starts. *panel* gives the devices; None leaves the screen and ``/panel`` out.
    *phones* lets phones in. The mirror's stream runs until ``Server.close`` or, without a server, ``stream.close()``.
    """
    assets = Assets(STATIC, _TEMPLATES, games=services.games, covers=services.covers)
    views = Views(texts, panel, phones, page=assets.version, presence=services.presence)
    stream = Stream(table.published, views, settings)
    hosts = Hosts(settings.hostname, (*settings.names, settings.host), settings.addresses, join_host=settings.join_host)
    shares = (JOINS, WRONG_DIGITS, COMMANDS, ODDS, EDITS)
    joins, wrong_digits, commands, odds, edits = (Limit(*share, settings.clock) for share in shares)
    mirror = TableMirror(
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
        odds=odds,
        edits=edits,
        admission=Admission(lambda who: table.published.roster.knows(who), settings.clock),
        assets=assets,
        services=services,
        watching=settings.watching,
    )
    table.subscribe(stream)
    phones.window.subscribe(stream.nudge)
    return mirror
