"""The menu: knob and OLED walk the one tree of choices.

They decide nothing. A form is walked as if it were more words of the tree: a level for each field, a row for each word
that fits. If the fields are named, a level of the fields leads to each one's words and back, until its row that ends it
is chosen. Three levels deep and deeper, a row leads back, for people who don't know the button.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.plays import Play
from companion.engine.values.forms import Field
from companion.engine.values.message import Message

DEEP = 3
"""The level from which a row leads back."""
BACK = Play("back", Message("menu.back"))


class _Level(Struct):
    """One level: its *rows* below the word *title*, one of them chosen.

    A level of a named form has that *form*, and the *changes* made so far; one of a field's words has that *field*.
    """

    title: Play | None
    rows: Sequence[Play]
    at: int = 0
    form: Play | None = None
    changes: dict[str, str] = {}
    field: Field | None = None


class Menu:
    """A walk through a tree of plays, closed until the knob turns.

    Rows wrap at both ends.
    """

    def __init__(self) -> None:
        self._levels: list[_Level] = []

    @property
    def is_open(self) -> bool:
        """Whether there is anything on show."""
        return bool(self._levels)

    @property
    def selected(self) -> Play | None:
        """The chosen row."""
        return self._row(0)

    @property
    def above(self) -> Play | None:
        """The play being spelled, None on the first level."""
        return self._levels[-1].title if self._levels else None

    def neighbours(self) -> tuple[Play | None, Play | None]:
        """Return the rows before and after the selected one.

        None where there is only that one and its other side.
        """
        rows = self._rows()
        if len(rows) > 2:
            return self._row(-1), self._row(1)
        at = self._levels[-1].at if self._levels else 0
        return (rows[0] if at == 1 else None), (rows[1] if at == 0 and len(rows) == 2 else None)

    def open(self, tree: Sequence[Play], into: Play | None = None) -> None:
        """Show *tree* from its first row, or inside *into*.

        Words without a choice are skipped.
        """
        self.close()
        if tree:
            self._levels.append(_Level(None, tree))
            self._enter_only()
        if into is not None:
            self._levels[-1].at = list(tree).index(into)
            self.push()

    def turn(self, steps: int) -> None:
        """Choose another row."""
        if self._levels:
            level = self._levels[-1]
            level.at = (level.at + steps) % len(self._rows())

    def push(self) -> Play | None:
        """Enter the selected row, or return it if it is complete.

        Words without a choice are skipped. A line that isn't legal now is complete, too. A row that has nothing to it
        leads back.
        """
        play = self.selected
        if play is None or play.why is not None:
            return play
        level = self._levels[-1]
        if play is BACK:
            self.back()
        elif level.field is not None:
            self._take(level.field, play.word)
        elif level.form is not None and not play.line:
            self._choose_word(level, play.word)
        elif play.form and not play.below:
            self._fill_in(play)
        elif play.below:
            at = next((at for at, row in enumerate(play.below) if row.is_now), 0)
            self._levels.append(_Level(play, _below(play), at))
            self._enter_only()
        elif play.line:
            return play
        else:
            self.back()
        return None

    def back(self) -> None:
        """Go up to the last level with a choice, or close."""
        del self._levels[-1:]
        while self._levels and len(self._levels[-1].rows) == 1:
            self._levels.pop()

    def ask(self, title: Message, rows: Sequence[Play], at: int = 0) -> None:
        """Add a level of *rows* from outside the tree.

        *title* is above it, row *at* is selected.
        """
        self._levels.append(_Level(Play("", title), rows, at))

    def close(self) -> None:
        """Put it away."""
        self._levels.clear()

    def _enter_only(self) -> None:
        rows = self._levels[-1].rows
        while len(rows) == 1 and rows[0].below:
            self._levels.append(_Level(rows[0], _below(rows[0])))
            rows = self._levels[-1].rows

    def _fill_in(self, play: Play) -> None:
        """Enter *play*'s form.

        It begins with its fields if they are named, else with the first one, each row one word more.
        """
        if play.named:
            self._levels.append(_Level(play, _fields(play, {}), form=play))
            return
        first, *others = play.form or ()
        rows = [
            Play(row.word, row.label, f"{play.line} {row.word}", play.seats, form=tuple(others) or None)
            for row in _words(first)
        ]
        self._levels.append(_Level(Play(first.name, first.label), rows, _place(first, first.word)))

    def _choose_word(self, level: _Level, name: str) -> None:
        """Show the words of the field *name* at the present one.

        It belongs to *level*'s form.
        """
        assert level.form is not None
        field = next(each for each in level.form.form or () if each.name == name)
        word = level.changes.get(name, field.word)
        self._levels.append(_Level(Play(name, field.label), _words(field), _place(field, word), field=field))

    def _take(self, field: Field, word: str) -> None:
        """Take *word* for *field*, and return to the form's fields.

        Its ending row is selected, if there is one.
        """
        self._levels.pop()
        level = self._levels[-1]
        assert level.form is not None
        level.changes.pop(field.name, None)
        if word != field.word:
            level.changes[field.name] = word
        level.rows = _fields(level.form, level.changes)
        if level.rows[0].line:
            level.at = 0

    def _rows(self) -> Sequence[Play]:
        """Return the rows on show, with the one back."""
        if not self._levels:
            return ()
        rows = self._levels[-1].rows
        return (*rows, BACK) if len(self._levels) >= DEEP else rows

    def _row(self, step: int) -> Play | None:
        rows = self._rows()
        return rows[(self._levels[-1].at + step) % len(rows)] if rows else None


def _below(play: Play) -> Sequence[Play]:
    """Return the rows below *play*, then its form if any."""
    if not play.form:
        return play.below
    return [*play.below, replace(play, label=Message("menu.others"), below=[])]


def _fields(play: Play, changes: Mapping[str, str]) -> list[Play]:
    """Return the rows of *play*'s named form after *changes*.

    They are its end, if it can end, and a row a field.
    """
    fields = play.form or ()
    rows = []
    if changes or play.done is not None:
        words = [f"{each.name}={changes[each.name]}" for each in fields if each.name in changes]
        rows.append(Play("done", play.done or Message("menu.done"), " ".join([play.line, *words]), play.seats))
    for each in fields:
        word = changes.get(each.name, each.word)
        held = next((choice.label for choice in each.choices if choice.word == word), _number(word))
        rows.append(Play(each.name, Message("menu.field", {"field": each.label, "word": held})))
    return rows


def _words(field: Field) -> list[Play]:
    """Return a row for each word of *field*."""
    labels = {choice.word: choice.label for choice in field.choices}
    return [Play(word, labels.get(word) or _number(word)) for word in field.all_words()]


def _place(field: Field, word: str) -> int:
    words = field.all_words()
    return words.index(word) if word in words else 0


def _number(word: str) -> Message:
    return Message("menu.number", {"number": word})
