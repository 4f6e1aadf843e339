"""The table as published: the newest revealed state and its views.

Law: whatever leaves the process by a network is made by :meth:`Snapshot.seen_by`, or is what everybody is shown of
something in motion, :attr:`Snapshot.public_motion`. A published state is frozen and holds nothing that wasn't revealed:
while something is in motion, its result isn't in here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import ChanceRequest, Hidden
from companion.engine.corrections import Correct
from companion.engine.game import Game, GameInfo, Setup
from companion.engine.plays import Play, grow
from companion.engine.state import State, asked
from companion.engine.values.forms import Choice
from companion.engine.values.message import Message
from companion.engine.values.picture import as_dict
from companion.engine.values.seats import CHANCE, TABLE, WATCHER, told_names
from companion.engine.values.tally import Tally
from companion.model import wire
from companion.model.consent import ConsentRequest
from companion.model.consent_told import told_lapse, told_request
from companion.model.countdown_clock import Clocks
from companion.model.entry import LogEntry
from companion.model.keeper import ALL_RIGHT, CALL, KeeperCall, KeeperWords
from companion.model.play_clock import Played, minutes_of
from companion.model.reports.faults import Fault
from companion.model.reports.first_evening import FirstEvening
from companion.model.requests import CommandRequest
from companion.model.rest import line_for, line_of, offer_rest
from companion.model.roster import NOBODY, Presence, Roster
from companion.model.shelf.games import find_label, game_rows, new_games, shelf_games, shelf_headings
from companion.model.table_menu import (
    LANGUAGES,
    BadKitRow,
    Calls,
    MenuState,
    Saved,
    TableMenu,
    bad_kit_rows,
    newest_over,
    played_slugs,
    table_rows,
)
from companion.model.wire import (
    ActiveSeat,
    Correction,
    DrawsCheck,
    Due,
    GameMenu,
    Over,
    PendingConsent,
    Person,
    Reveal,
    Seen,
    SeenKeeper,
    Shelf,
    Undo,
    Unfinished,
    clocks_of,
    play_of,
    plays_of,
    speaker,
)
from companion.runtime.latest import Latest, LatestOfEach

Made = TypeVar("Made")
LOG_LINES = 20
"""Number of log sentences sent to a viewer."""
SCENES = 6
"""Number of the newest sentences that may have scenes.

A page shows no more scenes of those that come at once (widgets/log.js).
"""
LOG_KEPT = 3 * LOG_LINES
"""Number of log lines stored for them; some are silent to viewers."""
ARRIVED_KEPT = 4
"""Number of arrived commands stored for each phone.

A page waits for one or two at a time.
"""
_SENT_ROWS = Latest[tuple[wire.PlayStep, ...]]()
"""Cache of the table's own rows as sent; taps rarely change them."""
_SENT_PLAYS = LatestOfEach[tuple[wire.PlayStep, ...]]()
"""Cache of the plays as sent; a kit's roll changes none."""


class Motion(Struct, frozen=True):
    """Something in motion, openly requested by *seat*; never its result.

    *count* things move at once. *number* is the version of its reveal.
    """

    number: int
    seat: int
    verb: str
    purpose: str
    label: Message
    count: int


@dataclass(frozen=True)
class Snapshot:
    """The table as revealed so far; *version* counts noticeable changes."""

    version: int = 0
    lang: str = "en"
    game: Game | None = None
    number: int = 0
    """The open game's number in the journal, 0 for none."""
    began: str = ""
    """Date of its set-up, in UTC, "" if unknown."""
    setup: Setup = field(default_factory=Setup)
    state: State | None = None
    tally: Tally | None = None
    """The game's tally, once it is over."""
    log: tuple[LogEntry, ...] = ()
    since: Mapping[int, int] = field(default_factory=dict)
    """For each asked seat, the version of its present request.

    Chance is included.
    """
    reveal: Motion | None = None
    trouble: Message | None = None
    """Reason why nothing can be played now."""
    other_folders: tuple[Message, ...] = ()
    """Names of other folders that could store the games then."""
    keeps_nothing: bool = False
    """Whether people play without storage."""
    notice: Message | None = None
    """A note for people about the last start."""
    faults: tuple[Fault, ...] = ()
    """Problems of the table, although it plays."""
    library: tuple[GameInfo, ...] = ()
    """The playable games, as set up by the owner."""
    off: frozenset[str] = frozenset()
    """The slugs of the games that the owner has switched off."""
    bad_kits: tuple[BadKitRow, ...] = ()
    """The family's unusable kits."""
    languages: tuple[tuple[str, Message], ...] = LANGUAGES
    """The table's languages by code, each with its own name."""
    typed: bool = False
    """Whether people may enter results of real dice."""
    asked: bool = False
    """Whether people choose between real dice and the dealer each time."""
    saved: tuple[Saved, ...] = ()
    """The journal's games except the open one, the newest first."""
    deleted: tuple[Saved, ...] = ()
    """The deleted games that can be restored, the newest first."""
    muted: bool = False
    brightness: int = 3
    """How bright the table's screen is, from 1 to 5."""
    program: str = ""
    """The version of this program."""
    why_not_undo: Message | None = Message("refused.undo-what")
    """Reason why the last step can't be undone, None if it can.

    It may need one person or two.
    """
    undo_needs_two: bool = False
    """Whether undo takes two people."""
    undoes: int = 0
    """The journal's line for the next undo, 0 for none."""
    consent: ConsentRequest | None = None
    """A wish in need of somebody else's consent."""
    lapsed: ConsentRequest | None = None
    """The last wish, for a while, if nobody agreed to it."""
    put_back: tuple[Message, ...] = ()
    """Changes to make on the real board after an undo."""
    seed: str | None = None
    """The seed of the game's draws, in hex, after its end."""
    can_redo: bool = False
    commitment: str | None = None
    """The commitment to the game's draws, None for none."""
    taken_up: bool = False
    """Whether the game was just resumed, and the real board not confirmed."""
    put_aside: Message | None = None
    """Time at which people put that game aside, None if unknown.

    None as well if nobody did.
    """
    roster: Roster = NOBODY
    """The joined phones."""
    played: Played | None = None
    """The time played, None if none counts."""
    clocks: Clocks | None = None
    """The countdowns, None without any."""
    lasted_ms: int | None = None
    """The game's length at its last line, None if unknown."""
    can_call: bool = False
    """Whether the table is in a club with a keeper to call."""
    call: KeeperCall | None = None
    """The open call for the keeper."""
    keeper_words: KeeperWords | None = None
    """The keeper's message on show."""
    name: str = ""
    """The table's name."""
    name_written: str = ""
    """The table's name in its settings."""
    begins_first_evening: bool = False
    """Whether a table without any games asks the first evening's questions."""
    first_evening: FirstEvening | None = None
    """The first evening's question, asked once the table is free."""
    arrived: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Ids of commands carried out for pages, by phone, the newest last.

    The table's own computer is "".
    """

    @property
    def asks_first(self) -> FirstEvening | None:
        """The first evening's question on show, None if the table is busy.

        An open game is what the evening was for, so only a question asked alone interrupts it. None as well while there
        is no question.
        """
        now = self.first_evening
        if now is None or self.trouble is not None or self.keeps_nothing:
            return None
        is_new = self.game is None and not (self.saved or self.deleted)
        return now if is_new or now.alone or (now.step is None and self.game is None) else None

    @property
    def is_over(self) -> bool:
        """Whether no game is under way."""
        return self.state is None or self.state.end() is not None

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The seats' names from seat 0: people's own, else set-up's."""
        return self.roster.names(self.setup.seats)

    @cached_property
    def names(self) -> tuple[str | Message, ...]:
        """The seats' names for sentences; nameless seats have their number."""
        return told_names(self.people)

    @cached_property
    def compare(self) -> tuple[Message, ...]:
        """Things to compare on the real board of a resumed game.

        Leaves out the marks of every start. Made of published states, as a watcher sees them: it contains nothing that
        is yet to be revealed again.
        """
        if not self.taken_up or self.game is None or self.state is None or self.reveal or self.state.end():
            return ()
        if self.game.is_tool:
            return ()
        start = self.game.start(self.setup).named(self.names)
        return self.game.differences(start.seen_by(WATCHER), self.state_for(WATCHER))

    @cached_property
    def set_right(self) -> LogEntry | None:
        """The correction that an undo would take back, else None."""
        lines = (line for line in reversed(self.log) if line.n == self.undoes and line.correction is not None)
        return next(lines, None) if self.why_not_undo is None else None

    def state_for(self, viewer: int) -> Any:
        """Return the state as *viewer* may know it, with present names.

        None if no game is open.
        """
        states = self._states
        if viewer not in states:
            seen = None if self.state is None else self.state.seen_by(viewer).named(self.names)
            # Who sees the same is given the same: what is made of it is made once. Other threads may ask meanwhile.
            states[viewer] = next((each for each in tuple(states.values()) if each == seen), seen)
        return states[viewer]

    @cached_property
    def _states(self) -> dict[int, Any]:
        """Cache of states by viewer; one view asks several times."""
        return {}

    def seen_by(self, viewer: int, speaks_for: frozenset[int], has_forms: bool = True) -> Seen:
        """Return one caller's view of this state.

        *viewer* decides what is shown, *speaks_for* which plays are offered: a phone's seats are its own people's, but
        the table's own page speaks for everybody and is read by anybody, so there *viewer* decides that too. Without
        *has_forms*, and always on a phone, forms that any seat may fill in are empty. The mirror adds the language, the
        caller's seats and the devices.
        """
        return Seen(
            version=self.version,
            game=self.game.slug if self.game else None,
            number=self.number,
            title=self.game.name if self.game else None,
            mode=self.game.mode if self.game else None,
            state=self._picture(viewer),
            clocks=clocks_of(self.clocks),
            plays=self._plays_for(viewer, speaks_for, has_forms),
            asks=self._asks(viewer),
            reveal=self.public_motion,
            due=self._due(viewer),
            log=self._log,
            people=self._persons,
            trouble=self.trouble or (Message("keeping.nothing") if self.keeps_nothing else self.notice),
            menu=self._menu(speaks_for) if self.game is None else None,
            table_menu=self._sent_rows() if TABLE in speaks_for else (),
            compare=self.compare,
            put_aside=self.put_aside if self.compare else None,
            commitment=self.commitment,
            seed=self.seed,
            undo=self._undo,
            consent=self._consent,
            lapsed=None if self.lapsed is None else told_lapse(self.lapsed),
            put_back=self.put_back,
            over=self._over,
            keeper=self._keeper,
        )

    @property
    def seats_asked(self) -> range:
        """The seats that may give commands.

        They are the open game's, else those held by phones or those of a game that can be played again.
        """
        closed = None if self.game else newest_over(self.saved)
        return range(max(self.seat_count, len(closed.people) if closed else 0))

    @property
    def seat_count(self) -> int:
        """Number of seats: the open game's, else those held by phones."""
        return len(self.people) if self.game else max(self.roster.held_seats(), default=-1) + 1

    @property
    def places(self) -> int:
        """Number of seats for phones to choose from.

        Without a game, as many as any game has.
        """
        return len(self.people) if self.game else max((game.seats[1] for game in self.library), default=0)

    @cached_property
    def _persons(self) -> tuple[Person, ...]:
        """The people of the open game, else those joined for the next."""
        if self.game is not None:
            return tuple(Person(seat, name) for seat, name in enumerate(self.names))
        numbered = {seat: Message("seat.number", {"number": str(seat + 1)}) for seat in self.roster.held_seats()}
        return tuple(Person(seat, self.roster.called.get(seat, numbered[seat])) for seat in sorted(numbered))

    def needs_consent_to_leave(self, request: CommandRequest) -> bool:
        """Return True if leaving the open game needs somebody's consent.

        That is, a seat makes *request*, the game goes on, and another phone holds a seat.
        """
        return request.seat != TABLE and self.is_playing and self.is_shared(request.phone)

    @property
    def is_playing(self) -> bool:
        """Whether people play a game to its end, unlike a tool."""
        is_tool = self.game is not None and self.game.is_tool
        return self.state is not None and self.state.end() is None and not is_tool

    def is_shared(self, phone: str) -> bool:
        """Return True if another phone than *phone* holds a seat."""
        return any(each.seats for key, each in self.roster.phones.items() if key != phone)

    def shelf(self, speaks_for: frozenset[int], phone: str = "") -> Shelf:
        """Return the shelf of games for a caller, with resumable ones."""
        kept = tuple(
            Unfinished(saved.number, saved.name, saved.people, saved.at) for saved in self.saved if not saved.is_over
        )
        alone = TABLE in speaks_for or not self.is_shared(phone)
        leaving: wire.Leaving = ("sure" if alone else "agree") if self.is_playing else "free"
        headings = shelf_headings(self.library, played_slugs(self.saved))
        kept = kept if speaks_for else ()
        take = Message("share.take") if speaks_for else ""
        return Shelf(shelf_games(self.library), kept, leaving, headings, find=find_label(self.library), take=take)

    @cached_property
    def _keeper(self) -> SeenKeeper | None:
        """The keeper's words and the state of a call for them.

        None if the table is in no club.
        """
        if not self.can_call:
            return None
        words, call = self.keeper_words, self.call
        told: Message | str = ""
        if call is not None:
            who = self.name_of(call.seat) or Message("consent.somebody")
            told = Message("keeper.coming") if call.is_heard else Message("keeper.called", {"who": who})
        return SeenKeeper(
            "" if words is None else words.id,
            "" if words is None else Message("keeper.says", {"text": words.text}),
            told,
            CALL if call is None else ALL_RIGHT,
            Message("keeper.call" if call is None else "keeper.all-right"),
        )

    @cached_property
    def _over(self) -> Over | None:
        """The choices at the end of a game, None before it."""
        closed = None if self.game else newest_over(self.saved)
        if closed is None and (self.state is None or self.reveal or self.state.end() is None):
            return None
        which = self.commitment if closed is None else str(closed.number)
        check = None if which is None else DrawsCheck(which, Message("over.check"))
        ended_at = (self.log[-1].entry.at or "") if closed is None and self.log else ""
        minutes = minutes_of(self.lasted_ms) if closed is None else 0
        length = Message("ending.minutes", {"count": minutes}) if minutes else ""
        return Over(Message("over.again"), "" if closed is None else closed.name, check, ended_at, length)

    def _picture(self, viewer: int) -> dict[str, Any] | None:
        """Return the game as *viewer* sees it, with the time played."""
        if self.game is None or self.state is None:
            return None
        picture = self._once(self._picture_of, viewer)
        if self.played is None:
            return picture
        time = self.played.as_dict()
        key = ("time", id(picture))
        timed: dict[str, Any] | None = self._made.get(key)
        if timed is None or timed["time"] != time:  # whoever asks later is told a later time, and it alone is kept
            timed = self._made[key] = {**picture, "time": time}
        return timed

    def _picture_of(self, viewer: int) -> dict[str, Any]:
        assert self.game is not None
        picture = self.game.shown(self.state_for(viewer), self.tally)
        if picture.get("buttons"):
            buttons = [each if isinstance(each, dict) else as_dict(each) for each in picture["buttons"]]
            picture = {**picture, "buttons": [{**each, "do": self.offered(each["do"])} for each in buttons]}
        return picture

    @cached_property
    def public_motion(self) -> Reveal | None:
        """The present motion, the same for everybody; None for none."""
        motion = self.reveal
        if motion is None:
            return None
        who, label = self.name_of(motion.seat), motion.label
        text = Message(f"motion.{motion.verb}", {"name": who, "label": label}) if who else Message("page.wait")
        return Reveal(motion.number, speaker(motion.seat), motion.verb, motion.purpose, label, motion.count, text)

    def _due(self, viewer: int) -> Due | None:
        """Return the roll, spin or draw that people have to enter.

        None if the dealer does it, or if nothing is due.
        """
        state = self.state_for(viewer)
        request = None if state is None or self.game is None or self.reveal or not self.typed else state.due()
        if request is None or self.game is None:
            return None
        label = self.game.label(request.purpose)
        seat = state.due_for()
        own = Message(f"due.own-{request.verb}", {"label": label})
        name = self.name_of(seat)
        told = Message(f"due.{request.verb}", {"name": name, "label": label}) if name else own
        if self.asked:
            own, told = (Message("due.or-table", {"told": each}) for each in (own, told))
        return Due(speaker(seat), told, own)

    def plays(self, seats: Iterable[int], viewer: int | None = None, has_forms: bool = True) -> list[Play]:
        """Return the tree of plays of *seats*.

        Each seat is judged by its own view, or by *viewer*'s. Without *has_forms*, forms that any seat may fill in are
        empty.
        """
        roots: list[Play] = []
        if self.state is None or self.game is None:
            return roots
        for seat, seen in self._judged(sorted(seats, key=lambda seat: seat != TABLE), viewer):
            grow(roots, seen, seat, has_forms=has_forms)
            request = seen.due()
            if seat == TABLE and self.typed and request is not None:
                roots.append(_typed(self.game, request))
                if self.asked:
                    roots.append(Play("dealer", Message(f"play.table-{request.verb}"), "dealer", (TABLE,)))
        return offer_rest(roots)

    def _plays_for(self, viewer: int, speaks_for: frozenset[int], has_forms: bool) -> tuple[wire.PlayStep, ...]:
        """Return the tree of plays for one caller.

        A phone with a seat also gets the commands that any seat may give for the table.
        """
        if self.state is None or not speaks_for:
            return ()
        judged_by = (viewer,) if TABLE in speaks_for else (viewer, *sorted(speaks_for))
        states = tuple([self.state_for(seat).without_results() for seat in judged_by])
        source = (self.game, self.typed, self.asked, states)
        reader = (viewer, speaks_for, has_forms)
        return _SENT_PLAYS.of(reader, source, lambda: self._grown_for(viewer, speaks_for, has_forms))

    def _grown_for(self, viewer: int, speaks_for: frozenset[int], has_forms: bool) -> tuple[wire.PlayStep, ...]:
        if TABLE in speaks_for:
            return plays_of(self.plays(speaks_for, viewer, has_forms))
        roots = self.plays(speaks_for)
        if not roots:
            return self._once(self._plays_as_table, viewer)
        self._grow_as_table(roots, viewer, has_forms=False)
        return plays_of(roots)

    def _plays_as_table(self, viewer: int) -> tuple[wire.PlayStep, ...]:
        roots: list[Play] = []
        self._grow_as_table(roots, viewer, has_forms=False)
        return plays_of(roots)

    def _grow_as_table(self, roots: list[Play], viewer: int, has_forms: bool) -> None:
        """Add the commands that any seat may give for the table.

        Made of *viewer*'s view alone.
        """
        if self.state is not None:
            grow(roots, self.state_for(viewer), TABLE, by_any_seat=True, has_forms=has_forms)

    def _once(self, make: Callable[[int], Made], viewer: int) -> Made:
        """Cache the result of *make* for *viewer*'s view of the state.

        Viewers with the same view share it.
        """
        known: dict[tuple[str, int], Made] = self._made
        key = (make.__name__, id(self.state_for(viewer)))
        if key not in known:
            known[key] = make(viewer)
        return known[key]

    @cached_property
    def _made(self) -> dict[tuple[str, int], Any]:
        return {}

    def form(self, line: str, viewer: int) -> wire.PlayStep | None:
        """Return the play of the form *line*, as sent to *viewer*.

        Values that it sets for the table are as *viewer* sees them. None if there is no such form now. Phones fetch a
        form when they open it, since some are longer than everything else.
        """
        roots: list[Play] = new_games(self.library)
        self._grow_as_table(roots, viewer, has_forms=True)
        found = next((play_of(play) for play in roots if play.line == line and play.form is not None), None)
        if found is None or self.state is None or line != Correct.verb:
            return found
        return replace(found, board=wire.board_of(self.state_for(viewer).board_things()))

    def offered(self, line: str) -> str:
        """Return a button's *line* as requested now, repeated if possible.

        :raises Unreadable: the game knows no such line.
        """
        if self.game is None or self.state is None:
            return line
        return line_for(line, self.game.notation.read(TABLE, line).left(self.state))

    def who_may(self, line: str, seats: Iterable[int], viewer: int | None = None) -> tuple[int, ...]:
        """Return the *seats* that may give *line* now.

        Each is judged as in ``plays``, without growing the tree.

        :raises Unreadable: the game knows no such line.
        """
        return tuple(self._who_may(line, seats, viewer))

    def may_anybody(self, line: str, seats: Iterable[int], viewer: int | None = None) -> bool:
        """Return True if any of *seats* may give *line* now.

        They are judged as in ``who_may``.

        :raises Unreadable: the game knows no such line.
        """
        return any(True for _ in self._who_may(line, seats, viewer))

    def _who_may(self, line: str, seats: Iterable[int], viewer: int | None) -> Iterator[int]:
        if self.game is None:
            return
        said = self.game.notation.read(TABLE, line_of(line))
        for seat, seen in self._judged(seats, viewer):
            command = said if seat == TABLE else replace(said, seat=seat)
            if type(command) in asked(seen, seat) and command.why_not(seen) is None:
                yield seat

    def _judged(self, seats: Iterable[int], viewer: int | None) -> Iterator[tuple[int, State]]:
        """Yield each of *seats* with the state to judge it by.

        That is its own view, or *viewer*'s.
        """
        if self.state is None:
            return
        shared = None if viewer is None else self.state_for(viewer)
        for seat in seats:
            yield seat, self.state_for(seat) if shared is None else shared

    def table_rows(self, address: str = "", presences: Iterable[Presence] = (), by_hand: bool = False) -> list[Play]:
        """Return the rows of the table itself, for the table alone.

        *address* is for About, if given; *presences* are the states of the seats' phones, as far as known. *by_hand*
        adds the rows for people at the table.
        """
        return table_rows(self._menu_state(address, presences, by_hand))

    def _sent_rows(self) -> tuple[wire.PlayStep, ...]:
        state = self._menu_state()
        return _SENT_ROWS.of(state, lambda: plays_of(table_rows(state)))

    def _menu_state(self, address: str = "", presences: Iterable[Presence] = (), by_hand: bool = False) -> MenuState:
        menu = TableMenu(
            self.library,
            self.saved,
            self.muted,
            self.brightness,
            program=self.program,
            address=address,
            bad_kits=self.bad_kits,
            lang=self.lang,
            commitment=self.commitment or "",
            presences=tuple(zip(self.names, presences, strict=False)),
            languages=self.languages,
            deleted=self.deleted,
            by_hand=by_hand,
            calls=self._calls(),
            name=self.name,
            shared=self.game.slug if self.game is not None and self.game.mode == "kit" else "",
        )
        return MenuState(
            menu,
            self.other_folders if self.trouble is not None else None,
            self.keeps_nothing,
            self.game is not None and self.state is not None,
            self.state is not None and self.state.end() is None,
            self.why_not_undo,
            self.can_redo,
            self.undo_needs_two,
            self.clocks is not None and self.clocks.are_held,
        )

    def _calls(self) -> Calls:
        if not self.can_call:
            return ""
        return "free" if self.call is None else "called"

    def name_of(self, seat: int) -> str | Message:
        """Return the display name of *seat*, "" for nobody in particular."""
        return self.names[seat] if 0 <= seat < len(self.names) else ""

    def clock_label(self, key: str) -> str | Message:
        """Return the display name of countdown *key*: its owner's, else its own."""
        clock = self._drawn_clock(key)
        if clock is None:
            return "" if self.game is None else self.game.name
        label: str | Message = self.name_of(clock["seat"]) if "seat" in clock else clock["label"]
        return label

    def is_silent(self, key: str) -> bool:
        """Return True if countdown *key* ends without a sound."""
        clock = self._drawn_clock(key)
        return clock is not None and bool(clock.get("is_silent"))

    def _drawn_clock(self, key: str) -> dict[str, Any] | None:
        drawn = () if self.game is None else self._once(self._picture_of, WATCHER).get("clocks", ())
        clocks = (each if isinstance(each, dict) else as_dict(each) for each in drawn)
        return next((each for each in clocks if each["key"] == key), None)

    def who(self, line: LogEntry) -> str | Message:
        """Return the author of *line*, "" for nobody in particular."""
        return line.who(self.names)

    def with_arrived(self, phone: str, command_id: str) -> dict[str, tuple[str, ...]]:
        """Return ``arrived`` with *phone*'s durable command *command_id*.

        Phones that are out are left out.
        """
        still = {each: ids for each, ids in self.arrived.items() if not each or each in self.roster.phones}
        return {**still, phone: (*still.get(phone, ()), command_id)[-ARRIVED_KEPT:]}

    def line_of(self, version: int) -> int:
        """Return the journal's line of log entry *version*, 0 for none."""
        return next((line.n for line in self.log if line.version == version and not line.is_turning_back), 0)

    @cached_property
    def _undo(self) -> Undo:
        return Undo(self.why_not_undo, self.undo_needs_two, self._standing_correction(), self.can_redo)

    @cached_property
    def _consent(self) -> PendingConsent | None:
        """The pending wish for consent, in public words."""
        return None if self.consent is None else told_request(self.consent, self)

    def _standing_correction(self) -> Correction | None:
        """Return the last correction and its author, if undo takes only that."""
        line = self.set_right
        if line is None:
            return None
        undo = Message("undo.two" if self.undo_needs_two else "undo.undo")
        told = line.sentences(self.names, {})[0]
        return Correction(self.who(line) if told.signed else "", told.said, undo)

    def _asks(self, viewer: int) -> tuple[ActiveSeat, ...]:
        if self.state is None:
            return ()
        return tuple(
            ActiveSeat(speaker(ask.seat), self.since.get(ask.seat, 0), tuple(kind.verb for kind in ask.kinds))
            for ask in self.state_for(viewer).asks()
        )

    @cached_property
    def _log(self) -> tuple[wire.LogLine, ...]:
        moments = {} if self.game is None else self.game.moments
        newest_first = (
            (line, told) for line in reversed(self.log) for told in reversed(line.sentences(self.names, moments))
        )
        entries = [
            wire.LogLine(
                line.version,
                speaker(line.seat),
                self.who(line) if told.signed else "",
                told.said,
                line.undone,
                told.moment if place < SCENES and not line.undone else None,
            )
            for place, (line, told) in enumerate(islice(newest_first, LOG_LINES))
        ]
        return tuple(entries[::-1])

    def menu_plays(self) -> list[Play]:
        """Return the rows of games and kits, then the unusable ones greyed."""
        return [*game_rows(self.library, played_slugs(self.saved)), *bad_kit_rows(self.bad_kits)]

    def _menu(self, speaks_for: frozenset[int]) -> GameMenu:
        rows = self.menu_plays() if TABLE in speaks_for else []
        return GameMenu(Message("menu.what-to-play"), plays_of(rows), self.shelf(speaks_for))


def motion_of(game: Game, number: int, seat: int, request: ChanceRequest) -> Motion:
    """Return the motion of *request* of *game*."""
    return Motion(number, seat, request.verb, request.purpose, game.label(request.purpose), request.parts())


def _typed(game: Game, request: ChanceRequest) -> Play:
    label = game.label(request.purpose)
    form = tuple(replace(part, choices=_named(game, part.choices)) for part in request.form())
    if len(form) == 1 and request.verb != Hidden.verb:
        form = (replace(form[0], label=label),)  # "Block" rather than "Card 1"
    return Play(request.verb, label, request.verb, (CHANCE,), form=form, role="first")


def _named(game: Game, choices: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(Choice(choice.word, game.label(choice.word)) for choice in choices)
