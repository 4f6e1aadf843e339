"""The rest of a step, as one choice: a line that is still said several times in a row in this step.

Law: the game hears and the journal keeps the line itself, each time by itself; only who asks for it says ``rest-of``.
"""

from __future__ import annotations

from companion.engine.plays import Play

VERB = "rest-of"


def line_for(line: str, left: int) -> str:
    """Return what asks for *line* as many times as the step has *left*."""
    return f"{VERB} {line}" if left > 1 else line


def line_of(asked: str) -> str:
    """Return the game's own line in what was *asked* for."""
    return asked.removeprefix(f"{VERB} ")


def offer_rest(roots: list[Play]) -> list[Play]:
    """Have each of the *roots* that this step has several times asked for as often as that."""
    for play in roots:
        play.line = line_for(play.line, play.left)
    return roots
