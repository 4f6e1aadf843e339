"""What can't be done is refused in words, with its rule, and nothing has changed: by the rules and by a whole table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.values.seats import CHANCE, TABLE
from companion.opening import Opening
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND, NAMES, Play, playing
from tests.support.bad_input import journal_in, must_refuse, say
from tests.support.tables import Table


# ---------------------------------------------------------------------- positions
def rolling() -> Play:
    play = playing("wt8 dmp")
    play.do("roll")
    return play


def rolling_in_cave() -> Play:
    play = playing("cave-2 dmp", step="declare")
    play.do("declare cave")
    play.do("roll")
    return play


def contest() -> Play:
    """Everybody has a card, and seat 0 rolls for the first turn."""
    play = Play(FIREBALL_ISLAND.start(FIREBALL_ISLAND.setup(NAMES[:2], {})))
    play.chance("double")
    play.chance("reroll")
    return play


def rolling_first() -> Play:
    play = contest()
    play.do("roll")
    return play


def drawing() -> Play:
    """Seat 0 has landed on a dark space and draws; all four Rerolls are in seat 1's hand."""
    play = playing("wt8 dmp", ",reroll reroll reroll reroll")
    play.go(2, "wt10")
    return play


def taking() -> Play:
    """Seat 0 takes one of the two cards of seat 1."""
    play = playing("wt8 dmp", "take-one-card,cancel reroll")
    play.do("take-one-card 2")
    play.silence()
    return play


def reporting() -> Play:
    """Seat 0 has rolled the real marble at seat 1; seat 2 is in a cave."""
    play = playing("wt8 ta5 cave-3", fireballs="table")
    play.roll(1)
    play.do(f"aim 2 {next(iter(play.now.rules.board.routes))}")
    return play


def naming(at: str = "virtual") -> Play:
    """Seat 0 is to name a Fireball; seat 1 is in its reach, seat 2 in a cave."""
    play = playing("wt8 ta5 cave-3", fireballs=at)
    play.roll(1)
    return play


def choosing() -> Play:
    """Seat 0 is to choose a way of three spaces either way."""
    play = playing("wt8 dmp")
    play.roll(3)
    return play


def before_dock() -> Play:
    """Seat 0, who has no jewel, is to choose a way of two spaces; the Dock is the third."""
    play = playing("dr7 dmp")
    play.roll(2)
    return play


def ahead() -> Play:
    """A Move Ahead waits to be moved instead of seat 0's roll."""
    play = playing("wt8 ta5", "move-ahead-4,move-ahead-5")
    play.act("play move-ahead-4")
    return play


def theft() -> Play:
    """Seat 0 tries to take seat 1's jewel."""
    play = playing("br2 br4", "fireball,cancel reroll", owner=1)
    play.go(4, "br4")
    return play


def first(hands: str = "move-back-1 reroll double,cancel fireball talisman", **more: Any) -> Callable[[], Play]:
    """Return what waits in the window before seat 0's roll, with these *hands*."""
    return lambda: playing(more.pop("places", "wt8 ta5"), hands.replace("talisman", "magic-talisman"), **more)


def over(one: str, other: str = "cancel cancel") -> Callable[[], Play]:
    """Return what waits in the window over the card that seat 0 played out of hand *one*."""

    def wait() -> Play:
        play = playing("wt8 ta5", f"{one},{other}")
        play.do(f"play {one.split()[0]}")
        return play

    return wait


def passed() -> Play:
    play = playing("wt8 ta5", "cancel,fireball")
    play.do("pass", 1)
    return play


def late() -> Play:
    """The window before the roll has closed by its time, and seat 0 has rolled: the next window is open."""
    play = playing("wt8 ta5", "cancel,move-ahead-4 move-back-1")
    play.roll(3)
    return play


def finished() -> Play:
    play = playing("dr8 wt8", "cancel,fireball", owner=0)
    play.go(6, "dock")
    return play


# ---------------------------------------------------------------------- what is refused there
CASES = {
    "a typed die of seven": (rolling, "roll 7", CHANCE, "FB-M1"),
    "a typed die of nought": (rolling, "roll 0", CHANCE, "FB-M1"),
    "two dice typed for one": (rolling, "roll 2 3", CHANCE, "FB-M1"),
    "a word typed for the die": (rolling, "roll six", CHANCE, "FB-M1"),
    "a card typed for the die": (rolling, "draw double", CHANCE, "FB-M1"),
    "a seven typed in a cave": (rolling_in_cave, "roll 7", CHANCE, "FB-V2"),
    "a seven typed for the first turn": (rolling_first, "roll 7", CHANCE, "FB-S3"),
    "a card typed that is in a hand": (drawing, "draw reroll", CHANCE, "FB-K1"),
    "a card typed that isn't one": (drawing, "draw jewel", CHANCE, "FB-K1"),
    "two cards typed for one": (drawing, "draw double cancel", CHANCE, "FB-K1"),
    "a die typed for a card": (drawing, "roll 3", CHANCE, "FB-K1"),
    "a third card taken out of two": (taking, "take 3", CHANCE, "FB-K8"),
    "a card taken by its name": (taking, "take cancel", CHANCE, "FB-K8"),
    "a hit on a piece in a cave": (reporting, "hit 3", TABLE, "FB-F3"),
    "a hit on a piece that is hit and one in a cave": (reporting, "hit 2+3", TABLE, "FB-F3"),
    "a hit on a piece that doesn't play": (reporting, "hit 4", TABLE, "FB-F3"),
    "a hit when no marble was rolled": (choosing, "hit 1", TABLE, "FB-F3"),
    "an aim at a piece in a cave": (lambda: naming("table"), "aim 3 a-west", 0, "FB-F2"),
    "an aim at the own piece with others in reach": (lambda: naming("table"), "aim 1 a-west", 0, "FB-F2"),
    "an aim along a way that isn't one": (lambda: naming("table"), "aim 2 z-west", 0, "FB-F2"),
    "a named way where the marble is real": (lambda: naming("table"), "send a-west", 0, "FB-F2"),
    "a way that isn't one": (naming, "send v-north", 0, "FB-F2"),
    "a way that hits nobody": (naming, "send v-east", 0, "FB-F2"),
    "a Fireball of somebody else's": (naming, "send a-west", 1, "FB-F1"),
    "a Fireball that isn't due": (choosing, "send a-west", 0, "FB-F1"),
    "a first roll by the other": (contest, "roll", 1, "FB-S3"),
    "a roll over an open window": (first(), "roll", 0, "FB-K13"),
    "a roll out of turn": (lambda: playing("wt8 dmp"), "roll", 1, "FB-M10"),
    "a second roll": (rolling, "roll", 0, "FB-M1"),
    "a die passed before the roll": (lambda: playing("wt8 dmp"), "pass-die", 0, "FB-M10"),
    "a way before the roll": (lambda: playing("wt8 dmp"), "move wt11", 0, "FB-M1"),
    "a way too long": (choosing, "move wt12", 0, "FB-M1"),
    "a way to a space that isn't one": (choosing, "move wt99", 0, "FB-M1"),
    "the Dock without the jewel": (before_dock, "move dock", 0, "FB-M9"),
    "a way of another's piece": (choosing, "move wt11", 1, "FB-M1"),
    "a declaration on a trail": (lambda: playing("wt8 dmp"), "declare out", 0, "FB-V4"),
    "a pass twice": (passed, "pass", 1, "FB-K13"),
    "a card after passing": (passed, "play fireball", 1, "FB-K13"),
    "an answer without a window": (lambda: playing("wt8 dmp"), "play cancel", 0, "FB-K13"),
    "a pass without a window": (lambda: playing("wt8 dmp"), "pass", 0, "FB-K13"),
    "time up for a window that has closed": (late, "time-up 2", TABLE, "FB-K13"),
    "a pass for a seat that doesn't play": (first(), "pass-for 5", TABLE, "FB-K13"),
    "a pass for another by a player": (first(), "pass-for 1", 0, "FB-K13"),
    "an answer taken back that wasn't given": (first(), "answer-again", 0, "FB-K13"),
    "a card that isn't held": (first(), "play fake-jewel", 0, "FB-K1"),
    "another's card": (first(), "play cancel", 0, "FB-K1"),
    "a Fireball inside a path": (theft, "play fireball", 0, "FB-K2"),
    "a Fireball over a Fireball": (over("fireball", "fireball cancel"), "play fireball", 1, "FB-F1"),
    "a Cancel on a Fireball": (over("fireball"), "play cancel", 1, "FB-K2"),
    "a Cancel of nothing": (first(), "play cancel", 1, "FB-K4"),
    "a Fake Jewel without a theft": (first("fake-jewel,cancel"), "play fake-jewel", 0, "FB-K3"),
    "a Talisman without a Fireball": (first(), "play magic-talisman", 1, "FB-K5"),
    "a Reroll before the roll": (first(), "play reroll", 0, "FB-K6"),
    "another turn before the end": (first("take-another-turn,cancel"), "play take-another-turn", 0, "FB-K7"),
    "another's turn once more": (first("cancel,take-another-turn"), "play take-another-turn", 1, "FB-K7"),
    "a Move Ahead too late": (late, "play move-ahead-4", 1, "FB-K9"),
    "a second Move Ahead": (ahead, "play move-ahead-5", 1, "FB-K9"),
    "a Move Back of the own piece": (first(), "play move-back-1", 0, "FB-K10"),
    "a Move Back from the Plateau": (
        first("cancel,move-back-1", places="dmp ta5"), "play move-back-1", 1, "FB-K10",
    ),
    "a Move Ahead in the water": (first("cancel,move-ahead-4", places="water ta5"), "play move-ahead-4", 1, "FB-K11"),
    "a Double while one waits": (first("double,cancel", double=True), "play double", 0, "FB-K12"),
    "a card of the own hand": (first("take-one-card,cancel"), "take-one-card 1", 0, "FB-K8"),
    "a card of a seat that doesn't play": (first("take-one-card,cancel"), "take-one-card 4", 0, "FB-K8"),
    "a card of whose jewel is fitted": (
        first("take-one-card,cancel", owner=1, tokens=("not-yet", "held")), "take-one-card 2", 0, "FB-J6",
    ),
    "a token that isn't held": (first(), "trade", 0, "FB-M7"),
    "a token out of turn": (first(tokens=("not-yet", "held")), "trade", 1, "FB-M7"),
    "a card after the end": (finished, "play fireball", 1, "FB-E2"),
    "a roll after the end": (finished, "roll", 0, "FB-E2"),
    "two pieces on one space": (first(), "correct piece-1=ta5", TABLE, "FB-M5"),
    "a piece on the Dock": (first(), "correct piece-1=dock", TABLE, "FB-M9"),
}  # fmt: skip


@pytest.mark.rule(*sorted({rule for *_, rule in CASES.values()}))
@pytest.mark.parametrize(("play", "line", "seat", "rule"), CASES.values(), ids=CASES)
def test_it_is_refused_in_words_with_its_rule_and_nothing_has_changed(
    play: Callable[[], Play], line: str, seat: int, rule: str
) -> None:
    must_refuse(play(), line, seat, rule)


DRAWN = ("double", "cancel")
OPENING = Opening("fireball-island", "referee", ("Ada", "Ben"), {"chance": "typed", "answer_s": 0})
LINES = (
    ("roll 6", "chance", None),
    ("roll", 0, "FB-K13"),
    ("pass-die", 0, "FB-K13"),
    ("move wt1", 0, "FB-M1"),
    ("play reroll", 0, "FB-K1"),
    ("play cancel", 1, "FB-K4"),
    ("hit 1", "table", "FB-F3"),
    ("correct piece-1=dock", "table", "FB-M9"),
    ("play double", 2, None),
    ("play jewel", 0, None),
    ("hit 1+5", "table", None),
    ("roll six", 0, None),
    ("fly", 0, None),
)
"""Lines said in the first window, each by whom and with its rule; None where chance isn't asked, or for no command."""


def test_a_whole_table_answers_each_with_its_rule_and_writes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Table(tmp_path, opening=OPENING) as table:
        for card in DRAWN:
            assert say(table, f"draw {card}", "chance")[0] == 200
        assert say(table, "draw double", "chance")[0] == 422
        for seat, value in enumerate((6, 1)):
            assert say(table, "roll", seat)[0] == 200
            assert say(table, f"roll {value + 6}", "chance") == (422, "FB-S3")
            assert say(table, f"roll {value}", "chance")[0] == 200
        before, version = journal_in(data), table.table["version"]
        said = {(line, by): say(table, line, by) for line, by, _ in LINES}
        assert {asked: rule for asked, (_, rule) in said.items()} == {(line, by): rule for line, by, rule in LINES}
        assert all(400 <= status < 500 for status, _ in said.values()), said
        assert (journal_in(data), table.table["version"]) == (before, version)
