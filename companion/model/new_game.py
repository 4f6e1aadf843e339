"""The beginning of a game, as the command ``new`` gives it.

It holds the seats, their phones and the options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.engine.game import GameInfo, Option, OptionValue
from companion.engine.notation import Unreadable
from companion.engine.values.message import Message
from companion.model.requests import RequestRefused, read_number
from companion.model.roster import Roster

_MAX_NAMES = 99


class Beginning(Struct, frozen=True):
    """A new game's *seats* by name, its *options*, and seats to hold.

    The asking phone takes the seats *holds*. Without *holds* it keeps its seats, as any other phone does.
    """

    seats: tuple[str, ...]
    options: Mapping[str, OptionValue]
    holds: tuple[int, ...] | None = None

    def seated(self, roster: Roster, holder: str) -> Roster:
        """Return *roster* as seated for this game.

        *holder* is the asking phone, "" for the table itself.

        :raises RequestRefused: another phone has one of those seats, or there is no such seat or phone.
        """
        if self.holds is not None and (holder not in roster.phones or max(self.holds, default=0) >= len(self.seats)):
            raise RequestRefused(Message("join.no-seat"), "refused")
        return roster.seated(len(self.seats), {} if self.holds is None else {holder: self.holds})


def read_new(game: GameInfo, words: Iterable[str]) -> Beginning:
    """Read the words of ``new`` for *game*.

    They are ``[seats=N] [hold=N,N] [OPTION=VALUE ...]``; seats count from 1.

    :raises Unreadable: the number of seats isn't one, nor a seat to hold, or a word occurs twice.
    """
    pairs = [word.partition("=")[::2] for word in words]
    given = dict(pairs)
    if len(given) < len(pairs):
        raise Unreadable(Message("unreadable.too-many"))
    count = read_number([given.pop("seats", str(game.default_people))])
    if count < 0:
        raise Unreadable(Message("unreadable.number"))
    hold = given.pop("hold", None)
    holds = None if hold is None else tuple(sorted({read_number([word]) - 1 for word in hold.split(",") if word}))
    if holds and holds[0] < 0:
        raise Unreadable(Message("unreadable.number"))
    names = tuple(str(number) for number in range(1, min(count, _MAX_NAMES) + 1))
    return Beginning(names, {name: _option_value(game.options.get(name), word) for name, word in given.items()}, holds)


def _option_value(option: Option | None, word: str) -> OptionValue:
    """Return the value of *option* spelled by *word*.

    Returns *word* itself if there is none, for the game to refuse.
    """
    if option is None:
        return word
    values: Iterable[OptionValue] = option.choices or range(option.minimum, option.maximum + 1)
    return next((value for value in values if str(value).lower() == word.lower()), word)
