"""Changes since a table was sent, for pages that hold it.

A *difference* says how one value of JSON becomes another, and static/link/link.js makes it so:

- ``[value]``: it is this now, whatever it was; ``[]``: it isn't there any more;
- an object, where it is one still: the difference of each thing in it that has changed, by name; what is new stands at
  the end;
- ``{"at": {...}}``, where it is an array still: the same by places from 0. Where it lost things at an end, only those
  ``from`` a place and ``until`` another stay, and places are counted afterwards.

Two values are the same where they are the same text of JSON: an object whose things stand in another order is another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

Difference: TypeAlias = "list[object] | dict[str, object]"


class Changes:
    """The changes of some tables, each part compared and encoded only once.

    Most of a table is the same for all viewers. A part is recognized by identity, so it must never be changed in place.
    """

    def __init__(self) -> None:
        # Each with both parts, for an address says nothing of what is gone.
        self._found: dict[tuple[int, int], tuple[object, object, msgspec.Raw | None]] = {}

    def since(self, before: Mapping[str, object], now: Mapping[str, object]) -> dict[str, msgspec.Raw]:
        """Return the difference between two tables by name.

        Both have the same names in them. It is to be encoded as it is.
        """
        changes = {}
        for name, part in now.items():
            if part is not before[name] and (change := self._change(before[name], part)) is not None:
                changes[name] = change
        return changes

    def _change(self, before: object, now: object) -> msgspec.Raw | None:
        """Return a part's change, encoded; None if unchanged."""
        key = (id(before), id(now))
        if key not in self._found:
            encoded = None if _is_same(before, now) else msgspec.Raw(msgspec.json.encode(difference(before, now)))
            self._found[key] = (before, now, encoded)
        return self._found[key][2]


def difference(before: object, now: object) -> Difference:
    """Return the difference from *before* to *now*.

    Both are plain data, with dicts for objects.
    """
    if type(before) is dict and type(now) is dict and _keeps_order(before, now):
        return _of_objects(before, now)
    if isinstance(before, list | tuple) and isinstance(now, list | tuple) and now:
        return _of_arrays(before, now)
    return [now]


def _of_objects(before: Mapping[str, object], now: Mapping[str, object]) -> Difference:
    changes: dict[str, object] = {}
    for name, value in now.items():
        if name not in before:
            changes[name] = [value]
        elif not _is_same(before[name], value):
            changes[name] = difference(before[name], value)
    return changes | {name: [] for name in before if name not in now}


def _of_arrays(before: Sequence[object], now: Sequence[object]) -> Difference:
    start = before.index(now[0]) if now[0] in before else 0
    end = min(len(before), start + len(now))
    kept = before[start:end]
    changes: dict[str, Difference] = {}
    for at, value in enumerate(now):
        if at >= len(kept):
            changes[str(at)] = [value]
        elif not _is_same(kept[at], value):
            changes[str(at)] = difference(kept[at], value)
    found: dict[str, object] = {"at": changes}
    if start:
        found["from"] = start
    if end < len(before):
        found["until"] = end
    return found


def _is_same(before: object, now: object) -> bool:
    """Return True if both are the same text of JSON.

    Python takes 1 for True, and an object for one in another order.
    """
    return before is now or (before == now and msgspec.json.encode(before) == msgspec.json.encode(now))


def _keeps_order(before: Mapping[str, object], now: Mapping[str, object]) -> bool:
    """Return True if shared names keep their order and new names follow.

    Pages draw in this order.
    """
    if list(before) == list(now):
        return True
    return [*(name for name in before if name in now), *(name for name in now if name not in before)] == list(now)
