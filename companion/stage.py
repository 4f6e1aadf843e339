"""The stage: the table's own screen and lamps, told of a result as soon as it is durable.

It turns what the session says, and where the table's hands are in the menu, into cues for the devices. Cues never leave
the process, but pictures of them do: what isn't made of what a watcher may see is marked private. The session's
thread and the buttons' thread both come here, so one lock decides what is on show: what is in motion is never
covered, and whatever happens on the table puts menu and refusal away.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.cues import Speaker, showing, starting
from companion.menu import Menu
from companion.session import TABLE, WATCHER, Facts, Motion, Play, Published, Said, State, leaves
from companion.texts.say import Texts
from hardware.ports import ErrorCue, Lamp, LampName, MenuCue, MessageCue, Screen, StageCue, StartCue

SCREEN = "screen"
REFUSAL_S = 3.0
"""How long a refusal stays: time to read two lines."""
DOING: tuple[LampName, ...] = ("roll", "spin", "draw")
"""The buttons whose meaning the game gives."""


@dataclass(frozen=True)
class Chosen:
    """A complete *line* that the table's hands chose for *seat*, from what was on offer in *version*."""

    line: str
    seat: int
    version: int


class TableStage:
    """The devices in the table's edge as one stage.

    *where* gives the address to join at and what its QR code says, "" for none yet; *refusal_s* is how long a refusal
    stays on show, in seconds.
    """

    def __init__(
        self,
        screen: Screen,
        lamps: Mapping[LampName, Lamp],
        texts: Texts,
        where: Callable[[], tuple[str, str]],
        refusal_s: float = REFUSAL_S,
    ) -> None:
        self._screen = screen
        self._lamps = lamps
        self._texts = texts
        self._where = where
        self._refusal_s = refusal_s
        # Guards all that follows, and the order in which cues reach the screen; nothing done under it waits.
        self._lock = threading.Lock()
        self._published = Published()
        self._in_motion = False
        self._menu = Menu()
        self._offered = Published()
        self._refusal: threading.Timer | None = None

    # ------------------------------------------------------------------ the session's side
    def started(self, motion: Motion) -> None:
        """Something is in motion; its result isn't known to anybody yet."""
        with self._lock:
            self._in_motion = True
            self._menu.close()
            self._forget_refusal()
            published = self._published
            if published.state is not None:
                say = self._speaker()
                cue = starting(published.state, motion.purpose, published.name_of(motion.seat), say)
                if cue is not None:
                    self._put(cue)
            self._light()

    def go(self, motion: Motion, facts: Facts, state: State, landed: Callable[[str], None]) -> Sequence[str]:
        """Slow down onto the result of *motion*."""
        with self._lock:
            cue = showing(facts, state, self._published.name_of(motion.seat), self._speaker())
            if cue is None:
                return ()
            self._screen.land(cue, lambda: landed(SCREEN))
            return (SCREEN,)

    def show(self, published: Published) -> None:
        """Show what is now published."""
        with self._lock:
            self._published = published
            self._in_motion = False
            self._menu.close()
            self._put(self._at_rest())
            self._light()

    # ------------------------------------------------------------------ the table's hands
    def turn(self, steps: int, published: Published) -> None:
        """Turn the menu by *steps*; the first turn opens it on what can be done in *published*."""
        with self._lock:
            if self._in_motion:
                return
            if self._menu.is_open:
                self._menu.turn(steps)
            else:
                self._open(published)
            self._show_below()

    def push(self, published: Published) -> Chosen | None:
        """Open the menu, or go into its selected row; return the line if it is one that can be done.

        A row that can't be done now is refused with its reason; a row that several people may do leads to their names.
        """
        with self._lock:
            if self._in_motion:
                return None
            if not self._menu.is_open:
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

    def choose(self, line: str, published: Published) -> Chosen | None:
        """Choose *line* of *published* without the menu; None if several people may do it: it leads to their names."""
        with self._lock:
            tree = leaves(tree_for_table(published))
            play = next((play for play in tree if play.line == line and play.why is None), None)
            if play is None or self._in_motion:
                return Chosen(line, TABLE, published.version)
            self._menu.close()
            self._offered = published
            return self._chosen(play)

    def back(self) -> None:
        """Go up in the menu, and away from its first level."""
        with self._lock:
            if self._menu.is_open and not self._in_motion:
                self._menu.back()
                self._show_below()

    def refuse(self, said: Said, seat: int = TABLE) -> None:
        """Say why something isn't done for *seat*: for a while, or until something else is shown."""
        with self._lock:
            if not self._in_motion:
                self._refuse(said, seat != TABLE and hides_something(self._published))

    def settle(self) -> None:
        """Show what is true, unless something is in motion, is being chosen, or was just refused."""
        with self._lock:
            if not self._in_motion and self._refusal is None:
                self._show_below()

    def close(self) -> None:
        """Leave everything as it is; nothing changes by itself any more."""
        with self._lock:
            timer = self._refusal
            self._forget_refusal()
        if timer is not None:
            timer.join()

    # ------------------------------------------------------------------ under the lock
    def _open(self, published: Published) -> None:
        self._offered = published
        self._menu.open(tree_for_table(published))

    def _chosen(self, play: Play) -> Chosen | None:
        """Put the menu away and return *play*, or ask which of several people does it."""
        if TABLE not in play.seats and len(play.seats) > 1:
            names = {seat: Said("stage.name", {"name": self._offered.name_of(seat)}) for seat in play.seats}
            rows = [Play(play.word, name, play.line, (seat,)) for seat, name in names.items()]
            self._menu.ask(Said("stage.who"), rows)
            self._show_below()
            return None
        self._menu.close()
        self._light()
        return Chosen(play.line, TABLE if TABLE in play.seats else play.seats[0], self._offered.version)

    def _show_below(self) -> None:
        """Show the menu if it is open, else the table at rest."""
        play = self._menu.selected
        if play is None:
            self._put(self._at_rest())
        else:
            say = self._speaker()
            before, after = self._menu.neighbours()
            above = self._menu.above
            self._put(
                MenuCue(
                    selected=say(play.label),
                    before=say(before.label) if before else "",
                    after=say(after.label) if after else "",
                    title=say(above.label) if above else "",
                    private=hides_something(self._offered),
                )
            )
        self._light()

    def _refuse(self, said: Said, private: bool) -> None:
        self._put(MessageCue(title="", lines=(self._speaker()(said),), private=private))
        self._refusal = timer = threading.Timer(self._refusal_s, lambda: self._refusal_read(timer))
        timer.name, timer.daemon = "refusal", True
        timer.start()

    def _refusal_read(self, timer: threading.Timer) -> None:
        with self._lock:
            if self._refusal is timer:
                self._show_below()

    def _put(self, cue: StageCue) -> None:
        self._forget_refusal()
        self._screen.show(cue)

    def _forget_refusal(self) -> None:
        if self._refusal is not None:
            self._refusal.cancel()
            self._refusal = None

    def _speaker(self) -> Speaker:
        return Speaker(self._texts, self._published.lang)

    def _at_rest(self) -> StageCue:
        published, say = self._published, self._speaker()
        if published.trouble is not None:
            return ErrorCue(title=say(Said("stage.trouble")), lines=(say(published.trouble),))
        request = published.state.seen_by(TABLE).due() if published.state and published.typed else None
        if request is not None and published.game is not None:
            return MessageCue(title=say(published.game.label(request.purpose)), lines=(say(Said("stage.type")),))
        for line in reversed(published.log):
            cue = None if line.undone else showing(line.facts, line.state, published.name_of(line.seat), say)
            if cue is not None:
                return cue
        if published.notice is not None:
            return ErrorCue(title=say(Said("stage.trouble")), lines=(say(published.notice),))
        address, code = self._where()
        hint = say(Said("stage.press-roll") if published.game else Said("stage.choose"))
        lines = (say(Said("stage.join-at")), hint) if address else (hint,)
        return StartCue(address=address, lines=lines, qr=code or None)

    def _light(self) -> None:
        names = lit(self._published, self._menu.is_open) if not self._in_motion else frozenset()
        for name, lamp in self._lamps.items():
            lamp.set(name in names)


def lit(published: Published, menu_is_open: bool) -> frozenset[LampName]:
    """Return the lamps beside buttons that would do something now, as far as a watcher may know, at rest."""
    if published.trouble is not None:
        return frozenset()
    tree = tree_for_table(published, WATCHER)
    names: set[LampName] = {"ok"} if tree else set()
    if menu_is_open:
        names.add("back")
    lines = button_lines(published)
    possible = {play.line for play in leaves(tree) if play.why is None}
    names.update(name for name in DOING if lines.get(name) in possible)
    return frozenset(names)


def button_lines(published: Published) -> Mapping[str, str]:
    """Return what each button does now, by its name, in the notation."""
    if published.game is None or published.state is None:
        return {}
    return published.game.buttons(published.state.seen_by(TABLE))


def table_seats(published: Published) -> tuple[int, ...]:
    """Return the seats the table's own buttons speak for: all of them."""
    return (TABLE, *range(len(published.people)))


def tree_for_table(published: Published, viewer: int | None = None) -> Sequence[Play]:
    """Return what can be done with the table's own buttons now: all of it, or what *viewer* may know of that."""
    return published.plays(table_seats(published), viewer) if published.game else published.menu_plays()


def hides_something(published: Published) -> bool:
    """Tell whether a watcher isn't shown all of the game, so that what its seats can do may tell a secret.

    It asks whether anything is hidden at all, which everybody knows: whether just this menu tells a secret would be
    one itself.
    """
    return published.state is not None and published.state != published.state.seen_by(WATCHER)
