from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, TABLE
from companion.library.games import Library
from tests.support.paths import ROOT
from tests.support.wording import say

SHIPPED = ROOT / "companion"
TOOLS = ["any-dice", "who-begins"]
KITS = sorted((path.stem for path in (SHIPPED / "kits").glob("*.toml")), key=lambda slug: (slug not in TOOLS, slug))
FOLK = sorted(path.stem for path in (SHIPPED / "kits" / "folk").glob("*.toml"))
REFEREES = sorted(path.parent.name.replace("_", "-") for path in (SHIPPED / "games").glob("*/game.toml"))
WHO = "'dealer' or 'typed' or 'ask'"
FERRY = """
slug = "{slug}"
[dice.oars]
faces = "1-6"
count = 2
[text.en]
name = "{name}"
oars = "Oars"
"""
ORACLE = """
slug = "oracle"
[deck.fate.card.luck]
count = 2
[text.fr]
name = "Oracle"
fate = "Destin"
luck = "Chance"
"""


def kit(folder: Path, file: str, slug: str, name: str = "Ferry") -> None:
    folder.mkdir(exist_ok=True)
    (folder / file).write_text(FERRY.format(slug=slug, name=name), encoding="utf-8")


def test_without_a_folder_the_library_holds_what_ships(tmp_path: Path) -> None:
    for library in (Library(), Library(tmp_path / "nowhere")):
        assert [(game.slug, game.mode) for game in library.games] == [
            *((slug, "kit") for slug in (*KITS, *FOLK)),
            *((slug, "referee") for slug in REFEREES),
        ]
        assert library.faults == []


def test_a_familys_kit_can_be_found_and_its_words_are_said_in_both_languages(tmp_path: Path) -> None:
    kit(tmp_path, "ferry.toml", "ferry")
    library = Library(tmp_path)
    game = library.find("ferry")
    assert game is not None
    assert library.find("ferry", "referee") is None
    assert [library.texts.say(lang, game.name.key) for lang in ("en", "fr")] == ["Ferry", "Ferry"]


def test_a_familys_kit_of_any_kind_can_be_opened(tmp_path: Path) -> None:
    """Cards alone make a kit: nothing in it has to be dice."""
    (tmp_path / "oracle.toml").write_text(ORACLE, encoding="utf-8")
    game = Library(tmp_path).find("oracle", "kit")
    assert game is not None
    table = Table(game.start(game.setup((), {})))
    table.do(game.notation.read(TABLE, "draw fate"))
    table.do(game.notation.read(CHANCE, "draw luck"))
    assert game.picture(table.state)["decks"][0].left == 1


def test_of_kits_with_one_slug_the_first_stands_and_the_others_are_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kit(tmp_path, "a.toml", "ferry", "First")
    kit(tmp_path, "b.toml", "ferry", "Second")
    kit(tmp_path, "c.toml", "fireship", "Third")
    with caplog.at_level(logging.ERROR):
        library = Library(tmp_path)
        library.log_faults()
    assert [game.slug for game in library.games] == [*KITS, "ferry", *FOLK, *REFEREES]
    assert library.texts.say("en", "kit.ferry.name") == "First"
    assert library.texts.say("en", "kit.fireship.name") == "Fireship"
    assert [line for bad in library.faults for line in library.fault_lines(bad)] == [
        f"{tmp_path / 'b.toml'}: slug: " + say("kit-fault.slug-taken", slug="'ferry'", file="a.toml"),
        f"{tmp_path / 'c.toml'}: slug: " + say("kit-fault.slug-taken", slug="'fireship'", file="fireship.toml"),
    ]
    assert caplog.text.count("left out: ") == 2
    assert f"{tmp_path / 'b.toml'}: slug: 'ferry' belongs to a.toml" in caplog.text


def test_a_familys_kit_takes_the_place_of_a_folk_game_with_its_slug(tmp_path: Path) -> None:
    kit(tmp_path, "own.toml", "pig", "Our pig")
    library = Library(tmp_path)
    assert library.faults == []
    assert [game.slug for game in library.games].count("pig") == 1
    assert library.texts.say("en", "kit.pig.name") == "Our pig"


def test_a_kit_with_faults_is_left_out_and_the_others_stay(tmp_path: Path) -> None:
    kit(tmp_path, "good.toml", "ferry")
    (tmp_path / "bad.toml").write_text("slug = 7", encoding="utf-8")
    library = Library(tmp_path)
    assert [game.slug for game in library.games] == [*KITS, "ferry", *FOLK, *REFEREES]
    (bad,) = library.faults
    name = f"expected {say('kit-fault.name')}, got 7"
    assert library.fault_lines(bad)[0] == f"{tmp_path / 'bad.toml'}: slug: {name}"
    assert bad.faults[-1].said.key == "kit-fault.empty"
    assert library.fault_lines(bad, "fr")[-1].startswith(f"{tmp_path / 'bad.toml'}: le fichier\u00a0: il faut")


def test_a_fault_of_the_whole_file_is_told_right_after_its_name(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("slug", encoding="utf-8")
    (bad,) = (library := Library(tmp_path)).faults
    assert library.fault_lines(bad)[0].startswith(f"{tmp_path / 'bad.toml'}: not TOML: ")


@pytest.mark.parametrize(
    ("chosen", "faults"),
    [
        ({"fireship": {"chance": "typed"}, "forbidden-island": {"difficulty": "elite", "chance": "ask"}}, []),
        ({}, []),
        ({"fireship": {"chance": "tipped"}}, [f"[game.fireship] chance: given 'tipped', expected {WHO}"]),
        (
            {"fireball-island": {"chanse": 1, "chance": True}},
            [
                say(
                    "kit-fault.meant",
                    fault="[game.fireball-island] chanse: there is no such option; there are: chance, board, "
                    "fireballs, answer_s, quiet_s",
                    word="chance",
                ),
                f"[game.fireball-island] chance: given True, expected {WHO}",
            ],
        ),
        (
            {"forbidden-island": {"difficulty": "hard"}},
            [
                "[game.forbidden-island] difficulty: given 'hard', expected 'novice' or 'normal' or 'elite' or "
                "'legendary'"
            ],
        ),
        (
            {"firship": {}},
            [
                say(
                    "kit-fault.meant",
                    fault=f"[game.firship]: no game is called that; there are: {', '.join((*KITS, *FOLK))}",
                    word="fireship",
                )
            ],
        ),
        (
            {"mah-jong": {"chance": 1}},
            [f"[game.mah-jong]: no game is called that; there are: {', '.join((*KITS, *FOLK))}"],
        ),
    ],
)
def test_every_fault_of_the_options_is_named_with_what_there_is(
    chosen: dict[str, dict[str, object]], faults: list[str]
) -> None:
    assert list(map(str, Library().option_faults(chosen))) == faults


def fifo(path: Path) -> None:
    os.mkfifo(path)


def sock(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**40)


NO_FILE, TOO_LONG = (
    say("kit-fault.unreadable", error=say("kit-fault.not-a-file")),
    say("kit-fault.unreadable", error=say("kit-fault.too-long", maximum=256)),
)


@pytest.mark.long
@pytest.mark.parametrize("suffix", ["toml", "board"])
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (fifo, NO_FILE),
        (sock, NO_FILE),
        (lambda path: path.symlink_to("/dev/zero"), NO_FILE),
        (lambda path: path.symlink_to("/dev/tty"), NO_FILE),
        (Path.mkdir, say("kit-fault.unreadable", error=say("kit-fault.folder"))),
        (lambda path: path.symlink_to(path), "can't be read: "),
        (huge, TOO_LONG),
    ],
    ids=["a pipe", "a socket", "endless", "a terminal", "a folder", "a circle", "huge"],
)
def test_whatever_lies_among_the_kits_is_left_out_in_words_and_nothing_is_waited_for(
    make: Callable[[Path], object], said: str, suffix: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's name is short
    folder = Path("kits")
    folder.mkdir()
    make(folder / f"odd.{suffix}")
    command = [sys.executable, "-m", "companion", "games", "--data", str(tmp_path)]
    limited = ["bash", "-c", 'ulimit -v 2000000; exec timeout 60 "$@"', "-", *command]
    done = subprocess.run(limited, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"odd.{suffix}: {said}" in done.stderr
    assert "fireship                 referee" in done.stdout, "all others are there"
    assert "Traceback" not in done.stderr


def test_every_game_with_answers_gives_fifteen_seconds_or_waits_for_ever() -> None:
    options = {game.slug: game.options["answer_s"] for game in Library(None).games if "answer_s" in game.options}
    assert {"fireball-island", "fireship"} <= set(options)
    shipped = [options[slug] for slug in ("fireball-island", "fireship")]
    assert [(option.default, option.minimum) for option in shipped] == [(15, 0), (15, 0)]
