"""The first evening's table command: one question after the other.

Each answer is durable together with its question. An answer names its question, so that the first of several hands
counts and the others are refused. A roll comes from the table itself, by its clock: no button and no page can send it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine.notation import Unreadable
from companion.engine.values.message import Message
from companion.journal.journal import Journal
from companion.model.reports.first_evening import (
    STEPS,
    FirstEvening,
    Step,
    as_setting,
    first_question,
    is_table_name,
    read_setting,
)
from companion.model.requests import CommandRequest, RequestRefused, must_be_table, read_nothing, read_number
from companion.session.game_table import GameTable

VERB = "first-evening"
ASKED = "first-evening"
ROLLED = "first-evening-roll"
NAME = "table-name"
NAME_WRITTEN = "table-name-written"
"""The name in the settings when the name was chosen.

A later edit of the settings wins.
"""
FACES = 6

Answer = tuple[dict[str, str], dict[str, object]]
"""The settings to save, and the changes to publish."""


def first_evening(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """``first-evening ask [STEP]|answer STEP [WORD]|skip STEP|leave|close``.

    These are the table's own questions. ``first-evening roll N`` and ``rolled`` are sent by the clock alone.
    """
    must_be_table(request)
    deed, *rest = words or [""]
    do = _DEEDS.get(deed)
    if do is None:
        raise Unreadable(Message("unreadable.word", {"given": deed}))
    return do(table, request, rest)


def kept_evening(journal: Journal, begins: bool) -> FirstEvening | None:
    """Return the open question in the *journal*, None without one.

    *begins* asks the first one at a table that never held a game.
    """
    kept = journal.setting(ASKED)
    now = read_setting(kept)
    if now is None or not now.alone:
        is_new = journal.setting("highest-game") is None and not (journal.games(1) or journal.games(1, deleted=True))
        now = (now if kept else first_question()) if begins and is_new else None
    if now is not None and now.step == "roll" and journal.setting(ROLLED):
        return FirstEvening("roll", alone=now.alone, is_rolling=True)
    return now


def kept_name(journal: Journal, written: str) -> str:
    """Return the table's name: the chosen one, else the settings' *written*.

    The chosen name counts until the name in the settings is edited.
    """
    chosen = journal.setting(NAME)
    return chosen if chosen and journal.setting(NAME_WRITTEN) == written else written


def _ask(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    now = first_question() if not words else FirstEvening(_step(words[:1]), alone=True)
    read_nothing(words[1:])
    _must_lie(table)
    return _commit(table, request, now)


def _answer(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    now = _standing(table, words)
    said = " ".join(words[1:])
    assert now.step is not None
    read = _ANSWERS.get(now.step)
    if read is None:
        raise Unreadable(Message("unreadable.word", {"given": now.step}))
    settings, changes = read(table, said)
    return _commit(table, request, now.after, settings, changes=changes)


def _skip(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    now = _standing(table, words)
    read_nothing(words[1:])
    return _commit(table, request, now.after)


def _leave(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    read_nothing(words)
    _must_lie(table)
    return _commit(table, request, None)


def _close(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """Dismiss the roll; nothing is saved, as its display isn't either."""
    read_nothing(words)
    now = table.published.asks_first
    if now is not None and now.step is None:
        return _commit(table, request, None)
    return table.store.version


def _roll(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """Save the roll, durably, before anybody is told."""
    _must_be_clock(request)
    now = _standing(table, ["roll"])
    value = read_number(words)
    if not 1 <= value <= FACES:
        raise Unreadable(Message("unreadable.word", {"given": words[0]}))
    rolling = FirstEvening("roll", alone=now.alone, is_rolling=True)
    return _commit(table, request, rolling, {ROLLED: str(value)})


def _rolled(table: GameTable, request: CommandRequest, words: list[str]) -> int:
    """Publish the roll: the die has landed."""
    _must_be_clock(request)
    read_nothing(words)
    now = table.published.asks_first
    if now is None or not now.is_rolling:
        return table.store.version
    value = table.store.journal.setting(ROLLED) or ""
    return _commit(table, request, FirstEvening(None, alone=now.alone, rolled=int(value)), {ROLLED: ""})


def _commit(
    table: GameTable,
    request: CommandRequest,
    now: FirstEvening | None,
    settings: Mapping[str, str] | None = None,
    *,
    changes: Mapping[str, object] | None = None,
) -> int:
    kept = {ASKED: as_setting(now), **(settings or {})}
    return table.commit_settings(request, kept, first_evening=now, **(changes or {}))


def _language(table: GameTable, said: str) -> Answer:
    codes = tuple(code for code, _ in table.published.languages)
    if said not in codes:
        raise RequestRefused(Message("session.no-such-language", {"languages": codes}), "refused")
    return {"lang": said}, {"lang": said}


def _frame(table: GameTable, said: str) -> Answer:
    read_nothing([said] if said else [])
    return {}, {}


def _name(table: GameTable, said: str) -> Answer:
    name = said.strip()
    if not is_table_name(name):
        raise RequestRefused(Message("first-evening.bad-name"), "refused")
    return {NAME: name, NAME_WRITTEN: table.published.name_written}, {"name": name}


def _step(words: list[str]) -> Step:
    """Read *words* as the name of a question.

    :raises Unreadable: they are none.
    """
    found = next((step for step in STEPS if [step] == words[:1]), None)
    if found is None:
        raise Unreadable(Message("unreadable.word", {"given": words[0] if words else ""}))
    return found


def _standing(table: GameTable, words: list[str]) -> FirstEvening:
    """Return the open question, named first in *words*.

    :raises RequestRefused: ``stale``: somebody has answered it already; ``rolling``.
    """
    step, now = _step(words), table.published.asks_first
    _must_lie(table)
    if now is None or now.step != step:
        raise RequestRefused(Message("first-evening.answered"), "stale")
    return now


def _must_lie(table: GameTable) -> None:
    now = table.published.asks_first
    if now is not None and now.is_rolling:
        raise RequestRefused(Message("session.rolling"), "rolling")


def _must_be_clock(request: CommandRequest) -> None:
    if request.by != "clock":
        raise RequestRefused(Message("session.forbidden"), "forbidden")


_ANSWERS: Mapping[str, Callable[[GameTable, str], Answer]] = {"language": _language, "frame": _frame, "name": _name}
"""How each question is answered by words; the roll isn't."""
_DEEDS: Mapping[str, Callable[[GameTable, CommandRequest, list[str]], int]] = {
    "ask": _ask,
    "answer": _answer,
    "skip": _skip,
    "leave": _leave,
    "close": _close,
    "roll": _roll,
    "rolled": _rolled,
}
