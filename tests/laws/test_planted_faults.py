from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from inspect import isfunction
from itertools import groupby, islice
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from companion.engine.chance import ChanceAnswer
from companion.engine.corrections import Correct
from companion.engine.fact import Fact
from companion.engine.game import Game, Setup
from companion.engine.interrupts import push
from companion.engine.laws import laws
from companion.engine.plays import Play
from companion.engine.referees.declarations import declare
from companion.engine.referees.frame import RefereeState
from companion.engine.referees.hands import HiddenHands
from companion.engine.state import State
from companion.engine.table import Table, follow
from companion.engine.values.bags import bag
from companion.engine.values.seats import CHANCE, TABLE
from tests.companion.engine.positions import duel, spinner_table
from tests.laws import faults
from tests.support.games.duel import CARDS, DUEL, Declared, Strike
from tests.support.games.raid import CARDS as RAID_CARDS
from tests.support.games.raid import RAIDS, DeclaredRaid, Raids, Rolling, start
from tests.support.games.spinner import SPINNER, Roll, Scores
from tests.support.sources import seeded

pytestmark = pytest.mark.law

HELPERS = {"choices", "from_types", "played", "seats_of", "shown_to", "told_to", "viewers_of"}
HANDS = (("strike", "guard"), ("guard", "charm"), ("charm", "guard"))


def setup_of(game: Game) -> Setup:
    return game.setup(("Ann", "Ben", "Cleo"), {})


def games(game: Game, maximum: int = 40) -> Iterator[Table]:
    """Give the table after each command of a few games."""
    for seed in range(8):
        yield from laws.played(game, setup_of(game), seeded(seed), maximum)


def states(game: Game) -> Iterator[State]:
    return (table.state for table in games(game))


def finished(game: Game) -> Iterator[Table]:
    for seed in range(3):
        yield list(laws.played(game, setup_of(game), seeded(seed), 40))[-1]


def never_stuck(game: Game) -> None:
    for state in states(game):
        laws.never_stuck(state)


def resumes(game: Game) -> None:
    for table in finished(game):
        laws.resume_equals_play(game, setup_of(game), table)


def replays(game: Game) -> None:
    for table in finished(game):
        laws.replay_equals_play(game, setup_of(game), table)


def undoes(kind: type[Table]) -> None:
    table = kind(spinner_table().state)
    for command in (Roll(0), ChanceAnswer(CHANCE, "roll", (3, 4)), Roll(1), ChanceAnswer(CHANCE, "roll", (3, 5))):
        table.do(command)
    laws.undo_restores(table, 1)


def lists(game: Game) -> None:
    for state in states(game):
        laws.listed_iff_allowed(state, game.all_kinds)


def refusals(game: Game) -> None:
    for state in states(game):
        for seat in laws.seats_of(state):
            commands = (command for kind in game.kinds for command in laws.from_types(state, kind, seat))
            laws.refusals_need_no_secret(state, commands)


def refused_corrections(game: Game) -> None:
    for state in states(game):
        words = (f"{name}={entry.field.all_words()[0]}" for name, entry in state.correctables().items())
        laws.refusals_need_no_secret(state, (Correct(TABLE, (word,)) for word in words))


def worlds(game: Game) -> None:
    below = seeded("worlds")
    for state in states(game):
        for viewer in laws.viewers_of(state):
            laws.two_worlds_look_the_same(game, state, viewer, below, maximum=3)


def worlds_from(window: Declared) -> None:
    state = duel(*HANDS, pending=(window,), questions=window.number, step="draw")
    for seed in range(20):
        for viewer in laws.viewers_of(state):
            laws.two_worlds_look_the_same(DUEL, state, viewer, seeded(seed))


def secrets(game: Game) -> None:
    below = seeded("secrets")
    for state in states(game):
        for viewer in laws.viewers_of(state):
            laws.facts_keep_secrets(game, state, viewer, below)


def corrections(game: Game) -> None:
    for state in islice(states(game), 0, None, 4):
        laws.corrections_are_judged(state)


def same(game: Game) -> None:
    for state in islice(states(game), 0, None, 4):
        laws.what_is_so_stays_so(state)


def same_set_again() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Correct, "differing", lambda self, state: self.pairs())
        same(SPINNER)


def more_corrections(game: Game) -> None:
    below = seeded("corrections")
    for state in islice(states(game), 0, None, 4):
        laws.corrections_go_on(state, below)


def all_seeing(game: Game) -> None:
    for state in states(game):
        laws.everything_is_seen_by_all_seeing(state)


def asked(game: Game) -> None:
    for state in states(game):
        laws.asked_kinds_are_known(game, state)


def raids(*hands: str) -> Raids:
    """Return raids of three where each of *hands* is held, and the rest of the cards is the deck."""
    held = tuple(bag(hand.split()) for hand in hands)
    deck = list(RAID_CARDS)
    for card in (card for hand in held for card in hand):
        deck.remove(card)
    return replace(start(setup_of(RAIDS)), hands=held, deck=bag(deck))


def frames(game: Game) -> None:
    for table in games(game, 80):
        assert isinstance(table.state, RefereeState)
        laws.frame_holds(table.state)


def hands(game: Game) -> None:
    below = seeded("hands")
    for state in states(game):
        for viewer in laws.viewers_of(state):
            assert isinstance(state, HiddenHands)
            laws.hands_stay_hidden(state, viewer, below)


def silences(kind: type[DeclaredRaid]) -> None:
    state = raids("no", "no blank", "blank")
    kind.effect = DeclaredRaid.effect
    assert laws.silence_is_a_pass(declare(state, kind(asked=(), by=0, target=1), 8.0))
    assert not laws.silence_is_a_pass(state)


def steps(kind: type[Rolling]) -> None:
    kind.answers = Rolling.answers
    for asked in (False, True):
        assert laws.pending_steps_lead_on(push(raids("no", "", ""), kind(by=0, asked=asked)))


def log_of(first: Table, then: Table) -> None:
    start = spinner_table().state
    laws.log_only_grows(laws.log_only_grows((), first, start), then, start)


def rolled(*faces: int) -> Table:
    table = spinner_table()
    table.do(Roll(0))
    table.do(ChanceAnswer(CHANCE, "roll", faces))
    return table


def unfounded() -> Table:
    """A table whose state doesn't follow from its log."""
    return Table(replace(spinner_table().state, turn=1))


def passing(kind: type[Declared]) -> Declared:
    return kind(asked=(0, 1, 2), passed=(1,), number=4, target=1)


def shows(game_of: type[faults.Ranked | faults.Tagged | faults.Counted], name: str) -> Game:
    return faults.duel_of(game_of, picture=faults.also_showing(name))


class Planted(NamedTuple):
    """A *fault* that *law* must catch when *look* looks for it; *sound* is the same look where there is no fault."""

    law: str
    fault: str
    look: Callable[[], None]
    sound: Callable[[], None]


LISTED = Correct(TABLE, ("life-0=1", "life-1=2"))
SPREAD = duel((), (), step="draw", pile=(), discard=CARDS)
TOLD_TO_ALL: dict[str, type[Fact]] = {
    "a dealt hand is told to all": faults.OpenDealt,
    "a drawn card is told to all": faults.OpenDrew,
    "a robbed card is told to all": faults.OpenRobbed,
}
TREE = faults.striking(Strike)

PLANTED = [
    Planted(
        "never_stuck",
        "nobody is asked",
        partial(never_stuck, faults.spinner_of(faults.Stuck)),
        partial(never_stuck, faults.spinner_of(Scores)),
    ),
    Planted(
        "never_stuck",
        "chance is asked after the end",
        partial(never_stuck, faults.spinner_of(faults.Endless)),
        partial(never_stuck, DUEL),
    ),
    Planted(
        "settles",
        "something would follow by itself",
        partial(laws.settles, SPREAD),
        partial(laws.settles, follow(SPREAD, ())[0]),
    ),
    Planted(
        "settles",
        "a card is missing",
        partial(laws.settles, duel(("charm",), (), pile=())),
        partial(laws.settles, duel(("charm",), ())),
    ),
    Planted(
        "resume_equals_play",
        "a fact changes on its way through JSON",
        partial(resumes, faults.spinner_of(faults.Marked, faults.Loose)),
        partial(resumes, SPINNER),
    ),
    Planted(
        "replay_equals_play",
        "a command's facts depend on more than the state",
        partial(replays, faults.spinner_of(faults.Fickle, faults.Noted, roll=faults.FickleRoll)),
        partial(replays, DUEL),
    ),
    Planted("undo_restores", "too little is taken back", partial(undoes, faults.Late), partial(undoes, Table)),
    Planted("undo_restores", "the redo loses a step", partial(undoes, faults.Forgetful), partial(undoes, Table)),
    Planted(
        "notation_round_trips",
        "a word is lost",
        partial(laws.notation_round_trips, faults.Deaf(DUEL.all_kinds), [LISTED]),
        partial(laws.notation_round_trips, DUEL.notation, [LISTED]),
    ),
    Planted(
        "notation_round_trips",
        "a card's name is a number",
        partial(laws.notation_round_trips, DUEL.notation, [ChanceAnswer(CHANCE, "draw", ("7",))]),
        partial(laws.notation_round_trips, DUEL.notation, [ChanceAnswer(CHANCE, "draw", ("seven",))]),
    ),
    *(
        Planted("listed_iff_allowed", fault, partial(lists, faults.striking(strike)), partial(lists, TREE))
        for fault, strike in {
            "one is missed": faults.ShyStrike,
            "one too many is listed": faults.BoldStrike,
            "each is listed twice": faults.StutteringStrike,
            "what is allowed is greyed out": faults.GreyStrike,
        }.items()
    ),
    Planted(
        "refusals_need_no_secret",
        "a refusal looks at another's hand",
        partial(refusals, faults.striking(faults.NosyStrike)),
        partial(refusals, TREE),
    ),
    Planted(
        "refusals_need_no_secret",
        "what a seat may set right depends on its own hand",
        partial(refused_corrections, faults.duel_of(faults.OneSided)),
        partial(refused_corrections, DUEL),
    ),
    *(
        Planted("two_worlds_look_the_same", fault, partial(worlds, game), partial(worlds, DUEL))
        for fault, game in {
            "hands lie open": faults.duel_of(faults.OpenHands),
            "one card of each hand lies open": faults.duel_of(faults.FirstCardOpen),
            "the seats are sorted by their hands": shows(faults.Ranked, "order"),
            "the view carries a digest of the state": shows(faults.Tagged, "tag"),
            "the odds are the top bag's": faults.duel_of(faults.TrueOdds),
            "a fact of a command tells a card": faults.duel_of(faults.Boasting, faults.Boasted),
        }.items()
    ),
    Planted(
        "two_worlds_look_the_same",
        "a window shows who has passed",
        partial(worlds_from, passing(faults.OpenWindow)),
        partial(worlds_from, passing(Declared)),
    ),
    *(
        Planted("facts_keep_secrets", fault, partial(secrets, faults.telling(kind)), partial(secrets, DUEL))
        for fault, kind in TOLD_TO_ALL.items()
    ),
    Planted(
        "corrections_are_judged",
        "what follows is impossible",
        partial(corrections, faults.spinner_of(faults.Overflowing)),
        partial(corrections, SPINNER),
    ),
    Planted(
        "corrections_are_judged",
        "a form is hidden",
        partial(corrections, faults.spinner_of(faults.Closed)),
        partial(corrections, SPINNER),
    ),
    Planted(
        "corrections_are_judged",
        "nobody can go on",
        partial(corrections, faults.spinner_of(faults.Misplaced)),
        partial(corrections, DUEL),
    ),
    Planted(
        "corrections_go_on",
        "a correction is the last one",
        partial(more_corrections, faults.spinner_of(faults.Toasting, faults.Toasted)),
        partial(more_corrections, faults.spinner_of(Scores)),
    ),
    Planted(
        "corrections_go_on",
        "what follows is impossible",
        partial(more_corrections, faults.spinner_of(faults.Overflowing)),
        partial(more_corrections, DUEL),
    ),
    Planted(
        "what_is_so_stays_so",
        "a thing can't be set to what it is",
        partial(same, faults.spinner_of(faults.Capped)),
        partial(same, SPINNER),
    ),
    Planted(
        "what_is_so_stays_so",
        "what is so is set once more",
        same_set_again,
        partial(same, DUEL),
    ),
    Planted(
        "everything_is_seen_by_all_seeing",
        "an opened record stays shut",
        partial(all_seeing, faults.duel_of(faults.Sealed)),
        partial(all_seeing, DUEL),
    ),
    Planted(
        "log_only_grows",
        "another story is told later",
        partial(log_of, rolled(3, 4), rolled(3, 5)),
        partial(log_of, rolled(3, 4), rolled(3, 4)),
    ),
    Planted(
        "log_only_grows",
        "the state doesn't follow from the log",
        partial(log_of, unfounded(), unfounded()),
        partial(log_of, spinner_table(), rolled(3, 4)),
    ),
    Planted(
        "asked_kinds_are_known",
        "a command of another game is asked",
        partial(asked, faults.spinner_of(faults.Foreign)),
        partial(asked, SPINNER),
    ),
    Planted(
        "asked_kinds_are_known",
        "a seat is asked twice",
        partial(asked, faults.spinner_of(faults.AskedTwice)),
        partial(asked, DUEL),
    ),
    *(
        Planted("frame_holds", fault, partial(frames, faults.raids_of(kind)), partial(frames, RAIDS))
        for fault, kind in {
            "somebody is asked after the end": faults.Endgame,
            "what happened isn't judged": faults.Unjudging,
        }.items()
    ),
    *(
        Planted("hands_stay_hidden", fault, partial(hands, faults.raids_of(kind)), partial(hands, RAIDS))
        for fault, kind in {
            "the odds are the deck's": faults.ShortBag,
            "a hand grows when it is dealt anew": faults.Evened,
        }.items()
    ),
    Planted(
        "silence_is_a_pass",
        "nothing comes of what nobody answered in time",
        partial(silences, faults.Forgiving),
        partial(silences, DeclaredRaid),
    ),
    *(
        Planted("pending_steps_lead_on", fault, partial(steps, kind), partial(steps, Rolling))
        for fault, kind in {
            "nobody is asked to take it": faults.Deafened,
            "it is asked while chance is in motion": faults.Hasty,
        }.items()
    ),
]


def _few_of_each_law() -> Iterator[Any]:
    """Give every planted fault with its name: the first of each law, and the others for `make check`."""
    for _, planted in groupby(PLANTED, key=lambda each: each.law):
        for number, each in enumerate(planted):
            marks = [pytest.mark.long] if number else []
            yield pytest.param(each, id=f"{each.law}, {each.fault}", marks=marks)


@pytest.mark.parametrize("planted", list(_few_of_each_law()))
def test_the_law_catches_the_fault(planted: Planted) -> None:
    planted.sound()
    with pytest.raises(AssertionError) as caught:
        planted.look()
    assert planted.law in {entry.name for entry in caught.traceback}, "another law has caught it"


def test_every_law_has_a_planted_fault() -> None:
    public = {name for name, value in vars(laws).items() if isfunction(value) and value.__module__ == laws.__name__}
    assert {name for name in public if not name.startswith("_")} - HELPERS == {planted.law for planted in PLANTED}


def test_what_is_allowed_but_missing_from_the_tree_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(state: State, seats: tuple[int, ...]) -> list[Play]:
        return []

    laws.listed_iff_allowed(duel(*HANDS), DUEL.all_kinds)
    monkeypatch.setattr(laws, "plays", nothing)
    with pytest.raises(AssertionError):
        laws.listed_iff_allowed(duel(*HANDS), DUEL.all_kinds)


def test_telling_what_everybody_can_count_breaks_no_law() -> None:
    worlds(shows(faults.Counted, "counts"))
