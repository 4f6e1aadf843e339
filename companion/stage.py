"""The stage: the table's own screen and lamps, told of a result as soon as it is durable.

It turns what the session says into cues and hands them to the devices; nothing of it leaves the process.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence

from companion.cues import Speaker, showing, starting
from companion.menu import Menu
from companion.session import TABLE, Facts, Motion, Play, Published, Said, State, leaves
from companion.texts.say import Texts
from hardware.ports import ErrorCue, Lamp, LampName, MenuCue, MessageCue, Screen, StageCue, StartCue

SCREEN = "screen"


class TableStage:
    """The devices in the table's edge as one stage. *where* gives the address to join at and what its QR says."""

    def __init__(
        self,
        screen: Screen,
        lamps: Mapping[LampName, Lamp],
        texts: Texts,
        where: Callable[[], tuple[str, str]],
    ) -> None:
        self._screen = screen
        self._lamps = lamps
        self._texts = texts
        self._where = where
        self._published = Published()
        self._lock = threading.Lock()

    # ------------------------------------------------------------------ the session's side
    def started(self, motion: Motion) -> None:
        """Something is in motion; its result isn't known to anybody yet."""
        published = self._published
        if published.state is None:
            return
        cue = starting(published.state, motion.purpose, published.name_of(motion.seat), self._say(published))
        if cue is not None:
            self._screen.show(cue)
        self._light(frozenset())

    def go(self, motion: Motion, facts: Facts, state: State, landed: Callable[[str], None]) -> Sequence[str]:
        """Slow down onto the result of *motion*."""
        published = self._published
        cue = showing(facts, state, published.name_of(motion.seat), self._say(published))
        if cue is None:
            return ()
        self._screen.land(cue, lambda: landed(SCREEN))
        return (SCREEN,)

    def show(self, published: Published) -> None:
        """Show what is now published."""
        self._published = published
        self._screen.show(self._at_rest(published))
        self._light(lit(published))

    # ------------------------------------------------------------------ the table's hands
    def show_menu(self, menu: Menu) -> None:
        """Show where the knob is in the menu."""
        play = menu.selected
        if play is None:
            self._screen.show(self._at_rest(self._published))
            return
        say = self._say(self._published)
        before, after = menu.neighbours()
        self._screen.show(
            MenuCue(
                selected=say(play.label),
                before=say(before.label) if before else "",
                after=say(after.label) if after else "",
                title=say(menu.above.label) if menu.above else "",
            )
        )

    def refuse(self, said: Said) -> None:
        """Say why something isn't done, until something else is shown."""
        say = self._say(self._published)
        self._screen.show(MessageCue(title=say(Said("stage.refused")), lines=(say(said),)))

    # ------------------------------------------------------------------ cues
    def _say(self, published: Published) -> Speaker:
        return Speaker(self._texts, published.lang)

    def _at_rest(self, published: Published) -> StageCue:
        say = self._say(published)
        if published.trouble is not None:
            return ErrorCue(title=say(Said("stage.trouble")), lines=(say(published.trouble),))
        for line in reversed(published.log):
            cue = None if line.undone else showing(line.facts, line.state, published.name_of(line.seat), say)
            if cue is not None:
                return cue
        address, code = self._where()
        hint = Said("stage.press-roll") if published.game else Said("stage.choose")
        return StartCue(address=address, lines=(say(hint),), qr=code)

    def _light(self, names: frozenset[LampName]) -> None:
        for name, lamp in self._lamps.items():
            lamp.set(name in names)


def lit(published: Published) -> frozenset[LampName]:
    """Return the lamps beside buttons that would do something now."""
    if published.reveal is not None or published.trouble is not None:
        return frozenset()
    if published.game is None or published.state is None:
        return frozenset({"ok"})
    lines = published.game.buttons(published.state)
    possible = {play.line for play in leaves(published.plays(table_seats(published))) if play.why is None}
    names: tuple[LampName, ...] = ("roll", "spin", "draw")
    return frozenset(name for name in names if lines.get(name) in possible)


def table_seats(published: Published) -> tuple[int, ...]:
    """Return the seats the table's own buttons speak for: all of them."""
    return (TABLE, *range(len(published.people)))


def tree_for_table(published: Published) -> Sequence[Play]:
    """Return what can be done with the table's own buttons now."""
    return published.plays(table_seats(published)) if published.game else published.menu_plays()
