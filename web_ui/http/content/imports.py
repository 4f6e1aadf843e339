"""The initial needs of a page's modules: imports and sheets.

They are read from the modules' declarations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r"^(?:import|export)\s(?:[^'\"();]*\sfrom\s+)?'(\.[^']+)';", re.MULTILINE)
_SHEETS = re.compile(r"^export const sheets = \[([^\]]*)\];", re.MULTILINE)
_LATER = re.compile(r"^export const (\w+) = .*\bimport\('(\.[^']+)'\)", re.MULTILINE)
_QUOTED = re.compile(r"'([^']+)'")

Read = Callable[[str], str]
"""Returns a module's text by its name, a path from the root."""


def modules_below(modules: Iterable[str], read: Read) -> tuple[str, ...]:
    """Return *modules* and all they import before they run, transitively.

    Each is listed once.
    """
    found: dict[str, None] = {}
    left = list(modules)[::-1]
    while left:
        module = left.pop()
        if module not in found:
            found[module] = None
            left += [_beside(module, each) for each in _IMPORT.findall(read(module))][::-1]
    return tuple(found)


def sheets_of(module: str, read: Read) -> list[str]:
    """Return the names of the sheets that *module* exports as ``sheets``."""
    named = _SHEETS.search(read(module))
    return [_beside(module, each) for each in _QUOTED.findall(named[1])] if named else []


def imported_for(module: str, name: str, read: Read) -> str | None:
    """Return the module that *module*'s function *name* imports when called.

    None for none.
    """
    return next((_beside(module, each) for found, each in _LATER.findall(read(module)) if found == name), None)


def _beside(module: str, address: str) -> str:
    return normpath(join(dirname(module), address))
