"""Whose play it is: what hands choose for one of several people, and whose cards they see on the way."""

from __future__ import annotations

import msgspec

from companion.engine.values.message import Message
from companion.model.requests import Ambiguous, CommandRequest, RequestRefused
from hardware.cues import MenuCue, MessageCue
from tests.companion.input.test_controls import Hands, pressed, turned
from tests.companion.kits.test_play import played
from tests.support.games.duel import Declared, Duel
from tests.support.sample_kit import SAMPLE
from tests.support.snapshots import replace
from tests.support.tabletop import Keys, duelling, opened, published

DECLARED = Duel(
    hands=(("strike",), ("guard", "charm"), ("guard",)),
    lives=(3, 3, 3),
    pile=(("strike",),),
    step="draw",
    pending=(Declared(asked=(0, 1, 2), target=1, number=1),),
    questions=1,
)
"""Ann has struck Ben: he and Cleo may guard, and all three may pass."""


def told_of(request: CommandRequest) -> tuple[str, int, int]:
    return request.do, request.seat, request.seen


def test_what_one_person_alone_may_do_is_done_for_that_person() -> None:
    one_guard = msgspec.structs.replace(DECLARED, hands=((), ("guard",), ("charm",)))
    hands = Hands(duelling(one_guard, ("Ann", "Ben", "Cleo")), Keys())
    hands.turn_to("menu.hand {'name': 'Ben'}")
    hands.do(pressed("push"))
    hands.turn_to("play.guard")
    hands.do(pressed("push"))
    assert [told_of(request) for request in hands.session.requests] == [("guard", 1, 1)]


def test_where_several_people_may_do_it_the_screen_asks_who_and_the_named_one_does_it() -> None:
    kit = Hands(published(opened(("Ann", "Ben"))), Keys())
    kit.turn_to("play.spin")
    rows = [f"stage.name {{'name': '{name}'}}" for name in ("Ann", "Ben")]
    assert kit.do(pressed("push"), pressed("push")) == []
    assert kit.edge.screen.cue == MenuCue(title="stage.who", before="menu.back", selected=rows[0], after=rows[1])
    assert kit.do(turned(1), pressed("back")) == []
    assert kit.selected == "play.spin"
    kit.session.published = replace(kit.session.published, version=7)
    kit.do(pressed("push"), pressed("push"), turned(1), pressed("ok"))
    assert [told_of(request) for request in kit.session.requests] == [("spin wheel", 1, 1)]


def rows_of(hands: Hands) -> list[str]:
    """All rows of the level that is open, the selected one first."""
    rows = [hands.selected]
    while hands.do(turned(1)) is not None and hands.selected != rows[0]:
        rows.append(hands.selected)
    return rows


def test_the_tables_menu_tells_no_card_of_a_hand_but_behind_a_row_of_that_person() -> None:
    table = played(SAMPLE, "draw mystery", "=draw boom", "1draw mystery", "=draw no")
    before = replace(duelling(table.state, ("Ann", "Ben"), SAMPLE), setup=SAMPLE.setup(("Ann", "Ben"), {}))
    hands = Hands(before, Keys())
    hands.do(turned(1))
    rows = rows_of(hands)
    assert "play.discard" not in rows
    assert [row for row in rows if row.startswith("menu.hand")] == [
        "menu.hand {'name': 'Ann'}", "menu.hand {'name': 'Ben'}"
    ]  # fmt: skip
    hands.turn_to("menu.hand {'name': 'Ben'}")
    hands.do(pressed("push"))
    assert rows_of(hands) == ["play.discard", "play.give"], "what anybody may do isn't listed again"
    hands.do(pressed("push"))
    assert hands.selected == "kit.sample.no", "Ben's card, and nobody else's"
    assert hands.do(pressed("push")) == ["discard mystery no"], "and it isn't asked who"
    assert hands.session.requests[0].seat == 1


def test_a_button_that_several_people_may_mean_asks_who_too() -> None:
    hands = Hands(duelling(DECLARED, ("Ann", "Ben", "Cleo")), Keys())
    at_rest = hands.edge.screen.cue
    several = Ambiguous("guard", (1, 2))
    assert hands.do(turned(1), pressed("draw")) == ["press draw"]
    hands.session.answers.pop()(several)
    assert hands.selected == "stage.name {'name': 'Ben'}"
    hands.do(pressed("back"))
    assert hands.edge.screen.cue == at_rest, "the button's question isn't part of the menu that was open"
    hands.do(pressed("draw"))
    hands.session.answers.pop()(several)
    hands.do(pressed("push"))
    assert told_of(hands.session.requests[-1]) == ("guard", 1, 1)


def test_a_person_is_refused_in_private_where_cards_are_hidden() -> None:
    hands = Hands(duelling(DECLARED, ("Ann", "Ben", "Cleo")), Keys())
    hands.do(pressed("push"))
    hands.turn_to("menu.hand {'name': 'Ben'}")
    hands.do(pressed("push"))
    hands.turn_to("play.guard")
    hands.do(pressed("push"))
    hands.session.answers[0](RequestRefused(Message("duel.no-card"), "refused"))
    assert hands.edge.screen.cue == MessageCue(title="", lines=("duel.no-card",), private=True)
    hands.edge.close()
