"""Standings: wins by name where the rules name somebody, won and lost together, evening by evening."""

from __future__ import annotations

import time

import pytest
from msgspec.structs import replace

from companion.club.book.rows import FinishedGame, PersonRow
from companion.club.book.standings import GameStanding, PersonStanding, evenings_of, standings_of

GAME = FinishedGame(
    table=1, table_name="Oak", game=1, id="x", slug="race", mode="referee", name="Race", people=(), result="", mood="",
    minutes=1, ended="2026-11-21T20:00:00.000Z", arrived="", fingerprint="", commitment=None, verdict="yes", why="",
    has_record=True, altered="",
)  # fmt: skip


def race(*people: str, winner: int | None = None, **more: object) -> FinishedGame:
    seats = tuple(PersonRow(seat, name, seat == winner) for seat, name in enumerate(people))
    return replace(GAME, people=seats, mood="good", **more)


def test_people_stand_by_their_wins_and_nobody_without_a_name_does() -> None:
    games = [
        race("Ann", "Ben", winner=1), race("Ben", "Cy", winner=0), race("Ann", "Cy", winner=0), race("", "Cy", winner=0)
    ]  # fmt: skip
    (standing,) = standings_of(games)
    people = (PersonStanding("Ben", 2, 2), PersonStanding("Ann", 2, 1), PersonStanding("Cy", 3, 0))
    assert standing == GameStanding("race", "Race", 4, 4, 0, people)


def test_a_game_that_all_win_or_lose_together_is_counted_as_such() -> None:
    island = [race("Ann", slug="island", name="Island"), *[replace(race("Ann", slug="island"), mood="bad")] * 2]
    standings = standings_of([*island, replace(race(), mood="")])
    assert [(each.slug, each.games, each.won, each.lost) for each in standings] == [
        ("island", 3, 1, 2),
        ("race", 1, 0, 0),
    ]
    assert standings[0].people == (PersonStanding("Ann", 3, 0),)


def test_a_result_whose_record_is_false_counts_nowhere_and_is_listed_all_the_same() -> None:
    games = [race("Ann", winner=0, verdict="no"), race("Ann", "Ben", winner=1, verdict="not yet")]
    (evening,) = evenings_of(games)
    assert evening.standings[0].people == (PersonStanding("Ben", 1, 1), PersonStanding("Ann", 1, 0))
    assert evening.games == tuple(games)


def test_an_evening_goes_on_until_six_in_the_morning_of_the_clubs_own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    try:
        ends = ("2026-11-22T05:00:00.000Z", "2026-11-22T04:59:59.999Z", "2026-11-21T18:00:00.000Z", "", "some day")
        evenings = evenings_of([race(ended=end) for end in ends])
    finally:
        monkeypatch.undo()
        time.tzset()
    assert [(each.evening, len(each.games)) for each in evenings] == [("2026-11-22", 1), ("2026-11-21", 2), ("", 2)]
