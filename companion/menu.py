"""The menu: the knob and the OLED walk the one tree of what can be done, and decide nothing.

A form is walked as if it were more words of the tree: a level for each field, a row for each word that fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.session import Play, Said


class Menu:
    """A walk through a tree of plays. Closed until the knob turns; rows wrap at both ends."""

    def __init__(self) -> None:
        self._levels: list[tuple[Sequence[Play], int]] = []
        self._titles: list[Play] = []

    @property
    def is_open(self) -> bool:
        """Whether there is anything on show."""
        return bool(self._levels)

    @property
    def selected(self) -> Play | None:
        """The row that is chosen now."""
        return self._row(0)

    @property
    def above(self) -> Play | None:
        """The play whose words are being chosen, None on the first level."""
        return self._titles[-1] if self._titles else None

    def neighbours(self) -> tuple[Play | None, Play | None]:
        """Return the rows before and after the selected one, None where it is alone."""
        rows = self._levels[-1][0] if self._levels else ()
        return (self._row(-1), self._row(1)) if len(rows) > 1 else (None, None)

    def open(self, tree: Sequence[Play]) -> None:
        """Show *tree*, past words that leave no choice, from its first row."""
        self.close()
        if tree:
            self._levels.append((tree, 0))
            self._enter_only()

    def turn(self, steps: int) -> None:
        """Choose another row."""
        if self._levels:
            rows, at = self._levels[-1]
            self._levels[-1] = (rows, (at + steps) % len(rows))

    def push(self) -> Play | None:
        """Go into the selected row, past words that leave no choice; return it instead if it is a complete line."""
        play = self.selected
        if play is not None and play.form and play.why is None:
            self._fill_in(play)
        elif play is not None and play.below:
            self._descend(play)
            self._enter_only()
        else:
            return play
        return None

    def back(self) -> None:
        """Go up to the last level that left a choice, and from the first one away."""
        self._ascend()
        while self._levels and len(self._levels[-1][0]) == 1:
            self._ascend()

    def ask(self, title: Said, rows: Sequence[Play]) -> None:
        """Go on to a level of *rows* that the tree hasn't, under *title*."""
        self._titles.append(Play("", title))
        self._levels.append((rows, 0))

    def close(self) -> None:
        """Put it away."""
        self._levels.clear()
        self._titles.clear()

    def _enter_only(self) -> None:
        rows = self._levels[-1][0]
        while len(rows) == 1 and rows[0].below:
            self._descend(rows[0])
            rows = self._levels[-1][0]

    def _descend(self, play: Play) -> None:
        self._titles.append(play)
        self._levels.append((play.below, 0))

    def _fill_in(self, play: Play) -> None:
        """Go into the first field of *play*'s form, at the word it holds; each row is *play* with one word more."""
        field, *others = play.form or ()
        labels = {choice.word: choice.label for choice in field.choices}
        words = field.all_words()
        rows = [
            Play(
                word,
                labels.get(word) or Said("menu.number", {"number": word}),
                f"{play.line} {word}",
                play.seats,
                form=tuple(others) or None,
            )
            for word in words
        ]
        self._titles.append(Play(field.name, field.label))
        self._levels.append((rows, words.index(field.word) if field.word in words else 0))

    def _ascend(self) -> None:
        if self._levels:
            self._levels.pop()
        if self._titles:
            self._titles.pop()

    def _row(self, step: int) -> Play | None:
        if not self._levels:
            return None
        rows, at = self._levels[-1]
        return rows[(at + step) % len(rows)]
