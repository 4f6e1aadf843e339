"""The sections of the page of kits: each with its example and its picture."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.support.paths import ROOT

PAGE = ROOT / "companion" / "kits" / "README.md"
MADE_OF = "Example"
"""The word in a picture's file for the example that it was made of."""

_SECTION = re.compile(r"^## (?P<title>.+)\n(?P<body>(?:(?!## ).*\n)+)", re.MULTILINE)
_EXAMPLE = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PICTURE = re.compile(r"^!\[(.*)\]\((images/[a-z-]+\.png)\)$", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """A section: its *examples*, and its *pictures* as alternative text and place on the page."""

    title: str
    examples: tuple[str, ...]
    pictures: tuple[tuple[str, str], ...]

    @property
    def slug(self) -> str:
        """The short name of its example."""
        return str(tomllib.loads(self.examples[0])["slug"])

    @property
    def digest(self) -> str:
        """A name for exactly its example, but for comments and blanks."""
        return hashlib.sha256(json.dumps(tomllib.loads(self.examples[0])).encode()).hexdigest()


def sections(page: Path = PAGE) -> tuple[Section, ...]:
    """Read the sections of the page in their order."""
    found = _SECTION.finditer(page.read_text("utf-8"))
    return tuple(
        Section(each["title"], tuple(_EXAMPLE.findall(each["body"])), tuple(_PICTURE.findall(each["body"])))
        for each in found
    )
