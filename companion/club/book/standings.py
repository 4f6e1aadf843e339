"""Standings: who played and won what, game by game, over all and evening by evening.

A game that nobody wins alone counts as won or lost by all. A result whose record was found false is listed, and counts
nowhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from companion.club.book.rows import FinishedGame
from companion.runtime.clock import evening_of


class PersonStanding(Struct, frozen=True):
    """A person's name, and how many games they *played* and *won* alone or with others."""

    name: str
    played: int
    won: int


class GameStanding(Struct, frozen=True):
    """All *games* of one game, by its *slug*: how many ended with a winner, or *won* or *lost* by all.

    *people* are those whose names were told, who won most first.
    """

    slug: str
    name: str
    games: int
    won: int
    lost: int
    people: tuple[PersonStanding, ...]


class Evening(Struct, frozen=True):
    """An *evening*, by the date on which it began, "" where nobody knows it: its standings, and its games."""

    evening: str
    standings: tuple[GameStanding, ...]
    games: tuple[FinishedGame, ...]


def standings_of(games: Iterable[FinishedGame]) -> tuple[GameStanding, ...]:
    """Return the standings of *games*, given the newest first, the most played game first."""
    by_slug: dict[str, list[FinishedGame]] = defaultdict(list)
    for game in games:
        if game.verdict != "no":
            by_slug[game.slug].append(game)
    found = [_standing(slug, played) for slug, played in by_slug.items()]
    return tuple(sorted(found, key=lambda each: (-each.games, each.slug)))


def evenings_of(games: Iterable[FinishedGame]) -> tuple[Evening, ...]:
    """Return *games*, given the newest first, by evening."""
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
