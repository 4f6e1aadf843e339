"""Where a piece may go: its ways along the trails, and where each of them ends (FB-M1 to M9, FB-V1, FB-K10).

A way halts where the jewel's owner stands: the rest of it is chosen once the theft is settled (FB-J7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.games.fireball_island.rules.board import Board, Place
from companion.games.fireball_island.rules.components import CAVES

Path = tuple[Place, ...]


class Way(NamedTuple):
    """The spaces of a *path*, and the *end* where the piece stands, which may lie further back; or it *halts* there."""

    path: Path
    end: Place
    halts: bool = False


class Start(NamedTuple):
    """All that decides where a piece may go.

    *walked* are the spaces of this move so far, where it began and where the piece is now among them; *left* is the
    count that is left. *jewel* is where it lies, "" if somebody has it, and *holds* whether the mover has; "" and False
    as well where that is too far away to matter. *line* is what it came over, to be walked back, the nearest first;
    *back* whether it is moved back. *taken* are places where others stand, *rival* that of the jewel's owner, "" if no
    theft can be tried.
    """

    board: Board
    walked: Path
    left: int
    jewel: Place
    holds: bool
    line: Path = ()
    back: bool = False
    taken: frozenset[Place] = frozenset()
    rival: Place = ""


@lru_cache(maxsize=1 << 9)
def near(board: Board, place: Place, count: int) -> frozenset[Place]:
    """Return *place* and every place that a piece comes to from it with a *count* of spaces."""
    found = edge = frozenset([place])
    for _ in range(count):
        edge = frozenset([there for here in edge for there in board.exits[here]]) - found
        found |= edge
    return found


class _Search:
    """All ways of one move: those that use the full count, those stopped early, and those into a dead end."""

    def __init__(self, start: Start) -> None:
        self.start = start
        self.full: dict[Way, None] = {}
        self.stopped: dict[Way, None] = {}
        self.dead: dict[Way, None] = {}

    def ways(self) -> tuple[Way, ...]:
        start = self.start
        if start.left:
            self.step((), start.left, start.holds, start.line)
        elif not self.beyond((), start.holds, start.line):
            self.add(self.full, (), self.last_open(()))
        found = {**self.full, **self.stopped}
        return tuple(found) if self.full else tuple({**found, **self.dead})

    def add(self, ways: dict[Way, None], path: Path, end: Place) -> None:
        rival = self.start.rival
        if rival in path:
            ways[Way(path[: path.index(rival) + 1], rival, halts=True)] = None
        else:
            ways[Way(path, end)] = None

    def open_to(self, place: Place) -> bool:
        return place not in self.start.taken or place == self.start.board.start

    def last_open(self, path: Path) -> Place:
        """Return the last open space before the end of *path*, the move's start included."""
        walked = (*self.start.walked, *path)[:-1]
        before = (place for place in reversed(walked[1:]) if self.open_to(place))
        return next(before, walked[0] if walked else self.start.walked[0])

    def onward(self, path: Path, line: Path, holds: bool, caves: bool) -> list[tuple[Place, Path]]:
        """Return the places that can come next, each with what is left of the *line*."""
        board, walked, back = self.start.board, self.start.walked, self.start.back
        if line and line[0] not in path and line[0] not in walked:
            return [(line[0], line[1:])]
        here = path[-1] if path else walked[-1]
        return [
            (place, ())
            for place in board.exits[here]
            if place not in path and place not in walked
            and (place != board.dock or (holds and not back))
            and (place not in CAVES or (caves and not back and place not in self.start.taken))
        ]  # fmt: skip

    def stops(self, place: Place) -> bool:
        """Tell whether a piece that comes onto *place* stops there, whatever it has left (FB-M4)."""
        board = self.start.board
        if place in board.bridges:
            return place not in self.start.taken
        return place in CAVES or place == board.dock or (place == board.vul_kar == self.start.jewel)

    def step(self, path: Path, left: int, holds: bool, line: Path) -> None:
        start = self.start
        onward = self.onward(path, line, holds, caves=True)
        if not onward:
            here = path[-1] if path else start.walked[-1]
            stays = here if self.open_to(here) or not (path or start.walked[1:]) else self.last_open(path)
            self.add(self.dead, path, stays)
        for place, rest in onward:
            there = (*path, place)
            holds_there = holds or place in (start.rival, start.jewel)
            if self.stops(place):
                self.add(self.full if left == 1 else self.stopped, there, place)
            elif left > 1:
                self.step(there, left - 1, holds_there, rest)
            elif self.open_to(place):
                self.add(self.full, there, place)
            elif not self.beyond(there, holds_there, rest):
                self.add(self.full, there, self.last_open(there))

    def beyond(self, path: Path, holds: bool, line: Path) -> bool:
        """Go on to the next open spaces, the count being used up; tell whether there are any (FB-M2)."""
        start, found = self.start, False
        for place, rest in self.onward(path, line, holds, caves=False):
            there = (*path, place)
            if self.stops(place) or self.open_to(place):
                self.add(self.full, there, place)
                found = True
            else:
                holds_there = holds or place in (start.rival, start.jewel)
                found = self.beyond(there, holds_there, rest) or found
        return found


class Ways(NamedTuple):
    """All ways from a start *by_words*: where each ends, and what tells it from others that end there.

    *ends* are all their ends, *passed* all spaces that one comes to on them; those into a dead end are among these two
    even where none of them may be gone.
    """

    by_words: Mapping[tuple[Place, ...], Way]
    ends: frozenset[Place]
    passed: frozenset[Place]


def ways_among(start: Start, others: Sequence[Place], rival: Place) -> Mapping[tuple[Place, ...], Way]:
    """Return all ways by their words from *start*, which knows of no other pieces: these stand on the places *others*.

    Most often they are those of an empty board, which are found once: another piece changes them only where one of
    them ends, the empty bridges and caves among these ends, or where the jewel can be stolen.
    """
    alone = ways_from(start)
    if alone.ends.isdisjoint(others) and rival not in alone.passed:
        return alone.by_words
    within = near(start.board, start.walked[-1], start.left + len(others))
    return ways_from(start._replace(taken=within.intersection(others), rival=rival)).by_words


@lru_cache(maxsize=1 << 9)
def ways_from(start: Start) -> Ways:
    """Return all ways from *start*."""
    search = _Search(start)
    allowed = search.ways()
    found = {*allowed, *search.dead}
    passed = frozenset([place for way in found for place in way.path])
    return Ways(_told_apart(allowed), frozenset([way.end for way in found]), passed)


def _told_apart(ways: tuple[Way, ...]) -> Mapping[tuple[Place, ...], Way]:
    by_end: dict[Place, list[Way]] = {}
    for way in ways:
        by_end.setdefault(way.end, []).append(way)
    return {(end, *via): way for end, same in by_end.items() for via, way in _forks(same, 0)}


def _forks(ways: list[Way], at: int) -> list[tuple[Path, Way]]:
    """Return *ways*, alike up to their place number *at*, each with the places where it parts from others."""
    if len(ways) == 1:
        return [((), ways[0])]
    by_next: dict[Place, list[Way]] = {}
    for way in ways:
        by_next.setdefault(way.path[at] if at < len(way.path) else way.end, []).append(way)
    forked = len(by_next) > 1
    return [
        ((place, *via) if forked else via, way)
        for place, same in by_next.items() for via, way in _forks(same, at + 1)
    ]  # fmt: skip


def line_back(trace: Path, walked: Path) -> Path:
    """Return what is left to be walked back of *trace*, which ended where the move of *walked* began; nearest first."""
    line = tuple(reversed(trace[:-1]))
    done = walked[1:]
    return line[len(done) :] if line[: len(done)] == done else ()


def trace_after(trace: Path, walked: Path, back: bool, start: Place) -> Path:
    """Return the trace of a piece that moved over *walked*, where it began first; the Plateau is *start* (FB-K10)."""
    if start in walked[1:]:
        return walked[walked.index(start) :]
    if not back:
        return (*trace, *walked[1:])
    for at, place in enumerate(walked[1:]):
        if len(trace) > 1 and trace[-2] == place:
            trace = trace[:-1]
        else:
            return walked[at:]
    return trace
