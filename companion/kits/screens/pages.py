"""Pages of a kit beside the last event, turned by the knob.

Each die that can be kept is a page, and a push keeps it or lets it go. Then come the dice of a pool, the active
person's actions, which a push does, everybody's numbers, and texts too long for one screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.engine.game import Say, ScreenPage
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.kits.commands.dice import Keep
from companion.kits.commands.things import Do
from companion.kits.pictures.scores import scores_of, sheets_of
from companion.kits.screens.scene import wrapped
from companion.kits.screens.throws import cup_cue, pool_die, throw_cue
from companion.kits.things.board import Board
from hardware.cues import MessageCue, ScoresCue

ROWS = 4
"""The names on a page of numbers."""
LETTERS, LINES = 21, 4
"""The letters of a small line, and the lines below a title."""
FITTING = 2
"""The lines of an explanation that fit below any title."""


def pages(state: Board, say: Say) -> tuple[ScreenPage, ...]:
    """Return the pages of *state*, which is a watcher's."""
    found = (_dice, _cups, _pools, _actions, _numbers, _totals, _texts)
    return tuple(page for each in found for page in each(state, say))


def _dice(state: Board, say: Say) -> Iterator[ScreenPage]:
    for dice in state.kit.dice:
        result = state.result(dice.name)
        if dice.is_hidden or result is None or Keep(TABLE, dice.name, (1,)).why_not(state) is not None:
            continue
        for at in range(len(result.kept)):
            cue = partial(throw_cue, state, dice, say, at=at)
            yield ScreenPage(cue, ("keep", dice.name, result.number, at), f"{Keep.verb} {dice.name} {at + 1}")


def _cups(state: Board, say: Say) -> Iterator[ScreenPage]:
    """Yield a page of each lifted cup, if there are several."""
    hidden = {dice.name for dice in state.kit.dice if dice.is_hidden}
    cups = [each for each in state.results if each.name in hidden and each.is_open]
    for cup in sorted(cups, key=lambda each: each.seat) if len(cups) > 1 else ():
        cue = partial(cup_cue, state, cup.name, cup.seat, say, faces=cup.faces)
        yield ScreenPage(cue, ("cup", cup.name, cup.number))


def _pools(state: Board, say: Say) -> Iterator[ScreenPage]:
    for dice in state.kit.dice:
        result = state.result(dice.name)
        for at in range(len(result.faces)) if dice.pool and result is not None else ():
            yield ScreenPage(partial(pool_die, state, dice, say, at), ("die", dice.name, at))


def _actions(state: Board, say: Say) -> Iterator[ScreenPage]:
    """Yield a page for each action of the active person.

    Once the turn or a number has changed, its topic is another, so that the change is shown.
    """
    for action in state.kit.actions if state.kit.turn is not None else ():
        if action.is_anybodys or Do(TABLE, action.name).why_not(state) is not None:
            continue
        detail = say(state.kit.detail(action.name))
        lines = (*wrapped(detail, LETTERS)[:FITTING], say(Message("stage.do-how")))
        cue = partial(MessageCue, title=say(state.kit.text(action.name)), lines=lines)
        topic = ("do", action.name, state.rolls, state.course, state.counters)
        yield ScreenPage(cue, topic, f"{Do.verb} {action.name}")


def _numbers(state: Board, say: Say) -> Iterator[ScreenPage]:
    """Yield pages of each number owned by people or teams."""
    counters = [counter for counter in state.kit.counters if not counter.ticks]
    for counter, score in zip(counters, scores_of(state), strict=True):
        if counter.each and len(score.counts) > 1:
            names = [say(state.owner_name(counter, owner)) for owner in range(len(score.counts))]
            rows = [(name, each.value) for name, each in zip(names, score.counts, strict=True)]
            yield from _list(score.name, say(score.label), rows, [each.leads for each in score.counts])


def _totals(state: Board, say: Say) -> Iterator[ScreenPage]:
    """Yield pages of the totals of each score sheet."""
    for sheet in sheets_of(state):
        if len(state.names) > 1:
            rows = list(zip(map(say, state.names), sheet.totals, strict=True))
            differ = len(set(sheet.totals)) > 1
            leads = [differ and total == max(sheet.totals) for total in sheet.totals]
            yield from _list(sheet.name, say(sheet.label), rows, leads)


def _list(name: str, title: str, rows: list[tuple[str, int]], leads: list[bool]) -> Iterator[ScreenPage]:
    count = -(-len(rows) // ROWS)
    for page in range(count):
        first = page * ROWS
        shown = tuple((name, str(value)) for name, value in rows[first : first + ROWS])
        ahead = tuple(at for at, each in enumerate(leads[first : first + ROWS]) if each)
        cue = partial(ScoresCue, title=title, rows=shown, leads=ahead, at=page + 1, of=count)
        yield ScreenPage(cue, ("numbers", name, page))


def _texts(state: Board, say: Say) -> Iterator[ScreenPage]:
    """Yield pages of a long explanation: the last card, segment or step."""
    words = [state.fallen.word] if state.fallen is not None else []
    steps = state.kit.round.steps if state.kit.round else ()
    for word in (*words, *steps[state.course.step : state.course.step + 1]):
        lines = wrapped(say(state.kit.detail(word)), LETTERS)
        for first in range(0, len(lines), LINES) if len(lines) > FITTING else ():
            shown = tuple(lines[first : first + LINES])
            yield ScreenPage(partial(MessageCue, title=say(state.kit.text(word)), lines=shown), ("text", word, first))
