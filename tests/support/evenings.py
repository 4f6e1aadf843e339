"""Finished games as a club's tables tell of them: the messages, with records whose draws come from a promised seed."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from random import Random

from msgspec.structs import replace as with_fields

from companion.chance import fairness
from companion.engine.chance import ChanceAnswer
from companion.engine.game import Game, Mode
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE
from companion.library.simulate import chooser, listed, record_of
from companion.outside.messages import Finished, RecordMessage
from companion.records.record import RecordEnding, write
from tests.support.referees import GAMES, referee

SEED = bytes(range(32))
OAK, ELM = "0a0a0a0a0a0a", "0e0e0e0e0e0e"
"""Two tables."""
ENDED = "2026-11-21T20:04:00.000Z"


def shipped(slug: str, mode: Mode) -> Game | None:
    """Return the game or kit that ships under *slug*."""
    return next((game for game in GAMES if (game.slug, game.mode) == (slug, mode)), None)


@cache
def promised(slug: str, people: tuple[str, ...] = ("Ann", "Ben"), policy: str = "random", seed: bytes = SEED) -> str:
    """Play a game of *slug* to its end, its draws from *seed*, and return its record's text."""
    game = referee(slug)
    setup = game.setup(people, {})
    table = Table(game.start(setup))
    choose, draws = chooser(game, policy, Random(1).random), 0
    while table.state.end() is None:
        plays = listed(table.state)
        if plays:
            table.do(choose(table.state, plays))
            continue
        request = table.state.due()
        assert request is not None
        answer = fairness.answer(request, seed, slug, draws, entropy=b"")
        table.do(ChanceAnswer(CHANCE, request.verb, answer))
        draws += 1
    record = record_of(game, setup, table)
    assert record.ending is not None
    header = with_fields(record.header, commitment=fairness.commitment(seed))
    return "".join(
        write(with_fields(record, header=header, ending=RecordEnding(end=record.ending.end, seed=seed.hex())))
    )


def finished(
    text: str = "",
    table: str = OAK,
    game: int = 1,
    version: int = 1,
    people: tuple[str, ...] = ("Ann", "Ben"),
    slug: str = "forbidden-island",
    **more: object,
) -> Finished:
    """Return the message that a game of *table* is over, whose record is *text*."""
    told = Finished(
        id=f"{table}-{game}-{version}",
        game=game,
        slug=slug,
        mode="referee",
        name=slug.replace("-", " ").title(),
        people=people,
        result="Ann and Ben have won.",
        mood="good",
        fingerprint=sha256(text.encode()).hexdigest(),
        commitment=fairness.commitment(SEED),
        ended=ENDED,
        minutes=44,
    )
    return with_fields(told, **more)


def changed(text: str, old: str, new: str) -> str:
    """Return the record *text* with *new* in place of the first *old*, which it must have."""
    assert old in text
    return text.replace(old, new, 1)


def record(text: str, table: str = OAK, game: int = 1, version: int = 1, asked: str = "") -> RecordMessage:
    """Return the message with the record *text* of a game of *table*."""
    return RecordMessage(id=f"{table}-{game}-{version}", game=game, text=text, asked=asked)
