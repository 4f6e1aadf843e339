"""A table's messages, made of its published states for a watcher.

Law: messages are made like the pages: from a watcher's state, with its sentences and picture. People have names in them
only if the owner has allowed it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from companion.engine.game import Game, Say
from companion.engine.values.message import Message
from companion.engine.values.picture import COLOURS
from companion.engine.values.seats import WATCHER
from companion.model.play_clock import minutes_of
from companion.model.roster import Presence
from companion.model.snapshot import LOG_KEPT, Snapshot
from companion.outside.messages import Call, CounterMessage, GameNow, People, Player, ResultMessage, Status, TurnMessage
from companion.outside.results import KIND_OF_KEY, MAX_TEXT, MAX_WORD, Names, results_of

log = logging.getLogger(__name__)
SEATS = 64


class About(NamedTuple):
    """A table's own information: its *name*, its *page*, its permissions.

    *page* is its address in the home network. *obeys* names the permitted orders.
    """

    name: str
    page: str = ""
    watching: bool = True
    obeys: tuple[str, ...] = ()


def status_of(published: Snapshot, about: About, say: Say, call: Call | None = None) -> Status:
    """Return the status of the table *about*, with the pending *call*."""
    trouble = () if published.trouble is None else (published.trouble,)
    sentences = (*trouble, *(fault.text for fault in published.faults))
    return Status(
        online=True,
        name=about.name[:MAX_WORD],
        lang=published.lang,
        program=published.program,
        page=about.page,
        trouble=tuple(say(each)[:MAX_TEXT] for each in sentences[:40]),
        watching=about.watching,
        obeys=about.obeys,
        call=call,
    )


class WatcherView:
    """A *published* state as a watcher sees it.

    People are called by their names if *by_name*.
    """

    def __init__(self, published: Snapshot, say: Say, *, by_name: bool) -> None:
        self.published, self._say = published, say
        self.names: Names = published.open.names if by_name else nameless(len(published.open.people))
        self.game: Game | None = None
        if published.open.game is not None and published.open.state is not None:
            self.game = published.open.game
            self.state = published.open.state_for(WATCHER).named(self.names)
            self._picture = published.open.game.shown(self.state, published.open.tally)

    def call(self, by_seat: bool) -> Call | None:
        """Return the pending call for the keeper.

        *by_seat* names the caller, if a seat did.
        """
        call = self.published.call
        if call is None:
            return None
        is_named = by_seat and 0 <= call.seat < len(self.names)
        who = self._say(self.names[call.seat])[:MAX_WORD] if is_named else ""
        return Call(call.id, who, call.since, call.is_heard)

    def game_now(self, presences: Sequence[Presence]) -> GameNow | None:
        """Return the game on the table, None without one."""
        game, published = self.game, self.published
        if game is None:
            return None
        end = self.state.end()
        return GameNow(
            number=published.open.number,
            slug=game.slug,
            mode=game.mode,
            name=self._say(game.name)[:MAX_WORD],
            people=self.people(presences),
            began=published.open.began,
            minutes=minutes_of(published.open.lasted_ms),
            phase=self._phase()[:MAX_TEXT],
            counters=tuple(self.counters()),
            end="" if end is None else self._say(end)[:MAX_TEXT],
            mood="" if end is None else game.mood_of(end),
        )

    def _phase(self) -> str:
        """Return the instruction for the moment.

        It is a referee's own word; for a kit, the last roll or the available buttons.
        """
        fell, how = _fields(self._picture.get("fell")), _fields(self._picture.get("how"))
        return self._say(self._picture.get("now") or fell.get("told") or how.get("watching") or "")

    @property
    def is_over(self) -> bool:
        """Whether the game on the table has ended."""
        return self.game is not None and self.state.end() is not None

    def seat_on_turn(self) -> int | None:
        """Return the active seat, None if there is none."""
        head = _fields(self._picture.get("head"))
        if head:
            return int(head["seat"])
        asked = [ask.seat for ask in self.state.asks()]
        return asked[0] if len(asked) == 1 and asked[0] >= 0 else None

    def who(self, seat: int | None) -> str:
        """Return the name of the person on *seat*, "" for nobody."""
        return self._say(self.names[seat])[:MAX_WORD] if seat is not None and seat < len(self.names) else ""

    def people(self, presences: Sequence[Presence]) -> tuple[Player, ...]:
        """Return the players, each with the state of their phone."""
        looks = {each["seat"]: each.get("look") or "" for each in map(_fields, self._picture.get("people") or ())}
        return tuple(
            Player(
                seat,
                self.who(seat),
                looks.get(seat) or COLOURS[seat % len(COLOURS)],
                presences[seat] if seat < len(presences) else "",
            )
            for seat in range(min(len(self.names), SEATS))
        )

    def results(self, after: int) -> tuple[ResultMessage, ...]:
        """Return the results since version *after* that the log still has."""
        if self.game is None:
            return ()
        published, say = self.published, self._say
        lines = [line for line in published.open.log if line.version > after]
        return tuple(
            result
            for line in lines
            for result in results_of(line, self.game, published.open.number, self.names, say=say)
        )

    def counted(self) -> tuple[tuple[str, str], ...]:
        """Return key and label of each of the game's counters."""
        return tuple((counter.key, counter.label) for counter in self.counters())

    def counters(self) -> Iterable[CounterMessage]:
        """Yield the counters of the game's picture; none without a game."""
        if self.game is None:
            return
        for each in map(_fields, self._picture.get("counters") or ()):
            if KIND_OF_KEY.fullmatch(each["name"]):
                yield CounterMessage(
                    each["name"], self._say(each["label"])[:MAX_WORD], each["at"], len(each["ticks"]) - 1
                )


def nameless(count: int) -> Names:
    """Return names for *count* people without theirs: Player 1, Player 2."""
    return tuple(Message("seat.number", {"number": str(seat + 1)}) for seat in range(count))


def _fields(thing: Any) -> Mapping[str, Any]:
    """Return the fields of a picture's part, struct or plain data."""
    if isinstance(thing, Struct):
        return asdict(thing)
    return thing or {}


class Telling:
    """Message state across published states: results and turns already sent.

    :param by_name: call people by their names.
    """

    def __init__(self, *, by_name: bool) -> None:
        self._by_name = by_name
        self._number = 0
        self._turn: tuple[int, int | None] = (0, None)
        self._since = ""
        self._told = self._line = 0
        self.missed = 0
        """Maximum number of log lines lost before their results could be sent."""

    def begin(self, published: Snapshot) -> None:
        """Skip all results up to *published*: they came before anyone listened."""
        self._number = published.open.number
        self._told = published.version
        self._line = published.open.log[-1].n if published.open.log else 0

    def view(self, published: Snapshot, say: Say) -> WatcherView:
        """Return the view of *published* for messages."""
        view = WatcherView(published, say, by_name=self._by_name)
        if published.open.number != self._number:
            self._number, self._since = published.open.number, ""
            self._turn, self._line = (published.open.number, None), 0
        return view

    def game(self, view: WatcherView, presences: Sequence[Presence]) -> GameNow | None:
        """Return the game on the table, None without one."""
        return view.game_now(presences)

    def turn(self, view: WatcherView) -> TurnMessage | None:
        """Return the turn, None without a running game."""
        if view.game is None or view.is_over:
            return None
        now = view.published.open.number, view.seat_on_turn()
        if now != self._turn:
            self._turn = now
            last = view.published.open.log[-1:]
            self._since = (last[0].entry.at or "") if last else ""
        return TurnMessage(view.published.open.number, now[1], view.who(now[1]), self._since)

    def people(self, view: WatcherView, presences: Sequence[Presence]) -> People | None:
        """Return the players, None without a game."""
        return None if view.game is None else People(view.published.open.number, view.people(presences))

    def results(self, view: WatcherView) -> tuple[ResultMessage, ...]:
        """Return the new results, and count the missed ones.

        They are the lines that the log has lost.
        """
        published = view.published
        new = [line for line in published.open.log if line.version > self._told]
        if len(new) == LOG_KEPT and new[0].n > self._line + 1:
            gone = new[0].n - self._line - 1
            self.missed += gone
            log.warning("results of %d lines are gone from the log: nobody could be told in time", gone)
        results = view.results(self._told)
        self._told = max(self._told, published.version)
        self._line = new[-1].n if new else self._line
        return results
