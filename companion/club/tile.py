"""One table of a club: its state, and the tile for it."""

from __future__ import annotations

from collections import deque
from typing import Literal

from msgspec import Struct, field

from companion.outside.messages import AnswerMessage, Call, GameNow, Mood, Order, Player, Status, TurnMessage
from companion.outside.messages import CounterMessage as Gauge

LAST_RESULTS = 8
"""Number of a table's results to keep."""
Place = Literal["free", "play", "over", "hidden"]
"""States of a table; ``hidden`` if only joined phones may watch.

Such a table publishes its status and nothing else.
"""
Need = Literal["call", "trouble", "lost", "quiet", "coming", ""]
"""Needs of a table for the keeper, the most urgent first.

``coming`` is a call that the keeper has answered.
"""


class OnTurn(Struct, frozen=True, omit_defaults=True):
    """The active player: name and colour of the seat, "" if unknown."""

    who: str
    look: str = ""


class Tile(Struct, frozen=True, omit_defaults=True):
    """One table on the club's page, with moments on the club's clock.

    Moments are in seconds, None without one. *began_s* and *ended_s* are those of its game. *acted_s* is that of the
    last action, *lost_s* that of its lost connection, *called_s* that of its call. *trouble* is the worst of its
    troubles.
    """

    id: str
    number: int
    name: str = ""
    place: Place = "free"
    need: Need = ""
    is_online: bool = False
    slug: str = ""
    game: str = ""
    people: tuple[str, ...] = ()
    turn: OnTurn | None = None
    end: str = ""
    mood: Mood = ""
    trouble: str = ""
    call: Call | None = None
    began_s: float | None = None
    ended_s: float | None = None
    acted_s: float | None = None
    lost_s: float | None = None
    called_s: float | None = None
    obeys: tuple[str, ...] = ()
    answers: tuple[AnswerMessage, ...] = ()
    """Outcomes of the keeper's last order of each kind."""


class LastResult(Struct, frozen=True):
    """A result of a table, and the moment of its message."""

    text: str
    at_s: float


class Details(Struct, frozen=True):
    """All details of one table; *results* start with the newest."""

    tile: Tile
    people: tuple[Player, ...]
    phase: str
    counters: tuple[Gauge, ...]
    trouble: tuple[str, ...]
    results: tuple[LastResult, ...]
    page: str


class LiveTable(Struct):
    """The state of one table, updated by each of its messages."""

    id: str
    number: int
    status: Status = Status(online=False)
    game: GameNow | None = None
    number_of_game: int | None = None
    """Number of the results' game."""
    turn: TurnMessage | None = None
    results: deque[tuple[str, LastResult]] = field(default_factory=lambda: deque(maxlen=LAST_RESULTS))
    is_silent: bool = False
    is_quiet: bool = False
    began_s: float | None = None
    ended_s: float | None = None
    acted_s: float | None = None
    heard_s: float = 0.0
    lost_s: float | None = None
    called_s: float | None = None
    answers: dict[Order, AnswerMessage] = field(default_factory=dict)
    edition: int = 0
    tile: Tile | None = None
    """The tile as last shown, None after a change."""

    @property
    def is_online(self) -> bool:
        return self.status.online and not self.is_silent

    @property
    def is_over(self) -> bool:
        return self.game is not None and bool(self.game.end)

    @property
    def is_played_at(self) -> bool:
        return self.game is not None and not self.game.end


def tile_of(table: LiveTable) -> Tile:
    """Return the tile that shows *table* now."""
    game, status = table.game, table.status
    place: Place = "free"
    if not status.watching:
        place = "hidden"
    elif game is not None:
        place = "over" if game.end else "play"
    shown = game if place in ("play", "over") else None
    return Tile(
        id=table.id,
        number=table.number,
        name=status.name,
        place=place,
        need=_need_of(table),
        is_online=table.is_online,
        slug=shown.slug if shown else "",
        game=shown.name if shown else "",
        people=tuple(player.name for player in shown.people) if shown else (),
        turn=_on_turn(shown, table.turn) if shown else None,
        end=shown.end if shown else "",
        mood=shown.mood if shown else "",
        trouble=status.trouble[0] if status.trouble else "",
        call=status.call,
        began_s=table.began_s,
        ended_s=table.ended_s,
        acted_s=table.acted_s,
        lost_s=None if table.is_online else table.lost_s,
        called_s=table.called_s,
        obeys=status.obeys,
        answers=tuple(table.answers.values()),
    )


def _need_of(table: LiveTable) -> Need:
    call = table.status.call
    if not table.is_online:
        return "lost" if table.is_played_at else ""
    if call is not None and not call.is_heard:
        return "call"
    if table.status.trouble:
        return "trouble"
    if table.is_quiet:
        return "quiet"
    return "coming" if call is not None else ""


def _on_turn(game: GameNow, turn: TurnMessage | None) -> OnTurn | None:
    if turn is None or turn.game != game.number or not turn.who or game.end:
        return None
    looks = {player.seat: player.look for player in game.people}
    return OnTurn(turn.who, looks.get(turn.seat, "") if turn.seat is not None else "")
