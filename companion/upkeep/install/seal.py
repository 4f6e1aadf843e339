"""Text with a checksum of itself, to detect changes by anyone.

The first line is a comment, ``# tidetable install CHECKSUM: ...``; the checksum is that of all that follows. So no list
of written files is needed or can be lost. Files explain themselves even after an interruption.
"""

from __future__ import annotations

import hashlib
import re

LINE = "# tidetable install {}: changed by hand, it is left as it is.\n"
"""First line of a sealed text.

It is shorter than the 98 characters that the firmware reads of a line of ``config.txt``.
"""
_LINE = re.compile(r"# tidetable install ([0-9a-f]{16}): [^\n]*\n")


def sealed(text: str) -> str:
    """Return *text* after a line with its checksum."""
    return LINE.format(_checksum(text)) + text


def is_sealed(text: str) -> bool:
    """Return True if *text* is unchanged since it was sealed.

    This or another version of the program sealed it.
    """
    found = _LINE.match(text)
    return found is not None and found[1] == _checksum(text[found.end() :])


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]
