"""The stage: the table's own screen, lamps, buzzer and dice tray, told of a result as soon as it is durable.

It turns what the session says, and where the table's hands are in the menu, into cues for the devices. Cues never leave
the process, but pictures of them do: what isn't made of what a watcher may see is marked private. The session's
thread and the buttons' thread both come here, so one lock decides what is on show: what is in motion is never
covered, and whatever happens on the table puts menu, peek and refusal away.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.engine.fact import Facts
from companion.engine.message import Message
from companion.engine.plays import Play
from companion.engine.seats import CHANCE, TABLE
from companion.engine.state import State
from companion.model.roster import Presence
from companion.model.snapshot import Motion, Snapshot
from companion.phones.pairing import PairingCode
from companion.runtime.delays import Delays
from companion.stage.board_check import BoardCheck
from companion.stage.cues import Speaker, landing, showing, starting
from companion.stage.devices import StageDevices
from companion.stage.idle_screen import asking, asleep, choosing, resting, waiting
from companion.stage.menu import Menu
from companion.stage.offers import hides_something, lit, table_seats, tree_for_table
from companion.stage.peek import Peek
from companion.stage.sounds import sound_of
from companion.texts.say import Texts
from hardware.cues import MessageCue, StageCue
from hardware.ports import ButtonName, SoundName

REFUSAL_S = 3.0
"""How long a refusal stays: time to read two lines."""
READ_S = 0.9
"""How long a result stands still before the end that came of it takes its place."""


@dataclass(frozen=True)
class Chosen:
    """A complete *line* that the table's hands chose for *seat*, from what was on offer in *version*."""

    line: str
    seat: int
    version: int


class TableStage:
    """The devices in the table's edge as one stage.

    *where* gives the address to join at and what its QR code says, "" for none yet; *refusal_s* is how long a refusal
    stays on show and *read_s* the result before an end, in seconds; *presences* tells how the seats' phones are.
    """

    def __init__(
        self,
        devices: StageDevices,
        texts: Texts,
        where: Callable[[], tuple[str, str]],
        refusal_s: float = REFUSAL_S,
        presences: Callable[[Snapshot], Sequence[Presence]] = lambda published: (),
        read_s: float = READ_S,
    ) -> None:
        self._devices = devices
        self._texts = texts
        self._where = where
        self._refusal_s = refusal_s
        self._readings = Delays("reading", read_s)
        self._presences = presences
        # Guards all that follows, and the order in which cues reach the screen; nothing done under it waits.
        self._lock = threading.Lock()
        self._published = Snapshot()
        self._in_motion = False
        self._result: SoundName | None = None
        self._menu = Menu()
        self._offered = Snapshot()
        self._last_seat = 0
        self._peek: Peek | None = None
        self._pairing: PairingCode | None = None
        self._times_shown = 0
        self._question: Message | None = None
        self._board_check = BoardCheck()
        self._is_over = False
        self._refusal: threading.Timer | None = None
        self._sleeper: int | None = None

    # ------------------------------------------------------------------ the session's side
    def started(self, motion: Motion) -> None:
        """Something is in motion; its result isn't known to anybody yet."""
        with self._lock:
            self._in_motion, self._result = True, None
            self._clear()
            self._forget_refusal()
            published = self._published
            if published.state is not None:
                say = self._speaker()
                name = say(published.name_of(motion.seat))
                cue = starting(published.game, published.state, motion.purpose, name, say)
                if cue is not None:
                    self._put(cue)
            self._devices.sound("start")
            self._light()

    def go(self, motion: Motion, facts: Facts, state: State, landed: Callable[[str], None]) -> Sequence[str]:
        """Slow down onto the result of *motion*."""
        with self._lock:
            say = self._speaker()
            game, name = self._published.game, say(self._published.name_of(motion.seat))
            is_over, last = state.end() is not None, showing(game, facts, state, name, say)
            self._result = sound_of(last, is_over)
            cue = landing(game, facts, state, name, say) if is_over else last
            if cue is None:
                return ()
            return self._devices.land(cue, landed if cue == last else self._once_read(landed))

    def _once_read(self, landed: Callable[[str], None]) -> Callable[[str], None]:
        """Return what is to be called in place of *landed*, so that the result can be read first."""
        return lambda holder: self._readings.later(lambda: landed(holder))

    def show(self, published: Snapshot) -> None:
        """Show what is now published."""
        with self._lock:
            before, self._published = self._published, published
            landed, self._in_motion = self._in_motion, False
            self._menu.close()
            self._peek = None
            self._board_check.take(published)
            if published.commitment not in (None, before.commitment):
                # What is promised is to be read before the first draw; the digits can be asked for.
                self._pairing = None
            self._devices.settle(published, self._speaker())
            sound = self._result if landed else self._sound_of_news(before)
            if published.trouble is not None:
                sound = None
            if sound is not None:
                self._pairing = None
            self._put(self._at_rest())
            if sound is not None:
                self._devices.sound(sound)
            self._light()

    def names_changed(self, published: Snapshot) -> None:
        """Let names and phones count from now on; what is on show stays, unless it is about a phone."""
        with self._lock:
            self._published = published
            self._board_check.take(published)
            self._look_at_phones()

    # ------------------------------------------------------------------ the table's hands
    def may_hold(self, button: ButtonName) -> bool:
        """Tell whether *button* may be held for its second meaning: nothing is in motion, open or asked.

        While the way in for phones is on show, that is so for OK alone, which gets new digits.
        """
        with self._lock:
            if self._in_motion or self._menu.is_open or self._peek is not None or self._question is not None:
                return False
            return not self._published.compare if self._pairing is None else button == "ok"

    @property
    def is_asked(self) -> bool:
        """Whether a question is on show, so that OK and BACK are its answers."""
        with self._lock:
            return self._question is not None and not self._in_motion

    def ask(self, question: Message | None) -> None:
        """Show *question*, which OK or BACK answers, over all but what is in motion; None for none any more."""
        with self._lock:
            self._question = question
            if not self._in_motion:
                self._show_below()
        if question is not None:
            self._devices.wake()

    def wake(self) -> None:
        """Light the screen up: somebody is there."""
        self._devices.wake()

    def turn(self, steps: int, published: Snapshot) -> None:
        """Turn the menu by *steps*; the first turn opens it on what can be done in *published*.

        While a hand is peeked at it leafs on; so it does in what the real board has to show.
        """
        with self._lock:
            if self._in_motion:
                return
            if self._peek is not None:
                self._peek.turn(steps)
            elif self._menu.is_open:
                self._menu.turn(steps)
            elif self._shows_board_check():
                self._board_check.turn(steps)
            else:
                self._open(published)
            self._show_below()

    def push(self, published: Snapshot) -> Chosen | None:
        """Open the menu, or go into its selected row; return the line if it is one that can be done.

        A row that can't be done now is refused with its reason; a row that several people may do leads to their names.
        While the board is compared, it says that the board is right; what to put back it puts away.
        """
        with self._lock:
            if self._in_motion or self._peek is not None:
                return None
            if not self._menu.is_open:
                if self._shows_board_check() and self._board_check.asks:
                    return Chosen("right", TABLE, published.version)
                if self._shows_board_check():
                    self._board_check.put_away()
                else:
                    self._open(published)
                self._show_below()
                return None
            play = self._menu.push()
            if play is None:
                self._show_below()
            elif play.why is not None:
                self._refuse(play.why.reason, hides_something(self._offered))
            else:
                return self._chosen(play)
            return None

    def choose(self, line: str, published: Snapshot) -> Chosen | None:
        """Choose *line* of *published* without the menu; None if several people may do it: it leads to their names."""
        with self._lock:
            seats = published.who_may(line, table_seats(published))
            if not seats or self._in_motion:
                return Chosen(line, TABLE, published.version)
            self._clear()
            self._offered = published
            return self._chosen(Play(line, Message("stage.who"), line, seats))

    def back(self) -> None:
        """Go up in the menu, and away from its first level.

        Besides, put the digits for phones away, and what to put back; or, where the board is compared, go and set right
        what differs.
        """
        with self._lock:
            if self._in_motion:
                return
            if self._menu.is_open:
                self._menu.back()
            elif self._pairing is not None:
                self._pairing = None
            elif self._shows_board_check() and self._board_check.asks:
                self._open(self._published, corrects=True)
            elif self._shows_board_check():
                self._board_check.put_away()
            else:
                return
            self._show_below()

    def peek(self, published: Snapshot) -> None:
        """Show a hand, for as long as the knob is held; nothing changes if nobody holds a card."""
        with self._lock:
            peek = Peek(published, self._last_seat)
            if not self._in_motion and not peek.is_empty:
                self._menu.close()
                self._peek = peek
                self._show_below()

    def let_go(self) -> None:
        """Show no hand any more."""
        with self._lock:
            if self._peek is not None:
                self._peek = None
                self._show_below()

    def show_pairing(self, pairing: PairingCode | None) -> None:
        """Show the digits and the code by which phones come in, None for none: until something happens on the table.

        A code that has changed brings nothing back that was put away: only hands that open the door again do.
        """
        with self._lock:
            if pairing is not None and self._pairing is None and pairing.times == self._times_shown:
                return
            self._times_shown = pairing.times if pairing is not None else self._times_shown
            self._pairing = pairing
            if pairing is not None:
                self._menu.close()
            if not self._in_motion:
                self._show_below()

    def refuse(self, said: Message, seat: int = TABLE) -> None:
        """Say why something isn't done for *seat*: for a while, or until something else is shown."""
        with self._lock:
            if not self._in_motion:
                self._refuse(said, seat != TABLE and hides_something(self._published))

    def settle(self) -> None:
        """Show what is true, unless something is in motion, is being chosen, or was just refused."""
        with self._lock:
            if not self._in_motion and self._refusal is None:
                self._show_below()

    def look_at_phones(self) -> None:
        """Say so when the phone has fallen asleep whose person is waited for, and no longer when it wakes."""
        with self._lock:
            self._look_at_phones()

    def goodbye(self) -> None:
        """Say that the table may be unplugged, and nothing after it."""
        with self._lock:
            say = self._speaker()
            self._put(MessageCue(title=say(Message("stage.off")), lines=(say(Message("stage.unplug")),)))
            self._is_over = True
            self._light()

    def close(self) -> None:
        """Leave everything as it is; nothing changes by itself any more."""
        with self._lock:
            timer = self._refusal
            self._forget_refusal()
        if timer is not None:
            timer.join()
        self._readings.close()

    # ------------------------------------------------------------------ under the lock
    def _clear(self) -> None:
        self._menu.close()
        self._peek = self._pairing = None

    def _shows_board_check(self) -> bool:
        return (
            self._pairing is None
            and self._published.undo_request is None
            and (self._board_check.asks or self._board_check.tells)
        )

    def _open(self, published: Snapshot, corrects: bool = False) -> None:
        """Open the menu: in the form that chance waits for, if it is typed; if it *corrects*, in that form."""
        self._offered = published
        tree = tree_for_table(published, self._where()[0], self._presences(published))
        into = next((play for play in tree if play.named and play.line == "correct"), None) if corrects else None
        if published.typed and not published.asked:
            into = next((play for play in tree if CHANCE in play.seats), into)
        self._menu.open(tree, into)

    def _chosen(self, play: Play) -> Chosen | None:
        """Put the menu away and return *play*, or ask which of several people does it: first whoever was last."""
        if TABLE not in play.seats and len(play.seats) > 1:
            names = {seat: Message("stage.name", {"name": self._offered.name_of(seat)}) for seat in play.seats}
            rows = [Play(play.word, name, play.line, (seat,)) for seat, name in names.items()]
            last = play.seats.index(self._last_seat) if self._last_seat in play.seats else 0
            self._menu.ask(Message("stage.who"), rows, last)
            self._show_below()
            return None
        self._menu.close()
        self._light()
        seat = TABLE if TABLE in play.seats else play.seats[0]
        if seat >= 0:
            self._last_seat = seat
        return Chosen(play.line, seat, self._offered.version)

    def _show_below(self) -> None:
        """Show what is asked, else the hand that is peeked at, else the menu if it is open, else the table at rest."""
        if self._question is not None:
            self._put(self._at_rest())
        else:
            say, private = self._speaker(), hides_something(self._offered)
            chosen = self._peek.cue(say) if self._peek else choosing(self._menu, private, say)
            self._put(chosen or self._at_rest())
        self._light()

    def _refuse(self, said: Message, private: bool) -> None:
        self._put(MessageCue(title="", lines=(self._speaker()(said),), private=private))
        self._devices.sound("refusal")
        self._refusal = timer = threading.Timer(self._refusal_s, lambda: self._refusal_read(timer))
        timer.name, timer.daemon = "refusal", True
        timer.start()

    def _refusal_read(self, timer: threading.Timer) -> None:
        with self._lock:
            if self._refusal is timer:
                self._show_below()

    def _put(self, cue: StageCue) -> None:
        self._forget_refusal()
        if not self._is_over:
            self._devices.show(cue)

    def _forget_refusal(self) -> None:
        if self._refusal is not None:
            self._refusal.cancel()
            self._refusal = None

    def _speaker(self) -> Speaker:
        return Speaker(self._texts, self._published.lang)

    def _sound_of_news(self, before: Snapshot) -> SoundName | None:
        """Return the sound of what happened without anything in motion, None if that was nothing."""
        published, line = self._published, self._published.log[-1] if self._published.log else None
        is_news = line is not None and line.version == published.version > before.version > 0
        if line is None or not is_news or line.note is not None or published.state is None:
            return None
        cue = showing(published.game, line.facts, line.state, "", self._speaker())
        return sound_of(cue, published.state.end() is not None)

    def _at_rest(self) -> StageCue:
        if self._question is not None:
            return asking(self._question, self._speaker())
        cue = resting(self._published, self._board_check, self._pairing, self._where, self._speaker())
        self._sleeper = asleep(self._published, self._presences(self._published))
        if self._sleeper is None or self._pairing is not None:
            return cue
        return waiting(cue, self._published.name_of(self._sleeper), self._speaker())

    def _look_at_phones(self) -> None:
        busy = self._in_motion or self._menu.is_open or self._peek is not None or self._refusal is not None
        if not busy and asleep(self._published, self._presences(self._published)) != self._sleeper:
            self._put(self._at_rest())

    def _light(self) -> None:
        goes_back = (
            self._menu.is_open or self._pairing is not None or self._shows_board_check() or self._question is not None
        )
        is_dark = self._in_motion or self._is_over
        self._devices.light(frozenset() if is_dark else lit(self._published, goes_back))
