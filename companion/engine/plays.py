"""The tree of plays: every possible command, word by word.

The OLED's menu, the phone and the keyboard walk this one tree. It holds the commands of ``tries``, those of ``greyed``
(with the reason from ``why_not``) and forms; it decides nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.engine.command import Command, PartLine, Refusal, Remedy, Role
from companion.engine.notation import words
from companion.engine.state import State, asked
from companion.engine.values.forms import Field
from companion.engine.values.message import Message


class Play(Struct):
    """One word of the tree.

    A complete line has *line* and the *seats* that may give it.

    *why* greys it out: none of *seats* may give it, and this is the reason for the last of them; *remedy* is a way out.

    *form* holds the fields of a form, to be filled in one by one; it is empty if they have to be requested. With
    *named*, each field is spelled ``name=word``, and unchanged ones are left out. *done* labels the end of such a form
    without any change, if *line* alone is valid. *is_now* marks the present value among several settings. *role* is a
    verb's place on a page; the words below it have none. *left* is how many times in a row the line can still be given
    in this step.
    """

    word: str
    label: Message
    line: str = ""
    seats: tuple[int, ...] = ()
    why: Refusal | None = None
    form: tuple[Field, ...] | None = None
    named: bool = False
    done: Message | None = None
    below: list[Play] = []
    is_now: bool = False
    role: Role = ""
    remedy: Remedy | None = None
    left: int = 1


def plays(state: State, seats: Iterable[int]) -> list[Play]:
    """Return the tree of all plays of *seats*, in asking order."""
    roots: list[Play] = []
    for seat in seats:
        grow(roots, state, seat)
    return roots


def grow(roots: list[Play], state: State, seat: int, by_any_seat: bool = False, *, has_forms: bool = True) -> None:
    """Add the plays of *seat* in *state* to the tree *roots*.

    An existing line gains the seat. With *by_any_seat*, adds only the commands that any seat's phone may give in that
    seat's name. Without *has_forms*, the forms among these are empty.
    """
    for kind in asked(state, seat):
        if by_any_seat and not kind.by_any_seat:
            continue
        if kind.is_form:
            is_empty = kind.by_any_seat and not has_forms and kind.has_form(state, seat)
            _grow_form(roots, kind, () if is_empty else kind.form(state, seat), seat)
            continue
        for command in kind.tries(state, seat):
            _grow(roots, state, command, None)
        for part in kind.part_lines(state, seat):
            _grow_part(roots, kind, part, seat)
        for command in kind.greyed(state, seat):
            _grow(roots, state, command, command.why_not(state))


def _grow(level: list[Play], state: State, command: Command, why: Refusal | None) -> None:
    spelled = words(command)
    role, play = command.role, None
    for word, label in zip(spelled, command.labels(state, spelled), strict=True):
        play = _child(level, word, label, role)
        level, role = play.below, ""
    if play is None or (why is not None and play.seats and play.why is None):
        return
    if why is None and play.why is not None:
        play.seats = ()
    play.line = " ".join(spelled)
    play.seats = (*play.seats, command.seat)
    play.why = why
    play.remedy = None if why is None else command.remedy(state)
    if len(spelled) == 1:
        play.left = 1 if why is not None else command.left(state)


def _grow_form(level: list[Play], kind: type[Command], form: tuple[Field, ...] | None, seat: int) -> None:
    if form is None:
        return
    play = _child(level, kind.verb, Message(f"{kind.texts}.{kind.verb}"), kind.role)
    play.line, play.form, play.named, play.seats = kind.verb, form, kind.named, (*play.seats, seat)


def _grow_part(level: list[Play], kind: type[Command], part: PartLine, seat: int) -> None:
    role, play = kind.role, None
    for word, label in zip(part.words, part.labels, strict=True):
        play = _child(level, word, label, role)
        level, role = play.below, ""
    if play is not None:
        play.line, play.form, play.seats = " ".join(part.words), part.fields, (*play.seats, seat)


def _child(level: list[Play], word: str, label: Message, role: Role) -> Play:
    for play in level:
        if play.word == word:
            return play
    level.append(Play(word, label, role=role))
    return level[-1]


def leaves(roots: Iterable[Play]) -> Iterable[Play]:
    """Return every complete line of a tree, greyed ones and forms included."""
    for play in roots:
        if play.line:
            yield play
        yield from leaves(play.below)
