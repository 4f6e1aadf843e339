"""The command: its calls, what goes to stdout and what to stderr, and its exit codes."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from companion.cli.main import call_named, main
from companion.library.games import Library
from companion.opening import Opening
from companion.settings.example import example
from tests.support.paths import ROOT
from tests.support.rows import each_row
from tests.support.tables import Table, dice, run, scripted
from tests.support.waiting import eventually
from tests.support.wording import say

OPTIONS = {
    "run": {
        "--config": "PATH", "--data": "PATH", "--host": "TEXT", "--port": "INTEGER RANGE", "--simulate": "",
        "--kit": "NAME", "--game": "NAME", "--seats": "A,B", "--lang": "CODE", "--first-evening": "",
        "--data-before": "PATH", "--card-folder": "PATH",
    },
    "rehearse": {"--config": "PATH", "--data": "PATH", "--simulate": ""},
    "doctor": {"--config": "PATH", "--data": "PATH", "--fix": "", "--json": ""},
    "games": {"--config": "PATH", "--data": "PATH", "--json": "", "--check": "GAME"},
    "kits new": {"--config": "PATH", "--data": "PATH"},
    "kits check": {"--json": "", "--draw": ""},
    "replay": {"--at": "N", "--seat": "S", "--json": ""},
    "rules": {"--json": ""},
    "simulate": {
        "--mode": "[referee|kit]", "--games": "INTEGER RANGE", "--players": "INTEGER RANGE", "--seed": "INTEGER",
        "--policy": "TEXT", "--steps": "INTEGER RANGE", "--option": "K", "--records": "DIR", "--json": "",
    },
    "records": {"--config": "PATH", "--data": "PATH", "--json": ""},
    "records list": {"--config": "PATH", "--data": "PATH", "--json": ""},
    "records export": {"--config": "PATH", "--data": "PATH"},
    "records import": {"--config": "PATH", "--data": "PATH"},
    "records report": {"--config": "PATH", "--data": "PATH"},
    "verify": {"--json": ""},
    "backup": {"--config": "PATH", "--data": "PATH"},
    "restore": {
        "--config": "PATH", "--data": "PATH", "--json": "", "--replaces": "", "--second": "", "--leave-out-broken": "",
    },
    "club": {
        "--config": "PATH", "--data": "PATH", "--broker": "URL", "--user": "TEXT", "--password-file": "F", "--ca": "F",
        "--store": "URL", "--name": "TEXT", "--lang": "[en|fr]", "--host": "TEXT", "--port": "INTEGER RANGE",
        "--called": "NAME", "--trusted-proxy": "ADDRESS",
        "--proxy-port": "INTEGER RANGE", "--proxy-socket": "F", "--proxy-header": "TEXT", "--forget-after": "DAYS",
    },
    "club acl": {"--club": "TEXT", "--house": "TEXT"},
    "config": {"--check": "FILE", "--print": ""},
    "dicetray emulate": {"--ring": "N"},
    "dicetray flash": {"--port": "PATH", "--ring": "N", "--replaces": ""},
    "wiring": {"--config": "PATH", "--svg": "FILE"},
    "card": {
        "--out": "FOLDER", "--deb": "FILE", "--wifi": "NAME", "--cable": "", "--wifi-password-file": "FILE",
        "--country": "CODE", "--hostname": "TEXT", "--lang": "[en|fr]", "--ssh-key": "FILE", "--any-folder": "",
        "--kit": "FILE", "--settings": "FILE",
    },
    "install": {"--dry-run": "", "--root": "DIR"},
    "uninstall": {"--dry-run": "", "--root": "DIR"},
}  # fmt: skip
"""Every command that exists and each of its options, as the contract lists them."""
FOLK = [game.slug for game in Library().games if game.group and not game.is_tool]
KITS, REFEREES = ([game.slug for game in Library().games if game.mode == mode] for mode in ("kit", "referee"))
WITH_FERRY = [*(slug for slug in KITS if slug not in FOLK), "ferry", *FOLK, *REFEREES]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Chores run where no settings lie, and leave this process's signals alone."""
    monkeypatch.chdir(tmp_path)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def call(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), prog_name="tidetable")


def told(result: Result) -> str:
    """What went to stderr; nothing else may have been said."""
    assert result.stdout == ""
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.stderr


def listed(help: str) -> dict[str, str]:
    """The options in a --help, each with what it takes."""
    found = re.findall(r"^  (?:-h, )?(--[a-z-]+) ?((?:\[[a-z|]+\]|[A-Z,]+(?: RANGE)?)?)", help, re.MULTILINE)
    return {name: takes for name, takes in found if name != "--help"}


def test_the_commands_are_those_of_the_contract() -> None:
    result = call("--help")
    section = result.stdout.partition("Commands:\n")[2]
    assert re.findall(r"^  ([a-z]+) ", section, re.MULTILINE) == sorted({command.split(" ")[0] for command in OPTIONS})


@pytest.mark.parametrize("command", OPTIONS)
def test_the_options_are_those_of_the_contract_and_each_is_explained(command: str) -> None:
    result = call(*command.split(" "), "--help")
    assert (result.exit_code, result.stderr) == (0, "")
    assert listed(result.stdout) == OPTIONS[command]
    first, *rest = command.split(" ")
    own: Any = call_named(first)
    for word in rest:
        own = own.commands[word]
    assert own.help
    assert all(each.help for each in own.params if isinstance(each, click.Option))


def test_games_are_listed_for_people_and_for_programs() -> None:
    lines = call("games").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [*KITS, *REFEREES]
    assert "fireship                 kit      0-4 people  Fireship" in lines
    assert "forbidden-island         referee  2-4 people  Forbidden Island" in lines
    games = {(game["slug"], game["mode"]): game for game in json.loads(call("games", "--json").stdout)}
    options = {"chance": {"default": "dealer", "choices": ["dealer", "typed", "ask"], "text": say("menu.mode-kit")}}
    assert games["fireship", "kit"] == {
        "slug": "fireship", "mode": "kit", "name": "Fireship", "seats": [0, 4], "options": options,
    }  # fmt: skip
    for mode in ("kit", "referee"):
        assert games["forbidden-island", mode]["options"]["difficulty"] == {
            "default": "novice", "choices": ["novice", "normal", "elite", "legendary"], "text": "Difficulty",
        }  # fmt: skip
    assert games["forbidden-island", "referee"]["options"]["rescue_by_lift"] == {
        "default": True, "choices": [True, False], "text": say("forbidden-island.rescue-by-lift"),
    }  # fmt: skip


def test_a_familys_kit_is_listed_from_where_the_settings_say_and_a_bad_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "tidetable.toml").write_text('[kits]\nfolder = "mine"\n')
    words = '[text.en]\nname = "Ferry"\noars = "Oars"\n'
    (tmp_path / "mine" / "ferry.toml").write_text(f'slug = "ferry"\n[dice.oars]\nfaces = "1-6"\n{words}')
    assert [game["slug"] for game in json.loads(call("games", "--json").stdout)] == WITH_FERRY
    (tmp_path / "mine" / "wreck.toml").write_text('slug = "wreck"\n')
    result = call("games", "--json")
    assert (result.exit_code, len(json.loads(result.stdout))) == (1, len(WITH_FERRY))
    assert f"wreck.toml: {say('kit-fault.empty')}" in result.stderr


def test_stdout_is_one_document_and_the_log_is_on_stderr(tmp_path: Path) -> None:
    (tmp_path / "kits").mkdir()
    (tmp_path / "kits" / "wreck.toml").write_text('slug = "wreck"\n')
    (tmp_path / "tidetable.toml").write_text('[kits]\nfolder = "kits"\n')
    done = run(tmp_path, "games", "--json")
    assert (done.returncode, [game["slug"] for game in json.loads(done.stdout)]) == (1, [*KITS, *REFEREES])
    assert done.stderr.count(say("kit-fault.empty")) == 1, "each fault is told once"
    done = run(tmp_path, "rules", "fireship", "--json")
    assert (done.returncode, list(json.loads(done.stdout))) == (0, ["rules", "commands"])
    assert done.stderr.count("left out: ") == 1


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """The data folder of a table at which three rolls were played, and what it showed at the end."""
    dealers = scripted((3, 7, 10), ("won",), (1, 2, 9))
    with Table(tmp_path, dealers, opening=Opening("fireship", "kit", ("Ann",))) as table:
        for name in ("dice", "blue", "dice"):
            assert table.command(f"roll {name}").status == 200
            eventually(lambda: table.table["reveal"] is None)
        return tmp_path / "data", table.table


@pytest.mark.long
def test_a_record_of_a_played_game_replays_to_the_state_that_was_shown(
    tmp_path: Path, played: tuple[Path, dict[str, Any]]
) -> None:
    data, shown = played
    text = call("records", "export", "1", "--data", str(data)).stdout
    header, *lines = map(json.loads, text.splitlines())
    assert (header["tidetable"], header["game"], header["mode"], header["seats"]) == (1, "fireship", "kit", ["Ann"])
    assert [line["do"] for line in lines] == [
        "roll dice", "roll 3 7 10", "roll blue", "roll won", "roll dice", "roll 1 2 9",
    ]  # fmt: skip
    record = tmp_path / "game.tide"
    record.write_text(text, encoding="utf-8")
    replayed = json.loads(call("replay", str(record), "--json").stdout)
    assert replayed["state"] == shown["state"]
    assert (replayed["version"], replayed["end"]) == (6, None)
    assert [ask["seat"] for ask in replayed["awaiting"]] == [ask["seat"] for ask in shown["asks"]]
    half = json.loads(call("replay", str(record), "--at", "2", "--seat", "0", "--json").stdout)
    assert (dice(half)["values"], dice(half, "blue")["values"]) == ([3, 7, 10], None)
    assert call("replay", str(record)).stdout.startswith("fireship (kit): 6 commands stand after line 6.\n")


def test_records_are_listed_while_the_table_plays_on(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        assert table.command("new fireship kit seats=2").status == 200
        result = call("records", "--data", str(tmp_path / "data"), "--json")
    first, second = json.loads(result.stdout)
    assert (first["id"], second["id"]) == (1, 2)
    assert (second["seats"], second["lines"], second["ended"]) == (["1", "2"], 0, False)
    for words in (("list", "--data"), ("--data",)):
        lines = call("records", *words, str(tmp_path / "data")).stdout.splitlines()
        assert [line.split()[0] for line in lines] == ["1", "2"]
    assert json.loads(call("records", "--data", str(tmp_path / "data"), "--json", "list").stdout) == [first, second]


def test_settings_are_printed_and_checked(tmp_path: Path) -> None:
    printed = call("config", "--print")
    assert printed.exit_code == 0
    (tmp_path / "own.toml").write_text(printed.stdout)
    assert call("config", "--check", "own.toml").stdout == "own.toml: no faults\n"


@each_row(("terminal", "lang"), [("fr_CA.UTF-8", "fr"), ("de_DE.UTF-8", "en"), ("", "en")])
def test_printed_settings_are_in_the_terminals_language(
    monkeypatch: pytest.MonkeyPatch, terminal: str, lang: str
) -> None:
    monkeypatch.setenv("LC_ALL", terminal)
    monkeypatch.setenv("LC_MESSAGES", "")
    monkeypatch.setenv("LANG", "")
    assert call("config", "--print").stdout == example(lang)


FAULTY = """
[table]
languge = "fr"
[web]
port = "80"
[pins]
roll = 17
spin = 17
[game.fireship]
chance = "never"
"""


def test_the_wiring_is_told_and_drawn_as_the_settings_have_it(tmp_path: Path) -> None:
    (tmp_path / "tidetable.toml").write_text("[pins]\nroll = 12\n")
    told_rows = call("wiring")
    assert (told_rows.exit_code, told_rows.stderr) == (0, "")
    (row,) = (line for line in told_rows.stdout.splitlines() if line.startswith("ROLL button"))
    assert row.split() == ["ROLL", "button", "one", "leg", "GPIO12", "32", "other", "leg", "to", "ground"]
    drawn = call("wiring", "--svg", "wiring.svg")
    assert drawn.exit_code == 0
    assert told(drawn) == "wiring.svg: open it in a browser\n"
    assert "pin 32, GPIO12" in (tmp_path / "wiring.svg").read_text("utf-8")


def test_a_wiring_that_cannot_work_or_be_written_is_refused(tmp_path: Path) -> None:
    nowhere = call("wiring", "--svg", str(tmp_path / "nowhere" / "wiring.svg"))
    assert nowhere.exit_code == 1
    assert "wiring.svg: No such file or directory" in told(nowhere)
    (tmp_path / "tidetable.toml").write_text("[pins]\nroll = 27\n")
    refused = call("wiring")
    assert refused.exit_code == 1
    assert "tidetable.toml, [pins] roll and spin are both on pin 27" in told(refused)


def test_every_fault_of_the_settings_is_named_by_all_but_the_table_itself(tmp_path: Path) -> None:
    (tmp_path / "tidetable.toml").write_text(FAULTY)
    for words in (("config", "--check", "tidetable.toml"), ("games",), ("records",)):
        result = call(*words)
        assert result.exit_code == 1
        assert "[table] languge" in told(result)
        assert "did you mean language?" in told(result)
        assert "[web] port" in told(result)
    (tmp_path / "tidetable.toml").write_text(FAULTY[FAULTY.index("[pins]") :])
    result = call("config", "--check", "tidetable.toml")
    assert result.exit_code == 1
    assert "roll and spin are both on pin 17" in told(result)
    assert "[game.fireship] chance: given 'never', expected 'dealer' or 'typed'" in told(result)


def newer(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    database = sqlite3.connect(tmp_path / "data" / "journal.sqlite")
    database.execute("PRAGMA user_version=99")
    database.execute("CREATE TABLE wonder (a)")
    database.close()


def nothing(tmp_path: Path) -> None:
    pass


def bad_record(text: str) -> Callable[[Path], None]:
    return lambda tmp_path: None if (tmp_path / "game.tide").write_text(text) else None


HEADER = '{"tidetable": 1, "game": "fireship", "mode": "kit", "options": {}, "seats": ["Ann"]}\n'


@pytest.mark.parametrize(
    ("prepare", "line", "sentence"),
    [
        (newer, "records --data data", "update this program"),
        (nothing, "records --data data", "no journal in data: no game was played there yet"),
        (nothing, "records export 1 --data data", "no journal in data"),
        (nothing, "replay nowhere.tide", "nowhere.tide: No such file or directory"),
        (nothing, "replay .", ".: Is a directory"),
        (bad_record(""), "replay game.tide", "game.tide, line 1: the file is empty"),
        (bad_record("{}"), "replay game.tide", "game.tide, line 1: "),
        (bad_record(HEADER.replace("fireship", "chess")), "replay game.tide", "no kit is called 'chess'"),
        (
            bad_record(HEADER + '{"n": 1, "seat": 0, "do": "roll stones"}\n'),
            "replay game.tide --json",
            f"game.tide, line 2: {say('kit.no-dice', names='dice, plain, blue')}",
        ),
        (bad_record(HEADER), "replay game.tide --seat 1", "nobody sits on seat 1; the record has 1"),
        (nothing, "config --check nowhere.toml", "nowhere.toml: given a path without a file"),
    ],
)
def test_what_fails_says_why_in_a_sentence_and_exits_with_1(
    prepare: Callable[[Path], None], line: str, sentence: str, tmp_path: Path
) -> None:
    prepare(tmp_path)
    words = line.split(" ")
    result = call(*words, *(["--data", "data"] if words[0] == "run" else []))
    assert (result.exit_code, sentence in told(result)) == (1, True), result.stderr
    assert "Errno" not in result.stderr


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("run --kit fireship --game fireship", "choose --kit or --game, not both"),
        ("run --seats Ann,Ben", "name it with --kit or --game"),
        ("run --kit fireship --seats Ann,,Ben", "expected names of 1 to 20 letters"),
        ("run --kit fireship --seats A\x07", "expected names of 1 to 20 letters"),
        ("run --config nowhere.toml", "nowhere.toml: there is no such file"),
        ("run --simulate --kit chess", f"no kit is called 'chess'; there are: {', '.join(KITS)}"),
        ("run --simulate --game chess", f"no referee is called 'chess'; there are: {', '.join(REFEREES)}"),
        ("run --simulate --port 0 --kit fireship --seats 1,2,3,4,5 --data data", "5 people can’t play this"),
        ("run --simulate --port 0 --host 203.0.113.9", "can't serve at 203.0.113.9"),
        ("run --port 65536", "65536 is not in the range"),
        ("run --lang de", "'de' is not one of"),
        ("run --prot 80", "No such option"),
        ("config", "choose one: --check FILE, or --print"),
        ("config --print --check x", "choose one: --check FILE, or --print"),
        ("records export x", "'x' is not a valid integer"),
        ("replay", "Missing argument 'FILE'"),
        ("replay x --at -1", "-1 is not in the range"),
        ("roll", "No such command 'roll'"),
    ],
)
def test_wrong_usage_is_explained_and_exits_with_2(line: str, sentence: str) -> None:
    result = call(*line.split(" "))
    assert (result.exit_code, sentence in told(result)) == (2, True), result.stderr


def test_a_folder_that_another_table_holds_is_named_with_what_to_do(tmp_path: Path) -> None:
    with Table(tmp_path):
        result = call("run", "--simulate", "--port", "0", "--data", str(tmp_path / "data"))
    assert (result.exit_code, "stop it, or choose another --data" in told(result)) == (1, True), result.stderr
    assert "Errno" not in result.stderr


def test_a_game_that_does_not_exist_is_no_record(tmp_path: Path) -> None:
    with Table(tmp_path):
        pass
    result = call("records", "export", "7", "--data", str(tmp_path / "data"))
    assert (result.exit_code, told(result)) == (1, "there is no game 7; there are: 1\n")


def test_a_memory_that_is_damaged_is_no_list_of_records(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"no chart " * 500)
    result = call("records", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "can't be read" in told(result)


def test_the_kits_of_a_running_tables_folder_are_listed_and_the_folder_is_named(tmp_path: Path) -> None:
    kits = tmp_path / "memory" / "kits"
    kits.mkdir(parents=True)
    shipped = (ROOT / "companion" / "kits" / "fireship.toml").read_text("utf-8")
    (kits / "ferry.toml").write_text(shipped.replace('"fireship"', '"ferry"', 1), encoding="utf-8")
    rows = json.loads(call("games", "--data", str(tmp_path / "memory"), "--json").stdout)
    assert [row["slug"] for row in rows] == WITH_FERRY
    refused = call("run", "--simulate", "--data", str(tmp_path / "other"), "--kit", "ferry")
    assert (refused.exit_code, str(tmp_path / "other" / "kits") in refused.stderr) == (2, True)


# ---------------------------------------------------------------------- records: verified, sealed, taken in, reported
@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the record of a game with three rolls that people closed, and its data folder beside it."""
    folder = tmp_path_factory.mktemp("closed")
    with Table(folder, opening=Opening("fireship", "kit", ("Ann",))) as table:
        for name in ("dice", "blue", "dice"):
            assert table.command(f"roll {name}").status == 200
            eventually(lambda: table.table["reveal"] is None)
        assert table.command("finish").status == 200
    exported = call("records", "export", "1", "--data", str(folder / "data")).stdout
    (folder / "evening.tide").write_text(exported, encoding="utf-8")
    return folder


@pytest.fixture
def fair(closed: Path, tmp_path: Path) -> Path:
    """A copy of that record, with a copy of its data folder beside it."""
    shutil.copytree(closed, tmp_path, dirs_exist_ok=True)
    return tmp_path / "evening.tide"


def test_a_finished_record_is_verified_draw_by_draw(fair: Path) -> None:
    result = call("verify", str(fair))
    assert result.exit_code == 0
    rows = result.stdout.splitlines()
    assert [row.rsplit(maxsplit=1)[-1] for row in rows[:3]] == ["ok"] * 3
    commitment = json.loads(fair.read_text("utf-8").splitlines()[0])["commitment"]
    assert rows[3:] == [f"All 3 draws come from the seed that was promised: {commitment}"]
    told = json.loads(call("verify", str(fair), "--json").stdout)
    assert (told["ok"], told["commitment"], [draw["draw"] for draw in told["draws"]]) == (True, commitment, [0, 1, 2])


def test_the_first_draw_that_differs_is_named_and_nothing_is_said_to_be_well(fair: Path) -> None:
    lines = fair.read_text("utf-8").splitlines()
    other = "roll lost" if "roll won" in lines[4] else "roll won"
    lines[4] = json.dumps({**json.loads(lines[4]), "do": other})
    fair.write_text("\n".join(lines), encoding="utf-8")
    result = call("verify", str(fair))
    assert result.exit_code == 1
    assert f"{fair}, line 5: it says {other!r}, but the seed leads to" in result.stderr
    assert "All " not in result.stdout
    told = json.loads(call("verify", str(fair), "--json").stdout)
    assert (told["ok"], [draw["ok"] for draw in told["draws"]]) == (False, [True, False])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda lines: lines[:-1], "the seed isn't in it: it is told once the game is over"),
        (lambda lines: [lines[0].replace('"commitment"', '"commit"'), *lines[1:]], "line 1: not a line of a record"),
        (lambda lines: [*lines[:-1], '{"end":{"reason":"closed"},"seed":"00"}'], "the seed isn't the one that line 1"),
        (lambda lines: [*lines[:3], lines[-1]], "line 3"),
        (lambda lines: [], "the file is empty"),
    ],
)
def test_a_record_that_cannot_be_verified_says_why(fair: Path, change: Any, sentence: str) -> None:
    lines = change(fair.read_text("utf-8").splitlines())
    if sentence == "line 3":
        lines[2] = lines[2].replace('"n":2', '"n":7')
    fair.write_text("\n".join(lines), encoding="utf-8")
    result = call("verify", str(fair))
    assert result.exit_code == 1
    assert sentence in told(result)


def test_a_game_that_goes_on_is_exported_without_what_is_hidden_and_without_its_seed(tmp_path: Path) -> None:
    with Table(tmp_path, opening=Opening("fireball-island", "kit", ("Ann", "Ben"))) as table:
        table.command("roll die")
        eventually(lambda: table.table["reveal"] is None)
        promised = table.table["commitment"]
        text = call("records", "export", "1", "--data", str(tmp_path / "data")).stdout
    assert json.loads(text.splitlines()[0])["commitment"] == promised
    assert '"seed"' not in text


def test_a_record_is_taken_into_another_tables_memory_and_comes_out_the_same(tmp_path: Path, fair: Path) -> None:
    other = tmp_path / "other"
    for number in (1, 2):
        result = call("records", "import", str(fair), "--data", str(other))
        assert (result.exit_code, result.stdout, result.stderr) == (0, f"{fair} is game {number} now.\n", "")
    assert call("records", "export", "2", "--data", str(other)).stdout == fair.read_text("utf-8")
    with Table(tmp_path / "third", opening=None) as table:
        refused = call("records", "import", str(fair), "--data", str(tmp_path / "third" / "data"))
        assert table.table["game"] is None
    assert (refused.exit_code, "another tidetable" in refused.stderr) == (1, True)


def test_a_game_that_was_taken_in_unfinished_goes_on_and_the_one_on_the_table_stays(tmp_path: Path, fair: Path) -> None:
    lines = fair.read_text("utf-8").splitlines()
    fair.write_text("\n".join(lines[:5]), encoding="utf-8")
    with Table(tmp_path / "other", opening=Opening("fireship", "kit", ("Zoe",))):
        pass
    result = call("records", "import", str(fair), "--data", str(tmp_path / "other" / "data"))
    assert result.exit_code == 0
    assert "has no commitment, and can't be verified" in result.stderr
    with Table(tmp_path / "other", opening=None) as table:
        assert [person["name"] for person in table.table["people"]] == ["Zoe"]
        assert table.command("resume 2").status == 200
        seen = table.table
        assert ([person["name"] for person in seen["people"]], seen["commitment"]) == (["Ann"], None)
        assert dice(seen)["roll"] == 1


def test_a_record_that_the_rules_refuse_leaves_the_memory_alone(tmp_path: Path, fair: Path) -> None:
    lines = fair.read_text("utf-8").replace("roll dice", "roll moon", 1)
    fair.write_text(lines, encoding="utf-8")
    result = call("records", "import", str(fair), "--data", str(tmp_path / "other"))
    assert (result.exit_code, "line 2" in told(result)) == (1, True)
    assert not (tmp_path / "other").exists()


TOO_MANY = "line 20001: the record is longer than the 20,000 lines"


@pytest.mark.parametrize("words", [("records", "import"), ("verify",), ("replay",)], ids=" ".join)
def test_what_is_no_regular_file_is_no_record(words: tuple[str, ...], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(str(tmp_path / "socket"))
        for path in (tmp_path / "pipe", tmp_path / "socket", Path("/dev/zero"), tmp_path):
            result = call(*words, str(path), *(["--data", str(tmp_path / "data")] if words[0] == "records" else []))
            assert (result.exit_code, str(path) in told(result)) == (1, True)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("words", "filled", "sentence"),
    [
        (["records", "import"], 'head -c 40000000 < <(cat "$0"; yes "$1") > long.tide', TOO_MANY),
        (["replay"], "head -c 17000000 /dev/zero > long.tide", "line 1: the file is longer than the 16 MB"),
    ],
    ids=["millions of lines", "a line without end"],
)
def test_a_record_without_end_is_refused_at_once_with_its_limit_in_little_memory(
    words: list[str], filled: str, sentence: str, tmp_path: Path, fair: Path
) -> None:
    line = '{"n":1,"seat":0,"do":"roll dice"}'
    subprocess.run(["bash", "-c", filled, str(fair), line], cwd=tmp_path, check=True, stderr=subprocess.DEVNULL)
    command = [sys.executable, "-m", "companion", *words, str(tmp_path / "long.tide")]
    command += ["--data", str(tmp_path / "other")] if words[0] == "records" else []
    limited = ["bash", "-c", 'ulimit -v 300000; exec timeout 60 "$@"', "-", *command]
    done = subprocess.run(limited, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{tmp_path / 'long.tide'}, {sentence}" in done.stderr
    assert not (tmp_path / "other").exists()


def test_a_report_of_a_fault_is_one_document(tmp_path: Path, fair: Path) -> None:
    report = json.loads(call("records", "report", "1", "--data", str(tmp_path / "data")).stdout)
    assert set(report) == {"versions", "devices", "rehearsal", "record"}
    assert report["rehearsal"] is None
    assert report["record"] == fair.read_text("utf-8")
    assert set(report["versions"]) == {"tidetable", "python", "system"}
