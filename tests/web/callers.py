"""The two kinds of callers, as Flask's test client plays them."""

from __future__ import annotations

from typing import Any, Literal

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Caller = Literal["this computer", "watcher"]
CALLERS: tuple[Caller, ...] = ("this computer", "watcher")

_WHO = {"this computer": ("127.0.0.1", "localhost"), "watcher": ("192.168.1.50", "192.168.1.23")}


def call(client: FlaskClient, who: Caller, method: str, path: str, **more: Any) -> TestResponse:
    """Send a request as *who*, with the headers that a page of ours would send."""
    peer, host = _WHO[who]
    headers = {"Host": host, **({"Origin": f"http://{host}"} if method not in ("GET", "HEAD") else {})}
    headers |= more.pop("headers", {})
    environ = {"REMOTE_ADDR": peer}
    return client.open(path, method=method, headers=headers, environ_overrides=environ, **more)


def command(**changes: Any) -> dict[str, Any]:
    """Return the body of a good command."""
    return {"id": "b7c41f0e93", "seen": 14, "seat": "table", "do": "roll dice", **changes}
