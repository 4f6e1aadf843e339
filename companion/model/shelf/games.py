"""The games of the shelf: cards and headings, rows for the knob."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.engine.game import GameInfo, Mode, Option, OptionValue
from companion.engine.plays import Play
from companion.engine.values.forms import Choice, Field
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.shelf.wire import ShelfGame, ShelfHeading, Way

MODES: Mapping[Mode, Message] = {"kit": Message("menu.mode-kit"), "referee": Message("menu.mode-referee")}
ON_TOP = ""
HEADINGS: Mapping[str, Message | None] = {
    "tools": Message("shelf.tools"),
    ON_TOP: None,
    "dice": Message("shelf.dice"),
    "board": Message("shelf.board"),
    "party": Message("shelf.party"),
    "cards": Message("shelf.cards"),
}
"""The headings in their order, with their texts.

The games on top have no heading, and large covers. With the knob, the games of the later headings have fewer rows, so
that none is more than ten turns away.
"""
FIND_FROM = 13
"""The number of games from which people can search."""
MAX_PLAYED = 3
"""The most games to offer as played last."""

Modes = Mapping[str, Sequence[GameInfo]]
"""The modes of each game by slug."""


def game_rows(library: Iterable[GameInfo], played: Sequence[str] = ()) -> list[Play]:
    """Return a row for each heading of *library*, with its games.

    The games without a heading have rows of their own. Those *played* last come first below a heading. A game with both
    modes has a row for each below it.
    """
    rows: list[Play] = []
    for heading, games in _headed(_modes(library)).items():
        found = [_game_row(slug, games[slug]) for slug in _newest_first(games, played if heading != ON_TOP else ())]
        text = HEADINGS[heading]
        rows += found if text is None else [Play(heading, text, below=found)]
    return rows


def _game_row(slug: str, modes: Sequence[GameInfo]) -> Play:
    if len(modes) == 1:
        return _new(slug, modes[0].name, modes[0])
    return Play(slug, modes[0].name, below=[_new(game.mode, MODES[game.mode], game) for game in modes])


def new_games(library: Iterable[GameInfo]) -> list[Play]:
    """Return each game and mode of *library*, with its form."""
    return [_new(game.mode, MODES[game.mode], game) for game in library]


def shelf_games(library: Iterable[GameInfo]) -> tuple[ShelfGame, ...]:
    """Return the games of *library* for the shelf, referees before kits."""
    return tuple(
        _on_shelf(slug, sorted(modes, key=lambda game: game.mode != "referee"))
        for slug, modes in _modes(library).items()
    )


def shelf_headings(library: Iterable[GameInfo], played: Sequence[str]) -> tuple[ShelfHeading, ...]:
    """Return the headings of the shelf with their games.

    The first one has those *played* last, once there are many games.
    """
    modes = _modes(library)
    found = tuple(ShelfHeading(name, HEADINGS[name] or "", tuple(games)) for name, games in _headed(modes).items())
    last = tuple(slug for slug in played if slug in modes and not modes[slug][0].is_tool)[:MAX_PLAYED]
    if not last or len(modes) < FIND_FROM:
        return found
    return (ShelfHeading("last", Message("shelf.last"), last), *found)


def find_label(library: Iterable[GameInfo]) -> Message | str:
    """Return the search field's label, "" while games are few."""
    return Message("shelf.find") if len(_modes(library)) >= FIND_FROM else ""


def edition_of(game: GameInfo) -> Message | str:
    """Return the version and author of *game*.

    It is "" for a first version without an author.
    """
    if game.author:
        return Message("shelf.version-by", {"version": game.version, "author": game.author})
    return Message("shelf.version", {"version": game.version}) if game.version > 1 else ""


def _modes(library: Iterable[GameInfo]) -> dict[str, list[GameInfo]]:
    found: dict[str, list[GameInfo]] = {}
    for game in library:
        found.setdefault(game.slug, []).append(game)
    return found


def _headed(modes: Modes) -> Mapping[str, Modes]:
    """Return the games below each heading, without empty headings."""
    found: dict[str, dict[str, Sequence[GameInfo]]] = {heading: {} for heading in HEADINGS}
    for slug, games in modes.items():
        found[games[0].group][slug] = games
    return {heading: games for heading, games in found.items() if games}


def _newest_first(slugs: Iterable[str], played: Sequence[str]) -> list[str]:
    return sorted(slugs, key=lambda slug: played.index(slug) if slug in played else len(played))


def _on_shelf(slug: str, modes: Sequence[GameInfo]) -> ShelfGame:
    """Return the shelf's game *slug*, described by its first mode."""
    first = modes[0]
    ways = tuple(Way(game.mode, MODES[game.mode], _opening(game)) for game in modes)
    picture = f"covers/{next((game for game in modes if game.cover), first).cover_name}.svg"
    minimum, maximum = first.seats
    seats = Message("shelf.seats-of" if minimum == maximum else "shelf.seats", {"minimum": minimum, "maximum": maximum})
    minutes = Message("shelf.minutes", {"count": first.minutes})
    told = Message("shelf.together", {"people": seats, "minutes": minutes}) if first.minutes else seats
    return ShelfGame(
        slug, first.name, first.line or "",
        people=first.seats, told="" if first.is_tool else told, cover=picture, ways=ways, is_tool=first.is_tool,
        has_rules=any(game.rules for game in modes),
    )  # fmt: skip


def _new(word: str, label: Message, game: GameInfo) -> Play:
    line = _opening(game)
    if game.is_tool:
        return Play(word, label, line, (TABLE,))
    minimum, maximum = game.seats
    people = Field("seats", Message("menu.people"), minimum=minimum, maximum=maximum, word=str(game.default_people))
    fields = [people] if minimum < maximum else []
    fields += [_field(name, option) for name, option in game.options.items()]
    form = tuple(fields) or None
    return Play(word, label, line, (TABLE,), form=form, named=form is not None, done=Message("menu.start"))


def _opening(game: GameInfo) -> str:
    """Return the line for a new *game*, or for a saved tool."""
    return f"open {game.slug}" if game.is_tool else f"new {game.slug} {game.mode}"


def _field(name: str, option: Option) -> Field:
    word = _word(option.default)
    if not option.choices:
        return Field(name, option.text, minimum=option.minimum, maximum=option.maximum, word=word)
    words = [_word(choice) for choice in option.choices]
    names = option.names or tuple(Message("menu.word", {"word": each}) for each in words)
    return Field(name, option.text, tuple(map(Choice, words, names)), word=word)


def _word(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
