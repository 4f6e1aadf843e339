"""A second program for Battle for the Island, written from the catalogue alone, slow and plain, to check the first.

It shares nothing with the game's package: dictionaries and tuples, nothing clever. Squares are (column, row) from 1,
seats 0 and 1, facings ``n e s w``. A position is a dictionary::

    island  {square: (seat, kind, facing)}     pads  {(seat, column): kind}      unplaced  [[kind, ...], [kind, ...]]
    lost  [count, count]    blocks  {square}   placed  how many blocks were      live, safe  how many aren't turned over
    missiles  [column, column]                 first, turn  a seat or None       waits  a word: see ``moves``
    in_motion  the die rolls                   die  None before the turn's first roll
    chosen  None, "pad", a square or "gone"            over  None or {hit, between, turned: {square: kind}}
    removed  somebody or a block went in this turn      quiet  turns without     end  None or (reason, winner)
    size, crossfire, no_pads, first_to_five, quiet_turns  options

``moves`` gives every position that one step leads to: a player's play or chance's answer, each with a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

Position = dict[str, Any]
Square = tuple[int, int]
Step = tuple[str, Position]

RANGE = {"soldier": 2, "jeep": 3, "tank": 4}
FACINGS = "nesw"
AHEAD = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
FORWARD = "ns"
TURNS = {"left": -1, "right": 1}


def moves(position: Position) -> Iterator[Step]:
    """Every step from *position* with the position it leads to."""
    if position["end"]:
        return
    if position["over"]:
        yield from turning_over(position)
    elif position["turn"] is None:
        yield from set_up(position)
    elif position["in_motion"]:
        yield from rolled(position)
    else:
        yield from PLAYS[position["waits"]](position)
        if position["die"] is not None and position["waits"] in ("roll", "zero", "move", "moved", "slide"):
            yield from shots(position)


def changed(position: Position, **values: Any) -> Position:
    """A copy of *position* with some entries replaced."""
    after = deepcopy(position)
    after.update(values)
    return after


# ---------------------------------------------------------------------- squares
def on_grid(position: Position, square: Square) -> bool:
    return all(1 <= each <= position["size"] for each in square)


def line(position: Position, square: Square, facing: str, count: int) -> list[Square]:
    """The *count* squares ahead of *square*; fewer at the edge."""
    across, up = AHEAD[facing]
    found = [(square[0] + across * step, square[1] + up * step) for step in range(1, count + 1)]
    return [each for each in found if on_grid(position, each)]


def around(square: Square) -> list[Square]:
    column, row = square
    return [(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def quarter(facing: str, way: str) -> str:
    return FACINGS[(FACINGS.index(facing) + TURNS[way]) % 4]


def own(position: Position, seat: int) -> list[Square]:
    return [square for square, (whose, _, _) in position["island"].items() if whose == seat]


def free(position: Position, square: Square) -> bool:
    return square not in position["island"] and square not in position["blocks"]


# ---------------------------------------------------------------------- set-up (BI-S4 to BI-S8)
def set_up(position: Position) -> Iterator[Step]:
    first = position["first"]
    if first is None:
        if position["in_motion"]:
            yield "a tie", changed(position)
        else:
            yield "roll for first", changed(position, in_motion=True)
        for seat in (0, 1):
            yield f"first {seat}", changed(position, first=seat, in_motion=False)
        return
    size = position["size"]
    if position["placed"] < 10:
        for column in range(1, size + 1):
            for row in range(1, size + 1):
                if all(column != other[0] and row != other[1] for other in position["blocks"]):
                    blocks = position["blocks"] | {(column, row)}
                    yield f"block {column} {row}", changed(position, blocks=blocks, placed=position["placed"] + 1)
        return
    left = [len(position["unplaced"][seat]) for seat in (0, 1)]
    to_pads = 0 if position["no_pads"] else 5
    if max(left) > to_pads:
        seat = first if left[first] == left[1 - first] else 1 - first
        for row in (1, 2) if seat == 0 else (size, size - 1):
            for column in range(1, size + 1):
                for kind in set(position["unplaced"][seat]):
                    for facing in FACINGS:
                        if free(position, (column, row)):
                            after = picked(position, seat, kind)
                            after["island"][column, row] = (seat, kind, facing)
                            yield f"place {kind} {column} {row} {facing}", begun(after)
        return
    seat = first if left[first] else 1 - first
    for kind in set(position["unplaced"][seat]):
        for column in range(1, 6):
            if (seat, column) not in position["pads"]:
                after = picked(position, seat, kind)
                after["pads"][seat, column] = kind
                yield f"load {kind} {column}", begun(after)


def picked(position: Position, seat: int, kind: str) -> Position:
    after = changed(position)
    after["unplaced"][seat].remove(kind)
    return after


def begun(position: Position) -> Position:
    """The first turn, once everybody has a place."""
    return position if any(position["unplaced"]) else turn_of(position, position["first"])


# ---------------------------------------------------------------------- turns
def turn_of(position: Position, seat: int) -> Position:
    """*seat*'s turn begins (BI-M9, BI-E3)."""
    waits = "roll"
    if not own(position, seat):
        waits = "advance" if advancing(position, seat) else "pad-removal"
    return changed(position, turn=seat, waits=waits, die=None, chosen=None, removed=False)


def turn_over(position: Position) -> Position:
    """The turn ends, and the other one's begins, or the game is drawn (BI-E5)."""
    quiet = 0 if position["removed"] else position["quiet"] + 1
    after = changed(position, quiet=quiet)
    if position["quiet_turns"] and quiet >= position["quiet_turns"]:
        return ended(after, "quiet")
    return turn_of(after, 1 - position["turn"])


def ended(position: Position, reason: str, winner: int | None = None) -> Position:
    return changed(position, end=(reason, winner))


def judged(position: Position) -> Position:
    """The end that *position* is, if it is one (BI-E1, BI-E2, BI-E7)."""
    enough = 5 if position["first_to_five"] else 10
    beaten = [seat for seat in (0, 1) if position["lost"][seat] >= enough]
    reason = "five" if position["first_to_five"] else "conquered"
    if len(beaten) == 2:
        return ended(position, "five-drawn" if position["first_to_five"] else "drawn")
    return ended(position, reason, 1 - beaten[0]) if beaten else position


def gone(position: Position, squares: list[Square]) -> Position:
    """Everybody on *squares* leaves the island."""
    after = changed(position, removed=True)
    for square in set(squares):
        if square in after["island"]:
            seat, _, _ = after["island"].pop(square)
            after["lost"][seat] += 1
            if square == after["chosen"]:
                after["chosen"] = "gone"
    return judged(after)


# ---------------------------------------------------------------------- the die (BI-M1, BI-Z1)
def to_roll(position: Position) -> Iterator[Step]:
    yield "roll", changed(position, in_motion=True)


def rolled(position: Position) -> Iterator[Step]:
    yield "rolled 0", changed(position, in_motion=False, die=0, waits="zero", chosen=None)
    for die in range(1, 6):
        waits = "slide" if position["chosen"] == "pad" else "move"
        yield f"rolled {die}", changed(position, in_motion=False, die=die, waits=waits)


# ---------------------------------------------------------------------- moves (BI-M2 to BI-M8)
def paths(position: Position, square: Square) -> Iterator[tuple[Square, str]]:
    """Where who stands on *square* can go by the whole roll, and the facing there."""
    _, _, facing = position["island"][square]
    die = position["die"]
    ahead = line(position, square, facing, die)
    if len(ahead) == die and all(free(position, each) for each in ahead[:-1]) and ahead[-1] not in position["island"]:
        yield ahead[-1], facing
    if die > 1:
        ahead = line(position, square, facing, die - 1)
        if len(ahead) == die - 1 and all(free(position, each) for each in ahead):
            for way in TURNS:
                yield ahead[-1], quarter(facing, way)


def to_move(position: Position) -> Iterator[Step]:
    seat, chosen = position["turn"], position["chosen"]
    able = [square for square in own(position, seat) if list(paths(position, square))]
    movers = able if chosen is None else [square for square in able if square == chosen]
    for square in movers:
        for to, facing in paths(position, square):
            after = changed(position, waits="moved", chosen=None)
            _, kind, _ = after["island"].pop(square)
            after["island"][to] = (seat, kind, facing)
            if to in position["blocks"]:
                after["over"] = {"hit": to, "between": [], "turned": {}}
            yield f"move {square} {to} {facing}", after
    if not movers:
        if able or not own(position, seat):
            yield "no move", turn_over(position)
        else:
            yield "no move at all", changed(position, waits="removal")


def to_end(position: Position) -> Iterator[Step]:
    yield "end", turn_over(position)


def removals(position: Position) -> Iterator[Step]:
    for square in own(position, position["turn"]):
        after = gone(position, [square])
        yield f"remove {square}", after if after["end"] else turn_over(after)


def pad_removals(position: Position) -> Iterator[Step]:
    seat = position["turn"]
    for whose, column in position["pads"]:
        if whose == seat:
            after = changed(position, removed=True)
            del after["pads"][seat, column]
            after["lost"][seat] += 1
            after = judged(after)
            yield f"remove pad {column}", after if after["end"] else turn_over(after)


# ---------------------------------------------------------------------- the pad and the options of a zero (BI-Z)
def entrance(position: Position, seat: int, column: int) -> Square:
    """The first square ahead of *column* of *seat*'s pad, off the grid where it overhangs."""
    away = column - 3
    return (position["missiles"][0] + away, 1) if seat == 0 else (position["missiles"][1] - away, position["size"])


def advancing(position: Position, seat: int) -> list[int]:
    found = [column for whose, column in position["pads"] if whose == seat]
    squares = {column: entrance(position, seat, column) for column in found}
    return [column for column in found if on_grid(position, squares[column]) and free(position, squares[column])]


def advances(position: Position) -> Iterator[Step]:
    seat = position["turn"]
    for column in advancing(position, seat):
        after = changed(position, waits="roll")
        square = entrance(position, seat, column)
        after["island"][square] = (seat, after["pads"].pop((seat, column)), FORWARD[seat])
        if position["waits"] == "zero":
            after["chosen"] = square
        yield f"advance {column}", after


def options(position: Position) -> Iterator[Step]:
    seat = position["turn"]
    yield from advances(position)
    if not position["no_pads"]:
        yield "nominate", changed(position, waits="roll", chosen="pad")
    for square in own(position, seat):
        for way in TURNS:
            after = changed(position, waits="roll", chosen=square)
            _, kind, facing = after["island"][square]
            after["island"][square] = (seat, kind, quarter(facing, way))
            yield f"turn {square} {way}", after


def slides(position: Position) -> Iterator[Step]:
    seat = position["turn"]
    for way in TURNS:
        missiles = list(position["missiles"])
        missiles[seat] += TURNS[way] * position["die"] * (1 if seat == 0 else -1)
        if 1 <= missiles[seat] <= position["size"]:
            yield f"slide {way}", turn_over(changed(position, missiles=missiles))


# ---------------------------------------------------------------------- shots and blocks (BI-K, BI-B)
def shots(position: Position) -> Iterator[Step]:
    seat = position["turn"]
    for square in own(position, seat):
        _, kind, facing = position["island"][square]
        ahead = line(position, square, facing, RANGE[kind])
        if len(ahead) < RANGE[kind] or any(each in position["blocks"] for each in ahead[:-1]):
            continue
        target = ahead[-1]
        between = [each for each in ahead[:-1] if each in position["island"]] if position["crossfire"] else []
        if target in position["blocks"]:
            over = {"hit": target, "between": between, "turned": {}}
            yield f"shoot {square} block {target}", changed(position, over=over)
        elif target in position["island"] and position["island"][target][0] != seat:
            yield f"shoot {square} {target}", gone(position, [target, *between])


def turning_over(position: Position) -> Iterator[Step]:
    """Either kind that is left for the next block; after the last of them all goes at once (BI-B2 to BI-B5)."""
    hit, turned = position["over"]["hit"], position["over"]["turned"]
    block = hit if not turned else touching(position, hit, turned)[0]
    for kind in ("live", "safe"):
        if not position[kind]:
            continue
        after = changed(position)
        after[kind] -= 1
        after["over"]["turned"][block] = kind
        now = after["over"]["turned"]
        if now[hit] == "live" and touching(after, hit, now):
            yield f"{block} {kind}", after
        else:
            yield f"{block} {kind}", blasted(after)


def touching(position: Position, hit: Square, turned: dict[Square, str]) -> list[Square]:
    return sorted(each for each in around(hit) if each in position["blocks"] and each not in turned)


def blasted(position: Position) -> Position:
    over = position["over"]
    live = [block for block, kind in over["turned"].items() if kind == "live"]
    after = changed(position, over=None, blocks=position["blocks"] - set(over["turned"]))
    if over["turned"][over["hit"]] == "safe":
        return gone(after, [])
    return gone(after, [over["hit"], *over["between"], *(square for block in live for square in around(block))])


PLAYS = {
    "roll": to_roll,
    "advance": advances,
    "zero": options,
    "move": to_move,
    "moved": to_end,
    "slide": slides,
    "removal": removals,
    "pad-removal": pad_removals,
}


# ---------------------------------------------------------------------- counting
def key(position: Position) -> Any:
    """The position as one value, to compare: what no longer matters once the game has ended is left out."""
    over = position["over"]
    course = [position[name] for name in ("waits", "in_motion", "die", "chosen", "removed")]
    return (
        frozenset(position["island"].items()),
        frozenset(position["pads"].items()),
        tuple(tuple(sorted(kinds)) for kinds in position["unplaced"]),
        tuple(position["lost"]),
        frozenset(position["blocks"]),
        *(position[name] for name in ("placed", "live", "safe", "first", "turn", "quiet", "end")),
        tuple(position["missiles"]),
        None if position["end"] else tuple(course),
        over and (over["hit"], frozenset(over["between"]), frozenset(over["turned"].items())),
    )


def reached(position: Position, plies: int) -> list[set[Any]]:
    """The positions that can be reached in one ply, in two, and so on."""
    layer, found = {key(position): position}, []
    for _ in range(plies):
        layer = {key(after): after for before in layer.values() for _, after in moves(before)}
        found.append(set(layer))
    return found
