"""Bringing a friend: where this table is, and, while the window is open, the link that lets one phone in.

Only a phone that is in is told: whoever holds the link needn't stand at the table. It is asked for and never pushed,
so that no state, page or record has it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, request

from web_ui.api.context import AppContext
from web_ui.api.table import PREFIX, answer_json
from web_ui.http.errors import Problem


def create_invite(context: AppContext) -> Blueprint:
    """Return the route over *context*."""
    invite = Blueprint("invite", __name__)
    invite.add_url_rule(f"{PREFIX}/invite", "invite", partial(_invite, context))
    return invite


def _invite(context: AppContext) -> Response:
    if not context.caller().is_in(context.source.published):
        raise Problem(403, "not-in")
    # By this address the phone itself has found the table: it holds for all in the same network.
    address = f"http://{request.host}/"
    name = f"http://{context.hosts.announced}:{context.hosts.port}/" if context.hosts.announced else None
    shown = context.phones.window.shown
    told: dict[str, Any] = {
        "address": address,
        "name": None if name == address else name,
        "link": f"{address}J/{shown.token}" if shown else None,
    }
    return answer_json(told)
