"""Turns, rounds and steps of a kit's game."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.state import swap
from companion.kits.format.spec import Kit

MOST_SKIPPED = 99
"""The most turns that one person can have to miss."""


class GameCourse(Struct, frozen=True):
    """The turn, and the progress of the game.

    *first* began the round. *skips* says how many turns each person misses; *turn* and *round* count from 1. With
    *goes_on* the turn doesn't pass by itself this time. Before it *is_begun* there is no turn.
    """

    seat: int = 0
    first: int = 0
    turn: int = 1
    round: int = 1
    step: int = 0
    skips: tuple[int, ...] = ()
    is_reversed: bool = False
    goes_on: bool = False
    is_begun: bool = True

    def after(self, seat: int) -> int:
        """Return the seat after *seat* in the present direction."""
        return (seat + (-1 if self.is_reversed else 1)) % max(1, len(self.skips))

    @property
    def next(self) -> int:
        """The next active seat."""
        return self.passed(ends_round=False)[0].seat

    def passed(self, *, ends_round: bool, moves: bool = False) -> tuple[GameCourse, bool]:
        """Return the course after this turn, and whether the round ended.

        The round ends at whoever began it if *ends_round*; with *moves* the next person begins the next one.
        """
        seat, skips, has_ended, first = self.after(self.seat), self.skips, False, self.first
        while True:
            if seat == first and ends_round and not has_ended:
                has_ended = True
                if moves:
                    seat = first = self.after(first)
            if not skips or not skips[seat]:
                break
            skips = swap(skips, seat, skips[seat] - 1)
            seat = self.after(seat)
        course = replace(
            self, seat=seat, first=first, turn=self.turn + 1, round=self.round + has_ended, skips=skips, goes_on=False
        )
        return course, has_ended

    def next_round(self, *, has_turns: bool, moves: bool) -> GameCourse:
        """Return the course at the start of the next round's steps."""
        course = replace(self, round=self.round + 1, step=0)
        if not has_turns:
            return course
        first = self.after(self.first) if moves else self.first
        return replace(course, seat=first, first=first, turn=self.turn + 1, goes_on=False)


def passed_turn(kit: Kit, course: GameCourse) -> tuple[GameCourse, bool]:
    """Return the course after the present turn, and whether the round ended."""
    has_steps = kit.round is not None and bool(kit.round.steps)
    return course.passed(ends_round=not has_steps, moves=kit.round is not None and kit.round.moves)
