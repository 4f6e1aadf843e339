"""The chores: the session's own commands, which no game knows. Each is done once, durably, and returns its version.

All but undo, consent, redo and again are the table's alone; those of ``BY_ANY_SEAT`` a seat's phone may do in its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.chance.dealers import OneAnswer
from companion.engine.said import Said
from companion.engine.seats import CHANCE, WATCHER
from companion.journal.rows import LineRow, agreed_text
from companion.model.requests import CommandRequest, Refusal, must_be_table, read_new, read_nothing, read_number
from companion.model.roster import NOBODY, Phone
from companion.model.table_menu import BRIGHTNESSES, TONGUES
from companion.model.undo_request import UndoRequest, wanting
from companion.session.open_game import OpenGame, rows_of, turned_back
from companion.session.store import GameStore

ON_OFF = ("on", "off")


def _new(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``new SLUG MODE [seats=N] [OPTION=VALUE ...]``: open a new game; the one before is kept."""
    must_be_table(request)
    store.must_be_current(request)
    slug, mode = (*words[:2], "", "")[:2]
    game = store.find(slug, mode)
    seats, options = read_new(game, words[2:])
    return store.new_game(game, seats, options, request)


def _again(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``again``: the game that is over once more, with its people and options."""
    read_nothing(words)
    store.must_be_current(request)
    return store.play_again(request)


def _resume(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``resume ID``: take up another game of the journal where it was left."""
    must_be_table(request)
    store.must_be_current(request)
    return store.resume(read_number(words), request)


def _delete(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``delete ID``: forget a game of the journal, never the open one."""
    must_be_table(request)
    number = read_number(words)
    if store.open is not None and store.open.id == number:
        raise Refusal(Said("session.delete-open"), "refused")
    store.row(number)
    return store.commit_settings(request, {}, delete=number, saved=store.saved(without=number))


def _undo(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``undo [N]``: take back the last step, or the one that the log shows as N, with all after it."""
    opened = store.opened()
    store.must_be_current(request)
    n = store.published.line_of(read_number(words)) if words else opened.last_to_undo()
    _must_not_be_told(opened)
    if opened.table.forgotten and n <= opened.table.forgotten:
        raise Refusal(Said("session.undo-too-far"), "refused")
    is_a_persons = any(step.n == n and step.command.seat != CHANCE for step in opened.table.steps)
    if is_a_persons and not opened.is_free_to_undo(n):
        return _agree(store, request, opened, store.undo_request(n) or store.new_undo_request(n, request))
    return _take_back(store, request, opened, n, request)


def _consent(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``consent``: agree to what somebody wants taken back. A button's means that two were held down together."""
    read_nothing(words)
    opened = store.opened()
    store.must_be_current(request)
    undo_request = store.undo_request()
    if undo_request is None:
        raise Refusal(Said("session.consent-what"), "refused")
    phone = _phone_of(store, request)
    if phone is not None and undo_request.is_too_new(phone):
        raise Refusal(Said("session.joined-after"), "refused")
    return _agree(store, request, opened, undo_request, is_enough=request.by == "button")


def _agree(
    store: GameStore, request: CommandRequest, opened: OpenGame, undo_request: UndoRequest, is_enough: bool = False
) -> int:
    """Take back what *wish* says if, with the voice of *request*, two agree; else ask for the second."""
    undo_request = undo_request.heard(request, _phone_of(store, request))
    if not (undo_request.is_granted or is_enough):
        store.keep_undo_request(undo_request)
        raise wanting()
    return _take_back(store, request, opened, undo_request.n, undo_request, undo_request.agreed(by_buttons=is_enough))


def _phone_of(store: GameStore, request: CommandRequest) -> Phone | None:
    """Return the phone that sends *request*, None for the table's own hands and for one that isn't in any more."""
    return store.published.roster.phones.get(request.phone)


def _must_not_be_told(opened: OpenGame) -> None:
    """See that nobody can know yet what *opened* would draw next.

    :raises Refusal: the game is over and its seed is told.
    """
    if opened.seed_is_public(opened.state):
        raise Refusal(Said("session.undo-after-end"), "refused")


def _take_back(
    store: GameStore,
    request: CommandRequest,
    opened: OpenGame,
    n: int,
    asker: CommandRequest | UndoRequest,
    agreed: tuple[int, ...] = (),
) -> int:
    lines = {step.n for step in opened.table.undo(n)}
    return _turned_back(store, request, opened, lines, asker, agreed, undo=n)


def _redo(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``redo``: let stand again what was undone last."""
    opened = store.opened()
    store.must_be_current(request)
    read_nothing(words)
    _must_not_be_told(opened)
    undo = opened.table.last_undo or 0 if opened.can_redo() else 0
    lines = {step.n for step in opened.table.redo(undo)}
    return _turned_back(store, request, opened, lines, request, (), redo=undo)


def _turned_back(
    store: GameStore,
    request: CommandRequest,
    opened: OpenGame,
    lines: set[int],
    asker: CommandRequest | UndoRequest,
    agreed: tuple[int, ...],
    undo: int | None = None,
    redo: int | None = None,
) -> int:
    n, version, state, before = opened.table.last_n, store.version + 1, opened.state, store.published
    told = agreed_text(agreed)
    row = LineRow(n, n, version, asker.seat, None, asker.by, store.now(), undo=undo, redo=redo, agreed=told)
    store.commit(request, version, opened, (row,))
    watched = state.seen_by(WATCHER).named(before.names)
    put_back = opened.game.differences(before.state_for(WATCHER), watched)
    log = turned_back(before.log, row, lines, state)
    store.revealer.publish(opened, version, state, log, taken_up=False, put_back=put_back)
    return version


def _dealer(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``dealer``: have the dealer answer for chance, this once, where people say each time who does."""
    must_be_table(request)
    read_nothing(words)
    opened = store.opened()
    if opened.state.due() is None:
        raise Refusal(Said("refused.chance-not-asked"), "refused")
    if not opened.is_asked:
        raise Refusal(Said("session.only-typed"), "refused")
    store.must_have_seen(request, store.published.since.get(CHANCE, 0))
    entropy = store.entropy(request)
    (reveal_step,) = opened.take(None, OneAnswer(store.dealer(opened, "dealer", entropy)), store.version)
    started_s = store.revealer.start(opened, reveal_step)
    store.commit(request, reveal_step.version, opened, rows_of((reveal_step,), "dealer", entropy, store.now()))
    store.revealer.update(notice=None, taken_up=False)
    store.revealer.go(opened, (reveal_step,), started_s)
    return reveal_step.version


def _right(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``right``: the real board is as the table says; it isn't asked again. Said after others it changes nothing."""
    must_be_table(request)
    read_nothing(words)
    if not store.published.taken_up:
        return store.version
    store.must_be_current(request)
    return store.commit_settings(request, {}, taken_up=False)


def _finish(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``finish [ID]``: close the open game, or another of the journal, for good; then its secret is told."""
    must_be_table(request)
    store.must_be_current(request)
    return store.finish(request, read_number(words) if words else store.opened().id)


def _lang(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``lang en|fr``: the table speaks this from now on."""
    must_be_table(request)
    if words not in [[code] for code in TONGUES]:
        raise Refusal(Said("session.no-such-language"), "refused")
    return store.commit_settings(request, {"lang": words[0]}, lang=words[0])


def _mute(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``mute on|off``: no sounds any more, or sounds again."""
    must_be_table(request)
    if words not in [[word] for word in ON_OFF]:
        raise Refusal(Said("session.on-or-off"), "refused")
    return store.commit_settings(request, {"muted": words[0]}, muted=words[0] == "on")


def _brightness(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``brightness 1..5``: how bright the table's screen is."""
    must_be_table(request)
    if words not in [[str(level)] for level in BRIGHTNESSES]:
        raise Refusal(Said("session.no-such-brightness"), "refused")
    return store.commit_settings(request, {"brightness": words[0]}, brightness=int(words[0]))


def _sign_out(store: GameStore, request: CommandRequest, words: list[str]) -> int:
    """``sign-out``: let all phones go, and forget what seats were called."""
    must_be_table(request)
    read_nothing(words)
    return store.commit_settings(request, NOBODY.settings(), roster=NOBODY)


TABLE_COMMANDS: Mapping[str, Callable[[GameStore, CommandRequest, list[str]], int]] = {
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
