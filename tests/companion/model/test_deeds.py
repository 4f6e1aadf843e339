"""Who is named in the log: a person at what a person did, nobody at what the game did."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.engine.game import Game
from companion.model.entry import Entry, LogEntry
from tests.support.referees import REFEREES, TEXTS, golden_steps

NAMES = ("Zoe", "Yuri", "Xena", "Wanda")
TOLD = (*NAMES, "The table", "La table")
NOBODYS = {
    "forbidden-island": {
        "Laid", "FirstFloods", "WaterRose", "DeckRemade", "FloodStepBegan", "Flooded", "Sank", "PileRemade",
        "Stranded", "ForbiddenWindowClosed", "ForbiddenEnded",
    },
    "fireship": {
        "SeaSet", "FireshipReshuffled", "Doubled", "WheelStopped", "Destroyed", "FireshipDieFell", "Strengthened",
        "FireshipCancelled", "CalledOff", "NoEffect", "WhirlPlaced", "TimeOver", "FireshipEnded", "DieOwed",
    },
    "battle-for-the-island": {"BlockTurned", "Blasted", "ShootingOver", "TurnBegan"},
    "fireball-island": {
        "AheadLapsed", "BackLapsed", "FireballReshuffled", "FireballStopped", "FireballRolled", "FireballCancelled",
        "DoubleWaits", "TurnOwed", "Doubled", "HitsReported",
    },
}  # fmt: skip
"""What no person did, by the names of the facts."""


def told(game: Game) -> Iterator[tuple[str, str, str, bool]]:
    """Give the kind of each fact of golden games that is told, its sentence in both languages, and if it is signed."""
    for line, table in golden_steps(game):
        facts = next(table.latest()).facts
        entry = LogEntry(Entry(n=table.last_n), table.last_n, line.speaker, table.state, facts)
        state = table.state.named(NAMES)
        kinds = [type(fact).__name__ for fact in facts if fact.said(state) is not None]
        for kind, sentence in zip(kinds, entry.sentences(NAMES, {}), strict=False):
            english, french = (TEXTS.tell(lang, sentence.said) for lang in ("en", "fr"))
            yield kind, str(english), str(french), sentence.signed


@pytest.mark.parametrize("game", REFEREES, ids=lambda game: game.slug)
def test_a_deed_is_told_of_whoever_did_it_and_nobody_is_blamed_for_what_the_game_did(game: Game) -> None:
    seen: dict[str, tuple[str, str]] = {}
    for kind, english, french, signed in told(game):
        assert not signed, f"{kind}: its sentence has room for a name"
        seen.setdefault(kind, (english, french))
    nobodys = NOBODYS[game.slug]
    named = {kind: tuple(any(each in said for each in TOLD) for said in both) for kind, both in seen.items()}
    assert {kind: seen[kind] for kind in nobodys & named.keys() if any(named[kind])} == {}, "nobody is blamed"
    assert {kind: seen[kind] for kind in named.keys() - nobodys if not all(named[kind])} == {}, "who did it is named"
