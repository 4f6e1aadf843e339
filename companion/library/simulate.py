"""Whole games without devices: policies as players, and seeded chance.

The only room that uses the ``random`` module: nothing here is played for real.
"""

from __future__ import annotations

import gc
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import floor
from random import Random
from typing import Any, cast

import msgspec

from companion.engine.chance import Below, ChanceAnswer
from companion.engine.command import Command
from companion.engine.game import Game, OptionValue, Setup
from companion.engine.notation import spell
from companion.engine.state import Ask, State
from companion.engine.table import Table
from companion.engine.values.lazy_sequence import LazySequence
from companion.engine.values.seats import CHANCE, seat_word
from companion.library.packages import Choose, package_of
from companion.model.entry import Entry
from companion.records.record import FORMAT, Header, Record, RecordEnding

Tries = Callable[[Any, int], Iterable[Command]]
LazyTries = Callable[[Any, int], LazySequence[Command]]
RANDOM = "random"
MAX_STEPS = 5000
"""Maximum steps of a game without an end of its own."""
UNFINISHED = "unfinished"


def policies(game: Game) -> tuple[str, ...]:
    """Return *game*'s players by name: the random one, and its own.

    :raises BadGame: these can't be imported.
    """
    return (RANDOM, *_players(game))


def _players(game: Game) -> Mapping[str, Choose]:
    package = package_of(game.slug) if game.mode == "referee" else None
    return {} if package is None else package.players()


def chooser(game: Game, policy: str, draw: Callable[[], float]) -> Choose:
    """Return the player called *policy*.

    The random one takes any play; *draw* returns fractions between 0 and 1.

    :raises KeyError: there is no player of that name.
    """
    if policy == RANDOM:
        return lambda state, plays: plays[floor(draw() * len(plays))]
    return _players(game)[policy]


def options_of(game: Game, chosen: Sequence[str]) -> dict[str, OptionValue]:
    """Return the options in *chosen*, each ``name=word``.

    A word without a matching value stays as it is.
    """
    found: dict[str, OptionValue] = {}
    for each in chosen:
        name, _, word = each.partition("=")
        option = game.options.get(name)
        values: Sequence[OptionValue] = ()
        if option is not None:
            values = option.choices or range(option.minimum, option.maximum + 1)
        found[name] = next((value for value in values if str(value).lower() == word.lower()), word)
    return found


def listed(state: State) -> Sequence[Command]:
    """Return every legal play in *state*, lazy kinds first (``Command.lazy``)."""
    return _listed(state, _LISTINGS[state.seats()])


Few = tuple[Tries, int, tuple[Command, ...]]
"""Lists a seat's plays: a function, and constant plays after them."""
Listing = tuple[tuple[Command, ...], tuple[Few, ...], tuple[tuple[LazyTries, int], ...]]
"""The plays of a list of asks: constant, few, and many.

The few come after the first constant plays, in order; the many come before all of these.
"""
Listings = dict[tuple[Ask, ...], Listing]
_LISTINGS: defaultdict[int, Listings] = defaultdict(dict)
"""Listings by number of people and by asks.

A game has some hundred different asks.
"""


def _listed(state: State, listings: Listings) -> Sequence[Command]:
    asks = state.asks()
    if not asks:
        return ()
    if (listing := listings.get(asks)) is None:
        listing = listings[asks] = _listing(state, asks)
    first, few, many = listing
    plays: Sequence[Command] = first
    if few:
        found = [*first]
        for tries, seat, follow in few:
            found += tries(state, seat)
            found += follow
        plays = found
    for tries_many, seat in many:
        plays = tries_many(state, seat).followed_by(plays)
    return plays


def _listing(state: State, asks: tuple[Ask, ...]) -> Listing:
    """Return the listing of *asks*, few and many plays apart.

    Forms and corrections list none; plays that are always the same are listed here, once. Kinds listed together are
    asked once.
    """
    always: list[list[Command]] = [[]]
    tries: list[tuple[Tries, int]] = []
    many: list[tuple[LazyTries, int]] = []
    for ask in asks:
        for kind in ask.kinds:
            if kind.is_form:
                continue
            if kind.lazy:
                many.append((cast(LazyTries, kind.tries), ask.seat))
            elif kind.always:
                always[-1] += kind.tries(state, ask.seat)
            elif not tries or tries[-1] != (kind.together or kind.tries, ask.seat):
                tries.append((kind.together or kind.tries, ask.seat))
                always.append([])
    first, *follow = map(tuple, always)
    few = tuple((*each, plays) for each, plays in zip(tries, follow, strict=True))
    return first, few, tuple(many)


def play(game: Game, setup: Setup, choose: Choose, below: Below, *, maximum: int = MAX_STEPS) -> Table:
    """Play one game from *setup*, for at most *maximum* steps.

    Chance answers with *below*. *choose* isn't called for a single play, and chance answers only if nobody can do
    anything.
    """
    table = Table(game.start(setup))
    listings = _LISTINGS[table.state.seats()]
    listed_of: State | None = None
    plays: Sequence[Command] = ()
    for _ in range(maximum):
        state = table.state
        if state is not listed_of:  # an answer may change nothing at all
            listed_of, plays = state, _listed(state, listings)
            count = len(plays)
        if count:
            table.do(choose(state, plays) if count > 1 else plays[0])
        elif (request := state.due()) is not None:
            table.do(ChanceAnswer(CHANCE, request.verb, request.sample(below)))
        else:
            break
    return table


@dataclass
class Simulation:
    """Games from *setup* played by *policy*, and their sum.

    Each game ends after *maximum* steps at the latest.

    The sum is how many *games* and *steps*, how often each end, in so many seconds of CPU time.
    """

    game: Game
    setup: Setup
    policy: str
    maximum: int = MAX_STEPS
    games: int = 0
    steps: int = 0
    cpu_s: float = 0.0
    ends: Counter[str] = field(default_factory=Counter)

    def report(self) -> dict[str, Any]:
        """Return the figures as plain data (contract, ``tidetable simulate``)."""
        per_s = 1 / self.cpu_s if self.cpu_s else 0.0
        return {
            "games": self.games,
            "steps": self.steps,
            "games_per_s": round(self.games * per_s, 2),
            "steps_per_s": round(self.steps * per_s, 1),
            "ends": dict(self.ends.most_common()),
        }

    def play(self, count: int, seed: int) -> Iterator[tuple[int, Table]]:
        """Play *count* games from *seed*; yield each one's number and table."""
        for number in range(1, count + 1):
            draw = Random(f"{seed}/{number}").random
            begun_s = time.process_time()
            with collector_at_rest():
                choose = chooser(self.game, self.policy, draw)
                table = play(self.game, self.setup, choose, below_from(draw), maximum=self.maximum)
            self.cpu_s += time.process_time() - begun_s
            self.games += 1
            self.steps += len(table.steps)
            end = table.state.end()
            self.ends[UNFINISHED if end is None else end.key] += 1
            yield number, table


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Turn off Python's cyclic garbage collector.

    A game's frozen values have no cycles.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def below_from(draw: Callable[[], float]) -> Below:
    """Return a source of whole numbers, from one of fractions.

    *draw* returns fractions between 0 and 1.
    """
    return lambda n: floor(draw() * n)


def source_of(name: str) -> Below:
    """Return a source of whole numbers seeded by *name*."""
    return below_from(Random(name).random)


def record_of(game: Game, setup: Setup, table: Table) -> Record:
    """Return the record of a simulated game, without times or commitment."""
    header = Header(
        tidetable=FORMAT, game=game.slug, mode=game.mode, options=dict(setup.options), seats=list(setup.seats)
    )
    lines = tuple(
        Entry(
            n=step.n,
            seat=seat_word(step.command.seat),
            do=spell(step.command),
            by="dealer" if step.command.seat == CHANCE else None,
        )
        for step in table.steps
    )
    end = table.state.end()
    if end is None:
        return Record(header, lines)
    reason = msgspec.json.decode(msgspec.json.encode({"reason": end.key, "values": end.values}))
    return Record(header, lines, RecordEnding(end=reason))
