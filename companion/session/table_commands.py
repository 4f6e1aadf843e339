"""The chores: the session's own commands, which no game knows. Each is done once, durably, and returns its version.

All but undo, consent, redo and again are the table's alone; those of ``BY_ANY_SEAT`` a seat's phone may do in its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.chance.dealers import OneAnswer
from companion.engine.said import Said
from companion.engine.seats import CHANCE, WATCHER
from companion.journal.rows import LineRow, agreed_text
from companion.model.requests import Refusal, Request, must_be_table, read_new, read_nothing, read_number
from companion.model.roster import NOBODY, Phone
from companion.model.table_menu import BRIGHTNESSES, TONGUES
from companion.model.undo_request import Wish, wanting
from companion.session.open_game import OpenGame, rows_of, turned_back
from companion.session.store import Desk

ON_OFF = ("on", "off")


def _new(desk: Desk, request: Request, words: list[str]) -> int:
    """``new SLUG MODE [seats=N] [OPTION=VALUE ...]``: open a new game; the one before is kept."""
    must_be_table(request)
    desk.must_be_current(request)
    slug, mode = (*words[:2], "", "")[:2]
    game = desk.find(slug, mode)
    seats, options = read_new(game, words[2:])
    return desk.new_game(game, seats, options, request)


def _again(desk: Desk, request: Request, words: list[str]) -> int:
    """``again``: the game that is over once more, with its people and options."""
    read_nothing(words)
    desk.must_be_current(request)
    return desk.play_again(request)


def _resume(desk: Desk, request: Request, words: list[str]) -> int:
    """``resume ID``: take up another game of the journal where it was left."""
    must_be_table(request)
    desk.must_be_current(request)
    return desk.resume(read_number(words), request)


def _delete(desk: Desk, request: Request, words: list[str]) -> int:
    """``delete ID``: forget a game of the journal, never the open one."""
    must_be_table(request)
    number = read_number(words)
    if desk.open is not None and desk.open.id == number:
        raise Refusal(Said("session.delete-open"), "refused")
    desk.row(number)
    return desk.note(request, {}, delete=number, saved=desk.saved(without=number))


def _undo(desk: Desk, request: Request, words: list[str]) -> int:
    """``undo [N]``: take back the last step, or the one that the log shows as N, with all after it."""
    opened = desk.opened()
    desk.must_be_current(request)
    n = desk.published.line_of(read_number(words)) if words else opened.last_to_undo()
    _must_not_be_told(opened)
    if opened.table.forgotten and n <= opened.table.forgotten:
        raise Refusal(Said("session.undo-too-far"), "refused")
    is_a_persons = any(step.n == n and step.command.seat != CHANCE for step in opened.table.steps)
    if is_a_persons and not opened.is_free_to_undo(n):
        return _agree(desk, request, opened, desk.wish(n) or desk.new_wish(n, request))
    return _take_back(desk, request, opened, n, request)


def _consent(desk: Desk, request: Request, words: list[str]) -> int:
    """``consent``: agree to what somebody wants taken back. A button's means that two were held down together."""
    read_nothing(words)
    opened = desk.opened()
    desk.must_be_current(request)
    wish = desk.wish()
    if wish is None:
        raise Refusal(Said("session.consent-what"), "refused")
    phone = _phone_of(desk, request)
    if phone is not None and wish.is_too_new(phone):
        raise Refusal(Said("session.joined-after"), "refused")
    return _agree(desk, request, opened, wish, is_enough=request.by == "button")


def _agree(desk: Desk, request: Request, opened: OpenGame, wish: Wish, is_enough: bool = False) -> int:
    """Take back what *wish* says if, with the voice of *request*, two agree; else ask for the second."""
    wish = wish.heard(request, _phone_of(desk, request))
    if not (wish.is_granted or is_enough):
        desk.keep_wish(wish)
        raise wanting()
    return _take_back(desk, request, opened, wish.n, wish, wish.agreed(by_buttons=is_enough))


def _phone_of(desk: Desk, request: Request) -> Phone | None:
    """Return the phone that sends *request*, None for the table's own hands and for one that isn't in any more."""
    return desk.published.roster.phones.get(request.phone)


def _must_not_be_told(opened: OpenGame) -> None:
    """See that nobody can know yet what *opened* would draw next.

    :raises Refusal: the game is over and its seed is told.
    """
    if opened.is_told(opened.state):
        raise Refusal(Said("session.undo-after-end"), "refused")


def _take_back(
    desk: Desk, request: Request, opened: OpenGame, n: int, asker: Request | Wish, agreed: tuple[int, ...] = ()
) -> int:
    lines = {step.n for step in opened.table.undo(n)}
    return _turned_back(desk, request, opened, lines, asker, agreed, undo=n)


def _redo(desk: Desk, request: Request, words: list[str]) -> int:
    """``redo``: let stand again what was undone last."""
    opened = desk.opened()
    desk.must_be_current(request)
    read_nothing(words)
    _must_not_be_told(opened)
    undo = opened.table.last_undo or 0 if opened.can_redo() else 0
    lines = {step.n for step in opened.table.redo(undo)}
    return _turned_back(desk, request, opened, lines, request, (), redo=undo)


def _turned_back(
    desk: Desk,
    request: Request,
    opened: OpenGame,
    lines: set[int],
    asker: Request | Wish,
    agreed: tuple[int, ...],
    undo: int | None = None,
    redo: int | None = None,
) -> int:
    n, version, state, before = opened.table.last_n, desk.version + 1, opened.state, desk.published
    told = agreed_text(agreed)
    row = LineRow(n, n, version, asker.seat, None, asker.by, desk.now(), undo=undo, redo=redo, agreed=told)
    desk.commit(request, version, opened, (row,))
    watched = state.seen_by(WATCHER).named(before.names)
    put_back = opened.game.differences(before.state_for(WATCHER), watched)
    log = turned_back(before.log, row, lines, state)
    desk.shower.publish(opened, version, state, log, taken_up=False, put_back=put_back)
    return version


def _dealer(desk: Desk, request: Request, words: list[str]) -> int:
    """``dealer``: have the dealer answer for chance, this once, where people say each time who does."""
    must_be_table(request)
    read_nothing(words)
    opened = desk.opened()
    if opened.state.due() is None:
        raise Refusal(Said("refused.chance-not-asked"), "refused")
    if not opened.is_asked:
        raise Refusal(Said("session.only-typed"), "refused")
    desk.must_have_seen(request, desk.published.since.get(CHANCE, 0))
    entropy = desk.entropy(request)
    (beat,) = opened.take(None, OneAnswer(desk.dealer(opened, "dealer", entropy)), desk.version)
    started_s = desk.shower.start(opened, beat)
    desk.commit(request, beat.version, opened, rows_of((beat,), "dealer", entropy, desk.now()))
    desk.shower.update(notice=None, taken_up=False)
    desk.shower.go(opened, (beat,), started_s)
    return beat.version


def _right(desk: Desk, request: Request, words: list[str]) -> int:
    """``right``: the real board is as the table says; it isn't asked again. Said after others it changes nothing."""
    must_be_table(request)
    read_nothing(words)
    if not desk.published.taken_up:
        return desk.version
    desk.must_be_current(request)
    return desk.note(request, {}, taken_up=False)


def _finish(desk: Desk, request: Request, words: list[str]) -> int:
    """``finish [ID]``: close the open game, or another of the journal, for good; then its secret is told."""
    must_be_table(request)
    desk.must_be_current(request)
    return desk.finish(request, read_number(words) if words else desk.opened().id)


def _lang(desk: Desk, request: Request, words: list[str]) -> int:
    """``lang en|fr``: the table speaks this from now on."""
    must_be_table(request)
    if words not in [[code] for code in TONGUES]:
        raise Refusal(Said("session.no-such-language"), "refused")
    return desk.note(request, {"lang": words[0]}, lang=words[0])


def _mute(desk: Desk, request: Request, words: list[str]) -> int:
    """``mute on|off``: no sounds any more, or sounds again."""
    must_be_table(request)
    if words not in [[word] for word in ON_OFF]:
        raise Refusal(Said("session.on-or-off"), "refused")
    return desk.note(request, {"muted": words[0]}, muted=words[0] == "on")


def _brightness(desk: Desk, request: Request, words: list[str]) -> int:
    """``brightness 1..5``: how bright the table's screen is."""
    must_be_table(request)
    if words not in [[str(level)] for level in BRIGHTNESSES]:
        raise Refusal(Said("session.no-such-brightness"), "refused")
    return desk.note(request, {"brightness": words[0]}, brightness=int(words[0]))


def _sign_out(desk: Desk, request: Request, words: list[str]) -> int:
    """``sign-out``: let all phones go, and forget what seats were called."""
    must_be_table(request)
    read_nothing(words)
    return desk.note(request, NOBODY.settings(), roster=NOBODY)


CHORES: Mapping[str, Callable[[Desk, Request, list[str]], int]] = {
    "new": _new,
    "again": _again,
    "resume": _resume,
    "delete": _delete,
    "undo": _undo,
    "redo": _redo,
    "consent": _consent,
    "finish": _finish,
    "dealer": _dealer,
    "right": _right,
    "lang": _lang,
    "mute": _mute,
    "brightness": _brightness,
    "sign-out": _sign_out,
}
"""The chores by the word that a line begins with. Each raises Refusal, Refused or JournalUnwritable when refused."""

BY_ANY_SEAT = frozenset({"right"})
"""The chores that the phone of any seat may do in the table's name."""
