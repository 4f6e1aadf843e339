"""A game under play: commands by their notation, chance's answers as they are said. Each game's tests add their own."""

from __future__ import annotations

from companion.engine.chance import ChanceAnswer
from companion.engine.command import Refused
from companion.engine.fact import Facts
from companion.engine.game import Game
from companion.engine.notation import spell
from companion.engine.plays import leaves, plays
from companion.engine.state import State, asked, legal
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE


class Player:
    """Whoever plays *game* from *state*, in the name of any seat."""

    def __init__(self, state: State, game: Game) -> None:
        self.table = Table(state)
        self.game = game

    def do(self, line: str, seat: int = 0) -> Facts:
        """Have *line* done by *seat* and return what happened."""
        return self.table.do(self.game.notation.read(seat, line)).facts

    def chance(self, *answer: str | int) -> Facts:
        """Have chance answer what it is asked."""
        request = self.table.state.due()
        assert request is not None
        return self.table.do(ChanceAnswer(CHANCE, request.verb, answer)).facts

    def why_not(self, line: str, seat: int = 0) -> tuple[str | None, str]:
        """Return the rule and the sentence with which *line* is refused."""
        before = self.table.state
        try:
            self.do(line, seat)
        except Refused as error:
            assert self.table.state is before
            return error.refusal.rule, error.refusal.reason.key
        raise AssertionError(f"{line!r} of seat {seat} was allowed")

    def can(self, verb: str, seat: int = 0) -> set[str]:
        """Return what *seat* can do with *verb*, without the verb itself."""
        lines = (spell(command) for command in legal(self.table.state, seat))
        return {line.removeprefix(verb).strip() for line in lines if line.split(" ")[0] == verb}

    def verbs(self, seat: int = 0) -> set[str]:
        """Return the verbs with which *seat* can do something."""
        return {spell(command).split(" ")[0] for command in legal(self.table.state, seat)}

    def greyed(self, seat: int = 0) -> dict[str, str | None]:
        """Return the lines shown greyed out to *seat*, each with its rule."""
        tree = plays(self.table.state, (seat,))
        return {play.line: play.why.rule for play in leaves(tree) if play.why is not None}

    def is_asked(self, seat: int) -> bool:
        """Tell whether *seat* is asked anything."""
        return bool(asked(self.table.state, seat))
