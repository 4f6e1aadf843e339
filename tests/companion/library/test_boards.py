from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.games.fireship.rules.board.board import BadFireshipBoard
from companion.games.fireship.rules.board.own import read_board
from companion.library.games import Library
from tests.companion.games.fireship.boards import POND_ROWS
from tests.support.seen import plain
from tests.support.wording import say

GRID = "\n".join(POND_ROWS)
NAMES = ", ".join(f'"Rock {number}"' for number in range(1, 10))
POND = f'name = "The pond"\nislands = [{NAMES}]\nboard = """\n{GRID}\n"""\n'


def test_a_familys_board_is_an_option_of_fireship_under_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "our-pond.board").write_text(POND, encoding="utf-8")
    library = Library(tmp_path)
    game = library.find("fireship", "referee")
    assert game is not None
    option = game.options["board"]
    assert option.choices == ("archipelago:2", "our-pond")
    assert library.texts.say("fr", option.names[1].key, **option.names[1].values) == "The pond"
    state = game.start(game.setup(("Ann", "Ben"), {"board": "our-pond"}))
    assert plain(game.picture(state))["boards"][0]["columns"] == 12
    assert library.faults == []


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (POND.replace("3c", "3."), {"fireship.board-dots"}),
        ('board = "x"', {"fireship.board-no-name"}),
        ('name = "Pond"\nsea = 1', {"fireship.board-key", "fireship.board-no-grid"}),
        (POND.replace('"Rock 9"', "9"), {"fireship.board-bad-names"}),
        (POND.replace(', "Rock 9"', ""), {"fireship.board-names"}),
        ('name = ""\nboard = ""', {"fireship.board-no-name"}),
    ],
)
def test_a_board_with_faults_is_told_what_is_wrong_with_it(text: str, keys: set[str]) -> None:
    with pytest.raises(BadFireshipBoard) as caught:
        read_board("pond", tomllib.loads(text))
    assert {fault.key for fault in caught.value.faults} == keys


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("Our Pond.board", POND.encode(), "A board’s file is called by small letters"),
        ("archipelago.board", POND.encode(), "and not: archipelago"),
        ("pond.board", b"\xff\xfe", say("kit-fault.unreadable", error=say("kit-fault.not-text"))),
        ("pond.board", b"name = ", "can’t be read"),
        ("pond.board", POND.replace("#", "%").encode(), "Row 3, column 4: no cell is drawn like that"),
        (
            "pond.board",
            POND.replace("3c", "3.").encode(),
            say("fireship.board-dots", number=3, given=0, letter="c", rule="FS-B1"),
        ),
    ],
)
def test_a_board_that_cannot_be_used_is_left_out_and_named_among_the_faults(
    file: str, content: bytes, said: str, tmp_path: Path
) -> None:
    (tmp_path / file).write_bytes(content)
    library = Library(tmp_path)
    game = library.find("fireship", "referee")
    assert game is not None
    assert game.options["board"].choices == ("archipelago:2",)
    (bad,) = library.faults
    assert said in "\n".join(library.fault_lines(bad))
    assert library.fault_lines(bad, "fr") != library.fault_lines(bad)
