"""What a rehearsal makes of hands, part by part, on devices that only remember."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from companion.chance.dealers import FairDealer
from companion.engine.values.message import Message
from companion.health.cards import CARD, Cards
from companion.health.display_driver import DISPLAY, chosen_display, keep_display
from companion.model.reports.rehearsal import RehearsalCard, Result
from companion.rehearsal.bench import Bench, TrayParts
from companion.rehearsal.judgement import of_dice
from companion.rehearsal.rehearsal import BEGINS, GIVEN_UP_S, Rehearsal, card_cue
from companion.rehearsal.round_trip import HOPS, RoundTrip
from companion.rehearsal.steps import STEPS, RehearsalStep
from companion.runtime.timers import Action, Timer
from hardware.board.wiring import Wiring
from hardware.cues import ErrorCue, RollCue, StageCue, StartCue, VerdictCue
from hardware.oled import fonts
from hardware.oled.drawing.screens import still
from hardware.oled.panel.settings import OledSettings
from hardware.ports import LAMP_NAMES, ButtonEdge, ButtonEvent, ButtonName, ChordHeld, DeviceStatus, KnobEvent
from tests.support.tabletop import Buzzer, Lamp, Screen
from tests.support.wording import TEXTS, say


@dataclass
class Later:
    """Timers that go off when a test says so."""

    waiting: list[tuple[float, Timer]] = field(default_factory=list)

    def __call__(self, seconds: float, action: Action) -> Timer:
        timer = Timer(action)
        self.waiting.append((seconds, timer))
        return timer

    def pass_time(self, up_to_s: float = 60.0) -> None:
        """Let everything happen that is due in at most so many seconds, and what comes of it."""
        while due := [each for each in self.waiting if each[0] <= up_to_s]:
            self.waiting = [each for each in self.waiting if each[0] > up_to_s]
            for _, timer in due:
                if not timer.is_cancelled:
                    timer.action()


@dataclass
class Tray:
    """Keeps what it is told."""

    told: list[Any] = field(default_factory=list)

    def show(self, cue: StageCue) -> None:
        self.told.append(cue)

    def clear(self) -> None:
        self.told.append("clear")

    def land(self, cue: StageCue, landed: Callable[[], None]) -> bool:
        return False

    def set_brightness(self, level: int) -> None:
        self.told.append(level)

    def aim(self, degrees: int, push: bool) -> None:
        self.told.append((degrees, push))


class Stage:
    """A stage that speaks *lang* and lends its devices unless it *rolls*."""

    def __init__(self, lang: str) -> None:
        self.rolls = self.is_lent = False
        self._lang = lang

    def say(self, said: Message) -> str:
        return TEXTS.say(self._lang, said.key, **said.values)

    def lend(self) -> bool:
        self.is_lent = not self.rolls
        return self.is_lent

    def take_back(self) -> None:
        self.is_lent = False


class Trying:
    """A rehearsal of the steps called *keys*, its hands and all that it does."""

    def __init__(
        self,
        *keys: str,
        tray: TrayParts | None = None,
        trouble: str = "",
        full_disk: bool = False,
        lang: str = "en",
    ) -> None:
        self.screen, self.buzzer, self.tray, self.stage, self.later = Screen(), Buzzer(), Tray(), Stage(lang), Later()
        self.lamps = {name: Lamp() for name in LAMP_NAMES}
        self.cards: list[RehearsalCard] = []
        self.driven: list[OledSettings] = []
        self.kept: list[OledSettings] = []
        self.trip = RoundTrip(lambda: 0.0)
        self._full_disk = full_disk
        display: Any = SimpleNamespace(
            driven=OledSettings(),
            status=DeviceStatus("screen", True, not trouble, trouble),
            drive=self.driven.append,
            keep_driven=self.kept.append,
        )
        bench = Bench(
            screen=self.screen,
            lamps=self.lamps,
            buzzer=self.buzzer,
            tray=self.tray,
            idol=self.tray,
            wiring=Wiring(),
            simulated=True,
            display=display,
            plugged=SimpleNamespace(parts=tray),
            dealer=FairDealer(),
            round_trip=self.trip,
            joining=SimpleNamespace(join_address="http://10.0.0.7:8080/"),
        )
        steps: list[RehearsalStep] = [step for key in keys for step in STEPS if step.key == key]
        assert len(steps) == len(keys)
        self.rehearsal = Rehearsal(
            bench, self.stage, self.later, cards=self, utc=lambda: "2026-11-24T01:00Z", steps=steps
        )
        assert self.rehearsal.begin()

    def keep(self, card: RehearsalCard) -> None:
        if self._full_disk:
            raise OSError("no space")
        self.cards.append(card)

    def press(self, button: ButtonName, bounces: int = 0, for_s: float = 0.1, at_s: float = 10.0) -> None:
        for _ in range(1 + bounces):
            self.rehearsal.edge(button, closed=True)
        self.rehearsal.handle(ButtonEvent(button, ButtonEdge.PRESSED, at_s))
        for _ in range(1 + bounces):
            self.rehearsal.edge(button, closed=False)
        self.rehearsal.handle(ButtonEvent(button, ButtonEdge.RELEASED, at_s + for_s))

    def turn(self, steps: int) -> None:
        self.rehearsal.handle(KnobEvent(steps, 10.0))

    @property
    def result(self) -> Result:
        """What came of the only step."""
        self.later.pass_time()
        (result,) = self.cards[-1].results
        return result


def repair(result: Result) -> tuple[str, dict[str, Any]]:
    assert result.outcome == "broken"
    assert result.repair is not None
    return result.repair.key, result.repair.values


@pytest.mark.parametrize(
    ("bounces", "told"),
    [(0, Message("rehearsal.clean", {"ms": 100})), (1, Message("rehearsal.bounced", {"count": 2, "ms": 100}))],
)
def test_bounces_are_counted_and_how_long_it_was_down(bounces: int, told: Message) -> None:
    trying = Trying("roll")
    trying.rehearsal.edge("roll", closed=False)  # still from the long press
    trying.press("roll", 0, 0.1)
    for _ in range(bounces):
        trying.rehearsal.edge("roll", closed=True)
        trying.rehearsal.edge("roll", closed=False)
    assert (trying.result.outcome, trying.result.told) == ("well", told)


def test_a_knob_that_rests_between_its_steps_is_found_at_the_first_click() -> None:
    trying = Trying("right")
    trying.rehearsal.edge("knob_a", closed=True)
    trying.rehearsal.edge("knob_b", closed=True)
    assert repair(trying.result) == ("rehearsal.mend-half", {})


def test_a_knob_of_whole_steps_is_no_such_knob() -> None:
    trying = Trying("right")
    for closed in (True, False):
        trying.rehearsal.edge("knob_a", closed=closed)
        trying.rehearsal.edge("knob_b", closed=closed)
    trying.turn(1)
    assert trying.result.outcome == "well"


@pytest.mark.parametrize(
    ("step", "hands", "key", "values"),
    [
        ("draw", ["back", "ok"], "rehearsal.mend-button", {"gpio": 22, "pin": 15}),
        ("draw", ["spin", "back", "ok"], "rehearsal.mend-swap", {"pin": 15, "other": 13}),
        ("back", ["ok", "ok"], "rehearsal.mend-button", {"gpio": 24, "pin": 18}),
        ("ok", ["back", "roll"], "rehearsal.mend-button", {"gpio": 23, "pin": 16}),
        ("right", ["back", "ok"], "rehearsal.mend-knob", {"pin": 29, "other": 31}),
        ("right", [-1, "back", "ok"], "rehearsal.mend-swap", {"pin": 29, "other": 31}),
        ("lamp-ok", ["back", "ok"], "rehearsal.mend-lamp", {"gpio": 21, "pin": 40}),
        ("sound", ["back", "ok"], "rehearsal.mend-sound", {"gpio": 18, "pin": 12}),
        ("screen", ["back", "ok"], "rehearsal.mend-screen", {"address": "0x3C", "data": 3, "clock": 5}),
        ("phone", ["back", "ok"], "rehearsal.mend-phone", {"address": "http://10.0.0.7:8080/"}),
    ],
)
def test_what_is_broken_has_its_repair(step: str, hands: list[Any], key: str, values: dict[str, Any]) -> None:
    trying = Trying(step)
    for each in hands:
        if isinstance(each, int):
            trying.turn(each)
        else:
            trying.press(each)
    assert repair(trying.result) == (key, values)
    assert isinstance(card_cue(trying.cards[-1], 0, lambda said: said.key), ErrorCue)


@pytest.mark.parametrize(("step", "hands"), [("roll", "back back"), ("back", "ok roll"), ("ok", "back back")])
def test_what_is_not_there_is_passed_over_and_said_so(step: str, hands: str) -> None:
    trying = Trying(step)
    for button in hands.split():
        trying.press(button)  # type: ignore[arg-type]
    assert trying.result.outcome == "absent"
    assert isinstance(trying.screen.cue, VerdictCue), "that is no fault"


def test_a_skip_that_was_not_meant_goes_back_to_the_step() -> None:
    trying = Trying("roll")
    trying.press("back")
    trying.press("roll")
    assert trying.result.outcome == "well"


def test_a_lamp_is_lit_alone_and_dark_at_the_end() -> None:
    trying = Trying("lamp-spin")
    assert [name for name, lamp in trying.lamps.items() if lamp.is_lit] == ["spin"]
    trying.press("push")
    assert trying.result.outcome == "well"
    assert [name for name, lamp in trying.lamps.items() if lamp.is_lit] == []


def test_a_tone_is_heard_though_the_table_is_muted_and_again_by_roll() -> None:
    trying = Trying("sound")
    trying.press("roll")
    assert (trying.buzzer.sounds, trying.buzzer.muted) == (["win", "win"], [False, False])


def test_the_tray_shows_eights_a_whole_ring_and_moves_its_idol() -> None:
    parts = TrayParts(3, 33, (2, 3, 4), 6, (16, 17))
    trying = Trying("windows", "ring", "idol", tray=parts)
    assert [each.values for each in trying.tray.told if isinstance(each, RollCue)] == [(88, 88, 88)]
    trying.press("back")
    trying.press("ok")
    trying.later.pass_time()
    trying.press("ok")
    trying.later.pass_time()
    trying.press("ok")
    trying.later.pass_time()
    assert [each for each in trying.tray.told if isinstance(each, tuple)] == [
        (0, False),
        (180, False),
        (90, False),
        (90, True),
    ]
    windows, ring, idol = trying.cards[-1].results
    assert repair(windows) == ("rehearsal.mend-leds", {"pins": ("GP2", "GP3", "GP4")})
    assert (ring.outcome, idol.outcome) == ("well", "well")


def test_a_tray_that_is_not_plugged_in_is_no_fault() -> None:
    trying = Trying("ring")
    assert (trying.result.outcome, trying.result.told.key) == ("absent", "rehearsal.no-tray")


def test_a_screen_that_is_silent_is_told_without_a_question() -> None:
    trying = Trying("screen", trouble="device.oled.silent")
    assert repair(trying.result) == ("device.oled.silent", {})


def test_the_knob_goes_through_all_drivers_and_back_to_the_first() -> None:
    trying = Trying("screen")
    for _ in range(7):
        trying.turn(1)
    tried = [(each.driver, each.first_column) for each in trying.driven]
    assert len(set(tried)) == 7
    assert tried[0] == ("ssd1309", 0)
    assert tried[-1] == ("ssd1306", 0)
    trying.turn(2)
    trying.press("ok")
    assert [(each.driver, each.offset) for each in trying.kept] == [("sh1106", 2)]


def test_fair_dice_are_even_and_loaded_ones_are_not() -> None:
    step = next(step for step in STEPS if step.key == "dice")
    assert Trying("dice").result.told.values["rolled"] == 10_000
    assert of_dice(step, [1000] * 10).outcome == "well"
    loaded = of_dice(step, [1180, *[980] * 8, 980])
    assert (loaded.outcome, loaded.told.values["high"]) == ("well", 1180)
    assert of_dice(step, [1250, *[970] * 8, 990]).outcome == "broken"


def test_only_who_was_sent_there_makes_the_trip() -> None:
    now = [0.0]
    heard: list[int] = []
    trip = RoundTrip(lambda: now[0])
    assert trip.hop("") is None
    mark = trip.open(heard.append)
    assert trip.hop("") is None
    assert trip.hop("AAAA" if mark != "AAAA" else "BBBB") is None
    for ms in (900, *[20] * HOPS):
        now[0] += ms / 1000
        onward = trip.hop(mark)
        assert onward is not None
        mark = onward
    assert (mark, heard) == ("", [20])
    assert trip.hop("") is None


def test_nothing_begins_while_dice_roll() -> None:
    trying = Trying("roll")
    assert trying.rehearsal.begin(), "one is under way"
    trying.rehearsal.end()
    trying.stage.rolls = True
    assert not trying.rehearsal.begin()
    assert not trying.rehearsal.is_on


@pytest.mark.parametrize("how", ["chord", "nobody", "card"])
def test_the_devices_go_back_however_it_ends(how: str) -> None:
    trying = Trying("roll")
    assert trying.stage.is_lent
    if how == "chord":
        trying.rehearsal.handle(ChordHeld(BEGINS, 13.0))
    elif how == "nobody":
        trying.later.pass_time(GIVEN_UP_S)
    else:
        trying.press("roll")
        trying.later.pass_time()
        assert trying.stage.is_lent
        trying.press("back")
    assert not trying.stage.is_lent
    assert not trying.rehearsal.is_on
    assert len(trying.cards) == (how == "card")


def test_a_card_that_cannot_be_kept_is_shown_all_the_same() -> None:
    trying = Trying("roll", full_disk=True)
    trying.press("roll")
    trying.later.pass_time()
    told = VerdictCue(won=True, title=say("rehearsal.all-well"), detail=say("rehearsal.tried", count=1))
    assert trying.screen.cue == told


def test_a_card_says_the_same_after_it_was_kept(tmp_path: Path) -> None:
    trying = Trying("lamp-ok", "ring", tray=TrayParts(0, 33, (), 6, ()))
    for _ in range(2):
        trying.press("back")
        trying.press("ok")
        trying.later.pass_time()
    Cards(tmp_path).keep(trying.cards[-1])
    kept = Cards(tmp_path).last()
    assert kept is not None
    for before, after in zip(trying.cards[-1].results, kept.results, strict=True):
        for said, again in ((before.name, after.name), (before.repair, after.repair)):
            assert said is not None and again is not None
            assert TEXTS.say("fr", said.key, **said.values) == TEXTS.say("fr", again.key, **again.values)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"at":"","simulated":true,"results":[{"step":3}]}'])
def test_what_is_kept_and_cannot_be_read_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / CARD).write_text(content, encoding="utf-8")
    (tmp_path / DISPLAY).write_text(content, encoding="utf-8")
    assert Cards(tmp_path).last() is None
    assert chosen_display(tmp_path, OledSettings()) == OledSettings()


@pytest.mark.parametrize("kept", [{"driver": "ssd1327"}, {"driver": "ssd1306", "offset": 4}])
def test_a_kept_driver_that_no_display_has_is_not_used(tmp_path: Path, kept: dict[str, Any]) -> None:
    chosen = OledSettings()
    for name, value in kept.items():
        structs.force_setattr(chosen, name, value)
    keep_display(tmp_path, OledSettings(), chosen)
    assert chosen_display(tmp_path, OledSettings()) == OledSettings()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_word_of_any_step_is_cut_on_the_screen(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[str] = []
    whole = fonts.cut

    def watched(words: str, room: int, size: int) -> str:
        got = whole(words, room, size)
        cut.extend([words] if got != words else [])
        return got

    monkeypatch.setattr(fonts, "cut", watched)
    parts = TrayParts(3, 33, (2, 3, 4), 6, (16, 17))
    trying = Trying(*(step.key for step in STEPS), tray=parts, lang=lang)
    for step in STEPS:
        if step.key == "dice":
            trying.later.pass_time()
            continue
        if step.key in ("right", "left"):
            trying.turn(-1 if step.key == "right" else 1)
        trying.press("ok" if step.key == "back" else "back")
        trying.press("roll" if step.key == "ok" else "ok")
        trying.later.pass_time()
    assert len(trying.cards[-1].broken) == len(STEPS) - 1
    for _ in STEPS:
        trying.turn(1)
    cues = {cue for cue in trying.screen.cues if not isinstance(cue, StartCue)}
    assert len(cues) > 50
    for cue in cues:
        still(cue)
    assert cut == []
