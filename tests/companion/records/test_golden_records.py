"""Golden records: whole games, won and lost in each way, that the rules must still play out as they once did."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace as with_fields

from companion.engine.game import Game
from companion.games.fireship.rules.board.components import BADGES, CARD_COUNTS, WHEEL, place_of
from companion.games.fireship.rules.card_facts import FireshipTurned
from companion.games.fireship.rules.declarations import Answered, FireshipCardPlayed, WheelStopped
from companion.games.fireship.rules.state import Sea
from companion.records.record import BadRecord, Record, read, replay
from tests.support.paths import RECORDS
from tests.support.referees import REFEREES

FILES = sorted(RECORDS.glob("*.tide"))
GAMES = {game.slug: game for game in REFEREES}


def opened(file: Path) -> tuple[Game, Record]:
    record = read(file.read_bytes().splitlines())
    return GAMES[record.header.game], record


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_record_is_played_out_to_its_own_end(file: Path) -> None:
    game, record = opened(file)
    table = replay(game, record)
    end = table.state.end()
    assert record.ending is not None
    assert end is not None
    assert end.key.rpartition(".")[2] == record.ending.end["reason"].rpartition(".")[2]
    assert end.values["rule"] == record.ending.end["values"]["rule"]
    assert len(table.steps) == len(record.lines)


def test_there_are_ten_of_forbidden_island_with_wins_and_each_way_of_losing() -> None:
    ends = Counter(
        record.ending.end["reason"].removeprefix("island.")
        for game, record in map(opened, FILES)
        if game.slug == "forbidden-island" and record.ending is not None
    )
    assert ends.total() == 10
    assert ends.keys() == {"won", "lost-treasure", "lost-landing", "lost-pawn", "lost-skull"}


def test_those_of_fireship_have_each_ending_each_card_badge_and_segment() -> None:
    ends: set[str] = set()
    cards: set[str] = set()
    badges: set[str] = set()
    segments: set[str] = set()
    for game, record in map(opened, FILES):
        if game.slug != "fireship" or record.ending is None:
            continue
        ends.add(record.ending.end["reason"].removeprefix("fireship."))
        for step in replay(game, record).steps:
            for fact in step.facts:
                if isinstance(fact, FireshipCardPlayed):
                    (badges if fact.badge else cards).add(fact.card)
                elif isinstance(fact, Answered | FireshipTurned):
                    cards.add(fact.card)
                elif isinstance(fact, WheelStopped):
                    segments.add(fact.segment)
    assert ends == {"won-islands", "won-last", "won-together", "won-time", "won-no-pawns"}
    assert (cards, badges, segments) == (set(CARD_COUNTS), set(BADGES), set(WHEEL))


def test_a_record_with_a_line_left_out_is_refused_with_its_rule() -> None:
    game, record = opened(next(file for file in FILES if "lost-the-landing" in file.stem))
    at = next(n for n, line in enumerate(record.lines) if line.do == "end-actions")
    lines = [*record.lines[:at], *record.lines[at + 1 :]]
    renumbered = tuple(type(line)(n=n, seat=line.seat, do=line.do) for n, line in enumerate(lines, 1))
    with pytest.raises(BadRecord) as caught:
        replay(game, Record(record.header, renumbered, record.ending))
    assert caught.value.rule == "FI-T2"


AT_SEA = [file for file in FILES if file.stem.startswith("fireship")]
FIRST, SECOND = "archipelago", "archipelago:2"


def on_board(record: Record, board: str | None) -> Record:
    """Return *record* as if it had been played on *board*; None leaves the option out."""
    options = {name: value for name, value in record.header.options.items() if name != "board"}
    more = {} if board is None else {"board": board}
    return with_fields(record, header=with_fields(record.header, options={**options, **more}))


def ends_on(game: Game, record: Record) -> tuple[Sea, tuple[int, int]]:
    """Return the sea at the end of *record*, and where the last island's green dot is."""
    state = replay(game, record).state
    assert isinstance(state, Sea)
    return state, place_of(state.rules.board.dots[-1])


@pytest.mark.rule("FS-B5")
@pytest.mark.parametrize("file", AT_SEA, ids=lambda file: file.stem)
def test_a_record_is_played_out_on_the_version_of_the_board_that_it_names(file: Path) -> None:
    game, record = opened(file)
    board = record.header.options["board"]
    state, dot = ends_on(game, record)
    assert (board, dot) == ((SECOND, (19, 21)) if "second-board" in file.stem else (FIRST, (21, 19)))
    if board == FIRST:
        assert ends_on(game, on_board(record, None)) == (state, dot)


@pytest.mark.rule("FS-B5")
@pytest.mark.parametrize(("stem", "other"), [("fireship-all-islands", SECOND), ("time-on-the-second-board", FIRST)])
def test_a_record_is_another_game_on_the_other_version_of_its_board(stem: str, other: str) -> None:
    game, record = opened(next(file for file in AT_SEA if stem in file.stem))
    with pytest.raises(BadRecord) as caught:
        replay(game, on_board(record, other))
    assert (caught.value.rule or "").startswith("FS-")
