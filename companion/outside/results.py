"""Results: the public outcomes of a line of the log.

Pure, and made of what a watcher may know. A draw of chance is a result only if all of its facts are public. No game is
named here: the kinds are the verbs of chance, and the words of scenes and tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from companion.engine.chance import Card, Deal, Dice, Hidden, Wheel
from companion.engine.fact import hidden_from, keep_a_secret_from
from companion.engine.game import Game, Mood, Say
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, WATCHER, seat_word
from companion.model.entry import LogEntry, Sentence
from companion.outside.messages import ResultMessage

OF_CHANCE: Mapping[str, str] = {
    Dice.verb: "rolled",
    Wheel.verb: "landed",
    Card.verb: "drawn",
    Deal.verb: "dealt",
    Hidden.verb: "taken",
}
"""Kinds of random results, by the verb of the request."""
OF_SCENES: Mapping[str, str] = {"deal": "begun", "sink": "sunk", "flood": "flooded", "rise": "risen"}
"""Kinds of results of scenes; all others are named like their scene."""
OF_ENDS: Mapping[Mood, str] = {"good": "won", "bad": "lost", "": "ended"}
KIND = re.compile(r"[a-z-]{1,40}")
KIND_OF_KEY = re.compile(r"[a-z0-9-]{1,60}")
MAX_WORD, MAX_TEXT = 80, 1000
MAX_WORDS = 100

Names = tuple[str | Message, ...]


def results_of(line: LogEntry, game: Game, number: int, names: Names, *, say: Say) -> tuple[ResultMessage, ...]:
    """Return the results of *line* of *game*.

    There are none for a correction or an undo. *number* is the game's at this table. *names* are its people, and *say*
    says words.
    """
    if line.is_turning_back or line.undone or line.correction is not None or hidden_from(line.facts, WATCHER):
        return ()
    line_of = _Line(line, game, number, names, say=say)
    found = [*line_of.of_chance(), *line_of.of_scenes(), *line_of.of_tokens()]
    found += line_of.of_end({each.kind for each in found})
    return tuple(found)


class _Line:
    """One line while its results are made, numbered in order."""

    def __init__(self, line: LogEntry, game: Game, number: int, names: Names, *, say: Say) -> None:
        self._line, self._game, self._number, self._names, self._say = line, game, number, names, say
        self._sentences = line.sentences(names, game.moments)
        self._count = 0

    def of_chance(self) -> Iterator[ResultMessage]:
        entry = self._line.entry
        verb, *words = (entry.do or "").split(" ")
        if entry.seat != seat_word(CHANCE) or verb not in OF_CHANCE:
            return
        if keep_a_secret_from(self._line.facts, WATCHER):
            words = []
        numbers = [int(word) for word in words if word.isdecimal()]
        names = [word for word in words if not word.isdecimal()]
        yield self._result(OF_CHANCE[verb], self._text(self._sentences), numbers=numbers, words=names)

    def of_scenes(self) -> Iterator[ResultMessage]:
        for sentence in self._sentences:
            if (scene := sentence.moment) is not None:
                seats = scene.seats if len(scene.seats) == 1 else ()
                numbers = (scene.at,) if scene.of else ()
                words = scene.marked or ((scene.sign,) if scene.sign else ())
                kind = OF_SCENES.get(scene.kind, scene.kind)
                is_end = kind in OF_ENDS.values()
                yield self._result(kind, self._text([sentence]), seats, numbers, words=words, is_everybodys=is_end)

    def of_tokens(self) -> Iterator[ResultMessage]:
        state = self._line.watched.named(self._names)
        for fact in self._line.facts:
            public = fact.seen_by(WATCHER)
            kind, *words = ("",) if public is None else (public.came_out() or ("",))
            if public is not None and KIND.fullmatch(kind):
                said = public.said(state)
                yield self._result(kind, "" if said is None else self._say(said), words=words)

    def of_end(self, told: set[str]) -> Iterator[ResultMessage]:
        """Yield the line's end, unless a scene has *told* it."""
        end = self._line.watched.named(self._names).end()
        if end is not None and not told.intersection(OF_ENDS.values()):
            yield self._result(OF_ENDS[self._game.mood_of(end)], self._say(end), is_everybodys=True)

    def _text(self, sentences: Sequence[Sentence]) -> str:
        return " ".join(self._say(sentence.said) for sentence in sentences)

    def _result(
        self,
        kind: str,
        text: str,
        seats: Sequence[int] = (),
        numbers: Sequence[int] = (),
        *,
        words: Sequence[str] = (),
        is_everybodys: bool = False,
    ) -> ResultMessage:
        self._count += 1
        line = self._line
        seat = next(iter(seats), -1 if is_everybodys else line.seat)
        named = 0 <= seat < len(self._names)
        return ResultMessage(
            id=f"{self._number}-{line.version}-{self._count}",
            game=self._number,
            kind=kind,
            seat=seat if named else None,
            who=self._say(self._names[seat])[:MAX_WORD] if named else "",
            numbers=tuple(numbers[:MAX_WORDS]),
            words=tuple(word[:MAX_WORD] for word in words[:MAX_WORDS]),
            text=text[:MAX_TEXT],
            at=line.entry.at or "",
        )
