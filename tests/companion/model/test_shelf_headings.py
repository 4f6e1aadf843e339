"""The headings of the shelf, for pages and for the knob."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine.plays import Play
from companion.library.games import Library
from companion.model.shelf.games import HEADINGS, MAX_PLAYED, find_label, game_rows, shelf_games, shelf_headings
from companion.model.table_menu import Saved, TableMenu, idle_rows, played_slugs

LIBRARY = Library(only_shipped=True)
GAMES = tuple(LIBRARY.games)
MOST_TURNS = 10
MODES = frozenset({"kit", "referee"})


def menu(*slugs: str, is_closed: bool = True) -> TableMenu:
    saved = tuple(Saved(n, GAMES[0].name, (), "", is_closed=is_closed, slug=slug) for n, slug in enumerate(slugs))
    return TableMenu(GAMES, saved, muted=False, brightness=3, by_hand=True, calls="free", address="table.local")


def turns(rows: Iterable[Play], before: int = 0) -> Iterator[tuple[str, int]]:
    """Yield each game with the turns of the knob to its row, the shorter way round."""
    every = list(rows)
    for place, row in enumerate(every):
        count = before + min(place, len(every) - place)
        if row.word in HEADINGS:
            yield from turns(row.below, count)
        elif row.line.startswith(("new ", "open ")) or any(each.word in MODES for each in row.below):
            yield row.word, count


def test_every_game_is_at_most_ten_turns_away() -> None:
    for rows in (idle_rows(menu()), idle_rows(menu("pig", "yacht", "goose", "fireship"))):
        found = dict(turns(rows))
        assert found.keys() == {game.slug for game in GAMES}
        assert max(found.values()) <= MOST_TURNS


def test_below_a_heading_the_games_played_last_come_first() -> None:
    dice = next(row for row in game_rows(GAMES, ("yacht", "goose", "pig")) if row.word == "dice")
    assert [row.word for row in dice.below][:2] == ["yacht", "pig"]


def test_the_four_games_stand_on_top_after_the_tools() -> None:
    headings = shelf_headings(GAMES, ())
    assert [heading.name for heading in headings] == [*HEADINGS]
    assert set(headings[1].games) == {"fireship", "forbidden-island", "fireball-island", "battle-for-the-island"}
    assert headings[0].games[:2] == ("any-dice", "who-begins")
    every = [slug for heading in headings for slug in heading.games]
    assert sorted(every) == sorted(game.slug for game in shelf_games(GAMES))


def test_the_last_games_have_a_heading_of_their_own_without_tools() -> None:
    played = played_slugs(menu("pig", "any-dice", "pig", "goose", "fireship", "yacht").saved)
    last = shelf_headings(GAMES, played)[0]
    assert (last.name, last.games) == ("last", ("pig", "goose", "fireship"))
    assert len(last.games) == MAX_PLAYED
    assert shelf_headings(GAMES, ("gone",))[0].name == "tools"


def test_a_short_shelf_has_no_search_and_no_last_games() -> None:
    few = tuple(game for game in GAMES if not game.group)
    assert (find_label(few), [each.name for each in shelf_headings(few, ("fireship",))]) == ("", [""])
    assert find_label(GAMES)
