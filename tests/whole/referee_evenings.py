"""Whole games of referees at a table: written by the rules alone, then done by fingers or by phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.chance.dealers import Dealer, ScriptedDealer, TypedDealer
from companion.engine.chance import Answer, ChanceAnswer
from companion.engine.command import Command
from companion.engine.game import Game, OptionValue
from companion.engine.notation import spell
from companion.engine.plays import Play
from companion.engine.state import State
from companion.engine.table import Table as Rules
from companion.engine.values.seats import CHANCE, TABLE
from companion.input.menu import Menu
from companion.input.tree import tree_for_table
from companion.library.simulate import below_from, chooser, listed
from companion.model.snapshot import Snapshot
from companion.stage.offers import button_lines
from tests.support.waiting import eventually
from tests.web_ui.api.test_join_table import Phone
from tests.whole.evenings import Evening

TOO_OFTEN = 429
MAX_DETENTS = 24


@dataclass(frozen=True)
class Script:
    """A game that was played by its rules alone: what people did, each with the seat, and what chance answered."""

    done: Sequence[Command]
    answers: Sequence[Answer]
    kinds: set[type[Command]]
    out_of_turn: set[type[Command]]
    end: str

    def dealers(self) -> Mapping[str, Dealer]:
        """Return dealers that answer as chance did."""
        return {"dealer": ScriptedDealer(self.answers), "typed": TypedDealer()}


def written(
    game: Game,
    seed: str,
    policy: str,
    options: Mapping[str, OptionValue],
    setting_up: Sequence[str] = (),
    people: int = 2,
    instead: Callable[[Sequence[Command]], Command | None] = lambda plays: None,
) -> Script:
    """Play the *game* of *seed* to its end for so many *people*, set up as *setting_up* says.

    *instead* takes one of the plays in place of the *policy*, or none.
    """
    draw = Random(seed).random
    below = below_from(draw)
    choose = chooser(game, policy, draw)
    rules = Rules(game.start(game.setup(tuple(map(str, range(1, people + 1))), options)))
    setting = [game.notation.read(TABLE, line) for line in setting_up]
    done: list[Command] = []
    answers: list[Answer] = []
    out_of_turn: set[type[Command]] = set()
    while rules.state.end() is None:
        request = rules.state.due()
        if request is not None:
            answers.append(request.sample(below))
            rules.do(ChanceAnswer(CHANCE, request.verb, answers[-1]))
            continue
        plays = listed(rules.state)
        done.append(setting.pop(0) if setting else instead(plays) or choose(rules.state, plays))
        if done[-1].seat not in (TABLE, getattr(rules.state, "turn", TABLE)):
            out_of_turn.add(type(done[-1]))
        rules.do(done[-1])
    end = rules.state.end()
    assert end is not None
    return Script(done, answers, {type(command) for command in done}, out_of_turn, end.key)


class Hands(Evening):
    """Does whole lines with fingers: by a button if one says so, else by walking the menu that the screen shows."""

    def does(self, command: Command) -> None:
        """Do *command*, and wait until the table has done it."""
        published, before = self._published, self.table.daemon.session.published.open.state
        line, seat = spell(command), command.seat
        if line in button_lines(published).values():
            self.press(next(button for button, its in button_lines(published).items() if its == line))
        else:
            self._walk_to(line, seat, published)
        eventually(lambda: self.rests(published.version) or self._went_unnoticed(published.version, before))

    def _went_unnoticed(self, version: int, before: State | None) -> bool:
        """Tell whether something was done since *before* that nobody else notices, as a pass while others are asked."""
        published = self.table.daemon.session.published
        return published.version == version and published.open.state is not before

    def rests(self, after: int = -1) -> bool:
        """Tell whether the table is to be acted on again, *after* that version: nothing moves, and nothing will."""
        with self.table.daemon.stage.held() as stage:
            state = stage.published.open.state
            return stage.published.version > after and not (stage.in_motion or (state and state.due()))

    def _walk_to(self, line: str, seat: int, published: Snapshot) -> None:
        shadow = Menu()
        self._turn(1)
        shadow.open(tree_for_table(published))
        while True:
            self._turn_to(shadow, line, seat)
            row = shadow.selected
            assert row is not None
            self.press("push")
            shadow.push()
            if row.line == line:
                break
        if TABLE not in row.seats and len(row.seats) > 1:
            name = published.open.name_of(seat)
            assert not isinstance(name, str)
            self.choose(self.say(name.key, **name.values))

    def _turn_to(self, shadow: Menu, line: str, seat: int) -> None:
        """Turn to the row that leads to *line*, and wait until the screen's bar reads it."""
        steps = 0
        while not _leads(shadow.selected, line, seat):
            shadow.turn(1)
            steps += 1
            assert steps < 60, f"nothing in the menu leads to {line!r}"
        self._turn(steps)
        row = shadow.selected
        assert row is not None
        label = self.table.daemon.library.texts.say(self.lang, row.label.key, **row.label.values)
        eventually(lambda: self.reads(label))

    def _turn(self, steps: int) -> None:
        while steps:
            now = min(steps, MAX_DETENTS)
            self.table.turn(now)
            steps -= now

    @property
    def _published(self) -> Snapshot:
        """What the table's edge shows: until it shows something new, hands act on what was before.

        What nobody else notices shows nothing new, but its row of the menu is gone.
        """
        shown, now = self.table.daemon.stage.published, self.table.daemon.session.published
        return now if now.version == shown.version else shown


def _leads(row: Play | None, line: str, seat: int) -> bool:
    """Tell whether *row* is *line* for *seat*, or has it below it or in its form."""
    if row is None:
        return False
    if row.line == line:
        return row.why is None and (seat in row.seats or not row.seats)
    if row.form and not row.named and line.startswith(f"{row.line} "):
        return True
    return any(_leads(below, line, seat) for below in row.below)


def lines_of(plays: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    """Give each line that can be done in a tree as the wire has it, with each seat that can."""
    for play in plays:
        if "do" in play and not play.get("why"):
            yield from ((play["do"], seat) for seat in play.get("seats", ()))
        yield from lines_of(play.get("then", ()))


def lines_of_phone(phone: Phone) -> set[tuple[str, int]]:
    """Return each line that *phone* is offered now, with the seat."""
    return set(lines_of(phone.ask("GET", "table")[1]["plays"]))


def patiently(phone: Phone, seat: int, line: str, command_id: str) -> int:
    """Have *phone* say *line*, again as long as it has asked too often: a quick machine plays faster than people."""
    status = TOO_OFTEN

    def is_heard() -> bool:
        nonlocal status
        status = phone.say(seat, line, command_id)
        return status != TOO_OFTEN

    eventually(is_heard)
    return status
