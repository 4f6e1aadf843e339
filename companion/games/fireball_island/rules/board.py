"""Boards as data, and their faults.

A board has spaces on trails, ways between them, caves, pits and the routes of Fireballs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.values.message import Message
from companion.games.fireball_island.rules.components import CAVES, OFF_TRAIL, PITS, SHUT_CAVE, WATER, name

Place = str
"""The word of a space, a cave, a pit or the water."""
KEYS = ("name", "start", "step", "vul-kar", "dock", "water", "ways", "trail", "cave", "pit", "fireball", "idol")
MARKS = ("start", "step", "vul-kar", "dock", "water")
SPACE_KEYS = ("at", "dark", "safe", "bridge", "unsure")
TRAILS = (
    "dead-mans-plateau", "witchlord-trail", "witchlord-step", "thunder-alley", "skeleton-head-beach", "low-road",
    "high-road", "spur-to-cave-3", "fireflash-chute", "vul-kar-point", "blister-run", "spur-to-cave-6", "grim-gully",
    "great-sway-bluff", "chasm-peak", "bridge", "viper-pass", "dock-run", "the-dock",
)  # fmt: skip
WAYS: Mapping[str, tuple[str, ...]] = {
    "v": ("south", "southwest", "west", "northwest", "east"), "a": ("west", "trail-east", "trail-west"),
    "b": ("southwest", "north"), "c": ("bridge", "highroad"), "d": ("chute", "east", "beach", "lowroad"),
}  # fmt: skip
"""The named ways of each Fireball.

A board has at least one each.
"""
VUL_KAR = "v"
"""The letter of Vul-Kar's own Fireball."""
MOST_TURN_DEG = 180
WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_NAME = 40


class BadFireballBoard(ValueError):
    """A board is unplayable; *faults* are all its faults."""

    def __init__(self, slug: str, faults: tuple[Message, ...]) -> None:
        super().__init__(f"board {slug!r}: {', '.join(f'{fault.key} {fault.values}' for fault in faults)}")
        self.faults = faults


class FireballBoard:
    """A board read from *data*, the content of its file.

    *trails* gives the spaces of each trail in order, *trail* the trail of each space, *at* their places on the map;
    *exits* leads from each place to those beside it, caves among them, and from a cave, a pit or the water to the first
    space on the way out. *dark*, *safe*, *bridges* are spaces; *unsure* gives the doubt about a space. *chips* gives
    the Rock Chip space by pit, *pit* the pit for a piece that is hit, by its space; *routes* the spaces of each way
    that a Fireball can take, by the Fireball's letter and the way's name, such as ``a-west``, *on_routes* all of these;
    *turns* the degrees to which Vul-Kar turns for a way of his own, if the board has them.

    :raises BadFireballBoard: it has faults.
    """

    def __init__(self, slug: str, data: Mapping[str, Any]) -> None:
        self.slug = slug
        faults = tuple(_shape_faults(data))
        if faults := faults or tuple(_turn_faults(data)):
            raise BadFireballBoard(slug, faults)
        self.own_name: str = data.get("name", "")
        spaces = {word: space for trail in data["trail"].values() for word, space in trail.items()}
        self.trails = {trail: tuple(words) for trail, words in data["trail"].items()}
        self.trail = {word: trail for trail, words in self.trails.items() for word in words}
        self.at: dict[str, tuple[int, int]] = {word: tuple(space["at"]) for word, space in spaces.items()}
        self.unsure = {word: space["unsure"] for word, space in spaces.items() if "unsure" in space}
        self.dark, self.bridges = (
            frozenset(word for word, space in spaces.items() if space.get(key)) for key in ("dark", "bridge")
        )
        self.start, self.step, self.vul_kar, self.dock, self.foot = (str(data[mark]) for mark in MARKS)
        self.mouths = {f"cave-{number}": str(space) for number, space in data["cave"].items()}
        self.chips = {f"pit-{letter}": str(pit["chip"]) for letter, pit in data["pit"].items()}
        pit_of = {trail: f"pit-{letter}" for letter, pit in data["pit"].items() for trail in pit["trails"]}
        self.fireballs = {letter: tuple(ball["at"]) for letter, ball in data["fireball"].items()}
        self.routes = {
            f"{letter}-{way}": tuple(spaces.split())
            for letter, ball in data["fireball"].items() for way, spaces in ball.items() if way != "at"
        }  # fmt: skip
        self.turns: dict[str, int] = {f"{VUL_KAR}-{way}": turn for way, turn in data.get("idol", {}).items()}
        marked = {word for word, space in spaces.items() if space.get("safe")}
        homeless = {word for word in spaces if self.trail[word] not in pit_of and word not in self.bridges}
        self.safe = frozenset(marked | homeless)
        self.pit = {
            word: WATER if word in self.bridges else pit_of[self.trail[word]]
            for word in spaces if word not in self.safe
        }  # fmt: skip
        if faults := tuple(_faults(self, data)):
            raise BadFireballBoard(slug, faults)
        self.exits = _exits(self, data["ways"])
        if faults := tuple(_way_faults(self)):
            raise BadFireballBoard(slug, faults)
        self.spaces = tuple(spaces)
        self.on_routes = frozenset(word for row in self.routes.values() for word in row)

    @property
    def label(self) -> Message:
        """Return the name of the board."""
        return Message("fireball-island.own-name", {"name": self.own_name}) if self.own_name else name(self.slug)

    def space_name(self, place: Place) -> Message:
        """Return the name of *place*: its trail and number.

        The number is left out on a trail of one space.
        """
        trail = self.trail.get(place)
        if trail is None:
            return name(place)
        row = self.trails[trail]
        if len(row) == 1:
            return name(trail)
        return Message("fireball-island.space", {"trail": name(trail), "number": row.index(place) + 1})


def _exits(board: FireballBoard, ways: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {word: {} for word in board.trail}
    for way in ways:
        row = way.split()
        for here, there in zip(row, row[1:], strict=False):
            found[here][there] = None
            found[there][here] = None
    for cave, mouth in board.mouths.items():
        found[mouth][cave] = None
    exits = {word: tuple(there) for word, there in found.items()}
    return {
        **exits, **dict.fromkeys(CAVES, ()), **{cave: (mouth,) for cave, mouth in board.mouths.items()},
        **{pit: (chip,) for pit, chip in board.chips.items()}, WATER: (board.foot,),
    }  # fmt: skip


# ---------------------------------------------------------------------- what can be wrong
def _shape_faults(data: Mapping[str, Any]) -> Iterator[Message]:
    """Yield each fault that makes *data* unreadable as a board."""
    for key in data:
        if key not in KEYS:
            yield Message("fireball-island.board-key", {"key": str(key), "keys": KEYS})
    for mark in MARKS:
        if not isinstance(data.get(mark), str):
            yield Message("fireball-island.board-missing", {"key": mark})
    label = data.get("name", "")
    if not isinstance(label, str) or not label.isprintable() or len(label) > LONGEST_NAME:
        yield Message("fireball-island.board-name", {"maximum": LONGEST_NAME})
    ways = data.get("ways")
    if not isinstance(ways, list) or not all(isinstance(way, str) for way in ways):
        yield Message("fireball-island.board-missing", {"key": "ways"})
    for key in ("trail", "cave", "pit", "fireball"):
        if not isinstance(data.get(key), dict) or not data[key]:
            yield Message("fireball-island.board-missing", {"key": key})
        else:
            yield from SHAPES[key](data[key])


def _trail_shapes(trails: Mapping[str, Any]) -> Iterator[Message]:
    seen: set[str] = set()
    for trail, spaces in trails.items():
        if trail not in TRAILS or not isinstance(spaces, dict):
            yield Message("fireball-island.board-trail", {"trail": str(trail), "trails": TRAILS})
            continue
        for word, space in spaces.items():
            if not WORD.fullmatch(word) or word in OFF_TRAIL or word in seen:
                yield Message("fireball-island.board-word", {"space": str(word)})
            seen.add(word)
            if not isinstance(space, dict) or not _is_point(space.get("at")) or set(space) - set(SPACE_KEYS):
                yield Message("fireball-island.board-space", {"space": str(word), "keys": SPACE_KEYS})


def _cave_shapes(caves: Mapping[str, Any]) -> Iterator[Message]:
    open_caves = {cave.removeprefix("cave-") for cave in CAVES if cave != SHUT_CAVE}
    for number in sorted(open_caves | set(caves)):
        if number not in open_caves or not isinstance(caves.get(number), str):
            yield Message("fireball-island.board-cave", {"rule": "FB-C3", "cave": str(number)})


def _pit_shapes(pits: Mapping[str, Any]) -> Iterator[Message]:
    for letter in sorted({pit.removeprefix("pit-") for pit in PITS} | set(pits)):
        pit = pits.get(letter)
        trails = pit.get("trails") if isinstance(pit, dict) else None
        good = isinstance(pit, dict) and set(pit) == {"chip", "trails"} and isinstance(pit["chip"], str)
        if f"pit-{letter}" not in PITS or not good or not isinstance(trails, list) or set(trails) - set(TRAILS):
            yield Message("fireball-island.board-pit", {"rule": "FB-C4", "pit": str(letter)})


def _ball_shapes(balls: Mapping[str, Any]) -> Iterator[Message]:
    for letter in (*WAYS, *(each for each in balls if each not in WAYS)):
        ball = balls.get(letter)
        ways = {way: spaces for way, spaces in ball.items() if way != "at"} if isinstance(ball, dict) else {}
        good = isinstance(ball, dict) and _is_point(ball.get("at")) and ways
        if letter not in WAYS or not good or not all(map(_is_way, ways.values())):
            yield Message("fireball-island.board-ball", {"rule": "FB-C1", "ball": str(letter)})
        for way in ways:
            if letter in WAYS and way not in WAYS[letter]:
                yield Message("fireball-island.board-way", {"ball": letter, "way": str(way), "ways": WAYS[letter]})


def _turn_faults(data: Mapping[str, Any]) -> Iterator[Message]:
    """Yield each impossible turn of Vul-Kar."""
    turns, ways = data.get("idol", {}), set(data["fireball"][VUL_KAR]) - {"at"}
    for way, turn in turns.items() if isinstance(turns, dict) else [("", None)]:
        if way not in ways or type(turn) is not int or not 0 <= turn <= MOST_TURN_DEG:
            yield Message("fireball-island.board-turn", {"way": str(way), "ways": tuple(sorted(ways))})


def _is_way(spaces: object) -> bool:
    return isinstance(spaces, str) and bool(spaces.split())


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(each) is int for each in value)


SHAPES = {"trail": _trail_shapes, "cave": _cave_shapes, "pit": _pit_shapes, "fireball": _ball_shapes}


def _faults(board: FireballBoard, data: Mapping[str, Any]) -> Iterator[Message]:
    """Yield a fault for each unknown space, and for misplaced ones."""
    said = [*zip(MARKS, (board.start, board.step, board.vul_kar, board.dock, board.foot), strict=True)]
    said += [("ways", word) for way in data["ways"] for word in way.split()]
    said += [*board.mouths.items(), *board.chips.items()]
    said += [(route, word) for route, spaces in board.routes.items() for word in spaces]
    unknown = [(where, word) for where, word in said if word not in board.trail]
    for where, word in unknown:
        yield Message("fireball-island.board-unknown", {"where": where, "space": word})
    if unknown:
        return
    for pit, chip in board.chips.items():
        if chip in board.bridges or chip in (board.start, board.dock, board.vul_kar):
            yield Message(
                "fireball-island.board-chip", {"rule": "FB-C4", "pit": pit.removeprefix("pit-"), "space": chip}
            )
    for route, spaces in board.routes.items():
        for word in spaces:
            if word in board.safe:
                yield Message("fireball-island.board-route-safe", {"rule": "FB-F4", "route": route, "space": word})
    for mark, space in (("start", board.start), ("vul-kar", board.vul_kar), ("dock", board.dock)):
        if space not in board.safe or space in board.bridges:
            yield Message("fireball-island.board-not-safe", {"rule": "FB-F4", "mark": mark, "space": space})


def _way_faults(board: FireballBoard) -> Iterator[Message]:
    """Yield faults of the ways between the spaces.

    Every space must be reached from the start, the Dock have one way in, and the Step be on the trails.
    """
    reached, edge = {board.start}, [board.start]
    while edge:
        for there in board.exits[edge.pop()]:
            if there not in reached:
                reached.add(there)
                edge.append(there)
    for word in board.trail:
        if word not in reached:
            yield Message("fireball-island.board-unreached", {"rule": "FB-M1", "space": word})
    if len(board.exits[board.dock]) != 1:
        yield Message("fireball-island.board-dock", {"rule": "FB-M9", "space": board.dock})
