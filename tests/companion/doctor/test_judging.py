"""Every judgement of the doctor, by readings of healthy and of sick tables; all are said in every language."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from companion.doctor.board import Calendar, Heat, Power, judge_calendar, judge_heat, judge_power
from companion.doctor.card import GamesCard, judge_card
from companion.doctor.checks import CHECKS, FIXABLE
from companion.doctor.memory import Copies, Memory, judge_copies, judge_memory
from companion.doctor.parts import (
    GONE,
    OLD,
    TRAY_FAULTS,
    House,
    Kits,
    Network,
    TrayReading,
    Wrong,
    judge_house,
    judge_kits,
    judge_network,
    judge_settings,
    judge_tray,
)
from companion.doctor.pins import Chip, Lines, judge_buttons, judge_chip, judge_lines
from companion.doctor.screen import Answers, BusFile, BusSpeed, judge_answers, judge_bus, judge_speed
from companion.engine.values.message import Message
from companion.health.network import JUDGEMENTS
from companion.library.games import Library
from companion.model.reports.findings import LEVELS
from companion.outside.mqtt.address import broker_fault
from firmware_host.link import ABSENT, CLOSED, FORBIDDEN, SILENT, STARTING
from firmware_host.stand_in import FAILED
from hardware.gpio.line_survey import LineSeen
from tests.support.paths import ROOT
from tests.support.wording import say

TEXTS = Library().texts
PINS = {"roll": 17, "lamp_roll": 25}
FREE = {name: LineSeen() for name in PINS}
OURS = {name: LineSeen("tidetable") for name in PINS}

JUDGED: list[tuple[Any, Any, str, str]] = [
    (judge_power, Power(0), "ok", "power-ok"),
    (judge_power, Power(0x50000), "warning", "power-was-low"),
    (judge_power, Power(0x50005), "fault", "power-low"),
    (judge_power, Power(0x80008), "ok", "power-ok"),
    (judge_power, Power(None), "none", "power-unread"),
    (judge_heat, Heat(48.9), "ok", "heat-ok"),
    (judge_heat, Heat(70.0), "warning", "heat-warm"),
    (judge_heat, Heat(80.0), "fault", "heat-hot"),
    (judge_heat, Heat(None), "none", "heat-unread"),
    (judge_calendar, Calendar(True, "24.11. 01:48"), "ok", "clock-ok"),
    (judge_calendar, Calendar(False), "warning", "clock-unset"),
    (judge_card, GamesCard(free_mb=20_000), "ok", "card-ok"),
    (judge_card, GamesCard(free_mb=20_000, life=3, end=1), "ok", "card-ok-worn"),
    (judge_card, GamesCard(free_mb=199), "warning", "card-nearly-full"),
    (judge_card, GamesCard(free_mb=19), "fault", "card-full"),
    (judge_card, GamesCard(read_only=True, free_mb=20_000), "fault", "card-read-only"),
    (judge_card, GamesCard(free_mb=20_000, life=0x09), "warning", "card-wearing"),
    (judge_card, GamesCard(free_mb=20_000, life=0x0B), "fault", "card-worn"),
    (judge_card, GamesCard(free_mb=20_000, life=1, end=2), "warning", "card-wearing"),
    (judge_card, GamesCard(free_mb=20_000, life=1, end=3), "fault", "card-worn"),
    (judge_card, GamesCard(free_mb=20_000, errors=2), "warning", "card-errors"),
    (judge_card, GamesCard(), "none", "card-unread"),
    (judge_memory, Memory("sound", games=3), "ok", "journal-ok"),
    (judge_memory, Memory("none"), "none", "journal-none"),
    (judge_memory, Memory("damaged"), "fault", "journal-damaged"),
    (judge_memory, Memory("too-new"), "fault", "journal-too-new"),
    (judge_memory, Memory("unreadable"), "fault", "journal-unreadable"),
    (judge_memory, Memory("sound", games=3, aside=1), "warning", "journal-set-aside"),
    (judge_copies, Copies("2026-11-21T20:15:03.120Z", 3), "ok", "backup-ok"),
    (judge_copies, Copies("", 3), "ok", "backup-undated"),
    (judge_copies, Copies(None, 3), "warning", "backup-never"),
    (judge_copies, Copies(None, 0), "none", "backup-nothing"),
    (judge_bus, BusFile(), "ok", "i2c-ok"),
    (judge_bus, BusFile(is_pi=False, is_there=False), "none", "not-a-pi"),
    (judge_bus, BusFile(is_there=False, asked=False), "fault", "i2c-off"),
    (judge_bus, BusFile(is_there=False, asked=True), "fault", "i2c-no-module"),
    (judge_bus, BusFile(may_use=False), "fault", "i2c-forbidden"),
    (judge_speed, BusSpeed(400_000), "ok", "speed-ok"),
    (judge_speed, BusSpeed(100_000), "warning", "speed-slow"),
    (judge_speed, BusSpeed(None), "none", "speed-unread"),
    (judge_answers, Answers((0x3C,)), "ok", "screen-ok"),
    (judge_answers, Answers((0x3C, 0x3D), 0x3D), "ok", "screen-ok"),
    (judge_answers, Answers(()), "fault", "screen-silent"),
    (judge_answers, Answers((0x3D,)), "fault", "screen-elsewhere"),
    (judge_answers, Answers((0x3C,), trouble="device.oled.silent"), "fault", "screen-refuses"),
    (judge_answers, Answers(None, trouble="device.oled.no_bus"), "fault", "screen-unreachable"),
    (judge_answers, Answers(None), "none", "screen-unread"),
    (judge_answers, Answers(None, drawn=True), "none", "screen-drawn"),
    (judge_chip, Chip("there"), "ok", "gpio-ok"),
    (judge_chip, Chip("not-a-pi"), "none", "not-a-pi"),
    (judge_chip, Chip("missing"), "fault", "gpio-missing"),
    (judge_chip, Chip("forbidden"), "fault", "gpio-forbidden"),
    (judge_lines, Lines(FREE, PINS), "ok", "lines-ok"),
    (judge_lines, Lines(OURS, PINS, is_ours=True), "ok", "lines-ok"),
    (judge_lines, Lines(OURS, PINS), "fault", "lines-used"),
    (judge_lines, Lines({**OURS, "lamp_roll": LineSeen("pigpio")}, PINS, is_ours=True), "fault", "lines-used"),
    (judge_lines, Lines(None, PINS), "none", "lines-unread"),
    (judge_buttons, Lines(FREE, PINS), "ok", "buttons-ok"),
    (judge_buttons, Lines({"roll": LineSeen(is_down=True)}, PINS), "fault", "buttons-stuck"),
    (judge_buttons, Lines(OURS, PINS, is_ours=True, stuck=""), "ok", "buttons-ok"),
    (judge_buttons, Lines(OURS, PINS, is_ours=True, stuck="draw"), "fault", "buttons-stuck"),
    (judge_buttons, Lines(None, PINS), "none", "buttons-unread"),
    (judge_tray, TrayReading("tidetable 1"), "ok", "tray-ok"),
    (judge_tray, TrayReading("tidetable 1", simulated=True), "ok", "tray-drawn"),
    (judge_tray, TrayReading(), "none", "tray-none"),
    (judge_tray, TrayReading(trouble=OLD), "fault", "tray-old"),
    (judge_tray, TrayReading(trouble=GONE), "fault", "tray-gone"),
    (judge_tray, TrayReading(trouble=ABSENT), "fault", "tray-absent"),
    (judge_tray, TrayReading(trouble=CLOSED), "fault", "tray-closed"),
    (judge_tray, TrayReading(trouble=FORBIDDEN), "fault", "tray-forbidden"),
    (judge_tray, TrayReading(trouble=FAILED), "fault", "tray-failed"),
    (judge_tray, TrayReading(trouble=FAILED, simulated=True), "fault", "tray-failed"),
    (judge_tray, TrayReading(trouble=SILENT), "fault", "tray-silent"),
    (judge_network, Network(None), "none", "network-here"),
    (judge_network, Network("fine", "192.0.2.7"), "ok", "network-ok"),
    *((judge_network, Network(word), "warning", f"network.{word}") for word in JUDGEMENTS),
    (judge_house, House("broker.home", is_running=True), "ok", "house-ok"),
    (judge_house, House("broker.home", is_running=False), "none", "house-idle"),
    (judge_house, House("", is_running=True), "none", "house-off"),
    (judge_house, House("", is_running=True, webhooks=2), "ok", "house-hooks"),
    (judge_house, House("", is_running=False, webhooks=2), "none", "house-hooks-idle"),
    (judge_house, House("broker.home", True, (broker_fault("silent", "broker.home"),)), "fault", "house-wrong"),
    (judge_kits, Kits(()), "ok", "kits-ok"),
    (judge_kits, Kits(("ludo.toml",)), "warning", "kits-left-out"),
    (judge_settings, Wrong(()), "ok", "settings-ok"),
    (judge_settings, Wrong((Message("page.close"),)), "fault", "settings-wrong"),
]


def test_each_trouble_that_a_tray_tells_is_judged_by_words_of_its_own() -> None:
    devices = tomllib.loads((ROOT / "companion/texts/en.toml").read_text("utf-8"))["device"]
    troubles = {f"device.dicetray.{word}" for word in devices["dicetray"]}
    assert set(TRAY_FAULTS) == troubles - {STARTING}, "an emulated tray is no trouble"
    assert len(set(TRAY_FAULTS.values())) == len(TRAY_FAULTS)


@pytest.mark.parametrize(
    ("judge", "reading", "level", "key"), JUDGED, ids=[f"{key}-{number}" for number, (*_, key) in enumerate(JUDGED)]
)
def test_a_reading_is_judged_and_what_is_wrong_has_a_remedy(judge: Any, reading: Any, level: str, key: str) -> None:
    finding = judge(reading)
    assert (finding.level, finding.reason.key) == (level, key if key.startswith("network.") else f"doctor.{key}")
    assert (finding.remedy is not None) == (level in ("warning", "fault"))
    for lang in TEXTS.languages:
        assert TEXTS.tell(lang, finding.reason)
        assert TEXTS.tell(lang, finding.remedy) != ""


def test_each_check_is_judged_healthy_and_sick_and_every_text_of_it_is_said() -> None:
    for check in CHECKS:
        levels = {level for judge, _, level, _ in JUDGED if judge is check.judge}
        assert "ok" in levels, check.key
        assert levels & {"warning", "fault"}, check.key
    findings = [judge(reading) for judge, reading, *_ in JUDGED]
    said = {each.key for finding in findings for each in (finding.reason, finding.remedy) if each}
    said = {key for key in said if not key.startswith("network.")}
    known = {key for key in TEXTS._entries["en"] if key.startswith("doctor.")}  # noqa: SLF001
    titles = {check.title.key for check in CHECKS} | {f"doctor.fix-{key}" for key in FIXABLE}
    titles |= {f"doctor.level-{level}" for level in LEVELS}
    assert said - known - {"page.close"} == set()
    program = "\n".join(path.read_text("utf-8") for path in _sources())
    assert {key for key in known - said - titles if key not in program} == set()


def _sources() -> list[Any]:
    found = [path for folder in ("companion", "web_ui") for path in (ROOT / folder).rglob("*")]
    return [path for path in found if path.suffix in (".py", ".html", ".js")]


def test_who_uses_a_line_and_which_button_is_down_is_told() -> None:
    used = judge_lines(Lines({"roll": LineSeen("pigpio"), "lamp_roll": LineSeen("?")}, PINS))
    told = TEXTS.tell("en", used.reason)
    users = [("roll", 17, "pigpio"), ("lamp_roll", 25, "?")]
    lines = [say("doctor.line-used", name=name, pin=pin, user=user) for name, pin, user in users]
    assert told == say("doctor.lines-used", lines=lines)
    down = judge_buttons(Lines({"roll": LineSeen(is_down=True), "ok": LineSeen(is_down=True)}, PINS))
    assert TEXTS.tell("fr", down.reason) == say("doctor.buttons-stuck", "fr", buttons="ROLL, OK")


def test_the_levels_are_told_the_worst_first() -> None:
    assert LEVELS == ("fault", "warning", "ok", "none")
