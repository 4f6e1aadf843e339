"""Drawing: parts of a game's picture that are made anew only once what they show has changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from operator import attrgetter
from typing import TypeVar

from companion.engine.state import State

S = TypeVar("S", bound=State)
Drawn = TypeVar("Drawn")


def drawn_from(*fields: str, kept: int = 8) -> Callable[[Callable[[S], Drawn]], Callable[[S], Drawn]]:
    """Have a function of a state be handed a state with these *fields* alone, and called once for all that share them.

    So nothing else can be in what it draws, such as hands: viewers who may know different things get the same. The
    newest *kept* are remembered; there are two *fields* or more, and all that have no usual value are among them.
    """
    values = attrgetter(*fields)

    def decorate(draw: Callable[[S], Drawn]) -> Callable[[S], Drawn]:
        once = lru_cache(maxsize=kept)(draw)

        @wraps(draw)
        def drawn(state: S) -> Drawn:
            return once(type(state)(**dict(zip(fields, values(state), strict=True))))

        return drawn

    return decorate
