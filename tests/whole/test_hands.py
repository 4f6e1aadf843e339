"""The table's own buttons and knob, from the simulated pins to the screen's glass and the phones."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.model.requests import Answered, CommandRequest, RequestRefused
from companion.model.shelf.games import game_rows
from companion.opening import Opening
from companion.parts import devices
from companion.phones.pairing import TRIES
from companion.runtime.clock import ManualClock
from companion.session.session import Session
from hardware.board.pins import Pins, choose_pins
from hardware.board.wiring import Wiring
from hardware.cues import JoinCue, MenuCue, MessageCue, RollCue, StartCue, VerdictCue
from hardware.oled.drawing.screens import placeholder
from tests.support.tables import Table, dice, of_menu, of_refusal, of_roll, scripted
from tests.support.waiting import TIMEOUT_S, eventually
from tests.support.wording import TEXTS

LATER_THAN_A_BOUNCE_S = 0.05
DICE = ("play.roll", "kit.fireship.dice", "kit.fireship.plain", "kit.fireship.blue")


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What has come to the session, as lines of the notation, once it was answered."""
    lines: list[str] = []
    post = Session.post

    def noted(session: Session, request: CommandRequest, answered: Answered | None = None) -> None:
        def hear(answer: int | RequestRefused) -> None:
            lines.append(request.do)
            if answered is not None:
                answered(answer)

        post(session, request, hear)

    monkeypatch.setattr(Session, "post", noted)
    return lines


class Finger:
    """A finger on one button of a table whose time stands still: each touch and each letting go takes a moment."""

    def __init__(self, table: Table, clock: ManualClock, button: str) -> None:
        self._pin: Any = table.daemon.devices.pins.factory.pin(Wiring().by_name[button])
        self._clock = clock

    def down(self) -> None:
        self._clock.advance(LATER_THAN_A_BOUNCE_S)
        self._pin.drive_low()

    def up(self) -> None:
        self._clock.advance(LATER_THAN_A_BOUNCE_S)
        self._pin.drive_high()

    def press(self) -> None:
        self.down()
        self.up()


def press_and_let_go(table: Table, button: str, for_ms: int = 60) -> None:
    pin: Any = table.daemon.devices.pins.factory.pin(Wiring().by_name[button])
    table.press(button, for_ms)
    eventually(lambda: bool(pin.state))


def landed(table: Table, clock: ManualClock, number: int) -> Any:
    """Let time pass until roll *number* is revealed; return what it shows."""

    def revealed() -> bool:
        clock.advance(0.2)
        return bool(dice(table.table)["roll"] == number)

    eventually(revealed)
    return dice(table.table)["values"]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def still(tmp_path: Path, clock: ManualClock) -> Iterator[Table]:
    """A table whose time stands still, with prepared results."""
    with Table(tmp_path, scripted((3, 7, 10), (8, 1, 1)), clock=clock) as table:
        yield table


def test_the_glass_the_picture_and_the_page_show_what_a_press_of_roll_gave(tmp_path: Path) -> None:
    with Table(tmp_path, scripted((3, 7, 10))) as table:
        table.press("roll")
        shown = table.roll(1)
        assert (shown["values"], shown["total"]) == ([3, 7, 10], 20)
        result = RollCue(values=(3, 7, 10), caption="Roll 1", total=20)
        table.glass_shows(result)
        table.shows(result)
        assert table.table["log"][-1]["text"] == "Roll 1: 3, 7, 10, together 20"


def test_a_doubled_press_rolls_once_and_says_nothing(still: Table, clock: ManualClock, posted: list[str]) -> None:
    finger = Finger(still, clock, "roll")
    finger.press()
    finger.press()
    eventually(lambda: posted == ["press roll"] * 2)
    assert landed(still, clock, 1) == [3, 7, 10]
    still.glass_shows(of_roll(still.table))
    finger.press()
    assert landed(still, clock, 2) == [8, 1, 1]


def test_hammering_while_the_dice_roll_changes_nothing(still: Table, clock: ManualClock, posted: list[str]) -> None:
    fingers = [Finger(still, clock, name) for name in ("roll", "ok", "push", "back")]
    fingers[0].press()
    eventually(lambda: still.daemon.session.published.reveal is not None)
    for finger in fingers:
        finger.press()
    still.turn(5)
    fingers[0].press()
    eventually(lambda: posted == ["press roll"] * 3)
    assert landed(still, clock, 1) == [3, 7, 10]
    still.glass_shows(of_roll(still.table))


def test_a_stuck_button_is_named_on_the_page_and_the_others_go_on(still: Table, clock: ManualClock) -> None:
    Finger(still, clock, "push").down()
    clock.advance(31.0)
    Finger(still, clock, "roll").press()
    assert landed(still, clock, 1) == [3, 7, 10]
    buttons = next(device for device in still.table["devices"] if device["name"] == "buttons")
    assert (buttons["working"], buttons["text"]) == (False, TEXTS.say("en", "device.stuck.push"))


def test_a_button_held_at_the_start_does_nothing_until_it_was_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, posted: list[str]
) -> None:
    held: list[Any] = []

    def with_a_finger_on_roll(choice: Any, **options: Any) -> Pins:
        pins = choose_pins(choice, **options)
        pin: Any = pins.factory.pin(Wiring().roll)
        pin.drive_high = lambda: None  # no pull-up is as strong as a finger
        held.append(pin)
        return pins

    monkeypatch.setattr(devices, "choose_pins", with_a_finger_on_roll)
    with Table(tmp_path, scripted((3, 7, 10))) as table:
        table.press("back", 1100)
        eventually(lambda: posted == ["undo"])
        del held[0].drive_high
        held[0].drive_high()
        table.press("roll")
        assert table.roll(1)["values"] == [3, 7, 10]
        assert posted == ["undo", "press roll"]


def dice_menu(lang: str, at: int) -> MenuCue:
    title, *rows = (TEXTS.say(lang, key) for key in DICE)
    return of_menu(title, rows[at - 1], rows[at], rows[(at + 1) % len(rows)])


def menu(lang: str) -> MenuCue:
    """The first row of all, between the table's own and the next."""
    table, roll, spin = (TEXTS.say(lang, key) for key in ("menu.table", "play.roll", "play.spin"))
    return of_menu("", table, roll, spin)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_knob_walks_to_the_blue_die_and_its_push_rolls_it(tmp_path: Path, lang: Any) -> None:
    won = {"en": ("WON", "Blue die 4/6"), "fr": ("GAGNÉ", "Dé bleu 4/6")}[lang]
    with Table(tmp_path, scripted(("won",)), language=lang) as table:
        table.turn(1)
        table.glass_shows(menu(lang))
        table.press("push")
        table.glass_shows(dice_menu(lang, 0))
        for at in (1, 2):
            table.turn(1)
            table.glass_shows(dice_menu(lang, at))
        table.press("ok")
        eventually(lambda: dice(table.table, "blue")["values"] == ["won"])
        table.glass_shows(VerdictCue(won=True, title=won[0], detail=won[1]))


def test_what_real_dice_show_is_typed_with_the_knob(tmp_path: Path, clock: ManualClock) -> None:
    with Table(tmp_path, clock=clock, opening=Opening("fireship", "kit", options={"chance": "typed"})) as table:
        push = Finger(table, clock, "push")
        Finger(table, clock, "roll").press()
        prompt = MessageCue(title=TEXTS.say("en", "kit.fireship.dice"), lines=(TEXTS.say("en", "stage.type"),))
        table.glass_shows(prompt)
        for number, value in enumerate((3, 10, 1), 1):
            push.press()
            rows = [*map(str, range(1, 11)), *(["Back"] if number > 1 else [])]
            table.glass_shows(of_menu(f"Die {number}", rows[-1], "1", "2"))
            table.turn(value - 1 or len(rows))
            after = rows[value % len(rows)]
            table.glass_shows(of_menu(f"Die {number}", rows[value - 2], str(value), after))
        push.press()
        assert landed(table, clock, 1) == [3, 10, 1]
        table.glass_shows(of_roll(table.table))


def test_back_goes_up_and_away(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.glass_shows(start(table))
        table.turn(-1)
        table.glass_shows(menu("en"))
        table.press("back")
        table.glass_shows(start(table))


def start(table: Table, lang: str = "en") -> StartCue:
    promised = TEXTS.say(lang, "stage.fair", digits=table.table["commitment"][:4])
    press = TEXTS.say(lang, "stage.press", button=TEXTS.say(lang, "panel.roll"))
    lines = (TEXTS.say(lang, "stage.join-at"), promised, press)
    return StartCue(address=f"127.0.0.1:{table.port}", lines=lines, qr=f"http://127.0.0.1:{table.port}/")


def test_what_is_refused_is_said_until_something_else_happens(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.press("back", 1100)
        table.glass_shows(of_refusal("refused.undo-what"))
        table.turn(1)
        table.glass_shows(menu("en"))


def test_another_language_changes_the_screen_and_the_page(tmp_path: Path) -> None:
    with Table(tmp_path, scripted((3, 7, 10))) as table:
        table.press("roll")
        table.roll(1)
        assert table.command("lang fr").status == 200
        eventually(lambda: table.table["lang"] == "fr")
        table.glass_shows(RollCue(values=(3, 7, 10), caption="Lancer 1", total=20))
        assert table.table["log"][-1]["text"] == "Lancer 1\u00a0: 3, 7, 10, ensemble 20"
        assert '<html lang="fr" ' in table.get("/").body.decode()
        table.turn(1)
        table.glass_shows(menu("fr"))


def test_ok_and_back_held_together_switch_the_table_off(still: Table, clock: ManualClock) -> None:
    fingers = [Finger(still, clock, name) for name in ("back", "ok")]
    for finger in fingers:
        finger.down()
    clock.advance(3.1)
    Finger(still, clock, "spin").press()
    waiting = threading.Thread(target=still.daemon.power.wait, daemon=True)
    waiting.start()
    waiting.join(TIMEOUT_S)
    assert not waiting.is_alive()


def test_by_knob_alone_a_table_without_a_game_starts_one_and_leaves_it(tmp_path: Path) -> None:
    with Table(tmp_path, scripted((3, 7, 10)), opening=None) as table:
        names = [TEXTS.say("en", row.label.key) for row in game_rows(table.daemon.library.games)]
        at = names.index("Fireship")
        table.turn(1)
        table.turn(at)
        table.glass_shows(of_menu("", names[at - 1], "Fireship", names[at + 1]))
        press_and_let_go(table, "push")
        kit, referee = (TEXTS.say("en", f"menu.mode-{mode}") for mode in ("kit", "referee"))
        table.glass_shows(MenuCue(title="Fireship", before="", selected=kit, after=referee))
        press_and_let_go(table, "push")
        people = TEXTS.say("en", "menu.field", field=TEXTS.say("en", "menu.people"), word=2)
        table.glass_shows(of_menu(kit, TEXTS.say("en", "menu.back"), TEXTS.say("en", "menu.start"), people))
        press_and_let_go(table, "ok")
        eventually(lambda: table.table["game"] == "fireship")
        table.press("roll")
        assert table.roll(1)["values"] == [3, 7, 10]


def test_once_the_digits_count_no_more_ok_held_gets_new_ones(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        window = table.daemon.window
        press_and_let_go(table, "ok", 1100)
        eventually(lambda: window.is_open)
        for _ in range(TRIES):
            with pytest.raises(RequestRefused):
                window.enter("wrong!")
        shown = window.shown
        assert shown is not None and not window.is_open
        code = f"http://127.0.0.1:{table.port}/J/{shown.token}"
        table.glass_shows(StartCue(address="", lines=(TEXTS.say("en", "stage.by-code"),), qr=code, private=True))
        table.press("ok", 1100)
        eventually(lambda: window.is_open)


def test_ok_held_shows_the_digits_for_phones_to_the_eyes_at_the_table_only(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.press("ok", 1100)
        eventually(lambda: table.daemon.window.digits is not None)
        address = f"127.0.0.1:{table.port}"
        digits = table.daemon.window.digits or ""
        lines = (TEXTS.say("en", "stage.join-at"),)
        shown = table.daemon.window.shown
        code = f"http://{address}/J/{shown.token if shown else ''}"
        cue = JoinCue(code=digits, address=address, lines=lines, qr=code, private=True)
        table.glass_shows(cue)
        assert table.screen == placeholder().tobytes()
        table.press("back")
        table.glass_shows(start(table))
