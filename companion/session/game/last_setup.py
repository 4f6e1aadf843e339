"""The last set-up: people's placements in their last game.

They become an option of the new game, so that its record alone replays it. Only a watcher's view of the last one is
read: no secret comes from game to game.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from itertools import groupby

from companion.engine.game import Game, OptionValue
from companion.engine.values.placements import LAST_SETUP, Placements, write_placements
from companion.engine.values.seats import WATCHER
from companion.journal.rows import GameRow
from companion.model.new_game import Beginning
from companion.session.game.open_game import DOES_NOT_FIT, OpenGame
from companion.session.game.store import GameStore

log = logging.getLogger(__name__)

NEWEST = 50
"""The number of games to search."""


def with_last_setup(store: GameStore, game: Game, beginning: Beginning) -> Mapping[str, OptionValue]:
    """Return the options of a new *game* with its people's last placements.

    *beginning* names the people. Each seat has those of the newest game of *store* with the same person in the same
    seat and the same options. An option that *beginning* brings along is dropped: it was another game's.

    :raises BadSetup: *game* can't start like this.
    :raises JournalUnwritable: the journal can't be read.
    """
    options = _without(beginning.options)
    if game.placements is None:
        return options
    names, found = beginning.seats, dict[int, tuple[str, ...]]()
    chosen = dict(store.setup(game, names, options).options)
    for row in reversed(store.journal.games(NEWEST)):
        if (row.slug, row.mode, len(row.seats), _without(row.options)) != (game.slug, game.mode, len(names), chosen):
            continue
        same = [seat for seat, name in enumerate(names) if seat not in found and row.people[seat : seat + 1] == (name,)]
        if same and (placements := _placements(store, game, row)):
            found |= {seat: placements[seat] for seat in same}
        if len(found) == len(names):
            break
    if not found:
        return options
    return {**options, LAST_SETUP: write_placements([found.get(seat, ()) for seat in range(len(names))])}


def _without(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    return {name: value for name, value in options.items() if name != LAST_SETUP}


def _placements(store: GameStore, game: Game, row: GameRow) -> Placements:
    """Return the placements of *row*'s game, () before its first turn.

    The game is read up to the first command after its set-up.
    """
    placements: Placements = ()
    try:
        opened = OpenGame(game, game.kept_setup(row.seats, row.options), row.id)
        for _, batch in groupby(store.journal.each_line(row.id), key=lambda line: line.batch):
            lines = list(batch)
            entry = lines[0].entry
            turns_back = entry.undo is not None or entry.redo is not None
            if placements and not turns_back:
                break
            if turns_back:
                opened.turn_back(entry)
            else:
                opened.fold(lines)
            placements = game.placements(opened.state.seen_by(WATCHER)) if game.placements else ()
    except DOES_NOT_FIT as error:
        log.info("the set-up of game %s can't be read: %r", row.id, error)
    return placements
