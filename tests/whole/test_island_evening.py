"""A whole evening of Forbidden Island under its referee: every command by a press or a turn, read off the screen."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.engine.command import Command
from companion.engine.notation import spell
from companion.games.forbidden_island.course import ForbiddenIslandInPlay
from companion.games.forbidden_island.rules.actions import Capture, ForbiddenGive
from companion.games.forbidden_island.rules.cards import ForbiddenDiscard, Lift, LiftOff, Sandbag, Swim
from companion.games.forbidden_island.rules.components import ADVENTURERS
from companion.model.requests import line_for
from companion.opening import Opening
from companion.session.game.reveal import TIMES_S
from hardware.cues import MessageCue, TurnCue, VerdictCue
from tests.support.referees import FORBIDDEN_ISLAND
from tests.support.tables import Table
from tests.support.waiting import eventually
from tests.support.wording import say
from tests.web_ui.api.test_join_table import sit_down
from tests.whole.referee_evenings import Hands, Script, lines_of_phone, patiently, written

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


def island(seed: str, policy: str, difficulty: str, roles: tuple[str, str]) -> Script:
    """Play the game of *seed* to its end, set up as ``SETTING_UP`` says."""
    setting_up = [line.format(*roles) for line in SETTING_UP]
    return written(FORBIDDEN_ISLAND, seed, policy, {"difficulty": difficulty}, setting_up)


LOST: Mapping[str, Any] = {
    "seed": "1033",
    "policy": "random",
    "difficulty": "legendary",
    "roles": ("engineer", "messenger"),
}
WON: Mapping[str, Any] = {"seed": "25", "policy": "careful", "difficulty": "novice", "roles": ("pilot", "engineer")}


@pytest.mark.parametrize(
    ("played", "lang", "kinds", "end", "cue"),
    [
        (
            LOST,
            "en",
            {ForbiddenDiscard, Swim, Lift, Sandbag},
            "forbidden-island.lost-pawn",
            ("LOST", "Engineer can’t swim"),
        ),
        pytest.param(
            *(
                WON,
                "fr",
                {ForbiddenGive, Capture, LiftOff},
                "forbidden-island.won",
                ("GAGNÉ", say("forbidden-island.stage-all-off", "fr")),
            ),
            marks=pytest.mark.long,
        ),
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
    script = island(**played)
    assert (script.kinds >= kinds, Lift in script.out_of_turn, script.end) == (True, lang == "en", end)
    with Table(tmp_path, script.dealers(), opening=None, language=lang) as table:
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
    script = island(**LOST)
    with Table(tmp_path, script.dealers(), opening=Opening("forbidden-island", "referee", ("1", "2"))) as table:
        hands = Hands(table, "en")
        for command in script.done[: len(SETTING_UP)]:
            hands.does(command)
    with Table(tmp_path, script.dealers(), opening=None) as table:
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
        state = table.daemon.session.published.open.state
        assert isinstance(state, ForbiddenIslandInPlay)
        pawn = hands.say(f"forbidden-island.words.{ADVENTURERS[state.roles[state.turn]]}")
        foot = "Set right: Coral Palace: Dry"
        hands.sees(TurnCue(title=pawn, step="Actions", left=3, of=3, foot=foot, level=1, levels=10))


@pytest.mark.long
def test_a_whole_game_by_two_phones_each_for_its_own_seat(tmp_path: Path) -> None:
    script = island(**LOST)
    with Table(tmp_path, script.dealers(), opening=None) as table:
        session = table.daemon.session
        assert table.command(f"new forbidden-island referee difficulty={LOST['difficulty']}").status == 200
        for command in script.done[: len(SETTING_UP)]:
            assert table.command(spell(command)).status == 200
            table.settle()
        phones = [sit_down(table, 0, name="Ann"), sit_down(table, 1, name="Ben")]
        for number, command in enumerate(script.done[len(SETTING_UP) :]):
            line, seat = spell(command), command.seat
            mine, other = phones[seat], phones[1 - seat]
            asked = line_for(line, command.left(session.published.open.state))
            assert (asked, seat) in lines_of_phone(mine)
            theirs = {(do, whose) for do, whose in lines_of_phone(other) if whose != 1 - seat}
            assert theirs <= {("correct", "table")}
            assert patiently(other, seat, line, f"not-mine-{number}") == 403
            assert patiently(mine, seat, line, f"phones-{number}") == 200
            table.settle()
        told = phones[0].ask("GET", "table")[1]
        assert (told["state"]["end"]["reason"], told["plays"]) == ("pawn", [])
        late = script.done[-1]
        assert patiently(phones[late.seat], late.seat, spell(late), "too-late") in (409, 422)
