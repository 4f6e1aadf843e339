"""Settings that a backup brings: few of them count, and those of the computer go on counting."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.health.settings import counting, usable
from companion.settings.backup_part import FILE
from companion.settings.tables import Settings
from companion.upkeep.backup.errors import BackupError
from companion.upkeep.backup.inspection import look
from tests.companion.upkeep.backup.tables import (
    backed_up,
    contents_of,
    find,
    furnished,
    play,
    put_back,
    rewritten,
    tree,
)

EVIL = """
[table]
name = "Oma"
language = "fr"
data = "/tmp/elsewhere"
fallback = "/tmp/elsewhere"
[web]
port = 18123
watching = true
names = ["evil.home"]
[pins]
choice = "real"
[oled]
address = 0x3D
[dicetray]
port = "/dev/mem"
[kits]
folder = "/tmp/elsewhere"
[backup]
folder = "/tmp/elsewhere"
[mqtt]
broker = "mqtt://127.0.0.1:18899"
password_file = "/etc/shadow"
may_press = true
[club]
obey = ["message"]
[metrics]
enabled = true
token_file = "/etc/shadow"
[game.fireship]
chance = "typed"
no-such-option = "x"
[game.unknown-here]
chance = "typed"
[game.ours]
chance = "typed"
[[webhook]]
url = "http://127.0.0.1:18898/steal"
headers_file = "/etc/shadow"
"""
SETTINGS_HERE = '[web]\nport = 80\n[mqtt]\nbroker = "mqtts://broker.home"\n'


def with_settings(tmp_path: Path, text: str | bytes) -> Path:
    furnished(tmp_path / "old").session.close()
    good = backed_up(tmp_path / "old", tmp_path / "good.zip")
    content = text.encode() if isinstance(text, str) else text
    return rewritten(good, tmp_path / "evil.zip", {**contents_of(good), "settings.toml": content})


def counts(folder: Path, home: Path) -> dict[str, Any]:
    return counting(None, {}, folder, home)


def settings_of(folder: Path) -> Settings:
    return usable(None, {"HOME": "/root"}, folder, folder).settings


def test_of_a_hostile_one_only_the_tables_own_count(tmp_path: Path) -> None:
    data = tmp_path / "new"
    put_back(with_settings(tmp_path, EVIL), data)
    kept = tomllib.loads((data / FILE).read_text("utf-8"))
    assert kept == {
        "table": {"name": "Oma", "language": "fr"},
        "game": {"fireship": {"chance": "typed"}, "ours": {"chance": "typed"}},
    }
    assert not (data / "tidetable.toml").exists()
    assert not (data / "settings.toml").exists()
    settings = settings_of(data)
    assert (settings.table.name, settings.table.language, settings.table.fallback) == ("Oma", "fr", None)
    assert settings.game["fireship"] == {"chance": "typed"}
    assert (settings.web.port, settings.mqtt.broker, settings.webhooks) == (8080, "", ())
    assert (settings.metrics.enabled, settings.backup.folder, settings.club.obey) == (False, None, ())


def test_a_file_that_says_more_itself_counts_for_no_more(tmp_path: Path) -> None:
    """Whoever can write the restored file by another way gets no further by it."""
    tmp_path.joinpath(FILE).write_text(EVIL, "utf-8")
    assert counts(tmp_path, tmp_path).keys() == {"table", "game"}
    assert counts(tmp_path, tmp_path)["table"] == {"name": "Oma", "language": "fr"}
    tmp_path.joinpath(FILE).write_bytes(b"\xff[")
    assert counts(tmp_path, tmp_path) == {}


@pytest.mark.parametrize("own", [SETTINGS_HERE, f'[table]\nname = "Here"\n{SETTINGS_HERE}'])
def test_the_computers_own_go_on_counting_and_have_the_last_word(tmp_path: Path, own: str) -> None:
    """A laptop's backup on a Pi, and the other way: its file lies in the data folder, which the service starts in."""
    data = tmp_path / "pi"
    play(data, 1).session.close()
    of_computer = {
        "tidetable.toml": own,
        "settings.last-good.toml": SETTINGS_HERE,
        "settings.mended.json": "{}",
        "display.json": "{}",
    }
    for name, text in of_computer.items():
        (data / name).write_text(text, "utf-8")
    put_back(with_settings(tmp_path, EVIL), data)
    assert {name: (data / name).read_text("utf-8") for name in of_computer} == of_computer
    settings = settings_of(data)
    assert (settings.web.port, settings.web.names, settings.mqtt.broker) == (80, (), "mqtts://broker.home")
    assert settings.mqtt.password_file is None
    assert settings.table.name == ("Here" if "Here" in own else "Oma")
    assert counts(data, data)["game"] == {"fireship": {"chance": "typed"}, "ours": {"chance": "typed"}}


def test_a_wrong_value_is_left_out_and_the_rest_counts(tmp_path: Path) -> None:
    text = '[table]\nname = 7\nlanguage = "fr"\n[game]\nfireship = 1\n[game."../x"]\nchance = "typed"\n'
    put_back(with_settings(tmp_path, text), tmp_path / "new")
    assert tomllib.loads((tmp_path / "new" / FILE).read_text("utf-8")) == {"table": {"language": "fr"}}


@pytest.mark.parametrize("text", [b"\xff", b"[table", b"x = " + b"[" * 50_000])
def test_settings_that_cant_be_read_are_refused_and_nothing_changes(tmp_path: Path, text: bytes) -> None:
    file, data = with_settings(tmp_path, text), tmp_path / "new"
    play(data, 1).session.close()
    before = tree(data)
    for refused in (lambda: look(file, find), lambda: put_back(file, data)):
        with pytest.raises(BackupError) as told:
            refused()
        assert told.value.said.key == "backup.bad-settings"
    assert tree(data) == before


def test_what_was_restored_is_in_the_next_backup(tmp_path: Path) -> None:
    data = tmp_path / "new"
    put_back(with_settings(tmp_path, EVIL), data)
    again = backed_up(data, tmp_path / "again.zip", settings=counts(data, data))
    assert tomllib.loads(contents_of(again)["settings.toml"].decode())["table"] == {"name": "Oma", "language": "fr"}
