"""Windows that ask nobody: where nobody could answer, by what everybody knows (FB-K14)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.engine.chance import ChanceAnswer
from companion.engine.command import Command
from companion.engine.referees.declarations import TURN_END, PassUntil
from companion.engine.state import legal
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, TABLE, WATCHER
from companion.engine.windows import TimeUp, open_window
from companion.games.fireball_island.players import racer
from companion.games.fireball_island.rules.commands import FireballPlayCard, TakeCard
from companion.games.fireball_island.rules.windows import Window
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND, NAMES, Play, playing

CANCELS = ("cancel",) * 4
TALISMANS = ("magic-talisman",) * 4
STEPS = 400


def top(play: Play) -> Any:
    """Return the window that is open."""
    window = open_window(play.now)
    assert isinstance(window, Window)
    return window


@pytest.mark.rule("FB-K14")
def test_a_moment_of_a_turn_asks_nobody_for_three_seconds() -> None:
    play = playing("wt8 dmp wt3", "reroll,cancel,double")
    assert (top(play).is_quiet, top(play).answer_s, top(play).asked) == (True, 3.0, (0, 1, 2))
    play.roll(3)
    assert (play.moment(), top(play).is_quiet) == ("rolled", True)


@pytest.mark.rule("FB-K14")
@pytest.mark.parametrize(
    ("hands", "discard", "is_quiet"),
    [
        ("double,reroll,", (), False),
        ("double,,", (), True),
        ("double double,,", (), True),
        ("double,reroll,", CANCELS[:3], False),
        ("double,reroll,", CANCELS, True),
    ],
)
def test_a_card_is_asked_about_while_an_opponent_could_hold_a_cancel(
    hands: str, discard: tuple[str, ...], is_quiet: bool
) -> None:
    play = playing("wt8 dmp wt3", hands, discard=discard)
    play.do("play double")
    if open_window(play.now) is not None and "double" in str(top(play)):
        assert top(play).is_quiet is is_quiet
        assert top(play).answer_s == (3.0 if is_quiet else 15.0)
    else:
        assert is_quiet


@pytest.mark.rule("FB-K14")
def test_a_fireball_card_asks_nobody_and_the_fireball_itself_while_a_talisman_could_be_held() -> None:
    for discard, is_quiet in ((), False), (TALISMANS, True):
        play = playing("wt8 ta5 wt3", "cancel fireball,cancel,cancel", discard=discard)
        play.do("play fireball")
        assert top(play).is_quiet
        play.silence()
        play.do("send b-north")
        assert (top(play).when, top(play).is_quiet) == ("fireball", is_quiet)


@pytest.mark.rule("FB-K14")
def test_a_theft_is_asked_about_while_the_owner_holds_a_card_and_a_fake_jewel_could_be_it() -> None:
    for hand, discard, is_quiet in (
        ("cancel", (), False), ("", (), True), ("cancel", ("fake-jewel", "fake-jewel"), True),
    ):  # fmt: skip
        play = playing("br2 br4 wt5", f"double,{hand},double", owner=1, discard=discard)
        play.go(4, "br4")
        assert (top(play).when, top(play).is_quiet) == ("theft", is_quiet)


@pytest.mark.rule("FB-K14")
@pytest.mark.parametrize("option", ["answer_s", "quiet_s"])
def test_without_a_clock_or_without_quiet_seconds_everybody_is_asked(option: str) -> None:
    play = playing("wt8 dmp", "cancel,double", (), **{option: 0})
    assert not top(play).is_quiet
    assert play.why_not("interrupt") == ("FB-K14", "fireball-island.not-quiet")


@pytest.mark.rule("FB-K14")
def test_who_interrupts_says_so_and_all_are_asked_anew_with_all_their_time() -> None:
    play = playing("wt8 dmp wt3", "double,cancel,")
    before = top(play)
    play.do("pass", 0)
    assert play.why_not("interrupt", 2) == ("FB-K13", "refused.not-asked")
    (fact, *_) = play.do("interrupt", 1)
    assert fact.seen_by(WATCHER) == fact
    assert fact.said(play.now) is not None
    window = top(play)
    assert (window.is_quiet, window.answer_s, window.passed, window.asked) == (False, 15.0, (), (0, 1))
    assert window.number > before.number
    assert "interrupt" not in play.verbs(0) | play.verbs(1)
    play.act("play double")
    assert (top(play).is_quiet, top(play).answer_s) == (True, 3.0)


@pytest.mark.rule("FB-K14")
def test_no_hand_changes_what_is_asked_visibly() -> None:
    for hands in ("double cancel,cancel,cancel", "double reroll,move-back-1,reroll"):
        play = playing("wt8 dmp wt3", hands)
        quiet = [top(play).is_quiet]
        play.do("play double")
        assert [*quiet, top(play).is_quiet] == [True, False]


@pytest.mark.rule("FB-K13")
def test_no_more_this_turn_holds_until_the_turn_is_over_for_whoever_said_it() -> None:
    play = playing("wt8 dmp wt3", "double,cancel,cancel")
    play.do("pass-until turn-end", 1)
    assert play.now.seen_by(0).resting == ("", "", "")
    play.do("play double")
    assert not top(play).waits_for(1)
    other = playing("wt8 dmp wt3", "reroll,cancel,cancel")
    other.do("pass-until turn-end", 1)
    other.go(3, "wt11")
    assert other.now.resting == ("", TURN_END, "")
    other.end()
    assert (other.now.turn, other.now.resting) == (1, ("", "", ""))


# ---------------------------------------------------------------------- taps of passing
def taps(seed: int, *, more: bool, lively: float) -> Counter[int]:
    """Return how often a family of three taps to pass in each turn of a game.

    All whom a visible window waits for tap: "No more this turn" if *more*, else "Pass". *lively* is how often somebody
    plays a card where one fits.
    """
    draw, found = Random(f"taps/{seed}"), Counter[int]()
    start: Any = FIREBALL_ISLAND.start(FIREBALL_ISLAND.setup(NAMES[:3], {}))
    table = Table(start)
    for _ in range(STEPS):
        state: Any = table.state
        request, window = state.due(), open_window(state)
        if state.end() is not None:
            break
        if request is not None:
            table.do(ChanceAnswer(CHANCE, request.verb, request.sample(draw.randrange)))
        elif window is not None:
            table.do(_answer(state, window, draw, found, more, lively))
        else:
            ask = next(ask for ask in state.asks() if ask.seat >= 0 or not any(each.seat >= 0 for each in state.asks()))
            table.do(racer(state, list(legal(state, ask.seat))))
    found.setdefault(1, 0)
    return found


def _answer(state: Any, window: Any, draw: Random, found: Counter[int], more: bool, lively: float) -> Command:
    cards = [
        command
        for ask in state.asks()
        for command in legal(state, ask.seat)
        if isinstance(command, FireballPlayCard | TakeCard)
    ]
    if cards and draw.random() < lively:
        return cards[draw.randrange(len(cards))]
    waiting = [seat for seat in window.asked if window.waits_for(seat)]
    if window.is_quiet or not waiting:
        return TimeUp(TABLE, window.number)
    found[state.turns] += 1
    verb = "pass-until" if more else "pass"
    return next(
        command
        for command in legal(state, waiting[0])
        if command.verb == verb and (not isinstance(command, PassUntil) or command.until == TURN_END)
    )


def test_a_family_of_three_taps_at_most_three_times_a_turn_to_pass() -> None:
    for seed in range(6):
        calm = taps(seed, more=False, lively=0.0)
        assert max(calm.values()) <= 3, (seed, calm)
        lively = taps(seed, more=True, lively=0.2)
        assert max(lively.values()) <= 3, (seed, lively)
