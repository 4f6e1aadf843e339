"""Whole games of everything that ships: each draw of their records comes from the seed, whichever program makes it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.chance.dealers import CommittedDealer
from companion.engine.command import Command
from companion.engine.game import Game
from companion.journal.rows import GameRow
from companion.library.games import Library
from companion.library.simulate import listed
from companion.model.entry import By, Entry
from companion.records import record
from companion.records.finished_games import Past
from companion.records.verification import verify
from companion.session.game.open_game import OpenGame, Origin
from tests.companion.chance.test_fairness import by_the_pages_program
from tests.companion.chance.vectors import below
from tests.support.referees import GAMES

STEPS = 150
SEED = bytes(range(32, 64))


def played(game: Game) -> record.Record:
    """The record of *game* as it was played by people who choose anyhow, and closed unless its rules ended it."""
    opened = OpenGame(game, game.setup(tuple(map(str, range(1, game.default_people + 1))), {}), 1, SEED)
    entries: list[Entry] = []

    def take(command: Command | None, by: By, entropy: bytes, version: int) -> None:
        dealer = CommittedDealer(SEED, game.slug, opened.draws, entropy)
        for reveal_step in opened.take(command, dealer, version, Origin(by, "", entropy)):
            entries.extend(line.entry for line in reveal_step.lines)

    take(None, "dealer", b"first", 0)
    for step in range(STEPS):
        plays = listed(opened.state)
        if not plays:
            break
        take(plays[below(len(plays), game.slug, game.mode, step)], "phone", bytes([step]) * (step % 17), step)
    ended = opened.ended or json.dumps({"reason": record.CLOSED})
    row = GameRow(1, game.slug, game.mode, opened.setup.seats, dict(opened.setup.options), "", ended, SEED.hex())
    return record.read(list(record.write(record.of_journal(row, entries))))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.slug}-{game.mode}")
def test_every_draw_of_a_whole_game_is_made_again_by_both_programs(game: Game) -> None:
    told = played(game)
    ours = list(verify(game, told))
    assert len(ours) >= 5
    assert [draw.do for draw, _ in ours] == [answer for _, answer in ours]
    draws = Past(game, told).draws()["draws"]
    theirs = by_the_pages_program([{**draw, "do": "", "seed": SEED.hex(), "game": game.slug} for draw in draws])
    assert [answer for _, _, answer in theirs] == [draw["do"] for draw in draws]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.slug}-{game.mode}")
def test_every_move_of_a_past_game_can_be_shown(game: Game) -> None:
    told = played(game)
    past = Past(game, told)
    texts = Library().texts
    moves: list[Any] = [texts.tell("en", past.move(at)) for at in range(len(told.lines) + 1)]
    assert [move["of"] for move in moves] == [len(told.lines)] * len(moves)
    with pytest.raises(LookupError, match="was asked for"):
        past.move(len(moves))
