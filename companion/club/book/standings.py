"""Standings: games played and won, by game, in total and by evening.

A game that nobody wins alone counts as won or lost by all. A result with a false record is listed, and counts nowhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from companion.club.book.rows import FinishedGame
from companion.runtime.clock import evening_of


class PersonStanding(Struct, frozen=True):
    """A person's games *played*, and *won* alone or with others."""

    name: str
    played: int
    won: int


class GameStanding(Struct, frozen=True):
    """Statistics of one game by *slug*: *games*, *won*, *lost*.

    *won* and *lost* are those of all together. *people* are those with names, the most wins first.
    """

    slug: str
    name: str
    games: int
    won: int
    lost: int
    people: tuple[PersonStanding, ...]


class Evening(Struct, frozen=True):
    """An *evening* with its standings and games.

    *evening* is its first date, "" if unknown.
    """

    evening: str
    standings: tuple[GameStanding, ...]
    games: tuple[FinishedGame, ...]


def standings_of(games: Iterable[FinishedGame]) -> tuple[GameStanding, ...]:
    """Return the standings of *games*, the most played game first.

    *games* are given the newest first.
    """
    by_slug: dict[str, list[FinishedGame]] = defaultdict(list)
    for game in games:
        if game.verdict != "no":
            by_slug[game.slug].append(game)
    found = [_standing(slug, played) for slug, played in by_slug.items()]
    return tuple(sorted(found, key=lambda each: (-each.games, each.slug)))


def evenings_of(games: Iterable[FinishedGame]) -> tuple[Evening, ...]:
    """Group *games*, given the newest first, by evening."""
    by_evening: dict[str, list[FinishedGame]] = defaultdict(list)
    for game in games:
        by_evening[evening_of(game.ended)].append(game)
    return tuple(Evening(date, standings_of(played), tuple(played)) for date, played in by_evening.items())


def _standing(slug: str, games: Sequence[FinishedGame]) -> GameStanding:
    played: dict[str, int] = defaultdict(int)
    won: dict[str, int] = defaultdict(int)
    for game in games:
        for person in game.people:
            if person.name:
                played[person.name] += 1
                won[person.name] += person.has_won
    people = [PersonStanding(name, count, won[name]) for name, count in played.items()]
    moods = [game.mood for game in games]
    return GameStanding(
        slug,
        games[0].name,
        len(games),
        moods.count("good"),
        moods.count("bad"),
        tuple(sorted(people, key=lambda each: (-each.won, -each.played, each.name))),
    )
