"""The table's parts as its pages call them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol

from companion.engine.values.message import Value
from companion.model.reports.backups import Identity, InBackup, Nights
from companion.model.reports.findings import Examined
from companion.model.reports.rehearsal import Course, RehearsalCard
from companion.model.reports.wiring import WiringFault, WiringForm
from companion.model.requests import Answered
from hardware.ports import ButtonName, DeviceStatus
from web_ui.http.access.presence import PhonePresence

if TYPE_CHECKING:
    from companion.library.own.collection import OwnGames
    from companion.maker.wire import KitShape, MadeKit, MakerRequest
    from companion.sharing.offers import KitOffers


class Examiner(Protocol):
    """The health of each part of the table.

    Any thread may ask; that may take a second.
    """

    def examine(self) -> Examined:
        """Examine everything, the worst first; it isn't translated yet."""

    def fix(self, line: str) -> bool:
        """Apply *line* and return True if it fixes a current fault.

        :raises companion.model.reports.findings.CannotFix: it can't be done.
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

        :raises RequestRefused: another question is open, or they have to pause.
        """

    def asked(self, who: str) -> str:
        """Return the answer to the last request.

        It is `waiting`, `yes`, `no` or `late`, "" for none.
        """

    def fetch(self, who: str) -> IO[bytes]:
        """Make a backup, and return it open.

        :raises RequestRefused: the table hasn't said OK, or it can't be made.
        """

    def expect(self, who: str) -> str:
        """Return the token for one upload.

        :raises RequestRefused: a restore is waiting for confirmation.
        """

    def take(self, word: str, sent: IO[bytes]) -> InBackup:
        """Take the backup *sent* under the token *word*; return its contents.

        :raises RequestRefused: it can't be restored, or none is expected.
        """

    def held(self, who: str) -> InBackup | None:
        """Return the contents of the uploaded backup, None if there is none."""

    def put_away(self, who: str) -> None:
        """Forget the uploaded backup.

        :raises RequestRefused: its restore is waiting for confirmation.
        """

    def restore(self, who: str, identity: Identity) -> None:
        """Ask the table to confirm the restore of the uploaded backup.

        :raises RequestRefused: there is none, or another question is open.
        """


class NightBackups(Protocol):
    """The nightly backups, for the table's owner."""

    def told(self) -> Nights:
        """Return their state for people."""

    def ask(self, id: str) -> None:
        """Ask the table to confirm backups onto the stick *id*.

        :raises RequestRefused: it isn't in, or the table is asked something else.
        """

    def forget(self, id: str) -> None:
        """Stop backups onto the stick *id*."""


class Fingers(Protocol):
    """Fingers on simulated hardware."""

    def press(self, buttons: Collection[ButtonName], for_ms: int) -> None:
        """Hold *buttons* down together for *for_ms* milliseconds; returns at once.

        Buttons that are pressed again while they are down stay down.

        :raises ValueError: an unknown button, or a time that nobody can press.
        """

    def turn(self, steps: int) -> None:
        """Turn the knob by *steps* detents: clockwise is positive."""


class Panel(Protocol):
    """The table's devices as pages show them."""

    @property
    def input(self) -> Fingers | None:
        """Fingers on simulated hardware, None on real one."""

    def devices(self) -> Sequence[DeviceStatus]:
        """Return how each device is."""

    def lamps(self) -> Collection[str]:
        """Return the names of the lit lamps."""

    def public_bitmap(self) -> bytes:
        """Return the 1,024 bytes of the screen's public picture.

        They are row by row from the top, the leftmost pixel of eight in the highest bit.
        """

    def own_bitmap(self) -> bytes | None:
        """Return the screen's private picture, None of real hardware.

        It has the same form, and is for this computer alone.
        """

    def public_png(self, scale: int) -> bytes:
        """Return the public picture as PNG, scaled 1 to 8 times."""

    def tray(self) -> Mapping[str, object] | None:
        """Return the lights of an emulated dice tray, None without one."""

    def chooses(self) -> bool:
        """Return True while somebody turns through the table's menu."""


class RoundTrips(Protocol):
    """The hops of a phone that is being tried."""

    def hop(self, mark: str) -> str | None:
        """Return the mark after *mark*: "" at the end, None if unknown."""


class Rehearsals(Protocol):
    """The rehearsals of the table's parts."""

    @property
    def course(self) -> Course:
        """Progress of the current one, or of the last one."""

    @property
    def round_trip(self) -> RoundTrips:
        """The hops of a phone that is being tried."""

    def begin(self) -> bool:
        """Begin one unless one is running; return True if one runs then."""


class LastCard(Protocol):
    """The results of rehearsals."""

    def last(self) -> RehearsalCard | None:
        """Return the last card, None without one."""


class FrameAndDie(Protocol):
    """The first evening's questions that take devices."""

    def turn_frame(self) -> None:
        """Drive the display another way."""

    def keep_frame(self) -> None:
        """Keep the display's current driver."""

    def roll(self, answered: Answered) -> None:
        """Roll the first die; *answered* gets the version or the refusal."""


class Digits(Protocol):
    """The digits in the log, for a table without buttons."""

    @property
    def let_in(self) -> bool:
        """Whether they are valid now."""

    def enter(self, digits: str) -> None:
        """Let somebody in by *digits*.

        :raises RequestRefused: they are wrong, or none are valid.
        """


class KitMaker(Protocol):
    """The maker of kits."""

    @property
    def shape(self) -> KitShape:
        """Everything that a kit may have."""

    def make(self, request: MakerRequest, lang: str) -> MadeKit:
        """Return the kit of *request* after its edits, tried in *lang*."""


class CountsPage(Protocol):
    """The table's metrics."""

    @property
    def token(self) -> str:
        """The token that another computer needs, "" if none may read them."""

    def page(self) -> tuple[bytes, str]:
        """Return all current counts, and their media type."""


class FaultOffers(Protocol):
    """The offers of the table's faults."""

    def mend(self, line: str) -> bool:
        """Apply the offer *line*; return False if no fault offers it.

        :raises OSError: it can't be written down.
        :raises RequestRefused: it can't be done now.
        """


class WiringChoices(Protocol):
    """The choices of pins, screen and tray, each on trial at first."""

    @property
    def is_on(self) -> bool:
        """Whether those in force wait for a confirmation."""

    def form(self) -> WiringForm:
        """Return the form with the values in force."""

    def propose(self, sent: Mapping[str, str]) -> Sequence[WiringFault]:
        """Start again with the values *sent*, on trial; return their faults.

        Nothing happens if there are any.

        :raises RequestRefused: a restart would end an unsaved game.
        :raises OSError: they can't be written.
        """

    def confirm(self) -> bool:
        """Keep the choices on trial; return False if there are none.

        :raises OSError: it can't be written.
        """

    def go_back(self) -> bool:
        """Undo the choices on trial; return False if there are none."""


class ResetQuestion(Protocol):
    """The factory reset."""

    def ask(self, phone: str) -> None:
        """Ask the table to confirm it for *phone*.

        :raises RequestRefused: another question is open, or nothing can be saved now.
        """

    def asked(self, phone: str) -> str:
        """Return the table's answer to *phone*, "" if it hasn't asked."""


class OffSwitch(Protocol):
    """The switch of the table."""

    def switch_off_soon(self) -> None:
        """Switch the table off, a moment later."""


class VisitNotes(Protocol):
    """The network that the table is served in."""

    def visited(self, peer: str, is_in: bool) -> None:
        """Note a request from *peer*, and whether its caller has joined."""


class PageServices(Protocol):
    """The parts of the table that its pages call.

    None stands for one that it lacks.
    """

    @property
    def games(self) -> Mapping[str, Path]:
        """Folders of the games with parts of pages, by slug."""

    @property
    def covers(self) -> Mapping[str, Path]:
        """Files of games' pictures, by slug."""

    @property
    def presence(self) -> PhonePresence:
        """The phones' last beats."""

    @property
    def rehearsals(self) -> Rehearsals:
        """The rehearsals of its parts."""

    @property
    def cards(self) -> LastCard:
        """Their results."""

    @property
    def first_evening(self) -> FrameAndDie:
        """The first evening's questions that take devices."""

    @property
    def digits(self) -> Digits:
        """The digits in the log."""

    @property
    def doctor(self) -> Examiner | None:
        """The doctor."""

    @property
    def backups(self) -> Backups | None:
        """The backups by page."""

    @property
    def own_games(self) -> OwnGames | None:
        """The family's own games."""

    @property
    def nights(self) -> NightBackups | None:
        """The backups by night."""

    @property
    def sharing(self) -> KitOffers | None:
        """Kits given away and taken."""

    @property
    def is_counted(self) -> bool:
        """Whether there is a page of metrics."""

    @property
    def maker(self) -> KitMaker:
        """The maker of kits."""

    @property
    def counts(self) -> CountsPage | None:
        """The metrics, None if they can't be counted."""

    @property
    def repairs(self) -> FaultOffers:
        """The offers of its faults."""

    @property
    def wiring(self) -> WiringChoices:
        """The choices of its pins, screen and tray."""

    @property
    def reset(self) -> ResetQuestion | None:
        """The factory reset."""

    @property
    def power(self) -> OffSwitch | None:
        """Its switch."""

    @property
    def visits(self) -> VisitNotes:
        """Its network."""
