"""States of every game that ships, so chosen out of whole games that each command can be given in one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.engine.chance import ChanceAnswer
from companion.engine.command import Command
from companion.engine.corrections import Correct
from companion.engine.game import Game, Mode
from companion.engine.notation import spell
from companion.engine.referees.declarations import PassUntil
from companion.engine.state import State
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, TABLE
from companion.engine.windows import Pass, PassFor
from companion.library.simulate import below_from, listed, record_of
from companion.records.record import Record, read, table_of, take_line
from tests.support import drafts
from tests.support.cases import own_of
from tests.support.paths import RECORDS
from tests.support.referees import GAMES

Slug = tuple[str, Mode]
CARDS = "draw discard give shuffle"
OF_KITS: Mapping[str, str] = {
    "any-dice": "roll throw",
    "who-begins": "spin among",
    "fireship": f"roll spin compare gain spend {CARDS}",
    "forbidden-island": f"set raise lower {CARDS}",
    "fireball-island": f"roll set gain spend {CARDS}",
    "battle-for-the-island": "roll draw raise lower",
}
"""What can be done with each kit: not everything that kits can do has something to do in each."""


def _verbs(game: Game) -> frozenset[str]:
    """Return every command that people can give in *game*; what is declared may be answered, or passed."""
    if game.mode == "kit":
        corrected = () if game.is_tool else (Correct.verb,)
        return frozenset([*OF_KITS[game.slug].split(), *corrected])
    answered = PassUntil in game.kinds
    return frozenset(kind.verb for kind in (*game.kinds, Correct, *((Pass, PassFor) if answered else ())))


VERBS: Mapping[Slug, frozenset[str]] = {(game.slug, game.mode): _verbs(game) for game in GAMES}
"""Every command that people can give, by game: a new one is reached by each road, or its tests fail."""
ENDS_IT = "time-over"
MAX_STEPS = 400
PEOPLE = ("1", "2", "3", "4")
Whose = frozenset[tuple[str, bool]]
"""Verbs, each with whether the table gives it, not a seat."""


@dataclass(frozen=True)
class Reached:
    """The state after *record*, in which the *table* itself, or else the seats, can give the commands *verbs*."""

    record: Record
    table: bool
    verbs: frozenset[str]


def game_of(slug: Slug) -> Game:
    return next(game for game in GAMES if (game.slug, game.mode) == slug)


def offered(state: State) -> Whose:
    """Return what commands can be given in *state*."""
    return frozenset(
        (kind.verb, ask.seat == TABLE) for ask in state.asks() for kind in ask.kinds if _may(kind, state, ask.seat)
    )


def _may(kind: type[Command], state: State, seat: int) -> bool:
    if kind.is_form:
        return kind.form(state, seat) is not None
    return any(command.why_not(state) is None for command in kind.tries(state, seat))


@cache
def reached(slug: Slug) -> tuple[Reached, ...]:
    """Return few states of a game that hold every command of ``VERBS``, each given by a seat where one may."""
    game, found, have = game_of(slug), list[Reached](), frozenset[str]()
    for record in chain(_played(slug), _drawn_by_lot(game)):
        states = [(offered(state), at, -len(listed(state))) for at, state in _states(game, record)]
        while (best := max(states, key=lambda each: _worth(each, have), default=None)) and _new(best[0], have):
            for table in {whose for _, whose in _new(best[0], have)}:
                verbs = frozenset(verb for verb, whose in _new(best[0], have) if whose == table)
                found.append(Reached(Record(record.header, record.lines[: best[1]]), table, verbs))
            have |= {verb for verb, _ in best[0]}
    return tuple(found)


def _worth(each: tuple[Whose, int, int], have: frozenset[str]) -> tuple[int, int]:
    """How much that nobody has yet there is in a state, and how little else."""
    return len(_new(each[0], have)), each[2]


def _new(verbs: Whose, have: frozenset[str]) -> Whose:
    """Return those of *verbs* that *have* hasn't, each once: as a seat's if a seat may give it."""
    by_seats = {verb for verb, table in verbs if not table}
    return frozenset((verb, table) for verb, table in verbs if verb not in have and not (table and verb in by_seats))


def _played(slug: Slug) -> Iterator[Record]:
    own = own_of(game_of(slug))
    for name in own.played:
        record = read((RECORDS / f"{slug[0]}-{name}.tide").read_bytes().splitlines())
        options = {**record.header.options, **own.still}
        yield Record(replace(record.header, options=options), record.lines)
    for name in own.timed:
        yield read((RECORDS / f"{slug[0]}-{name}.tide").read_bytes().splitlines())


def _drawn_by_lot(game: Game) -> Iterator[Record]:
    """Play games by lot: first what to do is drawn, then how, so that what is seldom offered is often done."""
    slug = (game.slug, game.mode)
    own = own_of(game)
    people, seeds = own.lots
    for seed in seeds:
        lots = Random(f"{slug}/{seed}")
        setup = game.setup(PEOPLE[:people], own.still)
        table = Table(game.start(setup))
        for _ in range(MAX_STEPS):
            command = _by_lot(table.state, lots)
            if command is None:
                break
            table.do(command)
        yield record_of(game, setup, table)


def _by_lot(state: State, lots: Random) -> Command | None:
    request = state.due()
    if request is not None:
        return ChanceAnswer(CHANCE, request.verb, request.sample(below_from(lots.random)))
    plays = sorted((play for play in listed(state) if play.verb != ENDS_IT), key=spell)
    if not plays:
        return None
    verb = lots.choice(sorted({play.verb for play in plays}))
    return lots.choice([play for play in plays if play.verb == verb])


def _states(game: Game, record: Record) -> Iterator[tuple[int, Any]]:
    """Give each state of *record* in which people are asked, after how many lines it comes."""
    table = table_of(game, record)
    for at, line in enumerate(record.lines):
        if table.state.due() is None:
            yield at, table.state
        take_line(game, table, line, at + 2)


def keep(folder: Path, slug: Slug) -> None:
    """Put the games that ``reached`` gives into a journal in *folder*, numbered from 1, to be resumed."""
    drafts.keep(folder, (each.record for each in reached(slug)))
