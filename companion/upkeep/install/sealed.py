"""Text that carries a checksum of itself, so that whoever finds it can tell whether somebody has changed it.

The first line is a comment, ``# tidetable install CHECKSUM: ...``; the checksum is that of all that follows. No list of
what was written is needed, none can be lost, and a cut at any moment leaves files that tell for themselves.
"""

from __future__ import annotations

import hashlib
import re

LINE = "# tidetable install {}: changed by hand, it is left as it is.\n"
"""Shorter than the 98 characters that the firmware reads of a line of ``config.txt``."""
_LINE = re.compile(r"# tidetable install ([0-9a-f]{16}): [^\n]*\n")


def sealed(text: str) -> str:
    """Return *text* behind the line with its checksum."""
    return LINE.format(_checksum(text)) + text


def is_sealed(text: str) -> bool:
    """Tell whether *text* is as it was sealed, by this program or another version of it."""
    found = _LINE.match(text)
    return found is not None and found[1] == _checksum(text[found.end() :])


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]
