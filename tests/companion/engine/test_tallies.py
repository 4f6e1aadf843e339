"""What games came to: four numbers and a best deed from the facts of whole games, also of steps that are forgotten."""

from __future__ import annotations

from pathlib import Path

from companion.engine.game import Game
from companion.engine.tally import tally_of
from companion.engine.values.tally import Tally
from companion.records.record import read, replay
from companion.texts.say import LANGUAGES
from tests.support.paths import RECORDS
from tests.support.referees import REFEREES, TEXTS
from tests.support.rows import each_row

FILES = sorted(RECORDS.glob("*.tide"))
GAMES = {game.slug: game for game in REFEREES}


def tallied(file: Path) -> tuple[Game, int, Tally]:
    record = read(file.read_bytes().splitlines())
    game = GAMES[record.header.game]
    table = replay(game, record)
    tally = tally_of(game, table.state, table.steps)
    assert tally is not None
    return game, len(record.header.seats), tally


@each_row("file", FILES, ids=lambda file: file.stem)
def test_every_game_that_ends_has_four_numbers_and_can_be_told_in_every_language(file: Path) -> None:
    _, people, tally = tallied(file)
    assert len(tally.numbers) == 4
    assert all(number.value >= 0 for number in tally.numbers)
    assert tally.best is None or tally.best.seat in range(people)
    for lang in LANGUAGES:
        TEXTS.tell(lang, tally)
