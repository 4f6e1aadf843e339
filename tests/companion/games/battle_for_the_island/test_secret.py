"""Which blocks are live, nobody knows before they are turned over: no viewer, no phone, and the journal neither."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace as with_fields
from pathlib import Path
from typing import Any, Self

import pytest
from msgspec.structs import replace

from companion.engine.chance import Below
from companion.engine.command import Command, Refusal
from companion.engine.fact import Fact, Facts
from companion.engine.game import Game
from companion.engine.laws import laws
from companion.engine.state import Ask
from companion.engine.values.seats import ALL_SEEING
from companion.games.battle_for_the_island import course
from companion.games.battle_for_the_island.course import BattleInPlay
from companion.games.battle_for_the_island.rules import refusals
from companion.games.battle_for_the_island.rules.shots import Shoot
from companion.journal.journal import FILE
from tests.companion.games.battle_for_the_island.field import BATTLE, field
from tests.support.battles import BLOCKS, SHOT, may_shoot
from tests.support.drafts import Draft, keep
from tests.support.sources import seeded
from tests.support.tables import Table, scripted
from tests.support.waiting import eventually


# ---------------------------------------------------------------------- two worlds
class Fated(BattleInPlay, frozen=True, kw_only=True, gc=False):
    """A battle as it would be if it were settled from the start which blocks are live: *fate* are their squares."""

    fate: tuple[int, ...] = ()

    def seen_by(self, viewer: int) -> Self:
        return self if viewer == ALL_SEEING else replace(self, fate=())

    def resampled_for(self, viewer: int, below: Below) -> Self:
        left = self.blocks_left()
        return replace(self, fate=tuple(sorted(left.pop(below(len(left))) for _ in range(self.live))))


class Marked(Fated, frozen=True, kw_only=True, gc=False):
    """One whose live blocks everybody is shown."""

    def seen_by(self, viewer: int) -> Self:
        return self


class Nosy(Shoot, frozen=True):
    """A shot that is refused at a block which is safe."""

    def why_not(self, state: Any) -> Refusal | None:
        refused = super().why_not(state)
        is_safe = self.target in state.blocks and self.target not in state.fate
        return refusals.NO_TARGET if refused is None and is_safe else refused


class Boasted(Fact, frozen=True):
    """It was told whether a block is *live* that is only being turned over."""

    live: bool

    def apply(self, state: Any) -> Any:
        return state


class Boasting(Shoot, frozen=True):
    """A shot that tells more than it may."""

    def facts(self, state: Any) -> Facts:
        return (Boasted(self.target in state.fate), *super().facts(state))


def fated(kind: type[Fated] = Fated, shot: type[Command] = Shoot) -> tuple[Game, Fated]:
    """Return a game whose states are of *kind*, with its own *shot*, and a battle of it with two blocks to shoot at."""
    asked = {**course.IN_TURN, "move": (shot,)}

    class Asking(kind):  # type: ignore[misc, valid-type]
        def open_asks(self) -> Any:
            return (Ask(self.turn, asked[self.step]),) if self.turn >= 0 else ()

    plain = field("s@c3n s@e4n", "s@k9s", blocks="c5 e6", live=1, safe=1, die=2)
    state: Fated = Asking(**{name: getattr(plain, name) for name in plain.__struct_fields__}, fate=(plain.blocks[0],))
    kinds = tuple(shot if kind is Shoot else kind for kind in BATTLE.kinds)
    shows: Callable[[Any], dict[str, Any]] = lambda seen: {**BATTLE.picture(seen), "fate": list(seen.fate)}  # noqa: E731
    game = with_fields(BATTLE, kinds=kinds, known_facts=(*BATTLE.known_facts, Boasted), picture=shows)
    return game, state


def look(game: Game, state: Fated) -> int:
    """Compare worlds with other live blocks in the eyes of everybody; return how many commands both took alike."""
    shot = next(kind for kind in game.kinds if kind.verb == Shoot.verb)
    laws.refusals_need_no_secret(state, [shot(0, *each) for each in state.shots(0)])  # type: ignore[call-arg]
    return sum(
        laws.two_worlds_look_the_same(game, state, viewer, seeded(f"fate/{number}"))
        for viewer in laws.viewers_of(state)
        for number in range(8)
    )


def test_if_the_live_blocks_were_known_a_leak_would_be_seen_and_where_there_is_none_none_is() -> None:
    assert look(*fated()) > 0


@pytest.mark.parametrize(
    ("kind", "shot"),
    [(Marked, Shoot), (Fated, Nosy), (Fated, Boasting)],
    ids=["they are shown", "a refusal looks under a block", "a fact tells what lies under a block"],
)
def test_a_planted_leak_is_caught(kind: type[Fated], shot: type[Command]) -> None:
    world = fated(kind, shot)
    with pytest.raises(AssertionError) as caught:
        look(*world)
    assert caught.traceback[-1].path == Path(laws.__file__)


# ---------------------------------------------------------------------- the journal
def told(folder: Path) -> tuple[int, bool]:
    """Return how many lines the journal in *folder* has, and whether any byte of it calls a block live or safe."""
    data = folder / "data"
    raw = b"".join(path.read_bytes() for path in sorted(data.glob(f"{FILE}*")))
    with closing(sqlite3.connect(f"file:{data / FILE}?mode=ro", uri=True)) as journal:
        (lines,) = journal.execute("SELECT count(*) FROM line").fetchone()
        said = "\n".join(map(str, journal.iterdump())).encode()
    names = (b"all_live", b'"live_', b'"safe_')
    for name in names:
        raw, said = raw.replace(name, b""), said.replace(name, b"")
    return lines, any(word in data for data in (raw, said) for word in (b"live", b"safe"))


@pytest.mark.rule("BI-S3")
@pytest.mark.parametrize("answer", ["live", "safe"])
def test_the_journal_does_not_know_which_blocks_are_live_before_they_are_turned_over(
    tmp_path: Path, answer: str
) -> None:
    draft = Draft()
    may_shoot(draft)
    keep(tmp_path / "data", [draft.record])
    with Table(tmp_path, scripted((answer,), *[("safe",)] * 2), opening=None) as table:
        assert table.command("resume 1").status == 200
        lines, knows = told(tmp_path)
        assert (lines, knows) == (1 + len(BLOCKS) + 2 * 10 + 1, False)
        said = {"id": "shot", "seen": table.table["version"], "seat": 0, "do": SHOT}
        assert table.ask("POST", "/api/v1/commands", said).status == 200
        eventually(lambda: table.table["reveal"] is None)
        assert told(tmp_path)[1], "this reader would have found it"
