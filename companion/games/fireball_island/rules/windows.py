"""Answer windows: what all who hold cards are asked about, whatever they hold (FB-K13).

What comes of each, once nobody answers, is said where the game is put together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal, Self

from msgspec.structs import replace

from companion.engine.fact import Facts
from companion.engine.interrupts import Interrupt, Settled
from companion.engine.referees.declarations import ATTACKED, Declaration
from companion.engine.referees.frame import NOBODY
from companion.engine.values.message import Message
from companion.games.fireball_island.rules.components import (
    AHEAD,
    ANOTHER_TURN,
    BACK,
    CANCEL,
    CARD_COUNTS,
    DOUBLE,
    FAKE_JEWEL,
    FIREBALL,
    REROLL,
    TAKE_CARD,
    TALISMAN,
    name,
)
from companion.games.fireball_island.rules.state import Island, resting_of

When = Literal["first", "rolled", "over"]
"""A moment of the turn at which a window opens."""
Cause = Literal["one", "card", "bonus"]
"""Why a Fireball is rolled: a 1 on the die, a card, or the jewel's capture."""


class Window(Declaration, frozen=True, kw_only=True):
    """A window of this game; those of a turn that a Fireball ended close by themselves (FB-F8).

    Each says *when* it opens, one of the kinds of window of FB-K13: a moment has its own word, the others one for all.
    *quiet_s*: nobody could answer it, by what everybody knows, and it is open that long (FB-K14); 0 if somebody could.
    *held*: somebody interrupted all the same.
    """

    quiet_s: float = 0.0
    held: bool = False

    @property
    def is_quiet(self) -> bool:
        """Whether nobody is asked, and each may interrupt."""
        return self.quiet_s > 0 and not self.held

    def asked_anew(self, number: int) -> Self:
        found = super().asked_anew(number)
        return replace(found, held=False, answer_s=self.quiet_s) if self.held else found

    def answer(self, state: Any) -> tuple[str, tuple[int, ...]]:
        """Return the card that answers it, "" for none, and the seats that could play that."""
        return "", ()

    def then(self, state: Any) -> Facts:
        if not (self.shut or state.lost):
            for seat in self.asked:
                if seat not in self.passed and seat not in self.resting:
                    return ()
        return (WindowClosed(), *type(self).effect(self, state))

    def targets(self, state: Any) -> tuple[int, ...]:
        """Return whose pieces it is aimed at."""
        return ()


MOMENTS: Mapping[When, str] = {
    "first": "fireball-island.moment-first",
    "rolled": "fireball-island.moment-rolled",
    "over": "fireball-island.moment-over",
}
"""The sentence of each moment."""


class Moment(Window, frozen=True, kw_only=True):
    """A moment of *by*'s turn: before its roll, after a roll, or when the move is over."""

    when: When

    def sentence(self, state: Island) -> Message:
        return Message(MOMENTS[self.when], {"name": state.called(self.by)})

    def word(self, state: Island) -> str:
        return f"moment-{self.when}"


class PlayedCard(Window, frozen=True, kw_only=True):
    """A *card* that *by* played, at the seat *target* where it has one."""

    card: str
    target: int = NOBODY
    when: ClassVar[str] = "card"

    def targets(self, state: Island) -> tuple[int, ...]:
        return () if self.target == NOBODY else (self.target,)

    def answer(self, state: Island) -> tuple[str, tuple[int, ...]]:
        return "" if self.card == FIREBALL else CANCEL, _others(state, self.by)

    def sentence(self, state: Island) -> Message:
        who: dict[str, Any] = {"name": state.called(self.by), "card": name(self.card)}
        if self.target == NOBODY:
            return Message("fireball-island.declared-card", who)
        return Message("fireball-island.declared-card-at", {**who, "other": state.called(self.target)})

    def word(self, state: Island) -> str:
        return self.card


class Theft(Window, frozen=True, kw_only=True):
    """*by* came onto the space of the jewel's owner, *target*, and is about to take it."""

    target: int
    when: ClassVar[str] = "theft"

    def targets(self, state: Island) -> tuple[int, ...]:
        return (self.target,)

    def answer(self, state: Island) -> tuple[str, tuple[int, ...]]:
        return FAKE_JEWEL, (self.target,)

    def sentence(self, state: Island) -> Message:
        return Message(
            "fireball-island.declared-theft", {"name": state.called(self.by), "other": state.called(self.target)}
        )

    def word(self, state: Island) -> str:
        return "theft"


class NamedFireball(Window, frozen=True, kw_only=True):
    """*by* is about to roll a Fireball its *route*, for a *cause*; *target* is whom it has to hit, or nobody."""

    cause: Cause
    route: str
    target: int = NOBODY
    when: ClassVar[str] = "fireball"

    def targets(self, state: Island) -> tuple[int, ...]:
        aimed = () if self.target == NOBODY else (self.target,)
        return aimed if state.rules.at_table else tuple({*aimed, *on_route(state, self.route)})

    def answer(self, state: Island) -> tuple[str, tuple[int, ...]]:
        own = (self.by,) if self.cause == "one" and self.target == self.by else ()
        return TALISMAN, (*own, *_others(state, self.by))

    def sentence(self, state: Island) -> Message:
        who: dict[str, Any] = {"name": state.called(self.by), "way": name(self.route)}
        if self.target == NOBODY:
            return Message("fireball-island.declared-fireball", who)
        return Message("fireball-island.declared-fireball-at", {**who, "other": state.called(self.target)})

    def word(self, state: Island) -> str:
        return "fireball-named"


WINDOWS: tuple[type[Window], ...] = (Moment, PlayedCard, Theft, NamedFireball)


def answers_told(state: Island, window: Window) -> list[dict[str, Any]]:
    """Tell what each card that answers *window* would do, whoever holds it."""
    return [{"card": card, "seat": None, "text": Message(key, values)} for card, key, values in _would(state, window)]


def _would(state: Island, window: Window) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Give the cards that answer *window*, each with the sentence of what it would do."""
    if isinstance(window, Moment):
        yield from _would_at(state, window.when)
    elif isinstance(window, PlayedCard) and window.card != FIREBALL:
        below = state.pending[-2] if len(state.pending) > 1 else None
        is_counter = window.card == CANCEL and isinstance(below, PlayedCard)
        what = below.card if is_counter and isinstance(below, PlayedCard) else window.card
        yield (
            CANCEL,
            "fireball-island.would-stand" if is_counter else "fireball-island.would-cancel",
            {"card": name(what)},
        )
    elif isinstance(window, Theft):
        yield (
            FAKE_JEWEL,
            "fireball-island.would-keep",
            {"name": state.called(window.by), "other": state.called(window.target)},
        )
    elif isinstance(window, NamedFireball):
        hit = tuple(map(state.called, sorted(window.targets(state))))
        yield (
            TALISMAN,
            *(("fireball-island.would-spare", {"names": hit}) if hit else ("fireball-island.would-stop", {})),
        )


def _would_at(state: Island, when: When) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Give the cards that go into the moment called *when*, each with the sentence of what it would do."""
    who: dict[str, Any] = {"name": state.called(state.turn)}
    later = "fireball-island.would-back-later" if when == "rolled" else "fireball-island.would-back"
    yield from ((card, later, {**who, "count": count}) for card, count in BACK.items())
    if when == "first":
        yield from ((card, "fireball-island.would-ahead", {**who, "count": count}) for card, count in AHEAD.items())
        yield DOUBLE, "fireball-island.would-double", who
    elif when == "rolled":
        yield REROLL, "fireball-island.would-reroll", {**who, "die": state.die}
    else:
        yield ANOTHER_TURN, "fireball-island.would-turn", who


def _others(state: Island, by: int) -> tuple[int, ...]:
    return tuple([seat for seat in range(state.seats()) if seat != by])


def calmed(state: Island, window: Window) -> Window:
    """Return *window*, quiet where nobody could answer it by the sizes of hands and the discard (FB-K14)."""
    card, seats = window.answer(state)
    may = card and state.discard.count(card) < CARD_COUNTS[card] and any(seat in window.asked for seat in seats)
    quiet_s = min(state.rules.quiet_s, window.answer_s)
    return replace(window, quiet_s=quiet_s, answer_s=quiet_s) if quiet_s and not may else window


def on_route(state: Island, route: str) -> tuple[int, ...]:
    """Return the seats whose pieces a Fireball on *route* hits (FB-F3)."""
    spaces = state.rules.board.routes[route]
    return tuple([seat for seat, place in enumerate(state.places) if place in spaces])


def opened(state: Island, kind: type[Window], **fields: Any) -> Island:
    """Return *state* with a *kind* of window that has these *fields*, before all who are asked.

    Who let pass until it was their piece has to be asked.
    """
    asked, number = state.holders(), state.questions + 1
    window = kind(
        asked=asked, resting=resting_of(asked, state.resting), answer_s=state.rules.answer_s, number=number, **fields
    )
    resting, hit = state.resting, window.targets(state)
    if any(resting[seat] == ATTACKED for seat in hit):
        resting = tuple(["" if seat in hit and now == ATTACKED else now for seat, now in enumerate(resting)])
        window = replace(window, resting=resting_of(asked, resting))
    return replace(state, pending=(*state.pending, calmed(state, window)), questions=number, resting=resting)


def closed(state: Island) -> tuple[Interrupt, ...]:
    """Return what is pending once the top window or step of *state* is done with: what it covered asks all anew."""
    below = state.pending[:-1]
    if not below:
        return ()
    top = below[-1].asked_anew(state.questions + 1)
    if isinstance(top, Window):
        asked = state.holders()
        top = replace(top, asked=asked, resting=resting_of(asked, state.resting))
    return (*below[:-1], top)


class WindowClosed(Settled, frozen=True):
    """The top window or step is done with: what it covered asks all anew."""

    def apply(self, state: Island) -> Island:
        return replace(state, pending=closed(state), questions=state.questions + 1)


def target_of(state: Island, card: str, target: int = NOBODY) -> int:
    """Return at whose piece or hand *card* is aimed, ``NOBODY`` if at none."""
    if card == TAKE_CARD:
        return target
    return state.turn if card in AHEAD or card in BACK else NOBODY


FACTS: tuple[type[Settled], ...] = (WindowClosed,)
