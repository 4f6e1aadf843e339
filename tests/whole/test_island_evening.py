"""A whole evening of Forbidden Island under its referee: every command by a press or a turn, read off the screen."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from companion.app import Opening
from companion.chance.dealers import Dealer, ScriptedDealer, TypedDealer
from companion.engine.chance import Answer, ChanceAnswer
from companion.engine.command import Command
from companion.engine.notation import spell
from companion.engine.plays import Play
from companion.engine.table import Table as Rules
from companion.engine.values.seats import CHANCE, TABLE
from companion.games.forbidden_island.rules.actions import Capture, Give
from companion.games.forbidden_island.rules.cards import Discard, Lift, LiftOff, Sandbag, Swim
from companion.games.forbidden_island.rules.components import ADVENTURERS
from companion.games.forbidden_island.rules.course import IslandInPlay
from companion.input.menu import Menu
from companion.input.tree import tree_for_table
from companion.library.simulate import below_from, chooser, listed
from companion.model.snapshot import Snapshot
from companion.session.reveal import TIMES_S
from companion.stage.offers import button_lines
from hardware.cues import MessageCue, TurnCue, VerdictCue
from tests.support.referees import FORBIDDEN_ISLAND
from tests.support.tables import Table
from tests.support.waiting import eventually
from tests.web_ui.api.test_join_table import Phone, sit_down
from tests.whole.evenings import Evening

MAX_DETENTS = 24
SETTING_UP = (
    "first 2",
    "deal next",
    "flood-first watchtower iron-gate gold-gate misty-marsh lost-lagoon coral-palace",
    "cast {0} {1}",
    "deal rest",
)
"""Partly typed in, partly dealt."""


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    """Nobody has to watch what tumbles; what it ends on comes just the same."""
    with patch.dict(TIMES_S, dict.fromkeys(TIMES_S, (0.0, 0.1))):
        yield


@dataclass(frozen=True)
class Script:
    """A game that was played by its rules alone: what people did, each with the seat, and what chance answered."""

    done: Sequence[Command]
    answers: Sequence[Answer]
    kinds: set[type[Command]]
    out_of_turn: set[type[Command]]
    end: str


def written(seed: str, policy: str, difficulty: str, roles: tuple[str, str]) -> Script:
    """Play the game of *seed* to its end, set up as ``SETTING_UP`` says."""
    draw = Random(seed).random
    below = below_from(draw)
    choose = chooser(FORBIDDEN_ISLAND, policy, draw)
    options = {"difficulty": difficulty}
    rules = Rules(FORBIDDEN_ISLAND.start(FORBIDDEN_ISLAND.setup(("1", "2"), options)))
    setting = [FORBIDDEN_ISLAND.notation.read(TABLE, line.format(*roles)) for line in SETTING_UP]
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
        done.append(setting.pop(0) if setting else choose(rules.state, plays))
        if isinstance(rules.state, IslandInPlay) and done[-1].seat not in (TABLE, rules.state.turn):
            out_of_turn.add(type(done[-1]))
        rules.do(done[-1])
    end = rules.state.end()
    assert end is not None
    return Script(done, answers, {type(command) for command in done}, out_of_turn, end.key)


class Hands(Evening):
    """Does whole lines with fingers: by a button if one says so, else by walking the menu that the screen shows."""

    def does(self, command: Command) -> None:
        """Do *command*, and wait until the table has done it."""
        published = self._published
        line, seat = spell(command), command.seat
        if line in button_lines(published).values():
            self.press(next(button for button, its in button_lines(published).items() if its == line))
        else:
            self._walk_to(line, seat, published)
        eventually(lambda: self.rests(published.version))

    def rests(self, after: int = -1) -> bool:
        """Tell whether the table is to be acted on again, *after* that version: nothing moves, and nothing will."""
        with self.table.daemon.stage.held() as stage:
            state = stage.published.state
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
            name = published.name_of(seat)
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
        """What the table's edge shows: until it shows something new, hands act on what was before."""
        return self.table.daemon.stage.published


def _leads(row: Play | None, line: str, seat: int) -> bool:
    """Tell whether *row* is *line* for *seat*, or has it below it or in its form."""
    if row is None:
        return False
    if row.line == line:
        return row.why is None and (seat in row.seats or not row.seats)
    if row.form and not row.named and line.startswith(f"{row.line} "):
        return True
    return any(_leads(below, line, seat) for below in row.below)


LOST: Mapping[str, Any] = {
    "seed": "1033",
    "policy": "random",
    "difficulty": "legendary",
    "roles": ("engineer", "messenger"),
}
WON: Mapping[str, Any] = {"seed": "12", "policy": "careful", "difficulty": "novice", "roles": ("pilot", "engineer")}


@pytest.mark.parametrize(
    ("played", "lang", "kinds", "end", "cue"),
    [
        (LOST, "en", {Discard, Swim, Lift, Sandbag}, "forbidden-island.lost-pawn", ("LOST", "Engineer can’t swim")),
        (WON, "fr", {Give, Capture, LiftOff}, "forbidden-island.won", ("GAGNÉ", "Tous sont partis")),
    ],
)
def test_a_whole_game_by_buttons_and_knob_alone(
    played: Mapping[str, Any],
    lang: str,
    kinds: set[type[Command]],
    end: str,
    cue: tuple[str, str],
    tmp_path: Path,
) -> None:
    script = written(**played)
    assert (script.kinds >= kinds, Lift in script.out_of_turn, script.end) == (True, lang == "en", end)
    dealers: Mapping[str, Dealer] = {"dealer": ScriptedDealer(script.answers), "typed": TypedDealer()}
    with Table(tmp_path, dealers, opening=None, language=lang) as table:
        hands = Hands(table, lang)
        novice, chosen = (hands.say(f"forbidden-island.words.{word}") for word in ("novice", played["difficulty"]))
        level = hands.say("menu.field", field=hands.say("forbidden-island.difficulty"), word=novice)
        name = hands.say("forbidden-island.words.name")
        hands.walk(name, hands.say("menu.mode-referee"), level, chosen, hands.say("menu.start"))
        eventually(lambda: table.table["mode"] == "referee")
        for command in script.done:
            hands.does(command)
        title, detail = cue
        hands.sees(VerdictCue(won=end == "forbidden-island.won", title=title, detail=detail))
        lines = [json.loads(line) for line in table.get("/api/v1/records/1").body.splitlines()]
        assert [line["do"] for line in lines if line.get("by") == "button"] == [spell(each) for each in script.done]
        assert {line["by"] for line in lines[1:-1]} == {"button", "dealer"}
        assert lines[-1]["end"]["reason"] == end


def test_after_a_break_the_board_is_read_back_and_what_is_wrong_is_set_right(tmp_path: Path) -> None:
    script = written(**LOST)
    dealers: Mapping[str, Dealer] = {"dealer": ScriptedDealer(script.answers), "typed": TypedDealer()}
    with Table(tmp_path, dealers, opening=Opening("forbidden-island", "referee", ("1", "2"))) as table:
        hands = Hands(table, "en")
        for command in script.done[: len(SETTING_UP)]:
            hands.does(command)
    with Table(tmp_path, dealers, opening=None) as table:
        hands = Hands(table, "en")
        eventually(lambda: len(table.table["compare"]) == 6)
        wet = table.table["compare"]
        assert wet[0] == "Coral Palace: Flooded."
        hands.sees(MessageCue(title=hands.say("stage.right", at=1, of=6), lines=(wet[0], hands.say("stage.right-how"))))
        hands.press("back")
        hands.choose(hands.say("menu.field", field="Coral Palace", word="Flooded"))
        hands.choose("Dry")
        hands.choose(hands.say("menu.done"))
        eventually(lambda: table.table["compare"] == [])
        cells = table.table["state"]["boards"][0]["cells"]
        assert next(cell["state"] for cell in cells if cell["id"] == "coral-palace") == "dry"
        state = table.daemon.session.published.state
        assert isinstance(state, IslandInPlay)
        pawn = hands.say(f"forbidden-island.words.{ADVENTURERS[state.roles[state.turn]]}")
        foot = "Set right: Coral Palace: Dry"
        hands.sees(TurnCue(title=pawn, step="Actions", left=3, of=3, foot=foot, level=1, levels=10))


def lines_of(plays: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    """Give each line that can be done in a tree as the wire has it, with each seat that can."""
    for play in plays:
        if "do" in play and not play.get("why"):
            yield from ((play["do"], seat) for seat in play.get("seats", ()))
        yield from lines_of(play.get("then", ()))


def lines_of_phone(phone: Phone) -> set[tuple[str, int]]:
    """Return each line that *phone* is offered now, with the seat."""
    return set(lines_of(phone.ask("GET", "table")[1]["plays"]))


def test_a_whole_game_by_two_phones_each_for_its_own_seat(tmp_path: Path) -> None:
    script = written(**LOST)
    dealers: Mapping[str, Dealer] = {"dealer": ScriptedDealer(script.answers), "typed": TypedDealer()}
    with Table(tmp_path, dealers, opening=None) as table:
        session = table.daemon.session
        assert table.command(f"new forbidden-island referee difficulty={LOST['difficulty']}").status == 200
        for command in script.done[: len(SETTING_UP)]:
            assert table.command(spell(command)).status == 200
            eventually(lambda: session.published.reveal is None)
        phones = [sit_down(table, 0, name="Ann"), sit_down(table, 1, name="Ben")]
        for number, command in enumerate(script.done[len(SETTING_UP) :]):
            line, seat = spell(command), command.seat
            mine, other = phones[seat], phones[1 - seat]
            assert (line, seat) in lines_of_phone(mine)
            theirs = {(do, whose) for do, whose in lines_of_phone(other) if whose != 1 - seat}
            assert theirs <= {("correct", "table")}
            assert other.say(seat, line, f"not-mine-{number}") == 403
            assert mine.say(seat, line, f"phones-{number}") == 200
            eventually(lambda: session.published.reveal is None)
        told = phones[0].ask("GET", "table")[1]
        assert (told["state"]["end"]["reason"], told["plays"]) == ("pawn", [])
        late = script.done[-1]
        assert phones[late.seat].say(late.seat, spell(late), "too-late") in (409, 422)
