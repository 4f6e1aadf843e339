from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from companion.club.tables import OVER_S, QUIET_S, SILENT_S, Tables
from companion.club.tile import OnTurn, Tile
from companion.outside.messages import (
    AnswerMessage,
    BadMessage,
    Call,
    Finished,
    GameNow,
    People,
    Player,
    RecordMessage,
    ResultMessage,
    Status,
    TurnMessage,
    encode,
)
from companion.outside.mqtt import topics

TABLE_ID, OTHER_ID = "00000000000a", "00000000000b"
ANN, BEN = Player(0, "Ann", "black"), Player(1, "Ben", "green")
ISLAND = GameNow(3, "forbidden-island", "referee", "Forbidden Island", (ANN, BEN), minutes=38)
FINGERPRINT = "0" * 64


class Told:
    """Tables, and what one of them tells, by its moments."""

    def __init__(self, room: int = 100) -> None:
        self.numbers: dict[str, int] = {}
        self._room = room
        self.names: list[tuple[str, str]] = []
        self.tables = Tables(self._number_of, lambda table, name: self.names.append((table, name)))

    def _number_of(self, table: str) -> int | None:
        if table not in self.numbers and len(self.numbers) == self._room:
            return None
        return self.numbers.setdefault(table, len(self.numbers) + 1)

    def tell(self, name: topics.Told, message: object, now_s: float = 0.0, table: str = TABLE_ID) -> Tile:
        payload = b"" if message is None else encode(message)  # type: ignore[arg-type]
        self.tables.hear(topics.told(table, name), payload, now_s)
        return self.tile(table)

    def tile(self, table: str = TABLE_ID) -> Tile:
        details = self.tables.details(table)
        assert details is not None
        return details.tile

    def look(self, now_s: float) -> Tile:
        self.tables.look(now_s)
        return self.tile()


@pytest.fixture
def told() -> Told:
    """A table at which Ann is on turn since the moment 100."""
    told = Told()
    told.tell("status", Status(True, "Window", page="http://10.0.0.7/"), 100.0)
    told.tell("game", ISLAND, 100.0)
    told.tell("turn", TurnMessage(3, 0, "Ann"), 100.0)
    return told


def test_a_tile_says_who_plays_what_for_how_long_and_whose_turn_it_is(told: Told) -> None:
    tile = told.tile()
    assert (tile.number, tile.name, tile.place, tile.is_online, tile.need) == (1, "Window", "play", True, "")
    assert (tile.slug, tile.game, tile.people) == ("forbidden-island", "Forbidden Island", ("Ann", "Ben"))
    assert tile.turn == OnTurn("Ann", "black")
    assert tile.began_s == 100.0 - 38 * 60


def test_numbers_are_given_in_the_order_in_which_tables_appear(told: Told) -> None:
    told.tell("status", Status(True), 0.0, OTHER_ID)
    told.tell("status", Status(False), 0.0)
    assert (told.tile(TABLE_ID).number, told.tile(OTHER_ID).number) == (1, 2)


def test_a_table_that_was_in_the_club_before_keeps_its_place_and_is_out_of_touch() -> None:
    told = Told()
    told.tables.expect(TABLE_ID, "Window")
    assert (told.tile().is_online, told.tile().place, told.tile().need) == (False, "free", "")
    assert told.tile().name == "Window"


def test_a_tables_name_is_told_once_whenever_it_is_another_one() -> None:
    told = Told()
    told.tables.expect(TABLE_ID, "Window")
    for name in ("Window", "", "Door", "Door"):
        told.tell("status", Status(True, name))
    told.tell("status", Status(True, "Oak"), table=OTHER_ID)
    assert told.names == [(TABLE_ID, "Door"), (OTHER_ID, "Oak")]


def test_a_last_will_takes_a_table_out_of_touch_since_then_and_its_next_status_brings_it_back(told: Told) -> None:
    tile = told.tell("status", Status(False, "Window"), 160.0)
    assert (tile.is_online, tile.need, tile.lost_s, tile.game) == (False, "lost", 160.0, "Forbidden Island")
    tile = told.tell("status", Status(True, "Window"), 200.0)
    assert (tile.is_online, tile.need, tile.lost_s) == (True, "", None)


def test_a_table_that_plays_nothing_may_be_switched_off_and_nobody_has_to_look(told: Told) -> None:
    told.tell("game", None, 150.0)
    assert told.tell("status", Status(False, "Window"), 160.0).need == ""


def test_silence_takes_a_table_out_of_touch_since_its_last_word_and_any_word_brings_it_back(told: Told) -> None:
    assert told.look(100.0 + SILENT_S - 1).is_online
    tile = told.look(100.0 + SILENT_S)
    assert (tile.is_online, tile.need, tile.lost_s) == (False, "lost", 100.0)
    assert told.tell("status", Status(True, "Window", page="http://10.0.0.7/"), 400.0).is_online
    assert told.look(400.0 + SILENT_S - 1).is_online


def test_a_club_that_was_deaf_itself_calls_nobody_silent_or_quiet(told: Told) -> None:
    told.tables.back_in_touch(1000.0)
    assert told.look(1000.0 + SILENT_S - 1).is_online
    assert told.tile().acted_s == 1000.0


@pytest.mark.parametrize(
    "deed",
    [
        lambda told, at_s: told.tell("result", ResultMessage("r1", 3, "rolled", text="Ann rolls 4."), at_s),
        lambda told, at_s: told.tell("turn", TurnMessage(3, 1, "Ben"), at_s),
        lambda told, at_s: told.tell("game", replace(ISLAND, phase="Draw"), at_s),
    ],
    ids=["result", "turn", "phase"],
)
def test_a_table_is_quiet_after_nine_minutes_without_a_deed(told: Told, deed: Callable[[Told, float], Tile]) -> None:
    _keep_in_touch(told, 100.0 + QUIET_S)
    assert told.look(100.0 + QUIET_S - 1).need == ""
    assert told.look(100.0 + QUIET_S).need == "quiet"
    tile = deed(told, 700.0)
    assert (tile.need, tile.acted_s) == ("", 700.0)


def test_neither_a_phone_nor_the_minutes_are_a_deed(told: Told) -> None:
    told.tell("people", People(3, (ANN, Player(1, "Ben", "green", "asleep"))), 500.0)
    told.tell("game", replace(ISLAND, minutes=44), 500.0)
    _keep_in_touch(told, 100.0 + QUIET_S)
    assert told.look(100.0 + QUIET_S).need == "quiet"


def test_a_call_comes_before_all_else_and_one_that_is_heard_after_all_else(told: Told) -> None:
    called = told.tell("status", Status(True, trouble=("The screen is dark.",), call=Call("c1", "Ann")), 130.0)
    assert (called.need, called.called_s, called.trouble) == ("call", 130.0, "The screen is dark.")
    heard = told.tell("status", Status(True, trouble=("The screen is dark.",), call=Call("c1", "Ann", "", True)), 140.0)
    assert (heard.need, heard.called_s) == ("trouble", 130.0)
    assert told.tell("status", Status(True, call=Call("c1", "Ann", "", True)), 150.0).need == "coming"
    assert told.tell("status", Status(True), 160.0).called_s is None


def test_a_table_that_none_may_watch_shows_how_it_is_and_nothing_of_its_game(told: Told) -> None:
    tile = told.tell("status", Status(True, "Window", trouble=("Dark.",), watching=False), 130.0)
    assert (tile.place, tile.need, tile.game, tile.people, tile.turn) == ("hidden", "trouble", "", (), None)


def test_an_end_is_shown_for_ten_minutes_in_whichever_order_it_is_told(told: Told) -> None:
    told.tell("result", ResultMessage("r1", 3, "won", text="Won."), 150.0)
    told.tell("game", None, 160.0)
    end = replace(ISLAND, end="Won.", mood="good", minutes=39)
    tile = told.tell("game", end, 160.0)
    assert (tile.place, tile.mood, tile.turn, tile.ended_s) == ("over", "good", None, 160.0)
    details = told.tables.details(TABLE_ID)
    assert details is not None
    assert [each.text for each in details.results] == ["Won."]
    told.tell("game", None, 161.0)
    _keep_in_touch(told, 160.0 + OVER_S)
    assert told.look(160.0 + OVER_S - 1).place == "over"
    assert told.look(160.0 + OVER_S).place == "free"


def test_a_finished_game_that_arrives_hours_late_changes_no_other_game(told: Told) -> None:
    late = Finished("a-2-1", 2, "fireship", "referee", "Fireship", ("Ann",), "Lost.", "bad", FINGERPRINT)
    assert told.tell("finished", late, 130.0).place == "play"
    now = Finished("a-3-1", 3, "forbidden-island", "referee", "Forbidden Island", ("Ann",), "Lost.", "bad", FINGERPRINT)
    assert (told.tell("finished", now, 140.0).place, told.tile().end) == ("over", "Lost.")


def test_the_last_eight_results_of_a_game_are_kept_each_once_and_go_with_it(told: Told) -> None:
    for number in [*range(10), 9]:
        told.tell("result", ResultMessage(f"r{number}", 3, "rolled", text=f"{number}"), 200.0 + number)
    details = told.tables.details(TABLE_ID)
    assert details is not None
    assert [each.text for each in details.results] == ["9", "8", "7", "6", "5", "4", "3", "2"]
    told.tell("game", GameNow(4, "fireship", "kit", "Fireship"), 300.0)
    details = told.tables.details(TABLE_ID)
    assert details is not None
    assert details.results == ()


def test_what_has_changed_is_told_once_and_what_hasnt_isnt(told: Told) -> None:
    edition = told.tables.edition
    told.tell("status", Status(True), 110.0, OTHER_ID)
    told.tell("status", Status(True), 120.0, OTHER_ID)  # the same once more, as a sign of life
    assert [tile.id for tile, _ in told.tables.changed_since(edition)] == [OTHER_ID]
    assert list(told.tables.changed_since(told.tables.edition)) == []


def test_an_update_takes_as_many_steps_among_a_thousand_tables_as_among_ten() -> None:
    steps = []
    for count in (10, 1000):
        told = Told(room=count)
        for number in range(count):
            told.tell("status", Status(True), 0.0, f"{number:012x}")
            told.tell("game", ISLAND, 0.0, f"{number:012x}")
        edition = told.tables.edition

        def update(told: Told = told, edition: int = edition) -> None:
            told.tables.hear(topics.told(f"{7:012x}", "status"), encode(Status(True, "New")), 1.0)
            told.tables.look(1.0)
            assert [tile.name for tile, _ in told.tables.changed_since(edition)] == ["New"]

        steps.append(lines_run(update))
    assert steps[0] == steps[1] > 0


def lines_run(act: Callable[[], None]) -> int:
    """Return how many lines of Python *act* runs."""
    count = 0

    def step(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        act()
    finally:
        sys.settrace(before)
    return count


def test_one_table_more_than_there_is_room_for_is_left_and_counted() -> None:
    told = Told(room=1)
    told.tell("status", Status(True))
    with pytest.raises(BadMessage, match="one table more"):
        told.tell("status", Status(True), 0.0, OTHER_ID)
    assert (len(told.tables), dict(told.tables.refused)) == (1, {"room": 1})


@pytest.mark.parametrize(
    "topic",
    [
        "",
        "tidetable",
        "tidetable/x/status",
        f"tidetable/{TABLE_ID}/do/press",
        f"tidetable/{TABLE_ID}/odd",
        f"other/{TABLE_ID}/status",
    ],
)
def test_a_topic_that_is_none_of_a_tables_is_left_and_counted(topic: str) -> None:
    told = Told()
    with pytest.raises(BadMessage):
        told.tables.hear(topic, encode(Status(True)), 0.0)
    assert (len(told.tables), dict(told.tables.refused)) == (0, {"topic": 1})


def test_what_is_cleared_of_a_table_never_heard_of_makes_none() -> None:
    told = Told()
    told.tables.hear(topics.told(TABLE_ID, "game"), b"", 0.0)
    assert len(told.tables) == 0


def test_ten_thousand_mutated_messages_leave_the_tables_whole(told: Told) -> None:
    """Each is refused or taken; whatever they were, the table tells its next status, and is understood."""
    random, refused = Random(23), 0
    samples: list[tuple[topics.Told, bytes]] = [
        ("status", encode(Status(True, "Window", trouble=("Dark.",), call=Call("c", "Ann")))),
        ("game", encode(ISLAND)),
        ("turn", encode(TurnMessage(3, 0, "Ann"))),
        ("people", encode(People(3, (ANN, BEN)))),
        ("result", encode(ResultMessage("r", 3, "rolled", 0, "Ann", (3, 4), ("fig",), "Ann rolls 3.", "now"))),
        ("finished", encode(Finished("f", 3, "f", "kit", "F", ("Ann",), "Over.", "", FINGERPRINT))),
        ("record", encode(RecordMessage("f", 3, "{}"))),
    ]
    for number in range(10_000):
        name, payload = random.choice(samples)
        try:
            topic = topics.told(random.choice((TABLE_ID, OTHER_ID)), name)
            told.tables.hear(topic, mutated(payload, random), float(number))
        except BadMessage:
            refused += 1
        if number % 100 == 0:
            told.tables.look(float(number))
    assert refused == told.tables.refused["message"] > 5000
    assert len(told.tables) == 2
    assert told.tell("status", Status(True, "Whole"), 10_000.0).name == "Whole"


def mutated(payload: bytes, random: Random) -> bytes:
    """Return *payload* with something wrong with it, as a rule."""
    at, until = sorted(random.randrange(len(payload) + 1) for _ in range(2))
    return random.choice(
        (
            payload[:at] + random.randbytes(random.randrange(4)) + payload[until:],
            payload[:at],
            payload[:at] + bytes([random.randrange(256)]) + payload[at + 1 :],
            payload.replace(b":", b":[" * 2000, 1),
            payload.replace(b"3", random.choice((b"-1", b"1e999", b"9" * 400, b"null", b"[]", b'"3"')), 1),
            payload.replace(b'"Ann"', b'"%s"' % (b"A" * random.choice((81, 70_000))), 1),
            payload + payload,
        )
    )


def _keep_in_touch(told: Told, until_s: float) -> None:
    """Have the table give signs of life that change nothing."""
    told.tell("status", Status(True, "Window", page="http://10.0.0.7/"), until_s)


def test_a_tile_tells_what_became_of_the_last_order_of_each_kind(told: Told) -> None:
    for came in ("asked", "taken"):
        told.tell("answer", AnswerMessage("k-1", "kit", came))
    edition = told.tables.edition
    told.tell("answer", AnswerMessage("k-1", "kit", "taken"))
    assert told.tables.edition == edition
    tile = told.tell("answer", AnswerMessage("m-1", "message", "refused"))
    assert tile.answers == (AnswerMessage("k-1", "kit", "taken"), AnswerMessage("m-1", "message", "refused"))
