"""One step of a kit, as its cues look at it."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.fact import Fact, Facts
from companion.engine.game import Say
from companion.engine.values.message import Message
from companion.kits.facts.course import TurnPassed
from companion.kits.facts.queue import Announced
from companion.kits.facts.things import Scored, TargetReached
from companion.kits.pictures.deed import next_deed
from companion.kits.things.board import Board


class KitScene(Struct, frozen=True):
    """One step's *public* facts, the *state* after them, and their person.

    *name* is the person's name; *say* renders messages.
    """

    public: Facts
    state: Board
    name: str
    say: Say

    def text(self, key: str) -> str:
        """Return the kit's word for *key*."""
        return self.say(self.state.kit.text(key))

    def detail(self, key: str) -> str:
        """Return the kit's sentence about *key*, "" if it has none."""
        return self.say(self.state.kit.detail(key))

    def deed(self, otherwise: str) -> str:
        """Return the control for the action asked for, else *otherwise*."""
        return deed_line(self.state, self.say, otherwise)

    def outcome(self, otherwise: str) -> str:
        """Return the step's outcome, else *otherwise*.

        The outcome is a target, another's turn, a number or an action asked for.
        """
        return self.following or self._last_said(Scored) or self.deed(otherwise)

    @property
    def following(self) -> str:
        """The step's target or next turn, "" for neither."""
        return self._last_said(TargetReached, TurnPassed)

    def _last_said(self, *kinds: type[Fact]) -> str:
        """Return the last public sentence about *kinds*, "" for none."""
        said = (fact.said(self.state) for fact in reversed(self.public) if isinstance(fact, kinds))
        return next((self.say(each) for each in said if each is not None), "")

    @property
    def announced(self) -> str:
        """This step's announcement of a rule or card, "" for none."""
        return next((self.text(fact.word) for fact in reversed(self.public) if isinstance(fact, Announced)), "")


def deed_line(state: Board, say: Say, otherwise: str) -> str:
    """Return the button or knob for the action asked for.

    Returns *otherwise* if the last result asks for nothing.
    """
    deed = next_deed(state)
    if deed is None:
        return otherwise
    button = next((name for name, line in state.kit.buttons if line == deed.do), None)
    if button is None:
        return say(Message(f"stage.by-knob-{deed.do.split(' ')[0]}"))
    return say(Message("stage.then", {"button": Message(f"panel.{button}")}))


def wrapped(text: str, letters: int) -> list[str]:
    """Break *text* between words into lines of at most *letters*."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
