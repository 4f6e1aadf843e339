"""``/api/v1/rules/GAME/ID``: what a rule says that refused something, in the reader's language."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response

from companion.library.catalogue import rule_texts
from web_ui.api.table import PREFIX, answer_json
from web_ui.context import Parts
from web_ui.http.errors import Problem


def create_rules(parts: Parts) -> Blueprint:
    """Return the route of the rules over *parts*."""
    rules = Blueprint("rules", __name__)
    rules.add_url_rule(f"{PREFIX}/rules/<game>/<name>", "rule", partial(_rule, parts))
    return rules


def _rule(parts: Parts, game: str, name: str) -> Response:
    text = rule_texts(game, parts.lang()).get(name)
    if text is None:
        raise Problem(404, "unknown")
    return answer_json({"id": name, "text": text})
