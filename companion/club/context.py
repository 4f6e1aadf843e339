"""The parts of the club's page that every route is given, and who may see anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, cast

from flask import Flask, request

from companion.club.live import LiveTables
from companion.outside.mqtt.broker import Broker
from companion.texts.say import Texts
from web_ui.http.admission import Admission
from web_ui.http.assets import Assets
from web_ui.http.hosts import Hosts
from web_ui.http.server import EXTENSION


class Gate(Protocol):
    """The way in of the club's keeper."""

    def keeper_of(self, cookies: Mapping[str, str]) -> str:
        """Return what the keeper's session is known by that these *cookies* stand for, "" for none."""

    def is_signed_in(self, keeper: str) -> bool:
        """Tell whether the session known by *keeper* still stands."""


class ClosedGate:
    """A gate that nobody has come through: no keeper has a password yet."""

    def keeper_of(self, cookies: Mapping[str, str]) -> str:
        return ""

    def is_signed_in(self, keeper: str) -> bool:
        return False


@dataclass(frozen=True)
class ClubContext:
    """The club's parts: its *name*, its *lang*, and whether everybody may be *watching*."""

    live: LiveTables
    texts: Texts
    hosts: Hosts
    admission: Admission
    assets: Assets
    gate: Gate
    name: str
    own_lang: str
    watching: bool
    broker: Broker | None = None
    """What the keeper's routes ask tables by."""

    @property
    def stream(self) -> LiveTables:
        """The fan-out that connections are handed over to."""
        return self.live

    def known_by(self, cookies: Mapping[str, str]) -> str:
        """Return what a signed-in keeper is known by, "" for everybody else."""
        return self.gate.keeper_of(cookies)

    def keeper(self) -> str:
        """Return what the keeper is known by who sent the request at hand, "" for everybody else."""
        return self.gate.keeper_of(request.cookies)

    def lang(self) -> str:
        """Return the language to answer in: the one asked for, else the club's."""
        lang = request.args.get("lang", "")
        return lang if lang in self.texts.languages else self.own_lang


def may_look(context: ClubContext) -> bool:
    """Tell whether who sent the request at hand may see the tables: everybody where they may watch, else the keeper."""
    return context.watching or bool(context.keeper())


def keep_context(app: Flask, context: ClubContext) -> None:
    """Store *context* in *app*, where the server and the tests find it."""
    app.extensions[EXTENSION] = context


def context_of(app: Flask) -> ClubContext:
    """Return the context of an *app* made by ``create_club``."""
    return cast(ClubContext, app.extensions[EXTENSION])
