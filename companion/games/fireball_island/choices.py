"""The open choices for pages: answers to a declaration, ways and Fireballs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.referees.declarations import Declaration
from companion.engine.values.message import Message
from companion.games.fireball_island.prompt import holders, is_quiet
from companion.games.fireball_island.rules.components import name
from companion.games.fireball_island.rules.fireballs import FireballNaming, Reporting, hits, routes
from companion.games.fireball_island.rules.movement import Walking, brought, ways
from companion.games.fireball_island.rules.state import FireballIsland
from companion.games.fireball_island.rules.windows import NamedFireball, Window, answers_told, on_route


def open_declarations(state: FireballIsland) -> list[dict[str, Any]]:
    """List the open declarations, the current one last.

    Empty while a way or a Fireball is chosen over them.
    """
    if not isinstance(state.top(), Declaration):
        return []
    return [_declared(state, each) for each in state.pending if isinstance(each, Declaration)]


OWN: Mapping[str, Message] = {
    "moment-first": Message("fireball-island.moment-first-own"),
    "moment-rolled": Message("fireball-island.moment-rolled-own"),
    "moment-over": Message("fireball-island.moment-over-own"),
}
"""The active player's own sentence at each moment of the turn."""


def _declared(state: FireballIsland, declared: Declaration) -> dict[str, Any]:
    return {
        "what": declared.word(state),
        "seat": declared.by,
        "text": declared.sentence(state),
        "own": OWN.get(declared.word(state), ""),
        "others": Message("fireball-island.others-answer", {"names": holders(state)}),
        "quiet": is_quiet(declared),
        "would": answers_told(state, declared) if declared is state.top() and isinstance(declared, Window) else [],
        "answer_s": declared.answer_s,
        "number": declared.number,
    }


def way_pictures(state: FireballIsland) -> list[dict[str, Any]]:
    """List the legal ways: the command's line, the spaces and the gains.

    The spaces start with the piece's own.
    """
    top = state.top()
    if not isinstance(top, Walking):
        return []
    return [
        {
            "do": " ".join(("move", *words)),
            "path": (top.walked[-1], *way.path),
            "end": way.end,
            "notes": brought(state, top, way),
        }
        for words, way in ways(state).items()
    ]


def fireball_pictures(state: FireballIsland) -> list[dict[str, Any]]:
    """List the Fireballs to choose from, or the named one.

    Each has its way and its hits.
    """
    top = state.top()
    if isinstance(top, FireballNaming):
        named = tuple(state.rules.board.routes) if state.rules.at_table else routes(state, top.by)
    elif isinstance(top, NamedFireball):
        named = (top.route,)
    else:
        return []
    return [
        {
            "route": route,
            "ball": route.partition("-")[0],
            "label": name(route),
            "path": state.rules.board.routes[route],
            "hits": on_route(state, route),
            "notes": [fact.said(state) for fact in hits(state, on_route(state, route))]
            or [Message("fireball-island.nobody-there")],
        }
        for route in named
    ]


def seats_in_reach(state: FireballIsland) -> list[int]:
    """Return the seats that the rolling marble may hit."""
    reporting = isinstance(state.top(), Reporting)
    return [seat for seat in range(state.seats()) if reporting and state.in_reach(seat)]
