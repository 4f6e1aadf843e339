"""Groups: queued commands judged one by one, durable in one transaction.

A group has the same outcome as its commands one by one. No command waits for others to come. Nothing of a group is
shown or answered, not even a refusal, before all of it is durable. If that fails, none of it has happened, and the same
ids may be sent again. An id that was durable before gets its earlier answer.

Moves and the table's settings join a group. A command is carried out alone if it asks chance, answers for it, opens a
window or ends the game. So are the table's other commands, and all commands while a window is open.
"""

from __future__ import annotations

from msgspec import Struct

from companion.engine.command import Command
from companion.engine.state import State
from companion.engine.table import Step
from companion.engine.windows import open_window
from companion.model.requests import CommandRequest
from companion.session.game.open_game import OpenGame, Origin, RevealStep
from companion.session.game.questions import OpenQuestions
from companion.session.table_settings import Setting


class GroupMove(Struct, frozen=True):
    """A judged move of *request* that isn't durable yet.

    It has its *step*, and the *reveal* of it as *version*. One that isn't noticed has the version before it, and shows
    nothing.
    """

    request: CommandRequest
    version: int
    step: Step
    reveal: RevealStep
    is_noticed: bool


class SettingChange(Struct, frozen=True):
    """*request*'s *setting*, not durable yet, to be shown as *version*."""

    request: CommandRequest
    version: int
    setting: Setting


class Group:
    """Judged commands of which none is durable yet.

    They follow the table's *version*, with the game *opened* and its questions. ``state``, ``version`` and
    ``questions`` are as they will be after all of them: the next is judged on that.
    """

    def __init__(self, opened: OpenGame | None, version: int) -> None:
        self.opened = opened
        self.state = None if opened is None else opened.state
        self.version = version
        self.questions = OpenQuestions() if opened is None else opened.questions
        self.members: list[GroupMove | SettingChange] = []
        self.durable: dict[str, int] = {}
        """Versions of repeated ids in this group.

        Their answers hold even if the group fails.
        """
        self._n = 0 if opened is None else opened.table.last_n

    @property
    def is_open(self) -> bool:
        """Whether anything may join.

        Not in an answer window: a split group would reveal a pass.
        """
        return self.state is None or _is_plain(self.state)

    def receipt(self, command_id: str) -> int | None:
        """Return the version of this command id, None if it isn't here."""
        return next((member.version for member in self.members if member.request.id == command_id), None)

    def set(self, request: CommandRequest, setting: Setting) -> int:
        """Add *request*'s *setting* and return its version."""
        self.version += 1
        self.members.append(SettingChange(request, self.version, setting))
        return self.version

    def move(self, request: CommandRequest, command: Command, at: str) -> int | None:
        """Judge *request*'s *command* and return its version.

        It came *at* that moment. None: it must be carried out alone.

        :raises Refused: the rules refuse it.
        """
        assert self.opened is not None
        assert self.state is not None
        origin = Origin(request.by, at, by_seats=request.by_seats)
        step, reveal = self.opened.judge(command, self.state, self._n + 1, self.version, origin=origin)
        if not _is_plain(reveal.state):
            return None
        is_noticed = reveal.version > self.version
        self.members.append(GroupMove(request, reveal.version, step, reveal, is_noticed))
        self.state, self.version, self._n = reveal.state, reveal.version, step.n
        if is_noticed:
            self.questions = self.questions.after(self.state, self.version)
        return self.version


def _is_plain(state: State) -> bool:
    """Return True if only people's moves lie ahead in *state*.

    Nothing is drawn, no window is open, and it isn't over.
    """
    return state.due() is None and open_window(state) is None and state.end() is None
