"""The idle screen, while nothing is in motion or opened over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE, WATCHER
from companion.model.consent import ConsentRequest, EndRequest, LeaveRequest
from companion.model.faults import Fault
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.phones.pairing import PairingCode
from companion.stage.cues import Speaker, showing
from companion.stage.fault_pages import Pages
from companion.stage.offers import doing
from hardware.cues import ErrorCue, JoinCue, MessageCue, StageCue, StartCue, TurnCue

HOW = {"stage.ask-forget": Message("stage.forget-how")}
"""Instructions for questions that need more than OK."""
Where = Callable[[], tuple[str, str]]
"""Returns the address for people and its QR code's text.

Both are "" while there is none.
"""


def idle_screen(
    published: Snapshot, pages: Sequence[Pages], pairing: PairingCode | None, where: Where, *, say: Speaker
) -> StageCue:
    """Return the screen's current cue, by urgency.

    These are, in order: trouble; a request for another's consent; the digits for *pairing* and the table's address by
    *where*, with its QR code; the open one of the *pages* of the keeper, about faults and the board; a roll to be
    typed; the last event; and the table's address, with the beginning of the promise of its draws.
    """
    if published.trouble is not None:
        return ErrorCue(title=say(Message("stage.memory")), lines=(say(published.trouble),))
    if published.consent is not None:
        return MessageCue(title=say(_asked(published, published.consent)), lines=(say(Message("stage.undo-how")),))
    if pairing is not None and (no_way_in := _no_way_in(published.faults)) is not None:
        return ErrorCue(title=say(no_way_in.title), lines=(say(no_way_in.short),))
    if pairing is not None:
        address, code = where()
        return _pairing(pairing, address, f"{code}J/{pairing.token}" if code else None, say)
    page = next((cue for each in pages if (cue := each.cue(say)) is not None), None)
    if page is not None:
        return page
    request = published.state.seen_by(TABLE).due() if published.state and published.typed else None
    if request is not None and published.game is not None:
        return MessageCue(title=say(published.game.label(request.purpose)), lines=(say(Message("stage.type")),))
    for line in reversed(published.log):
        state = line.state.named(published.names)
        cue = None if line.undone else showing(published.game, line.facts, state, say(published.who(line)), say=say)
        if cue is not None:
            return timed(cue, published)
    if published.notice is not None:
        return ErrorCue(title=say(Message("stage.trouble")), lines=(say(published.notice),))
    address, code = where()  # which asks the machine for its addresses: not for every roll
    pressed = doing(published)
    hint = Message("stage.press", {"button": Message(f"panel.{pressed[0]}")}) if pressed else Message("stage.choose")
    promised = (say(Message("stage.fair", {"digits": published.commitment[:4]})),) if published.commitment else ()
    lines = (*((say(Message("stage.join-at")),) if address else ()), *promised, say(hint))
    return StartCue(address=address, lines=lines, qr=code or None)


def _no_way_in(faults: Sequence[Fault]) -> Fault | None:
    """Return the fault that keeps every phone away, None for none."""
    return next((fault for fault in faults if fault.key in ("network.none", "network.no-address")), None)


def _asked(published: Snapshot, request: ConsentRequest) -> Message:
    """Return the question about *request*: its sender and their wish."""
    who = published.name_of(request.seat) or Message("stage.somebody")
    if isinstance(request, EndRequest):
        return Message(f"stage.{request.kind}-asked", {"name": who, "game": request.name})
    if isinstance(request, LeaveRequest):
        return Message("stage.leave-asked", {"name": who, "game": request.name})
    return Message("stage.undo-asked", {"name": who})


def timed(cue: StageCue, published: Snapshot) -> StageCue:
    """Return a turn's *cue* with its time; others stay unchanged."""
    if published.played is None or not isinstance(cue, TurnCue):
        return cue
    played = published.played
    return TurnCue(
        title=cue.title, step=cue.step, left=cue.left, of=cue.of, foot=cue.foot, level=cue.level, levels=cue.levels,
        clock=played.turn_seconds(), runs=played.runs,
    )  # fmt: skip


def asleep(published: Snapshot, presences: Sequence[Presence]) -> int | None:
    """Return the seat that a referee openly waits for, if asleep.

    Its phone sleeps. None otherwise: where several may speak, nobody is waited for alone.
    """
    if published.game is None or published.game.mode != "referee" or published.state is None:
        return None
    waited_for = [ask.seat for ask in published.state_for(WATCHER).asks() if ask.seat >= 0]
    if len(waited_for) != 1 or waited_for[0] >= len(presences):
        return None
    return waited_for[0] if presences[waited_for[0]] == "asleep" else None


def waiting(cue: StageCue, name: str | Message, say: Speaker) -> StageCue:
    """Return *cue* while *name*'s phone sleeps on their turn.

    It shows how to play on without it. A result stays as it is; it is for all.
    """
    if isinstance(cue, TurnCue):
        foot = say(Message("stage.asleep"))
        return TurnCue(
            title=cue.title,
            step=cue.step,
            left=cue.left,
            of=cue.of,
            foot=foot,
            level=cue.level,
            levels=cue.levels,
            clock=cue.clock,
            runs=cue.runs,
        )
    if isinstance(cue, StartCue):
        lines = (say(Message("stage.sleeps", {"name": name})), say(Message("stage.act-for", {"name": name})))
        return MessageCue(title="", lines=lines)
    return cue


def asking(question: Message, say: Speaker) -> StageCue:
    """Return a *question* to the table, with the buttons for its answer."""
    how = HOW.get(question.key, Message("stage.right-how"))
    return MessageCue(title="", lines=(say(question), say(how)))


def _pairing(pairing: PairingCode, address: str, code: str | None, say: Speaker) -> StageCue:
    """Return the cue for joining by phone.

    After too many wrong digits only the code works, so there is no address to type.
    """
    if pairing.digits is None:
        return StartCue(address="", lines=(say(Message("stage.by-code")),), qr=code, private=True)
    return JoinCue(code=pairing.digits, address=address, lines=(say(Message("stage.join-at")),), qr=code, private=True)
