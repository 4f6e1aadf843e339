"""The chooser: choices and peeks on the table's screen and menu.

It walks the one tree of plays, leafs through hands and through the board check, and asks "Who?" where several people
may make the choice. Its overlays are on the stage, which dismisses them at any event on the table; the stage is locked
while a press or a turn is worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from companion.engine.plays import Play
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE
from companion.input.menu import Menu
from companion.input.peek import Peek
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.model.table_menu import PRESENCE_WORDS
from companion.stage.cues import Speaker
from companion.stage.fault_pages import FaultPages
from companion.stage.offers import hides_something
from companion.stage.presenter import TableStage
from hardware.cues import MenuCue
from hardware.ports import ButtonName

PRESENCE_OF: Mapping[str, Presence] = {key: presence for presence, key in PRESENCE_WORDS.items()}
"""The presence in a menu's row, by its words."""


class Chosen(Struct, frozen=True):
    """A complete *line*, chosen by hand for *seat*.

    It is from the offers of *version*.
    """

    line: str
    seat: int
    version: int


class OpenMenu(Struct, frozen=True, eq=False):
    """The menu over the table, opened on the choices of *offered*."""

    offered: Snapshot
    menu: Menu = field(default_factory=Menu)
    is_held = False

    def cue(self, say: Speaker) -> MenuCue | None:
        """Return the menu's current place, None if it is closed."""
        play = self.menu.selected
        if play is None:
            return None
        before, after = self.menu.neighbours()
        above = self.menu.above
        return MenuCue(
            selected=say(play.label),
            before=say(before.label) if before else "",
            after=say(after.label) if after else "",
            title=say(above.label) if above else "",
            presences=tuple(PRESENCE_OF.get(each.label.key) if each else None for each in (before, play, after)),
            private=hides_something(self.offered),
        )


class Chooser:
    """A walk through choices on *stage* by knob, OK and BACK.

    *tree_of* returns all choices of a snapshot.
    """

    def __init__(self, stage: TableStage, tree_of: Callable[[Snapshot], Sequence[Play]]) -> None:
        self._stage = stage
        self._tree_of = tree_of
        self._last_seat = 0

    def may_hold(self, button: ButtonName) -> bool:
        """Return True if *button* may be held for its second meaning.

        Nothing may be in motion, open or asked. While the pairing screen is on show, only OK may, for new digits.
        """
        with self._stage.held() as stage:
            if stage.in_motion or stage.over is not None or stage.is_asked:
                return False
            return button == "ok" if stage.shows_pairing else not stage.published.compare

    def turn(self, steps: int, published: Snapshot) -> None:
        """Turn the menu by *steps*; the first turn opens it.

        It opens on the choices of *published*. While a hand is peeked at it leafs on; so it does in the pages of the
        board check.
        """
        with self._stage.held() as stage:
            if stage.in_motion:
                return
            if isinstance(stage.over, Peek):
                stage.over.turn(steps)
            elif isinstance(stage.over, OpenMenu):
                stage.over.menu.turn(steps)
            elif (pages := stage.pages) is not None:
                pages.turn(steps)
            else:
                self._open(published)
                return
            stage.refresh()

    def push(self, published: Snapshot) -> Chosen | None:
        """Open the menu, or enter its selected row.

        Return its line if it is complete and allowed. A row that isn't legal now is refused with its reason; a row for
        several people leads to their names. During the board check, it confirms the board; instructions for pieces are
        dismissed.
        """
        with self._stage.held() as stage:
            if stage.in_motion or isinstance(stage.over, Peek):
                return None
            if isinstance(stage.over, OpenMenu):
                return self._go_into(stage.over)
            if (pages := stage.pages) is None:
                self._open(published)
            elif pages.asks:
                return Chosen("right", TABLE, published.version)
            elif isinstance(pages, FaultPages) and pages.mend:
                return Chosen(pages.mend, TABLE, published.version)
            else:
                pages.put_away()
                stage.refresh()
            return None

    def ask_who(self, line: str, seats: tuple[int, ...], published: Snapshot) -> None:
        """Ask which of *seats* gives *line*, in place of a menu that is open."""
        with self._stage.held() as stage:
            if not stage.in_motion:
                stage.clear()
                self._chosen(Play(line, Message("stage.who"), line, seats), OpenMenu(published))

    def back(self) -> None:
        """Go up in the menu, or close its first level.

        It also dismisses the digits for phones and the instructions for pieces. During the board check it opens the
        corrections.
        """
        with self._stage.held() as stage:
            if stage.in_motion:
                return
            if isinstance(stage.over, OpenMenu):
                stage.over.menu.back()
                self._show(stage.over)
            elif stage.shows_pairing:
                stage.put_pairing_away()
            elif (pages := stage.pages) is None:
                return
            elif pages.asks:
                self._open(stage.published, corrects=True)
            else:
                pages.put_away()
                stage.refresh()

    def peek(self, published: Snapshot) -> None:
        """Show a hand while the knob is held.

        Nothing changes if nobody holds a card.
        """
        with self._stage.held() as stage:
            peek = Peek(published, self._last_seat)
            if not stage.in_motion and not peek.is_empty:
                stage.put_over(peek)

    def let_go(self) -> None:
        """Show no hand any more."""
        with self._stage.held() as stage:
            if isinstance(stage.over, Peek):
                stage.put_over(None)

    # ------------------------------------------------------------------ while the stage is held
    def _show(self, opened: OpenMenu) -> None:
        self._stage.put_over(opened if opened.menu.is_open else None)

    def _open(self, published: Snapshot, corrects: bool = False) -> None:
        """Open the menu, or one of its forms.

        It is chance's form, if it is typed; if it *corrects*, the corrections'.
        """
        opened, tree = OpenMenu(published), self._tree_of(published)
        into = next((play for play in tree if play.named and play.line == "correct"), None) if corrects else None
        if published.typed and not published.asked:
            into = next((play for play in tree if CHANCE in play.seats), into)
        opened.menu.open(tree, into)
        self._show(opened)

    def _go_into(self, opened: OpenMenu) -> Chosen | None:
        """Enter the menu's selected row; return its line if allowed.

        It must be complete, too.
        """
        play = opened.menu.push()
        if play is None:
            self._show(opened)
        elif play.why is not None:
            self._stage.refuse(play.why.reason, offered=opened.offered)
        else:
            return self._chosen(play, opened)
        return None

    def _chosen(self, play: Play, opened: OpenMenu) -> Chosen | None:
        """Close the menu and return *play*, or ask for its person.

        If several may play it, the last one is first.
        """
        if TABLE not in play.seats and len(play.seats) > 1:
            names = {seat: Message("stage.name", {"name": opened.offered.name_of(seat)}) for seat in play.seats}
            rows = [Play(play.word, name, play.line, (seat,)) for seat, name in names.items()]
            last = play.seats.index(self._last_seat) if self._last_seat in play.seats else 0
            opened.menu.ask(Message("stage.who"), rows, last)
            self._show(opened)
            return None
        self._stage.drop_over()
        seat = TABLE if TABLE in play.seats else play.seats[0]
        if seat >= 0:
            self._last_seat = seat
        return Chosen(play.line, seat, opened.offered.version)
