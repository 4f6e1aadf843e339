"""A second program for Forbidden Island, written from the catalogue alone, slow and plain, to check the first.

It shares nothing with the game's package: dictionaries and sets of names, nothing clever. A position is a dictionary::

    tiles   {name: (row, column)}       standing, flooded, captured    sets of names
    people  [(adventurer, tile)]        hands  [[card, ...]]           treasure_pile, treasure_discard  [card, ...]
    flood_piles  [[card, ...], ...]     the top one first              flood_discard  [card, ...]
    tick, turn, actions, draws, floods, flown, asked                   discards  [seat, ...]  owed, the last one first
    water  None or (tile, window)       end  None or a word            rescue, strict   options

``moves`` gives every position that one step leads to: a player's play or chance's answer, each with a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations
from typing import Any

Position = dict[str, Any]

SITES = {
    "earth-stone": ("temple-of-the-moon", "temple-of-the-sun"),
    "statue-of-the-wind": ("howling-garden", "whispering-garden"),
    "crystal-of-fire": ("cave-of-embers", "cave-of-shadows"),
    "oceans-chalice": ("coral-palace", "tidal-palace"),
}
LEVEL = {1: 2, 2: 2, 3: 3, 4: 3, 5: 3, 6: 4, 7: 4, 8: 5, 9: 5}
SPECIAL = ("helicopter-lift", "sandbags")


def next_to(position: Position, tile: str, diagonal: bool = False) -> list[str]:
    """Every place of the layout beside *tile*, standing or not."""
    row, column = position["tiles"][tile]
    found = []
    for name, (other_row, other_column) in position["tiles"].items():
        down, right = abs(row - other_row), abs(column - other_column)
        if down + right == 1 or (diagonal and down == right == 1):
            found.append(name)
    return found


def moves(position: Position) -> Iterator[tuple[str, Position]]:
    """Every step from *position* with the position it leads to."""
    if position["end"]:
        return
    if position["asked"]:
        yield from answers(position)
        return
    if position["water"]:
        yield from rescue(position)
    elif position["discards"]:
        yield from discards(position)
        yield from specials(position)
    else:
        if position["actions"]:
            yield from actions(position)
        else:
            yield "draw", changed(position, asked=True)
        yield from specials(position)


def changed(position: Position, **values: Any) -> Position:
    """A copy of *position* with some entries replaced."""
    after = deepcopy(position)
    after.update(values)
    return after


def acted(position: Position, **values: Any) -> Position:
    """The same after one more action."""
    return changed(position, actions=position["actions"] - 1, **values)


# ---------------------------------------------------------------------- actions
def actions(position: Position) -> Iterator[tuple[str, Position]]:
    """Every action of the active player."""
    seat = position["turn"]
    who, here = position["people"][seat]
    yield "end-actions", changed(position, actions=0)
    for tile in steps(position, who, here):
        yield f"move {tile}", acted(position, people=moved(position, seat, tile))
    if who == "pilot" and not position["flown"]:
        for tile in position["standing"]:
            if tile != here and tile not in next_to(position, here):
                yield f"fly {tile}", acted(position, people=moved(position, seat, tile), flown=True)
    if who == "navigator":
        for other, (pawn, at) in enumerate(position["people"]):
            if other != seat:
                for tile in guided(position, pawn, at):
                    yield f"guide {pawn} {tile}", acted(position, people=moved(position, other, tile))
    yield from shoring(position, who, here)
    yield from giving(position, seat, who, here)
    yield from capturing(position, seat, here)


def moved(position: Position, seat: int, tile: str) -> list[tuple[str, str]]:
    """The people with the pawn of *seat* on *tile*."""
    people = list(position["people"])
    people[seat] = (people[seat][0], tile)
    return people


def steps(position: Position, who: str, here: str) -> set[str]:
    """Where one move goes."""
    standing, flooded = position["standing"], position["flooded"]
    if who != "diver":
        return {tile for tile in next_to(position, here, who == "explorer") if tile in standing}
    found: set[str] = set()
    been = {here}
    paths = [here]
    while paths:
        for tile in next_to(position, paths.pop()):
            if tile in standing and tile != here:
                found.add(tile)
            if (tile not in standing or tile in flooded) and tile not in been:
                been.add(tile)
                paths.append(tile)
    return found


def guided(position: Position, pawn: str, at: str) -> set[str]:
    """Where the Navigator may move *pawn* from *at*."""
    standing = position["standing"]
    plain = position["strict"]
    diagonal = pawn == "explorer" and not plain
    found: set[str] = set()
    for first in next_to(position, at, diagonal):
        if first in standing:
            found.add(first)
        elif pawn != "diver" or plain:
            continue
        found |= {tile for tile in next_to(position, first, diagonal) if tile in standing}
    return found - {at}


def shoring(position: Position, who: str, here: str) -> Iterator[tuple[str, Position]]:
    """Every way to shore up."""
    flooded = position["flooded"]
    near = [tile for tile in (here, *next_to(position, here, who == "explorer")) if tile in flooded]
    for tile in near:
        yield f"shore {tile}", acted(position, flooded=flooded - {tile})
    if who == "engineer":
        for tile in near:
            for other in near:
                if other != tile:
                    yield f"shore-two {tile} {other}", acted(position, flooded=flooded - {tile, other})


def giving(position: Position, seat: int, who: str, here: str) -> Iterator[tuple[str, Position]]:
    """Every card that may be given."""
    for other, (pawn, at) in enumerate(position["people"]):
        if other == seat or (at != here and who != "messenger"):
            continue
        for card in set(position["hands"][seat]) - set(SPECIAL):
            after = acted(position)
            after["hands"][seat].remove(card)
            after["hands"][other].append(card)
            if len(after["hands"][other]) > 5:
                after["discards"].append(other)
            yield f"give {pawn} {card}", after


def capturing(position: Position, seat: int, here: str) -> Iterator[tuple[str, Position]]:
    """The treasure that may be captured."""
    for treasure, sites in SITES.items():
        if here in sites and treasure not in position["captured"] and position["hands"][seat].count(treasure) >= 4:
            after = acted(position, captured={**position["captured"], treasure: seat})
            for _ in range(4):
                lay_down(after, seat, treasure)
            yield f"capture {treasure}", after


def lay_down(position: Position, seat: int, card: str) -> None:
    """Put a card of a hand on the discard."""
    position["hands"][seat].remove(card)
    position["treasure_discard"].append(card)


# ---------------------------------------------------------------------- special cards and discards
def specials(position: Position) -> Iterator[tuple[str, Position]]:
    """Every special card that may be played outside the swims."""
    for seat, hand in enumerate(position["hands"]):
        if "sandbags" in hand:
            for tile in position["flooded"]:
                after = changed(position, flooded=position["flooded"] - {tile})
                lay_down(after, seat, "sandbags")
                yield f"{seat} sandbags {tile}", settled(after)
        if "helicopter-lift" in hand:
            yield from lifts(position, seat, {at for _, at in position["people"]})
            all_home = {at for _, at in position["people"]} == {"fools-landing"}
            if all_home and len(position["captured"]) == 4:
                after = changed(position, end="won", actions=0)
                lay_down(after, seat, "helicopter-lift")
                yield f"{seat} lift-off", after


def lifts(position: Position, seat: int, starts: set[str]) -> Iterator[tuple[str, Position]]:
    """Every flight that a lift of *seat* can make from one of *starts*."""
    for start in starts:
        there = [other for other, (_, at) in enumerate(position["people"]) if at == start]
        for size in range(1, len(there) + 1):
            for group in combinations(there, size):
                for tile in position["standing"] - {start}:
                    people = [
                        (who, tile if other in group else at) for other, (who, at) in enumerate(position["people"])
                    ]
                    after = changed(position, people=people)
                    lay_down(after, seat, "helicopter-lift")
                    pawns = "+".join(sorted(position["people"][other][0] for other in group))
                    yield f"{seat} lift {pawns} {tile}", settled(after)


def discards(position: Position) -> Iterator[tuple[str, Position]]:
    """Every card that whoever holds too many may discard."""
    seat = position["discards"][-1]
    for card in set(position["hands"][seat]):
        after = deepcopy(position)
        lay_down(after, seat, card)
        yield f"{seat} discard {card}", settled(after)


# ---------------------------------------------------------------------- chance
def answers(position: Position) -> Iterator[tuple[str, Position]]:
    """Every card that may turn up."""
    if position["draws"]:
        for card in set(position["treasure_pile"]):
            yield f"treasure {card}", settled(treasure_card(position, card))
    else:
        for card in set(position["flood_piles"][0]):
            yield f"flood {card}", settled(flood_card(position, card))


def treasure_card(position: Position, card: str) -> Position:
    """What a treasure card does."""
    after = changed(position, asked=False, draws=position["draws"] - 1)
    after["treasure_pile"].remove(card)
    seat = after["turn"]
    if card == "waters-rise":
        after["tick"] += 1
        after["treasure_discard"].append(card)
        if after["tick"] == 10:
            after.update(end="skull", actions=0)
            return after
        if after["flood_discard"]:
            after["flood_piles"].insert(0, after["flood_discard"])
            after["flood_discard"] = []
    else:
        after["hands"][seat].append(card)
    if not after["treasure_pile"]:
        after["treasure_pile"], after["treasure_discard"] = after["treasure_discard"], []
    if len(after["hands"][seat]) > 5:
        after["discards"].append(seat)
    return after


def flood_card(position: Position, card: str) -> Position:
    """What a flood card does."""
    after = changed(position, asked=False, floods=position["floods"] - 1)
    after["flood_piles"][0].remove(card)
    if not after["flood_piles"][0]:
        del after["flood_piles"][0]
    if card not in after["flooded"]:
        after["flooded"].add(card)
        after["flood_discard"].append(card)
        return after
    after["flooded"].remove(card)
    after["standing"].remove(card)
    lost = [
        name for name, sites in SITES.items() if name not in after["captured"] and not after["standing"] & set(sites)
    ]
    if card == "fools-landing":
        after.update(end="landing", actions=0)
    elif lost:
        after.update(end="treasure", actions=0)
    elif any(at == card for _, at in after["people"]):
        held = any("helicopter-lift" in hand for hand in after["hands"])
        after["water"] = (card, position["rescue"] and held)
    return after


# ---------------------------------------------------------------------- off a sunk tile
def in_water(position: Position) -> list[int]:
    """The seats that have to swim, in their order."""
    count = len(position["people"])
    order = [(position["turn"] + number) % count for number in range(count)]
    return [seat for seat in order if position["people"][seat][1] not in position["standing"]]


def shores(position: Position, seat: int) -> set[str]:
    """Where *seat* can swim."""
    who, here = position["people"][seat]
    standing: set[str] = position["standing"]
    if who == "pilot":
        return set(standing)
    if who != "diver":
        return {tile for tile in next_to(position, here, who == "explorer") if tile in standing}
    ring, been = {here}, {here}
    while not ring & standing:
        ring = {tile for at in ring for tile in next_to(position, at)} - been
        been |= ring
    return ring & standing


def rescue(position: Position) -> Iterator[tuple[str, Position]]:
    """Every way off the tile that has just sunk."""
    tile, window = position["water"]
    swimming = [seat for seat in in_water(position) if not window or shores(position, seat)]
    if swimming:
        seat = swimming[0]
        for shore in shores(position, seat):
            after = changed(position, people=moved(position, seat, shore), water=(tile, False))
            yield f"{seat} swim {shore}", settled(after)
    else:
        yield "no-lift", settled(changed(position, water=(tile, False)))
    if window:
        for seat, hand in enumerate(position["hands"]):
            if "helicopter-lift" in hand:
                yield from lifts(position, seat, {tile})


def settled(position: Position) -> Position:
    """*position* after everything that follows by itself."""
    while not position["end"]:
        if position["water"]:
            tile, window = position["water"]
            waiting = in_water(position)
            if not waiting:
                position["water"] = None
                continue
            if window and any("helicopter-lift" in hand for hand in position["hands"]):
                break
            position["water"] = (tile, False)
            if any(not shores(position, seat) for seat in waiting):
                position.update(end="pawn", actions=0)
            break
        if position["discards"]:
            if len(position["hands"][position["discards"][-1]]) > 5:
                break
            position["discards"].pop()
        elif position["actions"] or position["draws"]:
            break
        elif position["floods"] is None:
            position["floods"] = LEVEL[position["tick"]]
        elif not position["flood_piles"]:
            position["flood_piles"], position["flood_discard"] = [position["flood_discard"]], []
        elif position["floods"]:
            break
        else:
            turn = (position["turn"] + 1) % len(position["people"])
            position.update(turn=turn, actions=3, draws=2, floods=None, flown=False)
    return position


def key(position: Position) -> tuple[Any, ...]:
    """The position as a value that can be compared: nothing in it has an order that the rules don't give."""
    return (
        frozenset(position["standing"]),
        frozenset(position["flooded"]),
        tuple(position["people"]),
        tuple(tuple(sorted(hand)) for hand in position["hands"]),
        tuple(sorted(position["treasure_pile"])),
        tuple(sorted(position["treasure_discard"])),
        tuple(tuple(sorted(pile)) for pile in position["flood_piles"]),
        tuple(sorted(position["flood_discard"])),
        tuple(sorted(position["captured"].items())),
        *(position[word] for word in ("tick", "turn", "actions", "draws", "floods", "flown", "asked", "water", "end")),
        tuple(position["discards"]),
    )


def reached(position: Position, plies: int) -> list[set[tuple[Any, ...]]]:
    """The different positions after 1, 2, ... *plies* steps."""
    layer = {key(position): position}
    found = []
    for _ in range(plies):
        layer = {key(after): after for before in layer.values() for _, after in moves(before)}
        found.append(set(layer))
    return found
