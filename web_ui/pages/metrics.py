"""The metrics page, for this computer or callers with the table's token."""

from __future__ import annotations

import hmac
from functools import partial

from flask import Blueprint, Response, request

from web_ui.api.context import AppContext
from web_ui.http.content.errors import Problem

BEARER = "bearer"


def create_metrics(context: AppContext) -> Blueprint:
    """Return the metrics page over *context*."""
    counts = Blueprint("metrics", __name__)
    counts.add_url_rule("/metrics", "page", partial(_page, context))
    return counts


def _page(context: AppContext) -> Response:
    """Return the metrics.

    :raises Problem: 403 for another computer without the token; 503 while they aren't available.
    """
    counts = context.services.counts
    if not context.caller().this_computer and not _has(counts.token if counts is not None else ""):
        raise Problem(403, "token")
    if counts is None:
        raise Problem(503, "no-metrics")
    page, media = counts.page()
    return Response(page, content_type=media)


def _has(token: str) -> bool:
    """Return True if the current request has *token*, in constant time."""
    scheme, _, sent = request.headers.get("Authorization", "").partition(" ")
    is_it = hmac.compare_digest(sent.strip().encode(), token.encode())
    return is_it and bool(token) and scheme.lower() == BEARER
