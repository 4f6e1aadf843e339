"""Parts of the club's page for every route, and its permissions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, cast

from flask import Flask, request

from companion.club.live import LiveTables
from companion.texts.say import Texts
from web_ui.http.access.admission import Admission
from web_ui.http.access.hosts import Hosts
from web_ui.http.content.assets import Assets
from web_ui.http.server.server import EXTENSION

KEEPERS_ROUTES = "keeper"
"""Blueprint name of the keeper's own routes, which check their callers themselves."""


class Gate(Protocol):
    """Access control for the club's keeper."""

    def keeper_of(self, cookies: Mapping[str, str]) -> str:
        """Return the id of the keeper's session for *cookies*, "" for none."""

    def is_signed_in(self, keeper: str) -> bool:
        """Return True if the session *keeper* is still valid."""


class ClosedGate:
    """A closed gate: no keeper has a password yet."""

    def keeper_of(self, cookies: Mapping[str, str]) -> str:
        return ""

    def is_signed_in(self, keeper: str) -> bool:
        return False


@dataclass(frozen=True)
class ClubContext:
    """The club's parts: *name*, *lang*, and public *watching*."""

    live: LiveTables
    texts: Texts
    hosts: Hosts
    admission: Admission
    assets: Assets
    gate: Gate
    name: str
    own_lang: str
    watching: bool

    @property
    def stream(self) -> LiveTables:
        """The fan-out for the pages' connections."""
        return self.live

    def known_by(self, cookies: Mapping[str, str]) -> str:
        """Return the id of a signed-in keeper, "" for everybody else."""
        return self.gate.keeper_of(cookies)

    def keeper(self) -> str:
        """Return the session id of the current request's keeper, else ""."""
        return self.gate.keeper_of(request.cookies)

    def lang(self) -> str:
        """Return the requested language, else the club's."""
        lang = request.args.get("lang", "")
        return lang if lang in self.texts.languages else self.own_lang


def may_look(context: ClubContext) -> bool:
    """Return True if the current request may see the tables.

    Everybody may if *watching* is on, else only the keeper.
    """
    return context.watching or bool(context.keeper())


def keep_context(app: Flask, context: ClubContext) -> None:
    """Store *context* in *app*, where the server and the tests find it."""
    app.extensions[EXTENSION] = context


def context_of(app: Flask) -> ClubContext:
    """Return the context of an *app* made by ``create_club``."""
    return cast(ClubContext, app.extensions[EXTENSION])
