"""A table at HOST in a process of its own: ``besieged FOLDER HOST`` says in a line of JSON who has joined, and waits.

Dice don't roll for long there. It ends when its stdin does.
"""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from unittest.mock import patch

import segno  # noqa: F401 -- the OLED's code is drawn with it, and without a descriptor nothing is imported
from msgspec.structs import replace

from companion.app import build, close
from companion.cli.run import LOG_FORMAT
from companion.opening import Opening
from companion.parts.table import Parts
from companion.runtime.log_lines import CountingHandler
from companion.session.game.reveal import TIMES_S
from companion.start import start
from tests.support.callers import hash_of
from tests.support.tables import settings


def let_in(daemon: Parts, *seats: int) -> str:
    """Let a phone in that holds *seats*; return its cookie."""
    daemon.window.open()
    try:
        return daemon.phones.join("", daemon.window.digits, seats, None).cookie
    finally:
        daemon.window.close()


def main(folder: Path, host: str) -> None:
    """Run the table at *host* with its memory in *folder*."""
    logging.basicConfig(level=logging.INFO, format=LOG_FORMAT, handlers=[CountingHandler()])
    usual = settings(folder)
    with patch.dict(TIMES_S, dict.fromkeys(TIMES_S, (0.0, 0.02))):
        daemon = build(replace(usual, web=replace(usual.web, host=host)), folder / "data")
        try:
            start(daemon, Opening("fireship", "kit", ("Ann", "Ben")))
            phone, owner = let_in(daemon, 0), let_in(daemon)
            daemon.session.keep(lambda roster: roster.with_owner(hash_of(owner)))
            told = {"phone": phone, "owner": owner, "television": daemon.phones.new_television()}
            print(json.dumps({"port": daemon.server.port, **told}), flush=True)
            sys.stdin.read()
        finally:
            close(daemon)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
