"""A kit of the second edition on the table's own screen: the cue of every step, and the pages by the knob."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.game import Setup
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE, WATCHER
from companion.kits.format.spec import Kit
from companion.kits.screens.scene import wrapped
from companion.kits.things.jobs import Fallen
from companion.model.snapshot import Snapshot
from companion.stage.cues import showing, starting
from companion.stage.idle_screen import IdleScreen
from companion.stage.layers import MENU, UNUSED, Chosen
from companion.stage.offers import doing
from hardware.cues import MessageCue, NumberCue, RollingCue, ScoresCue, StageCue, ThrowCue
from hardware.oled.drawing.screens import still
from tests.support.golden import KeySpeaker, assert_golden, spelt
from tests.support.new_kits import HILLS, LIARS, PACK, PIG, POOL, ROLES, TRICKS, YACHT, Evening, condition
from tests.support.snapshots import snapshot

SAY = KeySpeaker()
EVENINGS: dict[str, tuple[Kit, tuple[str, ...]]] = {
    "pig": (PIG, ("roll die", "=roll 6", "roll die", "=roll 1", "1roll die", "=roll 5", "1do hold", "next")),
    "yacht": (YACHT, ("roll five", "=roll 6 6 6 2 1", "keep five 1", "keep five 2 3", "roll five", "=roll 3 3",
                      "enter card sixes")),
    "hills": (HILLS, ("roll two", "=roll 3 4", "roll two", "=roll 2 2", "count points 1 +1", "next")),
    "tricks": (TRICKS, ("step", "step", "step", "count bid 1 +1", "count score 2 -10")),
    "liars": (LIARS, ("begin", "=roll 3 3", "=roll 2 5", "1roll cup", "=roll 1 2 3 4 5", "1show cup")),
    "role-playing": (ROLES, ("roll check", "=roll 17", "roll advantage", "=roll 3 17", "roll ability",
                             "=roll 1 4 5 6", "roll percent", "=roll 40", "throw any 2d6!+1", "=roll 6 2", "=roll 3")),
    "pool": (POOL, ("pool check 2 2", "=roll success advantage+success failure threat",
                    "pool check 1 1", "=roll success failure")),
}  # fmt: skip
NAME = "Ann"


def cue_of(evening: Evening, line: str) -> StageCue | None:
    """Say *line*, and return the cue that the table's own screen has for it."""
    before = len(evening.table.steps)
    evening.say(line)
    state = evening.state
    due = state.due()
    if due is not None:
        return starting(evening.game, state, due.purpose, NAME, say=SAY)
    facts = tuple(fact for step in evening.table.steps[before:] for fact in step.facts)
    return showing(evening.game, facts, state, NAME, say=SAY)


def pages(evening: Evening) -> list[StageCue]:
    return [page.cue() for page in evening.game.pages(evening.state.seen_by(WATCHER), SAY)]


@pytest.mark.parametrize("name", EVENINGS)
def test_every_step_has_its_cue_and_its_pages(name: str) -> None:
    kit, lines = EVENINGS[name]
    evening = Evening(kit, people=2)
    found: dict[str, Any] = {}
    for number, line in enumerate(lines, 1):
        cue = cue_of(evening, line)
        found[f"{number} {line}"] = spelt(cue)
        for page, each in enumerate(pages(evening), 1):
            found[f"{number} page {page}"] = spelt(each)
    assert_golden(Path(__file__).parent / "golden" / f"{name}.json", found)


def test_a_deal_tells_how_many_cards_and_the_step_of_the_round() -> None:
    in_turn = replace(TRICKS, round=None, turn=PIG.turn)
    cases = [
        (TRICKS, ("kit.tricks.bid", "kit.round-now(round=1)")),
        (replace(TRICKS, round=None), ("kit.tricks.pack",)),
        (in_turn, ("kit.turn-of(name=Ann)",)),
    ]
    for kit, lines in cases:
        evening = Evening(kit, "deal pack", people=4)
        cue = cue_of(evening, "=deal " + " ".join(card.name for card in PACK))
        assert cue == MessageCue(title="stage.dealt(count=13)", lines=lines)


def test_twenty_dice_stand_on_one_screen() -> None:
    evening = Evening(ROLES, "throw any 20d20kh3")
    cue = cue_of(evening, "=roll " + " ".join(map(str, range(1, 21))))
    assert isinstance(cue, ThrowCue)
    assert (len(cue.faces), cue.total, sum(cue.dropped)) == (20, "57", 17)
    assert still(cue).getbbox() is not None


def test_hidden_dice_look_the_same_whatever_fell() -> None:
    worlds = []
    for faces in ("1 2 3 4 5", "6 6 6 6 6"):
        liars = Evening(LIARS, "begin", "=roll 3 5")
        moving = cue_of(liars, "1roll cup")
        worlds.append((moving, cue_of(liars, f"=roll {faces}"), pages(liars)))
    assert worlds[0] == worlds[1]
    (moving, fallen, _), _ = worlds
    assert moving == RollingCue(count=5, caption="kit.liars.cup", name=NAME, look="plain")
    assert fallen == MessageCue(title=NAME, lines=("stage.secret-roll",))


def test_every_lifted_cup_is_a_page_once_there_are_several() -> None:
    liars = Evening(LIARS, "begin", "=roll 3 5", "1roll cup", "=roll 1 2 3 4 5", "roll cup", "=roll 6 6 6 6 6")
    liars.say("1show cup")
    assert [type(page) for page in pages(liars)] == [ScoresCue]
    liars.say("show cup")
    cups = [page for page in pages(liars) if isinstance(page, ThrowCue)]
    assert [(cup.name, "".join(cup.faces)) for cup in cups] == [("Ann", "66666"), ("Ben", "12345")]


def test_a_target_that_a_number_reaches_is_told_instead_of_the_number() -> None:
    pig = Evening(PIG)
    pig.say("count score 1 +1")
    while pig.scores("score")[0] < 99:
        pig.say("count score 1 +1")
    assert cue_of(pig, "count score 1 +1") == MessageCue(
        title="Ann", lines=("stage.reached(counter=kit.pig.score, value=100)",)
    )
    before = cue_of(pig, "count score 2 +1")
    assert before == NumberCue(
        title="kit.pig.score", name="Ben", before="0", value="1", foot="stage.target(target=100)"
    )


# ---------------------------------------------------------------------- by the knob
def shown(evening: Evening, version: int = 1) -> Snapshot:
    return snapshot(
        version=version, game=evening.game, setup=Setup(tuple(map(str, evening.state.names))), state=evening.state
    )


def at_rest(evening: Evening) -> IdleScreen:
    idle = IdleScreen(lambda: ("", ""))
    idle.take(shown(evening))
    idle.cue(SAY)
    return idle


def cursor(idle: IdleScreen) -> int:
    cue = idle.cue(SAY)
    return cue.at if isinstance(cue, ThrowCue) else -1


def test_one_turn_and_one_push_keep_a_die() -> None:
    yacht = Evening(YACHT, "roll five", "=roll 6 6 6 2 1")
    idle = at_rest(yacht)
    assert (idle.turn(1), cursor(idle), idle.has_back) == (None, 0, True)
    assert idle.push() == Chosen("keep five 1", TABLE, 1)
    yacht.say("keep five 1")
    idle.take(shown(yacht, 2))
    assert cursor(idle) == 0, "the knob stays on the die"
    idle.turn(2)
    assert (cursor(idle), idle.push()) == (2, Chosen("keep five 3", TABLE, 2))
    yacht.say("roll five", "=roll 1 2 3 4")
    idle.take(shown(yacht, 3))
    assert cursor(idle) == -1, "another roll is shown first"
    assert idle.push() is MENU


def test_back_leads_to_the_last_event_and_the_last_page_too() -> None:
    idle = at_rest(Evening(YACHT, "roll five", "=roll 6 6 6 2 1"))
    assert idle.back() is UNUSED
    idle.turn(1)
    assert (idle.back(), cursor(idle)) == (None, -1)
    idle.turn(-1)
    assert isinstance(idle.cue(SAY), ScoresCue)
    assert idle.push() is MENU
    idle.turn(1)
    assert not idle.has_back


def test_one_turn_and_one_push_do_an_action_of_the_active_person() -> None:
    pig = Evening(PIG, "roll die", "=roll 6")
    idle = at_rest(pig)
    assert idle.turn(1) is None
    assert idle.cue(SAY) == MessageCue(title="kit.pig.hold", lines=("stage.do-how",))
    assert idle.push() == Chosen("do hold", TABLE, 1)
    pig.say("*do hold")
    idle.take(shown(pig, 2))
    idle.cue(SAY)
    assert not idle.has_back, "what it led to is shown first"


def test_only_an_action_that_is_possible_now_is_a_page() -> None:
    def topics(evening: Evening) -> list[str]:
        return [page.topic[0] for page in evening.game.pages(evening.state.seen_by(WATCHER), SAY)]

    hold = PIG.actions[0]
    rolled = ("roll die", "=roll 6")
    only_with_pot = replace(PIG, actions=(replace(hold, when=condition("pot > 0")),))
    assert topics(Evening(only_with_pot)) == ["numbers"]
    assert topics(Evening(only_with_pot, *rolled)) == ["do", "numbers"]
    assert topics(Evening(replace(PIG, actions=(replace(hold, is_anybodys=True),)), *rolled)) == ["numbers"]


def test_without_pages_a_turn_opens_the_menu() -> None:
    assert at_rest(Evening(ROLES)).turn(1) is MENU


def test_the_last_throw_leaves_nothing_to_keep() -> None:
    yacht = Evening(YACHT, *("roll five", "=roll 6 6 6 2 1") * 3)
    assert [type(page) for page in pages(yacht)] == [ScoresCue]


def test_a_long_explanation_is_turned_page_by_page() -> None:
    evening = Evening(HILLS)
    kit = replace(evening.state.kit, told=("calm",))
    state = replace(evening.state, kit=kit, fallen=Fallen("calm", 0, deck="event"))
    text = "The wind drops and every boat waits in the harbour. " * 4

    def say(said: Message | str) -> str:
        return text if isinstance(said, Message) and said.key.endswith("-does") else SAY(said)

    found = [page.cue() for page in evening.game.pages(state, say) if page.topic[0] == "text"]
    lines = [line for page in found for line in page.lines]
    assert " ".join(lines) == text.strip()
    assert all(len(page.lines) <= 4 for page in found)
    assert max(map(len, lines)) <= 21


def test_a_lamp_is_lit_beside_a_button_for_an_action_the_turn_or_a_deal() -> None:
    buttons = (("roll", "roll die"), ("spin", "do hold"), ("draw", "next"))
    pig = Evening(replace(PIG, buttons=buttons))
    assert set(doing(shown(pig))) == {"roll", "spin", "draw"}
    pig.say("roll die")
    assert doing(shown(pig)) == ()
    assert set(doing(shown(Evening(YACHT)))) == {"roll"}
    tricks = Evening(TRICKS, people=4)
    assert set(doing(shown(tricks))) == {"draw"}
    tricks.say("deal pack", "=deal " + " ".join(card.name for card in PACK))
    assert doing(shown(tricks)) == ()
    assert tricks.picture()["how"] is None


def test_words_are_wrapped_without_tearing_one() -> None:
    assert wrapped("Move the bandit", 13) == ["Move the", "bandit"]
    assert wrapped("", 13) == []
    assert wrapped("incomprehensibilities", 13) == ["incomprehensibilities"]
