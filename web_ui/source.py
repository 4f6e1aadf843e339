"""The mirror's sources: the table's session, the simulated hardware, the settings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Protocol

from msgspec import Struct

from companion.engine.game import GameInfo
from companion.engine.values.message import Message, Value
from companion.model.faults import Fault
from companion.model.first_evening import FirstEvening
from companion.model.rehearsed import Card, Course
from companion.model.requests import Answered, CommandRequest, Refusal
from companion.model.roster import Roster
from companion.model.wire import Play, Reveal, Seen, Shelf
from hardware.ports import ButtonName, DeviceStatus

if TYPE_CHECKING:
    from companion.model.backups import Identity, InBackup, Nights
    from companion.model.findings import Examined
    from companion.records.finished_games import Past
    from companion.session.archive import Kept


class Snapshot(Protocol):
    """One published state of the table: frozen, readable by any thread."""

    @property
    def version(self) -> int:
        """Count of changes; rises with each."""

    @property
    def game(self) -> object:
        """The open game, None while there is none."""

    @property
    def people(self) -> Sequence[str]:
        """Names of the seats, from seat 0."""

    @property
    def seats_asked(self) -> range:
        """The seats that may act.

        They are the open game's, else those of the one that can be played again.
        """

    @property
    def seat_count(self) -> int:
        """The number of seats; before a game as many as phones hold."""

    @property
    def places(self) -> int:
        """How many seats phones can choose from."""

    @property
    def library(self) -> Sequence[GameInfo]:
        """The games on the shelf."""

    @property
    def roster(self) -> Roster:
        """The joined phones."""

    @property
    def muted(self) -> bool:
        """Whether the table makes no sound."""

    @property
    def lang(self) -> str:
        """The table's own language."""

    @property
    def faults(self) -> Sequence[Fault]:
        """The table's current faults."""

    @property
    def keeps_nothing(self) -> bool:
        """Whether people play although nothing can be kept."""

    @property
    def trouble(self) -> object | None:
        """Why nothing can be played now; None while it can."""

    @property
    def name(self) -> str:
        """The table's name."""

    @property
    def asks_first(self) -> FirstEvening | None:
        """The first evening's question on show, None while there is none."""

    @property
    def played(self) -> object | None:
        """The time played, None if it isn't counted."""

    @property
    def arrived(self) -> Mapping[str, Sequence[str]]:
        """The ids of pages' finished commands by phone, the newest last.

        "" stands for this computer.
        """

    @property
    def public_motion(self) -> Reveal | None:
        """The public part of the current motion, not yet translated.

        None while all is at rest.
        """

    def seen_by(self, viewer: int, speaks_for: frozenset[int], has_forms: bool = True) -> Seen:
        """Return *viewer*'s view of the table, its texts not yet translated.

        Unless it *has_forms*, the forms that any seat may fill in are empty.
        """

    def form(self, line: str, viewer: int) -> Play | None:
        """Return the table's play for the form beginning with *line*.

        It is filtered for *viewer*; None if there is no such play now.
        """

    def shelf(self, speaks_for: frozenset[int], phone: str = "") -> Shelf:
        """Return the games that *speaks_for* may open on *phone*, not yet translated."""


class Change(Protocol):
    """One change of the table, as far as the mirror follows it."""

    @property
    def after(self) -> Snapshot:
        """The new current state."""

    @property
    def motion(self) -> object:
        """The motion that begins, without its result; None at rest."""


class Mirror(Protocol):
    """A follower of the table, called on the session's thread."""

    def hear(self, published: Change) -> None:
        """Take one change of the table. Doesn't block."""


class TableSource(Protocol):
    """The session, as far as the mirror needs it."""

    @property
    def published(self) -> Snapshot:
        """The newest published state."""

    def submit(self, request: CommandRequest, timeout_s: float = 10.0) -> int:
        """Carry out *request* and return the new version.

        Blocks until the change is durable.

        :raises companion.session.session.Refusal: it isn't done; the reason says why.
        """

    def records(self) -> Sequence[Kept]:
        """Return the finished games, newest first.

        :raises companion.session.session.Refusal: they can't be read now.
        """

    def record(self, number: int) -> str:
        """Return the record file of game *number*, without anything hidden.

        :raises companion.session.session.Refusal: there is none, or it can't be read now.
        """

    def past(self, number: int) -> Past:
        """Return the finished game *number* for viewing.

        :raises companion.session.session.Refusal: there is none, it goes on, or it can't be read now.
        """

    def subscribe(self, mirror: Mirror) -> None:
        """Subscribe *mirror*; call it before the session starts."""


class MetricsSource(Struct, frozen=True):
    """The table's metrics: *page* returns them and their media type.

    It returns None while they aren't available. *token* is required from another computer, "" if none is allowed.
    """

    page: Callable[[], tuple[bytes, str] | None]
    token: Callable[[], str]


class Doctor(Protocol):
    """The health of each part of the table.

    Any thread may ask; that may take a second.
    """

    def examine(self) -> Examined:
        """Examine everything, the worst first; it isn't translated yet."""

    def fix(self, line: str) -> bool:
        """Apply *line* and return True if it fixes a current fault.

        :raises companion.model.findings.CannotFix: it can't be done.
        """

    def tell_date(self, utc: str) -> bool:
        """Set an unknown date to *utc*; return True if set."""


class Backups(Protocol):
    """The table's backups, for an owner's page.

    Each method takes the owner's key as *who*.
    """

    @property
    def last(self) -> str | None:
        """The moment of the last one, None if there is none.

        It is "" if the date wasn't known.
        """

    def ask(self, who: str, name: Value) -> None:
        """Ask the table to allow a backup.

        The table's screen shows *name*, the requester's.

        :raises Refusal: another question is open, or they have to pause.
        """

    def asked(self, who: str) -> str:
        """Return the answer to the last request.

        It is `waiting`, `yes`, `no` or `late`, "" for none.
        """

    def fetch(self, who: str) -> IO[bytes]:
        """Make a backup, and return it open.

        :raises Refusal: the table hasn't said OK, or it can't be made.
        """

    def expect(self, who: str) -> str:
        """Return the token for one upload.

        :raises Refusal: a restore is waiting for confirmation.
        """

    def take(self, word: str, sent: IO[bytes]) -> InBackup:
        """Take the backup *sent* under the token *word*; return its contents.

        :raises Refusal: it can't be restored, or none is expected.
        """

    def held(self, who: str) -> InBackup | None:
        """Return the contents of the uploaded backup, None if there is none."""

    def put_away(self, who: str) -> None:
        """Forget the uploaded backup.

        :raises Refusal: its restore is waiting for confirmation.
        """

    def restore(self, who: str, identity: Identity) -> None:
        """Ask the table to confirm the restore of the uploaded backup.

        :raises Refusal: there is none, or another question is open.
        """


class NightBackups(Protocol):
    """The nightly backups, for the table's owner."""

    def told(self) -> Nights:
        """Return their state for people."""

    def ask(self, id: str) -> None:
        """Ask the table to confirm backups onto the stick *id*.

        :raises Refusal: it isn't in, or the table is asked something else.
        """

    def forget(self, id: str) -> None:
        """Stop backups onto the stick *id*."""


class VirtualInput(Protocol):
    """Fingers on simulated hardware."""

    def press(self, buttons: Collection[ButtonName], for_ms: int) -> None:
        """Hold *buttons* down together for *for_ms* milliseconds; returns at once.

        Buttons that are pressed again while they are down stay down.

        :raises ValueError: an unknown button, or a time that nobody can press.
        """

    def turn(self, steps: int) -> None:
        """Turn the knob by *steps* detents: clockwise is positive."""


def _no_devices() -> Sequence[DeviceStatus]:
    return ()


def _no_tray() -> None:
    return None


def _chooses_nothing() -> bool:
    """Return False: nobody turns through the menu."""
    return False


def _no_lamps() -> Collection[str]:
    return ()


class PanelSource(Struct, frozen=True):
    """The table's devices for the mirror.

    *public_bitmap* returns the 1,024 bytes of the screen's public picture (row by row from the top, the leftmost pixel
    of eight in the highest bit) and *picture_png* makes a PNG of them at a scale of 1 to 8; *input* is given if the
    hardware is simulated, and nowhere else; *lamps* returns the names of the lit ones. *own_bitmap* returns the
    screen's picture for people at the table, in the same form; it too is given only with simulated hands, and is for
    this computer alone. *tray* returns the public state of an emulated dice tray's lights, None without one. *chooses*
    returns True while somebody turns through the table's menu.
    """

    public_bitmap: Callable[[], bytes]
    picture_png: Callable[[bytes, int], bytes]
    devices: Callable[[], Sequence[DeviceStatus]] = _no_devices
    input: VirtualInput | None = None
    lamps: Callable[[], Collection[str]] = _no_lamps
    own_bitmap: Callable[[], bytes] | None = None
    tray: Callable[[], Mapping[str, object] | None] = _no_tray
    chooses: Callable[[], bool] = _chooses_nothing


NOT_BEGUN = Course(0, False, False, None, ())


class RehearsalSource(Struct, frozen=True):
    """The rehearsal: *begin* one, its last *card*, a phone's *hop*.

    *begin* returns False if it couldn't, and *course* is the progress; *hop* returns the next mark, "" at the end, None
    for one that isn't known.
    """

    begin: Callable[[], bool] = lambda: False
    card: Callable[[], Card | None] = lambda: None
    hop: Callable[[str], str | None] = lambda mark: None
    course: Callable[[], Course] = lambda: NOT_BEGUN


NO_REHEARSAL = RehearsalSource()


def _no_digits(digits: str) -> None:
    raise Refusal(Message("first-evening.no-digits"), "no-window")


class ForgettingSource(Struct, frozen=True):
    """Forgetting everything: *ask* requests it for a phone, *asked* returns the answer.

    :raises companion.model.requests.Refusal: by *ask*: another question is open, or nothing can be saved now.
    """

    ask: Callable[[str], None]
    asked: Callable[[str], str]


class EveningSource(Struct, frozen=True):
    """The devices' part of the first evening's answers.

    *turn_frame* has the display driven another way, *keep_frame* keeps the current one, *roll* rolls the first die and
    tells its listener whether it rolls. *enter* lets in a person with the digits in the log, if it *takes_digits* at
    all.

    :raises companion.model.requests.Refusal: by *enter*: the digits are wrong, or none count.
    """

    turn_frame: Callable[[], None] = lambda: None
    keep_frame: Callable[[], None] = lambda: None
    roll: Callable[[Answered], None] = lambda answered: None
    enter: Callable[[str], None] = _no_digits
    takes_digits: Callable[[], bool] = lambda: False


NO_EVENING = EveningSource()


class MirrorServices(Struct, frozen=True, kw_only=True):
    """The parts of the table that the owner's pages and the files of games call.

    *games* holds the folders of the games that have pages of their own, by slug, *covers* the files of their pictures.
    *mend* applies the offer of a fault that the owner chooses; it returns False for a line that is none. *visited*
    hears each address that a request comes from, and whether its caller has joined. A part that the table lacks is
    None. *switch_off* acts a moment later, once the page has its answer.
    """

    games: Mapping[str, Path] = MappingProxyType({})
    covers: Mapping[str, Path] = MappingProxyType({})
    mend: Callable[[str], bool] = lambda line: False
    visited: Callable[[str, bool], None] = lambda address, is_in: None
    rehearsal: RehearsalSource = NO_REHEARSAL
    evening: EveningSource = NO_EVENING
    doctor: Callable[[], Doctor] | None = None
    metrics: MetricsSource | None = None
    backups: Callable[[], Backups] | None = None
    nights: Callable[[], NightBackups] | None = None
    forget: ForgettingSource | None = None
    switch_off: Callable[[], None] | None = None


NO_SERVICES = MirrorServices()
