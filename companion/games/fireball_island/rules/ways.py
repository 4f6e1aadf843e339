"""A piece's ways along the trails (FB-M1 to M9, FB-V1, FB-K10).

A way halts at the jewel's owner: the rest of it is chosen once the theft is settled (FB-J7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.games.fireball_island.rules.board import FireballBoard, Place
from companion.games.fireball_island.rules.components import CAVES

Path = tuple[Place, ...]


class FireballWay(NamedTuple):
    """The spaces of a *path*, and the piece's place at its *end*.

    The end may be further back; or the way *halts* there.
    """

    path: Path
    end: Place
    halts: bool = False


class FireballStart(NamedTuple):
    """The input that determines a piece's ways.

    *walked* are the spaces of this move until now, with its start and the piece's place; *left* is the count that is
    left. *jewel* is its space, "" if somebody has it, and *holds* whether the mover has; "" and False as well if that
    is too far away to matter. *line* is the piece's trace, to be walked back, the nearest first; *back* whether it is
    moved back. *taken* are places with other pieces, *rival* that of the jewel's owner, "" if no theft can be tried.
    """

    board: FireballBoard
    walked: Path
    left: int
    jewel: Place
    holds: bool
    line: Path = ()
    back: bool = False
    taken: frozenset[Place] = frozenset()
    rival: Place = ""


@lru_cache(maxsize=1 << 9)
def near(board: FireballBoard, place: Place, count: int) -> frozenset[Place]:
    """Return *place* and every place within *count* spaces of it."""
    found = edge = frozenset([place])
    for _ in range(count):
        edge = frozenset([there for here in edge for there in board.exits[here]]) - found
        found |= edge
    return found


class _Search:
    """The ways of one move: full, stopped, or into a dead end.

    A full way uses the whole count.
    """

    def __init__(self, start: FireballStart) -> None:
        self.start = start
        self.full: dict[FireballWay, None] = {}
        self.stopped: dict[FireballWay, None] = {}
        self.dead: dict[FireballWay, None] = {}

    def ways(self) -> tuple[FireballWay, ...]:
        start = self.start
        if start.left:
            self.step((), start.left, start.holds, start.line)
        elif not self.beyond((), start.holds, start.line):
            self.add(self.full, (), self.last_open(()))
        found = {**self.full, **self.stopped}
        return tuple(found) if self.full else tuple({**found, **self.dead})

    def add(self, ways: dict[FireballWay, None], path: Path, end: Place) -> None:
        rival = self.start.rival
        if rival in path:
            ways[FireballWay(path[: path.index(rival) + 1], rival, halts=True)] = None
        else:
            ways[FireballWay(path, end)] = None

    def open_to(self, place: Place) -> bool:
        return place not in self.start.taken or place == self.start.board.start

    def last_open(self, path: Path) -> Place:
        """Return the last open space before the end of *path*.

        The move's start is included.
        """
        walked = (*self.start.walked, *path)[:-1]
        before = (place for place in reversed(walked[1:]) if self.open_to(place))
        return next(before, walked[0] if walked else self.start.walked[0])

    def onward(self, path: Path, line: Path, holds: bool, caves: bool) -> list[tuple[Place, Path]]:
        """Return the possible next places, each with the rest of *line*."""
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
        """Return True if a piece must stop on *place* (FB-M4).

        The rest of its count is lost.
        """
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
        """Go on to the next open spaces after the full count (FB-M2).

        Return True if there are any.
        """
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
    """All ways from a start *by_words*: the end and a selector.

    The selector is empty unless several ways have the same end. *ends* are all their ends, *passed* all spaces on them;
    those into a dead end are among these two even if none of them may be gone.
    """

    by_words: Mapping[tuple[Place, ...], FireballWay]
    ends: frozenset[Place]
    passed: frozenset[Place]


def ways_among(start: FireballStart, others: Sequence[Place], rival: Place) -> Mapping[tuple[Place, ...], FireballWay]:
    """Return all ways by their words from *start* past other pieces.

    *start* has no other pieces: these are on the places *others*. Most often the ways are those of an empty board,
    which are cached: another piece changes them only at one of their ends, among them the empty bridges and caves, or
    where the jewel can be stolen.
    """
    alone = ways_from(start)
    if alone.ends.isdisjoint(others) and rival not in alone.passed:
        return alone.by_words
    within = near(start.board, start.walked[-1], start.left + len(others))
    return ways_from(start._replace(taken=within.intersection(others), rival=rival)).by_words


@lru_cache(maxsize=1 << 9)
def ways_from(start: FireballStart) -> Ways:
    """Return all ways from *start*."""
    search = _Search(start)
    allowed = search.ways()
    found = {*allowed, *search.dead}
    passed = frozenset([place for way in found for place in way.path])
    return Ways(_told_apart(allowed), frozenset([way.end for way in found]), passed)


def _told_apart(ways: tuple[FireballWay, ...]) -> Mapping[tuple[Place, ...], FireballWay]:
    by_end: dict[Place, list[FireballWay]] = {}
    for way in ways:
        by_end.setdefault(way.end, []).append(way)
    return {(end, *via): way for end, same in by_end.items() for via, way in _forks(same, 0)}


def _forks(ways: list[FireballWay], at: int) -> list[tuple[Path, FireballWay]]:
    """Return *ways*, each with the places where it parts from others.

    They are alike up to their place number *at*.
    """
    if len(ways) == 1:
        return [((), ways[0])]
    by_next: dict[Place, list[FireballWay]] = {}
    for way in ways:
        by_next.setdefault(way.path[at] if at < len(way.path) else way.end, []).append(way)
    forked = len(by_next) > 1
    return [
        ((place, *via) if forked else via, way)
        for place, same in by_next.items() for via, way in _forks(same, at + 1)
    ]  # fmt: skip


def line_back(trace: Path, walked: Path) -> Path:
    """Return the rest of *trace* to walk back, the nearest first.

    *trace* ended at the start of the move of *walked*.
    """
    line = tuple(reversed(trace[:-1]))
    done = walked[1:]
    return line[len(done) :] if line[: len(done)] == done else ()


def trace_after(trace: Path, walked: Path, back: bool, start: Place) -> Path:
    """Return a piece's trace after a move over *walked* (FB-K10).

    *walked* begins with the move's start. *start* is the Plateau.
    """
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
