"""Refusals shared by all referees.

A game gives them its rules.
"""

from __future__ import annotations

from msgspec import Struct

from companion.engine.command import Refusal
from companion.engine.values.message import Message


def refusal(key: str, rule: str | None = None) -> Refusal:
    """Return the refusal with the sentence *key*, by *rule*."""
    return Refusal(Message(key), rule)


class Refusals(Struct, frozen=True):
    """General reasons to refuse a command.

    A game replaces them by its own sentences and rules.
    """

    ended: Refusal = refusal("refused.ended")
    set_up_first: Refusal = refusal("refused.set-up-first")
    set_up_done: Refusal = refusal("refused.set-up-done")
    not_your_turn: Refusal = refusal("refused.not-your-turn")
    step_first: Refusal = refusal("refused.step-first")
    """A pending step comes first."""
    answers_first: Refusal = refusal("refused.answers-first")
    """A declaration waits for answers."""
    in_motion: Refusal = refusal("refused.chance-pending")
    """Chance was asked and hasn't answered."""
    no_window: Refusal = refusal("refused.no-window")
    not_asked: Refusal = refusal("refused.not-asked")
    not_held: Refusal = refusal("refused.not-held")
    only_table: Refusal = refusal("refused.only-table")
