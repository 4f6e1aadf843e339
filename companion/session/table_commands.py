"""The table commands: the session's own, unknown to games.

Each is carried out once, durably, and returns its version.

Any seat may open or resume a game, undo, agree, decline, and confirm that the board is put back. The table alone may
send the rest, except for those of ``BY_ANY_SEAT``, which a phone may send for its seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.chance.dealers import OneAnswer
from companion.engine.game import Game
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE
from companion.journal.deletion import UNDATED, deleted_setting
from companion.journal.rows import Batch
from companion.model.consent import ConsentRequest, EndRequest, LeaveRequest, UndoRequest, wanting
from companion.model.countdown_clock import GO_ON
from companion.model.new_game import Beginning, read_new
from companion.model.requests import (
    CommandRequest,
    RequestRefused,
    must_be_table,
    must_have_seen,
    read_nothing,
    read_number,
)
from companion.model.roster import NOBODY, Phone
from companion.model.table_menu import MAX_SAVED
from companion.session.first_evening import VERB as FIRST_EVENING
from companion.session.first_evening import first_evening
from companion.session.game.open_game import OpenGame
from companion.session.game_table import GameTable
from companion.session.opening import finish, new_game, open_tool, play_again, resume

KEEP_AGAIN = "keep-again"
OPEN = "open"


def _must_be_current(table: GameTable, request: CommandRequest) -> None:
    """Check that *request*'s sender knew the newest published state.

    :raises RequestRefused: it wasn't.
    """
    must_have_seen(request, table.published.version, table.published.version)


def _new(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``new SLUG MODE [seats=N] [hold=N,N] [OPTION=VALUE ...]``: open a new game.

    The one before is kept. A seat's phone may send it too, and ``hold`` the seats that it has in the new game; two must
    agree to leave a game in play.
    """
    _must_be_current(table, request)
    game, beginning = _beginning(table, words)
    return _leave_for(table, request, game.name, beginning)


def _again(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``again``: the finished game once more, with its people and options."""
    read_nothing(words)
    _must_be_current(table, request)
    return play_again(table, request)


def _resume(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``resume ID``: resume another game of the journal.

    As with ``new``, a seat's phone may send it too.
    """
    _must_be_current(table, request)
    return _leave_for(table, request, table.store.resumable(read_number(words)))


def _open_tool(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``open SLUG``: open a tool as these people left it.

    As with ``new``, a seat's phone may send it too.
    """
    _must_be_current(table, request)
    return _leave_for(table, request, _tool(table, words).name)


def _tool(table: GameTable, words: list[str]) -> Game:
    """Return the tool called by *words*.

    :raises RequestRefused: there is none.
    """
    game = _on_shelf(table, (*words, "")[0], "kit")
    if not game.is_tool or len(words) > 1:
        raise RequestRefused(Message("session.no-such-game"), "refused")
    return game


def _on_shelf(table: GameTable, slug: str, mode: str) -> Game:
    """Return a game that isn't switched off.

    :raises RequestRefused: there is none.
    """
    if slug in table.published.off:
        raise RequestRefused(Message("session.no-such-game"), "refused")
    return table.store.find(slug, mode)


def _beginning(table: GameTable, words: list[str]) -> tuple[Game, Beginning]:
    """Read the words after ``new``.

    :raises RequestRefused: there is no such game. :raises Unreadable: it isn't readable. :raises BadSetup: it can't
        start so.
    """
    slug, mode = (*words[:2], "", "")[:2]
    game = _on_shelf(table, slug, mode)
    beginning = read_new(game, words[2:])
    table.store.new_game(game, beginning.seats, beginning.options)
    return game, beginning


def _leave_for(table: GameTable, request: CommandRequest, name: Message, beginning: Beginning | None = None) -> int:
    """Open *request*'s game, called *name*: at once, or after two players agree.

    They have to agree if others are playing a game already.
    """
    if beginning is not None:
        beginning.seated(table.published.roster, request.phone if request.seat >= 0 else "")
    if not table.published.needs_consent_to_leave(request):
        return _open(table, request, request.do, request.phone)
    return _agree(table, request, table.agreement.leave_request(request, name))


def _open(table: GameTable, request: CommandRequest, line: str, holder: str) -> int:
    """Open the game of *line* for the phone *holder*.

    *request* is the command that decided it.
    """
    verb, *words = line.split(" ")
    if verb == "resume":
        return resume(table, read_number(words), request)
    if verb == OPEN:
        return open_tool(table, _tool(table, words), request)
    game, beginning = _beginning(table, words)
    return new_game(table, game, beginning, request, holder=holder)


def _delete(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``delete ID``: delete a game of the journal, never the open one.

    ``restore`` brings it back for a week. Where several phones play, two must agree.
    """
    must_be_table(request)
    number = read_number(words)
    return _end(table, request, f"delete {number}", _deletable(table, number))


def _deletable(table: GameTable, number: int) -> Message:
    """Return the name of game *number*.

    :raises RequestRefused: there is none, or it is on the table.
    """
    if table.store.is_open(number):
        raise RequestRefused(Message("session.delete-open"), "refused")
    return table.store.saved_row(table.store.row(number)).name


def _end(table: GameTable, request: CommandRequest, line: str, name: Message) -> int:
    """Close or delete the game *name* as *line* says.

    It happens at once or, where two phones play, once two agree.
    """
    if sum(bool(phone.seats) for phone in table.published.roster.phones.values()) < 2:
        return _do_end(table, request, line)
    return _agree(table, request, table.agreement.end_request(request, line, name))


def end_unkept(table: GameTable, request: CommandRequest) -> int:
    """End the open unsaved game, and save games again.

    It happens at once or, where two phones play, once two agree.
    """
    store = table.store
    return _end(table, request, KEEP_AGAIN, store.saved_row(store.row(store.opened().id)).name)


def _do_end(table: GameTable, request: CommandRequest, line: str) -> int:
    """Carry out *line*; *request* is the command that decided it."""
    if line == KEEP_AGAIN:
        assert table.keeping is not None
        return table.keeping.keep_again()
    verb, word = line.split(" ")
    number, store = int(word), table.store
    if verb == "finish":
        return finish(table, number, request)
    _deletable(table, number)
    at = {deleted_setting(number): store.clock.sure_text() or UNDATED}
    gone = (store.saved_row(store.row(number)), *store.deleted())
    return table.commit_settings(request, at, saved=store.saved(without=number), deleted=gone[:MAX_SAVED])


def _restore(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``restore ID``: bring a deleted game back."""
    must_be_table(request)
    number, store, version = read_number(words), table.store, table.store.version + 1
    if not store.journal.setting(deleted_setting(number)):
        raise RequestRefused(Message("session.no-such-record"), "refused")
    table.commit(request, Batch(id=request.id, version=version, settings={deleted_setting(number): ""}))
    table.show(version=version, saved=store.saved(), deleted=store.deleted())
    return version


def _undo(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``undo [N]``: undo the last step, or number N and all after.

    N is the log's number.
    """
    opened = table.store.opened()
    _must_be_current(table, request)
    n = table.published.open.line_of(read_number(words)) if words else opened.last_to_undo()
    _must_not_be_public(opened)
    if opened.table.forgotten and n <= opened.table.forgotten:
        raise RequestRefused(Message("session.undo-too-far"), "refused")
    is_a_persons = any(step.n == n and step.command.seat != CHANCE for step in opened.table.steps)
    if is_a_persons and not opened.is_free_to_undo(n):
        return _agree(table, request, table.agreement.undo_request(n, request))
    return _take_back(table, request, request, n)


def _consent(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``consent``: agree to the open request.

    From a button it means two buttons held down together.
    """
    read_nothing(words)
    asked = _asked(table)
    if not isinstance(asked, EndRequest):
        table.store.opened()
        _must_be_current(table, request)
    phone = _phone_of(table, request)
    if phone is not None and not asked.may_agree(request.phone, phone):
        raise RequestRefused(Message("session.joined-after"), "refused")
    return _agree(table, request, asked, is_enough=request.by == "button")


def _decline(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``decline``: refuse the open request; the requester's own refusal withdraws it.

    A request ends once nobody is left who could agree. Nothing of it is durable, as the request itself isn't.
    """
    read_nothing(words)
    asked = _asked(table)
    now = asked.declined_by(request)
    is_askers = (request.seat, request.phone) == (asked.seat, asked.phone)
    left = set(now.others(table.published.roster)) - {phone for phone, _ in now.declined}
    if is_askers:
        table.agreement.end(asked)
    elif not left:
        table.agreement.lapse(now)
    else:
        table.agreement.ask(now)
    return table.store.version


def _asked(table: GameTable) -> ConsentRequest:
    """Return the open request for consent.

    :raises RequestRefused: there is none.
    """
    asked = table.agreement.request
    if asked is None:
        raise RequestRefused(Message("session.consent-what"), "refused")
    return asked


def _agree(table: GameTable, request: CommandRequest, asked: ConsentRequest, is_enough: bool = False) -> int:
    """Carry out *asked* if *request* makes two votes; else wait for another."""
    asked = asked.heard(request, _phone_of(table, request))
    if not (asked.is_granted or is_enough):
        table.agreement.ask(asked)
        raise wanting()
    if isinstance(asked, EndRequest):
        standing = table.agreement.request
        if standing is not None:
            table.agreement.end(standing)
        return _do_end(table, request, asked.line)
    if isinstance(asked, LeaveRequest):
        return _open(table, request, asked.line, asked.phone)
    assert isinstance(asked, UndoRequest)
    return _take_back(table, request, asked, asked.n, agreed=asked.agreed(by_buttons=is_enough))


def _phone_of(table: GameTable, request: CommandRequest) -> Phone | None:
    """Return *request*'s phone, None for the table or a signed-out one."""
    return table.published.roster.phones.get(request.phone)


def _must_not_be_public(opened: OpenGame) -> None:
    """Check that the next draws of *opened* are still secret.

    :raises RequestRefused: the game is over and its seed is public.
    """
    if opened.seed_is_public(opened.state):
        raise RequestRefused(Message("session.undo-after-end"), "refused")


def _take_back(
    table: GameTable,
    request: CommandRequest,
    asker: CommandRequest | UndoRequest,
    n: int,
    *,
    agreed: tuple[int, ...] = (),
) -> int:
    lines = {step.n for step in table.store.opened().table.undo(n)}
    return table.turn_back(request, asker, lines, agreed, undo=n)


def _redo(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``redo``: take the last undo back."""
    opened = table.store.opened()
    _must_be_current(table, request)
    read_nothing(words)
    _must_not_be_public(opened)
    undo = opened.table.last_undo or 0 if opened.can_redo() else 0
    lines = {step.n for step in opened.table.redo(undo)}
    return table.turn_back(request, request, lines, redo=undo)


def _dealer(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``dealer``: let the dealer roll this once, if people choose each time."""
    must_be_table(request)
    read_nothing(words)
    store, opened = table.store, table.store.opened()
    if opened.state.due() is None:
        raise RequestRefused(Message("refused.chance-not-asked"), "refused")
    if opened.chance != "ask":
        raise RequestRefused(Message("session.only-typed"), "refused")
    must_have_seen(request, table.published.open.since.get(CHANCE, 0), table.published.version)
    entropy = store.entropy(request)
    return table.perform(request, None, OneAnswer(store.dealer(opened, "dealer", entropy)), "dealer", entropy=entropy)


def _put_back(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``put-back``: the real board is put back after an undo.

    The instructions are dismissed on every screen. It is durable as any command, so that it is done once; the
    instructions never were: a table that restarts shows the whole board to compare instead. Repeated by others it
    changes nothing.
    """
    read_nothing(words)
    if not table.published.put_back:
        return table.store.version
    return table.commit_settings(request, {}, put_back=())


def _right(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``right``: the real board is as the table says.

    It isn't asked again. Repeated by others it changes nothing.
    """
    must_be_table(request)
    read_nothing(words)
    if not table.published.taken_up:
        return table.store.version
    _must_be_current(table, request)
    return table.commit_settings(request, {}, taken_up=False)


def _go_on(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``go-on``: let the countdowns run that were held since the start.

    Nothing of the game changes, so it has no line in the journal. Repeated by others it changes nothing.
    """
    read_nothing(words)
    opened, clock = table.store.opened(), table.store.clock
    state, countdowns = table.published.open.state, opened.played.countdowns
    if state is None or not countdowns.is_held:
        return table.store.version
    version = table.store.version + 1
    table.commit(request, Batch(id=request.id, version=version))
    opened.played.go_on(clock.monotonic_s(), state)
    view = replace(table.published.open, clocks=countdowns.published(clock, state))
    table.show(version=version, open=view)
    table.at_rest(table.published)
    return version


def _finish(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``finish [ID]``: close the open game, or another, for good.

    Then its secret is public. Where several phones play, two must agree.
    """
    must_be_table(request)
    _must_be_current(table, request)
    row = table.store.row(read_number(words) if words else table.store.opened().id)
    if row.ended is not None:
        raise RequestRefused(Message("refused.ended"), "refused")
    return _end(table, request, f"finish {row.id}", table.store.saved_row(row).name)


def _sign_out(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``sign-out``: let all phones go, and forget the seats' names."""
    must_be_table(request)
    read_nothing(words)
    return table.commit_settings(request, NOBODY.settings(), roster=NOBODY, open=table.view_with(NOBODY))


TABLE_COMMANDS: Mapping[str, Callable[[GameTable, CommandRequest, list[str]], int]] = {
    "new": _new,
    OPEN: _open_tool,
    "again": _again,
    "resume": _resume,
    "delete": _delete,
    "restore": _restore,
    "undo": _undo,
    "redo": _redo,
    "consent": _consent,
    "decline": _decline,
    "put-back": _put_back,
    GO_ON: _go_on,
    "finish": _finish,
    "dealer": _dealer,
    "right": _right,
    "sign-out": _sign_out,
    FIRST_EVENING: first_evening,
}
"""The table commands by the first word of a line.

Each raises RequestRefused, Refused or JournalUnwritable.
"""

BY_ANY_SEAT = frozenset({"right"})
"""Table commands that any seat's phone may send for the table."""
