"""The context of every route: the mirror's parts, caller and language."""

from __future__ import annotations

from typing import cast

from flask import Flask, request

from web_ui.api.mirror import TableMirror
from web_ui.http.access.callers import COOKIE, TELEVISION_COOKIE, Caller, caller_of, calls_from_here
from web_ui.http.access.proxy_callers import PASSED_ON, PROXIED
from web_ui.http.server.server import EXTENSION, Application


class AppContext(TableMirror, frozen=True):
    """The mirror's parts and the current request, passed to every route."""

    def may_look(self) -> bool:
        """Return True if the caller may see the table.

        If only those who have joined may watch, strangers may not.
        """
        return self.watching or not self.caller().is_stranger(self.source.published)

    def may_read(self) -> bool:
        """Return True for this computer or a phone that has joined."""
        caller = self.caller()
        return caller.this_computer or caller.has_joined(self.source.published)

    def caller(self) -> Caller:
        """Return the caller of the current request."""
        peer, host = request.remote_addr or "", request.headers.get("Host", "")
        television = self.phones.television_of(request.cookies.get(TELEVISION_COOKIE, ""))
        seat = request.args.get("seat", "")
        is_passed_on = PROXIED in request.environ or PASSED_ON in request.environ
        this_computer = not is_passed_on and calls_from_here(peer, host, self.hosts)
        phone = self.phones.key_of(self.cookie())
        return caller_of(peer, phone, seat=seat, television=television, this_computer=this_computer)

    def cookie(self) -> str:
        """Return the phone's cookie in the current request, "" without one."""
        return request.cookies.get(COOKIE, "")

    def chosen_lang(self) -> str | None:
        """Return the requested language if there are texts in it."""
        lang = request.args.get("lang")
        return lang if lang in self.texts.languages else None

    def lang(self) -> str:
        """Return the language to answer in: the requested one or the table's."""
        return self.chosen_lang() or self.own_lang


def context_over(mirror: TableMirror) -> AppContext:
    """Return the context of the routes over *mirror*."""
    return AppContext(
        source=mirror.source,
        panel=mirror.panel,
        texts=mirror.texts,
        hosts=mirror.hosts,
        views=mirror.views,
        stream=mirror.stream,
        phones=mirror.phones,
        joins=mirror.joins,
        wrong_digits=mirror.wrong_digits,
        commands=mirror.commands,
        odds=mirror.odds,
        edits=mirror.edits,
        admission=mirror.admission,
        assets=mirror.assets,
        services=mirror.services,
        watching=mirror.watching,
    )


def keep_context(app: Flask, context: AppContext) -> None:
    """Store *context* in *app* for the server and the tests."""
    app.extensions[EXTENSION] = context


def context_of(app: Application) -> AppContext:
    """Return the context of *app*, an application of pages."""
    return cast(AppContext, app.extensions[EXTENSION])
