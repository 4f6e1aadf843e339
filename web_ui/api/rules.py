"""The text of a rule that refused something, in the reader's language."""

from __future__ import annotations

from flask import Response

from companion.library.catalogue import rule_texts
from web_ui.api.bodies import RuleBody
from web_ui.api.context import AppContext
from web_ui.api.routes import RouteAnswer, Routes
from web_ui.http.bodies import answer_json
from web_ui.http.errors import Problem

ROUTES = Routes()


@ROUTES.get("/rules/<game>/<name>", RouteAnswer(RuleBody, "There it is."), problems={404: "There is no such rule."})
def rule(context: AppContext, game: str, name: str) -> Response:
    """The full text of a rule: a refusal names it.

    Such as /api/v1/rules/GAME/ID with the game's slug and the rule's id in its catalogue.
    """
    text = rule_texts(game, context.lang()).get(name)
    if text is None:
        raise Problem(404, "unknown")
    return answer_json(RuleBody(name, text))
