"""The context of every route: the mirror's parts, caller and language.

Law: a table answers before it has imported Flask, which comes with its pages; so only what a request calls imports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from companion.phones.joining import Phones
from companion.session.session import Session
from companion.texts.say import Texts
from web_ui.api.services import PageServices, Panel
from web_ui.api.views import Views
from web_ui.http.admission import Admission
from web_ui.http.assets import Assets
from web_ui.http.callers import COOKIE, TELEVISION_COOKIE, Caller, caller_of, calls_from_here
from web_ui.http.hosts import Hosts
from web_ui.http.limits import Limit
from web_ui.http.proxied import PASSED_ON, PROXIED
from web_ui.http.server import EXTENSION, Application
from web_ui.http.stream import Stream

if TYPE_CHECKING:
    from flask import Flask


class AppContext(Struct, frozen=True):
    """The mirror's parts, passed to every route; ``create_mirror`` builds it once."""

    source: Session
    panel: Panel | None
    texts: Texts
    hosts: Hosts
    views: Views
    stream: Stream
    phones: Phones
    joins: Limit
    wrong_digits: Limit
    commands: Limit
    admission: Admission
    assets: Assets
    services: PageServices
    watching: bool = True

    @property
    def own_lang(self) -> str:
        """The table's language."""
        return self.source.published.lang

    def network_changed(self) -> None:
        """Reload this computer's addresses, and show the new ones on pages.

        Callable from any thread.
        """
        self.hosts.forget()
        self.look_anew()

    def look_anew(self) -> None:
        """Refresh the parts of pages that no published state holds.

        Callable from any thread.
        """
        self.views.network += 1
        self.stream.nudge()

    def may_look(self) -> bool:
        """Return True if the caller may see the table.

        If only those who have joined may watch, strangers may not.
        """
        return self.watching or not self.caller().is_stranger(self.source.published)

    def may_read(self) -> bool:
        """Return True for this computer or a phone that has joined."""
        caller = self.caller()
        return caller.this_computer or caller.has_joined(self.source.published)

    def known_by(self, cookies: Mapping[str, str]) -> str:
        """Return the roster's key of the phone or television with *cookies*.

        "" if neither has joined.
        """
        phone, television = cookies.get(COOKIE, ""), cookies.get(TELEVISION_COOKIE, "")
        return self.phones.key_of(phone) or self.phones.television_of(television)

    def caller(self) -> Caller:
        """Return the caller of the current request."""
        from flask import request

        peer, host = request.remote_addr or "", request.headers.get("Host", "")
        television = self.phones.television_of(request.cookies.get(TELEVISION_COOKIE, ""))
        seat = request.args.get("seat", "")
        is_passed_on = PROXIED in request.environ or PASSED_ON in request.environ
        this_computer = not is_passed_on and calls_from_here(peer, host, self.hosts)
        phone = self.phones.key_of(self.cookie())
        return caller_of(peer, phone, seat=seat, television=television, this_computer=this_computer)

    def cookie(self) -> str:
        """Return the phone's cookie in the current request, "" without one."""
        from flask import request

        return request.cookies.get(COOKIE, "")

    def chosen_lang(self) -> str | None:
        """Return the requested language if there are texts in it."""
        from flask import request

        lang = request.args.get("lang")
        return lang if lang in self.texts.languages else None

    def lang(self) -> str:
        """Return the language to answer in: the requested one or the table's."""
        return self.chosen_lang() or self.own_lang


def keep_context(app: Flask, context: AppContext) -> None:
    """Store *context* in *app* for the server and the tests."""
    app.extensions[EXTENSION] = context


def context_of(app: Application) -> AppContext:
    """Return the context of *app*, a mirror or one of its applications."""
    return cast(AppContext, app.extensions[EXTENSION])
