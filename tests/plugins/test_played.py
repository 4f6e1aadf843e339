"""Games that nobody but their own packages knows: found, played to their ends by knob and over HTTP, verified."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from msgspec import to_builtins

from companion.chance.dealers import Dealer, ScriptedDealer, TypedDealer
from companion.engine.chance import Answer, ChanceAnswer
from companion.engine.command import Command
from companion.engine.game import Game
from companion.engine.notation import spell
from companion.engine.table import Table as Rules
from companion.engine.values.seats import CHANCE, WATCHER
from companion.library.catalogue import rules_of
from companion.library.game_check import check
from companion.library.games import Library
from companion.library.packages import installed
from companion.library.simulate import Simulation, below_from, chooser, listed, policies
from companion.opening import Opening
from companion.records.record import read, replay
from companion.session.game.reveal import TIMES_S
from tests.support.long_forms import few_of
from tests.support.paths import ROOT
from tests.support.referees import GAMES
from tests.support.tables import Table, command_line, environment
from tests.support.waiting import TIMEOUT_S, eventually
from tests.whole.referee_evenings import Hands


@dataclass(frozen=True)
class Played:
    """A game as it is played here: how it is opened, by which of its players, and how it ends.

    *seed* gives a game by the random player in which all of its *verbs* are said.
    """

    opening: Opening
    policy: str
    rules: tuple[str, ...]
    ends: str
    said: str
    seed: str
    verbs: frozenset[str]


PLAYED: Mapping[str, Played] = {
    "pig": Played(
        Opening("pig", "referee", ("Ann", "Ben"), {"target": 30}),
        "careful",
        ("PG-S1", "PG-S2"),
        "pig.won",
        "points.",
        "183",
        frozenset(("roll", "hold", "play")),
    ),
    "harbour": Played(
        Opening("harbour", "referee", ("Ann", "Ben"), {"crates": 1, "answer_s": 0}),
        "skipper",
        ("HB-S1", "HB-S2"),
        "harbour.won",
        "landed.",
        "690",
        frozenset(("sail", "stay", "wind", "fog", "pass", "pass-until", "roll")),
    ),
}
EACH = pytest.mark.parametrize("slug", few_of(["harbour"], PLAYED))


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    with patch.dict(TIMES_S, dict.fromkeys(TIMES_S, (0.0, 0.1))):
        yield


def found(library: Library, slug: str) -> Game:
    game = library.find(slug, "referee")
    assert game is not None
    return game


def test_their_menus_are_made_without_their_code(library: Library) -> None:
    assert [bad.file for bad in library.faults] == []
    own = {game.slug: library.texts.say("fr", game.name.key) for game in library.games if game.slug in PLAYED}
    assert own == {"pig": "Le Cochon", "harbour": "Le Port"}
    assert not [name for name in sys.modules if name.startswith("tidetable_")]


@EACH
def test_it_keeps_all_laws(library: Library, slug: str) -> None:
    assert check(library, found(library, slug)) == {}


@EACH
def test_it_brings_its_rules_and_a_player(library: Library, slug: str) -> None:
    game, played = found(library, slug), PLAYED[slug]
    assert tuple(rule.id for rule in rules_of(game)[:2]) == played.rules
    assert [rule.id for rule in rules_of(game, "fr")] == [rule.id for rule in rules_of(game)]
    assert [rule.ruling for rule in rules_of(game, "fr")] == [rule.ruling for rule in rules_of(game)]
    assert policies(game) == ("random", played.policy)
    simulation = Simulation(game, game.setup(("Ann", "Ben"), {}), played.policy)
    assert len(list(simulation.play(20, 1))) == 20
    assert dict(simulation.ends) == {played.ends: 20}


# ---------------------------------------------------------------------- by buttons and knob
def written(game: Game, played: Played) -> tuple[list[Command], list[Answer]]:
    """Play *game* by its rules alone; return what people did and what chance answered."""
    draw = Random(played.seed).random
    below, choose = below_from(draw), chooser(game, "random", draw)
    opening = played.opening
    rules = Rules(game.start(game.setup(opening.seats, opening.options or {})))
    done: list[Command] = []
    answers: list[Answer] = []
    while rules.state.end() is None:
        request = rules.state.due()
        if request is not None:
            answers.append(request.sample(below))
            rules.do(ChanceAnswer(CHANCE, request.verb, answers[-1]))
            continue
        people = [play for play in listed(rules.state) if play.seat >= 0]
        done.append(choose(rules.state, people))
        rules.do(done[-1])
    return done, answers


@EACH
def test_it_is_played_to_its_end_by_buttons_and_knob(library: Library, slug: str, tmp_path: Path) -> None:
    played = PLAYED[slug]
    done, answers = written(found(library, slug), played)
    assert {command.verb for command in done} == played.verbs
    dealers: Mapping[str, Dealer] = {"dealer": ScriptedDealer(answers), "typed": TypedDealer()}
    with Table(tmp_path, dealers, opening=played.opening) as table:
        hands = Hands(table, "en")
        eventually(lambda: hands.rests() and bool(listed_now(table)))
        for command in done:
            hands.does(command)
        assert is_over(table)
        lines = [json.loads(line) for line in table.get("/api/v1/records/1").body.splitlines()]
        assert [line["do"] for line in lines if line.get("by") == "button"] == [spell(command) for command in done]


def is_over(table: Table) -> bool:
    state = table.daemon.session.published.open.state
    return state is not None and state.end() is not None


def listed_now(table: Table) -> list[Command]:
    state = table.daemon.session.published.open.state
    return [] if state is None else list(listed(state))


# ---------------------------------------------------------------------- over HTTP
def next_play(table: Table, policy: str) -> Command:
    published = table.daemon.session.published
    assert published.open.state is not None
    assert published.open.game is not None
    return chooser(published.open.game, policy, lambda: 0.0)(published.open.state, listed(published.open.state))


@EACH
def test_it_is_played_over_http_exported_replayed_and_verified(
    library: Library, site: Path, slug: str, tmp_path: Path
) -> None:
    played = PLAYED[slug]
    with Table(tmp_path, opening=played.opening) as table:
        eventually(lambda: bool(table.table["plays"]))
        sent = 0
        while not is_over(table):
            before = table.table
            command = next_play(table, played.policy)
            body = {"id": f"{slug}-{sent}", "seen": before["version"], "seat": command.seat, "do": spell(command)}
            answer = table.ask("POST", "/api/v1/commands", body)
            assert answer.status == 200, answer.json
            sent += 1
            eventually(lambda before=before: table.table["version"] > before["version"] and not table.table["reveal"])  # type: ignore[misc]
        end = table.table["state"]["end"]
        record = table.get("/api/v1/records/1").body
    assert end["text"].endswith(played.said)
    file = tmp_path / "played.tide"
    file.write_bytes(record)
    assert replay(found(library, slug), read(record.decode().splitlines())).state.end() is not None
    done = tidetable(tmp_path, site, "verify", str(file))
    assert done.returncode == 0, done.stderr
    assert slug in tidetable(tmp_path, site, "games").stdout


def tidetable(folder: Path, site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a call of the command, with the packages of *site* beside the program."""
    own = {**environment(folder), "PYTHONPATH": f"{ROOT}{os.pathsep}{site}"}
    return subprocess.run(
        command_line(*words), cwd=folder, env=own, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )


@pytest.mark.long
@EACH
def test_the_command_says_that_it_keeps_all_laws(library: Library, site: Path, slug: str, tmp_path: Path) -> None:
    done = tidetable(tmp_path, site, "games", "--check", slug)
    assert (done.returncode, done.stderr) == (0, "")


@EACH
def test_a_watcher_sees_how_many_cards_and_not_which(library: Library, slug: str) -> None:
    game = found(library, slug)
    ((_, table),) = Simulation(game, game.setup(("Ann", "Ben"), {}), PLAYED[slug].policy).play(1, 1)
    state: Any = table.state_before(3)
    shown = to_builtins(game.shown(state.seen_by(WATCHER)))
    hidden = [len(hand) for hand in state.hands]
    assert all(hidden)
    assert [(hand["cards"], hand["hidden"]) for hand in shown["decks"][0]["hands"]] == [((), count) for count in hidden]
    assert shown["kind"] == slug


def test_the_shipped_games_are_as_they_were_once_they_are_gone() -> None:
    packages, bad = installed()
    assert [package.slug for package in packages] == [game.slug for game in GAMES if game.mode == "referee"]
    assert bad == ()
