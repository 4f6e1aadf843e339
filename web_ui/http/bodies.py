"""Bodies in JSON: read from a request as a typed value, and sent as an answer."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from flask import Response, request
from msgspec import Struct

from web_ui.http.errors import Problem

Body = TypeVar("Body", bound=Struct)


def read_body(kind: type[Body]) -> Body:
    """Return the request's body as a *kind*.

    :raises Problem: 415 or 400, when it isn't one.
    """
    if request.mimetype != "application/json":
        raise Problem(415, "not-json")
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Problem(400, "body") from fault


def answer_json(body: object, status: int = 200) -> Response:
    """Return *body* as an answer."""
    return Response(msgspec.json.encode(body), status, mimetype="application/json")
