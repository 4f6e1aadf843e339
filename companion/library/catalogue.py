"""A game's catalogue of rules, and its commands in the notation.

The game's package contains the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from companion.engine.command import Command
from companion.engine.game import Game
from companion.engine.notation import domains
from companion.library.packages import folder_of

_RULE = re.compile(r"^- (?P<id>[A-Z]{2}-[A-Z][0-9]+) (?P<text>.*(?:\n  .*)*)", re.MULTILINE)
_MARKS = {"en": ("(ruling", "(fact"), "fr": ("(décision", "(fait")}
_FILES = {"en": "rules.md", "fr": "rules.fr.md"}


class RuleText(Struct, frozen=True):
    """One rule of a game.

    *ruling* is True if it holds a ruling of this table's, *fact* if it relies on a fact about the real game.
    """

    id: str
    text: str
    ruling: bool
    fact: bool


def rules_of(game: Game, lang: str = "en") -> tuple[RuleText, ...]:
    """Return the rules of *game* in its catalogue's order.

    Empty for a game without a catalogue. English if there is no catalogue in *lang*.
    """
    if game.mode != "referee":
        return ()
    ruling, fact = _MARKS[_written_in(lang)]
    texts = rule_texts(game.slug, lang)
    return tuple(RuleText(name, text, ruling in text, fact in text) for name, text in texts.items())


@cache
def rule_texts(slug: str, lang: str = "en") -> Mapping[str, str]:
    """Return the rules of the game *slug*: texts by rule id.

    Empty for a game without a catalogue. English if there is no catalogue in *lang*.
    """
    folder = folder_of(slug)
    if folder is None:
        return {}
    file = folder / _FILES[_written_in(lang)]
    if not file.is_file():
        return {}
    return {rule["id"]: re.sub(r"\s+", " ", rule["text"]) for rule in _RULE.finditer(file.read_text("utf-8"))}


def _written_in(lang: str) -> str:
    return lang if lang in _FILES else "en"


def commands_of(game: Game) -> list[dict[str, str]]:
    """Return *game*'s verbs, each with its notation and an example."""
    return [{"verb": kind.verb, "notation": _notation(kind), "example": _example(kind)} for kind in game.kinds]


def _notation(kind: type[Command]) -> str:
    fields = (f"{domain.name.upper()}{' ...' if domain.many else ''}" for domain in domains(kind))
    return " ".join([kind.verb, *fields])


def _example(kind: type[Command]) -> str:
    said: list[Any] = [kind.verb]
    for domain in domains(kind):
        words = list(domain.words) if domain.words is not None else ["1"] if domain.number else ["word"]
        said += words[:2] if domain.many else words[len(words) // 2 : len(words) // 2 + 1]
    return " ".join(said)
