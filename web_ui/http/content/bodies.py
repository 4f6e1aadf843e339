"""Bodies in JSON: requests read as typed values, and answers."""

from __future__ import annotations

import threading
from functools import cache
from typing import TypeVar

import msgspec
from flask import Response, request
from msgspec import Struct

from web_ui.http.content.errors import Problem

Body = TypeVar("Body", bound=Struct)
_READING_FIELDS = threading.Lock()


def decoder_of(kind: type[Body]) -> msgspec.json.Decoder[Body]:
    """Return the decoder of *kind*, made by one thread at a time.

    msgspec reads the fields of a struct at its first use: in 0.22 two threads that do so at once crash the process.
    """
    with _READING_FIELDS:
        return _made(kind)


@cache
def _made(kind: type[Body]) -> msgspec.json.Decoder[Body]:
    return msgspec.json.Decoder(kind)


def read_body(kind: type[Body]) -> Body:
    """Return the request's body as a *kind*.

    :raises Problem: 415 or 400, when it isn't one.
    """
    if request.mimetype != "application/json":
        raise Problem(415, "not-json")
    try:
        return decoder_of(kind).decode(request.get_data())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Problem(400, "body") from fault


def answer_json(body: object, status: int = 200) -> Response:
    """Return *body* as an answer."""
    return Response(msgspec.json.encode(body), status, mimetype="application/json")
