"""Answers of server-sent events.

Their connection becomes a listener's.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from functools import partial

from flask import Response, request

from web_ui.http.content.errors import Problem
from web_ui.http.stream.fan_out import HAND_OVER, AnyListener, FanOut

log = logging.getLogger(__name__)


def events_response() -> Response:
    """Return an answer of events, without any of them."""
    response = Response(mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"  # a proxy must not hold events back until there are many
    return response


def answer_events(streams: FanOut[AnyListener], listener: AnyListener) -> Response:
    """Return the response of the current request.

    Its connection becomes *listener*'s, one of *streams*.

    :raises Problem: 503, when the connection is gone already or there is no descriptor left for it.
    """
    response = events_response()
    hand_over = request.environ.get(HAND_OVER)
    if hand_over is None:
        return _answered_here(streams, listener, response)
    try:
        hand_over(partial(streams.start, listener))
    except OSError as fault:
        streams.release(listener)
        log.warning("a stream can't be opened: %s", fault)
        raise Problem(503, "full") from fault
    return response


def _answered_here(streams: FanOut[AnyListener], listener: AnyListener, response: Response) -> Response:
    """Feed *listener* through the response itself.

    The server can't hand its socket over.
    """
    ours, theirs = socket.socketpair()

    def events() -> Iterator[bytes]:
        while frame := theirs.recv(65536):
            yield frame

    response.response = events()
    response.call_on_close(theirs.close)
    streams.start(listener, ours, b"")
    return response
