"""Lines that can't be done: the rules refuse them, and a whole table writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.command import Refused
from companion.journal.journal import FILE
from companion.texts.say import LANGUAGES
from tests.support.player import Player
from tests.support.referees import TEXTS
from tests.support.tables import Table


def must_refuse(play: Player, line: str, seat: int, rule: str) -> None:
    """Check that *play* refuses *line* with its *rule*, in words of each language, and stays as it is."""
    before = play.table.state
    with pytest.raises(Refused) as caught:
        play.do(line, seat)
    refusal = caught.value.refusal
    assert refusal.rule == rule
    said = [TEXTS.say(lang, refusal.reason.key, **refusal.reason.values) for lang in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES)
    assert all(each.endswith((".", "!")) for each in said)
    assert play.table.state is before


def journal_in(data: Path) -> bytes:
    """Return the bytes of the journal in *data*, without what SQLite keeps for its readers."""
    files = sorted(path for path in data.glob(f"{FILE}*") if not path.name.endswith("-shm"))
    return b"".join(path.read_bytes() for path in files)


def say(table: Table, line: str, by: int | str) -> tuple[int, str | None]:
    """Have the seat *by* say *line*; return how that was answered, and the rule."""
    version = table.table["version"]
    command_id = f"say-{version}-{by}-{''.join(filter(str.isalnum, line))}"
    answer = table.ask("POST", "/api/v1/commands", {"id": command_id, "seen": version, "seat": by, "do": line})
    return answer.status, answer.json.get("rule")
