"""Answer windows: the questions to all holders of cards (FB-K13).

Their cards play no part in that. The effect of each window, once nobody answers, is given where the game is put
together.
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
from companion.games.fireball_island.rules.state import FireballIsland, resting_of

When = Literal["first", "rolled", "over"]
"""A moment of the turn at which a window opens."""
Cause = Literal["one", "card", "bonus"]
"""The cause of a Fireball.

It is a 1 on the die, a card, or the jewel's capture.
"""


class Window(Declaration, frozen=True, kw_only=True):
    """A window of this game.

    Windows of a turn that a Fireball ended close by themselves (FB-F8). *when* is one of the kinds of window of FB-K13:
    a moment has its own word, the others one for all. *quiet_s* is the time of a window that nobody could answer, as
    far as everybody knows (FB-K14); 0 if somebody could. *held*: somebody interrupted all the same.
    """

    quiet_s: float = 0.0
    held: bool = False

    @property
    def is_quiet(self) -> bool:
        """Whether nobody is asked, and everybody may interrupt."""
        return self.quiet_s > 0 and not self.held

    def asked_anew(self, number: int) -> Self:
        found = super().asked_anew(number)
        return replace(found, held=False, answer_s=self.quiet_s) if self.held else found

    def answer(self, state: Any) -> tuple[str, tuple[int, ...]]:
        """Return the card that answers it, and its possible players.

        "" for no card.
        """
        return "", ()

    def then(self, state: Any) -> Facts:
        if not (self.shut or state.lost):
            for seat in self.asked:
                if seat not in self.passed and seat not in self.resting:
                    return ()
        return (FireballWindowClosed(), *type(self).effect(self, state))

    def targets(self, state: Any) -> tuple[int, ...]:
        """Return the seats of the pieces at risk."""
        return ()


MOMENTS: Mapping[When, str] = {
    "first": "fireball-island.moment-first",
    "rolled": "fireball-island.moment-rolled",
    "over": "fireball-island.moment-over",
}
"""The sentence of each moment."""


class FireballMoment(Window, frozen=True, kw_only=True):
    """A moment of *by*'s turn.

    It is before its roll, after a roll, or after the move.
    """

    when: When

    def sentence(self, state: FireballIsland) -> Message:
        return Message(MOMENTS[self.when], {"name": state.called(self.by)})

    def word(self, state: FireballIsland) -> str:
        return f"moment-{self.when}"


class PlayedCard(Window, frozen=True, kw_only=True):
    """A *card* that *by* played, at the seat *target* if any."""

    card: str
    target: int = NOBODY
    when: ClassVar[str] = "card"

    def targets(self, state: FireballIsland) -> tuple[int, ...]:
        return () if self.target == NOBODY else (self.target,)

    def answer(self, state: FireballIsland) -> tuple[str, tuple[int, ...]]:
        return "" if self.card == FIREBALL else CANCEL, _others(state, self.by)

    def sentence(self, state: FireballIsland) -> Message:
        who: dict[str, Any] = {"name": state.called(self.by), "card": name(self.card)}
        if self.target == NOBODY:
            return Message("fireball-island.declared-card", who)
        return Message("fireball-island.declared-card-at", {**who, "other": state.called(self.target)})

    def word(self, state: FireballIsland) -> str:
        return self.card


class Theft(Window, frozen=True, kw_only=True):
    """A theft by *by* of the jewel from its owner, *target*.

    *by* came onto its space and is about to take it.
    """

    target: int
    when: ClassVar[str] = "theft"

    def targets(self, state: FireballIsland) -> tuple[int, ...]:
        return (self.target,)

    def answer(self, state: FireballIsland) -> tuple[str, tuple[int, ...]]:
        return FAKE_JEWEL, (self.target,)

    def sentence(self, state: FireballIsland) -> Message:
        return Message(
            "fireball-island.declared-theft", {"name": state.called(self.by), "other": state.called(self.target)}
        )

    def word(self, state: FireballIsland) -> str:
        return "theft"


class NamedFireball(Window, frozen=True, kw_only=True):
    """A Fireball that *by* is about to roll on *route*.

    *cause* is its cause; *target* is the seat that it must hit, or ``NOBODY``.
    """

    cause: Cause
    route: str
    target: int = NOBODY
    when: ClassVar[str] = "fireball"

    def targets(self, state: FireballIsland) -> tuple[int, ...]:
        aimed = () if self.target == NOBODY else (self.target,)
        return aimed if state.rules.at_table else tuple({*aimed, *on_route(state, self.route)})

    def answer(self, state: FireballIsland) -> tuple[str, tuple[int, ...]]:
        own = (self.by,) if self.cause == "one" and self.target == self.by else ()
        return TALISMAN, (*own, *_others(state, self.by))

    def sentence(self, state: FireballIsland) -> Message:
        who: dict[str, Any] = {"name": state.called(self.by), "way": name(self.route)}
        if self.target == NOBODY:
            return Message("fireball-island.declared-fireball", who)
        return Message("fireball-island.declared-fireball-at", {**who, "other": state.called(self.target)})

    def word(self, state: FireballIsland) -> str:
        return "fireball-named"


WINDOWS: tuple[type[Window], ...] = (FireballMoment, PlayedCard, Theft, NamedFireball)


def answers_told(state: FireballIsland, window: Window) -> list[dict[str, Any]]:
    """Describe the effect of each card that answers *window*.

    It doesn't depend on the cards' holders.
    """
    return [{"card": card, "seat": None, "text": Message(key, values)} for card, key, values in _would(state, window)]


def _would(state: FireballIsland, window: Window) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the cards that answer *window*, with the sentences of their effects."""
    if isinstance(window, FireballMoment):
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


def _would_at(state: FireballIsland, when: When) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the cards for the moment *when*, with their effects' sentences."""
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


def _others(state: FireballIsland, by: int) -> tuple[int, ...]:
    return tuple([seat for seat in range(state.seats()) if seat != by])


def calmed(state: FireballIsland, window: Window) -> Window:
    """Return *window*, made quiet if nobody could answer it (FB-K14).

    The sizes of hands and the discard decide.
    """
    card, seats = window.answer(state)
    may = card and state.discard.count(card) < CARD_COUNTS[card] and any(seat in window.asked for seat in seats)
    quiet_s = min(state.rules.quiet_s, window.answer_s)
    return replace(window, quiet_s=quiet_s, answer_s=quiet_s) if quiet_s and not may else window


def on_route(state: FireballIsland, route: str) -> tuple[int, ...]:
    """Return the seats of the pieces on a Fireball's *route* (FB-F3)."""
    spaces = state.rules.board.routes[route]
    return tuple([seat for seat, place in enumerate(state.places) if place in spaces])


def opened(state: FireballIsland, kind: type[Window], **fields: Any) -> FireballIsland:
    """Return *state* with a *kind* of window open to all asked seats.

    The window has these *fields*. A seat that lets windows pass until an attack
    is asked if its piece is the target.
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


def closed(state: FireballIsland) -> tuple[Interrupt, ...]:
    """Return the pending steps after the top window or step of *state*.

    The one below asks everybody again.
    """
    below = state.pending[:-1]
    if not below:
        return ()
    top = below[-1].asked_anew(state.questions + 1)
    if isinstance(top, Window):
        asked = state.holders()
        top = replace(top, asked=asked, resting=resting_of(asked, state.resting))
    return (*below[:-1], top)


class FireballWindowClosed(Settled, frozen=True, tag="WindowClosed"):
    """The top window or step is over.

    The one below asks everybody again.
    """

    def apply(self, state: FireballIsland) -> FireballIsland:
        return replace(state, pending=closed(state), questions=state.questions + 1)


def target_of(state: FireballIsland, card: str, target: int = NOBODY) -> int:
    """Return the seat at which *card* is aimed, ``NOBODY`` for none.

    It is aimed at a piece or a hand.
    """
    if card == TAKE_CARD:
        return target
    return state.turn if card in AHEAD or card in BACK else NOBODY


FACTS: tuple[type[Settled], ...] = (FireballWindowClosed,)
