"""The body of a webhook: a template, and its placeholders."""

from __future__ import annotations

import json
from collections.abc import Mapping
from string import Template

HOOK_VALUES: Mapping[str, str] = {
    "kind": "rolled",
    "table": "Tidetable",
    "game": "our-game",
    "seat": "0",
    "who": "Player 1",
    "numbers": "3, 7, 10",
    "words": "misty-marsh",
    "text": "Roll 1: 3, 7, 10",
}
"""The placeholders, each with an example in JSON.

They are written after a ``$``.
"""
HOOK_BODY = (
    '{"table": "$table", "game": "$game", "kind": "$kind", "seat": $seat, "who": "$who",'
    ' "numbers": [$numbers], "words": "$words", "text": "$text"}'
)


def is_hook_body(text: str) -> bool:
    """Return True if *text* is a template with known placeholders."""
    template = Template(text)
    return template.is_valid() and HOOK_VALUES.keys() >= {*template.get_identifiers()}


def becomes_json(body: str) -> bool:
    """Return True if *body* is JSON once filled in.

    It is a template, for a seat's result or nobody's.
    """
    try:
        for values in (HOOK_VALUES, {**HOOK_VALUES, "seat": "null", "numbers": ""}):
            json.loads(Template(body).substitute(values))
    except (ValueError, RecursionError):
        return False
    return True


def is_json(media: str) -> bool:
    """Return True if the *media* type is one of JSON."""
    name = media.partition(";")[0].strip().lower()
    return name == "application/json" or name.endswith("+json")
