"""The outline of a kit's page, made of its picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.engine.values.message import Message, Value
from companion.engine.values.picture import Label
from companion.kits.things.board import Board


def outline_of(state: Board, picture: Mapping[str, Any]) -> tuple[Message, ...]:
    """Return the lines of the *picture* of *state*, in the page's order."""
    return tuple(_lines(state, picture))


def _lines(state: Board, picture: Mapping[str, Any]) -> Iterator[Message]:
    yield from _turn(state, picture)
    cups = picture.get("cups", {})
    for dice in picture["dice"]:
        if dice.name not in cups:
            fallen = Message("page.not_rolled") if dice.labels is None else tuple(dice.labels)
            yield _pair(dice.label, fallen)
    for score in picture.get("scores", ()):
        yield _pair(score.label, tuple(_count(state, each) for each in score.counts))
    for sheet in picture.get("sheets", ()):
        yield _pair(sheet.label, tuple(row.label for row in sheet.rows))
    for name, row in cups.items():
        yield _pair(state.kit.text(name), tuple(_cup(state, cup) for cup in row))
    yield from _clocks(picture.get("clocks", ()))
    for deck in picture["decks"]:
        yield _pair(deck.label, Message("page.left", {"count": deck.left}))
    yield from _things(picture)
    yield from _buttons(state, picture)


def _pair(label: Label, value: Value) -> Message:
    return Message("page.pair", {"label": label, "value": value})


def _turn(state: Board, picture: Mapping[str, Any]) -> Iterator[Message]:
    course = picture.get("round")
    if course is None:
        return
    if course.seat is None:
        yield _pair(Message("kit.whose-turn"), course.phase) if state.has_turns else course.phase
    else:
        yield _pair(Message("page.turn_of", {"name": state.names[course.seat]}), course.phase)


def _count(state: Board, count: Any) -> Message | int:
    """Return a number of a score, with its owner's name if any."""
    owner = count.label or (state.names[count.seats[0]] if count.seats else "")
    return Message("outline.count", {"name": owner, "count": count.value}) if owner else count.value


def _cup(state: Board, cup: Any) -> Message:
    name = state.names[cup.seat] if 0 <= cup.seat < state.people else Message("page.table")
    return Message("page.cup_of", {"name": name, "count": cup.count})


def _clocks(clocks: Iterable[Any]) -> Iterator[Message]:
    """Yield a line for each timer; those of several people are alike."""
    seen: set[str] = set()
    for clock in clocks:
        if clock.name not in seen:
            seen.add(clock.name)
            yield _pair(clock.label, Message("page.seconds", {"age": clock.seconds}))


def _things(picture: Mapping[str, Any]) -> Iterator[Message]:
    for wheel in picture["wheels"]:
        yield _pair(wheel.label, tuple(segment.label for segment in wheel.segments))
    for group in picture["groups"]:
        yield _pair(group.label, tuple(token.label for token in group.tokens))
    for counter in picture["counters"]:
        yield Message(
            "page.tick",
            {"label": counter.label, "tick": counter.ticks[counter.at], "at": counter.at + 1, "of": len(counter.ticks)},
        )
    for badge in picture["badges"]:
        yield _pair(badge.label, Message("page.stock", {"count": badge.stock}))


def _buttons(state: Board, picture: Mapping[str, Any]) -> Iterator[Message]:
    """Yield the table's buttons, and the kit's own actions."""
    for button in picture["buttons"]:
        labels = (button.label, button.hint) if button.hint else (button.label,)
        yield _pair(Message(f"panel.{button.button}"), labels)
    if state.kit.actions:
        yield _pair(Message("play.do"), tuple(state.kit.text(action.name) for action in state.kit.actions))
