"""Note of the table's address, for other programs of its computer."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from companion.health.boot_note import runtime_folder
from companion.runtime.atomic_file import keep

log = logging.getLogger(__name__)

OF_THE_SERVICE = Path("/run/tidetable")


class ServedNote:
    """The note of the address of the table in *data*."""

    def __init__(self, data: Path, env: Mapping[str, str]) -> None:
        self._name = f"served-{sha256(os.fsencode(data.absolute())).hexdigest()[:16]}.json"
        self._folder = runtime_folder(env)

    def write(self, address: str) -> None:
        """Note that this process serves the table at *address*."""
        try:
            keep(self._folder / self._name, json.dumps({"address": address, "pid": os.getpid()}))
        except OSError as error:
            log.warning("where the table is served can't be noted in %s: %s", self._folder, error.strerror)

    def remove(self) -> None:
        """Remove the note."""
        with suppress(OSError):
            (self._folder / self._name).unlink(missing_ok=True)

    def addresses(self) -> Iterator[str]:
        """Yield each noted address of a process that is still alive."""
        for folder in (self._folder, OF_THE_SERVICE):
            with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
                found = json.loads((folder / self._name).read_text("utf-8"))
                if Path(f"/proc/{int(found['pid'])}").exists():
                    yield str(found["address"])
