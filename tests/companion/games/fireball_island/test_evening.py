"""Whole evenings of Fireball Island: by fingers, by three phones, with the real marble; a power cut, and an undo."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.engine.chance import ChanceAnswer
from companion.engine.command import Command
from companion.engine.notation import spell
from companion.engine.values.seats import CHANCE, TABLE, seat_word
from companion.engine.windows import Pass
from companion.games.fireball_island.own_boards import with_boards
from companion.games.fireball_island.rules.commands import (
    AimFireball,
    FireballMove,
    FireballPlayCard,
    FireballRoll,
    ReportHits,
    SendFireball,
)
from companion.session.game.reveal import TIMES_S
from firmware_host.firmware import servo, wiring
from hardware.cues import HandCue, VerdictCue
from tests.companion.games.fireball_island import islet
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND
from tests.support.tables import Process, Table, running
from tests.support.waiting import eventually
from tests.support.wording import say
from tests.web_ui.api.test_join_table import Phone, sit_down
from tests.whole.referee_evenings import Hands, Script, lines_of_phone, patiently, written

ISLET, _ = with_boards(FIREBALL_ISLAND, {islet.SLUG: tomllib.loads(islet.FILE)})
OPTIONS: dict[str, Any] = {"board": islet.SLUG, "answer_s": 0}
NOT_YOURS, WAITS = 403, 422
TURNS = ISLET.start(ISLET.setup(("1", "2"), OPTIONS)).rules.board.turns  # type: ignore[attr-defined]
IDS = count()
"""Another for each command: a window's passes change no version."""
MAX_SEEDS, MAX_COMMANDS = 400, 60


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    """Nobody has to watch what tumbles; what it ends on comes just the same."""
    with patch.dict(TIMES_S, dict.fromkeys(TIMES_S, (0.0, 0.1))):
        yield


def chosen(fits: Callable[[Script], bool], people: int = 2, **options: Any) -> Script:
    """Return the first short game on the islet that *fits*."""
    games = (
        written(ISLET, str(seed), "racer", {**OPTIONS, **options}, people=people, instead=report)
        for seed in range(MAX_SEEDS)
    )
    return next(each for each in games if len(each.done) < MAX_COMMANDS and fits(each))


def report(plays: Sequence[Command]) -> Command | None:
    """Have the marble hit somebody, where that is asked."""
    return next((play for play in plays if isinstance(play, ReportHits) and spell(play) != "hit nobody"), None)


def on_islet(folder: Path, script: Script, **how: Any) -> Table:
    """Return a table whose family has the islet."""
    kits = folder / "data" / "kits"
    kits.mkdir(parents=True)
    (kits / f"{islet.SLUG}.island").write_text(islet.FILE, encoding="utf-8")
    return Table(folder, script.dealers(), opening=None, **how)


def begin(table: Table, **options: Any) -> None:
    words = " ".join(f"{name}={word}" for name, word in {**OPTIONS, **options}.items())
    assert table.command(f"new fireball-island referee {words}").status == 200
    table.settle()


@pytest.mark.long
def test_a_whole_game_by_buttons_and_knob_alone_with_a_look_at_the_hand(tmp_path: Path) -> None:
    script = chosen(lambda each: each.kinds >= {FireballMove, FireballPlayCard, SendFireball})
    with on_islet(tmp_path, script) as table:
        hands = Hands(table, "en")

        def said(key: str) -> str:
            return hands.say(f"fireball-island.{key}")

        def field(key: str, word: str) -> str:
            return hands.say("menu.field", field=said(key), word=word)

        name, mode = said("words.name"), hands.say("menu.mode-referee")
        board, seconds = field("board", said("words.photograph")), field("answer-s", "15")
        hands.walk(name, mode, board, islet.NAME, seconds, "0", hands.say("menu.start"))
        eventually(lambda: table.table["mode"] == "referee")
        table.settle()
        peeked = False
        for command in script.done:
            hands.does(command)
            peeked = peeked or peeks(hands)
        assert peeked
        winner = hands.say("seat.number", number=table.table["state"]["end"]["winners"][0] + 1)
        hands.sees(VerdictCue(won=True, title=winner, detail=said("stage-won")))
        lines = [json.loads(line) for line in table.get("/api/v1/records/1").body.splitlines()]
        assert [line["do"] for line in lines if line.get("by") == "button"] == [spell(each) for each in script.done]


def peeks(hands: Hands) -> bool:
    """Hold the knob if but one hand has cards, and look at the first card; return whether that was so."""
    state: Any = hands.table.daemon.session.published.open.state
    holders = [seat for seat, hand in enumerate(state.hands) if hand]
    if len(holders) != 1 or state.ending is not None:
        return False
    cards = tuple(hands.say(f"fireball-island.words.{card}") for card in state.hands[holders[0]])
    hands.down("push")
    hands.sees(HandCue(title=hands.say("seat.number", number=holders[0] + 1), cards=cards, at=0, private=True))
    hands.up("push")
    eventually(hands.rests)
    return True


# ---------------------------------------------------------------------- phones
def say_all(table: Table, phones: list[Phone], commands: list[Command]) -> None:
    """Have *commands* said, each by its seat's phone, those of the table at the table."""
    for command in commands:
        line, seat = spell(command), command.seat
        if seat == TABLE:
            assert table.command(line).status == 200
        else:
            assert patiently(phones[seat], seat, line, f"said-{next(IDS)}") == 200
        table.settle()


def test_a_whole_game_by_three_phones_with_cards_answered_out_of_turn(tmp_path: Path) -> None:
    script = chosen(lambda each: FireballPlayCard in each.out_of_turn, people=3)
    with on_islet(tmp_path, script) as table:
        begin(table, seats=3)
        phones = [sit_down(table, seat, name=name) for seat, name in enumerate(("Ann", "Ben", "Cleo"))]
        for command in script.done:
            line, seat = spell(command), command.seat
            if not isinstance(command, Pass):
                others = [phones[other] for other in range(3) if other != seat]
                assert (line, seat) in lines_of_phone(phones[seat])
                assert {do for other in others for do, whose in lines_of_phone(other) if whose == seat} == set()
                assert patiently(others[0], seat, line, f"not-mine-{next(IDS)}") == NOT_YOURS
            say_all(table, phones, [command])
        told = phones[0].ask("GET", "table")[1]
        winner = ("Ann", "Ben", "Cleo")[told["state"]["end"]["winners"][0]]
        assert (told["state"]["end"]["text"], told["plays"]) == (say("fireball-island.won", name=winner), [])
        table.glass_shows(VerdictCue(won=True, title=winner, detail=say("fireball-island.stage-won")))


def test_a_card_and_the_roll_before_it_are_taken_back_once_another_agrees(tmp_path: Path) -> None:
    script = chosen(lambda each: FireballPlayCard in each.out_of_turn, people=3)
    card = next(at for at, command in enumerate(script.done) if isinstance(command, FireballPlayCard))
    roll = max(at for at, command in enumerate(script.done[:card]) if isinstance(command, FireballRoll))
    with on_islet(tmp_path, script) as table:
        begin(table, seats=3)
        phones = [sit_down(table, seat, name=name) for seat, name in enumerate(("Ann", "Ben", "Cleo"))]

        def seen() -> list[Any]:
            states = [phone.ask("GET", "table")[1]["state"] for phone in phones]
            return [{**state, "time": None} for state in states]  # which goes on

        say_all(table, phones, list(script.done[:roll]))
        before = seen()
        say_all(table, phones, list(script.done[roll : card + 1]))
        after = seen()
        number = max(line.version for line in table.daemon.session.published.open.log if line.entry.do == "roll")
        mine = script.done[card].seat
        assert patiently(phones[mine], mine, f"undo {number}", "asked") == WAITS
        assert seen() == after, "one alone takes no roll back"
        other = (mine + 1) % 3
        assert patiently(phones[other], other, "consent", "agreed") == 200
        assert seen() == before


# ---------------------------------------------------------------------- the real marble, and real dice
@pytest.mark.long
def test_with_the_real_marble_the_idol_turns_and_spits_and_what_was_hit_is_reported(tmp_path: Path) -> None:
    def spits(script: Script) -> bool:
        aims = [each.route for each in script.done if isinstance(each, AimFireball)]
        return ReportHits in script.kinds and not {*aims}.isdisjoint(TURNS)

    script = chosen(spits, fireballs="table", chance="typed")
    answers, struck, last = iter(script.answers), 0, ""
    with on_islet(tmp_path, script, tray="emulated") as table:
        begin(table, fireballs="table", chance="typed")
        emulator = table.daemon.devices.tray.emulator
        assert emulator is not None
        board, out = emulator.board, (wiring.IDOL_PUSHES, servo.duty(servo.PUSHED_DEG))
        eventually(lambda: any(each["name"] == "dicetray" and each["working"] for each in table.table["devices"]))
        type_in(table, answers)
        for command in script.done:
            if isinstance(command, ReportHits) and last in TURNS:
                struck += 1
                eventually(lambda struck=struck: board.given[out] == struck)  # type: ignore[misc]
                seen = table.get("/api/v1/tray").json["leds"]["idol"]
                assert (seen["turned"], seen["struck"]) == (TURNS[last], struck)
            say_at_table(table, spell(command), command.seat)
            if isinstance(command, AimFireball) and (last := command.route) in TURNS:
                turned = servo.duty(TURNS[last])
                eventually(lambda turned=turned: board.pulsed.get(wiring.IDOL_TURNS) == turned)  # type: ignore[misc]
            type_in(table, answers)
        assert struck > 0
        assert "has brought the jewel to the Dock" in table.table["state"]["end"]["text"]


def say_at_table(table: Table, line: str, seat: int) -> None:
    said = {
        "id": f"said-{next(IDS)}",
        "seen": table.table["version"],
        "seat": seat_word(seat),
        "do": line,
    }
    assert table.ask("POST", "/api/v1/commands", said).status == 200, line
    table.settle()


def type_in(table: Table, answers: Iterator[Any]) -> None:
    """Type in what the real dice and cards show, as long as they are asked for."""
    session = table.daemon.session
    while (state := session.published.open.state) is not None and (request := state.due()) is not None:
        say_at_table(table, spell(ChanceAnswer(CHANCE, request.verb, next(answers))), CHANCE)


# ---------------------------------------------------------------------- the plug
SAME = ("state", "plays")
MAX_ROLLS = 20


def what_stays(table: Process) -> dict[str, Any]:
    """Return what a pulled plug changes nothing of: all but the time that goes on."""
    told = table.table
    state = {name: value for name, value in told["state"].items() if name != "time"}
    return {**{key: told[key] for key in SAME}, "state": state}


@pytest.mark.long
def test_after_the_plug_was_pulled_in_an_open_window_it_is_open_and_the_board_is_read_back(tmp_path: Path) -> None:
    with running(tmp_path, hurried=True) as table:
        said = {"id": "new", "seen": table.table["version"], "seat": "table"}
        new = "new fireball-island referee answer_s=0"
        assert table.ask("POST", "/api/v1/commands", {**said, "do": new}).status == 200
        for _ in range(MAX_ROLLS):
            eventually(lambda: table.table["reveal"] is None and table.table["asks"])
            (seat, *_), verbs = zip(*((ask["seat"], ask["verbs"]) for ask in table.table["asks"]), strict=True)
            if ["roll"] not in verbs:
                break
            order(table, "roll", seat)
        order(table, "correct piece-1=wt8 jewel=owner-2", "table")
        order(table, "pass", 0)
        before = what_stays(table)
        table.kill()
    with running(tmp_path, "--port", "0") as table:
        assert what_stays(table) == before
        assert table.table["compare"] == ["Player 1: Witchlord Trail 8.", "The jewel: Player 2."]
        order(table, "pass", 1)
        eventually(lambda: table.table["state"] != before["state"])


def order(table: Any, line: str, seat: int | str) -> None:
    said = {"id": f"said-{next(IDS)}", "seen": table.table["version"], "seat": seat, "do": line}
    assert table.ask("POST", "/api/v1/commands", said).status == 200, line
