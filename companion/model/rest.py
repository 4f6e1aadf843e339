"""The rest of a step: repeated lines as a single choice.

Such a line can still be given several times in a row in this step.

Law: the game hears and the journal keeps the line itself, each time by itself; only who asks for it says ``rest-of``.
"""

from __future__ import annotations

from companion.engine.plays import Play

VERB = "rest-of"


def line_for(line: str, left: int) -> str:
    """Return the request for *line*, repeated if *left* exceeds one."""
    return f"{VERB} {line}" if left > 1 else line


def line_of(asked: str) -> str:
    """Return the game's own line within the request *asked*."""
    return asked.removeprefix(f"{VERB} ")


def offer_rest(roots: list[Play]) -> list[Play]:
    """Turn the repeatable lines of *roots* into requests for the rest."""
    for play in roots:
        play.line = line_for(play.line, play.left)
    return roots
