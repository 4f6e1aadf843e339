"""A kit as a playable game: state, start and buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from msgspec.structs import replace

from companion.engine.chance import Answer
from companion.engine.corrections import Correct, Correctable
from companion.engine.fact import Facts
from companion.engine.game import Game, Setup
from companion.engine.state import Ask, Countdown, kept_for_last
from companion.engine.values.moment import Moment, Moments
from companion.engine.values.seats import TABLE
from companion.engine.values.spot import BoardThing
from companion.kits import screen
from companion.kits.commands import cards, course, dice, things
from companion.kits.commands.base import KitCommand
from companion.kits.commands.compare import Compare, Compared
from companion.kits.commands.course import RingTimer
from companion.kits.corrections import board_things, correctables, has_correctables
from companion.kits.differences import differences, hand
from companion.kits.facts.consequences import KIT_FACTS, chosen, follows
from companion.kits.facts.things import KitEnded, TargetReached
from companion.kits.format.spec import CounterSpec, DeckSpec, Kit
from companion.kits.menu_entry import info_of
from companion.kits.picture import picture
from companion.kits.pictures.scores import clock_key
from companion.kits.screens.pages import pages
from companion.kits.tally import TALLY
from companion.kits.things.board import Board
from companion.kits.things.clocks import KitClock
from companion.kits.things.course import GameCourse
from companion.kits.things.packs import Pack

KIT_COMMANDS: tuple[type[KitCommand], ...] = (
    dice.KitRoll, dice.Throw, dice.PoolRoll, dice.Keep, dice.Show, dice.Spin, dice.Among,
    cards.Draw, cards.Discard, cards.Give,
    things.KitTurn, things.Raise, things.Lower, things.Gain, things.Spend, cards.Shuffle, Compare,
    things.Do, things.Enter, things.CountBy,
    cards.Bottom, cards.LookAtTop, cards.DealHands, cards.PassHands,
    course.StartTimer, course.PauseTimer, course.ExtendTimer, course.ResetTimer,
    course.Begin, course.JoinTeam, course.NextStep, course.TurnTo, course.NextTurn, course.RingTimer,
)  # fmt: skip


@kept_for_last
def kinds_for(kit: Kit) -> tuple[type[KitCommand], ...]:
    """Return the kinds of command with something to do in *kit*."""
    return tuple(kind for kind in KIT_COMMANDS if not kind.of_clock and kind.fits(kit))


class KitState(Board, frozen=True):
    """A kit in play."""

    @kept_for_last
    def open_asks(self) -> tuple[Ask, ...]:
        if self.queue:
            return ()
        kinds = kinds_for(self.kit)
        seats = tuple(Ask(seat, kinds) for seat in range(self.people))
        return (Ask(TABLE, (*kinds, Correct)), *seats)

    def open_chosen(self, answer: Answer) -> Facts:
        return chosen(self, answer)

    def open_then(self) -> Facts:
        return follows(self)

    def without_results(self) -> Self:
        if self.kit.has_lasting_results:
            return replace(self, questions=0, rolls=0, chain=0, fallen=None)
        return replace(self, questions=0, rolls=0, chain=0, results=(), fallen=None)

    def countdowns(self) -> tuple[Countdown, ...]:
        if not self.clocks:
            return ()
        return tuple(
            Countdown(
                clock_key(timer.name, owner, row), clock.number, clock.seconds, clock.runs,
                RingTimer(TABLE, timer.name),
            )
            for timer, row in zip(self.kit.timers, self.clocks, strict=True)
            for owner, clock in enumerate(row)
        )  # fmt: skip

    def correctables(self) -> Mapping[str, Correctable]:
        return {} if self.queue else correctables(self)

    def can_be_corrected(self) -> bool:
        return not self.queue and has_correctables(self)

    def board_things(self) -> tuple[BoardThing, ...]:
        return () if self.queue else board_things(self)


def game_of(kit: Kit) -> Game:
    """Return *kit* as a playable game."""
    return Game(
        **info_of(kit).in_menus(),
        kinds=KIT_COMMANDS,
        known_facts=(*KIT_FACTS, Compared),
        start=lambda setup: _start(kit, setup),
        picture=lambda state: picture(state, buttons(state)),
        buttons=buttons,
        differences=differences,
        hand=hand,
        moments=MOMENTS,
        tally=TALLY,
        screen=screen,
        pages=pages,
    )


def buttons(state: Board) -> Mapping[str, str]:
    """Return the notation of each button's present action.

    None of them deals while somebody holds cards: a press by mistake would take them away.
    """
    if state.queue or state.ending is not None:
        return {}
    if not state.course.is_begun:
        return {"roll": "begin"}
    return {button: line for button, line in state.kit.buttons if not _is_dealt(state, line)}


def _is_dealt(state: Board, line: str) -> bool:
    """Return True if *line* deals a deck that somebody holds cards of."""
    verb, _, name = line.partition(" ")
    at = state.kit.deck_at.get(name) if verb == "deal" else None
    return at is not None and any(any(pack.hands) for pack in state.packs[at])


def _target_reached(fact: TargetReached, state: Board) -> Moment | None:
    """Return the scene of a target, None if it ends the game."""
    spec = state.kit.counters[state.kit.counter_at[fact.counter]]
    if spec.ends:
        return None
    seats: tuple[int, ...] = (fact.owner,) if spec.each == "person" and state.people else ()
    if spec.each == "team":
        seats = tuple(seat for seat, team in enumerate(state.teams) if team == fact.owner)
    return Moment("won", state.kit.text(fact.counter), fact.said(state) or "", seats=seats)


def _ended(fact: KitEnded, state: Board) -> Moment | None:
    """Return the scene of an end that somebody won."""
    winners = fact.ending.winners
    if not winners:
        return None
    return Moment("won", state.kit.text(fact.ending.counter), fact.said(state) or "", seats=winners)


MOMENTS: Moments = {TargetReached: _target_reached, KitEnded: _ended}


def _start(kit: Kit, setup: Setup) -> KitState:
    hands = max(1, len(setup.seats))
    return KitState(
        kit=kit,
        names=setup.seats,
        packs=tuple(_packs(deck, hands) for deck in kit.decks),
        counters=tuple(_first_row(kit, counter, setup) for counter in kit.counters),
        tokens=(0,) * len(kit.token_at),
        badges=((0,) * hands,) * len(kit.badges),
        course=GameCourse(
            skips=(0,) * hands if kit.turn else (),
            is_reversed=kit.turn is not None and kit.turn.order == "right",
            is_begun=_is_begun(kit, len(setup.seats)),
        ),
        sheets=tuple(((None,) * len(sheet.rows),) * hands for sheet in kit.sheets),
        clocks=tuple((KitClock(each.seconds),) * (hands if each.counts == "person" else 1) for each in kit.timers),
        teams=tuple(seat % len(kit.teams) for seat in range(len(setup.seats))) if kit.teams else (),
    )


def _packs(deck: DeckSpec, hands: int) -> tuple[Pack, ...]:
    pack = Pack((deck.all_cards,), hands=((),) * hands, round=deck.first)
    return (pack,) * (hands if deck.each_person else 1)


def _first_row(kit: Kit, counter: CounterSpec, setup: Setup) -> tuple[int, ...]:
    """Return the numbers of a counter at first, one for each owner."""
    chosen_word = str(setup.options.get(counter.option, "")) if counter.option else ""
    first = dict(counter.starts)[chosen_word] - 1 if counter.ticks else counter.start
    owners = {"": 1, "team": len(kit.teams), "person": max(1, len(setup.seats))}
    row: tuple[int, ...] = (first,) * owners[counter.each]
    return row


def _is_begun(kit: Kit, people: int) -> bool:
    """Return False if something comes before the first turn."""
    if kit.turn is None:
        return True
    return (people < 2 or kit.turn.starts == "chosen") and ("turn begins", "") not in kit.rules_at
