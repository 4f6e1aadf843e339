"""Pig, which nobody but its own package knows: found, played to its end by knob and over HTTP, recorded, verified."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.app import Opening
from companion.engine.command import Command
from companion.engine.game import Game
from companion.engine.notation import spell
from companion.engine.seats import WATCHER
from companion.library.catalogue import rules_of
from companion.library.games import Library
from companion.library.packages import installed
from companion.library.simulate import Tally, chooser, listed, policies, simulate
from companion.records.record import read, replay
from companion.session.reveal import TIMES_S
from tests.support.paths import ROOT
from tests.support.referees import GAMES
from tests.support.tables import Table, command_line, environment
from tests.support.waiting import TIMEOUT_S, eventually
from tests.whole.test_island_evening import Hands

PIG = Opening("pig", "referee", ("Ann", "Ben"), {"target": 30})


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    with patch.dict(TIMES_S, dict.fromkeys(TIMES_S, (0.0, 0.1))):
        yield


@pytest.fixture
def pig(library: Library) -> Game:
    found = library.find("pig", "referee")
    assert found is not None
    return found


def test_its_menu_is_made_without_its_code(library: Library) -> None:
    assert [bad.file for bad in library.faults] == []
    assert [game.slug for game in library.games][-1] == "pig"
    assert library.texts.say("fr", next(game.name.key for game in library.games if game.slug == "pig")) == "Le Cochon"
    assert not [name for name in sys.modules if name.startswith("tidetable_pig")]


def test_it_brings_its_rules_and_a_player(pig: Game) -> None:
    assert [rule.id for rule in rules_of(pig)][:2] == ["PG-S1", "PG-S2"]
    assert [rule.ruling for rule in rules_of(pig, "fr")].count(True) == 2
    assert policies(pig) == ("random", "careful")
    tally = Tally()
    assert len(list(simulate(pig, pig.setup(("Ann", "Ben"), {}), 20, 1, "careful", tally))) == 20
    assert dict(tally.ends) == {"pig.won": 20}


def next_play(table: Table, has_played_a_card: bool) -> Command:
    """What a careful player does next; the hidden card comes as soon as it may."""
    state = table.daemon.session.published.state
    game = table.daemon.session.published.game
    assert state is not None
    assert game is not None
    plays = listed(state)
    cards = [play for play in plays if play.verb == "play"]
    return cards[0] if cards and not has_played_a_card else chooser(game, "careful", lambda: 0.0)(state, plays)


def is_over(table: Table) -> bool:
    state = table.daemon.session.published.state
    return state is not None and state.end() is not None


def test_it_is_played_to_its_end_by_buttons_and_knob(library: Library, tmp_path: Path) -> None:
    done: list[str] = []
    with Table(tmp_path, opening=PIG) as table:
        hands = Hands(table, "en")
        eventually(lambda: not table.daemon.session.published.reveal and bool(listed_now(table)))
        while not is_over(table):
            command = next_play(table, any(line.startswith("play ") for line in done))
            done.append(spell(command))
            hands.does(command)
        assert {line.partition(" ")[0] for line in done} == {"roll", "hold", "play"}
        lines = [json.loads(line) for line in table.get("/api/v1/records/1").body.splitlines()]
        assert [line["do"] for line in lines if line.get("by") == "button"] == done


def listed_now(table: Table) -> list[Command]:
    state = table.daemon.session.published.state
    return [] if state is None else list(listed(state))


def test_it_is_played_over_http_exported_replayed_and_verified(library: Library, site: Path, tmp_path: Path) -> None:
    with Table(tmp_path, opening=PIG) as table:
        eventually(lambda: bool(table.table["plays"]))
        sent = 0
        while not is_over(table):
            before = table.table
            command = next_play(table, has_played_a_card=True)
            body = {"id": f"pig-{sent}", "seen": before["version"], "seat": command.seat, "do": spell(command)}
            answer = table.ask("POST", "/api/v1/commands", body)
            assert answer.status == 200, answer.json
            sent += 1
            eventually(lambda before=before: table.table["version"] > before["version"] and not table.table["reveal"])  # type: ignore[misc]
        end = table.table["state"]["end"]
        record = table.get("/api/v1/records/1").body
    assert end["text"].endswith("points.")
    file = tmp_path / "pig.tide"
    file.write_bytes(record)
    game = library.find("pig")
    assert game is not None
    assert replay(game, read(record.decode().splitlines())).state.end() is not None
    done = tidetable(tmp_path, site, "verify", str(file))
    assert done.returncode == 0, done.stderr
    assert "pig" in tidetable(tmp_path, site, "games").stdout


def tidetable(folder: Path, site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a chore of the command, with the packages of *site* beside the program."""
    own = {**environment(folder), "PYTHONPATH": f"{ROOT}{os.pathsep}{site}"}
    return subprocess.run(
        command_line(*words), cwd=folder, env=own, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )


def test_a_watcher_sees_how_many_cards_and_not_which(pig: Game) -> None:
    tally = Tally()
    ((_, table),) = simulate(pig, pig.setup(("Ann", "Ben"), {}), 1, 1, "careful", tally)
    shown = pig.shown(table.state_before(3).seen_by(WATCHER))
    assert [(hand["cards"], hand["hidden"]) for hand in shown["decks"][0]["hands"]] == [([], 1), ([], 1)]
    assert shown["kind"] == "pig"


def test_the_shipped_games_are_as_they_were_once_it_is_gone() -> None:
    packages, bad = installed()
    assert [package.slug for package in packages] == [game.slug for game in GAMES if game.mode == "referee"]
    assert bad == ()
