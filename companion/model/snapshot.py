"""The table as published: the newest revealed state and its views.

Law: whatever leaves the process by a network is made by :meth:`Snapshot.seen_by`, or is what everybody is shown of
something in motion, :attr:`Snapshot.public_motion`. A published state is frozen and holds nothing that wasn't revealed:
while something is in motion, its result isn't in here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from companion.engine.chance import ChanceRequest
from companion.engine.game import Game, GameInfo
from companion.engine.plays import Play
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE, WATCHER
from companion.model import wire
from companion.model.consent import ConsentRequest, told_lapse, told_request
from companion.model.game_view import NO_GAME, GameView
from companion.model.keeper import ALL_RIGHT, CALL, KeeperCall, KeeperWords
from companion.model.play_clock import minutes_of
from companion.model.reports.faults import Fault
from companion.model.reports.first_evening import FirstEvening
from companion.model.requests import CommandRequest
from companion.model.roster import NOBODY, Presence, Roster
from companion.model.sent_game import (
    LOG_LINES,
    asks_of,
    due_of,
    form_of,
    log_of,
    sent_plays,
    timed_picture,
    undo_of,
)
from companion.model.shelf.games import find_label, game_rows, new_games, shelf_games, shelf_headings
from companion.model.shelf.offer import BadKitRow
from companion.model.table_menu import (
    LANGUAGES,
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
    DrawsCheck,
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
    plays_of,
    speaker,
)
from companion.runtime.latest import Latest

LOG_KEPT = 3 * LOG_LINES
"""Number of log lines stored for them; some are silent to viewers."""
ARRIVED_KEPT = 4
"""Number of arrived commands stored for each phone.

A page waits for one or two at a time.
"""
_SENT_ROWS = Latest[tuple[wire.PlayStep, ...]]()
"""Cache of the table's own rows as sent; taps rarely change them."""


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


class Snapshot(Struct, frozen=True, kw_only=True, dict=True):
    """The table as revealed so far; *version* counts noticeable changes."""

    version: int = 0
    lang: str = "en"
    open: GameView = NO_GAME
    """The open game."""
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
    saved: tuple[Saved, ...] = ()
    """The journal's games except the open one, the newest first."""
    deleted: tuple[Saved, ...] = ()
    """The deleted games that can be restored, the newest first."""
    muted: bool = False
    brightness: int = 3
    """How bright the table's screen is, from 1 to 5."""
    program: str = ""
    """The version of this program."""
    consent: ConsentRequest | None = None
    """A wish in need of somebody else's consent."""
    lapsed: ConsentRequest | None = None
    """The last wish, for a while, if nobody agreed to it."""
    put_back: tuple[Message, ...] = ()
    """Changes to make on the real board after an undo."""
    taken_up: bool = False
    """Whether the game was just resumed, and the real board not confirmed."""
    put_aside: Message | None = None
    """Time at which people put that game aside, None if unknown.

    None as well if nobody did.
    """
    roster: Roster = NOBODY
    """The joined phones."""
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
    arrived: Mapping[str, tuple[str, ...]] = {}
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
        is_new = self.open.game is None and not (self.saved or self.deleted)
        return now if is_new or now.alone or (now.step is None and self.open.game is None) else None

    @cached_property
    def compare(self) -> tuple[Message, ...]:
        """Things to compare on the real board of a resumed game.

        Leaves out the marks of every start. Made of published states, as a watcher sees them: it contains nothing that
        is yet to be revealed again.
        """
        view, game = self.open, self.open.game
        if not self.taken_up or game is None or self.reveal or not view.is_playing:
            return ()
        start = game.start(view.setup).named(view.names)
        return game.differences(start.seen_by(WATCHER), view.state_for(WATCHER))

    def seen_by(self, viewer: int, speaks_for: frozenset[int], has_forms: bool = True) -> Seen:
        """Return one caller's view of this state.

        *viewer* decides what is shown, *speaks_for* which plays are offered: a phone's seats are its own people's, but
        the table's own page speaks for everybody and is read by anybody, so there *viewer* decides that too. Without
        *has_forms*, and always on a phone, forms that any seat may fill in are empty. The mirror adds the language, the
        caller's seats and the devices.
        """
        view, game = self.open, self.open.game
        return Seen(
            version=self.version,
            game=game.slug if game else None,
            number=view.number,
            title=game.name if game else None,
            mode=game.mode if game else None,
            state=timed_picture(view, viewer),
            clocks=clocks_of(view.clocks),
            plays=sent_plays(view, viewer, speaks_for, has_forms),
            asks=asks_of(view, viewer),
            reveal=self.public_motion,
            due=None if self.reveal else due_of(view, viewer),
            log=self._log,
            people=self._persons,
            trouble=self.trouble or (Message("keeping.nothing") if self.keeps_nothing else self.notice),
            menu=self._menu(speaks_for) if game is None else None,
            table_menu=self._sent_rows() if TABLE in speaks_for else (),
            compare=self.compare,
            put_aside=self.put_aside if self.compare else None,
            commitment=view.commitment,
            seed=view.seed,
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
        closed = None if self.open.game else newest_over(self.saved)
        return range(max(self.seat_count, len(closed.people) if closed else 0))

    @property
    def seat_count(self) -> int:
        """Number of seats: the open game's, else those held by phones."""
        return len(self.open.people) if self.open.game else max(self.roster.held_seats(), default=-1) + 1

    @property
    def has_people(self) -> bool:
        """Whether a game with people is open."""
        return bool(self.open.people)

    @property
    def places(self) -> int:
        """Number of seats for phones to choose from.

        Without a game, as many as any game has.
        """
        return len(self.open.people) if self.open.game else max((game.seats[1] for game in self.library), default=0)

    @cached_property
    def _persons(self) -> tuple[Person, ...]:
        """The people of the open game, else those joined for the next."""
        if self.open.game is not None:
            return tuple(Person(seat, name) for seat, name in enumerate(self.open.names))
        numbered = {seat: Message("seat.number", {"number": str(seat + 1)}) for seat in self.roster.held_seats()}
        return tuple(Person(seat, self.roster.called.get(seat, numbered[seat])) for seat in sorted(numbered))

    def needs_consent_to_leave(self, request: CommandRequest) -> bool:
        """Return True if leaving the open game needs somebody's consent.

        That is, a seat makes *request*, the game goes on, and another phone holds a seat.
        """
        return request.seat != TABLE and self.open.is_playing and self.is_shared(request.phone)

    def is_shared(self, phone: str) -> bool:
        """Return True if another phone than *phone* holds a seat."""
        return any(each.seats for key, each in self.roster.phones.items() if key != phone)

    def shelf(self, speaks_for: frozenset[int], phone: str = "") -> Shelf:
        """Return the shelf of games for a caller, with resumable ones."""
        kept = tuple(
            Unfinished(saved.number, saved.name, saved.people, saved.at) for saved in self.saved if not saved.is_over
        )
        alone = TABLE in speaks_for or not self.is_shared(phone)
        leaving: wire.Leaving = ("sure" if alone else "agree") if self.open.is_playing else "free"
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
            who = self.open.name_of(call.seat) or Message("consent.somebody")
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
        closed = None if self.open.game else newest_over(self.saved)
        if closed is None and (self.open.state is None or self.reveal or self.open.state.end() is None):
            return None
        which = self.open.commitment if closed is None else str(closed.number)
        check = None if which is None else DrawsCheck(which, Message("over.check"))
        ended_at = (self.open.log[-1].entry.at or "") if closed is None and self.open.log else ""
        minutes = minutes_of(self.open.lasted_ms) if closed is None else 0
        length = Message("ending.minutes", {"count": minutes}) if minutes else ""
        return Over(Message("over.again"), "" if closed is None else closed.name, check, ended_at, length)

    @cached_property
    def public_motion(self) -> Reveal | None:
        """The present motion, the same for everybody; None for none."""
        motion = self.reveal
        if motion is None:
            return None
        who, label = self.open.name_of(motion.seat), motion.label
        text = Message(f"motion.{motion.verb}", {"name": who, "label": label}) if who else Message("page.wait")
        return Reveal(motion.number, speaker(motion.seat), motion.verb, motion.purpose, label, motion.count, text)

    def form(self, line: str, viewer: int) -> wire.PlayStep | None:
        """Return the play of the form *line*, as sent to *viewer*.

        Values that it sets for the table are as *viewer* sees them. None if there is no such form now. Phones fetch a
        form when they open it, since some are longer than everything else.
        """
        return form_of(self.open, new_games(self.library), line, viewer)

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
            commitment=self.open.commitment or "",
            presences=tuple(zip(self.open.names, presences, strict=False)),
            languages=self.languages,
            deleted=self.deleted,
            by_hand=by_hand,
            calls=self._calls(),
            name=self.name,
            shared=self.open.game.slug if self.open.game is not None and self.open.game.mode == "kit" else "",
        )
        return MenuState(
            menu,
            self.other_folders if self.trouble is not None else None,
            self.keeps_nothing,
            self.open.game is not None and self.open.state is not None,
            self.open.state is not None and self.open.state.end() is None,
            self.open.why_not_undo,
            self.open.can_redo,
            self.open.undo_needs_two,
            self.open.clocks is not None and self.open.clocks.are_held,
        )

    def _calls(self) -> Calls:
        if not self.can_call:
            return ""
        return "free" if self.call is None else "called"

    def with_arrived(self, phone: str, command_id: str) -> dict[str, tuple[str, ...]]:
        """Return ``arrived`` with *phone*'s durable command *command_id*.

        Phones that are out are left out.
        """
        still = {each: ids for each, ids in self.arrived.items() if not each or each in self.roster.phones}
        return {**still, phone: (*still.get(phone, ()), command_id)[-ARRIVED_KEPT:]}

    @cached_property
    def _undo(self) -> Undo:
        return undo_of(self.open)

    @cached_property
    def _consent(self) -> PendingConsent | None:
        """The pending wish for consent, in public words."""
        seats = range(self.seat_count)
        return None if self.consent is None else told_request(self.consent, self.open, self.roster, seats)

    @cached_property
    def _log(self) -> tuple[wire.LogLine, ...]:
        return log_of(self.open)

    def menu_plays(self) -> list[Play]:
        """Return the rows of games and kits, then the unusable ones greyed."""
        return [*game_rows(self.library, played_slugs(self.saved)), *bad_kit_rows(self.bad_kits)]

    def _menu(self, speaks_for: frozenset[int]) -> GameMenu:
        rows = self.menu_plays() if TABLE in speaks_for else []
        return GameMenu(Message("menu.what-to-play"), plays_of(rows), self.shelf(speaks_for))


def motion_of(game: Game, number: int, seat: int, request: ChanceRequest) -> Motion:
    """Return the motion of *request* of *game*."""
    return Motion(number, seat, request.verb, request.purpose, game.label(request.purpose), request.parts())
