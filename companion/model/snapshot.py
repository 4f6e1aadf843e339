"""The table as published: the newest revealed state, and the only road from it to a viewer.

Law: whatever leaves the process by a network is made by :meth:`Snapshot.seen_by`, or is what everybody is shown of
something in motion, :attr:`Snapshot.public_motion`. A published state is frozen and
holds nothing that wasn't revealed: while something is in motion, its result isn't in here.
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
from companion.model.consent_told import told_request
from companion.model.entry import LogEntry
from companion.model.faults import Fault
from companion.model.first_evening import FirstEvening
from companion.model.keeper import ALL_RIGHT, CALL, KeeperCall, KeeperWords
from companion.model.play_clock import Played, minutes_of
from companion.model.requests import CommandRequest
from companion.model.rest import line_for, line_of, offer_rest
from companion.model.roster import NOBODY, Presence, Roster
from companion.model.table_menu import (
    LANGUAGES,
    BadKitRow,
    Calls,
    MenuState,
    Saved,
    TableMenu,
    bad_kit_rows,
    game_rows,
    new_games,
    newest_over,
    shelf_games,
    table_rows,
)
from companion.model.wire import (
    Ask,
    Check,
    Correction,
    Due,
    Keeper,
    Menu,
    Over,
    PendingConsent,
    Person,
    Reveal,
    Seen,
    Shelf,
    Undo,
    Unfinished,
    play_of,
    plays_of,
    speaker,
)
from companion.runtime.latest import Latest

Made = TypeVar("Made")
LOG_LINES = 20
"""How many sentences of the log a viewer is given."""
SCENES = 6
"""How many of the newest of them may be scenes: a page tells no more of what came at once (widgets/log.js)."""
LOG_KEPT = 3 * LOG_LINES
"""How many lines are kept for them; not every line says something to everybody."""
ARRIVED_KEPT = 4
"""How many commands of each phone are told as done; a page waits for one or two at a time."""
_SENT_ROWS = Latest[tuple[wire.Play, ...]]()
"""The table's own rows as they are sent: the same from one tap to the next."""


class Motion(Struct, frozen=True):
    """Something in motion, openly asked for by *seat*; *count* things at once. Never its result.

    *number* is the version that its reveal will have.
    """

    number: int
    seat: int
    verb: str
    purpose: str
    label: Message
    count: int


@dataclass(frozen=True)
class Snapshot:
    """The table as it has been revealed so far. *version* counts all noticeable changes."""

    version: int = 0
    lang: str = "en"
    game: Game | None = None
    number: int = 0
    """The open game's number in the journal, 0 where none is open."""
    began: str = ""
    """When it was set up, in UTC, "" where nobody knew the date."""
    setup: Setup = field(default_factory=Setup)
    state: State | None = None
    tally: Tally | None = None
    """What the game came to, once it is over."""
    log: tuple[LogEntry, ...] = ()
    since: Mapping[int, int] = field(default_factory=dict)
    """For each seat that is asked, chance included, the version since which it has been asked just this."""
    reveal: Motion | None = None
    trouble: Message | None = None
    """Why nothing can be played now."""
    other_folders: tuple[Message, ...] = ()
    """What other folders are called that games can be kept in then."""
    keeps_nothing: bool = False
    """Whether people play although nothing can be kept."""
    notice: Message | None = None
    """What people should know of the last start."""
    faults: tuple[Fault, ...] = ()
    """What is wrong with the table although it plays."""
    library: tuple[GameInfo, ...] = ()
    """The games that can be opened, as the owner has set them up."""
    bad_kits: tuple[BadKitRow, ...] = ()
    """The family's kits that can't be used."""
    languages: tuple[tuple[str, Message], ...] = LANGUAGES
    """What the table can speak, by code, each with its own name."""
    typed: bool = False
    """Whether people may type what real dice show."""
    asked: bool = False
    """Whether people say each time who answers for chance: they by typing, or the dealer."""
    saved: tuple[Saved, ...] = ()
    """The games of the journal that aren't open, the newest first."""
    deleted: tuple[Saved, ...] = ()
    """The deleted games of the journal that can still be brought back, the newest first."""
    muted: bool = False
    brightness: int = 3
    """How bright the table's screen is, from 1 to 5."""
    program: str = ""
    """The version of this program."""
    why_not_undo: Message | None = Message("refused.undo-what")
    """Why nobody can take the last step back now, None if one or two can."""
    undo_needs_two: bool = False
    """Whether that takes two people."""
    undoes: int = 0
    """The journal's line that an undo takes back, 0 for none."""
    consent: ConsentRequest | None = None
    """What somebody wants, and needs another for."""
    put_back: tuple[Message, ...] = ()
    """What the real board has to show again, after something was taken back."""
    seed: str | None = None
    """The secret of the game's draws, in hex, once the game is over."""
    can_redo: bool = False
    commitment: str | None = None
    """What is promised of the game's draws, None where nothing is."""
    taken_up: bool = False
    """Whether the game was just taken up, and nobody has said yet that the real board is like it."""
    put_aside: Message | None = None
    """When people put that game aside, None where they didn't or that isn't known."""
    roster: Roster = NOBODY
    """The phones that are in."""
    played: Played | None = None
    """The time played, None where none counts."""
    lasted_ms: int | None = None
    """How long the game had been played at its last line, None where that isn't known."""
    can_call: bool = False
    """Whether the table is in a club, whose keeper can be called."""
    call: KeeperCall | None = None
    """The call for the keeper that stands."""
    keeper_words: KeeperWords | None = None
    """The keeper's message on show."""
    name: str = ""
    """What the table is called."""
    name_written: str = ""
    """What its settings call it."""
    begins_first_evening: bool = False
    """Whether a table that never held a game asks the first evening's questions."""
    first_evening: FirstEvening | None = None
    """The question that stands, as soon as the table is free for it."""
    arrived: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The ids of what pages have had done, the newest last, by phone; "" stands for the table's own computer."""

    @property
    def asks_first(self) -> FirstEvening | None:
        """The first evening's question on show, None while there is none or the table is busy with something else.

        A game that was opened is what the evening was for: only a question called for alone is asked in it.
        """
        now = self.first_evening
        if now is None or self.trouble is not None or self.keeps_nothing:
            return None
        is_new = self.game is None and not (self.saved or self.deleted)
        return now if is_new or now.alone or (now.step is None and self.game is None) else None

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The names of the seats, from seat 0: as people have called them, else as the game was set up."""
        return self.roster.names(self.setup.seats)

    @cached_property
    def names(self) -> tuple[str | Message, ...]:
        """The names of the seats in sentences: a nameless seat is a player by its number."""
        return told_names(self.people)

    @cached_property
    def compare(self) -> tuple[Message, ...]:
        """The marks of the real board in a game taken up, besides those of every start.

        Made of what is published, as a watcher sees it: whatever is yet to be revealed again isn't in it.
        """
        if not self.taken_up or self.game is None or self.state is None or self.reveal or self.state.end():
            return ()
        start = self.game.start(self.setup).named(self.names)
        return self.game.differences(start.seen_by(WATCHER), self.state_for(WATCHER))

    @cached_property
    def set_right(self) -> LogEntry | None:
        """The correction at the head of what can be undone, None where that is anything else."""
        lines = (line for line in reversed(self.log) if line.n == self.undoes and line.correction is not None)
        return next(lines, None) if self.why_not_undo is None else None

    def state_for(self, viewer: int) -> Any:
        """Return the state as *viewer* may know it, its people called as they are now; None where no game is open."""
        states = self._states
        if viewer not in states:
            seen = None if self.state is None else self.state.seen_by(viewer).named(self.names)
            # Who sees the same is given the same: what is made of it is made once. Other threads may ask meanwhile.
            states[viewer] = next((each for each in tuple(states.values()) if each == seen), seen)
        return states[viewer]

    @cached_property
    def _states(self) -> dict[int, Any]:
        """The states as those may know them who were asked about: one view asks for its viewer's several times."""
        return {}

    def seen_by(self, viewer: int, speaks_for: frozenset[int], has_forms: bool = True) -> Seen:
        """Return one caller's view of this state.

        *viewer* decides what is shown, *speaks_for* which plays are offered: a phone's seats are its own people's, but
        the table's own page speaks for everybody and is read by anybody, so there *viewer* decides that too. Unless
        it *has_forms*, or the viewer is a phone, those that any seat may fill in are empty. The language, the caller's
        seats and the devices are the mirror's to add.
        """
        return Seen(
            version=self.version,
            game=self.game.slug if self.game else None,
            number=self.number,
            title=self.game.name if self.game else None,
            mode=self.game.mode if self.game else None,
            state=self._picture(viewer),
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
            put_back=self.put_back,
            over=self._over,
            keeper=self._keeper,
        )

    @property
    def seats_asked(self) -> range:
        """The seats that may say something: the open game's, else those held, or of what can be played again."""
        closed = None if self.game else newest_over(self.saved)
        return range(max(self.seat_count, len(closed.people) if closed else 0))

    @property
    def seat_count(self) -> int:
        """How many seats there are: the open game's, else as many as phones hold already for the next."""
        return len(self.people) if self.game else max(self.roster.held_seats(), default=-1) + 1

    @property
    def places(self) -> int:
        """How many seats phones can choose from: without a game as many as any game has."""
        return len(self.people) if self.game else max((game.seats[1] for game in self.library), default=0)

    @cached_property
    def _persons(self) -> tuple[Person, ...]:
        """Return the people of the open game; without one those who have come in to play the next."""
        if self.game is not None:
            return tuple(Person(seat, name) for seat, name in enumerate(self.names))
        numbered = {seat: Message("seat.number", {"number": str(seat + 1)}) for seat in self.roster.held_seats()}
        return tuple(Person(seat, self.roster.called.get(seat, numbered[seat])) for seat in sorted(numbered))

    def needs_consent_to_leave(self, request: CommandRequest) -> bool:
        """Tell whether the open game goes on with other people's phones than *request*'s, which isn't the table's."""
        if request.seat == TABLE or self.state is None or self.state.end() is not None:
            return False
        return self.is_shared(request.phone)

    def is_shared(self, phone: str) -> bool:
        """Tell whether another phone than *phone* holds a seat."""
        return any(each.seats for key, each in self.roster.phones.items() if key != phone)

    def shelf(self, speaks_for: frozenset[int], phone: str = "") -> Shelf:
        """Return the games as they stand on the shelf for a caller, with those that they may go on with."""
        kept = tuple(
            Unfinished(saved.number, saved.name, saved.people, saved.at) for saved in self.saved if not saved.is_over
        )
        goes_on = self.state is not None and self.state.end() is None
        alone = TABLE in speaks_for or not self.is_shared(phone)
        return Shelf(
            shelf_games(self.library), kept if speaks_for else (), ("sure" if alone else "agree") if goes_on else "free"
        )

    @cached_property
    def _keeper(self) -> Keeper | None:
        """Return the keeper's words and how a call for them stands, None where the table is in no club."""
        if not self.can_call:
            return None
        words, call = self.keeper_words, self.call
        told: Message | str = ""
        if call is not None:
            who = self.name_of(call.seat) or Message("consent.somebody")
            told = Message("keeper.coming") if call.is_heard else Message("keeper.called", {"who": who})
        return Keeper(
            "" if words is None else words.id,
            "" if words is None else Message("keeper.says", {"text": words.text}),
            told,
            CALL if call is None else ALL_RIGHT,
            Message("keeper.call" if call is None else "keeper.all-right"),
        )

    @cached_property
    def _over(self) -> Over | None:
        """Return the choices at the end of a game, None while none is over."""
        closed = None if self.game else newest_over(self.saved)
        if closed is None and (self.state is None or self.reveal or self.state.end() is None):
            return None
        which = self.commitment if closed is None else str(closed.number)
        check = None if which is None else Check(which, Message("over.check"))
        ended_at = (self.log[-1].entry.at or "") if closed is None and self.log else ""
        minutes = minutes_of(self.lasted_ms) if closed is None else 0
        length = Message("ending.minutes", {"count": minutes}) if minutes else ""
        return Over(Message("over.again"), "" if closed is None else closed.name, check, ended_at, length)

    def _picture(self, viewer: int) -> dict[str, Any] | None:
        """Return the game as *viewer* sees it, with the time played where that counts."""
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
        """The motion under way, for everybody alike; None while all is at rest."""
        motion = self.reveal
        if motion is None:
            return None
        who, label = self.name_of(motion.seat), motion.label
        text = Message(f"motion.{motion.verb}", {"name": who, "label": label}) if who else Message("page.wait")
        return Reveal(motion.number, speaker(motion.seat), motion.verb, motion.purpose, label, motion.count, text)

    def _due(self, viewer: int) -> Due | None:
        """Return what people have to roll, spin or draw and then to type, None while the dealer does or nothing is."""
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
        """Return the tree of the *seats*' choices, each seat judged by its own view, or by *viewer*'s.

        Unless it *has_forms*, those that any seat may fill in are empty.
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

    def _plays_for(self, viewer: int, speaks_for: frozenset[int], has_forms: bool) -> tuple[wire.Play, ...]:
        """Return the tree for one caller; a phone that holds a seat is offered what any seat may do as the table."""
        if TABLE in speaks_for:
            return plays_of(self.plays(speaks_for, viewer, has_forms))
        roots = self.plays(speaks_for)
        if speaks_for and not roots:
            return self._once(self._plays_as_table, viewer)
        if speaks_for:
            self._grow_as_table(roots, viewer, has_forms=False)
        return plays_of(roots)

    def _plays_as_table(self, viewer: int) -> tuple[wire.Play, ...]:
        roots: list[Play] = []
        self._grow_as_table(roots, viewer, has_forms=False)
        return plays_of(roots)

    def _grow_as_table(self, roots: list[Play], viewer: int, has_forms: bool) -> None:
        """Add to *roots* the choices of any seat in the table's name, made of *viewer*'s view alone."""
        if self.state is not None:
            grow(roots, self.state_for(viewer), TABLE, by_any_seat=True, has_forms=has_forms)

    def _once(self, make: Callable[[int], Made], viewer: int) -> Made:
        """Return what *make* makes of *viewer*'s view of the state: the same for all who see the same."""
        known: dict[tuple[str, int], Made] = self._made
        key = (make.__name__, id(self.state_for(viewer)))
        if key not in known:
            known[key] = make(viewer)
        return known[key]

    @cached_property
    def _made(self) -> dict[tuple[str, int], Any]:
        return {}

    def form(self, line: str, viewer: int) -> wire.Play | None:
        """Return the play as it is sent whose form *line* begins, as *viewer* sees what it sets in the table's name.

        None where there is no such form now: phones ask for it when they open it, for some are longer than all else.
        """
        roots: list[Play] = new_games(self.library)
        self._grow_as_table(roots, viewer, has_forms=True)
        found = next((play_of(play) for play in roots if play.line == line and play.form is not None), None)
        if found is None or self.state is None or line != Correct.verb:
            return found
        return replace(found, board=wire.board_of(self.state_for(viewer).board_things()))

    def offered(self, line: str) -> str:
        """Return *line*, what a button does, as it is asked for now: as often as its step has it.

        :raises Unreadable: the game knows no such line.
        """
        if self.game is None or self.state is None:
            return line
        return line_for(line, self.game.notation.read(TABLE, line).left(self.state))

    def who_may(self, line: str, seats: Iterable[int], viewer: int | None = None) -> tuple[int, ...]:
        """Return the *seats* with a right to say *line* now, each judged as in ``plays``, without growing the tree.

        :raises Unreadable: the game knows no such line.
        """
        return tuple(self._who_may(line, seats, viewer))

    def may_anybody(self, line: str, seats: Iterable[int], viewer: int | None = None) -> bool:
        """Tell whether any of *seats* may say *line* now, judged as in ``who_may``.

        :raises Unreadable: the game knows no such line.
        """
        return any(True for _ in self._who_may(line, seats, viewer))

    def _who_may(self, line: str, seats: Iterable[int], viewer: int | None) -> Iterator[int]:
        if self.game is None:
            return
        for seat, seen in self._judged(seats, viewer):
            command = self.game.notation.read(seat, line_of(line))
            if type(command) in asked(seen, seat) and command.why_not(seen) is None:
                yield seat

    def _judged(self, seats: Iterable[int], viewer: int | None) -> Iterator[tuple[int, State]]:
        """Give each of *seats* with the state it is judged by: its own view, or *viewer*'s."""
        if self.state is None:
            return
        shared = None if viewer is None else self.state_for(viewer)
        for seat in seats:
            yield seat, self.state_for(seat) if shared is None else shared

    def table_rows(self, address: str = "", presences: Iterable[Presence] = (), by_hand: bool = False) -> list[Play]:
        """Return the rows of the table itself, for the table alone.

        About tells *address*, if given; *presences* tells how each seat's phone is, as far as known. *by_hand*, they
        are for who stands at the table.
        """
        return table_rows(self._menu_state(address, presences, by_hand))

    def _sent_rows(self) -> tuple[wire.Play, ...]:
        state = self._menu_state()
        return _SENT_ROWS.of(state, lambda: plays_of(table_rows(state)))

    def _menu_state(self, address: str = "", presences: Iterable[Presence] = (), by_hand: bool = False) -> MenuState:
        about = (self.program, address, self.bad_kits, self.lang, self.commitment or "")
        lit = tuple(zip(self.names, presences, strict=False))
        menu = TableMenu(
            self.library,
            self.saved,
            self.muted,
            self.brightness,
            *about,
            lit,
            self.languages,
            self.deleted,
            by_hand,
            self._calls(),
            self.name,
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
        )

    def _calls(self) -> Calls:
        if not self.can_call:
            return ""
        return "free" if self.call is None else "called"

    def name_of(self, seat: int) -> str | Message:
        """Return the name of the person on *seat* as it is told, "" for nobody in particular."""
        return self.names[seat] if 0 <= seat < len(self.names) else ""

    def who(self, line: LogEntry) -> str | Message:
        """Return the author of *line*, "" for nobody in particular."""
        return line.who(self.names)

    def with_arrived(self, phone: str, command_id: str) -> dict[str, tuple[str, ...]]:
        """Return ``arrived`` once *phone*'s command *command_id* is durable; phones that are out are left out."""
        still = {each: ids for each, ids in self.arrived.items() if not each or each in self.roster.phones}
        return {**still, phone: (*still.get(phone, ()), command_id)[-ARRIVED_KEPT:]}

    def line_of(self, version: int) -> int:
        """Return the journal's line of a number in the log, 0 for none."""
        return next((line.n for line in self.log if line.version == version and not line.is_turning_back), 0)

    @cached_property
    def _undo(self) -> Undo:
        return Undo(self.why_not_undo, self.undo_needs_two, self._standing_correction(), self.can_redo)

    @cached_property
    def _consent(self) -> PendingConsent | None:
        """Return what somebody wants, in words that say nothing that isn't openly known."""
        asked = self.consent
        if asked is None:
            return None
        seats, is_promised = range(self.seat_count), bool(self.commitment)
        return told_request(
            asked,
            self.name_of(asked.seat),
            self.names,
            self.log,
            roster=self.roster,
            seats=seats,
            is_promised=is_promised,
        )

    def _standing_correction(self) -> Correction | None:
        """Return who set what right, as long as an undo takes back just that."""
        line = self.set_right
        if line is None:
            return None
        undo = Message("undo.two" if self.undo_needs_two else "undo.undo")
        told = line.sentences(self.names, {})[0]
        return Correction(self.who(line) if told.signed else "", told.said, undo)

    def _asks(self, viewer: int) -> tuple[Ask, ...]:
        if self.state is None:
            return ()
        return tuple(
            Ask(speaker(ask.seat), self.since.get(ask.seat, 0), tuple(kind.verb for kind in ask.kinds))
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
        """Return the table's games and kits, and after them, greyed, the unusable ones."""
        return [*game_rows(self.library), *bad_kit_rows(self.bad_kits)]

    def _menu(self, speaks_for: frozenset[int]) -> Menu:
        rows = self.menu_plays() if TABLE in speaks_for else []
        return Menu(Message("menu.what-to-play"), plays_of(rows), self.shelf(speaks_for))


def motion_of(game: Game, number: int, seat: int, request: ChanceRequest) -> Motion:
    """Return the motion of *request* of *game*."""
    return Motion(number, seat, request.verb, request.purpose, game.label(request.purpose), len(request.form()))


def _typed(game: Game, request: ChanceRequest) -> Play:
    label = game.label(request.purpose)
    form = tuple(replace(part, choices=_named(game, part.choices)) for part in request.form())
    if len(form) == 1 and request.verb != Hidden.verb:
        form = (replace(form[0], label=label),)  # "Block" rather than "Card 1"
    return Play(request.verb, label, request.verb, (CHANCE,), form=form, role="first")


def _named(game: Game, choices: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(Choice(choice.word, game.label(choice.word)) for choice in choices)
