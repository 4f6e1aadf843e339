"""Every command of every game that ships is named, can be given, and is reached by the knob and its push alone.

The menu is walked in a few states of whole games, so chosen that each command can be given in one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pytest

from companion.engine.command import Kinds
from companion.engine.plays import Play
from companion.input.menu import BACK, Menu
from companion.input.tree import tree_for_table
from companion.kits.play import kinds_for
from companion.kits.things.board import Board
from companion.library.games import Library
from companion.model.requests import line_of
from tests.support.courses import VERBS, Slug, game_of, keep, reached
from tests.support.whole import Whole, whole_table

MAX_ROWS = 400


@pytest.fixture(scope="module", params=sorted(VERBS), ids="-".join)
def slug(request: pytest.FixtureRequest) -> Slug:
    found: Slug = request.param
    return found


@pytest.fixture(scope="module")
def table(slug: Slug, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    folder = tmp_path_factory.mktemp("roads")
    keep(folder / "data", slug)
    with whole_table(folder, None) as table:
        yield table


# ---------------------------------------------------------------------- every command
def _own_kinds(slug: Slug) -> Kinds:
    """Return the kinds of command of a game, of a kit those with something to do in it."""
    game = game_of(slug)
    state = game.start(game.setup(("Ann", "Ben"), {}))
    return kinds_for(state.kit) if isinstance(state, Board) else game.kinds


def test_every_command_of_every_game_is_named() -> None:
    games = [game for game in Library().games if not game.group or game.is_tool]
    assert {(game.slug, game.mode) for game in games} == set(VERBS)
    kits = {verb for (_, mode), verbs in VERBS.items() if mode == "kit" for verb in verbs}
    for slug, verbs in VERBS.items():
        assert {kind.verb for kind in _own_kinds(slug)} <= (kits if slug[1] == "kit" else verbs), slug


@pytest.mark.long
def test_every_command_that_is_named_can_be_given_in_one_of_the_states(slug: Slug) -> None:
    assert {verb for each in reached(slug) for verb in each.verbs} == VERBS[slug]


# ---------------------------------------------------------------------- by the knob
def turned(tree: Sequence[Play], path: tuple[int, ...]) -> Menu:
    """Return the menu after turns and pushes alone: at each level of *path* so many steps, then a push."""
    menu = Menu()
    menu.open(tree)
    for steps in path:
        menu.turn(steps)
        menu.push()
    return menu


def rows_of(menu: Menu) -> int:
    """Count the rows on show by turning until the first comes again."""
    first = menu.selected
    for count in range(1, MAX_ROWS):
        menu.turn(1)
        if menu.selected is first:
            return count
    pytest.fail("the rows never come round")


def by_knob(tree: Sequence[Play], path: tuple[int, ...] = ()) -> Iterator[str]:
    """Give every line, and the line of every form, that turning and pushing lead to."""
    for at in range(rows_of(turned(tree, path))):
        menu = turned(tree, path)
        menu.turn(at)
        row, above = menu.selected, menu.above
        assert row is not None
        chosen = menu.push()
        if chosen is not None and chosen.why is None:
            yield chosen.line
        elif chosen is None and row.form and not row.below:
            assert menu.is_open and menu.selected is not None
            yield row.line
        elif chosen is None and row is not BACK and row.below and menu.above is not above:
            yield from by_knob(tree, (*path, at))


def complete(tree: Sequence[Play]) -> Iterator[str]:
    """Give every line, and the line of every form, of *tree*."""
    for each in tree:
        if each.line and each.why is None:
            yield each.line
        yield from complete(each.below)


def verbs_of(lines: Iterable[str]) -> set[str]:
    """Return what commands the *lines* are of, each by itself or as often as its step has it."""
    return {line_of(line).split(" ")[0] for line in lines}


@pytest.mark.long
def test_every_command_is_reached_by_the_knob(table: Whole, slug: Slug) -> None:
    for number, each in enumerate(reached(slug), 1):
        table.do(f"resume {number}")
        tree = tree_for_table(table.daemon.session.published)
        every = set(complete(tree))
        assert each.verbs <= verbs_of(every)
        assert every - set(by_knob(tree)) == set()
        for line in {line_of(asked) for asked in every} - every:  # once it is left just once, it is said by itself
            for _ in range(MAX_ROWS):
                if line in complete(tree):
                    break
                table.do(line, table.table["state"]["turn"]["seat"])
                tree = tree_for_table(table.daemon.session.published)
            assert line in by_knob(tree)
