"""Checks one game against all laws, and for missing texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Game
from companion.engine.laws.check import LawCourse, broken
from companion.engine.plays import Play, leaves, plays
from companion.engine.values.seats import TABLE, WATCHER
from companion.library.games import Library
from companion.library.simulate import source_of

WORDS = "Everything that is said has words in every language"
ALIKE = "No two rows of one step read alike"


def check(library: Library, game: Game) -> Mapping[str, str]:
    """Return the fault of each law broken by *game*.

    They are by the law's sentence; empty if the game keeps all laws.
    """
    found: dict[str, str] = {}
    for people in sorted(set(game.seats)):
        course = course_of(game, people)
        found.update(broken(course))
        if faults := list(dict.fromkeys(_unsaid(library, course))):
            found[WORDS] = "; ".join(faults)
        elif alike := list(dict.fromkeys(rows_alike(library, course))):
            found[ALIKE] = "; ".join(alike)
    return found


def course_of(game: Game, people: int) -> LawCourse:
    """Return random games of *game* with *people* players, for the laws."""
    names = tuple(f"Player {seat + 1}" for seat in range(people))
    return LawCourse(game, game.setup(names, {}), source_of, name=f"{game.slug}/{people}")


def rows_alike(library: Library, course: LawCourse) -> Iterator[str]:
    """Yield each language and label shared by two rows of one choice."""
    for state in course.reached(every=7):
        for seat in (*range(state.seats()), TABLE):
            for rows in _steps(plays(state, (seat,))):
                for lang in library.texts.languages:
                    said = Counter(library.texts.tell(lang, row.label) for row in rows)
                    yield from (f"{lang}: {label}" for label, count in said.items() if count > 1)


def _steps(rows: list[Play]) -> Iterator[list[Play]]:
    yield rows
    for row in rows:
        if row.below:
            yield from _steps(row.below)


def _unsaid(library: Library, course: LawCourse) -> Iterator[str]:
    """Yield the fault of each message in *course* without a text.

    Values without a text count as well.
    """
    try:
        said = [*_said(course)]
    except Exception as error:  # whatever another author's code does
        yield f"{type(error).__name__}: {error}"
        return
    for lang in library.texts.languages:
        for each in said:
            try:
                library.texts.tell(lang, each)
            except (KeyError, TypeError) as error:
                yield str(error.args[0])


def _said(course: LawCourse) -> Iterator[Any]:
    game = course.game
    yield from (option.text for option in game.options.values())
    yield from (name for option in game.options.values() for name in option.names)
    for state in course.reached(every=3):
        for viewer in (*range(state.seats()), WATCHER):
            yield game.shown(state.seen_by(viewer))
        tree = plays(state, range(state.seats()))
        yield [(play.label, play.why.reason if play.why else "") for play in (*tree, *leaves(tree))]
    for table in course.tables:
        afters = [*(table.state_before(step.n) for step in table.steps[1:]), table.state]
        for step, after in zip(table.steps, afters, strict=True):
            yield [said for fact in step.facts if (said := fact.said(after)) is not None]
        yield table.state.end()
