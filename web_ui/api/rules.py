"""``/api/v1/rules/GAME/ID``: what a rule says that refused something, in the reader's language."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response

from companion.library.catalogue import rule_texts
from web_ui.api.context import AppContext
from web_ui.api.table import PREFIX, answer_json
from web_ui.http.errors import Problem


def create_rules(context: AppContext) -> Blueprint:
    """Return the route of the rules over *context*."""
    rules = Blueprint("rules", __name__)
    rules.add_url_rule(f"{PREFIX}/rules/<game>/<name>", "rule", partial(_rule, context))
    return rules


def _rule(context: AppContext, game: str, name: str) -> Response:
    text = rule_texts(game, context.lang()).get(name)
    if text is None:
        raise Problem(404, "unknown")
    return answer_json({"id": name, "text": text})
