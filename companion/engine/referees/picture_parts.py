"""Cached parts of a game's picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from operator import attrgetter
from typing import TypeVar

from companion.engine.state import State

S = TypeVar("S", bound=State)
Drawn = TypeVar("Drawn")


def drawn_from(*fields: str, kept: int = 8) -> Callable[[Callable[[S], Drawn]], Callable[[S], Drawn]]:
    """Cache a function of a state by the values of *fields*.

    The function receives a state with these fields alone, so that it can't draw anything else, such as hands: viewers
    with different knowledge share one drawing. The newest *kept* results are cached. *fields* names at least two
    fields, and among them all without a default.
    """
    values = attrgetter(*fields)

    def decorate(draw: Callable[[S], Drawn]) -> Callable[[S], Drawn]:
        once = lru_cache(maxsize=kept)(draw)

        @wraps(draw)
        def drawn(state: S) -> Drawn:
            return once(type(state)(**dict(zip(fields, values(state), strict=True))))

        return drawn

    return decorate
