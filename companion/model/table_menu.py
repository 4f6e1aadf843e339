"""The table's menu: its own rows for knob and page.

It is plain data, a tree of plays like a game's own, whose lines are the session's own commands. A row without a line or
children is text, or leads back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from msgspec import Struct, structs

from companion.engine.command import Refusal
from companion.engine.game import GameInfo, OptionValue
from companion.engine.plays import Play
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.countdown_clock import GO_ON
from companion.model.keeper import ALL_RIGHT, CALL
from companion.model.reports.first_evening import CALLED
from companion.model.roster import Presence
from companion.model.shelf.games import game_rows
from companion.model.shelf.offer import BadKitRow

MAX_SAVED = 20
"""Maximum number of the journal's games on offer, the newest ones."""
MAX_FAULTS = 20
"""Maximum number of rows for the faults of one kit.

Rows go out with every state; later faults show up as these are repaired.
"""
BRIGHTNESSES = range(1, 6)
LANGUAGES: tuple[tuple[str, Message], ...] = (("en", Message("menu.lang-en")), ("fr", Message("menu.lang-fr")))
"""Each shipped language by its code, with its name in that language."""
Calls = Literal["", "free", "called"]
"""State of a call for the club's keeper, "" without a club."""
CALLS: Mapping[Calls, Message] = {"free": Message("keeper.call"), "called": Message("keeper.all-right")}
PRESENCE_WORDS: Mapping[Presence, str] = {
    "here": "menu.phone-here",
    "asleep": "menu.phone-asleep",
    "gone": "menu.phone-gone",
}
"""Texts for a person by the state of their phone.

People without a phone play at the table.
"""


class Saved(Struct, frozen=True):
    """A saved game besides the open one.

    *number* is its number in the journal; *at* is when it began, "" if unknown. One that *is_closed* can't be resumed;
    one that *is_over* has nothing left to play. *slug* is the game's.
    """

    number: int
    name: Message
    people: tuple[str | Message, ...]
    at: str
    is_closed: bool = False
    is_over: bool = False
    slug: str = ""


class TableMenu(Struct, frozen=True):
    """The data for the table's own rows.

    *library* are the games as set up by the owner; *program* and *address* are for About; *bad_kits* come after the
    games; *lang* is the table's language; *commitment* is the promise of the open game's draws; *presences* are the
    states of people's phones, as far as known; *languages* are the languages to choose from; *deleted* games can be
    restored; *by_hand* adds the rows for people at the table; *calls* is the state of a call for the club's keeper;
    *name* is the table's name; *shared* is the slug of the open kit, "" for none.
    """

    library: tuple[GameInfo, ...]
    saved: tuple[Saved, ...]
    muted: bool
    brightness: int
    program: str = ""
    address: str = ""
    bad_kits: tuple[BadKitRow, ...] = ()
    lang: str = "en"
    commitment: str = ""
    presences: tuple[tuple[str | Message, Presence], ...] = ()
    languages: tuple[tuple[str, Message], ...] = LANGUAGES
    deleted: tuple[Saved, ...] = ()
    by_hand: bool = False
    calls: Calls = ""
    name: str = ""
    shared: str = ""

    @property
    def played(self) -> tuple[str, ...]:
        """The slugs of the last games played, the newest first."""
        return played_slugs(self.saved)


def played_slugs(saved: Iterable[Saved]) -> tuple[str, ...]:
    """Return the slugs of *saved* games, the newest first, each once."""
    return tuple(dict.fromkeys(each.slug for each in saved if each.slug))


def with_defaults(game: GameInfo, defaults: Mapping[str, OptionValue]) -> GameInfo:
    """Return *game* with the owner's *defaults*.

    Unknown options and invalid values are left out: a kit and its referee share the owner's options.
    """
    options = dict(game.options)
    for name, value in defaults.items():
        option = options.get(name)
        if option is not None and option.accepts(value):
            options[name] = structs.replace(option, default=option.renewed(value))
    return game if options == game.options else replace(game, options=options)


def idle_rows(menu: TableMenu) -> list[Play]:
    """Return the rows while no game is open.

    They are every game by its name, then the table's own rows.
    """
    again = [_again()] if newest_over(menu.saved) else []
    return [*again, *game_rows(menu.library, menu.played), *bad_kit_rows(menu.bad_kits), *_table_rows(menu)]


def trouble_rows(places: Sequence[Message]) -> list[Play]:
    """Return the rows while games can't be stored.

    They are to try again, to use another of *places*, or to store nothing.
    """
    elsewhere = [
        _row(f"place-{number}", f"keep-at {number}", Message("keeping.at", {"place": place}))
        for number, place in enumerate(places, 1)
    ]
    sure = [Play("no", Message("menu.no")), _row("yes", "keep-nothing", Message("keeping.nothing-yes"))]
    return [
        _row("keep-again", "keep-again", Message("keeping.again")),
        *elsewhere,
        Play("keep-nothing", Message("keeping.nothing-sure"), below=sure),
    ]


def call_rows(menu: TableMenu) -> list[Play]:
    """Return the row that starts or ends a call for the keeper.

    Empty without a club.
    """
    if not menu.calls:
        return []
    return [_row("keeper", CALL if menu.calls == "free" else ALL_RIGHT, CALLS[menu.calls])]


def keep_again() -> Play:
    """Return the row to store games again, which ends the unstored game."""
    sure = [Play("no", Message("menu.no")), _row("yes", "keep-again", Message("keeping.again-yes"))]
    return Play("keep-again", Message("keeping.again-sure"), below=sure)


class MenuState(Struct, frozen=True):
    """The table's state, which decides the rows of *menu*.

    *places* are other folders for games while their own folder fails, else None. A game *is_open*, and *goes_on* or is
    over. *why_not_undo*, *can_redo* and *undo_needs_two* are about undo and redo. *clocks_are_held* while countdowns
    wait for somebody to go on.
    """

    menu: TableMenu
    places: tuple[Message, ...] | None = None
    keeps_nothing: bool = False
    is_open: bool = False
    goes_on: bool = False
    why_not_undo: Message | None = None
    can_redo: bool = False
    undo_needs_two: bool = False
    clocks_are_held: bool = False


def table_rows(state: MenuState) -> list[Play]:
    """Return the rows of the table itself in *state*."""
    if state.places is not None:
        return [*trouble_rows(state.places), *call_rows(state.menu)]
    again = [keep_again()] if state.keeps_nothing else []
    if not state.is_open:
        return [*idle_rows(state.menu), *again]
    rows = playing_rows(
        state.menu, state.why_not_undo, state.can_redo, state.goes_on, undo_needs_two=state.undo_needs_two
    )
    held = [_row(GO_ON, GO_ON, Message("menu.go-on"))] if state.clocks_are_held else []
    return again + held + rows


def playing_rows(
    menu: TableMenu, why_not_undo: Message | None, can_redo: bool, playing: bool, *, undo_needs_two: bool = False
) -> list[Play]:
    """Return the rows besides the open game's own plays.

    *why_not_undo* greys undo, which may need two people; *playing* says that the game goes on, so that a new one needs
    a second confirmation.
    """
    why = None if why_not_undo is None else Refusal(why_not_undo)
    undo = Message("menu.undo-two" if undo_needs_two else "menu.undo")
    rows = [Play("undo", undo, "undo", (TABLE,), why)]
    if can_redo:
        rows.append(_row("redo", "redo", Message("menu.redo")))
    games = [*game_rows(menu.library, menu.played), *bad_kit_rows(menu.bad_kits)]
    new = Play("new", Message("menu.new"), below=games)
    if playing:
        sure = Play("yes", Message("menu.new-yes"), below=games)
        new = Play("new", Message("menu.new-sure"), below=[sure, Play("no", Message("menu.no"))])
    ends = [_finish()] if playing else []
    again = [] if playing else [_again()]
    return [*again, *rows, Play("table", Message("menu.table"), below=[new, *ends, *_table_rows(menu)])]


def newest_over(saved: Sequence[Saved]) -> Saved | None:
    """Return the newest of *saved* if it was closed, else None.

    It can be played again while no game is open.
    """
    return saved[0] if saved and saved[0].is_closed else None


def _again() -> Play:
    """Return the row for another round of a finished game."""
    return _row("again", "again", Message("over.again"))


def bad_kit_rows(bad_kits: Iterable[BadKitRow]) -> list[Play]:
    """Return a greyed row with its fault for each of *bad_kits*.

    Several faults have a row each below it.
    """
    return [_bad_kit(row) for row in bad_kits]


def _bad_kit(row: BadKitRow) -> Play:
    faults = [(where, _without_caret(said)) for where, said in row.faults]
    label = Message("menu.bad-kit", {"file": row.file})
    if len(faults) == 1:
        return Play(row.file, label, why=Refusal(_kit_fault(*faults[0])))
    below = [
        Play(
            str(number), Message("menu.word", {"word": where}) if where else said, why=Refusal(_kit_fault(where, said))
        )
        for number, (where, said) in enumerate(faults[:MAX_FAULTS], 1)
    ]
    if len(faults) > MAX_FAULTS:
        below.append(Play("more", Message("menu.more-faults", {"more": len(faults) - MAX_FAULTS})))
    return Play(row.file, label, below=below)


def _without_caret(said: Message) -> Message:
    """Return a formula's fault *said* without its caret lines."""
    fault = said.values.get("fault") if said.key == "kit-fault.formula" else None
    return fault if isinstance(fault, Message) else said


def _kit_fault(where: str, said: Message) -> Message:
    return Message("menu.kit-fault", {"where": where, "fault": said}) if where else said


def _table_rows(menu: TableMenu) -> list[Play]:
    bright = [
        _row(str(level), f"brightness {level}", _number(level), level == menu.brightness) for level in BRIGHTNESSES
    ]
    sound = [
        _row("on", "mute off", Message("menu.on"), not menu.muted),
        _row("off", "mute on", Message("menu.off"), menu.muted),
    ]
    languages = [_row(code, f"lang {code}", name, code == menu.lang) for code, name in menu.languages]
    bright_now = Message("menu.brightness", {"level": menu.brightness})
    heard_now = Message("menu.sound", {"sound": Message("menu.off" if menu.muted else "menu.on")})
    about = [Play("version", Message("menu.version", {"version": menu.program}))]
    if menu.address:
        about.append(Play("address", Message("menu.word", {"word": menu.address})))
    if menu.commitment:
        about.append(Play("fair", Message("menu.fair", {"digits": menu.commitment[:16]})))
    share = [_shared(menu)] if menu.address and menu.shared else []
    saved = [Play("saved", Message("menu.saved"), below=_saved(menu.saved))] if menu.saved else []
    deleted = [Play("deleted", Message("menu.deleted"), below=_deleted(menu.deleted))] if menu.deleted else []
    return [
        *call_rows(menu),
        *share,
        *saved,
        *deleted,
        Play("lang", Message("menu.language"), below=languages),
        Play("brightness", bright_now, below=bright),
        Play("sound", heard_now, below=sound),
        Play("phones", Message("menu.phones"), below=_phones(menu)),
        *(_by_hand(menu) if menu.by_hand else []),
        Play("about", Message("menu.about"), below=about),
    ]


def _shared(menu: TableMenu) -> Play:
    """Return the row for the address of the open kit's page.

    It has two lines: one is too long for the screen.
    """
    words = (f"{menu.address.rstrip('/')}/", f"k/{menu.shared}")
    below = [Play(f"line-{line}", Message("menu.word", {"word": word})) for line, word in enumerate(words, 1)]
    return Play("share", Message("menu.share"), below=below)


def _by_hand(menu: TableMenu) -> list[Play]:
    return [
        _row("rehearse", "rehearse", Message("menu.rehearse")),
        Play("first-evening", Message("first-evening.title"), below=_first_evening(menu)),
        Play("forget", Message("menu.forget"), below=_forget()),
        Play("off", Message("menu.off-table"), below=_switch_off()),
    ]


def _switch_off() -> list[Play]:
    return [Play("no", Message("menu.no")), _row("yes", "switch-off", Message("menu.off-yes"))]


def _forget() -> list[Play]:
    return [Play("no", Message("menu.no")), _row("yes", "forget", Message("menu.forget-yes"))]


def _first_evening(menu: TableMenu) -> list[Play]:
    """Return a row for each first-evening question, and one for all.

    A single row asks only that question again.
    """
    names = {step: Message(key) for step, key in CALLED.items()}
    names["name"] = Message("first-evening.name-now", {"name": menu.name})
    alone = [_row(step, f"first-evening ask {step}", name) for step, name in names.items()]
    return [*alone, _row("all", "first-evening ask", Message("first-evening.all"))]


def _phones(menu: TableMenu) -> list[Play]:
    out = [_row("yes", "sign-out", Message("menu.sign-out-yes")), Play("no", Message("menu.no"))]
    people = [
        Play(str(number), Message(PRESENCE_WORDS[presence], {"name": name}))
        for number, (name, presence) in enumerate(menu.presences, 1)
    ]
    return [*people, Play("sign-out", Message("menu.sign-out"), below=out)]


def _saved(games: Sequence[Saved]) -> list[Play]:
    return [
        Play(
            str(game.number),
            Message("menu.saved-game", {"told": (game.name, *game.people, *([game.at] if game.at else []))}),
            below=[
                *([] if game.is_closed else [_row("resume", f"resume {game.number}", Message("menu.resume"))]),
                *([] if game.is_closed else [_finish(f" {game.number}")]),
                Play(
                    "delete",
                    Message("menu.delete-sure"),
                    below=[
                        Play("no", Message("menu.no")),
                        _row("yes", f"delete {game.number}", Message("menu.delete-yes")),
                    ],
                ),
            ],
        )
        for game in games
    ]


def _deleted(games: Sequence[Saved]) -> list[Play]:
    return [
        Play(
            str(game.number),
            Message("menu.saved-game", {"told": (game.name, *game.people, *([game.at] if game.at else []))}),
            below=[_row("restore", f"restore {game.number}", Message("menu.restore")), Play("no", Message("menu.no"))],
        )
        for game in games
    ]


def _finish(number: str = "") -> Play:
    """Return the row to close a game and reveal its seed."""
    below = [Play("no", Message("menu.no")), _row("yes", f"finish{number}", Message("menu.finish-yes"))]
    return Play("finish", Message("menu.finish-sure"), below=below)


def _row(word: str, line: str, label: Message, is_now: bool = False) -> Play:
    return Play(word, label, line, (TABLE,), is_now=is_now)


def _number(number: int) -> Message:
    return Message("menu.number", {"number": str(number)})
