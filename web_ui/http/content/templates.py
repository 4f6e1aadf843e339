"""Templates of pages, compiled once; the bytecode is cached beside them.

Compiling those of a first page takes a desk computer 80 ms, and 2 MB that nothing gives back.
"""

from __future__ import annotations

import marshal
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment
from jinja2.bccache import Bucket, BytecodeCache, bc_magic

from companion.runtime.parse_cache import DAMAGED, keep, place_beside


class KeptBeside(BytecodeCache):
    """The bytecode cache of templates in *folder*.

    Each entry is marked with everything it depends on.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the *name*: it is the template's in its folder."""
        return name

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read the cached code into *bucket*; leave it empty if outdated."""
        with suppress(*DAMAGED):
            mark, code = marshal.loads(place_beside(self.folder / bucket.key).read_bytes())
            if mark == _mark(bucket):
                bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Cache the code of *bucket* if the folder can be written."""
        keep(place_beside(self.folder / bucket.key), marshal.dumps((_mark(bucket), bucket.code)))


def _mark(bucket: Bucket) -> tuple[bytes, str, str, list[str], str]:
    """Return the cache key: Python's and Jinja's versions, settings and the text."""
    pages: Environment = bucket.environment
    return bc_magic, version("jinja2"), str(pages.autoescape), sorted(pages.extensions), bucket.checksum
