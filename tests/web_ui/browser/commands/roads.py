"""For each command of a game with a referee one state and the way through its page that leads to it, by names alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.support.drafts import Played
from tests.web_ui.browser.commands.walking import Step

SEATS = 2


@dataclass(frozen=True)
class Road:
    """After *prepare* the phone that holds every seat, or the *table*'s own computer, gives *line* by *steps*."""

    line: str
    prepare: Callable[[Played], None]
    steps: tuple[Step, ...]
    seat: int | None = 0
    """Whose line it is; None for the table's: the phone gives it where any seat may, else the table's own computer."""

    @property
    def verb(self) -> str:
        """The kind of command."""
        return self.line.partition(" ")[0]
