"""The chooser: choices and peeks on the table's screen and menu.

It walks the one tree of plays, leafs through hands and through the board check, and asks "Who?" where several people
may make the choice. Its overlays are on the stage, which dismisses them at any event on the table; the stage is locked
while a press or a turn is worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

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
from companion.stage.layers import CORRECTIONS, MENU, UNUSED, Chosen
from companion.stage.offers import hides_something
from companion.stage.presenter import TableStage
from hardware.cues import MenuCue
from hardware.ports import ButtonName

PRESENCE_OF: Mapping[str, Presence] = {key: presence for presence, key in PRESENCE_WORDS.items()}
"""The presence in a menu's row, by its words."""


class OpenMenu(Struct, frozen=True, eq=False):
    """The menu over the table, opened on the choices of *offered*.

    Asked for a person, *last_seat* comes first.
    """

    offered: Snapshot
    last_seat: int = 0
    menu: Menu = field(default_factory=Menu)
    is_held = False
    has_back = True

    @property
    def is_up(self) -> bool:
        """Whether it is open."""
        return self.menu.is_open

    def turn(self, steps: int) -> Chosen | None:
        """Choose another row."""
        self.menu.turn(steps)
        return None

    def push(self) -> Chosen | None:
        """Enter the selected row; return its line once it is complete."""
        play = self.menu.push()
        return None if play is None else self.chosen(play)

    def back(self) -> Chosen | None:
        """Go up, or close."""
        self.menu.back()
        return None

    def chosen(self, play: Play) -> Chosen | None:
        """Return *play*'s line, or ask for its person.

        If several may play it, the last one is first. A row that isn't legal now has its reason.
        """
        if play.why is not None:
            return Chosen(play.line, TABLE, self.offered.version, play.why.reason)
        if TABLE not in play.seats and len(play.seats) > 1:
            names = {seat: Message("stage.name", {"name": self.offered.open.name_of(seat)}) for seat in play.seats}
            rows = [Play(play.word, name, play.line, (seat,)) for seat, name in names.items()]
            last = play.seats.index(self.last_seat) if self.last_seat in play.seats else 0
            self.menu.ask(Message("stage.who"), rows, last)
            return None
        return Chosen(play.line, TABLE if TABLE in play.seats else play.seats[0], self.offered.version)

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
        """Turn the topmost layer by *steps*.

        At rest that opens the menu on the choices of *published*.
        """
        with self._stage.held() as stage:
            if not stage.in_motion:
                self._follow((layer.turn(steps) for layer in stage.layers_up()), published)

    def push(self, published: Snapshot) -> Chosen | None:
        """Push the topmost layer; return the chosen line, if any.

        At rest that opens the menu on the choices of *published*. Return a line that is complete and allowed. A row
        that isn't legal now is refused with its reason; a row for several people leads to their names.
        """
        with self._stage.held() as stage:
            if stage.in_motion:
                return None
            return self._follow((layer.push() for layer in stage.layers_up()), published)

    def back(self) -> None:
        """Go back from the topmost layer that can.

        During the board check it opens the corrections.
        """
        with self._stage.held() as stage:
            if not stage.in_motion:
                self._follow((layer.back() for layer in stage.layers_up()), stage.published)

    def ask_who(self, line: str, seats: tuple[int, ...], published: Snapshot) -> None:
        """Ask which of *seats* gives *line*; an open menu closes."""
        with self._stage.held() as stage:
            if not stage.in_motion:
                stage.clear()
                opened = OpenMenu(published, self._last_seat)
                opened.chosen(Play(line, Message("stage.who"), line, seats))
                stage.put_over(opened)

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
    def _follow(self, answers: Iterable[Chosen | None], published: Snapshot) -> Chosen | None:
        """Follow the first used one of *answers*; return a line to send."""
        stage, chosen = self._stage, next((each for each in answers if each is not UNUSED), UNUSED)
        if chosen is None:
            if stage.over is not None and not stage.over.is_up:
                stage.put_over(None)
            else:
                stage.refresh()
        elif chosen is MENU or chosen is CORRECTIONS:
            self._open(published, corrects=chosen is CORRECTIONS)
        elif chosen.why is not None:
            stage.refuse(chosen.why, offered=stage.over.offered if isinstance(stage.over, OpenMenu) else None)
        elif chosen is not UNUSED:
            stage.drop_over()
            self._last_seat = chosen.seat if chosen.seat >= 0 else self._last_seat
            return chosen
        return None

    def _open(self, published: Snapshot, corrects: bool = False) -> None:
        """Open the menu, or one of its forms.

        It is chance's form, if it is typed; if it *corrects*, the corrections'.
        """
        opened, tree = OpenMenu(published, self._last_seat), self._tree_of(published)
        into = next((play for play in tree if play.named and play.line == "correct"), None) if corrects else None
        if published.open.typed and not published.open.asked:
            into = next((play for play in tree if CHANCE in play.seats), into)
        opened.menu.open(tree, into)
        self._stage.put_over(opened if opened.is_up else None)
