"""The controls of a table, as an optional part."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.plays import Play
from companion.input.chooser import Chooser
from companion.input.controls import Controls
from companion.input.tree import tree_for_table
from companion.model.snapshot import Snapshot
from companion.parts.optional import REHEARSAL
from companion.parts.table import Parts


class TableActions:
    """The actions of buttons beside a game, at *table*."""

    def __init__(self, table: Parts) -> None:
        self._table = table

    def switch_off_for_good(self) -> None:
        """Switch the table off, and its computer if it can."""
        self._table.power.switch_off_for_good()

    def open_window(self) -> None:
        """Let phones join for a while."""
        self._table.window.open()

    def mend_by_hand(self, line: str) -> None:
        """Apply the offer *line* of a fault."""
        self._table.repairs.mend_by_hand(line)

    def rehearse(self) -> None:
        """Begin a rehearsal."""
        self._table.optional.get(REHEARSAL).begin()

    def ask_to_forget_by_hand(self) -> None:
        """Ask whether everything is to be forgotten."""
        self._table.reset.ask_by_hand()


def make(table: Parts) -> Controls:
    """Return the controls of *table*."""

    def tree(published: Snapshot) -> Sequence[Play]:
        """Return every play that the table's own buttons can make in *published*."""
        address, _ = table.serving.shown_address()
        return tree_for_table(published, address, table.presence.of(published))

    chooser = Chooser(table.stage, tree)
    return Controls(table.session, table.stage, chooser, table.asking, actions=TableActions(table))
