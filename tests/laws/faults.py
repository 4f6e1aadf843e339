"""The two test games with one fault each, which a law must catch. Nothing but the fault differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace as with_fields
from hashlib import sha256
from itertools import count
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.chance import Answer, Below, ChanceRequest, Dice
from companion.engine.command import Command, Refusal
from companion.engine.corrections import Correctable
from companion.engine.fact import Fact, Facts
from companion.engine.game import Game
from companion.engine.interrupts import Interrupt, push
from companion.engine.notation import Notation
from companion.engine.state import Ask
from companion.engine.table import Step, Table
from companion.engine.values.bags import HIDDEN
from companion.engine.values.forms import Field
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING, WATCHER
from tests.support.games.duel import (
    DUEL,
    NO_CARD,
    NO_TARGET,
    Dealt,
    Declared,
    Drew,
    Duel,
    Rest,
    Rested,
    Rob,
    Robbed,
    Strike,
)
from tests.support.games.raid import RAIDS, DeclaredRaid, Raids, Rolling, start
from tests.support.games.spinner import FACES, SPINNER, Roll, RollAsked, Rolled, Scores


def duel_of(kind: type[Duel], *facts: type[Fact], picture: Callable[[Any], dict[str, Any]] = DUEL.picture) -> Game:
    """Return the duel with states of *kind*, which also knows *facts*."""
    return with_fields(
        DUEL,
        start=lambda setup: kind(hands=((),) * len(setup.seats), lives=(3,) * len(setup.seats)),
        known_facts=(*DUEL.known_facts, *facts),
        kinds=(*kind.actions, *Declared.answers),
        picture=picture,
    )


def spinner_of(kind: type[Scores], *facts: type[Fact], roll: type[Roll] = Roll) -> Game:
    """Return the dice game with states of *kind*, which also knows *facts*."""
    return with_fields(
        SPINNER,
        start=lambda setup: kind(scores=(0,) * len(setup.seats)),
        known_facts=(*SPINNER.known_facts, *facts),
        kinds=(roll,),
    )


# never_stuck


class Stuck(Scores, frozen=True):
    """Once somebody has ten, nobody is asked."""

    def open_asks(self) -> tuple[Ask, ...]:
        return super().open_asks() if max(self.scores) < 10 else ()


class Endless(Scores, frozen=True):
    """The dice are asked for even after the end."""

    def due(self) -> ChanceRequest | None:
        return Dice("dice", dice=(FACES, FACES)) if self.end() is not None else super().due()


# resume_equals_play, replay_equals_play


class Loose(Rolled, frozen=True):
    """The dice fell. Its marks are a tuple in play, but a list when they come from JSON."""

    marks: Any = (1, 2)

    def apply(self, state: Any) -> Any:
        return replace(super().apply(state), marks=self.marks)


class Marked(Scores, frozen=True):
    """Scores with the marks of the last roll."""

    marks: Any = ()

    def open_chosen(self, answer: Answer) -> Facts:
        return (Loose(int(answer[0]), int(answer[1])),) if self.owed == "dice" else super().open_chosen(answer)


class Noted(Fact, frozen=True):
    """A number was noted; it changes nothing."""

    number: int

    def apply(self, state: Any) -> Any:
        return state


class FickleRoll(Roll, frozen=True):
    """Roll the dice, with another number in its facts each time."""

    rolls: ClassVar[Iterator[int]] = count()

    def facts(self, state: Scores) -> Facts:
        return (RollAsked(), Noted(next(self.rolls)))


class Fickle(Scores, frozen=True):
    """Scores where the fickle roll is asked."""

    def open_asks(self) -> tuple[Ask, ...]:
        return tuple(replace(ask, kinds=(FickleRoll,)) if Roll in ask.kinds else ask for ask in super().open_asks())


# undo_restores


class Late(Table):
    """Undoing takes back the last command of the dice game, whichever is asked for."""

    def undo(self, n: int, line: int | None = None) -> tuple[Step, ...]:
        last = next(step.n for step in reversed(self.steps) if isinstance(step.command, Roll))
        return super().undo(last, line)


class Forgetful(Table):
    """Taking back an undo forgets the last step."""

    def redo(self, undo: int, line: int | None = None) -> tuple[Step, ...]:
        steps = super().redo(undo, line)
        self.state = self._steps.pop().before
        return steps


# notation_round_trips


class Deaf(Notation):
    """A notation that doesn't hear the last word of a long line."""

    def read(self, seat: int, line: str) -> Command:
        words = line.split(" ")
        return super().read(seat, " ".join(words[:-1] if len(words) > 2 else words))


# listed_iff_allowed, refusals_need_no_secret


class ShyStrike(Strike, frozen=True):
    """Lists all targets but the last."""

    @classmethod
    def tries(cls, state: Duel, seat: int) -> Iterable[Self]:
        return tuple(super().tries(state, seat))[:-1]


class BoldStrike(Strike, frozen=True):
    """Lists the seat itself as a target, too."""

    @classmethod
    def tries(cls, state: Duel, seat: int) -> Iterable[Self]:
        listed = tuple(super().tries(state, seat))
        return (*listed, cls(seat, seat)) if listed else ()


class StutteringStrike(Strike, frozen=True):
    """Lists everything twice."""

    @classmethod
    def tries(cls, state: Duel, seat: int) -> Iterable[Self]:
        return tuple(super().tries(state, seat)) * 2


class GreyStrike(Strike, frozen=True):
    """Greys out what is allowed."""

    @classmethod
    def greyed(cls, state: Duel, seat: int) -> Iterable[Self]:
        return cls.tries(state, seat)


class NosyStrike(Strike, frozen=True):
    """Refuses a target that could guard itself."""

    def why_not(self, state: Duel) -> Refusal | None:
        refusal = super().why_not(state)
        return refusal or (NO_TARGET if "guard" in state.hands[self.target] else None)

    @classmethod
    def tries(cls, state: Duel, seat: int) -> Iterable[Self]:
        return tuple(command for command in super().tries(state, seat) if command.why_not(state) is None)


class OneSided(Duel, frozen=True):
    """Lets nothing be set right where of several hands one alone lies open, as only a seat sees it."""

    def faults(self) -> tuple[Refusal, ...]:
        open_hands = [hand for hand in self.hands if HIDDEN not in hand]
        return (NO_CARD,) if all(self.hands) and len(open_hands) == 1 else super().faults()


def striking(strike: type[Strike]) -> Game:
    """Return the duel with *strike* in place of its own."""

    class Changed(Duel, frozen=True):
        actions: ClassVar[tuple[type[Command], ...]] = (strike, Rob, Rest)

    return duel_of(Changed)


# two_worlds_look_the_same


class OpenHands(Duel, frozen=True):
    """Everybody sees every hand."""

    def seen_by(self, viewer: int) -> Self:
        return replace(super().seen_by(viewer), hands=self.hands)


class FirstCardOpen(Duel, frozen=True):
    """Each hand's oldest card lies open."""

    def seen_by(self, viewer: int) -> Self:
        seen = super().seen_by(viewer)
        hands = zip(self.hands, seen.hands, strict=True)
        return replace(seen, hands=tuple((*true[:1], *shown[1:]) for true, shown in hands))


class Ranked(Duel, frozen=True):
    """The seats stand in the order of their hands, whose cards nobody is shown."""

    order: tuple[int, ...] = ()

    def seen_by(self, viewer: int) -> Self:
        order = tuple(sorted(range(len(self.hands)), key=lambda seat: sorted(self.hands[seat])))
        return self if viewer == ALL_SEEING else replace(super().seen_by(viewer), order=order)


class Tagged(Duel, frozen=True):
    """The view carries a digest of the whole state, as an HTTP entity tag would be made of it."""

    tag: str = ""

    def seen_by(self, viewer: int) -> Self:
        tag = sha256(repr((self.hands, self.pile)).encode()).hexdigest()[:8]
        return self if viewer == ALL_SEEING else replace(super().seen_by(viewer), tag=tag)


class TrueOdds(Duel, frozen=True):
    """The odds of a draw are those of the pile's top bag, and so betray what the hands don't hold."""

    def seen_by(self, viewer: int) -> Self:
        top = self.pile[0] if self.pile else ()
        return self if viewer == ALL_SEEING else replace(super().seen_by(viewer), unplaced=top)


class Counted(Duel, frozen=True):
    """No fault: the view tells how many cards lie where, which everybody can count."""

    counts: tuple[int, ...] = ()

    def seen_by(self, viewer: int) -> Self:
        counts = (*map(len, self.pile), *map(len, self.hands))
        return self if viewer == ALL_SEEING else replace(super().seen_by(viewer), counts=counts)


class OpenWindow(Declared, frozen=True):
    """A window in which everybody sees who has passed."""

    def seen_by(self, viewer: int) -> Self:
        return self


class Boasted(Rested, frozen=True):
    """Somebody rested, and everybody was told a card of the hand."""

    card: str = HIDDEN


class BoastingRest(Rest, frozen=True):
    """Leave the action out, with a boast."""

    def facts(self, state: Duel) -> Facts:
        return (Boasted(state.hands[self.seat][0]),) if state.hands[self.seat] else (Rested(),)


class Boasting(Duel, frozen=True):
    """A duel where resting tells a card."""

    actions: ClassVar[tuple[type[Command], ...]] = (Strike, Rob, BoastingRest)


def also_showing(name: str) -> Callable[[Any], dict[str, Any]]:
    """Return the duel's picture with the field *name* of the view."""
    return lambda state: {**DUEL.picture(state), name: getattr(state, name)}


# facts_keep_secrets


class OpenDealt(Dealt, frozen=True):
    """A hand was dealt for all to see."""

    def seen_by(self, viewer: int) -> Self:
        return self


class OpenDrew(Drew, frozen=True):
    """A card was drawn for all to see."""

    def seen_by(self, viewer: int) -> Self:
        return self


class OpenRobbed(Robbed, frozen=True):
    """A card was taken for all to see."""

    def seen_by(self, viewer: int) -> Self:
        return self


def telling(kind: type[Fact]) -> Game:
    """Return the duel with facts of *kind* in place of those it derives from."""

    class Telling(Duel, frozen=True):
        def open_chosen(self, answer: Answer) -> Facts:
            (fact,) = super().open_chosen(answer)
            fields = {name: getattr(fact, name) for name in fact.__struct_fields__}
            return (kind(**fields),) if issubclass(kind, type(fact)) else (fact,)

    return duel_of(Telling, kind)


# corrections_are_judged


class Overflowed(Fact, frozen=True):
    """A score ran over."""

    def apply(self, state: Any) -> Any:
        return replace(state, scores=(99,) * len(state.scores))


class Overflowing(Scores, frozen=True):
    """A score that was corrected to more than twenty runs over, into a state that is impossible."""

    def open_then(self) -> Facts:
        return (Overflowed(),) if 20 < max(self.scores) < self.target else ()


class Misplaced(Scores, frozen=True):
    """The turn may be given to a seat that nobody has."""

    def correctables(self) -> dict[str, Correctable]:
        field = Field("turn", Message("spinner.turn"), minimum=0, maximum=9)
        return {"turn": Correctable(field, lambda state, word: replace(state, turn=int(word)))}


class Closed(Scores, frozen=True):
    """There are things to set right, and it says that there are none."""

    def can_be_corrected(self) -> bool:
        return False


# corrections_go_on


class Toast(Interrupt, frozen=True):
    """Play goes on as before, but nothing can be set right any more."""

    def asks(self, state: Any) -> tuple[Ask, ...]:
        asks: tuple[Ask, ...] = state.open_asks()
        return asks[:1]

    def due(self, state: Any) -> ChanceRequest | None:
        request: ChanceRequest | None = state.open_due()
        return request

    def chosen(self, state: Any, answer: Answer) -> Facts:
        facts: Facts = state.open_chosen(answer)
        return facts


class Toasted(Fact, frozen=True):
    """Somebody has more than twenty."""

    def apply(self, state: Any) -> Any:
        return push(state, Toast())


class Toasting(Scores, frozen=True):
    """A score of more than twenty, which a correction may bring, puts what takes no corrections on top."""

    def open_then(self) -> Facts:
        return (Toasted(),) if 20 < max(self.scores) < self.target and not self.owed else ()


# what_is_so_stays_so


class Capped(Scores, frozen=True):
    """No score of ten or more can be set, not even where it is one."""

    def correctables(self) -> dict[str, Correctable]:
        told = super().correctables()
        return {name: replace(entry, field=replace(entry.field, maximum=9)) for name, entry in told.items()}


# everything_is_seen_by_all_seeing


class Sealed(Duel, frozen=True):
    """Not even an opened record shows the hands."""

    def seen_by(self, viewer: int) -> Self:
        return super().seen_by(WATCHER)


# asked_kinds_are_known


class Foreign(Scores, frozen=True):
    """Asks for a command of another game."""

    def open_asks(self) -> tuple[Ask, ...]:
        return (*super().open_asks()[1:], Ask(self.turn, (Strike,)))


class AskedTwice(Scores, frozen=True):
    """Asks the same seat in two places, of which only the first would be heard."""

    def open_asks(self) -> tuple[Ask, ...]:
        return (*super().open_asks(), *super().open_asks())


# what referees share: frame_holds, hands_stay_hidden, silence_is_a_pass, pending_steps_lead_on


def raids_of(kind: type[Raids]) -> Game:
    """Return the raids with states of *kind*."""
    return with_fields(RAIDS, start=lambda setup: start(setup, kind))


class Endgame(Raids, frozen=True, kw_only=True):
    """Whoever is on is asked even after the end."""

    def asks(self) -> tuple[Ask, ...]:
        return self.open_asks() if self.ending is not None else super().asks()


class Unjudging(Raids, frozen=True, kw_only=True):
    """What happened is never judged."""

    def then(self) -> Facts:
        return self.open_then() if self.unjudged and not self.pending else super().then()


class ShortBag(Raids, frozen=True, kw_only=True):
    """What a viewer can't place is told to be the deck alone."""

    def seen_by(self, viewer: int) -> Self:
        seen = super().seen_by(viewer)
        return seen if viewer == ALL_SEEING else replace(seen, unplaced=self.deck)


class Evened(Raids, frozen=True, kw_only=True):
    """Dealt anew, everybody holds the same number of cards."""

    def resampled_for(self, viewer: int, below: Below) -> Self:
        other = super().resampled_for(viewer, below)
        return replace(other, hands=(other.hands[0],) * len(other.hands))


class Forgiving(DeclaredRaid, frozen=True, kw_only=True):
    """A raid that nothing comes of where its time ran out."""

    def closed(self, state: Any) -> Facts:
        return () if self.shut else super().closed(state)


class Deafened(Rolling, frozen=True, kw_only=True):
    """A step that nobody is asked to take."""

    def asks(self, state: Any) -> tuple[Ask, ...]:
        return tuple(ask for ask in super().asks(state) if ask.seat != self.by)


class Hasty(Rolling, frozen=True, kw_only=True):
    """A step whose seat is asked while chance is in motion."""

    def asks(self, state: Any) -> tuple[Ask, ...]:
        return (Ask(self.by, self.answers),)
