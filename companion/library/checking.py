"""One game held against all laws, and against its words: all that it says while it is played has a text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.check import Course, broken
from companion.engine.game import Game
from companion.engine.plays import leaves, plays
from companion.engine.seats import WATCHER
from companion.library.games import Library
from companion.library.simulate import source_of

WORDS = "Everything that is said has words in every language"


def check(library: Library, game: Game) -> Mapping[str, str]:
    """Return, by its sentence, what is wrong for each law that *game* breaks; nothing if it keeps them all."""
    found: dict[str, str] = {}
    for people in sorted(set(game.seats)):
        course = _course(game, people)
        found.update(broken(course))
        if faults := list(dict.fromkeys(_unsaid(library, course))):
            found[WORDS] = "; ".join(faults)
    return found


def _course(game: Game, people: int) -> Course:
    names = tuple(f"Player {seat + 1}" for seat in range(people))
    return Course(game, game.setup(names, {}), source_of, name=f"{game.slug}/{people}")


def _unsaid(library: Library, course: Course) -> Iterator[str]:
    """Give each thing that *course* says and that has no words, or not with these values."""
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


def _said(course: Course) -> Iterator[Any]:
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
