"""The tally of a kit: rounds, rolls, cards, changes of scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.values.tally import Counts, Key, Tally, Tallying, deed_of, figure, sum_of
from companion.kits.facts.cards import Drawn
from companion.kits.facts.dice import Rolled
from companion.kits.facts.things import Scored
from companion.kits.things.board import Board

BEST = {"scored": "kit.tally.scored"}
"""Deeds, the best first, and the sentence of each."""


def _counted(facts: tuple[Any, ...], before: Board) -> Iterator[Key]:
    for fact in facts:
        match fact:
            case Rolled():
                yield ("roll",)
            case Drawn():
                yield ("card",)
            case Scored():
                yield ("change",)
                counter = before.kit.counters[before.kit.counter_at[fact.counter]]
                if counter.each == "person" and 0 <= fact.owner < before.people and _is_better(counter.wins, fact.by):
                    yield ("scored", fact.owner)


def _is_better(wins: str, by: int) -> bool:
    return by < 0 if wins == "lowest" else by > 0


def _told(counts: Counts, state: Board) -> Tally:
    numbers = (
        figure(state.course.round, "kit.tally.rounds"),
        figure(sum_of(counts, "roll"), "kit.tally.rolls"),
        figure(sum_of(counts, "card"), "kit.tally.cards"),
        figure(sum_of(counts, "change"), "kit.tally.changes"),
    )
    return Tally(numbers, deed_of(counts, BEST))


TALLY = Tallying(_counted, _told)
