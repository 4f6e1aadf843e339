"""What the views share: the parts of the mirror, who is calling, in which language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import Flask, request

from companion.texts.say import Texts
from web_ui.hosts import Hosts
from web_ui.seats import Caller, caller_of
from web_ui.source import PanelSource, TableSource
from web_ui.stream import Stream
from web_ui.views import Views

MAX_BODY_BYTES = 4096
SECURITY_HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
)
"""On every answer; only versioned static files say of themselves that they may be kept."""

_EXTENSION = "tidetable"


@dataclass(frozen=True)
class Parts:
    """The mirror's parts, built once by ``create_app``."""

    source: TableSource
    panel: PanelSource | None
    texts: Texts
    hosts: Hosts
    views: Views
    stream: Stream

    def caller(self) -> Caller:
        """Return who sent the request at hand."""
        return caller_of(request.remote_addr or "", request.headers.get("Host", ""), self.hosts)

    def chosen_lang(self) -> str | None:
        """Return the language that the request at hand asks for, if it is one of ours."""
        lang = request.args.get("lang")
        return lang if lang in self.texts.languages else None

    def lang(self) -> str:
        """Return the language to answer in: the one asked for, else the table's."""
        return self.chosen_lang() or self.source.published.lang


def keep_parts(app: Flask, parts: Parts) -> None:
    """Leave *parts* with *app*."""
    app.extensions[_EXTENSION] = parts


def parts_of(app: Flask) -> Parts:
    """Return the parts of an *app* made by ``create_app``."""
    return cast(Parts, app.extensions[_EXTENSION])
