"""The kinds of callers, as Flask's test client plays them."""

from __future__ import annotations

import hashlib
from typing import Any, Literal, cast

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.model.roster import Phone
from tests.support.fakes import FakeTable
from web_ui.api.context import context_of

Caller = Literal["this computer", "watcher", "seat", "other seat", "guest", "owner"]
CALLERS: tuple[Caller, ...] = ("this computer", "watcher", "seat", "other seat", "guest", "owner")
"""The table itself; who never joined; phones that are in: with a seat, another, none, and the owner's, without one."""

_WHO = {"this computer": ("127.0.0.1", "localhost")}
ELSEWHERE = ("192.168.1.50", "192.168.1.23")
SEATS: dict[Caller, int] = {"seat": 0, "other seat": 1}
"""Callers who are phones, and the seat that each holds."""


def cookie_of(who: str) -> str:
    """Return the cookie of the phone *who*."""
    return who.replace(" ", "-").ljust(43, "x")


def hash_of(cookie: str) -> str:
    """Return what a roster knows the owner of *cookie* by."""
    return hashlib.sha256(cookie.encode()).hexdigest()


def seat_down(table: FakeTable, who: str, *seats: int, name: str = "") -> str:
    """Let *who* in, holding *seats*, without any digits; return their cookie."""
    cookie = cookie_of(who)
    table.keep(lambda roster: roster.with_phone(hash_of(cookie), Phone(seats, name)))
    return cookie


def call(client: FlaskClient, who: Caller, method: str, path: str, **more: Any) -> TestResponse:
    """Send a request as *who*, with the headers that a page of ours would send; a seat's phone is let in first."""
    peer, host = _WHO.get(who, ELSEWHERE)
    headers = {"Host": host, **({"Origin": f"http://{host}"} if method not in ("GET", "HEAD") else {})}
    if who not in ("this computer", "watcher"):
        table = cast(FakeTable, context_of(client.application).source)
        seats = (SEATS[who],) if who in SEATS else ()
        headers["Cookie"] = f"tidetable={(cookie := seat_down(table, who, *seats))}"
        if who == "owner":
            table.keep(lambda roster: roster.with_owner(hash_of(cookie)))
    headers |= more.pop("headers", {})
    environ = {"REMOTE_ADDR": peer}
    return client.open(path, method=method, headers=headers, environ_overrides=environ, **more)


def command(**changes: Any) -> dict[str, Any]:
    """Return the body of a good command."""
    return {"id": "b7c41f0e93", "seen": 14, "seat": "table", "do": "roll dice", **changes}
