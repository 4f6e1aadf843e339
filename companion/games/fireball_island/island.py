"""The island for pages: spaces, caves and pits as a graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from companion.engine.values.message import Constant, Message
from companion.engine.values.picture import COLOURS, BoardPicture, Cell, Piece, as_dict
from companion.games.fireball_island import notes as told
from companion.games.fireball_island.rules import board as boards
from companion.games.fireball_island.rules.components import CAVES, PITS, WATER, name
from companion.games.fireball_island.rules.state import FireballIsland

MARGIN, BESIDE = 150, 90
"""Distances around the outermost cells and between a space and its cave.

The second also separates a space from its pit. In units of the drawing.
"""


@lru_cache(maxsize=4)
def _map(board: boards.FireballBoard) -> tuple[Constant, int, int]:
    """Return all places as cells, and the drawing's width and height.

    They stay the same during a game.
    """
    at = _at(board)
    left, top = _corner(board)
    width, height = (max(point[axis] for point in at.values()) + MARGIN for axis in (0, 1))
    cells = tuple(_cell(board, place, (x - left, y - top)) for place, (x, y) in at.items())
    return Constant(cells), width - left, height - top


@lru_cache(maxsize=4)
def _at(board: boards.FireballBoard) -> Mapping[str, tuple[int, int]]:
    return {**board.at, **_beside(board)}


def _corner(board: boards.FireballBoard) -> tuple[int, int]:
    """Return the drawing's left and upper edges."""
    left, top = (min(point[axis] for point in _at(board).values()) - MARGIN for axis in (0, 1))
    return left, top


def _beside(board: boards.FireballBoard) -> dict[str, tuple[int, int]]:
    """Place caves, pits and the water beside their space.

    Each goes as far from all else as there is room.
    """
    found: dict[str, tuple[int, int]] = {}
    for place in (*CAVES, *PITS, WATER):
        near = board.mouths.get(place) or board.chips.get(place) or (board.foot if place == WATER else board.vul_kar)
        x, y = board.at[near]
        taken = [*board.at.values(), *found.values()]
        spots = [(x + BESIDE * dx, y + BESIDE * dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        found[place] = max(spots, key=lambda spot: min(_apart(spot, other) for other in taken))
    return found


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _cell(board: boards.FireballBoard, place: str, at: tuple[int, int]) -> Cell:
    notes = tuple(_notes(board, place))
    to = tuple(there for there in board.exits[place] if there > place or place not in board.exits[there])
    return Cell(
        place, board.space_name(place), at,
        shape=_shape(board, place), look=_look(board, place), sign="cards" if place in board.dark else "",
        notes=notes, to=to, about=told.about(board, place),
    )  # fmt: skip


def _shape(board: boards.FireballBoard, place: str) -> Any:
    if place in (board.start, board.dock, board.vul_kar, board.step):
        return "diamond"
    return "box" if place in board.bridges or place in CAVES else "circle"


def _look(board: boards.FireballBoard, place: str) -> str:
    if place == WATER:
        return "water"
    if place in CAVES or place in PITS:
        return "hole"
    return "land" if place in board.safe else ""


def _notes(board: boards.FireballBoard, place: str) -> Iterator[Message]:
    for pit, chip in board.chips.items():
        if chip == place:
            yield Message("fireball-island.chip-of", {"pit": name(pit)})
    for cave, mouth in board.mouths.items():
        if mouth == place:
            yield Message("fireball-island.leads-to", {"cave": name(cave)})
    if place in board.dark:
        yield Message("fireball-island.draws-card")
    if place in board.safe:
        yield Message("fireball-island.safe-note")
    if place in board.unsure:
        yield Message("fireball-island.unsure")


def board_picture(state: FireballIsland) -> dict[str, Any]:
    """Return the map with its pieces."""
    cells, width, height = _map(state.rules.board)
    board = BoardPicture("island", "graph", name("island"), (), tuple(_pieces(state)), width=width, height=height)
    return as_dict(board, cells=cells)


@lru_cache(maxsize=4)
def trails(board: boards.FireballBoard) -> Constant:
    """Return the trails of several spaces, for labels along them."""
    return Constant([
        {"label": name(trail), "cells": spaces} for trail, spaces in board.trails.items() if len(spaces) > 1
    ])  # fmt: skip


@lru_cache(maxsize=4)
def balls(board: boards.FireballBoard) -> Constant:
    """Return the place of each Fireball."""
    left, top = _corner(board)
    return Constant([
        {"id": f"ball-{letter}", "label": name(f"ball-{letter}"), "place": (x - left, y - top)}
        for letter, (x, y) in board.fireballs.items()
    ])  # fmt: skip


def _pieces(state: FireballIsland) -> Iterator[Piece]:
    if state.jewel:
        yield Piece("jewel", state.jewel, name("jewel"), look="silver", sign="gem", about=told.JEWEL)
    for seat, place in enumerate(state.places):
        label = Message("fireball-island.piece-of", {"name": state.called(seat)})
        notes: tuple[Message, ...] = (Message("fireball-island.lies"),) if state.lying[seat] else ()
        if state.owner == seat:
            notes += (Message("fireball-island.has-jewel"),)
        sign = "gem" if state.owner == seat else ""
        look = f"{COLOURS[seat]} lying" if state.lying[seat] else COLOURS[seat]
        yield Piece(
            f"piece-{seat + 1}", place, label, look, sign, seat, selected=seat == state.turn, notes=notes,
            about=told.OWNER if state.owner == seat else (), watch=told.watch(state, seat),
        )  # fmt: skip
