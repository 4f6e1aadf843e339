"""Tables to back up, and backups to be altered."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from companion.chance.dealers import FairDealer
from companion.engine.game import Game, Mode
from companion.model.reports.backups import Identity
from companion.model.roster import Phone, Roster
from companion.runtime.clock import ManualClock
from companion.upkeep.backup.creation import make
from companion.upkeep.backup.restoring import adoption
from companion.upkeep.backup.restoring.restore import Restored, restore
from companion.upkeep.backup.source import Source
from tests.support.session_bench import LIBRARY, Bench

SEED, ANOTHER = bytes(range(32)), bytes(range(100, 132))
COOKIE = hashlib.sha256(b"a cookie").hexdigest()
TELEVISION = hashlib.sha256(b"a token").hexdigest()
TABLE = "0123456789ab"
KIT = "[kit]\nname = 'Ours'\n"
SETTINGS: Mapping[str, Any] = {
    "table": {"name": "La « Marée »\x7f", "data": "/srv/games"},
    "web": {"names": ["games.home"], "watching": False},
    "mqtt": {"broker": "mqtts://broker.home", "user": "table", "password_file": "/etc/secret/mqtt"},
    "metrics": {"token_file": "/etc/secret/token"},
    "webhook": [{"url": "http://lamp.home/api/webhook/s3cr3t"}],
    "game": {"fireship": {"chance": "ask"}},
}


def fair(seed: bytes = SEED) -> FairDealer:
    return FairDealer(lambda count: seed[:count])


def find(slug: str, mode: Mode) -> Game | None:
    return next((game for game in LIBRARY if (game.slug, game.mode) == (slug, mode)), None)


def play(folder: Path, rolls: int = 3, **more: Any) -> Bench:
    """A table whose game goes on after some *rolls*, the same for the same seed."""
    bench = Bench(folder, dealer=fair(), **more).new()
    roll(bench, rolls)
    return bench


def roll(bench: Bench, times: int) -> list[str]:
    """Roll so many *times*; return what chance said."""
    before = len(bench.lines())
    for _ in range(times):
        bench.session.handle(msgspec.structs.replace(bench.request("roll dice"), entropy=b"ab"))
        bench.pass_time(20)
    return [line.do or "" for line in bench.lines()[before:] if line.seat == "chance"]


def join(bench: Bench) -> None:
    """Have a phone that looks after the table hold a seat, and a television be ours."""
    phone = Phone((1,), "Zoë")
    roster = Roster().with_phone(COOKIE, phone).with_owner(COOKIE).with_television(TELEVISION)
    bench.session._keep(lambda before: roster)


def furnished(folder: Path) -> Bench:
    """A table with all that one may have."""
    bench = play(folder)
    join(bench)
    for name, value in (("table-id", TABLE), ("mqtt-told", '{"broker": "mqtt://old.home"}')):
        bench.session.table.store.keep_setting(name, value)
    (folder / "kits").mkdir()
    (folder / "kits" / "ours.toml").write_text(KIT, "utf-8")
    (folder / "kits" / "Île au trésor.isle").write_text("name = 'Île'\n", "utf-8")
    (folder / "languages").mkdir()
    (folder / "languages" / "de.toml").write_text("x = 1\n", "utf-8")
    return bench


def backed_up(folder: Path, file: Path, **more: Any) -> Path:
    make(file, Source(folder, **more), ManualClock())
    return file


def put_back(file: Path, data: Path, identity: Identity = "replaces", seed: bytes = ANOTHER, **more: Any) -> Restored:
    with patch.object(adoption, "FairDealer", lambda: fair(seed)):
        return restore(file, data, find, more.pop("clock", ManualClock()), identity=identity, **more)


def contents_of(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rewritten(file: Path, to: Path, contents: Mapping[str, bytes]) -> Path:
    """Write an archive of *contents* with a manifest that fits them, as whoever alters a backup would."""
    manifest = json.loads(contents["manifest.json"])
    manifest["files"] = {
        name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in contents.items()
        if name != "manifest.json"
    }
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**contents, "manifest.json": json.dumps(manifest).encode()}.items():
            archive.writestr(name, content)
    return to


def with_journal(file: Path, to: Path, change: Callable[[sqlite3.Connection], object]) -> Path:
    """Return *file* with its journal changed by *change*, and all hashes right."""
    contents = contents_of(file)
    path = to.with_suffix(".sqlite")
    path.write_bytes(contents["journal.sqlite"])
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        change(database)
    return rewritten(file, to, {**contents, "journal.sqlite": path.read_bytes()})


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below *folder*, but the lock, with its bytes."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }
