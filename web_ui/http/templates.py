"""Pages' templates, compiled once: as Python keeps what it has compiled, what came of each lies beside it.

Compiling those of a first page takes a desk computer 80 ms, and 2 MB that nothing gives back.
"""

from __future__ import annotations

import marshal
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment
from jinja2.bccache import Bucket, BytecodeCache, bc_magic

from companion.runtime.parsed import DAMAGED, keep, place_beside


class KeptBeside(BytecodeCache):
    """The code that templates in *folder* were compiled to, each marked with all that it depends on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the *name*: it is the template's in its folder."""
        return name

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read what is kept into *bucket*; what is none of this text leaves it empty, and is made anew."""
        with suppress(*DAMAGED):
            mark, code = marshal.loads(place_beside(self.folder / bucket.key).read_bytes())
            if mark == _mark(bucket):
                bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what *bucket* holds, where anything can be written."""
        keep(place_beside(self.folder / bucket.key), marshal.dumps((_mark(bucket), bucket.code)))


def _mark(bucket: Bucket) -> tuple[bytes, str, str, list[str], str]:
    """Return what has to be the same for code to be used again: Python, Jinja and how it is set up, and the text."""
    pages: Environment = bucket.environment
    return bc_magic, version("jinja2"), str(pages.autoescape), sorted(pages.extensions), bucket.checksum
