"""A second program for Fireball Island, written from the catalogue alone, slow and plain, to check the first.

It shares nothing with the game's package but the board's file. A game is a generator: it yields what may be done next,
``("play", {(seat, what), ...})`` or ``("chance", what, cards)``, and is sent what was done. *what* is a line of the
notation, but a way is ``("move", path, end)``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

What = Any
Going = Generator[Any, Any, Any]
AHEAD = {"move-ahead-4": 4, "move-ahead-5": 5, "move-ahead-6": 6}
BACK = {"move-back-1": 1, "move-back-2": 2, "move-back-3": 3}


class Map:
    """What the board's file says."""

    def __init__(self, file: Path) -> None:
        said = tomllib.loads(file.read_text("utf-8"))
        self.beside: dict[str, list[str]] = {}
        for way in said["ways"]:
            row = way.split()
            for at in range(len(row) - 1):
                self.beside.setdefault(row[at], []).append(row[at + 1])
                self.beside.setdefault(row[at + 1], []).append(row[at])
        self.start, self.step, self.point = said["start"], said["step"], said["vul-kar"]
        self.dock, self.foot = said["dock"], said["water"]
        self.cave_beside = {space: f"cave-{number}" for number, space in said["cave"].items()}
        self.way_out = {cave: space for space, cave in self.cave_beside.items()}
        self.dark, self.bridges, self.penalty, self.chip = set(), set(), {}, {}
        trail_pit = {}
        for letter, pit in said["pit"].items():
            self.chip[f"pit-{letter}"] = pit["chip"]
            for trail in pit["trails"]:
                trail_pit[trail] = f"pit-{letter}"
        for trail, spaces in said["trail"].items():
            for space, about in spaces.items():
                if about.get("dark"):
                    self.dark.add(space)
                if about.get("bridge"):
                    self.bridges.add(space)
                    self.penalty[space] = "water"
                elif trail in trail_pit and not about.get("safe"):
                    self.penalty[space] = trail_pit[trail]
        self.routes = {
            f"{letter}-{way}": spaces.split()
            for letter, ball in said["fireball"].items()
            for way, spaces in ball.items()
            if way != "at"
        }


class Window:
    """A window that is open: over a moment, a card, a theft or a Fireball."""

    def __init__(self, kind: str, **about: Any) -> None:
        self.kind, self.about = kind, about
        self.off = False


class Game:
    """A game from a position that a test describes."""

    def __init__(self, board: Map, people: int, at_table: bool, clocked: bool = True) -> None:
        self.map, self.people, self.at_table, self.clocked = board, people, at_table, clocked
        self.place = [board.start] * people
        self.lying = [False] * people
        self.came = [[board.start] for _ in range(people)]
        self.token = ["not-yet"] * people
        self.jewel: str | None = board.point
        self.owner: int | None = None
        self.bonus_taken = False
        self.hand: list[list[str]] = [[] for _ in range(people)]
        self.pile: list[str] = []
        self.discard: list[str] = []
        self.turn = 0
        self.owed = 0
        self.double = False
        self.rests = [""] * people
        self.stack: list[Window] = []
        self.standing = self.lost = False
        self.judging_double = False
        self.won: int | None = None

    # ------------------------------------------------------------------ asking
    def ask(self, plays: set[tuple[int, What]], in_window: bool = False) -> Going:
        """Ask for one of *plays*; whoever lets windows pass may take that back at any time (FB-K13)."""
        while True:
            again = {(seat, "answer-again") for seat in range(self.people) if self.rests[seat]}
            seat, what = yield ("play", plays | again)
            if what != "answer-again":
                return seat, what
            self.rests[seat] = ""
            if in_window:
                return seat, what

    def everybody_asked(self) -> list[int]:
        found = []
        for seat in range(self.people):
            plays_cards = bool(self.hand[seat]) and not (self.standing and seat == self.turn)
            if plays_cards or self.can_trade(seat):
                found.append(seat)
        return found

    def can_trade(self, seat: int) -> bool:
        return seat == self.turn and self.token[seat] == "held" and len(self.hand[seat]) < 4 and not self.lost

    def open(self, window: Window) -> Going:
        """Hold *window* open until nobody answers any more, or something took it off."""
        for seat in self.aimed_at(window):
            if self.rests[seat] == "attacked":
                self.rests[seat] = ""
        self.stack.append(window)
        quiet = self.clocked and not self.could_be_answered(window)
        while not self.lost and not window.off:
            asked = self.everybody_asked()
            passed: set[int] = set()
            resting = {seat for seat in asked if self.rests[seat]}
            answered, held = False, False
            while not answered and any(seat not in passed and seat not in resting for seat in asked):
                plays = set()
                for seat in asked:
                    if seat not in passed:
                        plays |= {(seat, what) for what in self.answers(seat, window)}
                        plays |= {(seat, "interrupt")} if quiet and not held else set()
                seat, what = yield from self.ask(plays, in_window=True)
                if what == "answer-again":
                    resting.discard(seat)
                elif what == "interrupt":
                    held, passed = True, set()
                elif what == "pass":
                    passed.add(seat)
                elif what.startswith("pass-until"):
                    passed.add(seat)
                    self.rests[seat] = what.split()[1]
                else:
                    answered = True
                    yield from self.answered(seat, what, window)
            if not answered:
                break
        self.stack.remove(window)

    def could_be_answered(self, window: Window) -> bool:
        """Tell whether anybody could hold what answers *window*, as everybody can count (FB-K14)."""
        about, kind = window.about, window.kind
        others = [seat for seat in range(self.people) if seat != about.get("by")]
        if kind == "card":
            card, most, seats = "cancel", 0 if about["card"] == "fireball" else 4, others
        elif kind == "theft":
            card, most, seats = "fake-jewel", 2, [about["target"]]
        elif kind == "fireball":
            own = about["cause"] == "one" and about["target"] == about["by"]
            card, most, seats = "magic-talisman", 4, list(range(self.people)) if own else others
        else:
            return False
        asked = self.everybody_asked()
        return any(seat in asked for seat in seats) and self.discard.count(card) < most

    def aimed_at(self, window: Window) -> list[int]:
        if window.kind == "fireball":
            target = window.about["target"]
            hit = [] if self.at_table else self.standing_on(window.about["route"])
            return hit + ([] if target is None else [target])
        target = window.about.get("target")
        return [] if target is None else [target]

    def answers(self, seat: int, window: Window) -> Iterator[str]:
        yield from ("pass", "pass-until my-turn", "pass-until attacked", "pass-until turn-end")
        if self.can_trade(seat):
            yield "trade"
        if self.standing and seat == self.turn:
            return
        for card in set(self.hand[seat]):
            if card == "take-one-card":
                for other in range(self.people):
                    if other != seat and self.hand[other] and not self.fitted(other):
                        yield f"take-one-card {other + 1}"
            elif self.may_play(seat, card, window):
                yield f"play {card}"

    def fitted(self, seat: int) -> bool:
        return self.owner == seat and self.token[seat] == "held"

    def may_play(self, seat: int, card: str, window: Window) -> bool:
        kind, own = window.kind, seat == self.turn
        here = self.place[self.turn]
        off_trail = here.startswith(("cave-", "pit-")) or here == "water"
        if card == "fireball":
            named = any(each.kind == "fireball" for each in self.stack)
            waits = any(each.about.get("card") == "fireball" for each in self.stack)
            return not (named or waits or any(each.kind == "theft" for each in self.stack))
        if card == "double":
            lies = any(each.about.get("card") == "double" for each in self.stack)
            return not (self.double or self.judging_double or lies)
        if card == "cancel":
            return kind == "card" and bool(window.about["card"] != "fireball")
        if card == "fake-jewel":
            return kind == "theft" and self.owner == seat
        if card == "magic-talisman":
            if kind != "fireball":
                return False
            about = window.about
            return bool(about["by"] != seat or (about["cause"] == "one" and about["target"] == seat))
        if card == "reroll":
            return kind == "rolled"
        if card == "take-another-turn":
            return kind == "over" and own
        if card in AHEAD:
            return kind == "first" and not self.ahead and not off_trail
        # After the roll the move is finished first: where the piece is by then decides (FB-K10, K11).
        stays = off_trail or here == self.map.start
        return not own and (kind == "rolled" or (kind in ("first", "over") and not stays))

    def answered(self, seat: int, what: str, window: Window) -> Going:
        if what == "trade":
            self.token[seat] = "traded"
            yield from self.draw_to(seat, 4)
            return
        verb, word = what.split()
        card, target = (word, None) if verb == "play" else (verb, int(word) - 1)
        if card in AHEAD or card in BACK:
            target = self.turn
        self.hand[seat].remove(card)
        self.discard.append(card)
        played = Window("card", card=card, by=seat, target=target)
        yield from self.open(played)
        if not played.off:
            yield from self.acts(seat, card, target, window)

    def acts(self, seat: int, card: str, target: int | None, window: Window) -> Going:
        """What comes of a card that was played into *window* and not cancelled."""
        here = self.place[self.turn]
        off_trail = here.startswith(("cave-", "pit-")) or here == "water"
        if card == "fireball":
            yield from self.fireball(seat, "card")
        elif card in ("cancel", "fake-jewel", "magic-talisman"):
            window.off = True
        elif card == "reroll":
            window.off = not self.lost
        elif card == "take-another-turn":
            self.owed += 1
        elif card == "double":
            self.double = True
        elif card == "take-one-card":
            assert target is not None
            if self.hand[target] and len(self.hand[seat]) < 4 and not self.fitted(target):
                (place,) = yield ("chance", "take", list(self.hand[target]))
                self.hand[seat].append(self.hand[target].pop(place - 1))
        elif card in AHEAD:
            if not self.lost:
                self.ahead = AHEAD[card]
        elif not self.lost:
            if window.kind == "rolled":
                self.backs.append((seat, BACK[card]))
            elif not off_trail and here != self.map.start:
                yield from self.move(self.turn, seat, BACK[card], back=True)

    def draw_to(self, seat: int, count: int) -> Going:
        while len(self.hand[seat]) < count:
            if not self.pile:
                self.pile, self.discard = sorted(self.discard), []
            (card,) = yield ("chance", "draw", sorted(self.pile))
            self.pile.remove(card)
            self.hand[seat].append(card)

    # ------------------------------------------------------------------ turns
    def play(self) -> Going:
        """Play from the beginning of a turn to the end of the game."""
        while self.won is None:
            yield from self.one_turn()
            if self.won is not None:
                return
            seat, _ = yield from self.ask({(self.turn, "pass-die")})
            if self.owed:
                self.owed -= 1
            else:
                self.turn = (self.turn + 1) % self.people
            self.rests = ["" if until == "turn-end" else until for until in self.rests]
            if self.rests[self.turn] == "my-turn":
                self.rests[self.turn] = ""

    def one_turn(self) -> Going:
        me = self.turn
        self.standing = self.lost = self.entered = False
        self.ahead = 0
        self.backs: list[tuple[int, int]] = []
        if self.lying[me]:
            self.lying[me], self.standing = False, True
            yield from self.open(Window("over"))
            return
        to_cave = False
        if self.place[me] == "cave-4":
            to_cave = True
        elif self.place[me].startswith("cave-"):
            _, said = yield from self.ask({(me, "declare out"), (me, "declare cave")})
            to_cave = said == "declare cave"
        yield from self.open(Window("first"))
        if self.lost:
            return
        here = self.place[me]
        if self.ahead and not (here.startswith(("cave-", "pit-")) or here == "water"):
            yield from self.move(me, me, self.ahead)
        else:
            yield from self.roll(to_cave)
        if self.lost or self.won is not None:
            return
        if self.entered:
            yield from self.roll(True)
        if self.lost or self.won is not None:
            return
        for by, count in self.backs:
            here = self.place[me]
            if not (here.startswith(("cave-", "pit-")) or here in ("water", self.map.start)):
                yield from self.move(me, by, count, back=True)
                if self.won is not None:
                    return
        yield from self.open(Window("over"))

    def roll(self, to_cave: bool) -> Going:
        me, doubled = self.turn, False
        while True:
            yield from self.ask({(me, "roll")})
            (value,) = yield ("chance", "roll", [1, 2, 3, 4, 5, 6])
            if not to_cave and self.double:
                self.double, doubled = False, True
            self.judging_double = doubled
            window = Window("rolled")
            yield from self.open(window)
            self.judging_double = False
            if self.lost:
                return
            if not window.off:
                break
            self.double, doubled = self.double or doubled, False
        if to_cave:
            if f"cave-{value}" not in self.place:
                self.place[me] = f"cave-{value}"
            if value == 1:
                yield from self.fireball(me, "one")
        elif value * (1 + doubled) == 1:
            yield from self.fireball(me, "one")
        else:
            yield from self.move(me, me, value * (1 + doubled))

    # ------------------------------------------------------------------ Fireballs
    def standing_on(self, route: str) -> list[int]:
        return [seat for seat in range(self.people) if self.place[seat] in self.map.routes[route]]

    def can_be_hit(self, seat: int) -> bool:
        if self.at_table:
            return self.place[seat] in self.map.penalty
        return any(seat in self.standing_on(route) for route in self.map.routes)

    def fireball(self, by: int, cause: str) -> Going:
        reach = [seat for seat in range(self.people) if self.can_be_hit(seat)]
        others = [seat for seat in reach if seat != by]
        target: int | None = None
        if not reach:
            route = next(iter(self.map.routes))
        elif self.at_table:
            aims = {(by, f"aim {seat + 1} {route}") for seat in others or reach for route in self.map.routes}
            _, said = yield from self.ask(aims)
            target, route = int(said.split()[1]) - 1, said.split()[2]
        else:
            good = [r for r in self.map.routes if any(seat in (others or reach) for seat in self.standing_on(r))]
            _, said = yield from self.ask({(by, f"send {route}") for route in good})
            route = said.split()[1]
            if self.standing_on(route) == [by]:
                target = by
        window = Window("fireball", by=by, cause=cause, route=route, target=target)
        yield from self.open(window)
        if window.off or not reach:
            return
        if not self.at_table:
            hit = self.standing_on(route)
        else:
            words = {}
            for mask in range(1 << self.people):
                seats = [seat for seat in range(self.people) if mask >> seat & 1]
                if all(seat in reach for seat in seats):
                    words["+".join(str(seat + 1) for seat in seats) or "nobody"] = seats
            _, said = yield from self.ask({(-2, f"hit {word}") for word in words})
            hit = words[said.split()[1]]
        for seat in hit:
            self.is_hit(seat)

    def is_hit(self, seat: int) -> None:
        space = self.place[seat]
        pit = self.map.penalty[space]
        if self.owner == seat:
            self.owner = None
            self.jewel = space if pit == "water" else self.map.chip[pit]
        self.place[seat], self.came[seat] = pit, []
        if pit != "water":
            self.lying[seat] = True
            if seat == self.turn:
                self.lost = True

    # ------------------------------------------------------------------ moves
    def move(self, seat: int, by: int, count: int, back: bool = False) -> Going:
        """Move *seat*'s piece *count* spaces, *by* choosing the way."""
        walked, left, tried = [self.place[seat]], count, False
        while True:
            ways = self.ways(seat, walked, left, tried, back)
            if len(ways) == 1:
                ((path, end),) = ways
            else:
                _, (_, path, end) = yield from self.ask({(by, ("move", *way)) for way in ways})
            halts = False
            for space in path:
                if space == self.map.step and self.token[seat] == "not-yet":
                    self.token[seat] = "held"
                if space == self.jewel and space != self.map.point:
                    self.jewel, self.owner = None, seat
                if not tried and space == self.rival(seat):
                    halts = True
            walked += path
            left = max(0, left - len(path))
            self.place[seat] = walked[-1]
            if not halts:
                break
            tried = True
            assert self.owner is not None
            window = Window("theft", by=seat, target=self.owner)
            yield from self.open(window)
            if not window.off:
                self.owner = seat
        self.place[seat] = end
        self.remember(seat, walked, end, back)
        yield from self.lands(seat, end, walked[0])

    def remember(self, seat: int, walked: list[str], end: str, back: bool) -> None:
        """Keep where the piece came since it last left the Plateau, a cave, a pit or the water (FB-K10)."""
        if end.startswith("cave-") or end.startswith("pit-") or end == "water":
            self.came[seat] = []
            return
        if end == self.map.start:
            self.came[seat] = [end]
            return
        steps = walked[1 : walked.index(end) + 1]
        came = list(self.came[seat])
        anew = False
        for at, space in enumerate(steps):
            if back and not anew and len(came) > 1 and came[-2] == space:
                came.pop()
            elif back and not anew:
                anew, came = True, [walked[at], space]
            else:
                came.append(space)
            if space == self.map.start:
                anew, came = True, [space]
        self.came[seat] = came

    def lands(self, seat: int, end: str, start: str) -> Going:
        if end == self.map.dock:
            self.won = seat
        elif end == start:
            return
        elif end.startswith("cave-"):
            self.entered = True
        elif end == self.map.point == self.jewel:
            self.jewel, self.owner = None, seat
            if not self.bonus_taken:
                self.bonus_taken = True
                self.owed += 3
                yield from self.draw_to(seat, 4)
                yield from self.fireball(seat, "bonus")
        elif end in self.map.dark and len(self.hand[seat]) < 4:
            yield from self.draw_to(seat, len(self.hand[seat]) + 1)

    def rival(self, seat: int) -> str | None:
        """Where the jewel's owner can be robbed by *seat*."""
        if self.owner is None or self.owner == seat:
            return None
        place = self.place[self.owner]
        return None if place == self.map.start or place not in self.map.beside else place

    def ways(self, seat: int, walked: list[str], left: int, tried: bool, back: bool) -> set[tuple[Any, str]]:
        """All ways of a move, each its spaces and where the piece stands in the end; cut where a theft is tried."""
        rival = None if tried else self.rival(seat)
        others = {self.place[other] for other in range(self.people) if other != seat}
        line = list(reversed(self.came[seat]))[1:] if back else []
        for space in walked[1:]:
            line = line[1:] if line and line[0] == space else []
        full: set[tuple[Any, str]] = set()
        short: set[tuple[Any, str]] = set()
        dead: set[tuple[Any, str]] = set()

        def is_free(space: str) -> bool:
            return space == self.map.start or space not in others

        def last_free(path: list[str]) -> str:
            for space in reversed((walked + path)[1:-1]):
                if is_free(space):
                    return space
            return walked[0]

        def note(into: set[tuple[Any, str]], path: list[str], end: str) -> None:
            if rival in path:
                cut = path[: path.index(rival) + 1]
                into.add((tuple(cut), cut[-1]))
            else:
                into.add((tuple(path), end))

        def nexts(path: list[str], line: list[str], with_caves: bool) -> list[tuple[str, list[str]]]:
            seen = walked + path
            if line and line[0] not in seen:
                return [(line[0], line[1:])]
            here = seen[-1]
            if here in self.map.way_out:
                return [(self.map.way_out[here], [])]
            if here in self.map.chip:
                return [(self.map.chip[here], [])]
            if here == "water":
                return [(self.map.foot, [])]
            mine = self.owner == seat or rival in path or self.jewel in path
            found: list[tuple[str, list[str]]] = []
            for space in self.map.beside.get(here, []):
                if space not in seen and (space != self.map.dock or (mine and not back)):
                    found.append((space, []))
            cave = self.map.cave_beside.get(here)
            if cave and with_caves and not back and cave not in others and cave not in seen:
                found.append((cave, []))
            return found

        def ends_here(space: str) -> bool:
            if space in self.map.bridges:
                return space not in others
            return space.startswith("cave-") or space == self.map.dock or space == self.map.point == self.jewel

        def further(path: list[str], line: list[str]) -> bool:
            any_found = False
            for space, rest in nexts(path, line, with_caves=False):
                if ends_here(space) or is_free(space):
                    note(full, [*path, space], space)
                    any_found = True
                elif further([*path, space], rest):
                    any_found = True
            return any_found

        def go(path: list[str], left: int, line: list[str]) -> None:
            if left == 0:
                if path and is_free(path[-1]):
                    note(full, path, path[-1])
                elif not further(path, line):
                    note(full, path, last_free(path))
                return
            choices = nexts(path, line, with_caves=True)
            if not choices:
                here = (walked + path)[-1]
                note(dead, path, here if is_free(here) else last_free(path))
            for space, rest in choices:
                if ends_here(space):
                    note(full if left == 1 else short, [*path, space], space)
                else:
                    go([*path, space], left - 1, rest)

        go([], left, line)
        return full | short if full else short | dead
