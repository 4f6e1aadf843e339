"""The table commands: the session's own, unknown to games. Each is done once, durably, and returns its version.

All but undo, consent, redo and again are the table's alone; those of ``BY_ANY_SEAT`` a seat's phone may do in its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.chance.dealers import OneAnswer
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE
from companion.model.requests import CommandRequest, Refusal, must_be_table, read_new, read_nothing, read_number
from companion.model.roster import NOBODY, Phone
from companion.model.table_menu import BRIGHTNESSES
from companion.model.undo_request import UndoRequest, wanting
from companion.session.open_game import OpenGame
from companion.session.opening import finish, new_game, play_again, resume
from companion.session.writer import Writer

ON_OFF = ("on", "off")


def _new(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``new SLUG MODE [seats=N] [OPTION=VALUE ...]``: open a new game; the one before is kept."""
    must_be_table(request)
    writer.must_be_current(request)
    slug, mode = (*words[:2], "", "")[:2]
    game = writer.store.find(slug, mode)
    seats, options = read_new(game, words[2:])
    return new_game(writer, game, seats, options, request)


def _again(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``again``: the finished game once more, with its people and options."""
    read_nothing(words)
    writer.must_be_current(request)
    return play_again(writer, request)


def _resume(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``resume ID``: take up another game of the journal where it was left."""
    must_be_table(request)
    writer.must_be_current(request)
    return resume(writer, read_number(words), request)


def _delete(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``delete ID``: forget a game of the journal, never the open one."""
    must_be_table(request)
    number, store = read_number(words), writer.store
    if store.is_open(number):
        raise Refusal(Message("session.delete-open"), "refused")
    store.row(number)
    return writer.commit_settings(request, {}, delete=number, saved=store.saved(without=number))


def _undo(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``undo [N]``: take back the last step, or the log's number N, with all after it."""
    opened = writer.store.opened()
    writer.must_be_current(request)
    n = writer.published.line_of(read_number(words)) if words else opened.last_to_undo()
    _must_not_be_public(opened)
    if opened.table.forgotten and n <= opened.table.forgotten:
        raise Refusal(Message("session.undo-too-far"), "refused")
    is_a_persons = any(step.n == n and step.command.seat != CHANCE for step in opened.table.steps)
    if is_a_persons and not opened.is_free_to_undo(n):
        return _agree(writer, request, writer.undo_request(n) or writer.new_undo_request(n, request))
    return _take_back(writer, request, request, n)


def _consent(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``consent``: agree to somebody's undo. A button's means two buttons held down together."""
    read_nothing(words)
    writer.store.opened()
    writer.must_be_current(request)
    asked = writer.undo_request()
    if asked is None:
        raise Refusal(Message("session.consent-what"), "refused")
    phone = _phone_of(writer, request)
    if phone is not None and asked.is_too_new(phone):
        raise Refusal(Message("session.joined-after"), "refused")
    return _agree(writer, request, asked, is_enough=request.by == "button")


def _agree(writer: Writer, request: CommandRequest, asked: UndoRequest, is_enough: bool = False) -> int:
    """Take back what is *asked* if, with the voice of *request*, two agree; else ask for the second."""
    asked = asked.heard(request, _phone_of(writer, request))
    if not (asked.is_granted or is_enough):
        writer.ask_for_consent(asked)
        raise wanting()
    return _take_back(writer, request, asked, asked.n, asked.agreed(by_buttons=is_enough))


def _phone_of(writer: Writer, request: CommandRequest) -> Phone | None:
    """Return *request*'s phone, None for the table's own hands and for one signed out meanwhile."""
    return writer.published.roster.phones.get(request.phone)


def _must_not_be_public(opened: OpenGame) -> None:
    """See that nobody can know the next draws of *opened* yet.

    :raises Refusal: the game is over and its seed is public.
    """
    if opened.seed_is_public(opened.state):
        raise Refusal(Message("session.undo-after-end"), "refused")


def _take_back(
    writer: Writer, request: CommandRequest, asker: CommandRequest | UndoRequest, n: int, agreed: tuple[int, ...] = ()
) -> int:
    lines = {step.n for step in writer.store.opened().table.undo(n)}
    return writer.turn_back(request, asker, lines, agreed, undo=n)


def _redo(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``redo``: take the last undo back."""
    opened = writer.store.opened()
    writer.must_be_current(request)
    read_nothing(words)
    _must_not_be_public(opened)
    undo = opened.table.last_undo or 0 if opened.can_redo() else 0
    lines = {step.n for step in opened.table.redo(undo)}
    return writer.turn_back(request, request, lines, redo=undo)


def _dealer(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``dealer``: have the dealer answer for chance, this once, where people say each time who does."""
    must_be_table(request)
    read_nothing(words)
    store, opened = writer.store, writer.store.opened()
    if opened.state.due() is None:
        raise Refusal(Message("refused.chance-not-asked"), "refused")
    if not opened.is_asked:
        raise Refusal(Message("session.only-typed"), "refused")
    writer.must_have_seen(request, writer.published.since.get(CHANCE, 0))
    entropy = store.entropy(request)
    return writer.perform(request, None, OneAnswer(store.dealer(opened, "dealer", entropy)), "dealer", entropy)


def _right(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``right``: the real board is as the table says; it isn't asked again. Said after others it changes nothing."""
    must_be_table(request)
    read_nothing(words)
    if not writer.published.taken_up:
        return writer.store.version
    writer.must_be_current(request)
    return writer.commit_settings(request, {}, taken_up=False)


def _finish(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``finish [ID]``: close the open game, or another of the journal, for good; then its secret is public."""
    must_be_table(request)
    writer.must_be_current(request)
    return finish(writer, read_number(words) if words else writer.store.opened().id, request)


def _lang(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``lang en|fr``: the table speaks this from now on."""
    must_be_table(request)
    codes = tuple(code for code, _ in writer.published.languages)
    if words not in [[code] for code in codes]:
        raise Refusal(Message("session.no-such-language", {"languages": codes}), "refused")
    return writer.commit_settings(request, {"lang": words[0]}, lang=words[0])


def _mute(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``mute on|off``: no sounds any more, or sounds again."""
    must_be_table(request)
    if words not in [[word] for word in ON_OFF]:
        raise Refusal(Message("session.on-or-off"), "refused")
    return writer.commit_settings(request, {"muted": words[0]}, muted=words[0] == "on")


def _brightness(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``brightness 1..5``: how bright the table's screen is."""
    must_be_table(request)
    if words not in [[str(level)] for level in BRIGHTNESSES]:
        raise Refusal(Message("session.no-such-brightness"), "refused")
    return writer.commit_settings(request, {"brightness": words[0]}, brightness=int(words[0]))


def _sign_out(writer: Writer, request: CommandRequest, words: list[str]) -> int:
    """``sign-out``: let all phones go, and forget the seats' names."""
    must_be_table(request)
    read_nothing(words)
    return writer.commit_settings(request, NOBODY.settings(), roster=NOBODY)


TABLE_COMMANDS: Mapping[str, Callable[[Writer, CommandRequest, list[str]], int]] = {
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
"""The table commands by the word that a line begins with. Each raises Refusal, Refused or JournalUnwritable."""

BY_ANY_SEAT = frozenset({"right"})
"""The table commands that the phone of any seat may do in the table's name."""
