"""Whole evenings of Battle for the Island: by fingers, by two phones; a power cut between, and a step taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.engine.notation import spell
from companion.games.battle_for_the_island.rules.by_table import PlaceAsBefore, PlaceRest
from companion.games.battle_for_the_island.rules.moves import RemoveFromPad
from companion.games.battle_for_the_island.rules.setup import Toss
from companion.session.game.reveal import TIMES_S
from hardware.cues import VerdictCue
from tests.support import battles
from tests.support.referees import referee
from tests.support.tables import Process, Table, running
from tests.support.waiting import eventually
from tests.web_ui.api.test_join_table import sit_down
from tests.whole.referee_evenings import Hands, Script, lines_of_phone, patiently, written

BATTLE = referee("battle-for-the-island")
OPTIONS = {"size": 10, "first_to_five": True}
NEW_GAME = "new battle-for-the-island referee size=10 first_to_five=true"
RARE = {Toss, RemoveFromPad, PlaceAsBefore, PlaceRest}
"""What may not come up in it."""
MAX_SEEDS, MAX_COMMANDS = 200, 110


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    """Nobody has to watch what tumbles; what it ends on comes just the same."""
    with patch.dict(TIMES_S, dict.fromkeys(TIMES_S, (0.0, 0.1))):
        yield


@pytest.fixture(scope="module")
def script() -> Script:
    """A short battle that has nearly everything."""
    games = (written(BATTLE, str(seed), "random", OPTIONS) for seed in range(MAX_SEEDS))
    return next(each for each in games if each.kinds >= set(BATTLE.kinds) - RARE and len(each.done) < MAX_COMMANDS)


@pytest.mark.long
def test_a_whole_battle_by_buttons_and_knob_alone(tmp_path: Path, script: Script) -> None:
    with Table(tmp_path, script.dealers(), opening=None, language="fr") as table:
        hands = Hands(table, "fr")

        def said(word: str) -> str:
            return hands.say(f"battle-for-the-island.{word}")

        fields = [(said("size"), "12", "10"), (said("first-to-five"), said("words.no"), said("words.yes"))]
        rows = [row for name, now, word in fields for row in (hands.say("menu.field", field=name, word=now), word)]
        hands.walk(said("words.name"), hands.say("menu.mode-referee"), *rows, hands.say("menu.start"))
        eventually(lambda: table.table["mode"] == "referee")
        assert OPTIONS.items() <= table.daemon.session.published.open.setup.options.items()
        for command in script.done:
            hands.does(command)
        end = table.table["state"]["end"]
        winner = hands.say("seat.number", number=end["winners"][0] + 1)
        hands.sees(VerdictCue(won=True, title=winner, detail=end["text"]))
        lines = [json.loads(line) for line in table.get("/api/v1/records/1").body.splitlines()]
        assert [line["do"] for line in lines if line.get("by") == "button"] == [spell(each) for each in script.done]


@pytest.mark.long
def test_a_whole_battle_by_two_phones_each_for_its_own_seat(tmp_path: Path, script: Script) -> None:
    with Table(tmp_path, script.dealers(), opening=None) as table:
        assert table.command(NEW_GAME).status == 200
        phones = [sit_down(table, 0, name="Ann"), sit_down(table, 1, name="Ben")]
        for number, command in enumerate(script.done):
            line, seat = spell(command), command.seat
            if seat < 0:  # whoever sits at the table says it
                assert table.command(line).status == 200
            else:
                mine, other = phones[seat], phones[1 - seat]
                assert (line, seat) in lines_of_phone(mine)
                assert {do for do, whose in lines_of_phone(other) if whose == seat} == set()
                assert patiently(other, seat, line, f"not-mine-{number}") == 403
                assert patiently(mine, seat, line, f"phones-{number}") == 200
            table.settle()
        told = phones[0].ask("GET", "table")[1]
        end = told["state"]["end"]
        assert ("has lost five" in end["text"], told["plays"]) == (True, [])
        table.glass_shows(VerdictCue(won=True, title=("Ann", "Ben")[end["winners"][0]], detail=end["text"]))


def play(table: Process, lines: list[tuple[str, int | str]]) -> None:
    """Have *lines* said, each by its seat."""
    for line, seat in lines:
        said = {"id": f"{table.table['version']}-{seat}", "seen": table.table["version"], "seat": seat, "do": line}
        assert table.ask("POST", "/api/v1/commands", said).status == 200, line


@pytest.mark.long
def test_after_the_plug_was_pulled_the_battle_stands_as_it_was_and_the_board_is_read_back(tmp_path: Path) -> None:
    blocks = [(f"block {square}", number % 2) for number, square in enumerate(battles.BLOCKS[:4])]
    with running(tmp_path, "--game", "battle-for-the-island", "--seats", "Ann,Ben") as table:
        play(table, [("first 1", "table"), *blocks])
        before = table.table["state"]
        table.kill()
    with running(tmp_path, "--port", "0") as table:
        assert table.table["state"] == before
        assert table.table["compare"] == ["Blocks on a3, b4, c5, d6."]
        play(table, [(f"block {battles.BLOCKS[4]}", 0)])


def test_a_roll_is_taken_back_once_both_agree(tmp_path: Path, script: Script) -> None:
    first_roll = next(at for at, command in enumerate(script.done) if command.verb == "roll")
    with Table(tmp_path, script.dealers(), opening=None) as table:
        assert table.command(NEW_GAME).status == 200
        phones = [sit_down(table, 0, name="Ann"), sit_down(table, 1, name="Ben")]
        for number, command in enumerate(script.done[: first_roll + 1]):
            before = table.table["state"]
            if command.seat < 0:
                assert table.command(spell(command)).status == 200
            else:
                assert patiently(phones[command.seat], command.seat, spell(command), f"phones-{number}") == 200
            table.settle()
        seat = script.done[first_roll].seat
        assert phones[seat].say(seat, "undo", "asked") != 200
        assert table.table["state"] != before, "one alone takes no roll back"
        assert phones[1 - seat].say(1 - seat, "consent", "agreed") == 200
        assert table.table["state"] == before
