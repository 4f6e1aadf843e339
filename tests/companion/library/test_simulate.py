from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.engine.chance import ChanceAnswer
from companion.engine.command import Command
from companion.engine.game import Game
from companion.engine.state import State
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, TABLE
from companion.library.catalogue import commands_of, rules_of
from companion.library.simulate import UNFINISHED, Simulation, listed, options_of, play, policies, record_of
from companion.records.record import read, replay
from tests.support.games.spinner import SPINNER
from tests.support.referees import FORBIDDEN_ISLAND, GAMES
from tests.support.sources import seeded

TWO = FORBIDDEN_ISLAND.setup(("Ann", "Ben"), {})


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, words)
    return result.exit_code, result.stdout, result.stderr


def test_the_same_seed_plays_the_same_games_and_another_seed_others() -> None:
    def games(seed: int) -> list[object]:
        found = Simulation(FORBIDDEN_ISLAND, TWO, "random").play(3, seed)
        return [[step.command for step in table.steps] for _, table in found]

    assert games(1) == games(1)
    assert games(1) != games(2)


def careful_for_two(games: int) -> Simulation:
    simulation = Simulation(FORBIDDEN_ISLAND, TWO, "careful")
    for _ in simulation.play(games, 1):
        pass
    assert simulation.games == games
    return simulation


@pytest.mark.long
def test_the_careful_player_wins_some_of_a_few_novice_games_for_two() -> None:
    assert careful_for_two(4).ends["forbidden-island.won"] >= 4 / 5


@pytest.mark.long
def test_the_careful_player_wins_a_fifth_of_novice_games_for_two() -> None:
    assert careful_for_two(12).ends["forbidden-island.won"] >= 12 / 5


def test_a_simulation_counts_games_steps_and_ends() -> None:
    simulation = Simulation(FORBIDDEN_ISLAND, TWO, "random")
    tables = [table for _, table in simulation.play(5, 3)]
    report = simulation.report()
    assert (report["games"], report["steps"]) == (5, sum(len(table.steps) for table in tables))
    assert sum(report["ends"].values()) == 5
    assert report["games_per_s"] > 0 < report["steps_per_s"]


def test_every_play_of_everybody_is_listed() -> None:
    state = FORBIDDEN_ISLAND.start(TWO)
    assert {command.verb for command in listed(state)} == {"deal", "first"}
    assert {command.seat for command in listed(state)} == {TABLE}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.slug}-{game.mode}")
def test_listed_are_the_plays_that_each_kind_lists_and_those_of_which_there_are_many_come_first(game: Game) -> None:
    table = Table(game.start(game.setup(("Ann", "Ben"), {})))
    below = seeded(f"listed/{game.slug}/{game.mode}")
    for _ in range(300):
        request, plays = table.state.due(), listed(table.state)
        kinds = [(kind, ask.seat) for ask in table.state.asks() for kind in ask.kinds if not kind.is_form]
        kinds.sort(key=lambda each: not each[0].lazy)
        found = [play for kind, seat in kinds for play in kind.tries(table.state, seat)]
        assert (len(plays), [*plays], [plays[at] for at in range(len(plays))]) == (len(found), found, found)
        if request is not None:
            table.do(ChanceAnswer(CHANCE, request.verb, request.sample(below)))
        elif found:
            table.do(found[below(len(found))])


def test_a_game_that_does_not_end_is_left_unfinished() -> None:
    simulation = Simulation(SPINNER, SPINNER.setup(("Ann",), {"target": 100}), "random", maximum=2)
    for _, table in simulation.play(1, 1):
        assert len(table.steps) == 2
    assert simulation.ends == {UNFINISHED: 1}


def test_a_simulated_game_is_a_record_that_can_be_replayed() -> None:
    below = seeded("simulated")
    table = play(FORBIDDEN_ISLAND, TWO, lambda state, plays: plays[below(len(plays))], below)
    record = record_of(FORBIDDEN_ISLAND, TWO, table)
    assert replay(FORBIDDEN_ISLAND, record).state == table.state


def test_nobody_chooses_where_there_is_only_one_play() -> None:
    chosen: list[int] = []

    def last(state: State, plays: Sequence[Command]) -> Command:
        chosen.append(len(plays))
        return plays[-1]

    table = play(FORBIDDEN_ISLAND, TWO, last, seeded("one play"))
    asked = [step for step in table.steps if step.command.seat != CHANCE]
    assert min(chosen) > 1
    assert 0 < len(chosen) < len(asked)


def test_the_command_prints_one_document_and_writes_the_records(tmp_path: Path) -> None:
    words = [
        "--games",
        "2",
        "--players",
        "3",
        "--seed",
        "5",
        "--option",
        "layout=raft",
        "--option",
        "rescue_by_lift=false",
    ]
    code, out, _ = run("simulate", "forbidden-island", *words, "--records", str(tmp_path), "--json")
    report = json.loads(out)
    assert (code, report["games"], set(report)) == (0, 2, {"games", "steps", "games_per_s", "steps_per_s", "ends"})
    files = sorted(tmp_path.glob("*.tide"))
    assert [file.name for file in files] == ["forbidden-island-5-1.tide", "forbidden-island-5-2.tide"]
    record = read(files[0].read_bytes().splitlines())
    assert (record.header.options["layout"], record.header.options["rescue_by_lift"]) == ("raft", False)
    assert len(record.header.seats) == 3
    assert replay(FORBIDDEN_ISLAND, record).state.end() is not None


@pytest.mark.parametrize("chosen", [(), ("--option", "board=archipelago")])
def test_a_simulated_game_at_sea_is_recorded_with_the_version_of_its_board(
    chosen: tuple[str, ...], tmp_path: Path
) -> None:
    code, _, _ = run("simulate", "fireship", "--games", "1", "--records", str(tmp_path), *chosen)
    (file,) = tmp_path.glob("*.tide")
    assert (code, read(file.read_bytes().splitlines()).header.options["board"]) == (0, "archipelago:2")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("chess",), "no referee is called 'chess'"),
        (
            ("forbidden-island", "--policy", "lucky"),
            "nobody called 'lucky' plays forbidden-island; there are: random, careful",
        ),
        (("forbidden-island", "--players", "5"), "it takes 2 to 4"),
        (("forbidden-island", "--option", "layout=moon"), "layout"),
        (("forbidden-island", "--option", "luck=1"), "There is no such option"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(words: tuple[str, ...], message: str) -> None:
    code, out, err = run("simulate", *words)
    assert (code, out) == (1, "")
    assert message in err


def test_options_are_read_by_the_values_they_can_have() -> None:
    chosen = ("rescue_by_lift=False", "layout=kite", "difficulty=nightmare", "luck=1")
    assert options_of(FORBIDDEN_ISLAND, chosen) == {
        "rescue_by_lift": False,
        "layout": "kite",
        "difficulty": "nightmare",
        "luck": "1",
    }
    assert options_of(SPINNER, ("target=30",)) == {"target": 30}
    assert policies(SPINNER) == ("random",)


def test_the_catalogue_is_the_same_list_of_rules_in_both_languages() -> None:
    english, french = rules_of(FORBIDDEN_ISLAND), rules_of(FORBIDDEN_ISLAND, "fr")
    assert [(rule.id, rule.ruling, rule.fact) for rule in english] == [
        (rule.id, rule.ruling, rule.fact) for rule in french
    ]
    assert all(rule.text != other.text for rule, other in zip(english, french, strict=True))
    assert len(english) > 60


def test_the_rules_are_printed_with_commands_whose_examples_can_be_read() -> None:
    code, out, _ = run("rules", "forbidden-island", "--json")
    told = json.loads(out)
    assert code == 0
    by_id = {rule["id"]: rule for rule in told["rules"]}
    assert set(by_id["FI-A5"]) == {"id", "text", "ruling", "fact"}
    assert (by_id["FI-A5"]["ruling"], by_id["FI-A5"]["fact"], by_id["FI-X3"]["fact"]) == (True, False, True)
    for command in commands_of(FORBIDDEN_ISLAND):
        seat = TABLE if command["verb"] in ("deal", "first") else 0
        assert FORBIDDEN_ISLAND.notation.read(seat, command["example"])
    assert {"verb": "guide", "notation": "guide PAWN TO", "example": "guide messenger iron-gate"} in told["commands"]


def test_the_rules_are_printed_for_people_too() -> None:
    code, out, _ = run("rules", "forbidden-island")
    assert code == 0
    assert "FI-A7   Engineer: shores up one or two tiles" in out
    assert run("rules", "no-such-game")[0] == 1


def test_a_game_is_left_after_as_many_steps_as_were_asked_for() -> None:
    code, out, _ = run("simulate", "forbidden-island", "--games", "2", "--steps", "30", "--json")
    assert code == 0
    report = json.loads(out)
    assert (report["steps"], report["ends"]) == (60, {"unfinished": 2})
