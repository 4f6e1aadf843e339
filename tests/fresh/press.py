"""A press of ROLL at a table, over HTTP, and the line of the log that comes of it."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

GAME = "new fireship kit"
PATIENCE_S = 60.0
POLL_S = 0.1


def roll(address: str) -> str:
    """Begin Fireship at *address* and press ROLL there; return what the log says of it.

    :raises TimeoutError: no result came.
    """
    origin = address.rstrip("/")
    number = 0

    def has_begun() -> bool:
        nonlocal number
        number += 1
        # Devices announce themselves soon after the start, and each makes what was seen before it stale.
        body = {"id": f"fresh-{number}", "seen": _table(origin)["version"], "seat": "table", "do": GAME}
        return _post(f"{origin}/api/v1/commands", origin, body) != HTTPStatus.CONFLICT

    _wait(has_begun, "no game has begun")
    _wait(lambda: _table(origin)["game"] == "fireship", "no game has begun")
    before = len(_table(origin)["log"])
    _post(f"{origin}/api/v1/press", origin, {"button": "roll", "for_ms": 100})
    _wait(lambda: len(_table(origin)["log"]) > before, "no result of the press came")
    return str(_table(origin)["log"][-1]["text"])


def _table(origin: str) -> Any:
    with _open(f"{origin}/api/v1/table") as answer:
        return json.load(answer)


def _post(url: str, origin: str, body: dict[str, Any]) -> int:
    headers = {"Origin": origin, "Content-Type": "application/json"}
    try:
        with _open(urllib.request.Request(url, json.dumps(body).encode(), headers)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        if refusal.code != HTTPStatus.CONFLICT:
            raise
        return refusal.code


def _open(request: str | urllib.request.Request) -> Any:
    # The table is on this computer, whatever proxy leads away from it.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    return opener.open(request, timeout=PATIENCE_S)


def _wait(holds: Callable[[], bool], otherwise: str) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > end_s:
            raise TimeoutError(f"{otherwise} within {PATIENCE_S:.0f} s")
        time.sleep(POLL_S)
