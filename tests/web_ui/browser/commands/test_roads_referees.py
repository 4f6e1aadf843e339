"""Two roads on a page to every command of every referee: by touch, and by a keyboard with what a screen reader is told.

Each is walked from a state that holds it, by the names of things alone, until its line is in the journal. `make test`
walks some of them, `make check` every command by one of the two roads, and `make soak` all by both.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.engine.game import Game
from companion.engine.values.seats import TABLE
from companion.journal.journal import FILE
from companion.records.record import Record
from tests.support.browsing import Pages
from tests.support.cases import module_of
from tests.support.courses import VERBS
from tests.support.drafts import Draft, keep
from tests.support.referees import REFEREES
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.web_ui.browser.commands.roads import SEATS, Road
from tests.web_ui.browser.commands.walking import HEARD, Finger, Keys, Walker


def roads_of(game: Game) -> tuple[Road, ...]:
    """Return the ways that *game*'s own tests know."""
    module = module_of(game, "roads")
    return () if module is None else module.ROADS


ROADS = {game.slug: roads_of(game) for game in REFEREES}
EVERY = [way for ways in ROADS.values() for way in ways]
BY_ANY_SEAT = {kind.verb for game in REFEREES for kind in game.all_kinds if kind.by_any_seat}
WALKERS: tuple[type[Walker], ...] = (Finger, Keys)
ONE_IN = 80
"""Of so many commands two are walked in `make test`, one by each road."""


def walked_by(road: type[Walker], way: Road) -> Sequence[pytest.MarkDecorator]:
    """Return the marks of *way* by *road*: each other command goes by the other road, few in `make test`."""
    number = EVERY.index(way)
    if number % len(WALKERS) != WALKERS.index(road):
        return [pytest.mark.soak]
    return [pytest.mark.long] if number % ONE_IN > 1 else []


WALKS = [
    pytest.param(
        road,
        way,
        id=f"{road.road}-{slug}-{way.verb}",
        marks=walked_by(road, way),
    )
    for road in WALKERS
    for slug, ways in ROADS.items()
    for way in ways
]
LINES_SAID = "SELECT seat, do FROM line WHERE game = ? AND do IS NOT NULL AND by != 'dealer' ORDER BY n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("roads")


def draft(way: Road) -> Record:
    """Return the game in which *way* can be gone."""
    game = Draft()
    way.prepare(game)
    return game.record


@pytest.fixture(scope="module")
def table(folder: Path) -> Iterator[Whole]:
    """A table that has kept a game for each way, one road's after the other's."""
    keep(folder / "data", [draft(way) for way in EVERY] * len(WALKERS))
    with whole_table(folder, None) as table:
        yield table


def game_for(way: Road, road: type[Walker]) -> int:
    """Return the number of the game that was kept for going *way* by *road*."""
    return WALKERS.index(road) * len(EVERY) + EVERY.index(way) + 1


def listen(page: Page) -> None:
    page.add_init_script(HEARD)


class Walkers:
    """The page of whoever walks: the phone that holds every seat, or the table's own computer."""

    def __init__(self, browser: Browser, table: Whole) -> None:
        self.pages = Pages(browser, table.daemon.server)
        self._table = table
        self._made: dict[tuple[type[Walker], bool], Walker] = {}
        table.do("new fireship kit seats=2")
        self._cookie = table.join(range(SEATS))

    def one(self, road: type[Walker], own: bool) -> Walker:
        """Return who goes by *road*: on the table's *own* page, or on the phone's."""
        for other in [each for key, each in self._made.items() if key != (road, own)]:
            self.drop(other)  # what nobody looks at isn't drawn again and again
        if (road, own) not in self._made:
            looks = {**road.looks, "reduced_motion": "reduce", "prepare": listen}
            page = self.pages.open(**looks) if own else self._table.open(self.pages, self._cookie, **looks)
            page.locator("#dock :is(.ask, .actions, .ending)").first.wait_for()  # drawn last, it isn't drawn anew
            self._made[road, own] = road(page)
        return self._made[road, own]

    def drop(self, walker: Walker) -> None:
        """Close the page of *walker*; the next one begins with a new page."""
        walker.page.context.close()
        self._made = {key: each for key, each in self._made.items() if each is not walker}


@pytest.fixture(scope="module")
def walkers(browser: Browser, table: Whole) -> Iterator[Walkers]:
    walkers = Walkers(browser, table)
    yield walkers
    walkers.pages.close()


def said_in(folder: Path, game: int) -> list[tuple[int | None, str]]:
    """Return which seat said what in *game*, as the journal has it; without the fair dealer's word."""
    with closing(sqlite3.connect(f"file:{folder / 'data' / FILE}?mode=ro", uri=True)) as journal:
        return list(journal.execute(LINES_SAID, (game,)))


@pytest.mark.parametrize(("road", "way"), WALKS)
def test_every_command_is_given_by_touch_and_by_keyboard(
    walkers: Walkers, table: Whole, folder: Path, road: type[Walker], way: Road
) -> None:
    game = game_for(way, road)
    table.do(f"resume {game}")
    before = said_in(folder, game)
    version = table.table["version"]
    walker = walkers.one(road, way.seat is None and way.verb not in BY_ANY_SEAT)
    try:
        walker.walk(way.steps, version)
        eventually(lambda: said_in(folder, game) != before)
        walker.arrive(table.table["version"])
    except BaseException:
        walkers.drop(walker)
        raise
    assert said_in(folder, game) == [*before, (TABLE if way.seat is None else way.seat, way.line)]
    complaints, walkers.pages.complaints = walkers.pages.complaints, []
    assert complaints == []


@pytest.mark.parametrize("slug", ROADS)
def test_there_is_a_way_to_every_command_of_a_game(slug: str) -> None:
    assert {way.verb for way in ROADS[slug]} == VERBS[slug, "referee"]
