"""The published fields of an open game."""

from __future__ import annotations

from companion.engine.state import State
from companion.runtime.clock import Clock
from companion.session.game.open_game import TYPED, OpenGame


def published_game(opened: OpenGame, state: State, version: int, clock: Clock) -> dict[str, object]:
    """Return the fields of a snapshot for *opened* in *state*, its *version*.

    The time until now counts as played.
    """
    opened.played.countdowns.settle(clock.monotonic_s(), state)
    opened.questions, last = opened.questions.after(state, version), opened.last_to_undo()
    return {
        "version": version,
        "game": opened.game,
        "number": opened.id,
        "began": opened.began,
        "played": opened.played.published(clock, state),
        "clocks": opened.played.countdowns.published(clock, state),
        "lasted_ms": opened.length.lasted_ms,
        "setup": opened.setup,
        "state": state,
        "tally": opened.tally(state),
        "since": opened.questions.since,
        "typed": opened.chance in TYPED,
        "asked": opened.chance == "ask",
        "commitment": opened.commitment,
        "seed": opened.seed.hex() if opened.seed and opened.seed_is_public(state) else None,
        "why_not_undo": opened.why_not_undo(state, last),
        "undo_needs_two": opened.undo_needs_two(),
        "undoes": last,
        "can_redo": opened.can_redo(),
    }
